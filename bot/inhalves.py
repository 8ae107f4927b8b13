"""In halves: cells so large that each of their tiles lies in one half of its cell, or in the other.

Where few tiles are left, all of a kind may lie an even number of lines apart. Cells twice as high
as theirs show them as whole, but some kinds above and some below.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.channels import worst_channel
from bot.geometry import Lattice, Pixel
from bot.likely import Sighting

_MOSTLY = 0.9
"""Share of what is drawn in a cell that lies in one half of it, where its tile does."""
_NEARLY_ALL = 0.9
"""Share of the tiles that lie in one half of their cells."""
_SEVERAL = 2
"""Tiles in either half of their cells, at least."""


def in_halves(
    lattice: Lattice, cells: NDArray[np.float32], kinds: NDArray[np.int64]
) -> Sighting | None:
    """The lattice of half its pitch on which tiles lie, if each lies in one half of its cell.

    Parameters
    ----------
    lattice : where the cells lie
    cells : float32 array of shape (rows * cols, h, w, 3), RGB
    kinds : int array of shape (rows * cols,); their names
    """
    held = np.flatnonzero(kinds != EMPTY)
    bare = np.flatnonzero(kinds == EMPTY)
    if not bare.size:
        return None  # of a full board no half of a cell is empty
    for across in (False, True):
        drawn = _drawn(cells, across)
        tiles = np.clip(drawn[held] - drawn[bare].mean(axis=0), 0, None)
        half = tiles.shape[1] // 2
        first, last = tiles[:, :half].sum(axis=1), tiles[:, -half:].sum(axis=1)
        share = first / np.maximum(first + last, 1e-6)
        upper, lower = share > _MOSTLY, share < 1 - _MOSTLY
        enough = min(np.count_nonzero(upper), np.count_nonzero(lower)) >= _SEVERAL
        if enough and (upper | lower).mean() >= _NEARLY_ALL:
            marks = np.zeros((len(kinds), 2), np.bool_)
            marks[held[upper], 0] = marks[held[lower], 1] = True
            return _halved(lattice, marks, across=across)
    return None


def _drawn(cells: NDArray[np.float32], across: bool) -> NDArray[np.float32]:
    """How strong edges are at each height of cells, or `across` them: (N, L)."""
    along = 1 if across else 2  # what is drawn has edges of all directions
    steps = worst_channel(np.abs(np.diff(cells, axis=along)))
    return np.asarray(steps.mean(axis=along), np.float32)


def _halved(lattice: Lattice, marks: NDArray[np.bool_], *, across: bool) -> Sighting:
    """The lattice of cells half as high, or half as wide, and which of these hold tiles."""
    (x, y), (width, height) = lattice.origin, lattice.pitch
    rows, cols = lattice.rows, lattice.cols
    if across:
        fine = Lattice(Pixel(x - width / 4, y), (width / 2, height), rows, 2 * cols)
        return Sighting(fine, marks.ravel())
    fine = Lattice(Pixel(x, y - height / 4), (width, height / 2), 2 * rows, cols)
    return Sighting(fine, marks.reshape(rows, cols, 2).swapaxes(1, 2).ravel())
