"""A series of games does what its buttons say, and can be played by pictures and clicks alone."""

from __future__ import annotations

import numpy as np
import pytest
from seriesgame import SeriesGame, SeriesKind

from bot.board import Board
from bot.buttons import Button, Role, find_button
from bot.damage import noisy
from bot.deal import deal
from bot.errors import InputError
from bot.game import EventKind
from bot.geometry import Cell, Pixel
from bot.hand import FreeHand
from bot.position import Gravity, Outcome, Position
from bot.reader import read
from bot.runner import Player
from bot.simulator import SimulatedClock, SimulatedMouse, SimulatedScreen, draw
from bot.solver import Verdict, solve
from bot.style import Style
from bot.tally import Ending

FIRST = deal(4, 6, 6, seed=7, solvable=True)
SECOND = deal(6, 8, 12, seed=3, solvable=True)
DEAD = Board.from_text("a b\nb a")


def series(*boards: Board, **rules: object) -> SeriesGame:
    """A series whose links go at once."""
    return SeriesGame(boards or (FIRST, SECOND), **{"removal": 0.0, **rules})  # type: ignore[arg-type]


def press(game: SeriesGame, role: Role, time: float) -> None:
    """Click the middle of a button, whether it is seen or not."""
    left, top, width, height = game.place(role)
    game.click(Pixel(left + width / 2, top + height / 2), time)


def play(game: SeriesGame, time: float, links: int | None = None) -> None:
    """Play some links of a solution, or all."""
    for link in solve(game.game.position).links[:links]:
        for cell in (link.a, link.b):
            game.click(game.spot(cell), time)


def kinds(game: SeriesGame) -> list[SeriesKind]:
    """What happened."""
    return [event.kind for event in game.events]


def seen(game: SeriesGame, time: float) -> set[Role]:
    """The buttons that a picture shows."""
    picture = game.picture(time)
    return {button.role for button in game.buttons if find_button(picture, button) is not None}


def by_role(game: SeriesGame, role: Role) -> Button:
    """The button that does something."""
    return next(button for button in game.buttons if button.role is role)


BAR = {Role.SHUFFLE, Role.HINT}


def test_buttons_are_found_where_they_are_and_only_while_they_are_shown() -> None:
    """Two are always there; that of a message comes and goes with it."""
    game = series(popups=[2])
    assert seen(game, 0.0) == BAR
    play(game, 1.0, 2)
    assert seen(game, 1.0) == BAR | {Role.POPUP}
    press(game, Role.POPUP, 2.0)
    assert seen(game, 2.0) == BAR
    play(game, 3.0)
    assert game.game.outcome is Outcome.CLEARED
    assert seen(game, 3.5) == BAR
    assert seen(game, 3.9) == BAR | {Role.NEXT}
    for button in game.buttons[:3]:
        left, top, width, height = game.place(button.role)
        middle = Pixel(left + width / 2, top + height / 2)
        assert find_button(noisy(game.picture(4.0), 3, 1), button) == middle


def test_the_window_shows_the_game_and_is_read_as_one() -> None:
    """Bar and room around the board are no tiles, and clicks on cells reach them."""
    game = series()
    reading = read(SimulatedScreen(game, SimulatedClock()).grab())
    assert (reading.board.rows, reading.board.cols, reading.board.tiles) == (4, 6, 24)
    for cell in FIRST.cells():
        assert reading.lattice.center(cell) == pytest.approx(game.spot(cell), abs=2)
    game.click(game.spot(next(FIRST.cells())), 0.0)
    assert game.game.selected == (0, 0)


def test_a_shuffle_lays_a_board_that_can_be_cleared_some_times_in_a_game() -> None:
    """The same tiles in other places; after the last shuffle the button does nothing."""
    game = series(shuffles=2, gravity=Gravity.DOWN)
    boards = {FIRST}
    for time in (1.0, 2.0, 3.0, 4.0):
        press(game, Role.SHUFFLE, time)
        boards.add(game.game.board)
        assert sorted(game.game.board.kinds) == sorted(FIRST.kinds)
        verdict = solve(Position(game.game.board, gravity=Gravity.DOWN)).verdict
        assert verdict is Verdict.SOLVED
    assert len(boards) == 3
    assert kinds(game) == [
        *(SeriesKind.DEAL, SeriesKind.SHUFFLE, SeriesKind.SHUFFLE),
        *(SeriesKind.IGNORED, SeriesKind.IGNORED),
    ]
    assert seen(game, 5.0) == BAR


def test_a_dead_game_waits_for_a_shuffle_and_shows_its_board() -> None:
    """No message comes while there is one; a shuffle brings links."""
    game = series(DEAD, FIRST, shuffles=1)
    assert game.games[0].outcome is Outcome.DEADLOCK
    assert game.message(99.0) is None
    bare = draw(DEAD, Style.default())
    x, y = game.spot(Cell(0, 0))
    left, top = round(x - game.game.lattice.origin.x), round(y - game.game.lattice.origin.y)
    shown = game.picture(99.0)[top : top + bare.shape[0], left : left + bare.shape[1]]
    assert np.array_equal(shown, bare)
    press(game, Role.SHUFFLE, 100.0)
    assert game.game.position.legal_links
    play(game, 101.0)
    assert game.game.outcome is Outcome.CLEARED


def test_a_dead_game_without_a_shuffle_leads_on_too() -> None:
    """A message comes after a moment, and its button deals the next board."""
    game = series(DEAD, FIRST, shuffles=0)
    assert game.message(0.7) is None
    assert game.message(0.9) is Role.NEXT
    press(game, Role.NEXT, 1.0)
    assert (game.message(1.0), game.game.board) == (None, FIRST)


def test_a_hint_marks_two_tiles_of_a_link_for_two_seconds() -> None:
    """Around them alone the picture changes; after the last hint the button does nothing."""
    game = series(hints=1)
    plain = game.picture(0.0)
    press(game, Role.HINT, 0.0)
    differs = (game.picture(1.9) != plain).any(axis=2)
    shares = {}
    for cell in FIRST.cells():
        x, y = map(int, game.spot(cell))
        shares[cell] = differs[y - 32 : y + 32, x - 28 : x + 28].mean()
    one, two, *others = sorted(shares, key=lambda cell: -shares[cell])
    assert shares[two] > 2 * shares[others[0]]
    assert game.game.position.link(one, two) is not None
    assert np.array_equal(game.picture(2.1), plain)
    press(game, Role.HINT, 3.0)
    assert np.array_equal(game.picture(3.0), plain)
    assert kinds(game)[1:] == [SeriesKind.HINT, SeriesKind.IGNORED]


def test_a_hint_goes_with_its_tiles() -> None:
    """What was marked and is taken is marked no longer."""
    game, plain = series(), series()
    press(game, Role.HINT, 0.0)
    for each in (game, plain):
        play(each, 0.1)
    assert np.array_equal(game.picture(0.2), plain.picture(0.2))


def test_buttons_wait_while_a_link_is_removed() -> None:
    """Neither shuffles nor hints, nor is one of them spent."""
    game = series(removal=10.0, shuffles=1, hints=1)
    play(game, 0.0, 1)
    for role in (Role.SHUFFLE, Role.HINT):
        press(game, role, 5.0)
    assert kinds(game)[1:] == [SeriesKind.IGNORED] * 2
    for role in (Role.SHUFFLE, Role.HINT):
        press(game, role, 11.0)
    assert kinds(game)[3:] == [SeriesKind.SHUFFLE, SeriesKind.HINT]


def test_a_message_takes_every_click() -> None:
    """Beside its button nothing happens, neither to tiles nor to the bar under it."""
    game = series(popups=[0])
    assert game.message(0.0) is Role.POPUP
    game.click(game.spot(next(FIRST.cells())), 1.0)
    for role in BAR:
        press(game, role, 1.0)
    assert game.game.selected is None
    assert kinds(game)[2:] == [SeriesKind.IGNORED] * 3
    press(game, Role.POPUP, 2.0)
    assert game.message(99.0) is None


def test_a_series_ends_with_its_last_game() -> None:
    """Its message has no button, and a click where it would be does nothing."""
    game = series(FIRST)
    play(game, 0.0)
    assert seen(game, 1.0) == BAR
    assert game.message(1.0) is Role.NEXT
    press(game, Role.NEXT, 2.0)
    assert len(game.games) == 1
    assert kinds(game)[-1] is SeriesKind.IGNORED


def test_a_series_needs_a_board_and_numbers_that_are_none_below_zero() -> None:
    """Anything else is refused."""
    with pytest.raises(InputError, match="needs a board"):
        SeriesGame(())
    with pytest.raises(InputError, match="0 or more"):
        series(shuffles=-1)


def test_a_picture_is_the_same_until_something_changes() -> None:
    """So that looking costs nothing, and nobody can draw on it."""
    game = series()
    assert game.picture(0.0) is game.picture(50.0)
    assert not game.picture(0.0).flags.writeable


@pytest.mark.parametrize("look", [None, 5])
def test_buttons_are_as_whoever_cut_them_out_would_have_them(look: int | None) -> None:
    """Each role once, whatever the tiles look like, in a window narrow or wide."""
    style = None if look is None else Style.random(look)
    for board in (Board.from_text("a a\nb b"), SECOND):
        game = series(board, style=style, popups=[0])
        assert {button.role for button in game.buttons} == set(Role)
        assert seen(game, 0.0) == BAR | {Role.POPUP}


def test_a_player_plays_one_game_after_another() -> None:
    """A player that knows of no buttons clears a game; then the next button leads to another."""
    clock = SimulatedClock()
    game = SeriesGame((FIRST, SECOND), time=clock.now())
    screen, mouse = SimulatedScreen(game, clock), SimulatedMouse(game, clock)
    for number, links in enumerate((12, 24)):
        player = Player(screen, FreeHand(mouse), clock=clock.now, sleep=clock.sleep)
        assert player.play() is Ending.CLEARED
        assert (player.tally.links, player.tally.missed) == (links, 0)
        assert game.games[number].outcome is Outcome.CLEARED
        clock.sleep(1.0)
        frame = screen.grab()
        place = find_button(frame.pixels, by_role(game, Role.NEXT))
        assert (place is None) == (number == 1)
        if place is not None:
            mouse.click(frame.to_screen(place))
    assert kinds(game) == [
        *(SeriesKind.DEAL, SeriesKind.MESSAGE, SeriesKind.NEXT),
        *(SeriesKind.DEAL, SeriesKind.MESSAGE),
    ]
    refused = [event for each in game.games for event in each.events if event.kind == "refused"]
    assert not refused
    assert EventKind.REMOVED in {event.kind for event in game.game.events}
