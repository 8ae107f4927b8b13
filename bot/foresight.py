"""Foresight: what should be seen once a link has gone, and which link is to be clicked then."""

from __future__ import annotations

from dataclasses import dataclass

from bot.board import EMPTY, Board
from bot.geometry import Cell
from bot.matcher import Link, LinkRule, find_path
from bot.position import Gravity, close_up, lanes


@dataclass(frozen=True, slots=True)
class Foresight:
    """What should come of a link.

    Parameters
    ----------
    after
        the board
    upcoming
        the link to be clicked there
    freed
        cells that lose their tile, and get no other
    stays
        where each of the tiles that tell lies, and where it lay before: those of the upcoming link,
        and all that fall
    """

    after: Board
    upcoming: Link
    freed: tuple[Cell, ...]
    stays: tuple[tuple[Cell, Cell], ...]

    @property
    def sources(self) -> tuple[Cell, Cell]:
        """Where the tiles of the upcoming link lie before."""
        came = dict(self.stays)
        return came[self.upcoming.a], came[self.upcoming.b]


def foresee(
    board: Board, link: Link, upcoming: Link, rule: LinkRule, gravity: Gravity
) -> Foresight | None:
    r"""What should come of a link; None if the upcoming one does not link then.

    >>> board = Board.from_text("a a\nb b")
    >>> link, upcoming = (Link(Cell(row, 0), Cell(row, 1), ()) for row in (1, 1))
    >>> foreseen = foresee(board, link, upcoming, LinkRule(), Gravity.DOWN)
    >>> print(foreseen.after)
    . .
    a a
    >>> foreseen.freed, foreseen.sources
    ((Cell(row=0, col=0), Cell(row=0, col=1)), (Cell(row=0, col=0), Cell(row=0, col=1)))
    """
    numbers = [place if kind != EMPTY else EMPTY for place, kind in enumerate(board.kinds, 1)]
    places = [cell.row * board.cols + cell.col for cell in (link.a, link.b)]
    for place in places:
        numbers[place] = EMPTY
    touched = [lane for lane in lanes(board, gravity) if not set(places).isdisjoint(lane)]
    close_up(numbers, touched)
    kinds = tuple(board.kinds[number - 1] if number else EMPTY for number in numbers)
    after = Board(board.rows, board.cols, kinds)
    tiles = upcoming.a, upcoming.b
    if not all(cell in after and after[cell] != EMPTY for cell in tiles):
        return None
    if find_path(after, *tiles, rule) is None:
        return None
    freed, stays = [], []
    for place, number in enumerate(numbers):
        cell = Cell(*divmod(place, board.cols))
        if not number:
            if board.kinds[place] != EMPTY:
                freed.append(cell)
        elif number - 1 != place or cell in tiles:
            stays.append((cell, Cell(*divmod(number - 1, board.cols))))
    return Foresight(after, upcoming, tuple(freed), tuple(stays))
