"""The loop: look, decide, click, check."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from bot.board import UNKNOWN, Board
from bot.errors import BoardNotFoundError, StoppedError
from bot.frame import Frame
from bot.geometry import Cell
from bot.guess import Search
from bot.hand import Hand
from bot.matcher import Link
from bot.patience import Patience
from bot.pointer import Pointer
from bot.policy import (
    THOUGHT,
    Beliefs,
    Play,
    Removed,
    Unchanged,
    Unclear,
    agrees,
    as_expected,
    decide,
    doubt,
    freed,
    is_test,
    judge,
    surprised,
)
from bot.position import Position, remove
from bot.reader import Reading, read, read_again
from bot.screen import Screen
from bot.solver import Solution, Why, solve
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
        self._screen, self._hand = screen, hand
        self._clock, self._sleep = clock, sleep
        self._solver = solver or search
        self._pointer = pointer or Pointer()
        self._eye, self._witness = eye, witness or Nobody()
        self._lost = False
        self._patience, self._say = patience, say
        self._time_limit = time_limit
        self._began = clock()
        self._slowest = 0.0
        self._plan: tuple[Link, ...] = ()
        self._seen: tuple[Frame, Reading] | None = None
        self.tally = Tally(beliefs=beliefs or Beliefs())

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
        self._count(rows=board.rows, cols=board.cols, tiles=board.tiles)
        self._say(f"found {board.rows} x {board.cols} cells, {board.tiles} tiles")
        doubts = 0
        while True:
            if board.tiles:
                board = self._stand_still(board)
            decision = decide(
                board, self.tally.beliefs, self._plan, self._solver, order=self._pointer.order
            )
            self._witness.decided(decision)
            if not isinstance(decision, Play):
                self._say(decision.why)
                return Ending.DEADLOCK if board.tiles else Ending.CLEARED
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
        self._count(rows=board.rows, cols=board.cols, tiles=board.tiles)
        beliefs = self.tally.beliefs
        if len(beliefs.gravities) > 1:
            self._say("planned as if tiles stay where they are; if they fall, say which --gravity")
        position = Position(board, beliefs.rule, beliefs.gravity)
        return self._pointer.order(position, self._solver(position, THOUGHT).links)

    def _find_board(self) -> Board:
        """The board, once two looks in a row agree on it."""
        until = self._clock() + self._patience.board
        while True:
            try:
                frame = self._grab()
                reading = self._eye(frame)
            except BoardNotFoundError:
                if self._clock() > until:
                    raise
                self._wait()
                continue
            self._seen = frame, reading
            self._witness.saw(reading)
            self._wait()
            if agrees(reading.board, self._look().board):
                frame, reading = self._current()
                self._hand.aim(frame, reading.lattice)
                self._pointer.pitch = reading.lattice.pitch
                return reading.board

    def _play_link(self, board: Board, play: Play) -> Board | Ending:
        """Click a link until it is gone or will not go: the board after it."""
        link, self._plan = play.link, play.plan
        if not self._is_in_sight(board, link):
            self._say(
                f"{tuple(link.a)} or {tuple(link.b)} cannot be seen: nothing is clicked there"
            )
            self._witness.judged(link, Outcome.UNSEEN)
            self._set_aside(board, link)
            return board
        before = self.tally.links
        tries = _TESTS if is_test(board, link) else _MISSES
        for attempt in range(tries):
            if attempt:
                self._count(missed=self.tally.missed + 1)
            # A tile left selected by a lost click would be unselected by another one.
            lost = attempt or self._lost
            marked = set(self._look().selected) if lost and attempt < tries - 1 else set()
            cells = [cell for cell in self._pointer.near_first(link) if cell not in marked]
            if not all(self._click(cell) for cell in cells):
                return self._surprise(self._current()[1].board)
            after = self._watch(board, link)
            self._lost = after is None
            if after:
                gone = self.tally.links > before
                self._witness.judged(link, Outcome.REMOVED if gone else Outcome.ELSE)
                return after
            self._witness.judged(link, Outcome.LOST)
            if self._is_late():
                return Ending.TIMEOUT
        self._say(f"the game does not link {tuple(link.a)} and {tuple(link.b)}")
        self._witness.judged(link, Outcome.REFUSED)
        self._set_aside(board, link)
        return board

    def _is_in_sight(self, board: Board, link: Link) -> bool:
        """Whether both tiles can be seen, if need be after a message over them has gone.

        A tile that could never be read is taken to be in sight.
        """
        cells = [cell for cell in (link.a, link.b) if board[cell] != UNKNOWN]
        until = self._clock() + self._patience.board
        while any(self._look().board[cell] == UNKNOWN for cell in cells):
            if self._clock() > until:
                return False
            self._wait()
        return True

    def _set_aside(self, board: Board, link: Link) -> None:
        self._count(beliefs=doubt(board, link, self.tally.beliefs))
        self._plan = ()

    def _watch(self, board: Board, link: Link) -> Board | None:
        """Look until the link is gone, or it is plain that it will not go."""
        clicked = self._clock()
        limit = self._patience.first
        if self._slowest:
            limit = max(self._patience.least, self._patience.ratio * self._slowest)
        still_since, before = clicked, None
        while True:
            reading = self._look()
            verdict = judge(board, link, reading.board, self.tally.beliefs)
            now = self._clock()
            if isinstance(verdict, Removed):
                self._slowest = max(self._slowest, now - clicked)
                self._count(links=self.tally.links + 1, beliefs=verdict.beliefs)
                if board.tiles == 2:
                    return board.without([link.a, link.b])
                return _filled(reading.board, board, link, verdict.beliefs)
            if reading.board != before:
                still_since, before = now, reading.board
            waited = now - clicked
            if isinstance(verdict, Unchanged) and waited > limit:
                return None
            stands = now - still_since > self._patience.still and waited > limit
            if isinstance(verdict, Unclear) and (stands or waited > limit + self._patience.board):
                return self._believe(board, link, reading.board)
            self._wait()

    def _believe(self, board: Board, link: Link, seen: Board) -> Board:
        """What to go on with when the board stands still and is not what was expected."""
        beliefs = self.tally.beliefs
        expected = as_expected(board, link, seen, beliefs)
        if expected is not None:
            self._count(links=self.tally.links + 1, beliefs=expected)
            return _filled(seen, board, link, expected)
        after = remove(board, link.a, link.b, beliefs.gravity)
        if seen.tiles < after.tiles:
            ended = Position(after, beliefs.rule, beliefs.gravity).outcome()
            if not (ended and freed(board, link, seen)):
                return self._stand_still(board)
            self._count(links=self.tally.links + 1)
            return after
        if freed(board, link, seen):
            self._count(links=self.tally.links + 1)
            if board.tiles == 2:
                return board.without([link.a, link.b])
        return self._surprise(seen)

    def _stand_still(self, board: Board) -> Board:
        """The board if it is still as it was left, else what it has become once it stands.

        A board where something moves all the time is taken as it is after a while.
        """
        since, before = self._clock(), board
        until = since + self._patience.board
        while True:
            seen = self._look().board
            if agrees(board, seen):
                return board
            if seen != before:
                since, before = self._clock(), seen
            stands = self._clock() - since > self._patience.still
            if seen.tiles < board.tiles - 2:
                # No link takes so many: a message hides them, and it may go away again.
                if self._clock() > until + self._patience.cover:
                    beliefs = self.tally.beliefs
                    if Position(board, beliefs.rule, beliefs.gravity).outcome():
                        return board  # the game has said so before we did
                    raise StoppedError(
                        f"{board.tiles - seen.tiles} tiles can no longer be seen: something covers "
                        "the board, or the game has ended by itself"
                    )
            elif stands or self._clock() > until:
                return self._surprise(seen)
            self._wait()

    def _surprise(self, seen: Board) -> Board:
        """Go on with a board that nothing we know of explains."""
        self._say("the board is not as expected: going on with what is seen")
        self._count(beliefs=surprised(self.tally.beliefs))
        self._plan = ()
        return seen

    def _click(self, cell: Cell) -> bool:
        """Click a cell, following the window where it goes; False if its board was lost."""
        until = self._clock() + self._patience.cover
        while True:
            frame, reading = self._current()
            try:
                self._hand.click(frame.to_screen(reading.lattice.center(cell)))
            except WindowMovedError as moved:
                self._say(str(moved))
                self._look()
                if self._current()[1].lattice != reading.lattice:
                    return False
            except WindowCoveredError:
                if self._clock() > until:
                    raise
                self._hand.bring_to_front()
                self._wait()
            else:
                self._count(clicks=self.tally.clicks + 1)
                self._pointer.cell = cell
                return True

    def _look(self) -> Reading:
        """The board as it is seen now, wherever its window has gone to."""
        old, reading = self._current()
        frame = self._grab()
        if frame.pixels.shape != old.pixels.shape:
            self._say("the window has changed its size: looking for the board anew")
            self._find_board()
            return self._current()[1]
        if not np.array_equal(frame.pixels, old.pixels):
            reading = read_again(frame, reading)
        self._seen = frame, reading
        self._witness.saw(reading)
        if frame.origin != old.origin:
            self._hand.aim(frame, reading.lattice)
        return reading

    def _current(self) -> tuple[Frame, Reading]:
        if self._seen is None:
            raise BoardNotFoundError("no board has been seen yet")
        return self._seen

    def _grab(self) -> Frame:
        self._count(looks=self.tally.looks + 1, seconds=self._clock() - self._began)
        return self._screen.grab()

    def _wait(self) -> None:
        self._sleep(self._patience.look)
        self._hand.check()

    def _is_late(self) -> bool:
        return self._clock() - self._began > self._time_limit

    def _count(self, **changes: object) -> None:
        self.tally = replace(self.tally, **changes)  # type: ignore[arg-type]


def _filled(seen: Board, before: Board, link: Link, beliefs: Beliefs) -> Board:
    """The board seen, with cells that could not be told taken from what was there."""
    expected = remove(before, link.a, link.b, beliefs.gravity)
    kinds = tuple(
        want if kind == UNKNOWN else kind
        for kind, want in zip(seen.kinds, expected.kinds, strict=True)
    )
    return Board(seen.rows, seen.cols, kinds)


def search(position: Position, budget: float) -> Solution:
    """What `solver.solve` finds, unless Ctrl-C ends the search: that ends the game, too."""
    solution = solve(position, budget)
    if solution.why is Why.INTERRUPTED:
        raise KeyboardInterrupt  # who stops the thinking means to stop the game
    return solution
