"""A game as a person plays it: score, clock, hints, undo, shuffles, pauses and god mode.

It knows cells, not pixels, and never reads a clock: whoever hosts it hands in the time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bot.beliefs import Beliefs
from bot.board import Board
from bot.dealer import shuffle_surely
from bot.engine import Engine, Event, EventKind
from bot.errors import InputError
from bot.geometry import Cell
from bot.hint import advise
from bot.matcher import Link, LinkRule
from bot.position import Gravity, Outcome, Position
from bot.shuffle import MOST_TRIES, shuffle
from bot.solver import Solution, Verdict, solve

_USUAL = LinkRule()

LINK_POINTS, TURN_POINTS = 100, 25
"""For a link, and for each turn of its path, which makes it harder to see."""
QUICK_POINTS, QUICK = 100, 10.0
"""For a link right after the one before, and none after so many s, falling evenly in between."""
HINT_COST, UNDO_COST, SHUFFLE_COST = 100, 50, 300
"""What help takes from the score, which never falls below 0."""
HINT_BUDGET = 0.5
"""s that a hint may think."""
HINT_SHOWN = 4.0
"""How long a hint is shown, s."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What a hint says.

    Parameters
    ----------
    cells
        the two tiles to link; None where no two can be
    lost
        whether it is proved that no order of links clears the board from here
    """

    cells: tuple[Cell, Cell] | None
    lost: bool = False


@dataclass(frozen=True, slots=True)
class _Before:
    """What undo goes back to."""

    board: Board
    points: int
    shuffled: bool


def think(position: Position, budget: float = HINT_BUDGET) -> Advice:
    r"""Look for a link that leaves the board one that can be cleared.

    Parameters
    ----------
    position
        the board now, and its rules
    budget
        seconds the search may take

    Examples
    --------
    >>> think(Position(Board.from_text("a b b a"))).cells
    (Cell(row=0, col=1), Cell(row=0, col=2))
    >>> think(Position(Board.from_text("a a\nb c\nc b"), LinkRule(margin=0))).lost
    True
    """

    def search(asked: Position, _: float) -> Solution:
        return solve(asked, budget)

    rule, gravity = position.rule, position.gravity
    beliefs = Beliefs((gravity,), (rule.margin,), (rule.max_turns,), (gravity,))
    hint = advise(position.board, beliefs, search)
    cells = (hint.link.a, hint.link.b) if hint.link else None
    return Advice(cells, lost=hint.verdict is Verdict.UNSOLVABLE)


def laid_anew(position: Position, lot: Random, *, solvable: bool = True) -> Board:
    """The tiles that are left, laid anew in their cells so that there is a link again.

    Parameters
    ----------
    position
        the board now, and its rules
    lot
        source of every random choice
    solvable
        whether it must be possible to clear them, where any way to lay them allows that

    Raises
    ------
    InputError
        if no link was found however they are laid
    """
    board, rule, gravity = position.board, position.rule, position.gravity
    if solvable:
        try:
            return shuffle_surely(board, lot.getrandbits(53), rule=rule, gravity=gravity)
        except InputError:
            pass  # a link at least is what there may be
    for _ in range(MOST_TRIES):
        laid = shuffle(board, lot.getrandbits(53), solvable=False)
        if Position(laid, rule, gravity).legal_links:
            return laid
    raise InputError(f"no shuffle of the {board.tiles} tiles that are left has a link")


class Session:
    """A person's game.

    Parameters
    ----------
    board
        the deal
    rule, gravity, removal
        as for `bot.engine.Engine`
    solvable
        whether shuffles lay boards that can be cleared
    seed
        of the shuffles
    time
        when the clock starts, s

    Raises
    ------
    InputError
        as for `bot.engine.Engine`
    """

    def __init__(
        self,
        board: Board,
        *,
        rule: LinkRule = _USUAL,
        gravity: Gravity = Gravity.NONE,
        removal: float | Callable[[], float] = 0.4,
        solvable: bool = True,
        seed: int | None = None,
        time: float = 0.0,
    ) -> None:
        self._engine = Engine(
            board, rule=rule, gravity=gravity, removal=removal, hasty=True, time=time
        )
        self._solvable, self._lot = solvable, Random(seed)
        self._history: list[_Before] = []
        self._score = 0
        self._last_link: float | None = None
        self._advice: Advice | None = None
        self._advice_until = 0.0
        self._paused = False
        self._spent, self._since = 0.0, time
        self._runs = self._engine.outcome is None
        self.dealt = board
        self.hints = self.shuffles = self.undone = self.links = 0

    @property
    def board(self) -> Board:
        """What lies where."""
        return self._engine.board

    @property
    def position(self) -> Position:
        """The board under the game's rules."""
        return self._engine.position

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended; None while it goes on."""
        return self._engine.outcome

    @property
    def selected(self) -> Cell | None:
        """The tile that waits for its partner."""
        return self._engine.selected

    @property
    def refused(self) -> tuple[Cell, ...]:
        """The two tiles of which the last click was refused, none if it was not."""
        last = self.events[-2:]  # a refusal, and the selection of the other tile
        return last[0].cells if last[0].kind is EventKind.REFUSED else ()

    @property
    def link(self) -> Link | None:
        """The link whose path is shown."""
        return self._engine.link

    def shown_share(self, time: float) -> float:
        """How much of the time that path is shown for is over, 0 to 1."""
        if self._engine.due is None:
            return 0.0
        whole = self._engine.due - self._engine.since
        return min(1.0, max(0.0, (time - self._engine.since) / whole)) if whole > 0 else 1.0

    @property
    def events(self) -> tuple[Event, ...]:
        """The log of the truth."""
        return self._engine.events

    @property
    def score(self) -> int:
        """Points."""
        return self._score

    @property
    def paused(self) -> bool:
        """Whether the clock stands and the board is not to be seen."""
        return self._paused

    @property
    def god(self) -> bool:
        """Whether any two equal tiles link."""
        return self._engine.free

    @property
    def can_undo(self) -> bool:
        """Whether there is anything to go back to."""
        return bool(self._history)

    @property
    def due(self) -> float | None:
        """When the game will change by itself, s; None if it waits for the person."""
        ends = [self._advice_until] if self._advice is not None else []
        if self._engine.due is not None:
            ends.append(self._engine.due)
        return min(ends, default=None)

    def seconds(self, time: float) -> float:
        """How long the game has lasted, without pauses and what came after its end."""
        return self._spent + (max(0.0, time - self._since) if self._runs else 0.0)

    def advice(self, time: float) -> Advice | None:
        """The hint that is shown at that time."""
        return self._advice if self._advice is not None and time < self._advice_until else None

    def advance(self, time: float) -> None:
        """Let everything happen that is due by then."""
        self._engine.advance(time)
        if self._advice is not None and time >= self._advice_until:
            self._advice = None
        self._keep_time(time)

    def choose(self, cell: Cell, time: float) -> None:
        """Click on a tile."""
        self.advance(time)
        if self._paused:
            return
        before, known = self.board, len(self.events)
        if self._engine.click(cell, time):
            self._advice = None
        for event in self.events[known:]:
            if event.kind is EventKind.LINKED:
                points = self._points(before, event.cells, time)
                self._history.append(_Before(before, points, shuffled=False))
                self._score += points
                self._last_link = time
                self.links += 1
            before = event.board or before  # a click may have had the tiles of the last link go
        self._keep_time(time)

    def unselect(self, time: float) -> None:
        """Take back what was selected."""
        self._engine.unselect(time)

    def give_hint(self, advice: Advice, time: float) -> None:
        """Show a hint, such as `think` has found, at its price."""
        self.advance(time)
        if advice.cells is not None:
            self._take(HINT_COST)
            self.hints += 1
        self._advice, self._advice_until = advice, time + HINT_SHOWN

    def hint(self, budget: float = HINT_BUDGET) -> Advice:
        """Look for a hint; it takes some time, and changes nothing."""
        if self.god:
            pairs = sorted(cells[:2] for cells in self.board.by_kind().values() if len(cells) > 1)
            return Advice((pairs[0][0], pairs[0][1]) if pairs else None)
        return think(self.position, budget)

    def shuffled(self) -> Board:
        """The tiles that are left, laid anew; it takes some time, and changes nothing.

        Raises
        ------
        InputError
            as `laid_anew` does
        """
        return laid_anew(self.position, self._lot, solvable=self._solvable)

    def shuffle(self, board: Board, time: float) -> None:
        """Lay the tiles as on this board, such as `shuffled` gives, at its price.

        Raises
        ------
        InputError
            while a link's path is shown, or if the board has other tiles or lies elsewhere
        """
        before = self.board
        self._engine.shuffle(board, time)
        self._history.append(_Before(before, 0, shuffled=True))
        self._take(SHUFFLE_COST)
        self.shuffles += 1
        self._advice = self._last_link = None
        self._keep_time(time)

    def undo(self, time: float) -> None:
        """Go back to before the last link or shuffle, if there is one; its points go, too.

        What help has cost is not given back, and the next link earns nothing for being quick.
        """
        self._engine.advance(time)
        self._keep_time(time)
        if not self._history or self._paused:
            return
        before = self._history.pop()
        self._engine.restore(before.board, time)
        if before.shuffled:
            self.shuffles -= 1
        else:
            self.links -= 1
        self._take(before.points + UNDO_COST)
        self.undone += 1
        self._advice = self._last_link = None
        self._keep_time(time)

    def play_god(self, time: float) -> None:
        """From now on any two equal tiles link, and no link earns points."""
        self._engine.make_free(time)
        self._advice = None
        self._keep_time(time)

    def pause(self, time: float) -> None:
        """Stop the clock, or let it run on."""
        self.advance(time)
        if self.outcome is None:
            self._paused = not self._paused
            self._last_link = None  # or a pause would be time to look for a quick link
            self._keep_time(time)

    def _points(self, before: Board, cells: tuple[Cell, ...], time: float) -> int:
        """What a link of two cells earns that was just made on a board."""
        if self.god:
            return 0
        link = Position(before, self.position.rule).link(*cells)
        turns = link.turns if link is not None else 0
        quick = 0.0
        if self._last_link is not None:
            quick = max(0.0, 1 - (time - self._last_link) / QUICK)
        return LINK_POINTS + TURN_POINTS * turns + round(QUICK_POINTS * quick)

    def _take(self, points: int) -> None:
        self._score = max(0, self._score - points)

    def _keep_time(self, time: float) -> None:
        """Let the clock run while there is something to do."""
        runs = self.outcome is None and not self._paused
        if runs == self._runs:
            return
        if runs:
            self._since = time
        else:
            ended = self.events[-1].time if self.outcome is not None else time
            self._spent += max(0.0, ended - self._since)
        self._runs = runs
