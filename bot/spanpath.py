"""The best path of a link, from masks of free cells: as `matcher` finds it, 20 to 50 times as fast.

For paths of two turns at most. Such a path runs from each tile along its row to one column, and
along that column; or the same with rows and columns changed about. Fewer turns are the case that
the column is that of a tile.
"""

from __future__ import annotations

from bot.board import EMPTY, Board
from bot.geometry import Cell
from bot.matcher import LinkRule, find_path
from bot.spans import run_around

Path = tuple[Cell, ...]


class PathFinder:
    """Finds paths on a board that changes cell by cell.

    Parameters
    ----------
    board
        which cells are empty at first
    rule
        what a path may do; with other than two turns every path is found by the plain rule
    """

    def __init__(self, board: Board, rule: LinkRule) -> None:
        self.rows, self.cols, self.rule = board.rows, board.cols, rule
        # Bit col + 1 of mask row + 1 is a cell; what lies around the board is the margin.
        across, along = (2 << self.cols) | 1, (2 << self.rows) | 1
        ring = rule.margin > 0
        self._rows = [across * ring] * self.rows
        self._cols = [along * ring] * self.cols
        for cell, kind in zip(board.cells(), board.kinds, strict=True):
            if kind == EMPTY:
                self._rows[cell.row] |= 2 << cell.col
                self._cols[cell.col] |= 2 << cell.row

    def is_empty(self, cell: Cell) -> bool:
        """Whether a path may run through a cell of the board."""
        return bool(self._rows[cell.row] >> cell.col & 2)

    def set_empty(self, cell: Cell, empty: bool) -> None:
        """Say that a cell is empty now, or no longer."""
        if self.is_empty(cell) != empty:
            self._rows[cell.row] ^= 2 << cell.col
            self._cols[cell.col] ^= 2 << cell.row

    def path(self, a: Cell, b: Cell) -> Path | None:
        """The path of the fewest turns, then the fewest cells, or None; whatever lies in a and b.

        Where several are as good, it need not be the one that `find_path` names.
        """
        if self.rule.max_turns != 2:
            return find_path(self, a, b, self.rule)
        return self._path(a, b) if a != b else None

    def _path(self, a: Cell, b: Cell) -> Path | None:
        columns = rows = 0
        if a.row != b.row:
            columns = _shared(self._rows, a.row, a.col, b.row, b.col)
            if columns & (2 << a.col | 2 << b.col):
                if a.col == b.col:
                    return a, b
                row, col = (a.row, b.col) if columns & 2 << b.col else (b.row, a.col)
                return a, Cell(row, col), b
        if a.col != b.col:
            rows = _shared(self._cols, a.col, a.row, b.col, b.row)
            if a.row == b.row and rows & 2 << a.row:
                return a, b
        col, aside = _nearest(columns, a.col, b.col)
        row, above = _nearest(rows, a.row, b.row)
        if columns and (not rows or aside <= above):
            return a, Cell(a.row, col), Cell(b.row, col), b
        return (a, Cell(row, a.col), Cell(row, b.col), b) if rows else None


def _shared(lines: list[int], line_a: int, at_a: int, line_b: int, at_b: int) -> int:
    """Where two tiles on unlike lines see each other: free from each, and on all lines between."""
    first, last = (line_a, line_b) if line_a < line_b else (line_b, line_a)
    shared = run_around(lines[line_a], 2 << at_a) & run_around(lines[line_b], 2 << at_b)
    for free in lines[first + 1 : last]:
        if not shared:
            break
        shared &= free
    return shared


def _nearest(mask: int, one: int, other: int) -> tuple[int, int]:
    """The bit of a mask that lies between two places or nearest to them, and how far it is off."""
    low, high = (one, other) if one < other else (other, one)
    between = mask & ((4 << high) - (2 << low))
    if between:
        return (between & -between).bit_length() - 2, 0
    below, above = mask & ((2 << low) - 1), mask >> (high + 2)
    down = low + 2 - below.bit_length() if below else len(bin(mask)) + low + high
    up = (above & -above).bit_length() if above else len(bin(mask)) + low + high
    return (low - down, down) if down <= up else (high + up, up)
