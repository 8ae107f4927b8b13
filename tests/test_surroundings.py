"""What stands around a game is drawn at any size and within its place."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bot.geometry import Rect
from bot.surroundings import CONTENTS, desktop, show
from bot.widgets import random_theme


@pytest.mark.parametrize("name", sorted(CONTENTS))
@pytest.mark.parametrize("size", [(100, 100), (300, 130), (130, 400), (640, 480)])
def test_a_content_fills_a_picture_of_any_size(name: str, size: tuple[int, int]) -> None:
    """A part of a picture is painted all over, and nothing beside it is touched."""
    width, height = size
    pixels = np.full((height + 20, width + 20, 3), 77, np.uint8)
    lot = Random(f"{name} {size}")
    CONTENTS[name](pixels[10:-10, 10:-10], random_theme(lot), lot)
    frame = pixels.copy()
    frame[10:-10, 10:-10] = 77
    assert (frame == 77).all()
    assert (pixels[10:-10, 10:-10] != 77).any(axis=2).mean() > 0.9


def test_a_window_stays_in_its_place() -> None:
    """Around a window there is at most a shadow."""
    for seed in range(8):
        pixels = np.full((400, 500, 3), 200, np.uint8)
        show(pixels, Rect(100, 100, 300, 200), CONTENTS["article"], Random(seed))
        outside = pixels.copy()
        outside[100:300, 100:400] = 200
        assert outside.min() > 100
        assert (pixels[100:300, 100:400] != 200).any(axis=2).mean() > 0.9


def test_a_desktop_has_the_size_asked_for() -> None:
    """Any number of windows and any share of icons may be asked for."""
    for seed in range(4):
        pixels = desktop(640, 480, Random(seed), windows=seed, icons=seed / 3)
        assert pixels.shape == (480, 640, 3)
