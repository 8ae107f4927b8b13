"""The desktop of macOS, through Quartz; written from its documentation, not yet run there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import floor
from typing import Any

import Quartz

from bot.desktop import Window
from bot.errors import MachineError
from bot.geometry import Rect, ScreenPoint

# Type checkers read the rest only when they check for macOS.
assert sys.platform == "darwin"

TITLE_BAR = 28
"""Height of a standard title bar, pt; Quartz tells only where a window lies together with it."""
_LAYERS = range(20)
"""Of ordinary windows, those that float above them, and message boxes; from kCGDockWindowLevel on
it is the system that draws."""

_ANSWERS = 3.0
"""s; how long a request to another program may take."""

_PERMISSIONS = (
    "macOS: allow Screen Recording and Accessibility for the terminal in System Settings, Privacy "
    "& Security, then quit and reopen the terminal. Now: recording {recording}, clicks {clicks}"
)


class MacDesktop:
    """The windows of the session.

    Quartz lists ordinary windows and message boxes front to back. It tells their outer bounds; the
    inside is taken to begin below a standard title bar, so a window without one loses its first
    `TITLE_BAR` points to the guard.

    Raises
    ------
    MachineError
        if the terminal may not record the screen or post clicks
    """

    def __init__(self) -> None:
        recording = bool(Quartz.CGPreflightScreenCaptureAccess())
        clicks = bool(Quartz.CGPreflightPostEventAccess())
        if not recording or not clicks:
            words = {True: "yes", False: "no"}
            raise MachineError(
                _PERMISSIONS.format(recording=words[recording], clicks=words[clicks])
            )
        self._terminal_pids = frozenset(_ancestors(os.getppid()))

    def windows(self) -> list[Window]:
        """See `Desktop.windows`."""
        return [
            Window(int(entry["kCGWindowNumber"]), title, _inside(entry))
            for entry in _on_screen()
            if (title := str(entry.get("kCGWindowName") or "").strip())
            and int(entry["kCGWindowOwnerPID"]) not in self._terminal_pids
        ]

    def bounds(self, window_id: int) -> Rect | None:
        """See `Desktop.bounds`."""
        for entry in _on_screen():
            if int(entry["kCGWindowNumber"]) == window_id:
                return _inside(entry)
        return None

    def exists(self, window_id: int) -> bool:
        """See `Desktop.exists`."""
        entries = Quartz.CGWindowListCopyWindowInfo(
            Quartz.kCGWindowListOptionIncludingWindow, window_id
        )
        return any(int(entry["kCGWindowNumber"]) == window_id for entry in entries or [])

    def owner_at(self, point: ScreenPoint) -> int | None:
        """See `Desktop.owner_at`; here a title bar belongs to its window, but not to `bounds`."""
        for entry in _on_screen():
            if _outer(entry).holds(*point):
                return int(entry["kCGWindowNumber"])
        return None

    def same_program(self, window_id: int, other_id: int) -> bool:
        """See `Desktop.same_program`."""
        owners = {int(e["kCGWindowNumber"]): int(e["kCGWindowOwnerPID"]) for e in _on_screen()}
        owner = owners.get(window_id)
        return window_id == other_id or (owner is not None and owner == owners.get(other_id))

    def activate(self, window_id: int) -> None:
        """See `Desktop.activate`; macOS brings all windows of the program to the front."""
        for entry in _on_screen():
            if int(entry["kCGWindowNumber"]) == window_id:
                pid = int(entry["kCGWindowOwnerPID"])
                script = (
                    'tell application "System Events" to set frontmost of '
                    f"(first process whose unix id is {pid}) to true"
                )
                # It may ask for a permission, and wait for the answer.
                with suppress(subprocess.TimeoutExpired):
                    subprocess.run(  # noqa: S603 - a number is all that is put in
                        ["/usr/bin/osascript", "-e", script],
                        check=False,
                        capture_output=True,
                        timeout=_ANSWERS,
                    )

    def screen(self) -> Rect:
        """See `Desktop.screen`."""
        _, displays, _ = Quartz.CGGetActiveDisplayList(32, None, None)
        rects = [Quartz.CGDisplayBounds(display) for display in displays]
        if not rects:
            raise MachineError("there is no screen: run this in a desktop session")
        left = min(int(r.origin.x) for r in rects)
        top = min(int(r.origin.y) for r in rects)
        right = max(int(r.origin.x + r.size.width) for r in rects)
        bottom = max(int(r.origin.y + r.size.height) for r in rects)
        return Rect(left, top, right - left, bottom - top)


def _on_screen() -> list[Mapping[str, Any]]:
    """Every window of `_LAYERS` on the screen, front to back, as Quartz describes it."""
    options = Quartz.kCGWindowListOptionOnScreenOnly | Quartz.kCGWindowListExcludeDesktopElements
    entries = Quartz.CGWindowListCopyWindowInfo(options, Quartz.kCGNullWindowID) or []
    return [
        entry
        for entry in entries
        if int(entry.get("kCGWindowLayer", 0)) in _LAYERS and entry.get("kCGWindowAlpha", 1) > 0
    ]


def _outer(entry: Mapping[str, Any]) -> Rect:
    bounds = entry["kCGWindowBounds"]
    return Rect(floor(bounds["X"]), floor(bounds["Y"]), int(bounds["Width"]), int(bounds["Height"]))


def _inside(entry: Mapping[str, Any]) -> Rect:
    outer = _outer(entry)
    return Rect(outer.left, outer.top + TITLE_BAR, outer.width, max(0, outer.height - TITLE_BAR))


def _ancestors(pid: int) -> Iterator[int]:
    """The process and those that started it, up to but without the first of the machine."""
    table = subprocess.run(
        ["/bin/ps", "-axo", "pid=,ppid="], check=False, capture_output=True, text=True
    ).stdout
    parents = {int(child): int(parent) for child, parent in map(str.split, table.splitlines())}
    while pid > 1:
        yield pid
        pid = parents.get(pid, 0)
