"""A simulated mouse over a faulty game: clicks get lost or doubled, and each is kept with its fate.

A click that reaches anything but the board is a violation: no fault excuses it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from bot.faults import Faults
from bot.faultydesktop import GAME, FaultyDesktop
from bot.faultygame import FaultyGame
from bot.geometry import Pixel, ScreenPoint
from bot.mouse import PRESS
from bot.simulator import SimulatedClock

_WAY = 0.001
"""s; what moving the pointer and pressing the button takes besides."""


class Fate(StrEnum):
    """What became of a click."""

    HEARD = "heard"
    DOUBLED = "doubled"
    LOST = "lost"
    SURPRISED = "surprised"
    """A popup took it that had come since the last picture."""
    POPUP = "on a popup"
    COVERED = "on another window"
    BESIDE = "beside the board"


VIOLATIONS = frozenset({Fate.POPUP, Fate.COVERED, Fate.BESIDE})
"""What no click may come to: the bot could have known better."""


@dataclass(frozen=True, slots=True)
class Click:
    """A click: when, s; where, pt; and what became of it."""

    time: float
    point: ScreenPoint
    fate: Fate


class FaultyMouse:
    """A mouse whose clicks reach what lies on the desktop, or do not.

    Parameters
    ----------
    game, desktop, clock
        what is clicked, and when it is
    faults
        what goes wrong
    sees_popup
        whether the last picture showed a popup at a point of the screen
    """

    def __init__(
        self,
        game: FaultyGame,
        desktop: FaultyDesktop,
        clock: SimulatedClock,
        faults: Faults,
        sees_popup: Callable[[ScreenPoint], bool],
    ) -> None:
        self._game, self._desktop, self._clock = game, desktop, clock
        self._faults, self._sees_popup = faults, sees_popup
        self._lot = faults.lot("clicks")
        self._at = ScreenPoint(3.0, 3.0)
        self._heard = -inf
        self.clicks: list[Click] = []

    @property
    def violations(self) -> list[Click]:
        """The clicks that should not have been made."""
        return [click for click in self.clicks if click.fate in VIOLATIONS]

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """See `bot.mouse.Mouse.click`."""
        self._at = point
        fate = self._fate(point, press)
        self.clicks.append(Click(self._clock.now(), point, fate))
        times = {Fate.HEARD: 1, Fate.DOUBLED: 2, Fate.BESIDE: 1}.get(fate, 0)
        for _ in range(times):
            self._game.click(self._pixel(point), self._clock.now())
        self._clock.sleep(press + _WAY)

    def move(self, point: ScreenPoint) -> None:
        """See `bot.mouse.Mouse.move`."""
        self._at = point

    def position(self) -> ScreenPoint:
        """See `bot.mouse.Mouse.position`."""
        return self._at

    def _pixel(self, point: ScreenPoint) -> Pixel:
        place = self._desktop.place()
        return Pixel(point.x - place.left, point.y - place.top)

    def _fate(self, point: ScreenPoint, press: float) -> Fate:
        # Both are drawn each time, so that one fault does not change when the other one comes.
        lost, doubled = self._lot.random(), self._lot.random()
        owner = self._desktop.owner_at(point)
        pixel = self._pixel(point)
        if owner != GAME:
            return Fate.COVERED if self._desktop.place().holds(*point) else Fate.BESIDE
        if self._game.game.lattice.cell_at(pixel) is None:
            return Fate.BESIDE
        popup = self._game.popup(self._clock.now())
        if popup is not None and popup.holds(*pixel):
            return Fate.POPUP if self._sees_popup(point) else Fate.SURPRISED
        now = self._clock.now()
        deaf = press < self._faults.press or now < self._heard + self._faults.pause
        if lost < self._faults.lost or deaf or self._game.rests(now):
            return Fate.LOST
        self._heard = now
        return Fate.DOUBLED if doubled < self._faults.doubled else Fate.HEARD
