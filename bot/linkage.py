"""Joining what is alike into groups, nearest first.

A join of two groups costs what most of the pairs across them differ by, of those that tell most:
one pair that looks alike by chance does not make two faces one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from statistics import median

import numpy as np
from numpy.typing import NDArray

Join = tuple[int, int, float]
"""Two items and the difference at which their groups were joined."""

_ACROSS = 6
"""Pairs across two groups that are looked at."""
_ALIKE, _HOPELESS = 0.5, 8.0
"""Differences of the nearest pair below and above which no others are looked at."""


def linked(
    count: int,
    pairs: NDArray[np.intp],
    differences: NDArray[np.float32],
    measure: Callable[[NDArray[np.intp]], NDArray[np.float32]],
    unlike: NDArray[np.float32],
) -> list[Join]:
    """The joins that make one group of all items that pairs lead to, nearest first.

    Agglomerative clustering with a heap of joins, whose cost is brought up to date when one comes
    to the top. The cost of a join is the median difference of some pairs across the two groups,
    and no less than that of the nearest.

    Parameters
    ----------
    count : number of items
    pairs : int array of shape (P, 2); pairs worth comparing, the smaller number first
    differences : float array of shape (P,); of these pairs
    measure : differences (M,) of other pairs (M, 2)
    unlike : float array of shape (N, N); pairs across groups are looked at in this order

    Returns
    -------
    joins : differences never fall from one to the next
    """
    known = dict(zip(map(tuple, pairs.tolist()), differences.tolist(), strict=True))
    heap = [(difference, pair) for pair, difference in known.items()]
    heapq.heapify(heap)
    root = list(range(count))
    members = [[item] for item in range(count)]
    joins: list[Join] = []
    most = 0.0
    while heap:
        cost, pair = heapq.heappop(heap)
        one, other = sorted((root_of(root, pair[0]), root_of(root, pair[1])))
        if one == other:
            continue
        if len(members[one]) * len(members[other]) > 1 and _ALIKE < cost < _HOPELESS:
            across = _across(members[one], members[other], unlike)
            new = [item for item in across if item not in known]
            if new:
                known.update(zip(new, measure(np.asarray(new, np.intp)).tolist(), strict=True))
            usual = median([known[item] for item in across])
            if usual > cost:
                heapq.heappush(heap, (usual, pair))
                continue
        most = max(most, cost)
        joins.append((*pair, most))
        root[other] = one
        members[one] += members[other]
    return joins


def _across(one: list[int], other: list[int], unlike: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Pairs across two groups, the least unlike first; the smaller number comes first in each."""
    apart = unlike[np.ix_(one, other)].ravel()
    order = np.argpartition(apart, min(_ACROSS, apart.size - 1))[:_ACROSS]
    pairs = [(one[at // len(other)], other[at % len(other)]) for at in order.tolist()]
    return [(a, b) if a < b else (b, a) for a, b in pairs]


def root_of(root: list[int], item: int) -> int:
    """The item that stands for an item's group; paths in `root` are halved on the way."""
    while root[item] != item:
        root[item] = root[root[item]]
        item = root[item]
    return item


def groups_of(count: int, joins: list[Join]) -> NDArray[np.int64]:
    """The group of each item once these joins are made: int (N,), from 0."""
    root = list(range(count))
    for a, b, _ in joins:
        one, other = sorted((root_of(root, a), root_of(root, b)))
        root[other] = one
    _, groups = np.unique([root_of(root, item) for item in range(count)], return_inverse=True)
    return np.asarray(groups, dtype=np.int64)
