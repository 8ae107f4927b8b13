"""Attempts: the tries at one link, and what was heard of each."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import inf

from bot.beliefs import is_test
from bot.board import Board
from bot.geometry import Cell
from bot.haste import Heard, Touch, Try
from bot.matcher import Link
from bot.mouse import PRESS
from bot.pace import Pace

_MISSES = 3
"""Tries at one link before the rule that allowed it is doubted."""
_MORE = 3
"""Further tries where clicks get lost."""
_TESTS = 2
"""Tries at a link that tests whether two tiles match: the first click may have been lost."""


class Attempts:
    """The tries at one link.

    Parameters
    ----------
    pace
        of the game
    gone
        when the link before was seen to be gone, s

    Attributes
    ----------
    done
        the tries made; the last is taken to be heard until `saw` tells otherwise
    """

    def __init__(self, pace: Pace, gone: float) -> None:
        self._pace, self._gone = pace, gone
        self._cells: tuple[Cell, ...] = ()
        self.done: list[Try] = []

    def most(self, board: Board, link: Link, missed: int) -> int:
        """How often to click a link before it is taken to be refused.

        Where so many clicks were lost before, more may be; a short press is no fair try.
        """
        unfair = self._pace.touch.press < PRESS
        if is_test(board, link):
            return _TESTS + unfair
        return _MISSES + unfair + min(_MORE, missed // 2)

    def touch(self, attempt: int, now: float) -> Touch:
        """How to click the link at the first try or a later one, s since the clock began."""
        if not attempt:
            return self._pace.touch
        return self._pace.again(attempt)._replace(rest=now - self._gone)

    def made(self, cells: Sequence[Cell], touch: Touch) -> None:
        """Cells of the link were clicked, one after the other."""
        self._cells = tuple(cells)
        if cells:
            touch = touch if len(cells) > 1 else touch._replace(pause=inf)
            self.done.append(Try(touch, Heard.BOTH))

    def saw(self, selected: Collection[Cell]) -> None:
        """The link is still there, and so marked: the last try at it was in vain."""
        if not self._cells:
            return
        heard = Heard.UNKNOWN
        match [cell in selected for cell in self._cells]:
            case [True, False]:
                heard = Heard.FIRST
            case [False, True]:
                heard = Heard.SECOND
        self.done[-1] = Try(self.done[-1].touch, heard)
