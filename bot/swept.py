"""A board swept: the last tiles of a picture, painted over with the empty cells beside them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from bot.geometry import Cell, Lattice

_AROUND = (0.25, 0.14)
"""Of the pitch; tiles have sides and shadows that reach so far into the cells beside theirs: those
of KShisen do by 0.22. Where the picture ends beside the board there may be no room for as much."""
_RING = 2
"""px; of the ground around a tile that is compared with that around an empty cell."""
_FAR = 4
"""Cells; an empty cell farther off shows no more of the ground than nearer ones do."""

_Box = tuple[int, int, int, int]
"""Left, top, right and bottom, px; the last two lie outside."""


def swept(
    pixels: NDArray[np.uint8], lattice: Lattice, tiles: Collection[Cell]
) -> NDArray[np.uint8]:
    """A picture of a board on which these tiles lie no more.

    Each is painted over with that empty cell near it around which the ground is most alike, in the
    light of its own place; or, where no cell is empty, with the middle colour of the ground around.

    Parameters
    ----------
    pixels : uint8 array of shape (height, width, 3), RGB
    lattice : of the board in it, px
    tiles : cells of it that are to be empty; all others are taken to be so

    Returns
    -------
    pixels : uint8 array of the same shape, RGB
    """
    picture = pixels.copy()
    for cell in sorted(tiles):
        for around in _AROUND:
            inner = _within(box_of(cell, lattice, around), picture)
            if inner is None:
                break
            found = _ground(pixels, lattice, cell, set(tiles), around)
            if found is not None or around == _AROUND[-1]:
                left, top, right, bottom = inner
                middle = np.median(_ring(pixels, inner), axis=0).astype(np.uint8)
                picture[top:bottom, left:right] = middle if found is None else found
                break
    return picture


def _ground(
    pixels: NDArray[np.uint8], lattice: Lattice, cell: Cell, tiles: set[Cell], reach: float
) -> NDArray[np.uint8] | None:
    """What the ground shows where a tile lies; None if no cell beside it tells."""
    box = _within(box_of(cell, lattice, reach), pixels)
    assert box is not None
    around = _ring(pixels, box)
    found: tuple[float, int, NDArray[np.float32]] | None = None
    for source in _near(cell, lattice):
        if any(abs(source.row - row) <= 1 and abs(source.col - col) <= 1 for row, col in tiles):
            continue
        across = round((source.col - cell.col) * lattice.pitch[0])
        down = round((source.row - cell.row) * lattice.pitch[1])
        other = box[0] + across, box[1] + down, box[2] + across, box[3] + down
        if _within(other, pixels, _RING) != other:
            continue
        light = around - _ring(pixels, other)
        shift = np.asarray(np.median(light, axis=0), np.float32)
        far = abs(source.row - cell.row) + abs(source.col - cell.col)
        worth = float(np.abs(light - shift).mean()), far
        if found is None or worth < found[:2]:
            left, top, right, bottom = other
            found = *worth, pixels[top:bottom, left:right].astype(np.float32) + shift
    if found is None:
        return None
    return np.clip(np.rint(found[2]), 0, 255).astype(np.uint8)


def _near(cell: Cell, lattice: Lattice) -> Iterator[Cell]:
    """Cells of the board around one, without those that its tile may reach into."""
    rows = range(max(0, cell.row - _FAR), min(lattice.rows, cell.row + _FAR + 1))
    cols = range(max(0, cell.col - _FAR), min(lattice.cols, cell.col + _FAR + 1))
    return (Cell(row, col) for row in rows for col in cols)


def box_of(cell: Cell, lattice: Lattice, around: float = _AROUND[0]) -> _Box:
    """A cell, and what a tile in it may reach beyond it, in pitches."""
    x, y = lattice.center(cell)
    wide, high = (0.5 + around) * lattice.pitch[0], (0.5 + around) * lattice.pitch[1]
    return floor(x - wide), floor(y - high), ceil(x + wide), ceil(y + high)


def _within(box: _Box, pixels: NDArray[np.uint8], rim: int = 0) -> _Box | None:
    """What of a box lies in a picture, so far from its rim, px; None if nothing does."""
    height, width = pixels.shape[:2]
    left, top = max(rim, box[0]), max(rim, box[1])
    right, bottom = min(width - rim, box[2]), min(height - rim, box[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _ring(pixels: NDArray[np.uint8], box: _Box) -> NDArray[np.float32]:
    """The pixels around a box: float32 of shape (n, 3).

    At the rim of the picture they are those of the rim, so that rings of one size can be compared.
    """
    left, top, right, bottom = box
    rows = np.clip(np.arange(top - _RING, bottom + _RING), 0, pixels.shape[0] - 1)
    cols = np.clip(np.arange(left - _RING, right + _RING), 0, pixels.shape[1] - 1)
    whole = pixels[np.ix_(rows, cols)].astype(np.float32)
    is_ring = np.ones(whole.shape[:2], np.bool_)
    is_ring[_RING:-_RING, _RING:-_RING] = False
    return np.asarray(whole[is_ring], np.float32)
