"""Empty cells that show one drawing, as nothing else does, are tiles that were overlooked."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.lookalikes import _are_specks, find_lookalikes, lie_on_a_line, name_drawn_alike
from bot.under import Under, carried_over

SIDE, COLS, CELLS, EACH = 32, 10, 80, 4
FULL, HALF = 72, 40
"""Tiles of a board that is nearly full, and of one that is not."""


def drawing(lot: np.random.Generator) -> NDArray[np.float32]:
    """A patch of a few blots."""
    blots = lot.uniform(-1, 1, (5, 5)).astype(np.float32)
    return np.asarray(cv2.resize(blots, (20, 20), interpolation=cv2.INTER_CUBIC), np.float32)


def scene(
    tiles: int, shown: list[int], strength: float
) -> tuple[NDArray[np.int64], NDArray[np.float32], NDArray[np.float32]]:
    """A board with so many tiles on a rough ground: kinds, cells, and cells around it.

    Cells shown have one drawing, in so many grey levels, and were taken for empty.
    """
    lot = np.random.default_rng(3)
    kinds = np.append(np.repeat(np.arange(1, tiles // EACH + 1), EACH), [EMPTY] * (CELLS - tiles))
    kinds = lot.permutation(kinds)
    empty = np.flatnonzero(kinds == EMPTY)[: len(shown)]
    kinds[empty], kinds[shown] = kinds[shown], EMPTY
    ground = lot.normal(120, 2, (CELLS + 12, SIDE, SIDE)).astype(np.float32)
    faces = np.asarray([drawing(lot) for _ in range(tiles // EACH + 1)])
    for cell, kind in zip(ground, kinds.tolist(), strict=False):
        cell[6:26, 6:26] += 100 * faces[kind] if kind else 0
    ground[shown, 6:26, 6:26] += strength * faces[0]
    cells = np.repeat(ground[..., None], 3, axis=-1)
    return kinds, cells[:CELLS], cells[CELLS:]


def named(tiles: int, shown: list[int], strength: float) -> list[int]:
    """The cells of a scene that are named."""
    kinds, cells, ring = scene(tiles, shown, strength)
    found = kinds.copy()
    find_lookalikes(found, cells, COLS, ring, ())
    return np.flatnonzero(found != kinds).tolist()


@pytest.mark.parametrize("shown", [[3, 18, 42, 66], [3, 18, 42], [3, 18, 42, 66, 68, 70]])
def test_a_faint_drawing_in_holes_of_a_full_board_is_a_kind(shown: list[int]) -> None:
    """If it is in as many of them as kinds have tiles."""
    assert named(FULL, shown, 40) == (shown if len(shown) == EACH else [])


@pytest.mark.parametrize("shown", [[3, 18], [3, 18, 42]])
def test_two_equal_drawings_on_a_board_with_many_holes_are_a_pair(shown: list[int]) -> None:
    """Three are none."""
    assert named(HALF, shown, 70) == (shown if len(shown) % 2 == 0 else [])


def test_two_flakes_of_snow_in_the_same_place_of_two_cells_are_no_pair() -> None:
    """They are equal, but too small to be drawn on a tile."""
    kinds, cells, ring = scene(HALF, [3, 18], 0)
    found = kinds.copy()
    cells[[3, 18], 10:14, 20:24] = 240
    find_lookalikes(found, cells, COLS, ring, ())
    assert (found == kinds).all()


@pytest.mark.parametrize(("size", "speck"), [(2, True), (8, False)])
def test_a_star_is_a_speck_and_a_dot_is_none(size: int, *, speck: bool) -> None:
    """On however dark a sky, which is darker at the top."""
    sky = np.linspace(10, 40, 42, dtype=np.float32)[:, None]
    cells = np.zeros((2, 42, 42, 3), np.float32) + sky
    cells[:, 20 : 20 + size, 8 : 8 + size] = 250
    assert _are_specks(cells) == speck


@pytest.mark.parametrize("repeated", [False, True])
def test_ground_that_is_a_repeated_picture_shows_no_pairs(*, repeated: bool) -> None:
    """Its cells are alike wherever they lie so far apart, however bold they are."""
    kinds, cells, ring = scene(HALF, [23, 41], 70)
    found = kinds.copy()
    if repeated:
        lot = np.random.default_rng(9)
        patches = [drawing(lot)[..., None] for _ in range(18)]
        for at in np.setdiff1d(np.flatnonzero(kinds == EMPTY), [23, 41]):
            cells[at, 6:26, 6:26] += 70 * patches[at % 18]
    find_lookalikes(found, cells, COLS, ring, ())
    assert np.flatnonzero(found != kinds).tolist() == ([] if repeated else [23, 41])


COLOURS = ((60, 110, 220), (130, 60, 190), (220, 40, 40))


def on_a_painting(*, drawn: bool) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Four kinds of discs, arcs in three colours that could not be told, and bare cells.

    On patches of many colours; or the arcs are not drawn.
    """
    lot = np.random.default_rng(6)
    kinds = np.asarray([1, 1, 2, 2, 3, 3, 4, 4] + [UNKNOWN] * 8 + [EMPTY] * 16)
    patches = lot.uniform(150, 220, (len(kinds), 4, 4, 3)).astype(np.float32)
    cells = np.asarray([cv2.resize(each, (SIDE, SIDE)) for each in patches], np.float32)
    for at, (cell, kind) in enumerate(zip(cells, kinds.tolist(), strict=True)):
        if kind > EMPTY:
            cv2.circle(cell, (16, 16), 5 + 2 * kind, (40.0 * kind, 90, 40), cv2.FILLED)
        elif kind == UNKNOWN and drawn:
            cv2.ellipse(cell, (16, 22), (11, 12), 0, 180, 360, COLOURS[at % 3], 5)
    return kinds, cells


@pytest.mark.parametrize("drawn", [True, False])
def test_thin_sprites_that_are_like_no_other_are_kinds_by_what_is_drawn(*, drawn: bool) -> None:
    """Each colour is one; but what the ground shows is none."""
    kinds, cells = on_a_painting(drawn=drawn)
    ground = Under(carried_over(cells), np.abs(cells - carried_over(cells)).max(axis=-1), True)
    named = kinds.copy()
    name_drawn_alike(named, cells, ground)
    odd = kinds == UNKNOWN
    assert (named[~odd] == kinds[~odd]).all()
    if not drawn:
        assert (named == kinds).all()
        return
    colours = np.flatnonzero(odd) % 3
    assert len({*zip(colours.tolist(), named[odd].tolist(), strict=True)}) == 3
    assert named[odd].min() > 4


@pytest.mark.parametrize(("across", "down"), [(9, 13), (3, 20), (16, 16)])
def test_squares_that_meet_in_a_cell_are_two_lines(across: int, down: int) -> None:
    """As those of a chequered ground do; a drawing stays within its cell."""
    squares = np.full((4, SIDE, SIDE, 3), 90, np.float32)
    squares[:, :down, :across] = squares[:, down:, across:] = 130
    assert lie_on_a_line(squares)
    within = np.full((4, SIDE, SIDE, 3), 90, np.float32)
    within[:, 4:down, 2:across] = within[:, down:-4, across:-4] = 130
    assert not lie_on_a_line(within)
