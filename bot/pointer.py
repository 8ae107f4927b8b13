"""The pointer: where it is on the board, and what is near to it."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from bot.geometry import Cell
from bot.matcher import Link
from bot.position import Position
from bot.tour import tour


@dataclass(slots=True)
class Pointer:
    """The pointer on a board.

    Parameters
    ----------
    seconds
        to think about one order of links, s
    cell
        the last one clicked, None before the first click
    pitch
        width of a column and height of a row, px
    """

    seconds: float = 0.3
    cell: Cell | None = None
    pitch: tuple[float, float] = (1.0, 1.0)

    def order(self, position: Position, links: tuple[Link, ...]) -> tuple[Link, ...]:
        """A line as good as this one that makes a short way from where the pointer is."""
        start, pitch = self.cell, self.pitch
        return tour(position, links, start=start, pitch=pitch, seconds=self.seconds).links

    def near_first(self, link: Link) -> tuple[Cell, Cell]:
        """The two tiles of a link, the nearer one first."""
        here = self.cell
        if here is None:
            return link.a, link.b
        wide, high = self.pitch

        def way(cell: Cell) -> float:
            return hypot((cell.col - here.col) * wide, (cell.row - here.row) * high)

        return (link.b, link.a) if way(link.b) < way(link.a) else (link.a, link.b)
