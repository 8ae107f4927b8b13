"""A body that hides the ground is told, and within its outline nothing is explained by ground."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.opaque import opaque
from bot.under import Under

SIDE, TILES = 40, 12


def seen(body: float) -> tuple[NDArray[np.float32], Under]:
    """Round tiles of a body, from none to opaque, with a face each, on grounds of their own."""
    lot = np.random.default_rng(4)
    ground = np.broadcast_to(
        lot.uniform(0, 120, (TILES, 1, 1, 3)).astype(np.float32), (TILES, SIDE, SIDE, 3)
    )
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2 + 0.5
    cells = np.where((np.hypot(x, y) < 15)[..., None], ground + body * (230 - ground), ground)
    for at in range(TILES):
        cells[at, 14 : 20 + at % 4, 16 : 22 + at % 3] = 20 + 60 * (at % 3)
    apart = np.linalg.norm(cells - ground, axis=-1)
    return cells.astype(np.float32), Under(ground.copy(), apart.astype(np.float32), varied=True)


def test_the_outline_of_a_body_hides_the_ground() -> None:
    """Inside no ground explains anything, outside everything is ground."""
    cells, ground = seen(1.0)
    hidden = opaque(cells, ground, np.arange(TILES))
    assert hidden is not None
    assert hidden.apart[:, 16:24, 16:24].min() > 255
    assert hidden.apart[:, :4, :4].max() == 0
    assert not hidden.colour.any()


@pytest.mark.parametrize("body", [0.0, 0.5], ids=["bare", "glass"])
def test_no_body_hides_what_is_seen_through(body: float) -> None:
    """Faces right on the ground have no body, and glass changes with what is under it."""
    cells, ground = seen(body)
    assert opaque(cells, ground, np.arange(TILES)) is None


def test_an_even_ground_needs_no_outline() -> None:
    """Where the ground is the same everywhere it explains nothing in any case."""
    cells, ground = seen(1.0)
    even = Under(ground.colour, ground.apart, varied=False)
    assert opaque(cells, even, np.arange(TILES)) is None
