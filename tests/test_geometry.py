"""Places and lattices."""

from __future__ import annotations

from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import InputError
from bot.geometry import Cell, Lattice, Pixel, Rect

LATTICE = Lattice(origin=Pixel(100.0, 50.0), pitch=(40.0, 56.0), rows=8, cols=18)
numbers = st.integers(-50, 50)
rects = st.builds(Rect, numbers, numbers, st.integers(0, 40), st.integers(0, 40))


@given(row=st.integers(0, 7), col=st.integers(0, 17))
def test_the_middle_of_a_cell_lies_in_that_cell(row: int, col: int) -> None:
    """Going from a cell to its middle and back gives the same cell."""
    assert LATTICE.cell_at(LATTICE.center(Cell(row, col))) == Cell(row, col)


@given(row=st.integers(0, 7), col=st.integers(0, 17), dx=st.floats(-0.49, 0.49))
def test_a_cell_reaches_half_a_pitch_around_its_middle(row: int, col: int, dx: float) -> None:
    """Any place less than half a pitch from a middle lies in that cell."""
    middle = LATTICE.center(Cell(row, col))
    pixel = Pixel(middle.x + dx * LATTICE.pitch[0], middle.y + dx * LATTICE.pitch[1])
    assert LATTICE.cell_at(pixel) == Cell(row, col)


def test_the_axes_keep_their_own_pitch() -> None:
    """Columns go with x and rows with y, each with its own pitch."""
    assert LATTICE.center(Cell(row=2, col=3)) == Pixel(220.0, 162.0)


@pytest.mark.parametrize(
    "pixel", [Pixel(79.9, 50), Pixel(100, 21.9), Pixel(800, 50), Pixel(100, 470)]
)
def test_a_place_off_the_board_has_no_cell(pixel: Pixel) -> None:
    """Just outside each edge there is no cell."""
    assert LATTICE.cell_at(pixel) is None


def test_the_bounds_hold_every_cell_and_no_more() -> None:
    """The board's edges lie half a pitch outside the outermost middles."""
    assert LATTICE.bounds() == (80.0, 22.0, 800.0, 470.0)


@pytest.mark.parametrize("pitch", [(0.0, 5.0), (5.0, -1.0), (nan, 5.0), (5.0, inf)])
def test_a_lattice_without_a_pitch_is_refused(pitch: tuple[float, float]) -> None:
    """A pitch that is zero, negative or no number is refused."""
    with pytest.raises(InputError, match="pitch"):
        Lattice(Pixel(0, 0), pitch, 2, 2)


def test_a_lattice_without_cells_is_refused() -> None:
    """A lattice needs a row and a column."""
    with pytest.raises(InputError, match="0 x 4"):
        Lattice(Pixel(0, 0), (5.0, 5.0), 0, 4)


@given(one=rects, two=rects, x=numbers, y=numbers)
def test_an_intersection_holds_what_both_hold(one: Rect, two: Rect, x: int, y: int) -> None:
    """A place lies in the intersection exactly if it lies in both rectangles."""
    assert one.intersection(two).holds(x, y) == (one.holds(x, y) and two.holds(x, y))


def test_a_rectangle_prints_as_the_command_line_takes_it() -> None:
    """The text form is X,Y,WIDTH,HEIGHT."""
    assert str(Rect(1, 2, 30, 40)) == "1,2,30,40"
