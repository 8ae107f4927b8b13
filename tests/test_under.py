"""The ground under tiles is told from their borders, and what it explains is no difference."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.blocks import block_differences
from bot.under import Under, carried_over, under, unexplained

ROWS, COLS, SIDE = 4, 6, 40


def slope() -> NDArray[np.float32]:
    """A ground whose colour changes from corner to corner, a cell wider than the board."""
    y, x = np.mgrid[: (ROWS + 2) * SIDE, : (COLS + 2) * SIDE].astype(np.float32)
    return np.stack([40 + 0.4 * x, 200 - 0.5 * y, 60 + 0.2 * (x + y)], axis=-1)


def cells_of(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cells of the board, row by row, and then those around it."""
    grid = picture.reshape(ROWS + 2, SIDE, COLS + 2, SIDE, 3).swapaxes(1, 2)
    inner = grid[1:-1, 1:-1].reshape(-1, SIDE, SIDE, 3)
    ring = np.concatenate([grid[0], grid[-1], grid[1:-1, 0], grid[1:-1, -1]])
    return np.concatenate([inner, ring])


def icons(ground: NDArray[np.float32], margin: int = 10, glass: float = 1.0) -> None:
    """Squares of two colours by turns, in the middle of every cell of the board."""
    for row in range(ROWS):
        for col in range(COLS):
            top, left = (row + 1) * SIDE + margin, (col + 1) * SIDE + margin
            part = ground[top : top + SIDE - 2 * margin, left : left + SIDE - 2 * margin]
            part += glass * (np.asarray([200, 30, 30] if col % 2 else [30, 30, 200]) - part)


def seen(picture: NDArray[np.float32]) -> Under | None:
    """The ground under the cells, all of which hold tiles."""
    return under(cells_of(picture), ROWS, COLS, np.arange(ROWS * COLS))


@pytest.mark.parametrize("glass", [1.0, 0.6], ids=["opaque", "glass"])
def test_equal_icons_are_equal_on_any_ground(glass: float) -> None:
    """What a slope of colours adds to a difference is taken off, and what an icon adds is not."""
    picture = slope()
    icons(picture, glass=glass)
    cells, ground = cells_of(picture), seen(picture)
    assert ground is not None
    assert ground.varied
    same, other = np.asarray([[0], [22]]), np.asarray([[0], [23]])
    plain = block_differences(cells, cells, *same)
    assert plain.max() > 25
    assert block_differences(cells, cells, *same, (ground, ground)).max() < 4
    assert block_differences(cells, cells, *other, (ground, ground)).max() > 40 * glass


def test_empty_cells_are_ground_and_icons_are_not() -> None:
    """Icons stand out from the ground around them; the cells around the board do not."""
    picture = slope()
    icons(picture)
    ground = seen(picture)
    assert ground is not None
    shown = ground.shown()
    assert shown[: ROWS * COLS].min() > 10
    assert shown[ROWS * COLS :].max() < 5


def test_tiles_that_touch_show_no_ground() -> None:
    """Where tiles of several colours touch, neighbours do not continue each other."""
    picture = slope()
    icons(picture, margin=0)
    assert seen(picture) is None


def test_frames_that_touch_are_not_ground() -> None:
    """Borders that look alike are no ground unless that is seen around the board as well."""
    picture = slope()
    icons(picture, margin=0, glass=1.0)
    for row in range(ROWS):
        for col in range(COLS):
            top, left = (row + 1) * SIDE, (col + 1) * SIDE
            cell = picture[top : top + SIDE, left : left + SIDE]
            cell[:2] = cell[-2:] = cell[:, :2] = cell[:, -2:] = 250
    assert seen(picture) is None
    # Nor if a lattice a little too high lets them reach into the cells around.
    assert seen(np.roll(picture, 2, axis=0)) is None


def test_a_painted_ground_is_known_whatever_lies_around() -> None:
    """Between panels of other colours, it is ground that runs on from cell to cell."""
    picture = slope()
    icons(picture, glass=0.6)
    picture[:SIDE] = picture[-SIDE:] = picture[:, :SIDE] = picture[:, -SIDE:] = (250, 250, 20)
    ground = seen(picture)
    assert ground is not None
    assert ground.varied


def test_shaded_tiles_that_touch_are_not_ground() -> None:
    """Rows of tiles, each darker at its foot, run on to the sides, but not downwards."""
    picture = np.full_like(slope(), 250)
    shade = np.linspace(200, 40, SIDE, dtype=np.float32)[:, None, None]
    for row in range(ROWS):
        picture[(row + 1) * SIDE : (row + 2) * SIDE, SIDE:-SIDE] = shade
    icons(picture)
    assert seen(picture) is None


def test_a_plain_ground_does_not_vary() -> None:
    """It is seen, and takes nothing off a difference."""
    picture = np.full_like(slope(), 120)
    icons(picture)
    ground = seen(picture)
    assert ground is not None
    assert not ground.varied


def test_a_slope_is_carried_over_exactly() -> None:
    """A Coons patch gives back colours that change evenly, but for the rounding of its ends."""
    cells = cells_of(slope())
    assert np.abs(carried_over(cells) - cells).max() < 3


def test_dots_on_the_ground_are_ground() -> None:
    """Colours that occur along the borders all over the board are no part of a face."""
    picture = np.full_like(slope(), 60)
    for row, col in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)):
        picture[row::9, col::9] = [130, 60, 160]
    icons(picture)
    ground = seen(picture)
    assert ground is not None
    around = np.ones((SIDE, SIDE), np.bool_)
    around[8:-8, 8:-8] = False
    assert np.percentile(ground.apart[:, around], 80) < 5
    assert ground.apart[: ROWS * COLS, 15:25, 15:25].min() > 60


def test_only_what_the_ground_explains_is_taken_off() -> None:
    """A part of what the grounds differ by is; the other way, and beyond it, is not."""
    ones = np.ones((1, 1, 1), np.float32)
    a = Under(np.full((1, 1, 1, 3), 100, np.float32), 99 * ones, varied=True)
    b = Under(np.full((1, 1, 1, 3), 50, np.float32), 99 * ones, varied=True)

    def rest(by: float) -> float:
        return float(unexplained(np.full((1, 1, 1, 3), by, np.float32), a, b)[0, 0, 0])

    assert rest(25) == pytest.approx(0)
    assert rest(50) == pytest.approx(0)
    assert rest(-10) == pytest.approx(10 * 3**0.5, abs=0.01)
    assert rest(60) == pytest.approx(10 * 3**0.5, abs=0.01)
    may_be = Under(a.colour, 3 * ones, varied=True), Under(b.colour, 2 * ones, varied=True)
    assert float(unexplained(np.full((1, 1, 1, 3), -90, np.float32), *may_be)[0, 0, 0]) == 3


def squares(second: list[int]) -> NDArray[np.float32]:
    """A ground in squares of two colours, which no cell around the board shows."""
    picture = np.full(((ROWS + 2) * SIDE, (COLS + 2) * SIDE, 3), 240, np.float32)
    for row in range(1, ROWS + 1):
        for col in range(1, COLS + 1):
            colour = second if (row + col) % 2 else [200, 150, 255]
            picture[row * SIDE :, col * SIDE :][:SIDE, :SIDE] = colour
    picture[(ROWS + 1) * SIDE :] = picture[:, (COLS + 1) * SIDE :] = 240
    return picture


@pytest.mark.parametrize("second", [[180, 140, 240], [20, 60, 30]], ids=["pale", "dark"])
def test_icons_on_squares_by_turns_are_equal(second: list[int]) -> None:
    """Whichever square of a chequered ground they lie on, though no such ground lies around."""
    picture = squares(second)
    for row in range(ROWS):
        for col in range(COLS):
            colour = [200, 30, 30] if col % 4 < 2 else [30, 30, 200]
            picture[(row + 1) * SIDE :, (col + 1) * SIDE :][10:-10, 10:-10][:20, :20] = colour
    cells, ground = cells_of(picture), seen(picture)
    assert ground is not None
    assert ground.varied
    same, other = np.asarray([[0], [1]]), np.asarray([[0], [2]])
    assert block_differences(cells, cells, *same).max() > 10
    assert block_differences(cells, cells, *same, (ground, ground)).max() < 4
    assert block_differences(cells, cells, *other, (ground, ground)).max() > 40


def test_tiles_of_two_colours_that_lie_about_are_no_chequered_ground() -> None:
    """Their colours do not go by turns, and hide what lies under them."""
    picture = squares([180, 140, 240])
    for row, col in [(1, 1), (2, 3), (3, 2), (4, 6), (2, 5)]:
        picture[row * SIDE :, col * SIDE :][:SIDE, :SIDE] = [20, 60, 30]
    icons(picture)
    assert seen(picture) is None
