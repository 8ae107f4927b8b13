"""The pitch is put right by tiles that were named equal."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest
from builders import shuffled_board
from numpy.typing import NDArray

from bot.board import Board
from bot.geometry import Lattice, Pixel
from bot.refitting import refitted
from bot.simulator import Style, draw, lattice_of

BOARD = shuffled_board(8, 12, 24, 4)
STYLE = Style()


def kinds(board: Board) -> NDArray[np.int64]:
    """The kinds of all cells."""
    return np.asarray(board.kinds, np.int64)


def stretched(lattice: Lattice, share: float) -> Lattice:
    """The lattice with another pitch around the same middle."""
    pitch = (lattice.pitch[0] * (1 + share), lattice.pitch[1] * (1 - share))
    x = lattice.origin.x - (pitch[0] - lattice.pitch[0]) * (lattice.cols - 1) / 2
    y = lattice.origin.y - (pitch[1] - lattice.pitch[1]) * (lattice.rows - 1) / 2
    return replace(lattice, origin=Pixel(x, y), pitch=pitch)


def beside(one: Lattice, other: Lattice) -> float:
    """How far the bounds of two lattices lie apart, px."""
    return float(np.abs(np.subtract(one.bounds(), other.bounds())).max())


@pytest.mark.parametrize("share", [-0.02, -0.003, 0.003, 0.02])
def test_a_pitch_that_is_off_is_put_right(share: float) -> None:
    """To a twentieth of a pixel at the board's edge."""
    true = lattice_of(BOARD, STYLE)
    wrong = stretched(true, share)
    found = refitted(draw(BOARD, STYLE), wrong, kinds(BOARD))
    assert beside(wrong, true) > 0.5
    assert beside(found, true) < 0.05


def test_a_pitch_that_is_right_stays() -> None:
    """To a tenth of a pixel."""
    true = lattice_of(BOARD, STYLE)
    assert beside(refitted(draw(BOARD, STYLE), true, kinds(BOARD)), true) < 0.1


def test_upright_bars_tell_nothing_of_the_rows() -> None:
    """Flags of bars alone look the same some pixels further down."""
    board = shuffled_board(16, 18, 16, 18)
    colours = np.random.default_rng(2).integers(0, 256, (17, 3, 3), np.uint8)
    pixels = np.full((460, 660, 3), 205, np.uint8)
    for row, col in product(range(board.rows), range(board.cols)):
        kind = board.kinds[row * board.cols + col]
        bands = np.repeat(colours[kind], 6 if kind % 3 == 0 else 8, axis=0)
        lying, upright = bands[:, None].repeat(24, 1), bands[None].repeat(18, 0)
        flag = lying if kind % 3 == 0 else upright
        # Rows begin at whole pixels, by turns 24 and 25 px further down.
        top, left = 30 + row * 49 // 2, 30 + 32 * col
        pixels[top : top + 18, left : left + 24] = flag
    true = Lattice(Pixel(42.0, 39.0), (32.0, 24.5), board.rows, board.cols)
    assert beside(refitted(pixels, true, kinds(board)), true) < 0.3


def test_names_drawn_by_lot_move_nothing() -> None:
    """Tiles that only are called equal are not alike, and tell no pitch."""
    true = lattice_of(BOARD, STYLE)
    names = np.random.default_rng(3).permutation(kinds(BOARD))
    assert beside(refitted(draw(BOARD, STYLE), true, names), true) < 0.3


@pytest.mark.parametrize("tiles", [0, 1, 6])
def test_a_few_tiles_tell_nothing(tiles: int) -> None:
    """The lattice is given back as it was."""
    true = lattice_of(BOARD, STYLE)
    few = kinds(BOARD)
    few[tiles:] = 0
    assert refitted(draw(BOARD, STYLE), true, few) == true


@pytest.mark.parametrize("share", [0.0, 0.008])
def test_cells_beyond_the_picture_are_left_out(share: float) -> None:
    """The picture ends within the lowest row."""
    true = lattice_of(BOARD, STYLE)
    pixels = draw(BOARD, STYLE)[: round(true.bounds()[3] - 0.7 * true.pitch[1])]
    assert beside(refitted(pixels, stretched(true, share), kinds(BOARD)), true) < 0.1


def test_a_few_wrong_names_do_not_matter() -> None:
    """One tile in five is called by another's name."""
    lot = np.random.default_rng(7)
    true, names = lattice_of(BOARD, STYLE), kinds(BOARD)
    some = lot.choice(len(names), len(names) // 5, replace=False)
    names[some] = lot.permutation(names[some])
    found = refitted(draw(BOARD, STYLE), stretched(true, 0.008), names)
    assert beside(found, true) < 0.1


def test_tiles_drawn_between_pixels_tell_a_part_of_one() -> None:
    """A picture made larger by a quarter: cells of a pitch with a fraction."""
    pixels, true = draw(BOARD, STYLE), lattice_of(BOARD, STYLE)
    size = round(pixels.shape[1] * 1.23), round(pixels.shape[0] * 1.23)
    large = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    x, y = size[0] / pixels.shape[1], size[1] / pixels.shape[0]
    pitch = (true.pitch[0] * x, true.pitch[1] * y)
    scaled = replace(true, origin=Pixel(true.origin.x * x, true.origin.y * y), pitch=pitch)
    assert beside(refitted(large, stretched(scaled, 0.005), kinds(BOARD)), scaled) < 0.15
