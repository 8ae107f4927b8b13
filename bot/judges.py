"""Four published ways of judging whether two cells link, each as short as it can be said.

All are held against `matcher`, which is the definition, and are raced by `linkup bench links`. None
asks what lies in the two cells. That ends may be covered and that a path never runs through the
second end holds for all: a straight line is free between its ends, not on them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import STEPS, Cells, LinkRule

Judge = Callable[[Cells, Cell, Cell, LinkRule], bool]
"""Whether a path joins two cells under a rule."""


def cross_and_corner(cells: Cells, a: Cell, b: Cell, rule: LinkRule) -> bool:
    """Judge by cases: a straight line, one of two corners, or a cross of free cells around `a`.

    The usual way of tutorials, 分类判断法 (blog.csdn.net/weixin_34257076/article/details/91860520).
    Two turns are a free cell in line with `a` that one turn joins with `b`.

    Raises
    ------
    InputError
        if the rule allows more than the two turns that there are cases for
    """
    if rule.max_turns > 2:
        raise InputError(f"the cases end at 2 turns, but the rule allows {rule.max_turns}")
    if a == b:
        return False
    if _straight(cells, a, b, rule) or (rule.max_turns > 0 and _corner(cells, a, b, rule)):
        return True
    return rule.max_turns > 1 and any(
        _corner(cells, cell, b, rule) for cell in _cross(cells, a, rule)
    )


def recursion(cells: Cells, a: Cell, b: Cell, rule: LinkRule) -> bool:
    """Judge by recursion on turns: `n` turns are a free cell in line with `a`, and `n - 1` from it.

    The rule behind 分类判断法, named there and spelled out for any number of turns. The work is
    multiplied by the length of a cross with each turn, so it is for few turns.
    """
    if a == b:
        return False
    if _straight(cells, a, b, rule):
        return True
    fewer = LinkRule(rule.max_turns - 1, rule.margin) if rule.max_turns else None
    return fewer is not None and any(
        recursion(cells, cell, b, fewer) for cell in _cross(cells, a, rule)
    )


class Crossing(NamedTuple):
    """How good a path is: fewest turns (MinCrossing), then fewest cells between (MinDistance)."""

    turns: int
    cells: int


def min_crossing(cells: Cells, a: Cell, b: Cell, rule: LinkRule) -> Crossing | None:
    """The turns and cells of the best path, by breadth-first search with turns as its distance.

    From 编程之美 (The Beauty of Programming, 2008), 1.14 连连看游戏设计, which keeps for each cell
    MinCrossing, and MinDistance to choose among equals. The latter is kept for each direction of
    arrival, along rows and along columns: which one is nearer changes with the next turn.

    Returns
    -------
    crossing
        of the path with the fewest turns, among those over the fewest cells; None if there is none
    """
    if a == b:
        return None
    known: dict[tuple[Cell, bool], int] = {}  # steps to each cell and direction; True: by the row
    heads = {(a, True): 0, (a, False): 0}
    for turns in range(rule.max_turns + 1):
        following: dict[tuple[Cell, bool], int] = {}
        nearest: int | None = None
        for (head, by_row), steps in heads.items():
            for step in STEPS:
                if (step[0] == 0) == by_row:
                    continue  # on along the same line is no turn
                for distance, cell in enumerate(_ray(cells, head, b, step, rule), start=steps + 1):
                    if cell == b:
                        nearest = distance if nearest is None else min(nearest, distance)
                    elif (key := (cell, not by_row)) not in known:
                        following[key] = min(distance, following.get(key, distance))
        if nearest is not None:
            return Crossing(turns, nearest - 1)
        known |= following
        heads = following
    return None


def breadth_first(cells: Cells, a: Cell, b: Cell, rule: LinkRule) -> bool:
    """Judge by `min_crossing`."""
    return min_crossing(cells, a, b, rule) is not None


class Bits:
    """Judges by bits: the whole board is one integer, and all paths run on at once.

    The occluded fill of Steffan Westcott (chessprogramming.org, Kogge-Stone Algorithm): each
    round goes as far on as all before, so that a line of 20 cells takes five. An addition would
    do as much in one, but carries run to higher bits only, and paths run four ways.

    Parameters
    ----------
    cells, rule
        copied as they are now
    """

    def __init__(self, cells: Cells, rule: LinkRule) -> None:
        # A ring around the board, and a bit between rows that stays 0 so that none runs over.
        self._wide, self._turns = cells.cols + 3, rule.max_turns
        self._longest = max(cells.rows, cells.cols) + 2
        free = 0
        for row in range(-1, cells.rows + 1):
            for col in range(-1, cells.cols + 1):
                if _is_free(cells, Cell(row, col), rule):
                    free |= self._bit(Cell(row, col))
        self._free = free

    def _bit(self, cell: Cell) -> int:
        return 1 << ((cell.row + 1) * self._wide + cell.col + 1)

    def joined(self, a: Cell, b: Cell) -> bool:
        """Whether a path joins two cells."""
        target, reached = self._bit(b), self._bit(a)
        if reached == target:
            return False
        free = self._free | target
        for _ in range(self._turns + 1):
            upwards = self._run_on(reached, free, 1) | self._run_on(reached, free, self._wide)
            reached = upwards | self._back(reached, free, 1) | self._back(reached, free, self._wide)
            if reached & target:
                return True
        return False

    def _run_on(self, reached: int, free: int, step: int) -> int:
        """What is reached and all cells in a free line from it, to higher bits."""
        longest = step * self._longest
        while step < longest:
            reached |= free & reached << step
            free &= free << step
            step *= 2
        return reached

    def _back(self, reached: int, free: int, step: int) -> int:
        """The same to lower bits."""
        longest = step * self._longest
        while step < longest:
            reached |= free & reached >> step
            free &= free >> step
            step *= 2
        return reached


def bit_parallel(cells: Cells, a: Cell, b: Cell, rule: LinkRule) -> bool:
    """Judge by `Bits`, packed for this one answer."""
    return Bits(cells, rule).joined(a, b)


JUDGES: dict[str, Judge] = {
    "cross and corner": cross_and_corner,
    "recursion on turns": recursion,
    "breadth first": breadth_first,
    "bit parallel": bit_parallel,
}
"""Every judge by its name."""


def _is_free(cells: Cells, cell: Cell, rule: LinkRule) -> bool:
    """Whether a path may run through the cell; a second ring of margin never helps."""
    if 0 <= cell.row < cells.rows and 0 <= cell.col < cells.cols:
        return cells.is_empty(cell)
    ring = min(rule.margin, 1)
    return -ring <= cell.row < cells.rows + ring and -ring <= cell.col < cells.cols + ring


def _ray(
    cells: Cells, start: Cell, end: Cell, step: tuple[int, int], rule: LinkRule
) -> Iterator[Cell]:
    """The free cells from `start` one way on, and `end` behind them if it comes next."""
    cell = Cell(start.row + step[0], start.col + step[1])
    while cell != end and _is_free(cells, cell, rule):
        yield cell
        cell = Cell(cell.row + step[0], cell.col + step[1])
    if cell == end:
        yield cell


def _cross(cells: Cells, a: Cell, rule: LinkRule) -> Iterator[Cell]:
    """The free cells in line with `a`, each way as far as they go."""
    for step in STEPS:
        yield from _ray(cells, a, a, step, rule)


def _straight(cells: Cells, a: Cell, b: Cell, rule: LinkRule) -> bool:
    """Whether two unlike cells lie in one line, free between them."""
    if a.row != b.row and a.col != b.col:
        return False
    step = ((b.row > a.row) - (b.row < a.row), (b.col > a.col) - (b.col < a.col))
    return b in _ray(cells, a, b, step, rule)


def _corner(cells: Cells, a: Cell, b: Cell, rule: LinkRule) -> bool:
    """Whether one of the two cells in line with both is free, and so are its lines to them."""
    if a.row == b.row or a.col == b.col:
        return _straight(cells, a, b, rule)  # the corner would be an end
    return any(
        _is_free(cells, corner, rule)
        and _straight(cells, a, corner, rule)
        and _straight(cells, corner, b, rule)
        for corner in (Cell(a.row, b.col), Cell(b.row, a.col))
    )
