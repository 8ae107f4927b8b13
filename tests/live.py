"""Real displays and real games for the live tests: each owns its folders and ends what it starts.

Everything runs on a virtual X display of its own, so that tests neither see nor touch the screen
of whoever runs them. `mss` and `pyautogui` bind to one display for the life of a process, so what
needs them runs in a child process, through `Display.python`.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from Xlib import X, Xatom
from Xlib.ext import randr
from Xlib.protocol import rq
from Xlib.protocol.event import ClientMessage

from bot.desktop import Window
from bot.errors import MachineError
from bot.geometry import Rect
from bot.window_x11 import X11Desktop

ROOT = Path(__file__).parent.parent
KSHISEN = "/usr/games/kshisen"
XSHISEN = "/usr/games/xshisen"
LIBRARY = Path("/usr/share/kmahjongglib")
SIZES = ("14x6", "16x9", "18x8", "24x12", "26x14", "30x16")
"""The boards of KShisen, columns x rows, in the order of its setting `Size`."""

T = TypeVar("T")


def missing(*programs: str) -> str:
    """Why a test that needs these programs cannot run here; empty if it can."""
    absent = [program for program in programs if shutil.which(program) is None]
    return f"not installed: {', '.join(absent)}" if absent else ""


def wait_for(what: str, found: Callable[[], T | None], seconds: float = 20.0) -> T:
    """The first answer that is not None or False; fails after some seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = found()
        if answer is not None and answer is not False:
            return answer
        time.sleep(0.05)
    raise TimeoutError(f"{what}: nothing after {seconds} s")


class _SetMonitor(rq.Request):  # type: ignore[misc]
    """RRSetMonitor without outputs; the one that Xlib brings cannot be sent."""

    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(43),
        rq.RequestLength(),
        rq.Window("window"),
        rq.Card32("name"),
        rq.Pad(4),  # not the primary one, not automatic, no outputs
        rq.Int16("left"),
        rq.Int16("top"),
        rq.Card16("width"),
        rq.Card16("height"),
        rq.Pad(8),  # its size in millimetres
    )


class Display:
    """A virtual X display with a window manager, a home folder and a list of what was started.

    Parameters
    ----------
    size
        width and height, px
    depth
        bits per pixel
    manager
        the window manager; None for none
    """

    def __init__(
        self,
        size: tuple[int, int] = (1280, 800),
        depth: int = 24,
        manager: str | None = "openbox",
    ) -> None:
        self.rect = Rect(0, 0, *size)
        self.name = ""
        self.desktop: X11Desktop
        self._depth = depth
        self._manager = manager
        self._folder = Path(tempfile.mkdtemp(prefix="linkup-live-"))
        self.server = 0
        self._started: list[subprocess.Popen[str]] = []

    def __enter__(self) -> Self:
        try:
            self._open()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with suppress(MachineError):  # the display may be gone already
            self.desktop.close()
        self._end()

    def environment(self, home: str = "home") -> dict[str, str]:
        """The environment of a program on this display, with folders that only it uses."""
        folders = {
            "HOME": self._folder / home,
            "XDG_CONFIG_HOME": self._folder / home / "config",
            "XDG_CACHE_HOME": self._folder / home / "cache",
            "XDG_DATA_HOME": self._folder / home / "data",
            "XDG_RUNTIME_DIR": self._folder / home / "run",
        }
        for folder in folders.values():
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        foreign = ("WAYLAND_DISPLAY", "XAUTHORITY", "WINDOWID", "DBUS_SESSION_BUS_ADDRESS")
        kept = {name: value for name, value in os.environ.items() if name not in foreign}
        return (
            kept
            | {name: str(folder) for name, folder in folders.items()}
            | {
                "DISPLAY": self.name,
                "LC_ALL": "C.UTF-8",
            }
        )

    def start(
        self,
        *command: str,
        environment: Mapping[str, str] | None = None,
        pass_fds: Sequence[int] = (),
    ) -> subprocess.Popen[str]:
        """Start a program that is ended together with the display."""
        process = subprocess.Popen(
            command,
            env=environment or self.environment(),
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=pass_fds,
            start_new_session=True,
            text=True,
        )
        self._started.append(process)
        return process

    def end(self, process: subprocess.Popen[str]) -> None:
        """End a program of `start`, and what it started in turn."""
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
        # What it started may outlive it, or pay no heed.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(5)
        self._started.remove(process)

    def run(self, *command: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
        """Run a program on the display to its end."""
        return subprocess.run(
            command,
            env=self.environment(),
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )

    def python(self, *arguments: str, seconds: float = 180) -> subprocess.CompletedProcess[str]:
        """Run this Python on the display, such as ``python("-m", "bot", "doctor")``."""
        return self.run(sys.executable, *arguments, seconds=seconds)

    def titles(self) -> list[str]:
        """The titles of the windows, front to back."""
        return [window.title for window in self.desktop.windows()]

    def window(self, title: str, seconds: float = 20.0) -> Window:
        """The first window of exactly this title, awaited."""

        def look() -> Window | None:
            return next((w for w in self.desktop.windows() if w.title == title), None)

        return wait_for(f"a window titled '{title}' on {self.name}", look, seconds)

    def await_gone(self, window: Window) -> None:
        """Wait until a window is on the display no more."""
        wait_for(f"{window} to go", lambda: self.desktop.bounds(window.id) is None)

    def place(self, window: Window, rect: Rect) -> Window:
        """Ask for the inside of a window to lie at `rect`; where it lies once it is still."""
        # By the EWMH specification: static gravity means the inside, bits 8 to 11 that x, y,
        # width and height are given, and bit 13 that a person wishes it.
        flags = X.StaticGravity | 0xF << 8 | 2 << 12
        message = ClientMessage(
            window=self.desktop._window(window.id),
            client_type=self.desktop._atom("_NET_MOVERESIZE_WINDOW"),
            data=(32, [flags, *rect]),
        )
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        self._root.send_event(message, event_mask=mask)
        return self.settled(window)

    def set_monitors(self, *monitors: Rect) -> None:
        """Say which monitors there are besides the one that is all of the display."""
        names = [self.desktop._atom(f"monitor {number}") for number in range(9)]
        known = {found.name for found in self._root.xrandr_get_monitors().monitors}
        for name in known.intersection(names):
            self._root.xrandr_delete_monitor(name)
        for name, rect in zip(names, monitors, strict=False):
            _SetMonitor(
                display=self._root.display,
                opcode=self._root.display.get_extension_major(randr.extname),
                window=self._root,
                name=name,
                **rect._asdict(),
            )
        self.desktop._display.sync()

    def set_workspace(self, number: int) -> None:
        """Say which workspace is shown, as a window manager would."""
        atom = self.desktop._atom("_NET_CURRENT_DESKTOP")
        self._root.change_property(atom, Xatom.CARDINAL, 32, [number])

    def settled(self, window: Window, quiet: float = 0.3, seconds: float = 20.0) -> Window:
        """The window, once its place and its picture have not changed for a while."""
        last: object = None
        since = time.monotonic()

        def look() -> Window | None:
            nonlocal last, since
            rect = self.desktop.bounds(window.id)
            seen = (rect, None if rect is None else self.picture(rect))
            if rect is None or seen != last:
                last, since = seen, time.monotonic()
            elif time.monotonic() - since >= quiet:
                return Window(window.id, window.title, rect)
            return None

        return wait_for(f"{window} to be still", look, seconds)

    def picture(self, rect: Rect) -> bytes:
        """What the screen shows there, as raw bytes; only good for comparing."""
        part = rect.intersection(self.rect)
        image = self._root.get_image(part.left, part.top, part.width, part.height, 2, 0xFFFFFFFF)
        return bytes(image.data)

    def _open(self) -> None:
        number, told = os.pipe()
        width, height = self.rect.width, self.rect.height
        screen = f"{width}x{height}x{self._depth}"
        server = self.start(
            *("Xvfb", "-displayfd", str(told), "-screen", "0", screen, "-nolisten", "tcp"),
            environment=dict(os.environ),
            pass_fds=(told,),
        )
        os.close(told)
        self.server = server.pid
        with os.fdopen(number) as answer:
            self.name = f":{int(answer.readline())}"
        self.desktop = X11Desktop(self.name)
        self._root = self.desktop._root
        if self._manager is not None:
            self.start(self._manager)
            self._await_manager(self._manager)

    def _await_manager(self, name: str) -> None:
        """Wait until the window manager shows windows: while it starts it loses some."""
        check = "_NET_SUPPORTING_WM_CHECK"
        wait_for(name, lambda: self.desktop._property(self._root, check))
        probe = self._root.create_window(0, 0, 9, 9, 0, self._depth)

        def shown() -> bool:
            probe.map()
            return self.desktop.bounds(probe.id) is not None

        wait_for(f"{name} to show a window", shown)
        probe.destroy()
        clients = "_NET_CLIENT_LIST_STACKING"
        wait_for(f"{name} to be idle", lambda: not self.desktop._property(self._root, clients))

    def _end(self) -> None:
        for process in reversed(self._started.copy()):
            self.end(process)
        shutil.rmtree(self._folder, ignore_errors=True)


class KShisen:
    """KDE's Shisen-Sho on a display, dealt and still.

    Parameters
    ----------
    display
        where it runs
    size
        one of `SIZES`
    tileset, background
        names in `LIBRARY`
    gravity
        whether tiles fall into gaps below them
    speed
        0 to 4; a removal is shown for 1, 0.75, 0.5, 0.25 or 0.125 s
    solvable
        whether only boards are dealt that can be cleared
    """

    TITLE = "Shisen-Sho"
    needs = ("Xvfb", "openbox", "xdotool", "dbus-run-session", KSHISEN)

    def __init__(
        self,
        display: Display,
        size: str = "14x6",
        tileset: str = "default",
        background: str = "default",
        *,
        gravity: bool = False,
        speed: int = 4,
        solvable: bool = True,
        chinese_style: bool = False,
    ) -> None:
        self._display = display
        environment = display.environment(f"kshisen-{time.monotonic_ns()}")
        settings = {
            "Gravity": str(gravity).lower(),
            "Speed": speed,
            "Size": SIZES.index(size),
            "Solvable": str(solvable).lower(),
            "ChineseStyle": str(chinese_style).lower(),
            "Sounds": "false",
        }
        lines = ["[Game]", *(f"{name}={value}" for name, value in settings.items())]
        lines += ["", "[General]"]
        lines += [f"Tileset_file={LIBRARY}/tilesets/{tileset}.desktop"]
        lines += [f"Background_file={LIBRARY}/backgrounds/{background}.desktop", ""]
        rc = Path(environment["XDG_CONFIG_HOME"]) / "kshisenrc"
        rc.write_text("\n".join(lines), encoding="utf-8")
        self._process = display.start("dbus-run-session", "--", KSHISEN, environment=environment)
        self.window = display.settled(display.window(self.TITLE))

    def place(self, rect: Rect) -> Window:
        """Move and resize the game."""
        self.window = self._display.place(self.window, rect)
        return self.window

    def won(self, patience: float = 5.0) -> bool:
        """Whether the game shows its list of winners, which comes a while after the last tile."""
        until = time.monotonic() + patience
        while not any(title.startswith("High Scores") for title in self._display.titles()):
            if time.monotonic() > until:
                return False
            time.sleep(0.1)
        return True

    def close(self) -> None:
        """End the game; its windows are gone afterwards."""
        self._display.end(self._process)
        self._display.await_gone(self.window)


class XShisen:
    """Masaoki Kobayashi's Shisen-Sho for X11 on a display, dealt and still: 18x8, tiles stay."""

    TITLE = "xshisen"
    needs = ("Xvfb", "openbox", "xdotool", XSHISEN)

    def __init__(self, display: Display) -> None:
        self._display = display
        self._process = display.start(XSHISEN)
        self.window = display.settled(display.window(self.TITLE))
        # Before the first deal it shows all tiles in order and takes no clicks on them.
        display.desktop.activate(self.window.id)
        self.deal()

    def deal(self) -> None:
        """Deal a board, as Game > Start does."""
        number = str(self.window.id)
        self._display.run("xdotool", "windowfocus", "--sync", number, "key", "ctrl+d")
        self.window = self._display.settled(self.window)

    def close(self) -> None:
        """End the game; its windows are gone afterwards."""
        self._display.end(self._process)
        self._display.await_gone(self.window)
