"""The published judges, held against the plain rule."""

from __future__ import annotations

from itertools import combinations

import pytest
from builders import board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, rules

from bot.board import Board
from bot.errors import InputError
from bot.geometry import Cell
from bot.judges import JUDGES, Bits, Crossing, Judge, cross_and_corner, min_crossing
from bot.matcher import Link, LinkRule, find_path


@st.composite
def two_cells(draw: st.DrawFn) -> tuple[Board, Cell, Cell]:
    """A board and two of its cells, the same one now and then."""
    one = draw(boards(6, 6))
    cells = st.builds(Cell, st.integers(0, one.rows - 1), st.integers(0, one.cols - 1))
    return one, draw(cells), draw(cells)


def knows(name: str, rule: LinkRule) -> bool:
    """Whether a judge is for rules of so many turns."""
    return name != "cross and corner" or rule.max_turns <= 2


@settings(max_examples=300, deadline=None)
@given(two_cells(), rules)
def test_every_judge_agrees_with_the_plain_rule(
    case: tuple[Board, Cell, Cell], rule: LinkRule
) -> None:
    """Whatever lies in the two cells, and with walls and cells that cannot be told."""
    one, a, b = case
    expected = find_path(one, a, b, rule) is not None
    verdicts = {name: judge(one, a, b, rule) for name, judge in JUDGES.items() if knows(name, rule)}
    assert verdicts == dict.fromkeys(verdicts, expected)


@settings(max_examples=300, deadline=None)
@given(two_cells(), rules)
def test_the_search_names_turns_and_cells_of_the_best_path(
    case: tuple[Board, Cell, Cell], rule: LinkRule
) -> None:
    """The same two numbers as the path that the plain rule finds."""
    one, a, b = case
    path = find_path(one, a, b, rule)
    link = Link(a, b, path) if path else None
    assert min_crossing(one, a, b, rule) == (Crossing(link.turns, link.cells) if link else None)


@settings(max_examples=100, deadline=None)
@given(boards(), rules)
def test_bits_packed_once_judge_every_pair(one: Board, rule: LinkRule) -> None:
    """Packed once, all pairs of tiles are judged as by the plain rule."""
    bits = Bits(one, rule)
    for cells in one.by_kind().values():
        for a, b in combinations(cells, 2):
            assert bits.joined(a, b) == (find_path(one, a, b, rule) is not None)


TRAPS = [
    ("neighbours", "a a / b b", 1, True),
    ("the first corner is a tile, the second is free", "a b / . a", 0, True),
    ("the second corner is a tile, the first is free", "a . / b a", 0, True),
    ("both corners are tiles", "a b / b a", 0, False),
    ("corners are tiles, and the ring is too far round", "a b / b a", 1, False),
    ("one row, blocked: round over the ring", "a b a / c c c", 1, True),
    ("one row, blocked: no ring", "a b a / c c c", 0, False),
    ("one row, blocked: round through an empty row", "a b a / . . .", 0, True),
    ("one row, blocked: round the bottom", "c c c / a b a", 1, True),
    ("one column, blocked: round the right", "c a / c b / c a", 1, True),
    ("one column, blocked: round the left", "a c / b c / a c", 1, True),
    ("the turn lies far along the run", "a . . . b / c c c . c / c c c . a", 0, True),
    ("a turn at the far end only", "a . . . / b b b . / b b b . / b b b a", 0, True),
    ("from the top row to the left column takes three turns", "b a / b b / a b", 1, False),
    ("a run never goes through a tile", "a b . / b b a", 0, False),
    ("the target is no cell to pass", "b b b / a a . / b b b", 0, True),
    ("the start is no cell to pass again", "b . . / b a b / b b a", 0, False),
    ("two turns along columns", "a b / . b / . . / b . / b a", 0, True),
    ("two turns along rows", "a . . b b / b b . . a", 0, True),
]


@pytest.mark.parametrize(
    ("text", "margin", "links"), [case[1:] for case in TRAPS], ids=[case[0] for case in TRAPS]
)
def test_no_judge_falls_into_a_known_trap(text: str, margin: int, links: bool) -> None:
    """What published code got wrong all judges, and the plain rule, say right of the two a."""
    one, rule = board(text), LinkRule(margin=margin)
    a, b = one.by_kind()[1]
    for start, end in ((a, b), (b, a)):
        assert (find_path(one, start, end, rule) is not None) is links
        for judge in JUDGES.values():
            assert judge(one, start, end, rule) is links


@pytest.mark.parametrize("judge", JUDGES.values(), ids=JUDGES)
def test_a_cell_is_not_its_own_partner(judge: Judge) -> None:
    """One cell is no link, though a path may come back to it."""
    assert not judge(board("a . / . ."), Cell(0, 0), Cell(0, 0), LinkRule())


def test_cases_end_at_two_turns() -> None:
    """The scan by cases refuses a rule that it has no case for, and says so."""
    with pytest.raises(InputError, match="2 turns, but the rule allows 3"):
        cross_and_corner(board("a a"), Cell(0, 0), Cell(0, 1), LinkRule(3))
