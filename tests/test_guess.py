"""What is tried next on a doubtful board."""

from __future__ import annotations

from random import Random

from builders import board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import gravities

from bot.board import Board
from bot.clues import NOTHING
from bot.deal import deal
from bot.geometry import Cell
from bot.guess import PLANS, PROVEN, SAMPLE, Guess, Rules, next_link
from bot.matcher import LinkRule, find_path
from bot.position import Gravity, Position, remove
from bot.solver import Solution, solve
from bot.suspects import MOST, hypotheses
from bot.trial import hidden

USUAL: list[Rules] = [(LinkRule(), Gravity.NONE)]
seeds = st.integers(0, 10_000)


def solver(position: Position, budget: float) -> Solution:
    """A search that does not depend on how fast the machine is, for boards so small."""
    return solve(position, max(budget, 2.0))


def quick(position: Position, budget: float) -> Solution:
    """A search that may give up, for what must hold of any plan."""
    return solve(position, min(budget, 0.01))


def guess_on(seen: Board, rules: list[Rules] | None = None) -> Guess:
    found = next_link(seen, rules or USUAL, solver=solver)
    assert found is not None
    return found


@given(seeds, gravities)
@settings(max_examples=20)
def test_without_doubt_the_plan_is_the_line_of_the_solver(seed: int, gravity: Gravity) -> None:
    """One search, and its links as they are."""
    seen = deal(4, 5, 10, seed)
    links = solve(Position(seen, gravity=gravity), 2.0).links
    found = next_link(seen, [(LinkRule(), gravity)], solver=solver)
    assert (found.links if found else ()) == links


@given(seeds, st.integers(2, 6), gravities)
@settings(max_examples=25, deadline=None)
def test_only_the_last_link_of_a_plan_is_in_doubt(seed: int, count: int, gravity: Gravity) -> None:
    """A path joins each two tiles at their moment; all but the last two hardly can differ."""
    seen = hidden(deal(4, 5, 5, seed, copies=4), count, Random(seed))
    found = next_link(seen, [(LinkRule(), gravity)], solver=quick)
    now, worlds = seen, [(full, weight) for full, weight in hypotheses(seen, most=SAMPLE)]
    for place, link in enumerate(found.links if found else ()):
        assert find_path(now, link.a, link.b, LinkRule()) == link.path
        if found and place + 1 < len(found.links):
            assert sum(w for full, w in worlds if full[link.a] == full[link.b]) >= PROVEN
        now = remove(now, link.a, link.b, gravity)
        worlds = [(remove(full, link.a, link.b, gravity), w) for full, w in worlds]


def test_what_counts_tell_is_played_as_if_it_were_read() -> None:
    """One hidden tile leaves nothing to doubt: the plan clears the board."""
    found = guess_on(board("a b ? / b c c"))
    assert len(found.links) == 3
    assert (found.odds, found.kept) == (1.0, 1.0)


def test_a_link_that_the_test_does_not_need_is_left_out() -> None:
    """The pairs of c and d can go at once, but only d stands in the way of a hidden tile."""
    seen = board("# # # # # # / # a d ? b # / # # d # # # / # c c # b ? / # # # # a #")
    found = guess_on(seen)
    kinds = {seen[link.a] for link in found.links[:-1]}
    assert 3 not in kinds


def test_a_pair_that_failed_is_not_tried_again() -> None:
    """Of two hidden tiles the first does not match a, so it goes with b."""
    seen = board("a ? b ?")
    known = NOTHING.failed(Cell(0, 0), Cell(0, 1))
    found = next_link(seen, USUAL, known, solver=solver)
    assert found is not None
    assert all((link.a, link.b) != (Cell(0, 0), Cell(0, 1)) for link in found.links)
    assert found.odds == 1.0


def test_a_refused_link_is_not_clicked_while_another_is_there() -> None:
    """The kinds are not doubted, only the link."""
    seen = board("a a b b")
    known = NOTHING.refusing(Cell(0, 0), Cell(0, 1))
    found = next_link(seen, USUAL, known, solver=solver)
    assert found is not None
    assert found.links[0].a == Cell(0, 2)


def test_counts_that_nothing_explains_do_not_stop_the_game() -> None:
    """An odd number of tiles: as much is played as can be."""
    assert guess_on(board("a a b")).links[0].b == Cell(0, 1)


def test_nothing_is_tried_where_no_path_joins_anything() -> None:
    """Two hidden tiles behind walls."""
    seen = board("? # a / # # # / a # ?")
    assert next_link(seen, [(LinkRule(margin=0), Gravity.NONE)], solver=solver) is None


@given(seeds)
@settings(max_examples=15, deadline=None)
def test_a_first_link_is_legal_under_every_rule_there_may_be(seed: int) -> None:
    """As long as any link is legal without a margin."""
    seen = deal(4, 4, 4, seed, copies=4)
    rules: list[Rules] = [
        (LinkRule(margin=margin), gravity)
        for margin in (1, 0)
        for gravity in (Gravity.NONE, Gravity.DOWN)
    ]
    found = guess_on(seen, rules)
    assert len(found.links) == 1
    link = found.links[0]
    if Position(seen, LinkRule(margin=0)).legal_links:
        assert find_path(seen, link.a, link.b, LinkRule(margin=0)) is not None


def test_thought_is_bounded_however_much_is_hidden() -> None:
    """A search that always takes all it may is called for no more than the budget allows."""
    spent: list[float] = []

    def slow(position: Position, budget: float) -> Solution:
        spent.append(budget)
        found = solve(position, 0.0)
        return Solution(found.verdict, found.links, 0, budget, found.why, found.most)

    seen = hidden(deal(8, 18, 36, 5, copies=4), 72, Random(5))
    assert next_link(seen, USUAL, solver=slow, budget=1.0) is not None
    assert sum(spent) <= 1.0
    assert max(spent) <= 1.0 / 2 / MOST
    assert len(spent) <= MOST * (PLANS + 1)


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_the_same_values_give_the_same_guess(seed: int) -> None:
    """Nothing is drawn that the arguments do not say."""
    seen = hidden(deal(4, 5, 5, seed, copies=4), 4, Random(seed))
    assert hypotheses(seen) == hypotheses(seen)
    assert next_link(seen, USUAL, solver=solver) == next_link(seen, USUAL, solver=solver)
