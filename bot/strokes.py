"""Strokes: the path of a link as lines in a picture."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import Colour
from bot.geometry import Cell, Lattice, Pixel

Segment = tuple[tuple[float, float], tuple[float, float]]

EDGE: Colour = (0, 0, 0)
"""Around every line, so that it shows on any ground."""
_INTO = 0.42
"""Pitches from the middle of a tile to where the path ends: beyond what its face shows."""
_FINE, _COARSE = 2, 8
"""px; the thinnest and the thickest line."""
_THICK = 0.08
"""Thickness of a line, in pitches."""
_DASHES = 3.0
"""Length of a dash, in thicknesses of the line."""


def thickness(lattice: Lattice) -> int:
    """How thick a line is on a board, px."""
    return round(min(max(min(lattice.pitch) * _THICK, _FINE), _COARSE))


def draw_link(
    picture: NDArray[np.uint8],
    lattice: Lattice,
    path: Sequence[Cell],
    colour: Colour,
    thick: int,
    *,
    sure: bool = True,
    inset: int = 0,
) -> None:
    """Draw a frame around both tiles of a link, and its path between them.

    Parameters
    ----------
    picture : uint8 array of shape (H, W, 3), RGB; it is drawn on
    lattice : where the cells lie
    path : corner cells, from tile to tile; it may run through the margin, and is kept inside the
        picture there
    colour : of the line
    thick : px
    sure : whether the two tiles are known to match; the line is broken where they are not
    inset : how far inside of its cell the frame around a tile lies, px; it hides nothing of a small
        tile where it lies outside
    """
    size = picture.shape[1], picture.shape[0]
    lines = _segments(size, lattice, path, thick)
    if not sure:
        lines = [dash for line in lines for dash in _dashes(line, _DASHES * thick)]
    # All edges go below all lines, so that corners and crossings stay whole.
    for ink, width in ((EDGE, thick + 4), (colour, thick)):
        for cell in (path[0], path[-1]):
            left, top, right, bottom = box(size, lattice, cell)
            out = thick // 2 - inset
            near, far = (left - out, top - out), (right + out, bottom + out)
            cv2.rectangle(picture, near, far, ink, width, cv2.LINE_AA)
        for start, end in lines:
            cv2.line(picture, _whole(start), _whole(end), ink, width, cv2.LINE_AA)


def box(size: tuple[int, int], lattice: Lattice, cell: Cell) -> tuple[int, int, int, int]:
    """Left, top, right and bottom edge of a cell, as far as it lies in a picture, px.

    Parameters
    ----------
    size : width and height of the picture, px
    """
    x, y = lattice.center(cell)
    half_x, half_y = lattice.pitch[0] / 2, lattice.pitch[1] / 2
    left, top = max(0, round(x - half_x)), max(0, round(y - half_y))
    right, bottom = min(size[0], round(x + half_x)), min(size[1], round(y + half_y))
    return left, top, right, bottom


def _segments(
    size: tuple[int, int], lattice: Lattice, path: Sequence[Cell], thick: int
) -> list[Segment]:
    """The straight parts of a path, which ends short of the middle of its tiles."""
    points = [_inside(size, lattice.center(cell), thick) for cell in path]
    points[0] = _short_of(points[0], points[1], lattice)
    points[-1] = _short_of(points[-1], points[-2], lattice)
    return list(pairwise(points))


def _inside(size: tuple[int, int], pixel: Pixel, rim: int) -> tuple[float, float]:
    """The place, moved into the picture where the margin of the board lies outside."""
    x = min(max(pixel.x, rim), size[0] - 1 - rim)
    y = min(max(pixel.y, rim), size[1] - 1 - rim)
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
