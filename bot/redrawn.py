"""A board in its place whose tiles look otherwise all at once: a game has another theme.

Equal tiles are equal still, whatever they look like, and lie where they lay. That explains every
cell of a board by itself, so that kinds keep their numbers, and all that was learned holds.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.geometry import Cell, Lattice
from bot.inplace import is_elsewhere, is_found_elsewhere
from bot.reading import Reading, board_of, cells_of
from bot.sampling import cut_all
from bot.shifted import GONE
from bot.sureness import sureness

_SEVERAL = 4
"""Kinds that are left, at least: fewer may lie so by chance."""


def told_anew(
    found: Reading, known: Reading, board: Board, least: int
) -> tuple[Reading, str] | None:
    """A board that was found, if it lies elsewhere or looks otherwise; and what is said of it.

    Parameters are those of `inplace.is_found_elsewhere`; it has so many tiles at `least`.
    """
    if found.board.tiles < least:
        return None
    if is_found_elsewhere(found, known, board):
        return found, "the board lies elsewhere in its window: going on with it there"
    if (anew := redrawn(found, known, board)) is not None:
        return anew, "the game has another look: going on with it"
    return None


def redrawn(found: Reading, known: Reading, board: Board) -> Reading | None:
    """A reading of a board in its place, with the kinds that it is known to have.

    Parameters
    ----------
    found
        what is read without knowing how its tiles look
    known
        what was read of it by how they looked
    board
        as it should be

    Returns
    -------
    Reading or None
        None where the board does not lie there, or other tiles do
    """
    there = found.lattice
    place = known.lattice.cell_at(there.center(Cell(0, 0)))
    if place is None or is_elsewhere(there, known.lattice, board.tiles):
        return None
    grid, (top, left) = np.full((board.rows, board.cols), EMPTY, np.int64), place
    part = grid[top : top + there.rows, left : left + there.cols]
    shown = np.asarray(found.board.kinds, np.int64).reshape(there.rows, there.cols)
    if part.shape != shown.shape or not known.board.is_sized_as(board):
        return None
    part[:] = shown
    numbers = _numbers(grid.ravel(), np.asarray(board.kinds, np.int64))
    if numbers is None:
        return None
    kinds = np.asarray([numbers.get(kind, EMPTY) for kind in grid.ravel().tolist()], np.int64)
    whole = Lattice(there.center(Cell(-top, -left)), there.pitch, board.rows, board.cols)
    faces = [numbers[kind] for kind in found.skin.kinds.tolist() if kind in numbers]
    if len(faces) != len(found.skin.kinds):
        return None
    skin = replace(found.skin, kinds=np.asarray(faces, np.int64))
    cells = cut_all(found.pixels, whole)
    marks = [(cell.row + top) * board.cols + cell.col + left for cell in found.selected]
    return Reading(
        board_of(kinds, whole),
        whole,
        skin,
        cells_of(np.asarray(marks, np.intp), whole),
        found.pixels,
        cells.astype(np.uint8),
        sureness(kinds, cells.astype(np.float32), skin),
    )


def _numbers(seen: NDArray[np.int64], board: NDArray[np.int64]) -> dict[int, int] | None:
    """The kind that each kind that is seen is known to be; None unless that explains every cell.

    A link that was clicked may have gone.
    """
    gone = np.count_nonzero((seen == EMPTY) & (board > EMPTY))
    if UNKNOWN in seen or ((seen > EMPTY) & (board <= EMPTY)).any() or gone > GONE:
        return None
    numbers: dict[int, int] = {}
    for now, was in zip(seen.tolist(), board.tolist(), strict=True):
        if now > EMPTY and numbers.setdefault(now, was) != was:
            return None
    return numbers if len(set(numbers.values())) >= _SEVERAL else None
