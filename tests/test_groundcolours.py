"""What has a colour seen around the board may be ground, and is no part of a face."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.groundcolours import as_around
from bot.under import Under

SIDE = 12
STAR = (250.0, 240.0, 200.0)
FACE = (200.0, 30.0, 40.0)


def test_a_colour_seen_around_may_be_ground() -> None:
    """A star in a cell is ground, for there are others around; a face is none."""
    cells = np.full((1, SIDE, SIDE, 3), 10, np.float32)
    cells[0, 2, 2:4], cells[0, 5:10, 5:10] = STAR, FACE
    around = np.full((2, SIDE, SIDE, 3), 10, np.float32)
    around[0, 6, 1:5] = around[1, 2, 3] = STAR
    apart = np.where(cells[..., 0] > 50, np.float32(150), np.float32(0))
    found = as_around(cells, Under(np.zeros_like(cells), apart, varied=True), around)
    assert found.apart[0, 2, 2] == 0
    assert found.apart[0, 5, 5] > 50
    assert found.varied


def test_a_colour_of_few_pixels_or_of_one_cell_says_nothing() -> None:
    """Two pixels around the board may be of anything, and one cell may hold a tile."""
    cells = np.full((1, SIDE, SIDE, 3), FACE, np.float32)
    around = np.full((3, SIDE, SIDE, 3), 10, np.float32)
    around[:2, 0, 0] = FACE
    assert as_around(cells, under_of(cells, 90), around).apart.min() == 90
    around[:2, 0, 0], around[2, 2:9, 2:9] = 10, FACE
    assert as_around(cells, under_of(cells, 90), around).apart.min() == 90
    around[0, 0, 0] = FACE
    assert as_around(cells, under_of(cells, 90), around).apart.max() == 0


def under_of(cells: NDArray[np.float32], apart: float) -> Under:
    """A ground that all pixels of cells differ from by so many grey levels."""
    return Under(np.zeros_like(cells), np.full(cells.shape[:3], apart, np.float32), varied=True)


def test_what_was_told_of_the_ground_stays() -> None:
    """What is like the border of its cell is ground, whatever is around the board."""
    cells = np.full((1, SIDE, SIDE, 3), FACE, np.float32)
    around = np.full((1, SIDE, SIDE, 3), 10, np.float32)
    colour = np.full_like(cells, 7)
    found = as_around(cells, Under(colour, np.zeros((1, SIDE, SIDE), np.float32), True), around)
    assert not found.apart.any()
    assert (found.colour == 7).all()
