"""What spoils a picture of a screen: noise, compression, a tint, a pointer, a glow."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import Colour
from bot.geometry import Rect
from bot.widgets import inside

_POINTER = np.array([(0, 0), (0, 17), (4, 13), (7, 20), (10, 19), (7, 12), (12, 12)], np.float64)
"""Corners of an arrow that points at (0, 0), px."""


def noisy(pixels: NDArray[np.uint8], sigma: float, seed: int) -> NDArray[np.uint8]:
    """The picture with noise of a standard deviation, grey levels, on each colour."""
    noise = np.random.default_rng(seed).standard_normal(pixels.shape, np.float32)
    noise *= sigma
    noise += pixels
    return np.asarray(cv2.convertScaleAbs(np.maximum(noise, 0)), np.uint8)


def compressed(pixels: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    """The picture after JPEG compression of a quality, 1 to 100."""
    data = cv2.imencode(".jpg", pixels[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert decoded is not None
    return np.ascontiguousarray(decoded[:, :, ::-1], dtype=np.uint8)


def tinted(pixels: NDArray[np.uint8], colour: Colour, share: float) -> NDArray[np.uint8]:
    """The picture seen through a coloured glass that lets a share of other light pass less."""
    glass = 1 - share * (1 - np.array(colour, np.float32) / 255)
    levels = np.arange(256, dtype=np.float32)[:, np.newaxis]
    table = np.rint(levels * glass).astype(np.uint8)
    return np.stack([table[pixels[:, :, c], c] for c in range(3)], axis=2)


def spoilt(pixels: NDArray[np.uint8], lot: Random) -> NDArray[np.uint8]:
    """The picture with none, one or more of noise, compression and tint, mostly none."""
    if lot.random() < 0.06:
        glass = (lot.randint(120, 255), lot.randint(120, 255), lot.randint(120, 255))
        pixels = tinted(pixels, glass, lot.uniform(0.2, 0.9))
    if lot.random() < 0.1:
        pixels = noisy(pixels, lot.uniform(0.5, 4), lot.randrange(2**32))
    if lot.random() < 0.1:
        pixels = compressed(pixels, lot.randint(80, 95))
    return pixels


def paint_pointer(pixels: NDArray[np.uint8], place: tuple[int, int], scale: float) -> None:
    """Draw a mouse pointer that points at a place, white with a black rim, or the other way."""
    corners = np.rint((_POINTER * scale + place) * 16).astype(np.int32)
    cv2.fillPoly(pixels, [corners], (255, 255, 255), cv2.LINE_AA, 4)
    cv2.polylines(pixels, [corners], True, (0, 0, 0), 1, cv2.LINE_AA, 4)


def paint_glow(pixels: NDArray[np.uint8], place: Rect, colour: Colour, reach: int) -> None:
    """Draw a soft ring around the edge of a rectangle, as far inside as outside, px."""
    wide = Rect(
        place.left - 2 * reach,
        place.top - 2 * reach,
        place.width + 4 * reach,
        place.height + 4 * reach,
    )
    ring = np.zeros((wide.height, wide.width), np.float32)
    far = (wide.width - 2 * reach, wide.height - 2 * reach)
    cv2.rectangle(ring, (2 * reach, 2 * reach), far, 1.0, max(2, reach // 2))
    ring = cv2.GaussianBlur(ring, (0, 0), reach / 2) * 1.6
    part = inside(pixels, wide)
    left, top = max(0, -wide.left), max(0, -wide.top)
    alpha = np.minimum(ring, 1)[top : top + part.shape[0], left : left + part.shape[1], np.newaxis]
    part[:] = np.rint(part * (1 - alpha) + np.array(colour, np.float32) * alpha)
