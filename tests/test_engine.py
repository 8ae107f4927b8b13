"""The rules at work, without pictures: choosing, undoing, and links that need no path."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import gravities

from bot.board import Board
from bot.deal import deal
from bot.engine import Engine, Event, EventKind
from bot.errors import InputError
from bot.geometry import Cell
from bot.position import Gravity, Outcome, Position

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


def hasty(text: str, gravity: Gravity = Gravity.NONE) -> Engine:
    """A game whose first click of a link has been made, and the link at 2 s."""
    game = Engine(Board.from_text(text), gravity=gravity, removal=0.5, hasty=True)
    game.click(Cell(0, 0), 1.0)
    game.click(Cell(0, 1), 2.0)
    assert game.link is not None
    return game


def test_a_hasty_game_takes_a_click_while_a_path_is_shown() -> None:
    """The tile is selected at once, and the path is shown as long as ever."""
    game = hasty("a a\nb b")
    assert game.click(Cell(1, 0), 2.1)
    assert (game.selected, game.due) == (Cell(1, 0), 2.5)
    game.advance(2.5)
    assert (game.selected, game.board.tiles) == (Cell(1, 0), 2)


def test_a_second_click_of_a_hasty_game_needs_the_tiles_gone() -> None:
    """They go at once; what they lay between links, and nothing of the log is out of order."""
    game = hasty("a a b\nb c c")
    game.click(Cell(0, 2), 2.1)
    assert game.click(Cell(1, 0), 2.2)
    assert game.link is not None
    assert (game.link.a, game.link.b) == (Cell(0, 2), Cell(1, 0))
    assert str(game.board) == ". . b\nb c c"
    assert log(game)[-4:] == ["selected", "click", "removed", "linked"]
    times = [event.time for event in game.events]
    assert times == sorted(times)
    assert [event.time for event in game.events if event.kind is EventKind.REMOVED] == [2.2]
    assert game.due == 2.7


def test_a_hasty_game_ignores_clicks_on_the_tiles_that_go() -> None:
    """Neither is selected, and neither goes sooner."""
    game = hasty(SQUARE)
    for cell in (Cell(0, 0), Cell(0, 1)):
        assert not game.click(cell, 2.1)
    assert log(game)[-4:] == ["click", "ignored", "click", "ignored"]
    assert (game.selected, game.due) == (None, 2.5)


def test_a_tile_that_will_fall_is_taken_where_it_falls_to() -> None:
    """A click on it has the others go at once; one below stays, and waits for nothing."""
    game = Engine(
        Board.from_text("c b d\na a d\nb c ."), gravity=Gravity.DOWN, removal=0.5, hasty=True
    )
    game.click(Cell(1, 0), 1.0)
    game.click(Cell(1, 1), 2.0)
    game.click(Cell(2, 0), 2.1)
    assert (game.selected, game.due) == (Cell(2, 0), 2.5)
    game.click(Cell(0, 1), 2.2)
    assert str(game.board) == ". . d\nc b d\nb c ."
    assert log(game)[-4:] == ["click", "removed", "refused", "selected"]
    assert game.selected == Cell(1, 1)


def test_a_selection_is_taken_back_while_a_path_is_shown() -> None:
    """A second click on the tile gives it up, and the path stays."""
    game = hasty(SQUARE)
    game.click(Cell(1, 0), 2.1)
    game.click(Cell(1, 0), 2.2)
    assert (game.selected, game.due) == (None, 2.5)


def seen_at(game: Engine, cell: Cell) -> Cell:
    """Where a tile is seen now that lies there when what is shown has gone."""
    if game.link is None:
        return cell
    for place in game.board.cells():
        tile = game.board[place] > 0 and place not in (game.link.a, game.link.b)
        if tile and game._lands(game.link, place) == cell:
            return place
    raise AssertionError(cell)


@settings(max_examples=60, deadline=None)
@given(gravities, st.integers(0, 10**6), st.data())
def test_a_hasty_game_plays_what_a_patient_one_does(
    gravity: Gravity, seed: int, data: st.DataObject
) -> None:
    """The same tiles, clicked where they are seen at any time, go; and the same board is left."""
    board = deal(4, 6, 4, seed)
    game = Engine(board, gravity=gravity, removal=1.0, hasty=True)
    position, time = Position(board, gravity=gravity), 0.0
    while links := list(position.legal_links):
        link = data.draw(st.sampled_from(links))
        for cell in (link.a, link.b):
            time += data.draw(st.sampled_from([0.0, 0.3, 1.0]))
            game.advance(time)
            game.click(seen_at(game, cell), time)
        position = position.after(link)
    game.advance(time + 1.0)
    assert game.board == position.board
