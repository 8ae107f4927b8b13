"""A plain message over a board is not taken for its ground."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

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
FIRST = [shown(BEFORE)] * 2
MESSAGE = (slice(15, 110), slice(15, 110))


def told(*readings: Reading) -> list[int]:
    """What the cells of the link hold, for each of some looks."""
    overlaid, now = Overlaid(10.0), count()
    boards = [overlaid.told(reading, next(now)).board for reading in readings]
    return [next(iter({board[cell] for cell in GONE})) for board in boards]


def test_what_lies_over_empty_cells_beside_is_no_ground() -> None:
    """Until it goes away, however often it is looked at."""
    covered = shown(AFTER, over=MESSAGE)
    assert told(*FIRST, covered, covered, shown(BEFORE)) == [1, 1, UNKNOWN, UNKNOWN, 1]
    assert told(*FIRST, covered, shown(AFTER)) == [1, 1, UNKNOWN, EMPTY]


def test_ground_that_comes_to_light_is_empty() -> None:
    """Also where it is another one than beside, or all of it has changed."""
    assert told(*FIRST, shown(AFTER)) == [1, 1, EMPTY]
    other = (slice(20, 100), slice(20, 60))
    assert told(*FIRST, shown(AFTER, over=other)) == [1, 1, EMPTY]
    assert told(*FIRST, shown(AFTER, ground=90), shown(AFTER)) == [1, 1, EMPTY, EMPTY]


def test_where_no_cell_was_empty_before_nothing_is_known() -> None:
    """A message over a full board hides no ground that was seen."""
    assert told(shown(AFTER, over=MESSAGE)) == [EMPTY]


def test_what_was_seen_for_a_moment_is_no_ground() -> None:
    """A tile that falls passes over cells that are told to be empty meanwhile."""
    passing, link = (slice(20, 60), slice(60, 100)), shown(AFTER)
    assert told(shown(BEFORE, over=passing), shown(BEFORE), link, link) == [1, 1, EMPTY, EMPTY]


def test_what_stays_for_long_is_the_ground() -> None:
    """No message is waited for any longer."""
    covered = shown(AFTER, over=MESSAGE)
    assert told(*FIRST, *[covered] * 13)[-3:] == [UNKNOWN, EMPTY, EMPTY]
