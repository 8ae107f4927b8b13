"""Sprites seen again: those on a board that was read before, and those that are gone.

What surely hides the ground is all that tells them. Where it hides the ground no longer, while what
is around it is as it was, the sprite is gone: on a photograph what comes to light then may resemble
it in many ways.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.skin import Skin
from bot.sprites import OFF_GROUND, sprites_shown

_LIT = 0.6
"""Share of what is around a sprite that changes where the game lights it."""
_GONE = 0.8
"""Share of what a sprite hid that changes when it goes; ground may have its colours here and
there, and what is drawn across a tile leaves more of it in sight."""
_KEPT, _DOUBTFUL = 0.4, 0.9
"""The same, below which the sprite is still there, if all others would have changed more; and how
doubtful that is."""


def sprites_known(
    cells: NDArray[np.float32],
    looks: NDArray[np.float32],
    before: NDArray[np.int64],
    skin: Skin,
) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_]]:
    """Those of some cells that show a sprite, by `sprites_shown`, or the one that they showed.

    A path that is drawn across a sprite leaves most of it as it was.

    Parameters
    ----------
    cells, looks : float32 arrays of shape (N, h, w, 3), RGB; cells, and how they last looked
    before : int array of shape (N,); their kinds then
    skin : how the tiles look

    Returns
    -------
    some : int array of shape (M,), numbers of the cells
    kinds, doubt : int and float arrays of shape (M,); what they show, and how doubtful it is
    lit : bool array of shape (M,); whether most of what is around it is not as it was
    """
    face, doubt = sprites_shown(cells, skin)
    if skin.hides is not None:
        for at in np.flatnonzero((doubt >= 1) & np.isin(before, skin.kinds)):
            own = np.flatnonzero(skin.kinds == before[at])
            if _is_kept(cells[at], looks[at], own, skin.faces, skin.hides):
                face[at], doubt[at] = own[0], _DOUBTFUL
    some = np.flatnonzero(doubt < 1)
    lit = _changed(cells[some], looks[some], face[some], skin)[1] > _LIT
    return some, skin.kinds[face[some]], doubt[some], lit


def _is_kept(
    cell: NDArray[np.float32],
    look: NDArray[np.float32],
    own: NDArray[np.intp],
    faces: NDArray[np.float32],
    hides: NDArray[np.bool_],
) -> bool:
    """Whether a cell still shows most of a sprite that has some of the faces, of (F, h, w, 3)."""
    told = np.flatnonzero(hides.any(axis=(1, 2)))
    was = np.abs(cell - look).max(axis=-1) > OFF_GROUND
    if not np.isin(own, told).any():
        return False
    least = min(float(was[hides[face]].mean()) for face in own if face in told)
    others = (
        float((np.abs(cell - faces[face]).max(axis=-1) > OFF_GROUND)[hides[face]].mean())
        for face in np.setdiff1d(told, own)
    )
    return least < _KEPT and least < min(others, default=1.0)


def sprites_gone(
    cells: NDArray[np.float32],
    looks: NDArray[np.float32],
    face: NDArray[np.intp],
    skin: Skin,
) -> NDArray[np.bool_]:
    """In which cells all that a sprite hid changed, and not what is around it: bool (N,).

    Parameters
    ----------
    cells, looks : float32 arrays of shape (N, h, w, 3), RGB; cells, and how they last looked
    face : int array of shape (N,); the face that each of them showed
    skin : how the tiles look
    """
    inside, around = _changed(cells, looks, face, skin)
    return np.asarray((inside > _GONE) & (around <= _LIT), np.bool_)


def _changed(
    cells: NDArray[np.float32],
    looks: NDArray[np.float32],
    face: NDArray[np.intp],
    skin: Skin,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Shares that changed of what the sprites of faces hide, and of what is around: (N,) each.

    Nothing changed of what is not told.
    """
    if skin.hides is None:
        return np.zeros(len(cells)), np.zeros(len(cells))
    hides, changed = skin.hides[face], np.abs(cells - looks).max(axis=-1) > OFF_GROUND
    inside, around = (
        (changed & part).sum(axis=(1, 2)) / np.maximum(part.sum(axis=(1, 2)), 1)
        for part in (hides, ~hides)
    )
    return inside, around
