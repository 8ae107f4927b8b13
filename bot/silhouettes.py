"""Silhouettes: where the tiles of a kind hide the ground, within their outlines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial import KDTree
from scipy.spatial.distance import squareform

from bot.cutting import core
from bot.under import Under, unexplained

STROKE = 3
"""px; the side of a square that a stroke fills, or most of it."""
OFF_GROUND, _LINE, _RIM = 20.0, 5, 3
"""Grey levels beyond which most tiles of a kind hide the ground; px that a line across a drawing is
narrower than; and px along its outline through which the ground shines."""
_PAIR = 2
"""Tiles of a kind at least."""
_SOLID = 0.7
"""Share of what a drawing encloses that differs from the ground in most tiles, if it is no drawing
in lines."""
AREA, _MANY = 0.1, 200
"""Share of a cell that a sprite hides at least, if it is looked at by itself; or px, if all that is
asked is whether it is there."""

_SHADE = 20.0
"""Grey levels from its ground beyond which a px of a tile hides it, and from another tile beyond
which that shows something else."""
_OTHER, _TIMES, _ONLY = 0.03, 1.8, 0.015
"""Share of a cell that one of two tiles hides where the other differs, at least, if they have two
silhouettes; how many times more than in two of one; and the share where all of the one silhouette
do, and all of the other."""
_PLATE = 0.25
"""Share of their cells' borders up to which tiles reach that are no plates."""
_MOST = 24
"""Tiles of a kind, at most, whose silhouettes are compared."""


def hidden(grounds: Sequence[Under], tiles: NDArray[np.intp], rim: int = _RIM) -> NDArray[np.bool_]:
    """Where most tiles of a kind hide the ground, well within their outlines: bool (h, w).

    Parameters
    ----------
    grounds : what is told of the ground; the first is believed by which they hide enough of it
    tiles : int array of shape (M,)
    rim : how far within, px
    """
    within = np.empty((0, 0), np.bool_)
    for ground in grounds:
        within = _within(ground.apart[tiles], rim)
        if within.mean() > AREA:
            break
    return within


def _within(apart: NDArray[np.float32], rim: int) -> NDArray[np.bool_]:
    """Where most tiles differ from their ground, from (M, h, w), px within their outlines.

    What is enclosed hides it, in whatever colour, unless most of it shows the ground: within the
    lines of a drawing, or between close ones.
    """
    middle = (len(apart) - 1) // 2  # of two tiles both
    shown = (np.partition(apart, middle, axis=0)[middle] > OFF_GROUND).astype(np.uint8)
    # A line in the colours of the ground may run from one side of a drawing to the other.
    closed = cv2.morphologyEx(shown, cv2.MORPH_CLOSE, np.ones((_LINE, _LINE), np.uint8))
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = cv2.drawContours(np.zeros_like(shown), outlines, -1, 1, cv2.FILLED)
    if np.count_nonzero(shown) < _SOLID * np.count_nonzero(filled):
        filled = shown
    filled = cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((STROKE, STROKE), np.uint8))
    reach = np.ones((2 * rim + 1, 2 * rim + 1), np.uint8)
    within = cv2.erode(filled, reach, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return np.asarray(within.view(np.bool_))


def hidden_by(
    kinds: NDArray[np.int64], names: NDArray[np.int64], grounds: Sequence[Under]
) -> NDArray[np.bool_]:
    """Where each of some kinds surely hides the ground, nowhere if it hides little: (F, h, w).

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    names : int array of shape (F,); those kinds
    grounds : as for `hidden`
    """
    found = np.stack([hidden(grounds, np.flatnonzero(kinds == name)) for name in names])
    found[(found.mean(axis=(1, 2)) <= AREA) & (found.sum(axis=(1, 2)) < _MANY)] = False
    return found


def told_by_silhouettes(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], ground: Under
) -> NDArray[np.int64]:
    """The kinds, (N,), where tiles of one that have several silhouettes are several kinds.

    Stones of one colour are shaded alike, and what lies around the smaller one may be taken for
    the ground that it is. But where the larger hides the ground, the smaller shows something else.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    ground : what is told of the ground under them
    """
    found = kinds.copy()
    for name in np.unique(kinds[kinds > 0]).tolist():
        tiles = np.flatnonzero(kinds == name)
        if 2 * _PAIR <= len(tiles) <= _MOST and not _are_plates(core(ground.apart[tiles])):
            parts = _Silhouettes.of(core(cells[tiles]), ground[tiles].core()).parts()
            found[tiles] = np.where(parts == 0, name, found.max() + parts)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Silhouettes:
    """What tiles of one kind show, where they hide the ground, and where two of them differ.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    hides : bool array of shape (N, h, w)
    differ : bool array of shape (N, N, h, w); by more than is explained by the grounds under both,
        which shine through rims and shadows
    """

    cells: NDArray[np.float32]
    hides: NDArray[np.bool_]
    differ: NDArray[np.bool_]

    @classmethod
    def of(cls, cells: NDArray[np.float32], ground: Under) -> _Silhouettes:
        """Those of cells on a ground."""
        differ = np.zeros((len(cells), *cells.shape[:3]), np.bool_)
        for at in range(len(cells) - 1):
            to = np.arange(at + 1, len(cells))
            off = unexplained(cells[at] - cells[to], ground[np.full(len(to), at)], ground[to])
            differ[at, to] = differ[to, at] = off > _SHADE
        return cls(cells, ground.apart > _SHADE, differ)

    def parts(self) -> NDArray[np.int64]:
        """Which of several silhouettes each tile has: (N,), from 0."""
        tree = linkage(squareform(self._unlike(), checks=False), "complete")
        below = np.concatenate([[0.0], tree[:-1, 2]])
        for at in np.flatnonzero((tree[:, 2] > _OTHER) & (tree[:, 2] > _TIMES * below)).tolist():
            parts = fcluster(tree, (tree[at, 2] + below[at]) / 2, "distance") - 1
            each = [parts == part for part in range(int(parts.max()) + 1)]
            if not (np.bincount(parts) % 2).any() and all(
                max(self._only(a, b), self._only(b, a)) > _ONLY for a, b in combinations(each, 2)
            ):
                return np.asarray(parts, np.int64)
        return np.zeros(len(self.cells), np.int64)

    def _unlike(self) -> NDArray[np.float64]:
        """The share of a cell where one of two tiles hides the ground and the other differs."""
        found = np.zeros(self.differ.shape[:2])
        for at, to in zip(*np.triu_indices(len(found), 1), strict=True):
            sizes = (_size(self.hides[each] & self.differ[at, to]) for each in (at, to))
            found[at, to] = found[to, at] = max(sizes)
        return found

    def _hide_alike(self, some: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Where some tiles all hide the ground, with the same: (h, w)."""
        alike = ~self.differ[np.ix_(some, some)].any(axis=(0, 1))
        return np.asarray(self.hides[some].all(axis=0) & alike, np.bool_)

    def _only(self, some: NDArray[np.bool_], others: NDArray[np.bool_]) -> float:
        """The share of a cell where some tiles all hide the ground alike, and others show it.

        What they hide it with has a colour in which they show it where they are as the others are:
        two grounds may be alike, and unlike what is seen of them between tiles.
        """
        hidden, others_hide = self._hide_alike(some), self._hide_alike(others)
        differ = self.differ[np.ix_(some, others)]
        only = hidden & ~others_hide & differ.all(axis=(0, 1))
        both = hidden & others_hide & ~differ.any(axis=(0, 1))
        if not only.any() or not both.any():
            return 0.0
        usual = self.cells[some].mean(axis=0)
        near = KDTree(usual[both]).query(usual[only], p=np.inf)[0] < _SHADE
        found = np.zeros(hidden.shape, np.bool_)
        found[tuple(each[near] for each in np.nonzero(only))] = True
        return _size(found)


def _are_plates(apart: NDArray[np.float32]) -> bool:
    """Whether tiles, by how they differ from ground, (N, h, w), reach all around their cells."""
    border = np.ones(apart.shape[1:], np.bool_)
    border[1:-1, 1:-1] = False
    return bool((apart[:, border] > _SHADE).mean() > _PLATE)


def _size(where: NDArray[np.bool_]) -> float:
    """The share of a cell that squares take which a stroke fills."""
    stroke = np.ones((STROKE, STROKE), np.uint8)
    return float(cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_OPEN, stroke).mean())
