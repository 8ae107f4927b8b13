"""The path of a link is a line of one colour on a dark edge, in the picture and out of the way."""

from __future__ import annotations

import numpy as np
import pytest

from bot.geometry import Cell, Lattice, Pixel
from bot.strokes import box, draw_link, thickness

GREY, RED = 100, (255, 0, 0)
LATTICE = Lattice(Pixel(30.0, 30.0), (40.0, 40.0), 2, 3)


def test_lines_are_as_thick_as_tiles_are_large() -> None:
    """Within what can be seen and what hides nothing."""
    sizes = (8.0, 50.0, 400.0)
    lattices = [Lattice(Pixel(0.0, 0.0), (size, size + 9), 2, 2) for size in sizes]
    assert [thickness(lattice) for lattice in lattices] == [2, 4, 8]


def test_a_box_ends_with_its_picture() -> None:
    """A cell at the edge is cut off there."""
    assert box((200, 200), LATTICE, Cell(0, 1)) == (50, 10, 90, 50)
    assert box((60, 30), LATTICE, Cell(0, 1)) == (50, 10, 60, 30)
    assert box((200, 200), LATTICE, Cell(-1, 0))[1] == 0


@pytest.mark.parametrize("inset", [0, 6])
def test_a_frame_lies_around_its_tile_or_inside_of_it(inset: int) -> None:
    """What lies on the other side of it is left alone."""
    picture = np.full((100, 140, 3), GREY, np.uint8)
    draw_link(picture, LATTICE, (Cell(0, 0), Cell(0, 1)), RED, 2, inset=inset)
    inside, outside = picture[14:17, 20:40], picture[4:9, 14:46]
    assert (inside == GREY).all() == (inset == 0)
    assert (outside == GREY).all() == (inset > 0)
    assert (picture[60:] == GREY).all()


def test_an_edge_lies_around_every_line() -> None:
    """A line shows on a ground of its own colour, too."""
    picture = np.full((100, 140, 3), RED, np.uint8)
    draw_link(picture, LATTICE, (Cell(0, 0), Cell(0, 2)), RED, 2)
    assert picture[30, 70].tolist() == list(RED)
    assert max(picture[28, 70, 0], picture[33, 70, 0]) < 128
