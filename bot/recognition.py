"""Recognising the cells of a game whose skin is known.

Most cells show a face, or nothing. What is left is a tile in other colours, bare ground, or cannot
be told; then the drawing counts, whatever its colours, and which kinds lack a tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.distances import halved
from bot.likeness import Likeness, Shown
from bot.marked import outliers
from bot.newfaces import are_drawn_alike, others_among
from bot.outlines import missing
from bot.raised import raised
from bot.rims import rim_differences, strangeness
from bot.slipped import laid_apart, slipped
from bot.sureness import by_shape, nearness
from bot.under import shown_on

_Value = TypeVar("_Value", np.float32, np.bool_)

_SHOWS = 0.5
"""Likeness up to which `outlines.missing` finds no face."""
_TINTED = 0.8
"""Likeness in other colours of any but the first marked tile."""
_PAIRED, _OTHER_BODY = 0.9, 0.35
"""The same of two such tiles of one kind that is even without them, and share of the body that each
has at most: all its colours are others."""
_FAINTLY = 0.3
"""Likeness to a face of an odd kind at which a cell may be its missing tile."""
_CLOSE = 0.5
"""Share of the limit up to which a cell shows its face beyond doubt."""
_LEAD = 0.05
"""Likeness by which a face leads that is not the nearest by colours."""
_STRANGE = 16.0
"""Grey levels by which the rim of a marked tile differs from all others, where ground is seen."""
_CHANGED = 2.0
"""Limits by which a tile drawn as selected differs from its face at least."""
_NOTHING = 0.5
"""Share of the contrast of a flat cell below which there is nothing at all."""
_WITNESSES, _BARE = 30, 0.4
"""Tiles that tell how far a tile differs from the ground seen around it, and the share of what the
faintest tenth of them do up to which a cell is bare."""
_TOLD = 0.72
"""Likeness to a face, in any colours, from which a cell holds a tile: halfway from what chance
brings ground to."""
_TILE_BODY = 0.8
"""Share of the body that a tile with an unknown face has at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What cells show.

    Parameters
    ----------
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind
    selected : int array of shape (M,); numbers of the cells whose tiles are drawn as marked
    firm : bool array of shape (N,); tiles beyond doubt, by what is drawn on them
    solid : bool array of shape (N,); unknown cells that have the body or the drawing of a tile
    recoloured : bool array of shape (N,); tiles known by their drawing, in colours that do not fit
    confidence : float32 array of shape (N,), in [0, 1]; 0 where a kind is unknown
    """

    kinds: NDArray[np.int64]
    selected: NDArray[np.intp]
    firm: NDArray[np.bool_]
    solid: NDArray[np.bool_]
    recoloured: NDArray[np.bool_]
    confidence: NDArray[np.float32]


def recognise(cells: NDArray[np.uint8], likeness: Likeness) -> Names:
    """Say what cells show.

    Parameters
    ----------
    cells : uint8 array of shape (N, h, w, 3), RGB
    likeness : the faces they may show, of that size
    """
    skin, small = likeness.skin, halved(cells)
    shown = likeness.shown(small)
    face, apart = shown.face.copy(), shown.apart.copy()
    doubtful = np.flatnonzero(shown.fits & (apart > _CLOSE * shown.limit))
    face[doubtful] = _drawn(face[doubtful], small[doubtful], likeness)
    kinds = np.where(shown.fits, skin.kinds[face], UNKNOWN)
    blank = np.flatnonzero(shown.fits & likeness.blank[face])
    bare, ground = _unframed(cells, blank, face[blank], likeness)
    kinds[bare] = np.where(ground, EMPTY, UNKNOWN)
    if len(bare := bare[~ground]) == 1 and np.count_nonzero(kinds == skin.kinds[face[bare[0]]]) % 2:
        kinds[bare] = skin.kinds[face[bare]]
    aside, faces, differ = slipped(cells, shown, likeness)
    kinds[aside], face[aside], apart[aside] = skin.kinds[faces], faces, differ
    firm = shown.fits | np.isin(np.arange(len(cells)), aside)
    rest = np.flatnonzero(~firm)
    strength = likeness.strength(small[rest])
    body = likeness.body_of(small[rest])
    nothing = (strength < _NOTHING) & ~_have_body(body, likeness)
    kinds[rest[nothing]] = EMPTY
    rest, strength, body = rest[~nothing], strength[~nothing], body[~nothing]
    scores = likeness.outlines.likeness_of(small[rest])
    drawn = strength >= 1
    outlined, faces = _outlined(kinds, rest[drawn], scores[drawn], shown, likeness)
    face[outlined], apart[outlined] = faces, laid_apart(cells[outlined], faces, likeness)
    tinted, faces = _tint(kinds, rest, scores, shown, likeness)
    twins = _marked_pairs(kinds, rest, scores, body, likeness)
    lifted = raised(kinds, rest[drawn], cells[rest[drawn]], scores[drawn], skin, body=body[drawn])
    tinted, faces = np.hstack([(tinted, faces), twins, lifted])
    face[tinted], apart[tinted] = faces, laid_apart(cells[tinted], faces, likeness)
    # A tile in colours that the skin does not know, and so without its body, is no ground.
    told = scores.max(axis=1, initial=-1) > _TOLD
    empty = ~told & (kinds[rest] == UNKNOWN) & ~_is_missing(kinds, scores, likeness)
    empty[empty] = _are_bare(small[rest[empty]], strength[empty], body[empty], likeness)
    kinds[rest[empty]] = EMPTY
    others = others_among(
        np.union1d(outlined, tinted), small, face, apart, shown=shown, likeness=likeness
    )
    kinds[others] = UNKNOWN
    outlined, tinted = np.setdiff1d(outlined, others), np.setdiff1d(tinted, others)
    firm[blank], firm[outlined] = False, True
    if skin.weights is not None:
        _settle(kinds, cells, rest, firm)
    told &= kinds[rest] == UNKNOWN
    solid = _spread(told | ((kinds[rest] == UNKNOWN) & (body > _TILE_BODY)), rest, len(cells))
    recoloured, by_drawing = _spread(told, rest, len(cells)), np.append(outlined, twins[0])
    recoloured[by_drawing] |= apart[by_drawing] > _CHANGED * shown.limit
    shape = _spread(scores[np.arange(len(rest)), face[rest]], rest, len(cells))
    tinted = tinted[apart[tinted] > _CHANGED * likeness.limit]
    outlined = outlined[apart[outlined] > _CHANGED * _next_most(apart[kinds > 0], likeness.limit)]
    selected = np.union1d(np.union1d(tinted, outlined), _framed(kinds, cells, face, likeness))
    sure = _sureness(kinds, apart, shape, shown.limit)
    return Names(kinds, selected, firm, solid, recoloured, sure)


def _spread(values: NDArray[_Value], at: NDArray[np.intp], size: int) -> NDArray[_Value]:
    """Values in their places among so many, and zero elsewhere."""
    found = np.zeros(size, values.dtype)
    found[at] = values
    return found


def _unframed(
    cells: NDArray[np.uint8], blank: NDArray[np.intp], face: NDArray[np.intp], likeness: Likeness
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Cells that show a blank face without its border, as a plain ground does; which are ground.

    Parameters
    ----------
    cells : uint8 array of shape (N, h, w, 3), RGB
    blank, face : int arrays of shape (B,); cells that show a blank face, and which one
    likeness : the faces that are known, of that size
    """
    bare = blank[~likeness.framed(cells[blank], face)]
    small = halved(cells[bare])
    return bare, likeness.is_ground(small, likeness.body_of(small))


def _are_bare(
    small: NDArray[np.float32],
    strength: NDArray[np.float32],
    body: NDArray[np.float32],
    likeness: Likeness,
) -> NDArray[np.bool_]:
    """Which cells without a face are ground: flat, hollow, or without what tiles share: (N,)."""
    ground = likeness.is_ground(small, body) & ~are_drawn_alike(small, strength, body, likeness)
    flat = (strength < 1) | likeness.hollow(small)
    return np.asarray(ground | (flat & ~_have_body(body, likeness)), np.bool_)


def _have_body(body: NDArray[np.float32], likeness: Likeness) -> NDArray[np.bool_]:
    """Which cells have what all tiles share, so that a blank one is a tile: (N,).

    Ground may have it, too, if that is of one colour.
    """
    return np.asarray((body > _TILE_BODY) & likeness.is_body_varied, np.bool_)


def shows_any(cells: NDArray[np.uint8], likeness: Likeness) -> int:
    """How many of some cells, uint8 (N, h, w, 3), RGB, surely show a face that is not blank.

    It takes less time than to recognise them, and tells whether that is worth it.
    """
    small = halved(cells)
    shown = likeness.shown(small)
    sure = shown.fits & ~likeness.blank[shown.face]
    rest = np.flatnonzero(~shown.fits)
    scores = likeness.outlines.likeness_of(small[rest])
    told = _by_drawing(scores, shown.face[rest], likeness)[1]
    return int(sure.sum() + told.sum())


def shows_missing(
    cells: NDArray[np.uint8], odd: NDArray[np.int64], likeness: Likeness
) -> NDArray[np.bool_]:
    """Which cells, uint8 (N, h, w, 3), RGB, clearly show the drawing of an odd kind: bool (N,)."""
    small = halved(cells)
    shows = likeness.strength(small) >= 1
    scores = likeness.outlines.likeness_of(small[shows])
    best = scores.argmax(axis=1)
    told = (scores.max(axis=1, initial=-1) > _TINTED) & ~likeness.vague[best]
    shows[shows] = told & np.isin(likeness.skin.kinds[best], odd)
    return np.asarray(shows, np.bool_)


def _drawn(
    face: NDArray[np.intp], small: NDArray[np.float32], likeness: Likeness
) -> NDArray[np.intp]:
    """The faces that cells show, where their drawing clearly tells another than their colours.

    Colours mislead where tiles are translucent: the ground under them shows through.
    """
    scores = likeness.outlines.likeness_of(small)
    other, told = _by_drawing(scores, face, likeness)
    return np.where(told, other, face)


def _by_drawing(
    scores: NDArray[np.float32], face: NDArray[np.intp], likeness: Likeness
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The face that the drawing of each cell tells, and whether clearly.

    It must lie on that face's side of the way to any other. Where it is another face than the
    nearest by colours, it must lead by as much as likeness may be off.
    """
    lead = scores - likeness.halfway
    best = lead.argmax(axis=1)
    each = np.arange(len(best))
    told = (lead[each, best] > 0) & ~likeness.vague[best]
    told &= (best == face) | (scores[each, best] > scores[each, face] + _LEAD)
    return best, told


def _outlined(
    kinds: NDArray[np.int64],
    rest: NDArray[np.intp],
    scores: NDArray[np.float32],
    shown: Shown,
    likeness: Likeness,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Name tiles whose drawing clearly tells one face.

    Returns
    -------
    cells, faces : int arrays of shape (M,); which cells are named, and the face that each shows
    """
    face, sure = _by_drawing(scores, shown.face[rest], likeness)
    # An edge across plain ground is all the drawing that a blank face has.
    sure &= ~likeness.blank[face]
    # Of a tile in other colours the nearest face by colours says too little.
    sure &= (face == shown.face[rest]) | (shown.apart[rest] <= _CHANGED * shown.limit)
    kinds[rest[sure]] = likeness.skin.kinds[face[sure]]
    return rest[sure], face[sure]


def _tint(
    kinds: NDArray[np.int64],
    rest: NDArray[np.intp],
    scores: NDArray[np.float32],
    shown: Shown,
    likeness: Likeness,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Name tiles that show a face in other colours; say which cells they are, and which faces.

    Games draw the tile that was clicked so, which leaves its kind odd without it. A face never
    seen before would come in pairs.
    """
    found: list[tuple[int, int]] = []
    top = scores.max(axis=1, initial=-1)
    odd = odd_kinds(kinds)
    for at in np.argsort(-top, kind="stable")[: np.count_nonzero(top > _SHOWS)].tolist():
        here = int(rest[at])
        # One that is like several faces is not in other colours.
        if kinds[here] != UNKNOWN or shown.apart[here] <= shown.limit:
            continue
        face = missing(scores[at], shown.squares[here], likeness.skin.kinds, odd)
        if face is None or likeness.vague[face]:
            continue
        if not found or scores[at, face] > _TINTED:
            kinds[here] = likeness.skin.kinds[face]
            found.append((here, face))
            odd = odd_kinds(kinds)
    cells, faces = np.asarray(found, np.intp).reshape(-1, 2).T
    return cells, faces


def _marked_pairs(
    kinds: NDArray[np.int64],
    rest: NDArray[np.intp],
    scores: NDArray[np.float32],
    body: NDArray[np.float32],
    likeness: Likeness,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Name pairs of tiles that show one face in colours that are all others: those of a hint.

    A face never seen before may come in pairs, and be drawn much like another, but on its own body.
    What is returned is as for `_tint`.
    """
    best = scores.argmax(axis=1)
    kind = likeness.skin.kinds[best]
    other = np.where(likeness.skin.kinds == kind[:, None], -1, scores).max(axis=1, initial=-1)
    top = scores.max(axis=1, initial=-1)
    told = (kinds[rest] == UNKNOWN) & (body < _OTHER_BODY) & ~likeness.vague[best]
    told &= (top > _PAIRED) & (top > other + _LEAD) & (likeness.body is not None)
    names, counts = np.unique(kind[told], return_counts=True)
    told &= np.isin(kind, names[counts == 2])
    kinds[rest[told]] = kind[told]
    return rest[told], best[told]


def odd_kinds(kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kinds of which there is an odd number of tiles."""
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    return np.asarray(names[counts % 2 > 0], np.int64)


def _is_missing(
    kinds: NDArray[np.int64], scores: NDArray[np.float32], likeness: Likeness
) -> NDArray[np.bool_]:
    """Which cells look faintly like a kind that is odd without them: bool (N,).

    Such a cell may be a tile that is just being drawn larger, or is fading away.
    """
    odd = np.isin(likeness.skin.kinds[scores.argmax(axis=1)], odd_kinds(kinds))
    return np.asarray(odd & (scores.max(axis=1, initial=-1) > _FAINTLY), np.bool_)


def _settle(
    kinds: NDArray[np.int64],
    cells: NDArray[np.uint8],
    rest: NDArray[np.intp],
    firm: NDArray[np.bool_],
) -> None:
    """Call empty what is left and hardly differs from the ground around it, as tiles do."""
    rest, tiles = rest[kinds[rest] == UNKNOWN], np.flatnonzero(firm)
    if not rest.size or not tiles.size:
        return
    tiles = tiles[np.linspace(0, len(tiles) - 1, min(len(tiles), _WITNESSES)).astype(int)]
    seen = shown_on(cells[np.concatenate([rest, tiles])].astype(np.float32))
    bare = seen[: len(rest)] < _BARE * np.percentile(seen[len(rest) :], 10)
    kinds[rest[bare]] = EMPTY


def _framed(
    kinds: NDArray[np.int64],
    cells: NDArray[np.uint8],
    face: NDArray[np.intp],
    likeness: Likeness,
) -> NDArray[np.intp]:
    """The tiles whose rims differ from those of their faces, as those of marked tiles do."""
    tiles = np.flatnonzero(kinds > 0)
    rims = rim_differences(cells[tiles], likeness.looks[face[tiles]])
    if likeness.skin.weights is None:
        return tiles[outliers(rims)]
    # What is seen around other tiles, or where nothing lies, is ground.
    known = np.flatnonzero(kinds != UNKNOWN)
    looks = cells[known].astype(np.float32)
    if likeness.body is not None:
        # Only around the one outline that all tiles have.
        looks *= 1 - np.median(likeness.skin.weights, axis=0)[..., None]
    strange = strangeness(looks, np.searchsorted(known, tiles), np.arange(len(known)))
    return tiles[outliers(rims) & outliers(strange) & (strange > _STRANGE)]


def _next_most(apart: NDArray[np.float32], limit: float) -> float:
    """The most but one that a tile differs from its face, and no less than the limit.

    Translucent tiles, and ground that shows around them, differ from their faces all over a board.
    """
    return float(max(limit, np.sort(apart)[-2])) if len(apart) > 1 else np.inf


def _sureness(
    kinds: NDArray[np.int64],
    apart: NDArray[np.float32],
    shape: NDArray[np.float32],
    limit: float,
) -> NDArray[np.float32]:
    """How sure it is what cells show: (N,); from their differences and likenesses."""
    near = nearness(apart, limit)
    confidence = np.where(kinds == EMPTY, 1 - near, np.maximum(near, by_shape(shape)))
    return np.where(kinds == UNKNOWN, np.float32(0), confidence)
