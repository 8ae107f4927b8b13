"""Kinds that are two, and kinds that are one: what outlines say of the groups that were found.

Faces that differ in a small part of their drawing, spade and club, may be taken for one kind; and a
hint, which marks both tiles of a pair alike, makes them a kind of their own. Outlines see what is
drawn better than areas do, but change, too, with the ground behind a face; so they are asked only
where the numbers of tiles, or their rims, speak for it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

from bot.cutting import middle, usual_look
from bot.distances import squared
from bot.marked import outliers, unlike_most
from bot.outlines import Outlines

_COMMONER = 1.5
"""How many times commoner than the median kind one is that may be two."""
_FAR, _TIMES = 0.1, 2.0
"""Unlikeness of the outlines of two faces, and how many times more than usual among tiles of one
face that is, at least."""
_HALF = 0.3
"""Share of the tiles that show the rarer of the two, at least."""
_EVEN = 0.01
"""Unlikeness that says nothing."""
_HINTED, _LEAD = 0.5, 0.15
"""Likeness of marked tiles to the face they show, and lead over any other shape."""
_CLEAR = 0.5
"""Share of the squared difference from the next face in the same shape that is clearly less."""


def parted(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> NDArray[np.int64]:
    """The kinds, where one that shows two faces is two.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    found = kinds.copy()
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    common = _COMMONER * np.median(counts) if len(counts) else 0
    asked = names[counts >= common].tolist()
    while asked:
        tiles = np.flatnonzero(found == asked.pop())
        part = tiles[_part(cells[tiles])]
        if part.size:
            found[part] = found.max() + 1
            asked += [n for n in set(found[tiles].tolist()) if (found == n).sum() >= common]
    return found


def _part(cells: NDArray[np.float32]) -> NDArray[np.intp]:
    """Which of the tiles of a kind show another face than the others; none if all show one.

    The two faces are the last two clusters (agglomerative, average linkage).
    """
    none = np.empty(0, np.intp)
    if len(cells) < 4:
        return none
    alike = Outlines.of(cells).likeness(cells)
    unlike = np.maximum(1 - (alike + alike.T) / 2, 0)
    np.fill_diagonal(unlike, 0)
    cluster = fcluster(linkage(squareform(unlike, checks=False), "average"), 2, "maxclust")
    one, other = np.flatnonzero(cluster == 1), np.flatnonzero(cluster == 2)
    fair = min(len(one), len(other)) >= _HALF * len(cells)
    if not fair or len(one) % 2 or len(other) % 2:
        return none
    within = np.concatenate(
        [unlike[np.ix_(g, g)][np.triu_indices(len(g), 1)] for g in (one, other)]
    )
    across = float(unlike[np.ix_(one, other)].mean())
    clear = across > _FAR and across + _EVEN > _TIMES * (float(within.mean()) + _EVEN)
    return one if clear else none


def with_hints(
    kinds: NDArray[np.int64], cells: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """The kinds, where a pair that a hint has marked is of the kind it shows, and such tiles.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    none = np.empty(0, np.intp)
    tiles = np.flatnonzero(kinds > 0)
    pair = tiles[outliers(unlike_most(cells[tiles]))]
    if (
        len(pair) != 2
        or np.count_nonzero(kinds == kinds[pair[0]]) != 2
        or len(set(kinds[pair])) > 1
    ):
        return kinds, none
    names = np.setdiff1d(kinds[tiles], kinds[pair])
    if len(names) < 2:
        return kinds, none
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    scores = Outlines.of(faces).likeness(cells[pair]).min(axis=0)
    near = np.flatnonzero(scores > max(_HINTED, float(scores.max()) - _LEAD))
    if not near.size:
        return kinds, none
    # Among faces of one shape the colours tell, in the middle, where marks change them least.
    inside = np.ascontiguousarray(middle(faces[near]))
    apart = squared(np.ascontiguousarray(middle(cells[pair])), inside, None).max(axis=0)
    best = int(apart.argmin())
    if len(near) > 1 and apart[best] > _CLEAR * np.delete(apart, best).min():
        return kinds, none
    found = kinds.copy()
    found[pair] = names[near[best]]
    return found, pair
