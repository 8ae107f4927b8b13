"""First sight: pictures of a game not seen before are read briefly at first, and then thoroughly.

Nearly every board is found among the first lattices that are tried. Where none is, a countdown or a
message may lie over the board, and would be gone long before all of them were tried: so the screen
is looked at again first. What drifts over a board, snow or petals, lies elsewhere in every picture:
the middle of several shows the board without it. It is read as soon as there are so many pictures
and no board is sure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.lacking import strange
from bot.lens import plain
from bot.reader import read
from bot.reading import Reading

_CELLS, _TIMES, _LONGER = 500, 3, 4
"""Cells that are named before a brief look is given up, and pictures of a game that are looked at
briefly: one that never stands still is read thoroughly in the end. And how many times as many each
look takes as the one before, and the middle of pictures after it: the right lattice may come after
one that takes long."""
_AGAIN = 2
"""How often in a row a new picture must be seen to have stayed."""
_SEVERAL, _MOST = 3, 5
"""Pictures without a board whose middle is read, at least and at most."""


class FirstSight:
    """Reads pictures until a board is found.

    Parameters
    ----------
    eye
        reads a picture thoroughly; another one than `read`, which knows a skin, is quick anyway
    enough
        as for `read`
    """

    def __init__(
        self, eye: Callable[[Frame], Reading] = read, enough: Callable[[], bool] = lambda: False
    ) -> None:
        self._eye, self._enough = eye, enough
        self._left = _TIMES if eye is read else 0
        self._refused: tuple[Frame, BoardNotFoundError] | None = None
        self._missed: list[Frame] = []

    def brief(self, frame: Frame, cells: int = _CELLS) -> Reading:
        """Read a picture, but not for long.

        Parameters
        ----------
        frame
            the picture
        cells
            named in vain after which it is given up; with 0 only the likeliest lattice is tried

        Raises
        ------
        BoardNotFoundError
            if no board was seen by then
        """
        return self._read(frame, lambda named: named > cells)

    def read(self, frame: Frame, newer: Callable[[Frame], Frame | None]) -> tuple[Frame, Reading]:
        """What a picture shows, or one that was taken since, or the middle of several.

        Parameters
        ----------
        frame
            the picture
        newer
            what is seen by now, if much of it has changed since a picture was taken

        Raises
        ------
        BoardNotFoundError
            if there is no board to be seen
        """
        shown = self._shown(frame, newer)
        self._missed.clear()  # what comes next is another board, or lies elsewhere
        return shown

    def _shown(self, frame: Frame, newer: Callable[[Frame], Frame | None]) -> tuple[Frame, Reading]:
        """The same, keeping the pictures that showed none, or none for sure."""
        unsure = None
        while self._left:
            self._left -= 1
            cells = _CELLS * _LONGER ** (_TIMES - 1 - self._left)
            look = _Look(frame, newer, cells)
            try:
                reading = self._read(frame, look.is_over, look.is_enough)
                if not (look.moves or look.stands):
                    return frame, reading
                unsure = frame, reading
            except BoardNotFoundError:
                if look.newest is None:
                    if unsure is not None:
                        return unsure
                    self._keep(frame)
                    raise
            self._keep(*look.frames)
            past = None if look.stands else self._past_what_moves(cells)
            if past is not None:
                return past
            frame = look.frames[-1]
        if self._keep(frame) and (past := self._past_what_moves()) is not None:
            return past
        try:
            return frame, self._read(frame, lambda _: False)
        except BoardNotFoundError:
            if unsure is None:
                raise
            return unsure

    def _keep(self, *frames: Frame) -> bool:
        """Keep the last pictures; whether any of these is new."""
        new = [frame for frame in frames if not any(frame is each for each in self._missed)]
        self._missed = [*self._missed, *new][-_MOST:]
        return bool(new)

    def _past_what_moves(self, cells: int = _CELLS) -> tuple[Frame, Reading] | None:
        """What the middle of the last pictures shows, if it shows a board; as for `brief`."""
        still = middle_of(self._missed) if self._eye is read else None
        if still is None:
            return None
        try:
            return still, self.brief(still, cells)
        except BoardNotFoundError:
            return None

    def _read(
        self,
        frame: Frame,
        in_vain: Callable[[int], bool],
        enough: Callable[[], bool] = lambda: False,
    ) -> Reading:
        """What a picture shows; one that shows no board is read once, however long it stays."""
        if self._eye is not read:
            return self._eye(plain(frame))
        if self._refused and np.array_equal(self._refused[0].pixels, frame.pixels):
            raise BoardNotFoundError(*self._refused[1].args)
        halt = _Halt(in_vain, lambda: self._enough() or enough())
        try:
            return read(frame, halt.in_vain, halt.enough)
        except BoardNotFoundError as error:
            if not halt.was_called:
                self._refused = frame, error
            raise


def middle_of(frames: Sequence[Frame]) -> Frame | None:
    """The last of some pictures without what moves over it: of each pixel its median colour.

    None where there are too few that lie in the same place, or the last has nothing that moves.
    """
    last = frames[-1]
    alike = [
        frame.pixels
        for frame in frames
        if frame.origin == last.origin and frame.pixels.shape == last.pixels.shape
    ]
    alike = alike[(len(alike) + 1) % 2 :]  # the median of an even number is none of them
    if len(alike) < _SEVERAL:
        return None
    pixels = np.sort(np.stack(alike), axis=0)[len(alike) // 2]
    return None if np.array_equal(pixels, last.pixels) else replace(last, pixels=pixels)


class _Halt:
    """What ends a look at a picture before it was read to its end, and whether it did."""

    def __init__(self, in_vain: Callable[[int], bool], enough: Callable[[], bool]) -> None:
        self._in_vain, self._enough = in_vain, enough
        self.was_called = False

    def in_vain(self, named: int) -> bool:
        """Whether so many cells are more than may be named in vain."""
        self.was_called = self.was_called or self._in_vain(named)
        return self.was_called

    def enough(self) -> bool:
        """Whether there is no more time."""
        self.was_called = self.was_called or self._enough()
        return self.was_called


class _Look:
    """A look at a picture that is over once another one is seen, if nothing was found by then.

    Or, if nothing is sure, once there are several that differ, as where something moves over it, or
    another one stands still: a countdown is over, say.

    Attributes
    ----------
    frames
        the picture, and each that was seen to be new since
    """

    def __init__(self, frame: Frame, newer: Callable[[Frame], Frame | None], cells: int) -> None:
        self.frames, self._newer, self._cells = [frame], newer, cells
        self._asked = 0

    @property
    def newest(self) -> Frame | None:
        """The first that was seen to be new when it was asked; None while nothing is."""
        if len(self.frames) == 1:
            self._ask()
        return self.frames[-1] if len(self.frames) > 1 else None

    @property
    def stands(self) -> bool:
        """Whether there is a new one that was still seen each time when it was asked again."""
        return len(self.frames) > 1 and self._asked >= _AGAIN

    @property
    def moves(self) -> bool:
        """Whether several pictures differ."""
        return len(self.frames) >= _SEVERAL

    def is_over(self, named: int) -> bool:
        """Whether it is, so many cells having been named in vain."""
        return named > self._cells and self.newest is not None

    def is_enough(self) -> bool:
        """Whether there are several pictures by now, or a new one; asked while nothing is sure."""
        self._ask()
        return self.moves or self.stands

    def _ask(self) -> None:
        newer = self._newer(self.frames[-1])
        self._asked = 0 if newer is not None else self._asked + 1
        self.frames += [] if newer is None else [newer]


def found(reading: Reading) -> str:
    """What is said of a board that was found; and of tiles that the skin in use does not know."""
    board, name = reading.board, reading.skin.name
    line = f"found {board.rows} x {board.cols} cells, {board.tiles} tiles"
    if not name or not (lacks := strange(board)):
        return line
    return (
        f"{line}, {lacks} of which show no face of the skin {name}: something hides them, or it "
        "lacks some, as on a later level (linkup calibrate learns them from a picture of it), or "
        "try without --skin"
    )
