"""Every ground covers its window and is the same each time."""

from __future__ import annotations

import numpy as np
import pytest

from bot.backdrop import paint_ground
from bot.parts import Ground, GroundKind

SAND, SEA = (214, 190, 140), (20, 60, 120)


@pytest.mark.parametrize("kind", list(GroundKind))
@pytest.mark.parametrize("size", [(1, 1), (30, 7), (257, 131)])
def test_a_ground_fills_its_window(kind: GroundKind, size: tuple[int, int]) -> None:
    """Any size is painted, and the same seed paints the same."""
    width, height = size
    ground = Ground(kind, (SAND, SEA), seed=9)
    painted = paint_ground(width, height, ground)
    assert painted.shape == (height, width, 3)
    assert painted.dtype == np.uint8
    assert (painted == paint_ground(width, height, ground)).all()


@pytest.mark.parametrize("kind", sorted(set(GroundKind) - {GroundKind.PLAIN}))
def test_a_ground_that_is_not_plain_varies(kind: GroundKind) -> None:
    """A pattern has more than one colour."""
    assert paint_ground(300, 200, Ground(kind, (SAND, SEA), seed=2)).std(axis=(0, 1)).max() > 4


@pytest.mark.parametrize("kind", [GroundKind.CHECKS, GroundKind.DOTS, GroundKind.CARPET])
def test_a_period_is_kept(kind: GroundKind) -> None:
    """Asked for a period of 24 px, a pattern repeats after 48 px at the latest."""
    painted = paint_ground(240, 144, Ground(kind, (SAND, SEA), seed=5, period=24)).astype(int)
    assert (np.abs(painted[:, 48:] - painted[:, :-48]) > 9).mean() < 0.05


def test_a_photograph_has_strong_contrast() -> None:
    """Light and shade of a photograph go far beyond its two colours."""
    spans = [
        np.ptp(paint_ground(320, 200, Ground(GroundKind.PHOTO, (SAND, SEA), s))) for s in range(9)
    ]
    assert min(spans) > 90
    assert max(spans) > 200
