"""Out of step: a line of cells beside a board whose edges lie elsewhere than those of all others.

Buttons may be as large as tiles, and in line with their columns; but what is between them and the
board is seldom a whole number of cells.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_ASIDE = 0.08
"""Share of a cell that a line is out of step by, at least."""
_LEAST = 1.5
"""px; a line that is a pixel aside may be so by the fraction that was lost there."""
_BETTER = 0.25
"""How much better its edges agree with those of the board there, as a correlation."""
_FARTHEST = 3
"""Part of a cell, one by so many, that edges are sought aside."""
_PAIR, _FEWEST = 2, 4
"""Tiles of the line, and of the board, that tell where their edges lie, at least."""


def is_out_of_step(
    line: NDArray[np.float32], board: NDArray[np.float32], *, across: bool = False
) -> bool:
    """Whether what an outer line shows lies farther from the board's lines than they from another.

    Told by how strong the edges are, on the average, at each height of a cell, or `across` it. A
    few bare icons, drawn anywhere in their cells, may be told so by chance.

    Parameters
    ----------
    line, board
        float32 arrays of shape (N, h, w, 3) and (M, h, w, 3), RGB: tiles of an outer row, or of an
        outer column where it is looked across, and of the rest
    """
    if len(line) < _PAIR or len(board) < _FEWEST:
        return False
    (few, slopes), (rest, usual) = _edges(line, across), _edges(board, across)
    farthest, aside = len(few) // _FARTHEST, max(_LEAST, _ASIDE * len(few))
    shifts = range(-farthest, farthest + 1)
    found = {by: _agreement(*_moved(few, rest, by)) for by in shifts}
    best = max(shifts, key=lambda by: found[by])
    # Moved by a gap, the upper edges of tiles lie where lower ones do.
    alike = {by: _agreement(*_moved(slopes, usual, by)) > 0 for by in shifts}
    inside = [found[by] for by in shifts if abs(by) <= aside and alike[by] == alike[best]]
    return abs(best) > aside and found[best] - max(inside, default=0.0) > _BETTER


def _edges(
    cells: NDArray[np.float32], across: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How strong edges are along an axis of cells, (L,), and how colours change there, (L, 3)."""
    steps = np.diff(cells, axis=2 if across else 1)
    rest = (0, 1) if across else (0, 2)
    return np.abs(steps).max(axis=-1).mean(axis=rest), steps.mean(axis=rest)


def _moved(
    few: NDArray[np.float32], rest: NDArray[np.float32], by: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The parts of both that lie upon each other once one is moved back by so much."""
    size = len(few)
    return few[max(0, by) : size + min(0, by)], rest[max(0, -by) : size - max(0, by)]


def _agreement(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The correlation of two profiles, of shape (L,) or (L, 3); 0 where one is flat."""
    one, other = one - one.mean(axis=0), other - other.mean(axis=0)
    norm = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float((one * other).sum()) / norm if norm else 0.0
