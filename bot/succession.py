"""Succession: a game that closes its window and opens another, as some do for a larger board."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from bot.desktop import Desktop, Window
from bot.geometry import Rect, ScreenPoint

_EVERY = 2.0
"""Seconds between looks at which windows there are while the game's own is open."""
_TRIES, _PAUSE = 30, 0.05
"""How often a window that is closed is looked for anew, and the time between, s."""


class Succession:
    """A desktop on which a game's window keeps its number, whatever opens in its place.

    That is a window with the same title, which was not there before, and comes soon before or after
    the other has gone. Any other is left alone, for nobody has chosen it.

    Parameters
    ----------
    desktop
        as it is
    window
        the game's
    sleep
        lets time pass, s
    clock
        s
    """

    def __init__(
        self,
        desktop: Desktop,
        window: Window,
        sleep: Callable[[float], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._desktop, self._window, self._sleep, self._clock = desktop, window, sleep, clock
        self._current = window.id
        self._latest = {each.id for each in desktop.windows()}
        self._known, self._noted = self._latest | {window.id}, clock()
        self._is_over = False

    def windows(self) -> list[Window]:
        """See `bot.desktop.Desktop.windows`."""
        return [
            replace(each, id=self._window.id) if each.id == self._current else each
            for each in self._desktop.windows()
        ]

    def bounds(self, window_id: int) -> Rect | None:
        """See `bot.desktop.Desktop.bounds`; of the game's window it may take a moment."""
        rect = self._desktop.bounds(self._now(window_id))
        if window_id != self._window.id or self._is_over:
            return rect
        if rect is not None:
            self._note()
            return rect
        return self._desktop.bounds(self._current) if self._has_successor() else None

    def exists(self, window_id: int) -> bool:
        """See `bot.desktop.Desktop.exists`."""
        return self._desktop.exists(self._now(window_id))

    def owner_at(self, point: ScreenPoint) -> int | None:
        """See `bot.desktop.Desktop.owner_at`."""
        owner = self._desktop.owner_at(point)
        return self._window.id if owner == self._current else owner

    def same_program(self, window_id: int, other_id: int) -> bool:
        """See `bot.desktop.Desktop.same_program`."""
        return self._desktop.same_program(self._now(window_id), self._now(other_id))

    def activate(self, window_id: int) -> None:
        """See `bot.desktop.Desktop.activate`."""
        self._desktop.activate(self._now(window_id))

    def screen(self) -> Rect:
        """See `bot.desktop.Desktop.screen`."""
        return self._desktop.screen()

    def _now(self, window_id: int) -> int:
        return self._current if window_id == self._window.id else window_id

    def _note(self) -> None:
        """Windows that are there at two looks beside the game's own are no successors of it."""
        if (now := self._clock()) < self._noted + _EVERY:
            return
        self._noted, there = now, {each.id for each in self._desktop.windows()}
        self._known |= self._latest & there
        self._latest = there

    def _has_successor(self) -> bool:
        """Whether the game's window is closed, and another takes its place."""
        for _ in range(_TRIES):
            if self._desktop.exists(self._current):
                return False  # it is hidden
            for each in self._desktop.windows():
                if each.title == self._window.title and each.id not in self._known:
                    self._known.add(each.id)
                    self._current = each.id
                    return True
            self._sleep(_PAUSE)
        self._is_over = True
        return False
