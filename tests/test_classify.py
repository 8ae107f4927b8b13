"""Equal faces are grouped, unequal ones told apart, by the picture alone."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.classify import (
    BLOCKS,
    best_faces,
    block_differences,
    differences,
    group,
    linked_groups,
    nearest,
    rim,
    same_place,
    shape_likeness,
    shape_scores,
    tolerance_of,
)


def faces(count: int) -> NDArray[np.float32]:
    """Faces of random coarse squares on pale paper."""
    lot = np.random.default_rng(7)
    made = np.full((count, 40, 40, 3), 235, np.float32)
    made[:, 8:-8, 8:-8] = lot.integers(0, 200, (count, 4, 4, 3)).repeat(6, 1).repeat(6, 2)
    return made


def noisy(cells: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """The cells with noise on them."""
    noise = np.random.default_rng(2).normal(0, sigma, cells.shape)
    return np.asarray(cells + noise, dtype=np.float32)


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


@pytest.mark.parametrize("sigma", [0.0, 3.0])
def test_equal_faces_are_grouped(sigma: float) -> None:
    """Twelve faces, four of each, in any order and with noise, make twelve groups."""
    which = np.random.default_rng(1).permutation(np.repeat(np.arange(12), 4))
    cells = noisy(faces(12)[which], sigma)
    groups, tolerance, limit = group(cells)
    assert len(set(zip(groups.tolist(), which.tolist(), strict=True))) == 12
    assert len(set(groups.tolist())) == 12
    assert (np.unique(groups) == np.unique(linked_groups(cells, tolerance, limit))).all()


def test_one_stroke_parts_two_kinds() -> None:
    """Faces that differ in a short stroke alone are two groups, four tiles each."""
    one = noisy(np.concatenate([faces(10)[which % 10][None] for which in range(40)]), 2)
    other = faces(1)[[0] * 4]
    other[:, 10:14, 10:26] = 255 - other[:, 10:14, 10:26]
    groups, _, _ = group(np.concatenate([one, noisy(other, 2)]))
    assert len(set(groups.tolist())) == 11
    assert len(set(groups[40:].tolist())) == 1


def test_a_tile_without_a_twin_stays_alone() -> None:
    """One face that occurs once among pairs is a group of its own."""
    groups, _, _ = group(noisy(faces(9)[[0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7]], 2))
    assert np.bincount(groups)[groups[8]] == 1
    assert sorted(np.bincount(groups).tolist()) == [1] + [2] * 8


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_cells_need_no_linking(count: int) -> None:
    """Each is a group of its own."""
    tolerance = np.full((BLOCKS - 1, BLOCKS - 1), 4, np.float32)
    assert linked_groups(faces(1)[:count], tolerance, 2.0).tolist() == [0] * count


def test_the_nearest_are_twins() -> None:
    """The nearest cell of each is its twin, and never itself."""
    cells = noisy(np.concatenate([faces(6), faces(6)]), 2)
    found = nearest(cells, cells, 1, same=True)[:, 0]
    assert found.tolist() == [6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5]


def test_the_best_face_is_found_or_far() -> None:
    """Each cell gets its own face; what is surely beyond the limit is infinitely far."""
    known = faces(9)
    tolerance = np.full((BLOCKS - 1, BLOCKS - 1), 4, np.float32)
    which = np.asarray([3, 0, 8])
    face, difference = best_faces(noisy(known[which], 1), known, tolerance, 2.0)
    assert face.tolist() == which.tolist()
    assert difference.max() < 2
    ground = np.zeros((1, 40, 40, 3), np.float32)
    assert best_faces(ground, known, tolerance, 2.0)[1][0] == np.inf
    assert np.isfinite(best_faces(ground, known, tolerance)[1][0])
    assert best_faces(ground[:0], known, tolerance)[0].shape == (0,)


def test_shape_is_known_in_another_tint() -> None:
    """A darker, bluer cell correlates fully with its face and with no other as much."""
    known = faces(5)
    tinted = known * np.asarray([0.6, 0.7, 0.9], np.float32) + np.asarray([10, 20, 25], np.float32)
    scores = shape_scores(tinted, known)
    assert scores.diagonal() == pytest.approx(np.ones(5), abs=0.01)
    assert np.where(np.eye(5, dtype=bool), -1, scores).max() < 0.95
    assert shape_likeness(tinted, known) == pytest.approx(scores.diagonal(), abs=1e-5)
