"""A standstill: whether the tiles left after a removal stay where they are."""

from __future__ import annotations

from math import inf

import numpy as np

from bot.expectation import agrees
from bot.reading import Reading

_STILL = 0.05
"""Seconds in which tiles that fall are seen to move, slow as they begin."""
_DOUBTED = 16
"""How many times as long that is at most, in a game that has deceived us before."""
_LONGEST = 3.0
"""After so many times that long a board is taken as it is, whatever plays on it."""


class Standstill:
    """Looks at the tiles left after a removal.

    Those that are about to fall lie for a moment as if they stayed, and to read a board tells
    nothing of a tile that has moved by a hair. So nothing is learned of gravity before the picture
    of the board has not changed for a moment, or, where something plays on it all the time, what is
    read of it for longer; and if that changes all the time as well, not for ever.

    Parameters
    ----------
    longer
        that is, s
    doubts
        how often something else was seen later; each time all is looked at twice as long
    """

    def __init__(self, longer: float, doubts: int = 0) -> None:
        self._still = _STILL * min(2.0**doubts, _DOUBTED)
        self._longer = max(longer, 2 * self._still)
        self._seen: Reading | None = None
        self._read_since = self._seen_since = self._asked_since = inf

    @property
    def began(self) -> float:
        """When the board came to be read as it is, s; infinite if it was not looked at."""
        return self._read_since

    def is_sure(self, reading: Reading, now: float) -> bool:
        """Whether nothing moves, after another look, s since the clock began."""
        seen, self._seen = self._seen, reading
        self._asked_since = min(self._asked_since, now)
        if seen is None or not agrees(reading.board, seen.board):
            self._read_since = self._seen_since = now
        elif not _same_board(seen, reading):
            self._seen_since = now
        return (
            now - self._seen_since >= self._still
            or now - self._read_since >= self._longer
            or now - self._asked_since >= _LONGEST * self._longer
        )


def _same_board(one: Reading, other: Reading) -> bool:
    """Whether two pictures show the same on the board, to the last bit."""
    if one.pixels.shape != other.pixels.shape or one.lattice != other.lattice:
        return False
    left, top, right, bottom = (max(0, round(edge)) for edge in one.lattice.bounds())
    part = (slice(top, bottom), slice(left, right))
    return np.array_equal(one.pixels[part], other.pixels[part])
