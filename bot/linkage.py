"""Joining what is alike into groups, nearest first.

A join of two groups costs what most of the pairs across them differ by, of those that tell most:
one pair that looks alike by chance does not make two faces one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median, median_low

import numpy as np
from numpy.typing import NDArray

Join = tuple[int, int, float]
"""Two items and the difference at which their groups were joined."""

_ACROSS = 6
"""Pairs across two groups that are looked at."""
_SEVERAL = 4
"""Pairs of which half will do."""
_AHEAD = 16
"""Joins looked ahead at when pairs are measured."""
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
    groups = _Groups(list(range(count)), [[item] for item in range(count)], {}, unlike)
    joins: list[Join] = []
    most = 0.0
    while heap:
        cost, pair = heapq.heappop(heap)
        one, other = groups.of(pair)
        if one == other:
            continue
        if _ALIKE < cost < _HOPELESS:
            across = groups.across(one, other)
            if any(item not in known for item in across):
                new = _unknown([(cost, pair), *heap[:_AHEAD]], groups, known)
                known.update(zip(new, measure(np.asarray(new, np.intp)).tolist(), strict=True))
            usual = _usual([known[item] for item in across])
            if usual > cost:
                heapq.heappush(heap, (usual, pair))
                continue
        most = max(most, cost)
        joins.append((*pair, most))
        groups.join(one, other)
    return joins


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """The groups that items were joined to.

    Parameters
    ----------
    root : for each item another of its group, or itself; see `root_of`
    members : for each item that stands for a group, its items
    told : pairs across two groups of these sizes, once they were chosen
    unlike : float array of shape (N, N); how unlike items are
    """

    root: list[int]
    members: list[list[int]]
    told: dict[tuple[int, int, int, int], list[tuple[int, int]]]
    unlike: NDArray[np.float32]

    def of(self, pair: tuple[int, int]) -> tuple[int, int]:
        """The groups of two items, the smaller number first."""
        one, other = root_of(self.root, pair[0]), root_of(self.root, pair[1])
        return (one, other) if one < other else (other, one)

    def join(self, one: int, other: int) -> None:
        """Make two groups one."""
        self.root[other] = one
        self.members[one] += self.members[other]

    def across(self, one: int, other: int) -> list[tuple[int, int]]:
        """Pairs across two groups, the least unlike ones; the smaller number first in each."""
        a, b = self.members[one], self.members[other]
        key = one, other, len(a), len(b)
        if key not in self.told:
            self.told[key] = _across(a, b, self.unlike)
        return self.told[key]


def _usual(differences: list[float]) -> float:
    """What pairs across two groups differ by: as much as half of them, where there are several."""
    if len(differences) < _SEVERAL:
        return median(differences)
    return median_low(differences)


def _unknown(
    joins: list[tuple[float, tuple[int, int]]],
    groups: _Groups,
    known: dict[tuple[int, int], float],
) -> list[tuple[int, int]]:
    """Pairs that are needed to tell the costs of joins: those that were not known, once each.

    To measure a few pairs takes hardly longer than to measure one, so those that will be wanted
    soon are taken along.
    """
    new: dict[tuple[int, int], None] = {}
    for cost, pair in joins:
        one, other = groups.of(pair)
        if one != other and _ALIKE < cost < _HOPELESS:
            new.update(dict.fromkeys(groups.across(one, other)))
    return [pair for pair in new if pair not in known]


def _across(one: list[int], other: list[int], unlike: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Pairs across two groups, the least unlike; the smaller number comes first in each."""
    if len(one) * len(other) <= _ACROSS:
        pairs = [(a, b) for a in one for b in other]
    else:
        apart = unlike[np.asarray(one)[:, None], np.asarray(other)].ravel()
        # Where all are alike, each tile has its turn: no single one decides.
        row, col = np.divmod(np.arange(apart.size), len(other))
        turn = (col - row) % len(other) * len(one) + row
        order = np.lexsort((turn, apart))[:_ACROSS]
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
