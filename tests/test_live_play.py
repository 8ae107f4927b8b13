"""The whole bot on real screens: KShisen, and the bundled game in its window.

Everything goes through the command line, real capture and the real mouse.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from live import Display, KShisen, XShisen, missing, wait_for
from plain_window import PlainWindow
from running import Running

from bot.geometry import Rect, ScreenPoint
from bot.tally import HOPELESS

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X displays are of Linux"),
]
needs_xshisen = pytest.mark.skipif(bool(missing(*XShisen.needs)), reason=missing(*XShisen.needs))
needs_kshisen = pytest.mark.skipif(bool(missing(*KShisen.needs)), reason=missing(*KShisen.needs))

A_FEW_CLICKS = 10
"""What may reach a game that is stopped at its first move; to clear it takes 84."""


@dataclass(frozen=True)
class Run:
    """What a run of the bot answered."""

    code: int
    game: dict[str, Any]
    answer: dict[str, Any]
    said: str


def linkup(display: Display, *arguments: str, seconds: float = 300) -> Run:
    """Run a command on a display to its end."""
    done = display.python("-m", "bot", *arguments, "--json", seconds=seconds)
    answer = json.loads(done.stdout)
    return Run(done.returncode, *_parts(answer), done.stderr)


def _parts(answer: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    return (answer.get("games") or [{}])[0], answer


@contextmanager
def playing(display: Display, kshisen: KShisen) -> Iterator[Running]:
    """A game of KShisen that the bot has made its first move in."""
    play = Running(display.environment())
    play.run([sys.executable, "-m", "bot", "play", "--window", "Shisen-Sho", "--json"])
    try:
        play.await_line("found 6 x 14 cells")
        await_move(display, kshisen)
        yield play
    finally:
        play.close()


def await_move(display: Display, kshisen: KShisen) -> None:
    """Wait until the board looks otherwise than now: a tile was clicked, or a pair has gone."""
    left, top, width, height = kshisen.window.rect
    board = Rect(left, top, width, height - 40)  # below it a clock runs
    before = display.picture(board)
    wait_for("a move", lambda: display.picture(board) != before, 60)


def play_kshisen(
    display: Display, size: str, tileset: str, *, gravity: bool, speed: int = 4
) -> tuple[Run, bool]:
    """A fresh game of KShisen played to its end; whether the game itself says it is won."""
    game = KShisen(display, size=size, tileset=tileset, gravity=gravity, speed=speed)
    try:
        run = linkup(display, "play", "--window", "Shisen-Sho")
        return run, game.won()
    finally:
        game.close()


def play_xshisen(display: Display) -> Run:
    """A fresh game of XShisen played to its end."""
    game = XShisen(display)
    try:
        return linkup(display, "play", "--window", XShisen.TITLE)
    finally:
        game.close()


@needs_kshisen
@pytest.mark.parametrize("gravity", [False, True], ids=["at-rest", "falling"])
@pytest.mark.parametrize(
    ("size", "tileset", "speed"),
    [
        ("14x6", "default", 4),
        ("14x6", "classic", 4),
        ("14x6", "jade", 2),
        ("14x6", "egypt", 4),
        ("18x8", "traditional", 4),
        ("18x8", "alphabet", 4),
        ("24x12", "jade", 4),
    ],
)
def test_kshisen_is_cleared(
    display: Display, size: str, tileset: str, speed: int, gravity: bool
) -> None:
    """With no skin, no coordinates and no hint it wins, and knows which way tiles fall."""
    run, won = play_kshisen(display, size, tileset, gravity=gravity, speed=speed)
    assert "outcome" in run.answer, run.said
    if run.answer["outcome"] == "deadlock" and gravity:
        # KShisen deals without looking at gravity: one 18x8 deal in thirty cannot be cleared.
        run, won = play_kshisen(display, size, tileset, gravity=gravity, speed=speed)
    cols, rows = map(int, size.split("x"))
    assert run.answer["outcome"] == "cleared", run.said
    assert run.code == 0
    assert won
    assert (run.game["rows"], run.game["cols"]) == (rows, cols)
    assert run.game["tiles"] == rows * cols == 2 * run.game["links"]
    assert run.game["rules"]["gravity"] == ("down" if gravity else "none")
    # A game takes no clicks while it moves tiles; on a busy machine more of them are lost.
    assert run.game["missed"] <= run.game["links"] // 4


@needs_xshisen
def test_xshisen_is_cleared(display: Display) -> None:
    """A game of another make, with tiles of a few colours, is won as well."""
    for _ in range(4):
        run = play_xshisen(display)
        if run.answer.get("outcome") != "deadlock" or HOPELESS not in run.said:
            break  # one first deal in eleven cannot be cleared
    assert run.answer["outcome"] == "cleared", run.said
    assert (run.game["rows"], run.game["cols"], run.game["links"]) == (8, 18, 72)


@needs_kshisen
def test_a_game_that_is_paused_by_hand_is_waited_for(display: Display, kshisen: KShisen) -> None:
    """While it is paused nothing is clicked; when it goes on it is played to its end."""

    def press_pause() -> None:
        number = str(kshisen.window.id)
        display.run("xdotool", "windowfocus", "--sync", number, "key", "p")

    def are_tiles_hidden() -> bool:
        now = np.frombuffer(display.picture(kshisen.window.rect), np.uint8)
        return float(np.mean(now != before)) > 0.3  # a pair that goes changes one part in forty

    before = np.frombuffer(display.picture(kshisen.window.rect), np.uint8)

    def press_pause_until(hidden: bool) -> None:
        while are_tiles_hidden() is not hidden:  # a key that comes while a pair goes is lost
            press_pause()
            with suppress(TimeoutError):
                wait_for("the key", lambda: are_tiles_hidden() is hidden, 5)

    with playing(display, kshisen) as play:
        press_pause_until(True)
        time.sleep(3)
        press_pause_until(False)
        _, answer, said = play.end(200)
    assert answer["outcome"] == "cleared", said
    assert kshisen.won()


@needs_kshisen
def test_a_window_that_is_covered_in_mid_game_comes_back(
    display: Display, kshisen: KShisen
) -> None:
    """What covers it is not clicked; the game comes to the front, and is won."""
    rect = kshisen.window.rect
    place = Rect(rect.left + 60, rect.top + 90, rect.width // 2, rect.height // 2)
    with playing(display, kshisen) as play:
        cover = PlainWindow(display, "in front", place)
        _, answer, said = play.end(200)
        clicked = cover.clicks()
        cover.close()
    assert answer["outcome"] == "cleared", said
    assert len(clicked) <= 1  # one may have been on its way when it came
    assert kshisen.won()


@needs_kshisen
def test_a_window_that_is_out_of_sight_for_a_while_is_waited_for(
    display: Display, kshisen: KShisen
) -> None:
    """Minimised, then drawn half over the edge of the screen: it is won all the same."""
    number, rect = str(kshisen.window.id), kshisen.window.rect
    with playing(display, kshisen) as play:
        display.run("xdotool", "windowminimize", number)
        play.await_line("waiting for it to come back")
        display.desktop.activate(kshisen.window.id)
        wait_for("the window", lambda: display.desktop.bounds(kshisen.window.id))
        await_move(display, kshisen)
        beyond = display.desktop.screen().width - rect.width // 2
        kshisen.place(Rect(beyond, rect.top, rect.width, rect.height))
        play.await_line("reaches over the right edge of the screen: waiting for it to come back")
        kshisen.place(rect)
        _, answer, said = play.end(200)
    assert answer["outcome"] == "cleared", said
    assert kshisen.won()


@needs_kshisen
def test_a_dry_run_leaves_the_game_alone(display: Display, kshisen: KShisen) -> None:
    """It says what it would click, and the game looks as before."""
    rect = kshisen.window.rect
    # Without the status bar, where the game counts the seconds.
    board = Rect(rect.left, rect.top, rect.width, rect.height - 40)
    before = display.picture(board)
    run = linkup(display, "play", "--window", "Shisen-Sho", "--dry-run", "--gravity", "none")
    assert run.code == 0
    assert len(run.answer["plan"]) == 42
    points = [ScreenPoint(*point) for link in run.answer["plan"] for point in link["screen"]]
    assert all(board.holds(*point) for point in points)
    assert run.game["clicks"] == 0
    assert display.picture(board) == before


@needs_kshisen
def test_a_region_is_played_like_a_window(display: Display, kshisen: KShisen) -> None:
    """The part of the screen that holds the board is enough."""
    rect = kshisen.window.rect
    region = f"{rect.left},{rect.top + 60},{rect.width},{rect.height - 90}"
    run = linkup(display, "play", "--region", region)
    assert run.answer["outcome"] == "cleared", run.said


@needs_kshisen
def test_a_window_that_moves_in_mid_game_is_followed(display: Display, kshisen: KShisen) -> None:
    """The game is won though its window goes elsewhere while it is played."""
    with playing(display, kshisen) as play:
        rect = kshisen.window.rect
        kshisen.place(Rect(rect.left + 40, rect.top + 30, rect.width, rect.height))
        _, answer, said = play.end(200)
    assert answer["outcome"] == "cleared", said


@needs_kshisen
def test_ctrl_c_stops_at_once(display: Display, kshisen: KShisen) -> None:
    """It ends with exit code 130 and the game so far, a few clicks after its first move."""
    with playing(display, kshisen) as play:
        play.process.send_signal(signal.SIGINT)
        code, answer, said = play.end(20)
    assert (code, answer["outcome"]) == (130, "stopped"), said
    assert answer["games"][0]["clicks"] < A_FEW_CLICKS


@needs_kshisen
def test_escape_stops_it(display: Display, kshisen: KShisen) -> None:
    """One tap, and it ends with exit code 6 and the game so far, a few clicks after its start."""
    with playing(display, kshisen) as play:
        display.run("xdotool", "key", "Escape")
        code, answer, said = play.end(20)
    assert (code, answer["outcome"]) == (6, "stopped"), said
    assert "linkup: stopped: Escape was pressed; the game hears it, too" in said
    assert answer["games"][0]["tiles"] == 84
    assert answer["games"][0]["clicks"] < A_FEW_CLICKS


@needs_kshisen
def test_a_display_that_hangs_is_given_up(display: Display, kshisen: KShisen) -> None:
    """Some seconds later it ends with one line that says so, exit code 5 and the game so far."""
    with playing(display, kshisen) as play:
        os.kill(display.server, signal.SIGSTOP)
        try:
            code, answer, said = play.end(60)
        finally:
            os.kill(display.server, signal.SIGCONT)
    assert (code, answer["outcome"]) == (5, "stopped"), said
    assert f"linkup: the X display {display.name} has not answered for 10 s" in said
    assert said.count("linkup: ") == 1


@needs_kshisen
@pytest.mark.parametrize("place", [(0, 0), (640, 400)], ids=["corner", "elsewhere"])
def test_the_person_takes_the_mouse(
    display: Display, kshisen: KShisen, place: tuple[int, int]
) -> None:
    """A pointer in a corner, or moved by hand, stops it with exit code 6."""
    with playing(display, kshisen) as play:
        for _ in range(40):
            display.run("xdotool", "mousemove", str(place[0]), str(place[1]))
            if play.process.poll() is not None:
                break
            time.sleep(0.02)
        code, answer, said = play.end(20)
    display.run("xdotool", "mousemove", "640", "400")  # in a corner it would stop other tests
    assert (code, answer["outcome"]) == (6, "stopped"), said


@needs_kshisen
def test_no_such_window_names_those_there_are(display: Display, kshisen: KShisen) -> None:
    """The one line tells which windows can be seen."""
    run = linkup(display, "play", "--window", "Sichuan")
    assert run.code == 4
    assert "Shisen-Sho" in run.said
    assert len(run.said.strip().splitlines()) == 1


@needs_kshisen
def test_a_window_half_off_the_screen_is_not_clicked(display: Display, kshisen: KShisen) -> None:
    """It says on which side, and clicks nothing."""
    rect = kshisen.window.rect
    kshisen.place(Rect(900, rect.top, rect.width, rect.height))
    run = linkup(display, "play", "--window", "Shisen-Sho")
    assert run.code == 4
    assert "over the right edge" in run.said


@pytest.mark.parametrize("gravity", ["none", "down"])
def test_the_demo_plays_in_its_own_window(display: Display, gravity: str) -> None:
    """Where there is a display, real capture and the real mouse clear the bundled game."""
    run = linkup(
        display, "demo", "--rows", "6", "--cols", "8", "--kinds", "12", "--gravity", gravity
    )
    assert run.answer["outcome"] == "cleared", run.said
    assert run.code == 0
    assert "own window" in run.said
    # A game takes no clicks while it moves tiles; on a busy machine more of them are lost.
    assert run.game["missed"] <= run.game["links"] // 4
    assert run.game["rules"]["gravity"] == gravity
