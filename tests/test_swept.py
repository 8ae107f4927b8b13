"""The last tiles of a picture are painted over with the ground."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.geometry import Cell, Lattice, Pixel
from bot.swept import swept

LATTICE = Lattice(Pixel(30.0, 30.0), (40.0, 40.0), 4, 5)


def ground() -> NDArray[np.uint8]:
    """A ground that grows lighter downwards, with a margin of 10 px around the board."""
    light = np.linspace(40, 120, 180)[:, None, None]
    return np.broadcast_to(light, (180, 220, 3)).astype(np.uint8).copy()


def with_tiles(*cells: Cell) -> NDArray[np.uint8]:
    """It with tiles, which have a side that reaches below their cells."""
    picture = ground()
    for row, col in cells:
        top, left = 12 + 40 * row, 12 + 40 * col
        picture[top : top + 40, left : left + 36] = 250
    return picture


def off(picture: NDArray[np.uint8]) -> int:
    """How far the picture is from the ground alone."""
    return int(np.abs(picture.astype(int) - ground()).max())


def test_tiles_give_way_to_the_ground_beside_them() -> None:
    """Also where it grows lighter, at the rim of the board, and two tiles lie side by side."""
    for cells in [
        (Cell(0, 0), Cell(3, 4)),
        (Cell(1, 2), Cell(1, 3)),
        (Cell(1, 1), Cell(2, 3)),
    ]:
        picture = with_tiles(*cells)
        assert off(picture) > 100
        assert off(swept(picture, LATTICE, cells)) <= 3


def test_the_rest_of_the_picture_stays_as_it_is() -> None:
    """Nothing far from the tiles changes, and the picture given is not written to."""
    picture = with_tiles(Cell(0, 0))
    picture[150:170, 180:200] = 7
    before = picture.copy()
    after = swept(picture, LATTICE, [Cell(0, 0)])
    assert (after[60:] == before[60:]).all()
    assert (picture == before).all()


def test_without_an_empty_cell_the_ground_around_tells() -> None:
    """A board of two tiles is painted in the middle colour of what lies around each."""
    small = Lattice(Pixel(40.0, 40.0), (40.0, 40.0), 1, 2)
    picture = np.full((80, 120, 3), 60, np.uint8)
    picture[22:58, 22:58] = 200
    picture[22:58, 62:98] = 200
    after = swept(picture, small, [Cell(0, 0), Cell(0, 1)])
    assert after.max() < 200


def test_a_board_that_lies_outside_the_picture_is_left() -> None:
    """What cannot be seen need not be painted."""
    away = Lattice(Pixel(900.0, 900.0), (40.0, 40.0), 2, 2)
    assert off(swept(ground(), away, [Cell(0, 0)])) == 0
