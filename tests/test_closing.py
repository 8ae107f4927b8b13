"""The closing picture of a film: an empty board, with what the game writes beside it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.closing import closing
from bot.geometry import Cell, Lattice, Pixel

LATTICE = Lattice(Pixel(40, 40), (40, 40), 4, 6)
"""Of a board from 20, 20 to 260, 180 in a picture of 280 x 240."""
TILES = [Cell(1, 1), Cell(2, 4)]
GROUND, STATUS, WRITTEN = 90, 200, 20


def shown(
    *tiles: Cell,
    status: int = 0,
    over: tuple[int, int, int, int] | None = None,
    ground: int = GROUND,
) -> NDArray[np.uint8]:
    """A picture with tiles, a status, and left, top, right and bottom of what lies over it."""
    picture = np.full((240, 280, 3), ground, np.uint8)
    picture[200:] = STATUS
    picture[210:220, 20 : 20 + status] = WRITTEN
    for cell in tiles:
        x, y = (round(value) for value in LATTICE.center(cell))
        picture[y - 20 : y + 20, x - 20 : x + 28] = 250  # with a side that reaches to the right
    if over is not None:
        left, top, right, bottom = over
        picture[top:bottom, left:right] = 10
    return picture


BEFORE = shown(*TILES, status=30)


@pytest.mark.parametrize(
    "later",
    [
        [],
        [shown()],
        [shown(TILES[0])],
        [shown(over=(60, 10, 200, 150))],
        [shown(over=(60, 59, 200, 61))],
        [np.zeros((9, 9, 3), np.uint8)],
    ],
    ids=["nothing", "bare", "one edge left", "a message", "a path", "another size"],
)
def test_it_shows_a_board_without_tiles(later: list[NDArray[np.uint8]]) -> None:
    """Whatever was seen after the last click."""
    picture = closing(BEFORE, later, LATTICE, TILES)
    assert (picture[20:180, 20:260] == GROUND).all()


def test_a_board_that_was_seen_bare_is_shown_as_it_is() -> None:
    """And not as it was before: the game may have drawn another ground."""
    now = shown(ground=GROUND + 5)
    assert (closing(BEFORE, [now], LATTICE, TILES) == now).all()


@pytest.mark.parametrize("over", [None, (60, 10, 200, 150)], ids=["bare", "a message"])
def test_what_stands_beside_the_board_is_that_of_the_last_picture(
    over: tuple[int, int, int, int] | None,
) -> None:
    """How many tiles are gone, say."""
    later = [shown(status=30), shown(status=60, over=over)]
    picture = closing(BEFORE, later, LATTICE, TILES)
    assert (picture[200:] == shown(status=60)[200:]).all()


def test_a_message_that_reaches_beyond_the_board_is_left_out_whole() -> None:
    """With its title above the board."""
    picture = closing(BEFORE, [shown(over=(60, 2, 200, 150))], LATTICE, TILES)
    assert (picture[:20] == GROUND).all()
