"""A tile that is lifted out of its place is found beside it, by the twin that it left alone."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import cut, usual_look
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.lifted import lifted
from bot.skin import Skin

SIDE, ROWS, COLS = 48, 3, 4
WHOLE = np.asarray([1, 2, 3, 4, 1, 5, 3, 4, 2, EMPTY, 5, 4])
"""A board on which kind 4 has three tiles: the fourth is away."""
LATTICE = Lattice(Pixel(2 * SIDE, 2 * SIDE), (SIDE, SIDE), ROWS, COLS)


def screen(kinds: NDArray[np.int64], cell: int, way: tuple[int, int]) -> Frame:
    """Cards on a green table, the one of that cell lifted some pixels across and down."""
    lot = np.random.default_rng(5)
    faces = np.full((6, SIDE - 8, SIDE - 8, 3), 245, np.uint8)
    faces[:, 8:-8, 8:-8] = lot.integers(0, 200, (6, 4, 4, 3)).repeat(6, 1).repeat(6, 2)
    picture = np.full(((ROWS + 3) * SIDE, (COLS + 3) * SIDE, 3), (30, 120, 60), np.uint8)
    for number, kind in enumerate(kinds.tolist()):
        row, col = divmod(number, COLS)
        across, down = way if number == cell else (0, 0)
        top, left = round((row + 1.5) * SIDE) + 4 + down, round((col + 1.5) * SIDE) + 4 + across
        if kind != EMPTY:
            picture[top : top + SIDE - 8, left : left + SIDE - 8] = faces[kind]
    return Frame(picture)


def skin_of(cells: NDArray[np.float32], kinds: NDArray[np.int64]) -> Skin:
    """The look of some tiles."""
    names = np.unique(kinds[kinds > 0])
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    return Skin(faces, names, np.full((8, 8), 5, np.float32), 1.0, None)


@pytest.mark.parametrize("way", [(0, -7), (0, 6), (-5, -5)])
@pytest.mark.parametrize("seen", [EMPTY, UNKNOWN])
def test_a_lifted_tile_is_of_the_kind_that_lacks_one(way: tuple[int, int], seen: int) -> None:
    """Called empty or not told, it is found, wherever it was moved to."""
    truth = WHOLE.copy()
    truth[9] = 4
    frame = screen(truth, 9, way)
    kinds = truth.copy()
    kinds[9] = seen
    cells = cut(frame, LATTICE)
    named, found = lifted(frame, LATTICE, kinds, cells, skin_of(cells, kinds))
    assert named.tolist() == truth.tolist()
    assert found.tolist() == [9]
    assert kinds[9] == seen


def test_the_twin_of_a_tile_like_no_other_makes_a_kind_with_it() -> None:
    """A pair of which one tile is lifted: the other was like no other, and is a kind now."""
    truth = np.where(WHOLE == 4, EMPTY, WHOLE)
    truth[[3, 9]] = 4
    frame = screen(truth, 9, (0, -7))
    kinds = truth.copy()
    kinds[3], kinds[9] = UNKNOWN, EMPTY
    cells = cut(frame, LATTICE)
    named, found = lifted(frame, LATTICE, kinds, cells, skin_of(cells, kinds))
    assert found.tolist() == [9]
    assert named[3] == named[9] == 6
    assert (named[truth != 4] == truth[truth != 4]).all()


def test_what_is_no_twin_is_not_taken_for_one() -> None:
    """Another face, bare ground, a tile in its place, a board without lonely tiles: nothing."""
    other = WHOLE.copy()
    other[9] = 5
    frame = screen(other, 9, (0, -7))
    kinds = np.where(other == 5, UNKNOWN, WHOLE)
    kinds[[5, 9, 10]] = 5, EMPTY, 5
    cells = cut(frame, LATTICE)
    named, found = lifted(frame, LATTICE, kinds, cells, skin_of(cells, kinds))
    assert not found.size
    assert named.tolist() == kinds.tolist()
    frame = screen(WHOLE, -1, (0, 0))
    cells = cut(frame, LATTICE)
    for strange in (3, None):
        kinds = WHOLE.copy()
        if strange is None:
            kinds[11] = EMPTY
        else:
            kinds[kinds == 4] = 3
            kinds[strange] = UNKNOWN
        assert not lifted(frame, LATTICE, kinds, cells, skin_of(cells, WHOLE))[1].size
    assert not lifted(frame, LATTICE, 0 * WHOLE, cells, skin_of(cells, WHOLE))[1].size
