"""Damage is as large as asked for, and no larger."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from bot.damage import compressed, noisy, paint_glow, paint_pointer, spoilt, tinted
from bot.geometry import Rect

GREY = np.full((120, 160, 3), 128, np.uint8)


@pytest.mark.parametrize("sigma", [0.0, 1.5, 4.0])
def test_noise_has_the_deviation_asked_for(sigma: float) -> None:
    """The standard deviation is right within a tenth and a rounding."""
    assert noisy(GREY, sigma, 1).std() == pytest.approx(sigma, rel=0.1, abs=0.05)


def test_compression_changes_an_edge_a_little() -> None:
    """A picture with edges comes back nearly the same."""
    edges = GREY.copy()
    edges[30:90, 40:100] = (250, 40, 20)
    back = compressed(edges, 85)
    assert back.shape == edges.shape
    assert 0 < np.abs(back.astype(int) - edges).mean() < 6


def test_a_tint_takes_light_of_other_colours() -> None:
    """Red glass leaves red and dims the rest."""
    assert (tinted(GREY, (255, 0, 0), 0.5)[0, 0] == (128, 64, 64)).all()


def test_a_pointer_points_at_its_place() -> None:
    """Nothing above or to the left of the tip is painted, and something right below is."""
    pixels = GREY.copy()
    paint_pointer(pixels, (50, 60), 1.0)
    rows, cols = np.nonzero((pixels != GREY).any(axis=2))
    assert (cols.min(), rows.min()) == pytest.approx((50, 60), abs=1)
    assert 15 <= np.ptp(rows) <= 24


def test_a_glow_is_brightest_on_the_edge() -> None:
    """It fades to both sides, and may lie at the picture's end."""
    pixels = GREY.copy()
    paint_glow(pixels, Rect(40, 30, 60, 50), (255, 255, 0), 6)
    paint_glow(pixels, Rect(-5, -5, 20, 20), (255, 255, 0), 6)
    assert pixels[55, 40, 0] > pixels[55, 46, 0] > pixels[55, 60, 0] == 128


def test_most_pictures_stay_as_they_are() -> None:
    """Three of four pictures are not spoilt, and some are."""
    clean = sum(spoilt(GREY, Random(seed)) is GREY for seed in range(100))
    assert 60 < clean < 95
