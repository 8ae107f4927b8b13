"""A line whose edges lie elsewhere than those of a board is told, and no line of a board is."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.outofstep import is_out_of_step

SIDE = 40


def cards(number: int, aside: int = 0, *, seed: int = 3) -> NDArray[np.float32]:
    """Pale cards with something drawn on them, so many pixels down in their cells."""
    lot = np.random.default_rng(seed)
    cells = np.full((number, SIDE, SIDE, 3), 60, np.float32)
    cells[:, 4:-4, 4:-4] = 230
    cells[:, 12:-12, 12:-12] = lot.integers(0, 200, (number, 4, 4, 3)).repeat(4, 1).repeat(4, 2)
    cells += lot.normal(0, 3, cells.shape)
    return np.roll(cells, aside, axis=1)


@pytest.mark.parametrize("aside", [-9, -6, 6, 9])
def test_what_lies_aside_is_out_of_step(aside: int) -> None:
    """Up or down, and in a column to the left or right."""
    line, board = cards(3, aside), cards(20, seed=4)
    assert is_out_of_step(line, board)
    assert not is_out_of_step(line, board, across=True)
    assert is_out_of_step(line.swapaxes(1, 2), board.swapaxes(1, 2), across=True)


@pytest.mark.parametrize("aside", [-2, 0, 2])
@pytest.mark.parametrize("number", [2, 5])
def test_a_line_of_the_board_is_in_step(number: int, aside: int) -> None:
    """Be its place off by as much as a lattice is."""
    for seed in range(20):
        assert not is_out_of_step(cards(number, aside, seed=seed), cards(12, seed=50 + seed))


def test_a_few_tell_nothing() -> None:
    """One tile has the edges of what is drawn on it; and what is flat has none."""
    assert not is_out_of_step(cards(1, 9), cards(20))
    assert not is_out_of_step(cards(3, 9), cards(3))
    assert not is_out_of_step(np.full((3, SIDE, SIDE, 3), 80, np.float32), cards(20))
