"""Two tiles of one colour are of the kind of that colour if a mark is all they differ by."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.swatches import of_one_colour

_SIDE = 40
_COLOURS = [(60, 90, 210), (200, 40, 50), (40, 150, 70), (230, 180, 40)]
_FAR = np.hypot(*(np.mgrid[:_SIDE, :_SIDE] - 19.5))


def square(colour: tuple[int, int, int]) -> NDArray[np.float32]:
    """On a pale plate."""
    cell = np.full((_SIDE, _SIDE, 3), 225, np.float32)
    cell[7:33, 7:33] = colour
    return cell


def disc(colour: tuple[int, int, int]) -> NDArray[np.float32]:
    """As wide as the square."""
    cell = np.full((_SIDE, _SIDE, 3), 225, np.float32)
    cell[_FAR < 15] = colour
    return cell


def told(own: NDArray[np.float32], *faces: NDArray[np.float32]) -> int | None:
    return of_one_colour(np.asarray([own, own]), np.asarray(faces))


def test_a_frame_leaves_the_colour() -> None:
    framed = square(_COLOURS[1])
    framed[3:37, 3:37] = (60, 220, 90)
    framed[8:32, 8:32] = _COLOURS[1]
    assert told(framed, *map(square, _COLOURS)) == 1


def test_a_square_is_no_disc_of_its_colour() -> None:
    assert told(square(_COLOURS[0]), *map(disc, _COLOURS)) is None


def test_a_tile_on_which_something_is_drawn_is_none_of_one_colour() -> None:
    drawn = square(_COLOURS[2])
    drawn[18:22, 18:22] = 255
    assert told(drawn, *map(square, _COLOURS)) is None


def test_another_colour_is_another_kind() -> None:
    assert told(square((60, 90, 190)), *map(square, _COLOURS)) is None
