"""Sprites seen again: those on a board that was read before, and those that are gone.

What surely hides the ground is all that tells them. Where it hides the ground no longer, while what
is around it is as it was, the sprite is gone: on a photograph what comes to light then may resemble
it in many ways.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.channels import worst_channel
from bot.silhouettes import OFF_GROUND
from bot.skin import Skin
from bot.sprites import sprites_shown

_LIT = 0.6
"""Share of what is around a sprite that changes where the game lights it."""
_GONE = 0.8
"""Share of what a sprite hid that changes when it goes; ground may have its colours here and
there, and what is drawn across a tile leaves more of it in sight."""
_FADED = 0.6
"""Share of what a sprite hides that is not as its face has it from which on it may have gone."""
_KEPT, _FEW, _MORE, _DOUBTFUL = 0.4, 0.2, 0.3, 0.9
"""The same, below which the sprite is still there, if all others would have changed more; share of
it that is otherwise in any place where it is seen, at most, and by how much more others must be;
and how doubtful that is."""
_SHARED, _SAME, _NEARER = 0.5, 0.01, 2.0
"""Share of what two sprites hide that both do at least, and in which they may differ, if they are
the same; and how many times nearer to one of them a cell is beside it to show that one."""
_THIN, _SEEN = 0.3, 0.5
"""Share of a sprite that is drawn on a plate, up to which that counts by itself; and share of that
which is seen where the sprite is. A plate may be nearly of the ground's colour."""


def sprites_known(
    cells: NDArray[np.float32],
    looks: NDArray[np.float32],
    before: NDArray[np.int64],
    skin: Skin,
) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.float64], NDArray[np.bool_]]:
    """Those of some cells that show a sprite, by `sprites_shown`, or at least most of one.

    A path that is drawn across a sprite leaves most of it as it was; and a game may draw it a
    little larger, on other ground.

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
        for at in np.flatnonzero(doubt >= 1):
            told = _told_by_most(cells[at], looks[at], int(before[at]), skin)
            if told is not None:
                face[at], doubt[at] = told, _DOUBTFUL
        _tell_twins(face, doubt, cells, before, skin)
    some = np.flatnonzero(doubt < 1)
    lit = _changed(cells[some], looks[some], face[some], skin)[1] > _LIT
    return some, skin.kinds[face[some]], doubt[some], lit


def _tell_twins(
    face: NDArray[np.intp],
    doubt: NDArray[np.float64],
    cells: NDArray[np.float32],
    before: NDArray[np.int64],
    skin: Skin,
) -> None:
    """Tell sprites that are the same in two kinds by what lies beside them: in place.

    As a dot on glass beside a fruit. Where that is like none of them it is the one that was there.
    Noise may tell them by their sprites, and at random.
    """
    some = np.flatnonzero(doubt < 1).tolist()
    twins = _twins(skin) if some else []
    for at in some:
        if not twins[face[at]]:
            continue
        same = [int(face[at]), *(other for other, _ in twins[face[at]])]
        beside = np.any([part for _, part in twins[face[at]]], axis=0)
        off = np.abs(cells[at][beside] - skin.faces[same][:, beside]).mean(axis=(1, 2))
        order = np.argsort(off)
        if off[order[1]] > _NEARER * off[order[0]]:
            face[at] = same[order[0]]
        elif len(known := np.flatnonzero(skin.kinds[same] == before[at])):
            face[at], doubt[at] = same[known[0]], _DOUBTFUL
        else:
            doubt[at] = np.inf


@lru_cache(maxsize=4)
def _twins(skin: Skin) -> list[list[tuple[int, NDArray[np.bool_]]]]:
    """For each face those of other kinds that hide the same, and where they differ beside it."""
    assert skin.hides is not None
    found: list[list[tuple[int, NDArray[np.bool_]]]] = [[] for _ in skin.kinds]
    flat = skin.hides.reshape(len(skin.hides), -1).astype(np.float32)
    shared, size = flat @ flat.T, flat.sum(axis=1)
    likely = shared > _SHARED * (size[:, None] + size - shared)
    likely &= skin.kinds[:, None] != skin.kinds
    for own, other in np.argwhere(np.triu(likely)).tolist():
        apart = worst_channel(np.abs(skin.faces[other] - skin.faces[own])) > OFF_GROUND
        both = skin.hides[other] | skin.hides[own]
        beside = _within(apart & ~both)
        if (apart & both).sum() <= _SAME * both.sum() and beside.any():
            found[own].append((other, beside))
            found[other].append((own, beside))
    return found


def _within(part: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The part of a cell, (h, w), without pieces that reach its edge: there lies ground."""
    pieces = cv2.connectedComponents(part.view(np.uint8))[1]
    rim = [pieces[0], pieces[-1], pieces[:, 0], pieces[:, -1]]
    return part & ~np.isin(pieces, np.concatenate(rim))


def _told_by_most(
    cell: NDArray[np.float32], look: NDArray[np.float32], before: int, skin: Skin
) -> int | None:
    """The face of which a cell shows most, if of any: the one that it showed, or another."""
    assert skin.hides is not None
    known = np.flatnonzero(skin.hides.any(axis=(1, 2)))
    off = np.full(len(skin.faces), 1.0)
    for face in known:
        part = skin.hides[face]
        off[face] = (worst_channel(np.abs(cell[part] - skin.faces[face][part])) > OFF_GROUND).mean()
    own = np.intersect1d(known, np.flatnonzero(skin.kinds == before))
    if own.size:
        changed = worst_channel(np.abs(cell - look)) > OFF_GROUND
        least = min(float(changed[skin.hides[face]].mean()) for face in own)
        rival = float(off[skin.kinds != before].min(initial=1.0))
        # What fades away is at no time far from how it looked just before.
        seen = not _lacks_drawing(cell, skin, int(own[off[own].argmin()]))
        if least < min(_KEPT, rival) and off[own].min() < _FADED and seen:
            return int(own[0])
    best = int(off.argmin())
    rival = float(off[skin.kinds != skin.kinds[best]].min(initial=1.0))
    told = off[best] < _FEW and rival > off[best] + _MORE and not _lacks_drawing(cell, skin, best)
    return best if told else None


def _lacks_drawing(cell: NDArray[np.float32], skin: Skin, face: int) -> bool:
    """Whether what little is drawn on a plate is not in a cell, (h, w, 3), however like that is."""
    assert skin.hides is not None
    part = skin.hides[face]
    if not part.any():
        return False
    there, here = skin.faces[face][part], cell[part]
    drawn = worst_channel(np.abs(there - np.median(there, axis=0))) > OFF_GROUND
    if not 0 < drawn.mean() < _THIN:
        return False
    seen = worst_channel(np.abs(here[drawn] - there[drawn])) <= OFF_GROUND
    return bool(seen.mean() < _SEEN)


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
    hides, changed = skin.hides[face], worst_channel(np.abs(cells - looks)) > OFF_GROUND
    inside, around = (
        (changed & part).sum(axis=(1, 2)) / np.maximum(part.sum(axis=(1, 2)), 1)
        for part in (hides, ~hides)
    )
    return inside, around
