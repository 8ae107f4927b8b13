"""The rescuer: where no link is left, has the game lay its tiles anew, or show a link."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.board import EMPTY, UNKNOWN, Board
from bot.buttons import Role
from bot.clues import NOTHING
from bot.course import Course
from bot.expectation import agrees
from bot.lookout import Lookout
from bot.matcher import Link
from bot.memory import hides
from bot.panel import Panel
from bot.patience import Patience
from bot.policy import Play

_PAUSE = 0.2
"""s; between two tries to press a button that a window lies over."""
_VAIN = 2
"""Times that a shuffle may change nothing before it is given up."""


class Rescuer:
    """Uses a game's buttons for shuffle and hint.

    Parameters
    ----------
    course
        of the game
    panel
        has the buttons
    out
        what it looks through
    clock
        time, s
    patience
        how long to wait for what
    """

    def __init__(
        self,
        course: Course,
        panel: Panel,
        out: Lookout,
        *,
        clock: Callable[[], float],
        patience: Patience,
    ) -> None:
        self._course, self._panel, self._out = course, panel, out
        self._clock, self._patience = clock, patience
        self._vain, self._reread = 0, -1

    @property
    def shuffles(self) -> int:
        """How often the game may still be asked to lay its tiles anew."""
        return self._panel.left(Role.SHUFFLE)

    def shuffled(self, board: Board) -> Board:
        """The board once its tiles were laid anew; as it is if they were not."""
        course = self._course
        if not self._pressed(Role.SHUFFLE):
            held = "is covered" if self._panel.held_up else "cannot be seen"
            course.say(f"the shuffle button {held}")
            self._panel.exhaust(Role.SHUFFLE)
            return board
        seen = self._changed(board, self._patience.board)
        if seen is None:
            self._vain += 1
            if self._vain >= _VAIN:
                self._panel.exhaust(Role.SHUFFLE)
            return board
        self._vain = 0
        course.count(shuffles=course.tally.shuffles + 1)
        self._laid_anew()
        return seen

    def hinted(self, board: Board) -> Play | None:
        """The link that the game itself shows; None if it shows none."""
        if not self._pressed(Role.HINT):
            self._panel.exhaust(Role.HINT)
            return None
        until = self._clock() + self._patience.board
        while self._clock() <= until:
            reading = self._out.look()
            if not reading.board.is_sized_as(board):
                return None
            tiles = [cell for cell in reading.selected if board[cell] != EMPTY]
            if len(tiles) == 2:
                a, b = sorted(tiles)
                # What path the game sees is its own affair: it is enough that there is one.
                return Play(Link(a, b, (a, b)), ())
            self._out.wait()
        self._panel.exhaust(Role.HINT)
        return None

    def reread(self, board: Board) -> Board | None:
        """The board as it is read from the first picture on; None if that tells nothing else.

        From look to look a mistake may go on and on. This is asked once for each number of links.
        """
        course = self._course
        if course.tally.links == self._reread:
            return None
        self._reread = course.tally.links
        reading, left = self._out.afresh(), course.tally.tiles - 2 * course.tally.links
        seen = reading.board
        if seen.tiles not in {left, board.tiles} or UNKNOWN in seen.kinds or seen.odd_kinds:
            return None
        if agrees(board, seen):
            return None
        self._out.trust(reading)
        return course.surprise(board, seen)

    def relaid(self, board: Board) -> Board | None:
        """The board once the game has laid its tiles anew by itself, as some do at a dead end.

        They say so first, for seconds. None if it stays as it is.
        """
        until = self._clock() + self._patience.cover
        while (left := until - self._clock()) > 0:
            seen = self._changed(board, left)
            if seen is None:
                break
            if seen.kinds.count(UNKNOWN) <= board.kinds.count(UNKNOWN):
                course = self._course
                course.say("the game has laid its tiles anew")
                course.count(proved=frozenset())  # that was of the deal before
                self._laid_anew()
                return seen
        return None

    def _laid_anew(self) -> None:
        """Forget what was known of where tiles lie."""
        course = self._course
        course.believe(replace(course.beliefs, evidence=NOTHING, refusals=0))
        course.plan, course.dealt, self._reread = (), None, -1

    def _pressed(self, role: Role) -> bool:
        """Whether a button was pressed, if need be once what lay in the way has gone."""
        began, patience = self._clock(), self._patience
        while not self._panel.press(role):
            # One that is grey while tiles still go, or below a message, is seen a little later.
            limit = patience.cover if self._panel.held_up else patience.board
            if not self._panel.left(role) or self._clock() > began + limit:
                return False
            self._panel.make_way()
            self._out.wait(_PAUSE)
        return True

    def _changed(self, board: Board, seconds: float) -> Board | None:
        """What a board has become, in so many s, once it stands; None if it stays as it is."""
        began = since = self._clock()
        seen = board
        while self._clock() <= began + seconds:
            now = self._out.look().board
            if now != seen:
                seen, since = now, self._clock()
            elif _is_laid_anew(board, seen) and self._clock() - since > self._patience.refusal:
                return seen
            self._out.wait()
        return None


def _is_laid_anew(board: Board, seen: Board) -> bool:
    """Whether the same number of tiles lies otherwise; fewer are seen under a message."""
    return seen.tiles == board.tiles and seen.kinds != board.kinds and not hides(seen, board)
