"""What cells have in common: the pixels of one drawing, whatever ground lies around it.

A game draws all tiles of a kind from one picture, and no two pieces of a photograph have more than
a few pixels in common where anything is drawn; but a post or a rail has.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from bot.board import EMPTY
from bot.channels import worst_channel

AGREE, DRAWN = 8.0, 20.0
"""Grey levels that a pixel of two copies differs by at most, in any channel, and by which it
differs from one beside it where something is drawn."""
PIECE = 3
"""px; the side of squares that make up what two copies share: single pixels agree by chance."""
LEAST, _HALF = 0.04, 0.5
"""Share of a cell that is drawn and the same in two copies, at least; and share of what the better
of two others have in common that is no chance."""
_WITHIN = 0.05
"""Share of what two copies enclose that they differ in, at most."""
_BROKEN = 0.1
"""Share of the pairs that are copies of one drawing, but have less in common, at most."""
_CLEARLY = 2.5
"""How many times more a cell has in common with its copies than with any other, at least."""
_ON, _STILL = 3, 0.8
"""px by which a drawing is moved that may be a part of a post or a rail, and share of it that looks
as before if it is."""
_OUTSIDE = 2
"""Value of a pixel that lies outside of all that two cells share."""
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
    return Common.of(cells).groups()


@dataclass(frozen=True, slots=True, eq=False)
class Common:
    """What is drawn on cells of which each pair may have something in common.

    Parameters
    ----------
    count, size : cells, and px of each
    pairs : int array of shape (P, 2)
    common : int array of shape (P,), px; 0 where that is too little to tell a copy, or to make one
        unclear
    """

    count: int
    size: int
    pairs: NDArray[np.intp]
    common: NDArray[np.int64]

    @classmethod
    def of(cls, cells: NDArray[np.float32]) -> Common:
        """What cells have in common: float32 (N, h, w, 3), RGB, without their edges."""
        looks = np.rint(cells).astype(np.uint8)
        drawn = np.asarray([_drawn(each) for each in looks], np.bool_).reshape(cells.shape[:3])
        return cls(len(cells), int(np.prod(cells.shape[1:3])), *_in_common(looks, drawn))

    def groups(self) -> NDArray[np.int64]:
        """Which cells are copies, as `copies_of` tells."""
        pairs, common = self.pairs, self.common
        if not len(pairs):
            return np.zeros(self.count, np.int64)
        best = self._most(common >= 0)
        enough = np.maximum(LEAST * self.size, _HALF * best[pairs].min(axis=1))
        linked = common >= enough
        one, other = pairs[linked].T
        joins = coo_array((np.ones(len(one)), (one, other)), shape=(self.count, self.count))
        groups = connected_components(joins, directed=False)[1]
        same = groups[pairs[:, 0]] == groups[pairs[:, 1]]
        others = self._most(~same)
        unclear = np.count_nonzero(same & ~linked) > _BROKEN * np.count_nonzero(linked)
        several = np.bincount(groups)[groups] > 1
        unclear |= bool((best[several] < _CLEARLY * others[several]).any())
        if unclear:
            return np.zeros(self.count, np.int64)
        names = np.unique(groups[several], return_inverse=True)[1]
        found = np.zeros(self.count, np.int64)
        found[several] = names + 1
        return found

    def holds(self, kinds: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Which of the first cells have more in common with one of their kind than with others.

        Too little, it may be, to be a copy by itself. True (N,), from int (N,).
        """
        names = np.concatenate([kinds, np.full(self.count - len(kinds), EMPTY)])
        same = names[self.pairs[:, 0]] == names[self.pairs[:, 1]]
        own, others = self._most(same)[: len(kinds)], self._most(~same)[: len(kinds)]
        return np.asarray((own > 0) & (own >= _CLEARLY * others), np.bool_)

    def _most(self, some: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The most that each cell has in common with any, in some of the pairs, (P,): (N,)."""
        most = np.zeros(self.count, np.int64)
        for side in self.pairs[some].T:
            np.maximum.at(most, side, self.common[some])
        return most


def _drawn(look: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where something is drawn in a cell, (h, w, 3): (h, w)."""
    square = np.ones((3, 3), np.uint8)
    apart = cv2.dilate(look, square) - cv2.erode(look, square)
    return np.asarray(worst_channel(apart) > DRAWN, np.bool_)


def _in_common(
    looks: NDArray[np.uint8], drawn: NDArray[np.bool_]
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Pairs of cells, int (P, 2), and what is drawn of them that they have in common, px: (P,).

    Nothing where that is too little to tell a copy, or to make one unclear.
    """
    planes = np.ascontiguousarray(np.moveaxis(looks, -1, 0))
    least = LEAST / _CLEARLY * np.prod(drawn.shape[1:])
    pairs, common = [np.empty((0, 2), np.intp)], [np.empty(0, np.int64)]
    for at in range(len(looks) - 1):
        others = at + 1 + _maybe_alike(planes[:, at:], drawn[at])
        found = np.zeros(len(others), np.int64)
        alike = _same(planes[:, at], planes[:, others])
        shared = alike & drawn[at] & drawn[others]
        some = np.flatnonzero(_count(shared) >= least)
        if some.size:
            alike, shared = alike[some], shared[some] & _in_pieces(alike[some])
            count = _count(shared)
            found[some] = np.where((count < least) | _are_frames(shared, alike), 0, count)
        pairs.append(np.stack([np.full(len(others), at), others], axis=1))
        common.append(found)
    return np.concatenate(pairs), np.concatenate(common)


def _same(look: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where a look, (3, h, w), and others, (3, M, h, w), agree: (M, h, w)."""
    apart = np.zeros(others.shape[1:], np.uint8)
    for one, there in zip(look, others, strict=True):
        np.maximum(apart, np.maximum(one, there) - np.minimum(one, there), out=apart)
    return apart <= AGREE


def _count(pictures: NDArray[np.bool_]) -> NDArray[np.int32]:
    """How many pixels of pictures, (M, h, w), are true: (M,)."""
    if not len(pictures):
        return np.zeros(0, np.int32)
    pixels = np.ascontiguousarray(pictures).view(np.uint8).reshape(len(pictures), -1)
    return np.asarray(cv2.reduce(pixels, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0], np.int32)


def _in_pieces(alike: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which pixels of pictures, (M, h, w), are of squares that are all true: (M, h, w).

    All pictures are seen as one, one below the other, with lines between that hide nothing.
    """
    square, line = np.ones((PIECE, PIECE), np.uint8), PIECE // 2
    apart = np.pad(alike.view(np.uint8), ((0, 0), (0, line), (0, 0)), constant_values=1)
    worn = cv2.erode(apart.reshape(-1, apart.shape[2]), square).reshape(apart.shape)
    worn[:, -line:] = 0
    pieces = cv2.dilate(worn.reshape(-1, apart.shape[2]), square).reshape(apart.shape)
    return np.asarray(pieces[:, :-line] > 0, np.bool_)


def _are_frames(shared: NDArray[np.bool_], alike: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether pairs of cells differ within what is drawn the same in both: a plate's frame.

    True (M,), from where they share a drawing and where they are alike, both (M, h, w). All are
    seen as one picture, with lines between and around, from which what lies outside is told.
    """
    count, height, width = shared.shape
    every = np.zeros((count * (height + 1) + 1, width + 2), np.uint8)
    cells = every[1:, 1:-1].reshape(count, height + 1, width)[:, :-1]
    cells[...] = shared
    cv2.floodFill(every, None, (0, 0), _OUTSIDE)
    whole = cells != _OUTSIDE
    return np.asarray(_count(whole & ~alike) > _WITHIN * _count(whole), np.bool_)


def _maybe_alike(planes: NDArray[np.uint8], drawn: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Which cells may have something in common with what is drawn on the one before them: (K,).

    That is the first of (3, 1 + M, h, w).
    """
    places = np.flatnonzero(drawn)[::_EVERY]
    if not len(places):
        return np.empty(0, np.intp)
    seen = planes.reshape(*planes.shape[:2], -1)[..., places]
    alike = _same(seen[:, 0, None], seen[:, 1:, None])[:, 0].mean(axis=1)
    return np.flatnonzero(alike > _SOME)


def goes_on(looks: NDArray[np.float32]) -> bool:
    """Whether what two cells, (2, h, w, 3), share looks the same some way on, as a post does."""
    one, other = np.rint(looks).astype(np.uint8)
    alike = _same(np.moveaxis(one, -1, 0), np.moveaxis(other, -1, 0)[:, None])
    shared = (_in_pieces(alike) & alike)[0] & _drawn(one) & _drawn(other)
    for down, across in ((_ON, 0), (0, _ON), (_ON, _ON), (_ON, -_ON)):
        moved = np.roll(one, (down, across), axis=(0, 1))
        still = worst_channel(cv2.absdiff(one, moved)) <= DRAWN
        if np.count_nonzero(still & shared) > _STILL * np.count_nonzero(shared):
            return True
    return False
