"""The sandbox: a game in a nested X server, and the bot that plays it there.

The person keeps the mouse: the nested server has a pointer of its own. It is no shield, for the
game runs with all the rights of the person who starts it.
"""

from __future__ import annotations

import sys

# Type checkers read the rest, imports and all, only when they check for Linux.
assert sys.platform == "linux"

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.desktop import Desktop, Window
from bot.errors import MachineError, WindowError
from bot.nested import NestedDisplay, last_line
from bot.started import Started, has_ended, how_ended
from bot.stoppable import stoppable
from bot.window import outside, titled

PATIENCE = 60.0
"""s; how long a game may take to show its window."""
QUIET, SEVERAL = 2.0, 5.0
"""s; how long the windows must stay as they are for the only one to be the game, and for several to
be no splash screen that goes away."""
TINY = 100
"""px; a window narrower or lower than that is a tool or a splash, and no game."""
GAMES = ("/usr/games", "/usr/local/games")
"""Folders of games, which not everybody's `PATH` names."""
_FAREWELL = 10.0
"""s; how long a player that is asked to stop may take to tell what it has played."""
_CLOSES = 0.5
"""s; by which a server has ended whose connections are broken."""
_LOOK = 0.05
_TRY = "; type its command by itself to see what it says, or start it by hand with --wait"
"""What to do about a game that shows no window."""


class Sandbox:
    """A game in a nested X server; a context manager that ends all it started.

    Parameters
    ----------
    command
        the game and its arguments
    size
        of the screen, px
    host
        the display in which it is shown as a window; None shows it nowhere

    Raises
    ------
    MachineError
        on entering, if the server is missing or does not start
    InputError
        on entering, if there is no such game
    """

    def __init__(self, command: Sequence[str], size: tuple[int, int], host: str | None) -> None:
        self._command, self._size, self._host = list(command), size, host
        self._stack = ExitStack()
        self._started: Started
        self._display: NestedDisplay
        self._game: subprocess.Popen[bytes]
        self._said: Path

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            stack.enter_context(stoppable())
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="linkup-box-")))
            self._started = stack.enter_context(Started(str(folder)))
            title = f"linkup sandbox: {Path(self._command[0]).name}"
            self._display = NestedDisplay(
                self._started, folder, self._size, host=self._host, title=title
            )
            self._said = folder / "game.txt"
            self._game = self._started.start(
                self._command, with_games(self._display.environment), output=self._said
            )
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    @property
    def name(self) -> str:
        """The nested display, such as ``:1``."""
        return self._display.name

    def window(self, title: str | None = None) -> Window:
        """The game's window, awaited; see `await_window`."""
        desktop = self._display.desktop()
        try:
            return await_window(desktop, title, self.ended)
        finally:
            with suppress(MachineError):  # the display may be gone already
                desktop.close()

    def closed(self) -> bool:
        """Whether its window was closed, which ends the screen and the game with it."""
        if self._host is None:
            return False
        _await_end(self._display.server, _CLOSES)
        return has_ended(self._display.server)

    def ended(self) -> str:
        """How the game has ended, and its last words; empty while anything of it runs."""
        if self._started.is_alive(self._game):
            return ""
        how = how_ended(self._game)
        again = (
            "; if it runs outside already, close it there, or put `dbus-run-session --` before "
            "its name"
            if how == "exit code 0"
            else ""
        )
        return f"the game has ended with {how}: {last_line(self._said)}{again}"

    def play(self, arguments: Sequence[str]) -> int:
        """Play, as `linkup play` does with these arguments on the nested display; its exit code.

        It runs in a process of its own, for the library that moves the mouse opens one display,
        and that for good. What it answers goes where this process's answers go.

        Raises
        ------
        KeyboardInterrupt
            if it was stopped before it could tell anything
        MachineError
            if something else killed it
        """
        root = str(Path(__file__).resolve().parent.parent)
        known = self._display.environment.get("PYTHONPATH")
        # What is set for games on the person's own screen is not meant for this one.
        kept = {
            name: value
            for name, value in self._display.environment.items()
            if not name.startswith("LINKUP_PLAY_")
        }
        environment = {
            **kept,
            "PYTHONPATH": os.pathsep.join(filter(None, (root, known))),
        }
        # -P: a folder named bot where the person happens to be is not ours.
        command = [sys.executable, "-P", "-m", "bot", "--no-config", "play", *arguments]
        player = self._started.start(command, environment)
        try:
            _await_end(player)
        except KeyboardInterrupt:
            with suppress(ProcessLookupError):
                # A script's `&` makes what it starts deaf to SIGINT, and so all that this starts.
                player.send_signal(signal.SIGTERM)
            _await_end(player, _FAREWELL)
        if not has_ended(player):
            raise KeyboardInterrupt
        code = player.wait()
        if code in {-signal.SIGINT, -signal.SIGTERM}:
            raise KeyboardInterrupt
        if code < 0:
            raise MachineError(f"the player was ended by {how_ended(player)}")
        return code


def with_games(environment: Mapping[str, str]) -> dict[str, str]:
    """An environment in which games are found where Debian puts them, if nowhere else.

    >>> with_games({"PATH": "/usr/bin:/usr/games"})["PATH"]
    '/usr/bin:/usr/games:/usr/local/games'
    """
    known = environment.get("PATH", os.defpath).split(os.pathsep)
    more = [folder for folder in GAMES if folder not in known]
    return {**environment, "PATH": os.pathsep.join([*known, *more])}


def await_window(
    desktop: Desktop,
    title: str | None,
    ended: Callable[[], str],
    *,
    patience: float = PATIENCE,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Window:
    """The game's window, once it stands still: the only one that is not tiny, or that of a title.

    Parameters
    ----------
    desktop
        where the game is to show it
    title
        its title or a part of it; where it is None any title will do
    ended
        how the game has ended; empty while it runs
    patience
        s; how long to wait for it
    clock, sleep
        time, s

    Raises
    ------
    WindowError
        if the game ends before it shows a window, shows none or several, or one that is too large
    """
    until = clock() + patience
    since, before = clock(), None
    while True:
        shown = _candidates(desktop.windows(), title)
        # Not by their titles: some games count the seconds there.
        now = [(window.id, window.rect) for window in shown]
        if now != before:
            since, before = clock(), now
        quiet, late = clock() - since, clock() > until
        if len(shown) == 1 and (quiet >= QUIET or late):
            _check_size(shown[0], desktop)
            return shown[0]
        if len(shown) > 1 and (quiet >= SEVERAL or late):
            names = "; ".join(map(str, shown))
            raise WindowError(f"the game shows {len(shown)} windows: {names}; say which --window")
        if not shown and (how := ended()):
            raise WindowError(f"no window was shown: {how}{_TRY}")
        if late:
            wanted = "no window" if title is None else f"no window titled '{title}'"
            there = ", ".join(f"'{window.title}'" for window in desktop.windows())
            raise WindowError(
                f"the game has shown {wanted} within {patience:g} s"
                f"{f', but {there}: name one of these with --window' if there else _TRY}"
            )
        sleep(_LOOK)


def _candidates(windows: Sequence[Window], title: str | None) -> list[Window]:
    """The windows that may be the game's."""
    if title is None:
        return [w for w in windows if min(w.rect.width, w.rect.height) >= TINY]
    return titled(windows, title)


def _check_size(window: Window, desktop: Desktop) -> None:
    screen = desktop.screen()
    if sides := outside(window.rect, screen):
        raise WindowError(
            f"the game's window {window} reaches over the {sides} edge of its screen of "
            f"{screen.width}x{screen.height}: give it a larger --size"
        )


def _await_end(process: subprocess.Popen[bytes], seconds: float = float("inf")) -> None:
    """Wait until a process has ended, or some seconds are over."""
    until = time.monotonic() + seconds
    while not has_ended(process) and time.monotonic() < until:
        time.sleep(_LOOK)
