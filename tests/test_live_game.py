"""The bundled game on a real screen: played by the bot, and by keys alone."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from live import Display, missing, wait_for

from bot.board import Board
from bot.desktop import Window
from bot.drawing import disc, paint, star
from bot.faces import draw_face
from bot.frame import save
from bot.geometry import Cell
from bot.levels import DealWish, GameLevel, deal_level
from bot.position import Gravity, Position
from bot.solver import solve

NEEDED = ("Xvfb", "openbox", "xdotool")
pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X displays are of Linux"),
    pytest.mark.skipif(bool(missing(*NEEDED)), reason=missing(*NEEDED)),
]
TITLE = "Linkup"
_BAR = 0.12
"""Share of the window that the bar with the clock takes at most."""
_PATH = 0.8
"""s; longer than a path stands still while it is shown."""


class Person:
    """`linkup game` on a display, and what a person does in it."""

    def __init__(self, display: Display, process: subprocess.Popen[str], window: Window) -> None:
        self._display, self.process, self.window = display, process, window
        self._number = str(window.id)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        self._display.run("xdotool", "windowfocus", "--sync", self._number)
        done = self._display.run("xdotool", "key", "--delay", "30", *keys, seconds=120)
        assert done.returncode == 0, done.stderr

    def links(self, *keys: str) -> None:
        """Press keys that link two tiles, and wait until they have gone: until no path is shown."""
        before = self.board(_BAR)
        self.press(*keys)
        wait_for("a link", lambda: self.board(_BAR) != before, 60)
        seen, since = before, time.monotonic()

        def is_still() -> bool:
            nonlocal seen, since
            now = self.board(_BAR)
            if now != seen:
                seen, since = now, time.monotonic()
            return time.monotonic() - since > _PATH

        wait_for("two tiles to go", is_still, 60)

    def board(self, edge: float = 0.25) -> bytes:
        """What the window shows, without its edges, where the clock is."""
        rect = self._display.desktop.bounds(self.window.id)
        if rect is None:
            return b""
        high = round(rect.height * edge)
        return self._display.picture(
            rect._replace(top=rect.top + high, height=rect.height - 2 * high)
        )

    def await_board(self) -> None:
        """Wait until the game has drawn itself: before, it may not listen to keys."""
        wait_for("a board", lambda: len(set(self.board())) > 99, 60)
        self._display.settled(self.window, quiet=0.4, seconds=60)

    def does(self, *keys: str) -> None:
        """Press keys, and wait until the game shows that it has heard them, however busy it is."""
        before = self.board()
        self.press(*keys)
        wait_for(f"{' '.join(keys)} to be seen", lambda: self.board() != before, 60)
        self._display.settled(self.window, quiet=0.4, seconds=60)

    def leave(self) -> dict[str, Any]:
        """Close the window by a key; what the game answers."""
        self.press("ctrl+q")
        out, said = self.process.communicate(timeout=60)
        assert self.process.returncode == 0, said
        answer = json.loads(out)
        assert isinstance(answer, dict)
        return answer


@contextmanager
def played(display: Display, *arguments: str) -> Iterator[Person]:
    """A game in its window, still."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "game", *arguments, "--json"],
        env=display.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        person = Person(display, process, display.window(TITLE, 60))
        person.await_board()
        yield person
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
        # Or the next game's window is taken for this one, which is listed for a moment still.
        wait_for("the window to go", lambda: TITLE not in display.titles(), 60)


def plays(display: Display) -> dict[str, Any]:
    """The bot plays the window as it plays any other; its answer, and what else it said."""
    done = display.python("-m", "bot", "play", "--window", TITLE, "--json", seconds=280)
    assert done.returncode == 0, done.stderr + done.stdout
    answer = json.loads(done.stdout)
    assert isinstance(answer, dict)
    return answer | {"said": done.stderr}


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder of somebody's own pictures: drawings, colours, photographs, and a text."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    grain = np.random.default_rng(4)
    for number in range(14):
        name = folder / f"{number:02}.png"
        if number < 5:
            face = draw_face(20 + number, 90, 120)
            paper = np.full((120, 90, 3), (230, 240, 250), np.uint8)
            alpha = face[:, :, 3:] / 255
            save(name, np.rint(face[:, :, :3] * alpha + paper * (1 - alpha)).astype(np.uint8))
        elif number < 10:
            colour = (40 * (number - 4), 250 - 45 * (number - 5), 60 + 30 * (number % 5))
            shape = star(colour, 50, 50, 48, 20, number) if number % 2 else disc(colour, 50, 50, 44)
            sheet = paint((shape,), 200, 150)
            save(name, np.where(sheet[:, :, 3:] > 99, sheet[:, :, :3], 255).astype(np.uint8))
        else:
            coarse = grain.integers(0, 255, (4, 6, 3), np.uint8)
            save(name, np.kron(coarse, np.ones((80, 80, 1), np.uint8)))
    (folder / "notes.txt").write_text("no picture", encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("level", "gravity"), [("easy", "none"), ("normal", "none"), ("normal", "down")]
)
def test_the_bot_clears_it(display: Display, level: str, gravity: str) -> None:
    """The game itself says that its board is cleared, without hint, undo or shuffle."""
    arguments = ("--level", level, "--gravity", gravity, "--seed", "11")
    with played(display, *arguments) as person:
        answer = plays(display)
        told = person.leave()
    assert answer["outcome"] == "cleared"
    assert answer["games"][0]["rules"]["gravity"] == gravity
    assert told["outcome"] == "cleared"
    (game,) = told["games"]
    assert (game["left"], game["hints"], game["undone"], game["shuffles"]) == (0, 0, 0, 0)
    assert game["links"] == answer["games"][0]["links"], answer["said"]


def test_the_bot_clears_it_in_a_flat_window(display: Display) -> None:
    """Its clicks meet the tiles where they are shown smaller."""
    with played(display, "--level", "easy", "--seed", "11") as person:
        flat = person.window.rect._replace(left=20, top=40, width=1000, height=330)
        display.place(person.window, flat)
        answer = plays(display)
        told = person.leave()
    assert answer["outcome"] == told["outcome"] == "cleared"
    assert told["games"][0]["links"] == answer["games"][0]["links"] == 30


def test_the_bot_clears_it_with_own_pictures(display: Display, pictures: Path) -> None:
    """It knows none of them, and needs to know none."""
    with played(display, "--images", str(pictures), "--seed", "5", "--cols", "10") as person:
        answer = plays(display)
        told = person.leave()
    assert answer["outcome"] == told["outcome"] == "cleared"
    assert told["games"][0]["kinds"] == 14


def keys_for(board: Board, gravity: Gravity) -> list[str]:
    """The keys that clear a board: to each tile by its row and column, and Space."""
    position = Position(board, gravity=gravity)
    at, keys = Cell(0, 0), ["Right"]
    for link in solve(position).links:
        for cell in (link.a, link.b):
            down, across = cell.row - at.row, cell.col - at.col
            keys += ["Down" if down > 0 else "Up"] * abs(down)
            keys += ["Right" if across > 0 else "Left"] * abs(across)
            keys.append("space")
            at = cell
    return keys


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_keys_alone_clear_a_board(display: Display, gravity: Gravity) -> None:
    """Arrows and Space from the first tile to the last, and a key to go."""
    wish = DealWish(GameLevel.EASY, 4, 4, gravity=gravity)
    keys = keys_for(deal_level(wish, 7), gravity)
    options = ("--level", "easy", "--rows", "4", "--cols", "4", "--seed", "7")
    with played(display, *options, "--gravity", gravity.value) as person:
        words = " ".join(keys).replace("space", "space|").split("|")
        for number, word in enumerate(filter(None, map(str.strip, words))):
            (person.links if number % 2 else person.press)(*word.split())
        told = person.leave()
    assert told["outcome"] == "cleared"
    assert told["games"][0]["links"] == 8


def test_keys_alone_reach_every_button(display: Display) -> None:
    """A hint, a shuffle, an undo, a pause and another level, and all of it is told."""
    with played(display, "--level", "easy", "--seed", "3") as person:
        for keys in (["h"], ["s"], ["u"], ["p"], ["Return"], ["n"], ["Right", "space"]):
            person.does(*keys)
        told = person.leave()
    first, second = told["games"]
    assert (first["hints"], first["undone"], first["outcome"]) == (1, 1, "left")
    assert (first["level"], second["level"]) == ("easy", "normal")
    assert (second["rows"], second["cols"]) == (8, 12)


def test_a_window_of_another_size_shows_the_same_game(display: Display, tmp_path: Path) -> None:
    """Made larger and smaller by the window manager, it is played on."""
    with played(display, "--level", "easy", "--seed", "3") as person:
        rect = person.window.rect
        for width, height in ((1000, 700), (460, 420)):
            display.place(person.window, rect._replace(left=20, top=40, width=width, height=height))
            person.does("h")
        told = person.leave()
    assert told["games"][0]["hints"] == 2


def test_the_screen_has_room_or_the_line_says_how_much(display: Display) -> None:
    """A board that cannot be shown is bad input, told at once."""
    done = display.python("-m", "bot", "game", "--rows", "40", "--cols", "40", "--level", "easy")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("linkup: 40 x 40 tiles of at least 20 px need")
    assert "ask for fewer --rows or --cols" in done.stderr


def test_there_is_one_window_from_its_start(display: Display) -> None:
    """Whoever finds it as soon as it is shown has found the one that is played."""
    with played(display, "--level", "easy", "--seed", "3") as person:
        assert display.window(TITLE).id == person.window.id


@pytest.mark.parametrize("how", ["windowclose", "windowkill"])
def test_a_window_that_is_taken_away_is_told(display: Display, how: str) -> None:
    """In one line, with its own exit code, and with the game in the answer."""
    with played(display, "--level", "easy", "--seed", "3") as person:
        person.does("h")
        display.run("xdotool", how, str(person.window.id))
        out, said = person.process.communicate(timeout=60)
    assert person.process.returncode == 4, said
    assert said.startswith("linkup: the window is gone: ")
    assert said.count("\n") == 1
    assert json.loads(out)["games"][0]["hints"] == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_game_that_is_asked_to_end_is_told(display: Display, number: int) -> None:
    """By Ctrl-C in its terminal or by a signal, with what was played."""
    with played(display, "--level", "easy", "--seed", "3") as person:
        person.process.send_signal(number)
        out, said = person.process.communicate(timeout=60)
    assert (person.process.returncode, said) == (130, "linkup: stopped by Ctrl-C\n")
    assert json.loads(out)["games"][0]["outcome"] == "left"
