"""Attempts: the tries at one link, and what was heard of each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray

from bot.beliefs import is_test, may_never_link
from bot.board import Board
from bot.geometry import Cell
from bot.haste import Heard, Touch, Try
from bot.matcher import Link
from bot.mouse import PRESS
from bot.pace import Pace
from bot.tally import Tally

_MISSES = 3
"""Tries at one link before the rule that allowed it is doubted."""
_MORE = 3
"""Further tries where clicks get lost, and as many more for those that were lost for certain."""
_THIRD = 2
"""Tries after which a third is clicked slowly."""
_IDLE = 2
"""Tries in a row at which nothing was clicked, for both tiles were marked, before it is doubted."""
_TESTS = 2
"""Tries at a link that tests whether two tiles match, or whether a kind of which a link was refused
never links: the first click may have been lost."""
_PLAINLY = 2
"""Tries in a row at which the game shows that it heard both clicks, and refuses the link."""


class Attempts:
    """The tries at one link.

    Parameters
    ----------
    pace
        of the game
    gone
        when the link before was seen to be gone, s
    once
        whether one try is made only, for the game seems to hear nothing

    Attributes
    ----------
    before : uint8 array of shape (H, W, 3), RGB, or None
        the last picture taken before anything was clicked
    done
        the tries made; the last is taken to be heard until `saw` tells otherwise
    times
        how many tries there were, those at which nothing was clicked among them
    """

    def __init__(self, pace: Pace, gone: float, *, once: bool = False) -> None:
        self._pace, self._gone, self._once = pace, gone, once
        self._cells: tuple[Cell, ...] = ()
        self._link: set[Cell] = set()
        self._number = self._most = self._more = self._unheard = 0
        self._idle, self._refused, self._is_sure = 0, 0, False
        self._began = self._after = inf
        self._made = -inf
        self.before: NDArray[np.uint8] | None = None
        self.done: list[Try] = []
        self.times = 0

    def each(self, board: Board, link: Link, tally: Tally) -> Iterator[int]:
        """Number the tries at a link, until it is taken to be refused.

        A try whose last click is known to be lost is made once more, unless it is a test: some
        games leave the first tile marked where two do not match.
        """
        self._link = {link.a, link.b}
        self._most, self._more = self.most(board, link, tally), 0 if is_test(board, link) else _MORE
        if self._once:
            self._most, self._more = 1, 0
        while not self._is_over(self._number):
            yield self._number
            self._number += 1

    @property
    def doubts_marks(self) -> bool:
        """Whether marks are taken to be none: after tries at which nothing was clicked for them.

        And at the last try, unless it is the only one.
        """
        return self.is_stuck or (self._number > 0 and self._is_over(self._number + 1))

    def _is_over(self, number: int) -> bool:
        if self._refused >= _PLAINLY:
            return True
        return number >= self._most + min(self._more, self._unheard)

    def most(self, board: Board, link: Link, tally: Tally) -> int:
        """How often to click a link before it is taken to be refused.

        Where clicks were lost in the game so far, and not for haste, more may be; and the first try
        is no fair one with a short press, or where no link has gone yet.
        """
        unfair = self._pace.touch.press < PRESS or not tally.links
        never = not self._pace.deaf and may_never_link(board, link, tally.beliefs.evidence)
        if never or is_test(board, link):
            return _TESTS + unfair
        return _MISSES + unfair + min(_MORE, self._pace.deaf)

    def pause(self, attempt: int) -> float:
        """How long to leave the game alone before a later try, s."""
        return self._pace.again(attempt).pause if attempt else 0.0

    def touch(self, attempt: int, now: float) -> Touch:
        """How to click the link at the first try or a later one, s since the clock began.

        One that is tried but once, as nothing is heard, is clicked as slowly as a third time.
        """
        slowly = attempt or (_THIRD if self._once else 0)
        touch = self._pace.again(slowly) if slowly else self._pace.touch
        self._is_sure |= bool(attempt) and now - self._made > self._pace.limit
        self._after = inf if attempt else now - self._pace.paired
        return touch._replace(rest=max(touch.rest if not slowly else 0.0, now - self._gone))

    @property
    def was_idle(self) -> bool:
        """Whether nothing was clicked at the last try, for both tiles were taken to be selected."""
        return not self._cells

    @property
    def was_answered(self) -> bool:
        """Whether any try was, as far as `saw` was told: with a mark, or with a plain refusal."""
        marked = any(each.heard is not Heard.UNKNOWN for each in self.done)
        return marked or self.was_idle or self._refused > 0

    @property
    def is_stuck(self) -> bool:
        """Whether that was so for several tries: then the marks are none."""
        return self._idle >= _IDLE

    def order(self, nearer: tuple[Cell, Cell]) -> tuple[Cell, ...]:
        """The order in which to click the link: the nearer tile first, but without marks reversed.

        As long as no mark was read one of the tiles may be selected, and a click on it unselects
        it. At the second try the other tile comes first: so the link is made there if the last
        click was lost. All further tries are in that order: so it is made at the third if the first
        one was, which in changing orders it never may be.
        """
        if not self.done or self.was_answered or len(self._cells) != len(nearer):
            return nearer
        return self._cells[::-1] if len(self.done) == 1 else self._cells

    def made(self, cells: Sequence[Cell], touch: Touch, at: float) -> None:
        """Cells of the link were clicked, one after the other, the last of them at that time, s."""
        if cells:
            self._began = min(self._began, at)
            # One of them may have been selected already, by the try before, and not be marked.
            alone = len(cells) == 1 or bool(self.done and self.done[-1].heard is Heard.UNKNOWN)
            touch = touch._replace(pause=inf) if alone else touch
            self.done.append(Try(touch, Heard.BOTH, self._after))
            self._made = at
        self._cells = tuple(cells)
        self.times += 1
        self._idle = 0 if cells else self._idle + 1

    def answered(self, *, refused: bool) -> None:
        """It was looked what came of the last try; maybe the game has plainly refused the link."""
        self._refused = self._refused + 1 if refused else 0

    def saw(self, selected: Collection[Cell]) -> None:
        """The link is still there, and so marked; if both tiles are, it is only slow to go.

        If only the one that was not clicked last is, the last click is lost.
        """
        marked = [cell in selected for cell in self._cells]
        if self._cells and not marked[-1] and not self._link.isdisjoint(selected):
            self._unheard += 1
        if not all(marked):
            told = Heard.UNKNOWN
            if len(marked) > 1 and any(marked):
                told = Heard.FIRST if marked[0] else Heard.SECOND
            self.done[-1] = self.done[-1]._replace(heard=told)

    def went(self, at: float, *, late: bool = False) -> None:
        """The link has gone, at that time, s; maybe late, when it was to be clicked again."""
        self._pace.paired = self._made
        self._pace.deaf += 0 if late else max(0, len(self.done) - 2)
        if self._is_sure and not late:
            self._pace.lost()
        elif late or len(self.done) > 1:
            self._pace.misled(at - self._began, sure=late and len(self.done) == 1)
        else:
            self._pace.heard()
