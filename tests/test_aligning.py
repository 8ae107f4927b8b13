"""Cells are laid upon faces to a part of a pixel."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.aligning import aligned

SIDE = 36


def face(seed: int) -> NDArray[np.float32]:
    """Soft blots in several colours, on even ground."""
    lot = np.random.default_rng(seed)
    picture = np.full((SIDE, SIDE, 3), 170, np.float32)
    for _ in range(6):
        x, y = lot.integers(10, SIDE - 10, 2).tolist()
        colour = lot.integers(0, 255, 3).tolist()
        cv2.circle(picture, (x, y), 4, colour, -1)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.float32)


def aside(picture: NDArray[np.float32], x: float, y: float) -> NDArray[np.float32]:
    """The picture so far to the right and further down."""
    by = np.asarray([[1, 0, x], [0, 1, y]], np.float64)
    return np.asarray(
        cv2.warpAffine(picture, by, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE), np.float32
    )


@pytest.mark.parametrize("off", [(0.5, 0.0), (-0.7, 0.4), (0.0, -1.0), (1.0, 1.0)])
def test_cells_are_moved_to_their_faces(off: tuple[float, float]) -> None:
    """Each by its own way; brighter ones, too."""
    faces = np.asarray([face(1), face(2)])
    cells = np.asarray([aside(faces[0], *off), aside(faces[1], -off[0], off[1]) + 12])
    before = np.abs(cells - faces)[:, 4:-4, 4:-4].mean(axis=(1, 2, 3))
    apart = (aligned(cells, faces) - faces)[:, 4:-4, 4:-4]
    apart -= apart.mean(axis=(1, 2), keepdims=True)
    after = np.abs(apart).mean(axis=(1, 2, 3))
    assert after[0] < before[0] / 2
    assert after.max() < 2


def test_no_cell_is_moved_far() -> None:
    """Another face does not become like it, nor does a tile that lies three pixels aside."""
    one = face(3)
    for cell in (face(4), aside(one, 3, 0)):
        moved = aligned(cell[None], one[None])[0]
        assert np.abs(moved - one).mean() > 0.5 * np.abs(cell - one).mean()


def test_what_is_plain_stays_where_it_is() -> None:
    """Nothing tells a way; and no cells are none."""
    plain = np.full((1, SIDE, SIDE, 3), 90, np.float32)
    assert np.array_equal(aligned(plain, plain + 20), plain)
    assert aligned(plain[:0], plain[:0]).shape == (0, SIDE, SIDE, 3)


def test_ground_tells_no_way() -> None:
    """Where it is seen around a face, an edge of it that lies aside does not move the tile."""
    one = face(1)
    one[:, :8] = one[:, -8:] = 40
    one[:, 4:6] = 220
    cell = aside(one, 0.6, 0.6)
    cell[:, :8] = cell[:, -8:] = 200
    cell[:, 5:7] = 20
    weights = np.ones((1, SIDE, SIDE), np.float32)
    weights[:, :, :9] = weights[:, :, -9:] = 0
    inner = np.s_[4:-4, 10:-10]
    blind, told = (aligned(cell[None], one[None], own)[0][inner] for own in (None, weights))
    off = [np.abs(moved - one[inner]).mean() for moved in (cell[inner], blind, told)]
    assert off[2] < off[0] / 3
    assert off[2] < off[1] / 2
