"""Patches laid on the picture before give the picture after, and are small."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bot.errors import InputError
from bot.geometry import Rect
from bot.patches import changes, patched


def laid(before: NDArray[np.uint8] | None, now: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture from that before and what changed."""
    patches = [
        ((r.left, r.top), now[r.top : r.bottom, r.left : r.right]) for r in changes(before, now)
    ]
    return patched(before, (now.shape[1], now.shape[0]), patches)


@given(st.integers(0, 2**32 - 1), st.integers(1, 150), st.integers(1, 150), st.integers(0, 30))
def test_a_picture_is_what_was_and_what_changed(seed: int, rows: int, cols: int, dots: int) -> None:
    """To the last bit, wherever and however much it changed."""
    lot = np.random.default_rng(seed)
    before = lot.integers(0, 256, (rows, cols, 3), np.uint8)
    now = before.copy()
    for _ in range(dots):
        y, x = lot.integers(rows), lot.integers(cols)
        now[y : y + lot.integers(1, 9), x : x + lot.integers(1, 9)] ^= lot.integers(
            1, 256, 3, np.uint8
        )
    assert np.array_equal(laid(before, now), now)
    assert np.array_equal(laid(None, now), now)
    assert np.array_equal(laid(before[:-1] if rows > 1 else None, now), now)


def test_patches_are_as_small_as_what_changed() -> None:
    """Two tiles far apart are two patches, and nothing is none."""
    before = np.zeros((200, 300, 3), np.uint8)
    now = before.copy()
    now[10:20, 5:25] = 9
    now[150:160, 250:260, 2] = 1
    assert changes(before, now) == [Rect(5, 10, 20, 10), Rect(250, 150, 10, 10)]
    assert changes(now, now) == []
    assert patched(now, (300, 200), []) is now


@pytest.mark.parametrize(
    ("size", "at"),
    [((30, 20), (25, 0)), ((30, 20), (0, 15)), ((30, 20), (-1, 0)), ((31, 20), (0, 0))],
)
def test_a_patch_lies_inside(size: tuple[int, int], at: tuple[int, int]) -> None:
    """A broken recording is told, not guessed at."""
    before = np.zeros((20, 30, 3), np.uint8)
    with pytest.raises(InputError):
        patched(before, size, [(at, np.ones((10, 10, 3), np.uint8))])
