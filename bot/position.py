"""A position: a board under rules, the links it allows and how it ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.board import EMPTY, Board
from bot.errors import IllegalLinkError
from bot.geometry import Cell
from bot.matcher import Link, LinkRule, find_link, find_links


class Gravity(StrEnum):
    """Which way the tiles fall after a removal."""

    NONE = "none"
    DOWN = "down"
    UP = "up"
    LEFT = "left"
    RIGHT = "right"


class Outcome(StrEnum):
    """How a position has ended."""

    CLEARED = "cleared"
    DEADLOCK = "deadlock"


class LegalLinks:
    """The links of a position, found while they are looked at.

    >>> links = Position(Board.from_text("a a b b")).legal_links
    >>> len(links), bool(links), next(iter(links)).turns
    (2, True, 0)
    """

    def __init__(self, position: Position) -> None:
        self._position = position

    def __iter__(self) -> Iterator[Link]:
        return find_links(self._position.board, self._position.rule)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __contains__(self, link: object) -> bool:
        return isinstance(link, Link) and self._position.link(link.a, link.b) is not None


_USUAL = LinkRule()


@dataclass(frozen=True, slots=True)
class Position:
    """A board under rules.

    Parameters
    ----------
    board
        what lies where now
    rule
        what a path may do
    gravity
        where tiles fall after each removal: the rows or columns that lost a tile close up
    """

    board: Board
    rule: LinkRule = _USUAL
    gravity: Gravity = Gravity.NONE

    @property
    def legal_links(self) -> LegalLinks:
        """The links that may be played now."""
        return LegalLinks(self)

    def link(self, a: Cell, b: Cell) -> Link | None:
        """The link of two cells, or None if they do not link here."""
        if a not in self.board or b not in self.board:
            return None
        return find_link(self.board, a, b, self.rule)

    def after(self, link: Link) -> Position:
        """The position after the link is played and the tiles have fallen.

        Raises
        ------
        IllegalLinkError
            if the two tiles do not link here
        """
        if link not in self.legal_links:
            raise IllegalLinkError(f"{tuple(link.a)} and {tuple(link.b)} do not link here")
        return Position(remove(self.board, link.a, link.b, self.gravity), self.rule, self.gravity)

    def outcome(self) -> Outcome | None:
        """How the position has ended; None while there is a link."""
        if self.board.tiles == 0:
            return Outcome.CLEARED
        return None if self.legal_links else Outcome.DEADLOCK


def remove(board: Board, a: Cell, b: Cell, gravity: Gravity) -> Board:
    r"""The board without two tiles, after the lines that lost one have closed up.

    >>> print(remove(Board.from_text("a c\nb b"), Cell(1, 0), Cell(1, 1), Gravity.DOWN))
    . .
    a c
    """
    board = board.without([a, b])
    if gravity is Gravity.NONE:
        return board
    kinds, cols = list(board.kinds), board.cols
    upright = gravity in {Gravity.DOWN, Gravity.UP}
    for line in {a.col, b.col} if upright else {a.row, b.row}:
        where = slice(line, None, cols) if upright else slice(line * cols, (line + 1) * cols)
        tiles = [kind for kind in kinds[where] if kind != EMPTY]
        gap = [EMPTY] * (len(kinds[where]) - len(tiles))
        to_the_end = gravity in {Gravity.DOWN, Gravity.RIGHT}
        kinds[where] = gap + tiles if to_the_end else tiles + gap
    return Board(board.rows, cols, tuple(kinds))
