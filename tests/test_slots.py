"""An even picture on tiles is a kind, however common; a place without a tile is none."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.frame import Frame
from bot.reader import read
from bot.slots import leave_slots, places_among

ROWS, COLS, PITCH, SIDE, EDGE = 8, 10, 60, 54, 8
GROUND, PAPER, RED, DARK = (70, 110, 90), (255, 255, 255), (220, 60, 40), (40, 60, 50)
FLAT = 99


def picture(kind: int) -> NDArray[np.uint8]:
    """A disc, a bar and a box in colours drawn by lot on a white tile, with a free edge."""
    lot = np.random.default_rng(kind)
    tile = np.full((SIDE, SIDE, 3), PAPER, np.uint8)
    colours = lot.integers(0, 200, (3, 3)).tolist()
    low, high = EDGE, SIDE - EDGE - 1
    x, y = lot.integers(low + 9, high - 9, 2).tolist()
    cv2.line(tile, (low, y), (high, SIDE - y), colours[0], 4)
    cv2.rectangle(tile, (x - 6, low), (x + 6, high), colours[1], -1)
    cv2.circle(tile, (y, x), 9, colours[2], -1)
    return tile


def even(look: str) -> NDArray[np.uint8]:
    """A red square, bricks or a disc on a white tile; a place in a white frame, or without one."""
    tile = np.full((SIDE, SIDE, 3), PAPER, np.uint8)
    inside = slice(EDGE, SIDE - EDGE)
    if look == "frame":
        tile[2:-2, 2:-2] = DARK
    elif look == "place":
        tile[:] = DARK
    elif look == "disc":
        cv2.circle(tile, (SIDE // 2, SIDE // 2), SIDE // 2 - EDGE, RED, -1)
    else:
        tile[inside, inside] = RED
    if look == "bricks":
        tile[EDGE + 5 : SIDE - EDGE : 7, inside] = (190, 110, 90)
    return tile


def screen(look: str, count: int, each: int = 4) -> tuple[Frame, NDArray[np.int64]]:
    """A full board with so many even cells among kinds of four, and what it shows."""
    names = 1 + np.arange(ROWS * COLS - count) // each
    kinds = np.random.default_rng(3).permutation(np.append(names, np.full(count, FLAT)))
    shown = np.full((ROWS * PITCH + 160, COLS * PITCH + 160, 3), GROUND, np.uint8)
    for at, kind in enumerate(kinds.tolist()):
        y, x = (80 + place * PITCH for place in divmod(at, COLS))
        shown[y : y + SIDE, x : x + SIDE] = even(look) if kind == FLAT else picture(kind)
    return Frame(shown), kinds.reshape(ROWS, COLS)


@pytest.mark.parametrize(("look", "count"), [("square", 8), ("bricks", 6), ("disc", 12)])
def test_an_even_picture_on_tiles_is_a_kind_though_no_other_is_as_common(
    look: str, count: int
) -> None:
    """It lies on their paper and leaves their edges free, as the pictures of others do."""
    frame, kinds = screen(look, count)
    board = read(frame).board
    assert (board.rows, board.cols) == kinds.shape
    named = np.asarray(board.kinds).reshape(kinds.shape)
    assert np.unique(named[kinds == FLAT]).size == 1
    assert named.min() > EMPTY
    pairs = set(zip(named.ravel().tolist(), kinds.ravel().tolist(), strict=True))
    assert len(pairs) == np.unique(kinds).size == np.unique(named).size


@pytest.mark.parametrize("look", ["place", "frame"])
@pytest.mark.parametrize("count", [8, 16])
def test_places_without_tiles_are_empty_where_no_ground_is_seen(look: str, count: int) -> None:
    """They take all of a cell, or of the frame in it."""
    frame, kinds = screen(look, count)
    named = np.asarray(read(frame).board.kinds).reshape(kinds.shape)
    assert ((named == EMPTY) == (kinds == FLAT)).all()


SHADES = [(70, 110, 90), (78, 118, 95), (66, 101, 84)]


@pytest.mark.parametrize(
    ("colours", "left"), [(SHADES, True), ([(200, 40, 40), (40, 80, 200), (40, 160, 60)], False)]
)
def test_flat_kinds_that_differ_by_their_shade_are_places(
    colours: list[tuple[int, int, int]], left: bool
) -> None:
    """A pattern shines through them. Plain tiles, each in a colour of its own, are kinds."""
    drawn = [picture(kind) for kind in range(5) for _ in range(4)]
    plain = [np.full((SIDE, SIDE, 3), each, np.uint8) for each in colours for _ in range(4)]
    kinds = np.arange(8).repeat(4) + 1
    leave_slots(kinds, np.asarray(drawn + plain, np.float32), (4, 8))
    assert (kinds[20:] == EMPTY).all() == left
    assert (kinds[:20] > EMPTY).all()


@pytest.mark.parametrize(("reach", "left"), [(0, True), (SIDE // 3, False)])
def test_a_picture_that_is_drawn_to_one_side_is_no_place(reach: int, left: bool) -> None:
    """Its middle is plain, and it comes more often than any other; a place has two equal sides."""
    cells = np.asarray([picture(kind) for kind in range(5) for _ in range(4)], np.float32)
    plain = np.full((6, SIDE, SIDE, 3), 150, np.float32)
    plain[:, :, SIDE - reach :] = 250
    kinds = np.append(np.arange(5).repeat(4) + 1, [6] * 6)
    leave_slots(kinds, np.concatenate([cells, plain]), (2, 13))
    assert (kinds[20:] == EMPTY).all() == left
    assert (kinds[:20] > EMPTY).all()


def test_thin_drawings_on_the_paper_of_bold_ones_are_kinds() -> None:
    """They differ little from it on the whole."""
    drawn = [picture(kind) for kind in range(8) for _ in range(4)]
    lines = []
    for ends in (((8, 8), (45, 45)), ((8, 45), (45, 8)), ((8, 27), (45, 27))):
        tile = np.full((SIDE, SIDE, 3), PAPER, np.uint8)
        lines += [cv2.line(tile, *ends, DARK, 1)] * 4
    kinds = np.arange(11).repeat(4) + 1
    before = kinds.copy()
    leave_slots(kinds, np.asarray(drawn + lines, np.float32), (4, 11))
    assert kinds.tolist() == before.tolist()


@pytest.mark.parametrize(
    ("spread", "count", "found"), [(6.0, 20, True), (60.0, 20, False), (6.0, 3, False)]
)
def test_places_are_told_before_kinds_where_all_are_flat_and_of_one_colour(
    spread: float, count: int, *, found: bool
) -> None:
    """A pattern shines through them, so that each looks a little different; few are no places."""
    lot = np.random.default_rng(7)
    tiles = np.asarray([picture(kind) for kind in range(12)], np.float32)
    places = np.empty((count, SIDE, SIDE, 3), np.float32)
    places[:] = DARK + lot.uniform(-spread / 2, spread / 2, (count, 1, 1, 3))
    places += lot.uniform(-4, 4, places.shape)
    cells, sure = np.concatenate([tiles, places]), np.arange(12)
    told = places_among(cells, np.arange(len(cells)), sure)
    assert told.tolist() == (list(range(12, len(cells))) if found else [])


@pytest.mark.parametrize(("off", "empty"), [(0, True), (2, True), (9, False)])
def test_places_may_lie_a_little_off_the_middle_of_their_cells(off: int, *, empty: bool) -> None:
    """Between plates the ground is seen, more of it on one side: that is no picture."""
    lot = np.random.default_rng(4)
    cells = np.full((28, SIDE, SIDE, 3), 165, np.float32)
    cells[:, 6 + off : SIDE - 6 + off, 6:-6] = 90
    for at in range(20):
        x, y = lot.integers(14, SIDE - 14, 2)
        cells[at // 4 * 4 : at // 4 * 4 + 4, y - 5 : y + 5, x - 5 : x + 5] = lot.integers(0, 255, 3)
    kinds = np.append(np.repeat(np.arange(1, 6), 4), np.full(8, 6))
    leave_slots(kinds, cells, (4, 7))
    assert (kinds[20:] == EMPTY).all() == empty
