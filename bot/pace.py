"""The pace of a game: how long its removals take, and how hastily it may be clicked."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import inf

from bot.haste import Haste, Heard, Touch, Try
from bot.locked import Locked
from bot.meanwhile import Meanwhile
from bot.patience import Patience

_REMEMBERED = 9
"""Removals whose times tell when the next one may be over."""
_EARLY = 0.9
"""Share of the shortest of these in which no picture is taken, for none can show anything."""
_OVERDUE = 1.5
"""After so many times the longest removal of late a moment more or less does not matter."""
_SLOWER = 1.5
"""A removal may take so many times as long as the slowest but one of those remembered."""
_SLOWEST_MARK = 4.0
"""A mark may come so many times as late as the latest of late."""
_LATE = 0.005
"""A removal is seen at most that share of its own time too late: a game that takes its time is
looked at less often."""
_PRICE = 1.5
"""Seconds that a lost click costs at least, found late as it may be; one is told sooner, but it is
not good to click in vain."""
_LEARNED = 40
"""Links of which it is kept how they were clicked and what was heard."""
_TOLD = 3
"""Links that must have been marked before they went, before one that is not tells anything."""


class Pace:
    """What is known of a game's pace.

    How long a button must be held down, and how soon after a removal and after one another a game
    takes clicks, is tried out (`Haste`): all get shorter while links go at the first try, and
    longer again where clicks are lost for it.

    Parameters
    ----------
    patience
        how long to wait for what, where nothing is known yet
    """

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._times: deque[float] = deque(maxlen=_REMEMBERED)
        self._marked: deque[bool] = deque(maxlen=_REMEMBERED)
        self._marks: deque[float] = deque(maxlen=_REMEMBERED)
        self._misleading, self._is_doubted = 0.0, False
        self._haste, self._locked = Haste(), Locked()
        self._learned: deque[tuple[Sequence[Try], float]] = deque(maxlen=_LEARNED)
        self.paired = -inf
        """When a link that has gone was clicked last, s since the clock began."""
        self.deaf = 0
        """Tries in vain at links that went, but for the first of each: that may have been hasty."""
        self.meanwhile = Meanwhile()

    @property
    def touch(self) -> Touch:
        """How to click the next link."""
        return self._haste.touch

    def due(self, gone: float) -> float:
        """When the next link may be clicked if the one before was seen to be gone then, s."""
        return max(gone + self.touch.rest, self.paired + self._locked.seconds)

    def again(self, tries: int) -> Touch:
        """How to click a link that was clicked so often in vain."""
        return self._haste.again(tries)

    @property
    def is_steady(self) -> bool:
        """Whether clicks are made as fast as can be: then its next step can be foretold."""
        return self._haste.is_greatest

    @property
    def marks_links(self) -> bool:
        """Whether both tiles of a link are marked, as far as was seen, from its click till they go.

        Then a link whose tiles are not was not heard.
        """
        return len(self._marked) >= _TOLD and all(self._marked)

    @property
    def refusal(self) -> float:
        """How long the marks of a link must tell that it was refused to be believed, s.

        Longer than links took to go that they told so of, as where the tile below the pointer is
        drawn otherwise, and where a slow game marks its tiles late.
        """
        mark = _SLOWEST_MARK * max(self._marks, default=0.0)
        return max(self._patience.refusal, self._misleading, mark)

    @property
    def soonest(self) -> float:
        """How long the removals of late took at least, s; 0 if none was seen."""
        return min(self._times, default=0.0)

    @property
    def limit(self) -> float:
        """How long to wait for a removal before the clicks are taken to be lost, s."""
        patience = self._patience
        if not self._times:
            return patience.first
        # One that took long by itself was held up by something else.
        times = sorted(self._times)
        usual = patience.ratio * times[len(times) // 2]
        slow = _SLOWER * times[-2 if len(times) > 1 else -1]
        return min(max(patience.least, usual, slow), patience.cover)

    def spare(self, elapsed: float) -> float:
        """How long nothing can have gone yet, so long after the last click, s; 0 if unknown."""
        return max(0.0, min(_EARLY * self.soonest - elapsed, self._patience.slow))

    def pause(self, elapsed: float) -> float:
        """How long to wait before the next picture of a removal, s.

        Parameters
        ----------
        elapsed
            since its last click, s
        """
        patience = self._patience
        if elapsed > _OVERDUE * max(self._times, default=0.0):
            return patience.look
        shortly = min(max(patience.quick, _LATE * elapsed), patience.look)
        return max(shortly, self.spare(elapsed))

    def removed(self, seconds: float | None, tries: Sequence[Try]) -> None:
        """A link has gone.

        Parameters
        ----------
        seconds
            after its last click; None where nobody looked when it went, for other tiles were
            clicked meanwhile
        tries
            how it was clicked each time; none where that tells nothing
        """
        if seconds is not None:
            self._times.append(seconds)
        if not tries:
            return
        after, is_heard = tries[0].after, tries[0].heard is Heard.BOTH
        # What came too soon, and not after a rest that was too short, tells nothing of haste.
        if is_heard or not self._locked.explains(after):
            self._learn(tries)
        if after < inf:
            before = self._locked.seconds
            self._locked.saw(after, is_heard=is_heard)
            if self._locked.seconds != before:
                self._learn_anew()

    def saw(self, *, marked: bool, after: float = 0.0) -> None:
        """A link was looked at before it went, with both tiles marked after so long, s, or not."""
        self._marked.append(marked)
        if marked:
            self._marks.append(after)

    def may_tap(self, elapsed: float) -> bool:
        """Whether to find out if clicks are heard meanwhile, so long after the last click, s."""
        known = self._patience.hurries and self.is_steady and self.marks_links
        return known and self.meanwhile.may_try(elapsed, self.soonest)

    def misjudged(self) -> None:
        """A link that was taken to be gone is not."""
        self._learn((Try(self.touch, Heard.UNKNOWN),))

    def misled(self, seconds: float, *, sure: bool) -> None:
        """A link that was given up has gone so long after it was clicked first, s.

        That it went without a later click may be `sure`. Else it tells nothing, unless the next one
        does so, too; and where marks were believed later already, or all links are marked until
        they go, that they were right: clicks get lost.
        """
        if not sure and self.marks_links:
            self.lost()
        elif sure or (self._is_doubted and self._misleading == 0):
            self._misleading = max(self._misleading, _SLOWER * seconds)
            self._is_doubted = True
        elif self._misleading:
            self.lost()
        else:
            self._is_doubted = True

    def lost(self) -> None:
        """Clicks on a link were waited for as long as for any, in vain: they get lost.

        So marks that told of others that they were lost are believed.
        """
        self._misleading, self._is_doubted = 0.0, False

    def heard(self) -> None:
        """A link has gone at the first try."""
        self._is_doubted = False

    def _learn(self, tries: Sequence[Try]) -> None:
        # Where marks tell what was heard, a lost click is not waited for as long as a slow link.
        price = _PRICE if self.marks_links else max(_PRICE, self.limit)
        self._haste.learn(tries, price)
        self._learned.append((tries, price))

    def _learn_anew(self) -> None:
        """Learn again from all but what the lock explains, as it is known now.

        Else a game that is deaf from a click on, and lets tiles fall then, would be left alone for
        as long again once they lie.
        """
        self._haste = Haste()
        for tries, price in self._learned:
            if tries[0].heard is Heard.BOTH or not self._locked.explains(tries[0].after):
                self._haste.learn(tries, price)
