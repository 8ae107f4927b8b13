"""Locked: for how long after the clicks on a link a game takes no other ones.

Many a game is deaf for as long as it moves or fades tiles, and they may seem to be gone before it
is over: where few of them fall, or the last of a tile fades out. That shows in what was lost: all
that came soon after the clicks before, and hardly anything that came later.
"""

from __future__ import annotations

from collections import deque

_REMEMBERED, _LOSSES = 24, 8
"""Links heard at the first try, and lost at it, that are remembered."""
_FEWEST, _HEARD = 2, 0.25
"""Lost clicks from which a lock is believed in, and share of them that may have been heard as soon
for any of a game's reasons."""
_MORE, _MARGIN, _MOST = 1.08, 0.02, 3.0
"""A lock lasts a little longer than the latest that was lost to it: times as long, and s; and no
longer than so many."""


class Locked:
    """The lock of one game, as far as it is known.

    >>> game = Locked()
    >>> for after, is_heard in ((0.2, False), (0.4, True), (0.25, False), (0.35, True)):
    ...     game.saw(after, is_heard=is_heard)
    >>> round(game.seconds, 2)
    0.29
    """

    def __init__(self) -> None:
        self._heard: deque[float] = deque(maxlen=_REMEMBERED)
        self._lost: deque[float] = deque(maxlen=_LOSSES)
        self.seconds = 0.0
        """How long after the last click on a link the next one should come, s; 0 if at any time."""

    def saw(self, after: float, *, is_heard: bool) -> None:
        """A link was clicked so long, s, after the one before, and was heard at once or not."""
        (self._heard if is_heard else self._lost).append(after)
        self.seconds = 0.0
        for until in sorted(self._lost):
            lost = sum(each <= until for each in self._lost)
            heard = sum(each <= until for each in self._heard)
            if lost >= _FEWEST and heard <= _HEARD * lost:
                self.seconds = min(_MORE * until + _MARGIN, _MOST)

    def explains(self, after: float) -> bool:
        """Whether a click was lost because it came so soon, s, after the link before."""
        return after < self.seconds
