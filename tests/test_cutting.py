"""Cells are cut out of a picture at their own places, and to one size."""

from __future__ import annotations

import numpy as np
import pytest

from bot.cutting import blur_of, core, cut, size_of, smoothed, usual_look
from bot.frame import Frame
from bot.geometry import Lattice, Pixel


def test_cells_are_cut_where_they_lie() -> None:
    """Each cell shows what the frame shows there, all of them or those that are chosen."""
    pixels = np.zeros((90, 130, 3), np.uint8)
    pixels[10:50, 45:85] = (90, 160, 30)
    lattice = Lattice(Pixel(25.0, 30.0), (40.0, 40.0), 2, 3)
    cells = cut(Frame(pixels), lattice)
    assert cells.shape == (6, 40, 40, 3)
    assert (cells[1, 5:-5, 5:-5] == (90, 160, 30)).all()
    assert not cells[[0, 2, 3, 5]][:, 5:-5, 5:-5].any()
    chosen = np.asarray([4, 1])
    assert (cut(Frame(pixels), lattice, chosen) == cells[chosen]).all()
    assert cut(Frame(pixels), lattice, chosen[:0]).shape == (0, 40, 40, 3)


def test_large_cells_are_made_smaller_and_fractions_kept() -> None:
    """Cells of a fractional pitch are sampled at their own places; large ones are scaled down."""
    ramp = np.tile(np.arange(240, dtype=np.uint8)[None, :, None], (100, 1, 3))
    cells = cut(Frame(ramp), Lattice(Pixel(20.25, 50.0), (20.5, 20.5), 1, 5))
    steps = np.diff(cells[:, 10, 10, 0])
    assert steps == pytest.approx(20.5, abs=0.51)
    assert cut(Frame(ramp), Lattice(Pixel(60.0, 50.0), (120.0, 90.0), 1, 2)).shape[1:3] == (64, 85)


def test_the_core_leaves_out_the_edges() -> None:
    """What neighbours and shadows cover is no part of the core."""
    cells = np.zeros((2, 40, 50, 3), np.float32)
    assert core(cells).shape == (2, 34, 42, 3)


@pytest.mark.parametrize(
    ("pitch", "size"),
    [((40.0, 52.0), (40, 52)), ((20.6, 24.9), (20, 24)), ((5.0, 300.0), (8, 300))],
)
def test_sizes_are_whole_and_neither_tiny_nor_huge(
    pitch: tuple[float, float], size: tuple[int, int]
) -> None:
    """The size told for a pitch is that of the cells that are cut."""
    assert size_of(pitch) == size
    lattice = Lattice(Pixel(100.0, 100.0), pitch, 1, 1)
    assert cut(Frame(np.zeros((200, 200, 3), np.uint8)), lattice).shape[1:3] == size[::-1]


def test_the_part_smoothed_holds_its_bounds_and_a_border() -> None:
    """It lies where it says, and what is blurred in the whole is blurred alike in the part."""
    pixels = np.random.default_rng(1).integers(0, 256, (120, 160, 3)).astype(np.uint8)
    part, left, top = smoothed(pixels, (60, 50, 100, 90), (40.0, 40.0))
    assert left < 60 - 3 * blur_of((40.0, 40.0))
    assert top < 50 - 3 * blur_of((40.0, 40.0))
    whole, _, _ = smoothed(pixels, (0, 0, 160, 120), (40.0, 40.0))
    assert (part[50 - top : 90 - top, 60 - left : 100 - left] == whole[50:90, 60:100]).all()


def test_bounds_outside_the_picture_give_what_is_nearest() -> None:
    """A lattice that lies beyond an edge has cells of the colour at that edge."""
    pixels = np.full((60, 80, 3), 70, np.uint8)
    far = Lattice(Pixel(500.0, -300.0), (40.0, 40.0), 2, 2)
    assert (cut(Frame(pixels), far) == 70).all()


def test_many_cells_of_a_narrow_lattice_are_cut() -> None:
    """As candidates in large pictures are: all cells together are higher than OpenCV takes."""
    pixels = np.random.default_rng(1).integers(0, 255, (3200, 200, 3), np.uint8)
    narrow = Lattice(Pixel(10.0, 80.0), (10.0, 160.0), 20, 15)
    cells = cut(Frame(pixels), narrow)
    assert cells.shape[0] * cells.shape[1] > 2**15
    alone = cut(Frame(pixels), narrow, np.asarray([299]))
    assert np.abs(cells[299] - alone[0]).max() < 2


@pytest.mark.parametrize("kind", [np.uint8, np.float32])
@pytest.mark.parametrize("count", [1, 2, 5, 8, 63, 64, 65])
def test_the_usual_look_is_the_median(count: int, kind: type) -> None:
    """Of bytes as of floats."""
    cells = np.random.default_rng(4).uniform(0, 255, (count, 9, 9, 3)).astype(kind)
    assert usual_look(cells) == pytest.approx(np.median(cells, axis=0))
