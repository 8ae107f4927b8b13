"""A link is drawn over its frame: two tiles stay bright, and a line joins them."""

from __future__ import annotations

import numpy as np
import pytest

from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.linkview import link_view
from bot.matcher import Link

GREY = 100
LINE = (255, 225, 0)
FRAME = Frame(np.full((200, 240, 3), GREY, np.uint8))
LATTICE = Lattice(Pixel(40.0, 50.0), (40.0, 40.0), 3, 4)


def link(*path: tuple[int, int]) -> Link:
    """A link along these corners."""
    cells = tuple(Cell(*corner) for corner in path)
    return Link(cells[0], cells[-1], cells)


def middle(cell: tuple[int, int]) -> tuple[int, int]:
    """Row and column of the pixel in the middle of a cell."""
    x, y = LATTICE.center(Cell(*cell))
    return int(y), int(x)


def test_two_tiles_stay_as_they_are_and_the_rest_is_darker() -> None:
    """Their middles keep their colour, that of every other cell is halved, the frame is whole."""
    picture = link_view(FRAME, LATTICE, link((0, 0), (0, 2)))
    assert picture[middle((0, 0))].tolist() == picture[middle((0, 2))].tolist() == [GREY] * 3
    assert picture[middle((2, 3))].tolist() == [GREY // 2] * 3
    assert (FRAME.pixels == GREY).all()


def test_the_line_runs_through_every_cell_of_the_path() -> None:
    """Through the corners and between them, and through no other cell."""
    picture = link_view(FRAME, LATTICE, link((0, 0), (2, 0), (2, 3), (1, 3)))
    for cell in ((1, 0), (2, 0), (2, 1), (2, 2), (2, 3)):
        assert tuple(picture[middle(cell)].tolist()) == LINE
    for cell in ((0, 0), (1, 1), (0, 2), (1, 3)):
        assert tuple(picture[middle(cell)].tolist()) != LINE


def test_a_path_through_the_margin_is_drawn_around_the_board() -> None:
    """Half a cell above its upper edge."""
    picture = link_view(FRAME, LATTICE, link((0, 0), (-1, 0), (-1, 2), (0, 2)))
    assert tuple(picture[middle((-1, 1))].tolist()) == LINE


@pytest.mark.parametrize("side", ["top", "bottom", "left", "right"])
def test_a_margin_outside_of_the_picture_is_drawn_at_its_edge(side: str) -> None:
    """A board that fills its picture has a line along the edge."""
    paths = {
        "top": ((0, 0), (-1, 0), (-1, 3), (0, 3)),
        "bottom": ((2, 0), (3, 0), (3, 3), (2, 3)),
        "left": ((0, 0), (0, -1), (2, -1), (2, 0)),
        "right": ((0, 3), (0, 4), (2, 4), (2, 3)),
    }
    full = Frame(np.full((120, 160, 3), GREY, np.uint8))
    picture = link_view(full, Lattice(Pixel(20.0, 20.0), (40.0, 40.0), 3, 4), link(*paths[side]))
    edges = {
        "top": picture[:8, 80],
        "bottom": picture[-8:, 80],
        "left": picture[60, :8],
        "right": picture[60, -8:],
    }
    assert LINE in set(map(tuple, edges[side].tolist()))


def test_a_doubtful_link_has_a_broken_line() -> None:
    """Part of the way between the tiles is without it, which it is not where they match."""
    where = middle((0, 1))[0]
    row = {
        sure: link_view(FRAME, LATTICE, link((0, 0), (0, 3)), sure=sure)[where, 70:140]
        for sure in (True, False)
    }
    drawn = {sure: (pixels == LINE).all(axis=1).mean() for sure, pixels in row.items()}
    assert drawn[True] == 1
    assert 0.2 < drawn[False] < 0.8


def test_neighbours_are_framed_and_their_faces_stay_free() -> None:
    """There is no room for a line between them."""
    picture = link_view(FRAME, LATTICE, link((1, 1), (1, 2)))
    for row, col in (middle((1, 1)), middle((1, 2))):
        assert (picture[row - 10 : row + 10, col - 10 : col + 10] == GREY).all()
        assert LINE in set(map(tuple, picture[row, col - 22 : col - 16].tolist()))


def test_cells_beyond_the_picture_are_no_error() -> None:
    """A board that reaches out of its frame is drawn as far as it is seen."""
    small = Frame(np.full((60, 60, 3), GREY, np.uint8))
    assert link_view(small, LATTICE, link((0, 0), (0, 3)), sure=False).shape == (60, 60, 3)
