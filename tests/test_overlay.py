"""What was read is drawn over its frame: kinds, empty, unknown, marked and doubtful cells."""

from __future__ import annotations

import numpy as np
import pytest
from builders import board
from numpy.typing import NDArray

from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.matcher import Link
from bot.overlay import overlay
from bot.reading import Reading
from bot.skin import Skin

GREY = 100
FRAME = Frame(np.full((140, 200, 3), GREY, np.uint8))
FIRST, SECOND, THIRD = (255, 225, 0), (90, 215, 255), (255, 140, 235)
SKIN = Skin(
    np.zeros((0, 8, 8, 3), np.float32),
    np.zeros(0, np.int64),
    np.ones((8, 8), np.float32),
    1.0,
    None,
)


def drawn(
    text: str, *, sure: float = 1.0, selected: tuple[Cell, ...] = (), links: tuple[Link, ...] = ()
) -> NDArray[np.uint8]:
    """The overlay of a board of cells of 40 px whose corner lies at (20, 30)."""
    what = board(text)
    count = what.rows * what.cols
    reading = Reading(
        what,
        Lattice(Pixel(40.0, 50.0), (40.0, 40.0), what.rows, what.cols),
        SKIN,
        selected,
        FRAME.pixels,
        np.zeros((count, 8, 8, 3), np.uint8),
        np.full(count, sure, np.float32),
    )
    return overlay(FRAME, reading, links)


def colours(picture: NDArray[np.uint8]) -> set[tuple[int, ...]]:
    """All colours of a picture."""
    return set(map(tuple, picture.reshape(-1, 3).tolist()))


def test_nothing_is_drawn_outside_the_board() -> None:
    """The frame is left as it is, and so is what lies around the cells."""
    picture = drawn("a b / . ?", sure=0.1)
    assert (FRAME.pixels == GREY).all()
    picture[28:112, 18:102] = GREY  # lines are two pixels wide
    assert (picture == GREY).all()


def test_equal_tiles_are_drawn_equal_and_others_not() -> None:
    """The colour of a cell's frame is that of its kind."""
    picture = drawn("a b a")
    first, second, third = (picture[30:70, left : left + 40] for left in (20, 60, 100))
    assert (first == third).all()
    assert not (first == second).all()


def test_empty_and_unknown_cells_look_so() -> None:
    """An empty cell has a white dot in its middle and nothing at its sides, an unknown one red."""
    picture = drawn(". ?")
    assert picture[50, 40].tolist() == [255, 255, 255]
    assert (picture[30:45, 20:55] == GREY).all()
    assert (255, 0, 0) in colours(picture[30:70, 60:100])


@pytest.mark.parametrize(
    ("sure", "doubtful"), [(0.0, True), (0.59, True), (0.6, False), (1, False)]
)
@pytest.mark.parametrize("kind", "a.")
def test_doubtful_cells_have_a_yellow_corner(kind: str, sure: float, *, doubtful: bool) -> None:
    """Tiles and empty cells have it below six tenths; what is unknown has its cross."""
    assert ((255, 230, 0) in colours(drawn(kind, sure=sure)[50:70, 40:60])) == doubtful
    assert (255, 230, 0) not in colours(drawn("?", sure=0.0))


def test_selected_tiles_have_a_white_frame() -> None:
    """All round, and no other tile has one."""
    picture = drawn("a a", selected=(Cell(0, 1),))
    assert (picture[31, 61:98] == 255).all()
    assert not (picture[31, 21:58] == 255).all()


def along(*path: tuple[int, int]) -> Link:
    """A link along these corners."""
    cells = tuple(Cell(*corner) for corner in path)
    return Link(cells[0], cells[-1], cells)


def test_the_next_links_are_drawn_along_their_paths() -> None:
    """Yellow, blue and pink in their order, tiles and path, and nothing of them without links."""
    rows = ((0, FIRST), (1, SECOND), (2, THIRD))
    links = tuple(along((row, 0), (row, 2)) for row, _ in rows)
    picture = drawn("a . a / b . b / c . c", links=links)
    for row, colour in rows:
        top = 30 + 40 * row
        assert tuple(picture[top + 20, 80].tolist()) == colour
        assert colour in colours(picture[top + 2 : top + 36, 22:56])
    assert len({FIRST, SECOND, THIRD}) == 3
    assert FIRST not in colours(drawn("a . a / b . b"))


def test_the_path_of_doubtful_tiles_is_broken() -> None:
    """A promise that is none does not look like one."""
    whole, broken = (
        drawn("a . . a", sure=sure, links=(along((0, 0), (0, 3)),))[50, 65:135]
        for sure in (1.0, 0.1)
    )
    assert (whole == FIRST).all()
    assert not (broken == FIRST).all()


def test_the_kind_of_a_tile_that_is_to_be_linked_can_be_read() -> None:
    """Its number is the same with a link and without one."""
    bare, linked = (drawn("a a", links=links) for links in ((), (along((0, 0), (0, 1)),)))
    assert (bare[31:44, 21:33] == linked[31:44, 21:33]).all()


def test_cells_beyond_the_picture_are_no_error() -> None:
    """A board that reaches out of its frame is drawn as far as it is seen."""
    assert drawn("a b c d e f / . ? . ? . ?", sure=0.0).shape == (140, 200, 3)
