"""The watcher: looks at a board until it stands, and finds out what became of a click."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

import numpy as np
from numpy.typing import NDArray

from bot.ahead import Ahead, Tap
from bot.belated import belated
from bot.beliefs import Beliefs, ended_at_all, ended_under
from bot.board import UNKNOWN, Board
from bot.course import Course, Presumed
from bot.elsewhere import Elsewhere
from bot.errors import StoppedError
from bot.expectation import agrees, freed
from bot.farewell import Farewell
from bot.foresight import Foresight
from bot.hand import Hand
from bot.hanging import Hanging
from bot.haste import Heard, Try
from bot.hearing import Hearing
from bot.leftovers import uncovered
from bot.lookout import Lookout
from bot.matcher import Link
from bot.memory import (
    are_few,
    filled,
    has_fallen,
    has_moved,
    hides,
    merged,
    named,
    out_of_sight,
    shows_marked,
    shows_rest,
    veiled,
)
from bot.patience import Patience
from bot.pointer import Pointer
from bot.policy import Removed, Unchanged, Unclear, Verdict, as_expected
from bot.position import remove
from bot.reading import Reading
from bot.standstill import Standstill
from bot.uncovered import has_changed
from bot.witness import Outcome


class Watcher:
    """Looks at the board of one game.

    Parameters
    ----------
    course : of the game; what is found out is noted there
    out : what it looks through
    hand : asks for a board that is covered
    pointer : knows which tile was clicked last
    make_way : called where tiles cannot be seen
    tap : clicks a tile of a board
    clock : time, s
    patience : how long to wait for what
    """

    def __init__(
        self,
        course: Course,
        out: Lookout,
        hand: Hand,
        pointer: Pointer,
        *,
        make_way: Callable[[], object] = lambda: None,
        tap: Tap,
        clock: Callable[[], float],
        patience: Patience,
    ) -> None:
        self._make_way, self._tap = make_way, tap
        self._course, self._out, self._hand, self._pointer = course, out, hand, pointer
        self._clock, self._patience = clock, patience
        self.elsewhere = Elsewhere(out, patience)
        """Looks for the board where it is no longer in its place."""
        self.hanging = Hanging(course, out)
        self._farewell = Farewell(course, out, patience.board, patience.cover)
        self.stood, self.refused, self._asked = -inf, False, -inf
        """Since when the board that was seen last after a link has looked so, s; and whether the
        game has shown that it heard both clicks and refused it."""

    def link(
        self,
        board: Board,
        link: Link,
        clicked: float,
        *,
        tries: Sequence[Try],
        before: NDArray[np.uint8] | None = None,
        presumes: bool = True,
    ) -> tuple[Board, Outcome]:
        """Look until a link is gone, or plainly will not go: the board then, and which it was.

        Parameters
        ----------
        board
            as it was before the clicks
        link
            that was clicked
        clicked
            when its last tile was, s
        tries
            how it was clicked each time, as for `bot.pace.Pace.removed`
        before : uint8 array of shape (H, W, 3), RGB
            a picture of that board, by which ground is known that came to light with the link
        presumes
            whether it may be noted in the course that a link has gone that has plainly, in the
            usual time, or before where another one may be clicked meanwhile

        Raises `StoppedError` if the board is hidden for good.
        """
        course, pace = self._course, self._course.pace
        began, limit, self._asked = self._clock(), pace.limit, -inf
        course.unsettled = link
        self._farewell.clicked(board, link, before)
        reading: Reading | None = None
        verdict: Verdict = Unclear()
        self.stood, self.refused, is_shown = began, False, False
        hearing = Hearing(pace, link, self._pointer, began)
        presumes &= before is not None
        foreseen = course.foreseen(board, link) if presumes else None
        standstill = Standstill(self._patience.refusal, course.doubts)
        ahead = Ahead(course, self._out, self._pointer, self._tap, board=board, link=link)
        while True:
            # How its tiles are marked must have been seen, or they would be taken for gone.
            if (
                before is not None
                and foreseen is not None
                and is_shown
                and self._gives_way(before, board, link, foreseen, clicked)
            ):
                hearing.gone()
                self.stood = self._out.looked_at
                return foreseen.after, Outcome.PRESUMED
            previous, reading = reading, self._out.look()
            is_news = reading is not previous
            verdict = self._farewell.judged(board, link, began + limit) if is_news else verdict
            # A picture tells of when it was taken, however long it took to be read.
            now = self._out.looked_at
            if previous is None or has_changed(previous, reading):
                self.stood = now
            if not isinstance(verdict, Unclear) or (
                course.presumed and shows_rest(reading.board, board, link)
            ):
                course.confirm(reading.board)
            # Nothing has ever gone so fast: a path that is drawn over a tile may hide it well.
            early = pace.spare(now - clicked) > 0
            if (
                isinstance(verdict, Removed)
                and not early
                and self._has_settled(standstill, board, verdict.beliefs)
            ):
                hearing.gone()
                ahead.gone()
                seconds = min(now, standstill.began, self._out.faded) - clicked
                told = seconds if self._out.returned < clicked else None
                return self._removed(board, link, verdict.beliefs, told, tries)
            waited, fades = now - began, self._out.fades(board, link, before)
            if isinstance(verdict, Unchanged):
                hearing.look(reading, before)
                self.refused = hearing.is_refused
                if (hearing.is_vain(reading.selected, now) or waited > limit) and not fades:
                    ahead.lost()
                    return board, Outcome.LOST
                if presumes and ahead.may_go_on(now - clicked):
                    hearing.gone()
                    return board.without([link.a, link.b]), Outcome.PRESUMED
            foreseen = None if ahead.has_tapped else foreseen
            is_shown = foreseen is not None and (
                shows_marked(reading.board, board, link, foreseen.sources)
                and self._out.shows(board, foreseen.sources)
                if is_news
                else is_shown
            )
            if isinstance(verdict, Unclear):
                self.refused = hearing.is_answered(over_board=hides(reading.board, board))
                bares = self._out.uncover(board, link, before, course.beliefs.gravities)
                how = reading, waited - limit, standstill
                if not (fades or bares) and (ended := self._ended_unclear(board, link, *how)):
                    return ended
            self._out.wait(pace.pause(self._clock() - clicked))

    def _ended_unclear(
        self, board: Board, link: Link, reading: Reading, late: float, standstill: Standstill
    ) -> tuple[Board, Outcome] | None:
        """What to go on with where nothing explains a board, so late, s; None to look on."""
        seen, stood, patience = reading.board, self._out.looked_at - self.stood, self._patience
        if stood > patience.refusal:
            fallen = has_fallen(board, link, seen, self._course.beliefs)
            moved = stood > 2 * patience.refusal and (
                has_moved(board, link, seen) or self._course.explains(seen, link)
            )
            if self._has_settled(standstill, board, fallen) if fallen else moved:
                return self._believed(board, link, seen, stays=False)
        if late <= 0 or self.elsewhere.is_found(board, stood):
            return None
        if not freed(board, link, seen) and self._farewell.is_said(board):
            return self._over(board, link), Outcome.REMOVED
        if veiled(board, link, seen):
            return board, Outcome.LOST
        if stood > patience.still or late > patience.board:
            # A message that lies over the board may go away again.
            stays, soon = late > patience.board + patience.cover, late <= patience.board
            if stays or not self._course.may_clear_up(board, link, seen, soon=soon):
                return self._believed(board, link, seen, stays=stays)
            self._asked = self._ask(self._asked)
        return None

    def _has_settled(self, standstill: Standstill, board: Board, beliefs: Beliefs) -> bool:
        """Whether tiles lie still after a link, where it taught something of gravity."""
        looked = self._out.current()[1], self._out.looked_at
        return not self._course.teaches(board, beliefs) or standstill.is_sure(*looked)

    def late(self, board: Board, link: Link, tries: Sequence[Try], times: int) -> Board | None:
        """The board after a link that was taken not to have been heard, if it has gone after all.

        A busy machine shows late what came of one of several tries, or of `times` that it waited.
        """
        course, clock, judged = self._course, self._clock, self._farewell.judged
        found = belated(
            course, self._out, board, link, judged=judged, clock=clock, patience=self._patience
        )
        if found is None:
            return self._over(board, link) if self._farewell.is_said(board, times) else None
        course.confirm()
        told = [Try(each.touch, Heard.BOTH) for each in tries] if len(tries) == 1 else ()
        return self._removed(board, link, found, None, told)[0]

    def _removed(
        self,
        board: Board,
        link: Link,
        beliefs: Beliefs,
        seconds: float | None,
        tries: Sequence[Try],
    ) -> tuple[Board, Outcome]:
        """What to go on with once a link was seen to be gone; parameters as `Course.removed`."""
        course, seen = self._course, self._out.current()[1].board
        course.learn(board, link, beliefs)
        if board.tiles > 2:
            course.removed(link, seconds, tries)
            seen = filled(seen, board, link, beliefs)
            return self.hanging.left_alone(seen), Outcome.REMOVED
        course.confirm()  # over the tiles before these the game may show by now that it is won
        course.removed(link, seconds, tries)
        return board.without([link.a, link.b]), Outcome.REMOVED

    def _over(self, board: Board, link: Link) -> Board:
        """The board after its last link, which the game has taken without painting it away."""
        self._course.say("a message came up with the last pair: it is taken to be gone")
        self._course.confirm()
        self._course.gone(link)
        return board.without([link.a, link.b])

    def _gives_way(
        self,
        before: NDArray[np.uint8],
        board: Board,
        link: Link,
        foreseen: Foresight,
        clicked: float,
    ) -> bool:
        """Whether a link that may have gone by now plainly has; this is noted in the course.

        All links before it must be known to have gone, and the tiles of the next one be intact.
        """
        course = self._course
        is_early = course.pace.spare(self._clock() - clicked) > 0
        if course.presumed is not None or is_early or self._out.returned > clicked:
            return False
        if not self._out.peek(before, foreseen.freed, foreseen.stays):
            return False
        seconds = self._out.looked_at - clicked
        freed = tuple((cell, board[cell]) for cell in foreseen.freed)
        course.presume(board, Presumed(link, freed, seconds, foreseen.upcoming))
        return True

    def _ask(self, asked: float) -> float:
        """Ask for the board to be uncovered, now and then; when it was asked for last, s."""
        now = self._clock()
        if now <= asked + self._patience.still:
            return asked
        self._hand.bring_to_front()
        self._make_way()
        return now

    def _believed(
        self, board: Board, link: Link, seen: Board, *, stays: bool
    ) -> tuple[Board, Outcome]:
        """What to go on with when the board stands still and is not what was expected."""
        course = self._course
        expected = as_expected(board, link, seen, course.beliefs)
        if expected is not None:
            course.confirm()
            course.learn(board, link, expected)
            course.gone(link)
            return filled(seen, board, link, expected), Outcome.REMOVED
        if recalled := course.recall(seen, link):
            self._out.ground.note(recalled[0], self._out.current()[1])
            return recalled[0], Outcome.REMOVED if recalled[1] else Outcome.ELSE
        if (told := self.hanging.explains(board, link, seen)) is not None:
            return self._removed(told.board, link, told.beliefs, None, ())
        after = remove(board, link.a, link.b, course.beliefs.gravity)
        has_gone = freed(board, link, seen)
        if seen.tiles < named(after) or (has_gone and hides(seen, after)):
            return self._under_cover(board, link, seen, stays=stays)
        if has_gone and board.tiles == 2:
            course.confirm()
            course.gone(link)
            return board.without([link.a, link.b]), Outcome.REMOVED
        unsure, brought = course.unsure, course.brought
        outcome = Outcome.REMOVED if course.settle(board, seen, link) else Outcome.ELSE
        after = course.surprise(*self.hanging.both(board, seen), unsure)
        return self.hanging.fined(after, link, outcome, course.brought - brought), outcome

    def _under_cover(
        self, board: Board, link: Link, seen: Board, *, stays: bool
    ) -> tuple[Board, Outcome]:
        """What to go on with where something lies over the board.

        It is the game's word that the game is over if nothing links under all rules that may hold;
        under some of them, if it `stays`.
        """
        course = self._course
        after = remove(board, link.a, link.b, course.beliefs.gravity)
        has_gone = freed(board, link, seen)
        ended = (ended_at_all if stays else ended_under)(after, course.beliefs)
        if not (has_gone and (stays or (ended and ended.margins == course.beliefs.margins))):
            ended = None
        is_told = has_gone and UNKNOWN not in {seen[link.a], seen[link.b]}
        if ended is None and not is_told:
            return self.still(board), Outcome.ELSE
        course.confirm()
        course.gone(link)
        if ended is None:
            return self.still(after), Outcome.REMOVED
        course.believe(ended)
        return after, Outcome.REMOVED

    def still(self, board: Board) -> Board:
        """The board if it is still as it was left, else what it has become once it stands.

        A board where something moves all the time is taken as it is after a while.

        Raises `StoppedError` if it is hidden for good.
        """
        course, since, before = self._course, self._clock(), board
        until, hidden, asked = since + self._patience.board, inf, -inf
        last = until + 2 * self._patience.cover  # however often something comes over it and goes
        seen = self._out.glance().board
        while True:
            now = self._clock()
            if agrees(board, seen):
                course.confirm(seen)
                if course.presumed is None:
                    return merged(board, seen)
            if seen != before:
                since, before = now, seen
            if self.elsewhere.is_found(board, now - since):
                seen = self._out.current()[1].board
                continue
            missing = seen.tiles < named(board) - 2 and not course.were_clicked(board, seen)
            if missing or hides(seen, board):
                if now - since > self._patience.still and (told := course.recall(seen)):
                    self._out.ground.note(told[0], self._out.current()[1])
                    return told[0]
                # No link takes so many: a message or a window hides them, and may go away again.
                hidden, asked = min(hidden, now), self._ask(asked)
                if now > hidden + self._patience.board + self._patience.cover:
                    return self._hidden_for_long(board, seen, missing=missing)
            else:
                if hidden < inf:
                    hidden, since, until = inf, now, min(now + self._patience.board, last)
                if now - since > self._patience.still or now > until:
                    return course.surprise(*self.hanging.both(board, seen))
            self._out.wait()
            seen = self._out.look().board

    def _hidden_for_long(self, board: Board, seen: Board, *, missing: bool) -> Board:
        """What to go on with where a board was hidden for long, unless that is for good."""
        if ended := ended_at_all(board, self._course.beliefs):
            self._course.confirm()
            self._course.believe(ended)
            return board  # the game has said so before we did
        if not missing or are_few(board, seen):
            return self._course.surprise(*self.hanging.both(board, seen))
        raise StoppedError(out_of_sight(board.tiles - seen.tiles))

    def uncovered(self, board: Board) -> Board | None:
        """The board once cells are seen that could not be told; see `leftovers.uncovered`."""
        course, out, make_way, wait = self._course, self._out, self._make_way, self._patience
        return uncovered(board, course, out, make_way=make_way, clock=self._clock, patience=wait)
