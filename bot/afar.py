"""Afar: cells at the size of a few blocks, by which those are found that may show one face."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.aligning import laid_aside
from bot.planes import BLOCKS

_BESIDE, _SEVERAL = 0.25, 0.2
"""px by which a tile lies beside its place; and share of those that do, from which on it counts."""


def nearest(
    a: NDArray[np.float32], b: NDArray[np.float32], count: int, *, same: bool
) -> NDArray[np.intp]:
    """For each cell of a the cells of b that look most alike from afar: int (N, count).

    `same` says that a and b are one array, so that no cell is its own neighbour.
    """
    far_a = thumbs(a)
    return nearest_afar(far_a, far_a if same else thumbs(b), count, same=same)


def nearest_afar(
    a: NDArray[np.float32], b: NDArray[np.float32], count: int, *, same: bool
) -> NDArray[np.intp]:
    """The same from cells at the size of their blocks."""
    size = 3 * (BLOCKS - 1) ** 2
    far_a, far_b = a.reshape(len(a), size), b.reshape(len(b), size)
    apart = (far_a * far_a).sum(axis=1)[:, None] + (far_b * far_b).sum(axis=1)[None]
    apart -= 2 * far_a @ far_b.T
    if same:
        np.fill_diagonal(apart, np.inf)
    count = min(count, len(b) - same)
    return np.argsort(apart, axis=1, kind="stable")[:, :count]


def thumbs(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cells at the size of their blocks: (N, n, n, ...)."""
    count, height, width = cells.shape[:3]
    size = BLOCKS - 1
    if not count:
        return np.empty((0, size, size, *cells.shape[3:]), np.float32)
    flat = np.ascontiguousarray(cells).reshape(count, height, cells[0, 0].size)
    low = np.matmul(_rows_to_blocks(height), flat).reshape(count * size, width, *cells.shape[3:])
    small = cv2.resize(low, (size, count * size), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32).reshape(count, size, size, *cells.shape[3:])


def in_line(cells: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """Cells whose plates lie in the same place, (N, h, w, 3); None where they do so anyhow.

    Where the pitch is no whole number, tiles of one face lie a pixel beside each other in their
    cells. From afar others are more alike, whose plates lie in the same place.
    """
    off = np.stack([_beside(cells.mean(axis=axis).mean(axis=-1)) for axis in (1, 2)], axis=1)
    return laid_aside(cells, off) if (np.abs(off) > _BESIDE).any(axis=1).mean() > _SEVERAL else None


def _beside(lines: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far the brightness along each cell, (N, L), lies beside the usual one, px: (N,)."""
    usual = np.median(lines, axis=0)
    slope, apart = np.gradient(usual), lines - usual
    apart -= apart.mean(axis=1, keepdims=True)
    return np.asarray((-(apart @ slope) / (slope @ slope + 1)).clip(-1, 1), np.float32)


def coarse(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cells of (N, n, n, ...) at half their size, n being even."""
    halved = cells[:, ::2] + cells[:, 1::2]
    return np.asarray((halved[:, :, ::2] + halved[:, :, 1::2]) / 4, np.float32)


@lru_cache(maxsize=8)
def _rows_to_blocks(height: int) -> NDArray[np.float32]:
    """The share that each row of pixels has of each row of blocks: (n, height)."""
    edges = np.linspace(0, height, BLOCKS)
    y = np.arange(height)
    low, high = np.maximum(edges[:-1, None], y), np.minimum(edges[1:, None], y + 1)
    return np.asarray((high - low).clip(0) * (BLOCKS - 1) / height, np.float32)
