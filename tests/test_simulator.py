"""Whole games are played by pictures and clicks alone, without a display and without waiting."""

from __future__ import annotations

import time
from random import Random

import pytest

from bot.board import Board
from bot.geometry import ScreenPoint
from bot.mouse import Mouse
from bot.position import Gravity, Outcome
from bot.screen import Screen
from bot.simulator import Game, SimulatedClock, SimulatedMouse, SimulatedScreen


def dealt(rows: int, cols: int, kinds: int, seed: int) -> Board:
    """A full board with every kind an even number of times, by lot."""
    half = [index % kinds + 1 for index in range(rows * cols // 2)]
    tiles = half + half
    Random(seed).shuffle(tiles)
    return Board(rows, cols, tuple(tiles))


def play(game: Game, screen: Screen, mouse: Mouse, clock: SimulatedClock) -> int:
    """Play the first link there is until the game ends; returns how often it was looked at."""
    looks = 0
    while game.outcome is None:
        link = next(iter(game.position.legal_links))
        for cell in (link.a, link.b):
            mouse.click(screen.grab().to_screen(game.lattice.center(cell)))
            screen.grab()
            looks += 2
        clock.sleep(0.31)
        screen.grab()
        looks += 1
    return looks


@pytest.mark.parametrize("gravity", list(Gravity))
def test_a_game_ends_by_clicks_on_the_screen(gravity: Gravity) -> None:
    """Links clicked one after the other end the game, and each takes two tiles."""
    board = dealt(6, 8, 8, 4)
    clock = SimulatedClock(100.0)
    game = Game(board, gravity=gravity, time=clock.now())
    play(game, SimulatedScreen(game, clock), SimulatedMouse(game, clock), clock)
    removed = [event for event in game.events if event.kind == "removed"]
    assert game.outcome in {Outcome.CLEARED, Outcome.DEADLOCK}
    assert game.board.tiles == 48 - 2 * len(removed)
    assert len(removed) > 8


def test_a_screen_of_many_pixels_a_point_is_clicked_right() -> None:
    """With an origin and two pixels a point, a frame's own points hit the tiles it shows."""
    clock = SimulatedClock()
    game = Game(Board.from_text("a a\nb b"), removal=0)
    place = {"origin": ScreenPoint(300.5, -20.0), "scale": 2.0}
    screen, mouse = SimulatedScreen(game, clock, **place), SimulatedMouse(game, clock, **place)
    assert play(game, screen, mouse, clock) > 0
    assert game.outcome is Outcome.CLEARED
    assert "refused" not in {event.kind for event in game.events}


def test_time_passes_only_when_it_is_told_to() -> None:
    """A look and a click take no time; a sleep takes what it says, at once."""
    clock = SimulatedClock(5.0)
    game = Game(Board.from_text("a a\nb b"))
    screen, mouse = SimulatedScreen(game, clock), SimulatedMouse(game, clock)
    started = time.monotonic()
    mouse.click(screen.grab().to_screen(game.lattice.center(next(game.board.cells()))))
    assert screen.grab().time == 5.0
    clock.sleep(3600)
    assert screen.grab().time == 3605.0
    assert time.monotonic() - started < 60


def test_the_pointer_is_where_it_was_put() -> None:
    """The mouse knows where it was moved to or clicked last."""
    game = Game(Board.from_text("a a"))
    mouse = SimulatedMouse(game, SimulatedClock())
    mouse.move(ScreenPoint(3, 4))
    assert mouse.position() == ScreenPoint(3, 4)
    mouse.click(ScreenPoint(5, 6))
    assert mouse.position() == ScreenPoint(5, 6)


def test_a_large_game_is_played_in_seconds() -> None:
    """A game of 18 x 8 tiles, looked at five times a link, needs less than 20 ms a look."""
    clock = SimulatedClock()
    game = Game(dealt(8, 18, 36, 3), gravity=Gravity.DOWN)
    started = time.process_time()
    looks = play(game, SimulatedScreen(game, clock), SimulatedMouse(game, clock), clock)
    assert (time.process_time() - started) / looks < 0.02
