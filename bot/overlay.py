"""Pictures for people: what was read, drawn over the frame it was read from."""

from __future__ import annotations

from colorsys import hsv_to_rgb

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.frame import Frame
from bot.reader import Reading

_UNKNOWN = (255, 0, 0)
_SELECTED = (255, 255, 255)
_DOUBTFUL = (255, 230, 0)
DOUBT = 0.6
"""Confidence below which a cell is doubtful."""
_DASH = 3
"""px; lines are broken into dashes and gaps of this length."""


def overlay(frame: Frame, reading: Reading) -> NDArray[np.uint8]:
    """The frame with its lattice and, in each cell, the kind by number and colour.

    Empty cells get a small dot, unknown ones a red cross, selected ones a white frame, doubtful
    ones a broken yellow line in a corner.

    Returns
    -------
    picture : uint8 array of shape (H, W, 3), RGB
    """
    picture = frame.pixels.copy()
    lattice, board = reading.lattice, reading.board
    half_x, half_y = lattice.pitch[0] / 2, lattice.pitch[1] / 2
    for cell, sure in zip(board.cells(), reading.confidence.tolist(), strict=True):
        x, y = lattice.center(cell)
        corner = (round(x - half_x) + 1, round(y - half_y) + 1)
        opposite = (round(x + half_x) - 2, round(y + half_y) - 2)
        middle = (round(x), round(y))
        kind = board[cell]
        if kind == EMPTY:
            cv2.circle(picture, middle, 3, (0, 0, 0), -1, cv2.LINE_AA)
            cv2.circle(picture, middle, 2, (255, 255, 255), -1, cv2.LINE_AA)
        elif kind == UNKNOWN:
            cv2.line(picture, corner, opposite, _UNKNOWN, 2, cv2.LINE_AA)
            cv2.line(
                picture,
                (corner[0], opposite[1]),
                (opposite[0], corner[1]),
                _UNKNOWN,
                2,
                cv2.LINE_AA,
            )
        else:
            cv2.rectangle(picture, corner, opposite, _colour(kind), 2)
            _tag(picture, corner, str(kind), _colour(kind))
        if kind != UNKNOWN and sure < DOUBT:
            _mark_doubt(picture, opposite)
        if cell in reading.selected:
            cv2.rectangle(picture, corner, opposite, _SELECTED, 1)
    return picture


def _mark_doubt(picture: NDArray[np.uint8], corner: tuple[int, int]) -> None:
    """A broken line, on dark so that it shows on any tile, along both sides that meet there."""
    x, y = corner[0] - 3, corner[1] - 3
    for start in range(0, 5 * _DASH, _DASH):
        colour = _DOUBTFUL if start % (2 * _DASH) == 0 else (0, 0, 0)
        near, far = start, start + _DASH - 1
        cv2.rectangle(picture, (x - far, y - 1), (x - near, y), colour, -1)
        cv2.rectangle(picture, (x - 1, y - far), (x, y - near), colour, -1)


def _colour(kind: int) -> tuple[int, int, int]:
    """A colour for each kind; neighbours in number lie far apart (golden angle)."""
    hue = kind * 0.381966 % 1
    red, green, blue = hsv_to_rgb(hue, 0.85, 0.95 if kind % 2 else 0.7)
    return int(red * 255), int(green * 255), int(blue * 255)


def _tag(
    picture: NDArray[np.uint8], corner: tuple[int, int], text: str, colour: tuple[int, int, int]
) -> None:
    """A number on a plate of its kind's colour, in the corner of its cell."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.38, 1)
    far = (corner[0] + width + 4, corner[1] + height + 5)
    cv2.rectangle(picture, corner, far, colour, -1)
    ink = (0, 0, 0) if sum(colour) > 380 else (255, 255, 255)
    place = (corner[0] + 2, corner[1] + height + 2)
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.38, ink, 1, cv2.LINE_AA)
