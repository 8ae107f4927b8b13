"""Overlooked tiles: those of one kind that is nearly of the ground's colour, on a full board.

White rabbits on pale stripes differ from what is around them by less than one stripe differs from
the next. But where all other cells hold tiles, kinds are as they were dealt: a few cells that are
empty, as many as a kind has tiles, and all show the same, are a kind.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import core, middle
from bot.ground import contrast
from bot.marked import AT_A_TIME
from bot.under import carried_over

_HELD, _FULL = 0.5, 0.85
"""Share of the cells of a line that hold tiles if it is of the board, and of the board."""
_KINDS, _AS_DEALT, _FEWER = 4, 0.9, 2
"""Kinds at least; share of them that are as they were dealt, with so many tiles less than the
largest at most."""
_PAIR, _CHANCE = 2, 4
"""Where kinds are no larger than that, the first pair that goes leaves as many holes. So few may be
alike by chance, on a ground of stripes: there all kinds must be equally large."""
_DRAWN, _ALIKE = 4.0, 0.7
"""Grey levels by which the cells differ from what is along their borders, and how alike that is."""
_FAINT, _EVENLY = 5.0, 1.25
"""Contrast of a drawing, and how many times as much as in another cell it is at most."""
_SEVERAL, _CLEARLY = 8, 2.0
"""Empty cells among which some stand out, and how many times more these differ from ground."""
_PLATEAU = 0.9
"""How alike what differs from the borders is, where nothing is drawn: it may be a place."""


def find_overlooked(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    cols: int,
    shown: NDArray[np.float32] | None = None,
) -> None:
    """Name the tiles of a kind that was taken for ground.

    On a full board those without a drawing may be tiles or places for them, and are unknown, unless
    all tiles are plain and of kinds as large. On any other, plain ones among plain tiles are found
    that clearly differ from the ground, for other empty cells do not.

    Parameters
    ----------
    kinds : int array of shape (N,), changed in place
    cells : float32 array of shape (N, h, w, 3), RGB
    cols : columns of the lattice
    shown : float32 array of shape (N,); by how much cells differ from ground, where that is seen
    """
    counts = np.unique(kinds[kinds > 0], return_counts=True)[1]
    if len(counts) < _KINDS or np.count_nonzero(kinds == UNKNOWN) > AT_A_TIME:
        return
    most = int(counts.max())
    few = _holes(kinds.reshape(-1, cols))
    fewer = _FEWER if few.size > _CHANCE else 0
    dealt = most > _PAIR and most - fewer <= few.size <= most
    dealt &= bool((counts >= most - fewer).mean() >= _AS_DEALT)
    if not dealt:
        few = _standing_out(kinds, shown)
    if not 0 < few.size <= most or few.size % 2:
        return
    left = core(cells[few] - carried_over(cells[few])).reshape(len(few), -1)
    length = np.linalg.norm(left, axis=1)
    if np.median(length) < _DRAWN * np.sqrt(left.shape[1]):
        return
    unit = left / np.maximum(length, 1)[:, None]
    alike = float(np.median((unit @ unit.T)[np.triu_indices(len(few), 1)]))
    inside = contrast(middle(cells[few]))
    if inside.min() > _FAINT:
        if dealt and alike > _ALIKE and inside.max() < _EVENLY * inside.min():
            kinds[few] = kinds.max() + 1
    elif alike > _PLATEAU:
        plain = np.median(contrast(middle(cells[kinds > 0]))) < _FAINT
        if plain and (few.size == most or not dealt):
            kinds[few] = kinds.max() + 1
        elif dealt:
            kinds[few] = UNKNOWN


def _standing_out(kinds: NDArray[np.int64], shown: NDArray[np.float32] | None) -> NDArray[np.intp]:
    """The empty cells that differ from the ground clearly more than most do: (M,)."""
    empty = np.flatnonzero(kinds == EMPTY)
    if shown is None or len(empty) < _SEVERAL:
        return np.empty(0, np.intp)
    order = empty[np.argsort(shown[empty], kind="stable")]
    values = shown[order] + 1
    times = values[1:] / values[:-1]
    times[: len(times) // 2] = 0  # most are ground
    at = int(times.argmax())
    return order[at + 1 :] if times[at] > _CLEARLY else np.empty(0, np.intp)


def _holes(grid: NDArray[np.int64]) -> NDArray[np.intp]:
    """The empty cells of a board, (rows, cols), that is nearly full; none of any other."""
    held = grid != EMPTY
    rows, cols = held.mean(axis=1) > _HELD, held.mean(axis=0) > _HELD
    inside = rows[:, None] & cols
    if not inside.any() or held[inside].mean() < _FULL:
        return np.empty(0, np.intp)
    return np.flatnonzero(inside & ~held)
