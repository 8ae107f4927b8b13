"""Centring: where the middles of the cells lie, told by laying twins upon each other.

Corners that move alike show a piece of a tile and where its twin lies. The surroundings of both are
laid upon each other: they are the same as far as the tile reaches, and beyond it as far as the
ground does; then come other neighbours. So the middle of what is the same is the tile's. Where few
neighbours are left, what both show there tells more: a tile has edges, and the ground has few.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from bot.corners import Twins
from bot.equals import pairs_of_equals
from bot.frame import pixels_apart, shrunk
from bot.geometry import Lattice, Pixel
from bot.settling import PLACES, settled

_BINS = 20
"""Parts of a pitch in which pieces are compared."""
_REACH = 1.3
"""Pitches around a piece that are compared."""
_NEAR = 0.6
"""Pitches; corners of one piece lie no farther from the next."""
_CORNERS, _PIECES, _MOST = 2, 3, 80
"""Corners of a piece at least, pieces at least, and pieces looked at."""
_APART, _STEEP = 48.0, 24.0
"""Grey levels; a difference of two colours and the height of an edge that count in full."""
_EDGES = 3.0
"""How much an edge that both show counts against a difference."""
_INNER, _POOR, _SAME = 0.2, 2.0, 0.1
"""Pitches around its middle in which a piece is the same as its twin: pieces that are less so than
so many times the median, and than that share, are no twins."""
_TILE, _EDGE, _LINE = (0.35, 0.85), (0.35, 0.65), (0.25, 0.5)
"""Pitches from the middle of a cell up to which a difference, an edge, and a line along the other
axis counts in full, and from which on it does not count. Those for edges add up to one everywhere,
so that edges which all cells have tell nothing."""
_AS_GOOD = 0.02
"""Share of the way from the least to the usual cost up to which a place is as good as the best."""
_CELL, _FREE = (0.44, 0.5), 0.05
"""Pitches from its middle that a cell reaches, and share of what differs at the usual place that
may differ more than at the best one: so far the middle is free to be moved."""
_LARGE = 2.5
"""Pixels of the picture for a part from which on it is made smaller first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """Pieces of tiles and where their twins lie.

    Parameters
    ----------
    middle : float64 array of shape (N, 2), x and y, pitches
    way : float64 array of shape (N, 2), from a piece to its twin, whole pitches
    """

    middle: NDArray[np.float64]
    way: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """Pieces laid upon their twins.

    Parameters
    ----------
    apart, edges : float32 arrays of shape (N, n, n), from `_laid`
    at : float64 array of shape (N, 2); middles of the pieces, x and y, pitches
    """

    apart: NDArray[np.float32]
    edges: NDArray[np.float32]
    at: NDArray[np.float64]

    def middle(self, axis: int, beside: NDArray[np.float64]) -> float:
        """The phase along an axis around which pieces are most alike and show most.

        Parameters
        ----------
        axis : 0 for x, 1 for y
        beside : float64 array of shape (N,); from the middles of the pieces to those of tiles,
            along the other axis, pitches
        """
        cost = self._along(self.apart, axis, beside, _TILE)
        cost -= _EDGES * self._along(self.edges, axis, beside, _EDGE)
        return (_lowest(cost) + 0.5) / PLACES

    def free(self, axis: int, beside: NDArray[np.float64], middle: float) -> NDArray[np.bool_]:
        """By how many parts of a pitch, from minus a half up, cells may lie beside a middle.

        Their tiles are as like their twins there as anywhere.
        """
        cost = self._along(self.apart, axis, beside, _CELL)
        least = float(cost.min())
        free = cost <= least + _FREE * (float(np.median(cost)) - least)
        return np.roll(free, PLACES // 2 - int(middle * PLACES))

    def _along(
        self,
        what: NDArray[np.float32],
        axis: int,
        beside: NDArray[np.float64],
        ends: tuple[float, float],
    ) -> NDArray[np.float64]:
        """How much there is around each phase along an axis, mean of the pieces: (PLACES,)."""
        steps, places = _steps(), (np.arange(PLACES) + 0.5) / PLACES
        lines = _weight(steps - beside[:, None], _LINE)
        lines /= lines.sum(axis=1, keepdims=True)
        profile = np.einsum("nij,ni->nj" if axis == 0 else "nij,nj->ni", what, lines)
        sums = profile @ _weight(steps[:, None] - (places - 0.5), ends)
        which = ((_to(places, self.at[:, axis, None]) + 0.5) * PLACES).astype(np.intp)
        return np.asarray(np.take_along_axis(sums, which, axis=1).mean(axis=0), np.float64)


def middles(
    pixels: NDArray[np.uint8],
    twins: Twins,
    chosen: NDArray[np.bool_],
    pitch: tuple[float, float],
) -> tuple[float, float] | None:
    """Where the middles of cells lie along x and y, pitches in [0, 1); None with too few pieces.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    twins : what looks alike in it
    chosen : bool array of shape (P,); pairs of corners that lie whole pitches apart
    pitch : (x, y), px
    """
    pieces = _pieces(twins, chosen, pitch)
    return None if pieces is None else _middles(pixels, pieces, pitch)


def recentred(pixels: NDArray[np.uint8], lattice: Lattice, kinds: NDArray[np.int64]) -> Lattice:
    """The lattice moved to where tiles that were told to be equal lie in the middle of its cells.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    lattice : a part of a pitch off at most
    kinds : int array of shape (rows * cols,); tiles have a kind, 1 and up
    """
    a, b = pairs_of_equals(kinds, _MOST)
    if len(a) < _PIECES:
        return lattice
    col, row = np.arange(lattice.cols), np.arange(lattice.rows)
    cells = np.stack([np.tile(col, lattice.rows), np.repeat(row, lattice.cols)], axis=1)
    origin = np.asarray(lattice.origin) / lattice.pitch
    pieces = _Pieces(origin + cells[a], (cells[b] - cells[a]).astype(np.float64))
    way = [
        float(_to(place, start)) * side
        for place, start, side in zip(
            _middles(pixels, pieces, lattice.pitch), origin, lattice.pitch, strict=True
        )
    ]
    return replace(lattice, origin=Pixel(lattice.origin.x + way[0], lattice.origin.y + way[1]))


def _middles(
    pixels: NDArray[np.uint8], pieces: _Pieces, pitch: tuple[float, float]
) -> tuple[float, float]:
    apart, edges = _laid(pixels, pieces, pitch)
    steps = _steps()
    inner = np.abs(steps) < _INNER
    poor = apart[:, inner][:, :, inner].mean(axis=(1, 2))
    kept = poor <= max(_POOR * float(np.median(poor)), _SAME)
    laid = _Laid(apart[kept], edges[kept], pieces.middle[kept])
    nowhere = np.zeros(len(laid.at))
    across = laid.middle(0, nowhere)
    down = laid.middle(1, _to(across, laid.at[:, 0]))
    across = laid.middle(0, _to(down, laid.at[:, 1]))
    beside = _to(across, laid.at[:, 0]), _to(down, laid.at[:, 1])
    free = laid.free(0, beside[1], across), laid.free(1, beside[0], down)
    cells = laid.at + np.stack(beside, axis=1)
    cells = np.unique(np.rint(np.concatenate([cells, cells + pieces.way[kept]]) * 100), axis=0)
    more = settled(pixels, cells / 100, pitch, free)
    return (across + more[0]) % 1, (down + more[1]) % 1


def _pieces(twins: Twins, chosen: NDArray[np.bool_], pitch: tuple[float, float]) -> _Pieces | None:
    """What moves as one: corners near each other that lead the same way."""
    a, b = twins.a[chosen], twins.b[chosen]
    place = np.stack([twins.x, twins.y], axis=1).astype(np.float64) / pitch
    way = np.rint(place[b] - place[a])
    near = cKDTree(np.concatenate([place[a], 10 * way], axis=1)).query_pairs(
        _NEAR, output_type="ndarray"
    )
    links = coo_matrix((np.ones(len(near)), (near[:, 0], near[:, 1])), shape=(len(a), len(a)))
    count, piece = connected_components(links, directed=False)
    corners = np.bincount(piece, minlength=count)
    low, high = np.full((count, 2), np.inf), np.full((count, 2), -np.inf)
    np.minimum.at(low, piece, place[a])
    np.maximum.at(high, piece, place[a])
    # What is wider than a cell holds corners of two tiles that moved alike by chance.
    kept = np.flatnonzero((corners >= _CORNERS) & (high - low < 1).all(axis=1))
    if len(kept) < _PIECES:
        return None
    if len(kept) > _MOST:
        kept = kept[np.argsort(-corners[kept], kind="stable")][: 2 * _MOST]
        kept = kept[:: -(-len(kept) // _MOST)]
    first = np.zeros(count, np.intp)
    first[piece] = np.arange(len(piece))
    return _Pieces((low[kept] + high[kept]) / 2, way[first[kept]])


def _lowest(cost: NDArray[np.float64]) -> float:
    """The middle of the places around the lowest that are as good as that: a part of one."""
    lowest = int(cost.argmin())
    most = float(cost.min()) + _AS_GOOD * float(np.median(cost) - cost.min())
    turned = np.roll(cost > most, len(cost) // 2 - lowest)
    ends = np.flatnonzero(turned)
    middle = len(cost) // 2
    before, after = ends[ends < middle].max(initial=-1), ends[ends > middle].min(initial=len(cost))
    return (lowest + (float(before) + float(after)) / 2 - middle) % len(cost)


def _steps() -> NDArray[np.float64]:
    """Pitches from the middle of a piece at which it is compared: (2 * reach * bins,)."""
    count = round(2 * _REACH * _BINS)
    return (np.arange(count) + 0.5) / _BINS - count / 2 / _BINS


def _laid(
    pixels: NDArray[np.uint8], pieces: _Pieces, pitch: tuple[float, float]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How far pieces are from their twins, and the edges that both show: 0 to 1, (N, n, n) each."""
    times = max(1, int(min(pitch) / (_LARGE * _BINS)))
    smooth = cv2.blur(shrunk(pixels, times), (3, 3))
    steps = _steps()
    side, count = len(steps), len(pieces.middle)
    shape = (count, side, side)

    def cut(middle: NDArray[np.float64]) -> NDArray[np.uint8]:
        x, y = ((middle[:, axis, None] + steps) * pitch[axis] / times - 0.5 for axis in (0, 1))
        across = np.broadcast_to(x[:, None, :], shape).astype(np.float32).reshape(-1, side)
        down = np.broadcast_to(y[:, :, None], shape).astype(np.float32).reshape(-1, side)
        found = cv2.remap(smooth, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(found, np.uint8)

    one, other = cut(pieces.middle), cut(pieces.middle + pieces.way)
    most = pixels_apart(one, other).reshape(shape)
    apart = np.minimum(most, _APART).astype(np.float32) / np.float32(_APART)
    edges = np.minimum(_edges(one, shape), _edges(other, shape))
    edges = np.minimum(edges, 2 * _STEEP).astype(np.float32) / np.float32(2 * _STEEP)
    return apart, edges * (1 - apart)


def _edges(cut: NDArray[np.uint8], shape: tuple[int, int, int]) -> NDArray[np.uint16]:
    """How steep pictures that stand upon each other are, grey levels two parts: (N, n, n)."""
    grey = np.asarray(cv2.cvtColor(cut, cv2.COLOR_RGB2GRAY), np.uint8).reshape(shape)
    across, down = _steps_of(grey[:, :, 1:], grey[:, :, :-1]), _steps_of(grey[:, 1:], grey[:, :-1])
    # An edge lies between two parts and belongs to both, or all were moved by half a part.
    steep = np.zeros(shape, np.uint16)
    np.add(across[:, :, 1:], across[:, :, :-1], out=steep[:, :, 1:-1], dtype=np.uint16)
    both = np.add(down[:, 1:], down[:, :-1], dtype=np.uint16)
    np.maximum(steep[:, 1:-1], both, out=steep[:, 1:-1])
    return steep


def _steps_of(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Differences of grey levels, whichever is more."""
    return np.asarray(np.maximum(one, other) - np.minimum(one, other), np.uint8)


def _to(
    place: float | NDArray[np.float64], middle: float | NDArray[np.float64]
) -> NDArray[np.float64]:
    """The way from middles to the nearest places of this phase: in [-0.5, 0.5), pitches."""
    return np.asarray((place - middle + 0.5) % 1 - 0.5)


def _weight(far: NDArray[np.float64], ends: tuple[float, float]) -> NDArray[np.float64]:
    """1 up to the first of the ends, 0 from the other."""
    return np.clip((ends[1] - np.abs(far)) / (ends[1] - ends[0]), 0, 1)
