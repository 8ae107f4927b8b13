"""A simulated series of games with buttons: shuffle, hint, a message to close, and the next game.

Like the game itself it never reads a clock: whoever hosts it hands in the time. `SimulatedScreen`
and `SimulatedMouse` of `bot.simulator` host it as they host a single game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

import numpy as np
from numpy.typing import NDArray
from seriesview import SeriesView

from bot.board import Board
from bot.boardview import Painter
from bot.buttons import Button, Role
from bot.errors import InputError
from bot.game import EventKind, Game
from bot.geometry import Cell, Pixel, Rect
from bot.matcher import LinkRule
from bot.position import Gravity, Outcome
from bot.shuffle import shuffle
from bot.style import Style

_USUAL = LinkRule()
_HINT = 2.0
"""s; how long a hint is shown."""


class SeriesKind(StrEnum):
    """What can happen in a series, besides what happens in its games."""

    DEAL = "deal"
    SHUFFLE = "shuffle"
    HINT = "hint"
    POPUP = "popup"
    """A message came in the middle of a game."""
    CLOSED = "closed"
    """It was clicked away."""
    MESSAGE = "message"
    """The game is over, and a message says so."""
    NEXT = "next"
    IGNORED = "ignored"
    """A click beside all buttons while a message was shown, or on a button that does nothing."""


@dataclass(frozen=True, slots=True)
class SeriesEvent:
    """Something that happened: when, s; what; and in which game of the series, from 0."""

    time: float
    kind: SeriesKind
    game: int


@dataclass(frozen=True, slots=True)
class _Hint:
    """Two tiles that are marked; their kind tells whether they are still there."""

    cells: tuple[Cell, Cell]
    kind: int
    until: float


@dataclass(frozen=True, slots=True, eq=False)
class _Shown:
    """A window as it was drawn, and what of."""

    board: NDArray[np.uint8]
    over: tuple[Role | None, tuple[Cell, ...]]
    window: NDArray[np.uint8]


class SeriesGame:
    """One game after another in a window, with buttons.

    Under the board there is a bar with two buttons. One lays the tiles anew, the other one marks
    two tiles that link; each does so a number of times in a game, and looks no different when it
    does no more. When a game is cleared, or dead with no shuffle left, a message covers its board
    after a moment; the button in it deals the next board. After the last game the message has no
    button. In the middle of a game other messages may come, and stay until they are clicked away.

    Parameters
    ----------
    boards
        the deals, one after another; they may differ in size
    rule, gravity, style
        of all games, as for `bot.game.Game`
    removal
        how long a path is shown, s
    shuffles, hints
        how many there are in each game
    popups
        numbers of links in a game after which a message comes
    pause
        from the end of a game to the message that tells it, s
    seed
        of shuffles and hints
    time
        when the series starts, s

    Attributes
    ----------
    games
        the truth: all games so far, the last of them being played

    Raises
    ------
    InputError
        if there is no board, or a number is negative
    """

    def __init__(
        self,
        boards: Sequence[Board],
        *,
        rule: LinkRule = _USUAL,
        gravity: Gravity = Gravity.NONE,
        style: Style | None = None,
        removal: float = 0.3,
        shuffles: int = 3,
        hints: int = 3,
        popups: Collection[int] = (),
        pause: float = 0.8,
        seed: int = 0,
        time: float = 0.0,
    ) -> None:
        if not boards:
            raise InputError("a series needs a board")
        if min(shuffles, hints, pause) < 0:
            raise InputError(
                f"shuffles, hints and pause are 0 or more, but got {shuffles}, {hints}, {pause}"
            )
        self._boards = tuple(boards)
        self._rule, self._gravity, self._removal = rule, gravity, removal
        self._style = style or Style.default()
        self._view = SeriesView(self._boards, self._style)
        self._shuffles, self._hints, self._popups = shuffles, hints, frozenset(popups)
        self._pause, self._lot = pause, Random(seed)
        self._log: list[SeriesEvent] = []
        self.games: list[Game] = []
        self._shown: _Shown | None = None
        self._deal(time)

    @property
    def game(self) -> Game:
        """The game that is being played."""
        return self.games[-1]

    @property
    def events(self) -> tuple[SeriesEvent, ...]:
        """All that happened, besides what happened in the games."""
        return tuple(self._log)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window, px."""
        return self._view.size

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons as the author of a skin would have cut them out of screenshots."""
        return self._view.buttons()

    def place(self, role: Role) -> Rect:
        """Where the window shows a button, px; those of messages are not always seen."""
        return self._view.place(role)

    def spot(self, cell: Cell) -> Pixel:
        """The middle of a cell of the game's board in the window, px."""
        return self._view.spot(self.game.board, cell)

    def message(self, time: float) -> Role | None:
        """Which message covers the board: one that ends the game, one that is to be closed."""
        self._advance(time)
        if self._popup:
            return Role.POPUP
        return Role.NEXT if self._told else None

    def click(self, pixel: Pixel, time: float) -> None:
        """Click on a place of the window."""
        message = self.message(time)
        if message is not None:
            self._click_message(message, pixel, time)
        elif self.place(Role.SHUFFLE).holds(*pixel):
            self._use_shuffle(time)
        elif self.place(Role.HINT).holds(*pixel):
            self._use_hint(time)
        elif (place := self._view.in_board(self.game.board, pixel)) is not None:
            self.game.click(place, time)
        else:
            self._note(time, SeriesKind.IGNORED)

    def picture(self, time: float) -> NDArray[np.uint8]:
        """What the window shows at a time.

        Returns
        -------
        picture : uint8 array of shape (H, W, 3), RGB, read-only; the same one until it changes
        """
        message = self.message(time)
        board, marked = self._board_picture(time), self._marked(time)
        over, shown = (message, marked), self._shown
        if shown is None or shown.board is not board or shown.over != over:
            last = len(self.games) == len(self._boards)
            window = self._view.draw(
                self.game.board,
                board,
                marked=marked,
                message=None if message is None else self._words(message),
                role=None if message is Role.NEXT and last else message,
            )
            window.setflags(write=False)
            shown = self._shown = _Shown(board, over, window)
        return shown.window

    def _deal(self, time: float) -> None:
        board = self._boards[len(self.games)]
        game = Game(
            board,
            rule=self._rule,
            gravity=self._gravity,
            removal=self._removal,
            style=self._style,
            time=time,
        )
        self.games.append(game)
        self._painter = Painter(board, self._style)
        self._still: tuple[Board, NDArray[np.uint8]] | None = None
        self._shuffles_left, self._hints_left = self._shuffles, self._hints
        self._popups_left, self._popup = set(self._popups), False
        self._told = False
        self._hint: _Hint | None = None
        self._note(time, SeriesKind.DEAL)

    def _advance(self, time: float) -> None:
        """Let everything happen that is due by then."""
        self.game.advance(time)
        links = [event.time for event in self.game.events if event.kind is EventKind.REMOVED]
        if len(links) in self._popups_left and self.game.outcome is None:
            self._popups_left.discard(len(links))
            self._popup = True
            self._note(links[-1] if links else time, SeriesKind.POPUP)
        ended = self._ended()
        if not self._told and ended is not None and time >= ended + self._pause:
            self._told = True
            self._note(ended + self._pause, SeriesKind.MESSAGE)

    def _ended(self) -> float | None:
        """When the game came to an end that no shuffle mends."""
        outcome = self.game.outcome
        if outcome is None or (outcome is Outcome.DEADLOCK and self._shuffles_left):
            return None
        return max(event.time for event in self.game.events if event.kind == outcome.value)

    def _click_message(self, message: Role, pixel: Pixel, time: float) -> None:
        hit = self.place(message).holds(*pixel)
        if hit and message is Role.POPUP:
            self._popup = False
            self._note(time, SeriesKind.CLOSED)
        elif hit and len(self.games) < len(self._boards):
            self._note(time, SeriesKind.NEXT)
            self._deal(time)
        else:
            self._note(time, SeriesKind.IGNORED)

    def _use_shuffle(self, time: float) -> None:
        """Lay the tiles anew, such that they can be cleared where there is a way."""
        position = self.game.position
        busy = self.game.due is not None or self.game.outcome is Outcome.CLEARED
        if busy or not self._shuffles_left:
            self._note(time, SeriesKind.IGNORED)
            return
        seed = self._lot.randrange(2**32)
        try:
            board = shuffle(position.board, seed, rule=position.rule, gravity=position.gravity)
        except InputError:
            board = shuffle(position.board, seed, solvable=False)
        self._shuffles_left -= 1
        self._hint = None
        self._note(time, SeriesKind.SHUFFLE)
        self.game.shuffle(board, time)

    def _use_hint(self, time: float) -> None:
        links = list(self.game.position.legal_links)
        if self.game.due is not None or not links or not self._hints_left:
            self._note(time, SeriesKind.IGNORED)
            return
        link = self._lot.choice(links)
        self._hints_left -= 1
        self._hint = _Hint((link.a, link.b), self.game.board[link.a], time + _HINT)
        self._note(time, SeriesKind.HINT)

    def _marked(self, time: float) -> tuple[Cell, ...]:
        """The tiles that a hint marks now."""
        hint, board = self._hint, self.game.board
        if hint is None or time >= hint.until or {board[c] for c in hint.cells} != {hint.kind}:
            return ()
        return hint.cells

    def _board_picture(self, time: float) -> NDArray[np.uint8]:
        """The game; at its end the board as it was left, and not what a single game shows."""
        if self.game.outcome is None:
            return self.game.picture(time)
        if self._still is None or self._still[0] != self.game.board:
            self._still = self.game.board, self._painter.draw(self.game.board)
        return self._still[1]

    def _words(self, message: Role) -> str:
        if message is Role.POPUP:
            return "Well done!"
        over = "Cleared!" if self.game.outcome is Outcome.CLEARED else "No link left"
        return over if len(self.games) < len(self._boards) else f"{over} The end"

    def _note(self, time: float, kind: SeriesKind) -> None:
        self._log.append(SeriesEvent(time, kind, len(self.games) - 1))
