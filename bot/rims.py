"""Rims: where a mark shows that a game draws on a tile, a frame, a glow or another colour.

A mark lies along all four sides of a tile. What else changes there, the shadow of a neighbour or
the neighbour itself, does so on some of them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from bot.cutting import core

_DEPTH = 0.2
"""Share of a cell, at each side, in which its mark is looked for."""
_FRAME, _CORNER, _BROKEN = 0.3, 0.2, 25
"""Share of a cell, at each side, in which a frame may lie; share of a side where it may be round;
and percentile of the edge along a side, for faces and ground have edges too, but broken ones."""
_BESIDE = 0.1
"""Share of its contrast that a cell keeps at most without the quarter into which another shines."""
_CROSSED, _UNEVEN, _NEARLY_ALL = 2.0, 16.0, 95
"""How many times more than those of tiles, and by how many grey levels beyond that, the sides of a
cell differ that an edge of something larger crosses; and the percentile of the tiles."""
_STEP = 2
"""Every second pixel of a line tells enough."""
_PARTS, _LINES = 6, 16
"""Parts in which lines are compared with those of all other tiles, and lines of a side at most."""


def rim_differences(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> NDArray[np.float32]:
    """By how much pairs of cells differ along all of their rims.

    On each side that of the line that differs most, for a frame may be a thin one; and of the four
    sides the least.

    Parameters
    ----------
    a, b : uint8 arrays of shape (P, h, w, 3), RGB; pair i is a[i] and b[i]

    Returns
    -------
    differences : float32 array of shape (P,), grey levels
    """
    height, width = a.shape[1:3]
    y, x = max(1, round(height * _DEPTH)), max(1, round(width * _DEPTH))
    sides = [
        _lines(a[:, :y], b[:, :y], 2),
        _lines(a[:, height - y :], b[:, height - y :], 2),
        _lines(a[:, ::_STEP, :x], b[:, ::_STEP, :x], 1),
        _lines(a[:, ::_STEP, width - x :], b[:, ::_STEP, width - x :], 1),
    ]
    return np.asarray(np.min([side.max(axis=1) for side in sides], axis=0), np.float32)


def _lines(a: NDArray[np.uint8], b: NDArray[np.uint8], along: int) -> NDArray[np.float32]:
    """Mean difference of strips, line by line: (P, lines); a line runs along an axis.

    Of lines along the last axis only some of the pixels count.
    """
    apart = (np.maximum(a, b) - np.minimum(a, b)).astype(np.float32)
    count, rows, cols = apart.shape[:3]
    # Sums as products: numpy runs along the last axis, and three there take far longer.
    if along == 2:
        # So would strips of every second pixel; the others are left out by their weight.
        weights = np.zeros((cols, 3), np.float32)
        weights[::_STEP] = 1
        sums, length = apart.reshape(count, rows, cols * 3) @ weights.ravel(), len(weights[::_STEP])
    else:
        each = np.matmul(np.ones(rows, np.float32), apart.reshape(count, rows, cols * 3))
        sums, length = each.reshape(count, cols, 3) @ np.ones(3, np.float32), rows
    return np.asarray(sums / np.float32(3 * length), np.float32)


def strangeness(
    tiles: NDArray[np.float32],
    at: NDArray[np.intp],
    to: NDArray[np.intp],
) -> NDArray[np.float32]:
    """By how much tiles differ along all of their rims from any of some, whatever they show.

    A rim is compared line by line, each with the most similar one of another tile. On each side
    that of the line that differs most counts, and of the four sides the least: a neighbour, a
    shadow or ground at one side of a tile are seen at other tiles, too.

    Parameters
    ----------
    tiles : float32 array of shape (N, h, w, 3), RGB
    at : int array of shape (P,); numbers of the tiles that are asked about
    to : int array of shape (Q,); numbers of those they are compared with, but for themselves

    Returns
    -------
    differences : float32 array of shape (P,), grey levels; infinite without others
    """
    height, width = tiles.shape[1:3]
    y, x = max(1, round(height * _DEPTH)), max(1, round(width * _DEPTH))
    across = np.swapaxes(tiles, 1, 2)
    strips = tiles[:, :y], tiles[:, -y:], across[:, :x], across[:, -x:]
    least = np.full(len(at), np.inf, np.float32)
    if not len(at) or not len(to):
        return least
    itself = at[:, None] == to
    for strip in strips:
        lines = np.moveaxis(_in_parts(strip), 1, 0)
        side, left = np.zeros(len(at), np.float32), np.arange(len(at))
        for line in lines[:: -(-len(lines) // _LINES)]:
            apart = cdist(line[at[left]], line[to], "cityblock") / line.shape[1]
            apart[itself[left]] = np.inf
            side[left] = np.maximum(side[left], apart.min(axis=1))
            # A side counts only where it differs less than those before.
            left = left[side[left] < least[left]]
        np.minimum(least, side, out=least)
    return least


def _in_parts(strip: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean colours of some parts of each line: (N, lines, 3 * parts), from (N, lines, l, 3)."""
    count, lines, length = strip.shape[:3]
    size = _PARTS, count * lines
    flat = np.ascontiguousarray(strip).reshape(count * lines, length, 3)
    parts = cv2.resize(flat, size, interpolation=cv2.INTER_AREA)
    return np.asarray(parts, np.float32).reshape(count, lines, 3 * _PARTS)


def frames(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """How steep the edges of a frame are that goes round the middle of each cell.

    On each side that of the line along which it is steep nearly everywhere; and of the four sides
    the least.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB

    Returns
    -------
    steepness : float32 array of shape (N,), grey levels a px in the worst channel
    """
    height, width = cells.shape[1:3]
    y, x = max(2, round(height * _FRAME)), max(2, round(width * _FRAME))
    top, left = int(height * _CORNER), int(width * _CORNER)
    down = np.abs(np.diff(cells, axis=1)).max(axis=3)[:, :, left : width - left]
    across = np.abs(np.diff(cells, axis=2)).max(axis=3)[:, top : height - top]
    sides = [
        np.percentile(down[:, :y], _BROKEN, axis=2).max(axis=1),
        np.percentile(down[:, -y:], _BROKEN, axis=2).max(axis=1),
        np.percentile(across[:, :, :x], _BROKEN, axis=1).max(axis=1),
        np.percentile(across[:, :, -x:], _BROKEN, axis=1).max(axis=1),
    ]
    return np.asarray(np.min(sides, axis=0), np.float32)


def are_crossed(cells: NDArray[np.float32], tiles: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether the edge of something larger runs through cells, as through no tile: bool (N,).

    A picture that comes to light under the tiles, or a painted ground. Along the border of a tile
    there is paper or ground, and a mark is alike all around.

    Parameters
    ----------
    cells, tiles : float32 arrays of shape (N, h, w, 3) and (M, h, w, 3), RGB
    """
    here, there = (_lopsided(core(each)) for each in (cells, tiles))
    usual = float(np.percentile(there, _NEARLY_ALL)) if len(there) else np.inf
    return np.asarray(here > _CROSSED * usual + _UNEVEN, np.bool_)


def are_lit_from_beside(cells: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether all that cells show lies along one side, as the glow of a neighbour does: bool (N,).

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    down, right = cells.shape[1] // 4, cells.shape[2] // 4
    parts = cells[:, down:], cells[:, :-down], cells[:, :, right:], cells[:, :, :-right]
    left, whole = (
        np.min([part.std(axis=(1, 2)).max(axis=1) for part in some], axis=0)
        for some in (parts, (cells,))
    )
    return np.asarray(left < _BESIDE * whole, np.bool_)


def _lopsided(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much opposite sides, or both halves of one, differ in the worst channel: (N,)."""
    height, width = cells.shape[1] // 2, cells.shape[2] // 2
    sides = (cells[:, 0], width), (cells[:, -1], width), (cells[:, :, 0], height)
    halves = [
        (side[:, :half].mean(axis=1), side[:, half:].mean(axis=1))
        for side, half in (*sides, (cells[:, :, -1], height))
    ]
    apart = [one - other for one, other in halves]
    top, bottom, left, right = ((one + other) / 2 for one, other in halves)
    return np.asarray(np.abs([*apart, top - bottom, left - right]).max(axis=(0, 2)), np.float32)
