"""Whether a board that was found lies elsewhere, or where it did with something else beside it."""

from __future__ import annotations

import numpy as np

from bot.board import EMPTY, Board
from bot.geometry import Cell, Lattice
from bot.reading import Reading
from bot.shifted import BESIDE, PAIR, SAME


def is_elsewhere(lattice: Lattice, known: Lattice, tiles: int) -> bool:
    """Whether a board lies on other cells than those of a known one, or reaches beyond them.

    The last two of so many `tiles` have no other size all at once: a game that is won may show the
    like.
    """
    if np.abs(np.divide(lattice.pitch, known.pitch) - 1).max() > SAME:
        return tiles > PAIR
    corners = Cell(0, 0), Cell(lattice.rows - 1, lattice.cols - 1)
    for middle in map(lattice.center, corners):
        cell = known.cell_at(middle)
        if cell is None:
            return True
        if np.abs(np.subtract(middle, known.center(cell)) / known.pitch).max() > BESIDE:
            return True
    return False


def is_found_elsewhere(found: Reading, known: Reading, board: Board) -> bool:
    """Whether a board that was found lies elsewhere, and not where it did with a bar beside it.

    Most of its tiles are seen in their places then, and beyond them hardly any such as they are.

    Parameters
    ----------
    found, known
        what was found, and what was read of the same frame by lattice and faces of the board
    board
        as it should be
    """
    if not is_elsewhere(found.lattice, known.lattice, board.tiles):
        return False
    if np.abs(np.divide(found.lattice.pitch, known.lattice.pitch) - 1).max() > SAME:
        return True
    tiles = [cell for cell in board.cells() if board[cell] > EMPTY]
    stay = sum(cell in known.board and known.board[cell] == board[cell] for cell in tiles)
    if 2 * stay < len(tiles):
        return True
    inside: set[int] = set()
    beyond: list[int] = []
    for cell in (cell for cell in found.board.cells() if found.board[cell] > EMPTY):
        there = known.lattice.cell_at(found.lattice.center(cell))
        if there is None:
            beyond.append(found.board[cell])
        elif known.board[there] > EMPTY:
            inside.add(found.board[cell])
    return not beyond or 2 * sum(kind in inside for kind in beyond) >= len(beyond)
