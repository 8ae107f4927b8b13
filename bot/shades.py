"""Shades of one ground: a gradient or a photograph has other colours elsewhere on the board.

What was seen of the ground on one side of a board says little of its colour on the other. But it
leads there in small steps, around the board, where no tile hides it; bars and buttons do not.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.channels import worst_channel
from bot.cutting import middle
from bot.geometry import Cell

_STEP = 32.0
"""Grey levels, in the worst channel, from one place around the board to another of one ground."""
_NEAR = 32.0
"""Grey levels by which ground differs from what lies between both ends of its row or column."""


def is_shade(
    cells: NDArray[np.float32],
    places: list[Cell],
    bare: NDArray[np.float32],
    ring: NDArray[np.float32],
    around: list[Cell],
) -> NDArray[np.bool_]:
    """Whether cells have the colour that ground has in their place: bool (N,).

    Parameters
    ----------
    cells, places : float32 array of shape (N, h, w, 3), RGB; and where each of them lies
    bare : float32 array of shape (B, h, w, 3), RGB; cells of the board that are known to be empty
    ring, around : float32 array of shape (G, h, w, 3), RGB; cells around the board, as they were
        before anything lay over it, and where each of them lies
    """
    found = np.zeros(len(cells), np.bool_)
    if not len(bare) or not len(ring):
        return found
    outside = _colours(ring)
    is_ground = _reached(outside, _colours(bare))
    rows, cols = np.asarray(around).T
    for number, (place, colour) in enumerate(zip(places, _colours(cells), strict=True)):
        for line in (rows == place.row, cols == place.col):
            ends = outside[line & is_ground]
            if len(ends):
                low, high = ends.min(axis=0) - _NEAR, ends.max(axis=0) + _NEAR
                found[number] |= bool(((colour >= low) & (colour <= high)).all())
    return found


def _colours(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(middle(cells).mean(axis=(1, 2)), np.float32)


def _reached(colours: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which colours, (G, 3), small steps lead to from those that are known, (B, 3): bool (G,)."""
    near = _is_step(colours, colours)
    reached = _is_step(colours, known).any(axis=1)
    while (further := near[reached].any(axis=0) & ~reached).any():
        reached |= further
    return np.asarray(reached, np.bool_)


def _is_step(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(worst_channel(np.abs(a[:, None] - b[None])) <= _STEP, np.bool_)
