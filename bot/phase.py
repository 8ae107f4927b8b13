"""The phase: where the cells begin, told by what moves as one piece.

The corners of a tile that has a twin are moved alike; its neighbours, which have twins elsewhere,
are not. So a seam between cells lies where hardly any two corners that are moved alike lie on
different sides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from bot.corners import Twins

_BINS = 64
_NEAR = 0.7
"""Pitches; corners of one tile that are taken together lie no farther apart."""
_SMOOTH = 5
_LOW = 0.08
"""Share of the way from the lowest to the middle crossing up to which a place belongs to a seam."""
_MANY = 4000
"""Corners are enough."""


@dataclass(frozen=True, slots=True)
class Seam:
    """Where cells part along an axis.

    Parameters
    ----------
    place
        of the middle of a seam, pitches, in [0, 1)
    width
        pitches
    clean
        1 where nothing crosses the seam, 0 where as much as anywhere
    """

    place: float
    width: float
    clean: float


def seams(
    twins: Twins, chosen: NDArray[np.bool_], pitch: tuple[float, float]
) -> tuple[Seam, Seam] | None:
    """The seams of the columns and of the rows; None where no two corners move as one piece.

    Parameters
    ----------
    twins : what looks alike
    chosen : bool array of shape (P,); pairs of corners that lie whole pitches apart
    pitch : px
    """
    a, b = twins.a[chosen][:_MANY], twins.b[chosen][:_MANY]
    x = np.concatenate([twins.x[a], twins.x[b]]) / pitch[0]
    y = np.concatenate([twins.y[a], twins.y[b]]) / pitch[1]
    steps_x = np.rint((twins.x[b] - twins.x[a]) / pitch[0])
    steps_y = np.rint((twins.y[b] - twins.y[a]) / pitch[1])
    moves = np.stack([np.concatenate([s, -s]) for s in (steps_x, steps_y)], axis=1)
    if len(x) < 2:
        return None
    tree = cKDTree(np.concatenate([np.stack([x, y], axis=1), 10 * moves], axis=1))
    pairs = tree.query_pairs(_NEAR, output_type="ndarray")
    if not len(pairs):
        return None
    across, down = (_seam(_crossings(place[pairs])) for place in (x, y))
    return across, down


def _crossings(places: NDArray[np.floating]) -> NDArray[np.float64]:
    """How often each place of a cell lies between two corners: places (K, 2), in pitches."""
    low, high = places.min(axis=1), places.max(axis=1)
    start = np.floor(low)
    first, last = (((each - start) * _BINS).astype(np.intp) for each in (low, high))
    ends = np.bincount(first, minlength=3 * _BINS) - np.bincount(last, minlength=3 * _BINS)
    return np.asarray(np.cumsum(ends, dtype=np.float64).reshape(3, _BINS).sum(axis=0))


def _seam(crossings: NDArray[np.float64]) -> Seam:
    half = _SMOOTH // 2
    around = np.concatenate([crossings[-half:], crossings, crossings[:half]])
    smooth = np.convolve(around, np.ones(_SMOOTH) / _SMOOTH, mode="valid")
    usual, least = float(np.median(smooth)), float(smooth.min())
    top = float(smooth.max())
    low = smooth <= least + _LOW * ((usual if usual > least else top) - least)
    # The longest stretch of low places, round the circle.
    start = int(np.argmin(low)) if not low.all() else 0
    turned = np.roll(low, -start)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], turned.astype(np.int8), [0]])))
    runs = edges.reshape(-1, 2)
    first, last = runs[int(np.argmax(runs[:, 1] - runs[:, 0]))].tolist()
    middle = (start + (first + last) / 2) / _BINS % 1
    return Seam(middle, (last - first) / _BINS, 1 - least / max(top, 1.0))
