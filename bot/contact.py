"""The contact sheet of a skin: every face once, the doubtful ones first."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.calibrate import Lesson
from bot.plural import counted

_SIDE = 84
"""px; a face is enlarged to this height or width."""
_TILE = (128, 142)
"""px; width and height of a place on the sheet."""
_COLUMNS = 8
_HEAD = 58
_PAPER, _INK, _QUIET, _DOUBT = (250, 250, 248), (20, 20, 20), (110, 110, 110), (200, 20, 20)
_LIGHT, _DARK = 235, 205
"""Grey levels of the squares that show through where a face is ground."""
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def contact_sheet(lesson: Lesson, names: list[str]) -> NDArray[np.uint8]:
    """A picture to tell at one glance whether a skin is right.

    Parameters
    ----------
    lesson : what was learned
    names : what each face is called

    Returns
    -------
    sheet : uint8 array of shape (H, W, 3), RGB; first the faces in doubt, framed in red, then the
        others, then what empty cells look like
    """
    order = sorted(range(len(names)), key=lambda face: (not lesson.doubts(face), face))
    ground = lesson.skin.ground
    tiles = ["a tile?" if tile else "" for tile in lesson.tiles.tolist()]
    rows = -(-(len(order) + len(ground)) // _COLUMNS)
    width, height = _COLUMNS * _TILE[0] + 20, rows * _TILE[1] + _HEAD + 10
    sheet = np.full((height, width, 3), _PAPER, np.uint8)
    doubtful = sum(bool(lesson.doubts(face)) for face in order) + sum(map(bool, tiles))
    pitch = lesson.skin.pitch or (0.0, 0.0)
    _text(sheet, lesson.skin.name, (14, 24), 0.7, _INK)
    sizes = ", ".join(sorted({f"{rows} x {cols}" for rows, cols in lesson.boards}))
    ink = _DOUBT if doubtful else _QUIET
    line = f"{counted(len(order), 'face')}, {doubtful} in doubt; boards {sizes}; pitch "
    _text(sheet, f"{line}{pitch[0]:.2f} x {pitch[1]:.2f} px", (14, 46), 0.45, ink)
    for place, face in enumerate(order):
        doubts = lesson.doubts(face)
        weights = lesson.skin.weights
        opaque = None if weights is None else weights[face]
        title = f"{names[face]}  x{lesson.counts[face]}"
        _entry(sheet, place, _enlarged(lesson.skin.faces[face], opaque), title, ", ".join(doubts))
    for number, look in enumerate(ground):
        title = f"empty e{number + 1}"
        _entry(sheet, len(order) + number, _enlarged(look, None), title, tiles[number])
    return sheet


def _entry(
    sheet: NDArray[np.uint8], place: int, picture: NDArray[np.uint8], title: str, doubt: str
) -> None:
    """Put a picture and what is known of it in its place."""
    row, col = divmod(place, _COLUMNS)
    left, top = 10 + col * _TILE[0], _HEAD + row * _TILE[1]
    height, width = picture.shape[:2]
    x, y = left + (_TILE[0] - width) // 2, top + 8 + (_SIDE - height) // 2
    sheet[y : y + height, x : x + width] = picture
    if doubt:
        corner, opposite = (left + 4, top + 2), (left + _TILE[0] - 4, top + _TILE[1] - 4)
        cv2.rectangle(sheet, corner, opposite, _DOUBT, 2)
    _text(sheet, title, (left + 12, top + _SIDE + 26), 0.45, _INK)
    _text(sheet, doubt, (left + 12, top + _SIDE + 44), 0.38, _DOUBT)


def _enlarged(face: NDArray[np.float32], opaque: NDArray[np.float32] | None) -> NDArray[np.uint8]:
    """A face, larger, on squares where it is transparent: uint8 (h, w, 3)."""
    scale = _SIDE / max(face.shape[:2])
    size = max(1, round(face.shape[1] * scale)), max(1, round(face.shape[0] * scale))
    large = cv2.resize(face, size, interpolation=cv2.INTER_CUBIC)
    if opaque is not None:
        y, x = np.indices((size[1], size[0])) // 8
        squares = np.where((x + y) % 2, _LIGHT, _DARK)[..., None]
        share = cv2.resize(opaque, size, interpolation=cv2.INTER_LINEAR)[..., None]
        large = share * large + (1 - share) * squares
    return np.asarray(np.rint(large).clip(0, 255), np.uint8)


def _text(
    sheet: NDArray[np.uint8],
    text: str,
    place: tuple[int, int],
    size: float,
    colour: tuple[int, int, int],
) -> None:
    cv2.putText(sheet, text, place, _FONT, size, colour, 1, cv2.LINE_AA)
