"""All links of a board without gravity, kept up as tiles are taken.

Taking tiles only frees cells, so a pair that links goes on linking until one of it is taken. A pair
that links anew does so through a freed cell. Either that cell lies on the first or last segment of
the path, and then one of the two is the next tile in its row or column; or it lies inside the
middle segment, and then both see that segment, from before it and from behind. Nothing else is
tried again: that halves the work of trying all closed pairs, and on large kinds quarters it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bot.board import Board
from bot.errors import IllegalLinkError
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.spans import Pair, SpanTable, Table, run_around, table_for

Ends = tuple[Cell, Cell]


class OpenLinks:
    r"""The pairs of tiles that link now, for a game in which tiles stay where they are.

    Parameters
    ----------
    board
        what lies where at first
    rule
        what a path may do; with other than two turns every closed pair is tried by the plain rule
    seed
        of the numbers that `key` is made of; only keys of one seed and first board compare

    Attributes
    ----------
    key
        64 bits that stand for the tiles left, in whatever order the others went: the exclusive or
        of a random number of each (Zobrist, A New Hashing Method with Application for Game
        Playing, 1970); 0 when all are gone

    Examples
    --------
    >>> links = OpenLinks(Board.from_text("a b\na b"), LinkRule())
    >>> links.take(Cell(0, 0), Cell(1, 0))
    >>> list(links)
    [(Cell(row=0, col=1), Cell(row=1, col=1))]
    """

    key: int

    def __init__(self, board: Board, rule: LinkRule, seed: int = 0) -> None:
        table = _SeeingTable(board, rule.margin) if rule.max_turns == 2 else table_for(board, rule)
        self._table: Table = table
        self._pairs: list[Pair] = []
        self._ends: list[Ends] = []
        tile_in = {cell: tile for tile, cell in enumerate(table.cells)}
        for alike in board.by_kind().values():
            for index, a in enumerate(alike):
                for b in alike[index + 1 :]:
                    self._pairs.append(table.pair(0, tile_in[a], tile_in[b]))
                    self._ends.append((a, b))
        self._number = {ends: number for number, ends in enumerate(self._ends)}
        self._number |= {(b, a): number for number, (a, b) in enumerate(self._ends)}
        self._pairs_of: list[list[int]] = [[] for _ in table.cells]
        for number, pair in enumerate(self._pairs):
            self._pairs_of[pair.a].append(number)
            self._pairs_of[pair.b].append(number)
        if isinstance(table, _SeeingTable):
            table.meet(self._pairs)
        rng = Random(seed)
        self._keys = [rng.getrandbits(64) for _ in table.cells]
        self.key = 0
        for key in self._keys:
            self.key ^= key
        self._open: set[int] = set()
        self._closed = set(range(len(self._pairs)))
        self._try_all()

    def __iter__(self) -> Iterator[Ends]:
        """The pairs that link, kind by kind as they came in reading order at first."""
        return (self._ends[number] for number in sorted(self._open))

    def __len__(self) -> int:
        return len(self._open)

    def __contains__(self, ends: object) -> bool:
        """Whether two cells link, in either order."""
        return self._number.get(ends, -1) in self._open  # type: ignore[call-overload]

    def take(self, a: Cell, b: Cell) -> None:
        """Take the two tiles of a link.

        Raises
        ------
        IllegalLinkError
            if the two do not link now
        """
        number = self._number.get((a, b), -1)
        if number not in self._open:
            raise IllegalLinkError(f"{tuple(a)} and {tuple(b)} do not link here")
        table, pair = self._table, self._pairs[number]
        for tile in (pair.a, pair.b):
            self.key ^= self._keys[tile]
            self._open.difference_update(self._pairs_of[tile])
            self._closed.difference_update(self._pairs_of[tile])
            table.take(tile)
        if isinstance(table, _SeeingTable):
            opened = table.opened(pair.a, pair.b, self._closed)
            self._open.update(opened)
            self._closed.difference_update(opened)
        else:
            self._try_all()

    def _try_all(self) -> None:
        """Try every closed pair."""
        opened = [number for number in self._closed if self._table.joined(self._pairs[number])]
        self._open.update(opened)
        self._closed.difference_update(opened)

    def recompute(self) -> set[Ends]:
        """The pairs that link, found by trying every pair that is there: the plain way."""
        table, there = self._table, self._open | self._closed
        if isinstance(table, _SeeingTable):
            return {self._ends[number] for number in table.joined_of(self._pairs, there)}
        return {self._ends[number] for number in there if table.joined(self._pairs[number])}

    def snapshot(self) -> Any:
        """How the game stands now, for `restore`."""
        return self._table.snapshot(), frozenset(self._open), frozenset(self._closed), self.key

    def restore(self, saved: Any) -> None:
        """Stand again as when the snapshot was taken."""
        table, still_open, closed, self.key = saved
        self._table.restore(table)
        self._open, self._closed = set(still_open), set(closed)


_Mate = tuple[int, int, slice]
"""The number of a pair, the other tile of it, and the lines between the two."""


class _SeeingTable(SpanTable):
    """Spans that also tell which tiles see a freed cell."""

    def __init__(self, board: Board, margin: int) -> None:
        super().__init__(board, margin)
        self._kinds = [board[cell] for cell in self.cells]
        # By row and column with the margin at 0; -1 where no tile lies, as one beyond the margin.
        self._by_row = [[-1] * (board.cols + 3) for _ in range(board.rows + 3)]
        for tile, (row, col) in enumerate(self.where):
            self._by_row[row][col] = tile
        self._by_col = [list(line) for line in zip(*self._by_row, strict=True)]
        self._row_mates: list[list[_Mate]] = [[] for _ in self.cells]
        self._col_mates: list[list[_Mate]] = [[] for _ in self.cells]

    def meet(self, pairs: list[Pair]) -> None:
        """Say which pairs there are, before `opened` is asked."""
        for number, (_, a, b, rows, cols) in enumerate(pairs):
            for one, other in ((a, b), (b, a)):
                self._row_mates[one].append((number, other, rows))
                self._col_mates[one].append((number, other, cols))

    def joined_of(self, pairs: list[Pair], there: set[int]) -> list[int]:
        """The numbers of the pairs that are joined, of those there: `joined`, written out."""
        across, along = self.across, self.along
        free_rows, free_cols = self.free_rows, self.free_cols
        found = []
        for number in there:
            _, a, b, rows, cols = pairs[number]
            shared = across[a] & across[b]
            if shared:
                for free in free_rows[rows]:
                    shared &= free
            if not shared:
                shared = along[a] & along[b]
                if not shared:
                    continue
                for free in free_cols[cols]:
                    shared &= free
                if not shared:
                    continue
            found.append(number)
        return found

    def opened(self, a: int, b: int, closed: set[int]) -> list[int]:
        """The numbers of the closed pairs that two tiles, just taken, have opened.

        A pair may be named twice, or be one that links already.
        """
        nobody = {a, b, len(self.cells)}  # the last stands for whatever is no tile
        beside = {self._left[a], self._right[a], self._left[b], self._right[b]} - nobody
        found = _widened(beside, self.across, self.free_rows, self._row_mates, closed)
        beside = {self._up[a], self._down[a], self._up[b], self._down[b]} - nobody
        found += _widened(beside, self.along, self.free_cols, self._col_mates, closed)
        for tile in (a, b):
            row, col = self.where[tile]
            # A segment runs through the cell only if the cells before and behind it are free.
            if self.free_cols[col] >> (row - 1) & 0b101 == 0b101:
                run = run_around(self.free_cols[col], 1 << row)
                found += self._bridged(run, row, col, self.free_rows, self._by_row)
            if self.free_rows[row] >> (col - 1) & 0b101 == 0b101:
                run = run_around(self.free_rows[row], 1 << col)
                found += self._bridged(run, col, row, self.free_cols, self._by_col)
        return found

    def _bridged(
        self, run: int, middle: int, place: int, lines: list[int], tiles: list[list[int]]
    ) -> list[int]:
        """The pairs that see a run, one tile from each side of its freed cell.

        The run crosses the lines at one place of theirs; the freed cell is on line `middle`.
        """
        first, last = max(1, (run & -run).bit_length() - 1), min(len(lines) - 1, run.bit_length())
        seen: dict[int, list[int]] = {}
        for line in range(first, middle):
            for tile in _seen(lines[line], place, tiles[line]):
                if tile >= 0:
                    seen.setdefault(self._kinds[tile], []).append(tile)
        if not seen:
            return []
        return [
            number
            for line in range(middle + 1, last)
            for tile in _seen(lines[line], place, tiles[line])
            if tile >= 0 and self._kinds[tile] in seen
            for number, mate, _ in self._row_mates[tile]
            if mate in seen[self._kinds[tile]]
        ]


def _seen(free: int, place: int, tiles: list[int]) -> tuple[int, int]:
    """The next tiles before and behind a free place of a line; -1 where there is none."""
    before = (~free & ((1 << place) - 1)).bit_length() - 1  # -1 lies beyond the margin, too
    behind = free >> place
    return tiles[before], tiles[place + (~behind & (behind + 1)).bit_length() - 1]


def _widened(
    wider: set[int], runs: list[int], lines: list[int], mates: list[list[_Mate]], closed: set[int]
) -> list[int]:
    """The closed pairs of these tiles that are joined, now that their runs are wider."""
    found = []
    for tile in wider:
        run = runs[tile]
        for number, mate, between in mates[tile]:
            shared = run & runs[mate]
            if shared and number in closed:
                for free in lines[between]:
                    shared &= free
                if shared:
                    found.append(number)
    return found
