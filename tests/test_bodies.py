"""Bodies of tiles tell the lattice, whatever is drawn on them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.bodies import find_bodies, lattices_of
from bot.frame import Frame
from bot.geometry import Lattice
from bot.reader import read

COLOURS = [
    (30, 30, 30),
    (250, 200, 40),
    (220, 40, 50),
    (40, 90, 210),
    (50, 150, 60),
    (250, 190, 150),
]


def ground(size: tuple[int, int] = (300, 400), noise: float = 6.0) -> NDArray[np.uint8]:
    """A ground with grain, which tells nothing."""
    grain = np.random.default_rng(0).normal(0, noise, (*size, 3))
    return np.clip(np.array([110, 50, 110]) + grain, 0, 255).astype(np.uint8)


def laid(
    pixels: NDArray[np.uint8], cells: NDArray[np.bool_], pitch: tuple[float, float] = (45.0, 26.4)
) -> NDArray[np.uint8]:
    """Plain tiles of some colours in some cells, the first of which begins at 90, 60."""
    colour = np.arange(cells.size).reshape(cells.shape) // 2 % len(COLOURS)
    for row, col in np.argwhere(cells):
        left, top = round(90 + col * pitch[0]), round(60 + row * pitch[1])
        pixels[top : top + 20, left : left + 40] = COLOURS[colour[row, col]]
    return pixels


def only(pixels: NDArray[np.uint8]) -> tuple[Lattice, NDArray[np.bool_]]:
    """The one lattice in a picture."""
    (found,) = lattices_of(find_bodies(pixels))
    return found


@pytest.mark.parametrize("noise", [0.0, 6.0])
def test_plain_tiles_of_which_no_two_move_alike_tell_their_lattice(noise: float) -> None:
    """Each colour is there twice, which is too little for twins to tell anything."""
    lattice, held = only(laid(ground(noise=noise), np.ones((4, 4), np.bool_)))
    assert held.shape == (4, 4)
    assert held.all()
    assert lattice.pitch == pytest.approx((45.0, 26.4), abs=0.1)
    assert tuple(lattice.origin) == pytest.approx((109.5, 69.5), abs=1.5)


def test_gaps_are_left_empty() -> None:
    """Lines without any tile are cells all the same, and other flat areas are none."""
    cells = np.zeros((6, 5), np.bool_)
    cells[[0, 0, 0, 3, 3, 5, 5, 5], [0, 1, 4, 1, 2, 0, 2, 4]] = True
    pixels = laid(ground(), cells)
    pixels[10:30, 300:380] = pixels[230:290, 20:60] = 200
    lattice, held = only(pixels)
    assert (held == cells).all()
    assert lattice.pitch == pytest.approx((45.0, 26.4), abs=0.1)


def test_a_few_areas_or_none_tell_nothing() -> None:
    """Five of a size are a row of buttons; a picture in one colour holds nothing."""
    cells = np.zeros((2, 5), np.bool_)
    cells[0] = True
    assert not list(lattices_of(find_bodies(laid(ground(), cells))))
    for size in (1, 50, 500):
        assert not list(lattices_of(find_bodies(np.zeros((size, size, 3), np.uint8))))


def test_areas_of_one_size_that_lie_anyhow_are_no_board() -> None:
    """Whatever lattice is made of them, few of them fit it."""
    pixels, draw = ground((700, 900)), np.random.default_rng(1)
    for number in range(24):
        left, top = 30 + number % 6 * 140 + draw.integers(0, 90), 20 + number // 6 * 170
        top += int(draw.integers(0, 130))
        pixels[top : top + 20, left : left + 40] = COLOURS[number // 2 % len(COLOURS)]
    for _, held in lattices_of(find_bodies(pixels)):
        assert held.mean() < 0.3


def test_a_small_board_of_plain_tiles_is_read() -> None:
    """As a game of colours shows it beside a form whose fields repeat more often."""
    pixels = ground((640, 900), noise=3.0)
    pixels[:, 420:] = 240
    for row in range(11):
        pixels[30 + 53 * row : 61 + 53 * row, 460:860] = 225
    cells = np.ones((4, 3), np.bool_)
    board = read(Frame(laid(pixels, cells))).board
    assert (board.rows, board.cols, board.tiles) == (4, 3, 12)
    assert sorted(map(len, board.by_kind().values())) == [2] * 6
