"""A board on its side: one way to see it whatever the gravity, and what may be taken there.

A position is a tuple of lines, a line holds kinds from the floor up, and tiles fall towards
index 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
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
