"""Lifted tiles: a card that a game raises out of its place when it is selected.

Its cell cuts through it, so that it looks like no other, or like bare ground. But then a tile of
its kind is left without a twin; that twin is looked for beside its place, in other colours if it is
not found in its own. One that is drawn larger and filled with another colour fits nowhere; but
where it and its twin alone are like no other, they belong together. A hint lifts two, which leaves
no kind odd.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.classify import best_faces
from bot.cutting import cut, usual_look
from bot.drawn import shape_likeness
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.ground import HAS_BODY, agreement, contrast
from bot.outlines import Outlines, likeness_among
from bot.rims import are_crossed
from bot.skin import Skin

_LONELY = 2
"""Odd kinds and tiles like no other up to which a twin is looked for: one tile is lifted, and it
and its twin may both be like no other."""
_DRAWN, _FEW = 0.5, 8
"""Contrast, as a share of what tiles usually have, above which a cell may hold most of one; and how
many such cells may hold no known tile, for only one tile is lifted."""
_PLACES = (0.03, 0.05, 0.1, 0.15)
"""How far out of its place a tile may be, pitches; in between, cells are shifted to fit."""
_WAYS = ((0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (-1, 1), (1, 1))
"""Where tiles are lifted to, across and down."""
_APART, _SHAPED, _ROUGHLY, _EXACTLY = 3.0, 0.8, 0.7, 0.9
"""Tolerances by which a lifted tile may differ from its twin, if not by the limit of the skin, for
it has a frame or a shadow of its own; and correlation with it, where it hardly differs, and where
both tiles of a pair must lie out of their places alike."""
_IN_OTHERS = 0.75
"""Likeness in some colours with which a lifted tile shows what its twin does."""
_SHOWS, _SPARSE = 0.6, 0.5
"""Likeness of two tiles in some colours that are the only ones like no other, above which they are
a pair; and share of the cells that hold a tile, below which the twin of either may lie outside."""
_PAIR, _FEWEST, _FARTHER, _NEARER = 2, 6, 2.0, 0.5
"""Tiles that are lifted at a time at most, and tiles among which they may be told to be; how many
times more unlike what tiles share they are than all others, and by how many grey levels; and share
of how far each is from any kind in its place that it may be from one beside it."""
_SHARED = 0.25
"""Share of a cell, where tiles differ least from each other, by which one is known to be in its
place."""

_NONE = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Lifted:
    """A lifted tile, or two of a kind, and what it shows.

    Parameters
    ----------
    tiles : numbers of their cells
    kinds : int array of shape (N,); the kinds, with that of the tile
    skin : how the tiles look, with its face
    """

    tiles: tuple[int, ...]
    kinds: NDArray[np.int64]
    skin: Skin


def lifted(
    frame: Frame,
    lattice: Lattice,
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    skin: Skin,
    *,
    but: NDArray[np.intp] = _NONE,
) -> Lifted | None:
    """The tile that was lifted out of its place, if its twin is left alone by that; or two.

    Parameters
    ----------
    frame, lattice : the picture, and where its cells lie
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    skin : how the tiles look
    but : int array; numbers of cells that are known to be unlike others for another reason
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    odd = names[counts % 2 == 1]
    unknown = np.setdiff1d(np.flatnonzero(kinds == UNKNOWN), but)
    if skin.body is not None:
        unknown = unknown[~are_crossed(cells[unknown], cells[kinds > 0])]
    if not len(odd):
        both = _both(frame, lattice, kinds, cells, skin, unknown=unknown)
        if both is not None or not len(unknown):
            return both or _hardly(frame, lattice, kinds, cells, skin)
    maybe = np.setdiff1d(_undecided(kinds, cells), but)
    if not 0 < len(odd) + len(unknown) <= _LONELY or not 0 < maybe.size <= _FEW:
        return None
    looks = [usual_look(cells[kinds == name]) for name in odd]
    faces = np.asarray([*looks, *cells[unknown]], np.float32)
    own = np.concatenate([np.full(len(odd), -1), unknown])
    aside = _aside(cells, np.flatnonzero(kinds > 0))
    least, best = max(_APART, skin.limit), None
    outlines, most, tinted = Outlines.of(faces), _IN_OTHERS, None
    for moved in _beside(lattice):
        seen = cut(frame, moved, maybe)
        face, apart = best_faces(seen, faces, skin.tolerance)
        # Small dots are shifted by more than they measure, though the cells show the same.
        least_shaped = np.where(apart < _NEARER * skin.limit, _ROUGHLY, _SHAPED)
        apart[shape_likeness(seen, faces[face]) <= least_shaped] = np.inf
        # A tile in its place is no twin of itself, nor the lifted one of two that fit each other.
        twin = own[face]
        apart[(twin >= 0) & ((twin == maybe) | (aside[maybe] < aside[twin]))] = np.inf
        at = int(apart.argmin())
        if apart[at] < least:
            least, best = float(apart[at]), (int(maybe[at]), int(face[at]))
        alike = outlines.likeness(seen)
        alike[:, len(odd) :][maybe[:, None] == unknown] = 0
        at, shown = divmod(int(alike.argmax()), len(faces))
        if alike[at, shown] > most:
            most, tinted = float(alike[at, shown]), (int(maybe[at]), shown)
    best = best or tinted
    if best is None:
        if len(unknown) != _LONELY or not _is_pair(kinds, cells[unknown]):
            return None
        cell = int(unknown[aside[unknown].argmax()])
        twin = unknown[unknown != cell]
        # The glow in which both have just gone is alike, too, but it is no tile.
        if skin.body is not None and agreement(cells[twin], skin.body)[0] <= HAS_BODY:
            return None
        best = cell, len(odd) + int(unknown[0] == cell)
    cell, shown = best
    found = kinds.copy()
    if shown < len(odd):
        found[cell] = odd[shown]
        return Lifted((cell,), found, skin)
    name = int(max(kinds.max(), skin.kinds.max())) + 1
    found[[cell, own[shown]]] = name
    every, new = np.ones(len(skin.kinds), np.bool_), np.asarray([name], np.int64)
    return Lifted((cell,), found, skin.with_faces(every, faces[shown : shown + 1], new))


def _undecided(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> NDArray[np.intp]:
    """The cells of no known kind that may hold most of a tile: (M,)."""
    drawn = contrast(cells)
    least = _DRAWN * np.median(drawn[kinds > 0]) if (kinds > 0).any() else np.inf
    return np.flatnonzero((kinds <= EMPTY) & (drawn > least))


def _both(
    frame: Frame,
    lattice: Lattice,
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    skin: Skin,
    *,
    unknown: NDArray[np.intp],
) -> Lifted | None:
    """The two tiles like no other, or a kind of two, if both show another beside their places.

    They must be clearly more unlike what tiles share, their bodies, than all others.
    """
    tiles = np.flatnonzero(kinds != EMPTY)
    if skin.body is None or len(tiles) < _FEWEST:
        return None
    names, counts = np.unique(kinds[tiles], return_counts=True)
    if not (names[counts == _PAIR] == UNKNOWN if len(unknown) else counts == _PAIR).any():
        return None
    # What tiles share is chosen by most of them, and the two are held against it as all others are.
    usual = usual_look(cells[tiles])
    off = np.abs(cells[tiles] - usual).mean(axis=-1)
    spread = np.median(off, axis=0)
    aside = off[:, spread <= np.quantile(spread, _SHARED)].mean(axis=1)
    order = np.argsort(-aside, kind="stable")
    two, rest = np.sort(tiles[order[:_PAIR]]), order[_PAIR:]
    if aside[order[_PAIR - 1]] <= _FARTHER * aside[rest].max() + _FARTHER:
        return None
    kind = kinds[two[0]]
    if kind != kinds[two[1]] or kind in kinds[tiles[rest]] or (len(unknown) and kind != UNKNOWN):
        return None
    names = np.setdiff1d(kinds[kinds > 0], kind)
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    face = _shown_beside(frame, lattice, cells, skin, faces, two=two) if len(names) else None
    return None if face is None else _as(kinds, two, int(names[face]), skin)


def _as(kinds: NDArray[np.int64], two: NDArray[np.intp], name: int, skin: Skin) -> Lifted:
    """The two tiles as of a kind."""
    found = kinds.copy()
    found[two] = name
    return Lifted((int(two[0]), int(two[1])), found, skin)


def _hardly(
    frame: Frame,
    lattice: Lattice,
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    skin: Skin,
) -> Lifted | None:
    """The one kind of two tiles that are out of their places by so little that they fit another.

    In their places they are nearly of its colours, but not of its shape; beside them they are.
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    pairs = names[counts == _PAIR]
    if skin.body is None or not 0 < len(pairs) <= _FEW or len(names) < _PAIR:
        return None
    aside = _aside(cells, np.flatnonzero(kinds > 0))
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    found = dict[int, int]()
    for own in pairs.tolist():
        two, others = np.flatnonzero(kinds == own), names != own
        face = _shown_out_of_place(frame, lattice, cells, skin, faces[others], two=two)
        if face is not None:
            found[own] = int(names[others][face])
    # Where only two of a kind are in their places, each pair is the other out of its place.
    own = max(found, key=lambda name: aside[kinds == name].min(), default=EMPTY)
    if not found or len(found) > 1 + (found.get(found[own]) == own):
        return None
    return _as(kinds, np.flatnonzero(kinds == own), found[own], skin)


def _shown_beside(
    frame: Frame,
    lattice: Lattice,
    cells: NDArray[np.float32],
    skin: Skin,
    faces: NDArray[np.float32],
    *,
    two: NDArray[np.intp],
) -> int | None:
    """The number of the face, of (F, h, w, 3), that two tiles both show beside their places."""
    # In its place each is at least so much farther from it, or it is of a kind of its own.
    least = np.minimum(skin.limit, _NEARER * best_faces(cells[two], faces, skin.tolerance)[1])
    shown = np.full(len(two), -1)
    for moved in _beside(lattice):
        seen = cut(frame, moved, two)
        face, apart = best_faces(seen, faces, skin.tolerance)
        fits = (shape_likeness(seen, faces[face]) > _SHAPED) & (apart < least)
        least[fits], shown[fits] = apart[fits], face[fits]
    return int(shown[0]) if shown[0] == shown[1] >= 0 else None


def _shown_out_of_place(
    frame: Frame,
    lattice: Lattice,
    cells: NDArray[np.float32],
    skin: Skin,
    faces: NDArray[np.float32],
    *,
    two: NDArray[np.intp],
) -> int | None:
    """The number of the face, of (F, h, w, 3), that two tiles both show at one place beside theirs.

    There they are shaped as it is, exactly, and in their places they are like no face.
    """
    own, apart = best_faces(cells[two], faces, skin.tolerance)
    if own[0] != own[1] or (apart >= _APART).any():
        return None
    if (shape_likeness(cells[two], faces[own]) > _SHAPED).any():
        return None
    for moved in _beside(lattice):
        seen = cut(frame, moved, two)
        face, apart = best_faces(seen, faces, skin.tolerance)
        exactly = shape_likeness(seen, faces[face]) > _EXACTLY
        if (face == own).all() and (exactly & (apart < _APART)).all():
            return int(own[0])
    return None


def _is_pair(kinds: NDArray[np.int64], two: NDArray[np.float32]) -> bool:
    """Whether the two tiles like no other, (2, h, w, 3), show one face, where all others are even.

    Each is then the only one that can be the other's twin, unless more of a board lies outside.
    """
    likeness = likeness_among(two)
    full = (kinds != EMPTY).mean() >= _SPARSE
    return bool(full and min(likeness[0, 1], likeness[1, 0]) > _SHOWS)


def _aside(cells: NDArray[np.float32], tiles: NDArray[np.intp]) -> NDArray[np.float32]:
    """How much cells differ from what tiles share, as those out of their place do: (N,)."""
    usual, spread = usual_look(cells[tiles]), cells[tiles].std(axis=0).mean(axis=-1)
    shared = spread <= np.quantile(spread, _SHARED)
    return np.asarray(np.abs(cells - usual)[:, shared].mean(axis=(1, 2)), np.float32)


def _beside(lattice: Lattice) -> Iterator[Lattice]:
    """The lattice moved to where lifted tiles lie, the nearest places first."""
    (x, y), (width, height) = lattice.origin, lattice.pitch
    for part in _PLACES:
        for across, down in _WAYS:
            moved = Pixel(x + across * part * width, y + down * part * height)
            yield replace(lattice, origin=moved)
