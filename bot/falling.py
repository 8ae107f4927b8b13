"""Search where tiles fall: there the order matters, so whole positions are searched.

First play-outs, then a beam that widens from pass to pass. A beam goes level by level, a level for
each pair taken, and keeps the most promising positions of a level, each once. A pass that never
had to drop one has seen every position, so it is a finished search.

Positions are kept lying on their side: whatever the gravity, a position is a tuple of lines, a
line holds kinds from the floor up, and tiles fall towards index 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import NamedTuple

from bot.board import EMPTY, Board
from bot.geometry import Cell
from bot.matcher import LinkRule, find_links
from bot.position import Gravity
from bot.spans import run_around

Lines = tuple[tuple[int, ...], ...]


class Take(NamedTuple):
    """Two tiles to take, each by its line and its height above the floor."""

    line_a: int
    height_a: int
    line_b: int
    height_b: int


@dataclass(frozen=True, slots=True)
class Choices:
    """What may be taken in a position.

    `safe` is one take that can never spoil a win, if there is such a one. `open_kinds` counts the
    kinds that have a link.
    """

    takes: list[Take]
    safe: Take | None
    open_kinds: int


class Slope:
    """A board turned so that its tiles fall towards index 0 of each line.

    Parameters
    ----------
    board, rule, gravity
        the position to search, gravity not `NONE`
    """

    def __init__(self, board: Board, rule: LinkRule, gravity: Gravity) -> None:
        self.upright = gravity in {Gravity.DOWN, Gravity.UP}
        self.flipped = gravity in {Gravity.DOWN, Gravity.RIGHT}
        self.rule = rule
        self.width, self.depth = board.cols, board.rows
        if not self.upright:
            self.width, self.depth = board.rows, board.cols
        self.start: Lines = tuple(
            _without_top_gap(tuple(board[self.cell(line, height)] for height in range(self.depth)))
            for line in range(self.width)
        )
        # Bits 0 and depth + 1 of an upright mask stand for the margin, as in `spans`.
        self._ring_along = 1 | 2 << self.depth if rule.margin else 0
        self._ring_across = 1 | 2 << self.width if rule.margin else 0

    def cell(self, line: int, height: int) -> Cell:
        """Where on the board a place of a line lies."""
        if self.flipped:
            height = self.depth - 1 - height
        return Cell(height, line) if self.upright else Cell(line, height)

    def choices(self, lines: Lines) -> Choices:
        """Everything that may be taken now."""
        found, safe, open_kinds = [], None, 0
        by_rule = self._by_spans(lines) if self.rule.max_turns == 2 else self._by_rule(lines)
        for tiles, takes in by_rule:
            if not takes:
                continue
            open_kinds += 1
            found += takes
            if safe is None and all(
                height == len(lines[line]) - 1 and 0 not in lines[line] for line, height in tiles
            ):
                safe = _first_of_all(tiles, takes)
        return Choices(found, safe, open_kinds)

    def _by_rule(self, lines: Lines) -> Iterator[tuple[list[tuple[int, int]], list[Take]]]:
        """Tiles and takes of each kind, by the plain rule of `matcher`."""
        turned = Board.from_rows([(*line, *(0,) * (self.depth - len(line))) for line in lines])
        takes: dict[int, list[Take]] = {}
        for link in find_links(turned, self.rule):
            takes.setdefault(turned[link.a], []).append(Take(*link.a, *link.b))
        for kind, cells in turned.by_kind().items():
            yield [(cell.row, cell.col) for cell in cells], takes.get(kind, [])

    def _by_spans(self, lines: Lines) -> Iterator[tuple[list[tuple[int, int]], list[Take]]]:
        """Tiles and takes of each kind, for paths of two turns: the rule of `spans`."""
        free_along, free_across, by_kind = self._masks(lines)
        for spans in by_kind.values():
            takes = []
            for a, b in combinations(spans, 2):
                line_a, height_a, along_a, across_a = a
                line_b, height_b, along_b, across_b = b
                shared = along_a & along_b
                if shared:
                    for mask in free_along[line_a + 1 : line_b]:
                        shared &= mask
                if not shared:
                    shared = across_a & across_b
                    if shared:
                        low, high = (
                            (height_a, height_b) if height_a < height_b else (height_b, height_a)
                        )
                        for mask in free_across[low + 1 : high]:
                            shared &= mask
                if shared:
                    takes.append(Take(line_a, height_a, line_b, height_b))
            yield [(span[0], span[1]) for span in spans], takes

    def _masks(
        self, lines: Lines
    ) -> tuple[list[int], list[int], dict[int, list[tuple[int, int, int, int]]]]:
        """Free masks of lines and heights, and (line, height, along, across) of each tile."""
        ceiling = 2 << self.depth
        full_along = ceiling - 2 | self._ring_along
        free_along = []
        free_across = [(2 << self.width) - 2 | self._ring_across] * self.depth
        for number, line in enumerate(lines):
            mask, bit = full_along, 2 << number
            for height, kind in enumerate(line):
                if kind != EMPTY:
                    mask ^= 2 << height
                    free_across[height] ^= bit
            free_along.append(mask)
        by_kind: dict[int, list[tuple[int, int, int, int]]] = {}
        for number, line in enumerate(lines):
            bit, mask = 2 << number, free_along[number]
            for height, kind in enumerate(line):
                if kind <= EMPTY:
                    continue
                own = 2 << height
                along = run_around(mask, own) if mask & (own << 1 | own >> 1) else own
                free = free_across[height]
                across = run_around(free, bit) if free & (bit << 1 | bit >> 1) else bit
                by_kind.setdefault(kind, []).append((number, height, along, across))
        return free_along, free_across, by_kind


def taken(lines: Lines, take: Take) -> Lines:
    """The lines after a take: those that lost a tile close up."""
    after = list(lines)
    for number in {take.line_a, take.line_b}:
        heights = {
            height
            for line, height in ((take.line_a, take.height_a), (take.line_b, take.height_b))
            if line == number
        }
        after[number] = tuple(
            kind
            for height, kind in enumerate(lines[number])
            if kind != EMPTY and height not in heights
        )
    return tuple(after)


def _without_top_gap(line: tuple[int, ...]) -> tuple[int, ...]:
    top = len(line)
    while top and line[top - 1] == EMPTY:
        top -= 1
    return line[:top]


def _first_of_all(tiles: list[tuple[int, int]], takes: list[Take]) -> Take | None:
    """A take that starts to take all these tiles, if they can all go two by two."""
    if len(tiles) == 2:
        return takes[0]
    first = tiles[0]
    for take in takes:
        ends = {(take.line_a, take.height_a), (take.line_b, take.height_b)}
        if first in ends:
            rest = [tile for tile in tiles if tile not in ends]
            inside = [
                other
                for other in takes
                if (other.line_a, other.height_a) in rest and (other.line_b, other.height_b) in rest
            ]
            if not rest or (inside and _first_of_all(rest, inside)):
                return take
    return None


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
            cleared, complete = self._beam(width, turn % 3)
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
        per_link = (0.02, 0.1, 0.3)[taste]
        return choices.open_kinds + per_link * len(choices.takes) + self.rng.random()
