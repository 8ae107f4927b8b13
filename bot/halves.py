"""The tiles of a kind in two halves, and whether these are kinds of their own.

A round stone and one with corners, in one colour and as glossy, differ by less than one stone may
from place to place. But if tiles fall into two clusters that are apart by far more than any two in
one are, and tiles of no other kind do, the kind is two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

from bot.channels import worst_channel
from bot.cutting import core, usual_look
from bot.distances import halved
from bot.marked import outliers, unlike_most
from bot.outlines import Outlines, inside, likeness_among
from bot.under import borders

LEAST, _MANY, _OTHERS = 4, 48, 2
"""Tiles of a kind that may be two, and of one that is looked at whatever its number; and other such
kinds that tell what tiles of one face differ by."""
_PAIR = 2
"""Tiles that a face has at least."""
_SHARPLY, _SLIGHT = 3.0, 0.001
"""How many times more than that, and than those of one of the two, tiles of two faces differ that
are told by nothing else; and unlikeness that is none: drawing rounds."""
_SEEN, _PIECE = 8.0, 3
"""Grey levels, in the worst channel of the worst place, that are nothing to be seen; and px of a
side of such a place."""
_BARELY = 0.1
"""Tolerances by which the areas of two faces differ at least, for else there is nothing to see."""
_GROUNDS = 6.0
"""Grey levels by which the grounds of two clusters differ, if they lie on different ones."""
_AROUND = tuple(step / 4 for step in range(-4, 5))
"""Pixels by which a game may draw a tile beside its place, or enlarge it from beside it; and a part
of one, where cells are cut that are not whole pixels apart."""
_COMMON = 75
"""The percentile, over the other kinds, of what their tiles differ by."""
_FEW, _OUTER = 8, 10
"""Tiles below which faces told by areas differ everywhere; and, of more tiles, the percentile of
pairs that do not count: one may be marked, or under a pointer."""


@dataclass(frozen=True, slots=True, eq=False)
class Halves:
    """The tiles of a kind in two clusters, by their outlines (agglomerative, average linkage).

    Parameters
    ----------
    one, other : int arrays of shape (K,) and (L,); numbers of the tiles in each
    least, usual : unlikeness across, of any two tiles at least, and on an average
    within, most : the same of tiles in one cluster, on an average and at most
    """

    one: NDArray[np.intp]
    other: NDArray[np.intp]
    least: float
    usual: float
    within: float
    most: float

    @classmethod
    def of(cls, cells: NDArray[np.float32]) -> Halves:
        """Cluster tiles, float32 (M, h, w, 3), two at least."""
        alike = likeness_among(cells)
        unlike = np.maximum(1 - (alike + alike.T) / 2, 0)
        np.fill_diagonal(unlike, 0)
        cluster = fcluster(linkage(squareform(unlike, checks=False), "average"), 2, "maxclust")
        one, other = np.triu_indices(len(cells), 1)
        same, pairs = cluster[one] == cluster[other], unlike[one, other]
        across, within = pairs[~same], np.append(pairs[same], 0.0)[: max(1, same.sum())]
        if not across.size:
            across = np.zeros(1)
        return cls(
            np.flatnonzero(cluster == 1),
            np.flatnonzero(cluster != 1),
            float(across.min()),
            float(across.mean()),
            float(within.mean()),
            float(within.max()),
        )

    @property
    def is_even(self) -> bool:
        """Whether both clusters are, as kinds are."""
        return len(self.one) % 2 == len(self.other) % 2 == 0


def areas_agree(apart: NDArray[np.float32], part: NDArray[np.intp], usual: float) -> bool:
    """Whether tiles of two parts, (M, M), are farther apart across them than within.

    If they are few, so much farther, usually.
    """
    inside = np.zeros(len(apart), np.bool_)
    inside[part] = True
    one, other = np.triu_indices(len(apart), 1)
    is_across = inside[one] != inside[other]
    across, within = apart[one, other][is_across], apart[one, other][~is_across]
    if len(apart) < _FEW:
        return bool(across.min() > within.max() and np.median(across) > usual)
    return bool(np.percentile(across, _OUTER) > np.percentile(within, 100 - _OUTER))


def colours_differ(cells: NDArray[np.float32], part: NDArray[np.intp]) -> bool:
    """Whether any two tiles of different parts differ somewhere far more than any two of one part.

    So does a small piece of a drawing, a dot more, which is too little to count as an area. Tiles
    are float32 (M, h, w, 3).
    """
    inner = np.asarray([cv2.blur(cell, (_PIECE, _PIECE)) for cell in core(cells)])
    inside = np.zeros(len(cells), np.bool_)
    inside[part] = True
    within, across = 0.0, np.inf
    for one in range(len(cells) - 1):
        apart = np.abs(inner[one + 1 :] - inner[one]).max(axis=(1, 2, 3))
        same = inside[one + 1 :] == inside[one]
        within = max(within, float(apart[same].max(initial=0.0)))
        across = min(across, float(apart[~same].min(initial=np.inf)))
    return across > _SHARPLY * max(within, _SEEN)


def parted_sharply(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    apart: Callable[[NDArray[np.intp]], NDArray[np.float32]],
) -> NDArray[np.int64]:
    """The kinds, where one is two that differ little, but far more than tiles of any other do.

    A round stone and one with corners, say; how common they are does not count. A tile that is
    marked differs, too, and is of the one that lacks a tile.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    apart : how far some tiles are from each other, (M, M) from their numbers (M,)
    """
    found = kinds.copy()
    for name, each, two in _sharply(kinds, cells):
        whole = np.flatnonzero(kinds == name)
        odd = [part for part in (two.one, two.other) if len(part) % 2]
        if len(odd) != len(whole) - len(each):
            continue
        if areas_agree(apart(each), two.one, _BARELY) or colours_differ(cells[each], two.one):
            found[each[two.one]] = found.max() + 1
            if odd:
                found[np.setdiff1d(whole, each)] = found[each[odd[0][0]]]
    return found


def are_sharply_apart(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], one: int, other: int
) -> bool:
    """Whether two kinds are as two that `parted_sharply` found, and no tile of them is marked.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    one, other : two of the kinds
    """
    both = np.where(kinds == other, one, kinds)
    own = set(np.flatnonzero(kinds == one).tolist())
    for name, each, two in _sharply(both, cells):
        if name == one and len(each) == np.count_nonzero(both == one):
            return own in (set(each[two.one].tolist()), set(each[two.other].tolist()))
    return False


def _sharply(
    kinds: NDArray[np.int64], cells: NDArray[np.float32]
) -> Iterator[tuple[int, NDArray[np.intp], Halves]]:
    """The kinds whose tiles fall into two, these tiles but for marked ones, and the two."""
    tiles = np.flatnonzero(kinds > 0)
    marks = tiles[outliers(unlike_most(cells[tiles]))]
    names, counts = np.unique(kinds[tiles], return_counts=True)
    names = names[(counts >= LEAST) & (counts <= _MANY)]
    alike = [np.setdiff1d(np.flatnonzero(kinds == name), marks) for name in names]
    if len(alike) <= _OTHERS:
        return
    # Copies are of one face, in whatever clusters.
    several = [None if _are_copies(cells[each]) else Halves.of(cells[each]) for each in alike]
    usual = np.asarray([0.0 if two is None else two.usual for two in several])
    for at, (name, each, two) in enumerate(zip(names.tolist(), alike, several, strict=True)):
        if two is None:
            continue
        blur = max(two.most, float(np.percentile(np.delete(usual, at), _COMMON)), _SLIGHT)
        if two.least <= _SHARPLY * blur or min(len(two.one), len(two.other)) < _PAIR:
            continue
        one, other = cells[each[two.one]], cells[each[two.other]]
        if aside(one, other) > _SHARPLY * blur and not lie_on_others(one, other):
            yield name, each, two


def _are_copies(cells: NDArray[np.float32]) -> bool:
    """Whether the outlines of cells, (N, h, w, 3), are the same for certain; one alone has none."""
    seen = inside(halved(cells))
    return len(seen) > 1 and bool((seen[1:] == seen[0]).all())


def lie_on_others(some: NDArray[np.float32], more: NDArray[np.float32]) -> bool:
    """Whether what is along their borders tells two clusters apart, as squares of two colours do.

    Outlines stand out by less from a ground that is more like the face.
    """
    one, other = (np.median(borders(core(each)), axis=1) for each in (some, more))
    across = float(worst_channel(np.abs(one[:, None] - other[None])).min())
    within = max(float(np.ptp(each, axis=0).max()) for each in (one, other))
    return across > max(within, _GROUNDS)


def aside(some: NDArray[np.float32], others: NDArray[np.float32]) -> float:
    """How unlike the usual looks of two clusters are, however one lies a pixel beside the other.

    Tiles are float32 (M, h, w, 3) and (L, h, w, 3).
    """
    one, other = usual_look(some), usual_look(others)
    # A tile drawn half a pixel aside is blurred, and moving it blurs it again: so each is moved.
    return min(_least_unlike(one, other), _least_unlike(other, one))


def _least_unlike(look: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """How unlike a look is to another, (h, w, 3), that is moved to where it is most alike."""
    ways = np.asarray([[[1, 0, x], [0, 1, y]] for y in _AROUND for x in _AROUND], np.float32)
    size = look.shape[1::-1]
    moved = [cv2.warpAffine(other, way, size, borderMode=cv2.BORDER_REPLICATE) for way in ways]
    return 1 - float(Outlines.of(look[None]).likeness(np.asarray(moved, np.float32)).max())
