"""First sight: pictures of a game not seen before are read briefly at first, and then thoroughly.

Nearly every board is found among the first lattices that are tried. Where none is, a countdown or a
message may lie over the board, and would be gone long before all of them were tried: so the screen
is looked at again first. What drifts over a board, snow or petals, lies elsewhere in every picture:
the middle of several shows the board without it.
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

_CELLS, _TIMES = 500, 3
"""Cells that are named before a brief look is given up, and pictures of a game that are looked at
briefly: one that never stands still is read thoroughly in the end."""
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
        """The same, keeping the pictures that showed none."""
        while self._left:
            self._left -= 1
            look = _Look(frame, newer)
            try:
                return frame, self._read(frame, look.is_over)
            except BoardNotFoundError:
                self._missed.append(frame)
                found = look.newest
                if found is None:
                    raise
                frame = found
        self._missed = [*self._missed, frame][-_MOST:]
        if self._eye is read and (still := middle_of(self._missed)) is not None:
            try:
                return still, self.brief(still)
            except BoardNotFoundError:
                pass
        return frame, self._read(frame, lambda _: False)

    def _read(self, frame: Frame, in_vain: Callable[[int], bool]) -> Reading:
        """What a picture shows; one that shows no board is read once, however long it stays."""
        if self._eye is not read:
            return self._eye(plain(frame))
        if self._refused and np.array_equal(self._refused[0].pixels, frame.pixels):
            raise BoardNotFoundError(*self._refused[1].args)
        halt = _Halt(in_vain, self._enough)
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
    """A look at a picture that is over once another one is seen, if nothing was found by then."""

    def __init__(self, frame: Frame, newer: Callable[[Frame], Frame | None]) -> None:
        self._frame, self._newer = frame, newer
        self._newest: Frame | None = None

    @property
    def newest(self) -> Frame | None:
        """The first that was seen to be new when it was asked; None while nothing is."""
        if self._newest is None:
            self._newest = self._newer(self._frame)
        return self._newest

    def is_over(self, named: int) -> bool:
        """Whether it is, so many cells having been named in vain."""
        return named > _CELLS and self.newest is not None


def found(reading: Reading) -> str:
    """What is said of a board that was found; and of tiles that the skin in use does not know."""
    board, name = reading.board, reading.skin.name
    line = f"found {board.rows} x {board.cols} cells, {board.tiles} tiles"
    if not name or not (lacks := strange(board)):
        return line
    return (
        f"{line}, {lacks} of which show no face of the skin {name}: it lacks some, as on a later "
        "level (linkup calibrate learns them from a picture of it), or try without --skin"
    )
