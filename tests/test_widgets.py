"""Windows have room for what they are to hold."""

from __future__ import annotations

from random import Random

import numpy as np

from bot.drawing import lightness
from bot.geometry import Rect
from bot.widgets import fill, inside, random_theme, random_trim, seen_on, stamp


def test_a_window_around_a_content_holds_that_content() -> None:
    """What is within a window is what it was put around."""
    content = Rect(40, 90, 300, 200)
    for seed in range(20):
        trim = random_trim(Random(seed))
        assert trim.within(trim.around(content)) == content


def test_ink_is_seen_on_paper() -> None:
    """Text of a theme differs from what it stands on by 80 grey levels."""
    for seed in range(200):
        theme = random_theme(Random(seed))
        assert abs(lightness(theme.paper) - lightness(theme.ink)) > 80
        assert abs(lightness(theme.bar) - lightness(theme.label)) > 80
        shown = seen_on(theme.accent, theme.paper)
        assert np.abs(np.subtract(shown, theme.paper)).sum() > 120


def test_filling_keeps_to_the_picture_and_the_corners() -> None:
    """A box beyond the edge is cut, and round corners stay free."""
    pixels = np.zeros((50, 60, 3), np.uint8)
    fill(pixels, Rect(-10, -10, 20, 20), (9, 9, 9))
    assert np.count_nonzero(pixels[:, :, 0]) == 100
    fill(pixels, Rect(20, 20, 30, 20), (200, 0, 0), 8)
    assert (pixels[30, 21, 0], pixels[20, 20, 0]) == (200, 0)


def test_a_stamp_without_room_is_left_out() -> None:
    """Half a face is not painted."""
    pixels = np.zeros((30, 30, 3), np.uint8)
    face = np.full((20, 20, 4), 255, np.uint8)
    stamp(pixels, face, Rect(20, 20, 20, 20))
    assert not pixels.any()
    stamp(pixels, face, Rect(0, 0, 30, 30))
    assert pixels[5:25, 5:25].all()


def test_a_part_outside_is_empty() -> None:
    """The part of a picture in a place beyond it has no pixels."""
    assert inside(np.zeros((10, 10, 3), np.uint8), Rect(20, 0, 5, 5)).size == 0
