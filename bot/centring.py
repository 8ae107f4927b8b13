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
_BLUR, _BEYOND = 1.0, 4
"""px by which the picture is blurred, and px beyond what is looked at that this takes at least."""
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
    middle = len(_SHIFTS) // 2
    full = len(tiles) > _FULL * lattice.rows * lattice.cols
    shifts = _SHIFTS if full else _SHIFTS[middle - _HALF : middle + _HALF + 1]
    sums, corner = _sums(pixels, lattice, float(shifts[-1]))
    for axis in (0, 1):
        moved = [_moved(lattice, axis, float(shift)) for shift in shifts]
        twins = [_from_twins(sums, corner, each, chosen) for each in moved]
        apart = np.percentile(np.asarray(twins, np.float64), _USUAL, axis=1)
        lattice = _moved(lattice, axis, _best(apart, shifts))
    return lattice


def _sums(
    pixels: NDArray[np.uint8], lattice: Lattice, most: float
) -> tuple[NDArray[np.int32], tuple[int, int]]:
    """Sums of all pixels above and left of each, where cells may lie, and the left and top of that.

    The lattice is moved by so many pitches at most. Sums beyond 2 ** 31 begin again from below,
    which their differences do not show.
    """
    height, width = pixels.shape[:2]
    left, top, right, bottom = lattice.bounds()
    x, y = (most * pitch + _BEYOND for pitch in lattice.pitch)
    first, above = min(max(0, int(left - x)), width - 1), min(max(0, int(top - y)), height - 1)
    part = pixels[above : max(above, int(bottom + y)) + 1, first : max(first, int(right + x)) + 1]
    smooth = cv2.GaussianBlur(part, (0, 0), _BLUR)
    return np.asarray(cv2.integral(smooth, sdepth=cv2.CV_32S), np.int32), (first, above)


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


def _from_twins(
    sums: NDArray[np.int32], corner: tuple[int, int], lattice: Lattice, chosen: NDArray[np.intp]
) -> NDArray[np.float32]:
    """How far each tile is from the one most like it, squared grey levels: (N,)."""
    height, width = sums.shape[0] - 1, sums.shape[1] - 1
    row, col = np.divmod(chosen, lattice.cols)
    steps = _WIDE * (np.arange(_PARTS + 1) / _PARTS - 0.5)
    x = lattice.origin.x + (col[:, None] + steps) * lattice.pitch[0]
    y = lattice.origin.y + (row[:, None] + steps) * lattice.pitch[1]
    across = (np.rint(x).astype(np.intp) - corner[0]).clip(0, width)
    down = (np.rint(y).astype(np.intp) - corner[1]).clip(0, height)
    places = down[:, :, None] * (width + 1) + across[:, None, :]
    parts = np.diff(np.diff(sums.reshape(-1, 3).take(places, axis=0), axis=1), axis=2)
    area = np.diff(down, axis=1)[:, :, None] * np.diff(across, axis=1)[:, None]
    looks = parts.reshape(len(chosen), 3 * _PARTS * _PARTS).astype(np.float32)
    area = np.maximum(area, 1).reshape(len(chosen), _PARTS * _PARTS).astype(np.float32)
    looks /= np.repeat(area, 3, axis=1)
    looks -= looks.mean(axis=0)  # or small differences of large numbers would be left
    length = np.einsum("nd,nd->n", looks, looks)
    squared = looks @ looks.T
    squared *= -2
    squared += length
    np.fill_diagonal(squared, np.inf)
    return np.asarray((squared.min(axis=1) + length).clip(0) / looks.shape[1], np.float32)
