"""Opaque tiles: what lies under a tile that hides it explains nothing of what it shows.

Round tiles on a photograph are one body with a face on it, and the ground is seen past their
corners alone. There it says nothing; within the outline of the body nothing of it is seen, so that
a stroke in a colour that the ground has, too, is a stroke all the same.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.channels import worst_channel
from bot.cutting import usual_look
from bot.under import Under

_LIKE, _SHARED = 10.0, 0.85
"""Grey levels, in the worst channel, within which tiles have one colour in a place, and share of
the tiles that have it if it is of their body."""
_STANDS_OUT = 20.0
"""Grey levels that the body differs by from the ground, usually."""
_AREA, _BARE = 0.3, 0.35
"""Share of a cell that the outline of the body encloses at least, and share of that, at least, in
which nothing is drawn on most tiles."""
_RIM = 0.05
"""Share of a cell along the outline that tells nothing."""
_SEEN, _FILLED = 12.0, 0.85
"""Grey levels from the ground, and share of what is enclosed that differs by more from it."""
_HIDDEN = 1e3
"""Grey levels from any ground: no ground is seen there."""


def opaque(cells: NDArray[np.float32], ground: Under, tiles: NDArray[np.intp]) -> Under | None:
    """The ground under cells, if it varies and a body hides it; None if none does.

    Outside its outline all is ground, inside none is.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    ground : what is told of the ground under these cells, and maybe more
    tiles : int array of shape (M,); cells that surely hold tiles
    """
    if not ground.varied:
        return None
    inside = _outline(cells[tiles], ground.apart[tiles])
    if inside is None:
        return None
    apart = np.where(inside, np.float32(_HIDDEN), np.float32(0))
    every = np.broadcast_to(apart, ground.apart.shape)
    return Under(np.zeros_like(ground.colour), np.ascontiguousarray(every), ground.varied)


def _outline(tiles: NDArray[np.float32], apart: NDArray[np.float32]) -> NDArray[np.bool_] | None:
    """What the body that tiles share encloses, the hull around it: bool (h, w); None without one.

    What else they share, such as a line around their faces, encloses ground.
    """
    usual = usual_look(tiles)
    like = (worst_channel(np.abs(tiles - usual)) < _LIKE).mean(axis=0)
    body = ((like > _SHARED) & (np.median(apart, axis=0) > _STANDS_OUT)).astype(np.uint8)
    body = cv2.morphologyEx(body, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if not body.any():
        return None
    points = cv2.findNonZero(body)
    inside = np.zeros_like(body)
    cv2.fillConvexPoly(inside, cv2.convexHull(points), 1)
    hull = inside.view(np.bool_)
    enough = hull.mean() > _AREA and np.count_nonzero(body) > _BARE * np.count_nonzero(hull)
    if not enough or (apart[:, hull] > _SEEN).mean() <= _FILLED:
        return None
    # Along its rim ground and body mix, and marks are drawn.
    rim = 1 + 2 * max(1, round(_RIM * min(body.shape)))
    eroded = cv2.erode(inside, np.ones((rim, rim), np.uint8))
    return np.asarray(eroded.view(np.bool_))
