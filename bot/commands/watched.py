"""What a player is doing, for the live line: seen from outside, by what it asks of its world."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.mouse import PRESS

if TYPE_CHECKING:
    from bot.frame import Frame
    from bot.geometry import Lattice, ScreenPoint
    from bot.hand import Hand
    from bot.replaying import World
    from bot.screen import Screen
    from bot.series import Series
    from bot.tally import Tally

_THOUGHT = 0.5
"""s; without a look, from which on a player is said to think."""


class Watched:
    """A world that notes what is asked of it.

    Parameters
    ----------
    world
        what the player looks at and clicks in
    clock
        real time, s: that of a simulated world stands still while a player thinks
    """

    def __init__(self, world: World, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._last, self._looked_at = "", clock()
        self.world = replace(
            world, screen=_Screen(world.screen, self._note), hand=_Hand(world.hand, self._note)
        )
        """For the player."""

    def doing(self, tally: Tally) -> str:
        """What the player does now, or waits for."""
        if not tally.tiles:
            return "looking for a board"
        if self._clock() - self._looked_at > _THOUGHT:
            return "thinking"
        return self._last or "looking"

    def _note(self, what: str) -> None:
        if what:
            self._last = what
        self._looked_at = self._clock()


def told(series: Series, number: int, watched: Watched) -> str:
    """The live line of a series of games."""
    played = series.played
    if not played:
        return "beginning"
    tally = played[-1].tally
    game = f"game {len(played)} of {number}: " if number > 1 else ""
    if not tally.tiles:
        return f"{game}{watched.doing(tally)}"
    left = max(0, tally.tiles - 2 * tally.links)
    pace = f", {tally.links / tally.playing:.1f} links/s" if tally.playing > 0 else ""
    return f"{game}{left} of {tally.tiles} tiles left{pace}, {watched.doing(tally)}"


class _Screen:
    """A screen that tells when it is looked at."""

    def __init__(self, screen: Screen, note: Callable[[str], None]) -> None:
        self._screen, self._note = screen, note

    def grab(self) -> Frame:
        frame = self._screen.grab()
        self._note("")
        return frame


class _Hand:
    """A hand that tells what it does."""

    def __init__(self, hand: Hand, note: Callable[[str], None]) -> None:
        self._hand, self._note = hand, note

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        self._hand.click(point, press)
        self._note("playing")

    def press_button(self, point: ScreenPoint) -> None:
        self._note("waiting for what a button does")
        self._hand.press_button(point)

    def park(self) -> None:
        self._hand.park()

    def check(self) -> None:
        self._hand.check()

    def aim(self, frame: Frame, lattice: Lattice) -> None:
        self._hand.aim(frame, lattice)

    def bring_to_front(self) -> None:
        self._note("waiting until nothing covers the game")
        self._hand.bring_to_front()
