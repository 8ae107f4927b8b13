"""One's own board is read, though an opponent's is fuller."""

from __future__ import annotations

import cv2
import numpy as np

from bot.board import Board
from bot.deal import deal
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.largest import _is_larger
from bot.reader import read
from bot.simulator import Style, draw


def left_of(board: Board, pairs: int) -> Board:
    """Some pairs of a board: two tiles of each of so many kinds."""
    kept = [cell for cells in list(board.by_kind().values())[:pairs] for cell in cells[:2]]
    return board.without([cell for cell in board.cells() if board[cell] and cell not in kept])


def beside(own: Board, other: Board, times: float = 0.5) -> Frame:
    """A board on a wide ground, and another one, so many times as large, at its right edge."""
    style = Style.default()
    left, right = draw(own, style), draw(other, style)
    right = cv2.resize(right, None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
    height, width = left.shape[0] + 60, left.shape[1] + right.shape[1] + 120
    pixels = np.full((height, width, 3), left[0, 0], np.uint8)
    pixels[30 : 30 + left.shape[0], 30 : 30 + left.shape[1]] = left
    pixels[60 : 60 + right.shape[0], -30 - right.shape[1] : -30] = right
    return Frame(pixels)


def test_of_two_boards_the_one_with_larger_tiles_is_read() -> None:
    """The other is full, and of one's own a few pairs are left."""
    full = deal(8, 12, kinds=16, seed=3)
    own = left_of(full, 12)
    reading = read(beside(own, full))
    assert reading.board.tiles == own.tiles
    held = {cell: own[cell] for cell in own.cells() if own[cell]}
    seen = [reading.board[cell] for cell in reading.board.cells() if reading.board[cell]]
    pairs = set(zip(held.values(), seen, strict=True))
    assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


def test_of_two_boards_the_one_that_takes_far_more_of_the_picture_is_read() -> None:
    """Its tiles are hardly larger, and a small window beside it is full."""
    own, other = left_of(deal(8, 12, kinds=16, seed=3), 14), deal(6, 4, kinds=6, seed=1)
    reading = read(beside(own, other, 0.9))
    assert reading.board.tiles == own.tiles


def test_what_is_seen_beside_a_small_board_need_be_no_board() -> None:
    """It is read as it would be by itself."""
    full = deal(8, 12, kinds=16, seed=3)
    frame = beside(full, full)
    width = frame.width // 2
    pixels = frame.pixels.copy()
    pixels[:, :width] = pixels[0, 0]
    assert read(Frame(pixels)).board.tiles == full.tiles


def test_far_more_of_far_smaller_cells_are_no_larger_board() -> None:
    """As an opponent has beside one's own; of as large ones they are."""
    own = Lattice(Pixel(0, 0), (40, 40), 4, 6)
    assert not _is_larger(Lattice(Pixel(400, 0), (20, 20), 16, 20), own)
    assert _is_larger(Lattice(Pixel(400, 0), (38, 38), 8, 10), own)
    assert not _is_larger(Lattice(Pixel(400, 0), (38, 38), 4, 7), own)
    assert _is_larger(Lattice(Pixel(400, 0), (60, 56), 2, 3), own)
