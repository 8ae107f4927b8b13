"""A mark shows along all four sides of a tile; a neighbour's shadow does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.rims import frames, rim_differences

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


def grounds(count: int) -> NDArray[np.float32]:
    """Cells cut from a ground with clouds and coarse grain."""
    lot = np.random.default_rng(3)
    coarse = lot.integers(0, 255, (count, 8, 8, 3)).astype(np.float32)
    clouds = [cv2.resize(each, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) for each in coarse]
    return (np.asarray(clouds) + lot.normal(0, 4, (count, SIDE, SIDE, 3))).astype(np.float32)


@pytest.mark.parametrize("inset", [1, 4, 8])
def test_a_frame_is_steep_all_round(inset: int) -> None:
    """Whatever the ground, which has edges too, but broken ones."""
    cells = grounds(12)
    box = cells[4, inset : SIDE - inset, inset : SIDE - inset]
    box[:2] = box[-2:] = box[:, :2] = box[:, -2:] = (255, 240, 0)
    steep = frames(cells)
    assert steep.argmax() == 4
    assert steep[4] > 1.5 * np.sort(steep)[-2]


def test_three_sides_are_no_frame() -> None:
    """A side without an edge has none, as where a window ends beside a tile."""
    cells = np.full((1, SIDE, SIDE, 3), 120, np.float32)
    cells[:, 3:5] = cells[:, -5:-3] = cells[:, :, 3:5] = 255
    assert frames(cells)[0] == 0
