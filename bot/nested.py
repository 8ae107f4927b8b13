"""A nested X server: a screen of its own, in a window or nowhere, with its own pointer and key."""

from __future__ import annotations

import sys

# Type checkers read the rest, imports and all, only when they check for Linux.
assert sys.platform == "linux"

import os
import secrets
import select
import shutil
import socket
import struct
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from Xlib import X

from bot.display_x11 import connect
from bot.errors import MachineError
from bot.started import Started, end, has_ended
from bot.window_x11 import X11Desktop

PATIENCE = 20.0
"""s; how long a server or a window manager may take to start."""
MANAGER = "openbox"
_LOOK = 0.05
_COOKIE = b"MIT-MAGIC-COOKIE-1"
_FAMILY_LOCAL, _FAMILY_ANY = 256, 0xFFFF
"""Kinds of addresses in a file of keys: this machine, and any."""

_PACKAGES = {"Xephyr": "xserver-xephyr", "Xvfb": "xvfb"}
"""What holds each server on Debian and Ubuntu."""
_FOREIGN = (
    *("WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"),
    *("SESSION_MANAGER", "WINDOWID"),
)
"""What ties a program to the session around; `WINDOWID` is a number on another display."""
_INSIDE = {
    "XDG_SESSION_TYPE": "x11",
    "GDK_BACKEND": "x11",
    "QT_QPA_PLATFORM": "xcb",
    "SDL_VIDEODRIVER": "x11",
}
"""Without these toolkits may find the Wayland session around, even when it is not named."""


class NestedDisplay:
    """A nested X server, with a window manager where one is installed.

    Parameters
    ----------
    started
        starts and ends the processes
    folder
        for keys and logs; only this person may read it
    size
        width and height, px
    host
        the display in which it is shown as a window; None shows it nowhere
    title
        of that window

    Raises
    ------
    MachineError
        if a program is missing, or does not start
    """

    def __init__(
        self,
        started: Started,
        folder: Path,
        size: tuple[int, int],
        *,
        host: str | None,
        title: str,
    ) -> None:
        self._started, self._folder = started, folder
        self._cookie = secrets.token_bytes(16)
        self._log = folder / "server.txt"
        self.name = self._start_server(_command(size, host is not None, title))
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in _FOREIGN},
            **_INSIDE,
            "DISPLAY": self.name,
            "XAUTHORITY": str(self._write_keys("keys", self.name.removeprefix(":"))),
        }
        """Of a program that is to run on it."""
        self._start_manager()

    def desktop(self) -> X11Desktop:
        """Its windows; to be closed before the server ends."""
        with _as_inside(self.environment):
            return X11Desktop()

    def _start_server(self, command: list[str]) -> str:
        """Start the server; the name of its display, which is the first free one."""
        told, tell = os.pipe()
        keys = self._write_keys("server-keys", "")
        options = ("-displayfd", str(tell), "-auth", str(keys), "-nolisten", "tcp", "-noreset")
        try:
            self.server = server = self._started.start(
                [*_with_parent(), *command, *options],
                os.environ,
                output=self._log,
                pass_fds=(tell,),
            )
        finally:
            os.close(tell)
        with os.fdopen(told) as answer:
            ready, _, _ = select.select([answer], [], [], PATIENCE)
            number = answer.readline().strip() if ready else ""
        if not number:
            end(server)
            raise MachineError(f"{command[0]} does not start: {last_line(self._log)}")
        return f":{number}"

    def _write_keys(self, name: str, number: str) -> Path:
        """A file that holds the key of the display of this number, or of any."""
        path = self._folder / name
        here = socket.gethostname().encode()
        # Xlib for Python asks for the machine's name, other programs may do without.
        path.write_bytes(
            key_entry(_FAMILY_LOCAL, here, number, self._cookie)
            + key_entry(_FAMILY_ANY, b"", number, self._cookie)
        )
        path.chmod(0o600)
        return path

    def _start_manager(self) -> None:
        """Start the window manager and wait until it shows windows: while it starts it loses some.

        Without one windows are shown all the same, at the place they ask for.
        """
        if shutil.which(MANAGER) is None:
            return
        manager = self._started.start(
            [MANAGER], self.environment, output=self._folder / "manager.txt"
        )
        until = time.monotonic() + PATIENCE
        with _as_inside(self.environment):
            connection = connect()
        try:
            root = connection.screen().root
            probe = root.create_window(0, 0, 9, 9, 0, X.CopyFromParent)
            managed = connection.intern_atom("_NET_SUPPORTING_WM_CHECK")
            while time.monotonic() < until and not has_ended(manager):
                probe.map()
                shown = probe.get_attributes().map_state == X.IsViewable
                if shown and root.get_full_property(managed, X.AnyPropertyType) is not None:
                    break
                time.sleep(_LOOK)
            probe.destroy()
            connection.sync()
        finally:
            connection.close()


def key_entry(family: int, address: bytes, number: str, cookie: bytes) -> bytes:
    r"""One key in the form of a file of keys, as Xlib's manual of authorisation gives it.

    >>> key_entry(256, b"pc", "1", b"\x01\x02")
    b'\x01\x00\x00\x02pc\x00\x011\x00\x12MIT-MAGIC-COOKIE-1\x00\x02\x01\x02'
    """
    parts = (address, number.encode(), _COOKIE, cookie)
    return struct.pack(">H", family) + b"".join(struct.pack(">H", len(p)) + p for p in parts)


def last_line(path: Path) -> str:
    """The last line a program has written, to tell why it ended."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        lines = []
    said = [" ".join(line.split()) for line in lines if line.strip()]
    return said[-1] if said else "it says nothing"


def _command(size: tuple[int, int], in_window: bool, title: str) -> list[str]:
    """The server's program and what it is told of its screen."""
    width, height = size
    program = "Xephyr" if in_window else "Xvfb"
    if shutil.which(program) is None:
        instead = " or use --headless" if in_window and shutil.which("Xvfb") else ""
        raise MachineError(
            f"{program} is not installed: on Debian and Ubuntu run "
            f"`sudo apt install {_PACKAGES[program]}`{instead}"
        )
    if in_window:
        # Its key for grabbing the mouse is left out: the mouse is the person's.
        return [program, "-screen", f"{width}x{height}", "-title", title, "-no-host-grab"]
    return [program, "-screen", "0", f"{width}x{height}x24"]


def _with_parent() -> list[str]:
    """What makes a server end when this program is killed; and with it all that draws there."""
    return ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []


@contextmanager
def _as_inside(environment: Mapping[str, str]) -> Iterator[None]:
    """Let this process find the display, and the key to it, that a program inside finds."""
    names = ("DISPLAY", "XAUTHORITY", "WINDOWID")
    before = {name: os.environ.pop(name, None) for name in names}
    os.environ.update({name: environment[name] for name in names if name in environment})
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
