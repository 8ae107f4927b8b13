"""What a lens loses: tiles whose signs it shows as paper, for a lamp lights them, say."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import cut, middle, usual_look
from bot.frame import Frame
from bot.geometry import Lattice
from bot.ground import contrast
from bot.lens import lens_of, plain
from bot.outlines import Outlines

_SHOWN = 0.6
"""Likeness in outlines of a cell to a tile that is seen in it; of ground it seldom is half of that.
"""
_AS_STRONG = 0.3
"""Contrast of its middle, as a share of what that of the tile has."""


def without_lost(frame: Frame, lattice: Lattice, kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kinds, where empty cells that show tiles without a lens are unknown.

    Parameters
    ----------
    frame : as it is seen through a lens, maybe
    lattice : where its cells lie
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind
    """
    names, empty = np.unique(kinds[kinds > EMPTY]), np.flatnonzero(kinds == EMPTY)
    if lens_of(frame) is None or not names.size or not empty.size:
        return kinds
    cells = cut(plain(frame), lattice)
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    likeness = Outlines.of(faces).likeness(cells[empty])
    face = likeness.argmax(axis=1)
    strong = contrast(middle(cells[empty])) > _AS_STRONG * contrast(middle(faces))[face]
    found = kinds.copy()
    found[empty[strong & (likeness.max(axis=1) > _SHOWN)]] = UNKNOWN
    return found
