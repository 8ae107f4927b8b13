"""What is looked at closely holds all that may be tiles, and one beside them that a kind lacks."""

from __future__ import annotations

import numpy as np
from shapes import SIDE, laid_out, skin

from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.likeness import Likeness
from bot.worth import box_around, box_of, with_missing, worth_cutting

LIKENESS = Likeness.of(skin())


def test_a_box_holds_what_is_inside() -> None:
    """And grows by lines as far as there are any."""
    inside = np.zeros((6, 8), np.bool_)
    inside[2, 3] = inside[4, 6] = True
    assert box_of(inside) == (2, 5, 3, 7)
    assert box_around((2, 5, 3, 7), (6, 8)) == (1, 6, 2, 8)
    assert box_around((2, 5, 3, 7), (6, 8), 3) == (0, 6, 0, 8)


def test_a_line_of_changed_colours_is_taken_in() -> None:
    """Right beside the tiles, and not farther off."""
    apart = np.full((6, 8), 50, np.float32)
    apart[2:4, 2:5] = 0.2
    apart[1, 2] = apart[3, 7] = 3
    assert worth_cutting(apart) == (1, 4, 2, 5)


def test_a_tile_in_opposite_colours_alone_in_its_line_is_taken_in() -> None:
    """If its kind is odd without it, and no other cell is."""
    kinds = np.zeros((5, 6), np.int64)
    kinds[1:4, 2:6] = [[1, 2, 3, 4], [4, 1, 3, 2], [5, 0, 0, 0]]
    kinds[2, 0] = 5
    pixels = laid_out(kinds, (0, 0)).copy()
    part = pixels[2 * SIDE : 3 * SIDE, :SIDE]
    part[:] = 255 - part
    lattice = Lattice(Pixel(SIDE / 2, SIDE / 2), (float(SIDE), float(SIDE)), 5, 6)
    box = (1, 4, 2, 6)
    known = kinds[1:4, 2:6].ravel()
    assert with_missing(Frame(pixels), lattice, box, known, LIKENESS) == (1, 4, 0, 6)
    even = np.where(known == 5, 0, known)
    assert with_missing(Frame(pixels), lattice, box, even, LIKENESS) == box
