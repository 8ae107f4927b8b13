"""A faulty world: a simulated game, desktop, screen, mouse and clock, and the real guards over it.

Everything that `linkup play` has on a real screen is in play, but for the screen itself.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.board import Board
from bot.faults import Faults
from bot.faultydesktop import TITLE, FaultyDesktop
from bot.faultygame import FaultyGame
from bot.faultymouse import FaultyMouse
from bot.faultyscreen import FaultyScreen
from bot.game import EventKind, Game
from bot.geometry import Rect, ScreenPoint
from bot.live import LiveGame
from bot.matcher import LinkRule
from bot.position import Gravity
from bot.simulator import SimulatedClock
from bot.style import Style
from bot.window import find_window

_USUAL = LinkRule()


class FaultyWorld:
    """A game to be played by `live` as if it were on a real screen.

    Parameters
    ----------
    board, rule, gravity, style
        the game, as for `bot.game.Game`
    faults
        what goes wrong
    clock
        moves on when it is told to, and a little with each picture and click

    Attributes
    ----------
    game, desktop, mouse, clock
        the truth
    live
        all that a player is given
    """

    def __init__(
        self,
        board: Board,
        faults: Faults,
        *,
        rule: LinkRule = _USUAL,
        gravity: Gravity = Gravity.NONE,
        style: Style | None = None,
        clock: SimulatedClock | None = None,
    ) -> None:
        self.clock = clock or SimulatedClock()
        self._removals = faults.lot("removals")
        self._faults = faults
        self.game = Game(
            board,
            rule=rule,
            gravity=gravity,
            removal=self._removal,
            style=style,
            time=self.clock.now(),
        )
        window = FaultyGame(self.game, faults)
        self.desktop = FaultyDesktop(window.size, faults, self.clock.now)
        self._window = window
        self._screen: FaultyScreen | None = None
        self.mouse = FaultyMouse(window, self.desktop, self.clock, faults, self._sees_popup)
        self.live = LiveGame(
            self.desktop,
            find_window(self.desktop, TITLE),
            mouse=self.mouse,
            screen=self._open_screen,
            clock=self.clock.now,
            sleep=self.clock.sleep,
        )

    @property
    def delays(self) -> float:
        """The time that all removals so far have taken, s: no player is faster."""
        began, total = 0.0, 0.0
        for event in self.game.events:
            if event.kind is EventKind.LINKED:
                began = event.time
            elif event.kind is EventKind.REMOVED:
                total += event.time - began
        return total

    def _removal(self) -> float:
        return self._removals.uniform(*self._faults.removal)

    def _open_screen(self, region: Callable[[], Rect], _: Callable[[], float]) -> FaultyScreen:
        self._screen = FaultyScreen(
            self._window,
            self.desktop,
            self.clock,
            self._faults,
            region=region,
            pointer=self.mouse.position,
        )
        return self._screen

    def _sees_popup(self, point: ScreenPoint) -> bool:
        return self._screen is not None and self._screen.shows_popup(point)
