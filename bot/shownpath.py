"""The path of a link that a game shows: a stroke of one colour from a tile to its twin.

A path runs along straight segments from the middle of one tile, through the middles of empty cells,
to the middle of the other, with two turns at most. So it is told by its way, whatever its colour:
nothing else on a board joins two tiles like that. What it is drawn over cannot be read.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from bot.board import EMPTY, UNKNOWN
from bot.channels import worst_channel
from bot.frame import Frame
from bot.geometry import Cell, Lattice

_POINTS, _FROM = 13, 0.12
"""Places from one middle to the next at which a stroke is looked at, and pitches from the middle
where the first lies: a middle is known to a tenth of a pitch."""
_ASIDE = (0.0, -0.03, 0.03, -0.06, 0.06)
"""How far beside the middles a stroke may lie, pitches: it may be thin."""
_EVEN, _SAME = 20.0, 24.0
"""Grey levels that the colour of a stroke may change by, and by which that of the next may."""
_BESIDE, _BARE = 0.3, 0.7
"""Pitches beside a stroke where something else is seen, and share of the places there at which
it is, or it is no stroke but an area."""
_TURNS = 2
"""Turns of a path, at most."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownPath:
    """A path that is shown.

    Parameters
    ----------
    ends : int array of shape (2,); numbers of the cells of the two tiles
    between : int array of shape (M,); numbers of the cells of the board that it runs through
    """

    ends: NDArray[np.intp]
    between: NDArray[np.intp]


def shown_path(frame: Frame, lattice: Lattice) -> ShownPath | None:
    """The path of a link that is shown over a board, or in the cells around it; None without one.

    Parameters
    ----------
    frame, lattice : the picture, and where its cells lie
    """
    wide = Lattice(lattice.center(Cell(-1, -1)), lattice.pitch, lattice.rows + 2, lattice.cols + 2)
    a, b, colour = _strokes(frame.pixels, wide)
    if not len(a):
        return None
    close = worst_channel(np.abs(colour[:, None] - colour[None])) <= _SAME
    for group in _joined(a, b, close):
        cells = _as_path(a[group], b[group])
        if cells is not None:
            row, col = np.divmod(cells, wide.cols)
            inside = (row > 0) & (row <= lattice.rows) & (col > 0) & (col <= lattice.cols)
            number = (row - 1) * lattice.cols + col - 1
            if inside[[0, -1]].all():
                return ShownPath(number[[0, -1]], number[1:-1][inside[1:-1]])
    return None


def without_path(kinds: NDArray[np.int64], path: ShownPath) -> NDArray[np.int64]:
    """The kinds of cells a path is shown over: its tiles are unknown, unless others show the same.

    They are as they were where the ends of the path are no tiles: then it is part of the ground; or
    where it runs through one that shows the same.

    Parameters
    ----------
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind, 1 and up
    path : which may be one
    """
    one, other = kinds[path.ends].tolist()
    # What joins bare ground is part of it, and two known faces that differ are joined by no link.
    if EMPTY in {one, other} or (one != other and UNKNOWN not in {one, other}):
        return kinds
    # A path runs through empty cells; what runs through three equal tiles is drawn on them.
    if one == other != UNKNOWN and (kinds[path.between] == one).any():
        return kinds
    found = kinds.copy()
    found[path.between] = EMPTY
    if one == other and np.count_nonzero(kinds == one) == 2:
        found[path.ends] = UNKNOWN
    return found


def _strokes(
    pixels: NDArray[np.uint8], lattice: Lattice
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
    """Neighbours joined by a stroke from middle to middle: numbers of the two, and its colour."""
    rows, cols = lattice.rows, lattice.cols
    number = np.arange(rows * cols).reshape(rows, cols)
    found = []
    for across in (True, False):
        a = (number[:, :-1] if across else number[:-1]).ravel()
        b = (number[:, 1:] if across else number[1:]).ravel()
        line, lies = _along(pixels, lattice, a, across=across)
        colour = np.median(line, axis=1)
        even = np.abs(line - colour[:, None]).max(axis=(1, 2)) <= _EVEN
        bare = np.ones(len(a), np.bool_)
        for side in (-_BESIDE, _BESIDE):
            beside = _seen(pixels, lattice, a, across=across, aside=lies + side)
            other = np.abs(beside - colour[:, None]).max(axis=2) > _SAME
            bare &= other.mean(axis=1) >= _BARE
        kept = even & bare
        found.append((a[kept], b[kept], colour[kept]))
    (a, b, colour), (c, d, other) = found
    return np.concatenate([a, c]), np.concatenate([b, d]), np.concatenate([colour, other])


def _along(
    pixels: NDArray[np.uint8], lattice: Lattice, cells: NDArray[np.intp], *, across: bool
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """The evenest line from each middle to the next one: colours (N, p, 3), and how far aside."""
    best = np.full(len(cells), np.inf)
    line = np.zeros((len(cells), _POINTS, 3), np.float32)
    lies = np.zeros(len(cells))
    for aside in _ASIDE:
        seen = _seen(pixels, lattice, cells, across=across, aside=np.full(len(cells), aside))
        spread = np.abs(seen - np.median(seen, axis=1)[:, None]).max(axis=(1, 2))
        less = spread < best
        best[less], line[less], lies[less] = spread[less], seen[less], aside
    return line, lies


def _seen(
    pixels: NDArray[np.uint8],
    lattice: Lattice,
    cells: NDArray[np.intp],
    *,
    across: bool,
    aside: NDArray[np.float64],
) -> NDArray[np.float32]:
    """Colours along the ways from cells to their next ones, some pitches aside: (N, p, 3)."""
    row, col = np.divmod(cells, lattice.cols)
    on = np.broadcast_to(np.linspace(_FROM, 1 - _FROM, _POINTS), (len(cells), _POINTS))
    off = np.broadcast_to(aside[:, None], on.shape)
    x = lattice.origin.x + (col[:, None] + (on if across else off)) * lattice.pitch[0] - 0.5
    y = lattice.origin.y + (row[:, None] + (off if across else on)) * lattice.pitch[1] - 0.5
    # OpenCV takes pictures of 32767 rows at most.
    wide = _POINTS * max(1, 30000 // _POINTS)
    parts = [
        cv2.remap(
            pixels,
            x.reshape(-1, 1)[start : start + wide].astype(np.float32),
            y.reshape(-1, 1)[start : start + wide].astype(np.float32),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        for start in range(0, x.size, wide)
    ]
    return np.concatenate(parts).reshape(*on.shape, 3).astype(np.float32)


def _joined(
    a: NDArray[np.intp], b: NDArray[np.intp], close: NDArray[np.bool_]
) -> list[NDArray[np.intp]]:
    """Strokes of one colour that meet, together: numbers of strokes."""
    meet = (a[:, None] == a) | (a[:, None] == b) | (b[:, None] == a) | (b[:, None] == b)
    one, other = np.nonzero(meet & close)
    graph = coo_matrix((np.ones(len(one)), (one, other)), shape=(len(a), len(a)))
    count, group = connected_components(graph, directed=False)
    return [np.flatnonzero(group == number) for number in range(count)]


def _as_path(a: NDArray[np.intp], b: NDArray[np.intp]) -> NDArray[np.intp] | None:
    """The cells from end to end, if strokes make one path with few turns: int (M,)."""
    cells, times = np.unique(np.concatenate([a, b]), return_counts=True)
    ends = cells[times == 1]
    if len(ends) != 2 or len(cells) != len(a) + 1 or times.max() > 2:
        return None
    beside: dict[int, list[int]] = {}
    for one, other in zip(a.tolist(), b.tolist(), strict=True):
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    way = [int(ends[0])]
    while len(way) < len(cells):
        way.append(next(cell for cell in beside[way[-1]] if cell not in way[-2:]))
    steps = np.diff(np.asarray(way))
    turns = int(np.count_nonzero(np.diff(np.abs(steps) == 1)))
    return np.asarray(way, np.intp) if turns <= _TURNS and way[-1] == ends[1] else None
