"""Search where tiles fall: there the order matters, so whole positions are searched.

First play-outs, then a beam that widens from pass to pass. A beam goes level by level, a level for
each pair taken, and keeps the most promising positions of a level, each once. A pass that never
had to drop one has seen every position, so it is a finished search.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bot.board import EMPTY, Board
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.pile import Pile, Take
from bot.position import Gravity
from bot.slope import Slope

TASTES = (0.02, 0.1, 0.3)
"""What one more link counts against one more kind that has a link. Each clears about 7 of 10 deals
of 18 x 8 in a beam of 10, but not the same ones, so passes take turns."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A position of the beam and how it came about."""

    pile: Pile
    take: Take | None
    parent: _Node | None

    def line(self) -> list[Take]:
        """The takes that lead here."""
        takes: list[Take] = []
        node: _Node | None = self
        while node is not None and node.take is not None:
            takes.append(node.take)
            node = node.parent
        return takes[::-1]


class Falling:
    """The search of one position where tiles fall.

    Parameters
    ----------
    board, rule, gravity
        what to clear; unknown cells fall like tiles and stay
    rng
        source of every random choice
    check
        called between steps; raises to end the search

    Attributes
    ----------
    best
        the longest line found
    nodes
        positions looked at
    """

    def __init__(
        self,
        board: Board,
        rule: LinkRule,
        gravity: Gravity,
        rng: Random,
        check: Callable[[], None],
    ) -> None:
        self.slope, self.rng, self.check = Slope(board, rule, gravity), rng, check
        self.tiles = sum(kind > EMPTY for kind in board.kinds)
        self.start = Pile.first(self.slope)
        self.best: list[Take] = []
        self.nodes = 0

    def line(self) -> list[tuple[Cell, Cell]]:
        """The cells of the longest line found, where the tiles lie when they are taken."""
        cell = self.slope.cell
        return [
            (cell(line_a, height_a), cell(line_b, height_b))
            for line_a, height_a, line_b, height_b in self.best
        ]

    def play_first(self) -> bool:
        """The play-out that takes the highest tiles first."""
        return self._play(noise=0)

    def play_out(self) -> bool:
        """One play-out in random order, higher tiles rather sooner; True if it clears the board."""
        return self._play(noise=8)

    def _play(self, noise: float) -> bool:
        """Play one game; a take may go before one that lies `noise` cells higher, by chance."""
        pile = self.start
        line: list[Take] = []
        while pile.takes:
            take = pile.safe or max(
                pile.takes, key=lambda t: self._height(t) + noise * self.rng.random()
            )
            line.append(take)
            pile = self._after(pile, take)
            if len(line) > len(self.best):
                self.best = line
        return 2 * len(line) == self.tiles

    def _height(self, take: Take) -> int:
        line_a, height_a, line_b, height_b = take
        above = self.slope.above
        return above[line_a][height_a] + above[line_b][height_b]

    def search(self) -> bool:
        """Widen the beam until it clears the board or has dropped nothing: then False."""
        width, turn = 3, 0
        while True:
            cleared, complete = self._beam(width, turn % len(TASTES))
            if cleared or complete:
                return cleared
            width, turn = width * 3 + 1, turn + 1

    def _after(self, pile: Pile, take: Take) -> Pile:
        self.nodes += 1
        if not self.nodes % 16:
            self.check()
        return pile.after(take)

    def _beam(self, width: int, taste: int) -> tuple[bool, bool]:
        """One pass: whether it clears the board, and whether it dropped no position."""
        level, complete = [_Node(self.start, None, None)], True
        while level:
            children = self._children(level)
            if not children:
                break
            if len(children) > width:
                complete = False
                children.sort(key=lambda node: self._score(node.pile, taste), reverse=True)
                del children[width:]
            level = children
        line = level[0].line()
        self.best = max(self.best, line, key=len)
        return 2 * len(line) == self.tiles, complete

    def _children(self, level: list[_Node]) -> list[_Node]:
        """Every position one take further, each once."""
        children: dict[int, _Node] = {}
        for node in level:
            pile = node.pile
            for take in [pile.safe] if pile.safe else pile.takes:
                after = self._after(pile, take)
                if after.key not in children:
                    children[after.key] = _Node(after, take, node)
        return list(children.values())

    def _score(self, pile: Pile, taste: int) -> float:
        """How promising: many kinds that link, many links, and a little chance."""
        return pile.open_kinds + TASTES[taste] * len(pile.takes) + self.rng.random()
