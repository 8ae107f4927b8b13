"""Cells that grouping left are named, if it can be told what they are."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.planes import BLOCKS
from bot.skin import Body, Skin
from bot.slots import leave_slots
from bot.strays import find_tinted, name_ground, name_groups, settle

SIDE = 40
TOLERANCE = np.full((BLOCKS - 1, BLOCKS - 1), 6, np.float32)


def face(seed: int, strength: float) -> NDArray[np.float32]:
    """A face of coarse squares on light ground, so strong."""
    squares = np.random.default_rng(seed).uniform(-1, 1, (4, 4, 3)).astype(np.float32)
    cell = np.full((SIDE, SIDE, 3), 170, np.float32)
    cell[8:-8, 8:-8] += strength * squares.repeat(6, axis=0).repeat(6, axis=1)
    return cell


KNOWN = np.repeat(np.asarray([face(kind, 80) for kind in range(5)], np.float32), 4, axis=0)
LOOK = Skin(KNOWN[::4], np.arange(1, 6), TOLERANCE, 2.0, None)
RING = np.full((12, SIDE, SIDE, 3), 170, np.float32)


def named(cells: NDArray[np.float32], ring: NDArray[np.float32] = RING) -> list[int]:
    """The names of cells beside twenty tiles of five kinds."""
    kinds = np.concatenate([np.repeat(np.arange(1, 6), 4), np.full(len(cells), UNKNOWN)])
    name_groups(kinds, np.concatenate([KNOWN, cells]), ring, LOOK, cols=3)
    return [int(kind) for kind in kinds[20:]]


@pytest.mark.parametrize("count", [2, 4])
def test_pale_faces_in_pairs_are_tiles(count: int) -> None:
    """They stand out from ground as little as other grounds vary, but this one is even."""
    pale = np.repeat(face(9, 22)[None], count, axis=0)
    assert named(pale) == [6] * count


@pytest.mark.parametrize("count", [3, 6, 12])
def test_pale_cells_that_are_odd_or_too_many_are_the_marks_of_empty_ones(count: int) -> None:
    """An empty slot may be drawn, too."""
    assert named(np.repeat(face(9, 22)[None], count, axis=0)) == [EMPTY] * count


def test_pale_cells_on_a_ground_that_varies_as_much_are_empty() -> None:
    """Whatever their number."""
    ring = np.asarray([face(20 + at, 22) for at in range(12)], np.float32)
    assert named(np.repeat(face(9, 22)[None], 4, axis=0), ring) == [EMPTY] * 4


def test_flat_cells_commoner_than_any_kind_are_empty_where_nothing_else_is_bare() -> None:
    """All cells have the slot of an empty one for a body; as many as a kind has may be blank."""
    slot = np.ones((SIDE, SIDE), np.bool_)
    slot[8:-8, 8:-8] = False
    look = replace(LOOK, body=Body(np.full((SIDE, SIDE, 3), 170, np.float32), slot))
    for count, name in ((4, 6), (5, EMPTY)):
        kinds = np.concatenate([np.repeat(np.arange(1, 6), 4), np.full(count, UNKNOWN)])
        name_groups(kinds, np.concatenate([KNOWN, RING[:count]]), RING[:0], look, cols=3)
        assert kinds[20:].tolist() == [name] * count


def test_two_blank_tiles_in_one_row_are_tiles() -> None:
    """Their rims are stripes along it, but those of all tiles, which no empty cell has."""
    tiles, blank = KNOWN.copy(), np.full((2, SIDE, SIDE, 3), 170, np.float32)
    for cells in (tiles, blank):
        for at, level in enumerate((60, 140, 162, 165)):  # a rim that shades off
            cells[:, [at, -1 - at], at : SIDE - at] = level
            cells[:, at : SIDE - at, [at, -1 - at]] = level
    look = replace(LOOK, body=Body(blank[0], tiles.std(axis=0).max(axis=-1) == 0))
    look = replace(look, faces=tiles[::4])
    ground = np.full_like(RING, 40)
    kinds = np.append(np.repeat(np.arange(1, 6), 4), [EMPTY, UNKNOWN, UNKNOWN])
    name_groups(kinds, np.concatenate([tiles, ground[:1], blank]), ground, look, cols=3)
    assert kinds[21:].tolist() == [6, 6]


def test_flat_cells_are_empty() -> None:
    """Bare ground, and one such cell too."""
    assert named(RING[:4]) == [EMPTY] * 4
    assert named(RING[:1]) == [EMPTY]


def test_strong_cells_that_come_again_are_a_kind() -> None:
    """And one that is like no other stays unknown."""
    two = np.repeat(face(11, 80)[None], 2, axis=0)
    assert named(two) == [6, 6]
    assert named(two[:1]) == [UNKNOWN]


def test_a_pair_without_what_tiles_share_is_a_kind_in_the_colours_of_tiles() -> None:
    """A picture that fills its tiles is; one in the colours of the ground cannot be told."""
    rim = np.ones((SIDE, SIDE), np.bool_)
    rim[7:-7, 7:-7] = False
    look = replace(LOOK, body=Body(np.full((SIDE, SIDE, 3), 170, np.float32), rim))
    kinds = np.repeat(np.arange(1, 6), 4)
    picture = face(11, 100)
    picture[rim] = picture[~rim][:, :1].mean() - 70
    dark = np.full_like(RING, 20)
    for cell, ring, name in (
        (picture, dark, 6),
        (picture, np.repeat(picture[None] + 8, 12, axis=0), UNKNOWN),
    ):
        names = np.append(kinds, [EMPTY, EMPTY, UNKNOWN, UNKNOWN])
        name_groups(
            names, np.concatenate([KNOWN, ring[:2], np.stack([cell, cell])]), ring, look, cols=3
        )
        assert names[22:].tolist() == [name, name]


def test_nothing_is_left_to_name() -> None:
    """All cells have names."""
    assert named(KNOWN[:0]) == []


@pytest.mark.parametrize(("around", "name"), [(1, UNKNOWN), (9, EMPTY)])
def test_a_tile_whose_twin_lies_around_is_no_ground(around: int, name: int) -> None:
    """What is drawn as tiles are and seen once around the board may be a tile; ground is common."""
    cell = face(9, 80)
    ring = np.concatenate([RING, np.repeat(cell[None], around, axis=0)])
    kinds = np.append(np.repeat(np.arange(1, 6), 4), UNKNOWN)
    risen = np.zeros(len(ring), np.bool_)
    name_ground(kinds, np.concatenate([KNOWN, cell[None]]), ring, LOOK, risen)
    assert kinds[20] == name


def test_a_plain_tile_whose_twin_around_stands_out_is_no_ground() -> None:
    """Nothing is drawn on it, as on ground; which does not stand out, or is common."""
    cell, kinds = np.full((1, SIDE, SIDE, 3), 60, np.float32), np.repeat(np.arange(1, 6), 4)
    for around, stands, name in ((1, True, UNKNOWN), (1, False, EMPTY), (9, True, EMPTY)):
        ring = np.concatenate([RING, np.repeat(cell, around, axis=0)])
        risen = np.arange(len(ring)) >= (len(RING) if stands else len(ring))
        names = np.append(kinds, UNKNOWN)
        name_ground(names, np.concatenate([KNOWN, cell]), ring, LOOK, risen)
        assert names[20] == name


def test_places_for_tiles_are_empty() -> None:
    """A kind that looks as empty cells do to each other is none; a faint drawing makes it one."""
    lot = np.random.default_rng(9)
    slots = np.full((12, SIDE, SIDE, 3), 140, np.float32)
    slots[:, 4:-4, 4:-4] = 120
    cells = np.concatenate([KNOWN, slots]) + lot.normal(0, 2, (32, SIDE, SIDE, 3))
    cells = cells.astype(np.float32)
    named = np.concatenate([np.repeat(np.arange(1, 6), 4), np.full(4, 6), np.full(8, EMPTY)])
    kinds = named.copy()
    leave_slots(kinds, cells, (4, 8))
    assert kinds[:20].tolist() == named[:20].tolist()
    assert (kinds[20:] == EMPTY).all()
    cells[20:24, 18:22, 10:30] -= 12
    kinds = named.copy()
    leave_slots(kinds, cells, (4, 8))
    assert kinds.tolist() == named.tolist()


@pytest.mark.parametrize(("step", "more", "bare"), [(3, 0, True), (8, 0, True), (3, 9, False)])
def test_the_brightest_line_of_empty_cells_on_a_gradient_is_no_kind(
    step: int, more: int, bare: bool
) -> None:
    """Between two lines is little, where tiles differ from all of them by much."""
    lines = np.repeat(np.full((4, SIDE, SIDE, 3), 120, np.float32), 4, axis=0)
    lines += np.repeat(np.arange(4), 4)[:, None, None, None].astype(np.float32) * step
    lines[12:] += more
    kinds = np.concatenate([np.repeat(np.arange(1, 6), 4), np.full(12, EMPTY), np.full(4, 6)])
    before = kinds.copy()
    leave_slots(kinds, np.concatenate([KNOWN, lines]), (9, 4))
    assert (kinds[32:] == (EMPTY if bare else 6)).all()
    assert (kinds[:32] == before[:32]).all()


def test_where_empty_cells_are_as_unlike_as_tiles_no_kind_is_empty() -> None:
    """On a colourful photograph nothing is told by likeness."""
    ground = np.repeat(np.random.default_rng(2).uniform(0, 255, (8, 4, 4, 3)), 10, axis=1)
    cells = np.concatenate([KNOWN, ground.repeat(10, axis=2).astype(np.float32)])
    kinds = np.append(np.repeat(np.arange(1, 6), 4), np.full(8, EMPTY))
    before = kinds.copy()
    leave_slots(kinds, cells, (7, 4))
    assert kinds.tolist() == before.tolist()


@pytest.mark.parametrize("shown", [True, False])
def test_thin_drawings_on_a_restless_ground_are_no_places(shown: bool) -> None:
    """Their blocks are as far from those of ground as grounds are from each other."""
    lot = np.random.default_rng(3)
    coarse = lot.uniform(20, 140, (24, 3, 3, 3)).astype(np.float32)
    coarse[:4] = 80 + (coarse[:4] - 80) / 4
    ground = np.asarray([cv2.resize(one, (SIDE, SIDE)) for one in coarse], np.float32)
    if shown:
        ground[:4, 19:21, 8:32], ground[:4, 8:32, 12:14] = 190, 190
    kinds = np.concatenate([np.repeat(np.arange(1, 6), 4), np.full(4, 6), np.full(20, EMPTY)])
    leave_slots(kinds, np.concatenate([KNOWN, ground]), (4, 11))
    assert (kinds[20:24] == (6 if shown else EMPTY)).all()


@pytest.mark.parametrize("varied", [True, False])
def test_copies_of_what_no_empty_cell_shows_are_no_places(varied: bool) -> None:
    """A stick in the colours of the photograph: where ground varies, places are not the same."""
    lot = np.random.default_rng(6)
    coarse = lot.uniform(70, 110, (24, 5, 5, 3)).astype(np.float32)
    ground = np.asarray([cv2.resize(one, (SIDE, SIDE)) for one in coarse], np.float32)
    ground += lot.normal(0, 8, ground.shape)
    stick = 90 + lot.normal(0, 8, (8, 24, 3))
    ground[:4, 16:24, 8:32] = stick
    kinds = np.concatenate([np.repeat(np.arange(1, 6), 4), np.full(4, 6), np.full(20, EMPTY)])
    leave_slots(kinds, np.concatenate([KNOWN, ground]).clip(0, 255), (4, 11), varied=varied)
    assert (kinds[20:24] == (6 if varied else EMPTY)).all()


@pytest.mark.parametrize(
    ("blank", "gap", "bare"), [(6, 0, True), (4, 0, False), (6, 4, False)], ids=str
)
def test_more_blank_cells_than_a_kind_has_tiles_are_empty(blank: int, gap: int, bare: bool) -> None:
    """If no other cell is: as dealt, no kind is commoner than all others, be it blank or not."""
    flat = np.full((blank, SIDE, SIDE, 3), 120, np.float32)
    ground = np.full((gap, SIDE, SIDE, 3), 30, np.float32)
    kinds = np.append(np.repeat(np.arange(1, 6), 4), np.full(blank + gap, 6))
    kinds[len(kinds) - gap :] = EMPTY
    mixed = np.random.default_rng(1).permutation(len(kinds))
    named = kinds[mixed]
    leave_slots(named, np.concatenate([KNOWN, flat, ground])[mixed], (3 if gap else 2, -1))
    assert (named[kinds[mixed] == 6] == (EMPTY if bare else 6)).all()
    assert (named[(kinds[mixed] > EMPTY) & (kinds[mixed] < 6)] > EMPTY).all()


@pytest.mark.parametrize(("strength", "off", "bare"), [(0, 0, True), (80, 0, False), (0, 1, False)])
def test_the_squares_of_a_chequered_ground_are_no_kind(strength: int, off: int, bare: bool) -> None:
    """If they are flat, and lie by turns with all that are empty."""
    cells = np.concatenate([KNOWN, np.full((16, SIDE, SIDE, 3), 150, np.float32)])
    places = np.arange(36)
    dark = np.flatnonzero((places // 6 + places) % 2 == 1)[:8]
    light = np.flatnonzero((places // 6 + places) % 2 == 0)[:8]
    dark[0], light[0] = (light[0], dark[0]) if off else (dark[0], light[0])
    kinds, shown = np.empty(36, np.int64), np.empty_like(cells)
    rest = np.setdiff1d(places, np.append(dark, light))
    kinds[rest], shown[rest] = np.repeat(np.arange(1, 6), 4), KNOWN
    kinds[dark], shown[dark] = 6, face(9, strength) + 40
    kinds[light], shown[light] = EMPTY, 150
    before = kinds.copy()
    leave_slots(kinds, shown, (6, 6))
    assert (kinds[dark] == (EMPTY if bare else 6)).all()
    assert (kinds[rest] == before[rest]).all()


def test_tiles_like_no_other_in_the_colours_of_tiles_are_not_bare() -> None:
    """A ball among striped ones has less contrast than these, and more than ground has."""
    kinds = np.append(np.repeat(np.arange(1, 6), 4), [UNKNOWN, UNKNOWN])
    cells = np.concatenate([KNOWN, face(24, 55)[None], RING[:1]])
    settle(kinds, cells, RING, LOOK)
    assert kinds[20:].tolist() == [UNKNOWN, EMPTY]


@pytest.mark.parametrize("noise", [0, 1, 3])
@pytest.mark.parametrize(("twins", "name"), [(True, EMPTY), (False, UNKNOWN)])
def test_the_hole_of_a_full_board_in_the_colour_of_its_tiles_is_empty(
    twins: bool, name: int, noise: float
) -> None:
    """No tile is alone where all others have twins; else a plain tile may be meant."""
    kinds = np.concatenate([np.repeat(np.arange(1, 6), 4), [UNKNOWN]])
    cells = np.concatenate([KNOWN, RING[:1]])
    cells += np.random.default_rng(6).normal(0, noise, cells.shape).astype(np.float32)
    if not twins:
        kinds[0] = 2
    body = Body(RING[0], np.ones((SIDE, SIDE), np.bool_))
    settle(kinds, cells, RING, Skin(KNOWN[::4], np.arange(1, 6), TOLERANCE, 2.0, body))
    assert kinds[-1] == name


@pytest.mark.parametrize(("others", "found"), [(0, [19]), (1, [])])
def test_the_only_cell_like_no_other_is_the_tile_that_is_lacking(
    others: int, found: list[int]
) -> None:
    """Though it resembles another kind more, which lacks none; one of two cells is nothing."""
    shown = 0.4 * face(0, 80) + 0.6 * face(1, 80)
    cells = np.concatenate([KNOWN[1:], shown[None], np.repeat(face(12, 80)[None], others, axis=0)])
    kinds = np.append(np.repeat(np.arange(1, 6), 4)[1:], [UNKNOWN] * (1 + others))
    assert find_tinted(kinds, cells, None).tolist() == found
    assert kinds[19] == (1 if found else UNKNOWN)


def test_a_cell_too_pale_to_be_a_tile_is_not_the_one_that_is_lacking() -> None:
    """However it is drawn."""
    cells = np.concatenate([KNOWN[1:], face(0, 6)[None]])
    kinds = np.append(np.repeat(np.arange(1, 6), 4)[1:], UNKNOWN)
    assert not find_tinted(kinds, cells, None).size
    assert kinds[19] == UNKNOWN


@pytest.mark.parametrize(("crosses", "pair"), [(True, False), (False, True)])
def test_two_holes_in_which_a_picture_shows_its_edge_are_no_pair(crosses: bool, pair: bool) -> None:
    """As two tiles like no other that show one face in two colours are; drawings end in a cell."""
    two = np.full((2, SIDE, SIDE, 3), 170, np.float32)
    two[:, 10:-10, 10 : None if crosses else -10] = 60
    two[1] += (0, -30, 30)
    kinds = np.append(np.repeat(np.arange(1, 6), 4), [UNKNOWN] * 2)
    find_tinted(kinds, np.concatenate([KNOWN, two]), None)
    assert kinds[20:].tolist() == ([6, 6] if pair else [UNKNOWN] * 2)


@pytest.mark.parametrize("tinted", [True, False])
def test_two_tiles_that_differ_by_a_stroke_are_a_pair_if_one_is_tinted(tinted: bool) -> None:
    """As two dominoes with a dot more or less; the twins of both lie beyond what is seen yet."""
    two = np.full((2, SIDE, SIDE, 3), 170, np.float32)
    two[:, 10:-10, 10:-10] = 60
    two[1, 14:17, 14:17] = 220
    if tinted:
        two[1] = two[1] * 0.7 + (0, 0, 60)
    kinds = np.append(np.repeat(np.arange(1, 6), 4), [UNKNOWN] * 2)
    find_tinted(kinds, np.concatenate([KNOWN, two]), None)
    assert kinds[20:].tolist() == ([6, 6] if tinted else [UNKNOWN] * 2)


@pytest.mark.parametrize(("twin", "found"), [(9, UNKNOWN), (8, EMPTY)])
def test_what_shows_the_face_of_a_tile_without_a_twin_is_not_bare(twin: int, found: int) -> None:
    """One of a pair filled with the colour of ground is no ground; without its twin it may be."""
    tiles = np.concatenate([KNOWN, face(twin, 80)[None]])
    marked = face(9, 80) + np.asarray([-40, 60, -120], np.float32)
    cells = np.clip(np.concatenate([tiles, marked[None]]), 0, 255)
    ring = np.clip(RING + np.asarray([-40, 60, -120], np.float32), 0, 255)
    mask = np.ones((SIDE, SIDE), np.bool_)
    mask[8:-8, 8:-8] = False
    body = Body(np.full((SIDE, SIDE, 3), 170, np.float32), mask)
    kinds = np.append(np.repeat(np.arange(1, 6), 4), [UNKNOWN] * 2)
    settle(kinds, cells, ring, Skin(KNOWN[::4], np.arange(1, 6), TOLERANCE, 2.0, body))
    assert kinds[20:].tolist() == [UNKNOWN, found]


@pytest.mark.parametrize(("around", "name"), [(1, UNKNOWN), (2, UNKNOWN), (12, EMPTY)])
def test_a_plain_stone_whose_twin_lies_around_is_no_ground(around: int, name: int) -> None:
    """Its colour is that of no empty cell; what lies in many places around is ground."""
    colours = np.random.default_rng(1).uniform(0, 255, (5, 3))
    stones = np.full((20, SIDE, SIDE, 3), 120, np.float32)
    stones[:, 6:-6, 6:-6] = colours.repeat(4, axis=0)[:, None, None]
    alone = np.full((1, SIDE, SIDE, 3), 120, np.float32)
    alone[:, 6:-6, 6:-6] = (230, 60, 60)
    bare = np.full((6, SIDE, SIDE, 3), 120, np.float32)
    ring = np.concatenate([alone.repeat(around, axis=0), bare])
    kinds = np.concatenate([np.repeat(np.arange(1, 6), 4), [UNKNOWN] * 7])
    cells, look = np.concatenate([stones, alone, bare]), replace(LOOK, faces=stones[::4])
    name_ground(kinds, cells, ring, look, np.zeros(len(ring), np.bool_))
    name_groups(kinds, cells, ring, look, cols=3)
    settle(kinds, cells, ring, look)
    assert kinds[20] == name
    assert (kinds[21:] == EMPTY).all()
