"""Hints on real screens: right, and given without a hand on anything."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from live import Display, KShisen, XShisen, missing
from plain_window import PlainWindow

from bot.geometry import Rect

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X displays are of Linux"),
]
needs_xshisen = pytest.mark.skipif(bool(missing(*XShisen.needs)), reason=missing(*XShisen.needs))
needs_kshisen = pytest.mark.skipif(bool(missing(*KShisen.needs)), reason=missing(*KShisen.needs))


def hint(display: Display, folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Ask for a hint: the exit code and the answer."""
    command = ("-m", "bot", "hint", *arguments, "--overlay", str(folder), "--json")
    done: subprocess.CompletedProcess[str] = display.python(*command)
    return done.returncode, json.loads(done.stdout)


def click(display: Display, place: list[float]) -> None:
    """Click as a person would."""
    x, y = (str(int(value)) for value in place)
    display.run("xdotool", "mousemove", x, y, "sleep", "0.1", "click", "1", "sleep", "0.1")


@needs_xshisen
def test_a_person_who_follows_the_hints_gets_on(
    display: Display, xshisen: XShisen, tmp_path: Path
) -> None:
    """Each pair that is shown goes when it is clicked, and the rest can still be cleared."""
    first: dict[str, Any] = {}
    for number in range(4):
        code, answer = hint(display, tmp_path, "--window", XShisen.TITLE)
        assert code == 0, answer
        tiles = sum(kind != 0 for row in answer["board"] for kind in row)
        assert tiles == 144 - 2 * number
        first = first or answer
        if first["verdict"] == "solved":
            assert (answer["verdict"], len(answer["links"])) == ("solved", 72 - number)
        for place in answer["hint"]["screen"]:
            click(display, place)
        display.run("xdotool", "mousemove", "2", "790")
        time.sleep(2)  # the path is shown for a while; the clock beside the board never rests


@needs_xshisen
def test_a_skin_is_learned_from_a_window(
    display: Display, xshisen: XShisen, tmp_path: Path
) -> None:
    """Of a real game, which is left as it is, and is read by that skin then."""
    display.run("xdotool", "mousemove", "2", "790")
    named = ("--window", XShisen.TITLE, "--name", "mine", "--out", str(tmp_path), "--json")
    done = display.python("-m", "bot", "calibrate", *named)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["tiles"], answer["read_back"]) == (144, [True])
    assert display.run("xdotool", "getmouselocation").stdout.startswith("x:2 y:790 ")
    code, hinted = hint(display, tmp_path, "--window", XShisen.TITLE, "--skin", answer["folder"])
    assert (code, sum(kind != 0 for row in hinted["board"] for kind in row)) == (0, 144)


@needs_kshisen
def test_it_touches_nothing(display: Display, kshisen: KShisen, tmp_path: Path) -> None:
    """Neither the pointer nor the game nor the order of the windows."""
    display.run("xdotool", "mousemove", "2", "790")
    beside = PlainWindow(display, "beside", Rect(1000, 640, 200, 100))
    try:
        rect = kshisen.window.rect
        # Without the status bar, where the game counts the seconds.
        board = Rect(rect.left, rect.top, rect.width, rect.height - 40)
        before = display.picture(board), display.titles()
        code, answer = hint(display, tmp_path, "--window", "shisen")
        assert code == 0, answer
        assert (display.picture(board), display.titles()) == before
        assert display.run("xdotool", "getmouselocation").stdout.startswith("x:2 y:790 ")
        assert Path(answer["picture"]).read_bytes().startswith(b"\x89PNG")
        region = f"{rect.left},{rect.top + 60},{rect.width},{rect.height - 90}"
        code, part = hint(display, tmp_path, "--region", region)
        assert (code, part["hint"]["a"]) == (0, answer["hint"]["a"])
        assert part["hint"]["screen"][0] == pytest.approx(answer["hint"]["screen"][0], abs=3)
    finally:
        beside.close()


@needs_kshisen
def test_a_covered_or_hidden_game_is_not_guessed_at(
    display: Display, kshisen: KShisen, tmp_path: Path
) -> None:
    """It is said what lies over it; a minimised window is no window."""
    rect = kshisen.window.rect
    over = PlainWindow(display, "Mail", Rect(rect.left + 100, rect.top + 100, 200, 150))
    try:
        code, answer = hint(display, tmp_path, "--window", "shisen")
        assert code == 4, answer
        assert "the window 'Mail' covers the window 'Shisen-Sho'" in answer["error"]
    finally:
        over.close()
    display.run("xdotool", "windowminimize", "--sync", str(kshisen.window.id))
    code, answer = hint(display, tmp_path, "--window", "shisen")
    assert code == 4, answer
    assert "no window is titled 'shisen'" in answer["error"]
    assert not list(tmp_path.iterdir())
