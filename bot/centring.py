"""Centring: a lattice moved until its cells hold whole tiles.

A cell that lies as its tile does is equal to its twin all over; one that lies beside it holds a
part of a neighbour, and the twin's neighbour is another. So the twins of a board come closest
where its cells lie right, and no less close as far as the gap between tiles reaches.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.geometry import Lattice, Pixel

_PARTS = 6
"""A cell is compared by the mean colours of 6 x 6 parts."""
_WIDE = 0.94
"""Share of a cell's width and height that is compared."""
_SHIFTS = np.linspace(-0.72, 0.72, 25)
"""Pitches by which the lattice is moved."""
_FULL, _HALF = 0.6, 6
"""Share of cells with tiles above which neighbours tell where a tile ends on every side; where
there are fewer, only so many shifts to either side are looked at."""
_TILES = 150
"""Tiles looked at."""
_USUAL = 60
"""Percentile of the twins that is taken for the usual distance."""
_NEAR, _NOISE = 2.0, 12.0
"""How many times as far apart as at best, and how many squared grey levels more, twins still are
where a cell lies right."""


def centred(pixels: NDArray[np.uint8], lattice: Lattice, tiles: NDArray[np.intp]) -> Lattice:
    """The lattice moved along both axes to where its tiles lie most alike.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    lattice : right but for its phase
    tiles : int array of shape (N,); numbers of cells that hold tiles, row by row
    """
    chosen = tiles[:: max(1, len(tiles) // _TILES)]
    if len(chosen) < 4:
        return lattice
    smooth = cv2.GaussianBlur(pixels, (0, 0), 1.0)
    sums = np.asarray(cv2.integral(smooth, sdepth=cv2.CV_64F), np.float64)
    middle = len(_SHIFTS) // 2
    full = len(tiles) > _FULL * lattice.rows * lattice.cols
    shifts = _SHIFTS if full else _SHIFTS[middle - _HALF : middle + _HALF + 1]
    for axis in (0, 1):
        moved = [_moved(lattice, axis, float(shift)) for shift in shifts]
        apart = np.asarray([_apart(sums, each, chosen) for each in moved])
        lattice = _moved(lattice, axis, _best(apart, shifts))
    return lattice


def _moved(lattice: Lattice, axis: int, shift: float) -> Lattice:
    x, y = lattice.origin
    step = shift * lattice.pitch[axis]
    origin = Pixel(x + step, y) if axis == 0 else Pixel(x, y + step)
    return Lattice(origin, lattice.pitch, lattice.rows, lattice.cols)


def _best(apart: NDArray[np.float64], shifts: NDArray[np.float64]) -> float:
    """The shift in the middle of those about as good as the best, or none if they never end."""
    good = apart <= _NEAR * apart.min() + _NOISE
    here = len(apart) // 2
    nearest = min(np.flatnonzero(good).tolist(), key=lambda at: abs(at - here))
    first = last = nearest
    while first > 0 and good[first - 1]:
        first -= 1
    while last < len(good) - 1 and good[last + 1]:
        last += 1
    if first == 0 or last == len(good) - 1:
        return float(shifts[nearest])
    return float(shifts[first] + shifts[last]) / 2


def _apart(sums: NDArray[np.float64], lattice: Lattice, chosen: NDArray[np.intp]) -> float:
    """How far apart twins usually are, squared grey levels."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    row, col = np.divmod(chosen, lattice.cols)
    steps = _WIDE * (np.arange(_PARTS + 1) / _PARTS - 0.5)
    x = lattice.origin.x + (col[:, None] + steps) * lattice.pitch[0]
    y = lattice.origin.y + (row[:, None] + steps) * lattice.pitch[1]
    across = np.rint(x).astype(np.intp).clip(0, width)
    down = np.rint(y).astype(np.intp).clip(0, height)
    at = sums[down[:, :, None], across[:, None, :]]
    parts = at[:, 1:, 1:] - at[:, :-1, 1:] - at[:, 1:, :-1] + at[:, :-1, :-1]
    area = np.diff(down, axis=1)[:, :, None] * np.diff(across, axis=1)[:, None]
    looks = (parts / np.maximum(area[..., None], 1)).reshape(len(chosen), -1)
    length = np.einsum("nd,nd->n", looks, looks)
    squared = length[:, None] + length[None] - 2 * looks @ looks.T
    np.fill_diagonal(squared, np.inf)
    return float(np.percentile(squared.min(axis=1).clip(0), _USUAL) / looks.shape[1])
