"""Tiles are told from ground by what they share, by contrast and by what they are made of."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.cutting import cut, middle
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.ground import (
    HAS_BODY,
    LACKS_BODY,
    agreement,
    around,
    body_of,
    contrast,
    inner_colours,
    is_paper,
    lies_on_paper,
    nearest_colours,
    shows_face,
)
from bot.skin import Skin


def pictures(count: int, side: int = 24) -> NDArray[np.float32]:
    """Coarse squares of colours drawn by lot: (N, side, side, 3)."""
    squares = np.random.default_rng(1).integers(0, 256, (count, 4, 4, 3)).astype(np.float32)
    return squares.repeat(side // 4, axis=1).repeat(side // 4, axis=2)


def tiles(count: int) -> NDArray[np.float32]:
    """Pictures in a pale frame of eight pixels: (N, 40, 40, 3)."""
    made = np.full((count, 40, 40, 3), 235, np.float32)
    made[:, 8:-8, 8:-8] = pictures(count)
    return made


def ground(count: int) -> NDArray[np.float32]:
    """Dark cells with a little noise: (N, 40, 40, 3)."""
    return np.random.default_rng(2).normal(60, 3, (count, 40, 40, 3)).astype(np.float32)


def skin_of(faces: NDArray[np.float32]) -> Skin:
    """A skin of these faces."""
    kinds, tolerance = np.arange(1, len(faces) + 1), np.full((8, 8), 6, np.float32)
    return Skin(faces, kinds, tolerance, 2.0, None)


def test_the_body_is_the_frame_that_all_tiles_have() -> None:
    """It is pale, leaves out what is drawn inside, and tells every tile from every empty cell."""
    body = body_of(tiles(12), ground(9))
    assert body is not None
    assert body.mask[:8].all()
    assert body.mask[8:-8, 8:-8].mean() < 0.05
    assert body.colour[body.mask] == pytest.approx(235)
    assert agreement(tiles(12), body).min() > HAS_BODY
    assert agreement(ground(9), body).max() < LACKS_BODY


def test_some_ground_among_the_tiles_does_not_hide_their_body() -> None:
    """Two of fourteen cells that were taken for tiles are none, and lack the body all the same."""
    body = body_of(np.concatenate([tiles(12), ground(2)]), ground(9))
    assert body is not None
    assert (agreement(np.concatenate([tiles(12), ground(2)]), body) > HAS_BODY).sum() == 12


def test_what_the_ground_shows_too_is_no_body() -> None:
    """Pictures on the ground itself have nothing in common that the ground lacks."""
    bare = ground(12)
    bare[:, 8:-8, 8:-8] = pictures(12)
    assert body_of(bare, ground(9)) is None
    assert body_of(pictures(12, 40), ground(9)) is None


@pytest.mark.parametrize(
    ("left", "top", "places"),
    [
        (60, 70, 14),
        (0, 0, 6),
        (60, 0, 9),
    ],
)
def test_the_ring_is_what_of_it_lies_in_the_picture(left: int, top: int, places: int) -> None:
    """A board of 2 x 3 has 14 cells around it; what the picture cuts off is left out."""
    pixels = np.zeros((220, 260, 3), np.uint8)
    pixels[top : top + 80, left : left + 120] = 200
    lattice = Lattice(Pixel(left + 20.0, top + 20.0), (40.0, 40.0), 2, 3)
    cells, found = around(Frame(pixels), lattice)
    assert len(cells) == len(found) == len(set(found)) == places
    assert all(cell.row in (-1, 2) or cell.col in (-1, 3) for cell in found)
    assert not cells[:, 5:-5, 5:-5].any()


def test_the_cells_of_the_ring_come_as_their_places_do() -> None:
    """Though they are cut out a side at a time."""
    pixels = np.random.default_rng(2).integers(0, 256, (260, 300, 3)).astype(np.uint8)
    inner = Lattice(Pixel(75.3, 82.6), (40.0, 45.0), 3, 5)
    cells, places = around(Frame(pixels), inner)
    wider = Lattice(Pixel(75.3 - 40, 82.6 - 45), (40.0, 45.0), 5, 7)
    numbers = [(place.row + 1) * wider.cols + place.col + 1 for place in places]
    assert numbers == sorted(numbers)
    assert len(places) == 20
    assert np.abs(cells - cut(Frame(pixels), wider)[numbers]).max() <= 4


def test_a_board_that_fills_the_picture_has_no_ring() -> None:
    """Nothing lies around it, which is no error."""
    lattice = Lattice(Pixel(20.0, 20.0), (40.0, 40.0), 2, 3)
    cells, found = around(Frame(np.zeros((80, 120, 3), np.uint8)), lattice)
    assert (len(cells), found) == (0, [])


def test_contrast_is_the_spread_of_colour() -> None:
    """A flat cell of any colour has none; half black and half white has 127.5 grey levels."""
    cells = np.zeros((2, 40, 40, 3), np.float32)
    cells[0] = (250, 10, 120)
    cells[1, :, 20:] = 255
    assert contrast(cells) == pytest.approx([0, 127.5], abs=0.01)


def test_the_middle_leaves_out_a_quarter_at_each_side() -> None:
    """Walls and shadows at the sides of a cell are no part of it."""
    cells = tiles(2)
    assert middle(cells).shape == (2, 20, 20, 3)
    assert (middle(cells) == cells[:, 10:30, 10:30]).all()


def test_colours_are_near_by_their_worst_channel() -> None:
    """A cell of the colour of one of the others is at no distance, and infinitely far from none."""
    cells = ground(3)
    cells[1], cells[2] = (250, 0, 0), (240, 0, 30)
    colours = inner_colours(cells)
    assert colours.shape == (3, 6)
    assert nearest_colours(colours[:2], colours[1:]).tolist() == pytest.approx([180, 0], abs=2)
    assert nearest_colours(colours[1:2], colours[2:]) == pytest.approx(30)
    assert np.isinf(nearest_colours(colours, colours[:0])).all()


def test_blank_tiles_are_of_the_paper_that_faces_are_drawn_on() -> None:
    """A pale cell is such a tile, and a slot of another colour in the same frame is not."""
    faces = tiles(12)
    faces[:, 8:20, 8:-8] = 235
    blank, slot = np.full((2, 40, 40, 3), 235, np.float32), np.full((2, 40, 40, 3), 235, np.float32)
    slot[:, 3:-3, 3:-3] = (60, 90, 60)
    assert is_paper(blank, faces, skin_of(faces))
    assert not is_paper(slot, faces, skin_of(faces))


def test_faces_are_shown_beyond_doubt_or_not() -> None:
    """A noisy look of a face shows it; another picture and plain ground do not."""
    faces = tiles(9)
    noisy = faces[:2] + np.random.default_rng(3).normal(0, 2, faces[:2].shape).astype(np.float32)
    cells = np.concatenate([noisy, ground(2), faces[8:]])
    assert shows_face(cells, skin_of(faces[:8])).tolist() == [True, True, False, False, False]
    assert shows_face(cells[:0], skin_of(faces)).shape == (0,)


@pytest.mark.parametrize(
    ("edge", "colour", "lies"),
    [(9, 90, True), (3, 90, False), (0, 90, False), (9, 235, False)],
    ids=["picture", "place", "ground", "blank"],
)
def test_an_even_picture_lies_on_the_paper_of_tiles(edge: int, colour: int, *, lies: bool) -> None:
    """It leaves their edges free inside their rim; a place takes all of that, or is blank."""
    others = np.full((12, 46, 46, 3), 60, np.float32)
    others[:, 3:-3, 3:-3] = tiles(12)
    others[:, 11:-11, 19:26] = 235
    flat = np.repeat(others[:1], 6, axis=0)
    flat[:, 3:-3, 3:-3] = 235
    flat[:, 3 + edge : 43 - edge, 3 + edge : 43 - edge] = colour
    assert lies_on_paper(flat, others) == lies
    endless = flat.copy()
    endless[endless == 60] = 235
    assert not lies_on_paper(endless, others)
    assert not lies_on_paper(flat, others[:0])
    others[:, 11:-11, 11:-11] = pictures(12)
    assert not lies_on_paper(flat, others)
