"""Where two tiles differ: around them, along one side, or in what is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.crops import is_along_a_side, is_around, runs_around

_HEIGHT, _WIDTH = 28, 30


def differing(*parts: tuple[slice, slice]) -> NDArray[np.bool_]:
    """Where two tiles differ, in those parts."""
    apart = np.zeros((_HEIGHT, _WIDTH), np.bool_)
    for part in parts:
        apart[part] = True
    return apart


@pytest.mark.parametrize("part", [np.s_[:, :1], np.s_[:, -3:], np.s_[:2, :], np.s_[-1:, 1:]])
def test_the_side_of_a_mark_lies_along_a_side(part: tuple[slice, slice]) -> None:
    assert is_along_a_side(differing(part))
    assert not is_around(differing(part))


def test_a_drawing_does_not_lie_along_a_side() -> None:
    """A shorter bar, one farther in, and one that reaches farther in; nor nothing at all."""
    for part in (np.s_[:, :0], np.s_[4:-4, :2], np.s_[:, 6:8], np.s_[:, :8], np.s_[8:20, 8:20]):
        assert not is_along_a_side(differing(part))


def test_a_frame_runs_around() -> None:
    frame = differing(np.s_[:2, :], np.s_[-2:, :], np.s_[:, :2], np.s_[:, -2:])
    assert runs_around(frame)
    assert is_around(frame)
    frame[12:16, 12:16] = True
    assert runs_around(frame)
    assert not is_around(frame)
