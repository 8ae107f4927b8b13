"""Fast links: the free runs around each tile, kept up to date as tiles are taken.

Two tiles join with at most two turns exactly if, by rows or by columns, the free runs that start
at them share a line and that line is free all the way between them. Runs are bit masks, so one
`&` tries every place where a path may turn. `PlainTable` answers the same questions by the rule
of `matcher`, for every rule that spans do not cover.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

from bot.board import EMPTY, Board
from bot.geometry import Cell
from bot.matcher import LinkRule, find_path


class Pair(NamedTuple):
    """Two tiles of one kind, `a` before `b`, and the bit that stands for the two.

    `rows` and `cols` are the lines strictly between them, as slices of a table's masks.
    """

    bit: int
    a: int
    b: int
    rows: slice
    cols: slice


class Table(ABC):
    """Tiles that are only ever taken away, numbered from 0 in reading order.

    Attributes
    ----------
    cells
        where each tile lies
    gone
        1 for each tile that was taken
    stride
        how many pairs may be swept before it is time to look at the clock
    """

    cells: list[Cell]
    gone: bytearray
    stride = 20_000

    def pair(self, number: int, a: int, b: int) -> Pair:
        """Two tiles of one kind, a before b, and the place of their bit."""
        (top, left), (bottom, right) = self.cells[a], self.cells[b]
        left, right = min(left, right), max(left, right)
        return Pair(1 << number, a, b, slice(top + 2, bottom + 1), slice(left + 2, right + 1))

    def reset(self) -> None:
        """Put every tile back."""
        self.restore(self._fresh)

    @property
    @abstractmethod
    def _fresh(self) -> Any: ...

    @abstractmethod
    def snapshot(self) -> Any:
        """How the table stands now, for `restore`."""

    @abstractmethod
    def restore(self, saved: Any) -> None:
        """Stand again as when the snapshot was taken."""

    @abstractmethod
    def take(self, tile: int) -> None:
        """Take one tile that is not gone."""

    @abstractmethod
    def joined(self, pair: Pair) -> bool:
        """Whether a path joins two tiles; a tile that is gone may still be an end."""

    def sweep(self, pairs: list[Pair], line: list[Pair]) -> list[Pair]:
        """Take every pair that is there and joined, in order, and add it to the line.

        Returns
        -------
        later
            the pairs that are still there
        """
        gone, later = self.gone, []
        for pair in pairs:
            if gone[pair.a] or gone[pair.b]:
                continue
            if self.joined(pair):
                self.take(pair.a)
                self.take(pair.b)
                line.append(pair)
            else:
                later.append(pair)
        return later

    def flood(
        self, tiles: list[int], partners: list[list[Pair]], allowed: int, fired: list[Pair]
    ) -> list[int]:
        """Take every tile that an allowed pair joins with a tile, be that gone or not.

        Parameters
        ----------
        tiles
            numbers of tiles to take
        partners
            for every tile its pairs; the one that took it is moved to the front of them
        allowed
            the bits of the pairs that may go
        fired
            the pairs that took a tile are added here, in order

        Returns
        -------
        left
            the tiles that did not go
        """
        gone, before = self.gone, -1
        while before < len(fired):
            before = len(fired)
            for tile in tiles:
                for pair in partners[tile]:
                    if gone[tile]:
                        break
                    if pair.bit & allowed and self.joined(pair):
                        fired.append(pair)
                        for end in (pair.a, pair.b):
                            if not gone[end]:
                                self.take(end)
            tiles = [tile for tile in tiles if not gone[tile]]
        return tiles


def table_for(board: Board, rule: LinkRule) -> Table:
    """The fastest table that plays by the rule."""
    return SpanTable(board, rule.margin) if rule.max_turns == 2 else PlainTable(board, rule)


class PlainTable(Table):
    """A table that asks the plain link rule."""

    stride = 8

    def __init__(self, board: Board, rule: LinkRule) -> None:
        self.rows, self.cols = board.rows, board.cols
        self.cells = [cell for cell in board.cells() if board[cell] > EMPTY]
        self.gone = bytearray(len(self.cells))
        self._rule = rule
        self._free = {cell for cell in board.cells() if board[cell] == EMPTY}
        self._start = self.snapshot()

    @property
    def _fresh(self) -> tuple[bytes, frozenset[Cell]]:
        return self._start

    def snapshot(self) -> tuple[bytes, frozenset[Cell]]:
        """How the table stands now."""
        return bytes(self.gone), frozenset(self._free)

    def restore(self, saved: tuple[bytes, frozenset[Cell]]) -> None:
        """Stand as when the snapshot was taken."""
        self.gone[:] = saved[0]
        self._free = set(saved[1])

    def take(self, tile: int) -> None:
        """Take one tile."""
        self.gone[tile] = 1
        self._free.add(self.cells[tile])

    def joined(self, pair: Pair) -> bool:
        """Whether a path joins two tiles."""
        return find_path(self, self.cells[pair.a], self.cells[pair.b], self._rule) is not None

    def is_empty(self, cell: Cell) -> bool:
        """Whether a path may run through the cell."""
        return cell in self._free


_Saved = tuple[bytes, tuple[tuple[int, ...], ...]]


class SpanTable(Table):
    """A table for paths of at most two turns.

    In a mask of a row, bit `col + 1` stands for a cell and bits 0 and `cols + 1` for the margin;
    masks of columns likewise. More than one ring of margin never helps: pressed flat onto the
    first ring, a path gets no more turns.

    `across[t]` is the free run of t's row around t, with t itself; `along[t]` that of its column.
    One slot more than there are tiles takes the writes that fall off the board.
    """

    def __init__(self, board: Board, margin: int) -> None:
        self.cells = [cell for cell in board.cells() if board[cell] > EMPTY]
        self.where = [(cell.row + 1, cell.col + 1) for cell in self.cells]
        rows = [[(row, col) for col in range(board.cols)] for row in range(board.rows)]
        cols = [[(row, col) for row in range(board.rows)] for col in range(board.cols)]
        number = {(cell.row, cell.col): tile for tile, cell in enumerate(self.cells)}
        blocked = {(c.row, c.col) for c in board.cells() if board[c] != EMPTY}
        count = len(self.cells)
        self.gone = bytearray(count + 1)
        self._left, self._right, self.across = _runs(rows, number, blocked, margin, count)
        self._up, self._down, self.along = _runs(cols, number, blocked, margin, count)
        self.free_rows = [0, *(_free_mask(line, blocked, margin) for line in rows), 0]
        self.free_cols = [0, *(_free_mask(line, blocked, margin) for line in cols), 0]
        self._start = self.snapshot()

    @property
    def _fresh(self) -> _Saved:
        return self._start

    def snapshot(self) -> _Saved:
        """How the table stands now."""
        lists = (
            self._left, self._right, self._up, self._down,
            self.across, self.along, self.free_rows, self.free_cols,
        )  # fmt: skip
        return bytes(self.gone), tuple(tuple(numbers) for numbers in lists)

    def restore(self, saved: _Saved) -> None:
        """Stand as when the snapshot was taken."""
        self.gone[:] = saved[0]
        (
            self._left, self._right, self._up, self._down,
            self.across, self.along, self.free_rows, self.free_cols,
        ) = map(list, saved[1])  # fmt: skip

    def take(self, tile: int) -> None:
        """Take one tile: its runs go to its neighbours."""
        self.gone[tile] = 1
        row, col = self.where[tile]
        self.free_rows[row] |= 1 << col
        self.free_cols[col] |= 1 << row
        left, right, run = self._left[tile], self._right[tile], self.across[tile]
        self.across[left] |= run
        self.across[right] |= run
        self._right[left] = right
        self._left[right] = left
        up, down, run = self._up[tile], self._down[tile], self.along[tile]
        self.along[up] |= run
        self.along[down] |= run
        self._down[up] = down
        self._up[down] = up

    def joined(self, pair: Pair) -> bool:
        """Whether a path joins two tiles."""
        _, a, b, rows, cols = pair
        if self.gone[a]:
            self._look_again(a)
        if self.gone[b]:
            self._look_again(b)
        shared = self.across[a] & self.across[b]
        if shared:
            for line in self.free_rows[rows]:
                shared &= line
            if shared:
                return True
        shared = self.along[a] & self.along[b]
        if shared:
            for line in self.free_cols[cols]:
                shared &= line
        return shared != 0

    def sweep(self, pairs: list[Pair], line: list[Pair]) -> list[Pair]:
        """Take every pair that is there and joined: `joined`, but twice as fast written out."""
        gone, take, later = self.gone, self.take, []
        across, along, free_rows, free_cols = (
            self.across,
            self.along,
            self.free_rows,
            self.free_cols,
        )
        for pair in pairs:
            _, a, b, rows, cols = pair
            if gone[a] or gone[b]:
                continue
            shared = across[a] & across[b]
            if shared:
                for free in free_rows[rows]:
                    shared &= free
            if not shared:
                shared = along[a] & along[b]
                if shared:
                    for free in free_cols[cols]:
                        shared &= free
                if not shared:
                    later.append(pair)
                    continue
            take(a)
            take(b)
            line.append(pair)
        return later

    def flood(  # noqa: PLR0912 - the innermost loop of a proof: every call in it would show
        self, tiles: list[int], partners: list[list[Pair]], allowed: int, fired: list[Pair]
    ) -> list[int]:
        """Take every tile that an allowed pair joins with a tile: `joined`, written out."""
        gone, take, look_again = self.gone, self.take, self._look_again
        across, along, free_rows, free_cols = (
            self.across,
            self.along,
            self.free_rows,
            self.free_cols,
        )
        before = -1
        while before < len(fired):
            before, left = len(fired), []
            for tile in tiles:
                if gone[tile]:
                    continue
                mine = partners[tile]
                for pair in mine:
                    bit, a, b, rows, cols = pair
                    if not bit & allowed:
                        continue
                    if gone[a]:
                        look_again(a)
                    elif gone[b]:
                        look_again(b)
                    shared = across[a] & across[b]
                    if shared:
                        for free in free_rows[rows]:
                            shared &= free
                    if not shared:
                        shared = along[a] & along[b]
                        if shared:
                            for free in free_cols[cols]:
                                shared &= free
                        if not shared:
                            continue
                    fired.append(pair)
                    if not gone[a]:
                        take(a)
                    if not gone[b]:
                        take(b)
                    if pair is not mine[0]:
                        mine.remove(pair)
                        mine.insert(0, pair)
                    break
                else:
                    left.append(tile)
            tiles = left
        return [tile for tile in tiles if not gone[tile]]

    def _look_again(self, tile: int) -> None:
        """Renew the runs of a tile that is gone, for nobody keeps those up to date."""
        row, col = self.where[tile]
        self.across[tile] = run_around(self.free_rows[row], 1 << col)
        self.along[tile] = run_around(self.free_cols[col], 1 << row)


def run_around(free: int, bit: int) -> int:
    """The run of set bits around one bit, and that bit itself.

    >>> bin(run_around(0b1010111, 0b1000))
    '0b11111'
    """
    below = free | bit | (bit - 1)
    return ((below + 1) & ~below) - (1 << ((bit - 1) & ~free).bit_length())


def _free_mask(line: list[tuple[int, int]], blocked: set[tuple[int, int]], margin: int) -> int:
    mask = sum(2 << place for place, cell in enumerate(line) if cell not in blocked)
    return mask | (1 | 2 << len(line) if margin else 0)


def _runs(
    lines: list[list[tuple[int, int]]],
    number: dict[tuple[int, int], int],
    blocked: set[tuple[int, int]],
    margin: int,
    count: int,
) -> tuple[list[int], list[int], list[int]]:
    """For each tile the tile before it in its line, the one behind it, and the run around it.

    Where an edge or a cell that cannot be told comes first, the neighbour is number `count`.
    """
    before, behind, run = [count] * (count + 1), [count] * (count + 1), [0] * (count + 1)
    for line in lines:
        free = _free_mask(line, blocked, margin)
        last = count
        for place, cell in enumerate(line):
            if cell not in blocked:
                continue
            tile = number.get(cell, count)
            before[tile], behind[last] = last, tile
            run[tile] = run_around(free, 2 << place)
            last = tile
        behind[last] = count
    return before, behind, run
