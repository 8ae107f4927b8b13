"""The mouse over one game, and whatever keeps it there."""

from __future__ import annotations

from typing import Protocol

from bot.frame import Frame
from bot.geometry import Lattice, ScreenPoint
from bot.mouse import PRESS, Mouse


class Hand(Protocol):
    """The mouse over one game, and whatever keeps it there."""

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """Hold the button down there for so long, s.

        Raises
        ------
        StoppedError, WindowError
            and kinds of these, if it may not be clicked there
        """
        ...

    def press_button(self, point: ScreenPoint) -> None:
        """Click a button of the game, which may lie beside its board or in a message box of it.

        Raises as `click` does; refused is only what lies in no window of the game.
        """
        ...

    def park(self) -> None:
        """Move the pointer off the board, so that it hides and marks no tile, if there is room.

        Raises
        ------
        StoppedError
            if the person has taken the mouse or pressed the stop key
        """
        ...

    def check(self) -> None:
        """Raise `StoppedError` if the person has taken the mouse or pressed the stop key."""
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

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """See `Hand.click`."""
        self._mouse.click(point, press)

    def press_button(self, point: ScreenPoint) -> None:
        """See `Hand.press_button`."""
        self._mouse.click(point)

    def park(self) -> None:
        """See `Hand.park`; no picture of a simulated game shows the pointer."""

    def check(self) -> None:
        """See `Hand.check`; there is no person who could take the mouse."""

    def aim(self, frame: Frame, lattice: Lattice) -> None:
        """See `Hand.aim`; there is nothing else to hit."""

    def bring_to_front(self) -> None:
        """See `Hand.bring_to_front`; nothing covers it."""
