"""Cells are laid between the gaps in which a painted ground is seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.geometry import Lattice, Pixel
from bot.seams import gap_in, seamed

ROWS, COLS = 6, 9
ALL = np.ones(ROWS * COLS, np.bool_)


def painted(width: int, height: int) -> NDArray[np.uint8]:
    """A ground whose colours change from side to side, and slower than a tile is wide."""
    y, x = np.mgrid[:height, :width]
    waves = [128 + 90 * np.sin(x / 70), 128 + 90 * np.cos(y / 60), 128 + 90 * np.sin((x + y) / 90)]
    return np.stack(waves, axis=-1).astype(np.uint8)


def game(
    pitch: float, tile: int, *, varied: bool = True, bevel: bool = True
) -> tuple[NDArray[np.uint8], Lattice]:
    """Tiles of one body with squares of many colours, drawn on whole pixels, and their lattice."""
    pixels = painted(int(COLS * pitch) + 80, int(ROWS * pitch) + 80)
    if not varied:
        pixels[:] = (40, 90, 60)
    lot = np.random.default_rng(5)
    for row in range(ROWS):
        for col in range(COLS):
            top, left = 40 + round(row * pitch), 40 + round(col * pitch)
            part = pixels[top : top + tile, left : left + tile]
            part[:] = (200, 190, 230)
            if bevel:
                part[:2], part[:, :2], part[-2:], part[:, -2:] = 250, 250, 120, 120
            inner = tile // 4
            part[inner:-inner, inner:-inner] = lot.integers(0, 256, 3)
    middle = 40 + tile / 2
    return pixels, Lattice(Pixel(middle, middle), (pitch, pitch), ROWS, COLS)


def beside(lattice: Lattice, across: float, down: float) -> Lattice:
    """The lattice moved, px."""
    origin = Pixel(lattice.origin.x + across, lattice.origin.y + down)
    return replace(lattice, origin=origin)


@pytest.mark.parametrize(("pitch", "tile"), [(39.32, 37), (40.0, 36), (48.5, 40), (30.0, 28)])
@pytest.mark.parametrize("off", [(1.2, -0.9), (-2.0, 1.5)])
def test_cells_a_pixel_beside_their_tiles_are_put_right(
    pitch: float, tile: int, off: tuple[float, float]
) -> None:
    """To half a pixel, with edges that are light on one side and dark on the other."""
    pixels, true = game(pitch, tile)
    found = seamed(pixels, beside(true, *off), ALL)
    assert found.origin == pytest.approx(true.origin, abs=0.5)


def test_cells_that_lie_right_stay() -> None:
    """The very lattice is given back."""
    pixels, true = game(39.32, 37)
    assert seamed(pixels, true, ALL) == true


def test_only_gaps_between_tiles_count() -> None:
    """Empty cells show the ground everywhere, and hide where it is seen in a gap."""
    pixels, true = game(40.0, 36)
    empty = painted(*pixels.shape[1::-1])
    held = ALL.copy()
    for at in range(0, ROWS * COLS, 3):
        held[at] = False
        row, col = divmod(at, COLS)
        place = np.s_[40 + 40 * row : 80 + 40 * row, 40 + 40 * col : 80 + 40 * col]
        pixels[place] = empty[place]
    wrong = beside(true, 1.5, 1.5)
    assert seamed(pixels, wrong, held).origin == pytest.approx(true.origin, abs=0.5)


def test_the_edges_of_tiles_on_a_plain_ground_are_no_gap() -> None:
    """With a part of a pixel in the pitch they lie now here, now there, and look like change."""
    pixels, true = game(39.32, 30, varied=False, bevel=False)
    wrong = beside(true, 1.5, -1.0)
    assert seamed(pixels, wrong, ALL) == wrong


def test_tiles_that_touch_have_no_gap() -> None:
    """Squares of many colours change on both sides of the line between them."""
    lot = np.random.default_rng(2)
    colours = lot.integers(0, 256, (ROWS, COLS, 3)).astype(np.uint8)
    pixels = np.pad(colours.repeat(40, axis=0).repeat(40, axis=1), ((40, 40), (40, 40), (0, 0)))
    wrong = Lattice(Pixel(61.0, 61.5), (40.0, 40.0), ROWS, COLS)
    assert seamed(pixels, wrong, ALL) == wrong


@pytest.mark.parametrize("count", [0, 7])
def test_a_few_ways_tell_nothing(count: int) -> None:
    """However plain the gap is in each of them."""
    ways = np.zeros((count, 11, 3), np.float32)
    ways[:, 4:7] = 250 * np.random.default_rng(1).random((count, 1, 3))
    assert gap_in(ways) is None


def test_a_gap_is_told_to_a_part_of_a_step() -> None:
    """Three steps wide and one to the right of the middle."""
    ways = np.zeros((20, 11, 3), np.float32)
    ways[:, 5:8] = 250 * np.random.default_rng(1).random((20, 1, 3))
    assert gap_in(ways) == pytest.approx(1.0, abs=0.01)
