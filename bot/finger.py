"""The finger: clicks cells of a board, wherever its window goes and whatever lies over it."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from bot.geometry import Cell
from bot.hand import Hand
from bot.lookout import Lookout
from bot.patience import Patience
from bot.pointer import Pointer
from bot.window import WindowCoveredError, WindowMovedError


class Finger:
    """Clicks cells of one game's board.

    Parameters
    ----------
    hand
        what clicks
    out
        knows where the board lies, and looks again where that has changed
    pointer
        is told where the mouse is
    clock
        time, s
    patience
        how long to wait for what
    say
        told what happens, a line at a time
    """

    def __init__(
        self,
        hand: Hand,
        out: Lookout,
        pointer: Pointer,
        *,
        clock: Callable[[], float],
        patience: Patience,
        say: Callable[[str], None],
    ) -> None:
        self._hand, self._out, self._pointer = hand, out, pointer
        self._clock, self._patience, self._say = clock, patience, say
        self.clicks, self.first = 0, inf
        """Clicks made, and when the first was, s."""

    def click(self, cell: Cell, press: float) -> bool:
        """Hold the button down on a cell for so long, s; False if its board was lost.

        Raises
        ------
        WindowCoveredError
            if something covers the cell for long
        StoppedError, WindowError
            as `Hand.click` does
        """
        until = self._clock() + self._patience.cover
        while True:
            frame, reading = self._out.current()
            self._pointer.pitch = reading.lattice.pitch
            try:
                self._out.acted()
                self.first = min(self.first, self._clock())
                self._hand.click(frame.to_screen(reading.lattice.center(cell)), press)
            except WindowMovedError as moved:
                self._say(str(moved))
                self._out.look()
                if self._out.current()[1].lattice != reading.lattice:
                    return False
            except WindowCoveredError:
                if self._clock() > until:
                    raise
                self._hand.bring_to_front()
                self._out.wait()
            else:
                self.clicks += 1
                self._pointer.cell = cell
                return True
