"""A link whose tiles cannot be seen for long, and with which board to go on."""

from __future__ import annotations

from dataclasses import replace

from bot.beliefs import ended_at_all
from bot.board import Board
from bot.course import Course
from bot.hidden import Hidden
from bot.lookout import Lookout
from bot.matcher import Link
from bot.memory import hides, named
from bot.watcher import Watcher
from bot.witness import Outcome, Witness

_HIDDEN = 3
"""Times in a row that tiles are waited for in vain, until a message is the game's last word."""


class Unseen:
    """Leaves links alone whose tiles are hidden.

    Parameters
    ----------
    course, out, watcher, hidden, witness
        of the game
    """

    def __init__(
        self, course: Course, out: Lookout, watcher: Watcher, hidden: Hidden, witness: Witness
    ) -> None:
        self._course, self._out, self._watcher = course, out, watcher
        self._hidden, self._witness = hidden, witness
        self.link: Link | None = None
        """The last one that was left alone, if none has gone since."""

    def leave(self, board: Board, link: Link, clicks: int) -> Board:
        """The board to go on with where a tile of a link is hidden, after so many clicks."""
        hidden, course = self._hidden, self._course
        mostly = 2 * named(self._out.seen) < named(board)  # all may look otherwise now
        if self._watcher.elsewhere.is_found_beside(board, anyway=mostly or hidden.times > 0):
            return self._watcher.still(board)
        walled = self._watcher.hanging.strangers(board) if hidden.times else None
        if walled is not None:
            return walled
        hidden.tell(board, link, course.beliefs, clicks)
        self._witness.judged(link, Outcome.UNSEEN)
        if hidden.times >= _HIDDEN and hides(self._out.seen, board):
            ended = ended_at_all(board, course.beliefs)
            if ended is not None:
                course.believe(ended)  # the game has said so before we did
                return board
        if self.link == link:
            refused = course.beliefs.evidence.refusing(link.a, link.b, in_vain=False)
            course.believe(replace(course.beliefs, evidence=refused))
        self.link, course.plan = link, ()
        return self._watcher.still(board)
