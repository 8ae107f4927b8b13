"""Belated removals: what has become of a link whose clicks were taken to be lost."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np
from numpy.typing import NDArray

from bot.beliefs import Beliefs
from bot.board import UNKNOWN, Board
from bot.course import Course
from bot.expectation import freed
from bot.lookout import Lookout
from bot.matcher import Link
from bot.memory import veiled
from bot.patience import Patience
from bot.policy import Removed, Unclear, Verdict
from bot.standstill import Standstill


def belated(
    course: Course,
    out: Lookout,
    board: Board,
    link: Link,
    *,
    judged: Callable[[Board, Link, float], Verdict],
    clock: Callable[[], float],
    patience: Patience,
) -> Beliefs | None:
    """The beliefs if a link has gone since it was given up; None if it has not.

    While both its tiles have given way to something it is waited for, as long as for any link of
    that game: where tiles fall they do so now. What stays over the last two is the game's word that
    it is over; where clicks get lost it must stay for as long as whatever covers a window may.

    Parameters
    ----------
    course, out
        of the game
    board
        as it was before the clicks
    link
        that was clicked
    judged
        what became of it by what was seen last; see `Farewell.judged`
    clock
        time, s
    patience
        how long to wait for what
    """
    standstill, is_last = Standstill(patience.refusal, course.doubts), board.tiles == 2
    covered = is_last and course.tally.loses_clicks
    until = clock() + (patience.board + patience.cover if covered else course.pace.limit)
    while True:
        reading = out.look()
        verdict = judged(board, link, inf)
        if isinstance(verdict, Removed):
            is_sure = standstill.is_sure(reading, out.looked_at)
            if is_sure or not course.teaches(board, verdict.beliefs):
                return verdict.beliefs
        elif not isinstance(verdict, Unclear) or not _goes(board, link, reading.board):
            return None
        if clock() > until:
            return course.beliefs if is_last else None
        out.wait()


def has_gone(
    course: Course,
    out: Lookout,
    seen: Board,
    *,
    board: Board,
    link: Link,
    before: NDArray[np.uint8],
) -> bool:
    """Whether a link that was clicked is plainly seen to be gone; what comes to light is noted.

    Parameters
    ----------
    course, out, board, link
        as for `belated`
    seen
        the board as it is seen now
    before : uint8 array of shape (H, W, 3), RGB
        a picture from before the clicks
    """
    out.uncover(board, link, before, course.beliefs.gravities)
    return course.has_gone(board, link, seen)


def _goes(board: Board, link: Link, seen: Board) -> bool:
    """Whether both tiles of a link may be about to go, of a board that is unclear.

    What hides a tile that cannot be told, where all else is as it was, is a mark.
    """
    if not freed(board, link, seen) or veiled(board, link, seen) is not None:
        return False
    return seen.tiles < board.tiles or UNKNOWN in {seen[link.a], seen[link.b]}
