"""How sure a cell is falls with what differs from what it was called."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.planes import BLOCKS
from bot.skin import Body, Skin
from bot.sureness import by_shape, nearness, sureness

LOT = np.random.default_rng(6)
FACES = np.full((6, 40, 40, 3), 235, np.float32)
FACES[:, 8:-8, 8:-8] = LOT.integers(0, 200, (6, 4, 4, 3)).repeat(6, 1).repeat(6, 2)
GROUND = np.full((1, 40, 40, 3), 60, np.float32)
SKIN = Skin(
    FACES,
    np.asarray([1, 2, 3, 4, 5, 5]),
    np.full((BLOCKS - 1, BLOCKS - 1), 10, np.float32),
    2.0,
    None,
)


def of(kinds: list[int], cells: NDArray[np.float32], skin: Skin = SKIN) -> list[float]:
    """How sure these cells are these kinds."""
    return [float(value) for value in sureness(np.asarray(kinds, np.int64), cells, skin)]


def test_a_tile_equal_to_its_face_is_sure() -> None:
    """Also where it equals but one of its kind's two faces."""
    assert of([1, 2, 3, 4, 5, 5], FACES) == pytest.approx([1] * 6)


def test_a_tile_at_the_limit_is_half_sure() -> None:
    """A face 20 grey levels lighter in its only block differs by two tolerances of ten."""
    moved = FACES[:1] + np.float32(20 / np.sqrt(3))
    skin = replace(SKIN, faces=np.flip(FACES, axis=2).copy())
    assert of([1], moved) == pytest.approx([0.5], abs=0.01)
    assert of([1], FACES[:1], skin)[0] < 0.5


def test_a_tile_known_by_its_shape_alone_is_at_most_half_sure() -> None:
    """A dark, blue look of a face is half sure, and less so of another face."""
    tinted = FACES[:1] * np.asarray([0.3, 0.4, 0.9], np.float32)
    assert of([1], tinted) == pytest.approx([0.5], abs=0.01)
    assert of([2], tinted)[0] < 0.4


def test_an_unknown_cell_is_not_sure_at_all() -> None:
    """Whatever it shows."""
    assert of([UNKNOWN, UNKNOWN], np.concatenate([FACES[:1], GROUND])) == [0, 0]


def test_an_empty_cell_is_as_sure_as_it_shows_no_tile() -> None:
    """Ground is sure to be empty, and a cell that shows a face is sure not to be."""
    assert of([EMPTY, EMPTY], np.concatenate([GROUND, FACES[:1]])) == pytest.approx(
        [1, 0], abs=1e-3
    )


def test_what_is_left_of_a_body_makes_an_empty_cell_doubtful() -> None:
    """A cell with half of the frame that all tiles have is half sure to hold none."""
    mask = np.ones((40, 40), np.bool_)
    mask[8:-8, 8:-8] = False
    body = Body(np.full((40, 40, 3), 235, np.float32), mask)
    half = GROUND.copy()
    half[0, :20] = 235
    bodied = replace(SKIN, body=body)
    assert of([EMPTY, EMPTY], np.concatenate([half, GROUND]), bodied) == pytest.approx(
        [0.5, 1], abs=1e-3
    )


def test_a_board_without_tiles_or_cells_is_sure() -> None:
    """Where there is no face, nothing speaks against empty cells; no cell has no confidence."""
    none = replace(SKIN, faces=FACES[:0], kinds=SKIN.kinds[:0])
    assert of([EMPTY], GROUND, none) == [1]
    assert of([], GROUND[:0]) == []


@given(st.lists(st.floats(0, 1e6, width=32), min_size=2), st.floats(0.1, 12))
def test_the_less_differs_the_surer(apart: list[float], limit: float) -> None:
    """Nearness falls with every difference, from 1 to 0, and passes a half at the limit."""
    near = nearness(np.sort(np.asarray(apart, np.float32)), limit)
    assert near.dtype == np.float32
    assert (np.diff(near) <= 0).all()
    assert 0 <= near.min() <= near.max() <= 1
    assert (
        (near >= 0.5) == (np.sort(np.asarray(apart, np.float32)) <= np.float32(limit))
    ).mean() > 0.99


def test_shapes_turned_round_count_for_nothing() -> None:
    """A negative correlation is no likeness."""
    assert by_shape(np.asarray([-1, 0, 0.5, 1], np.float32)).tolist() == [0, 0, 0.25, 0.5]
