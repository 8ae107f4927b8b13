"""A mark shows along all four sides of a tile; a neighbour's shadow does not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.rims import rim_differences

SIDE = 40


def plain() -> NDArray[np.uint8]:
    """One cell, grey."""
    return np.full((1, SIDE, SIDE, 3), 120, np.uint8)


@pytest.mark.parametrize("inset", [0, 3, 6])
def test_a_thin_frame_shows(inset: int) -> None:
    """Two pixels wide, at the border or inside."""
    framed = plain()
    inner = framed[:, inset : SIDE - inset, inset : SIDE - inset]
    inner[:] = (255, 60, 0)
    inner[:, 2:-2, 2:-2] = 120
    assert rim_differences(framed, plain())[0] > 50


def test_another_colour_shows() -> None:
    """A tint of the whole tile."""
    assert rim_differences(plain() + np.uint8(30), plain())[0] == pytest.approx(30)


@pytest.mark.parametrize("sides", [1, 2, 3])
def test_a_shadow_on_some_sides_does_not(sides: int) -> None:
    """However dark."""
    shaded = plain()
    for side in range(sides):
        np.rot90(shaded, side, axes=(1, 2))[:, :4] = 0
    # Where two shadows meet, each reaches a little into the next side.
    assert rim_differences(shaded, plain())[0] < 0.25 * 120


def test_no_pairs() -> None:
    """Nothing to compare."""
    assert rim_differences(plain()[:0], plain()[:0]).shape == (0,)
