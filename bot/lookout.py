"""The lookout: what is seen of one game, wherever its window goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from math import inf

import numpy as np
from numpy.typing import NDArray

from bot.absence import OUT_OF_SIGHT, Absence
from bot.board import Board
from bot.errors import BoardNotFoundError, TimeIsUpError
from bot.expectation import agrees
from bot.faded import Faded
from bot.firstsight import FirstSight
from bot.frame import Frame
from bot.geometry import Cell
from bot.glance import is_seen
from bot.glimpse import has_given_way, is_intact
from bot.hand import Hand
from bot.lens import plain, through
from bot.matcher import Link
from bot.patience import Patience
from bot.position import Gravity
from bot.reader import read, read_again
from bot.reading import Reading
from bot.redrawn import told_anew
from bot.screen import Screen
from bot.shifted import FEW, read_resized, read_shifted
from bot.tally import RESIZED
from bot.uncovered import Uncovered
from bot.walling import Walls
from bot.witness import Nobody, Witness

_DOUBTS, _DRAWN = 3, 0.2
"""Times that a board of an odd number of tiles is looked for anew, and pauses between these, s."""
_CHANCES, _NEWS = 2, 0.003
"""Pictures that are looked at after the time to find a board, if so much of one has changed since
the last, or a board was found that did not stand still: what is being dealt is read for long."""


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
    until
        when the game must have ended once its board was found, s; then nothing is waited for
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
        until: float = inf,
    ) -> None:
        self._screen, self._hand = screen, hand
        self._until = self._last = until
        self._witness = witness or Nobody()
        self._sight = FirstSight(eye, self._is_over)
        self._clock, self._sleep = clock, sleep
        self._patience, self._say = patience, say
        self._seen: tuple[Frame, Reading, Reading] | None = None
        self._first: Reading | None = None
        self._unread: Frame | None = None
        self._is_stale = True
        self._absence = Absence(patience, say)
        self.ground = Uncovered(patience.still)
        self._faded, self.walls = Faded(patience.still), Walls()
        self.make_way: Callable[[], object] = lambda: None
        """Called while a board is hidden once its window has another size."""
        self._real, self.looks, self.looked_at = 0.0, 0, 0.0
        """Pictures taken, and when the last one was, in the time of `now`."""

    def find_board(
        self,
        seconds: float | None = None,
        meanwhile: Callable[[], object] = lambda: None,
        most: float = inf,
    ) -> Reading:
        """The board, once two looks in a row agree on it.

        Parameters
        ----------
        seconds
            to wait for it; by default a few
        meanwhile
            called between looks at what is no board
        most
            to wait for it, however long it may take otherwise, s

        Raises `BoardNotFoundError` if none is seen for long, `StoppedError` if somebody stops it.
        """
        patience = self._patience.board if seconds is None else seconds
        began, doubts, chances = self._clock(), 0, _CHANCES
        until, last = began + min(patience, most), began + most
        self._last = last if self._first is None else min(last, self._until)
        while True:
            frame = None
            try:
                frame = self._unread or self._grab()
                self._unread = None
                frame, reading = self._sight.read(frame, self._newer)
                self.walls.drop()
            except (BoardNotFoundError, *OUT_OF_SIGHT) as error:
                is_first = seconds is None and isinstance(error, OUT_OF_SIGHT)
                if is_first or self._real > until:
                    self._hand.check()  # to read takes long: a stop asked for meanwhile goes first
                    chances -= 1
                    late = is_first or chances < 0 or self._real > last
                    if late or frame is None or self._newer(frame) is None:
                        raise
                meanwhile()
                self.wait()
                continue
            self._sees(frame, reading)
            if reading.board.tiles % 2 and doubts < _DOUBTS:
                # Of a game that is still being drawn a part may look like a board.
                doubts += 1
                self.wait(_DRAWN)
                continue
            self.wait()
            again = self._grab()
            self._unread = again if again.pixels.shape == frame.pixels.shape else None
            if self._unread and agrees(reading.board, self.look().board):
                frame, reading = self.current()
                self._first, self._last = reading, self._until
                self._hand.aim(frame, reading.lattice)
                return reading
            chances -= self._clock() > until
            if chances < 0 or self._real > last:
                raise BoardNotFoundError(
                    "what looks like a board does not stand still: wait until the game has dealt, "
                    "and name its window alone, or the board by --region"
                )

    def _newer(self, frame: Frame) -> Frame | None:
        """What is seen now if much of what a frame shows has changed: what it shows may be over."""
        self._hand.check()
        self._unread = now = self._grab()
        same_size = now.pixels.shape == frame.pixels.shape
        share = (now.pixels != frame.pixels).any(axis=2).mean() if same_size else 1
        return now if share > _NEWS else None

    def _is_over(self) -> bool:
        """Whether there is no time left to read a picture; it is stopped if somebody wants that."""
        self._hand.check()
        return self._clock() > self._last

    def look(self) -> Reading:
        """The board as it is seen now, wherever its window has gone to."""
        old, reading, _ = self._known
        frame, self._unread = self._unread or self._grab(), None
        if frame.pixels.shape != old.pixels.shape:
            self._say(f"{RESIZED}: looking for the board anew")
            if (resized := read_resized(frame, reading)) is None:
                wait = self._patience.board + self._patience.cover
                return self.find_board(wait, self.make_way, self._until - self._real)
            self.go_on(frame, resized)
            return self.current()[1]
        if not np.array_equal(frame.pixels, old.pixels):
            reading = read_again(frame, reading)
        self._sees(frame, self._faded.told(self.ground.told(reading)))
        if frame.origin != old.origin:
            self._hand.aim(frame, reading.lattice)
        return self.current()[1]

    def afresh(self) -> Reading:
        """The last picture read as if nothing had been seen since the first one."""
        (frame, known, _), first = self._known, self._first or self._known[1]
        known = first if first.pixels.shape == frame.pixels.shape else known
        return self.walls.read(read_again(frame, known))

    def wall_in(self, kind: int) -> bool:
        """Tell a kind for walls as long as none of it moves; False if any has, or is gone."""
        frame, reading, _ = self._known
        stood = self.walls.add(kind, (self._first or reading).board, reading.board)
        self._seen = frame, reading, self.walls.read(reading)
        return stood

    def find_anew(self, board: Board, least: int) -> bool:
        """Read the last picture as one in which the board lies elsewhere, or looks otherwise.

        Parameters
        ----------
        board
            as it should be
        least
            tiles that it has; one of fewer is no answer

        Returns
        -------
        bool
            whether there is one; it is what is known from now on
        """
        (frame, known, _), board = self._known, self.walls.shown(board)
        if self._real > self._until - self._patience.board:
            return False
        shifted = partial(read_shifted, known=known, board=board)
        # A few tiles are found one by one, or not at all.
        for eye in (shifted, self._sight.brief) if board.tiles > FEW else (shifted,):
            try:
                reading = eye(frame)
            except BoardNotFoundError:
                continue
            if (told := told_anew(reading, known, board, least)) is not None:
                self._say(told[1])
                self.walls.drop(() if eye is shifted else None)
                self.go_on(frame, told[0])
                return True
        return False

    def trust(self, reading: Reading) -> None:
        """Go on from a reading of the last picture; what was noted of the ground is forgotten."""
        self.ground, self._faded = Uncovered(self._patience.still), Faded(self._patience.still)
        board = self.walls.shown(reading.board)
        self._sees(self.current()[0], replace(reading, board=board))

    def go_on(self, frame: Frame, reading: Reading) -> None:
        """The board is another from now on, or lies otherwise."""
        self._sees(frame, reading)
        self._first = reading
        self._hand.aim(frame, reading.lattice)

    def _sees(self, frame: Frame, reading: Reading) -> None:
        """Note what the last picture shows."""
        self._seen = through(reading.skin.lens, frame), reading, self.walls.read(reading)
        self._witness.saw(reading)

    def uncover(
        self, board: Board, link: Link, before: NDArray[np.uint8] | None, ways: Iterable[Gravity]
    ) -> bool:
        """Note ground that came to light with a link and cannot be told; see `Uncovered.watch`."""
        now, reading = self.looked_at, self.current()[1]
        return self.ground.watch(board, link, reading, before, gravities=ways, now=now)

    def fades(self, board: Board, link: Link, before: NDArray[np.uint8] | None) -> bool:
        """Whether the tiles of a link that was clicked are seen to be faded; see `Faded.watch`."""
        if before is None:
            return False
        return self._faded.watch(board, link, self.current()[1], before, self.looked_at)

    @property
    def returned(self) -> float:
        """See `Absence.ended`."""
        return self._absence.ended

    def now(self) -> float:
        """The time, s, that stands still while the game is out of sight: what is awaited waits."""
        return self._clock() - self._absence.seconds

    @property
    def faded(self) -> float:
        """See `Faded.since`."""
        return self._faded.since

    def picture(self) -> Frame:
        """What the screen shows now, unread."""
        frame, self._is_stale, self._unread = self._grab(), True, None
        return plain(frame)

    def peek(
        self,
        before: NDArray[np.uint8],
        freed: Sequence[Cell],
        stays: Sequence[tuple[Cell, Cell]],
    ) -> bool:
        """Whether some tiles are plainly gone and others as they were; the next look reads this.

        Parameters
        ----------
        before : uint8 array of shape (H, W, 3), RGB; the picture before the former were clicked
        freed : cells that should hold a tile no longer
        stays : cells whose tiles should look as they did, and where each of them lay then
        """
        if self._faded.is_known:
            return False  # what has gone is told from what is marked only when it is read
        old, reading = self.current()
        self._unread = frame = self._grab()
        self._is_stale = True  # for what is known is older
        pictures, lattice = (before, reading.pixels), reading.lattice
        shapes = {picture.shape for picture in pictures}
        same_place = frame.origin == old.origin and shapes == {frame.pixels.shape}
        return (
            same_place
            and has_given_way(frame.pixels, pictures, lattice, freed)
            and is_intact(frame.pixels, reading.pixels, lattice, stays)
        )

    @property
    def newest(self) -> NDArray[np.uint8]:
        """The last picture taken, read or not: uint8 of shape (H, W, 3), RGB."""
        return (self._unread or self.current()[0]).pixels

    def glance(self) -> Reading:
        """The board as it was seen a moment ago if nothing was done since; else as it is now."""
        is_old = self._is_stale or self.now() > self.looked_at + self._patience.fresh
        return self.look() if is_old else self.current()[1]

    def acted(self) -> None:
        """Something was clicked: what was seen before may be true no longer."""
        self._is_stale, self._unread = True, None

    def sees(
        self,
        board: Board,
        cells: Sequence[Cell],
        meanwhile: Callable[[], object] = lambda: None,
        gone: Callable[[Board], bool] | None = None,
    ) -> bool:
        """Whether tiles are seen as they are known, if need be once a message has gone.

        What is to be done `meanwhile` is called between looks at tiles that are hidden. Of those
        that may have `gone` this is asked about the board that is seen: then they are not waited
        for.
        """
        until = self.now() + self._patience.board
        self.glance()
        while not self.shows(board, cells):
            if self.now() > until or (gone is not None and gone(self.current()[1].board)):
                return False
            meanwhile()
            self.wait()
            self.look()
        return True

    def shows(self, board: Board, cells: Sequence[Cell]) -> bool:
        """Whether tiles were seen as they are known when it was last looked.

        See `glance.is_seen`.
        """
        (frame, reading), seen = self.current(), self.seen
        return seen.is_sized_as(board) and all(
            is_seen(frame, reading, cell, board[cell], self._first) for cell in cells
        )

    def current(self) -> tuple[Frame, Reading]:
        """What was seen last; raises `BoardNotFoundError` if nothing was."""
        return self._known[::2]

    @property
    def _known(self) -> tuple[Frame, Reading, Reading]:
        """What was seen last, as it was read, and with walls."""
        if self._seen is None:
            raise BoardNotFoundError("no board has been seen yet")
        return self._seen

    @property
    def seen(self) -> Board:
        """The board as it was seen last."""
        return self.current()[1].board

    def wait(self, seconds: float | None = None) -> None:
        """Let some time pass, s; by default the usual time between two looks.

        Raises `TimeIsUpError` if there is none left, `StoppedError` if somebody stops the game.
        """
        if self._first is not None and self._real > self._until:
            raise TimeIsUpError
        self._sleep(self._patience.look if seconds is None else seconds)
        self._hand.check()

    def _grab(self) -> Frame:
        while True:
            self.looks, self._real = self.looks + 1, self._clock()
            self._is_stale = False
            try:
                frame = self._screen.grab()
            except OUT_OF_SIGHT as error:
                if self._seen is None:
                    raise
                self._absence.goes_on(error, self._real)
                self.wait()
            else:
                self._absence.is_over(self._real)
                self.looked_at = self._real - self._absence.seconds
                return frame if self._seen is None else through(self._seen[1].skin.lens, frame)
