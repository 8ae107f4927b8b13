"""Faces a little out of place: tiles that are lifted, and those with another colour around them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

_INSIDE, _NEAR = 0.16, 0.08
"""Shares of a cell: what is left out at each side of a face that is looked for, and how far from
its place it may be."""
_ALIKE, _DETAIL = 0.85, 6.0
"""Correlation of the inside of a face found so, and grey levels by which it must vary."""
_LARGE = 40
"""px; faces from this size on are looked for at half their size."""


def is_found(face: NDArray[np.float32], cell: NDArray[np.float32]) -> bool:
    """Whether the inside of a face, (h, w, 3), is seen in a cell, at its place or near it."""
    height, width = face.shape[:2]
    if min(height, width) >= _LARGE:  # half the size is detail enough, in a tenth of the time
        height, width = height // 2, width // 2
        face, cell = _resized(face, width, height), _resized(cell, width, height)
    (y, x), (down, across) = _shares(_INSIDE, height, width), _shares(_NEAR, height, width)
    inside = face[y : height - y, x : width - x]
    around = cell[y - down : height - y + down, x - across : width - x + across]
    if min(cv2.meanStdDev(part)[1].max() for part in (inside, around)) < _DETAIL:
        return False
    return float(cv2.matchTemplate(around, inside, cv2.TM_CCOEFF_NORMED).max()) > _ALIKE


def _resized(cell: NDArray[np.float32], width: int, height: int) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(cell, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def _shares(share: float, height: int, width: int) -> tuple[int, int]:
    return round(share * height), round(share * width)
