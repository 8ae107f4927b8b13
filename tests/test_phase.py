"""Cells begin where nothing that moves as one piece is cut."""

from __future__ import annotations

import numpy as np
import pytest

from bot.corners import Twins
from bot.phase import Seam, seams

PITCH = (40.0, 52.0)


def tiles_at(phase: tuple[float, float], inner: float = 0.3, seed: int = 2) -> Twins:
    """Pairs of equal tiles of eight corners each, which keep `inner` of a cell from its sides.

    Parameters
    ----------
    phase : where cells begin, pitches, along x and y
    """
    lot = np.random.default_rng(seed)
    where = lot.permutation(80).reshape(40, 2)
    corner = lot.uniform(inner, 1 - inner, (40, 1, 8, 2))
    places = np.stack([where % 10, where // 10], axis=-1)[:, :, None] + corner + phase
    x, y = (places.reshape(-1, 2) * PITCH).T.astype(np.float32)
    first = (np.arange(40)[:, None] * 16 + np.arange(8)).ravel()
    return Twins(x, y, first, first + 8, np.ones(len(x), np.intp))


def found(twins: Twins) -> tuple[Seam, Seam]:
    """The seams between tiles, told by all pairs."""
    told = seams(twins, np.ones(len(twins.a), np.bool_), PITCH)
    assert told is not None
    return told


@pytest.mark.parametrize("phase", [(0.1, 0.6), (0.5, 0.02), (0.97, 0.25)])
def test_seams_lie_between_the_tiles(phase: tuple[float, float]) -> None:
    """They are as wide as what is left free, and clean; that holds where they pass the end too."""
    for seam, place in zip(found(tiles_at(phase)), phase, strict=True):
        assert abs((seam.place - place + 0.5) % 1 - 0.5) < 0.06
        assert seam.width == pytest.approx(0.6, abs=0.12)
        assert seam.clean == 1


def test_small_gaps_have_narrow_seams() -> None:
    """Faces that fill their cells leave a narrow seam at the same place."""
    across, down = found(tiles_at((0.3, 0.7), inner=0.05))
    assert (across.place, down.place) == pytest.approx((0.3, 0.7), abs=0.05)
    assert max(across.width, down.width) < 0.2


def test_a_ground_that_repeats_has_no_clean_seam() -> None:
    """Where corners that move as one lie all over, every place is crossed."""
    lot = np.random.default_rng(3)
    x, y = lot.uniform(0, 400, (2, 900)).astype(np.float32)
    twins = Twins(
        np.concatenate([x, x + 2 * np.float32(PITCH[0])]),
        np.concatenate([y, y + np.float32(PITCH[1])]),
        np.arange(900),
        np.arange(900) + 900,
        np.ones(1800, np.intp),
    )
    assert max(seam.clean for seam in found(twins)) < 0.2


def test_nothing_that_moves_as_one_has_no_seams() -> None:
    """No pair, a single one, and pairs far apart tell nothing."""
    twins = tiles_at((0.1, 0.6))
    chosen = np.zeros(len(twins.a), np.bool_)
    assert seams(twins, chosen, PITCH) is None
    chosen[0] = True
    assert seams(twins, chosen, PITCH) is None
