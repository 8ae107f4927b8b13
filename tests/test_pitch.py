"""The pitch of a picture is found by its repetition, to a fraction of a pixel."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.pitch import (
    MAX_PITCH,
    MIN_PITCH,
    autocorrelation,
    candidate_pitches,
    edge_map,
    refine_pitch,
)


def tiled(pitch: tuple[float, float], rows: int = 8, cols: int = 12) -> NDArray[np.uint8]:
    """Squares of random colours that stand a pitch apart, on a grey ground."""
    lot = np.random.default_rng(1)
    shape = int(rows * pitch[1]) + 60, int(cols * pitch[0]) + 80, 3
    pixels = np.full(shape, 90, np.uint8)
    for row in range(rows):
        for col in range(cols):
            x, y = round(40 + col * pitch[0]), round(30 + row * pitch[1])
            right, bottom = x + int(0.8 * pitch[0]), y + int(0.8 * pitch[1])
            pixels[y:bottom, x:right] = lot.integers(120, 256, 3)
    return pixels


@pytest.mark.parametrize("pitch", [(40.0, 52.0), (33.4, 27.7), (92.0, 92.0), (18.0, 24.5)])
def test_the_pitch_is_among_the_first(pitch: tuple[float, float]) -> None:
    """The true pitch is one of the first three candidates, and is refined to 0.1 px."""
    edges = edge_map(tiled(pitch))
    for axis, true in ((1, pitch[0]), (0, pitch[1])):
        correlation = autocorrelation(edges, axis)
        found = min(candidate_pitches(correlation, 3), key=lambda shift: abs(shift - true))
        assert found == pytest.approx(true, abs=0.8)
        assert refine_pitch(correlation, found, 8) == pytest.approx(true, abs=0.1)


def test_correlation_is_one_at_no_shift() -> None:
    """A picture is most like itself where it is."""
    correlation = autocorrelation(edge_map(tiled((40.0, 40.0))), 1)
    assert correlation[0] == pytest.approx(1)
    assert correlation[1:].max() < 1


def test_no_structure_has_no_pitch() -> None:
    """A plain picture, and one narrower than two tiles, have no candidates."""
    plain = np.full((200, 300, 3), 77, np.uint8)
    assert not candidate_pitches(autocorrelation(edge_map(plain), 1), 5)
    assert not candidate_pitches(autocorrelation(edge_map(plain[:, :20]), 1), 5)


def test_candidates_keep_to_sizes_of_tiles() -> None:
    """Candidates are few, apart from each other and within the sizes a tile has."""
    found = candidate_pitches(autocorrelation(edge_map(tiled((40.0, 40.0))), 1), 4)
    assert 0 < len(found) <= 4
    assert all(MIN_PITCH <= shift <= MAX_PITCH for shift in found)
    assert len({round(shift) for shift in found}) == len(found)


def test_edges_leave_out_what_is_plain() -> None:
    """Edge strength is highest at an edge, and of mean 0 over a large neighbourhood."""
    pixels = np.zeros((400, 400, 3), np.uint8)
    pixels[:, 200:] = 255
    edges = edge_map(pixels)
    assert abs(int(edges[200].argmax()) - 199) <= 1
    assert edges[200, 20] <= 0
