"""A tile beside an empty cell is of the kind that it shows away from it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.flanks import joined
from bot.grouping import Grouping

SIDE, ROWS, COLS = 48, 4, 5
WHOLE = np.asarray([[1, 2, 3, 4, 5], [2, 1, 4, 3, 5], [5, 3, 0, 1, 2], [5, 4, 0, 4, 3]], np.int64)
"""The tiles beside the hole are a 1 and a 4, and on the other side a 3 and a 4."""


def cells(kinds: NDArray[np.int64], *, swapped: int = -1) -> NDArray[np.float32]:
    """Faces on cards, over the left side of which the wall of a neighbour lies."""
    lot = np.random.default_rng(6)
    faces = np.full((8, SIDE, SIDE, 3), 235, np.float32)
    faces[:, 14:-14, 16:-12] = lot.integers(0, 200, (8, 5, 5, 3)).repeat(4, 1).repeat(4, 2)
    found = faces[kinds.ravel()].copy()
    found[kinds.ravel() == EMPTY] = (20, 90, 50)
    for row, col in np.ndindex(kinds.shape):
        if kinds[row, col] != EMPTY:
            beside = col > 0 and kinds[row, col - 1] != EMPTY
            found[row * COLS + col, :, :7] = (90, 140, 60) if beside else (20, 90, 50)
    if swapped >= 0:
        found[swapped] = found[swapped, ::-1, ::-1]
    return found + lot.normal(0, 1, found.shape).astype(np.float32)


def grouping(kinds: NDArray[np.int64]) -> Grouping:
    """Tiles grouped by areas."""
    return Grouping(kinds.ravel(), np.full((8, 8), 4, np.float32), 1.5, 4.0, 0)


@pytest.mark.parametrize("taken", [UNKNOWN, 9])
def test_tiles_beside_a_hole_are_of_the_kind_they_show(taken: int) -> None:
    """Called like no other, or a kind of their own, and so those of the first column."""
    kinds = WHOLE.copy()
    kinds[3, 3] = taken
    kinds[3, 0] = UNKNOWN
    found = joined(kinds.ravel(), cells(WHOLE), WHOLE.shape, grouping(kinds))
    assert found.reshape(WHOLE.shape).tolist() == WHOLE.tolist()


def test_another_face_beside_a_hole_is_like_no_other() -> None:
    """Its surroundings are not all that it differs by."""
    kinds = WHOLE.copy()
    kinds[3, 3] = UNKNOWN
    found = joined(kinds.ravel(), cells(WHOLE, swapped=18), WHOLE.shape, grouping(kinds))
    assert found.tolist() == kinds.ravel().tolist()


def test_even_kinds_are_not_joined() -> None:
    """However alike two are but for what lies at their edges."""
    kinds = WHOLE.copy()
    kinds[2:, 0] = 8
    found = joined(kinds.ravel(), cells(WHOLE), WHOLE.shape, grouping(kinds))
    assert found.tolist() == kinds.ravel().tolist()


def test_two_kinds_with_the_same_beside_them_are_two() -> None:
    """However alike they are away from it."""
    truth = WHOLE.copy()
    truth[0, 3] = 3
    kinds = truth.copy()
    kinds[0, 3] = 9
    found = joined(kinds.ravel(), cells(truth), truth.shape, grouping(kinds))
    assert found.tolist() == kinds.ravel().tolist()
