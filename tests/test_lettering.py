"""Writing lands where it should, as large as it should."""

from __future__ import annotations

import numpy as np
import pytest

from bot.lettering import lettered, write


@pytest.mark.parametrize("size", [7, 12, 20, 40])
def test_a_line_is_as_high_as_asked(size: int) -> None:
    """Capital letters reach from the given place down by the given height."""
    pixels = np.full((120, 400, 3), 255, np.uint8)
    width = write(pixels, "HEX", (20, 30), size, (0, 0, 0))
    rows, cols = np.nonzero(pixels[:, :, 0] < 128)
    assert abs(rows.min() - 30) <= max(2, size // 8)
    assert abs(rows.max() + 1 - 30 - size) <= max(2, size // 8)
    assert 18 <= cols.min() <= 24
    assert abs(cols.max() - 20 - width) <= 6


def test_writing_outside_leaves_the_picture_alone() -> None:
    """A line beyond the edge paints nothing and is no error."""
    pixels = np.zeros((20, 20, 3), np.uint8)
    write(pixels, "far", (500, 500), 10, (255, 255, 255))
    assert not pixels.any()


@pytest.mark.parametrize("font", range(10))
@pytest.mark.parametrize("text", ["7", "88", "moon", "Q"])
def test_a_word_fills_its_box(text: str, font: int) -> None:
    """A word touches two sides of its box, or nearly, and lies in its middle."""
    alpha = lettered(text, 60, 40, font)
    rows, cols = np.nonzero(alpha > 40)
    assert np.ptp(rows) > 26 or np.ptp(cols) > 52
    assert abs(cols.min() + cols.max() - 59) <= 4


def test_words_share_the_size_of_the_widest() -> None:
    """A short word is no larger than it would be beside a long one."""
    assert lettered("cat", 60, 60, widest="moons").sum() < lettered("cat", 60, 60).sum()
