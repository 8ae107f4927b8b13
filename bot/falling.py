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
from bot.position import Gravity
from bot.slope import Choices, Lines, Slope, Take, taken

TASTES = (0.02, 0.1, 0.3)
"""What one more link counts against one more kind that has a link. Each clears about 7 of 10 deals
of 18 x 8 in a beam of 10, but not the same ones, so passes take turns."""


@dataclass(frozen=True, slots=True)
class _Node:
    """A position of the beam and how it came about."""

    lines: Lines
    choices: Choices
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
        self.best: list[Take] = []
        self.nodes = 0

    def line(self) -> list[tuple[Cell, Cell]]:
        """The cells of the longest line found, where the tiles lie when they are taken."""
        cell = self.slope.cell
        return [
            (cell(take.line_a, take.height_a), cell(take.line_b, take.height_b))
            for take in self.best
        ]

    def play_first(self) -> bool:
        """The play-out that takes the highest tiles first."""
        return self._play(noise=0)

    def play_out(self) -> bool:
        """One play-out in random order, higher tiles rather sooner; True if it clears the board."""
        return self._play(noise=8)

    def _play(self, noise: float) -> bool:
        """Play one game; a take may go before one that lies `noise` cells higher, by chance."""
        lines: Lines = self.slope.start
        line: list[Take] = []
        while True:
            choices = self._look(lines)
            if not choices.takes:
                return 2 * len(line) == self.tiles
            take = choices.safe or max(
                choices.takes, key=lambda t: t.height_a + t.height_b + noise * self.rng.random()
            )
            line.append(take)
            lines = taken(lines, take)
            if len(line) > len(self.best):
                self.best = line

    def search(self) -> bool:
        """Widen the beam until it clears the board or has dropped nothing: then False."""
        width, turn = 3, 0
        while True:
            cleared, complete = self._beam(width, turn % len(TASTES))
            if cleared or complete:
                return cleared
            width, turn = width * 3 + 1, turn + 1

    def _look(self, lines: Lines) -> Choices:
        self.nodes += 1
        if not self.nodes % 16:
            self.check()
        return self.slope.choices(lines)

    def _beam(self, width: int, taste: int) -> tuple[bool, bool]:
        """One pass: whether it clears the board, and whether it dropped no position."""
        start = self.slope.start
        level, complete = [_Node(start, self._look(start), None, None)], True
        while level:
            children = self._children(level)
            if not children:
                break
            if len(children) > width:
                complete = False
                children.sort(key=lambda node: self._score(node.choices, taste), reverse=True)
                del children[width:]
            level = children
        line = level[0].line()
        self.best = max(self.best, line, key=len)
        return 2 * len(line) == self.tiles, complete

    def _children(self, level: list[_Node]) -> list[_Node]:
        """Every position one take further, each once."""
        children: dict[Lines, _Node] = {}
        for node in level:
            safe = node.choices.safe
            for take in [safe] if safe else node.choices.takes:
                lines = taken(node.lines, take)
                if lines not in children:
                    children[lines] = _Node(lines, self._look(lines), take, node)
        return list(children.values())

    def _score(self, choices: Choices, taste: int) -> float:
        """How promising: many kinds that link, many links, and a little chance."""
        return choices.open_kinds + TASTES[taste] * len(choices.takes) + self.rng.random()
