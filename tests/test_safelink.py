"""The first link, while nobody knows which way tiles fall or whether paths may run outside."""

from __future__ import annotations

from itertools import count

import pytest
from builders import board

from bot.beliefs import Beliefs
from bot.bench.games import Trial, world_of
from bot.board import UNKNOWN, Board
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.policy import Play, Removed, decide, judge, remembering
from bot.position import Gravity, Position, remove
from bot.solver import Solution, Verdict, solve

# Both are deals that can be cleared, and lost by the link that tells most of the rules.
OUTSIDE = board("f a j h f b / j c e h d i / k e l b l k / c g i a g d")
INSIDE = board("b d c c / f h a e / f d e g / h a b g")
# A game in its course: the last link within the board costs it, and others were there to ask.
LATE = board(
    "a b c d . . . . / i j k l . . . . / c l n o . . . . / k d e q r . . . / m n j b h f . h / "
    "l j o v w p c u / f d x a d h s a / u b p ? ? m c w / q r v A q A l z / u g b i v r z r / "
    "w B f e w u s h / v j x a B g q f"
)


def first(dealt: Board, beliefs: Beliefs) -> tuple[Cell, Cell]:
    """The tiles that are clicked first."""
    play = decide(dealt, beliefs, (), remembering(solve))
    assert isinstance(play, Play)
    return play.link.a, play.link.b


def is_cleared(dealt: Board, pair: tuple[Cell, Cell], margin: int, gravity: Gravity) -> bool:
    """Whether the board can be cleared after a link, under these rules."""
    position = Position(remove(dealt, *pair, gravity), LinkRule(margin=margin), gravity)
    return solve(position).verdict is Verdict.SOLVED


def test_a_link_outside_is_taken_where_those_inside_may_cost_the_game() -> None:
    """One is refused where there is no margin, and then nothing is lost."""
    pair = first(OUTSIDE, Beliefs())
    assert pair == (Cell(3, 1), Cell(3, 4))
    ways = set(Gravity) - {Gravity.LEFT}  # no link comes before which that one clears
    assert all(is_cleared(OUTSIDE, pair, 1, gravity) for gravity in ways)
    assert not is_cleared(OUTSIDE, (Cell(0, 3), Cell(1, 3)), 1, Gravity.CENTER_HORIZONTAL)


@pytest.mark.parametrize("kind", [UNKNOWN, 29], ids=["in doubt", "known"])
def test_the_last_link_inside_is_not_taken_where_it_costs_the_game(kind: int) -> None:
    """Nor where two tiles are in doubt: there is no winning within the board any more."""
    dealt = Board(LATE.rows, LATE.cols, tuple(kind if k == UNKNOWN else k for k in LATE.kinds))
    known = Board(LATE.rows, LATE.cols, tuple(29 if k == UNKNOWN else k for k in LATE.kinds))
    ticks = count()

    def stepped(position: Position, budget: float) -> Solution:
        return solve(position, budget, clock=lambda: next(ticks) * 0.0005)

    play = decide(dealt, Beliefs(gravities=(Gravity.DOWN,)), (), stepped)
    assert isinstance(play, Play)
    pair = play.link.a, play.link.b
    assert is_cleared(known, pair, 1, Gravity.DOWN)
    assert not is_cleared(known, (Cell(7, 3), Cell(7, 4)), 1, Gravity.DOWN)


@pytest.mark.parametrize("margin", [0, 1])
def test_it_is_safe_with_a_margin_and_without(margin: int) -> None:
    """Under the gravity of this game, which is not known either."""
    pair = first(INSIDE, Beliefs())
    assert is_cleared(INSIDE, pair, margin, Gravity.CENTER_VERTICAL)
    assert not is_cleared(INSIDE, (Cell(1, 0), Cell(2, 0)), 0, Gravity.CENTER_VERTICAL)


@pytest.mark.parametrize("seed", [600121, 600590, 600658, 640135, 650094])
def test_every_link_is_glanced_at_before_one_is_thought_about(seed: int) -> None:
    """These deals can be cleared, and are not after the link that tells most of the rules."""
    trial = Trial.of(seed)
    start = world_of(trial)[0].game.board
    ticks = count()
    limited = remembering(
        lambda position, budget: solve(position, budget, clock=lambda: next(ticks) * 0.0005)
    )
    beliefs, links = Beliefs(), 0
    while len(beliefs.gravities) > 1:
        play = decide(start, beliefs, (), limited)
        assert isinstance(play, Play)
        after = remove(start, play.link.a, play.link.b, trial.gravity)
        verdict = judge(start, play.link, after, beliefs)
        assert isinstance(verdict, Removed)
        start, beliefs, links = after, verdict.beliefs, links + 1
    assert links
    assert solve(Position(start, trial.rule, trial.gravity)).verdict is Verdict.SOLVED
