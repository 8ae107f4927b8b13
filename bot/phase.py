"""The phase: where the cells begin, told by what moves as one piece.

The corners of a tile that has a twin are moved alike; its neighbours, which have twins elsewhere,
are not. So a seam between cells lies where hardly any two corners that are moved alike lie on
different sides. Within such a place the edges that all tiles have in common tell the seam's middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
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
_TILES, _LINES = 80, 5
"""Tiles, and lines through each of them, whose common edges are looked at."""
_FEW = 35
"""Percentile of the tiles that have an edge which they have in common."""
_SHARP, _SHARE = 5.0, 0.35
"""Grey levels per px of an edge at least, the less central the more, and share of the strongest."""
_SOME = 0.2
"""Share of the most crossings up to which an edge may be a seam's."""
_GAP = 0.3
"""Pitches between the edges on both sides of a gap at most."""
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
    twins: Twins,
    chosen: NDArray[np.bool_],
    pitch: tuple[float, float],
    slopes: tuple[NDArray[np.float32], NDArray[np.float32]],
) -> tuple[Seam, Seam] | None:
    """The seams of the columns and of the rows; None where no two corners move as one piece.

    Parameters
    ----------
    twins : what looks alike
    chosen : bool array of shape (P,); pairs of corners that lie whole pitches apart
    pitch : px
    slopes : two float32 arrays of shape (H, W), from `slopes_of`
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
    crossings = [_crossings(place[pairs]) for place in (x, y)]
    first = [_seam(each) for each in crossings]
    edges = _common_edges(x, y, first, pitch, slopes)
    across, down = (
        _settled(seam, crossing, common)
        for seam, crossing, common in zip(first, crossings, edges, strict=True)
    )
    return across, down


def slopes_of(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How steeply a picture changes along x and along y: two float32 arrays of shape (H, W).

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.25)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.25)
    return np.asarray(np.abs(across), np.float32), np.asarray(np.abs(down), np.float32)


def _common_edges(
    x: NDArray[np.floating],
    y: NDArray[np.floating],
    seam: list[Seam],
    pitch: tuple[float, float],
    slopes: tuple[NDArray[np.float32], NDArray[np.float32]],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Edges that the tiles with these corners have in common: (bins,) along x and along y.

    For each tile the slope along a line through its middle, wherever it lies in the cell; of all
    tiles the median, so that what only some faces have does not count.
    """
    height, width = slopes[0].shape
    cells = np.unique(
        np.stack([np.floor(x - seam[0].place), np.floor(y - seam[1].place)], axis=1), axis=0
    )[:_TILES]
    left = (cells[:, 0] + seam[0].place) * pitch[0]
    top = (cells[:, 1] + seam[1].place) * pitch[1]
    along, band = (np.arange(_BINS) + 0.5) / _BINS, np.linspace(0.35, 0.65, _LINES)
    found = []
    for axis, (step, other) in enumerate((pitch, pitch[::-1])):
        start, side = (left, top) if axis == 0 else (top, left)
        place = (start[:, None] + along * step)[:, None, :]
        lines = (side[:, None] + band * other)[:, :, None]
        columns, rows = (place, lines) if axis == 0 else (lines, place)
        columns, rows = np.broadcast_arrays(columns, rows)
        inside = (columns >= 0) & (rows >= 0) & (columns < width) & (rows < height)
        at = rows.clip(0, height - 1).astype(np.intp), columns.clip(0, width - 1).astype(np.intp)
        profile = np.where(inside, slopes[axis][at], 0).mean(axis=1)
        found.append(np.roll(np.percentile(profile, _FEW, axis=0), round(seam[axis].place * _BINS)))
    return np.asarray(found[0], np.float64), np.asarray(found[1], np.float64)


def _settled(seam: Seam, crossings: NDArray[np.float64], edges: NDArray[np.float64]) -> Seam:
    """The seam moved to the middle of the common edges that lie where little crosses.

    Faces may have edges in common as well; they lie towards the ends of that place.
    """
    place = np.arange(_BINS)
    low = crossings <= _SOME * float(crossings.max())
    off = (place - seam.place * _BINS + _BINS / 2) % _BINS - _BINS / 2
    reach = _ends(low, round(seam.place * _BINS) % _BINS)
    central = np.clip(1 - np.abs(off) / max(reach, 1), 0, 1)
    wide = np.maximum(edges, np.maximum(np.roll(edges, 1), np.roll(edges, -1))) * central
    if wide.max() < max(_SHARP, np.median(edges)):
        return seam
    # From the strongest edge to those on the other side of the gap.
    strongest = off[int(np.argmax(wide))]
    sharp = (edges * central > _SHARE * wide.max()) & (np.abs(off - strongest) < _GAP * _BINS)
    if not sharp.any():
        return seam
    middle = (float(off[sharp].min()) + float(off[sharp].max())) / 2 + 0.5
    return Seam((seam.place + middle / _BINS) % 1, seam.width, seam.clean)


def _ends(low: NDArray[np.bool_], middle: int) -> int:
    """How far low places reach on either side of a place, at most half way round."""
    turned = np.roll(low, _BINS // 2 - middle)
    high = np.flatnonzero(~turned)
    before, after = high[high < _BINS // 2], high[high > _BINS // 2]
    first = _BINS // 2 - before.max() if before.size else _BINS // 2
    last = after.min() - _BINS // 2 if after.size else _BINS // 2
    return int(max(first, last))


def _crossings(places: NDArray[np.floating]) -> NDArray[np.float64]:
    """How often each place of a cell lies between two corners: places (K, 2), in pitches."""
    low, high = places.min(axis=1), places.max(axis=1)
    start = np.floor(low)
    ends = np.zeros(3 * _BINS)
    np.add.at(ends, ((low - start) * _BINS).astype(np.intp), 1)
    np.add.at(ends, ((high - start) * _BINS).astype(np.intp), -1)
    return np.asarray(np.cumsum(ends).reshape(3, _BINS).sum(axis=0))


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
