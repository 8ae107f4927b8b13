"""A pair in inverted colours: the kind it shows, and what is a kind by itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.inverted import as_negative

_COLOURS = [(200, 30, 40), (30, 120, 210), (40, 150, 60), (240, 160, 30), (120, 50, 160)]
_SIZE = 32


def face(colour: tuple[int, int, int], *, plate: int = 235) -> NDArray[np.float32]:
    """A disc on a pale plate, with a dark line under it."""
    y, x = np.mgrid[:_SIZE, :_SIZE]
    tile = np.full((_SIZE, _SIZE, 3), plate, np.float32)
    tile[np.hypot(y - 14, x - 16) < 9] = colour
    tile[25:27, 6:26] = 20
    return tile


def board(
    own: NDArray[np.float32], tiles: int = 4
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """So many tiles of each of five kinds, and two that look so, kind 6; one cell is empty."""
    cells = [face(colour) for colour in _COLOURS for _ in range(tiles)]
    kinds = np.repeat(np.arange(1, 6), tiles)
    shown = np.asarray([*cells, own, own, np.full_like(own, 90)], np.float32)
    noise = np.random.default_rng(0).normal(0, 2, shown.shape)
    return np.concatenate([kinds, [6, 6, 0]]), np.asarray(shown + noise, np.float32)


def test_a_pair_in_inverted_colours_is_of_the_kind_it_shows() -> None:
    kinds, cells = board(255 - face(_COLOURS[1]))
    found, pair = as_negative(kinds, cells)
    assert pair.tolist() == [20, 21]
    assert found[20:].tolist() == [2, 2, 0]
    assert (found[:20] == kinds[:20]).all()


def test_ground_beyond_a_plate_stays_as_it_is() -> None:
    own = face(_COLOURS[1])
    own[6:-6, 2:-2] = 255 - own[6:-6, 2:-2]
    kinds, cells = board(own)
    assert as_negative(kinds, cells)[1].size


def test_the_last_pair_of_a_kind_stays_one() -> None:
    """In inverted colours it is most like another that is not quite the same."""
    own = face((30, 160, 210))
    kinds, cells = board(255 - own)
    found, pair = as_negative(kinds, cells)
    assert not pair.size
    assert (found == kinds).all()


def test_a_pair_that_is_as_like_others_as_faces_are_stays_one() -> None:
    """A light disc in the opposite colour on the same plates is a face, as is a dark one."""
    kinds, cells = board(face((225, 135, 45)))
    assert not as_negative(kinds, cells)[1].size


def test_more_tiles_than_two_are_faces() -> None:
    kinds, cells = board(255 - face(_COLOURS[1]))
    kinds, cells = np.append(kinds, [6, 6]), np.concatenate([cells, cells[20:22]])
    assert not as_negative(kinds, cells)[1].size


def test_no_tiles() -> None:
    kinds = np.zeros(4, np.int64)
    assert not as_negative(kinds, np.zeros((4, _SIZE, _SIZE, 3), np.float32))[1].size


def test_a_white_pair_among_dark_colours_is_no_black_one() -> None:
    """Where tiles are nothing but colours each is another one's negative, more or less."""
    colours = [(10, 10, 12), (70, 20, 20), (20, 60, 30), (30, 30, 90), (245, 245, 243)]
    kinds = np.repeat(np.arange(1, 6), [4, 4, 4, 4, 2])
    cells = np.asarray([np.full((_SIZE, _SIZE, 3), colours[kind - 1]) for kind in kinds])
    assert not as_negative(kinds, cells.astype(np.float32))[1].size
