"""Pictures for people: a link, drawn over the frame it was found in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.matcher import Link

Segment = tuple[tuple[float, float], tuple[float, float]]

_LINE = (255, 225, 0)
_EDGE = (0, 0, 0)
_DIM = 0.5
"""How much of its brightness all but the two tiles keeps: they are found at a glance."""
_INTO = 0.42
"""Pitches from the middle of a tile to where the path ends: beyond what its face shows."""
_FINE, _COARSE = 2, 8
"""px; the thinnest and the thickest line."""
_THICK = 0.08
"""Thickness of a line, in pitches."""


def link_view(
    frame: Frame, lattice: Lattice, link: Link, *, sure: bool = True
) -> NDArray[np.uint8]:
    """The frame made darker, with two tiles left bright and the path between them.

    Parameters
    ----------
    frame, lattice
        the picture, and where its cells lie
    link
        what is shown; its path may run through the margin, and is kept inside the picture there
    sure
        whether its tiles are known to match; the line is broken where they are not

    Returns
    -------
    picture : uint8 array of shape (H, W, 3), RGB
    """
    picture = np.asarray(frame.pixels * _DIM, dtype=np.uint8)
    pitch = min(lattice.pitch)
    thick = round(min(max(pitch * _THICK, _FINE), _COARSE))
    for cell in (link.a, link.b):
        left, top, right, bottom = _box(frame, lattice, cell)
        picture[top:bottom, left:right] = frame.pixels[top:bottom, left:right]
    segments = _segments(frame, lattice, link.path, thick)
    if not sure:
        segments = [dash for segment in segments for dash in _dashes(segment, 3.0 * thick)]
    # All edges go below all lines, so that corners and crossings stay whole.
    for colour, width in ((_EDGE, thick + 4), (_LINE, thick)):
        for cell in (link.a, link.b):
            left, top, right, bottom = _box(frame, lattice, cell)
            # Around the cell, so that it hides nothing of a small tile.
            near, far = (
                (left - thick // 2, top - thick // 2),
                (right + thick // 2, bottom + thick // 2),
            )
            cv2.rectangle(picture, near, far, colour, width, cv2.LINE_AA)
        for start, end in segments:
            cv2.line(picture, _whole(start), _whole(end), colour, width, cv2.LINE_AA)
    return picture


def _box(frame: Frame, lattice: Lattice, cell: Cell) -> tuple[int, int, int, int]:
    """Left, top, right and bottom edge of a cell, as far as it lies in the picture, px."""
    x, y = lattice.center(cell)
    half_x, half_y = lattice.pitch[0] / 2, lattice.pitch[1] / 2
    left, top = max(0, round(x - half_x)), max(0, round(y - half_y))
    right, bottom = min(frame.width, round(x + half_x)), min(frame.height, round(y + half_y))
    return left, top, right, bottom


def _segments(frame: Frame, lattice: Lattice, path: Sequence[Cell], thick: int) -> list[Segment]:
    """The straight parts of a path, which ends short of the middle of its tiles."""
    points = [_inside(frame, lattice.center(cell), thick) for cell in path]
    points[0] = _short_of(points[0], points[1], lattice)
    points[-1] = _short_of(points[-1], points[-2], lattice)
    return list(pairwise(points))


def _inside(frame: Frame, pixel: Pixel, rim: int) -> tuple[float, float]:
    """The place, moved into the picture where the margin of the board lies outside."""
    x = min(max(pixel.x, rim), frame.width - 1 - rim)
    y = min(max(pixel.y, rim), frame.height - 1 - rim)
    return x, y


def _short_of(
    end: tuple[float, float], towards: tuple[float, float], lattice: Lattice
) -> tuple[float, float]:
    """A path's end, drawn back from the middle of its tile to where the face ends."""
    across, down = towards[0] - end[0], towards[1] - end[1]
    way = hypot(across, down)
    back = _INTO * (lattice.pitch[0] if abs(across) > abs(down) else lattice.pitch[1])
    if way <= back:
        return end
    return end[0] + across / way * back, end[1] + down / way * back


def _dashes(segment: Segment, length: float) -> list[Segment]:
    """A straight line as dashes with gaps of the same length between them."""
    start, end = np.asarray(segment)
    count = max(1, round(float(np.hypot(*(end - start))) / length / 2))
    # The ends of dashes and gaps in turn, without the gap at the end of the line.
    places = start + np.linspace(0, 1, 2 * count)[:, None] * (end - start)
    ends = [(float(x), float(y)) for x, y in places]
    return list(zip(ends[::2], ends[1::2], strict=True))


def _whole(point: tuple[float, float]) -> tuple[int, int]:
    return round(point[0]), round(point[1])
