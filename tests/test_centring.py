"""A lattice that lies beside its tiles is moved until its cells hold whole ones."""

from __future__ import annotations

import numpy as np
import pytest
from builders import shuffled_board
from numpy.typing import NDArray

from bot.centring import centred
from bot.geometry import Lattice, Pixel

BOARD = shuffled_board(8, 10, 20, 4)
TRUE = Lattice(Pixel(74.0, 69.0), (48.0, 58.0), 8, 10)
TILES = np.arange(80)


def picture(gap: int) -> NDArray[np.uint8]:
    """The board with faces of coarse squares, all but a gap as large as their cells."""
    squares = np.random.default_rng(5).integers(0, 256, (21, 4, 4, 3)).astype(np.uint8)
    pixels = np.full((580, 600, 3), 120, np.uint8)
    for cell in BOARD.cells():
        x, y = TRUE.center(cell)
        left, top = round(x - 24 + gap / 2), round(y - 29 + gap / 2)
        face = squares[BOARD[cell]].repeat(15, axis=0).repeat(12, axis=1)
        pixels[top : top + 58 - gap, left : left + 48 - gap] = face[: 58 - gap, : 48 - gap]
    return pixels


def moved(x: float, y: float) -> Lattice:
    """The true lattice moved by parts of a pitch."""
    origin = Pixel(TRUE.origin.x + x * TRUE.pitch[0], TRUE.origin.y + y * TRUE.pitch[1])
    return Lattice(origin, TRUE.pitch, TRUE.rows, TRUE.cols)


def off(lattice: Lattice) -> float:
    """How far a lattice lies beside the true one, in pitches along the worse axis."""
    return float(np.abs(np.subtract(lattice.origin, TRUE.origin) / TRUE.pitch).max())


@pytest.mark.parametrize("gap", [0, 4, 10])
@pytest.mark.parametrize("shift", [(0.0, 0.0), (0.2, -0.15), (-0.22, 0.1), (0.0, 0.25)])
def test_cells_come_to_hold_whole_tiles(shift: tuple[float, float], gap: int) -> None:
    """From a quarter of a cell beside, the lattice returns to where only gaps are cut."""
    back = centred(picture(gap), moved(*shift), TILES)
    assert off(back) < gap / 2 / min(TRUE.pitch) + 0.04
    assert (back.pitch, back.rows, back.cols) == (TRUE.pitch, 8, 10)


def test_few_tiles_move_nothing() -> None:
    """Three tiles may have no twin among them, so they leave the lattice as it is."""
    beside = moved(0.2, -0.15)
    assert centred(picture(4), beside, TILES[:3]) == beside


def test_a_picture_that_is_the_same_everywhere_moves_nothing() -> None:
    """Where cells are equal wherever they lie, no place is better than the one given."""
    plain = np.full((580, 600, 3), 120, np.uint8)
    assert off(centred(plain, TRUE, TILES)) == pytest.approx(0)


def test_a_lattice_may_reach_beyond_the_picture() -> None:
    """Cells that lie partly outside are compared by what is inside."""
    assert off(centred(picture(4)[:, :515], moved(0.15, 0.0), TILES)) < 0.07
