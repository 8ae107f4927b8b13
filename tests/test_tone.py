"""A tone is found where colours of a whole picture are changed alike, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.skin import Skin
from bot.tone import Tone

LOT = np.random.default_rng(8)
FACES = LOT.uniform(40, 215, (12, 10, 10, 3)).astype(np.float32)
SEPIA = np.asarray([[0.39, 0.35, 0.27], [0.77, 0.69, 0.53], [0.19, 0.17, 0.13]], np.float32)


def test_a_tone_is_found_though_some_cells_show_other_faces() -> None:
    """The map is that of the other nine, and takes faces and ground of a skin there."""
    seen = FACES @ SEPIA + np.float32(5)
    seen[:3] = seen[5:8]
    tone = Tone.between(FACES, seen)
    assert tone is not None
    assert tone.of(FACES[3:]) == pytest.approx(seen[3:].clip(0, 255), abs=2)
    skin = Skin(FACES, np.arange(1, 13), np.full((8, 8), 4, np.float32), 1.0, None)
    assert tone.skin(skin).faces == pytest.approx(tone.of(FACES))


@pytest.mark.parametrize(
    "seen",
    [
        FACES,
        FACES + LOT.normal(0, 4, FACES.shape).astype(np.float32),
        np.roll(FACES, 1, axis=0),
        FACES * LOT.uniform(0.6, 1.4, (12, 1, 1, 3)).astype(np.float32),
    ],
    ids=["the same", "noise", "other faces", "each its own tint"],
)
def test_no_tone_where_there_is_none(seen: NDArray[np.float32]) -> None:
    """Neither for equal colours nor for faces that differ each in its way."""
    assert Tone.between(FACES, seen) is None


def test_ground_around_faces_does_not_count() -> None:
    """What changes where the weights are nought is no tone."""
    weights = np.zeros(FACES.shape[:3], np.float32)
    weights[:, 3:7, 3:7] = 1
    seen = FACES.copy()
    seen[:, :2] = 0
    assert Tone.between(FACES, seen, weights) is None
    assert Tone.between(FACES[:3], FACES[:3] @ SEPIA) is None
