"""Shuffles: the tiles that are left, laid anew in the cells that hold them now.

This is what games do when no link is left, or when a button is pressed. Most lay the tiles at
random and may leave a board that cannot be cleared; a kind game makes sure of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.backwards import Couple, couples_of_a_game, refuse_odd_pocket, shuffled
from bot.board import EMPTY, Board
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.position import Gravity

_USUAL = LinkRule()

MOST_TRIES = 20
"""Shuffles that come out as the board was, before it is believed that there is no other."""


def shuffle(
    board: Board,
    seed: int | None = None,
    *,
    rule: LinkRule = _USUAL,
    gravity: Gravity = Gravity.NONE,
    solvable: bool = True,
) -> Board:
    r"""Lay the tiles anew; empty, unknown and walled cells stay as they are.

    Parameters
    ----------
    board
        the board now, at any moment of a game
    seed
        the same seed shuffles the same way everywhere; None shuffles anew each time
    rule, gravity
        the rules that are played; they matter to `solvable` alone
    solvable
        make sure that every known tile can be cleared from here

    Returns
    -------
    board
        the same tiles in the same cells; not as before, where there is another way to lay them

    Raises
    ------
    InputError
        if `solvable` is asked for and a kind is odd, or no way to lay the tiles was found

    Examples
    --------
    >>> print(shuffle(Board.from_text("a b . #\nb a . ."), seed=1))
    b a . #
    b a . .
    """
    rng = Random(seed)
    after = board
    for _ in range(MOST_TRIES):
        after = laid_solvable(board, rng, rule, gravity) if solvable else laid_at_random(board, rng)
        if after != board:
            break
    return after


def laid_at_random(board: Board, rng: Random) -> Board:
    """The tiles in any order, each order as likely as the others."""
    cells = _cells_of_tiles(board)
    return _laid(board, cells, shuffled([board[cell] for cell in cells], rng))


def laid_solvable(board: Board, rng: Random, rule: LinkRule, gravity: Gravity) -> Board:
    """The tiles in couples of a game played backwards on the shape that is left."""
    if board.odd_kinds:
        raise InputError(
            f"no shuffle clears an odd number of tiles, but kind {board.odd_kinds[0]} has one"
        )
    refuse_odd_pocket(board, rule, gravity)
    couples = couples_of_a_game(board, rule, gravity, rng)
    if couples is None:
        raise InputError(
            f"no shuffle that can be cleared was found for {len(_cells_of_tiles(board))} tiles "
            "in the cells they lie in"
        )
    return laid_in_couples(board, couples, rng)


def laid_in_couples(board: Board, couples: Sequence[Couple], rng: Random) -> Board:
    """The tiles two by two in these couples of cells, kinds in random order."""
    kinds = [kind for kind, cells in board.by_kind().items() for _ in range(len(cells) // 2)]
    names = shuffled(sorted(kinds), rng)
    cells = [cell for couple in couples for cell in couple]
    return _laid(board, cells, [kind for kind in names for _ in range(2)])


def _cells_of_tiles(board: Board) -> list[Cell]:
    return [cell for cell in board.cells() if board[cell] > EMPTY]


def _laid(board: Board, cells: Sequence[Cell], kinds: Sequence[int]) -> Board:
    after = list(board.kinds)
    for cell, kind in zip(cells, kinds, strict=True):
        after[cell.row * board.cols + cell.col] = kind
    return Board(board.rows, board.cols, tuple(after))
