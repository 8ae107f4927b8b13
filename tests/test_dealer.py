"""Deals that the search vouches for."""

from __future__ import annotations

import hashlib
from collections import Counter
from statistics import fmean

import pytest
from builders import board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import gravities, paired_boards, rules

from bot.board import Board
from bot.deal import deal, deal_on
from bot.dealer import couples_by_search, deal_fairly, deal_hardest, shuffle_surely
from bot.difficulty import luck
from bot.errors import InputError
from bot.matcher import LinkRule
from bot.position import Gravity, Position
from bot.solver import Verdict, solve

USUAL = board(" / ".join(["a" * 18] * 8))
SMALL = board(" / ".join(["a" * 8] * 6))


def test_every_solvable_deal_is_as_likely_as_any_other() -> None:
    """2 x 3 cells and 3 kinds of two: 800 deals spread evenly over all that can be cleared."""
    layout = board("a a a / a a a")
    seen = Counter(deal_fairly(layout, 3, seed, rule=LinkRule(1)).kinds for seed in range(800))
    random_ones = {deal_on(layout, 3, seed).kinds for seed in range(1500)}
    clear = {
        kinds
        for kinds in random_ones
        if solve(Position(Board(2, 3, kinds), LinkRule(1))).verdict is Verdict.SOLVED
    }
    assert set(seen) <= clear
    assert len(clear) < len(random_ones)
    expected = 800 / len(clear)
    chi_square = sum((seen[kinds] - expected) ** 2 / expected for kinds in clear)
    assert chi_square < 2 * len(clear)


def test_a_solvable_random_deal_is_kept() -> None:
    """Where the deal of a seed can be cleared it is the fair one, and else another is."""
    for seed in range(12):
        plain = deal(8, 18, 36, seed, copies=4)
        fair = deal_fairly(USUAL, 36, seed, copies=4)
        assert solve(Position(fair)).verdict is Verdict.SOLVED
        assert (fair == plain) == (solve(Position(plain)).verdict is Verdict.SOLVED)


def test_what_cannot_be_dealt_fairly_is_refused_in_one_line() -> None:
    """A walled-in tile at once, and straight paths on a square of pairs after some draws."""
    with pytest.raises(InputError, match="walls close in 1 tile "):
        deal_fairly(board("a # # # a / # # c # # / a # # # ."), 2, 1, rule=LinkRule())
    with pytest.raises(InputError, match="none of 150 deals drawn"):
        deal_fairly(board("a # . / # # . / . . a"), 1, 1, rule=LinkRule(0, 1))


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_the_hardest_deals_are_harder_and_can_be_cleared(gravity: Gravity) -> None:
    """On average they take 2 bits of luck more than hard deals by construction."""
    hardest = [deal_hardest(SMALL, 12, seed, solvable=True, gravity=gravity) for seed in range(4)]
    built = [
        deal_on(SMALL, 12, seed, solvable=True, hard=True, gravity=gravity) for seed in range(4)
    ]
    grades = [
        fmean(luck(Position(dealt, gravity=gravity), games=100, seed=9).grade for dealt in deals)
        for deals in (hardest, built)
    ]
    assert grades[0] > grades[1] + 2
    for dealt in hardest:
        found = solve(Position(dealt, gravity=gravity), 1000)
        assert found.verdict is Verdict.SOLVED


def test_the_hardest_deal_opens_with_few_links_but_one() -> None:
    """It is a hard deal, whether or not it need be solvable."""
    for solvable in (False, True):
        start = Position(deal_hardest(USUAL, 36, 3, copies=4, solvable=solvable))
        assert 1 <= len(start.legal_links) <= 8


def test_a_board_of_too_many_equal_tiles_is_dealt_and_not_rated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As one of too many tiles is: to play it again and again would take minutes."""
    monkeypatch.setattr("bot.difficulty.MOST_PAIRS", 1000)
    monkeypatch.setattr("bot.dealer.luck", lambda *_, **__: pytest.fail("it was rated"))
    assert deal_hardest(SMALL, 1, 1) == SMALL


@pytest.mark.parametrize("gravity", list(Gravity))
def test_small_layouts_have_a_hardest_deal(gravity: Gravity) -> None:
    """Also a single pair, and cells around a hole and a wall."""
    for text in ("a a", "a a a / a . a / a # #"):
        layout = board(text)
        dealt = deal_hardest(layout, 1, 1, solvable=True, gravity=gravity)
        assert dealt == layout


def test_a_seed_deals_the_same_board_again() -> None:
    """Whatever the clock says: the search counts steps."""
    for how in (deal_fairly, deal_hardest):
        first, second = (how(SMALL, 12, 5, gravity=Gravity.DOWN) for _ in range(2))
        assert first == second
        assert how(SMALL, 12, 6, gravity=Gravity.DOWN) != first


def test_a_fair_deal_is_the_same_everywhere() -> None:
    """Its digest was taken once; another Python or machine must give the same."""
    fair = deal_fairly(USUAL, 36, 7, copies=4)
    assert hashlib.sha256(str(fair).encode()).hexdigest()[:12] == "c77443cd5732"


@settings(max_examples=80, deadline=None)
@given(paired_boards(), st.integers(0, 9), rules, gravities)
def test_a_sure_shuffle_is_solved_or_there_is_none(
    before: Board, seed: int, rule: LinkRule, gravity: Gravity
) -> None:
    """What it lays the search clears; where it refuses, the cells cannot be cleared at all."""
    try:
        after = shuffle_surely(before, seed, rule=rule, gravity=gravity)
    except InputError:
        alike = Board(before.rows, before.cols, tuple(min(kind, 1) for kind in before.kinds))
        assert solve(Position(alike, rule, gravity)).verdict is Verdict.UNSOLVABLE
        return
    assert solve(Position(after, rule, gravity)).verdict is Verdict.SOLVED


@settings(max_examples=60, deadline=None)
@given(paired_boards(), gravities)
def test_couples_found_by_search_clear_the_cells(before: Board, gravity: Gravity) -> None:
    """Each couple links when its turn comes, although the tiles have fallen since the deal."""
    kinds = list(before.kinds)
    couples = couples_by_search(before, LinkRule(), gravity)
    for kind, couple in enumerate(couples, start=1):
        for cell in couple:
            kinds[cell.row * before.cols + cell.col] = kind
    now = Position(Board(before.rows, before.cols, tuple(kinds)), gravity=gravity)
    for kind in range(1, len(couples) + 1):
        link = now.link(*now.board.by_kind()[kind])
        assert link is not None
        now = now.after(link)
    assert now.board.tiles == 0
