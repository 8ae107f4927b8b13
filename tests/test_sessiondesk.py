"""What the buttons of a person's game do, and which card lies on the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.bests import Best, Bests, GameKind
from bot.board import Board
from bot.geometry import Cell
from bot.levels import DealWish, GameLevel, deal_level
from bot.matcher import LinkRule
from bot.position import Outcome
from bot.sessiondesk import PATIENCE, SessionDesk
from bot.sessionlayout import Action

PAIRS = Board.from_text("a a b b\nc c d d")
DEAD = Board.from_text("a b\nb a")
SMALL = DealWish(GameLevel.EASY, 4, 6)


def desk(
    board: Board, wish: DealWish = SMALL, removal: float = 0.0, bests: Bests | None = None
) -> SessionDesk:
    return SessionDesk(board, wish, 5, time=0.0, removal=removal, clock=lambda: 0.0, bests=bests)


def do(desk: SessionDesk, action: Action, time: float) -> None:
    """Press a button, and wait for what it does."""
    desk.do(action, time)
    desk.wait()
    desk.advance(time)


def title(desk: SessionDesk, time: float) -> str | None:
    """What the card says."""
    card = desk.card(time)
    return None if card is None else card.title


def link(desk: SessionDesk, a: tuple[int, int], b: tuple[int, int], time: float) -> None:
    """Click on two tiles."""
    desk.choose(Cell(*a), time)
    desk.choose(Cell(*b), time)


def test_a_game_that_goes_on_has_no_card() -> None:
    """Only help under the board, and nothing to undo yet."""
    game = desk(PAIRS)
    assert game.card(1.0) is None
    assert "Arrows" in game.foot(1.0)
    assert not game.urgent
    assert game.off == {Action.UNDO, Action.GOD}


@pytest.mark.parametrize(
    ("board", "b", "turns", "why"),
    [
        ("a a b b\nc c d d", (0, 2), 2, "These two tiles are not equal"),
        ("a b c\nb c a\nd d .", (1, 2), 2, "No path with at most 2 turns joins these two tiles"),
        ("a b c\nb c a\nd d .", (1, 2), 1, "No path with at most 1 turn joins these two tiles"),
        ("a b c\nb c a\nd d .", (1, 2), 0, "No path without a turn joins these two tiles"),
    ],
)
def test_two_tiles_that_do_not_link_are_told_why(
    board: str, b: tuple[int, int], turns: int, why: str
) -> None:
    """Until the next tile is chosen; the board alone would say nothing."""
    wish = DealWish(GameLevel.EASY, rule=LinkRule(turns, margin=0))
    game = desk(Board.from_text(board), wish)
    link(game, (0, 0), b, 1.0)
    assert game.foot(1.0) == why
    assert game.urgent
    game.choose(Cell(*b), 2.0)
    assert not game.urgent


def test_a_pause_hides_the_board_until_it_is_over() -> None:
    """Its card is there, and goes with the same button."""
    game = desk(PAIRS)
    do(game, Action.PAUSE, 1.0)
    assert (title(game, 1.0), game.hidden) == ("Paused", True)
    assert Action.UNDO in game.off
    do(game, Action.PAUSE, 9.0)
    assert (title(game, 9.0), game.hidden) == (None, False)


def test_a_deadlock_is_told_at_once() -> None:
    """At the moment of the last removal, without another click."""
    game = desk(Board.from_text("c a b\nc b a"), DealWish(rule=LinkRule(margin=0)), removal=0.5)
    link(game, (0, 0), (1, 0), 1.0)
    assert title(game, 1.2) is None
    game.advance(1.6)
    assert title(game, 1.6) == "No link left"
    assert "shuffle" in game.foot(1.6)
    assert game.urgent


def test_a_shuffle_helps_in_a_deadlock() -> None:
    """The same tiles lie anew, and the card is gone."""
    game = desk(DEAD)
    do(game, Action.SHUFFLE, 1.0)
    assert title(game, 1.0) is None
    assert sorted(game.session.board.kinds) == sorted(DEAD.kinds)
    assert game.session.position.legal_links


def test_god_mode_is_for_deadlocks() -> None:
    """It is off before, and helps then."""
    game = desk(PAIRS)
    do(game, Action.GOD, 1.0)
    assert not game.session.god
    game = desk(DEAD)
    do(game, Action.GOD, 1.0)
    assert game.session.god
    assert title(game, 1.0) is None
    link(game, (0, 0), (1, 1), 2.0)
    link(game, (0, 1), (1, 0), 2.0)
    assert title(game, 2.0) == "Cleared!"


def test_a_refusal_is_forgotten_when_something_else_is_done() -> None:
    """A pause tells which keys its card takes, and after it the keys of the game are told."""
    game = desk(PAIRS)
    link(game, (0, 0), (0, 2), 1.0)
    assert "not equal" in game.foot(1.0)
    do(game, Action.PAUSE, 2.0)
    assert game.foot(2.0) == (
        "Arrows and Space choose an answer, and so does its underlined letter"
    )
    do(game, Action.NEW, 3.0)
    assert game.foot(3.0).endswith("underlined digit or letter")
    do(game, Action.BACK, 4.0)
    assert "F1 help" in game.foot(4.0)
    link(game, (0, 0), (0, 2), 5.0)
    game.unselect(6.0)
    assert "F1 help" in game.foot(6.0)
    assert game.session.selected is None


def test_a_deadlock_can_be_looked_at() -> None:
    """Its card is put away, and what helps can still be had."""
    game = desk(DEAD)
    do(game, Action.BACK, 1.0)
    assert title(game, 1.0) is None
    assert "No link is left" in game.foot(1.0)
    assert "undo" not in game.foot(1.0)  # there is nothing to undo
    do(game, Action.SHUFFLE, 2.0)
    assert game.session.outcome is None


def test_a_hint_marks_two_tiles_that_link() -> None:
    """And says nothing more where all can still be cleared."""
    game = desk(PAIRS)
    do(game, Action.HINT, 1.0)
    advice = game.session.advice(1.0)
    assert advice is not None
    assert advice.cells is not None
    assert game.session.position.link(*advice.cells)
    assert not game.urgent


def test_a_hint_tells_that_all_is_lost() -> None:
    """The line stays until something is done about it."""
    wish = DealWish(rule=LinkRule(margin=0))
    game = desk(Board.from_text("a a\nb c\nc b"), wish)
    do(game, Action.HINT, 1.0)
    assert game.foot(2.0).startswith("No order clears the board")
    assert game.urgent
    do(game, Action.SHUFFLE, 3.0)
    assert not game.urgent


def test_a_cleared_game_is_told_and_counted() -> None:
    """With its numbers; then nothing but a new game is left to do."""
    game = desk(Board.from_text("a a"))
    link(game, (0, 0), (0, 1), 4.0)
    assert title(game, 5.0) == "Cleared!"
    assert {Action.HINT, Action.SHUFFLE, Action.PAUSE} <= game.off
    (one,) = game.played(9.0)
    assert (one.outcome, one.links, one.left, one.seconds) == ("cleared", 1, 0, 4.0)


PAIR = Board.from_text("a a")
KIND = GameKind("easy", 1, 2, 1, "none", 1, 2)


def cleared(bests: Bests, seconds: float) -> SessionDesk:
    """A game that was cleared after so many s."""
    game = desk(PAIR, bests=bests)
    link(game, (0, 0), (0, 1), seconds)
    game.advance(seconds)
    return game


def lines(game: SessionDesk) -> str:
    """What the card says."""
    card = game.card(99.0)
    assert card is not None
    return " ".join(card.lines)


def test_the_best_is_told_when_a_game_is_cleared(tmp_path: Path) -> None:
    """What is new of it, or else what it is; and in the answer."""
    bests = Bests(tmp_path / "best.json", pytest.fail)
    first = cleared(bests, 9.0)
    assert "A new best time and a new best score!" in lines(first)
    first.advance(20.0)
    assert first.played(20.0)[0].best == ("time", "score")
    assert bests.all() == {KIND: Best(9.0, 100)}
    assert "A new best time!" in lines(cleared(bests, 7.0))
    later = cleared(bests, 8.0)
    assert "Your best: 00:07, 100 points" in lines(later)
    assert later.played(20.0)[0].best == ()
    assert "best" not in lines(cleared(Bests(None, pytest.fail), 1.0)).lower()


def test_help_makes_no_best_time_and_god_mode_none_at_all(tmp_path: Path) -> None:
    """Nor does a board that is known already."""
    bests = Bests(tmp_path / "best.json", pytest.fail)
    game = desk(PAIR, bests=bests)
    do(game, Action.HINT, 1.0)
    link(game, (0, 0), (0, 1), 2.0)
    game.advance(2.0)
    assert bests.all() == {KIND: Best(None, 100)}
    assert "A new best score!" in lines(game)
    do(game, Action.RESTART, 3.0)
    link(game, (0, 0), (0, 1), 4.0)
    game.advance(4.0)
    assert title(game, 4.0) == "Cleared!"
    assert bests.all() == {KIND: Best(None, 100)}
    game = desk(DEAD, bests=bests)
    do(game, Action.GOD, 1.0)
    link(game, (0, 0), (1, 1), 2.0)
    link(game, (0, 1), (1, 0), 2.0)
    game.advance(2.0)
    assert len(bests.all()) == 1


def test_a_new_game_is_dealt_at_the_level_that_was_chosen() -> None:
    """The one before is kept among those played; the new one starts its own clock."""
    game = desk(deal_level(SMALL, 5))
    do(game, Action.NEW, 3.0)
    assert (title(game, 3.0), game.hidden) == ("New game", True)
    assert game.focus == 0
    do(game, Action.NORMAL, 50.0)
    assert title(game, 50.0) is None
    assert game.session.seconds(51.0) == 1.0
    first, second = game.played(51.0)
    assert (first.outcome, first.seconds, first.level) == ("left", 3.0, GameLevel.EASY)
    assert (second.level, second.rows, second.cols) == (GameLevel.NORMAL, 4, 6)
    assert second.seed == first.seed + 1
    assert game.session.dealt == deal_level(DealWish(GameLevel.NORMAL, 4, 6), 6)


def test_a_new_game_that_cannot_be_dealt_is_told() -> None:
    """With 11 columns expert level would have an odd number of cells; the old game is there."""
    game = desk(PAIRS, DealWish(GameLevel.EASY, cols=11))
    do(game, Action.NEW, 1.0)
    do(game, Action.EXPERT, 2.0)
    assert "even number of cells, but 9 x 11 is 99" in game.foot(2.0)
    assert game.session.board == PAIRS
    assert game.wish.level is GameLevel.EASY


def test_a_new_game_can_be_thought_better_of() -> None:
    """The old one goes on, its clock having stood."""
    game = desk(PAIRS)
    do(game, Action.NEW, 3.0)
    do(game, Action.BACK, 60.0)
    assert title(game, 60.0) is None
    assert game.session.seconds(61.0) == 4.0


def test_a_new_game_in_a_deadlock_can_be_thought_better_of() -> None:
    """The deadlock's card is there again, and the game is not paused."""
    game = desk(DEAD)
    do(game, Action.NEW, 1.0)
    do(game, Action.BACK, 2.0)
    assert title(game, 2.0) == "No link left"
    assert not game.session.paused


def test_a_restart_deals_the_same_board_again() -> None:
    """From the beginning, with nothing to undo."""
    game = desk(PAIRS)
    link(game, (0, 0), (0, 1), 1.0)
    do(game, Action.PAUSE, 2.0)
    do(game, Action.RESTART, 9.0)
    assert game.session.board == PAIRS
    assert (game.session.score, game.session.can_undo, game.hidden) == (0, False, False)
    assert [one.links for one in game.played(9.0)] == [1, 0]


def test_an_undo_in_a_deadlock_goes_on_before_it() -> None:
    """The card is gone, and comes again with the same deadlock."""
    wish = DealWish(rule=LinkRule(margin=0))
    game = desk(Board.from_text("c a b\nc b a"), wish)
    for time in (1.0, 5.0):
        link(game, (0, 0), (1, 0), time)
        assert title(game, time) == "No link left"
        do(game, Action.UNDO, time + 1)
        assert title(game, time + 1) is None
    assert game.session.outcome is None


def test_work_that_takes_long_is_told_and_takes_no_clicks() -> None:
    """After a moment a card shows how far it is; what is clicked meanwhile does nothing."""
    game = desk(PAIRS)
    game.do(Action.HARD, 1.0)
    assert game.busy
    game.choose(Cell(0, 0), 1.0)
    game.do(Action.HINT, 1.0)
    assert game.session.selected is None
    assert title(game, 1.0) is None
    assert title(game, 1.0 + 2 * PATIENCE) == "One moment"
    assert game.due(1.0) == pytest.approx(1.03)
    game.wait()
    game.advance(2.0)
    assert not game.busy
    assert game.wish.level is GameLevel.HARD


def test_a_shuffle_that_cannot_be_is_told() -> None:
    """The line says why; god mode is there still."""
    wish = DealWish(rule=LinkRule(margin=0))
    stuck = desk(Board.from_text("a a . b"), wish)
    link(stuck, (0, 0), (0, 1), 1.0)
    assert stuck.session.outcome is Outcome.DEADLOCK
    do(stuck, Action.SHUFFLE, 2.0)
    assert stuck.foot(2.0).startswith("no shuffle of the 1 tiles")
    assert title(stuck, 2.0) == "No link left"


@pytest.mark.parametrize(
    ("removal", "clicked", "due"),
    [(0.0, False, 3.0), (0.5, True, 2.25 + 1 / 60)],
    ids=["clock", "path"],
)
def test_it_says_when_there_is_something_else_to_see(
    removal: float, clicked: bool, due: float
) -> None:
    """The next second of the clock, or the next picture of a path that is shown."""
    game = desk(PAIRS, removal=removal)
    if clicked:
        link(game, (0, 0), (0, 1), 2.25)
    assert game.due(2.25) == pytest.approx(due)


def test_a_window_made_an_icon_pauses_once() -> None:
    """A second time it does not go on by that."""
    game = desk(PAIRS)
    game.hide(1.0)
    game.hide(2.0)
    assert game.session.paused
