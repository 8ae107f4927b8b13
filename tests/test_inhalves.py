"""Cells twice as high as their tiles are told from cells of whole ones."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.geometry import Lattice, Pixel
from bot.inhalves import in_halves

LATTICE = Lattice(Pixel(50, 60), (30, 60), 3, 4)
KINDS = np.asarray([1, 0, 0, 2, 3, 0, 0, 2, 4, 4, 3, 1], np.int64)


def cells(ends: dict[int, slice], kinds: NDArray[np.int64] = KINDS) -> NDArray[np.float32]:
    """Cells of 60 x 30 px with something drawn in a part of their rows, for each kind its own."""
    made = np.full((len(kinds), 60, 30, 3), 90, np.float32)
    lot = np.random.default_rng(1)
    for cell, kind in zip(made, kinds.tolist(), strict=True):
        if kind:
            part = cell[ends[kind], 6:-6]
            part[:] = lot.integers(0, 255, part.shape)
    return made


UPPER, LOWER, BOTH = slice(5, 25), slice(35, 55), slice(20, 40)


def test_tiles_above_and_below_lie_in_cells_half_as_high() -> None:
    seen = in_halves(LATTICE, cells({1: UPPER, 2: LOWER, 3: UPPER, 4: LOWER}), KINDS)
    assert seen is not None
    assert seen.lattice == Lattice(Pixel(50, 45), (30, 30), 6, 4)
    tiles = np.argwhere(seen.tiles.reshape(6, 4)).tolist()
    assert tiles == [[0, 0], [1, 3], [2, 0], [3, 3], [4, 2], [4, 3], [5, 0], [5, 1]]


def test_tiles_to_the_left_and_right_lie_in_cells_half_as_wide() -> None:
    turned = cells({1: UPPER, 2: LOWER, 3: UPPER, 4: LOWER}).swapaxes(1, 2)
    seen = in_halves(Lattice(Pixel(60, 50), (60, 30), 3, 4), turned, KINDS)
    assert seen is not None
    assert seen.lattice == Lattice(Pixel(45, 50), (30, 30), 3, 8)
    assert np.flatnonzero(seen.tiles[:8]).tolist() == [0, 7]


@pytest.mark.parametrize(
    "ends",
    [
        {1: UPPER, 2: UPPER, 3: UPPER, 4: UPPER},
        {1: BOTH, 2: BOTH, 3: BOTH, 4: BOTH},
        {1: UPPER, 2: LOWER, 3: BOTH, 4: LOWER},
    ],
    ids=["all above", "in the middle", "one in the middle"],
)
def test_tiles_of_whole_cells_stay_so(ends: dict[int, slice]) -> None:
    """A drawing may lie anywhere in its cell, if all do."""
    assert in_halves(LATTICE, cells(ends), KINDS) is None


def test_half_moons_among_others_stay_whole() -> None:
    """One tile of either half is no sign."""
    kinds = np.where(np.arange(12) == 3, 2, np.where(KINDS == 2, 0, KINDS))
    drawn = cells({1: UPPER, 2: LOWER, 3: UPPER, 4: UPPER}, kinds)
    assert in_halves(LATTICE, drawn, kinds) is None
