"""A tile out of its place in its cell is named if its kind lacks it, or if a twin is so, too."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from shapes import COUNT, seen, skin, tiles

from bot.board import UNKNOWN
from bot.distances import halved
from bot.likeness import Likeness
from bot.raised import raised

SKIN = skin()
LIKENESS = Likeness.of(SKIN)


def lifted(face: int, by: int = 2) -> NDArray[np.float32]:
    """A tile so far up and to the left of its place: (1, h, w, 3)."""
    return np.roll(tiles()[face : face + 1], (-by, -by), axis=(1, 2))


def named(known: list[int], cells: NDArray[np.float32]) -> list[int]:
    """What cells are named where a board holds some kinds besides them."""
    kinds = np.asarray(known + [UNKNOWN] * len(cells), np.int64)
    rest, pixels = np.arange(len(known), len(kinds)), seen(cells)
    small = halved(pixels)
    scores, body = LIKENESS.outlines.likeness_of(small), LIKENESS.body_of(small)
    raised(kinds, rest, pixels, scores, SKIN, body=body)
    found: list[int] = kinds[rest].tolist()
    return found


def test_a_lifted_tile_is_named_if_its_kind_is_odd_without_it() -> None:
    """And is left open where its kind is even."""
    assert named([3, 1, 1], lifted(2)) == [3]
    assert named([3, 3, 1, 1], lifted(2)) == [UNKNOWN]


def test_two_lifted_tiles_of_one_kind_are_a_pair() -> None:
    """Those of a hint; one of a third kind makes it no pair of marks any more."""
    both = np.concatenate([lifted(2), lifted(2)])
    assert named([1, 1], both) == [3, 3]
    assert named([1], np.concatenate([both, lifted(0)])) == [UNKNOWN] * 3


def test_two_cells_without_anything_of_a_tile_are_no_pair() -> None:
    """As ground that is like a faint face; a kind that lacks one takes the likest."""
    both = np.concatenate([lifted(2), lifted(2)]) * 0.3 + 20
    assert named([1, 1], both) == [UNKNOWN, UNKNOWN]
    assert named([3, 1, 1], both[:1]) == [3]


def test_a_tile_in_its_place_is_not_raised() -> None:
    """What shows no face there by its colours is another one, not a lifted one."""
    assert named([3], tiles()[2:3] * 0.6 + 60) == [UNKNOWN]
    assert named(list(range(1, COUNT + 1)), tiles(seed=9)[:1]) == [UNKNOWN]
