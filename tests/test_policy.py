"""The decision: what is played, what a look tells, and what is believed after it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import board
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import paired_boards

from bot.beliefs import Beliefs, doubt, is_test, never_link, surprised
from bot.board import UNKNOWN, Board
from bot.clues import Evidence
from bot.deal import deal
from bot.expectation import freed
from bot.geometry import Cell
from bot.matcher import Link, LinkRule, find_link
from bot.policy import (
    KNOWN,
    Play,
    Removed,
    Shuffle,
    Stop,
    Unchanged,
    Unclear,
    as_expected,
    decide,
    judge,
    remembering,
)
from bot.position import Gravity, Position, remove
from bot.solver import Solution, Why, solve
from bot.solver import Verdict as Solved

FALLING_DOWN = Beliefs(gravities=(Gravity.DOWN,))
AT_REST = Beliefs(gravities=(Gravity.NONE,), turns=(2,))


def solver(position: Position, budget: float = 1.0) -> Solution:
    return solve(position, budget=2.0)


def refusing(*links: Link) -> Evidence:
    """What is known after the game refused these links."""
    evidence = Evidence()
    for link in links:
        evidence = evidence.refusing(link.a, link.b)
    return evidence


def link_of(on: Board, a: tuple[int, int], b: tuple[int, int]) -> Link:
    found = find_link(on, Cell(*a), Cell(*b), LinkRule())
    assert found is not None
    return found


def with_kind(on: Board, cell: tuple[int, int], kind: int) -> Board:
    rows = on.to_rows()
    rows[cell[0]][cell[1]] = kind
    return Board.from_rows(rows)


def test_an_empty_board_is_the_end() -> None:
    """Nothing is played on a board without tiles."""
    assert isinstance(decide(board(". ."), AT_REST, (), solver), Stop)


def test_a_deadlock_is_the_end() -> None:
    """Nothing is played where nothing links."""
    assert isinstance(decide(board("a b\nb a"), AT_REST, (), solver), Stop)


def test_the_plan_is_followed() -> None:
    """The first link of the plan is played, and the rest is what follows."""
    start = board("a b b a\nc d d c")
    plan = solver(Position(start)).links
    assert decide(start, AT_REST, plan, solver) == Play(plan[0], plan[1:])


def test_a_plan_that_is_no_longer_legal_is_made_anew() -> None:
    """A planned link whose tiles are gone is not clicked."""
    start = board("a b b a")
    gone = link_of(start, (0, 1), (0, 2))
    decision = decide(board("a . . a"), AT_REST, (gone,), solver)
    assert isinstance(decision, Play)
    assert decision.link == link_of(board("a . . a"), (0, 0), (0, 3))


def test_a_refused_link_is_not_tried_again() -> None:
    """Another link of the board is played instead of one that the game refused."""
    start = board("a a b b")
    refused = link_of(start, (0, 0), (0, 1))
    beliefs = Beliefs(gravities=(Gravity.NONE,), evidence=refusing(refused))
    decision = decide(start, beliefs, (), solver)
    assert isinstance(decision, Play)
    assert decision.link == link_of(start, (0, 2), (0, 3))


def test_a_refused_link_is_the_last_resort() -> None:
    """Where no other link is left, one that was refused is tried again."""
    start = board("a a")
    refused = link_of(start, (0, 0), (0, 1))
    beliefs = Beliefs(gravities=(Gravity.NONE,), evidence=refusing(refused))
    assert decide(start, beliefs, (), solver) == Play(refused, ())


def test_kinds_that_were_read_for_each_other_are_found_out() -> None:
    """Links of both are refused twice, and no more: then one tile of each is tried together."""
    start = board("c i a . . . . / a j c . . j i")
    mixed = [{Cell(0, 1), Cell(1, 1)}, {Cell(1, 5), Cell(1, 6)}]
    one = Beliefs((Gravity.NONE,), (1,), (2,), (Gravity.NONE,))
    left, beliefs, refused = start, one, list[Link]()
    for _ in range(20):
        decision = decide(left, beliefs, (), solve)
        if not isinstance(decision, Play):
            break
        link = decision.link
        kinds, evidence = {start[link.a], start[link.b]}, beliefs.evidence
        goes = {link.a, link.b} in mixed or kinds <= {start[Cell(0, 0)]} or kinds <= {1}
        if goes:
            evidence = evidence.removed(left, link.a, link.b, Gravity.NONE)
            left = left.without([link.a, link.b])
        else:
            refused.append(link)
            told = evidence.failed if is_test(left, link) else evidence.refusing
            evidence = told(link.a, link.b)
        beliefs = replace(beliefs, evidence=evidence)
    assert not left.tiles
    assert len(refused) <= 5


def test_while_the_margin_is_open_paths_stay_inside() -> None:
    """A link that runs outside may be refused: it waits until nothing else clears the board."""
    start = board("a b c a\nd . . d\nb . . c")
    beliefs = Beliefs(gravities=(Gravity.NONE,))
    played = []
    position = Position(start)
    while position.board.tiles:
        decision = decide(position.board, beliefs, (), solver)
        assert isinstance(decision, Play)
        played.append(find_link(position.board, decision.link.a, decision.link.b, LinkRule(2, 0)))
        position = position.after(decision.link)
    assert None not in played


def test_the_first_link_tells_the_gravity() -> None:
    """While the gravity is open, no other link leaves as many boards that differ."""
    start = board("b c d e\nf a a g\nb c d e\nf h h g")
    decision = decide(start, Beliefs(margins=(1,)), (), solver)
    assert isinstance(decision, Play)

    def boards(link: Link) -> int:
        return len({remove(start, link.a, link.b, gravity) for gravity in Gravity})

    assert boards(decision.link) == max(map(boards, Position(start).legal_links)) >= 7


def test_the_first_link_is_of_no_kind_that_may_be_walls() -> None:
    """Of which there are far more tiles than of others; but where nothing else links it is tried.

    Each refused link before anything has gone takes seconds.
    """
    start = board("w w w w a\nb w w w c\nc w w d b\na w d e e")
    walls = start[Cell(0, 0)]
    decision = decide(start, Beliefs(), (), solver)
    assert isinstance(decision, Play)
    assert start[decision.link.a] != walls
    enclosed = board("w w w w w\na w b w c\nw d w e w\nc w e w d\nw b w a w")
    decision = decide(enclosed, Beliefs(), (), solver)
    assert isinstance(decision, Play)
    assert enclosed[decision.link.a] == enclosed[Cell(0, 0)]


def test_what_needs_the_margin_is_not_searched_link_by_link() -> None:
    """Where the board cannot be cleared inside, it cannot be after any of its links."""
    start = deal(6, 8, 12, seed=4, solvable=True)
    asked: list[tuple[int, int]] = []

    def answer(position: Position, _: float) -> Solution:
        asked.append((position.rule.margin, position.board.tiles))
        usual = position.gravity in {Gravity.NONE, Gravity.DOWN}
        verdict = Solved.SOLVED if usual else Solved.UNDECIDED
        verdict = verdict if position.rule.margin else Solved.UNSOLVABLE
        return Solution(verdict, (), 0, 0.0, Why.PLAYED, 24)

    beliefs = Beliefs(gravities=(Gravity.DOWN, Gravity.CENTER_VERTICAL))
    assert isinstance(decide(start, beliefs, (), answer), Play)
    assert asked.count((0, 48)) == 3, "one for the plan, one for each way tiles may fall"
    assert (0, 46) not in asked
    assert 0 < asked.count((1, 46)) <= 8, "under rules of which nobody can tell no link is asked of"


def test_what_is_certain_of_a_position_is_not_asked_twice() -> None:
    """What was left open is; and no more is remembered than is of use."""
    asked: list[Position] = []

    def answer(position: Position, budget: float) -> Solution:
        asked.append(position)
        verdict = Solved.SOLVED if budget else Solved.UNDECIDED
        return Solution(verdict, (), 0, 0.5, Why.PLAYED, 6)

    search = remembering(answer)
    first, *others = (Position(deal(3, 4, 4, seed=seed)) for seed in range(KNOWN + 1))
    assert [search(first, budget).verdict for budget in (0.0, 0.0, 1.0)] == [
        Solved.UNDECIDED,
        Solved.UNDECIDED,
        Solved.SOLVED,
    ]
    again = search(first, 0.0)
    assert (again.verdict, again.seconds) == (Solved.SOLVED, 0.0)
    assert asked == [first] * 3
    for other in others:
        search(other, 1.0)
    asked.clear()
    search(first, 1.0)
    assert asked == [first]


@given(paired_boards(), st.sampled_from(list(Gravity)))
@settings(max_examples=60, deadline=None)
def test_what_is_played_is_legal(start: Board, gravity: Gravity) -> None:
    """A decision is a legal link, or a stop on a board that has none."""
    for beliefs in (Beliefs(turns=(2,)), Beliefs(gravities=(gravity,), turns=(2,))):
        decision = decide(start, beliefs, (), solver)
        position = Position(start, beliefs.rule, gravity)
        if isinstance(decision, Play):
            assert decision.link in position.legal_links
        else:
            assert not position.legal_links


def test_the_same_board_is_unchanged() -> None:
    """A board that looks as before has lost nothing."""
    start = board("a a b b")
    assert judge(start, link_of(start, (0, 0), (0, 1)), start, AT_REST) == Unchanged()


@pytest.mark.parametrize("gravity", list(Gravity))
def test_a_removal_tells_the_gravity(gravity: Gravity) -> None:
    """Of all gravities only those that explain the board are believed afterwards."""
    start = board("b c d e\nf a a g\nb c d e\nf h h g")
    link = link_of(start, (1, 1), (1, 2))
    verdict = judge(start, link, remove(start, link.a, link.b, gravity), Beliefs())
    assert isinstance(verdict, Removed)
    after = remove(start, link.a, link.b, gravity)
    assert verdict.beliefs.gravities == tuple(
        other for other in Gravity if remove(start, link.a, link.b, other) == after
    )
    assert len(verdict.beliefs.gravities) <= 3


def test_a_fall_that_is_not_believed_is_unclear() -> None:
    """Tiles that fall where none should are not taken for a plain removal."""
    start = board("b c\na a\nb c")
    link = link_of(start, (1, 0), (1, 1))
    seen = remove(start, link.a, link.b, Gravity.DOWN)
    assert judge(start, link, seen, AT_REST) == Unclear()


def test_a_message_over_an_emptied_board_is_no_board() -> None:
    """When the last two are gone, what looks like tiles elsewhere does not matter."""
    start = board("a . . a\n. . . .")
    link = link_of(start, (0, 0), (0, 3))
    seen = board(". . . .\nb . . b")
    assert isinstance(judge(start, link, seen, AT_REST), Removed)


@pytest.mark.parametrize(("shown", "gone"), [(1, False), (0, True)])
def test_the_last_tile_that_was_never_read_has_not_gone_when_it_is(
    shown: int, *, gone: bool
) -> None:
    """It only shows by now what it is."""
    start = with_kind(with_kind(board("a . . a"), (0, 0), UNKNOWN), (0, 3), UNKNOWN)
    link = Link(Cell(0, 0), Cell(0, 3), (Cell(0, 0), Cell(0, 3)))
    seen = with_kind(with_kind(start, (0, 0), 0), (0, 3), shown)
    assert isinstance(judge(start, link, seen, AT_REST), Removed) == gone


def test_one_tile_gone_is_unclear() -> None:
    """A board that has lost only one of the two is still changing."""
    start = board("a a b b")
    seen = with_kind(start, (0, 0), 0)
    assert judge(start, link_of(start, (0, 0), (0, 1)), seen, AT_REST) == Unclear()


def test_an_unknown_tile_is_not_taken_for_gone() -> None:
    """Two tiles under a highlight that hides them are neither there nor gone."""
    start = board("a a b b")
    seen = with_kind(with_kind(start, (0, 0), UNKNOWN), (0, 1), UNKNOWN)
    assert judge(start, link_of(start, (0, 0), (0, 1)), seen, AT_REST) == Unclear()


def test_an_unknown_cell_elsewhere_does_not_matter() -> None:
    """A cell that something covers does not hide that the two tiles are gone."""
    start = board("a a b b")
    link = link_of(start, (0, 0), (0, 1))
    seen = with_kind(start.without([link.a, link.b]), (0, 3), UNKNOWN)
    assert isinstance(judge(start, link, seen, AT_REST), Removed)


def test_a_path_through_the_margin_proves_the_margin() -> None:
    """Once a link round the outside was accepted, the margin is certain."""
    start = board("a b a")
    link = link_of(start, (0, 0), (0, 2))
    verdict = judge(start, link, start.without([link.a, link.b]), AT_REST)
    assert isinstance(verdict, Removed)
    assert verdict.beliefs.margins == (1,)


def test_a_path_inside_proves_nothing_about_the_margin() -> None:
    """A link between neighbours leaves open whether there is a margin."""
    start = board("a a b b")
    link = link_of(start, (0, 0), (0, 1))
    verdict = judge(start, link, start.without([link.a, link.b]), AT_REST)
    assert isinstance(verdict, Removed)
    assert verdict.beliefs.margins == (1, 0)


def test_a_refused_path_through_the_margin_costs_the_margin() -> None:
    """If only the margin made it legal and the game refuses, there is no margin."""
    start = board("a b a")
    beliefs = doubt(start, link_of(start, (0, 0), (0, 2)), AT_REST)
    assert beliefs.rule.margin == 0


def test_a_margin_given_up_is_tried_again_before_the_end() -> None:
    """A margin doubted for clicks that were lost does not lose the game."""
    start = board("a b a")
    beliefs = doubt(start, link_of(start, (0, 0), (0, 2)), AT_REST)
    decision = decide(start, beliefs, (), solver)
    assert isinstance(decision, Play)
    verdict = judge(start, decision.link, start.without([Cell(0, 0), Cell(0, 2)]), beliefs)
    assert isinstance(verdict, Removed)
    assert verdict.beliefs.margins == (1,)


def test_a_refused_path_inside_costs_the_link() -> None:
    """If the path ran inside, the link itself is set aside and the rules stand."""
    start = board("a a b b")
    link = link_of(start, (0, 0), (0, 1))
    beliefs = doubt(start, link, AT_REST)
    assert beliefs.margins == (1, 0)
    assert beliefs.evidence == refusing(link)


def test_a_proven_margin_is_not_doubted() -> None:
    """A margin that was seen at work is not given up for one refusal."""
    start = board("a b a")
    link = link_of(start, (0, 0), (0, 2))
    beliefs = doubt(start, link, Beliefs(margins=(1,)))
    assert beliefs.margins == (1,)
    assert beliefs.evidence == refusing(link)


def test_a_surprise_opens_the_gravity_again() -> None:
    """A wrong belief about gravity is taken back."""
    assert surprised(FALLING_DOWN).gravities == Beliefs().possible


def test_a_surprise_does_not_open_what_the_person_said() -> None:
    """A gravity that was given stays."""
    told = Beliefs(gravities=(Gravity.LEFT,), possible=(Gravity.LEFT,))
    assert surprised(told).gravities == (Gravity.LEFT,)


def test_a_refusal_is_forgotten_when_its_tiles_have_moved() -> None:
    """After a fall another tile may lie in the cell, and its links are not refused."""
    start = board("b c d e\nf a a g\nb c d e\nf h h g")
    link = link_of(start, (1, 1), (1, 2))
    moves, stays = link_of(start, (3, 1), (3, 2)), link_of(start, (1, 0), (3, 0))
    beliefs = Beliefs(gravities=(Gravity.UP,), evidence=refusing(moves, stays))
    verdict = judge(start, link, remove(start, link.a, link.b, Gravity.UP), beliefs)
    assert isinstance(verdict, Removed)
    assert verdict.beliefs.evidence.refused == refusing(stays).refused


def test_freed_wants_both_tiles_gone() -> None:
    """A link is not freed while one of its tiles shows the same face."""
    start = board("a a b b")
    link = link_of(start, (0, 0), (0, 1))
    assert not freed(start, link, with_kind(start, (0, 0), 0))
    assert freed(start, link, start.without([link.a, link.b]))


def test_a_doubtful_tile_is_tested() -> None:
    """Of a tile that was not read the counts tell the kind: its partner is tried."""
    start = board("a b ?\n. . .\nb c c")
    decision = decide(start, AT_REST, (), solver)
    played = []
    beliefs = AT_REST
    while isinstance(decision, Play):
        link = decision.link
        played.append({link.a, link.b})
        verdict = judge(start, link, remove(start, link.a, link.b, Gravity.NONE), beliefs)
        assert isinstance(verdict, Removed)
        start, beliefs = remove(start, link.a, link.b, Gravity.NONE), verdict.beliefs
        decision = decide(start, beliefs, decision.plan, solver)
    assert {Cell(0, 0), Cell(0, 2)} in played
    assert not start.tiles


def test_a_test_that_fails_tells_that_the_tiles_differ() -> None:
    """They are not tried again while they lie there, and the link is not held against the rule."""
    start = board("a ? b b a .\n. . . . . .\n. c . . c ?")
    link = Link(Cell(0, 1), Cell(2, 5), ())
    beliefs = doubt(start, link, AT_REST)
    assert beliefs.evidence.differ == {(Cell(0, 1), Cell(2, 5))}
    assert not beliefs.evidence.refused
    assert surprised(beliefs).evidence.differ == frozenset()


def test_a_tile_that_was_never_read_is_seen_to_go() -> None:
    """Its cell shows nothing afterwards; as long as it shows something unread, nothing is told."""
    start = board("a ?\nb b")
    link = Link(Cell(0, 0), Cell(0, 1), (Cell(0, 0), Cell(0, 1)))
    assert isinstance(judge(start, link, board(". .\nb b"), AT_REST), Removed)
    assert judge(start, link, start, AT_REST) == Unclear()
    assert judge(start, link, board("a c\nb b"), AT_REST) == Unchanged()


def test_a_dead_board_is_played_to_where_a_shuffle_helps() -> None:
    """With a shuffle left the links go first, then the shuffle; without one it is the end."""
    start = board("a b c c\nb a . .")
    decision = decide(start, AT_REST, (), solver, shuffles=1)
    assert isinstance(decision, Play)
    assert decision.link.a == Cell(0, 2)
    stuck = board("a b . .\nb a . .")
    assert isinstance(decide(stuck, AT_REST, (), solver, shuffles=1), Shuffle)
    assert isinstance(decide(stuck, AT_REST, (), solver), Stop)


def test_what_one_gravity_explains_is_as_expected_though_not_all_is_read() -> None:
    """A tile that fell and cannot be read is what fell there."""
    start = board("b . / a a / b c")
    link = link_of(start, (1, 0), (1, 1))
    after = with_kind(remove(start, link.a, link.b, Gravity.DOWN), (1, 0), UNKNOWN)
    assert judge(start, link, after, FALLING_DOWN) == Unclear()
    expected = as_expected(start, link, after, FALLING_DOWN)
    assert expected is not None
    assert expected.gravities == (Gravity.DOWN,)


def test_what_several_gravities_explain_or_none_does_is_not_as_expected() -> None:
    """Nor is a board on which nothing happened, or whose link is covered."""
    start = board("b . / a a / b c")
    link = link_of(start, (1, 0), (1, 1))
    at_rest = remove(start, link.a, link.b, Gravity.NONE)
    assert as_expected(start, link, at_rest, FALLING_DOWN) is None
    assert as_expected(start, link, start, FALLING_DOWN) is None
    covered = with_kind(with_kind(start, (1, 0), UNKNOWN), (1, 1), UNKNOWN)
    assert as_expected(start, link, covered, AT_REST) is None
    part = board("b . / a a")
    assert as_expected(start, link, part, FALLING_DOWN) is None
    line = board("a b a")
    link = Link(Cell(0, 0), Cell(0, 2), (Cell(0, 0), Cell(0, 2)))
    assert as_expected(line, link, board("? ? ."), Beliefs()) is None


def test_what_several_gravities_explain_alike_is_as_expected() -> None:
    """It is known what lies there, though not yet which of them it is."""
    start = board("d d / b a / b a")
    link = link_of(start, (1, 1), (2, 1))
    after = with_kind(remove(start, link.a, link.b, Gravity.DOWN), (2, 1), UNKNOWN)
    expected = as_expected(start, link, after, Beliefs())
    assert expected is not None
    assert expected.gravities == (Gravity.DOWN,)
    top = board("a a / b c")
    link = link_of(top, (0, 0), (0, 1))
    gone = with_kind(remove(top, link.a, link.b, Gravity.NONE), (0, 1), UNKNOWN)
    expected = as_expected(top, link, gone, Beliefs())
    assert expected is not None
    assert {Gravity.NONE, Gravity.DOWN} < set(expected.gravities)


def test_a_test_that_succeeds_says_nothing_of_margins_and_turns() -> None:
    """Two neighbours that were not known to match need no path outside, nor any turn."""
    for text in ("a ? b", "a c b"):
        start = board(text)
        cells = Cell(0, 0), Cell(0, 1)
        after = Board.from_text(". . b")
        verdict = judge(start, Link(*cells, cells), after, Beliefs(gravities=(Gravity.NONE,)))
        assert isinstance(verdict, Removed)
        assert verdict.beliefs.margins == (1, 0)
        assert verdict.beliefs.turns == Beliefs().turns


def test_a_path_that_only_the_game_knows_teaches_nothing_of_the_rules() -> None:
    """A link that the game itself showed may turn oftener than we were told it can."""
    start = board("a b c / b a c / b b b")
    told = Beliefs(gravities=(Gravity.NONE,), turns=(0,))
    cells = Cell(0, 0), Cell(1, 1)
    after = board(". b c / b . c / b b b")
    verdict = judge(start, Link(*cells, cells), after, told)
    assert isinstance(verdict, Removed)
    assert (verdict.beliefs.margins, verdict.beliefs.turns) == (told.margins, told.turns)


def test_an_odd_kind_of_which_no_two_match_is_left_alone() -> None:
    """Once five tests have failed that no single misread tile explains."""
    position = Board.from_text("a a a a a\nb . . . b")
    beliefs = AT_REST
    for col in range(4):
        beliefs = doubt(position, link_of(position, (0, col), (0, col + 1)), beliefs)
    assert not never_link(position, beliefs.evidence)
    walls = doubt(position, Link(Cell(0, 0), Cell(0, 2), (Cell(0, 0), Cell(0, 2))), beliefs)
    assert never_link(position, walls.evidence) == {1}
    decision = decide(position, walls, (), solve)
    assert isinstance(decision, Play)
    assert {decision.link.a, decision.link.b} == {Cell(1, 0), Cell(1, 4)}
    # They may be of two kinds: before the end more pairs are tried, or the game lays them anew.
    rest = Board.from_text("a a a a a\n. . . . .")
    tried = walls
    while isinstance(decision := decide(rest, tried, (), solve), Play):
        tried = doubt(rest, decision.link, tried)
    assert decision == Stop("no two tiles link")
    assert len(tried.evidence.differ) > len(walls.evidence.differ)
    assert decide(rest, tried, (), solve, shuffles=1) == Shuffle()


def test_ten_failed_tests_are_enough() -> None:
    """However many boulders there are, then they are surely no tiles."""
    boulders = Board.from_text("a a a a\na a a a\na a a .")
    beliefs = AT_REST
    while isinstance(decision := decide(boulders, beliefs, (), solve), Play):
        beliefs = doubt(boulders, decision.link, beliefs)
    assert len(beliefs.evidence.differ) == 10
    assert never_link(boulders, beliefs.evidence, surely=True) == {1}


def test_one_tile_that_was_misread_makes_no_walls() -> None:
    """It is in all pairs that did not match; nor does a kind of which two have gone."""
    position = Board.from_text("a a a\na a a\na b b")
    beliefs = AT_REST
    others = [cell for cell in position.by_kind()[1] if cell != Cell(0, 0)]
    for other in others:
        link = Link(Cell(0, 0), other, (Cell(0, 0), other))
        beliefs = doubt(position, link, beliefs)
    assert len(beliefs.evidence.differ) > 5
    assert not never_link(position, beliefs.evidence)
    link = Link(others[0], others[1], (others[0], others[1]))
    assert never_link(position, doubt(position, link, beliefs).evidence) == {1}
    gone = replace(beliefs, evidence=replace(beliefs.evidence, gone=(1,)))
    assert not never_link(position, doubt(position, link, gone).evidence)


def test_a_kind_that_is_refused_thrice_and_never_went_is_left_alone() -> None:
    """Some games have stones that never go; that paths may turn less often is not believed."""
    position = Board.from_text("a a a a\nb . . b")
    beliefs = AT_REST
    for a, b in (((0, 0), (0, 1)), ((0, 1), (0, 2)), ((0, 2), (0, 3))):
        assert not never_link(position, beliefs.evidence)
        beliefs = doubt(position, link_of(position, a, b), beliefs)
    assert never_link(position, beliefs.evidence) == {1}
    assert beliefs.turns == AT_REST.turns
    decision = decide(position, beliefs, (), solve)
    assert isinstance(decision, Play)
    assert {decision.link.a, decision.link.b} == {Cell(1, 0), Cell(1, 3)}
    rest = Board.from_text("a a a a\n. . . .")
    assert isinstance(decide(rest, beliefs, (), solve), Stop)
