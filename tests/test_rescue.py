"""When to shuffle a board that cannot be cleared."""

from __future__ import annotations

from itertools import count, islice, permutations
from random import Random

import pytest
from builders import board, played, position
from hypothesis import given, settings
from strategies import gravities, paired_boards

from bot.board import Board
from bot.deal import deal
from bot.playout import after_line, play_outs
from bot.position import Gravity, Outcome, Position
from bot.rescue import chance_of_shuffle, rescue, shuffle_clears
from bot.solver import Verdict, solve


def true_chance(start: Position) -> float:
    """The share of all ways to lay the tiles that can be cleared."""
    cells = [place for place, kind in enumerate(start.board.kinds) if kind > 0]
    orders = set(permutations(start.board.kinds[place] for place in cells))
    clear = 0
    for order in orders:
        kinds = list(start.board.kinds)
        for place, kind in zip(cells, order, strict=True):
            kinds[place] = kind
        laid = Board(start.board.rows, start.board.cols, tuple(kinds))
        found = solve(Position(laid, start.rule, start.gravity))
        clear += found.verdict is Verdict.SOLVED
    return clear / len(orders)


@settings(max_examples=40, deadline=None)
@given(paired_boards(), gravities)
def test_the_line_is_legal_and_ends_dead_or_cleared(start_board: Board, gravity: Gravity) -> None:
    """Whatever the board and gravity, it can be played link by link to the end that is told."""
    start = Position(start_board, gravity=gravity)
    found = rescue(start, games=5)
    end = played(start, found.links)
    assert end == found.end
    assert end.outcome() is not None
    assert 0 <= found.chance <= 1
    if end.outcome() is Outcome.CLEARED:
        assert found.chance == 1


@pytest.mark.parametrize(
    "text", ["a b / b a", "a b c / c a b", "a b . / b a . / . . #", "a b a / c # c / a b a"]
)
def test_the_chance_is_the_share_of_shuffles_that_clear(text: str) -> None:
    """Of 400 shuffles about as many can be cleared as of all ways to lay the tiles."""
    start = position(text)
    assert chance_of_shuffle(start, shuffles=400, seed=1) == pytest.approx(
        true_chance(start), abs=0.1
    )


def test_the_line_goes_on_to_the_dead_end() -> None:
    """Two tiles crosswise twice stay; what can be taken before the shuffle is."""
    found = rescue(position("c c a b / d d b a"))
    assert len(found.links) == 2
    assert found.end.board == board(". . a b / . . b a")


def test_of_several_dead_ends_the_best_is_chosen() -> None:
    """Here two ends leave four tiles crosswise, and one leaves eight that shuffle better."""
    start = position("c c a a / a b d c / b a c d")
    ends = {after_line(start, line) for line in islice(play_outs(start, Random(1)), 30)}
    chances = {end: true_chance(end) for end in ends}
    assert sorted(end.board.tiles for end in ends) == [4, 4, 8]
    assert rescue(start).end == max(chances, key=lambda end: chances[end])


def test_a_board_that_can_be_cleared_is() -> None:
    """Then no shuffle is needed, and none is tried."""
    found = rescue(position("a a b b"))
    assert found.end.outcome() is Outcome.CLEARED
    assert (found.cleared, found.tried) == (1, 1)


def test_a_spent_budget_still_gives_a_dead_end() -> None:
    """One game and one try, however late it is."""
    ticks = count()
    start = Position(deal(8, 18, 36, 1, copies=4, hard=True))
    found = rescue(start, budget=0, clock=lambda: float(next(ticks)))
    assert found.end.outcome() is Outcome.DEADLOCK
    assert found.tried == 1


def test_the_same_seed_gives_the_same_line() -> None:
    """As long as the budget lasts."""
    start = Position(deal(4, 6, 12, 3))
    ticks = [count(), count()]
    first, second = (
        rescue(start, seed=1, budget=1e9, clock=lambda tick=tick: float(next(tick)))  # type: ignore[misc]
        for tick in ticks
    )
    assert first == second


def test_unknown_tiles_stay_in_a_shuffle() -> None:
    """What is known is laid anew and cleared around them."""
    start = position("a b / b a / ? .")
    assert {shuffle_clears(start, Random(seed)) for seed in range(20)} == {True, False}
