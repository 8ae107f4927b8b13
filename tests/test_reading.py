"""A reading fits together, or there is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from builders import board

from bot.errors import InputError
from bot.geometry import Cell, Lattice, Pixel
from bot.reading import Reading, board_of, cells_of
from bot.skin import Skin

LATTICE = Lattice(Pixel(40.0, 50.0), (40.0, 40.0), 2, 3)
GOOD = Reading(
    board("a b . / b ? a"),
    LATTICE,
    Skin(
        np.zeros((0, 8, 8, 3), np.float32),
        np.zeros(0, np.int64),
        np.ones((8, 8), np.float32),
        1.0,
        None,
    ),
    (Cell(0, 1), Cell(1, 2)),
    np.zeros((140, 200, 3), np.uint8),
    np.zeros((6, 8, 8, 3), np.uint8),
    np.ones(6, np.float32),
)


def test_what_does_not_fit_is_refused() -> None:
    """A board of another size, and too few looks, are named."""
    with pytest.raises(InputError, match="board of 1 x 3 fits no lattice of 2 x 3"):
        replace(GOOD, board=board("a b a"))
    with pytest.raises(InputError, match="with 5 looks"):
        replace(GOOD, looks=GOOD.looks[:5])


@pytest.mark.parametrize(
    ("confidence", "said"),
    [
        ([1.0] * 5, r"6 cells .* got \(5,\)"),
        ([1.0] * 5 + [1.5], r"\[1.00, 1.50\]"),
        ([1.0] * 5 + [-0.5], r"\[-0.50, 1.00\]"),
        ([1.0] * 5 + [np.nan], "nan"),
    ],
)
def test_confidence_is_a_share_of_each_cell(confidence: list[float], said: str) -> None:
    """Too few, more than 1, less than 0 and no number at all are refused."""
    with pytest.raises(InputError, match=said):
        replace(GOOD, confidence=np.asarray(confidence, np.float32))


def test_a_reading_cannot_be_changed() -> None:
    """Its arrays are read-only."""
    for array in (GOOD.looks, GOOD.confidence):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_cells_are_numbered_row_by_row() -> None:
    """Kinds and marks are those of the board, and lead back to it."""
    assert GOOD.kinds.tolist() == [1, 2, 0, 2, -1, 1]
    assert GOOD.marks.tolist() == [1, 5]
    assert board_of(GOOD.kinds, LATTICE) == GOOD.board
    assert cells_of(np.asarray([5, 1]), LATTICE) == GOOD.selected
