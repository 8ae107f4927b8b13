"""Pictures in one colour: as solid shapes with thin cuts, or as lines."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import OVERSAMPLING, Picture, paint_large


def solid_icon(picture: Picture, width: int, height: int) -> NDArray[np.uint8]:
    """A silhouette that is cut where two colours of the picture meet.

    Returns
    -------
    alpha : uint8 array of shape (height, width); 255 is ink
    """
    canvas = paint_large(picture, width, height)
    cut = _edges(canvas, _line(width, height) * 0.8)
    return _shrunk(canvas[:, :, 3] & ~cut)


def line_icon(picture: Picture, width: int, height: int) -> NDArray[np.uint8]:
    """The outlines of the picture and of the colours in it.

    Returns
    -------
    alpha : uint8 array of shape (height, width); 255 is ink
    """
    canvas = paint_large(picture, width, height)
    return _shrunk(_edges(canvas, _line(width, height), outer=True))


def _line(width: int, height: int) -> float:
    """Width of a line, px: thin, yet to be seen on a small tile."""
    return max(1.3, min(width, height) / 24)


def _edges(canvas: NDArray[np.uint8], line: float, *, outer: bool = False) -> NDArray[np.uint8]:
    """Where colours meet, 255 on lines of some width; with the picture's own outline or without."""
    size = max(3, round(line * OVERSAMPLING)) | 1
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    colours = canvas[:, :, :3].copy()
    if outer:
        # A colour that no picture has, or black shapes would have no outline.
        colours[canvas[:, :, 3] == 0] = (1, 255, 1)
    change = np.zeros(canvas.shape[:2], np.uint8)
    for axis in (0, 1):
        moved = np.roll(colours, 1, axis=axis)
        change |= (moved != colours).any(axis=2).astype(np.uint8) * 255
    if not outer:
        inside = cv2.erode(canvas[:, :, 3], np.ones((3, 3), np.uint8))
        change[inside == 0] = 0
    return np.asarray(cv2.dilate(change, brush), np.uint8)


def _shrunk(alpha: NDArray[np.uint8]) -> NDArray[np.uint8]:
    size = alpha.shape[1] // OVERSAMPLING, alpha.shape[0] // OVERSAMPLING
    return np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA), np.uint8)
