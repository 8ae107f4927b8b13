"""Distances between cells and faces, for many of both at once."""

from __future__ import annotations

from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.cutting import core
from bot.planes import BLOCKS

_HALVED = 32
"""px; cells smaller than that are compared as they are."""

_Value = TypeVar("_Value", np.float32, np.uint8)


def halved(cells: NDArray[_Value]) -> NDArray[np.float32]:
    """Cells without their edges, half as large unless they are small: float32 (N, h, w, 3)."""
    inner = core(cells)
    height, width = inner.shape[1:3]
    if min(height, width) < _HALVED:
        return np.ascontiguousarray(inner, np.float32)
    return half_as_large(inner)


def half_as_large(pictures: NDArray[_Value]) -> NDArray[np.float32]:
    """Pictures of shape (N, h, w) or (N, h, w, C) at half their size: float32 (N, h // 2, ...)."""
    count, down, across = len(pictures), pictures.shape[1] // 2, pictures.shape[2] // 2
    shape = (count, down, across, *pictures.shape[3:])
    if not count:
        return np.empty(shape, np.float32)
    # All of them stand upon each other, in one picture.
    tall: NDArray[Any] = np.ascontiguousarray(pictures[:, : 2 * down, : 2 * across])
    tall = tall.reshape(2 * count * down, 2 * across, -1)
    half = cv2.resize(tall, (across, count * down), interpolation=cv2.INTER_AREA)
    return np.asarray(half, np.float32).reshape(shape)


def squared(
    cells: NDArray[np.float32], faces: NDArray[np.float32], weights: NDArray[np.float32] | None
) -> NDArray[np.float32]:
    """Mean squared difference of every cell from every face, in the face's weights.

    Parameters
    ----------
    cells, faces : float32 arrays of shape (N, h, w, 3) and (F, h, w, 3), RGB
    weights : float32 array of shape (F, h, w, 3), or None for equal ones

    Returns
    -------
    squares : float32 array of shape (N, F)
    """
    count = int(np.prod(faces.shape[1:]))
    a, b = cells.reshape(len(cells), count), faces.reshape(len(faces), count)
    if weights is None:
        squares = np.einsum("nd,nd->n", a, a)[:, None] + np.einsum("fd,fd->f", b, b)
        return np.asarray((squares - 2 * (a @ b.T)) / np.float32(count), np.float32)
    w = weights.reshape(len(faces), count)
    sums = (a * a) @ w.T - 2 * (a @ (w * b).T) + np.einsum("fd,fd->f", w * b, b)
    return np.asarray(sums / np.maximum(w.sum(axis=1), 1), np.float32)


def correlation(
    cells: NDArray[np.float32], faces: NDArray[np.float32], weights: NDArray[np.float32] | None
) -> NDArray[np.float32]:
    """Correlation of every cell with every face, in the face's weights.

    Each colour is centred and scaled by itself, so that a tint does not count (zero-mean
    normalised cross-correlation).

    Returns
    -------
    scores : float32 array of shape (N, F), in [-1, 1]
    """
    count = faces.shape[1] * faces.shape[2]
    total = np.zeros((len(cells), len(faces)), np.float32)
    for colour in range(3):
        a = np.ascontiguousarray(cells[..., colour]).reshape(len(cells), count)
        b = np.ascontiguousarray(faces[..., colour]).reshape(len(faces), count)
        # About a mean of its own, so that no small difference of large numbers is left.
        a = a - a.mean(axis=1, keepdims=True)
        if weights is None:
            b = b - b.mean(axis=1, keepdims=True)
            spreads = [np.maximum(np.einsum("nd,nd->n", each, each), count) for each in (a, b)]
            total += a @ b.T / np.sqrt(np.outer(*spreads))
            continue
        w = weights[..., colour].reshape(b.shape)
        w = w / np.maximum(w.sum(axis=1, keepdims=True), 1e-3)
        b = b - (w * b).sum(axis=1, keepdims=True)
        spread_a = np.maximum((a * a) @ w.T - (a @ w.T) ** 2, 1.0)
        spread_b = np.maximum((w * b * b).sum(axis=1), 1.0)
        total += a @ (w * b).T / np.sqrt(spread_a * spread_b)
    return np.asarray(total / 3, np.float32)


def contrast(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Standard deviation of each cell's colours, grey levels: float32 (N,)."""
    spread = [cv2.meanStdDev(cell)[1] for cell in cells]
    squares = np.square(np.asarray(spread).reshape(len(cells), 3))
    return np.asarray(np.sqrt(squares.mean(axis=1)), np.float32)


def blocks_of(
    a: NDArray[np.float32], b: NDArray[np.float32], weights: NDArray[np.float32] | None
) -> NDArray[np.float32]:
    """Difference of pairs of pictures, block by block.

    Parameters
    ----------
    a, b : float32 arrays of shape (P, h, w, 3), RGB
    weights : float32 array of that shape, or None for equal ones

    Returns
    -------
    differences : float32 array of shape (P, BLOCKS - 1, BLOCKS - 1), grey levels
    """
    apart = a - b
    apart = np.sqrt(np.einsum("phwc,phwc->phw", apart, apart))
    if weights is not None:
        apart *= weights[..., 0]
    height, width = apart.shape[1:]
    y = np.linspace(0, height, BLOCKS + 1).astype(int)
    x = np.linspace(0, width, BLOCKS + 1).astype(int)
    sums = np.add.reduceat(np.add.reduceat(apart, y[:-1], axis=1), x[:-1], axis=2)
    sums /= np.outer(np.diff(y).clip(1), np.diff(x).clip(1))
    corners = sums[:, 1:, 1:] + sums[:, :-1, 1:] + sums[:, 1:, :-1] + sums[:, :-1, :-1]
    return np.asarray(corners / 4, np.float32)
