"""Shapes become smooth pictures of the right place and colour."""

from __future__ import annotations

import numpy as np

from bot.drawing import around, band, both, box, disc, mixed, paint, polygon, star

RED = (200, 10, 20)
BLUE = (10, 20, 200)


def test_a_full_box_covers_every_pixel_opaquely() -> None:
    """A box over the whole square paints all of it in its colour."""
    painted = paint((box(RED, 0, 0, 100, 100),), 20, 20)
    assert (painted == (*RED, 255)).all()


def test_an_edge_inside_a_pixel_is_soft_and_keeps_its_colour() -> None:
    """A pixel that a shape covers in part has a part of the alpha and all of the colour."""
    painted = paint((box(RED, 0, 0, 52.5, 100),), 20, 20)
    assert 255 * 2 / 4 <= painted[10, 10, 3] <= 255 * 3 / 4 + 1
    assert np.abs(painted[10, 10, :3].astype(int) - RED).max() <= 2
    assert (painted[10, 9, 3], painted[10, 11, 3]) == (255, 0)


def test_a_disc_has_the_area_of_a_circle() -> None:
    """The alpha of a disc adds up to pi r r, with r right within a quarter of a pixel."""
    alpha = paint((disc(RED, 50, 50, 40),), 100, 100)[:, :, 3]
    assert abs(np.sqrt(alpha.sum() / 255 / np.pi) - 40) < 0.25


def test_a_picture_is_mirror_symmetric_where_its_shapes_are() -> None:
    """What `both` paints looks the same from either side."""
    painted = paint((both(band(RED, 6, "20,20 40,70")), star(BLUE, 50, 50, 30, 12, 6)), 48, 48)
    alpha = painted[:, :, 3].astype(int)
    assert np.abs(alpha - alpha[:, ::-1]).max() <= 64  # one of the four columns in a pixel
    assert np.abs(alpha - alpha[:, ::-1]).mean() < 4


def test_a_shape_without_colour_cuts_a_hole() -> None:
    """The ground shows through a hole, and the rim around it stays."""
    painted = paint((disc(RED, 50, 50, 45), disc(None, 50, 50, 20)), 50, 50)
    assert painted[25, 25, 3] == 0
    assert painted[25, 8, 3] == 255


def test_a_picture_lies_in_the_middle_of_a_wide_rectangle() -> None:
    """A rectangle twice as wide as high leaves a quarter empty on each side."""
    alpha = paint((box(RED, 1, 1, 99, 99),), 400, 200)[:, :, 3]
    cols = np.flatnonzero(alpha.max(axis=0))
    assert abs(cols.min() - 102) <= 1
    assert abs(cols.max() - 297) <= 1


def test_repeating_around_a_middle_keeps_the_distance() -> None:
    """Each copy of a shape lies as far from the middle as the first."""
    petals = around(polygon(RED, "50,10"), 50, 50, 5)
    distances = [np.hypot(*(petal[0] - (50, 50))) for petal in petals.outlines]
    assert np.allclose(distances, 40)


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    """A share of 0 is the first colour, of 1 the second."""
    assert mixed(RED, BLUE, 0) == RED
    assert mixed(RED, BLUE, 1) == BLUE
