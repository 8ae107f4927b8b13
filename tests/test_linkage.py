"""Items are joined nearest first, and not for one pair that looks alike by chance."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.linkage import groups_of, linked, root_of


def apart(places: list[float], closer: dict[tuple[int, int], float]) -> NDArray[np.float32]:
    """Differences of all pairs of items on a line, some of them changed."""
    line = np.asarray(places, np.float32)
    table = np.abs(line[:, None] - line[None])
    for (a, b), difference in closer.items():
        table[a, b] = table[b, a] = difference
    return np.asarray(table, np.float32)


def joins(table: NDArray[np.float32], pairs: list[tuple[int, int]]) -> list[tuple[int, int, float]]:
    """The joins of items of which some pairs are known at first."""
    known = np.asarray(pairs, np.intp)
    return linked(
        len(table),
        known,
        table[known[:, 0], known[:, 1]],
        lambda some: table[some[:, 0], some[:, 1]],
        np.zeros_like(table),
    )


def every_pair(count: int) -> list[tuple[int, int]]:
    """All pairs of so many items."""
    return [(a, b) for a in range(count) for b in range(a + 1, count)]


def test_near_items_are_joined_first_and_costs_never_fall() -> None:
    """Two pairs, and then the two of them."""
    found = joins(apart([0, 1, 5, 6.5], {}), every_pair(4))
    assert [pair[:2] for pair in found[:2]] == [(0, 1), (2, 3)]
    costs = [cost for _, _, cost in found]
    assert costs == sorted(costs)
    assert groups_of(4, found[:2]).tolist() == [0, 0, 1, 1]


def test_one_pair_alike_by_chance_joins_nothing() -> None:
    """Two groups of three, of which one pair across looks alike, stay apart till the end."""
    table = apart([0, 1, 2, 7, 8, 9], {(2, 3): 1.5})
    found = joins(table, every_pair(6))
    assert found[-1][2] >= 5
    assert groups_of(6, found[:4]).tolist() == [0, 0, 0, 1, 1, 1]


def test_pairs_that_were_not_known_are_measured() -> None:
    """A chain of pairs is enough to begin with."""
    table = apart([0, 1, 2, 7, 8, 9], {(2, 3): 1.5})
    found = joins(table, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)])
    assert groups_of(6, found[:4]).tolist() == [0, 0, 0, 1, 1, 1]
    assert len(found) == 5


def test_pairs_are_measured_once_and_together() -> None:
    """No pair is measured that is known, and many are measured at a time."""
    lot = np.random.default_rng(5)
    table = apart((2 * lot.permutation(np.arange(40) % 10) + lot.random(40)).tolist(), {})
    known = np.asarray([(at, at + 1) for at in range(39)], np.intp)
    measured: list[list[tuple[int, int]]] = []

    def measure(some: NDArray[np.intp]) -> NDArray[np.float32]:
        measured.append([(a, b) for a, b in some.tolist()])
        return table[some[:, 0], some[:, 1]]

    linked(40, known, table[known[:, 0], known[:, 1]], measure, np.zeros_like(table))
    every = [pair for pairs in measured for pair in pairs]
    assert len(set(every)) == len(every) > 4 * len(measured)
    assert not set(every) & {(a, b) for a, b in known.tolist()}


@pytest.mark.parametrize("count", [1, 4])
def test_items_that_no_pair_leads_to_stay_alone(count: int) -> None:
    """Each is a group of its own."""
    assert groups_of(count, []).tolist() == list(range(count))


def test_the_root_of_a_chain_is_its_end() -> None:
    """Paths are halved on the way, and lead to the same end."""
    root = [0, 0, 1, 2, 3]
    assert root_of(root, 4) == 0
    assert root_of(root, 3) == 0


def test_half_of_the_pairs_across_two_pairs_will_do() -> None:
    """One tile lies on a ground that makes it unlike both others; its twin is like them."""
    table = apart([0, 0.2, 1, 1.1], {(0, 2): 15, (0, 3): 15})
    found = joins(table, every_pair(4))
    assert found[-1][2] == pytest.approx(0.9)
