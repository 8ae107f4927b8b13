"""Patches: what changed from one picture to the next, so that a film of a game stays small."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from bot.errors import InputError
from bot.frame import pixels_apart
from bot.geometry import Rect

_SIDE = 32
"""px; what changed nearer together is one patch."""
_MOST = 12
"""Patches at most; more are one."""


def changes(before: NDArray[np.uint8] | None, now: NDArray[np.uint8]) -> list[Rect]:
    """Where two pictures differ: rectangles of the later one, none where they are the same.

    Parameters
    ----------
    before : uint8 array of shape (H, W, 3); None, or one of another size, differs everywhere
    now : uint8 array of shape (H, W, 3)
    """
    height, width = now.shape[:2]
    if before is None or before.shape != now.shape:
        return [Rect(0, 0, width, height)]
    if np.array_equal(before, now):
        return []
    differs = pixels_apart(before, now) > 0
    rows, cols = -(-height // _SIDE), -(-width // _SIDE)
    padded = np.zeros((rows * _SIDE, cols * _SIDE), np.bool_)
    padded[:height, :width] = differs
    blocks = padded.reshape(rows, _SIDE, cols, _SIDE).any(axis=(1, 3))
    label, count = ndimage.label(blocks, np.ones((3, 3)))
    if count > _MOST:
        label, count = blocks.astype(np.int32), 1
    found = []
    for where in ndimage.find_objects(label)[:count]:
        top, left = where[0].start * _SIDE, where[1].start * _SIDE
        part = differs[top : where[0].stop * _SIDE, left : where[1].stop * _SIDE]
        y, x = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
        found.append(
            Rect(left + int(x[0]), top + int(y[0]), int(x[-1] - x[0]) + 1, int(y[-1] - y[0]) + 1)
        )
    return found


def patched(
    before: NDArray[np.uint8] | None,
    size: tuple[int, int],
    patches: list[tuple[tuple[int, int], NDArray[np.uint8]]],
) -> NDArray[np.uint8]:
    """The picture after some patches were laid on the one before.

    Parameters
    ----------
    before : uint8 array of shape (H, W, 3), or None
    size : width and height of the picture, px
    patches : left and top of each, and what it shows, uint8 of shape (h, w, 3)

    Raises
    ------
    InputError
        if patches lie outside, or the picture is of another size than that before and not all new
    """
    width, height = size
    if before is not None and before.shape == (height, width, 3):
        picture = before.copy() if patches else before
    elif [(at, patch.shape[:2]) for at, patch in patches] == [((0, 0), (height, width))]:
        return patches[0][1]
    else:
        raise InputError(f"a picture of {width} x {height} begins with a patch that covers all")
    for (left, top), patch in patches:
        bottom, right = top + patch.shape[0], left + patch.shape[1]
        if min(left, top) < 0 or right > width or bottom > height:
            raise InputError(f"a patch at {left}, {top} reaches outside {width} x {height}")
        picture[top:bottom, left:right] = patch
    return picture
