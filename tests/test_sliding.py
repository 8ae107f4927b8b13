"""The search where tiles slide: verdicts, budgets and interrupts."""

from __future__ import annotations

from itertools import count

import pytest
from builders import board, shuffled_board

from bot.board import Board
from bot.errors import InputError
from bot.position import Gravity
from bot.slide import after_slide
from bot.sliding import SlideSolution, solve_sliding
from bot.solver import Verdict, Why


def left_by(one: Board, found: SlideSolution, gravity: Gravity = Gravity.NONE) -> Board:
    """The board after the moves, each of which is legal at its moment."""
    for link in found.links:
        one = after_slide(one, link, gravity)
    return one


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_a_usual_board_is_solved(gravity: Gravity) -> None:
    """The moves play out to an empty board."""
    one = shuffled_board(5, 8, 10, 1)
    found = solve_sliding(one, gravity)
    assert (found.verdict, found.why) == (Verdict.SOLVED, Why.PLAYED)
    assert not left_by(one, found, gravity).tiles


@pytest.mark.parametrize(
    ("text", "verdict", "why"),
    [
        ("a b / b a", Verdict.UNSOLVABLE, Why.SEARCHED),
        ("a a a", Verdict.UNSOLVABLE, Why.ODD),
        ("a a ?", Verdict.UNDECIDED, Why.HIDDEN),
        (". .", Verdict.SOLVED, Why.PLAYED),
    ],
)
def test_a_verdict_says_how_it_is_known(text: str, verdict: Verdict, why: Why) -> None:
    """A finished search proves, an odd kind too; what a cell hides is not guessed."""
    found = solve_sliding(board(text))
    assert (found.verdict, found.why) == (verdict, why)


def test_without_a_budget_there_is_a_first_move() -> None:
    """The clock has run out at once, and still there is something to play."""
    one = shuffled_board(8, 18, 36, 1)
    ticks = count()
    found = solve_sliding(one, budget=0, clock=lambda: float(next(ticks)))
    assert (found.verdict, found.why) == (Verdict.UNDECIDED, Why.SPENT)
    assert found.links
    assert left_by(one, found).tiles == one.tiles - 2 * len(found.links)


def test_an_interrupt_leaves_the_moves_found_so_far() -> None:
    """Ctrl-C ends the search with a line that can be played."""
    ticks = count()

    def clock() -> float:
        if next(ticks) == 60:
            raise KeyboardInterrupt
        return 0.0

    one = shuffled_board(8, 18, 36, 1)
    found = solve_sliding(one, clock=clock)
    assert found.why is Why.INTERRUPTED
    assert found.links
    left_by(one, found)


@pytest.mark.parametrize("budget", [-1.0, float("nan")])
def test_what_cannot_be_searched_is_refused(budget: float) -> None:
    """A budget that never ends, and a board that fills the memory."""
    with pytest.raises(InputError, match="budget"):
        solve_sliding(board("a a"), budget=budget)
    with pytest.raises(InputError, match="too large"):
        solve_sliding(Board(1000, 100, (1,) * 100_000))
