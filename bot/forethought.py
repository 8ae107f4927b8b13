"""Forethought: what is thought about before the first click, and while a removal is shown.

Then nothing waits for it: before the first click no time of the game is lost, and while tiles go
nothing can be seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.beliefs import Beliefs, accepted, walled
from bot.board import Board
from bot.course import Course
from bot.guess import Search
from bot.lookout import Lookout
from bot.matcher import Link, LinkRule
from bot.pointer import Pointer
from bot.policy import Decision, Play, decide
from bot.position import Gravity, Position, remove
from bot.solver import Solution
from bot.suspects import in_doubt

_ALONE = 0.2
"""Share of the time of a removal in which the game has the machine to itself: it draws the link
first, and the time of its removal begins only then. Where other programs keep a processor busy, the
game would have to wait for ours."""
_THOUGHT = 0.6
"""Share of the time that is left then, for the order of links; the rest is for looking."""
_BEFORE = 0.2
"""Seconds before the first click, to decide what comes after it whichever way tiles fall."""


class _SearchError(Exception):
    """What is asked cannot be decided without a search that may not be made now."""


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
        # What is older does no harm: a question holds all that its answer rests on.
        self._known: list[tuple[_Question, Decision]] = []

    def decide(self, board: Board, shuffles: int) -> Decision:
        """What to do on a board that stands still; see `policy.decide`, and `Hindsight.safely`."""
        course, decision = self._course, self._answer(board, shuffles)
        # What was foreseen, or tapped already, is the first link as it is.
        if not isinstance(decision, Play) or course.presumed or course.is_tapped:
            return decision
        if not course.hindsight.is_fresh:
            return decision
        if course.beliefs.refusals or in_doubt(board, course.beliefs.evidence):
            return decision  # it finds something out
        links, beliefs = (decision.link, *decision.plan), course.beliefs
        # None that a game may refuse where it does not refuse the first.
        rule = LinkRule(max(0, decision.link.turns), min(beliefs.margins))
        first, *plan = course.hindsight.safely(board, links, rule)
        return Play(first, tuple(plan))

    def _answer(self, board: Board, shuffles: int) -> Decision:
        asked = _Question(board, self._course.beliefs, self._course.plan, shuffles)
        for question, known in self._known:
            if question == asked:
                return known
        decision = _decided(asked, self._solver)
        if isinstance(decision, Play) and len(asked.beliefs.gravities) > 1:
            self._prepare(asked, decision)
        return decision

    def _prepare(self, asked: _Question, decision: Play) -> None:
        """Decide what comes after the first link of a game, under each way that tiles may fall."""
        first = decision.link
        if self._course.tally.links or asked.shuffles or not _is_clear(asked):
            return  # where a shuffle is left, more is thought about than searches tell
        left = _BEFORE

        def brief(position: Position, budget: float) -> Solution:
            nonlocal left
            found = self._solver(position, min(budget, left))
            left -= found.seconds
            if left <= 0:
                raise _SearchError
            return found

        ways: dict[Board, tuple[Gravity, ...]] = {}
        for gravity in asked.beliefs.gravities:
            after = remove(asked.board, first.a, first.b, gravity)
            ways[after] = (*ways.get(after, ()), gravity)
        self._known = [(asked, decision)]
        for after, fits in ways.items():
            told = accepted(asked.board, first, asked.beliefs, fits)
            self._decide_ahead(_Question(after, told, (), asked.shuffles), brief)
            if left <= 0:
                break

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
        course = self._course
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
            told, self._known = course.told(board, link), []
            # Without a search: maybe it will not be asked.
            self._decide_ahead(_Question(foreseen.after, told, course.plan, shuffles), _no_search)

    def _decide_ahead(self, asked: _Question, solver: Search) -> None:
        """Remember what to do there, unless the search that it takes cannot be made."""
        if not _is_clear(asked):
            return
        try:
            self._known.append((asked, _decided(asked, solver)))
        except _SearchError:
            return


def _is_clear(asked: _Question) -> bool:
    """Whether no tile is in doubt and no link was refused, so that few searches tell all."""
    board, beliefs = walled(asked.board, asked.beliefs)
    return not (in_doubt(board, beliefs.evidence) or beliefs.evidence.refused)


def _decided(asked: _Question, solver: Search) -> Decision:
    board, beliefs, plan, shuffles = asked
    return decide(board, beliefs, plan, solver, shuffles=shuffles)


def _no_search(*_: object) -> Solution:
    raise _SearchError
