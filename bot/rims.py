"""Rims: where a mark shows that a game draws on a tile, a frame, a glow or another colour.

A mark lies along all four sides of a tile. What else changes there, the shadow of a neighbour or
the neighbour itself, does so on some of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_DEPTH = 0.2
"""Share of a cell, at each side, in which its mark is looked for."""


def rim_differences(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> NDArray[np.float32]:
    """By how much pairs of cells differ along all of their rims.

    On each side that of the line that differs most, for a frame may be a thin one; and of the four
    sides the least.

    Parameters
    ----------
    a, b : uint8 arrays of shape (P, h, w, 3), RGB; pair i is a[i] and b[i]

    Returns
    -------
    differences : float32 array of shape (P,), grey levels
    """
    apart = np.maximum(a, b) - np.minimum(a, b)
    height, width = apart.shape[1:3]
    y, x = max(1, round(height * _DEPTH)), max(1, round(width * _DEPTH))
    sides = [
        apart[:, :y].mean(axis=(2, 3), dtype=np.float32),
        apart[:, height - y :].mean(axis=(2, 3), dtype=np.float32),
        apart[:, :, :x].mean(axis=(1, 3), dtype=np.float32),
        apart[:, :, width - x :].mean(axis=(1, 3), dtype=np.float32),
    ]
    return np.asarray(np.min([side.max(axis=1) for side in sides], axis=0), np.float32)
