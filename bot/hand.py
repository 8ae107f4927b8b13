"""The mouse over one game, and whatever keeps it there."""

from __future__ import annotations

from typing import Protocol

from bot.frame import Frame
from bot.geometry import Lattice, ScreenPoint
from bot.mouse import Mouse


class Hand(Protocol):
    """The mouse over one game, and whatever keeps it there."""

    def click(self, point: ScreenPoint) -> None:
        """Click, or raise: `StoppedError`, `WindowError` and its kinds."""
        ...

    def check(self) -> None:
        """Raise `StoppedError` if the person has taken the mouse."""
        ...

    def aim(self, frame: Frame, lattice: Lattice) -> None:
        """Click only on this board, as it lies in this frame, from now on."""
        ...

    def bring_to_front(self) -> None:
        """Ask for the game to be uncovered."""
        ...


class FreeHand:
    """A hand that nothing guards, for a game that is simulated."""

    def __init__(self, mouse: Mouse) -> None:
        self._mouse = mouse

    def click(self, point: ScreenPoint) -> None:
        """See `Hand.click`."""
        self._mouse.click(point)

    def check(self) -> None:
        """See `Hand.check`; there is no person who could take the mouse."""

    def aim(self, frame: Frame, lattice: Lattice) -> None:
        """See `Hand.aim`; there is nothing else to hit."""

    def bring_to_front(self) -> None:
        """See `Hand.bring_to_front`; nothing covers it."""
