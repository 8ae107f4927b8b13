"""Kinds that are two: faces that differ in a small part of their drawing, taken for one.

What tells a spade from a club is small and spread over several blocks. Outlines see it better than
areas do, but differ, too, with the ground behind a face; so they are asked only where a kind is
much commoner than the others, and falls apart into even halves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components, minimum_spanning_tree

from bot.outlines import Outlines

_COMMONER = 1.5
"""How many times commoner than the median kind one is that may be two."""
_FAR, _TIMES = 0.1, 2.0
"""Unlikeness of the outlines of two faces, at least, and how many times more than any tile's from
the next one of its own face that is."""
_HALF = 0.3
"""Share of the tiles that show the rarer of the two, at least."""
_EVEN = 0.01
"""Unlikeness that says nothing."""


def parted(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> NDArray[np.int64]:
    """The kinds, where one that shows two faces is two.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    found = kinds.copy()
    for name in names[counts >= _COMMONER * np.median(counts)].tolist() if len(names) else ():
        tiles = np.flatnonzero(kinds == name)
        half = _half(cells[tiles])
        found[tiles[half]] = found.max() + 1
    return found


def _half(cells: NDArray[np.float32]) -> NDArray[np.intp]:
    """Which of the tiles of a kind show another face than the others; none if all show one.

    The two faces lie at the ends of the longest edge of the minimum spanning tree.
    """
    none = np.empty(0, np.intp)
    if len(cells) < 4:
        return none
    unlike = 1 - Outlines.of(cells).likeness(cells)
    tree = minimum_spanning_tree(np.maximum(unlike, unlike.T) + np.float32(_EVEN)).toarray()
    edges = np.sort(tree[tree > 0])
    if edges[-1] - _EVEN < _FAR or edges[-1] < _TIMES * edges[-2]:
        return none
    tree[tree == edges[-1]] = 0
    halves = connected_components(tree, directed=False)[1]
    one = np.flatnonzero(halves == halves[0])
    other = len(cells) - len(one)
    fair = min(len(one), other) >= _HALF * len(cells)
    return one if fair and not len(one) % 2 and not other % 2 else none
