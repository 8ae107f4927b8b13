"""Seams: where a painted ground is seen between tiles of one body, told to a part of a pixel.

A cell that lies a pixel beside its tile hides a narrow gap behind the tile's edge. Then nothing is
known of the ground, and what is seen of it at round or cut corners counts as a part of the face.
Bodies look the same all over the board and a painted ground does not, so the gap is where colours
change most from one line between cells to the next.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.geometry import Lattice, Pixel

_REACH, _LEAST, _NEAR = 0.25, 3, 0.5
"""Pitches to both sides that are looked at, pixels at least, and share of that in which the gap is
seen best."""
_BAND, _POINTS = 0.5, 12
"""Share of a line between two cells that is looked at, its middle, and points of it."""
_VARIED, _CALM, _DIP = 6.0, 0.35, 0.25
"""Grey levels by which ground changes over the board at least, share of that by which the bodies on
both sides of it do at most, and share of what lies between that the shadows in a gap leave."""
_FEWEST = 8
"""Lines between two cells that tell how colours change."""
_OFF, _FAR = 0.5, 0.1
"""Pixels; cells that lie no farther beside their tiles are left where they are. And pitches; what
looks like a gap so far away is something else."""
SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Ways from a cell to those beside it, down and right."""


def seamed(pixels: NDArray[np.uint8], lattice: Lattice, tiles: NDArray[np.bool_]) -> Lattice:
    """The lattice moved so that the lines between its cells run in the middle of the gaps.

    Along an axis where no ground that varies is seen between two bodies it is left as it is.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    lattice : its cells lie less than a tenth of a pitch beside their tiles
    tiles : bool array of shape (rows * cols,); cells that hold tiles
    """
    held = tiles.reshape(lattice.rows, lattice.cols)
    ways = [gap_in(_across(pixels, lattice, axis)[both_held(held, axis)]) or 0.0 for axis in (0, 1)]
    moved = [
        way if abs(way) < _FAR * side else 0.0
        for way, side in zip(ways, lattice.pitch, strict=True)
    ]
    if max(map(abs, moved)) < _OFF:
        return lattice
    x, y = np.add(lattice.origin, moved).tolist()
    return replace(lattice, origin=Pixel(x, y))


def bare_sides(held: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """On which of their `SIDES` cells of a board have no tile beside them: bool (N, 4).

    Parameters
    ----------
    held : bool array of shape (rows, cols); which of them hold tiles
    """
    padded = np.pad(held, 1)
    sides = [np.roll(padded, (-down, -right), (0, 1))[1:-1, 1:-1] for down, right in SIDES]
    return np.asarray(~np.stack(sides, axis=-1).reshape(-1, len(SIDES)), np.bool_)


def both_held(held: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    """Which lines between neighbours along x (0) or y (1) have a tile on both sides.

    Returns
    -------
    both : bool array of shape (R, C - 1) or (R - 1, C), from (R, C)
    """
    return held[:, :-1] & held[:, 1:] if axis == 0 else held[:-1] & held[1:]


def _across(pixels: NDArray[np.uint8], lattice: Lattice, axis: int) -> NDArray[np.float32]:
    """Colours on the way across the lines between neighbours, px by px.

    Returns
    -------
    colours : float32 array of shape (R, C - 1, 2 r + 1, 3) or (R - 1, C, 2 r + 1, 3), RGB
    """
    counts, pitch = (lattice.cols, lattice.rows), lattice.pitch
    reach = max(_LEAST, round(_REACH * pitch[axis]))
    seams = lattice.origin[axis] - 0.5 + (np.arange(counts[axis] - 1) + 0.5) * pitch[axis]
    points = ((np.arange(_POINTS) + 0.5) / _POINTS - 0.5) * _BAND
    cells = np.arange(counts[1 - axis])[:, None, None, None]
    along = lattice.origin[1 - axis] - 0.5 + (cells + points[:, None]) * pitch[1 - axis]
    way = seams[:, None, None] + np.arange(-reach, reach + 1)
    both = np.broadcast_arrays(way, along)
    shape = both[0].shape
    if not both[0].size:
        colours = np.empty((*shape[:2], shape[3], 3), np.float32)
    else:
        flat = [each.astype(np.float32).reshape(-1, shape[3]) for each in both]
        x, y = flat if axis == 0 else flat[::-1]
        seen = cv2.remap(pixels, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        colours = seen.reshape(*shape, 3).astype(np.float32).mean(axis=2)
    return colours if axis == 0 else np.swapaxes(colours, 0, 1)


def gap_in(colours: NDArray[np.float32]) -> float | None:
    """Where between two tiles a ground is seen that varies over the board; None if nowhere.

    Parameters
    ----------
    colours : float32 array of shape (S, n, 3), RGB; on the way from one tile to the next, px by px

    Returns
    -------
    off : from the middle of the ways to the middle of the gap, px
    """
    if len(colours) < _FEWEST:
        return None
    apart = np.abs(colours - np.median(colours, axis=0)).max(axis=2).mean(axis=0)
    middle = len(apart) // 2
    near = max(1, round(_NEAR * middle))
    best = middle - near + int(apart[middle - near : middle + near + 1].argmax())
    calm = float(max(apart[: best + 1].min(), apart[best:].min()))
    high = float(apart[best]) - calm
    if apart[best] < _VARIED or calm > _CALM * apart[best]:
        return None
    low = np.flatnonzero(apart < calm + _DIP * high)
    first, last = int(low[low < best][-1]) + 1, int(low[low > best][0])
    half = calm + high / 2
    wide = np.flatnonzero(apart > half)
    wide = wide[(wide > low[0]) & (wide < low[-1])]
    if wide[0] < first or wide[-1] >= last:
        return None  # there are more: edges, drawn on whole pixels nearest to their places
    left = wide[0] - _share(half, apart[wide[0] - 1], apart[wide[0]])
    right = wide[-1] + _share(half, apart[wide[-1] + 1], apart[wide[-1]])
    return float(left + right) / 2 - (len(apart) - 1) / 2


def _share(level: float, low: np.float32, high: np.float32) -> float:
    """What share of the way from a high value to a low one leads to a level between them."""
    return (float(high) - level) / float(high - low)
