"""The lattice of a drawn board is found wherever it lies, and nothing else is taken for it."""

from __future__ import annotations

import numpy as np
import pytest

from bot.centring import centred
from bot.deal import deal
from bot.errors import BoardNotFoundError
from bot.evidence import SURE, WIDE, Grid, Picture, squared
from bot.frame import Frame
from bot.locate import lattices, locate, tile_evidence
from bot.simulator import Style, draw, lattice_of

BOARD = deal(8, 12, kinds=24, seed=9)


def picture(style: Style | None = None) -> Frame:
    """The board drawn."""
    return Frame(draw(BOARD, style or Style.default()))


def true_grid(style: Style) -> Grid:
    """The grid whose cells hold the tiles."""
    left, top, _, _ = lattice_of(BOARD, style).bounds()
    return Grid.at(style.pitch, left, top)


@pytest.mark.parametrize("factor", [0.6, 1.0, 1.7])
def test_the_lattice_is_found_at_any_size(factor: float) -> None:
    """Pitch, origin and size of the lattice are those that were drawn."""
    style = Style.default().scaled(factor)
    found, true = locate(picture(style)), lattice_of(BOARD, style)
    assert (found.rows, found.cols) == (true.rows, true.cols)
    assert found.pitch == pytest.approx(true.pitch, rel=0.003)
    assert found.origin == pytest.approx(true.origin, abs=0.12 * min(true.pitch))


def test_evidence_is_high_on_tiles_and_low_elsewhere() -> None:
    """Cells of the true grid hold tiles, and those half a pitch off do not, seen widely."""
    style = Style.default()
    seen, grid = Picture(picture().pixels), true_grid(style)
    evidence = seen.evidence(grid)
    assert (evidence > SURE).sum() == (seen.evidence(grid, WIDE) > SURE).sum() == BOARD.tiles
    between = seen.evidence(grid.shifted(style.pitch[0] / 2, style.pitch[1] / 2), WIDE)
    assert (between > SURE).sum() < 0.1 * BOARD.tiles
    assert tile_evidence(seen, lattice_of(BOARD, style)).min() > SURE


def test_the_true_grid_explains_most() -> None:
    """No other phase and no other pitch explains as much as the true grid does."""
    style = Style.default()
    seen, grid = Picture(picture().pixels), true_grid(style)
    x, y = grid.pitch
    others = [grid.shifted(x / 2, 0), grid.shifted(0, y / 2), Grid((x * 1.5, y), 0, 0)]
    assert all(seen.explained(grid) > 2 * seen.explained(other) for other in others)
    assert all(seen.explained(grid, WIDE) > 2 * seen.explained(other, WIDE) for other in others)


def test_a_grid_off_by_a_quarter_is_centred() -> None:
    """Tiles are brought to the middle of their cells."""
    style = Style.default()
    grid = true_grid(style)
    off = grid.shifted(0.2 * grid.pitch[0], -0.15 * grid.pitch[1])
    back = centred(Picture(picture().pixels), off)
    assert back.left == pytest.approx(grid.left, abs=0.1 * grid.pitch[0])
    assert back.top == pytest.approx(grid.top, abs=0.1 * grid.pitch[1])


def test_a_grid_begins_at_the_edge_or_a_little_outside() -> None:
    """A grid has all cells whose middle part lies in the picture, whatever corner names it."""
    grid = Grid.at((40.0, 50.0), 395.0, -145.0)
    assert (grid.left, grid.top) == pytest.approx((-5.0, 5.0))
    assert grid.size(400, 300) == (6, 10)
    again = Grid.at((40.0, 50.0), grid.left + 80, grid.top + 50)
    assert (again.left, again.top) == pytest.approx((grid.left, grid.top))


def test_patches_are_means_of_colour() -> None:
    """A cell of one colour has that colour in all its blocks."""
    pixels = np.zeros((100, 120, 3), np.uint8)
    pixels[:, 60:] = (200, 100, 50)
    patches = Picture(pixels).patches(Grid((60.0, 50.0), 0.0, 0.0))
    assert patches.shape == (4, 75)
    assert patches[0] == pytest.approx(np.zeros(75))
    assert patches[1].reshape(25, 3) == pytest.approx(np.tile((200.0, 100.0, 50.0), (25, 1)))


def test_squared_differences_are_of_every_pair() -> None:
    """The table holds the mean squared difference of each row to each other."""
    a, b = np.float32([[0, 0], [3, 4]]), np.float32([[3, 4], [0, 2], [0, 0]])
    assert squared(a, b).tolist() == [[12.5, 2.0, 0.0], [0.0, 6.5, 12.5]]


def test_lattices_begin_with_the_likeliest() -> None:
    """Other lattices follow the first; nothing that repeats gives none at all."""
    frame = picture()
    found = list(lattices(frame, Picture(frame.pixels)))
    assert found[0] == locate(frame)
    assert len(found) > 1
    with pytest.raises(BoardNotFoundError, match="300 x 200"):
        locate(Frame(np.full((200, 300, 3), 128, np.uint8)))
