"""Slipped tiles: those drawn a part of a pixel aside of where their cells were cut out.

Each is laid upon its likeliest faces by itself. Aside, another face is often nearer than its own.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.distances import halved
from bot.likeness import Likeness, Shown

_NEARLY, _AT_MOST, _WELL = 5.0, 480, 0.7
"""Limits up to which a cell may show its face aside, cells that are looked at so, and limits within
which they must show it once they are laid upon it."""
_CANDIDATES, _RIVAL, _ALONE = 5, 2.0, 4.0
"""Faces nearest in colours, besides the likest in outlines, upon which a cell is laid, how many
times more it must differ from the next best, and from which on the whole limit is allowed."""


def slipped(
    cells: NDArray[np.uint8], shown: Shown, likeness: Likeness
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
    """Cells that show a face a part of a pixel aside, as where the pitch is no whole number.

    Returns
    -------
    cells, faces, apart : arrays of shape (M,); which cells, the face of each, and the difference
    """
    near = np.flatnonzero(~shown.fits & (shown.apart < _NEARLY * shown.limit))
    near = near[np.argsort(shown.apart[near], kind="stable")[:_AT_MOST]]
    pixels, face = cells[near].astype(np.float32), shown.face[near]
    seen = likeness.shown(halved(likeness.laid_upon(pixels, face)))
    best, told = seen.apart, seen.clear & (seen.face == face)
    most = np.full(len(near), _WELL * shown.limit)
    # Where it lies aside, others may be nearer to it than its own: it is laid upon several.
    left = np.flatnonzero(~told | (best > _WELL * shown.limit))
    if left.size and not likeness.toned:
        face[left], best[left], next_best = _likeliest(pixels[left], near[left], shown, likeness)
        told[left] = next_best > _RIVAL * best[left]
        most[left[next_best > _ALONE * best[left]]] = shown.limit
    told &= (best <= most) & ~likeness.blank[face]
    return near[told], face[told], best[told]


def laid_apart(
    cells: NDArray[np.uint8], face: NDArray[np.intp], likeness: Likeness
) -> NDArray[np.float32]:
    """By how much cells differ from faces, where they lie or laid upon them: the less."""
    pixels = cells.astype(np.float32)
    laid = likeness.apart(halved(likeness.laid_upon(pixels, face)), face)
    return np.minimum(likeness.apart(halved(pixels), face), laid)


def _likeliest(
    pixels: NDArray[np.float32], numbers: NDArray[np.intp], shown: Shown, likeness: Likeness
) -> tuple[NDArray[np.intp], NDArray[np.float32], NDArray[np.float32]]:
    """The face that each cell is most like once it is laid upon it: from some likely ones.

    Returns
    -------
    face : int array of shape (N,)
    apart, next_apart : float32 arrays of shape (N,); difference from it, in tolerances, and from
        the next one of another kind
    """
    near = np.argsort(shown.squares[numbers], axis=1, kind="stable")[:, :_CANDIDATES]
    drawn = likeness.outlines.likeness_of(halved(pixels)).argmax(axis=1)
    faces = np.concatenate([near, drawn[:, None]], axis=1)
    apart = np.stack(
        [likeness.apart(halved(likeness.laid_upon(pixels, each)), each) for each in faces.T],
        axis=1,
    )
    best, each = apart.argmin(axis=1), np.arange(len(pixels))
    kinds = likeness.skin.kinds[faces]
    same = kinds == kinds[each, best][:, None]
    same |= likeness.lacks(faces, faces[each, best][:, None])
    others = np.where(same, np.inf, apart).min(axis=1)
    return faces[each, best], apart[each, best], np.asarray(others, np.float32)
