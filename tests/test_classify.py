"""Equal faces are grouped, unequal ones told apart, by the picture alone."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.afar import in_line, nearest
from bot.classify import (
    _Look,
    best_faces,
    group,
    linked_groups,
)
from bot.drawn import Drawn, shape_likeness, shape_scores
from bot.grouping import Grouping
from bot.planes import BLOCKS, Planes
from bot.under import Under


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


@pytest.mark.parametrize("sigma", [0.0, 3.0])
def test_equal_faces_are_grouped(sigma: float) -> None:
    """Twelve faces, four of each, in any order and with noise, make twelve groups."""
    which = np.random.default_rng(1).permutation(np.repeat(np.arange(12), 4))
    cells = noisy(faces(12)[which], sigma)
    found = group(cells)
    groups, tolerance, limit = found.groups, found.tolerance, found.limit
    assert len(set(zip(groups.tolist(), which.tolist(), strict=True))) == 12
    assert len(set(groups.tolist())) == 12
    linked = linked_groups(cells, tolerance, limit)
    assert len(set(zip(groups.tolist(), linked.tolist(), strict=True))) == 12
    assert len(set(linked.tolist())) == 12


def test_one_stroke_parts_two_kinds() -> None:
    """Faces that differ in a short stroke alone are two groups, four tiles each."""
    one = noisy(np.concatenate([faces(10)[which % 10][None] for which in range(40)]), 2)
    other = faces(1)[[0] * 4]
    other[:, 10:14, 10:26] = 255 - other[:, 10:14, 10:26]
    groups = group(np.concatenate([one, noisy(other, 2)])).groups
    assert len(set(groups.tolist())) == 11
    assert len(set(groups[40:].tolist())) == 1


def test_a_tile_without_a_twin_stays_alone() -> None:
    """One face that occurs once among pairs is a group of its own."""
    groups = group(noisy(faces(9)[[0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7]], 2)).groups
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
    assert best_faces(ground, known, tolerance, 2.0)[1][0] > 2
    assert np.isfinite(best_faces(ground, known, tolerance)[1][0])
    assert best_faces(ground[:0], known, tolerance)[0].shape == (0,)


def test_a_small_tile_beside_its_place_is_near_its_face() -> None:
    """A pixel is a quarter of a block there, and the edge of a tile is a large step."""
    lot = np.random.default_rng(3)
    known = np.full((6, 34, 30, 3), 60, np.float32)
    known[:, 2:-3, 2:-3] = 240
    known[:, 8:-9, 8:-9] = lot.integers(0, 250, (6, 17, 13, 3))
    tolerance = np.full((BLOCKS - 1, BLOCKS - 1), 8, np.float32)
    face, difference = best_faces(np.roll(known, 1, axis=2), known, tolerance, 1.5)
    assert face.tolist() == list(range(6))
    assert difference.max() < 1.5


def test_shape_is_known_in_another_tint() -> None:
    """A darker, bluer cell correlates fully with its face and with no other as much."""
    known = faces(5)
    tinted = known * np.asarray([0.6, 0.7, 0.9], np.float32) + np.asarray([10, 20, 25], np.float32)
    scores = shape_scores(tinted, known)
    assert scores.diagonal() == pytest.approx(np.ones(5), abs=0.01)
    assert np.where(np.eye(5, dtype=bool), -1, scores).max() < 0.95
    assert shape_likeness(tinted, known) == pytest.approx(scores.diagonal(), abs=1e-5)


def test_large_cells_on_a_ground_that_varies_are_compared_at_half_their_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A stroke parts two kinds all the same."""
    lot = np.random.default_rng(9)
    plain = np.broadcast_to(lot.uniform(40, 200, (16, 1, 1, 3)), (16, 120, 120, 3))
    ground = plain.astype(np.float32)
    cells, which = ground.copy(), np.repeat(np.arange(4), 4)
    drawn = faces(4)[:, :20, :20].repeat(3, axis=1).repeat(3, axis=2)
    drawn[1] = drawn[0]
    drawn[1, 24:36, 24:36] = 255 - drawn[0, 24:36, 24:36]
    cells[:, 30:90, 30:90] = drawn[which]
    under = Under(ground, np.linalg.norm(cells - ground, axis=-1).astype(np.float32), varied=True)
    sizes = set[int]()
    compared = Planes.of

    def spied(some: NDArray[np.float32], beneath: Under | None = None) -> Planes:
        sizes.add(some.shape[1])
        return compared(some, beneath)

    monkeypatch.setattr("bot.classify.Planes.of", spied)
    groups = group(cells, under).groups
    assert [len(set(groups[which == kind].tolist())) for kind in range(4)] == [1, 1, 1, 1]
    assert len(set(groups.tolist())) == 4
    assert max(sizes) < 60


def test_equal_faces_under_glass_are_grouped_on_any_ground() -> None:
    """The ground shows through whole tiles, so most others on it look more alike from afar."""
    lot = np.random.default_rng(4)
    which = lot.permutation(np.repeat(np.arange(24), 4))
    plain = np.broadcast_to(lot.integers(0, 255, (96, 1, 1, 3)), (96, 40, 40, 3))
    cells = plain.astype(np.float32)
    cells[:, 2:-2, 2:-2] += 0.4 * (255 - cells[:, 2:-2, 2:-2])
    drawn = faces(24)[which][:, 8:-8, 8:-8]
    cells[:, 14:-14, 14:-14] = drawn[:, 6:-6, 6:-6]
    apart = np.linalg.norm(cells - plain, axis=-1).astype(np.float32)
    ground = Under(plain.astype(np.float32), apart, varied=True)
    groups = group(cells, ground).groups
    assert len(set(zip(groups.tolist(), which.tolist(), strict=True))) == 24
    assert len(set(groups.tolist())) == 24


def test_differences_that_are_known_are_not_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where drawings make more pairs worth comparing only these are compared."""
    lot = np.random.default_rng(2)
    ground = cv2.resize(lot.uniform(0, 255, (30, 30, 3)).astype(np.float32), (36, 1440))
    ground = ground.reshape(40, 36, 36, 3)
    cells = ground.copy()
    cells[:, 8:28, 8:28] = faces(10)[np.arange(40) % 10][:, 8:28, 8:28]
    under = Under(ground, np.linalg.norm(cells - ground, axis=-1).astype(np.float32), varied=True)
    look = _Look.of(cells, under)
    known = look.near()
    drawn = replace(look, drawn=Drawn.of(cells, under))
    pairs, blocks = drawn.near()
    told, tell = list[int](), _Look.blocks

    def spied(self: _Look, some: NDArray[np.intp]) -> NDArray[np.float32]:
        told.append(len(some))
        return tell(self, some)

    monkeypatch.setattr(_Look, "blocks", spied)
    again, same = drawn.near(known)
    assert (again == pairs).all()
    assert np.abs(same - blocks).max() < 1e-3
    assert sum(told) == len(pairs) - len(known[0])
    assert 0 < sum(told) < len(pairs)


@pytest.mark.parametrize(("drawn_gap", "kinds"), [(30.0, 6), (1.2, 5)])
def test_kinds_that_the_ground_explained_away_are_parted_by_their_drawings(
    monkeypatch: pytest.MonkeyPatch, drawn_gap: float, kinds: int
) -> None:
    """What joined two of them is not asked again; without clear drawings it is believed."""
    which = np.asarray([0, 0, 1, 1, 2, 2, 3, 3, 4, 5])
    cells = faces(6)[which]
    under, around = (
        Under(np.full_like(cells, level), np.full(cells.shape[:3], 90, np.float32), varied=True)
        for level in (10, 20)
    )
    coarser = np.where(which == 5, 4, which)
    told = iter([(which, 2.0), (coarser, 14.0), (which, drawn_gap)])
    looks = list[Under | None]()

    def grouped(look: _Look, near: object, cells: object, ground: Under | None) -> Grouping:
        groups, gap = next(told)
        looks.append(ground)
        return Grouping(groups, np.ones((1, 1), np.float32), 1.0, gap, 0)

    monkeypatch.setattr("bot.classify._grouped", grouped)
    found = group(cells, under, around)
    assert looks == [under, around, under]
    assert (len(set(found.groups.tolist())), found.around) == (kinds, kinds == 5)


def test_equal_tiles_that_lie_a_pixel_aside_are_one_kind() -> None:
    """From afar all others in their rows are more alike, for their plates lie in the same place."""
    y, x = np.mgrid[:40, :40] - 19.5
    away = np.hypot(x, y)
    plates = np.full((30, 40, 40, 3), 210, np.float32)
    plates[:, (away < 18) & (away > 13)] = 20
    small = np.asarray([cv2.resize(face, (12, 12)) for face in faces(30)[:, 8:-8, 8:-8]])
    plates[:, 14:26, 14:26] = 150 + small / 3
    plates = np.asarray([cv2.GaussianBlur(plate, (0, 0), 0.8) for plate in plates])
    way = np.asarray([[1, 0, 0], [0, 1, 0.75]], np.float32)
    cells = plates.repeat(4, axis=0)
    for at in np.flatnonzero(np.arange(120) % 4 >= 2):
        cells[at] = cv2.warpAffine(cells[at], way, (40, 40), borderMode=cv2.BORDER_REPLICATE)
    found = group(noisy(cells, 1.0)).groups.reshape(30, 4)
    assert (found == found[:, :1]).all()
    assert len(np.unique(found)) == 30
    assert in_line(cells) is not None
    assert in_line(plates) is None
