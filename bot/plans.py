"""Plans: tiles to take one after the other, whatever their kinds.

Which cells are empty is known even where kinds are not, so what can go in which order is certain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.board import EMPTY, WALL, Board
from bot.clues import Two
from bot.matcher import Link, LinkRule
from bot.position import Gravity, Position, remove
from bot.spans import table_for


class Plan(NamedTuple):
    """Tiles to take, named by where they lie at first: proven pairs, and the pair that tests."""

    proven: tuple[Two, ...]
    test: Two

    @property
    def pairs(self) -> tuple[Two, ...]:
        """All that is to be taken, in order."""
        return (*self.proven, self.test)


def tiles_of(links: Sequence[Link], position: Position) -> list[Two]:
    """The tiles of a line, each named by where it lay at first."""
    if position.gravity is Gravity.NONE:
        return [(link.a, link.b) for link in links]
    cells, board = list(position.board.cells()), position.board
    kinds = tuple(n if k > EMPTY else k for n, k in enumerate(board.kinds, start=1))
    board, pairs = Board(board.rows, board.cols, kinds), []
    for link in links:
        one, two = sorted((cells[board[link.a] - 1], cells[board[link.b] - 1]))
        pairs.append((one, two))
        board = remove(board, link.a, link.b, position.gravity)
    return pairs


def until_doubt(pairs: list[Two], proven: set[Two]) -> Iterator[Two]:
    """The pairs up to the first that is not proven, and that one."""
    for pair in pairs:
        yield pair
        if pair not in proven:
            return


class Game:
    """Which pairs can go in which order where nothing falls, whatever their kinds."""

    def __init__(self, board: Board, rule: LinkRule) -> None:
        kinds = tuple(k if k in (EMPTY, WALL) else 1 for k in board.kinds)
        self._table = table_for(Board(board.rows, board.cols, kinds), rule)
        self._number = {cell: tile for tile, cell in enumerate(self._table.cells)}

    def _joined(self, two: Two) -> bool:
        """Whether two tiles are there and a path joins them."""
        a, b = (self._number[cell] for cell in two)
        gone = self._table.gone[a] or self._table.gone[b]
        return not gone and self._table.joined(self._table.pair(0, a, b))

    def _take(self, two: Two) -> bool:
        """Take two tiles; False if no path joins them."""
        if not self._joined(two):
            return False
        for cell in two:
            self._table.take(self._number[cell])
        return True

    def plays(self, pairs: Sequence[Two]) -> bool:
        """Whether these can be taken one after the other."""
        self._table.reset()
        return all(map(self._take, pairs))

    def reached(self, proven: list[Two], tests: list[Two]) -> dict[Two, list[Two]]:
        """The tests that proven pairs lead to, each with the pairs taken before it could go."""
        self._table.reset()
        found: dict[Two, list[Two]] = {}
        taken: list[Two] = []
        while True:
            for test in tests:
                if test not in found and self._joined(test):
                    found[test] = taken[:]
            pair = next((pair for pair in proven if pair not in taken and self._take(pair)), None)
            if pair is None:
                return found
            taken.append(pair)

    def needed(self, proven: list[Two], test: Two) -> tuple[Two, ...]:
        """Those of the proven pairs without which the test cannot go."""
        kept = list(proven)
        for pair in reversed(proven):
            without = [other for other in kept if other != pair]
            if self.plays([*without, test]):
                kept = without
        return tuple(kept)
