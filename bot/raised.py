"""Raised tiles of a known skin: those a game lifts out of their places, or draws larger, to mark.

Their cells are cut through them, so that they show no face, and may look like ground.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import UNKNOWN
from bot.displaced import raised_likeness
from bot.skin import Skin

_FAINTLY = 0.3
"""Likeness of outlines to a face that a cell has which may hold it, though out of its place."""
_CELLS, _FACES = 6, 3
"""Cells that are looked at, and faces that are sought in each: the likest."""
_PAIR, _BODY = 2, 0.1
"""Tiles that a hint shows, and share of the body that each has at least."""
_LEAD = 0.05
"""Correlation by which a face leads those of other kinds."""


def raised(
    kinds: NDArray[np.int64],
    rest: NDArray[np.intp],
    pixels: NDArray[np.uint8],
    scores: NDArray[np.float32],
    skin: Skin,
    *,
    body: NDArray[np.float32],
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Name tiles that show a face out of its place; say which cells they are, and which faces.

    They leave their kind odd, or are the two that a hint shows: these have a little, at least, of
    what all tiles share, for ground resembles a faint face by chance.

    Parameters
    ----------
    kinds : int array of shape (N,); what cells hold, as far as it is known; names are written there
    rest : int array of shape (M,); cells that may hold such tiles
    pixels : uint8 array of shape (M, h, w, 3), RGB
    scores : float32 array of shape (M, F); likeness of their outlines to faces
    skin : the faces
    body : float32 array of shape (M,); share of what all tiles share that each of them has
    """
    faces, names = skin.faces, skin.kinds
    top = scores.max(axis=1, initial=-1)
    likely = np.argsort(-top, kind="stable")[:_CELLS]
    told: list[tuple[float, int, int]] = []
    for at in likely[(top[likely] > _FAINTLY) & (kinds[rest[likely]] == UNKNOWN)].tolist():
        cell = pixels[at].astype(np.float32)
        some = np.argsort(-scores[at], kind="stable")[:_FACES].tolist()
        alike = sorted(((raised_likeness(faces[face], cell), face) for face in some), reverse=True)
        likeness, best = alike[0]
        others = [each for each, face in alike if names[face] != names[best]]
        if likeness > max([0.0, *(each + _LEAD for each in others)]):
            told.append((likeness, int(at), best))
    if len(told) > _PAIR:
        return np.empty(0, np.intp), np.empty(0, np.intp)  # the picture is in another tone
    found = []
    for name in {int(names[face]) for _, _, face in told}:
        those = [one for one in told if names[one[2]] == name]
        odd = np.count_nonzero(kinds == name) % 2 == 1
        pair = len(those) == _PAIR and min(body[at] for _, at, _ in those) > _BODY
        found += [max(those)] if odd else those if pair else []
    cells = rest[[at for _, at, _ in found]].astype(np.intp)
    shown = np.asarray([face for _, _, face in found], np.intp)
    kinds[cells] = names[shown]
    return cells, shown
