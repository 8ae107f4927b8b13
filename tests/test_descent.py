"""Tiles that fall after a removal: which they are, and where they come from."""

from __future__ import annotations

import pytest
from builders import shuffled_board

from bot.board import EMPTY, Board
from bot.descent import Descent
from bot.geometry import Cell
from bot.position import Gravity, remove


@pytest.mark.parametrize("gravity", Gravity)
@pytest.mark.parametrize("seed", range(5))
def test_what_rests_and_what_has_moved_is_the_board_after(gravity: Gravity, seed: int) -> None:
    """Each tile once, and none that stays where it was is said to move."""
    board = shuffled_board(6, 7, 7, seed)
    link = (Cell(seed, 1), Cell(4, 2 + seed))
    descent = Descent.of(board, link, gravity)
    kinds = list(descent.resting.kinds)
    for start, end in descent.moves:
        assert start != end
        assert kinds[end.row * 7 + end.col] == EMPTY
        kinds[end.row * 7 + end.col] = board[start]
    assert Board(6, 7, tuple(kinds)) == remove(board, *link, gravity)


def test_nothing_falls_where_nothing_lies_above() -> None:
    """Nor without gravity."""
    board = Board.from_text("a a\nb b")
    assert not Descent.of(board, (Cell(0, 0), Cell(0, 1)), Gravity.DOWN).moves
    assert not Descent.of(board, (Cell(1, 0), Cell(1, 1)), Gravity.NONE).moves
    moves = Descent.of(board, (Cell(1, 0), Cell(1, 1)), Gravity.DOWN).moves
    assert moves == ((Cell(0, 0), Cell(1, 0)), (Cell(0, 1), Cell(1, 1)))
