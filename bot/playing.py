"""Playing a line in place: the path of each link on the board of its moment, quickly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.board import EMPTY
from bot.errors import IllegalLinkError
from bot.geometry import Cell
from bot.matcher import Link
from bot.position import Position, close_up, lanes
from bot.spanpath import Path, PathFinder


class Playing:
    """A board on which tiles go and fall, and its paths.

    Parameters
    ----------
    position
        where it begins
    tiles
        what lies in each cell, if not its kind: 0 where it is empty. They fall as kinds do

    Attributes
    ----------
    tiles
        what lies in each cell now, row by row
    """

    def __init__(self, position: Position, tiles: Sequence[int] | None = None) -> None:
        self.tiles = list(position.board.kinds if tiles is None else tiles)
        self._cols = position.board.cols
        self._paths = PathFinder(position.board, position.rule)
        self._lane_of = {
            place: lane for lane in lanes(position.board, position.gravity) for place in lane
        }

    def tile(self, cell: Cell) -> int:
        """What lies in a cell of the board."""
        return self.tiles[cell.row * self._cols + cell.col]

    def path(self, a: Cell, b: Cell) -> Path | None:
        """The path that joins two cells now, whatever lies there."""
        return self._paths.path(a, b)

    def take(self, a: Cell, b: Cell) -> None:
        """Empty two cells, and let fall what lies above them."""
        freed = {cell.row * self._cols + cell.col for cell in (a, b)}
        for place in freed:
            self.tiles[place] = EMPTY
        touched = {self._lane_of[place] for place in freed if place in self._lane_of}
        close_up(self.tiles, touched)
        for place in freed.union(*touched):
            self._paths.set_empty(Cell(*divmod(place, self._cols)), self.tiles[place] == EMPTY)


def as_links(position: Position, line: Iterable[tuple[Cell, Cell]]) -> tuple[Link, ...]:
    """The links of a line, each with its path on the board of its moment.

    Parameters
    ----------
    position
        where the line begins
    line
        two cells of equal tiles each, in order of play, where they lie at that moment

    Raises
    ------
    IllegalLinkError
        if no path joins two cells, or unlike tiles lie there
    """
    game, links = Playing(position), []
    for one, other in line:
        a, b = min(one, other), max(one, other)
        alike = a in position.board and b in position.board and game.tile(a) == game.tile(b) > EMPTY
        path = game.path(a, b) if alike else None
        if path is None:
            raise IllegalLinkError(f"{tuple(a)} and {tuple(b)} do not link here")
        links.append(Link(a, b, path))
        game.take(a, b)
    return tuple(links)
