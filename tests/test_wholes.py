"""Lattices of which those found are the halves."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from builders import board

from bot.board import Board
from bot.geometry import Lattice, Pixel
from bot.likely import Sighting
from bot.wholes import doubled, thinned, wholes


def test_cells_that_are_not_slim_are_no_halves() -> None:
    """The cells of mahjong tiles are a third higher than wide."""
    assert not list(wholes(board("a b / b a"), Lattice(Pixel(20, 20), (30, 40), 2, 2)))


@pytest.mark.parametrize("turned", [False, True])
def test_halves_are_put_together_from_the_first_or_the_second(turned: bool) -> None:
    """What either half holds is held by the whole, and lies where it lay."""
    rows = np.asarray(board("a b . c d / . . . . a / . . . . .").to_rows())
    lattice = Lattice(Pixel(113, 226), (26, 52), 3, 5)
    if turned:
        rows, lattice = rows.T, Lattice(Pixel(226, 113), (52, 26), 5, 3)
    halves = board(" / ".join(" ".join(".abcd"[each] for each in row) for row in rows))
    first, second = wholes(halves, lattice)
    shape = (3, 3)
    kept = [first.tiles.reshape(shape), second.tiles.reshape(shape)]
    kept = [each.T for each in kept] if turned else kept
    assert kept[0].tolist() == [[True, True, True], [False, False, True], [False] * 3]
    assert kept[1].tolist() == [[True, True, True], [False, False, True], [False] * 3]
    assert first.lattice.pitch == second.lattice.pitch == (52, 52)
    middles = [(126.0, 226.0), (100.0, 226.0)]
    seen = [tuple(each.lattice.origin)[:: -1 if turned else 1] for each in (first, second)]
    assert seen == middles


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("turned", [False, True])
def test_square_halves_are_put_together_where_wholes_are_even_too(turned: bool, first: int) -> None:
    """As of dominoes: seven halves make 28 tiles, of which no deal of halves has two of each."""
    lot = Random(1)
    tiles = 2 * [(low, high) for high in range(1, 8) for low in range(1, high + 1)]
    lot.shuffle(tiles)
    rows = np.asarray(tiles, np.int64).reshape(7, 16)
    rows = np.pad(rows, ((0, 0), (first, first)))
    alone = rows.copy()
    lot.shuffle(halves := alone[alone > 0].tolist())
    alone[alone > 0] = halves
    for kinds, count in ((rows, 1), (alone, 0)):
        held = kinds.T if turned else kinds
        dealt = Board(*held.shape, tuple(held.ravel().tolist()))
        found = list(wholes(dealt, Lattice(Pixel(20, 20), (40, 40), *held.shape)))
        assert len(found) == count
        for each in found:
            assert each.lattice.pitch == ((40, 80) if turned else (80, 40))
            assert np.count_nonzero(each.tiles) == 56


@pytest.mark.parametrize("turned", [False, True])
def test_every_second_line_is_tried_where_the_others_are_empty(turned: bool) -> None:
    """A word or two in a gap are as good as nothing, a third of what the others hold is not."""
    held = np.zeros((5, 24), np.bool_)
    held[:, 1::2] = True
    held[2, 4] = True
    lattice = Lattice(Pixel(40, 30), (61, 38), 5, 24)
    if turned:
        held, lattice = held.T, Lattice(Pixel(30, 40), (38, 61), 24, 5)
    (found,) = thinned(Sighting(lattice, held.ravel()))
    assert found.tiles.all()
    turn = -1 if turned else 1
    assert found.lattice.pitch[::turn] == (122, 38)
    assert tuple(found.lattice.origin)[::turn] == (101, 30)
    assert (found.lattice.rows, found.lattice.cols)[::turn] == (5, 12)
    held.flat[::3] = True
    assert not list(thinned(Sighting(lattice, held.ravel())))


@pytest.mark.parametrize("across", [False, True])
def test_two_cells_of_a_lattice_are_one_from_the_first_or_the_second_on(across: bool) -> None:
    """Side by side or one above the other, as it was told; not where they are long already."""
    held = np.ones((6, 8), np.bool_)
    seen = Sighting(Lattice(Pixel(40, 30), (76, 44), 6, 8), held.ravel())
    first, second = (each.lattice for each in doubled(seen, across=across))
    assert first.pitch == second.pitch == ((152, 44) if across else (76, 88))
    assert tuple(first.origin) == ((78, 30) if across else (40, 52))
    assert tuple(second.origin) == ((2, 30) if across else (40, 8))
    assert (second.rows, second.cols) == ((6, 5) if across else (4, 8))
    pitch = (90.0, 44.0) if across else (44.0, 90.0)
    long = Sighting(Lattice(Pixel(40, 30), pitch, 6, 8), held.ravel())
    assert not list(doubled(long, across=across))
