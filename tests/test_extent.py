"""What lies in line with a board is part of it where its tiles say so, and only there."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bot.board import EMPTY
from bot.extent import kept, moved, widened
from bot.geometry import Cell, Lattice, Pixel
from bot.naming import Named
from bot.planes import BLOCKS
from bot.skin import Skin

NONE = np.empty(0, np.intp)


def rows_kept(rows: list[list[int]]) -> list[int]:
    """The rows of cells that are left when those are left out that are no part of the board."""
    kinds = np.asarray(rows, np.int64)
    cells = np.zeros((kinds.size, 8, 8, 3), np.float32)
    names = np.unique(kinds[kinds > EMPTY])
    tolerance = np.full((BLOCKS - 1, BLOCKS - 1), 4, np.float32)
    skin = Skin(cells[: len(names)], names, tolerance, 1.0, None)
    named = Named(kinds.ravel(), NONE, skin, NONE, 4.0)
    left = kept(Lattice(Pixel(4, 4), (8, 8), *kinds.shape), cells, named)
    return np.flatnonzero(left.any(axis=1)).tolist()


def half_full(kinds: int, seed: int = 4) -> list[list[int]]:
    """Five rows of ten, of which some cells hold a tile: two of each kind."""
    cells = [1 + at // 2 for at in range(2 * kinds)] + [EMPTY] * (50 - 2 * kinds)
    while True:
        Random(seed).shuffle(cells)
        rows = [cells[at : at + 10] for at in range(0, 50, 10)]
        if rows_kept(rows) == [0, 1, 2, 3, 4]:
            return rows
        seed += 1


@pytest.mark.parametrize("between", [0, 1])
def test_a_row_of_buttons_is_no_part_of_a_board(between: int) -> None:
    """Six of them in three kinds of their own, next to it or past an empty row."""
    board = half_full(11)
    buttons = [[90, 91, 91, 92, 92, 90] + [EMPTY] * 4] + [[EMPTY] * 10] * between
    assert rows_kept(buttons + board) == [at + 1 + between for at in range(5)]
    assert rows_kept(board + buttons[::-1]) == [0, 1, 2, 3, 4]


def test_the_last_pair_of_a_kind_may_lie_in_one_row() -> None:
    """Where few tiles are left that happens by chance."""
    board = half_full(7)
    pair = [EMPTY, 90, EMPTY, EMPTY, 90] + [EMPTY] * 5
    assert rows_kept([pair, *board]) == [0, 1, 2, 3, 4, 5]


def test_lines_of_text_above_are_no_part_of_a_board() -> None:
    """Several rows that share their kinds with each other alone."""
    board = half_full(12)
    text = [[90, 91, EMPTY, 92] + [EMPTY] * 6, [92, 90, 91] + [EMPTY] * 7, [EMPTY] * 10]
    assert rows_kept(text + board) == [3, 4, 5, 6, 7]


def test_a_lattice_is_widened_to_cells_outside_and_its_marks_move_along() -> None:
    """One row above and two columns to the right."""
    lattice = Lattice(Pixel(30.0, 40.0), (20.0, 10.0), 2, 2)
    wider = widened(lattice, [Cell(-1, 0), Cell(1, 3)])
    assert (wider.rows, wider.cols) == (3, 4)
    assert wider.origin == pytest.approx((30.0, 30.0))
    marks = moved(np.asarray([True, False, False, True]), lattice, wider)
    assert np.flatnonzero(marks).tolist() == [4, 9]
