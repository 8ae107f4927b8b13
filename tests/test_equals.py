"""Pairs of equal tiles: each with the next of its kind."""

from __future__ import annotations

import numpy as np

from bot.board import EMPTY, UNKNOWN
from bot.equals import pairs_of_equals


def pairs(kinds: list[int], most: int = 80) -> list[tuple[int, int]]:
    """The pairs, as numbers of cells."""
    one, other = pairs_of_equals(np.asarray(kinds, np.int64), most)
    return list(zip(one.tolist(), other.tolist(), strict=True))


def test_two_are_one_pair_and_three_a_ring() -> None:
    """Of four tiles there are four pairs, of a lonely one none."""
    assert pairs([2, 1, 2, 1]) == [(1, 3), (0, 2)]
    assert pairs([5, EMPTY, 5, UNKNOWN, 5, UNKNOWN, 7]) == [(0, 2), (2, 4), (4, 0)]
    assert len(pairs([3] * 4)) == 4
    assert pairs([]) == pairs([EMPTY, UNKNOWN, 4]) == []


def test_of_many_some_from_all_over_are_taken() -> None:
    """No more than asked for, and not those of the first kinds alone."""
    many = pairs([kind for kind in range(1, 41) for _ in range(4)], most=50)
    assert 25 <= len(many) <= 50
    assert max(one for one, _ in many) > 140
