"""The search: what it claims is played out, and held against the whole game tree."""

from __future__ import annotations

from itertools import count

import pytest
from builders import can_be_cleared, played, position, shuffled_board
from hypothesis import given, settings
from strategies import boards, gravities, paired_boards, rules

from bot.board import UNKNOWN, Board
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.position import Gravity, Outcome, Position
from bot.solver import Solution, Verdict, Why, solve


def without_time(solution: Solution) -> tuple[object, ...]:
    """What must be the same in two runs."""
    return solution.verdict, [(link, link.path) for link in solution.links], solution.nodes


@settings(max_examples=300, deadline=None)
@given(paired_boards(), rules, gravities)
def test_verdicts_are_those_of_the_whole_game_tree(
    one: Board, rule: LinkRule, gravity: Gravity
) -> None:
    """Small boards are always decided, and as by trying every order."""
    start = Position(one, rule, gravity)
    solution = solve(start)
    expected = Verdict.SOLVED if can_be_cleared(start, {}) else Verdict.UNSOLVABLE
    assert solution.verdict is expected
    assert (played(start, solution.links).outcome() is Outcome.CLEARED) == (
        expected is Verdict.SOLVED
    )


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN, Gravity.LEFT])
@pytest.mark.parametrize("margin", [0, 1])
def test_tight_boards_are_decided_as_by_the_whole_game_tree(gravity: Gravity, margin: int) -> None:
    """Full boards of 4 x 4, where more than half cannot be cleared, get the true verdict."""
    verdicts = set()
    for seed in range(25):
        start = Position(shuffled_board(4, 4, 8, seed), LinkRule(margin=margin), gravity)
        verdict = solve(start).verdict
        assert (verdict is Verdict.SOLVED) == can_be_cleared(start, {})
        verdicts.add(verdict)
    assert verdicts == {Verdict.SOLVED, Verdict.UNSOLVABLE}


@pytest.mark.parametrize("gravity", list(Gravity))
def test_usual_boards_are_solved(gravity: Gravity) -> None:
    """Random boards of 14 x 6 with 21 kinds are cleared, with falls along the short side."""
    rows, cols = (14, 6) if gravity in {Gravity.LEFT, Gravity.RIGHT} else (6, 14)
    for seed in range(3):
        start = Position(shuffled_board(rows, cols, 21, seed), gravity=gravity)
        solution = solve(start)
        assert solution.verdict is Verdict.SOLVED
        assert played(start, solution.links).outcome() is Outcome.CLEARED


def test_most_full_boards_of_18_by_8_are_solved_and_all_decided() -> None:
    """Of 20 random deals of 36 kinds at least 17 are cleared, where taking what comes clears 9."""
    starts = [Position(shuffled_board(8, 18, 36, seed)) for seed in range(100, 120)]
    solutions = [solve(start) for start in starts]
    for start, solution in zip(starts, solutions, strict=True):
        end = played(start, solution.links)
        assert (end.outcome() is Outcome.CLEARED) == (solution.verdict is Verdict.SOLVED)
    verdicts = [solution.verdict for solution in solutions]
    assert verdicts.count(Verdict.SOLVED) >= 17
    assert Verdict.UNDECIDED not in verdicts


def test_the_order_matters_where_tiles_fall() -> None:
    """Taking the last two neighbours c at once loses here; the search keeps them for later."""
    start = position("a b / d b / c d / c a", gravity=Gravity.DOWN)
    greedy = start.link(Cell(2, 0), Cell(3, 0))
    assert greedy is not None
    assert not can_be_cleared(start.after(greedy), {})
    assert solve(start).verdict is Verdict.SOLVED


def test_an_empty_board_is_solved_by_nothing() -> None:
    """No tile, no link, solved."""
    solution = solve(position(". . / . ."))
    assert (solution.verdict, solution.links) == (Verdict.SOLVED, ())


@pytest.mark.parametrize("gravity", list(Gravity))
def test_an_odd_kind_is_proof_enough(gravity: Gravity) -> None:
    """Three tiles of a kind can never all go; the rest is still taken as far as it goes."""
    start = position("a a b b / a c c .", gravity=gravity)
    solution = solve(start, budget=0)
    assert solution.verdict is Verdict.UNSOLVABLE
    assert played(start, solution.links).board.tiles == 1


@pytest.mark.parametrize("gravity", list(Gravity))
def test_an_unknown_cell_leaves_the_verdict_open(gravity: Gravity) -> None:
    """Nothing is proved about what was not read, but every known tile is taken."""
    start = position("a b a / ? b c / . c .", gravity=gravity)
    solution = solve(start)
    assert solution.verdict is Verdict.UNDECIDED
    assert played(start, solution.links).board.by_kind() == {}


@settings(max_examples=60, deadline=None)
@given(boards(), rules, gravities)
def test_any_board_gets_a_legal_line_at_once(one: Board, rule: LinkRule, gravity: Gravity) -> None:
    """Without a budget each link is legal at its moment, and there is one if the board has one."""
    start = Position(one, rule, gravity)
    solution = solve(start, budget=0)
    end = played(start, solution.links)
    assert bool(solution.links) == bool(start.legal_links)
    if solution.verdict is Verdict.SOLVED:
        assert end.outcome() is Outcome.CLEARED
    if UNKNOWN in one.kinds:
        assert solution.verdict is Verdict.UNDECIDED


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_a_spent_budget_leaves_a_legal_line(gravity: Gravity) -> None:
    """Whenever the clock runs out, the verdict is open and the longest line can be played."""
    start = Position(shuffled_board(16, 9, 36, 5), gravity=gravity)
    lengths = []
    for budget in (0, 5, 50, 300):
        ticks = count()
        solution = solve(start, budget, clock=lambda ticks=ticks: next(ticks))  # type: ignore[misc]
        end = played(start, solution.links)
        assert (end.outcome() is Outcome.CLEARED) == (solution.verdict is Verdict.SOLVED)
        lengths.append(len(solution.links))
        if solution.verdict is Verdict.UNDECIDED:
            assert solution.seconds >= budget
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_a_board_cleared_with_the_last_of_the_budget_is_solved(gravity: Gravity) -> None:
    """A line that clears the board counts, though the clock has run out meanwhile."""
    ticks = count(step=100)
    solution = solve(position("a a", gravity=gravity), 0, clock=lambda: next(ticks))
    assert solution.verdict is Verdict.SOLVED


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_the_same_seed_gives_the_same_answer(gravity: Gravity) -> None:
    """Two runs with one seed agree in verdict, links, paths and nodes."""
    start = Position(shuffled_board(8, 18, 36, 3), gravity=gravity)
    assert without_time(solve(start, seed=7)) == without_time(solve(start, seed=7))


def test_other_rules_are_solved_too() -> None:
    """Straight paths only, or any number of turns: the answer still plays out."""
    for turns in (0, 1, 3, 40):
        start = Position(shuffled_board(4, 6, 4, 1), LinkRule(turns))
        solution = solve(start)
        assert solution.verdict is not Verdict.UNDECIDED
        end = played(start, solution.links)
        assert (end.outcome() is Outcome.CLEARED) == (solution.verdict is Verdict.SOLVED)


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_an_interrupt_leaves_the_line_found_so_far(gravity: Gravity) -> None:
    """Ctrl-C in the middle of a search ends it with a line that can be played."""
    ticks = count()

    def clock() -> float:
        if next(ticks) == 20:
            raise KeyboardInterrupt
        return 0.0

    start = Position(shuffled_board(9, 16, 36, 5), gravity=gravity)
    solution = solve(start, clock=clock)
    assert (solution.verdict, solution.why) == (Verdict.UNDECIDED, Why.INTERRUPTED)
    assert solution.links
    played(start, solution.links)


def longest(start: Position, seen: dict[tuple[int, ...], int]) -> int:
    """How many links the longest line has: every order is tried."""
    key = start.board.kinds
    if key not in seen:
        rest = [longest(start.after(link), seen) for link in start.legal_links]
        seen[key] = 1 + max(rest) if rest else 0
    return seen[key]


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN, Gravity.CENTER_HORIZONTAL])
def test_what_cannot_be_cleared_loses_as_many_tiles_as_can_be(gravity: Gravity) -> None:
    """Where no order clears a small board, the line is the longest there is, and so it is said."""
    dead = 0
    for seed in range(40):
        one = shuffled_board(4, 5, 9, seed)
        if seed % 3 == 0:
            one = one.without([Cell(1, 1)])
        start = Position(one, LinkRule(margin=seed % 2), gravity)
        solution = solve(start)
        best = longest(start, {})
        assert len(solution.links) == best <= solution.most
        dead += solution.verdict is Verdict.UNSOLVABLE
    assert dead >= 15


@pytest.mark.parametrize(
    ("text", "verdict", "why", "most"),
    [
        ("a a", Verdict.SOLVED, Why.PLAYED, 1),
        ("a b a b a", Verdict.UNSOLVABLE, Why.ODD, 2),
        ("a b / b a", Verdict.UNSOLVABLE, Why.STUCK, 0),
        ("a a ?", Verdict.UNDECIDED, Why.HIDDEN, 1),
        (". # .", Verdict.SOLVED, Why.PLAYED, 0),
    ],
)
def test_a_verdict_says_how_it_is_known(text: str, verdict: Verdict, why: Why, most: int) -> None:
    """The reason is named, and how many links there are at most."""
    solution = solve(position(text))
    assert (solution.verdict, solution.why, solution.most) == (verdict, why, most)


@pytest.mark.parametrize("budget", [-1, float("nan")])
def test_a_budget_is_a_number_of_seconds(budget: float) -> None:
    """A budget that no clock reaches is refused."""
    with pytest.raises(InputError, match="budget"):
        solve(position("a a"), budget)


def test_a_board_too_large_to_search_is_refused() -> None:
    """It would fill the memory before the time is up; the message tells the limit."""
    with pytest.raises(InputError, match="50000 at most"):
        solve(Position(Board(1000, 1000, (1,) * 1_000_000)))


def test_pairs_that_were_left_out_prove_nothing() -> None:
    """A board of so many pairs that only near ones are looked at is not called unsolvable."""
    one = Board(2, 400, tuple(1 + place % 400 % 2 for place in range(800)))
    solution = solve(Position(one, LinkRule(margin=0)), budget=0.2)
    assert solution.verdict is not Verdict.UNSOLVABLE
    assert solution.most == 400


def test_a_huge_board_ends_with_the_budget() -> None:
    """A board far beyond any game is not searched for longer than it was given."""
    start = Position(shuffled_board(60, 60, 10, 1))
    solution = solve(start, budget=0)
    assert solution.seconds < 6  # the first line has 2 seconds, and one sweep may overrun
    assert solution.links
