"""Equal neighbours: pairs that link at a glance, and how many of them a random deal has.

Lay `N` tiles, `n_k` of kind k, at random in cells of which `m` pairs are neighbours; a full board
has `m = rows * (cols - 1) + (rows - 1) * cols`. Any two cells hold equal tiles with the chance
`p = sum n_k (n_k - 1) / (N (N - 1))`, so `m p` neighbours are equal on average: 5.5 on 18 x 8 cells
with four tiles of each of 36 kinds.

For the chance of none, equal neighbours are counted as rare events that hardly know of each other:
Poisson's law says `exp(-m p)`. How much they do know shows in the variance, which is exact here by
the same counting for two pairs of neighbours at a time; the second term of the expansion of
`log P(0)` in factorial cumulants, `(variance - mean) / 2`, mends the law by that.
"""

from __future__ import annotations

from collections import Counter
from math import exp, perm

from bot.board import EMPTY, Board
from bot.geometry import Cell


def neighbours(board: Board) -> list[tuple[Cell, Cell]]:
    """Every two known tiles that lie side by side or one on the other, each pair once."""
    return [
        (cell, other)
        for cell in board.cells()
        for other in (Cell(cell.row, cell.col + 1), Cell(cell.row + 1, cell.col))
        if board[cell] > EMPTY and other in board and board[other] > EMPTY
    ]


def equal_neighbours(board: Board) -> int:
    r"""How many neighbours are of one kind.

    >>> equal_neighbours(Board.from_text("a a b\na b b"))
    4
    """
    return sum(board[cell] == board[other] for cell, other in neighbours(board))


def expected_equal_neighbours(board: Board) -> float:
    """How many neighbours are equal on average, if the tiles are laid at random in their cells.

    >>> expected_equal_neighbours(Board.from_text("a b c d"))
    0.0
    >>> expected_equal_neighbours(Board.from_text("a a b b"))
    1.0
    """
    return len(neighbours(board)) * _chance_of_alike(_counts(board), 2)


def variance_of_equal_neighbours(board: Board) -> float:
    """How far that number strays in random deals: the mean square of the distance to its mean."""
    edges, counts = neighbours(board), _counts(board)
    mean = len(edges) * _chance_of_alike(counts, 2)
    touches = Counter(cell for edge in edges for cell in edge)
    sharing = sum(perm(number, 2) for number in touches.values())
    apart = perm(len(edges), 2) - sharing
    both_equal = sharing * _chance_of_alike(counts, 3)
    if apart:
        both_equal += apart * _chance_of_two_alike(counts)
    return both_equal + mean - mean * mean


def chance_of_no_equal_neighbours(board: Board, *, poisson: bool = False) -> float:
    """About how likely a random deal has no equal neighbours.

    Parameters
    ----------
    board
        its kinds and cells; how they lie now does not matter
    poisson
        leave it at Poisson's law

    Returns
    -------
    chance
        in [0, 1]; of a million deals of 36 kinds on 18 x 8 cells 0.383 % have none: 0.374 % here,
        0.410 % by Poisson
    """
    mean = expected_equal_neighbours(board)
    if poisson:
        return exp(-mean)
    return min(1.0, exp((variance_of_equal_neighbours(board) - mean) / 2 - mean))


def _counts(board: Board) -> list[int]:
    return [len(cells) for cells in board.by_kind().values()]


def _chance_of_alike(counts: list[int], cells: int) -> float:
    """Chance that so many cells, named beforehand, hold tiles of one kind."""
    ways = perm(sum(counts), cells)
    return sum(perm(count, cells) for count in counts) / ways if ways else 0.0


def _chance_of_two_alike(counts: list[int]) -> float:
    """Chance that two cells hold equal tiles, and so do two others."""
    pairs = [perm(count, 2) for count in counts]
    one_kind = sum(perm(count, 4) for count in counts)
    two_kinds = sum(pairs) ** 2 - sum(pair * pair for pair in pairs)
    return (one_kind + two_kinds) / perm(sum(counts), 4)
