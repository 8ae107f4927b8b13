"""Games in a screen of their own: played there, with the person's mouse left alone, and all ended.

Each run carries a mark in its environment that whatever it starts inherits, so that the tests see
what is left behind.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import time
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from live import KSHISEN, XSHISEN, Display, missing, wait_for
from running import Running

from bot.errors import MachineError
from bot.tally import HOPELESS
from bot.window_x11 import X11Desktop

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X displays are of Linux"),
    pytest.mark.skipif(bool(missing("Xvfb")), reason=missing("Xvfb")),
]
needs_xephyr = pytest.mark.skipif(bool(missing("Xephyr")), reason=missing("Xephyr"))

BUNDLED = (sys.executable, "-m", "bot.gamewindow", "--rows", "4", "--cols", "6", "--kinds", "6")
SMALL = (*BUNDLED, "--solvable", "--seed", "3")
LONG = (sys.executable, "-m", "bot.gamewindow", "--solvable", "--seed", "3", "--removal", "1.5")
"""A game that takes a minute to clear."""


@dataclass
class Box(Running):
    """A run of `linkup sandbox`; its environment carries the mark."""

    mark: str = field(default_factory=lambda: uuid.uuid4().hex)

    def start(self, *arguments: str, before: Sequence[str] = ()) -> None:
        """Start the run, by a program that comes before it, if any."""
        self.environment = {**self.environment, "LINKUP_TEST": self.mark}
        self.run([*before, sys.executable, "-m", "bot", "sandbox", *arguments])

    def left(self) -> list[str]:
        """The command lines of the processes that carry the mark."""
        found = []
        for folder in Path("/proc").iterdir():
            try:
                if self.mark.encode() in (folder / "environ").read_bytes():
                    found.append((folder / "cmdline").read_text().replace("\0", " "))
            except OSError:
                continue
        return found


@pytest.fixture
def headless(tmp_path: Path) -> Iterator[Box]:
    """A run without a display."""
    foreign = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY")
    kept = {name: value for name, value in os.environ.items() if name not in foreign}
    box = Box(kept | {"HOME": str(tmp_path), "TMPDIR": str(tmp_path)})
    yield box
    box.close()


@pytest.fixture
def shown(display: Display) -> Iterator[Box]:
    """A run in a window on a display."""
    box = Box(display.environment())
    yield box
    box.close()


def test_a_game_is_cleared_where_there_is_no_display(headless: Box) -> None:
    """The answer is that of `linkup play`, and nothing is left behind."""
    headless.start("--json", "--", *SMALL)
    code, answer, said = headless.end()
    assert (code, answer["outcome"], answer["games"][0]["links"]) == (0, "cleared", 12), said
    assert "no display to watch it on: playing headless" in said
    assert headless.left() == []


def test_settings_of_play_are_not_for_the_box(headless: Box, tmp_path: Path) -> None:
    """They are meant for games on the person's own screen."""
    headless.environment |= {"LINKUP_PLAY_DRY_RUN": "1", "XDG_CONFIG_HOME": str(tmp_path)}
    (tmp_path / "linkup").mkdir()
    (tmp_path / "linkup" / "config.toml").write_text("[play]\nwindow = 'another'\n")
    headless.start("--json", "--", *SMALL)
    code, answer, said = headless.end()
    assert (code, answer["outcome"]) == (0, "cleared"), said


def test_options_of_play_are_passed_on(headless: Box) -> None:
    """Gravity and the time limit reach the player, and its exit code comes back."""
    options = ("--gravity", "none", "--margin", "yes", "--time-limit", "2", "--json")
    headless.start(*options, "--headless", "--size", "1000x700", "--", *LONG)
    code, answer, said = headless.end()
    assert (code, answer["outcome"]) == (1, "timeout"), said
    assert answer["games"][0]["rules"] == {"gravity": "none", "margin": "yes", "max_turns": 2}
    assert headless.left() == []


@needs_xephyr
def test_the_person_keeps_the_mouse(display: Display, shown: Box) -> None:
    """The game is cleared in a window that can be watched, and the pointer outside stays put."""
    display.run("xdotool", "mousemove", "7", "790")
    shown.start("--json", "--", *SMALL)
    shown.await_line("found 4 x 6 cells")
    assert any(title.startswith("linkup sandbox: ") for title in display.titles())
    code, answer, said = shown.end()
    assert (code, answer["outcome"]) == (0, "cleared"), said
    assert display.run("xdotool", "getmouselocation").stdout.startswith("x:7 y:790 ")
    assert not any("sandbox" in title for title in display.titles())
    assert shown.left() == []


@needs_xephyr
def test_a_pointer_in_the_box_stops_it(display: Display, shown: Box) -> None:
    """As on any screen that is played on, a mouse moved there by hand ends the game."""
    shown.start("--json", "--", *LONG)
    shown.await_line("found 8 x 12 cells")
    time.sleep(3)
    window = next(w for w in display.desktop.windows() if "sandbox" in w.title)
    for step in range(60):
        x, y = window.rect.left + 300 + 3 * step, window.rect.top + 300
        display.run("xdotool", "mousemove", str(x), str(y))
    code, answer, said = shown.end(20)
    assert (code, answer["outcome"]) == (6, "stopped"), said
    assert shown.left() == []


@needs_xephyr
def test_escape_pressed_in_the_box_stops_it(display: Display, shown: Box) -> None:
    """Wherever the pointer is, the window that shows the box has the keyboard."""
    display.run("xdotool", "mousemove", "7", "790")
    shown.start("--json", "--", *LONG)
    shown.await_line("found 8 x 12 cells")
    time.sleep(3)
    window = next(w for w in display.desktop.windows() if "sandbox" in w.title)
    display.run("xdotool", "windowfocus", "--sync", str(window.id), "key", "Escape")
    code, answer, said = shown.end(20)
    assert (code, answer["outcome"]) == (6, "stopped"), said
    assert "Escape was pressed" in said
    assert shown.left() == []


@needs_xephyr
def test_closing_the_window_of_the_box_stops_it(display: Display, shown: Box) -> None:
    """It is said in a line, and is no trouble of the machine."""
    display.run("xdotool", "mousemove", "7", "790")
    shown.start("--json", "--", *LONG)
    shown.await_line("found 8 x 12 cells")
    time.sleep(3)
    window = next(w for w in display.desktop.windows() if "sandbox" in w.title)
    display.run("xdotool", "windowclose", str(window.id))
    code, answer, said = shown.end(20)
    assert (code, answer["outcome"]) == (6, "stopped"), said
    assert said.endswith("linkup: the window of the sandbox was closed, and the game with it\n")
    assert shown.left() == []


@pytest.mark.skipif(
    bool(missing("dbus-run-session", KSHISEN)), reason=missing("dbus-run-session", KSHISEN)
)
def test_kshisen_is_played(headless: Box, tmp_path: Path) -> None:
    """A game of KDE, with the processes that belong to it.

    Left to itself it deals boards of which one in fifteen cannot be cleared; the game ends before
    the time limit then.
    """
    headless.environment |= {"XDG_CONFIG_HOME": str(tmp_path)}
    (tmp_path / "kshisenrc").write_text("[Game]\nGravity=false\nSolvable=true\n")
    headless.start("--time-limit", "15", "--json", "--", "dbus-run-session", "--", KSHISEN)
    code, answer, said = headless.end()
    assert (code, answer["outcome"]) == (1, "timeout"), said
    assert answer["games"][0]["links"] > 4
    assert headless.left() == []


@needs_xephyr
@pytest.mark.skipif(bool(missing("xdotool", XSHISEN)), reason=missing("xdotool", XSHISEN))
def test_a_game_can_be_started_by_hand_first(display: Display, shown: Box) -> None:
    """XShisen takes no clicks on its tiles before a board is dealt with Ctrl-D."""
    shown.start("--wait", "--time-limit", "15", "--json", "--", XSHISEN)
    shown.await_line("start the game there by hand")
    window = next(w for w in display.desktop.windows() if "sandbox" in w.title)
    time.sleep(2)
    middle = (window.rect.left + 200, window.rect.top + 200)
    display.run("xdotool", "mousemove", *map(str, middle))
    display.run("xdotool", "windowfocus", "--sync", str(window.id), "key", "ctrl+d")
    display.run("xdotool", "mousemove", "7", "790")
    assert shown.process.stdin is not None
    shown.process.stdin.write("\n")
    shown.process.stdin.flush()
    code, answer, said = shown.end()
    # One first deal of XShisen in eleven cannot be cleared, and ends early or late.
    ends = {"timeout", "deadlock"} if HOPELESS in said else {"timeout"}
    assert code == 1, said
    assert answer["outcome"] in ends, said
    assert (answer["games"][0]["rows"], answer["games"][0]["cols"]) == (8, 18)
    assert answer["games"][0]["links"] > 1
    assert shown.left() == []


def test_it_works_without_a_window_manager(headless: Box, tmp_path: Path) -> None:
    """The game is where it likes to be, and cleared."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "Xvfb").symlink_to(shutil.which("Xvfb") or "")
    headless.environment["PATH"] = str(programs)
    headless.start("--json", "--", *SMALL)
    code, answer, said = headless.end()
    assert (code, answer["outcome"]) == (0, "cleared"), said
    assert headless.left() == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_everything(headless: Box, number: signal.Signals) -> None:
    """With the game so far; and so it ends what the game has started, whatever its session."""
    children = "setsid sleep 1000 & sleep 1001 & trap '' TERM; "
    headless.start("--json", "--", "sh", "-c", f"{children} {' '.join(LONG)}")
    headless.await_line("found 8 x 12 cells")
    time.sleep(2)
    assert sum("sleep 100" in line for line in headless.left()) >= 2
    headless.process.send_signal(number)
    asked = time.monotonic()
    code, answer, said = headless.end(30)
    assert time.monotonic() - asked < 15
    assert (code, answer["outcome"]) == (130, "stopped"), said
    assert said.endswith("linkup: stopped by Ctrl-C\n")
    assert headless.left() == []


def test_a_run_that_a_script_left_in_the_background_is_ended(headless: Box) -> None:
    """It is deaf to SIGINT, as is all that it starts; one answer tells of the game still."""
    headless.start("--json", "--", *LONG, before=("sh", "-c", "trap '' INT; exec \"$@\"", "sh"))
    headless.await_line("found 8 x 12 cells")
    headless.process.send_signal(signal.SIGTERM)
    code, answer, said = headless.end(30)
    assert (code, answer["outcome"]) == (130, "stopped"), said
    assert headless.left() == []


def test_a_signal_while_the_game_starts_ends_everything(headless: Box) -> None:
    """There is no game to tell of yet, and still one JSON document."""
    headless.start("--json", "--", "sleep", "1000")
    headless.await_line("the game runs on")
    time.sleep(1)
    headless.process.send_signal(signal.SIGINT)
    code, answer, _ = headless.end(30)
    assert (code, answer["exit"]) == (130, 130)
    assert headless.left() == []


def test_a_game_that_is_killed_ends_everything(headless: Box, tmp_path: Path) -> None:
    """It is lost with exit code 4, and one line says what became of the game."""
    number = tmp_path / "pid"
    command = f"sleep 1000 & echo $$ >{number}; exec {' '.join(LONG)}"
    headless.start("--json", "--", "sh", "-c", command)
    headless.await_line("found 8 x 12 cells")
    os.kill(int(number.read_text()), signal.SIGKILL)
    code, answer, said = headless.end(30)
    assert (code, answer["outcome"]) == (4, "lost"), said
    assert headless.left() == []


@pytest.mark.skipif(bool(missing("setpriv")), reason=missing("setpriv"))
def test_the_screen_goes_when_the_bot_itself_is_killed(headless: Box) -> None:
    """Nobody is left to end it, so it ends by itself, and the game with it."""
    headless.start("--", *LONG)
    headless.await_line("found 8 x 12 cells")
    headless.process.kill()
    wait_for("all to end", lambda: not headless.left())


def test_nobody_else_gets_in(headless: Box) -> None:
    """Without its key the display answers no one."""
    headless.start("--", *LONG)
    name = headless.await_line("the game runs on").split()[-1]
    headless.await_line("found 8 x 12 cells")
    with pytest.raises(MachineError, match="does not answer"):
        X11Desktop(name)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("sh", "-c", "echo no such level >&2; exit 3"), "exit code 3: no such level"),
        (("sh", "-c", "kill -SEGV $$"), "SIGSEGV"),
        (("true",), "dbus-run-session"),
    ],
    ids=["fails", "crashes", "leaves"],
)
def test_a_game_that_shows_no_window_exits_4(
    headless: Box, command: tuple[str, ...], said: str
) -> None:
    """As soon as it has ended, with its last words."""
    headless.start("--json", "--", *command)
    code, answer, _ = headless.end(20)
    assert (code, answer["exit"]) == (4, 4)
    assert said in answer["error"]
    assert headless.left() == []


def test_of_several_windows_that_is_played_which_is_named(headless: Box) -> None:
    """A part of its title is enough, and the other one may lie in front."""
    two = f"{' '.join(SMALL)} --title One & {' '.join(SMALL)} --title Two"
    headless.start("--json", "--window", "two", "--", "sh", "-c", two)
    code, answer, said = headless.end()
    assert (code, answer["outcome"]) == (0, "cleared"), said
    assert headless.left() == []
