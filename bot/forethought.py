"""Forethought: what is thought about while a removal is shown, for then nothing can be seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.beliefs import Beliefs
from bot.board import Board
from bot.course import Course
from bot.guess import Search
from bot.lookout import Lookout
from bot.matcher import Link
from bot.pointer import Pointer
from bot.policy import Decision, decide
from bot.position import remove
from bot.solver import Solution
from bot.suspects import in_doubt

_ALONE = 0.2
"""Share of the time of a removal in which the game has the machine to itself: it draws the link
first, and the time of its removal begins only then. Where other programs keep a processor busy, the
game would have to wait for ours."""
_THOUGHT = 0.6
"""Share of the time that is left then, for the order of links; the rest is for looking."""


class _SearchError(Exception):
    """What is asked cannot be decided without a search."""


class _Question(NamedTuple):
    """All that a decision rests on, but for the search."""

    board: Board
    beliefs: Beliefs
    plan: tuple[Link, ...]
    shuffles: int


class Forethought:
    """What is decided about a game, beforehand where that can be.

    Parameters
    ----------
    course
        of the game; its plan is put into a better order
    out
        waits while the game is left alone
    pointer
        knows what order of links is short for it
    solver
        finds the order of links
    clock
        time, s
    """

    def __init__(
        self,
        course: Course,
        out: Lookout,
        pointer: Pointer,
        solver: Search,
        *,
        clock: Callable[[], float],
    ) -> None:
        self._course, self._out, self._pointer = course, out, pointer
        self._solver, self._clock = solver, clock
        self._known: tuple[_Question, Decision] | None = None

    def decide(self, board: Board, shuffles: int) -> Decision:
        """What to do on a board that stands still; see `policy.decide`."""
        asked = _Question(board, self._course.beliefs, self._course.plan, shuffles)
        if self._known is not None and self._known[0] == asked:
            return self._known[1]
        return _decided(asked, self._solver)

    def think(self, board: Board, link: Link, clicked: float, shuffles: int) -> None:
        """Put what is left of the plan into a better order, and decide what comes next.

        Parameters
        ----------
        board
            as it was before the clicks
        link
            that was clicked, and is being removed
        clicked
            when its last tile was, s
        shuffles
            as for `decide`
        """
        course, self._known = self._course, None
        if course.pace.meanwhile.is_heard:
            return  # the next link is clicked at once
        spare = course.pace.spare(self._clock() - clicked)
        if not (spare and course.plan and len(course.beliefs.gravities) == 1):
            return
        self._out.wait(_ALONE * spare)
        spare = _THOUGHT * course.pace.spare(self._clock() - clicked)
        if spare:
            after = remove(board, link.a, link.b, course.beliefs.gravity)
            course.plan = self._pointer.shortened(course.plan, after, course.beliefs, spare)
        if foreseen := course.foreseen(board, link):
            told = course.told(board, link)
            self._decide_ahead(_Question(foreseen.after, told, course.plan, shuffles))

    def _decide_ahead(self, asked: _Question) -> None:
        """Remember what to do there, unless that takes a search: maybe it will not be asked."""
        if in_doubt(asked.board, asked.beliefs.evidence) or asked.beliefs.evidence.refused:
            return
        try:
            self._known = asked, _decided(asked, _no_search)
        except _SearchError:
            return


def _decided(asked: _Question, solver: Search) -> Decision:
    board, beliefs, plan, shuffles = asked
    return decide(board, beliefs, plan, solver, shuffles=shuffles)


def _no_search(*_: object) -> Solution:
    raise _SearchError
