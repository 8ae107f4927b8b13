"""The search where tiles fall: its piles against positions, its claims against every order."""

from __future__ import annotations

import random
from collections.abc import Callable
from random import Random

import pytest
from builders import can_be_cleared, position, shuffled_board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, paired_boards, rules

from bot import falling
from bot.board import EMPTY, WALL, Board
from bot.falling import Falling
from bot.geometry import Cell
from bot.matcher import LinkRule, find_link
from bot.pile import Pile
from bot.position import Gravity, Position
from bot.slope import Slope, Take

FALLS = list(Gravity)[1:]


class StopError(Exception):
    """The search was ended from outside."""


def search_of(start: Position, most_checks: int | None = None, seed: int = 0) -> Falling:
    """The search of a position; it is stopped at a check, counted from 1, if there is a limit."""
    checks = 0

    def check() -> None:
        nonlocal checks
        checks += 1
        if checks == most_checks:
            raise StopError

    return Falling(start.board, start.rule, start.gravity, Random(seed), check)


def after_line(start: Position, search: Falling) -> Position:
    """The position after the search's line, each step of which must be a link."""
    for a, b in search.line():
        link = start.link(a, b)
        assert link is not None
        start = start.after(link)
    return start


def ends(slope: Slope, take: Take) -> tuple[Cell, Cell]:
    """The cells of the two tiles of a take, in reading order."""
    a, b = sorted([slope.cell(*take[:2]), slope.cell(*take[2:])])
    return a, b


@settings(max_examples=150, deadline=None)
@given(boards(), rules, st.sampled_from(FALLS), st.randoms(use_true_random=False))
def test_piles_play_like_positions(
    one: Board, rule: LinkRule, gravity: Gravity, rng: Random
) -> None:
    """Through a whole random game a pile allows and leads to the same as `Position`."""
    start, slope = Position(one, rule, gravity), Slope(one, rule, gravity)
    pile = Pile.first(slope)
    while True:
        takes = {ends(slope, take): take for take in pile.takes}
        assert len(takes) == len(pile.takes)
        assert takes.keys() == {(link.a, link.b) for link in start.legal_links}
        if not takes:
            return
        a, b = rng.choice(sorted(takes))
        link = find_link(start.board, a, b, rule)
        assert link is not None
        take = takes[a, b]
        key = pile.key_after(take)
        start, pile = start.after(link), pile.after(take)
        assert pile.key == key


def test_a_safe_take_never_spoils_a_win() -> None:
    """On small boards that can be cleared, playing the take called safe leaves a win."""
    rng, told = random.Random(11), 0
    for _ in range(300):
        tiles = [1, 1, 2, 2, 3, 3, 4, 4, 4, 4, EMPTY, EMPTY]
        rng.shuffle(tiles)
        gravity = rng.choice(FALLS)
        start = Position(Board(4, 3, tuple(tiles)), LinkRule(margin=rng.randint(0, 1)), gravity)
        slope = Slope(start.board, start.rule, gravity)
        safe = Pile.first(slope).safe
        if safe is None or not can_be_cleared(start, {}):
            continue
        told += 1
        link = start.link(*ends(slope, safe))
        assert link is not None
        assert can_be_cleared(start.after(link), {})
    assert told > 20


@settings(max_examples=150, deadline=None)
@given(paired_boards(), st.integers(0, 2), rules, st.sampled_from(FALLS), st.data())
def test_the_search_says_what_the_whole_game_tree_says(
    one: Board, walls: int, rule: LinkRule, gravity: Gravity, data: st.DataObject
) -> None:
    """Small boards, unsettled and with walls, are cleared or proved dead as by every order."""
    kinds = list(one.kinds)
    for place in [place for place, kind in enumerate(kinds) if kind == EMPTY][:walls]:
        kinds[place] = data.draw(st.sampled_from([WALL, EMPTY]))
    start = Position(Board(one.rows, one.cols, tuple(kinds)), rule, gravity)
    search = search_of(start)
    assert search.search() == can_be_cleared(start, {})
    assert search.cleared == (after_line(start, search).board.tiles == 0)


@pytest.mark.parametrize("gravity", FALLS)
def test_tight_boards_are_decided_as_by_the_whole_game_tree(gravity: Gravity) -> None:
    """Full boards of 4 x 4, of which many cannot be cleared, get the true answer."""
    answers = set()
    for seed in range(12):
        start = Position(shuffled_board(4, 4, 8, seed), LinkRule(margin=seed % 2), gravity)
        answers.add(search_of(start).search())
        assert search_of(start).search() == can_be_cleared(start, {})
    assert answers == {False, True}


def test_a_proof_looks_at_no_position_twice() -> None:
    """A board that cannot be cleared takes no more looks than it has positions."""
    for seed in range(8):
        start = Position(shuffled_board(4, 4, 8, seed), LinkRule(margin=0), Gravity.DOWN)
        seen: dict[tuple[int, ...], bool] = {}
        search = search_of(start)
        if not can_be_cleared(start, seen):
            assert not search.search()
            assert search.nodes < len(seen)  # the start itself is not counted


def test_a_search_that_had_to_forget_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where more positions come than are kept, the search goes on until it is stopped."""
    start = Position(shuffled_board(6, 8, 12, 22), LinkRule(margin=0), Gravity.LEFT)
    assert not search_of(start, most_checks=300).search()
    monkeypatch.setattr(falling, "MOST_KNOWN", 100)
    with pytest.raises(StopError):
        search_of(start, most_checks=300).search()


@pytest.mark.parametrize("begin", [Falling.play_first, Falling.play_out, Falling.search])
def test_a_stopped_search_has_a_line_that_can_be_played(begin: Callable[[Falling], bool]) -> None:
    """Whenever it is stopped, each step of its longest line is a link at its moment."""
    start = Position(shuffled_board(7, 12, 21, 3), gravity=Gravity.CENTER_HORIZONTAL)
    lengths = []
    for most_checks in (1, 2, 3, 5, 30):
        search = search_of(start, most_checks)
        try:
            begin(search)
        except StopError:
            assert not search.cleared
        after_line(start, search)
        lengths.append(len(search.line()))
    assert lengths == sorted(lengths)
    assert lengths[0] > 0


@pytest.mark.parametrize("gravity", [Gravity.LEFT, Gravity.CENTER_HORIZONTAL])
def test_deep_lanes_are_cleared_with_few_looks(gravity: Gravity) -> None:
    """Boards of 12 x 7 and 21 kinds that fall along the long side take under 20,000 looks."""
    for seed in (1, 4, 6):
        start = Position(shuffled_board(7, 12, 21, seed), gravity=gravity)
        search = search_of(start)
        assert search.search()
        assert after_line(start, search).board.tiles == 0
        assert search.nodes < 20_000


def test_the_same_chances_give_the_same_line() -> None:
    """Two searches with one seed look at as much and find the same."""
    start = Position(shuffled_board(8, 18, 36, 3), gravity=Gravity.DOWN)
    one, other = search_of(start, seed=5), search_of(start, seed=5)
    assert one.search() == other.search()
    assert (one.line(), one.nodes) == (other.line(), other.nodes)


def test_an_unknown_cell_falls_and_stays() -> None:
    """It takes part in falls, links with nothing, and is not counted as left over."""
    start = position("a . / ? . / b a / a b / . a", gravity=Gravity.DOWN)
    search = search_of(start)
    assert search.search()
    assert after_line(start, search).board == position(". . / . . / . . / . . / ? .").board
