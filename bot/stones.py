"""Pictures of walls: what stands in cells of a board, blocks paths and never goes."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import Colour, mixed
from bot.parts import Wall, WallKind

_BLACK: Colour = (0, 0, 0)
_WHITE: Colour = (255, 255, 255)
_COURSES, _GRAINS = 4, 5
"""Courses of bricks in a cell, and planks of a crate."""
_BOULDER = ((0.12, 0.35), (0.45, 0.1), (0.8, 0.2), (0.92, 0.55), (0.7, 0.9), (0.25, 0.86))
_FACETS = (((0.45, 0.1), (0.8, 0.2), (0.55, 0.45)), ((0.12, 0.35), (0.45, 0.1), (0.55, 0.45)))
"""Corners of a boulder and of its lit sides, as shares of width and height."""
_RIVETS = ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8))
"""Where the rivets of steel are, as shares of width and height."""
_EDGE = 0.06
"""Width of the lines of a wall, as a share of its shorter side."""


def paint_wall(size: tuple[int, int], wall: Wall) -> NDArray[np.uint8]:
    """Paint a wall that fills its place; a boulder leaves the corners free.

    Parameters
    ----------
    size
        width and height, px
    wall
        how it looks

    Returns
    -------
    picture : uint8 array of shape (h, w, 4), RGBA
    """
    width, height = size
    shown = np.full((height, width, 4), (*wall.colour, 255), np.uint8)
    dark, light = (mixed(wall.colour, other, 0.35) for other in (_BLACK, _WHITE))
    line = max(1, round(_EDGE * min(size)))
    match wall.kind:
        case WallKind.BRICKS:
            _lay_bricks(shown, wall, line)
        case WallKind.BOULDER:
            shown[:, :, 3] = 0
            for corners, colour in ((_BOULDER, wall.colour), (_FACETS[0], light)):
                cv2.fillPoly(shown, [_placed(corners, size)], (*colour, 255), cv2.LINE_AA)
            second = (*mixed(wall.colour, _WHITE, 0.15), 255)
            cv2.fillPoly(shown, [_placed(_FACETS[1], size)], second, cv2.LINE_AA)
            outline = [_placed(_BOULDER, size)]
            cv2.polylines(shown, outline, isClosed=True, color=(*wall.line, 255), thickness=line)
        case WallKind.CRATE:
            for plank in range(1, _GRAINS):
                y = plank * height // _GRAINS
                shown[y : y + max(1, line // 2)] = (*dark, 255)
            cv2.rectangle(shown, (0, 0), (width - 1, height - 1), (*wall.line, 255), 2 * line)
            cv2.line(shown, (0, 0), (width, height), (*wall.line, 255), 2 * line, cv2.LINE_AA)
        case WallKind.STEEL:
            cv2.rectangle(shown, (0, 0), (width - 1, height - 1), (*dark, 255), line)
            for share in _RIVETS:
                place = round(share[0] * width), round(share[1] * height)
                cv2.circle(shown, place, line, (*wall.line, 255), -1, cv2.LINE_AA)
            cv2.line(shown, (0, height), (width, 0), (*light, 255), 3 * line, cv2.LINE_AA)
    return shown


def _lay_bricks(shown: NDArray[np.uint8], wall: Wall, line: int) -> None:
    """Courses of bricks, every other one moved by half a brick; each a little lighter or darker."""
    height, width = shown.shape[:2]
    lot, brick = Random(str(wall.colour)), max(4, width // 2)
    shown[:] = (*wall.line, 255)
    for course in range(_COURSES):
        top, bottom = (edge * height // _COURSES for edge in (course, course + 1))
        for left in range(-(course % 2) * brick // 2, width, brick):
            tone = mixed(wall.colour, lot.choice((_BLACK, _WHITE)), lot.uniform(0, 0.12))
            place = slice(top + line, bottom), slice(max(0, left + line), left + brick)
            shown[place] = (*tone, 255)


def _placed(corners: tuple[tuple[float, float], ...], size: tuple[int, int]) -> NDArray[np.int32]:
    return np.rint(np.multiply(corners, size)).astype(np.int32)
