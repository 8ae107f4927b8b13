"""The hint: a link that can be played, and no promise that the board does not keep."""

from __future__ import annotations

import pytest
from builders import board, can_be_cleared, played, shuffled_board

from bot.beliefs import Beliefs
from bot.board import UNKNOWN, Board
from bot.deal import deal
from bot.geometry import Cell
from bot.hint import Hint, advise, likely_gravity, possible_gravities
from bot.matcher import LinkRule
from bot.position import Gravity, Outcome, Position, settled
from bot.solver import Verdict, Why, solve

AT_REST = Beliefs(gravities=(Gravity.NONE,))
"""Nothing falls; whether there is a margin is not known."""
INSIDE = Beliefs(gravities=(Gravity.NONE,), margins=(0,))


def hint(text: str, beliefs: Beliefs = AT_REST) -> Hint:
    """What is advised on a board of one line of text."""
    return advise(board(text), beliefs)


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN, Gravity.LEFT])
@pytest.mark.parametrize("margins", [(1, 0), (1,), (0,)])
@pytest.mark.parametrize("seed", range(3))
def test_a_promised_plan_clears_the_board(
    seed: int, margins: tuple[int, ...], gravity: Gravity
) -> None:
    """Played link by link, it leaves no tile; and a board without such a plan is unsolvable."""
    start = shuffled_board(3, 4, 3, seed)
    advice = advise(start, Beliefs((gravity,), margins))
    position = Position(start, LinkRule(2, margins[0]), gravity)
    assert advice.verdict is (
        Verdict.SOLVED if can_be_cleared(position, {}) else Verdict.UNSOLVABLE
    )
    assert advice.is_sure == (advice.link is not None)
    after = played(position, advice.links)
    if advice.verdict is Verdict.SOLVED:
        assert advice.link == advice.links[0]
        assert after.outcome() is Outcome.CLEARED
    else:
        assert len(advice.links) <= advice.most


@pytest.mark.parametrize("seed", range(3))
def test_of_a_usual_deal_the_whole_plan_can_be_played(seed: int) -> None:
    """Taking the easiest link first leaves the others as good as they were."""
    start = Position(deal(8, 14, 28, seed, solvable=True))
    advice = advise(start.board, AT_REST)
    assert advice.verdict is Verdict.SOLVED
    assert played(start, advice.links).outcome() is Outcome.CLEARED


def test_the_easiest_link_of_the_plan_comes_first() -> None:
    """Straight before turned, and near before far, where nothing falls."""
    advice = hint("a b b a / c . . c")
    assert advice.link is not None
    assert (advice.link.turns, advice.link.cells) == (0, 0)
    assert len(advice.links) == 3


def test_what_was_read_with_little_confidence_comes_last() -> None:
    """The easiest link of other tiles is taken; a doubtful one is not called sure."""
    here = board("a b b a / c d d c")
    doubtful = {Cell(0, 1), Cell(1, 2)}
    advice = advise(here, AT_REST, doubtful=doubtful)
    assert advice.link is not None
    assert advice.is_sure
    assert not doubtful & {advice.link.a, advice.link.b}
    poor = advise(here, AT_REST, doubtful=set(here.cells()))
    assert (poor.odds, poor.is_sure) == (1, False)


def test_where_tiles_fall_the_order_of_the_plan_stands() -> None:
    """What can be taken later is not taken first, for it would fall otherwise."""
    start = board("a c / b a / b c")
    fallen = Beliefs((Gravity.DOWN,), (1,))
    first = solve(Position(start, LinkRule(), Gravity.DOWN)).links[0]
    assert advise(start, fallen).link == first


def test_a_path_inside_is_shown_where_nobody_knows_of_a_margin() -> None:
    """Of two paths that one which holds either way; the margin is used where nothing else is."""
    either = hint("a # a / . . .")
    assert either.link is not None
    assert all(cell.row in {0, 1} for cell in either.link.path)
    around = hint("a b c a b c")
    assert around.link is not None
    assert any(cell.row == -1 for cell in around.link.path)


def test_no_link_is_a_deadlock() -> None:
    """Nothing is advised, and it is said why."""
    advice = hint("a b / b a")
    assert (advice.link, advice.links) == (None, ())
    assert (advice.verdict, advice.outcome) == (Verdict.UNSOLVABLE, Outcome.DEADLOCK)


def test_a_board_that_cannot_be_cleared_still_has_a_link() -> None:
    """The plan is as long as one can be, and no more is said to go."""
    advice = hint("a b c c / b a d d")
    assert advice.verdict is Verdict.UNSOLVABLE
    assert advice.outcome is None
    assert len(advice.links) == advice.most == 2


def test_nothing_is_promised_of_cells_that_cannot_be_told() -> None:
    """The verdict is open, and a link of tiles that were read comes first."""
    advice = hint("a a b c / ? ? c b")
    assert (advice.verdict, advice.why) == (Verdict.UNDECIDED, Why.HIDDEN)
    assert advice.outcome is None
    assert advice.link is not None
    assert advice.is_sure
    assert UNKNOWN not in {board("a a b c / ? ? c b")[cell] for cell in advice.link.path[:1]}


def test_a_link_with_an_unknown_tile_has_odds() -> None:
    """One where only one kind is left for it, and no outcome is told while that is open."""
    open_question = hint("a ? b / # . # / ? c ?", INSIDE)
    assert open_question.link is not None
    assert 0 < open_question.odds < 1
    certain = hint("a b ? b")
    assert certain.link is not None
    assert certain.odds == 1
    assert not hint("a ? / ? b", Beliefs((Gravity.NONE,), (0,), turns=(0,))).outcome


def test_an_odd_kind_is_a_misread_tile_and_no_proof() -> None:
    """A picture with three of a kind is not called unsolvable."""
    advice = hint("a a a b / b c c d")
    assert (advice.verdict, advice.why) == (Verdict.UNDECIDED, Why.ODD)
    assert advice.link is not None


def test_only_gravities_under_which_nothing_hangs_are_possible() -> None:
    """A gap under a tile rules the fall out that would have closed it."""
    assert possible_gravities(board("a b / b a")) == tuple(Gravity)
    assert Gravity.DOWN not in possible_gravities(board("a b / . a / b ."))
    assert likely_gravity(board("a b / . a / b .")) is Gravity.NONE


def test_a_half_cleared_board_tells_which_way_tiles_fall() -> None:
    """With enough gaps, and none under a tile, they fall; a few gaps tell nothing."""
    start = Position(deal(8, 12, 24, 3, solvable=True), gravity=Gravity.DOWN)
    links = solve(start).links
    assert likely_gravity(start.board) is Gravity.NONE
    assert likely_gravity(played(start, links[:24]).board) is Gravity.DOWN
    two_gone = played(Position(start.board), list(Position(start.board).legal_links)[:1]).board
    assert likely_gravity(two_gone) is Gravity.NONE


@pytest.mark.parametrize("seed", range(5))
def test_without_gravity_a_half_cleared_board_shows_it(seed: int) -> None:
    """Somewhere a tile hangs in the air."""
    start = Position(deal(8, 12, 24, seed, solvable=True))
    after: Board = played(start, solve(start).links[:24]).board
    assert settled(after, Gravity.DOWN) != after
    assert likely_gravity(after) is Gravity.NONE
