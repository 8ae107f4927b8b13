"""A blanket over the board: a window of one colour, or a screen that is black for a moment.

Of such a picture nothing is learned: least of all how empty cells look, though all are alike. What
changes under it afterwards, such as a text, is read as anything else is.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.cutting import middle
from bot.ground import contrast

_SEVERAL = 5
"""Tiles that vanish at once, at least: more than a game takes with one link."""
_MOST = 0.9
"""Share of the empty cells that are changed."""
_CHANGED = 8.0
"""Grey levels by which one is, in the mean of its middle: more than a shadow that goes."""


def lies_over_all(
    cells: NDArray[np.float32],
    looks: NDArray[np.float32],
    changed: NDArray[np.intp],
    known: NDArray[np.int64],
    faint: float,
) -> bool:
    """Whether nothing is left to be seen of any tile, nor of what is empty.

    Where all tiles go at once and the ground stays as it was, they are gone; where the ground
    becomes darker, tiles are still drawn on it.

    Parameters
    ----------
    cells, looks
        float32 arrays of shape (N, h, w, 3), RGB; the cells that changed, and how they last looked
    changed
        int array of shape (N,); their numbers
    known
        int array of shape (rows * cols,); the kinds of all cells a moment ago
    faint
        contrast, grey levels, below which nothing is drawn on a cell
    """
    was_empty = known[changed] == EMPTY
    tiles, empty = (int(np.count_nonzero(each)) for each in (known != EMPTY, known == EMPTY))
    if np.count_nonzero(~was_empty) < max(_SEVERAL, tiles) or not was_empty.any():
        return False
    here, there = (middle(each[was_empty]) for each in (cells, looks))
    others = np.abs(here - there).mean(axis=(1, 2, 3)) > _CHANGED
    if np.count_nonzero(others) <= _MOST * empty:
        return False
    return bool((contrast(middle(cells[~was_empty])) < faint).all())
