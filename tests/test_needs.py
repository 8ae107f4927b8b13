"""Masks of what must be empty before two tiles join."""

from __future__ import annotations

from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, rules

from bot.board import EMPTY, WALL, Board
from bot.geometry import Cell
from bot.matcher import LinkRule, find_path
from bot.needs import Needs


@settings(max_examples=80, deadline=None)
@given(boards(), rules, st.integers(0, 99))
def test_joins_what_the_plain_rule_joins(one: Board, rule: LinkRule, seed: int) -> None:
    """Whatever other cells are emptied or filled, two cells are joined as `find_path` has it."""
    needs, rng = Needs(one, rule), Random(seed)
    ring = needs.occupied & ~needs.mask(cell for cell in one.cells() if one[cell] != EMPTY)
    for _ in range(3):
        kinds = tuple(kind if kind == WALL else rng.randrange(2) for kind in one.kinds)
        now = Board(one.rows, one.cols, kinds)
        occupied = ring | needs.mask(cell for cell in now.cells() if now[cell] != EMPTY)
        ends = [cell for cell in now.cells() if now[cell] != WALL]
        for a, b in rng.sample(list(combinations(ends, 2)), k=min(20, len(ends) // 2)):
            assert needs.joined(a, b, occupied) == (find_path(now, a, b, rule) is not None)


def test_asks_nothing_of_neighbours() -> None:
    """Two tiles side by side have a path over no cell, and it comes first."""
    assert Needs(Board.from_text("a b c"), LinkRule())[Cell(0, 0), Cell(0, 1)][0] == 0
