"""Overlaid cells: what lies over a board and is taken for its ground.

A cell in which hardly anything is drawn is empty, for the eye. So are cells that a plain message
lies over; but it lies over cells beside them, too, that were seen to be empty before and looked
otherwise then.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.geometry import Cell, Lattice
from bot.glimpse import inside
from bot.reading import Reading, board_of

_OTHERWISE = 24.0
"""Grey levels, in the mean, by which what is seen of an empty cell differs from its ground."""
_AS_A_WHOLE = 0.5
"""Share of the empty cells that look otherwise beyond which the ground itself has changed."""
_BESIDE = tuple((row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if row or col)


class Overlaid:
    """How the empty cells of one board looked when they were first seen to be empty.

    Parameters
    ----------
    cover
        how long whatever covers a board is waited for, s; then the ground itself has changed
    """

    def __init__(self, cover: float) -> None:
        self._cover = cover
        self._ground: dict[Cell, NDArray[np.uint8]] = {}
        self._new: dict[Cell, NDArray[np.uint8]] = {}
        self._since = inf
        self._lattice: Lattice | None = None

    def told(self, reading: Reading, now: float) -> Reading:
        """The same with cells that cannot be told where something lies over them.

        Parameters
        ----------
        reading
            what is seen
        now
            when it is, s
        """
        if reading.lattice != self._lattice:
            self._ground, self._new, self._lattice = {}, {}, reading.lattice
        empty = {cell for cell, kind in _cells(reading) if kind == EMPTY}
        for cell in [cell for cell, kind in _cells(reading) if kind not in (EMPTY, UNKNOWN)]:
            self._ground.pop(cell, None)  # a tile fell there
        new = empty - self._ground.keys()
        hidden = [cell for cell in new if self._is_hidden(reading, cell)]
        self._since = min(self._since, now) if hidden else inf
        if hidden and (now - self._since > self._cover or self._has_changed_as_a_whole(reading)):
            self._ground, hidden, new = {}, [], empty
        looks = {cell: _look(reading, cell).copy() for cell in new.difference(hidden)}
        # What passes by, as a tile that falls or a path that is drawn, is no ground.
        self._ground |= {
            cell: look
            for cell, look in looks.items()
            if cell in self._new and np.array_equal(look, self._new[cell])
        }
        self._new = looks
        if not hidden:
            return reading
        kinds = reading.kinds
        kinds[[cell.row * reading.lattice.cols + cell.col for cell in hidden]] = UNKNOWN
        return replace(reading, board=board_of(kinds, reading.lattice))

    def _is_hidden(self, reading: Reading, cell: Cell) -> bool:
        """Whether a cell that is said to be empty shows what lies over ground beside it.

        Its colours are rather those seen there now than those of the ground.
        """
        colour = _look(reading, cell).mean(axis=(0, 1))
        for row, col in _BESIDE:
            beside = Cell(cell.row + row, cell.col + col)
            if beside in self._ground:
                before, now = self._ground[beside], _look(reading, beside)
                far, near = (
                    np.abs(look.mean(axis=(0, 1)) - colour).max() for look in (before, now)
                )
                if near < far and _is_otherwise(before, now):
                    return True
        return False

    def _has_changed_as_a_whole(self, reading: Reading) -> bool:
        changed = [_is_otherwise(look, _look(reading, cell)) for cell, look in self._ground.items()]
        return sum(changed) > _AS_A_WHOLE * len(changed)


def _cells(reading: Reading) -> Iterable[tuple[Cell, int]]:
    return zip(reading.board.cells(), reading.board.kinds, strict=True)


def _look(reading: Reading, cell: Cell) -> NDArray[np.uint8]:
    return reading.pixels[inside(reading.lattice, cell)]


def _is_otherwise(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    return one.shape != other.shape or float(cv2.absdiff(one, other).mean()) > _OTHERWISE
