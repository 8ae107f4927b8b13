"""Lifted tiles: a card that a game raises out of its place when it is selected.

Its cell cuts through it, so that it looks like no other, or like bare ground. But then a tile of
its kind is left without a twin; that twin is looked for beside its place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.classify import best_faces, shape_likeness
from bot.cutting import cut, usual_look
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.ground import contrast
from bot.skin import Skin

_LONELY = 2
"""Tiles without a twin up to which one is looked for: a game lifts one tile, or both of a pair."""
_STEP, _FARTHEST = 3.0, 0.16
"""px between the places where it is looked for, and pitches up to which a tile is lifted."""
_WAYS = ((0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1))
"""Where tiles are lifted to, across and down: upwards first."""
_DRAWN = 0.5
"""Contrast, as a share of what tiles usually have, above which a cell may hold most of one."""
_APART, _SHAPED = 3.0, 0.8
"""Tolerances, at least, by which a lifted tile may differ from its twin, for it has a frame or a
shadow of its own; and correlation with it."""


def lifted(
    frame: Frame,
    lattice: Lattice,
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    skin: Skin,
) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """The kinds, where a tile that was lifted out of its place has the kind it shows, and its cell.

    Parameters
    ----------
    frame, lattice : the picture, and where its cells lie
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    skin : how the tiles look

    Returns
    -------
    kinds : int array of shape (N,)
    found : int array of shape (0,) or (1,), number of the lifted tile
    """
    none = np.empty(0, np.intp)
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    odd = names[counts % 2 == 1]
    unknown = np.flatnonzero(kinds == UNKNOWN)
    if not names.size or not 0 < len(odd) + len(unknown) <= _LONELY:
        return kinds, none
    drawn = contrast(cells)
    blank = np.flatnonzero((kinds <= EMPTY) & (drawn > _DRAWN * np.median(drawn[kinds > 0])))
    if not blank.size:
        return kinds, none
    looks = [usual_look(cells[kinds == name]) for name in odd]
    faces = np.asarray([*looks, *cells[unknown]], np.float32)
    own = np.concatenate([np.full(len(odd), -1), unknown])
    least, best = max(_APART, skin.limit), None
    for moved in _beside(lattice):
        seen = cut(frame, moved, blank)
        face, apart = best_faces(seen, faces, skin.tolerance)
        apart = np.where((shape_likeness(seen, faces[face]) > _SHAPED), apart, np.inf)
        apart[own[face] == blank] = np.inf  # a tile in its place is not its own twin
        at = int(apart.argmin())
        if apart[at] < least:
            least, best = float(apart[at]), (int(blank[at]), int(face[at]))
    if best is None:
        return kinds, none
    cell, shown = best
    found = kinds.copy()
    if shown < len(odd):
        found[cell] = odd[shown]
    else:
        found[[cell, own[shown]]] = max(0, int(kinds.max())) + 1
    return found, np.asarray([cell], np.intp)


def _beside(lattice: Lattice) -> Iterator[Lattice]:
    """The lattice moved to where lifted tiles lie, the nearest places first."""
    for step in np.arange(_STEP, _FARTHEST * max(lattice.pitch), _STEP).tolist():
        for across, down in _WAYS:
            x, y = lattice.origin
            yield replace(lattice, origin=Pixel(x + across * step, y + down * step))
