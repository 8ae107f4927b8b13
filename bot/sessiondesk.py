"""A person's games, one after another: what each button does, which card lies on the board.

It knows neither pixels nor keys; what takes long is done aside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.bests import Best, Bests, GameKind
from bot.board import EMPTY, Board
from bot.errand import Errand, Report
from bot.errors import InputError
from bot.geometry import Cell
from bot.levels import DealWish, GameLevel, deal_level
from bot.position import Outcome
from bot.session import Advice, Session
from bot.sessioncards import (
    busy_card,
    cleared_card,
    clock_of,
    deadlock_card,
    keys_of,
    new_card,
    paused_card,
    refusal_of,
)
from bot.sessionlayout import Action, Card

DEAL_SECONDS = 20.0
"""After so long the hardest deal so far is taken."""
PATIENCE = 0.25
"""How long work may take before a card tells of it, s."""
_BUSY = 0.03
"""How often it is looked whether work is done, s."""
_FRAME = 1 / 60
_HELP = (
    "Arrows move    Space choose    H hint    U undo    S shuffle    P pause    N new game    "
    "F1 help"
)
_LOST = "No order clears the board from here: undo (U) or shuffle (S)"
_STUCK = "No link is left: shuffle (S){} or god mode (G)"
_GOD = "God mode: any two equal tiles may be removed"
_LEVELS = {Action(level.value): level for level in GameLevel}


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went, for whoever asks when the window is closed.

    Parameters
    ----------
    level, rows, cols, kinds, seed
        what was dealt; the seed deals it again
    outcome
        `cleared`, `deadlock`, or `left` for a game that was not played to its end
    links, left
        links that were not undone, and tiles in the end
    seconds, score, hints, undone, shuffles, god
        as for `bot.session.Session`
    best
        what was better than ever before: `time`, `score`
    """

    level: GameLevel
    rows: int
    cols: int
    kinds: int
    seed: int
    outcome: str
    links: int
    left: int
    seconds: float
    score: int
    hints: int
    undone: int
    shuffles: int
    god: bool
    best: tuple[str, ...] = ()


class SessionDesk:
    """One game after another.

    Parameters
    ----------
    board
        the first deal
    wish
        what was asked of it; the level may change from game to game, and with it what is not
        asked for
    seed
        of the first deal; those after it follow from it
    time
        when the first game starts, s
    removal
        how long a path is shown, s
    clock
        of the work aside, s, monotonic
    bests
        the best of other days; None to keep none
    """

    def __init__(
        self,
        board: Board,
        wish: DealWish,
        seed: int,
        *,
        time: float,
        removal: float,
        clock: Callable[[], float],
        bests: Bests | None = None,
    ) -> None:
        self.wish, self._seed = wish, seed
        self._bests = bests
        self._removal, self._clock = removal, clock
        self._ended: list[Played] = []
        self._errand: Errand[Callable[[float], None]] | None = None
        self._since = 0.0
        self._best: tuple[str, ...] | None = None
        self._ever_best: Best | None = None
        self.focus = 0
        """Which button of a card the keyboard has chosen."""
        self._start(board, time)

    @property
    def session(self) -> Session:
        """The game that is played."""
        return self._session

    @property
    def busy(self) -> bool:
        """Whether work is done aside."""
        return self._errand is not None

    @property
    def hidden(self) -> bool:
        """Whether the board is not to be seen."""
        return self._session.paused or self._choosing

    def wait(self) -> None:
        """Wait until no work is done aside."""
        if self._errand is not None:
            self._errand.wait()

    def played(self, time: float) -> list[Played]:
        """How all games went, the last of them as far as it came."""
        return [*self._ended, self._played(time)]

    def due(self, time: float) -> float | None:
        """When there will be something else to see, s."""
        session = self._session
        if self._errand is not None:
            return time + _BUSY
        if session.link is not None:
            return time + _FRAME
        ends = [session.due] if session.due is not None else []
        if session.outcome is None and not session.paused:
            ends.append(time + 1 - session.seconds(time) % 1)  # when the clock goes on
        return min(ends, default=None)

    def advance(self, time: float) -> None:
        """Let everything happen that is due by then."""
        self._session.advance(time)
        if self._session.outcome is Outcome.CLEARED and self._best is None:
            self._note_best(time)
        if self._errand is not None and self._errand.done:
            errand, self._errand = self._errand, None
            try:
                errand.result()(time)
            except InputError as error:
                self._said = str(error)

    def card(self, time: float) -> Card | None:
        """What waits for an answer."""
        session = self._session
        card: Card | None = None
        if self._errand is not None:
            late = time - self._since > PATIENCE
            return busy_card(self._errand.share) if late else None
        if self._choosing:
            card = new_card(self.wish.level, self.wish.name)
        elif session.outcome is Outcome.CLEARED:
            card = cleared_card(
                self._played(time), clock_of(session.seconds(time)), self._ever_best
            )
        elif session.paused:
            card = paused_card(self.wish.rule)
        elif session.outcome is Outcome.DEADLOCK and not self._dismissed:
            card = deadlock_card(can_undo=session.can_undo, god=session.god)
        if card is None:
            return None
        return replace(card, focus=min(self.focus, len(card.buttons) - 1))

    def foot(self, time: float) -> str:
        """The line under the board."""
        session = self._session
        if self._said:
            return self._said
        if session.outcome is Outcome.DEADLOCK and not session.god:
            return _STUCK.format(", undo (U)" if session.can_undo else "")
        card = self.card(time)
        if card is not None:
            return keys_of(card)
        return _GOD if session.god else _HELP

    @property
    def urgent(self) -> bool:
        """Whether that line is more than help."""
        return bool(self._said) or self._session.outcome is Outcome.DEADLOCK or self._session.god

    @property
    def off(self) -> frozenset[Action]:
        """What cannot be done now."""
        session = self._session
        off = set[Action]()
        if not session.can_undo or session.paused:
            off.add(Action.UNDO)
        if session.outcome is not None or session.paused or session.link is not None:
            off.add(Action.HINT)
        cleared = session.outcome is Outcome.CLEARED
        if cleared or session.paused or session.link is not None:
            off.add(Action.SHUFFLE)
        if session.outcome is not None:
            off.add(Action.PAUSE)
        if session.outcome is not Outcome.DEADLOCK or session.god:
            off.add(Action.GOD)
        return frozenset(off)

    def choose(self, cell: Cell, time: float) -> None:
        """Click on a tile."""
        if not self.busy:
            session = self._session
            session.choose(cell, time)
            self._said = refusal_of(session) if session.refused else ""

    def unselect(self, time: float) -> None:
        """Take back what was chosen, and what was said of it."""
        self._session.unselect(time)
        self._forget()

    def _forget(self) -> None:
        """Say no longer what was of no lasting use."""
        self._said = _LOST if self._said == _LOST else ""

    def hide(self, time: float) -> None:
        """Pause, if that is not so already."""
        if not self._session.paused:
            self._session.pause(time)

    def do(self, action: Action, time: float) -> None:
        """Do what a button says, if that can be done now."""
        session = self._session
        if self.busy or action in self.off:
            return
        self.focus = 0
        self._forget()
        if action in _LEVELS:
            self._deal(_LEVELS[action], time)
            return
        match action:
            case Action.NEW:
                if session.outcome is None:
                    self.hide(time)
                self._choosing = True
                self.focus = list(GameLevel).index(self.wish.level)
            case Action.RESTART:
                self._ended.append(self._played(time))
                self._start(session.dealt, time)
                self._best = ()  # whoever knows the board already is no better for being quick
            case Action.BACK:
                self._go_back(time)
            case Action.PAUSE:
                session.pause(time)
            case Action.UNDO:
                session.undo(time)
                self._said, self._dismissed = "", False
            case Action.HINT:
                self._hint(time)
            case Action.SHUFFLE:
                self._shuffle(time)
            case Action.GOD:
                session.play_god(time)
            case _:
                raise AssertionError(action)

    def _start(self, board: Board, time: float) -> None:
        wish = self.wish
        self._session = Session(
            board,
            rule=wish.rule,
            gravity=wish.gravity,
            removal=self._removal,
            solvable=wish.solvable,
            seed=self._seed,
            time=time,
        )
        self._choosing = self._dismissed = False
        self.focus, self._said = 0, ""
        self._best = self._ever_best = None

    def _go_back(self, time: float) -> None:
        """Put a card away."""
        if self._choosing:
            self._choosing = False
            if self._session.paused:
                self._session.pause(time)
        else:
            self._dismissed = True

    def _work(self, work: Callable[[Report], Callable[[float], None]], time: float) -> None:
        """Do some work aside; what it returns is called with the time when it is done."""
        self._errand = Errand(work, self._clock() + DEAL_SECONDS, self._clock)
        self._since, self._said = time, ""

    def _hint(self, time: float) -> None:
        session = self._session

        def work(report: Report) -> Callable[[float], None]:
            del report
            advice = session.hint()
            return lambda when: self._tell(advice, when)

        self._work(work, time)

    def _tell(self, advice: Advice, time: float) -> None:
        if advice.cells is not None and self._session.board[advice.cells[0]] != EMPTY:
            self._session.give_hint(advice, time)
        self._said = _LOST if advice.lost else ""

    def _shuffle(self, time: float) -> None:
        session = self._session

        def work(report: Report) -> Callable[[float], None]:
            del report
            board = session.shuffled()
            return lambda when: session.shuffle(board, when)

        self._dismissed = False
        self._work(work, time)

    def _deal(self, level: GameLevel, time: float) -> None:
        """Deal the next board, while the old one is still there."""
        wish, seed = replace(self.wish, level=level), self._seed + 1

        def work(report: Report) -> Callable[[float], None]:
            board = deal_level(wish, seed, go_on=report)

            def begin(when: float) -> None:
                self._ended.append(self._played(when))
                self.wish, self._seed = wish, seed
                self._start(board, when)

            return begin

        self._work(work, time)

    def _note_best(self, time: float) -> None:
        """Compare a game that was cleared with those of other days."""
        self._best = ()
        if self._bests is None or self._session.god:
            return
        game, wish = self._played(time), self.wish
        kind = GameKind(
            level=game.level.value,
            rows=game.rows,
            cols=game.cols,
            kinds=game.kinds,
            gravity=wish.gravity.value,
            margin=wish.rule.margin,
            max_turns=wish.rule.max_turns,
        )
        alone = not (game.hints or game.shuffles or game.undone)
        self._best = self._bests.note(kind, game.seconds if alone else None, game.score)
        self._ever_best = self._bests.of(kind)

    def _played(self, time: float) -> Played:
        session = self._session
        board = session.dealt
        return Played(
            level=self.wish.level,
            rows=board.rows,
            cols=board.cols,
            kinds=len(board.by_kind()),
            seed=self._seed,
            outcome=str(session.outcome or "left"),
            links=session.links,
            left=session.board.tiles,
            seconds=round(session.seconds(time), 3),
            score=session.score,
            hints=session.hints,
            undone=session.undone,
            shuffles=session.shuffles,
            god=session.god,
            best=self._best or (),
        )
