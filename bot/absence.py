"""Absence: a game that is wholly out of sight for a while, and is waited for."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from bot.errors import BlackScreenError, LinkupError, WindowHiddenError
from bot.patience import Patience

OUT_OF_SIGHT = (BlackScreenError, WindowHiddenError)
"""What is raised where nothing is seen of a game that may come back: a screen that locks or changes
its mode, a window that is minimised, on another workspace or drawn over an edge of the screen."""


class Absence:
    """Of one game: since when it is out of sight, and when it was last.

    Parameters
    ----------
    patience
        how long to wait for it
    say
        told when it goes, and of every other reason why it does not come back
    """

    def __init__(self, patience: Patience, say: Callable[[str], None]) -> None:
        self._patience, self._say = patience, say
        self._began = self._last = inf
        self._told: set[str] = set()
        self.seconds = 0.0
        """For which the game was out of sight in all, s: whatever is waited for does not go on."""
        self.ended = -inf
        """When the game came back last, s in sight."""

    def goes_on(self, error: LinkupError, now: float) -> None:
        """Nothing is seen now, s, for this reason, which is raised if that has lasted for long."""
        if self._began == inf:
            self._began = self._last = now
            self._told = set()
        why = str(error).rpartition(":")[0] or str(error)
        if why not in self._told:
            self._told.add(why)
            self._say(f"{why}: waiting for it to come back")
        self.seconds, self._last = self.seconds + now - self._last, now
        if now > self._began + self._patience.away:
            raise error

    def is_over(self, now: float) -> None:
        """Something is seen now, s."""
        if self._began < inf:
            self.seconds += now - self._last
            self._began, self.ended = inf, now - self.seconds
