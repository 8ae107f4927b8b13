"""What lies over empty cells: a message, a window, or a tile that a game turns round.

None of it has a face that is known; it is told by what all cells that are empty look like.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.channels import worst_channel
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
_PLAIN, _MOSTLY, _APART, _SHEET = 2.0, 0.6, 10.0, 3
"""Grey levels within which ground, or what lies over it, is of one colour, and share of each cell
that shows it; grey levels by which these two differ; and cells at least over which that lies. Two
tiles that fade at once may look like it."""


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
    nearly all that was empty has changed so, it is the light, and says nothing. Of ground in one
    colour less will do for what lies over tiles and bare cells.

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
    if len(bare) < ENOUGH or not len(cells):
        return np.zeros(len(cells), np.bool_)
    far, sheet = far_from(cells, bare) > OTHER, _is_sheet(cells, before, bare)
    apart = far | sheet
    dark = np.count_nonzero(apart & (before == EMPTY)) > _MOST * len(bare)
    if dark:
        return np.zeros(len(cells), np.bool_)
    if far.any():
        far[far] = ~shaded(np.flatnonzero(far))
    return np.asarray(far | sheet, np.bool_)


def _is_sheet(
    cells: NDArray[np.float32], before: NDArray[np.int64], bare: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Whether cells are a part of something flat, over tiles and ground, in another colour.

    Slots that come to light lie where tiles were, and nowhere else. Bool array of shape (N,).
    Nothing is told where the ground has more than one colour.
    """
    papers, ground = (np.median(middle(each), axis=(1, 2)) for each in (cells, bare))
    found = np.zeros(len(cells), np.bool_)
    calm = ground[_are_flat(bare, ground)]  # in the others tiles may still fade
    if 2 * len(calm) < len(bare) or np.ptp(calm, axis=0).max() > _PLAIN:
        return found
    maybe = _are_flat(cells, papers) & (np.abs(papers - calm[0]).max(axis=1) > _APART)
    for at in np.flatnonzero(maybe):
        alike = maybe & (np.abs(papers - papers[at]).max(axis=1) <= _PLAIN)
        both = (before[alike] > EMPTY).any() and (before[alike] == EMPTY).any()
        if np.count_nonzero(alike) >= _SHEET and both:
            found |= alike
    return found


def _are_flat(cells: NDArray[np.float32], papers: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether the middles of cells show little but one colour, (N, 3): bool (N,)."""
    apart = worst_channel(np.abs(middle(cells) - papers[:, None, None]))
    return np.asarray((apart <= _PLAIN).mean(axis=(1, 2)) > _MOSTLY, np.bool_)
