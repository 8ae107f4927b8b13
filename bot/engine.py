"""The rules of the bundled game at work: tiles are chosen, linked and removed, and all is logged.

It knows cells, not pixels, and never reads a clock: whoever hosts it hands in the time.
`bot.game` draws it for a bot, `bot.session` keeps it for a person.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import Link, LinkRule
from bot.position import Gravity, Outcome, Position, remove

_USUAL = LinkRule()


class EventKind(StrEnum):
    """What can happen in a game."""

    DEAL = "deal"
    CLICK = "click"
    IGNORED = "ignored"
    SELECTED = "selected"
    UNSELECTED = "unselected"
    REFUSED = "refused"
    LINKED = "linked"
    REMOVED = "removed"
    SHUFFLED = "shuffled"
    UNDONE = "undone"
    FREED = "freed"
    CLEARED = "cleared"
    DEADLOCK = "deadlock"


_LAID = {EventKind.DEAL, EventKind.REMOVED, EventKind.SHUFFLED, EventKind.UNDONE}


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a game.

    Parameters
    ----------
    time
        when, s, on the clock of whoever hosts the game
    kind
        what
    cells
        where: the cell clicked, selected or unselected; both cells of a link, of a removal (as
        they lay before any fall) and of a refused link; none for a click beside the tiles
    board
        what lay where afterwards, at a deal, a removal, a shuffle and when a link was undone; else
        None
    """

    time: float
    kind: EventKind
    cells: tuple[Cell, ...] = ()
    board: Board | None = None

    def as_dict(self) -> dict[str, Any]:
        """The event as JSON carries it.

        >>> Event(0.5, EventKind.SELECTED, (Cell(1, 2),)).as_dict()
        {'time': 0.5, 'event': 'selected', 'cells': [[1, 2]]}
        """
        cells = [list(cell) for cell in self.cells]
        written: dict[str, Any] = {"time": self.time, "event": self.kind.value, "cells": cells}
        if self.board is not None:
            written["board"] = self.board.to_rows()
        return written

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> Event:
        """The event that `as_dict` wrote."""
        cells = tuple(Cell(*cell) for cell in found["cells"])
        board = Board.from_rows(found["board"]) if "board" in found else None
        return cls(found["time"], EventKind(found["event"]), cells, board)


class Engine:
    """A link-up game without its picture.

    A click on a tile selects it, a second click on it takes that back. With one tile selected, a
    click on another either links the two, or is refused and selects the other instead. A link's
    path is shown for some time; then both tiles vanish and others fall.

    Whatever is clicked while a path is shown is ignored. A `hasty` game ignores clicks on the two
    tiles that go, and takes all others: a first one selects a tile that will not fall while the
    path is still shown; one that would need the tiles gone, as it is on a tile that will fall or
    would be the second of two, has them go at once, and counts for its tile where that lies then.

    Parameters
    ----------
    board
        the deal
    rule, gravity
        what a path may do, and where tiles fall
    removal
        how long a path is shown, s; or a function that tells it for each link anew
    hasty
        whether clicks are taken while a path is shown
    time
        when the game starts, s; later times must not be smaller

    Raises
    ------
    InputError
        if the board has an unknown cell, or the removal takes a negative time
    """

    def __init__(
        self,
        board: Board,
        *,
        rule: LinkRule = _USUAL,
        gravity: Gravity = Gravity.NONE,
        removal: float | Callable[[], float] = 0.3,
        hasty: bool = False,
        time: float = 0.0,
    ) -> None:
        if UNKNOWN in board.kinds:
            raise InputError("a game cannot be played on a board with unknown cells")
        if not callable(removal) and removal < 0:
            raise InputError(f"removal takes 0 s or more, but got {removal}")
        self._position = Position(board, rule, gravity)
        self._removal, self._hasty = removal, hasty
        self._selected: Cell | None = None
        self._link: Link | None = None
        self._since = self._due = 0.0
        self._free = False
        self._outcome: Outcome | None = None
        self._log: list[Event] = []
        self._note(time, EventKind.DEAL)
        self._settle(time)

    @property
    def board(self) -> Board:
        """What lies where, as of the last time handed in."""
        return self._position.board

    @property
    def position(self) -> Position:
        """The board under the game's rules."""
        return self._position

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended; None while it goes on."""
        return self._outcome

    @property
    def selected(self) -> Cell | None:
        """The tile that waits for its partner."""
        return self._selected

    @property
    def link(self) -> Link | None:
        """The link whose path is shown."""
        return self._link

    @property
    def since(self) -> float:
        """When that path was first shown, s."""
        return self._since

    @property
    def due(self) -> float | None:
        """When the game will change by itself, s; None if it waits for a click."""
        return self._due if self._link is not None else None

    @property
    def free(self) -> bool:
        """Whether any two equal tiles link, whatever lies between them."""
        return self._free

    @property
    def events(self) -> tuple[Event, ...]:
        """The log of the truth, from the deal on."""
        return tuple(self._log)

    def advance(self, time: float) -> None:
        """Let everything happen that is due by then."""
        if self._link is not None and time >= self._due:
            self._remove(self._link, self._due)

    def click(self, cell: Cell | None, time: float) -> bool:
        """Click on a cell, or beside the tiles; whether anything was chosen or given up by it."""
        self.advance(time)
        if cell is None or self.board[cell] in {EMPTY, WALL}:
            self._note(time, EventKind.CLICK)
            return False
        self._note(time, EventKind.CLICK, cell)
        place = self._hasten(self._link, cell, time) if self._link is not None else cell
        if place is None or self._outcome is not None:
            self._note(time, EventKind.IGNORED, cell)
            return False
        self._click_tile(place, time)
        return True

    def unselect(self, time: float) -> None:
        """Take back what was selected."""
        self.advance(time)
        if self._selected is not None:
            self._note(time, EventKind.UNSELECTED, self._selected)
            self._selected = None

    def shuffle(self, board: Board, time: float) -> None:
        """Lay the tiles that are left anew; what was selected is selected no longer.

        Raises
        ------
        InputError
            while a link's path is shown, or if the board has other tiles or lies elsewhere
        """
        self.advance(time)
        if self._link is not None:
            raise InputError("tiles are not laid anew while a link is being removed")
        old = self.board
        cells = [cell for cell in old.cells() if old[cell] > EMPTY]
        same = old.is_sized_as(board)
        same = same and sorted(old.kinds) == sorted(board.kinds)
        if not same or old.without(cells) != board.without(cells):
            raise InputError("a shuffle lays the same tiles in the same cells")
        self._lay(board, EventKind.SHUFFLED, time)

    def restore(self, board: Board, time: float) -> None:
        """Go back to an earlier board of this game; a link whose path is shown is forgotten."""
        self._link = None
        self._lay(board, EventKind.UNDONE, time)

    def make_free(self, time: float) -> None:
        """From now on any two equal tiles link, whatever lies between them."""
        self.advance(time)
        self._free = True
        self._note(time, EventKind.FREED)
        self._settle(time)

    def joined(self, a: Cell, b: Cell) -> Link | None:
        """The link of two tiles as this game plays now; None if they do not link."""
        link = self._position.link(a, b)
        if link is None and self._free and a != b and self.board[a] == self.board[b] != EMPTY:
            a, b = min(a, b), max(a, b)
            return Link(a, b, (a, b))
        return link

    def _hasten(self, link: Link, cell: Cell, time: float) -> Cell | None:
        """Where a tile lies that is clicked while a path is shown; None if that is ignored."""
        if not self._hasty or cell in (link.a, link.b):
            return None
        lands = self._lands(link, cell)
        if lands != cell or self._selected not in {None, cell}:
            self._remove(link, time)
        return lands

    def _lands(self, link: Link, cell: Cell) -> Cell:
        """Where a tile lies when those of a link have gone."""
        board = self.board
        # Each tile as a kind of its own, so that it is known again.
        own = [place + 1 if kind > EMPTY else kind for place, kind in enumerate(board.kinds)]
        numbered = Board(board.rows, board.cols, tuple(own))
        after = remove(numbered, link.a, link.b, self._position.gravity)
        return Cell(*divmod(after.kinds.index(numbered[cell]), board.cols))

    def _remove(self, link: Link, time: float) -> None:
        self._link = None
        rule, gravity = self._position.rule, self._position.gravity
        self._position = Position(remove(self.board, link.a, link.b, gravity), rule, gravity)
        self._note(time, EventKind.REMOVED, link.a, link.b)
        self._settle(time)

    def _click_tile(self, cell: Cell, time: float) -> None:
        first = self._selected
        if first is None:
            self._select(cell, time)
        elif first == cell:
            self.unselect(time)
        elif link := self.joined(first, cell):
            removal = self._removal() if callable(self._removal) else self._removal
            self._selected, self._link = None, link
            self._since, self._due = time, time + removal
            self._note(time, EventKind.LINKED, link.a, link.b)
            self.advance(time)
        else:
            self._note(time, EventKind.REFUSED, first, cell)
            self._select(cell, time)

    def _select(self, cell: Cell, time: float) -> None:
        self._selected = cell
        self._note(time, EventKind.SELECTED, cell)

    def _lay(self, board: Board, kind: EventKind, time: float) -> None:
        self._position = Position(board, self._position.rule, self._position.gravity)
        self._selected = None
        self._note(time, kind)
        self._settle(time)

    def _settle(self, time: float) -> None:
        """Note the end of the game when it has come."""
        self._outcome = self._position.outcome()
        if self._outcome is Outcome.DEADLOCK and self._free:
            pairs = any(len(cells) > 1 for cells in self.board.by_kind().values())
            self._outcome = None if pairs else Outcome.DEADLOCK
        if self._outcome is not None:
            self._note(time, EventKind(self._outcome.value))

    def _note(self, time: float, kind: EventKind, *cells: Cell) -> None:
        self._log.append(Event(time, kind, cells, self.board if kind in _LAID else None))
