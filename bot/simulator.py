"""A game drawn by ourselves, so that the whole loop runs without a screen.

The screen shows one `Game`, or what is drawn and clicked like one; the mouse clicks on it, and the
clock moves only when it is told to: a game of minutes is played in as long as it takes to look and
to think.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bot.boardview import draw, lattice_of, size_of
from bot.frame import Frame
from bot.game import Event, EventKind, Game
from bot.geometry import Pixel, ScreenPoint
from bot.mouse import PRESS
from bot.style import Style

__all__ = [
    "Event",
    "EventKind",
    "Game",
    "Played",
    "SimulatedClock",
    "SimulatedMouse",
    "SimulatedScreen",
    "Style",
    "draw",
    "lattice_of",
    "size_of",
]

_TOP_LEFT = ScreenPoint(0.0, 0.0)


class Played(Protocol):
    """What is drawn and clicked like a `Game`."""

    def picture(self, time: float) -> NDArray[np.uint8]:
        """What is seen at a time: uint8 array of shape (H, W, 3), RGB, read-only."""
        ...

    def click(self, pixel: Pixel, time: float) -> None:
        """Click on a place of the picture, px."""
        ...


class SimulatedClock:
    """A clock that moves only when it is told to."""

    def __init__(self, start: float = 0.0) -> None:
        self._now = start

    def now(self) -> float:
        """The time, s."""
        return self._now

    def sleep(self, seconds: float) -> None:
        """Let some time pass at once."""
        self._now += max(0.0, seconds)


class SimulatedScreen:
    """A screen that shows one game.

    Parameters
    ----------
    game, clock
        what is shown, and when it is
    origin
        where the game's picture lies on the screen, pt
    scale
        pixels per point
    """

    def __init__(
        self,
        game: Played,
        clock: SimulatedClock,
        *,
        origin: ScreenPoint = _TOP_LEFT,
        scale: float = 1.0,
    ) -> None:
        self._game, self._clock = game, clock
        self._origin, self._scale = origin, scale

    def grab(self) -> Frame:
        """What the game shows now."""
        now = self._clock.now()
        return Frame(self._game.picture(now), self._origin, self._scale, now)


class SimulatedMouse:
    """A mouse that clicks on one game; origin and scale as for its `SimulatedScreen`."""

    def __init__(
        self,
        game: Played,
        clock: SimulatedClock,
        *,
        origin: ScreenPoint = _TOP_LEFT,
        scale: float = 1.0,
    ) -> None:
        self._game, self._clock = game, clock
        self._origin, self._scale = origin, scale
        self._at = origin

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """Click on a place of the screen; that takes no time, however long the press."""
        del press
        self._at = point
        pixel = Pixel(
            (point.x - self._origin.x) * self._scale, (point.y - self._origin.y) * self._scale
        )
        self._game.click(pixel, self._clock.now())

    def move(self, point: ScreenPoint) -> None:
        """Move the pointer, which no picture shows."""
        self._at = point

    def position(self) -> ScreenPoint:
        """Where the pointer is."""
        return self._at
