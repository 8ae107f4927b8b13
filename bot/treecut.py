"""Cutting a tree of joins into kinds: what was joined nearest first is not one kind to the end.

First one limit is found for the whole board: the widest gap between one join and the next, weighed
by how many of the groups then have an even number of tiles, as deals do. But some faces differ more
from look to look than others differ from each other. So each join then speaks for itself, by how
far it lies from the limit, and the tree is cut where joins and the evenness of kinds agree best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import log
from statistics import median

import numpy as np
from numpy.typing import NDArray

from bot.linkage import Join, groups_of, root_of
from bot.sense import even_handed

_LEVEL = 0.3
"""Tolerances; differences below it are as good as none."""
_FAR = 3.0
"""Tolerances beyond which tiles seldom show one face."""
_SLACK, _MORE = 3.0, 1.0
"""How many times farther apart than twins usually are others may be, and tolerances beyond that."""
_APART = 40.0
"""Tolerances; the difference of tiles that were not even compared."""
_ODD, _ALONE = 1.0, 0.7
"""What an odd kind costs, and an item alone, which may be something else: as much as a join that
lies so many times (as a natural logarithm) beyond the limit."""
_NEVER, _EXACTLY = 9.0, 0.01
"""What speaks against a join so much that hardly anything outweighs it, or for a join of copies;
and tolerances by which these differ at most, which is by no grey level anywhere."""
_USUAL, _COMMON = 4.0, 1.5
"""Items of a kind that are usual in any case, and how many times commoner than that a kind is
before it costs anything."""
_SHARED, _LARGER, _SEVERAL = 0.1, 0.5, 6
"""Share of the kinds, two at least, that have the most items of which several have as many; what a
join of two even kinds to one that has more costs, for deals are even-handed; and kinds that tell
this, at least."""


_NUMBERS, _APART_BY, _WHOLE, _NEARLY_ALL = 2, 4, 6, 0.8
"""In how many numbers tiles are dealt, where they are the same for nearly all kinds: one that
divides the cells, and another that makes up for the rest; by how much these differ at most; the
least of them that tells something; and share of the kinds that nearly all are."""


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """Groups of items.

    Parameters
    ----------
    groups : int array of shape (N,), from 0
    limit : difference at which joining stopped, in tolerances, but for what was guessed
    gap : how many times farther apart than within a group items of two groups are
    guessed : joins made beyond the limit, or left out below it, for what is even then
    """

    groups: NDArray[np.int64]
    limit: float
    gap: float
    guessed: int


def cut_tree(
    count: int,
    joins: list[Join],
    unlike: Callable[[NDArray[np.intp]], NDArray[np.bool_]],
) -> Cut:
    """The groups of items that are one kind each.

    Of all cuts through the tree of joins that is taken which is worth most: a join counts the
    logarithm of how far it lies below the limit, and a kind that is odd, or far commoner than
    others, counts against it. It is found from the leaves upwards, as in pruning a decision tree
    (Breiman et al., *Classification and Regression Trees*, 1984, chapter 3).

    Parameters
    ----------
    count : number of items
    joins : as `linked` gives them, nearest first; differences in tolerances
    unlike : which pairs of items, int (P, 2), are surely not of one kind: bool (P,); it is asked of
        those beyond the limit
    """
    stop, limit, gap = _where_to_stop(count, joins)
    sizes = np.bincount(groups_of(count, joins[:stop]))
    usual = max(_USUAL, float(np.median(sizes[sizes > 1]))) if (sizes > 1).any() else _USUAL
    speaks = np.asarray([log((limit + _LEVEL) / (apart + _LEVEL)) for _, _, apart in joins])
    speaks[[apart <= _EXACTLY for _, _, apart in joins]] += _NEVER
    beyond = np.flatnonzero(speaks < 0)
    pairs = np.asarray([joins[at][:2] for at in beyond], np.intp).reshape(len(beyond), 2)
    speaks[beyond[unlike(pairs)]] = -_NEVER
    kept = _Tree.of(count, joins, speaks.tolist()).worth_most(usual, _largest(sizes), _dealt(sizes))
    guessed = sum((joins[at][2] <= limit) != (at in kept) for at in range(len(joins)))
    return Cut(groups_of(count, [joins[at] for at in sorted(kept)]), limit, gap, guessed)


@dataclass(frozen=True, slots=True, eq=False)
class _Tree:
    """A tree of joins; its nodes are items, from 0, and after them joins.

    Parameters
    ----------
    count : number of items
    parts : for each join the two nodes that it joins
    sizes : for each node the number of its items
    speaks : for each join how much it speaks for being made
    """

    count: int
    parts: list[tuple[int, int]]
    sizes: list[int]
    speaks: list[float]

    @classmethod
    def of(cls, count: int, joins: list[Join], speaks: list[float]) -> _Tree:
        root, node = list(range(count)), list(range(count))
        parts: list[tuple[int, int]] = []
        sizes = [1] * count
        for a, b, _ in joins:
            one, other = sorted((root_of(root, a), root_of(root, b)))
            parts.append((node[one], node[other]))
            sizes.append(sizes[node[one]] + sizes[node[other]])
            root[other], node[one] = one, len(sizes) - 1
        return cls(count, parts, sizes, speaks)

    def worth_most(self, usual: float, largest: float, dealt: frozenset[int]) -> set[int]:
        """The joins to be made; kinds have that many items, usually, and at most.

        If so many are `dealt` of each kind, two parts that are as many only together are one.
        """
        alone = [self._of_size(size, usual) for size in self.sizes]
        joined, best = [0.0] * self.count, alone[: self.count]
        for at, (one, other) in enumerate(self.parts):
            even = self.sizes[one] % 2 == self.sizes[other] % 2 == 0
            # What is far larger is no kind, but the mark of an empty cell.
            too_large = even and largest < self.sizes[self.count + at] <= 2 * largest
            parts = self.sizes[one], self.sizes[other]
            whole = self.sizes[self.count + at] in dealt and min(parts) > 1
            fits = whole and dealt.isdisjoint(parts)
            against = _LARGER * too_large - _ODD * fits
            joined.append(joined[one] + joined[other] + self.speaks[at] - against)
            best.append(max(joined[-1] + alone[self.count + at], best[one] + best[other]))
        kept: set[int] = set()
        held = [False] * len(self.sizes)
        for node in reversed(range(self.count, len(self.sizes))):
            at = node - self.count
            held[node] = held[node] or joined[node] + alone[node] >= best[node]
            if held[node]:
                kept.add(at)
                for part in self.parts[at]:
                    held[part] = True
        return kept

    @staticmethod
    def _of_size(size: int, usual: float) -> float:
        """What a kind of so many items is worth, whatever it looks like."""
        odd = _ALONE if size == 1 else _ODD * (size % 2)
        # Two kinds that are too common cost less than one of them both.
        return -odd - max(0.0, size / usual / 2 * log(size / usual / _COMMON))


def _largest(sizes: NDArray[np.int64]) -> float:
    """How many items kinds have at most, if several have so many; or else no limit.

    Parameters
    ----------
    sizes : int array; items in each group
    """
    counts = np.bincount(sizes[(sizes > 1) & (sizes % 2 == 0)])
    shared = np.flatnonzero(counts >= max(2, _SHARED * counts.sum()))
    return float(shared[-1]) if shared.size and counts.sum() >= _SEVERAL else np.inf


def _dealt(sizes: NDArray[np.int64]) -> frozenset[int]:
    """How many items there are of each kind, where nearly all have one of two even numbers.

    Parameters
    ----------
    sizes : int array; items in each group
    """
    counts = np.bincount(sizes, minlength=_WHOLE)
    counts[1::2] = counts[:_WHOLE] = 0
    usual = [size for size in np.argsort(-counts, kind="stable")[:_NUMBERS] if counts[size] > 1]
    nearly_all = len(sizes) >= _SEVERAL and counts[usual].sum() >= _NEARLY_ALL * len(sizes)
    if not nearly_all or max(usual) - min(usual) > _APART_BY:
        return frozenset()
    return frozenset(map(int, usual))


def _where_to_stop(count: int, joins: list[Join]) -> tuple[int, float, float]:
    """How many joins to make, the difference half-way (in ratio) to the next one, and the ratio."""
    root, size = list(range(count)), [1] * count
    groups, odd = count, count
    best, stop, limit, gap = -1.0, 0, 1.0, 1.0
    for done, (a, b, difference) in enumerate(joins, start=1):
        one, other = sorted((root_of(root, a), root_of(root, b)))
        odd -= size[one] % 2 + size[other] % 2
        root[other] = one
        size[one] += size[other]
        odd += size[one] % 2
        groups -= 1
        following = joins[done][2] if done < len(joins) else max(_APART, 2 * difference)
        here, there = difference + _LEVEL, following + _LEVEL
        score = float(np.log(there / here)) * (1 - odd / groups) ** 2
        # Kinds are about equally common; one is never most of a board.
        sizes = [size[item] for item in range(count) if root[item] == item]
        score *= (1 - max(sizes) / count) * min(1.0, 2 * median(sizes) / max(sizes)) ** 0.5
        # Tiles that move may be far from their kind; if all kinds are of one size that is it.
        dealt = even_handed(np.asarray(sizes))
        score *= (1 + dealt) / (1 + (1 - dealt) * (difference / _FAR) ** 2)
        if groups >= 2 and score > best:
            best, stop, gap = score, done, there / here
            usual = float(np.percentile([join[2] for join in joins[:done]], 90))
            limit = min(float(np.sqrt(here * there)) - _LEVEL, max(here, _SLACK * usual) + _MORE)
    return stop, limit, gap
