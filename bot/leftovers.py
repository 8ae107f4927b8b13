"""Leftovers: cells that cannot be told once no link is left."""

from __future__ import annotations

from collections.abc import Callable

from bot.board import UNKNOWN, Board
from bot.course import Course
from bot.expectation import agrees
from bot.lookout import Lookout
from bot.memory import merged, named, unaccounted
from bot.patience import Patience


def uncovered(
    board: Board,
    course: Course,
    out: Lookout,
    *,
    make_way: Callable[[], object],
    clock: Callable[[], float],
    patience: Patience,
) -> Board | None:
    """The board once cells are seen that could not be told; None if nothing uncovers them.

    More tiles that should be left are where something is seen, and an odd one may go late. What
    lies over the last ones may look like ground, in a game that was not always as thought.

    Parameters
    ----------
    board
        on which no link is left
    course, out
        of the game
    make_way
        called between looks
    clock
        time, s
    patience
        how long to wait for what
    """
    tally, seen = course.tally, out.glance().board
    left = tally.tiles - 2 * tally.links
    if 0 < board.tiles < left and (found := unaccounted(board, seen)):
        return found
    odd = UNKNOWN not in board.kinds and board.tiles % 2 > tally.tiles % 2
    early = course.doubts > 0 and board.tiles == 0 < left
    if not early and not ((odd or UNKNOWN in board.kinds) and course.is_left(board)):
        return None
    until = clock() + (patience.board if early else patience.cover)
    while clock() <= until:
        seen = out.look().board
        is_new = odd and seen.tiles != board.tiles
        is_new |= seen.kinds.count(UNKNOWN) < board.kinds.count(UNKNOWN)
        is_new |= named(seen) == left if early else named(seen) > named(board)
        if is_new:
            found = merged(board, seen) if agrees(board, seen) else course.surprise(board, seen)
            if found != board:
                return found
        make_way()
        out.wait()
    return None
