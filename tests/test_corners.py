"""Places of a picture that look alike are paired, and nothing else is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.corners import LOOSELY, MOST, Twins, _strengths, find_twins

SIDE = 40
"""px; side of a patch."""


def patch(seed: int) -> NDArray[np.uint8]:
    """Coarse squares of colours drawn by lot."""
    squares = np.random.default_rng(seed).integers(0, 256, (5, 5, 3))
    return squares.astype(np.uint8).repeat(SIDE // 5, axis=0).repeat(SIDE // 5, axis=1)


def pasted(places: list[tuple[int, int]], seeds: list[int]) -> NDArray[np.uint8]:
    """Patches on a grey ground, their left and top edges at these places."""
    picture = np.full((300, 400, 3), 128, np.uint8)
    for (x, y), seed in zip(places, seeds, strict=True):
        picture[y : y + SIDE, x : x + SIDE] = patch(seed)
    return picture


def ways(twins: Twins) -> set[tuple[int, int]]:
    """The ways between twins, the earlier one of the two first, in whole px."""
    return {
        (round(x), round(y))
        for x, y in zip(twins.across.tolist(), twins.down.tolist(), strict=True)
    }


def test_twins_lie_as_far_apart_as_the_patches() -> None:
    """Each pair is one place of a patch and the same place of its copy, to the pixel."""
    twins = find_twins(pasted([(30, 40), (213, 151)], [1, 1]))
    assert len(twins.a) > 8
    assert ways(twins) == {(183, 111)}
    assert (twins.count == 1).sum() == 2 * len(twins.a)


def test_other_patches_are_no_twins() -> None:
    """Two patches of other colours have nothing in common."""
    assert not len(find_twins(pasted([(30, 40), (213, 151)], [1, 2])).a)


def test_small_things_on_a_rough_ground_have_twins_if_compared_loosely() -> None:
    """Strictly, what lies around a detail counts with it."""
    lot = np.random.default_rng(6)
    coarse = lot.integers(60, 200, (75, 100, 1)).astype(np.uint8)
    picture = cv2.resize(coarse, (400, 300), interpolation=cv2.INTER_CUBIC)[..., None].repeat(3, 2)
    places, way = [(x, y) for x in (20, 70, 120) for y in (20, 70, 120, 170)], (183, 61)
    for seed, (x, y) in enumerate(places):
        small = cv2.resize(patch(seed), (20, 20), interpolation=cv2.INTER_AREA)
        picture[y : y + 20, x : x + 20] = small
        picture[y + way[1] : y + way[1] + 20, x + way[0] : x + way[0] + 20] = small

    def good(twins: Twins) -> int:
        near = (abs(twins.across - way[0]) < 1.5) & (abs(twins.down - way[1]) < 1.5)
        return int(near.sum())

    strictly, loosely = good(find_twins(picture)), good(find_twins(picture, LOOSELY))
    assert loosely > max(8, 2 * strictly)


def test_noise_does_not_part_twins() -> None:
    """Most pairs outlast a little noise, and lie within a pixel of the true way."""
    picture = pasted([(30, 40), (213, 151)], [1, 1])
    noise = np.random.default_rng(3).normal(0, 3, picture.shape)
    twins = find_twins(np.clip(picture + noise, 0, 255).astype(np.uint8))
    good = (abs(twins.across - 183) < 1.5) & (abs(twins.down - 111) < 1.5)
    assert good.sum() > 8
    assert good.mean() > 0.6


def test_what_is_common_is_counted_but_not_followed() -> None:
    """A corner of a patch drawn 20 times knows of 19 twins, and far fewer pairs are kept."""
    places = [(20 + 70 * col, 20 + 65 * row) for row in range(4) for col in range(5)]
    twins = find_twins(pasted(places, [1] * 20))
    assert twins.count.max() == 19
    corners = int((twins.count == 19).sum())
    assert 4 * corners <= len(twins.a) <= 8 * corners


def test_pairs_are_told_once() -> None:
    """No pair comes twice, in either order, and none is of a corner with itself."""
    twins = find_twins(pasted([(30, 40), (213, 151), (300, 20)], [1, 1, 1]))
    assert (twins.a < twins.b).all()
    assert len(set(zip(twins.a.tolist(), twins.b.tolist(), strict=True))) == len(twins.a)


@pytest.mark.parametrize("shape", [(200, 300), (10, 12), (1, 1)])
def test_a_plain_picture_has_no_corners(shape: tuple[int, int]) -> None:
    """Nothing is drawn, or there is no room for anything: no corner and no pair."""
    twins = find_twins(np.full((*shape, 3), 90, np.uint8))
    assert twins.x.shape == twins.a.shape == twins.across.shape == (0,)


def test_corners_are_drawn_from_all_of_a_crowded_picture() -> None:
    """Of more corners than are kept some lie in every part of the picture."""
    noise = np.random.default_rng(1).integers(0, 256, (700, 900, 3)).astype(np.uint8)
    twins = find_twins(noise)
    assert MOST - 50 < len(twins.x) <= MOST
    parts = set(zip((twins.x // 100).astype(int), (twins.y // 100).astype(int), strict=True))
    assert len(parts) == 9 * 7


@pytest.mark.parametrize("height", [1, 127, 128, 129, 300])
def test_bands_leave_no_trace(height: int) -> None:
    """Corners found band by band are as strong as those of the whole picture."""
    grey = np.random.default_rng(5).integers(0, 256, (height, 40)).astype(np.uint8)
    assert _strengths(grey) == pytest.approx(cv2.cornerMinEigenVal(grey, 3), abs=1e-6)
