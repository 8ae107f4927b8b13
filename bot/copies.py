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

from bot.board import EMPTY, UNKNOWN
from bot.channels import worst_channel
from bot.cutting import core, usual_look
from bot.incommon import AGREE, DRAWN, LEAST, PIECE, Common, copies_of, goes_on
from bot.marked import SPARSE
from bot.outlines import Outlines, likeness_among
from bot.sprites import SAME, strokes_apart

_TOLD, _FEWEST = 0.75, 3
"""Share of the tiles that are copies of others, and kinds of such, where copies tell kinds."""
_FEW, _UNLIKE, _LITTLE = 8, 0.3, 0.75
"""Cells without copies that may be told by what they have in common, and cells around a board that
tell whether ground repeats; likeness of what has nothing in common; and share of what usual tiles
hide of the ground that is little."""
_AHEAD = 1.5
"""How many times more like one drawing than any other a cell is that shows it."""
_MARKED = 0.5
"""Share of the cells without a tile on which a game may leave one mark."""
_ASKED = 4
"""Tiles of a kind that are held against those of another."""
_RIM = 3
"""px along the outline of a drawing through which the ground shines."""
_SHAPED = 0.5
"""Likeness in outlines of tiles that are one kind without being copies."""


def named_as_copies(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    hides: NDArray[np.bool_],
    around: NDArray[np.float32],
    *,
    clear: bool = False,
) -> NDArray[np.int64]:
    """The kinds, but that copies of one drawing are one, if most tiles are such, and no others.

    What lacks a copy is of the kind that it had, if that is of such tiles alone or lacks one; else
    it is unknown, for its twin may be hidden by what lies over it, unless what little it shows is
    of its kind alone. Copies that were taken for ground are a kind where no ground around has any.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB, on a ground that varies
    hides : bool array of shape (N, h, w); where they hide it, without their edges
    around : float32 array of shape (G, h, w, 3), RGB; cells around the board; where few are seen,
        nothing tells whether ground repeats
    clear : whether tiles of one kind were hardly apart when they were grouped, and others far:
        then kinds with even numbers of tiles stay apart, however small the dot that tells them
    """
    looks, tiles = core(cells), kinds > 0
    shared = Common.of(core(np.concatenate([cells, around])))
    groups, ground = np.split(shared.groups(), [len(cells)])
    # Pieces of the ground may be copies, too.
    bare = groups * ~np.isin(groups, groups[kinds != EMPTY])
    groups = groups - bare
    apart = _Apart(looks, hides, hides | _edges_of_strokes(looks, hides, kinds))
    if _unites_others(groups, kinds, apart) or (clear and _unites_even(groups, kinds)):
        return kinds
    _unite_shifted(groups, kinds, apart)
    copied = groups > 0
    several = np.unique(groups[copied])
    if len(several) < _FEWEST or np.count_nonzero(tiles & copied) < _TOLD * tiles.sum():
        return kinds
    found, holds = np.where(copied, groups + kinds.max(), kinds), shared.holds(kinds)
    for kind in np.unique(kinds[tiles & ~copied]):
        rest = np.flatnonzero((kinds == kind) & ~copied)
        own = np.unique(groups[(kinds == kind) & copied])
        if len(own) == 1 and holds[rest].sum() % 2 == np.count_nonzero(groups == own[0]) % 2:
            found[rest[holds[rest]]] = own[0] + kinds.max()
            rest = rest[~holds[rest]]
        lacks = [group for group in own if np.count_nonzero(groups == group) % 2]
        if len(lacks) == 1:
            found[rest] = lacks[0] + kinds.max()
        elif len(own) or not _drawn_alike(cells[rest]):
            found[rest] = UNKNOWN
    if len(ground) >= _FEW and not ground.any():
        drawn = _overlooked(bare, int(np.count_nonzero(~tiles)), looks)
        found = np.where(drawn, bare + kinds.max(), found)
    return _left_over(found, cells, hides)


def _left_over(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], hides: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """The kinds, (N,), where a few cells without copies are told, if all others are even.

    Tiles come in pairs: one cell alone is none. Two that show one drawing, and no other does, are
    of the kind whose drawing that is; and what shows none of the others' and little that is no
    ground is ground. Of a sparse board the twin of a tile may lie outside.
    """
    counts = np.unique(kinds[kinds > 0], return_counts=True)[1]
    rest = np.flatnonzero(kinds == UNKNOWN)
    if not 0 < len(rest) <= _FEW or (kinds != EMPTY).mean() < SPARSE or (counts % 2).any():
        return kinds
    found = kinds.copy()
    if len(rest) == 1:
        found[rest] = EMPTY
        return found
    alike = likeness_among(cells[rest])
    np.fill_diagonal(alike, 0)
    shown = hides.mean(axis=(1, 2))
    little = shown[rest] < _LITTLE * np.median(shown[kinds > 0])
    found[rest[little & (alike.max(axis=1) < _UNLIKE)]] = EMPTY
    twin = alike.argmax(axis=1)
    for at, other in enumerate(twin.tolist()):
        if twin[other] == at < other and alike[at, other] > _SHAPED:
            pair = rest[[at, other]]
            found[pair] = _shown(cells[pair], kinds, cells, hides)
    return found


def _shown(
    pair: NDArray[np.float32],
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    hides: NDArray[np.bool_],
) -> int:
    """The kind whose drawing two cells show, in shape and colour, and no other; or `UNKNOWN`."""
    names = np.unique(kinds[kinds > 0])
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    scores = Outlines.of(faces).likeness(pair)
    usual = scores.mean(axis=0)
    best = int(usual.argmax())
    others = float(np.delete(usual, best).max(initial=0))
    if scores[:, best].min() < _UNLIKE or usual[best] < _AHEAD * others:
        return UNKNOWN
    within = hides[kinds == names[best]].all(axis=0)
    apart = worst_channel(np.abs(core(pair) - core(faces[[best]])))[:, within]
    return int(names[best]) if apart.size and np.median(apart) < DRAWN else UNKNOWN


def _overlooked(
    bare: NDArray[np.int64], rest: int, looks: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which cells taken for ground, where it does not repeat, are tiles: (N,).

    No mark that a game leaves on most of the `rest` that are no tiles, and no post or rail.

    Parameters
    ----------
    bare : int array of shape (N,); which of them are copies of each other, from 1, or 0
    looks : float32 array of shape (N, h, w, 3), RGB, without their edges
    """
    names, counts = np.unique(bare[bare > 0], return_counts=True)
    even = names[(counts % 2 == 0) & (counts < _MARKED * rest)]
    drawn = [name for name in even if not goes_on(looks[np.flatnonzero(bare == name)[:2]])]
    return np.isin(bare, drawn)


def named_by_copies(
    cells: NDArray[np.float32],
    sure: NDArray[np.intp],
    around: NDArray[np.float32],
    likely: int,
) -> NDArray[np.int64] | None:
    """The kinds of cells by their copies alone, if most that surely hold tiles have such.

    What has no copy is empty, or unknown where it surely holds a tile.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB, on a ground that varies
    sure : int array of shape (S,); those that surely hold tiles
    around : float32 array of shape (G, h, w, 3), RGB; cells around the board
    likely : cells that are likely to hold tiles: most must be copies, or cells hold parts of
        several tiles

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
    marks &= ~_overlooked(kinds * marks, len(rest), core(cells))
    kinds[marks] = EMPTY
    enough = np.count_nonzero(kinds) >= _TOLD * likely
    repeats = len(ground) < _FEW or ground.any()
    if repeats or not enough or np.count_nonzero(kinds[sure]) < _TOLD * len(sure):
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
            if apart.drawn(own, np.flatnonzero(same & (kinds == kinds[other]))) >= LEAST:
                return True
    return False


def _edges_of_strokes(
    looks: NDArray[np.float32], hides: NDArray[np.bool_], kinds: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Where tiles show thin lines in the colours of the ground, all of a kind the same: (N, h, w).

    There a stroke on a plate fades into it. Ground that is seen through a tile is not the same in
    all of a kind, where it varies; and of a kind with a marked tile nothing is told.
    """
    square, lines = np.ones((PIECE, PIECE), np.uint8), np.zeros_like(hides)
    for kind in np.unique(kinds[kinds > 0]):
        own = np.flatnonzero(kinds == kind)
        if len(own) > 1:
            same = (np.ptp(looks[own], axis=0) <= AGREE).all(axis=-1)
            for at in own:
                closed = cv2.morphologyEx(hides[at].view(np.uint8), cv2.MORPH_CLOSE, square)
                lines[at] = same & (closed > 0) & ~hides[at]
    return lines


def _unites_even(groups: NDArray[np.int64], kinds: NDArray[np.int64]) -> bool:
    """Whether copies are of several kinds, all of them even."""
    for group in np.unique(groups[groups > 0]):
        own = np.unique(kinds[(groups == group) & (kinds > 0)])
        if len(own) > 1 and not any(np.count_nonzero(kinds == kind) % 2 for kind in own):
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
    whole : bool array of shape (N, h, w); the same with the edges of strokes
    """

    looks: NDArray[np.float32]
    hides: NDArray[np.bool_]
    whole: NDArray[np.bool_]

    def __call__(self, one: int, other: int) -> float:
        """By how many, well within the outlines of both."""
        within = np.ones((2 * _RIM + 1, 2 * _RIM + 1), np.uint8)
        both = cv2.erode((self.whole[one] & self.whole[other]).view(np.uint8), within) > 0
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
        between = worst_channel(np.abs(self.looks[some][:, None] - self.looks[others][None]))
        found = np.asarray(hides & (between > DRAWN).all(axis=(0, 1)), np.uint8)
        pieces = cv2.morphologyEx(found, cv2.MORPH_OPEN, np.ones((PIECE, PIECE), np.uint8))
        return float(np.count_nonzero(pieces) / pieces.size)


def _drawn_alike(cells: NDArray[np.float32]) -> bool:
    """Whether what is drawn on some cells is alike in all."""
    return bool(likeness_among(cells).min() > _SHAPED)
