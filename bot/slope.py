"""A board on its side: lines that tiles fall along, whatever the gravity.

A line is a row or column of the board along the fall. Tiles never change their order in a line, so
which of them are left says what lies where, what touches a free cell and how the line closes up.
All that is worked out once for each set of tiles left, and kept.
"""

from __future__ import annotations

from bot.board import EMPTY, Board
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.position import Gravity, lanes
from bot.spans import run_around

_UPRIGHT = {Gravity.DOWN, Gravity.UP, Gravity.CENTER_VERTICAL, Gravity.APART_VERTICAL}

Tile = tuple[int, int, int, int]
"""A tile that may link: its kind, its line, its height in the line, its free run along the line."""

Take = tuple[int, int, int, int]
"""Two tiles to take: line and height of one, line and height of the other, in this order."""


class Runs(dict[int, tuple[int, ...]]):
    """For a mask of free cells across the lines, the free run around the cell of each line."""

    def __init__(self, width: int) -> None:
        self.width = width

    def __missing__(self, free: int) -> tuple[int, ...]:
        runs = self[free] = tuple(run_around(free, 2 << number) for number in range(self.width))
        return runs


class Line:
    """One line with some of its tiles left: one object for each such set, compared by identity.

    In masks of cells bit h stands for height h. In `free` and in runs, bit h + 1 does, and bits 0
    and depth + 1 stand for the margin.

    Parameters
    ----------
    slope
        what the line is part of
    number
        which line it is, from 0
    kinds
        what lies at each height
    bits
        which tile of the first board lies at each height, as one bit of a mask of all tiles

    Attributes
    ----------
    stock
        all the bits together: the same number for the same line
    tiles, count
        where tiles of known kind lie, and how many
    free
        where a path may run
    bare
        the tiles that touch a free cell along the line
    tops
        the tiles that rest in closed-up lanes with nothing upon them
    crowns
        the same and those right under them that are of their kind
    """

    def __init__(
        self, slope: Slope, number: int, kinds: tuple[int, ...], bits: tuple[int, ...]
    ) -> None:
        self.slope, self.number, self.kinds, self.bits = slope, number, kinds, bits
        self.stock = sum(bits)
        free = slope.ring_along
        self.tiles = 0
        for height, kind in enumerate(kinds):
            if kind == EMPTY:
                free |= 2 << height
            elif kind > EMPTY:
                self.tiles |= 1 << height
        self.free, self.count = free, self.tiles.bit_count()
        self.bare = self.tiles & (free | free >> 2)
        self.tops = self.crowns = 0
        for lane in slope.lanes[number]:
            filled = [height for height in lane if kinds[height] != EMPTY]
            if filled and filled[-1] == lane[len(filled) - 1] and kinds[filled[-1]] > EMPTY:
                self.tops |= 1 << filled[-1]
                for height in reversed(filled):
                    if kinds[height] != kinds[filled[-1]]:
                        break
                    self.crowns |= 1 << height
        self._without: dict[int, Line] = {}
        self._seen: dict[int, tuple[Tile, ...]] = {}
        self._near: dict[Line | None, tuple[tuple[int, Take], ...]] = {}

    def near(self, right: Line | None) -> tuple[tuple[int, Take], ...]:
        """Kind and take of each two tiles side by side, in this line or across to the next."""
        found = self._near.get(right)
        if found is None:
            number, kinds = self.number, self.kinds
            upper, beside = (*kinds[1:], EMPTY), right.kinds if right else (EMPTY,) * len(kinds)
            pairs = []
            for height, kind in enumerate(kinds):
                if kind > EMPTY and kind == upper[height]:
                    pairs.append((kind, (number, height, number, height + 1)))
                if kind > EMPTY and kind == beside[height]:
                    pairs.append((kind, (number, height, number + 1, height)))
            found = self._near[right] = tuple(pairs)
        return found

    def seen(self, sides: int) -> tuple[Tile, ...]:
        """The tiles that touch a free cell, where `sides` says which cells are free beside it."""
        which = self.tiles & (self.bare | sides >> 1)
        found = self._seen.get(which)
        if found is None:
            found = self._seen[which] = tuple(
                (kind, self.number, height, run_around(self.free, 2 << height))
                for height, kind in enumerate(self.kinds)
                if which >> height & 1
            )
        return found

    def without(self, cells: int) -> Line:
        """The line after tiles, a mask, were taken from it: the lanes that lost one close up."""
        found = self._without.get(cells)
        if found is None:
            found = self._without[cells] = self.slope.closed_up(self, cells)
        return found


class Slope:
    """Which cells are lines and lanes, and all lines that came up so far.

    Parameters
    ----------
    board, rule, gravity
        the position to search, gravity not `NONE`

    Attributes
    ----------
    width, depth
        how many lines there are, and how many cells each has
    lanes
        for each line its lanes: heights from the floor up
    above
        for each line and height, how many cells lie between that cell and the floor of its lane
    ring_along, ring_across, edge
        the margin's bits in a mask along a line and across the lines, and the margin as a line
    runs
        the free runs across the lines
    stocks
        for each kind its tiles on the first board, as bits
    start
        the lines of the board
    """

    def __init__(self, board: Board, rule: LinkRule, gravity: Gravity) -> None:
        self.rule = rule
        self.upright = gravity in _UPRIGHT
        self.width, self.depth = board.cols, board.rows
        if not self.upright:
            self.width, self.depth = board.rows, board.cols
        self.ring_along = 1 | 2 << self.depth if rule.margin else 0
        self.ring_across = 1 | 2 << self.width if rule.margin else 0
        self.edge = (4 << self.depth) - 1 if rule.margin else 0
        self.runs = Runs(self.width)
        self.lanes: list[list[tuple[int, ...]]] = [[] for _ in range(self.width)]
        for lane in lanes(board, gravity):
            rows, cols = zip(*(divmod(place, board.cols) for place in lane), strict=True)
            number, heights = (cols[0], rows) if self.upright else (rows[0], cols)
            self.lanes[number].append(heights)
        self.above = [[0] * self.depth for _ in range(self.width)]
        for number, line in enumerate(self.lanes):
            for lane in line:
                for place, height in enumerate(lane):
                    self.above[number][height] = place
        self._known: list[dict[int, Line]] = [{} for _ in range(self.width)]
        self.stocks: dict[int, int] = {}
        self.start = tuple(self._first_line(number, board) for number in range(self.width))

    def cell(self, line: int, height: int) -> Cell:
        """Where on the board a place of a line lies."""
        return Cell(height, line) if self.upright else Cell(line, height)

    def _first_line(self, number: int, board: Board) -> Line:
        kinds = tuple(board[self.cell(number, height)] for height in range(self.depth))
        bits = tuple(
            1 << number * self.depth + height if kind != EMPTY else 0
            for height, kind in enumerate(kinds)
        )
        for kind, bit in zip(kinds, bits, strict=True):
            self.stocks[kind] = self.stocks.get(kind, 0) | bit
        return self._line(number, kinds, bits)

    def _line(self, number: int, kinds: tuple[int, ...], bits: tuple[int, ...]) -> Line:
        """The one object for these tiles."""
        known, stock = self._known[number], sum(bits)
        if stock not in known:
            known[stock] = Line(self, number, kinds, bits)
        return known[stock]

    def closed_up(self, line: Line, cells: int) -> Line:
        """The line after tiles, a mask, were taken from it: lanes that lost one close up."""
        kinds, bits = list(line.kinds), list(line.bits)
        for lane in self.lanes[line.number]:
            if not any(cells >> height & 1 for height in lane):
                continue
            left = [height for height in lane if kinds[height] != EMPTY and not cells >> height & 1]
            fallen = [(kinds[height], bits[height]) for height in left]
            fallen += [(EMPTY, 0)] * (len(lane) - len(left))
            for height, (kind, bit) in zip(lane, fallen, strict=True):
                kinds[height], bits[height] = kind, bit
        return self._line(line.number, tuple(kinds), tuple(bits))
