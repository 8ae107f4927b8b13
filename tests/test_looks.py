"""Which lattices are tried, and for how long."""

from __future__ import annotations

import numpy as np

from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.locate import Sighting
from bot.looks import Eye, affordable


def sighting(rows: int, cols: int) -> Sighting:
    """A lattice of so many cells, all of which show something."""
    return Sighting(Lattice(Pixel(0, 0), (9, 9), rows, cols), np.ones(rows * cols, np.bool_))


def tried(eye: Eye, *seen: Sighting) -> list[int]:
    """How many cells each lattice has that is tried."""
    return [each.tiles.size for each in affordable(eye, seen)]


def test_small_lattices_are_tried_after_large_ones_were_too_many() -> None:
    """Large ones are passed over then, also where one alone would be too much."""
    eye = Eye(Frame(np.zeros((9, 9, 3), np.uint8)))
    large, small = sighting(30, 30), sighting(8, 10)
    assert tried(eye, large, large, large, small, large, small) == [900, 900, 80, 80]


def test_an_end_is_made_of_small_ones_too() -> None:
    """A page of tables has lattices without end, and looks at them are many."""
    eye = Eye(Frame(np.zeros((9, 9, 3), np.uint8)))
    small = sighting(10, 10)
    assert len(tried(eye, *[small] * 100)) == 26
    eye.named = 7400
    assert tried(eye, small, sighting(30, 30)) == [100]
    eye.named = 7600
    assert tried(eye, small) == []
