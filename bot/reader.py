"""Reading a frame: from pixels to a board, and how sure we are of each cell.

A lattice is a guess until the board on it makes sense: every kind of tile occurs an even number
of times. So the lattices that explain the picture are tried in turn, and the outer rows and
columns are taken in or left out by the tiles found there.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.cutting import cut
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Cell, Lattice
from bot.glance import read_again
from bot.ground import around
from bot.locate import Sighting, sightings
from bot.naming import Named, name_cells
from bot.reading import Reading, board_of, cells_of
from bot.sense import MIN_TILES, objection
from bot.sureness import sureness

__all__ = ["Reading", "read", "read_again"]

_CLEAR = 0.08
"""Share of odd kinds up to which no other lattice is tried."""
_FULL = 0.5
"""Share of cells with tiles above which a line of strangers beside the board is no part of it."""
_ENOUGH = 2000
"""Cells named in vain, or nearly, after which a picture is given up: four times the largest board.
A screen full of tables has lattices without end."""
_NO_TILES = "no tiles in rows"
_WIDENINGS = 3
"""How many lines may be added on each side."""


def read(frame: Frame) -> Reading:
    """Read a game not seen before.

    Raises
    ------
    BoardNotFoundError
        if there is no board to be seen
    """
    best: tuple[float, Reading] | None = None
    why = ""
    named = 0
    for seen in sightings(frame):
        named += seen.tiles.size
        if named > _ENOUGH:
            break
        reading = _read_at(frame, seen)
        if isinstance(reading, str):
            why = why or reading
            continue
        odd = _odd_share(reading.board)
        pitch = reading.lattice.pitch
        tiles = _named_tiles(reading.board) * pitch[0] * pitch[1]
        worth = tiles * (1 - odd) ** 2
        if best is None or worth > best[0]:
            best = worth, reading
        if odd <= _CLEAR:
            break
    if best is None:
        raise BoardNotFoundError(
            f"no board in the {frame.width} x {frame.height} picture: something repeats, but {why}"
        )
    return best[1]


def _odd_share(board: Board) -> float:
    return len(board.odd_kinds) / len(board.by_kind())


def _named_tiles(board: Board) -> int:
    return sum(len(cells) for cells in board.by_kind().values())


def _read_at(frame: Frame, seen: Sighting) -> Reading | str:
    """The board on a lattice, widened or trimmed to the tiles found; or why it is none."""
    lattice, tiles = seen.lattice, seen.tiles
    for attempt in range(_WIDENINGS + 1):
        sure = np.flatnonzero(tiles)
        if sure.size < MIN_TILES:
            return _NO_TILES
        cells = cut(frame, lattice)
        ring, places = around(frame, lattice)
        named = name_cells(cells, sure, ring, (lattice.rows, lattice.cols))
        found = [places[at] for at in named.beyond.tolist()]
        if not found or attempt == _WIDENINGS or objection(board_of(named.kinds, lattice)):
            break
        wider = _widened(lattice, found)
        tiles = _moved(tiles, lattice, wider)
        lattice = wider
    return _trimmed(named, cells, lattice, frame)


def _moved(tiles: NDArray[np.bool_], lattice: Lattice, wider: Lattice) -> NDArray[np.bool_]:
    """The marks of the cells of a lattice on a wider one."""
    row = round((lattice.origin.y - wider.origin.y) / lattice.pitch[1])
    col = round((lattice.origin.x - wider.origin.x) / lattice.pitch[0])
    moved = np.zeros((wider.rows, wider.cols), np.bool_)
    moved[row : row + lattice.rows, col : col + lattice.cols] = tiles.reshape(lattice.rows, -1)
    return moved.ravel()


def _widened(lattice: Lattice, found: list[Cell]) -> Lattice:
    """The lattice with the lines of the ring around it that hold these cells."""
    top, left = (any(index < 0 for index in side) for side in zip(*found, strict=True))
    bottom = any(cell.row == lattice.rows for cell in found)
    right = any(cell.col == lattice.cols for cell in found)
    return Lattice(
        lattice.center(Cell(-top, -left)),
        lattice.pitch,
        lattice.rows + top + bottom,
        lattice.cols + left + right,
    )


def _trimmed(
    named: Named, cells: NDArray[np.float32], lattice: Lattice, frame: Frame
) -> Reading | str:
    """The reading without outer lines that hold no tile, or only strangers beside a full board.

    Strangers are tiles without a twin elsewhere: buttons in a row, as wide as the tiles. Where
    tiles have a body, what has it too is no stranger.
    """
    kinds = named.kinds.reshape(lattice.rows, lattice.cols)
    top, bottom, left, right = 0, lattice.rows, 0, lattice.cols
    while top < bottom and left < right:
        inner = kinds[top:bottom, left:right]
        sides = [
            _is_foreign(inner[0], inner[1:], named),
            _is_foreign(inner[-1], inner[:-1], named),
            _is_foreign(inner[:, 0], inner[:, 1:], named),
            _is_foreign(inner[:, -1], inner[:, :-1], named),
        ]
        if not any(sides):
            break
        top, bottom = top + sides[0], bottom - (sides[1] and not sides[0])
        left, right = left + sides[2], right - (sides[3] and not sides[2])
    if top >= bottom or left >= right:
        return _NO_TILES
    kept = np.arange(kinds.size).reshape(kinds.shape)[top:bottom, left:right].ravel()
    trimmed = Lattice(lattice.center(Cell(top, left)), lattice.pitch, bottom - top, right - left)
    board = board_of(named.kinds[kept], trimmed)
    if against := objection(board, named.gap):
        return against
    marks = np.flatnonzero(np.isin(kept, named.selected))
    present = np.isin(named.skin.kinds, named.kinds[kept])
    skin = replace(named.skin, faces=named.skin.faces[present], kinds=named.skin.kinds[present])
    return Reading(
        board,
        trimmed,
        skin,
        cells_of(marks, trimmed),
        frame.pixels,
        cells[kept].astype(np.uint8),
        sureness(named.kinds[kept], cells[kept], skin),
    )


def _is_foreign(line: NDArray[np.int64], rest: NDArray[np.int64], named: Named) -> bool:
    """Whether an outer line of cells is no part of the board that the rest is."""
    if not (line != EMPTY).any():
        return True
    if not (line > 0).any() and (named.skin.body is None or rest.size == 0):
        return True
    known = np.isin(line[line > 0], rest).any()
    full = rest.size > 0 and (rest > 0).mean() > _FULL
    return bool(full and not known)
