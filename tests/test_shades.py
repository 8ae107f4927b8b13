"""Ground of a changing colour is told from what lies over it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.geometry import Cell
from bot.shades import is_shade

COLS = 10


def shade(col: int) -> tuple[int, int, int]:
    """A gradient from the left, where it is dark, to the right."""
    return 40 + 10 * col, 20 + 14 * col, 80 + 12 * col


def cells(*colours: tuple[int, int, int]) -> NDArray[np.float32]:
    """Flat cells."""
    return np.stack([np.full((12, 12, 3), colour, np.float32) for colour in colours])


AROUND = [Cell(row, col) for row in (-1, 4) for col in range(-1, COLS + 1)]
RING = cells(*(shade(place.col) for place in AROUND))
BARE = cells(shade(0), shade(0), shade(1))
"""Only the left end of the board is empty as yet."""


def told(place: Cell, colour: tuple[int, int, int]) -> bool:
    """Whether one cell is ground."""
    return bool(is_shade(cells(colour), [place], BARE, RING, AROUND)[0])


def test_ground_far_from_all_that_was_empty_is_ground() -> None:
    """Small steps around the board lead from one shade to the other."""
    for col in range(COLS):
        assert told(Cell(2, col), shade(col))


def test_a_message_is_not_ground() -> None:
    """A colour that ground has nowhere, or only at the other end of the board."""
    assert not told(Cell(2, 8), (240, 240, 240))
    assert not told(Cell(2, 8), shade(0))


def test_a_bar_beside_the_board_is_not_ground() -> None:
    """No small step leads to its colour."""
    bar = [Cell(-1, col) for col in range(COLS)]
    ring = np.concatenate([RING[12:], cells(*[(240, 240, 240)] * COLS)])
    found = is_shade(cells((240, 240, 240)), [Cell(2, 3)], BARE, ring, AROUND[12:] + bar)
    assert not found.any()


def test_nothing_is_told_where_nothing_is_known() -> None:
    """Without empty cells, or without ground around."""
    one = cells(shade(3))
    assert not is_shade(one, [Cell(2, 3)], BARE[:0], RING, AROUND).any()
    assert not is_shade(one, [Cell(2, 3)], BARE, RING[:0], []).any()
