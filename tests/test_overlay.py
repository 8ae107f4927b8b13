"""What was read is drawn over its frame: kinds, empty, unknown, marked and doubtful cells."""

from __future__ import annotations

import numpy as np
import pytest
from builders import board
from numpy.typing import NDArray

from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.overlay import overlay
from bot.reading import Reading
from bot.skin import Skin

GREY = 100
FRAME = Frame(np.full((140, 200, 3), GREY, np.uint8))
SKIN = Skin(
    np.zeros((0, 8, 8, 3), np.float32),
    np.zeros(0, np.int64),
    np.ones((8, 8), np.float32),
    1.0,
    None,
)


def drawn(text: str, *, sure: float = 1.0, selected: tuple[Cell, ...] = ()) -> NDArray[np.uint8]:
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
    return overlay(FRAME, reading)


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


def test_cells_beyond_the_picture_are_no_error() -> None:
    """A board that reaches out of its frame is drawn as far as it is seen."""
    assert drawn("a b c d e f / . ? . ? . ?", sure=0.0).shape == (140, 200, 3)
