"""The link rule: two tiles of one kind joined by a path of at most two turns.

This is the one definition. Whatever is faster elsewhere is held against it. It plays on any grid
that tells its size and which cells are empty: a `Board`, a list of lists, a NumPy array, or a class
of your own.

>>> find_path([[7, 0, 7], [7, 8, 0]], Cell(0, 0), Cell(0, 2), LinkRule())
(Cell(row=0, col=0), Cell(row=0, col=2))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol, cast

from bot.errors import InputError
from bot.geometry import Cell

UP, RIGHT, DOWN, LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)
STEPS = (UP, RIGHT, DOWN, LEFT)


@dataclass(frozen=True, slots=True)
class LinkRule:
    """What a path may do.

    Parameters
    ----------
    max_turns
        the most turns a path may take; 2 in nearly every game
    margin
        rings of empty cells around the board where a path may run: 1, or 0 for none

    Raises
    ------
    InputError
        if a number is negative
    """

    max_turns: int = 2
    margin: int = 1

    def __post_init__(self) -> None:
        if self.max_turns < 0 or self.margin < 0:
            raise InputError(
                f"turns and margin are 0 or more, but got {self.max_turns} and {self.margin}"
            )


class Cells(Protocol):
    """Whatever a path can run on: it has a size and says which cells are empty."""

    @property
    def rows(self) -> int:
        """Rows of cells."""

    @property
    def cols(self) -> int:
        """Columns of cells."""

    def is_empty(self, cell: Cell, /) -> bool:
        """Whether a path may run through this cell of the board."""


class Grid(Cells, Protocol):
    """Whatever can be linked on: cells, and what lies in them."""

    def __getitem__(self, cell: Cell, /) -> int:
        """Kind of the tile in the cell; below 1 where there is none that can be linked."""

    def by_kind(self) -> dict[int, list[Cell]]:
        """Cells of each kind of tile, in reading order."""


class Rows(Protocol):
    """Rows of kinds, 0 where a cell is empty: a list of lists, or a two-dimensional array."""

    def __len__(self) -> int:
        """Rows of cells."""

    def __getitem__(self, row: int, /) -> Any:
        """Kinds of one row, left to right."""


@dataclass(frozen=True, slots=True)
class RowsGrid:
    """A grid over rows of kinds, which it does not copy.

    Raises
    ------
    InputError
        if there is no cell, or a row is not as long as the first
    """

    kinds: Rows

    def __post_init__(self) -> None:
        lengths = {len(self.kinds[row]) for row in range(len(self.kinds))}
        if len(lengths) != 1 or 0 in lengths:
            raise InputError(f"rows must be of one length, 1 or more, but got {sorted(lengths)}")

    @property
    def rows(self) -> int:
        """Rows of cells."""
        return len(self.kinds)

    @property
    def cols(self) -> int:
        """Columns of cells."""
        return len(self.kinds[0])

    def is_empty(self, cell: Cell, /) -> bool:
        """Whether the kind is 0."""
        return self[cell] == 0

    def __getitem__(self, cell: Cell, /) -> int:
        return int(self.kinds[cell.row][cell.col])

    def by_kind(self) -> dict[int, list[Cell]]:
        """Cells of each kind above 0, in reading order."""
        found: dict[int, list[Cell]] = {}
        for cell in (Cell(row, col) for row in range(self.rows) for col in range(self.cols)):
            if self[cell] > 0:
                found.setdefault(self[cell], []).append(cell)
        return found


@dataclass(frozen=True, slots=True)
class Link:
    """A legal move: two tiles of one kind, and a path that joins them.

    `a` comes before `b` in reading order. `path` holds the corner cells from `a` to `b`, ends
    included; it is left out of equality, for a link is the two tiles it takes.
    """

    a: Cell
    b: Cell
    path: tuple[Cell, ...] = field(compare=False)

    @property
    def turns(self) -> int:
        """How often the path turns."""
        return len(self.path) - 2

    @property
    def cells(self) -> int:
        """How many cells the path crosses between the two tiles; 0 for neighbours."""
        steps = sum(abs(p.row - q.row) + abs(p.col - q.col) for p, q in pairwise(self.path))
        return steps - 1


def find_path(cells: Cells | Rows, a: Cell, b: Cell, rule: LinkRule) -> tuple[Cell, ...] | None:
    """The path that joins two cells, whatever lies in them: the definition of the game.

    Parameters
    ----------
    cells
        anything with `rows`, `cols` and `is_empty`, or rows of kinds in which 0 is empty
    a, b
        two cells of the board, not the same
    rule
        how often the path may turn, and whether it may leave the board

    Returns
    -------
    path
        corner cells from `a` to `b`, ends included: of all paths the one with the fewest turns,
        among those the one over the fewest cells; None if there is no path
    """
    if a == b:
        return None
    return paths_from(_as_cells(cells), a, {b}, rule).get(b)


def find_link(grid: Grid | Rows, a: Cell, b: Cell, rule: LinkRule) -> Link | None:
    """The link of two tiles, or None: its path has the fewest turns, then the fewest cells.

    >>> find_link([[5, 6, 5]], Cell(0, 0), Cell(0, 2), LinkRule()).path
    (Cell(row=0, col=0), Cell(row=-1, col=0), Cell(row=-1, col=2), Cell(row=0, col=2))
    """
    grid = _as_grid(grid)
    if a == b or grid[a] < 1 or grid[a] != grid[b]:
        return None
    a, b = min(a, b), max(a, b)
    path = find_path(grid, a, b, rule)
    return Link(a, b, path) if path else None


def find_links(grid: Grid | Rows, rule: LinkRule) -> Iterator[Link]:
    """Every link of the board, kind by kind as they come in reading order."""
    grid = _as_grid(grid)
    for cells in grid.by_kind().values():
        later = set(cells)
        for a in cells[:-1]:
            later.remove(a)
            paths = paths_from(grid, a, later, rule)
            for b in sorted(paths):
                yield Link(a, b, paths[b])


def _as_cells(cells: Cells | Rows) -> Cells:
    return cast(Cells, cells) if hasattr(cells, "is_empty") else RowsGrid(cells)


def _as_grid(grid: Grid | Rows) -> Grid:
    return cast(Grid, grid) if hasattr(grid, "is_empty") else RowsGrid(grid)


_Head = tuple[int, tuple[Cell, ...], tuple[int, int] | None]
"""Steps so far, corners so far, and the direction of the last segment."""


def paths_from(
    grid: Cells, start: Cell, targets: set[Cell], rule: LinkRule
) -> dict[Cell, tuple[Cell, ...]]:
    """Best path from one cell to each of the targets that it reaches, whatever their kinds.

    A breadth-first walk by segments: all cells that are reached with no turn, from these all that
    are reached with one, and so on. Among paths of equal turns the shorter one is kept.
    """
    found: dict[Cell, tuple[Cell, ...]] = {}
    heads: list[_Head] = [(0, (start,), None)]
    passed: set[tuple[Cell, bool]] = set()
    for _ in range(rule.max_turns + 1):
        ends, reached = _one_segment_on(grid, heads, targets, passed, rule)
        for cell, (_, corners) in ends.items():
            found.setdefault(cell, corners)  # what was found sooner has fewer turns
        if len(found) == len(targets) or not reached:
            break
        passed |= reached.keys()
        heads = list(reached.values())
    return found


def _one_segment_on(
    grid: Cells,
    heads: list[_Head],
    targets: set[Cell],
    passed: set[tuple[Cell, bool]],
    rule: LinkRule,
) -> tuple[dict[Cell, tuple[int, tuple[Cell, ...]]], dict[tuple[Cell, bool], _Head]]:
    """Run on from every head, with a turn: the targets reached, and the heads after that.

    A head is kept for each cell and direction (True: along the row) not passed with fewer turns.
    """
    ends: dict[Cell, tuple[int, tuple[Cell, ...]]] = {}
    reached: dict[tuple[Cell, bool], _Head] = {}
    for steps, corners, last in heads:
        for step in STEPS:
            if last is not None and (step[0] == 0) == (last[0] == 0):
                continue  # straight on or back is no turn
            cell, length = corners[-1], steps
            while True:
                cell, length = Cell(cell.row + step[0], cell.col + step[1]), length + 1
                if cell in targets and (cell not in ends or length < ends[cell][0]):
                    ends[cell] = (length, (*corners, cell))
                if not _is_free(grid, cell, rule):
                    break
                key = (cell, step[0] == 0)
                if key in passed or (key in reached and reached[key][0] <= length):
                    break  # another head was here sooner, and so it was all along this line
                reached[key] = (length, (*corners, cell), step)
    return ends, reached


def _is_free(grid: Cells, cell: Cell, rule: LinkRule) -> bool:
    """Whether a path may run through the cell: empty, or in the margin."""
    if 0 <= cell.row < grid.rows and 0 <= cell.col < grid.cols:
        return grid.is_empty(cell)
    ring = min(rule.margin, 1)  # pressed flat onto the first ring, a path only gets shorter
    return -ring <= cell.row < grid.rows + ring and -ring <= cell.col < grid.cols + ring
