"""Which of the marked tiles are selected."""

from __future__ import annotations

from bot.geometry import Cell
from bot.selection import Selection

A, B = Cell(0, 0), Cell(1, 2)


def test_marks_on_half_the_board_are_none() -> None:
    """A game marks a few tiles at a time; what makes many look so is something else."""
    cells = [Cell(0, col) for col in range(8)]
    selection = Selection()
    assert selection.among(cells[:4]) == set(cells[:4])
    assert selection.among(cells) == set()


def test_a_tile_that_was_marked_before_is_not_selected_until_its_mark_has_gone() -> None:
    """A tile that fell into other light looks marked; one that does no longer may be selected."""
    selection = Selection()
    assert not selection.among([A], anew=True)
    assert selection.among([A, B]) == {B}
    assert selection.among([B]) == {B}
    assert selection.among([A]) == {A}


def test_marks_of_many_are_told_without_those_of_before() -> None:
    """Of five marks four that were there before leave one that is selected."""
    before = [Cell(3, col) for col in range(4)]
    selection = Selection()
    assert not selection.among(before, anew=True)
    assert selection.among([*before, A]) == {A}
