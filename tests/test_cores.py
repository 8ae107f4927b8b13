"""Two tiles that only their surroundings tell from their kind are of it."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.bench.screens import drawn
from bot.bench.verdict import Grade, judged
from bot.cores import reunited
from bot.reader import read

SIDE = 40
Cells = NDArray[np.float32]


def tiles(sizes: list[int], *, noise: float = 2.0) -> tuple[NDArray[np.int64], Cells]:
    """So many tiles of each of several kinds, with faces of coarse squares on light ground."""
    lot = np.random.default_rng(5)
    faces = np.full((len(sizes), SIDE, SIDE, 3), 220, np.float32)
    squares = lot.uniform(20, 200, (len(sizes), 4, 4, 3))
    faces[:, 12:-12, 12:-12] = squares.repeat(4, 1).repeat(4, 2)
    kinds = np.repeat(np.arange(1, len(sizes) + 1), sizes)
    cells = faces[kinds - 1] + lot.normal(0, noise, (len(kinds), SIDE, SIDE, 3))
    return kinds, cells.astype(np.float32)


def told_apart(
    kinds: NDArray[np.int64], cells: Cells, *, kind: int = 1
) -> tuple[NDArray[np.int64], int]:
    """What becomes of two tiles of a kind that were named one of their own."""
    named = kinds.copy()
    pair = np.flatnonzero(kinds == kind)[:2]
    named[pair] = kinds.max() + 1
    return reunited(named, cells)


def test_a_frame_makes_no_kind() -> None:
    """Nor a shift by a pixel, nor what is seen past round corners."""
    kinds, cells = tiles([4] * 6)
    framed = cells.copy()
    framed[:2, :4], framed[:2, -4:] = (240, 190, 50), (240, 190, 50)
    shifted = cells.copy()
    shifted[:2] = np.roll(shifted[:2], 1, axis=1)
    for each in (framed, shifted):
        found, pairs = told_apart(kinds, each)
        assert (found[:4] == found[0]).all()
        assert found[4:].tolist() == kinds[4:].tolist()
        assert pairs == 1


def test_faces_that_differ_in_their_core_are_two() -> None:
    """However little, if tiles of one kind do not differ so."""
    kinds, cells = tiles([4] * 6)
    cells[:2, 16:24, 16:24] += 40
    assert told_apart(kinds, cells)[1] == 0


def test_blank_cores_tell_nothing() -> None:
    """A white dragon is a frame, and a blank tile has none."""
    kinds, cells = tiles([4] * 6)
    cells[kinds == 1] = 220
    cells[:2, :4] = 60
    assert told_apart(kinds, cells)[1] == 0


def test_where_kinds_are_pairs_two_are_no_part_of_one() -> None:
    """Four tiles would be too many there."""
    kinds, cells = tiles([4, *[2] * 8])
    assert told_apart(kinds, cells)[1] == 0


def test_two_near_kinds_are_left_alone() -> None:
    """What two kinds could be is told by neither."""
    kinds, cells = tiles([4] * 6)
    cells[kinds == 2] = cells[kinds == 1] + 1
    cells[:2, :4] = 60
    assert told_apart(kinds, cells)[1] == 0


@pytest.mark.parametrize("seed", [80003, 80017, 80024])
def test_drawn_boards_are_read(seed: int) -> None:
    """Round tiles on a photograph, a pair under a hint, and faces scaled half a pixel aside."""
    fresh = next(drawn(seed))
    assert judged(read(fresh.frame()), fresh.truth).grade is Grade.EXACT
