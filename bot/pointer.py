"""The pointer: where it is on the board, what is near to it, and what its clicks select."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from math import hypot, inf

from bot.beliefs import Beliefs
from bot.board import Board
from bot.geometry import Cell
from bot.matcher import Link
from bot.policy import position_for
from bot.position import Position
from bot.selection import Selection
from bot.tour import tour

_STEPS = 30_000
"""Looks at the clock while an order of one link is thought about; each takes the longer the more
links there are. That is 0.2 to 0.5 s for boards that games have."""


@dataclass(slots=True)
class Pointer:
    """The pointer on a board.

    Parameters
    ----------
    seconds
        at most, to think about one order of links, s
    cell
        the last one clicked, None before the first click
    pitch
        width of a column and height of a row, px
    selection
        the tiles that its clicks may have selected
    """

    seconds: float = 0.3
    cell: Cell | None = None
    pitch: tuple[float, float] = (1.0, 1.0)
    selection: Selection = field(default_factory=Selection)

    def order(
        self, position: Position, links: tuple[Link, ...], seconds: float = inf
    ) -> tuple[Link, ...]:
        """A line as good as this one that makes a short way from where the pointer is.

        Parameters
        ----------
        position
            what is played, under which rules
        links
            a line that can be played
        seconds
            to think about it, s; no more than `seconds` of the pointer in any case
        """
        return self._order(position, links, min(seconds, self.seconds), time.monotonic)

    def order_in_steps(self, position: Position, links: tuple[Link, ...]) -> tuple[Link, ...]:
        """As `order`, but so many steps instead of seconds: the same line comes again and again."""
        ticks, steps = count(), _STEPS / max(1, len(links))
        return self._order(position, links, steps, lambda: float(next(ticks)))

    def _order(
        self,
        position: Position,
        links: tuple[Link, ...],
        seconds: float,
        clock: Callable[[], float],
    ) -> tuple[Link, ...]:
        if seconds <= 0 or len(links) < 2:
            return links
        # Another seed each time, for a line may be thought about again and again.
        return tour(
            position,
            links,
            start=self.cell,
            pitch=self.pitch,
            seconds=seconds,
            seed=len(links),
            clock=clock,
        ).links

    def shortened(
        self, plan: tuple[Link, ...], board: Board, beliefs: Beliefs, seconds: float
    ) -> tuple[Link, ...]:
        """A plan in a better order, under the strictest rules that allow it.

        Parameters
        ----------
        plan
            links to be played on the board
        board
            as it will be when the first of them is played
        beliefs
            about the rules
        seconds
            as for `order`
        """
        position = position_for(plan, board, beliefs) if self.seconds > 0 else None
        return plan if position is None else self.order(position, plan, seconds)

    def near_first(self, link: Link) -> tuple[Cell, Cell]:
        """The two tiles of a link, the nearer one first."""
        here = self.cell
        if here is None:
            return link.a, link.b
        wide, high = self.pitch

        def way(cell: Cell) -> float:
            return hypot((cell.col - here.col) * wide, (cell.row - here.row) * high)

        return (link.b, link.a) if way(link.b) < way(link.a) else (link.a, link.b)
