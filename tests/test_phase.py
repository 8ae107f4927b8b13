"""Cells begin where nothing that moves as one piece is cut."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.corners import Twins, find_twins
from bot.deal import deal
from bot.phase import Seam, seams, slopes_of
from bot.pitch import explained, weights
from bot.simulator import Style, draw, lattice_of

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


def flat() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The slopes of a picture in which nothing is drawn."""
    none = np.zeros((600, 600), np.float32)
    return none, none


def found(twins: Twins) -> tuple[Seam, Seam]:
    """The seams between tiles, told by all pairs."""
    told = seams(twins, np.ones(len(twins.a), np.bool_), PITCH, flat())
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
    assert seams(twins, chosen, PITCH, flat()) is None
    chosen[0] = True
    assert seams(twins, chosen, PITCH, flat()) is None


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.6])
def test_seams_of_a_drawn_board_lie_in_its_gaps(factor: float) -> None:
    """In the bundled game cells begin within a twelfth of a pitch of where they were drawn."""
    board, style = deal(8, 10, kinds=20, seed=4), Style.default().scaled(factor)
    picture, lattice = draw(board, style), lattice_of(board, style)
    twins = find_twins(picture)
    moved = np.hypot(twins.across, twins.down) > 0.5 * min(lattice.pitch)
    rare = np.maximum(twins.count[twins.a], twins.count[twins.b]) <= 10
    chosen = (weights(twins) > 0) & explained(twins, lattice.pitch) & moved & rare
    told = seams(twins, chosen, lattice.pitch, slopes_of(picture))
    assert told is not None
    for seam, edge, pitch in zip(told, lattice.bounds()[:2], lattice.pitch, strict=True):
        assert abs((seam.place - edge / pitch + 0.5) % 1 - 0.5) < 1 / 12


def test_a_step_is_steep_along_the_way_across_it() -> None:
    """A step from dark to light of 100 grey levels has slopes of 100 along x, and none along y."""
    picture = np.zeros((20, 30, 3), np.uint8)
    picture[:, 15:] = 100
    across, down = slopes_of(picture)
    assert across.shape == down.shape == (20, 30)
    assert np.flatnonzero(across[10]).tolist() == [14, 15]
    assert across[10, 14:16] == pytest.approx(100)
    assert not down.any()
