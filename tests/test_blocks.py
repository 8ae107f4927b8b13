"""What two cells differ by: block by block, at the best shift, and what twins may differ by."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.blocks import BLOCKS, block_differences, differences, rim, same_place, tolerance_of


def faces(count: int) -> NDArray[np.float32]:
    """Faces of random coarse squares on pale paper."""
    lot = np.random.default_rng(7)
    made = np.full((count, 40, 40, 3), 235, np.float32)
    made[:, 8:-8, 8:-8] = lot.integers(0, 200, (count, 4, 4, 3)).repeat(6, 1).repeat(6, 2)
    return made


def test_a_pixel_of_shift_costs_nothing_and_a_stroke_in_full() -> None:
    """Cells a pixel apart are equal; a changed stroke shows in the blocks it lies in."""
    cells = faces(1)
    shifted = np.roll(cells, 1, axis=2)
    one = np.zeros(1, np.intp)
    assert block_differences(cells, shifted, one, one).max() == pytest.approx(0)
    struck = cells.copy()
    struck[0, 4:8, 4:12] = 0
    blocks = block_differences(cells, struck, one, one)[0]
    assert blocks.shape == (BLOCKS - 1, BLOCKS - 1)
    assert blocks[0, :2].min() > 20
    assert blocks[4:, 4:].max() == pytest.approx(0)


def test_the_rim_sees_a_frame_and_not_a_side() -> None:
    """A frame all round a cell lies in the middle block of the rim, a shadow on one side not."""
    cell = faces(1)
    framed, shaded = cell.copy(), cell.copy()
    framed[0, :3], framed[0, -3:], framed[0, :, :3], framed[0, :, -3:] = 0, 0, 0, 0
    shaded[0, :, -6:] = 60
    assert rim(same_place(cell, framed))[0] > 20
    assert rim(same_place(cell, shaded))[0] == pytest.approx(0)


def test_tolerance_is_what_twins_differ_by() -> None:
    """Blocks in which twins differ are judged mildly; without twins there is a floor."""
    twins = np.zeros((8, BLOCKS - 1, BLOCKS - 1), np.float32)
    twins[:, 3, 4] = 6
    tolerance = tolerance_of(twins)
    assert tolerance[3, 4] == pytest.approx(6 + tolerance[3, 3])
    assert (tolerance_of(twins[:0]) == tolerance[3, 3]).all()
    assert differences(twins, tolerance).max() < 1


def test_tolerance_is_larger_at_the_rim_and_never_large() -> None:
    """Ground seen around a tile may change more than its face, and neither may change at all."""
    alike, unlike = (np.full((4, BLOCKS - 1, BLOCKS - 1), by, np.float32) for by in (0, 200))
    tolerance = tolerance_of(alike)
    assert tolerance[0].min() > tolerance[1, 1] > tolerance[2, 2] == tolerance[2:-2, 2:-2].max()
    assert tolerance_of(unlike)[2:-2, 2:-2].max() < 30
    assert tolerance_of(unlike).max() < 60
