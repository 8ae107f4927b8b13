"""The bundled game: it is clicked and drawn, and keeps a log of the truth.

It never reads a clock: whoever hosts it hands in the time. `bot.simulator` hosts it in this
process, `bot.gamewindow` in a real window. What happens when a tile is clicked is in `bot.engine`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bot.board import Board
from bot.boardview import Painter, lattice_of, size_of, tile_at
from bot.engine import Engine, Event, EventKind
from bot.geometry import Cell, Lattice, Pixel
from bot.matcher import LinkRule
from bot.position import Gravity, Outcome, Position
from bot.style import Style

__all__ = ["Event", "EventKind", "Game"]

_USUAL = LinkRule()


class Game:
    """A link-up game that is drawn, and clicked where its picture shows a tile.

    Parameters
    ----------
    board
        the deal
    rule, gravity, removal, hasty, time
        as for `bot.engine.Engine`
    style
        how the game looks

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
        hasty: bool = False,
        style: Style | None = None,
        time: float = 0.0,
    ) -> None:
        self._engine = Engine(
            board, rule=rule, gravity=gravity, removal=removal, hasty=hasty, time=time
        )
        self.style = style or Style.default()
        self._painter = Painter(board, self.style)
        self._picture: NDArray[np.uint8] | None = None

    @property
    def board(self) -> Board:
        """What lies where, as of the last time handed in."""
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
    def events(self) -> tuple[Event, ...]:
        """The log of the truth, from the deal on."""
        return self._engine.events

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
        return self._engine.due

    def advance(self, time: float) -> None:
        """Let everything happen that is due by then."""
        before = self.board
        self._engine.advance(time)
        if self.board is not before:
            self._picture = None

    def click(self, pixel: Pixel, time: float) -> None:
        """Click on a place of the picture."""
        self.advance(time)
        cell = tile_at(self.board, self.style, pixel)
        if self._engine.click(cell, time):
            self._picture = None

    def shuffle(self, board: Board, time: float) -> None:
        """Lay the tiles that are left anew; what was selected is selected no longer.

        Raises
        ------
        InputError
            while a link's path is shown, or if the board has other tiles or lies elsewhere
        """
        self.advance(time)
        self._engine.shuffle(board, time)
        self._picture = None

    def picture(self, time: float) -> NDArray[np.uint8]:
        """What the game shows at that time.

        Returns
        -------
        picture : uint8 array of shape (H, W, 3), RGB, read-only; the same one until it changes
        """
        self.advance(time)
        if self._picture is None:
            link = self._engine.link
            ends = (link.a, link.b) if link else ()
            marked = (*ends, self.selected) if self.selected else ends
            self._picture = self._painter.draw(
                self.board,
                selected=marked,
                path=link.path if link else None,
                outcome=self.outcome,
            )
            self._picture.setflags(write=False)
        return self._picture
