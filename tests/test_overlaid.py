"""A plain message over a board is not taken for its ground."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bot.board import EMPTY, UNKNOWN, Board
from bot.geometry import Cell, Lattice, Pixel
from bot.overlaid import Overlaid
from bot.reader import read
from bot.reading import Reading
from bot.simulator import Game, SimulatedClock, SimulatedScreen

BEFORE = Board.from_text("a . . b\na . . b\nc d c d\ne e f f")
AFTER = Board.from_text(". . . b\n. . . b\nc d c d\ne e f f")
GONE = [Cell(0, 0), Cell(1, 0)]


def shown(board: Board, *, ground: int = 0, over: tuple[slice, slice] | None = None) -> Reading:
    """A board of cells of 40 px; whatever lies over a part of them is told to be empty."""
    pixels = np.full((200, 200, 3), (40, 90, 80), np.uint8) + np.uint8(ground)
    lattice = Lattice(Pixel(40.0, 40.0), (40.0, 40.0), board.rows, board.cols)
    for cell, kind in zip(board.cells(), board.kinds, strict=True):
        if kind != EMPTY:
            top, left = 24 + 40 * cell.row, 24 + 40 * cell.col
            pixels[top : top + 32, left : left + 32] = 250 - 20 * kind
    if over:
        pixels[over] = (5, 15, 5)
    return replace(EXAMPLE, board=board, lattice=lattice, pixels=pixels)


EXAMPLE = read(SimulatedScreen(Game(BEFORE), SimulatedClock()).grab())
MESSAGE = (slice(15, 110), slice(15, 110))


def told(*readings: Reading) -> list[int]:
    """What the cells of the link hold, for each of some looks."""
    overlaid = Overlaid()
    boards = [overlaid.told(reading).board for reading in readings]
    return [next(iter({board[cell] for cell in GONE})) for board in boards]


def test_what_lies_over_empty_cells_beside_is_no_ground() -> None:
    """Until it goes away, however often it is looked at."""
    covered = shown(AFTER, over=MESSAGE)
    assert told(shown(BEFORE), covered, covered, shown(BEFORE)) == [1, UNKNOWN, UNKNOWN, 1]
    assert told(shown(BEFORE), covered, shown(AFTER)) == [1, UNKNOWN, EMPTY]


def test_ground_that_comes_to_light_is_empty() -> None:
    """Also where it is another one than beside, or all of it has changed."""
    assert told(shown(BEFORE), shown(AFTER)) == [1, EMPTY]
    other = (slice(20, 100), slice(20, 60))
    assert told(shown(BEFORE), shown(AFTER, over=other)) == [1, EMPTY]
    assert told(shown(BEFORE), shown(AFTER, ground=90), shown(AFTER)) == [1, EMPTY, EMPTY]


def test_where_no_cell_was_empty_before_nothing_is_known() -> None:
    """A message over a full board hides no ground that was seen."""
    assert told(shown(AFTER, over=MESSAGE)) == [EMPTY]
