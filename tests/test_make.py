"""Buttons past an empty line are of another make than the tiles, and few tiles are not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.make import Make

SIDE = 20
ROWS = np.asarray(
    [
        [1, 2, 2, 1, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [3, 0, 4, 0, 5, 0],
        [0, 6, 0, 3, 0, 6],
        [5, 0, 0, 4, 0, 0],
    ],
    np.int64,
)


def cells(kinds: NDArray[np.int64], ground: float, rims: dict[int, float]) -> NDArray[np.float32]:
    """Cells with a square in the colour of their kind, and around it that of the ground.

    Some kinds have another colour around it.
    """
    made = np.full((kinds.size, SIDE, SIDE, 3), ground, np.float32)
    for cell, kind in zip(made, kinds.ravel().tolist(), strict=True):
        cell[:] = rims.get(kind, ground)
        if kind:
            cell[5:-5, 5:-5] = 20 * kind
    return made


def strange(kinds: NDArray[np.int64], rims: dict[int, float], ground: float = 90) -> int:
    """The first rows that are of another make."""
    numbers = np.arange(kinds.size).reshape(kinds.shape)
    return Make(cells(kinds, ground, rims), kinds.ravel()).strange_rows(numbers)


def test_what_shares_a_rim_of_its_own_past_an_empty_line_is_strange() -> None:
    """Buttons on grey are; so are they where tiles have a rim, too; tiles in two lines are not."""
    assert strange(ROWS, {1: 200, 2: 200}) == 1
    assert strange(ROWS, {1: 200, 2: 200, 3: 240, 4: 240, 5: 240, 6: 240}) == 1
    assert strange(ROWS, {}) == 0
    assert strange(ROWS, {1: 200, 2: 120}) == 0  # they share nothing
    assert strange(ROWS, {1: 200, 2: 200, 3: 200}) == 0  # a tile has it


@pytest.mark.parametrize("twin", [1, 2])
def test_a_face_that_is_seen_on_the_board_is_its_own(twin: int) -> None:
    """Then it is the look of some tiles that is strange, as of two that a hint shows."""
    kinds = ROWS.copy()
    kinds[4, 0] = twin
    assert strange(kinds, {1: 200, 2: 200}) == 0


def test_a_line_next_to_the_board_is_strange_if_it_is_of_kinds_of_its_own_by_no_chance() -> None:
    """As many tiles of two kinds may, of few; and a pair of one kind of many."""
    few = ROWS[[0, 2, 3, 4]]
    many = np.concatenate([few, [[7, 0, 8, 0, 9, 0], [0, 9, 0, 7, 0, 8]]])
    assert strange(many, {1: 200, 2: 200}) == 1
    assert strange(few, {1: 200, 2: 200}) == 0
    assert strange(many, {}) == 0
    other = np.where(many == 6, 2, many)
    assert strange(other, {1: 200, 2: 200}) == 0
    pair = np.where(many == 2, EMPTY, many)
    assert strange(pair, {1: 200}) == 0
    assert strange(np.where(ROWS == 2, EMPTY, ROWS), {1: 200}) == 1


def test_nothing_is_strange_where_there_is_less_of_the_board_than_of_it() -> None:
    assert strange(ROWS[:3], {1: 200, 2: 200}) == 0


def test_a_single_kind_is_strange_only_where_the_tiles_share_a_look() -> None:
    """Squares in a colour for each kind are all different: the last pair of one is no button."""
    kinds = np.where(ROWS == 2, 1, ROWS)
    assert strange(kinds, {1: 200}) == 1
    assert strange(kinds, {kind: 30 * kind + 40 for kind in range(1, 7)}) == 0
