"""The finger: clicks cells of a board, wherever its window goes and whatever lies over it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from bot.board import EMPTY, UNKNOWN, Board
from bot.errors import StoppedError, WindowHiddenError
from bot.geometry import Cell
from bot.hand import Hand
from bot.lookout import Lookout
from bot.memory import hides, named
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

    def click(self, board: Board, cells: Sequence[Cell], press: float, pause: float = 0.0) -> bool:
        """Hold the button down on cells of a board for so long, s; False if a tile was lost.

        Between two of them there is a pause of so many seconds.

        Where a window lay in the way or has moved it is looked again before more is clicked: the
        game may have laid its tiles anew under it.

        Raises
        ------
        WindowCoveredError
            if something covers a cell for long
        StoppedError
            if the window moves, or hides from clicks, all the time
        StoppedError, WindowError
            as `Hand.click` does
        """
        left, until, follows = list(cells), self._clock() + self._patience.cover, False
        while left:
            frame, reading = self._out.current()
            self._pointer.pitch = reading.lattice.pitch
            try:
                self._out.acted()
                self.first = min(self.first, self._clock())
                self._hand.click(frame.to_screen(reading.lattice.center(left[0])), press)
            except (WindowMovedError, WindowHiddenError) as moved:
                if not follows and isinstance(moved, WindowMovedError):
                    self._say(str(moved))
                if self._clock() > until:
                    raise StoppedError("the window does not come to rest") from None
                follows = True
                self._out.look()
                if not self._out.shows(board, left):
                    return False
            except WindowCoveredError:
                if not self._is_uncovered(board, left, until):
                    if self._is_other(board, left):
                        return False
                    raise
            else:
                self.clicks += 1
                self._pointer.cell = left.pop(0)
                if left and pause > 0:
                    self._out.wait(pause)
                until, follows = self._clock() + self._patience.cover, False
        return True

    def _is_uncovered(self, board: Board, cells: Sequence[Cell], until: float) -> bool:
        """Whether tiles come to light that something lay over, before it is so late.

        What is plainly something else for long enough is not waited for.
        """
        since = inf
        while self._clock() <= until and self._clock() - since <= self._patience.still:
            self._hand.bring_to_front()
            self._out.wait()
            self._out.look()
            if self._out.shows(board, cells):
                return True
            since = min(since, self._clock()) if self._is_other(board, cells) else inf
        return False

    def _is_other(self, board: Board, cells: Sequence[Cell]) -> bool:
        """Whether tiles are not hidden, and yet not seen as they are known.

        The one that was clicked last may be marked in a way that cannot be read. One that is there
        no longer has gone only with its twin: what covers a single tile may look like the ground.
        """
        seen = self._out.current()[1].board
        if not seen.is_sized_as(board) or hides(seen, board):
            return False
        if any(seen[cell] == UNKNOWN for cell in cells if cell != self._pointer.cell):
            return False
        if EMPTY in {seen[cell] for cell in cells} and named(seen) != named(board) - 2:
            return False
        return any(seen[cell] != board[cell] for cell in cells)
