"""The lookout: what is seen of one game, wherever its window goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from bot.board import UNKNOWN, Board
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Cell
from bot.hand import Hand
from bot.patience import Patience
from bot.policy import agrees
from bot.reader import read, read_again
from bot.reading import Reading
from bot.screen import Screen
from bot.witness import Nobody, Witness


class Lookout:
    """What is seen of one game.

    Parameters
    ----------
    screen, hand
        where it looks, and what clicks there
    eye
        reads a frame of a game that was not seen before
    witness
        told what is seen
    clock, sleep
        time, s
    patience
        how long to wait for what
    say
        told what happens, a line at a time
    """

    def __init__(
        self,
        screen: Screen,
        hand: Hand,
        *,
        eye: Callable[[Frame], Reading] = read,
        witness: Witness | None = None,
        clock: Callable[[], float],
        sleep: Callable[[float], None],
        patience: Patience,
        say: Callable[[str], None],
    ) -> None:
        self._screen, self._hand = screen, hand
        self._eye, self._witness = eye, witness or Nobody()
        self._clock, self._sleep = clock, sleep
        self._patience, self._say = patience, say
        self._seen: tuple[Frame, Reading] | None = None
        self.looks, self.looked_at = 0, 0.0
        """Pictures taken, and when the last one was."""

    def find_board(self) -> Reading:
        """The board, once two looks in a row agree on it.

        Raises
        ------
        BoardNotFoundError
            if none is seen for long
        """
        until = self._clock() + self._patience.board
        while True:
            try:
                frame = self._grab()
                reading = self._eye(frame)
            except BoardNotFoundError:
                if self._clock() > until:
                    raise
                self.wait()
                continue
            self._seen = frame, reading
            self._witness.saw(reading)
            self.wait()
            if agrees(reading.board, self.look().board):
                frame, reading = self.current()
                self._hand.aim(frame, reading.lattice)
                return reading

    def look(self) -> Reading:
        """The board as it is seen now, wherever its window has gone to."""
        old, reading = self.current()
        frame = self._grab()
        if frame.pixels.shape != old.pixels.shape:
            self._say("the window has changed its size: looking for the board anew")
            return self.find_board()
        if not np.array_equal(frame.pixels, old.pixels):
            reading = read_again(frame, reading)
        self._seen = frame, reading
        self._witness.saw(reading)
        if frame.origin != old.origin:
            self._hand.aim(frame, reading.lattice)
        return reading

    def sees(self, board: Board, cells: Iterable[Cell]) -> bool:
        """Whether tiles are seen as they are known, if need be once a message has gone.

        A tile that could never be read is taken to be in sight.
        """
        known = [cell for cell in cells if board[cell] != UNKNOWN]
        until = self._clock() + self._patience.board
        while True:
            seen = self.look().board
            same = (seen.rows, seen.cols) == (board.rows, board.cols)
            if same and all(seen[cell] == board[cell] for cell in known):
                return True
            if self._clock() > until:
                return False
            self.wait()

    def current(self) -> tuple[Frame, Reading]:
        """What was seen last.

        Raises
        ------
        BoardNotFoundError
            if nothing was
        """
        if self._seen is None:
            raise BoardNotFoundError("no board has been seen yet")
        return self._seen

    def wait(self) -> None:
        """Let the time between two looks pass."""
        self._sleep(self._patience.look)
        self._hand.check()

    def _grab(self) -> Frame:
        self.looks, self.looked_at = self.looks + 1, self._clock()
        return self._screen.grab()
