"""What lies over empty cells: a message, a window, or a tile that a game turns round.

None of it has a face that is known; it is told by what all cells that are empty look like.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.colouring import far_from, paper_apart
from bot.cutting import middle
from bot.study import shapes_of

OTHER = 64.0
"""Grey levels by which a cell differs, in the worst channel, from all known to be empty if it is
not: far more than light and shade on one ground."""
ENOUGH, _MOST = 4, 0.9
"""Empty cells that tell what others look like, and share of them that a message may hide."""
_BOLDER, _AS_BOLD, _PAPER = 2.0, 0.8, 16.0
"""How many times the contrast of the boldest empty cell, and of the faintest tenth of the faces, a
cell has on which something is drawn; what is left of a tile that fades has less. And grey levels by
which most of it differs from all empty ones."""


def is_drawn_on(
    cells: NDArray[np.float32], bare: NDArray[np.float32], faces: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Whether something is drawn in the middle of cells, as on none that is empty.

    A tile that a game turns round, on other paper, has neither its face nor what tiles share.

    Parameters
    ----------
    cells, bare, faces
        float32 arrays of shape (N, h, w, 3), (B, h, w, 3) and (F, h, w, 3), RGB; the cells that are
        asked about, all that are empty as they last looked, and the faces of the tiles

    Returns
    -------
    bool array of shape (N,)
    """
    if len(bare) < ENOUGH or not len(cells):
        return np.zeros(len(cells), np.bool_)
    usual, known, shown = (shapes_of(middle(each)).contrasts for each in (bare, faces, cells))
    drawn = shown > max(_BOLDER * usual.max(), _AS_BOLD * float(np.percentile(known, 10)))
    # A path through an empty cell leaves most of it.
    return np.asarray(drawn & (paper_apart(cells, bare) > _PAPER), np.bool_)


def is_covered(
    cells: NDArray[np.float32],
    before: NDArray[np.int64],
    bare: NDArray[np.float32],
    shaded: Callable[[NDArray[np.intp]], NDArray[np.bool_]],
) -> NDArray[np.bool_]:
    """Whether cells have quite another colour than all that were empty.

    What is as flat as ground, in another colour, is a message or a window over the board. Where
    nearly all that was empty has changed so, it is the light, and says nothing.

    Parameters
    ----------
    cells, bare
        as for `is_drawn_on`
    before
        int array of shape (N,); kinds of the cells a moment ago
    shaded
        tells which of the cells, by their places among these, have the colour that ground has there

    Returns
    -------
    bool array of shape (N,)
    """
    if len(bare) < ENOUGH:
        return np.zeros(len(cells), np.bool_)
    apart = far_from(cells, bare) > OTHER
    dark = np.count_nonzero(apart & (before == EMPTY)) > _MOST * len(bare)
    covered = np.asarray(apart & (not dark), np.bool_)
    if covered.any():
        covered[covered] = ~shaded(np.flatnonzero(covered))
    return covered
