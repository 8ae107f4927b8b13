"""The loop: look, decide, click, check."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf

from bot.attempts import Attempts
from bot.belated import has_gone
from bot.beliefs import Beliefs
from bot.board import Board
from bot.buttons import Button, Role, Spot
from bot.course import Course
from bot.endurance import Endurance, as_test
from bot.errors import TimeIsUpError, WindowError
from bot.farewell import closed
from bot.finger import Finger
from bot.firstsight import found
from bot.foreground import NO_WINDOWS, Foreground
from bot.forethought import Forethought
from bot.frame import Frame
from bot.geometry import Cell, ScreenPoint
from bot.guess import Search
from bot.hand import Hand
from bot.hidden import Hidden
from bot.hopeless import Hopeless
from bot.hovering import Hovering
from bot.lookout import Lookout
from bot.matcher import Link
from bot.memory import veiled
from bot.pace import Pace
from bot.panel import Panel
from bot.patience import Patience
from bot.pointer import Pointer
from bot.policy import Play, Shuffle, Stop, plan_of, plays, remembering, search
from bot.position import Position
from bot.reader import Reading, read
from bot.rescuer import Rescuer
from bot.screen import Screen
from bot.silence import Silence
from bot.solver import Solution
from bot.tally import Ending, Tally
from bot.unseen import Unseen
from bot.watcher import Watcher
from bot.witness import Nobody, Outcome, Witness

_PATIENT = Patience()


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
    buttons
        of the game that may be pressed, where they help
    awaits
        how long to wait for the board of the next game, s; None if this is the first
    front
        tells of the windows in front of the game
    home
        where the window's corner was when places of buttons were told; by default where it is now
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
        buttons: Sequence[Button | Spot] = (),
        awaits: float | None = None,
        front: Foreground = NO_WINDOWS,
        home: ScreenPoint | None = None,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._hand = hand
        self._clock = clock
        self._searches = remembering(solver or search)
        self._pointer = pointer or Pointer()
        self._witness = witness or Nobody()
        self._patience, self._say = patience, say
        self._time_limit = time_limit
        self._began = clock()
        self._awaits, self._gone, self._last = awaits, -inf, -inf
        self._clicks, self._lost = inf, False
        self._course = Course(beliefs or Beliefs(), Pace(patience), self._witness, say)
        self._hopeless = Hopeless(self._course)
        self._out = Lookout(
            screen,
            hand,
            eye=eye,
            witness=witness,
            clock=clock,
            sleep=sleep,
            patience=patience,
            say=say,
            until=self._began + time_limit + patience.board,
        )
        self._silence = Silence(self._course, front.message, lambda: self._out.seen, say)
        self._finger = Finger(
            hand, self._out, self._pointer, clock=self._out.now, patience=patience, say=say
        )
        self._forethought = Forethought(
            self._course, self._out, self._pointer, self._solve, clock=self._out.now
        )
        self._hovering = Hovering(self._out, hand, self._pointer, clock=self._out.now)
        self._panel = Panel(
            buttons, hand, self._out, self._pointer, clock=self._out.now, say=say, home=home
        )
        self._out.make_way = self._panel.make_way
        self._watcher = Watcher(
            self._course,
            self._out,
            hand,
            self._pointer,
            make_way=self._panel.make_way,
            tap=self._tap,
            clock=self._out.now,
            patience=patience,
        )
        self._hidden = Hidden(self._out, self._watcher.elsewhere, self.place, front.covering, say)
        self._unseen = Unseen(self._course, self._out, self._watcher, self._hidden, self._witness)
        self._rescuer = Rescuer(
            self._course, self._panel, self._out, clock=self._out.now, patience=patience
        )

    @property
    def tally(self) -> Tally:
        """What was done so far."""
        course, clicks = self._course, self._finger.clicks
        return replace(
            course.tally,
            pending=(clicks > self._clicks) + (course.presumed is not None),
            clicks=clicks,
            looks=self._out.looks,
            seconds=max(0.0, self._out.looked_at - self._began),
            playing=max(0.0, self._last - self._finger.first),
        )

    @property
    def home(self) -> ScreenPoint | None:
        """As the parameter, once the board was found."""
        return self._panel.home

    def play(self) -> Ending:
        """Play until the board is empty, nothing links, or the time is up.

        Raises
        ------
        BoardNotFoundError
            if no board is seen
        StoppedError
            if the person or a guard stopped the game
        WindowError
            if the window is lost before the last pair was clicked
        """
        try:
            return self._play()
        except TimeIsUpError:
            return Ending.TIMEOUT
        except WindowError as error:
            ending = closed(error, self._course, self._finger.clicks - self._clicks)
            self._clicks = inf
            return ending

    def _play(self) -> Ending:
        board = self._find_board()
        self._say(found(self._out.current()[1]))
        course, watcher, endurance = self._course, self._watcher, Endurance()
        while True:
            if board.tiles and not course.presumed:
                board = watcher.still(board)
            decision = self._forethought.decide(board, self._rescuer.shuffles)
            if course.presumed and not plays(decision, course.presumed.upcoming):
                if self._time_left < 0:
                    return Ending.TIMEOUT
                board = watcher.still(board)
                continue
            self._witness.decided(decision)
            if not isinstance(decision, Play):
                resort = self._resort(board, decision)
                if isinstance(resort, Ending):
                    return resort
                if isinstance(resort, Board):
                    board = resort
                    endurance.spend(course.tally)
                    continue
                decision = resort
            if self._time_left < 0:
                return Ending.TIMEOUT
            clicks = self._clicks = self._finger.clicks
            outcome = self._play_link(board, decision)
            if isinstance(outcome, Ending):
                return outcome
            self._clicks = inf
            has_clicked = self._finger.clicks > clicks
            if (pause := self._silence.pause(self._out.looked_at, clicked=has_clicked)) > 0:
                self._leave_alone(self._out.now() + min(pause, self._time_left))
            else:
                endurance.spend(
                    course.tally,
                    clicked=has_clicked,
                    is_hidden=self._unseen.link is not None,
                    test=as_test(decision.link, board, outcome),
                )
            board = outcome

    def _resort(self, board: Board, decision: Shuffle | Stop) -> Board | Play | Ending:
        """What is left where no link is: another board, a link that the game shows, or the end."""
        late = self._time_left < 0
        anew = None if late else self._rescuer.reread(board) or self._watcher.uncovered(board)
        anew = anew or (None if late else self._silence.again(board))
        if anew is not None:
            return anew
        if not self._course.is_left(board):
            return self._course.cleared(board, decision.why)
        self._say(decision.why)
        if late:
            return Ending.TIMEOUT
        if isinstance(decision, Shuffle):
            return self._rescuer.shuffled(board)
        hint = self._rescuer.hinted(board) if self._panel.left(Role.HINT) else None
        if found := hint or self._rescuer.relaid(board):
            return found
        self._hopeless.look_back(self._solve)
        return Ending.DEADLOCK

    def rehearse(self) -> tuple[Link, ...]:
        """Look, and tell the links that would be played first; nothing is clicked.

        Raises
        ------
        BoardNotFoundError
            if no board is seen
        """
        board, beliefs = self._find_board(), self._course.beliefs
        if len(beliefs.gravities) > 1:
            self._say("planned as if tiles stay where they are; if they fall, say which --gravity")
        position, solution = plan_of(board, beliefs, self._solve)
        return self._pointer.order_in_steps(position, solution.links)

    def place(self, cell: Cell) -> ScreenPoint:
        """Where the middle of a cell was on the screen when it was last looked.

        Raises `BoardNotFoundError` if no board was seen.
        """
        frame, reading = self._out.current()
        return frame.to_screen(reading.lattice.center(cell))

    def _find_board(self) -> Board:
        if self._awaits is not None:
            self._panel.lead_on(self._awaits)
        reading = self._out.find_board(self._awaits, self._panel.go_on, self._time_limit)
        board = reading.board
        self._pointer.pitch = reading.lattice.pitch
        self._panel.settle(self._out.current()[0])
        self._course.dealt = board
        self._course.count(rows=board.rows, cols=board.cols, tiles=board.tiles)
        return board

    def _play_link(self, board: Board, play: Play) -> Board | Ending:
        """Click a link until it is gone or will not go: the board after it."""
        link, course, clicked, before = play.link, self._course, -inf, self._out.newest
        course.plan = play.plan
        attempts = Attempts(course.pace, self._gone, once=self._silence.is_on)
        self._leave_alone(course.pace.due(self._gone))
        # What is lost while other tiles go tells nothing of haste.
        hurried = course.is_hurried
        for attempt in attempts.each(board, link, course.tally):
            self._leave_alone(clicked + attempts.pause(attempt))
            if attempt and (late := self._late(board, link, attempts)) is not None:
                return late
            foreseen = course.presumed is not None and course.presumed.upcoming == link
            # A tile left selected by a lost click would be unselected by another one.
            if lost := attempt or self._lost or course.is_tapped:
                self._out.look()
                self._hovering.leave(link)
            # What changed where it was clicked, and nowhere else, is a mark that cannot be read.
            veil = (
                veiled(board, link, self._out.seen) if attempt and not attempts.was_idle else None
            )
            tiles = [cell for cell in (link.a, link.b) if cell != veil]
            asked = partial(has_gone, course, self._out, board=board, link=link, before=before)
            if not (
                foreseen
                or self._hidden.sees(board, tiles, self._panel.make_way, asked if attempt else None)
                or self._hidden.is_dared(board, link, course.beliefs, self._finger.clicks)
            ):
                gone_late = self._late(board, link, attempts) if attempt else None
                return gone_late or self._unseen.leave(board, link, self._finger.clicks)
            selected = self._pointer.selection.among(self._out.current()[1].selected, anew=not lost)
            selected |= set() if veil is None else {veil}
            attempts.saw(selected)
            if attempt and not attempts.was_answered and self._silence.has_reason(board, link):
                break
            left = {veil} if attempts.doubts_marks else selected
            order = attempts.order(self._pointer.near_first(link))
            # At the first try the game may have marked both, as a hint does.
            cells = [cell for cell in order if cell not in left] or ([] if attempt else [*order])
            if attempt and cells:
                course.count(missed=course.tally.missed + 1)
            touch = attempts.touch(attempt, self._out.now())
            before = attempts.before = before if attempt else self._out.newest
            if not self._finger.click(board, cells, touch.press, touch.pause):
                self._lost, course.plan = True, ()  # the first of them may have been selected
                return self._watcher.still(board)
            clicked = self._out.now() if cells else clicked
            attempts.made(cells, touch, clicked)
            course.is_tapped = False
            self._forethought.think(board, link, clicked, self._rescuer.shuffles)
            tries = () if hurried else attempts.done
            after, outcome = self._watcher.link(
                board, link, clicked, tries=tries, before=before, presumes=not lost
            )
            stays = after == board
            attempts.answered(refused=stays and self._watcher.refused)
            # Where something else happened one of the tiles may be selected, whatever it is now.
            self._lost = stays or outcome is Outcome.ELSE
            if outcome in {Outcome.REMOVED, Outcome.PRESUMED}:
                self._unseen.link = None
                self._gone = self._out.looked_at
                self._last = min(self._gone, self._watcher.stood)
                attempts.went(self._last)
            else:
                self._witness.judged(link, Outcome.LOST if stays else outcome)
            if not stays:
                return after
            if self._time_left < 0:
                return Ending.TIMEOUT
        return self._give_up(board, link, attempts)

    def _give_up(self, board: Board, link: Link, attempts: Attempts) -> Board:
        """The board after a link that will not go."""
        if self._hidden.is_unheard(board, link):
            return board
        selected = self._pointer.selection.among(self._out.current()[1].selected)
        self._silence.given_up(board, link, attempts, selected)
        board = self._watcher.hanging.parted(board, link, attempts.before)
        return self._watcher.hanging.set_aside(board, link, len(attempts.done))

    def _late(self, board: Board, link: Link, attempts: Attempts) -> Board | None:
        """The board after a link that was given up, if it has gone after all."""
        if (late := self._watcher.late(board, link, attempts.done, attempts.times)) is not None:
            self._lost, self._unseen.link = False, None
            self._gone = self._last = self._out.looked_at
            attempts.went(self._gone, late=True)
        return late

    def _tap(self, board: Board, cell: Cell) -> bool:
        """Click one tile of a board; False if it was lost before."""
        return self._finger.click(board, [cell], self._course.pace.touch.press)

    def _leave_alone(self, until: float) -> None:
        """Wait, s since the clock began; a little at a time, but no less than a clock can tell."""
        while (left := until - self._out.now()) > 0:
            self._out.wait(min(max(left, self._patience.quick), self._patience.slow))

    def _solve(self, position: Position, budget: float) -> Solution:
        """Search no longer than the game may still take."""
        solution = self._searches(position, max(0.0, min(budget, self._time_left)))
        if not self._finger.clicks:
            self._hopeless.note(position, solution, may_shuffle=self._rescuer.shuffles > 0)
        return solution

    @property
    def _time_left(self) -> float:
        return self._time_limit - (self._clock() - self._began)
