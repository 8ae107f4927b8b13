"""A position: a board under rules, the links it allows and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.board import EMPTY, WALL, Board
from bot.errors import IllegalLinkError, InputError
from bot.geometry import Cell
from bot.matcher import Link, LinkRule, find_link, find_links


class Gravity(StrEnum):
    """Which way the tiles move after a removal.

    Where they move to or from the middle, the middle row or column of an odd number belongs to the
    half below or to the right of it.
    """

    NONE = "none"
    DOWN = "down"
    UP = "up"
    LEFT = "left"
    RIGHT = "right"
    CENTER_HORIZONTAL = "center-horizontal"
    """Along the rows, to the middle column."""
    CENTER_VERTICAL = "center-vertical"
    """Along the columns, to the middle row."""
    APART_HORIZONTAL = "apart-horizontal"
    """Along the rows, from the middle column to the left and right edge."""
    APART_VERTICAL = "apart-vertical"
    """Along the columns, from the middle row to the top and bottom edge."""


Lane = tuple[int, ...]
"""Cells, by their places in `Board.kinds`, that tiles fall along, from the floor up."""


def lanes(board: Board, gravity: Gravity) -> list[Lane]:
    """The lanes that tiles fall along; a wall ends one and is the floor or ceiling of the next.

    >>> lanes(Board.from_text("a b c d e"), Gravity.CENTER_HORIZONTAL)
    [(1, 0), (2, 3, 4)]
    >>> lanes(Board.from_text("a b # d e"), Gravity.RIGHT)
    [(4, 3), (1, 0)]
    """
    if gravity is Gravity.NONE:
        return []
    places = range(board.rows * board.cols)
    upright = gravity in _UPRIGHT
    if upright:
        lines = [places[col :: board.cols] for col in range(board.cols)]
    else:
        lines = [places[row * board.cols :][: board.cols] for row in range(board.rows)]
    found: list[Lane] = []
    for line in lines:
        half = len(line) // 2
        for lane in _from_the_floor(line, half, gravity):
            start = 0
            for end, place in enumerate(lane):
                if board.kinds[place] == WALL:
                    found.append(tuple(lane[start:end]))
                    start = end + 1
            found.append(tuple(lane[start:]))
    return [lane for lane in found if lane]


_UPRIGHT = {Gravity.DOWN, Gravity.UP, Gravity.CENTER_VERTICAL, Gravity.APART_VERTICAL}


def _from_the_floor(line: range, half: int, gravity: Gravity) -> list[range]:
    """A row or column, each part of it from its floor up."""
    if gravity in {Gravity.UP, Gravity.LEFT}:
        return [line]
    if gravity in {Gravity.DOWN, Gravity.RIGHT}:
        return [line[::-1]]
    first, second = line[:half], line[half:]
    if gravity in {Gravity.CENTER_HORIZONTAL, Gravity.CENTER_VERTICAL}:
        return [first[::-1], second]
    return [first, second[::-1]]


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
        where tiles fall after each removal: the lanes that lost a tile close up

    Raises
    ------
    InputError
        if one of them is of another type
    """

    board: Board
    rule: LinkRule = _USUAL
    gravity: Gravity = Gravity.NONE

    def __post_init__(self) -> None:
        if not isinstance(self.board, Board):
            raise InputError(
                f"a position needs a Board, but got {type(self.board).__name__}; "
                f"Board.from_text makes one"
            )
        if not isinstance(self.rule, LinkRule) or not isinstance(self.gravity, Gravity):
            raise InputError(
                f"a position needs a LinkRule and a Gravity, "
                f"but got {self.rule!r} and {self.gravity!r}"
            )

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
            if the two tiles do not link here, or it is no link at all
        """
        if not isinstance(link, Link):
            raise IllegalLinkError(f"a Link is played, but got {type(link).__name__}")
        if link not in self.legal_links:
            raise IllegalLinkError(f"{tuple(link.a)} and {tuple(link.b)} do not link here")
        return Position(remove(self.board, link.a, link.b, self.gravity), self.rule, self.gravity)

    def outcome(self) -> Outcome | None:
        """How the position has ended; None while there is a link."""
        if self.board.tiles == 0:
            return Outcome.CLEARED
        return None if self.legal_links else Outcome.DEADLOCK


def remove(board: Board, a: Cell, b: Cell, gravity: Gravity) -> Board:
    r"""The board without two tiles, after the lanes that lost one have closed up.

    Both tiles go before anything falls, as in every game known.

    >>> print(remove(Board.from_text("a c\nb b"), Cell(1, 0), Cell(1, 1), Gravity.DOWN))
    . .
    a c
    """
    board = board.without([a, b])
    freed = {a.row * board.cols + a.col, b.row * board.cols + b.col}
    touched = [lane for lane in lanes(board, gravity) if not freed.isdisjoint(lane)]
    return _closed_up(board, touched) if touched else board


def settled(board: Board, gravity: Gravity) -> Board:
    r"""The board after every tile has fallen, whether or not its lane lost one.

    >>> print(settled(Board.from_text("a . b\n. # ."), Gravity.DOWN))
    . . .
    a # b
    """
    return _closed_up(board, lanes(board, gravity))


def _closed_up(board: Board, touched: Iterable[Lane]) -> Board:
    kinds = list(board.kinds)
    close_up(kinds, touched)
    return Board(board.rows, board.cols, tuple(kinds))


def close_up(kinds: list[int], touched: Iterable[Lane]) -> None:
    """Let the tiles of these lanes fall, in place; `kinds` are those of a board."""
    for lane in touched:
        tiles = [kinds[place] for place in lane if kinds[place] != EMPTY]
        tiles += [EMPTY] * (len(lane) - len(tiles))
        for place, kind in zip(lane, tiles, strict=True):
            kinds[place] = kind
