"""Settling: the middle of a cell put where the edges that all tiles have in common want it.

A small face may lie beside the middle of its tile. Where a tile shows its own edges, seams lie in
the middle between those on both sides of a gap.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

PLACES = 64
"""Parts of a pitch that may be the middle of a cell."""
_BAND, _LINES = (0.35, 0.65), 5
"""Where lines through a cell lie, pitches from its start, and how many."""
_FEW = 35
"""Percentile of the tiles that have an edge which they have in common."""
_SHARP, _SHARE = 5.0, 0.35
"""Grey levels per px of an edge at least, the less central the more, and share of the strongest."""
_REACH = 0.25
"""Pitches that a seam is moved at most."""
_GAP = 0.3
"""Pitches between the edges on both sides of a gap at most."""


def settled(
    pixels: NDArray[np.uint8],
    middles: NDArray[np.float64],
    pitch: tuple[float, float],
    free: tuple[NDArray[np.bool_], NDArray[np.bool_]],
) -> tuple[float, float]:
    """By how much middles are to be moved along x and y, pitches; 0 where no edges tell.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    middles : float64 array of shape (N, 2), x and y; of cells with tiles, pitches
    pitch : (x, y), px
    free : two bool arrays of shape (PLACES,), for x and y; by how many parts of a pitch, from
        minus a half up, middles may be moved
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
    moved = []
    for axis in (0, 1):
        slope = np.asarray(cv2.Sobel(grey, cv2.CV_16S, 1 - axis, axis), np.int16)
        way = _way(_common_edges(slope, middles, pitch, axis))
        moved.append(way / PLACES if free[axis][int(way + PLACES / 2)] else 0.0)
    return moved[0], moved[1]


def _common_edges(
    slope: NDArray[np.int16],
    middles: NDArray[np.float64],
    pitch: tuple[float, float],
    axis: int,
) -> NDArray[np.float32]:
    """Edges that tiles have in common, seam in the middle: (PLACES,), grey levels per px.

    What a tile has at its start comes after the seam, for there the next tile has it. For each
    tile the slope along some lines through its middle, told in quarters; of all tiles a low
    percentile, so that what only some faces have does not count.
    """
    height, width = slope.shape
    along = (np.arange(PLACES) + 0.5) / PLACES - 0.5
    band = np.linspace(*_BAND, _LINES) - 0.5
    place = (middles[:, axis, None] + along)[:, None, :] * pitch[axis]
    lines = (middles[:, 1 - axis, None] + band)[:, :, None] * pitch[1 - axis]
    columns, rows = (place, lines) if axis == 0 else (lines, place)
    inside = ((columns >= 0) & (columns < width)) & ((rows >= 0) & (rows < height))
    at = rows.clip(0, height - 1).astype(np.intp), columns.clip(0, width - 1).astype(np.intp)
    steep = np.abs(slope[at]) * np.float32(0.25)
    profile = np.where(inside, steep, np.float32(0)).mean(axis=1)
    common = np.percentile(profile, _FEW, axis=0)
    return np.asarray(np.roll(common, PLACES // 2), np.float32)


def _way(edges: NDArray[np.float32]) -> float:
    """From the seam to the middle between common edges near it, parts; 0 if there are none.

    Faces may have edges in common as well; they lie farther away.
    """
    off = np.arange(PLACES) + 0.5 - PLACES / 2
    central = np.clip(1 - np.abs(off) / (_REACH * PLACES), 0, 1)
    wide = np.maximum(edges, np.maximum(np.roll(edges, 1), np.roll(edges, -1))) * central
    if wide.max() < max(_SHARP, float(np.median(edges))):
        return 0.0
    # From the strongest edge to those on the other side of the gap.
    strongest = off[int(np.argmax(wide))]
    sharp = edges * central > _SHARE * wide.max()
    sharp &= np.abs(off - strongest) < _GAP * PLACES
    return float(off[sharp].min() + off[sharp].max()) / 2 if sharp.any() else 0.0
