"""The rules of the bundled game, one by one, and its log of the truth."""

from __future__ import annotations

import json

import pytest

from bot.board import Board
from bot.errors import InputError
from bot.game import Event, EventKind, Game
from bot.geometry import Cell, Pixel
from bot.matcher import LinkRule
from bot.position import Gravity, Outcome

SQUARE = "a a\nb b"


def click(game: Game, row: int, col: int, time: float) -> None:
    """Click on the middle of a cell."""
    game.click(game.lattice.center(Cell(row, col)), time)


def log(game: Game) -> list[str]:
    """The names of what has happened."""
    return [event.kind.value for event in game.events]


def test_a_click_selects_a_tile() -> None:
    """The first click selects, and the picture shows it."""
    game = Game(Board.from_text(SQUARE))
    before = game.picture(0.0)
    click(game, 0, 1, 1.0)
    assert game.selected == Cell(0, 1)
    assert log(game) == ["deal", "click", "selected"]
    assert (game.picture(1.0) != before).any()


def test_a_second_click_takes_the_selection_back() -> None:
    """The same tile clicked twice leaves nothing selected and the picture as it was."""
    game = Game(Board.from_text(SQUARE))
    before = game.picture(0.0)
    click(game, 0, 1, 1.0)
    click(game, 0, 1, 2.0)
    assert game.selected is None
    assert log(game)[-1] == "unselected"
    assert (game.picture(2.0) == before).all()


def test_another_kind_is_selected_instead() -> None:
    """A tile of another kind refuses the link and becomes the selected one."""
    game = Game(Board.from_text(SQUARE))
    click(game, 0, 0, 1.0)
    click(game, 1, 0, 2.0)
    assert game.selected == Cell(1, 0)
    assert log(game)[-2:] == ["refused", "selected"]
    assert game.events[-2].cells == (Cell(0, 0), Cell(1, 0))


def test_the_same_kind_without_a_path_is_selected_instead() -> None:
    """Two equal tiles that no path joins are not removed."""
    game = Game(Board.from_text("a b c\nb . c\nd d a"))
    click(game, 0, 0, 1.0)
    click(game, 2, 2, 2.0)
    game.advance(9.0)
    assert game.board.tiles == 8
    assert game.selected == Cell(2, 2)


def test_a_link_is_removed_after_its_time_and_not_before() -> None:
    """Both tiles lie there until the path was shown for the time of removal."""
    game = Game(Board.from_text(SQUARE), removal=0.5)
    click(game, 0, 0, 1.0)
    click(game, 0, 1, 2.0)
    game.advance(2.49)
    assert (game.board.tiles, game.due) == (4, 2.5)
    game.advance(7.0)
    assert (str(game.board), game.due) == (". .\nb b", None)
    assert game.events[-1] == Event(2.5, EventKind.REMOVED, (Cell(0, 0), Cell(0, 1)), game.board)


def test_the_path_is_drawn_while_a_link_is_shown() -> None:
    """During the removal the picture is another one than before and after it."""
    game = Game(Board.from_text(SQUARE), removal=0.5)
    click(game, 0, 0, 1.0)
    before = game.picture(1.0)
    click(game, 0, 1, 2.0)
    during, after = game.picture(2.1), game.picture(2.6)
    assert (before != during).any()
    assert (during != after).any()


def test_clicks_are_ignored_while_a_link_is_shown() -> None:
    """A click during the removal selects nothing, one after it does."""
    game = Game(Board.from_text(SQUARE), removal=0.5)
    click(game, 0, 0, 1.0)
    click(game, 0, 1, 2.0)
    click(game, 1, 0, 2.4)
    assert log(game)[-2:] == ["click", "ignored"]
    assert game.selected is None
    click(game, 1, 0, 2.6)
    assert game.selected == Cell(1, 0)


def test_without_a_removal_time_tiles_vanish_at_once() -> None:
    """With a removal of 0 s the click itself removes."""
    game = Game(Board.from_text(SQUARE), removal=0)
    click(game, 0, 0, 1.0)
    click(game, 0, 1, 1.0)
    assert game.board.tiles == 2


def test_a_click_beside_the_tiles_does_nothing() -> None:
    """The ground, an empty cell and the gap between two tiles are no tiles."""
    game = Game(Board.from_text("a .\nb b\n. a"))
    middle = game.lattice.center(Cell(0, 0))
    gap = Pixel(middle.x, middle.y + game.lattice.pitch[1] / 2)
    for pixel in (Pixel(1, 1), game.lattice.center(Cell(0, 1)), gap):
        game.click(pixel, 1.0)
    assert log(game) == ["deal", "click", "click", "click"]
    assert game.selected is None


@pytest.mark.parametrize(
    ("gravity", "left"),
    [
        (Gravity.NONE, "d e .\n. . .\nc d ."),
        (Gravity.DOWN, ". . .\nd e .\nc d ."),
        (Gravity.UP, "d e .\nc d .\n. . ."),
        (Gravity.LEFT, "d e .\n. . .\nc d ."),
        (Gravity.RIGHT, "d e .\n. . .\nc d ."),
    ],
)
def test_tiles_fall_the_way_the_game_says(gravity: Gravity, left: str) -> None:
    """After a removal the lines that lost a tile close up, and no others."""
    game = Game(Board.from_text("d e .\na a .\nc d ."), gravity=gravity, removal=0)
    click(game, 1, 0, 1.0)
    click(game, 1, 1, 1.0)
    assert str(game.board) == left


def test_a_margin_can_be_forbidden() -> None:
    """Where no path may leave the board, two tiles in a full row do not link."""
    game = Game(Board.from_text("a b a\nc b c"), rule=LinkRule(margin=0), removal=0)
    click(game, 0, 0, 1.0)
    click(game, 0, 2, 1.0)
    assert log(game)[-2:] == ["refused", "selected"]


def test_the_last_link_clears_the_board() -> None:
    """The game is won when no tile is left, at the time of the removal."""
    game = Game(Board.from_text("a a"), removal=0.5)
    click(game, 0, 0, 1.0)
    click(game, 0, 1, 2.0)
    assert game.outcome is None
    game.advance(3.0)
    assert game.outcome is Outcome.CLEARED
    assert game.events[-1] == Event(2.5, EventKind.CLEARED)


def test_tiles_without_a_link_end_the_game() -> None:
    """A deadlock is noted when it comes, and clicks are ignored from then on."""
    game = Game(Board.from_text("c a b\nc b a"), rule=LinkRule(margin=0), removal=0.5)
    click(game, 0, 0, 1.0)
    click(game, 1, 0, 2.0)
    assert game.outcome is None
    click(game, 0, 1, 3.0)
    assert game.outcome is Outcome.DEADLOCK
    assert log(game)[-4:] == ["removed", "deadlock", "click", "ignored"]
    assert game.events[-3].time == 2.5


def test_the_log_can_be_written_as_json_and_read_back() -> None:
    """Every event of a game survives a line of JSON."""
    game = Game(Board.from_text(SQUARE), removal=0.1)
    for row, col, time in ((0, 0, 1.0), (1, 0, 2.0), (1, 1, 3.0), (0, 0, 4.0), (0, 1, 5.0)):
        click(game, row, col, time)
    game.advance(6.0)
    assert log(game)[-2:] == ["removed", "cleared"]
    lines = [json.dumps(event.as_dict()) for event in game.events]
    assert tuple(Event.from_dict(json.loads(line)) for line in lines) == game.events


def test_the_picture_stays_the_same_object_until_something_changes() -> None:
    """Looking twice costs one drawing, and nobody can write into it."""
    game = Game(Board.from_text(SQUARE))
    first = game.picture(0.0)
    assert game.picture(5.0) is first
    assert not first.flags.writeable
    click(game, 0, 0, 6.0)
    assert game.picture(6.0) is not first


def test_a_board_that_is_not_known_is_not_dealt() -> None:
    """A question mark on the board is refused."""
    with pytest.raises(InputError, match="unknown cells"):
        Game(Board.from_text("a ?\na a"))


def test_a_negative_removal_is_refused() -> None:
    """The error names the limit and the value."""
    with pytest.raises(InputError, match="0 s or more, but got -1"):
        Game(Board.from_text(SQUARE), removal=-1)


def test_each_removal_takes_the_time_it_is_told() -> None:
    """A function for the time is asked once a link."""
    left = [0.5, 2.0]
    game = Game(Board.from_text("a a b b"), removal=lambda: left.pop(0))
    for col, time in ((0, 0.0), (1, 0.0), (2, 1.0), (3, 1.0)):
        click(game, 0, col, time)
    game.advance(9.0)
    removed = [event.time for event in game.events if event.kind is EventKind.REMOVED]
    assert removed == [0.5, 3.0]
    assert not left


def test_a_shuffle_lays_the_tiles_anew_and_forgets_what_was_selected() -> None:
    """The board is the new one at once, and the log has it."""
    game = Game(Board.from_text(SQUARE))
    click(game, 0, 0, 1.0)
    before = game.picture(1.0)
    game.shuffle(Board.from_text("b a\nb a"), 2.0)
    assert str(game.board) == "b a\nb a"
    assert game.selected is None
    assert game.events[-1] == Event(2.0, EventKind.SHUFFLED, (), game.board)
    assert (game.picture(2.0) != before).any()


def test_a_shuffle_may_leave_no_link() -> None:
    """Then the game has ended in a deadlock."""
    game = Game(Board.from_text(SQUARE))
    game.shuffle(Board.from_text("a b\nb a"), 1.0)
    assert game.outcome is Outcome.DEADLOCK


@pytest.mark.parametrize("text", ["a a\nb .", "a a\nb c", "a a b b", "a a\na a"])
def test_a_shuffle_of_other_tiles_is_refused(text: str) -> None:
    """Tiles neither come, go, change nor move to empty cells."""
    game = Game(Board.from_text(SQUARE))
    with pytest.raises(InputError, match="the same tiles in the same cells"):
        game.shuffle(Board.from_text(text), 1.0)
    assert str(game.board) == SQUARE


def test_a_shuffle_waits_for_a_removal() -> None:
    """While a path is shown it is refused, for the link lies where its tiles were."""
    game = Game(Board.from_text(SQUARE), removal=1.0)
    click(game, 0, 0, 0.0)
    click(game, 0, 1, 0.0)
    with pytest.raises(InputError, match="while a link is being removed"):
        game.shuffle(Board.from_text("b a\nb a"), 0.5)
    game.shuffle(Board.from_text(". .\nb b"), 1.0)
