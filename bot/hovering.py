"""Hovering: telling the tile that is selected from the one that lies under the pointer.

Many games light up the tile under the pointer, and that may look as a selected one does. Where a
click was lost this decides which tiles are clicked again. The light goes with the pointer.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bot.geometry import Cell
from bot.glimpse import inside
from bot.hand import Hand
from bot.lookout import Lookout
from bot.matcher import Link
from bot.pointer import Pointer
from bot.reading import Reading

_BEGINS, _FADES = 0.1, 0.4
"""s; in which the light under the pointer begins to go once the pointer has left, and in which it
has gone."""
_TRIES = 2
"""Times that a mark stays, and none has ever gone, until it is no longer asked for."""


class Hovering:
    """Keeps the light under the pointer of one game from being taken for a mark.

    Parameters
    ----------
    out
        what it looks through
    hand
        moves the pointer off the board
    pointer
        knows which tile it is on; is told that it has left
    clock
        time, s
    """

    def __init__(
        self, out: Lookout, hand: Hand, pointer: Pointer, *, clock: Callable[[], float]
    ) -> None:
        self._out, self._hand, self._pointer, self._clock = out, hand, pointer, clock
        self._tries = _TRIES

    def leave(self, link: Link) -> None:
        """Take the pointer off a marked tile of a link, and wait for its light to go.

        Raises
        ------
        StoppedError
            as `Hand.park` does
        """
        cell, before = self._pointer.cell, self._out.current()[1]
        if cell not in {link.a, link.b} or cell not in before.selected or not self._tries:
            return
        self._hand.park()
        self._pointer.cell = None
        began = self._clock()
        fades = False
        while cell in before.selected and self._clock() < began + (_FADES if fades else _BEGINS):
            self._out.wait()
            now = self._out.look()
            fades |= _differ(before, now, cell)
            before = now
        self._tries = self._tries - 1 if cell in before.selected else _TRIES


def _differ(one: Reading, other: Reading, cell: Cell) -> bool:
    """Whether a cell looks otherwise in two readings of one board."""
    if one.lattice != other.lattice:
        return True
    part = inside(one.lattice, cell)
    return not np.array_equal(one.pixels[part], other.pixels[part])
