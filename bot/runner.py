"""The loop: look, decide, click, check."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from math import inf

from bot.board import UNKNOWN, Board
from bot.errors import StoppedError
from bot.frame import Frame
from bot.geometry import Cell
from bot.guess import Search
from bot.hand import Hand
from bot.lookout import Lookout
from bot.matcher import Link
from bot.memory import filled, hides, merged, named
from bot.patience import Patience
from bot.pointer import Pointer
from bot.policy import (
    Beliefs,
    Play,
    Removed,
    Unchanged,
    Unclear,
    agrees,
    as_expected,
    decide,
    doubt,
    ended_under,
    freed,
    is_test,
    judge,
    plan_of,
    search,
    surprised,
)
from bot.position import remove
from bot.reader import Reading, read
from bot.screen import Screen
from bot.tally import Ending, Tally
from bot.window import WindowCoveredError, WindowMovedError
from bot.witness import Nobody, Outcome, Witness

_PATIENT = Patience()
_MISSES = 3
"""Tries at one link before the rule that allowed it is doubted."""
_TESTS = 2
"""Tries at a link that tests whether two tiles match: the first click may have been lost."""
_DOUBTS = 6
"""Links in a row that the game refused before we stop clicking."""


class Player:
    """Plays one game through a screen and a hand.

    Parameters
    ----------
    screen, hand
        where it looks and clicks
    beliefs
        about the rules, to start from
    solver
        finds the order of links
    pointer
        where the mouse is on the board, and what order of links is short for it
    eye
        reads a frame of a game that was not seen before; by default without a skin
    witness
        told what is seen, decided and found out
    clock, sleep
        time, s; a simulated game brings its own
    time_limit
        for the whole game, s
    patience
        how long to wait for what
    say
        told what happens, a line at a time
    """

    def __init__(
        self,
        screen: Screen,
        hand: Hand,
        *,
        beliefs: Beliefs | None = None,
        solver: Search | None = None,
        pointer: Pointer | None = None,
        eye: Callable[[Frame], Reading] = read,
        witness: Witness | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        time_limit: float = float("inf"),
        patience: Patience = _PATIENT,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._hand = hand
        self._clock = clock
        self._solver = solver or search
        self._pointer = pointer or Pointer()
        self._witness = witness or Nobody()
        self._patience, self._say = patience, say
        self._time_limit = time_limit
        self._began = clock()
        self._slowest = 0.0
        self._lost = False
        self._unseen: Link | None = None
        self._surprises = 0
        self._plan: tuple[Link, ...] = ()
        self._tally = Tally(beliefs=beliefs or Beliefs())
        self._out = Lookout(
            screen,
            hand,
            eye=eye,
            witness=witness,
            clock=clock,
            sleep=sleep,
            patience=patience,
            say=say,
        )

    @property
    def tally(self) -> Tally:
        """What was done so far."""
        seconds = max(0.0, self._out.looked_at - self._began)
        return replace(self._tally, looks=self._out.looks, seconds=seconds)

    def play(self) -> Ending:
        """Play until the board is empty, nothing links, or the time is up.

        Raises
        ------
        BoardNotFoundError
            if no board is seen
        StoppedError
            if the person or a guard stopped the game
        WindowError
            if the window is lost
        """
        board = self._find_board()
        self._say(f"found {board.rows} x {board.cols} cells, {board.tiles} tiles")
        doubts = 0
        while True:
            if board.tiles:
                board = self._stand_still(board)
            decision = decide(
                board, self._tally.beliefs, self._plan, self._solver, order=self._pointer.order
            )
            self._witness.decided(decision)
            if not isinstance(decision, Play):
                uncovered = self._uncovered(board)
                if uncovered is not None:
                    board = uncovered
                    continue
                self._say(decision.why)
                return Ending.DEADLOCK if self._is_left(board) else Ending.CLEARED
            if self._is_late():
                return Ending.TIMEOUT
            outcome = self._play_link(board, decision)
            if isinstance(outcome, Ending):
                return outcome
            if outcome.tiles < board.tiles:
                doubts = 0
            elif not is_test(board, decision.link):
                doubts += 1
            if doubts > _DOUBTS:
                raise StoppedError(
                    f"{doubts} links in a row were clicked and no tile went: is this the game's "
                    "window, and does it run with more rights than this program?"
                )
            board = outcome

    def rehearse(self) -> tuple[Link, ...]:
        """Look, and tell the links that would be played first; nothing is clicked.

        Raises
        ------
        BoardNotFoundError
            if no board is seen
        """
        board = self._find_board()
        beliefs = self._tally.beliefs
        if len(beliefs.gravities) > 1:
            self._say("planned as if tiles stay where they are; if they fall, say which --gravity")
        position, solution = plan_of(board, beliefs, self._solver)
        return self._pointer.order(position, solution.links)

    def _find_board(self) -> Board:
        reading = self._out.find_board()
        board = reading.board
        self._pointer.pitch = reading.lattice.pitch
        self._count(rows=board.rows, cols=board.cols, tiles=board.tiles)
        return board

    def _play_link(self, board: Board, play: Play) -> Board | Ending:
        """Click a link until it is gone or will not go: the board after it."""
        link, self._plan = play.link, play.plan
        before, clicked = self._tally.links, self._clock()
        tries = _TESTS if is_test(board, link) else _MISSES
        for attempt in range(tries):
            if not self._out.sees(board, (link.a, link.b)):
                return self._without_sight(board, link)
            # A tile left selected by a lost click would be unselected by another one.
            lost = attempt or self._lost
            marked = set(self._out.look().selected) if lost and attempt < tries - 1 else set()
            cells = [cell for cell in self._pointer.near_first(link) if cell not in marked]
            if attempt and cells:
                self._count(missed=self._tally.missed + 1)
            if not all(self._click(cell) for cell in cells):
                return self._surprise(self._out.current()[1].board)
            clicked = self._clock() if cells else clicked
            after = self._watch(board, link, clicked)
            self._lost = after is None or after == board
            if after is not None and not self._lost:
                gone = self._tally.links > before
                self._witness.judged(link, Outcome.REMOVED if gone else Outcome.ELSE)
                return after
            self._witness.judged(link, Outcome.LOST)
            if self._is_late():
                return Ending.TIMEOUT
        self._say(f"the game does not link {tuple(link.a)} and {tuple(link.b)}")
        self._witness.judged(link, Outcome.REFUSED)
        self._set_aside(board, link)
        return board

    def _without_sight(self, board: Board, link: Link) -> Board:
        """The board to go on with where a tile of a link is hidden for long."""
        self._say(f"{tuple(link.a)} or {tuple(link.b)} cannot be seen: nothing is clicked there")
        self._witness.judged(link, Outcome.UNSEEN)
        if self._unseen == link:
            self._set_aside(board, link)
        self._unseen, self._plan = link, ()
        return self._stand_still(board)

    def _uncovered(self, board: Board) -> Board | None:
        """The board once cells are seen that could not be told; None if nothing uncovers them."""
        if UNKNOWN not in board.kinds or not self._is_left(board):
            return None
        until = self._clock() + self._patience.cover
        while self._clock() <= until:
            seen = self._out.look().board
            if seen.kinds.count(UNKNOWN) < board.kinds.count(UNKNOWN):
                return merged(board, seen) if agrees(board, seen) else self._surprise(seen)
            self._out.wait()
        return None

    def _is_left(self, board: Board) -> bool:
        """Whether there are tiles left; the last cells that cannot be told may be a message."""
        done = 2 * self._tally.links >= self._tally.tiles
        return bool(named(board) if done else board.tiles)

    def _set_aside(self, board: Board, link: Link) -> None:
        self._count(beliefs=doubt(board, link, self._tally.beliefs))
        self._plan = ()

    def _watch(self, board: Board, link: Link, clicked: float) -> Board | None:
        """Look until a link that was clicked at that moment is gone, or plainly will not go."""
        began = self._clock()
        limit = self._patience.first
        if self._slowest:
            usual = self._patience.ratio * self._slowest
            limit = min(max(self._patience.least, usual), self._patience.cover)
        still_since, before = began, None
        while True:
            reading = self._out.look()
            verdict = judge(board, link, reading.board, self._tally.beliefs)
            now = self._clock()
            if isinstance(verdict, Removed):
                self._slowest, self._surprises = max(self._slowest, now - clicked), 0
                self._count(links=self._tally.links + 1, beliefs=verdict.beliefs)
                if board.tiles == 2:
                    return board.without([link.a, link.b])
                return filled(reading.board, board, link, verdict.beliefs)
            if reading.board != before:
                still_since, before = now, reading.board
            waited = now - began
            # Where only the tile clicked last is selected, the game has refused the link, or the
            # click before was lost: either way no tile will go.
            refused = waited > self._patience.refusal and reading.selected == (self._pointer.cell,)
            if isinstance(verdict, Unchanged) and (waited > limit or refused):
                return None
            stands = now - still_since > self._patience.still and waited > limit
            if isinstance(verdict, Unclear) and (stands or waited > limit + self._patience.board):
                return self._believe(board, link, reading.board)
            self._out.wait()

    def _believe(self, board: Board, link: Link, seen: Board) -> Board:
        """What to go on with when the board stands still and is not what was expected."""
        beliefs = self._tally.beliefs
        expected = as_expected(board, link, seen, beliefs)
        if expected is not None:
            self._count(links=self._tally.links + 1, beliefs=expected)
            return filled(seen, board, link, expected)
        after = remove(board, link.a, link.b, beliefs.gravity)
        if seen.tiles < named(after):
            ended = ended_under(after, beliefs)
            if ended is None or not freed(board, link, seen):
                return self._stand_still(board)
            self._count(links=self._tally.links + 1, beliefs=ended)
            return after
        if freed(board, link, seen):
            self._count(links=self._tally.links + 1)
            if board.tiles == 2:
                return board.without([link.a, link.b])
        return self._surprise(seen)

    def _stand_still(self, board: Board) -> Board:
        """The board if it is still as it was left, else what it has become once it stands.

        A board where something moves all the time is taken as it is after a while.
        """
        since, before = self._clock(), board
        until, hidden, asked = since + self._patience.board, inf, -inf
        while True:
            seen, now = self._out.look().board, self._clock()
            if agrees(board, seen):
                return merged(board, seen)
            if seen != before:
                since, before = now, seen
            missing = seen.tiles < named(board) - 2
            if missing or hides(seen, board):
                # No link takes so many: a message or a window hides them, and may go away again.
                hidden = min(hidden, now)
                if now > asked + self._patience.still:
                    asked = now
                    self._hand.bring_to_front()
                if now > hidden + self._patience.board + self._patience.cover:
                    if not missing:
                        return self._surprise(seen)
                    if ended := ended_under(board, self._tally.beliefs):
                        self._count(beliefs=ended)
                        return board  # the game has said so before we did
                    raise StoppedError(
                        f"{board.tiles - seen.tiles} tiles can no longer be seen: something covers "
                        "the board, or the game has ended by itself"
                    )
            else:
                hidden = inf
                if now - since > self._patience.still or now > until:
                    return self._surprise(seen)
            self._out.wait()

    def _surprise(self, seen: Board) -> Board:
        """Go on with a board that nothing we know of explains.

        A game may lay its tiles anew; what was learned of the way they fall is doubted if it
        happens again before the next link goes.
        """
        self._say("the board is not as expected: going on with what is seen")
        self._surprises += 1
        self._count(beliefs=surprised(self._tally.beliefs, again=self._surprises > 1))
        self._plan = ()
        return seen

    def _click(self, cell: Cell) -> bool:
        """Click a cell, following the window where it goes; False if its board was lost."""
        until = self._clock() + self._patience.cover
        while True:
            frame, reading = self._out.current()
            self._pointer.pitch = reading.lattice.pitch
            try:
                self._hand.click(frame.to_screen(reading.lattice.center(cell)))
            except WindowMovedError as moved:
                self._say(str(moved))
                self._out.look()
                if self._out.current()[1].lattice != reading.lattice:
                    return False
            except WindowCoveredError:
                if self._clock() > until:
                    raise
                self._hand.bring_to_front()
                self._out.wait()
            else:
                self._count(clicks=self._tally.clicks + 1)
                self._pointer.cell = cell
                return True

    def _is_late(self) -> bool:
        return self._clock() - self._began > self._time_limit

    def _count(self, **changes: object) -> None:
        self._tally = replace(self._tally, **changes)  # type: ignore[arg-type]
