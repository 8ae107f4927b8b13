"""Cells nearly of the ground's colour are a kind among plain tiles, and none among drawn ones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.lookalikes import lie_on_a_line
from bot.overlooked import find_faint, find_overlooked, open_hole

SIDE, COLS, KINDS, EACH = 32, 6, 17, 4


def board(
    hole: str, count: int = EACH, face: int = 16
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Kinds of four on a grey ground, drawn in so many parts, and cells that were taken for it."""
    lot = np.random.default_rng(5)
    cells = np.full((KINDS * EACH + count, SIDE, SIDE, 3), 200, np.float32)
    faces = lot.uniform(0, 255, (KINDS, face, face, 3)).repeat(EACH, axis=0)
    for axis in (1, 2):
        faces = faces.repeat(16 // face, axis=axis)
    cells[: KINDS * EACH, 8:24, 8:24] = faces
    part = cells[KINDS * EACH :, 8:24, 8:24]
    if hole == "pale":
        part -= lot.uniform(0, 45, (16, 16, 1)).astype(np.float32)
    elif hole == "flat":
        part -= 12
    elif hole == "ground":
        part -= lot.uniform(-22, 22, part.shape).astype(np.float32)
    kinds = np.append(np.repeat(np.arange(1, KINDS + 1), EACH), np.full(count, EMPTY))
    mixed = lot.permutation(len(kinds))
    return kinds[mixed], cells[mixed]


@pytest.mark.parametrize("hole", ["pale", "flat", "none", "ground"])
def test_among_drawn_tiles_holes_are_no_kind(hole: str) -> None:
    """A kind that was cleared leaves as many, and a ground of a pattern shows the same in each."""
    kinds, cells = board(hole)
    named = kinds.copy()
    find_overlooked(named, cells, COLS)
    assert (named == kinds).all()


@pytest.mark.parametrize(
    ("hole", "around", "found"),
    [("pale", 0, True), ("pale", 60, False), ("flat", 0, False), ("ground", 0, False)],
)
def test_a_bold_drawing_in_holes_is_a_kind_if_nothing_like_it_is_around(
    hole: str, around: int, *, found: bool
) -> None:
    """The same in each of them; not so a pattern of the ground, nor places that tiles left."""
    kinds, cells = board(hole)
    lot = np.random.default_rng(7)
    ring = np.full((12, SIDE, SIDE, 3), 200, np.float32)
    ring -= lot.uniform(0, around, (SIDE, SIDE, 1)).astype(np.float32)
    cells[kinds > EMPTY] = 200 + (cells[kinds > EMPTY] - 200) / 5
    named = kinds.copy()
    find_overlooked(named, cells, COLS, ring=ring)
    assert (named[kinds == EMPTY] == (KINDS + 1 if found else EMPTY)).all()


@pytest.mark.parametrize("hole", ["pale", "ground"])
def test_a_drawing_on_glass_is_a_kind_where_ground_is_another_everywhere(hole: str) -> None:
    """It shows through, so that no two holes look quite the same."""
    kinds, cells = board(hole)
    lot = np.random.default_rng(8)
    cells[kinds > EMPTY] = 200 + (cells[kinds > EMPTY] - 200) / 5
    cells -= lot.uniform(0, 12, cells.shape[:3])[..., None].astype(np.float32)
    ring = (200 - lot.uniform(0, 60, (12, SIDE, SIDE, 1)) * np.ones(3)).astype(np.float32)
    named = kinds.copy()
    find_overlooked(named, cells, COLS, ring=ring)
    assert (named[kinds == EMPTY] == (KINDS + 1 if hole == "pale" else EMPTY)).all()


def test_among_plain_tiles_plain_holes_are_a_kind() -> None:
    """Squares of colour, of which one is nearly that of the ground."""
    kinds, cells = board("flat", face=1)
    named = kinds.copy()
    find_overlooked(named, cells, COLS)
    assert (named[kinds == EMPTY] == KINDS + 1).all()


@pytest.mark.parametrize(("merged", "found"), [(2, True), (3, False)])
def test_holes_are_kinds_where_kinds_have_two_sizes(merged: int, *, found: bool) -> None:
    """As many as fours that are left over make, not where some have three times as many."""
    kinds, cells = board("flat", face=1)
    for one in range(1, 2 * merged, merged):
        kinds[(kinds > one) & (kinds < one + merged)] = one
    named = kinds.copy()
    find_overlooked(named, cells, COLS)
    assert (named[kinds == EMPTY] == (KINDS + 1 if found else EMPTY)).all()


def test_holes_of_several_colours_are_several_kinds() -> None:
    """Each as large as a kind, and each flat."""
    kinds, cells = board("flat", count=2 * EACH, face=1)
    holes = np.flatnonzero(kinds == EMPTY)
    cells[holes[::2], 8:24, 8:24] = (180, 200, 200)
    named = kinds.copy()
    find_overlooked(named, cells, 4)
    assert len(set(named[holes[::2]].tolist())) == len(set(named[holes[1::2]].tolist())) == 1
    assert len({*named[holes].tolist(), *kinds.tolist()}) == KINDS + 3


@pytest.mark.parametrize(("shown", "found"), [(9.0, True), (1.5, False)])
def test_plain_tiles_that_differ_from_the_ground_as_no_other_cell_does(
    shown: float, found: bool
) -> None:
    """Though kinds are not as they were dealt; where all cells differ alike, they are places."""
    kinds, cells = board("flat", face=1)
    kinds[(kinds == 1) | (kinds == 2)] = 3
    empty = np.full((42, SIDE, SIDE, 3), 200, np.float32)
    kinds, cells = np.append(kinds, np.full(42, EMPTY)), np.concatenate([cells, empty])
    differ = np.where(kinds > EMPTY, 40, 1).astype(np.float32)
    holes = np.flatnonzero(kinds[:-42] == EMPTY)
    differ[holes] = shown
    find_overlooked(kinds, cells, COLS, [differ])
    assert (kinds[holes] > EMPTY).all() == found
    assert (kinds[-42:] == EMPTY).all()


@pytest.mark.parametrize(("spread", "found"), [(2.0, True), (9.0, False)])
def test_plain_tiles_among_places_are_told_if_both_are_alike(spread: float, found: bool) -> None:
    """Places differ from the ground, too, so that tiles nearly as dark hardly do so more."""
    kinds, cells = board("flat", face=1)
    kinds[(kinds == 1) | (kinds == 2)] = 3
    places = np.full((42, SIDE, SIDE, 3), 192, np.float32)
    kinds, cells = np.append(kinds, np.full(42, EMPTY)), np.concatenate([cells, places])
    holes = np.flatnonzero(kinds[:-42] == EMPTY)
    differ = np.where(kinds > EMPTY, 40, 14).astype(np.float32)
    differ[-42:] += np.linspace(0, spread, 42)
    differ[holes] = 27
    find_overlooked(kinds, cells, COLS, [differ])
    assert (kinds[holes] > EMPTY).all() == found


def test_tiles_of_a_kind_that_hardly_differ_from_a_photograph_are_named() -> None:
    """What is drawn on two that stand out shows on others; bare ground shows no kind."""
    lot = np.random.default_rng(3)
    ground = lot.uniform(60, 120, (12, 4, 4, 3)).astype(np.float32)
    cells = np.asarray([cv2.resize(each, (SIDE, SIDE)) for each in ground])
    for at, grey in ((0, 220), (1, 200), (2, 130), (3, 130)):
        cv2.circle(cells[at], (16, 16), 10, (grey, grey, 60), -1)
        cv2.line(cells[at], (16, 6), (26, 2), (40, 30, 20), 2)
    for at in (4, 5):
        cv2.rectangle(cells[at], (8, 8), (24, 24), (200, 40, 40), -1)
    kinds = np.asarray([1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0])
    find_faint(kinds, cells)
    assert kinds.tolist() == [1, 1, 1, 1, 2, 2, 0, 0, 0, 0, 0, 0]


def test_what_lacks_a_tile_is_seen_in_the_one_cell_that_shows_it_faintly() -> None:
    """A drawing in the ground's own colour is believed if its kind is odd without it."""
    lot = np.random.default_rng(4)
    ground = lot.uniform(80, 110, (12, 4, 4, 3)).astype(np.float32)
    cells = np.asarray([cv2.resize(each, (SIDE, SIDE)) for each in ground])
    for at, grey in ((0, 220), (1, 200), (2, 240), (3, 101)):
        cv2.circle(cells[at], (16, 16), 8, (grey, grey, grey), 2)
        cv2.line(cells[at], (16, 6), (26, 2), (grey, grey, grey), 2)
    for at in (4, 5):
        cv2.rectangle(cells[at], (8, 8), (24, 24), (200, 40, 40), -1)
    kinds = np.asarray([1, 1, 1, 0, 2, 2, 0, 0, 0, 0, 0, 0])
    find_faint(kinds, cells)
    assert kinds.tolist() == [1, 1, 1, 1, 2, 2, 0, 0, 0, 0, 0, 0]
    some = [0, 1, *range(3, 12)]
    even = np.asarray([1, 1, 0, 2, 2, 0, 0, 0, 0, 0, 0])
    find_faint(even, cells[some])
    assert even.tolist() == [1, 1, 0, 2, 2, 0, 0, 0, 0, 0, 0]


def test_the_only_hole_of_a_board_is_no_empty_cell() -> None:
    """A tile drawn as selected may look like none; of nine cells one is a hole by itself."""
    assert open_hole(np.asarray([1, 2, EMPTY, 2])).tolist() == [1, 2, UNKNOWN, 2]
    for kinds in ([1, EMPTY, EMPTY, 1], [1, 2, 1, 2], [1, 2, 1, 2, EMPTY, 3, 3, 4, 4]):
        assert open_hole(np.asarray(kinds)).tolist() == kinds


@pytest.mark.parametrize(
    ("drawn", "count", "found"),
    [
        ("post", 4, True),
        ("post", 2, True),
        ("post", 3, False),
        ("post", 6, False),
        ("horizon", 4, False),
    ],
)
def test_a_thin_drawing_on_bare_cells_is_a_kind(drawn: str, count: int, *, found: bool) -> None:
    """Where nothing is drawn on any other empty cell; a line that goes on is of the ground."""
    kinds, cells = board("none", 22)
    holes = np.flatnonzero(kinds == EMPTY)
    for at in holes[:count]:
        if drawn == "post":
            cells[at, 8:26, 15:17] -= 40
            cells[at, 8:12, 11:21] -= 30
        else:
            cells[at, 15:] -= 40
    named = kinds.copy()
    find_overlooked(named, cells, COLS)
    assert (named[holes[:count]] == kinds.max() + 1).all() == found
    assert (np.delete(named, holes[:count]) == np.delete(kinds, holes[:count])).all()


@pytest.mark.parametrize(("unknown", "found"), [(0, False), (2, True), (4, True)])
def test_two_holes_that_show_one_bold_drawing_are_tiles(unknown: int, *, found: bool) -> None:
    """If there may be as many as of other kinds; two that show the photograph stay empty."""
    lot = np.random.default_rng(9)
    kinds = np.append(np.arange(1, 21).repeat(4), [EMPTY] * 4)
    cells = lot.uniform(0, 255, (84, SIDE, SIDE, 3)).astype(np.float32)
    cells = np.stack([cv2.GaussianBlur(cell, (0, 0), 6) for cell in cells])  # a photograph
    faces = lot.uniform(0, 255, (21, 4, 4, 3)).astype(np.float32)
    for cell, kind in enumerate([*kinds[:80].tolist(), 21, 21]):
        cells[cell, 6:-6, 6:-6] = cv2.resize(faces[kind - 1], (SIDE - 12, SIDE - 12))
    kinds[:unknown] = UNKNOWN
    mixed = lot.permutation(84)
    ring = lot.uniform(0, 255, (20, SIDE, SIDE, 3)).astype(np.float32)
    ring = np.stack([cv2.GaussianBlur(cell, (0, 0), 6) for cell in ring])
    named = kinds[mixed]
    find_overlooked(named, cells[mixed], 12, ring=ring, varied=True)
    told = np.empty(84, np.int64)
    told[mixed] = named
    assert told[80] == told[81]
    assert (told[80] > 20) == found
    assert (told[82:] == EMPTY).all()
    assert (told[:80] == kinds[:80]).all()


@pytest.mark.parametrize(("count", "found"), [(4, True), (3, False)])
def test_a_thin_drawing_on_a_photograph_is_told_by_its_twins(count: int, *, found: bool) -> None:
    """On a board with many holes; no kind has three tiles."""
    lot = np.random.default_rng(11)

    def photograph(cells: int) -> NDArray[np.float32]:
        coarse = lot.uniform(60, 120, (cells, 6, 6, 3)).astype(np.float32)
        return np.stack([cv2.resize(cell, (SIDE, SIDE)) for cell in coarse])

    kinds = np.append(np.arange(1, 9).repeat(4), np.full(64, EMPTY))
    cells, ring = photograph(96), photograph(30)
    faces = lot.uniform(0, 255, (8, 5, 5, 3)).astype(np.float32)
    for cell, kind in enumerate(kinds[:32].tolist()):
        cells[cell, 5:-5, 5:-5] = cv2.resize(faces[kind - 1], (SIDE - 10, SIDE - 10))
    thin = np.arange(32, 32 + count)
    for cell in (cells[at] for at in thin):
        cv2.circle(cell, (10, 20), 5, (10, 40, 60), 2, cv2.LINE_AA)
        cv2.circle(cell, (22, 20), 5, (10, 40, 60), 2, cv2.LINE_AA)
        cv2.line(cell, (10, 20), (20, 10), (10, 40, 60), 2, cv2.LINE_AA)
    mixed = lot.permutation(96)
    named = kinds[mixed]
    find_overlooked(named, cells[mixed], 12, ring=ring, varied=True)
    told = np.empty(96, np.int64)
    told[mixed] = named
    assert (told[thin] > 8).all() == found
    assert len(set(told[thin].tolist())) == 1
    assert (np.delete(told, thin) == np.delete(kinds, thin)).all()


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(("crossing", "is_line"), [(False, True), (True, False)])
def test_a_line_is_one_wherever_it_lies(turns: int, crossing: bool, is_line: bool) -> None:
    """Through corners, too; two that cross meet the border in four places, and are a drawing."""
    cell = np.full((SIDE, SIDE, 3), 60, np.float32)
    cell[np.arange(SIDE), np.arange(SIDE)] = 220
    if crossing:
        cell[SIDE // 2] = 220
    assert lie_on_a_line(np.rot90(cell, turns)[None]) is is_line
