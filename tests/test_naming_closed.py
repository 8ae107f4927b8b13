"""Naming the tiles of a board that hides the ground between them, where hardly any is one."""

from __future__ import annotations

import numpy as np

from bot.board import EMPTY, UNKNOWN
from bot.naming_closed import name_closed
from bot.skin import Body

SIDE = 20


def test_one_tile_among_bare_cells_is_compared_with_them() -> None:
    """One alone cannot be grouped: the others, which repeat as tiles do, are named as well."""
    lot = np.random.default_rng(1)
    cells = np.full((6, SIDE, SIDE, 3), 90, np.float32)
    cells[0] = 200
    cells[0, 5:-5, 5:-5] = lot.integers(0, 255, (10, 10, 3))
    mask = np.ones((SIDE, SIDE), np.bool_)
    mask[5:-5, 5:-5] = False
    body = Body(np.full((SIDE, SIDE, 3), 200, np.float32), mask)
    ring = np.full((12, SIDE, SIDE, 3), 90, np.float32)
    kinds, found = name_closed(cells, np.asarray([0, 4, 5]), ring, body)
    assert len(found.groups) == 3
    assert kinds[4] == kinds[5] > EMPTY
    assert kinds[0] not in (EMPTY, UNKNOWN, kinds[4])
    assert (kinds[1:4] != kinds[0]).all()
