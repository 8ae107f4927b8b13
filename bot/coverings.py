"""What lies over a game now and then: a clicked tile's mark, a hint, a path, a pointer."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from bot.board import Board
from bot.boardview import draw, lattice_of
from bot.damage import paint_glow, paint_pointer
from bot.geometry import Cell, Rect
from bot.lots import random_colour
from bot.matcher import Link
from bot.position import Position
from bot.style import Style
from bot.widgets import inside

Shown = tuple[tuple[Cell, ...], tuple[Cell, ...], tuple[Cell, ...]]
"""Cells selected, hinted and hidden."""
_COVERED = 0.03
"""The share of a tile's pixels that must be covered to call its cell hidden."""


def covered_game(
    board: Board, style: Style, order: tuple[Cell, ...], lot: Random | None
) -> tuple[NDArray[np.uint8], Shown]:
    """Draw a game and, by lot, what lies over it.

    Parameters
    ----------
    board, style
        the game and its look
    order
        its tiles, those to be marked last
    lot
        None for nothing over it

    Returns
    -------
    picture : uint8 array of shape (H, W, 3), RGB
    shown : the cells selected, hinted, and hidden in part
    """
    mark = lot.random() if lot is not None else 1.0
    if lot is None or mark > 0.42 or not order:
        return draw(board, style), ((), (), ())
    if mark < 0.2:
        # The tiles that stay longest, so that one seed marks the same ones for long.
        selected = order[-1:] if lot.random() < 0.85 else order[-2:]
        return draw(board, style, selected=selected), (selected, (), ())
    plain = draw(board, style)
    if mark < 0.28:
        hinted = order[-2:]
        reach = max(2, min(style.tile) // 9)
        colour = random_colour(lot, strong=True)
        for cell in hinted:
            paint_glow(plain, _tile(board, style, cell), colour, reach)
        return plain, ((), hinted, ())
    if mark < 0.34:
        link = _some_link(board)
        if link is None:
            return plain, ((), (), ())
        ends = (link.a, link.b)
        before = draw(board, style, selected=ends)
        after = draw(board, style, selected=ends, path=link.path)
        return after, (ends, (), _covered(before, after, board, style))
    after = plain.copy()
    middle = lattice_of(board, style).center(lot.choice(list(board.cells())))
    spread = min(style.tile) // 3
    place = (
        round(middle.x) + lot.randint(-spread, spread),
        round(middle.y) + lot.randint(-spread, spread),
    )
    paint_pointer(after, place, lot.choice((1.0, 1.0, 1.5)))
    return after, ((), (), _covered(plain, after, board, style))


def _some_link(board: Board) -> Link | None:
    return next(iter(Position(board).legal_links), None)


def _tile(board: Board, style: Style, cell: Cell) -> Rect:
    """The whole pixels that a tile covers in the game's picture."""
    x, y = lattice_of(board, style).center(cell)
    width, height = style.tile
    return Rect(round(x - width / 2), round(y - height / 2), width, height)


def _covered(
    before: NDArray[np.uint8], after: NDArray[np.uint8], board: Board, style: Style
) -> tuple[Cell, ...]:
    """The cells whose pictures have changed in more than a few pixels."""
    changed = (before != after).any(axis=2)
    shares = {cell: inside(changed, _tile(board, style, cell)) for cell in board.cells()}
    return tuple(cell for cell, part in shares.items() if part.size and part.mean() > _COVERED)
