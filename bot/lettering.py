"""Writing in pictures: lines of text for screens, and words that fill a box for faces."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import Colour

FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_COMPLEX_SMALL,
)
"""Upright fonts that OpenCV brings along; which letters they have depends on its version."""

_LARGE = 3.0
"""Scale at which words for a box are written before they are made smaller."""
_CAPITAL = 21
"""Height of a capital letter at scale 1, px."""


def write(
    pixels: NDArray[np.uint8],
    text: str,
    place: tuple[int, int],
    size: float,
    colour: Colour,
    *,
    bold: bool = False,
) -> int:
    """Write a line of text into an RGB picture.

    Parameters
    ----------
    pixels
        uint8 array of shape (H, W, 3); what lies outside is left out
    place
        left end and upper edge of the capital letters, px
    size
        height of the capital letters, px

    Returns
    -------
    width of the line, px
    """
    width = width_of(text, size, bold=bold)
    if not text or place[1] + 2 * size < 0 or place[1] > pixels.shape[0] + size:
        return width
    where = (place[0], place[1] + round(size))
    font, scale, thickness = _font(size, bold=bold)
    cv2.putText(pixels, text, where, font, scale, colour, thickness, cv2.LINE_AA)
    return width


def width_of(text: str, size: float, *, bold: bool = False) -> int:
    """How wide `write` writes a line, px."""
    (width, _), _ = cv2.getTextSize(text, *_font(size, bold=bold))
    return int(width)


def _font(size: float, *, bold: bool) -> tuple[int, float, int]:
    """Font, scale and thickness for capital letters of some height, px."""
    font = cv2.FONT_HERSHEY_DUPLEX if bold else cv2.FONT_HERSHEY_SIMPLEX
    return font, size / _CAPITAL, 2 if bold or size > 24 else 1


@lru_cache(maxsize=512)
def lettered(
    text: str, width: int, height: int, font: int = 0, widest: str = ""
) -> NDArray[np.uint8]:
    """A word in the middle of a box, as large as fits.

    Parameters
    ----------
    text
        one word or figure, without line breaks
    width, height
        size of the box, px
    font
        a number for one of `FONTS`, any integer
    widest
        a wider word that is to fit, too, at the same size

    Returns
    -------
    alpha : uint8 array of shape (height, width), read-only; 255 is ink
    """
    face, weight = FONTS[font % len(FONTS)], 6 + 3 * (font // len(FONTS) % 2)
    (across, down), _ = cv2.getTextSize(text, face, _LARGE, weight)
    (most, _), _ = cv2.getTextSize(widest, face, _LARGE, weight)
    pad = down
    canvas = np.zeros((down + 2 * pad, across + 2 * pad), np.uint8)
    cv2.putText(canvas, text, (pad, pad + down), face, _LARGE, 255, weight, cv2.LINE_AA)
    rows, cols = canvas.max(axis=1).nonzero()[0], canvas.max(axis=0).nonzero()[0]
    # Letters of one alphabet keep their sizes: none is drawn larger for having no tail.
    top, bottom = min(rows[0], pad), max(rows[-1] + 1, pad + down)
    ink = canvas[top:bottom, cols[0] : cols[-1] + 1]
    scale = min(width / max(most, ink.shape[1]), height / ink.shape[0])
    size = max(1, int(ink.shape[1] * scale)), max(1, int(ink.shape[0] * scale))
    small = cv2.resize(ink, size, interpolation=cv2.INTER_AREA)
    alpha = np.zeros((height, width), np.uint8)
    left, upper = (width - size[0]) // 2, (height - size[1]) // 2
    alpha[upper : upper + size[1], left : left + size[0]] = small
    alpha.setflags(write=False)
    return alpha
