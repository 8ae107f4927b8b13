"""Aligning: cells moved by a part of a pixel to where they fit faces.

Games draw tiles at whole pixels, and the pitch need not be one; scaled games draw each of them a
little otherwise. The way to the face is told by its gradients (B. D. Lucas and T. Kanade, "An
iterative image registration technique with an application to stereo vision", IJCAI, 1981).
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

_FARTHEST = 1.25
"""px by which a tile may lie aside of where its cell was cut out, along each axis."""
_STEPS = 3
"""Times that the way is told, each time from where the last one led."""
_FLAT = 1.0
"""Squared grey levels for each value of a cell; much fainter gradients tell no way."""


def aligned(
    cells: NDArray[np.float32],
    faces: NDArray[np.float32],
    weights: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """Each cell moved to where it fits a face best, not farther than a pixel or so.

    Parameters
    ----------
    cells, faces : float32 arrays of shape (N, h, w, 3), RGB; cell i is laid upon faces[i]
    weights : float32 array of shape (N, h, w), in [0, 1]; how much of each face is its own, and not
        ground, which is another one around another tile and tells no way; None where all of it is

    Returns
    -------
    moved : float32 array of shape (N, h, w, 3); what lies outside of a cell is as at its border
    """
    across = (faces[:, 1:-1, 2:] - faces[:, 1:-1, :-2]) / 2
    down = (faces[:, 2:, 1:-1] - faces[:, :-2, 1:-1]) / 2
    flat = _FLAT * float(np.prod(across.shape[1:]))
    own = None if weights is None else weights[:, 1:-1, 1:-1, None]
    ways = (across, down) if own is None else (own * across, own * down)
    xx, xy, yy = (
        np.einsum("nhwc,nhwc->n", one, other)
        for one, other in ((ways[0], across), (ways[0], down), (ways[1], down))
    )
    xx, yy = xx + flat, yy + flat
    below = xx * yy - xy * xy
    moved, off = cells, np.zeros((len(cells), 2), np.float32)
    for _ in range(_STEPS):
        apart = faces[:, 1:-1, 1:-1] - moved[:, 1:-1, 1:-1]
        apart = apart - _mean(apart, own)
        x, y = (np.einsum("nhwc,nhwc->n", way, apart) for way in ways)
        step = np.stack([yy * x - xy * y, xx * y - xy * x], axis=1) / below[:, None]
        off = (off + step).clip(-_FARTHEST, _FARTHEST)
        moved = laid_aside(cells, off)
    return moved


def _mean(apart: NDArray[np.float32], own: NDArray[np.float32] | None) -> NDArray[np.float32]:
    """What cells differ by on the whole, colour by colour: (N, 1, 1, 3).

    Sums over the pixels of each are products: many times as fast as sums along axes in the middle.
    """
    count, height, width, channels = apart.shape
    size = height * width
    weights = np.ones((1, 1, size), np.float32) if own is None else own.reshape(count, 1, size)
    whole = np.maximum(weights.sum(axis=2, keepdims=True), 1)
    sums = weights @ apart.reshape(count, size, channels)
    return np.asarray(sums / whole, np.float32)[:, :, None]


def laid_aside(cells: NDArray[np.float32], off: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cells, (N, h, w, 3), that show what each shows so far to the right and down: (N, 2), px.

    What lies outside of a cell is as at its border.
    """
    size = cells.shape[2], cells.shape[1]
    moved = np.empty(cells.shape, np.float32)
    for cell, (x, y), into in zip(cells, off.tolist(), moved, strict=True):
        by = np.asarray([[1, 0, -x], [0, 1, -y]], np.float64)
        cv2.warpAffine(cell, by, size, into, borderMode=cv2.BORDER_REPLICATE)
    return moved
