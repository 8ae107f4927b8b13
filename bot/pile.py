"""A pile: one position where tiles fall, with everything that may be taken there.

Only a tile that touches a free cell, or its like, can link. In a pile few do, and which ones is
known for each line, so a pile is looked at far faster than a board.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from bot.board import Board
from bot.matcher import find_links
from bot.slope import Line, Slope, Tile
from bot.spans import run_around

Take = tuple[int, int, int, int]
"""Two tiles to take: line and height of one, line and height of the other, in this order."""


class Pile:
    """A position and what may be taken in it.

    Parameters
    ----------
    slope
        what the lines are part of
    lines
        what lies in each line
    rows
        where paths may run across the lines, at each height: bit n + 1 stands for line n, bits 0
        and width + 1 for the margin

    Attributes
    ----------
    key
        a number that is the same for piles that are the same, and for no others
    takes
        everything that may be taken now, kind by kind
    open_kinds
        how many kinds have a link
    safe
        one take that can never spoil a win, if one is seen
    """

    __slots__ = ("key", "lines", "open_kinds", "rows", "safe", "slope", "takes")

    def __init__(self, slope: Slope, lines: tuple[Line, ...], rows: tuple[int, ...]) -> None:
        self.slope, self.lines, self.rows = slope, lines, rows
        self.key = sum(line.stock for line in lines)
        self.takes: list[Take] = []
        self.safe: Take | None = None
        self.open_kinds = 0
        for kind, takes in self._links():
            if not takes:
                continue
            self.open_kinds += 1
            self.takes += takes
            if self.safe is None:
                self.safe = self._safe_of(kind, takes)

    @classmethod
    def first(cls, slope: Slope) -> Pile:
        """The position at the start."""
        rows = [slope.ring_across] * slope.depth
        for line in slope.start:
            for height in range(slope.depth):
                if line.free >> height + 1 & 1:
                    rows[height] |= 2 << line.number
        return cls(slope, slope.start, tuple(rows))

    def after(self, take: Take) -> Pile:
        """The position after a take: the lanes that lost a tile have closed up."""
        line_a, height_a, line_b, height_b = take
        lines, rows = list(self.lines), list(self.rows)
        lost = {line_b: 1 << height_b}
        lost[line_a] = lost.get(line_a, 0) | 1 << height_a
        for number, cells in lost.items():
            old = lines[number]
            new = lines[number] = old.without(cells)
            changed = (old.free ^ new.free) >> 1
            while changed:
                rows[changed.bit_length() - 1] ^= 2 << number
                changed ^= 1 << changed.bit_length() - 1
        return Pile(self.slope, tuple(lines), tuple(rows))

    def _safe_of(self, kind: int, takes: list[Take]) -> Take | None:
        """A take that can go first in every win, for all tiles of the kind can go now.

        Nothing of another kind rests on any of them, so no other tile moves or loses a path.
        """
        lines = self.lines
        left = (self.key & self.slope.stocks[kind]).bit_count()
        if left == 2:
            line_a, height_a, line_b, height_b = takes[0]
            if lines[line_a].crowns >> height_a & lines[line_b].crowns >> height_b & 1:
                return takes[0]
        elif left == 4:
            bare = [
                take
                for take in takes
                if lines[take[0]].tops >> take[1] & lines[take[2]].tops >> take[3] & 1
            ]
            for one, other in combinations(bare, 2):
                if {one[:2], one[2:]}.isdisjoint({other[:2], other[2:]}):
                    return one
        return None

    def _links(self) -> Iterator[tuple[int, list[Take]]]:
        if self.slope.rule.max_turns == 2:
            yield from self._by_spans().items()
        else:
            yield from self._by_rule().items()

    def _by_rule(self) -> dict[int, list[Take]]:
        """Takes of each kind, by the plain rule of `matcher`."""
        board = Board.from_rows(line.kinds for line in self.lines)
        takes: dict[int, list[Take]] = {}
        for link in find_links(board, self.slope.rule):
            takes.setdefault(board[link.a], []).append((*link.a, *link.b))
        return takes

    def _by_spans(self) -> dict[int, list[Take]]:
        """Takes of each kind, for paths of two turns: the rule of `spans`."""
        lines, rows = self.lines, self.rows
        takes = self._neighbours()
        free = [line.free for line in lines]
        ring_along, ring_across = self.slope.ring_along, self.slope.ring_across
        for kind, tiles in self._exposed().items():
            for a, b in combinations(tiles, 2):
                _, line_a, height_a, along_a = a
                _, line_b, height_b, along_b = b
                shared = along_a & along_b
                if shared and not shared & ring_along:
                    for mask in free[line_a + 1 : line_b]:
                        shared &= mask
                if not shared:
                    shared = run_around(rows[height_a], 2 << line_a) & run_around(
                        rows[height_b], 2 << line_b
                    )
                    if shared and not shared & ring_across:
                        low, high = sorted((height_a, height_b))
                        for mask in rows[low + 1 : high]:
                            shared &= mask
                    if not shared:
                        continue
                take = (line_a, height_a, line_b, height_b)
                found = takes.setdefault(kind, [])
                if take not in found:
                    found.append(take)
        return takes

    def _exposed(self) -> dict[int, list[Tile]]:
        """The tiles of each kind that touch a free cell."""
        lines = self.lines
        margin = (4 << self.slope.depth) - 1 if self.slope.rule.margin else 0
        free = [margin, *(line.free for line in lines), margin]
        found: dict[int, list[Tile]] = {}
        for number, line in enumerate(lines):
            for tile in line.seen(free[number] | free[number + 2]):
                found.setdefault(tile[0], []).append(tile)
        return found

    def _neighbours(self) -> dict[int, list[Take]]:
        """Tiles side by side."""
        found: dict[int, list[Take]] = {}
        for line in self.lines:
            for kind, height in line.equals:
                found.setdefault(kind, []).append((line.number, height, line.number, height + 1))
        for line, other in zip(self.lines, self.lines[1:], strict=False):
            for kind, height in line.beside(other):
                found.setdefault(kind, []).append((line.number, height, other.number, height))
        return found
