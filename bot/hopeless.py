"""Hopeless deals: that no order of links clears one is told as soon as it is proved."""

from __future__ import annotations

from bot.course import Course
from bot.guess import Search
from bot.policy import THOUGHT
from bot.position import Gravity, Position
from bot.solver import Solution, Verdict
from bot.suspects import in_doubt
from bot.tally import HOPELESS


class Hopeless:
    """What is proved of the deal of one game.

    Parameters
    ----------
    course
        of the game; what is proved is noted there, and said
    """

    def __init__(self, course: Course) -> None:
        self._course = course
        self._is_told = False

    def note(self, position: Position, solution: Solution, *, may_shuffle: bool) -> None:
        """Say so if no order clears the first board; under the widest rules there may be.

        Parameters
        ----------
        position, solution
            what was looked at before the first click, and what was found
        may_shuffle
            whether the game may be asked to lay its tiles anew
        """
        course, tally, board = self._course, self._course.tally, position.board
        if solution.verdict is not Verdict.UNSOLVABLE or board.tiles != tally.tiles:
            return
        if position.rule != tally.beliefs.rule or position.gravity in tally.proved:
            return
        if in_doubt(board, tally.beliefs.evidence):
            return  # another reading of it may be the true one
        earlier = tally.proved
        course.count(proved=earlier | {position.gravity})
        self._is_told = course.tally.is_hopeless
        if self._is_told or position.gravity is Gravity.NONE:
            what = HOPELESS if self._is_told else f"if tiles stay where they are, {HOPELESS}"
            most = "" if may_shuffle else ": playing for the most tiles"
            found = f"; the longest order found has {len(solution.links)} of {board.tiles // 2}"
            found = "" if self._is_told and Gravity.NONE in earlier else found  # it was said
            course.say(what + (most + found if most else " without a shuffle"))

    def look_back(self, search: Search) -> None:
        """At a dead end, say so if by the rules as they are known now the deal was to blame."""
        course = self._course
        dealt, beliefs, tally = course.dealt, course.beliefs, course.tally
        if dealt is not None and not (
            tally.is_hopeless
            or tally.shuffles
            or len(beliefs.gravities) > 1
            or in_doubt(dealt, beliefs.evidence)
        ):
            position = Position(dealt, beliefs.rule, beliefs.gravity)
            if search(position, THOUGHT).verdict is Verdict.UNSOLVABLE:
                course.count(proved=tally.proved | {beliefs.gravity})
        if course.tally.is_hopeless and not self._is_told:
            course.say(HOPELESS)
