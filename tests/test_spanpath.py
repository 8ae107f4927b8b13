"""Paths from masks, held against the plain rule."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import pytest
from builders import board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards

from bot.board import EMPTY, Board
from bot.geometry import Cell
from bot.matcher import Link, LinkRule, find_path
from bot.spanpath import PathFinder


def same(finder: PathFinder, one: Board, rule: LinkRule) -> None:
    """Every two cells are joined by as good a path as the plain rule finds."""
    for a, b in combinations(one.cells(), 2):
        for start, end in ((a, b), (b, a)):
            path, expected = finder.path(start, end), find_path(one, start, end, rule)
            assert (path is None) == (expected is None)
            if path and expected:
                found, best = Link(start, end, path), Link(start, end, expected)
                assert (found.turns, found.cells) == (best.turns, best.cells)
                assert (path[0], path[-1]) == (start, end)
                for p, q in pairwise(path):
                    assert find_path(one, p, q, LinkRule(0, rule.margin)) is not None


@settings(max_examples=150, deadline=None)
@given(boards(6, 6), st.integers(0, 2), st.randoms(use_true_random=False))
def test_paths_are_as_good_as_those_of_the_plain_rule(one: Board, margin: int, rng: Random) -> None:
    """On a board, and on the same board after some cells were emptied and others filled."""
    rule = LinkRule(margin=margin)
    finder = PathFinder(one, rule)
    same(finder, one, rule)
    changed = list(one.kinds)
    for place in range(len(changed)):
        if rng.random() < 0.3:
            changed[place] = rng.choice([EMPTY, 1])
            finder.set_empty(Cell(*divmod(place, one.cols)), changed[place] == EMPTY)
    same(finder, Board(one.rows, one.cols, tuple(changed)), rule)


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_other_rules_are_asked_of_the_plain_one(turns: int) -> None:
    """A rule of other turns gives the very path of the plain rule."""
    one = board("a . b / b . b / b . . / b b a")
    finder = PathFinder(one, LinkRule(turns))
    for a, b in combinations(one.cells(), 2):
        assert finder.path(a, b) == find_path(one, a, b, LinkRule(turns))


def test_a_cell_has_no_path_to_itself() -> None:
    """One cell is no link."""
    assert PathFinder(board("a ."), LinkRule()).path(Cell(0, 0), Cell(0, 0)) is None
