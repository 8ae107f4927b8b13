"""The rules at work, without pictures: choosing, undoing, and links that need no path."""

from __future__ import annotations

import pytest

from bot.board import Board
from bot.engine import Engine, Event, EventKind
from bot.errors import InputError
from bot.geometry import Cell
from bot.position import Gravity, Outcome

SQUARE = "a a\nb b"
DEAD = "a b\nb a"


def engine(text: str, *, gravity: Gravity = Gravity.NONE, removal: float = 0.5) -> Engine:
    return Engine(Board.from_text(text), gravity=gravity, removal=removal)


def log(game: Engine) -> list[str]:
    """The names of what has happened."""
    return [event.kind.value for event in game.events]


def test_two_clicks_link_and_time_removes() -> None:
    """The link is there with its path from the second click until its time is over."""
    game = engine(SQUARE)
    assert game.click(Cell(0, 0), 1.0)
    assert game.click(Cell(0, 1), 2.0)
    assert game.link is not None
    assert game.link.path == (Cell(0, 0), Cell(0, 1))
    assert (game.since, game.due) == (2.0, 2.5)
    game.advance(2.5)
    assert game.link is None
    assert str(game.board) == ". .\nb b"


def test_an_empty_cell_is_no_tile() -> None:
    """A click on it is one beside the tiles, as is a click on no cell."""
    game = engine("a .\n. a")
    assert not game.click(Cell(0, 1), 1.0)
    assert not game.click(None, 1.0)
    assert log(game) == ["deal", "click", "click"]
    assert game.selected is None


def test_a_selection_can_be_given_up() -> None:
    """Nothing is selected afterwards; doing it twice does nothing."""
    game = engine(SQUARE)
    game.click(Cell(0, 0), 1.0)
    game.unselect(2.0)
    game.unselect(3.0)
    assert game.selected is None
    assert log(game) == ["deal", "click", "selected", "unselected"]


@pytest.mark.parametrize("time", [2.1, 9.0], ids=["while it is shown", "after it"])
def test_an_earlier_board_comes_back(time: float) -> None:
    """It is the board, nothing is being removed, and the log has it."""
    game = engine(SQUARE)
    before = game.board
    game.click(Cell(0, 0), 1.0)
    game.click(Cell(0, 1), 2.0)
    game.advance(time)
    game.restore(before, time)
    assert (game.board, game.link, game.due) == (before, None, None)
    assert game.events[-1] == Event(time, EventKind.UNDONE, (), before)


def test_going_back_takes_the_end_back() -> None:
    """A game that has ended goes on from the earlier board."""
    game = engine("a a", removal=0)
    before = game.board
    game.click(Cell(0, 0), 1.0)
    game.click(Cell(0, 1), 1.0)
    assert game.outcome is Outcome.CLEARED
    game.restore(before, 2.0)
    assert game.outcome is None


def test_in_a_free_game_equal_tiles_need_no_path() -> None:
    """What was a deadlock goes on until the board is cleared."""
    game = engine(DEAD, removal=0)
    assert game.outcome is Outcome.DEADLOCK
    game.make_free(1.0)
    assert game.outcome is None
    for cell in (Cell(1, 1), Cell(0, 0), Cell(0, 1), Cell(1, 0)):
        game.click(cell, 2.0)
    assert game.outcome is Outcome.CLEARED
    assert log(game)[-1] == "cleared"


def test_in_a_free_game_other_tiles_are_refused_still() -> None:
    """Two kinds do not link."""
    game = engine(DEAD)
    game.make_free(1.0)
    game.click(Cell(0, 0), 2.0)
    game.click(Cell(0, 1), 2.0)
    assert game.selected == Cell(0, 1)
    assert game.joined(Cell(0, 0), Cell(0, 0)) is None


def test_a_free_link_that_has_a_path_keeps_it() -> None:
    """Only where there is no path a straight line stands for one."""
    game = engine("a b a\nb c c")
    game.make_free(1.0)
    around = game.joined(Cell(0, 2), Cell(0, 0))
    through = game.joined(Cell(1, 0), Cell(0, 1))
    assert around is not None
    assert around.turns == 2
    assert through is not None
    assert through.path == (Cell(0, 1), Cell(1, 0))


def test_tiles_fall_after_a_free_link() -> None:
    """Gravity is that of the game."""
    game = engine("a b\nb a\nc c", gravity=Gravity.DOWN, removal=0)
    game.make_free(1.0)
    game.click(Cell(1, 0), 2.0)
    game.click(Cell(0, 1), 2.0)
    assert str(game.board) == ". .\na a\nc c"


def test_a_free_game_of_odd_tiles_ends() -> None:
    """A tile without a partner is a deadlock in any game."""
    game = engine("a b", removal=0)
    game.make_free(1.0)
    assert game.outcome is Outcome.DEADLOCK


def test_an_unknown_cell_is_refused() -> None:
    """There is nothing to play with what nobody knows."""
    with pytest.raises(InputError, match="unknown cells"):
        engine("a ?\na a")
