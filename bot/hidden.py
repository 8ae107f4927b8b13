"""Tiles that cannot be seen: what is said of them."""

from __future__ import annotations

from collections.abc import Callable

from bot.board import EMPTY, Board
from bot.geometry import Cell, ScreenPoint
from bot.lookout import Lookout
from bot.matcher import Link


def nothing_covers(_: ScreenPoint) -> str:
    """Where no windows are known, none is known to lie over the game."""
    return ""


class Hidden:
    """The tiles of one game that were to be clicked and could not be seen.

    Parameters
    ----------
    out
        what was seen last
    place
        where a cell is on the screen
    covers
        names what lies over a place of the screen in front of the game; empty if nothing does
    say
        told what happens, a line at a time
    """

    def __init__(
        self,
        out: Lookout,
        place: Callable[[Cell], ScreenPoint],
        covers: Callable[[ScreenPoint], str],
        say: Callable[[str], None],
    ) -> None:
        self._out, self._place, self._covers, self._say = out, place, covers, say
        self._cells: set[Cell] = set()
        self.times = 0
        """How often in a row tiles could not be seen, any of which has not been seen since."""

    def tell(self, board: Board, link: Link) -> None:
        """Say once, as long as any of them stays so, that tiles cannot be seen, and what for."""
        hidden = [cell for cell in (link.a, link.b) if not self._out.shows(board, (cell,))]
        known = {cell for cell in self._cells if cell in board and board[cell] != EMPTY}
        known = {cell for cell in known if not self._out.shows(board, (cell,))}
        self._cells = known | set(hidden)
        self.times = (self.times if known else 0) + bool(self._cells)
        if known or not hidden:
            return
        by = next(filter(None, (self._covers(self._place(cell)) for cell in hidden)), "")
        cells = " and ".join(f"({cell.row}, {cell.col})" for cell in hidden)
        self._say(
            f"{cells} cannot be seen, {'' if by else 'maybe '}under "
            f"{by or 'a message of the game'}: nothing is clicked there"
        )
