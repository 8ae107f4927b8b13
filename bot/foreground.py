"""The foreground: which windows lie in front of the game's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.geometry import ScreenPoint


@dataclass(frozen=True, slots=True)
class Foreground:
    """Tells of the windows in front of a game; where none are known, there are none.

    Parameters
    ----------
    covering
        names what lies over a place of the screen in front of the game; empty if nothing does
    message
        names a window of the game's own that lies over a part of it, as a message does; empty if
        there is none
    """

    covering: Callable[[ScreenPoint], str] = lambda _: ""
    message: Callable[[], str] = lambda: ""


NO_WINDOWS = Foreground()
"""Of a game of which no windows are known, as in a picture or a simulation."""
