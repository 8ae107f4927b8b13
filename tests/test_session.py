"""A person's game: what earns and costs points, what the clock counts, what can be taken back."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import gravities

from bot.board import Board
from bot.deal import deal
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.position import Gravity, Outcome, Position
from bot.session import (
    HINT_COST,
    HINT_SHOWN,
    LINK_POINTS,
    QUICK,
    QUICK_POINTS,
    SHUFFLE_COST,
    TURN_POINTS,
    UNDO_COST,
    Advice,
    Session,
    laid_anew,
    think,
)

PAIRS = "a a b b\nc c d d\ne e f f"
DEAD = "a b\nb a"


def session(text: str, *, removal: float = 0.0, margin: int = 1) -> Session:
    return Session(Board.from_text(text), rule=LinkRule(margin=margin), removal=removal, seed=1)


def link(game: Session, a: tuple[int, int], b: tuple[int, int], time: float) -> None:
    """Click on two tiles."""
    game.choose(Cell(*a), time)
    game.choose(Cell(*b), time)


def test_a_link_earns_points_and_its_turns_earn_more() -> None:
    """Neighbours earn the least; a path round a corner earns for each turn."""
    game = session("a b a\nc b c\nd d c\ne e c")
    link(game, (0, 1), (1, 1), 0.0)
    assert game.score == LINK_POINTS
    game = session("a b a\nc b c\nd d c\ne e c")
    link(game, (0, 0), (0, 2), 0.0)
    assert game.score == LINK_POINTS + 2 * TURN_POINTS


@pytest.mark.parametrize(
    ("pause", "bonus"), [(0.0, QUICK_POINTS), (QUICK / 2, QUICK_POINTS // 2), (QUICK + 1, 0)]
)
def test_quick_links_earn_more(pause: float, bonus: int) -> None:
    """All of the bonus at once, half of it after half the time, nothing later."""
    game = session(PAIRS)
    link(game, (0, 0), (0, 1), 5.0)
    before = game.score
    link(game, (1, 0), (1, 1), 5.0 + pause)
    assert game.score - before == LINK_POINTS + bonus


def test_undo_brings_the_board_back_and_takes_the_points() -> None:
    """Link by link to the deal; then there is nothing to undo."""
    game = session(PAIRS)
    boards = [game.board]
    for row in range(3):
        link(game, (row, 0), (row, 1), 20.0 * row)
        boards.append(game.board)
    assert game.score == 3 * LINK_POINTS
    for left in (2, 1, 0):
        assert game.can_undo
        game.undo(90.0)
        assert game.board == boards[left]
    assert game.score == 0
    assert (game.links, game.undone) == (0, 3)
    game.undo(91.0)
    assert (game.can_undo, game.undone) == (False, 3)


def test_undoing_and_doing_again_earns_nothing() -> None:
    """The next link after an undo is not a quick one, and the undo has its price."""
    game = session(PAIRS)
    link(game, (0, 0), (0, 1), 0.0)
    link(game, (1, 0), (1, 1), 60.0)
    before = game.score
    game.undo(60.1)
    link(game, (1, 0), (1, 1), 60.2)
    assert game.score == before - UNDO_COST


def test_undo_while_a_path_is_shown_stops_the_removal() -> None:
    """Both tiles stay, also when the time of the removal has come."""
    game = session(PAIRS, removal=1.0)
    link(game, (0, 0), (0, 1), 0.0)
    game.undo(0.5)
    game.advance(5.0)
    assert (game.board, game.link) == (game.dealt, None)


def test_a_link_may_be_chosen_while_another_is_shown() -> None:
    """Both count, and undo takes back one after the other, each to the board it was made on."""
    game = session(PAIRS, removal=1.0)
    link(game, (0, 0), (0, 1), 20.0)
    link(game, (1, 0), (1, 1), 20.5)
    assert (game.links, game.board.tiles) == (2, 10)
    assert game.score == 2 * LINK_POINTS + round(QUICK_POINTS * 0.95)
    game.undo(20.6)
    assert game.board == game.dealt.without((Cell(0, 0), Cell(0, 1)))
    game.undo(20.7)
    assert game.board == game.dealt


def test_the_turns_of_a_link_are_those_of_the_board_it_is_made_on() -> None:
    """A path through the place of tiles that are just going is as short as it is drawn."""
    game = session("c a a c\nb d b d", removal=1.0)
    link(game, (0, 1), (0, 2), 20.0)
    before = game.score
    link(game, (0, 0), (0, 3), 90.0)
    straight = game.score - before
    game = session("c a a c\nb d b d", removal=100.0)
    link(game, (0, 1), (0, 2), 20.0)
    before = game.score
    link(game, (0, 0), (0, 3), 90.0)
    assert game.score - before == straight == LINK_POINTS


def test_the_two_that_were_refused_are_known_until_the_next_click() -> None:
    """In the order of the clicks."""
    game = session(PAIRS)
    game.choose(Cell(0, 0), 1.0)
    assert game.refused == ()
    game.choose(Cell(1, 0), 2.0)
    assert game.refused == (Cell(0, 0), Cell(1, 0))
    game.choose(Cell(1, 1), 3.0)
    assert game.refused == ()


def test_a_shuffle_can_be_undone() -> None:
    """The tiles lie where they lay; what the shuffle cost stays gone."""
    game = session(PAIRS)
    for row in range(3):
        link(game, (row, 0), (row, 1), 100.0 * row)
    before, score = game.board, game.score
    link(game, (0, 2), (0, 3), 400.0)
    game.undo(401.0)
    game.shuffle(game.shuffled(), 500.0)
    assert game.board != before
    assert game.shuffles == 1
    game.undo(501.0)
    assert (game.board, game.shuffles) == (before, 0)
    assert game.score == max(0, score - SHUFFLE_COST - 2 * UNDO_COST)


def test_the_clock_stands_in_a_pause() -> None:
    """A pause of any length counts nothing."""
    game = session(PAIRS)
    game.pause(10.0)
    assert game.paused
    assert game.seconds(500.0) == 10.0
    game.pause(500.0)
    assert game.seconds(507.0) == 17.0


def test_a_paused_game_takes_no_clicks() -> None:
    """Nothing is selected, linked or undone behind the curtain."""
    game = session(PAIRS)
    link(game, (0, 0), (0, 1), 1.0)
    game.pause(2.0)
    game.choose(Cell(1, 0), 3.0)
    game.undo(3.0)
    assert game.selected is None
    assert game.board.tiles == 10


def test_the_clock_stops_when_the_board_is_cleared() -> None:
    """At the end of the last removal, not when somebody looks."""
    game = session("a a", removal=0.5)
    link(game, (0, 0), (0, 1), 4.0)
    assert game.seconds(4.2) == 4.2
    game.advance(99.0)
    assert game.outcome is Outcome.CLEARED
    assert game.seconds(120.0) == 4.5
    game.pause(121.0)
    assert not game.paused


def test_a_deadlock_is_noticed_at_once_and_a_shuffle_ends_it() -> None:
    """Not at the next click: the clock stands, and runs on when the tiles are laid anew."""
    game = session("c a b\nc b a", margin=0)
    link(game, (0, 0), (1, 0), 3.0)
    link(game, (0, 1), (1, 1), 3.0)  # refused: there is no such link
    assert game.outcome is Outcome.DEADLOCK
    assert game.seconds(60.0) == 3.0
    game.shuffle(game.shuffled(), 60.0)
    assert game.outcome is None
    assert game.seconds(61.0) == 4.0


def test_god_mode_links_any_two_equal_tiles_for_no_points() -> None:
    """The deadlock is over; the board can be cleared, the score stays."""
    game = session(DEAD)
    assert game.outcome is Outcome.DEADLOCK
    game.play_god(1.0)
    assert game.god
    link(game, (0, 0), (1, 1), 2.0)
    link(game, (0, 1), (1, 0), 2.0)
    assert game.outcome is Outcome.CLEARED
    assert game.score == 0


def test_a_hint_is_shown_for_some_time_at_its_price() -> None:
    """Then it is gone; the next click takes it away sooner."""
    game = session(PAIRS)
    for row in range(3):
        link(game, (row, 0), (row, 1), 100.0 * row)
    score = game.score
    advice = game.hint()
    game.give_hint(advice, 300.0)
    assert game.score == score - HINT_COST
    assert game.hints == 1
    assert game.due == 300.0 + HINT_SHOWN
    assert game.advice(303.0) == advice
    assert game.advice(300.0 + HINT_SHOWN) is None
    game.advance(400.0)
    assert game.due is None
    game.give_hint(advice, 401.0)
    game.choose(Cell(0, 2), 402.0)
    assert game.advice(402.0) is None


def test_a_hint_that_knows_no_link_costs_nothing() -> None:
    """It says so, and that is all."""
    game = session(PAIRS)
    link(game, (0, 0), (0, 1), 0.0)
    game.give_hint(Advice(None, lost=True), 1.0)
    assert (game.score, game.hints) == (LINK_POINTS, 0)


def test_a_hint_in_god_mode_is_two_equal_tiles() -> None:
    """No path is asked for."""
    game = session(DEAD)
    assert game.hint().cells is None
    game.play_god(1.0)
    assert game.hint().cells == (Cell(0, 0), Cell(1, 1))


def test_hints_lead_to_a_cleared_board() -> None:
    """Followed from the deal to the end they never run into a deadlock."""
    game = Session(deal(6, 8, 12, 5, copies=4, solvable=True), removal=0.0)
    time = 0.0
    while game.outcome is None:
        cells = game.hint().cells
        assert cells is not None
        time += 1.0
        link(game, *cells, time)
    assert game.outcome is Outcome.CLEARED
    assert game.links == 24


def test_a_lost_board_is_known_to_be_lost() -> None:
    """There is a link still, but no order that clears all."""
    advice = think(Position(Board.from_text("a a\nb c\nc b"), LinkRule(margin=0)))
    assert advice == Advice((Cell(0, 0), Cell(0, 1)), lost=True)


def test_the_score_never_falls_below_nothing() -> None:
    """Help is there for those without points, too."""
    game = session(PAIRS)
    game.give_hint(game.hint(), 1.0)
    game.shuffle(game.shuffled(), 2.0)
    assert game.score == 0


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), gravities)
def test_tiles_laid_anew_have_a_link(seed: int, gravity: Gravity) -> None:
    """Whatever is left of a game, solvable is asked for or not."""
    board = deal(4, 5, 5, seed)
    for solvable in (True, False):
        laid = laid_anew(Position(board, gravity=gravity), Random(seed), solvable=solvable)
        assert Position(laid, gravity=gravity).legal_links
        assert sorted(laid.kinds) == sorted(board.kinds)


def test_tiles_that_can_never_link_are_not_laid_anew() -> None:
    """Two that a hole without a way round parts; god mode takes them."""
    position = Position(Board.from_text("a # a"), LinkRule(margin=0))
    with pytest.raises(InputError, match="no shuffle of the 2 tiles"):
        laid_anew(position, Random(1))
