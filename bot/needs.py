"""Which cells must be empty before two tiles join: for each path a mask of the cells it crosses.

Two tiles are joined exactly if one of their masks holds no blocked cell. So it can be asked of any
set of blocked cells, in any order, and nothing is kept up to date; where tiles are only ever taken,
one after the other, `spans` is faster.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.board import EMPTY, WALL, Board
from bot.geometry import Cell
from bot.matcher import LinkRule, find_path


class Needs(dict[tuple[Cell, Cell], list[int]]):
    """For two cells the masks of the paths between them, ends left out; made when looked up.

    A path of at most two turns has a stretch in the middle, in some row or column, and each row
    and column gives one path: so there are few. In a mask, bits go row by row over the board and
    the first ring of its margin. More rings never help: pressed flat onto the first, a path gets
    no more turns.

    Parameters
    ----------
    board
        gives the size and the walls, which no path crosses
    rule
        what a path may do; of more than two turns only `joined` knows

    Attributes
    ----------
    occupied
        the mask of all cells of the board that are not empty, and of the margin if it is shut

    Examples
    --------
    >>> needs = Needs(Board.from_text("a b a"), LinkRule())
    >>> ends = Cell(0, 0), Cell(0, 2)
    >>> any(not mask & needs.occupied for mask in needs[ends])
    True
    """

    def __init__(self, board: Board, rule: LinkRule) -> None:
        super().__init__()
        self.rows, self.cols, self._rule = board.rows, board.cols, rule
        self._width, self._height = board.cols + 2, board.rows + 2
        # The lowest n bits of a row, and of a column.
        self._across = [(1 << n) - 1 for n in range(self._width + 1)]
        self._along = [0]
        for row in range(self._height):
            self._along.append(self._along[-1] | 1 << row * self._width)
        everywhere = (1 << self._width * self._height) - 1
        ring = everywhere & ~self.mask(board.cells()) if rule.margin == 0 else 0
        self._never = ring | self.mask(cell for cell in board.cells() if board[cell] == WALL)
        self.occupied = ring | self.mask(cell for cell in board.cells() if board[cell] != EMPTY)

    def mask(self, cells: Iterable[Cell]) -> int:
        """The mask of some cells, no two of them the same."""
        return sum(1 << (cell.row + 1) * self._width + cell.col + 1 for cell in cells)

    def joined(self, a: Cell, b: Cell, occupied: int) -> bool:
        """Whether a path joins two cells where these cells are blocked."""
        if self._rule.max_turns > 2:
            return find_path(_Masked(self, occupied), a, b, self._rule) is not None
        masks = self[a, b]
        for place, mask in enumerate(masks):
            if not mask & occupied:
                # What was free is often free the next time.
                masks[0], masks[place] = mask, masks[0]
                return True
        return False

    def __missing__(self, ends: tuple[Cell, Cell]) -> list[int]:
        a, b = ends
        masks = self._between(a.row + 1, a.col + 1, b.row + 1, b.col + 1)
        inside = ~self.mask(ends)
        found = sorted({mask & inside for mask in masks if not mask & self._never})
        found.sort(key=int.bit_count)
        self[a, b] = self[b, a] = found
        return found

    def _between(self, top: int, left: int, bottom: int, right: int) -> list[int]:
        """Masks of the paths from one place to another, ends and margin included."""
        turns, width = self._rule.max_turns, self._width
        across, along = self._across, self._along
        found: list[int] = []
        if left != right and (turns or top == bottom):
            rows: Iterable[int] = range(self._height) if turns > 1 else {top, bottom}
            found += [
                across[abs(left - right) + 1] << row * width + min(left, right)
                | along[abs(row - top) + 1] << min(row, top) * width + left
                | along[abs(row - bottom) + 1] << min(row, bottom) * width + right
                for row in rows
            ]
        if top != bottom and (turns or left == right):
            cols: Iterable[int] = range(width) if turns > 1 else {left, right}
            found += [
                along[abs(top - bottom) + 1] << min(top, bottom) * width + col
                | across[abs(col - left) + 1] << top * width + min(col, left)
                | across[abs(col - right) + 1] << bottom * width + min(col, right)
                for col in cols
            ]
        return found


class _Masked:
    """Blocked cells as the plain rule takes them."""

    def __init__(self, needs: Needs, occupied: int) -> None:
        self.rows, self.cols = needs.rows, needs.cols
        self._needs, self._occupied = needs, occupied

    def is_empty(self, cell: Cell, /) -> bool:
        """Whether a path may run through the cell."""
        return not self._needs.mask([cell]) & self._occupied
