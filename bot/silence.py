"""Silence: a game that answers no click for a while is left alone for longer and longer.

It may be paused, show a message that takes all clicks, or hang. To click on tells nothing and may
answer the message; to give up loses a game that would have gone on by itself. So links are tried
now and then, each but once, until one of them is heard. Where a window of the game lies in front of
it, or something over its tiles, the first link that is not heard tells as much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection

from bot.attempts import Attempts
from bot.beliefs import is_test
from bot.board import Board
from bot.course import Course
from bot.errors import StoppedError
from bot.geometry import Cell
from bot.matcher import Link
from bot.memory import hides

_UNHEARD = 2
"""Links in a row for which no tile was seen to be marked, however often they were clicked."""
_HARMLESS = 2
"""Links that go, one after the other, in front of which a window lies that takes no clicks: one may
have been clicked before it came."""
_PAUSES = 1.0, 2.0, 4.0, *5 * (8.0,)
"""s; how long the game is left alone before each of the next links is tried."""
_ALONE = "It is left alone for a while, and tried now and then"
"""What is said where a game is silent."""
_OVER = "something that hides tiles"
"""What lies in front of a game where no window does, and more tiles are hidden by now than the
pointer can hide."""
_LONG = 60.0
"""s; how long that may take in all: tiles that a message hides are waited for as well."""


class Silence:
    """Tells whether a game hears clicks, and how long to wait where it does not.

    A game of which nothing has gone yet is none: it may not be dealt, or be another than it seems.

    Parameters
    ----------
    course
        what was counted, and what is believed
    message
        as in `bot.foreground.Foreground`
    seen
        the board as it was seen last
    say
        told what happens, a line at a time
    """

    def __init__(
        self,
        course: Course,
        message: Callable[[], str],
        seen: Callable[[], Board],
        say: Callable[[str], None],
    ) -> None:
        self._course, self._message, self._seen, self._say = course, message, seen, say
        self._named, self._went = "", Counter[str]()
        self._board: Board | None = None
        self._unheard = self._pauses = 0
        self._gained, self._since = (0, 0), 0.0

    @property
    def is_on(self) -> bool:
        """Whether the game answers nothing, as far as is known."""
        gained = self._course.tally.gained
        if gained != self._gained:
            self._gained, self._pauses = gained, 0
            self._named = self._in_front() if self._named else ""
            self._went[self._named] += 1
            self._unheard = _UNHEARD * self._is_blocked
        return self._unheard >= _UNHEARD

    def has_reason(self, board: Board, link: Link) -> bool:
        """Whether something lies in front of the game; asked where a link was not heard.

        Then the game is left alone at once. What lies there as a pair goes takes no clicks from the
        game, and is none of that. Tests get lost by themselves, and fail.
        """
        hushed = bool(self._course.tally.links) and not is_test(board, link)
        self._board, before = board if hushed else None, self._named
        self._named = self._in_front()
        if self._named != before == "":
            self._went[_OVER] = 0  # it is another one than before
        if not self._is_blocked:
            return False
        self._unheard, self._course.is_deaf = _UNHEARD, True
        if self._named != before:
            self._say(f"{self._named} lies in front of the game, which answers no click. {_ALONE}")
        return True

    def _in_front(self) -> str:
        """What lies in front of the game: a window of its own, or what hides tiles; else ""."""
        hidden = self._board is not None and hides(self._seen(), self._board)
        return self._message() or (_OVER if hidden else "")

    @property
    def _is_blocked(self) -> bool:
        """Whether what was in front of the game, if anything was, may take its clicks."""
        return bool(self._named) and self._went[self._named] < _HARMLESS

    def given_up(
        self, board: Board, link: Link, attempts: Attempts, selected: Collection[Cell]
    ) -> None:
        """A link did not go; those tiles are taken to be selected after the last try at it."""
        was_on = self._course.is_deaf = self.is_on
        if is_test(board, link) or not self._course.tally.links:
            return
        attempts.saw(selected)
        self._unheard = 0 if attempts.was_answered else self._unheard + 1
        self._course.is_deaf = self.is_on
        if self.is_on and not was_on:
            self._say(f"the game answers no click: is it paused, or is there a message? {_ALONE}")

    def pause(self, now: float, *, clicked: bool) -> float:
        """How long to leave the game alone before the next click, s.

        Parameters
        ----------
        now
            s
        clicked
            whether anything was clicked since it was asked last

        Raises
        ------
        StoppedError
            if that was done for long enough; what was refused meanwhile is not believed
        """
        if not self.is_on:
            return 0.0
        if not self._pauses:
            self._since = now
        if self._pauses == len(_PAUSES) or now > self._since + _LONG:
            course = self._course
            course.believe(course.deafness.doubted(course.beliefs, surely=True))
            why = "is the game paused, or does it show a message? One that"
            if self._named:
                why = f"{self._named} lies in front of the game. A message that"
            raise StoppedError(
                f"no click was answered for {now - self._since:.0f} s and more: {why} is to be "
                "clicked away can be taught: linkup button --for popup"
            )
        if not clicked:
            return 0.0
        self._pauses += 1
        return _PAUSES[self._pauses - 1]

    def again(self, board: Board) -> Board | None:
        """The board, if links that were refused meanwhile may be tried again; none else is left."""
        course = self._course
        if not self.is_on or self._pauses == len(_PAUSES):
            return None
        before = course.beliefs
        course.believe(course.deafness.doubted(before))
        return board if course.beliefs != before else None
