"""New faces: tiles whose face a skin lacks, told by each other where it explains them wrongly.

A face that covers most of a tile leaves little of what all tiles share, and looks like ground; one
that differs from a known face by a stroke looks like that face in other colours. But equal tiles
are alike, and of some of what tiles share; and no change of colours turns one drawing into another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.blocks import differences
from bot.board import EMPTY, UNKNOWN
from bot.cutting import middle
from bot.distances import blocks_of, contrast
from bot.likeness import Likeness, Shown
from bot.outlines import likeness_among
from bot.tone import Tone

_BOLD, _FAINTEST, _TRACE, _MOST = 2.0, 10, 0.1, 64
"""Contrast of a cell, in those that a flat one has at most, from which it is drawn as faces are;
percent of the faces that are fainter in their middle; share of the body that it has at least; and
cells at most that may be such: more are ground."""
_COPIES, _FITTING, _NEARLY_ALL = 3, 2, 90
"""Tiles that are alike, at least, but not like the face that they resemble; tiles that do show it;
and percent of all known tiles that are nearer to their faces by far."""
_FARTHER, _FACES = 4.0, 3
"""How many times farther from it those are; and faces at most that are resembled so: if there are
more, something lies over the board, or it is lit otherwise."""

_CHANCE = 0.5
"""Likeness, in any colours, up to which chance brings ground to a face, or to other ground."""


def are_drawn_alike(
    small: NDArray[np.float32],
    strength: NDArray[np.float32],
    body: NDArray[np.float32],
    likeness: Likeness,
) -> NDArray[np.bool_]:
    """Which of some cells, taken to be ground, are as bold as faces and like one another: (N,).

    Their middles must be, too: the sides and shadows of neighbours fall on ground, and are alike.

    Parameters
    ----------
    small : float32 array of shape (N, h, w, 3), RGB; the cells, half as large
    strength, body : float32 arrays of shape (N,); as `Likeness.strength` and `body_of` tell
    likeness : the faces that are known, of that size
    """
    found = np.zeros(len(small), np.bool_)
    if likeness.body is not None:
        faintest = np.percentile(contrast(middle(likeness.small)), _FAINTEST)
        drawn = contrast(middle(small)) >= faintest
        bold = np.flatnonzero(drawn & (strength >= _BOLD) & (body >= _TRACE))
        bold = bold[~likeness.like_ground(small[bold])]
        if len(bold) <= _MOST:
            found[bold] = _repeated(small[bold], likeness) > 1
    return found


def leave_scenery(kinds: NDArray[np.int64], cells: NDArray[np.uint8], likeness: Likeness) -> None:
    """Call empty what a photograph shows between sprites, where no kind lacks a tile.

    A ridge or a branch in it looks like no face, and like no other cell. It is no marked tile where
    all kinds have even numbers without it; and the two of a pair that is marked, or of a face that
    is new, look like each other.

    Parameters
    ----------
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind; changed in place
    cells : uint8 array of shape (N, h, w, 3), RGB
    likeness : the faces that are known, of that size
    """
    rest, counts = np.flatnonzero(kinds == UNKNOWN), np.unique(kinds[kinds > 0], return_counts=True)
    if not 0 < rest.size < min(_MOST, counts[1].sum()) or (counts[1] % 2).any():
        return
    alike = likeness_among(cells[rest].astype(np.float32))
    np.fill_diagonal(alike, 0)
    shown = likeness.outlines.likeness(cells[rest].astype(np.float32)).max(axis=1)
    kinds[rest[np.maximum(shown, alike.max(axis=1)) < _CHANCE]] = EMPTY


def others_among(
    cells: NDArray[np.intp],
    small: NDArray[np.float32],
    face: NDArray[np.intp],
    apart: NDArray[np.float32],
    *,
    shown: Shown,
    likeness: Likeness,
) -> NDArray[np.intp]:
    """Those of some cells that are not of the kind that they resemble.

    Several are like one another, and unlike the face that other tiles of the board do show.

    Parameters
    ----------
    cells : numbers of those cells
    small : float32 array of shape (N, h, w, 3), RGB; all cells, half as large
    face, apart : arrays of shape (N,); which face each resembles, and how little
    shown : what all of them show
    likeness : the faces that are known, of that size
    """
    if not shown.fits.any():
        return cells[:0]
    far = _FARTHER * float(np.percentile(shown.apart[shown.fits], _NEARLY_ALL))
    cells, others = cells[apart[cells] > max(shown.limit, far)], [cells[:0]]
    for each in np.unique(face[cells]):
        some = cells[face[cells] == each]
        fitting = np.count_nonzero(shown.fits & (shown.face == each))
        if len(some) >= _COPIES and fitting >= _FITTING:
            some = some[_repeated(small[some], likeness) >= _COPIES]
            if len(some) and not _is_recoloured(small[some], int(each), likeness):
                others.append(some)
    return np.concatenate(others) if len(others) <= 1 + _FACES else others[0]


def _is_recoloured(small: NDArray[np.float32], face: int, likeness: Likeness) -> bool:
    """Whether cells that are alike, (N, h, w, 3), show a face in other colours or another light."""
    seen, known = np.median(small, axis=0)[None], likeness.small[face][None]
    tone = Tone.fitted(known, seen, np.ones(seen.shape[:3], np.float32))
    blocks = blocks_of(seen, tone.of(known), None)
    return bool(differences(blocks, likeness.skin.tolerance)[0] <= likeness.limit)


def _repeated(small: NDArray[np.float32], likeness: Likeness) -> NDArray[np.intp]:
    """How many of some cells are like each of them, itself among them: (N,)."""
    count = np.zeros(len(small), np.intp)
    for at, cell in enumerate(small):
        blocks = blocks_of(small, np.broadcast_to(cell, small.shape), None)
        apart = differences(blocks, likeness.skin.tolerance)
        count[at] = np.count_nonzero(apart <= likeness.limit)
    return count
