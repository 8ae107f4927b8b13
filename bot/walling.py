"""Cells that are known to be walls, though a picture shows a kind of tiles there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.board import UNKNOWN, WALL, Board
from bot.geometry import Cell
from bot.reading import Reading


class Walls:
    """Walls among the tiles of a board, by the kind that they show.

    A wall never moves: a kind of which one has left its place, and is seen elsewhere, is tiles
    again, all of them. One that is seen elsewhere besides was misread.
    """

    def __init__(self) -> None:
        self._cells: dict[int, frozenset[Cell]] = {}
        self.changed: Callable[[int], object] = lambda _: None
        """Told how many walls there are, whenever there are more or fewer."""

    def add(self, kind: int, first: Board, board: Board) -> bool:
        """Tell the tiles of a kind for walls from now on; False if they may be none.

        All that were on the first board must still be there, as far as they are not hidden.
        """
        cells = first.by_kind().get(kind, [])
        hidden = {cell for cell in cells if cell in board and board[cell] == UNKNOWN}
        if not cells or {*board.by_kind().get(kind, ()), *hidden} != set(cells):
            return False
        self._cells[kind] = frozenset(cells)
        self._tell()
        return True

    def drop(self, kinds: Iterable[int] | None = None) -> None:
        """Tell those that show some kinds, or any, for tiles again."""
        gone = self._cells.keys() & set(self._cells if kinds is None else kinds)
        for kind in gone:
            del self._cells[kind]
        if gone:
            self._tell()

    def seen(self, board: Board) -> Board:
        """The board as it is seen, with walls; what hides one hides no tile."""
        if not self._cells:
            return board
        there = board.by_kind()
        moved = [
            kind
            for kind, own in self._cells.items()
            if not own.issuperset(there.get(kind, []))
            and any(board[cell] not in {kind, UNKNOWN} for cell in own if cell in board)
        ]
        self.drop(moved)
        return self._with(dict.fromkeys(self._cells, WALL), board, {UNKNOWN, *self._cells})

    def read(self, reading: Reading) -> Reading:
        """The reading with the board as it is `seen`."""
        board = self.seen(reading.board)
        return reading if board is reading.board else replace(reading, board=board)

    def shown(self, board: Board) -> Board:
        """The board with the kinds that its walls show, as it is read by who knows of no walls."""
        return self._with({kind: kind for kind in self._cells}, board, {WALL})

    def _with(self, names: dict[int, int], board: Board, old: set[int]) -> Board:
        """The board with these names in cells of walls that have one of the old ones."""
        kinds = list(board.kinds)
        for kind, cells in self._cells.items():
            for cell in cells:
                if cell in board and board[cell] in old:
                    kinds[cell.row * board.cols + cell.col] = names[kind]
        return Board(board.rows, board.cols, tuple(kinds)) if self._cells else board

    def _tell(self) -> None:
        self.changed(sum(map(len, self._cells.values())))
