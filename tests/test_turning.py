"""Finding out how often paths may turn, before it costs the game."""

from __future__ import annotations

import pytest
from builders import board, stepped

from bot.beliefs import Beliefs, accepted, doubt
from bot.board import Board
from bot.clues import NOTHING
from bot.deal import deal
from bot.geometry import Cell
from bot.matcher import Link, LinkRule, find_path
from bot.policy import Play, Stop, decide, plan_of
from bot.position import Gravity, Position, remove
from bot.solver import Solution, solve
from bot.turning import asking_first, wary

ROUND = board("a b a / . . . / c b c")
"""All tiles but `b` need two turns, round it."""
TOLD = Beliefs(gravities=(Gravity.NONE,), margins=(0,))


def turns_of(tiles: Board, a: Cell, b: Cell, margin: int = 0) -> int:
    """The fewest turns of a path, within the board or outside."""
    return next(most for most in range(9) if find_path(tiles, a, b, LinkRule(most, margin)))


def test_a_link_of_two_turns_comes_first() -> None:
    """The others of the plan follow it, and all of them are legal."""
    _, solution = plan_of(ROUND, TOLD, stepped)
    links = asking_first(ROUND, solution.links, TOLD, stepped)
    assert turns_of(ROUND, links[0].a, links[0].b) == 2
    position = Position(ROUND, LinkRule(2, 0))
    for link in links:
        assert position.link(link.a, link.b)
        position = position.after(link)
    assert position.board.tiles == 0


@pytest.mark.parametrize("turns", [(2,), (1,)])
def test_what_is_known_is_not_asked(turns: tuple[int, ...]) -> None:
    """The plan is left as it is, and nothing is searched for."""
    known = Beliefs(gravities=(Gravity.NONE,), margins=(0,), turns=turns)
    plan = solve(Position(ROUND, LinkRule(turns[0], 0))).links
    assert wary(ROUND, plan, known, _never) == plan


def test_a_link_that_was_refused_is_not_asked_for_again() -> None:
    """Another one is, if there is any."""
    refused = Beliefs(
        gravities=(Gravity.NONE,),
        margins=(0,),
        evidence=NOTHING.refusing(Cell(0, 0), Cell(0, 2)),
        refusals=1,
    )
    first = decide(ROUND, refused, (), stepped)
    assert isinstance(first, Play)
    assert (first.link.a, first.link.b) == (Cell(2, 0), Cell(2, 2))


def test_without_one_that_tells_the_plan_turns_but_once_if_it_can() -> None:
    """It is legal either way."""
    tiles = board("a a b / c . b / c d d")
    plan = wary(tiles, (), TOLD, stepped)
    assert len(plan) == 4
    position = Position(tiles, LinkRule(1, 0))
    for link in plan:
        assert position.link(link.a, link.b)
        position = position.after(link)


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN, Gravity.CENTER_HORIZONTAL])
def test_deals_that_need_no_second_turn_are_not_lost_for_it(gravity: Gravity) -> None:
    """Played by decisions alone against a game that refuses every second turn."""
    rule = LinkRule(max_turns=1)
    won = sum(
        _is_won(deal(6, 8, 12, seed, solvable=True, rule=rule, gravity=gravity), rule, gravity)
        for seed in range(8)
    )
    assert won >= 7


def _is_won(tiles: Board, rule: LinkRule, gravity: Gravity) -> bool:
    """Whether a deal is cleared where only the way tiles fall is known."""
    beliefs = Beliefs(gravities=(gravity,))
    plan: tuple[Link, ...] = ()
    for _ in range(200):
        decision = decide(tiles, beliefs, plan, stepped)
        if isinstance(decision, Stop):
            return tiles.tiles == 0
        assert isinstance(decision, Play)
        link, plan = decision.link, decision.plan
        if find_path(tiles, link.a, link.b, rule) is None:
            beliefs, plan = doubt(tiles, link, beliefs), ()
        else:
            beliefs = accepted(tiles, link, beliefs, (gravity,))
            tiles = remove(tiles, link.a, link.b, gravity)
    raise AssertionError("it never ends")


def _never(position: Position, budget: float) -> Solution:
    raise AssertionError("nothing is to be asked")
