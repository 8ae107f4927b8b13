"""A tree of joins is cut into kinds where gaps are wide and numbers of items even."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.linkage import Join, linked
from bot.treecut import Cut, cut_tree


def alike(pairs: NDArray[np.intp]) -> NDArray[np.bool_]:
    """No pair is surely unlike."""
    return np.zeros(len(pairs), np.bool_)


def joins_of(places: list[float]) -> list[Join]:
    """The joins of items that lie on a line."""
    line = np.asarray(places, np.float32)
    pairs = np.stack(np.triu_indices(len(line), 1), axis=1)

    def apart(some: NDArray[np.intp]) -> NDArray[np.float32]:
        return np.asarray(np.abs(line[some[:, 0]] - line[some[:, 1]]), np.float32)

    return linked(len(line), pairs, apart(pairs), apart, np.zeros((len(line),) * 2, np.float32))


def cut(places: list[float]) -> Cut:
    """The groups of items that lie on a line."""
    return cut_tree(len(places), joins_of(places), alike)


def pairs_at(*places: float, within: float = 0.5) -> list[float]:
    """Two items near each of these places."""
    return [place + side for place in places for side in (0.0, within)]


def test_a_wide_gap_parts_kinds() -> None:
    """Five pairs far from each other are five kinds, and nothing was guessed."""
    found = cut(pairs_at(0, 20, 45, 75, 110))
    assert found.groups.tolist() == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert found.guessed == 0
    assert 0.5 < found.limit < 20
    assert found.gap > 10


def test_two_that_are_alone_are_a_kind_though_they_differ_more() -> None:
    """One pair differs three times as much as the others; both are odd without it."""
    found = cut([*pairs_at(0, 20, 45, 75, 110, 150), 200.0, 203.0])
    assert found.groups[-2] == found.groups[-1]
    assert len(set(found.groups.tolist())) == 7


def test_three_and_one_are_four() -> None:
    """A tile that differs from its three equals is taken in, and counted as a guess if need be."""
    found = cut([*pairs_at(0, 20, 45, 75, 110, 150), 200.0, 200.3, 200.6, 203.5])
    assert len(set(found.groups[-4:].tolist())) == 1


def test_what_is_surely_unlike_is_not_joined_beyond_the_limit() -> None:
    """However odd it is."""
    places = [*pairs_at(0, 20, 45, 75, 110, 150), 200.0, 204.5]
    one = cut(places)
    assert one.groups[-2] == one.groups[-1]
    assert one.guessed == 1
    two = cut_tree(len(places), joins_of(places), lambda some: np.ones(len(some), np.bool_))
    assert two.groups[-2] != two.groups[-1]
    assert two.guessed == 0


def test_far_ones_are_not_joined_to_be_even() -> None:
    """Two lone items on opposite sides of all others stay alone."""
    found = cut([*pairs_at(0, 20, 45, 75, 110, 150), 900.0, -700.0])
    assert np.bincount(found.groups).tolist().count(1) == 2


def test_a_kind_is_hardly_ever_far_commoner_than_others() -> None:
    """Two groups of ten that touch are two kinds where others are of four."""
    fours = [place + step for place in (0, 30, 60, 90, 120) for step in (0, 0.5, 1.0, 1.5)]
    tens = [300 + 0.3 * step for step in range(10)] + [305 + 0.3 * step for step in range(10)]
    groups = cut(fours + tens).groups
    assert groups[20] != groups[-1]


@pytest.mark.parametrize("count", [2, 3])
def test_the_smallest_trees(count: int) -> None:
    """Two or three items, all alike."""
    found = cut([0.0, 0.1, 0.2][:count])
    assert len(found.groups) == count


def test_items_without_joins_are_alone() -> None:
    """Where nothing was worth comparing."""
    assert cut_tree(3, [], alike).groups.tolist() == [0, 1, 2]
