"""One link ahead: what is clicked while the tiles of the last link still go."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from bot.board import Board
from bot.course import Course, Presumed
from bot.geometry import Cell
from bot.lookout import Lookout
from bot.matcher import Link, find_path
from bot.pointer import Pointer
from bot.position import Gravity

Tap = Callable[[Board, Cell], bool]
"""Clicks a tile of a board; False if it was lost before."""
_LAST = 4
"""Tiles, among them those that go, of which the last are not clicked ahead: what a game shows when
it is won may hide those before."""


class Ahead:
    """What is done ahead while one link is waited for.

    Only where tiles stay where they are: then a link that is open may be played before those that
    were planned to come first, and they are none the worse for it.

    Parameters
    ----------
    course
        of the game; what is found out, planned and presumed is noted there
    out, pointer
        what was seen last, and which tile is near
    tap
        clicks the tile that tells whether clicks are heard meanwhile
    board, link
        as it was before the link was clicked
    """

    def __init__(
        self,
        course: Course,
        out: Lookout,
        pointer: Pointer,
        tap: Tap,
        *,
        board: Board,
        link: Link,
    ) -> None:
        self._course, self._out, self._pointer, self._tap = course, out, pointer, tap
        self._board, self._link = board, link
        self._hurried = course.is_hurried
        self._tapped: Cell | None = None
        self.has_tapped = False
        """Whether a tile was clicked: then it must be looked at before the next link."""

    def may_go_on(self, elapsed: float) -> bool:
        """Whether the next link may be clicked now, before the tiles of this one have gone.

        Asked after a look at a board that is as it was, so long after the link was clicked, s. In
        good time a tile of the next link is tapped to find out.
        """
        course, meanwhile = self._course, self._course.pace.meanwhile
        if self._tapped is not None and self._tapped in self._marked:
            self._tapped = None
            course.say("the game takes clicks while tiles go")
            meanwhile.tried(heard=True)
        may_hurry = course.pace.is_steady and meanwhile.is_heard
        if self.has_tapped or not (may_hurry or course.pace.may_tap(elapsed)):
            return False
        beside = self._apart()
        if beside is None:
            return False
        course.plan = (beside, *(link for link in course.plan if link != beside))
        if may_hurry:
            freed = tuple((cell, self._board[cell]) for cell in (self._link.a, self._link.b))
            course.presume(self._board, Presumed(self._link, freed, None, beside))
            return True
        tile = self._pointer.near_first(beside)[0]
        self.has_tapped = course.is_tapped = True
        if self._tap(self._board, tile):
            self._tapped = tile
        return False

    def gone(self) -> None:
        """The link has gone: a tile that was tapped, and was not marked before, was not heard.

        One that is marked only now may have been heard afterwards.
        """
        if self._tapped is not None:
            self._course.pace.meanwhile.tried(heard=False)

    def lost(self) -> None:
        """The link was not heard: that may be because of what was clicked meanwhile."""
        if self._hurried or self._tapped is not None:
            self._course.pace.meanwhile.failed()

    @property
    def _marked(self) -> set[Cell]:
        return set(self._out.current()[1].selected)

    @cached_property
    def _beside(self) -> Link | None:
        """The first planned link that a path joins beside the tiles that go."""
        beliefs, board = self._course.beliefs, self._board
        if beliefs.gravities != (Gravity.NONE,) or board.tiles <= _LAST:
            return None
        return next(
            (link for link in self._course.plan if find_path(board, link.a, link.b, beliefs.rule)),
            None,
        )

    def _apart(self) -> Link | None:
        """The link to go on with, if this one was heard, and its tiles are plainly seen."""
        beside, marked = self._beside, self._marked
        if beside is None or self._course.presumed is not None:
            return None
        tiles = (beside.a, beside.b)
        is_apart = (
            {self._link.a, self._link.b} <= marked
            and not marked & set(tiles)
            and self._out.shows(self._board, (self._link.a, self._link.b, *tiles))
        )
        return beside if is_apart else None
