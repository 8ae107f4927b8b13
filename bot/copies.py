"""Copies: cells that show one drawing pixel by pixel, whatever ground lies around it.

A game draws all tiles of a kind from one picture. Where that has no plate, another part of the
ground is seen past its outline in each cell, and what two such cells differ by may be more than
what two kinds do. But within it the pixels are the same, and no two pieces of a photograph have
more than a few in common where anything is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from bot.board import EMPTY, UNKNOWN
from bot.cutting import core
from bot.outlines import likeness_among
from bot.sprites import SAME, strokes_apart

_SAME, _DRAWN = 8.0, 20.0
"""Grey levels that a pixel of two copies differs by at most, in any channel, and by which it
differs from one beside it where something is drawn."""
_PIECE = 3
"""px; the side of squares that make up what two copies share: single pixels agree by chance."""
_LEAST, _HALF = 0.04, 0.5
"""Share of a cell that is drawn and the same in two copies, at least; and share of what the better
of two others have in common that is no chance."""
_WITHIN = 0.05
"""Share of what two copies enclose that they differ in, at most."""
_BROKEN = 0.1
"""Share of the pairs that are copies of one drawing, but have less in common, at most."""
_CLEARLY = 2.5
"""How many times more a cell has in common with its copies than with any other, at least."""
_TOLD, _FEWEST = 0.75, 3
"""Share of the tiles that are copies of others, and kinds of such, where copies tell kinds."""
_MARKED = 0.5
"""Share of the cells without a tile on which a game may leave one mark."""
_ASKED = 4
"""Tiles of a kind that are held against those of another."""
_RIM = 3
"""px along the outline of a drawing through which the ground shines."""
_SHAPED = 0.5
"""Likeness in outlines of tiles that are one kind without being copies."""
_EVERY, _SOME = 5, 0.03
"""Which of the pixels where something is drawn are compared first; and share of them that has to
agree for all to be looked at."""


def copies_of(cells: NDArray[np.float32]) -> NDArray[np.int64]:
    """Which cells are copies of each other: int (N,), from 1; 0 where nothing is told of one.

    Nothing is where cells have much in common with others than their copies, too: all tiles share
    a plate, or pieces of the ground repeat.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB, without their edges
    """
    if len(cells) < 2:
        return np.zeros(len(cells), np.int64)
    looks = np.rint(cells).astype(np.uint8)
    drawn = np.asarray([_drawn(each) for each in looks])
    pairs, common = _in_common(looks, drawn)
    best = _most(len(cells), pairs, common)
    enough = np.maximum(_LEAST * drawn[0].size, _HALF * best[pairs].min(axis=1))
    linked = common >= enough
    one, other = pairs[linked].T
    joins = coo_array((np.ones(len(one)), (one, other)), shape=(len(cells), len(cells)))
    groups = connected_components(joins, directed=False)[1]
    same = groups[pairs[:, 0]] == groups[pairs[:, 1]]
    others = _most(len(cells), pairs[~same], common[~same])
    unclear = np.count_nonzero(same & ~linked) > _BROKEN * np.count_nonzero(linked)
    several = np.bincount(groups)[groups] > 1
    unclear |= bool((best[several] < _CLEARLY * others[several]).any())
    if unclear:
        return np.zeros(len(cells), np.int64)
    names = np.unique(groups[several], return_inverse=True)[1]
    found = np.zeros(len(cells), np.int64)
    found[several] = names + 1
    return found


def named_as_copies(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    hides: NDArray[np.bool_],
    around: NDArray[np.float32] | None = None,
) -> NDArray[np.int64]:
    """The kinds, but that copies of one drawing are one, if most tiles are such, and no others.

    What lacks a copy is of the kind that it had, if that is of such tiles alone or lacks one; else
    it is unknown: its twin may be hidden by what lies over it. Copies that were taken for ground
    are a kind where no ground around has any.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB, on a ground that varies
    hides : bool array of shape (N, h, w); where they hide it, without their edges
    around : float32 array of shape (G, h, w, 3), RGB; cells around the board that show the ground,
        if what was taken for it may be tiles
    """
    looks, tiles = core(cells), kinds > 0
    if around is None:
        groups, ground = copies_of(looks), np.empty(0, np.int64)
    else:
        groups, ground = np.split(copies_of(core(np.concatenate([cells, around]))), [len(cells)])
    # Pieces of the ground may be copies, too.
    bare = groups * ~np.isin(groups, groups[kinds != EMPTY])
    groups = groups - bare
    apart = _Apart(looks, hides)
    if _unites_others(groups, kinds, apart):
        return kinds
    _unite_shifted(groups, kinds, apart)
    copied = groups > 0
    several = np.unique(groups[copied])
    if len(several) < _FEWEST or np.count_nonzero(tiles & copied) < _TOLD * tiles.sum():
        return kinds
    found = np.where(copied, groups + kinds.max(), kinds)
    for kind in np.unique(kinds[tiles & ~copied]):
        rest = np.flatnonzero((kinds == kind) & ~copied)
        own = np.unique(groups[(kinds == kind) & copied])
        lacks = [group for group in own if np.count_nonzero(groups == group) % 2]
        if len(lacks) == 1:
            found[rest] = lacks[0] + kinds.max()
        elif len(own) or not _drawn_alike(cells[rest]):
            found[rest] = UNKNOWN
    repeats = around is None or ground.any()
    drawn = bare < 0 if repeats else _overlooked(bare, int(np.count_nonzero(~tiles)))
    found = np.where(drawn, bare + kinds.max(), found)
    # Tiles come in pairs: what is left over alone is none.
    unknown = np.flatnonzero(found == UNKNOWN)
    if len(unknown) == 1 and not (np.unique(found[found > 0], return_counts=True)[1] % 2).any():
        found[unknown] = EMPTY
    return found


def _overlooked(bare: NDArray[np.int64], rest: int) -> NDArray[np.bool_]:
    """Which cells taken for ground, where it does not repeat, are tiles: (N,).

    No mark that a game leaves on most of the `rest` that are no tiles.

    Parameters
    ----------
    bare : int array of shape (N,); which of them are copies of each other, from 1, or 0
    """
    names, counts = np.unique(bare[bare > 0], return_counts=True)
    return np.isin(bare, names[(counts % 2 == 0) & (counts < _MARKED * rest)])


def named_by_copies(
    cells: NDArray[np.float32], sure: NDArray[np.intp], around: NDArray[np.float32]
) -> NDArray[np.int64] | None:
    """The kinds of cells by their copies alone, if most that surely hold tiles have such.

    What has no copy is empty, or unknown where it surely holds a tile.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB, on a ground that varies
    sure : int array of shape (S,); those that surely hold tiles
    around : float32 array of shape (G, h, w, 3), RGB; cells around the board

    Returns
    -------
    kinds : int array of shape (N,), or None
    """
    told = copies_of(core(cells[sure]))
    if told.max(initial=0) < _FEWEST or np.count_nonzero(told) < _TOLD * len(sure):
        return None
    kinds, ground = np.split(copies_of(core(np.concatenate([cells, around]))), [len(cells)])
    rest = np.setdiff1d(np.arange(len(cells)), sure)
    marks = np.isin(kinds, np.setdiff1d(kinds[rest], kinds[sure]))
    marks &= ~_overlooked(kinds * marks, len(rest))
    kinds[marks] = EMPTY
    if ground.any() or np.count_nonzero(kinds[sure]) < _TOLD * len(sure):
        return None
    kinds[sure[kinds[sure] == EMPTY]] = UNKNOWN
    return kinds


def _unite_shifted(groups: NDArray[np.int64], kinds: NDArray[np.int64], apart: _Apart) -> None:
    """Make copies of one kind one where a part of a pixel is all that they differ by, in place."""
    for kind in np.unique(kinds[kinds > 0]):
        firsts = _firsts(groups, (kinds == kind) & (groups > 0))
        for at, to in combinations(firsts, 2):
            if apart(at, to) < SAME:
                groups[groups == groups[to]] = groups[at]


def _unites_others(groups: NDArray[np.int64], kinds: NDArray[np.int64], apart: _Apart) -> bool:
    """Whether copies are of several kinds that differ in a stroke: they share but a plate."""
    for group in np.unique(groups[groups > 0]):
        same = groups == group
        first, *others = _firsts(kinds, same & (kinds > 0)) or [-1]
        if any(apart(first, other) >= SAME for other in others):
            return True
        own = np.flatnonzero(same & (kinds == kinds[first]))
        for other in others:
            if apart.drawn(own, np.flatnonzero(same & (kinds == kinds[other]))) >= _LEAST:
                return True
    return False


def _firsts(names: NDArray[np.int64], some: NDArray[np.bool_]) -> list[int]:
    """The first cell of each name among some of them."""
    cells = np.flatnonzero(some)
    return [int(cells[at]) for at in np.unique(names[cells], return_index=True)[1]]


@dataclass(frozen=True, slots=True, eq=False)
class _Apart:
    """Tells by how many grey levels two cells differ in their worst stroke.

    Parameters
    ----------
    looks : float32 array of shape (N, h, w, 3), RGB, without their edges
    hides : bool array of shape (N, h, w); where they hide the ground
    """

    looks: NDArray[np.float32]
    hides: NDArray[np.bool_]

    def __call__(self, one: int, other: int) -> float:
        """By how many, well within the outlines of both."""
        within = np.ones((2 * _RIM + 1, 2 * _RIM + 1), np.uint8)
        both = cv2.erode((self.hides[one] & self.hides[other]).view(np.uint8), within) > 0
        if not both.any():
            return float("inf")
        return float(strokes_apart(self.looks[[other]], self.looks[one], both)[0])

    def drawn(self, some: NDArray[np.intp], others: NDArray[np.intp]) -> float:
        """Share of a cell in which one of two kinds shows a drawing that the other has not.

        As ears beside a face: there all tiles of the one hide the ground, in pieces, and differ
        from all of the other.
        """
        some, others = some[:_ASKED], others[:_ASKED]
        hides = self.hides[some].all(axis=0) | self.hides[others].all(axis=0)
        between = np.abs(self.looks[some][:, None] - self.looks[others][None]).max(axis=-1)
        found = (hides & (between > _DRAWN).all(axis=(0, 1))).view(np.uint8)
        pieces = cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((_PIECE, _PIECE), np.uint8))
        return float(np.count_nonzero(pieces) / pieces.size)


def _drawn_alike(cells: NDArray[np.float32]) -> bool:
    """Whether what is drawn on some cells is alike in all."""
    return bool(likeness_among(cells).min() > _SHAPED)


def _most(count: int, pairs: NDArray[np.intp], common: NDArray[np.int64]) -> NDArray[np.int64]:
    """The most that each of so many cells has in common with any: (N,)."""
    most = np.zeros(count, np.int64)
    for side in pairs.T:
        np.maximum.at(most, side, common)
    return most


def _drawn(look: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where something is drawn in a cell, (h, w, 3): (h, w)."""
    square = np.ones((3, 3), np.uint8)
    apart = cv2.dilate(look, square) - cv2.erode(look, square)
    return np.asarray(apart.max(axis=-1) > _DRAWN, np.bool_)


def _in_common(
    looks: NDArray[np.uint8], drawn: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Pairs of cells, int (P, 2), and what is drawn of them that they have in common, px: (P,).

    Nothing where that is too little to tell a copy, or to make one unclear.
    """
    planes = np.ascontiguousarray(np.moveaxis(looks, -1, 0))
    least = _LEAST / _CLEARLY * drawn[0].size
    pairs, common = [np.empty((0, 2), np.intp)], [np.empty(0, np.int64)]
    for at in range(len(looks) - 1):
        others = at + 1 + _maybe_alike(looks[at], looks[at + 1 :], drawn[at])
        found = np.zeros(len(others), np.int64)
        alike = _same(planes[:, at], planes[:, others])
        shared = alike & drawn[at] & drawn[others]
        some = np.flatnonzero(shared.sum(axis=(1, 2)) >= least)
        if some.size:
            alike, shared = alike[some], shared[some] & _in_pieces(alike[some])
            count = shared.sum(axis=(1, 2))
            found[some] = np.where((count < least) | _are_frames(shared, alike), 0, count)
        pairs.append(np.stack([np.full(len(others), at), others], axis=1))
        common.append(found)
    return np.concatenate(pairs), np.concatenate(common)


def _same(look: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where a look, (3, h, w), and others, (3, M, h, w), agree: (M, h, w)."""
    same = np.ones(others.shape[1:], np.bool_)
    for one, there in zip(look, others, strict=True):
        same &= np.maximum(one, there) - np.minimum(one, there) <= _SAME
    return same


def _in_pieces(alike: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which pixels of pictures, (M, h, w), are of squares that are all true: (M, h, w).

    All pictures are seen as one, one below the other, with lines between that hide nothing.
    """
    square, line = np.ones((_PIECE, _PIECE), np.uint8), _PIECE // 2
    apart = np.pad(alike.view(np.uint8), ((0, 0), (0, line), (0, 0)), constant_values=1)
    worn = cv2.erode(apart.reshape(-1, apart.shape[2]), square).reshape(apart.shape)
    worn[:, -line:] = 0
    pieces = cv2.dilate(worn.reshape(-1, apart.shape[2]), square).reshape(apart.shape)
    return np.asarray(pieces[:, :-line] > 0, np.bool_)


def _are_frames(shared: NDArray[np.bool_], alike: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether pairs of cells differ within what is drawn the same in both: a plate's frame.

    True (M,), from where they share a drawing and where they are alike, both (M, h, w).
    """
    lines = np.pad(shared.view(np.uint8), ((0, 0), (0, 1), (0, 0)))
    every = lines.reshape(-1, lines.shape[2])
    outlines, _ = cv2.findContours(every, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = cv2.drawContours(np.zeros_like(every), outlines, -1, 1, cv2.FILLED)
    whole = filled.reshape(lines.shape)[:, :-1] > 0
    return np.asarray((whole & ~alike).sum(axis=(1, 2)) > _WITHIN * whole.sum(axis=(1, 2)), bool)


def _maybe_alike(
    look: NDArray[np.uint8], others: NDArray[np.uint8], drawn: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Which of others, (M, h, w, 3), may have something in common with what is drawn: (K,)."""
    places = np.flatnonzero(drawn)[::_EVERY]
    if not len(places):
        return np.empty(0, np.intp)
    here = look.reshape(-1, 3)[places].astype(np.int16)
    there = others.reshape(len(others), -1, 3)[:, places]
    alike = (np.abs(there - here) <= _SAME).all(axis=-1).mean(axis=1)
    return np.flatnonzero(alike > _SOME)
