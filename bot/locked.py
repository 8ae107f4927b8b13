"""Locked: for how long after the clicks on a link a game takes no other ones.

Many a game is deaf for as long as it moves or fades tiles, and they may seem to be gone before it
is over: where few of them fall, or the last of a tile fades out. That shows in what was lost: all
that came soon after the clicks before, and hardly anything that came later.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque

_REMEMBERED, _LONGEST, _WORTH = 40, 200, 60.0
"""Links that are remembered, at least and at most: as many as take so long, s, to wait for the lock
that they tell of. To find it out anew costs some clicks, and where it is known none is lost that
tells it."""
_FEWEST, _ALL, _HEARD = 2, 5, 0.25
"""A lock is believed in from two lost clicks on, with two heard ones that came later, if they are
five together; and share of the lost ones of which as many were heard as soon, for any of a game's
reasons."""
_STILL = 1
"""Heard ones that came later, from which a lock that is known is believed to last longer: what
waits for one that is too short is lost each time, and hardly any comes later."""
_MORE, _MARGIN, _MOST = 1.08, 0.02, 3.0
"""A lock lasts a little longer than the latest that was lost to it: times as long, and s; and no
longer than so many."""
_NEARLY, _AFTER, _TIMES, _TOWARDS = 0.9, 2.0, 2.0, 0.75
"""Share of a lock from which on, and times as long up to which, a lost click says that it is too
short, for as long as it is remembered; then the soonest that was heard later counts, if it is no
more than so many times the latest that was lost; and share of the way there from a lock that is
only a little longer."""


class Locked:
    """The lock of one game, as far as it is known.

    >>> game = Locked()
    >>> for after in (0.2, 0.4, 0.5, 0.25, 0.35):
    ...     game.saw(after, is_heard=after > 0.3)
    >>> round(game.seconds, 2)
    0.29
    """

    def __init__(self) -> None:
        self._seen: deque[tuple[float, bool, bool]] = deque()
        self.seconds = 0.0
        """How long after the last click on a link the next one should come, s; 0 if at any time."""

    def saw(self, after: float, *, is_heard: bool) -> None:
        """A link was clicked so long, s, after the one before, and was heard at once or not."""
        ends = self.seconds > 0 and _NEARLY <= after / self.seconds <= _AFTER
        self._seen.append((after, is_heard, ends and not is_heard))
        kept = _REMEMBERED
        if self.seconds:
            kept = max(kept, min(_LONGEST, int(_WORTH / self.seconds)))
        while len(self._seen) > kept:
            self._seen.popleft()
        lost, heard = (
            sorted(at for at, was, _ in self._seen if was is each) for each in (False, True)
        )
        is_known, self.seconds = self.seconds > 0, 0.0
        for number, until in enumerate(lost, 1):
            sooner = bisect_right(heard, until)
            is_one = number >= _FEWEST and sooner <= _HEARD * number
            later = _STILL if is_known else max(_FEWEST, _ALL - number)
            if is_one and len(heard) - sooner >= later:
                # One that proved too short is not tried a little longer each time.
                least = _MORE * until + _MARGIN
                is_short = any(short for *_, short in self._seen)
                surely = min(heard[sooner], _TIMES * until) if is_short else least
                self.seconds = min(least + _TOWARDS * max(0.0, surely - least), _MOST)

    def explains(self, after: float) -> bool:
        """Whether a click was lost because it came so soon, s, after the link before."""
        return after < self.seconds
