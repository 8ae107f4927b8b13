"""What a lens loses: tiles whose signs it shows as paper, for a lamp lights them, say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import cut, middle, usual_look
from bot.frame import Frame
from bot.geometry import Lattice
from bot.ground import HAS_BODY, agreement, around, body_of, contrast
from bot.lens import lens_of, plain
from bot.outlines import Outlines, likeness_among

_SHOWN = 0.6
"""Likeness in outlines of a cell to a tile that is seen in it; of ground it seldom is half of that.
"""
_AS_STRONG = 0.3
"""Contrast of its middle, as a share of what that of the tile has."""
_TWINS, _MOST = 0.9, 256
"""Likeness in outlines of two cells that show one thing, of which no tile is seen; two pieces of a
photograph have it up to 0.83. And cells, at most, that are compared."""


def without_lost(frame: Frame, lattice: Lattice, kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kinds, where empty cells that show tiles without a lens are unknown.

    They show a known face; or something that is drawn on what all tiles share; or they are twins,
    for of a photograph no two pieces are as alike.

    Parameters
    ----------
    frame : as it is seen through a lens, maybe
    lattice : where its cells lie
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind
    """
    if lens_of(frame) is None:
        return kinds
    names, empty = np.unique(kinds[kinds > EMPTY]), np.flatnonzero(kinds == EMPTY)
    if not names.size or not empty.size:
        return kinds
    cells = cut(plain(frame), lattice)
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    likeness = Outlines.of(faces).likeness(cells[empty])
    face = likeness.argmax(axis=1)
    drawn, own = contrast(middle(cells[empty])), contrast(middle(faces))
    found = kinds.copy()
    strong = drawn > _AS_STRONG * own[face]
    found[empty[strong & (likeness.max(axis=1) > _SHOWN)]] = UNKNOWN
    others = empty[drawn > _AS_STRONG * np.percentile(own, 10)]
    ring = around(plain(frame), lattice)[0]
    body = body_of(cells[kinds > EMPTY], ring) if len(ring) else None
    if body is not None:
        found[others[agreement(cells[others], body) > HAS_BODY]] = UNKNOWN
    if 1 < len(others) <= _MOST:
        alike = likeness_among(cells[others])
        np.fill_diagonal(alike, 0)
        twins = np.count_nonzero(alike > _TWINS, axis=1)
        # What is commoner than any kind marks empty cells.
        most = int(np.unique(kinds[kinds > EMPTY], return_counts=True)[1].max())
        found[others[(twins > 0) & (twins < most)]] = UNKNOWN
    return found
