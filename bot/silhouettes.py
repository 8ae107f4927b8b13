"""Silhouettes: where the tiles of a kind hide the ground, within their outlines."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.under import Under

STROKE = 3
"""px; the side of a square that a stroke fills, or most of it."""
OFF_GROUND, _LINE, _RIM = 20.0, 5, 3
"""Grey levels beyond which most tiles of a kind hide the ground; px that a line across a drawing is
narrower than; and px along its outline through which the ground shines."""
_SOLID = 0.7
"""Share of what a drawing encloses that differs from the ground in most tiles, if it is no drawing
in lines."""
AREA, _MANY = 0.1, 200
"""Share of a cell that a sprite hides at least, if it is looked at by itself; or px, if all that is
asked is whether it is there."""


def hidden(grounds: Sequence[Under], tiles: NDArray[np.intp], rim: int = _RIM) -> NDArray[np.bool_]:
    """Where most tiles of a kind hide the ground, well within their outlines: bool (h, w).

    Parameters
    ----------
    grounds : what is told of the ground; the first is believed by which they hide enough of it
    tiles : int array of shape (M,)
    rim : how far within, px
    """
    within = np.empty((0, 0), np.bool_)
    for ground in grounds:
        within = _within(ground.apart[tiles], rim)
        if within.mean() > AREA:
            break
    return within


def _within(apart: NDArray[np.float32], rim: int) -> NDArray[np.bool_]:
    """Where most tiles differ from their ground, from (M, h, w), px within their outlines.

    What is enclosed hides it, in whatever colour, unless most of it shows the ground: within the
    lines of a drawing, or between close ones.
    """
    middle = (len(apart) - 1) // 2  # of two tiles both
    shown = (np.partition(apart, middle, axis=0)[middle] > OFF_GROUND).astype(np.uint8)
    # A line in the colours of the ground may run from one side of a drawing to the other.
    closed = cv2.morphologyEx(shown, cv2.MORPH_CLOSE, np.ones((_LINE, _LINE), np.uint8))
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = cv2.drawContours(np.zeros_like(shown), outlines, -1, 1, cv2.FILLED)
    if np.count_nonzero(shown) < _SOLID * np.count_nonzero(filled):
        filled = shown
    filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((STROKE, STROKE), np.uint8))
    reach = np.ones((2 * rim + 1, 2 * rim + 1), np.uint8)
    within = cv2.erode(filled, reach, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(within.view(np.bool_))


def hidden_by(
    kinds: NDArray[np.int64], names: NDArray[np.int64], grounds: Sequence[Under]
) -> NDArray[np.bool_]:
    """Where each of some kinds surely hides the ground, nowhere if it hides little: (F, h, w).

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    names : int array of shape (F,); those kinds
    grounds : as for `hidden`
    """
    found = np.stack([hidden(grounds, np.flatnonzero(kinds == name)) for name in names])
    found[(found.mean(axis=(1, 2)) <= AREA) & (found.sum(axis=(1, 2)) < _MANY)] = False
    return found
