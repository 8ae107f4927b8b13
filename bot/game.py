"""The bundled game: it is clicked and drawn, and keeps a log of the truth.

It never reads a clock: whoever hosts it hands in the time. `bot.simulator` hosts it in this
process, `bot.gamewindow` in a real window.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.boardview import Painter, lattice_of, size_of
from bot.errors import InputError
from bot.geometry import Cell, Lattice, Pixel
from bot.matcher import Link, LinkRule
from bot.position import Gravity, Outcome, Position
from bot.style import Style

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
    CLEARED = "cleared"
    DEADLOCK = "deadlock"


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
        what lay where afterwards, at a deal, a removal and a shuffle; else None
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


class Game:
    """A link-up game.

    A click on a tile selects it, a second click on it takes that back. With one tile selected, a
    click on another either links the two, or is refused and selects the other instead. A link's
    path is shown for some time, and whatever is clicked meanwhile is ignored; then both tiles
    vanish and others fall.

    Parameters
    ----------
    board
        the deal
    rule, gravity
        what a path may do, and where tiles fall
    removal
        how long a path is shown, s; or a function that tells it for each link anew
    style
        how the game looks
    time
        when the game starts, s; later times must not be smaller

    Raises
    ------
    InputError
        if the board has an unknown cell or more kinds than there are faces, or the removal takes
        a negative time
    """

    def __init__(
        self,
        board: Board,
        *,
        rule: LinkRule = _USUAL,
        gravity: Gravity = Gravity.NONE,
        removal: float | Callable[[], float] = 0.3,
        style: Style | None = None,
        time: float = 0.0,
    ) -> None:
        if min(board.kinds) < EMPTY:
            raise InputError("a game cannot be played on a board with unknown cells")
        if not callable(removal) and removal < 0:
            raise InputError(f"removal takes 0 s or more, but got {removal}")
        self.style = style or Style.default()
        self._position = Position(board, rule, gravity)
        self._removal = removal
        self._selected: Cell | None = None
        self._link: Link | None = None
        self._due = 0.0
        self._outcome: Outcome | None = None
        self._log: list[Event] = []
        self._painter = Painter(board, self.style)
        self._picture: NDArray[np.uint8] | None = None
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
    def events(self) -> tuple[Event, ...]:
        """The log of the truth, from the deal on."""
        return tuple(self._log)

    @property
    def lattice(self) -> Lattice:
        """Where the cells lie in the picture."""
        return lattice_of(self.board, self.style)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture, px."""
        return size_of(self.board, self.style)

    @property
    def due(self) -> float | None:
        """When the game will change by itself, s; None if it waits for a click."""
        return self._due if self._link is not None else None

    def advance(self, time: float) -> None:
        """Let everything happen that is due by then."""
        if self._link is None or time < self._due:
            return
        link, self._link = self._link, None
        self._position = self._position.after(link)
        self._picture = None
        self._note(self._due, EventKind.REMOVED, link.a, link.b)
        self._settle(self._due)

    def click(self, pixel: Pixel, time: float) -> None:
        """Click on a place of the picture."""
        self.advance(time)
        cell = self._tile_at(pixel)
        if cell is None:
            self._note(time, EventKind.CLICK)
            return
        self._note(time, EventKind.CLICK, cell)
        if self._link is not None or self._outcome is not None:
            self._note(time, EventKind.IGNORED, cell)
            return
        self._picture = None
        self._click_tile(cell, time)

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
        same = (old.rows, old.cols) == (board.rows, board.cols)
        same = same and sorted(old.kinds) == sorted(board.kinds)
        if not same or old.without(cells) != board.without(cells):
            raise InputError("a shuffle lays the same tiles in the same cells")
        self._position = Position(board, self._position.rule, self._position.gravity)
        self._selected, self._picture = None, None
        self._note(time, EventKind.SHUFFLED)
        self._settle(time)

    def _tile_at(self, pixel: Pixel) -> Cell | None:
        """The cell of the tile under a place; None in a gap, too."""
        cell = self.lattice.cell_at(pixel)
        if cell is None or self.board[cell] == EMPTY:
            return None
        middle, (width, height) = self.lattice.center(cell), self.style.tile
        hit = abs(pixel.x - middle.x) <= width / 2 and abs(pixel.y - middle.y) <= height / 2
        return cell if hit else None

    def _click_tile(self, cell: Cell, time: float) -> None:
        first = self._selected
        if first is None:
            self._select(cell, time)
        elif first == cell:
            self._selected = None
            self._note(time, EventKind.UNSELECTED, cell)
        elif link := self._position.link(first, cell):
            removal = self._removal() if callable(self._removal) else self._removal
            self._selected, self._link, self._due = None, link, time + removal
            self._note(time, EventKind.LINKED, link.a, link.b)
            self.advance(time)
        else:
            self._note(time, EventKind.REFUSED, first, cell)
            self._select(cell, time)

    def picture(self, time: float) -> NDArray[np.uint8]:
        """What the game shows at that time.

        Returns
        -------
        picture : uint8 array of shape (H, W, 3), RGB, read-only; the same one until it changes
        """
        self.advance(time)
        if self._picture is None:
            link = self._link
            marked = (link.a, link.b) if link else (self._selected,) if self._selected else ()
            self._picture = self._painter.draw(
                self.board,
                selected=marked,
                path=link.path if link else None,
                outcome=self._outcome,
            )
            self._picture.setflags(write=False)
        return self._picture

    def _select(self, cell: Cell, time: float) -> None:
        self._selected = cell
        self._note(time, EventKind.SELECTED, cell)

    def _settle(self, time: float) -> None:
        """Note the end of the game when it has come."""
        self._outcome = self._position.outcome()
        if self._outcome is not None:
            self._note(time, EventKind(self._outcome.value))

    def _note(self, time: float, kind: EventKind, *cells: Cell) -> None:
        laid = kind in {EventKind.DEAL, EventKind.REMOVED, EventKind.SHUFFLED}
        self._log.append(Event(time, kind, cells, self.board if laid else None))
