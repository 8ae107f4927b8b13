"""Dealt boards: seeded, and solvable when asked.

A deal is a list of couples of cells and a kind for each couple. A solvable deal takes its couples
from a game played backwards in the mind: two tiles that link are taken from the full board, the
others fall, and so on to the last. Played in that order the couples clear the board, whatever
kinds they are given.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from bot.board import EMPTY, MAX_CELLS, Board
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import LinkRule, paths_from
from bot.position import Gravity, remove

_T = TypeVar("_T")
Couple = tuple[Cell, Cell]

_USUAL = LinkRule()


def deal(
    rows: int,
    cols: int,
    kinds: int,
    seed: int | None = None,
    *,
    solvable: bool = False,
    hard: bool = False,
    rule: LinkRule = _USUAL,
    gravity: Gravity = Gravity.NONE,
) -> Board:
    """Deal a full board.

    Parameters
    ----------
    rows, cols
        size in cells; an even number of cells in all
    kinds
        how many kinds, each dealt two at a time and as evenly as that allows
    seed
        the same seed deals the same board everywhere; None deals a new one each time
    solvable
        deal a board that can surely be cleared under `rule` and `gravity`
    hard
        deal few links to begin with, above all few neighbours that are equal
    rule, gravity
        the rules that will be played; they matter to `solvable` and `hard` alone

    Raises
    ------
    InputError
        if the cells are odd or too many, or the kinds are fewer than 1 or more than half the cells

    Examples
    --------
    >>> print(deal(2, 4, kinds=3, seed=7))
    a b b a
    c c c c
    """
    _refuse_misfit(rows, cols, kinds)
    rng = Random(seed)
    if solvable:
        couples = _couples_of_a_game(rows, cols, rule, gravity, rng, far=hard)
    else:
        cells = _shuffled(_cells(rows, cols), rng)
        couples = list(zip(cells[::2], cells[1::2], strict=True))
    names = _names(len(couples), kinds, rng)
    if hard:
        _part_openings(couples, names, _openings(rows, cols, rule), rng)
    kind_of = {cell: kind for couple, kind in zip(couples, names, strict=True) for cell in couple}
    return Board(rows, cols, tuple(kind_of[cell] for cell in _cells(rows, cols)))


def _refuse_misfit(rows: int, cols: int, kinds: int) -> None:
    if rows < 1 or cols < 1:
        raise InputError(f"a deal needs at least 1 row and 1 column, but got {rows} x {cols}")
    cells = rows * cols
    if cells > MAX_CELLS:
        raise InputError(f"a deal has at most {MAX_CELLS} cells, but {rows} x {cols} is {cells}")
    if cells % 2:
        raise InputError(
            f"a deal needs an even number of cells, but {rows} x {cols} is {cells}; "
            "tiles come in pairs"
        )
    if not 1 <= kinds <= cells // 2:
        raise InputError(
            f"{rows} x {cols} cells take 1 to {cells // 2} kinds, two tiles each, but got {kinds}"
        )


def _cells(rows: int, cols: int) -> list[Cell]:
    return [Cell(row, col) for row in range(rows) for col in range(cols)]


def _below(limit: int, rng: Random) -> int:
    """A number from 0 up to the limit, by `Random.random`: all that every Python deals alike."""
    return int(rng.random() * limit)


def _shuffled(items: Sequence[_T], rng: Random) -> list[_T]:
    """The items in random order (Fisher and Yates)."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = _below(last + 1, rng)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def _names(count: int, kinds: int, rng: Random) -> list[int]:
    """A kind for each couple; what is left over goes to kinds drawn by lot."""
    rounds, spare = divmod(count, kinds)
    every = list(range(1, kinds + 1))
    return _shuffled(every * rounds + _shuffled(every, rng)[:spare], rng)


def _couples_of_a_game(
    rows: int, cols: int, rule: LinkRule, gravity: Gravity, rng: Random, *, far: bool
) -> list[Couple]:
    """Take linked tiles from a full board to the last: the couples, each by its first cells.

    There is always a link. Where tiles fall, two that lie on the floor next to each other, or one
    on the other, join straight. Else look at the box around all tiles: two tiles in its top row
    join straight, and so in the outer column; where each holds one, these two join with one turn.
    `far` prefers partners that lie far apart in the deal.
    """
    home = _cells(rows, cols)
    board = Board(rows, cols, tuple(range(1, len(home) + 1)))  # each tile a kind of its own
    couples: list[Couple] = []
    while board.tiles:
        a, b = _some_link(board, rule, gravity, rng, home, far=far)
        couples.append((home[board[a] - 1], home[board[b] - 1]))
        board = remove(board, a, b, gravity)
    return couples


def _some_link(
    board: Board, rule: LinkRule, gravity: Gravity, rng: Random, home: list[Cell], *, far: bool
) -> Couple:
    """Two cells that a path joins, whatever their kinds; neighbours only if there is no other.

    Inside a full board neighbours are all that links. Taken as they come, they would make a deal
    that starts with several times the equal neighbours of a random one.
    """
    tiles = [cell for cell in board.cells() if board[cell] != EMPTY]
    neighbours: Couple | None = None
    for a in _shuffled(tiles, rng):
        reached = sorted(paths_from(board, a, set(tiles) - {a}, rule))
        if not rule.max_turns and gravity is Gravity.NONE:
            # Straight paths can strand a last tile in each line; not where lines stay even.
            reached = [b for b in reached if (a.row == b.row) == (board.cols % 2 == 0)]
        distant = [b for b in reached if _apart(a, b) > 1]
        if distant:
            drawn = [distant[_below(len(distant), rng)] for _ in range(3 if far else 1)]
            return a, max(drawn, key=lambda b: _apart(home[board[a] - 1], home[board[b] - 1]))
        if reached and neighbours is None:
            neighbours = a, reached[_below(len(reached), rng)]
    assert neighbours is not None, "two tiles of a settled board always link"
    return neighbours


def _apart(a: Cell, b: Cell) -> int:
    return abs(a.row - b.row) + abs(a.col - b.col)


def _openings(rows: int, cols: int, rule: LinkRule) -> dict[Cell, list[Cell]]:
    """For each cell of a full board, those that it would link with if the kinds were equal."""
    board = Board(rows, cols, (1,) * (rows * cols))
    every = set(board.cells())
    return {cell: sorted(paths_from(board, cell, every - {cell}, rule)) for cell in board.cells()}


def _part_openings(
    couples: list[Couple], names: list[int], openings: dict[Cell, list[Cell]], rng: Random
) -> None:
    """Swap kinds between couples while that leaves fewer links to begin with, but one at least."""
    kind_of = {cell: kind for couple, kind in zip(couples, names, strict=True) for cell in couple}

    def cost(couple: Couple) -> int:
        return sum(
            3 if _apart(cell, other) == 1 else 2
            for cell in couple
            for other in openings[cell]
            if kind_of[other] == kind_of[cell]
        )

    def swap(one: int, two: int) -> None:
        names[one], names[two] = names[two], names[one]
        for number in (one, two):
            for cell in couples[number]:
                kind_of[cell] = names[number]

    for _ in range(3):
        for one in _shuffled(range(len(couples)), rng):
            if not cost(couples[one]):
                continue
            two = _below(len(couples), rng)
            before = cost(couples[one]) + cost(couples[two])
            swap(one, two)
            after = cost(couples[one]) + cost(couples[two])
            if after >= before or not any(map(cost, couples)):
                swap(one, two)
