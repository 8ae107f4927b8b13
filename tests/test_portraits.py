"""Portraits: a tile that moved is known by its own picture, whatever its kind mostly looks like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import cut, usual_look
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.portraits import Again, Portraits
from bot.reader import read_again
from bot.reading import Reading, board_of
from bot.skin import Skin

_SIDE, _ROWS, _COLS = 48, 6, 8
_COLOURS = [
    (40, 90, 210),
    (130, 60, 170),
    (200, 40, 50),
    (40, 140, 70),
    (220, 170, 40),
    (30, 30, 40),
]


def stone(kind: int, turn: float) -> NDArray[np.uint8]:
    """A round stone of one of six colours, with bars or a cross on it that are turned, degrees."""
    tile = np.full((_SIDE, _SIDE, 3), (96, 70, 50), np.uint8)
    cv2.circle(tile, (24, 24), 20, _COLOURS[kind % 6], -1, cv2.LINE_AA)
    sign = np.zeros((_SIDE, _SIDE), np.uint8)
    for at in (16, 24, 32) if kind < 6 else (24,):
        cv2.line(sign, (12, at), (36, at), 255, 3, cv2.LINE_AA)
        if kind >= 6:
            cv2.line(sign, (at, 12), (at, 36), 255, 3, cv2.LINE_AA)
    turned = cv2.warpAffine(sign, cv2.getRotationMatrix2D((24, 24), turn, 1), (_SIDE, _SIDE))
    share = turned[..., None] / 255
    return np.asarray(tile * (1 - share) + 245 * share, np.uint8)


def picture(tiles: NDArray[np.uint8]) -> Frame:
    """The tiles, (N, 48, 48, 3), row by row, on a brown table."""
    pixels = np.full(((_ROWS + 2) * _SIDE, (_COLS + 2) * _SIDE, 3), (96, 70, 50), np.uint8)
    for number, tile in enumerate(tiles):
        row, col = divmod(number, _COLS)
        top, left = (row + 1) * _SIDE, (col + 1) * _SIDE
        pixels[top : top + _SIDE, left : left + _SIDE] = tile
    return Frame(pixels)


def dealt() -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Four tiles of each of twelve kinds, every one turned by itself."""
    lot = np.random.default_rng(3)
    kinds = lot.permutation(np.repeat(np.arange(1, 13), 4))
    tiles = [
        stone(kind - 1, turn) for kind, turn in zip(kinds, lot.uniform(-16, 16, 48), strict=True)
    ]
    return kinds, np.asarray(tiles)


def known(kinds: NDArray[np.int64], frame: Frame, *selected: Cell) -> Reading:
    """What was read of the picture, each kind with the look that its tiles usually have."""
    lattice = Lattice(Pixel(1.5 * _SIDE, 1.5 * _SIDE), (_SIDE, _SIDE), _ROWS, _COLS)
    cells = cut(frame, lattice)
    faces = [usual_look(cells[kinds == kind]) for kind in range(1, 13)]
    skin = Skin(np.asarray(faces), np.arange(1, 13), np.full((8, 8), 20, np.float32), 1.0, None)
    sure = np.ones(len(kinds), np.float32)
    board = board_of(kinds, lattice)
    return Reading(board, lattice, skin, selected, frame.pixels, cells.astype(np.uint8), sure)


def test_stones_that_slide_are_known_by_their_own_pictures() -> None:
    """One takes the place of another of its shape, in other colours: it is not that one, marked."""
    kinds, tiles = dealt()
    before = known(kinds, picture(tiles))
    slid, bare = tiles.copy(), np.full_like(tiles[0], (96, 70, 50))
    order = list(range(48))
    for row in range(_ROWS):
        start = row * _COLS
        order[start : start + _COLS] = [*order[start + 2 : start + _COLS], -1, -1]
    slid = np.asarray([bare if at < 0 else tiles[at] for at in order])
    after = read_again(picture(slid), before)
    names = before.kinds
    assert after.kinds.tolist() == [EMPTY if at < 0 else int(names[at]) for at in order]
    assert not after.selected


def test_a_tile_that_was_marked_at_first_is_seen_to_be_marked_again() -> None:
    """How it looked then is no portrait of it."""
    kinds, plain = dealt()
    marked = plain.copy()
    marked[5] = marked[5] // 2 + np.asarray((120, 110, 20), np.uint8)
    reading = known(kinds, picture(marked), Cell(0, 5))
    for tiles, selected in ((plain, ()), (marked, (Cell(0, 5),)), (plain, ())):
        reading = read_again(picture(tiles), reading)
        assert reading.selected == selected
        assert reading.kinds.tolist() == kinds.tolist()


def test_unlike_tiles_of_one_kind_that_change_places_are_not_marked() -> None:
    kinds, tiles = dealt()
    one, other = np.flatnonzero(kinds == kinds[0])[:2]
    order = np.arange(48)
    order[[one, other]] = other, one
    after = read_again(picture(tiles[order]), known(kinds, picture(tiles)))
    assert after.kinds.tolist() == kinds.tolist()
    assert not after.selected
    assert after.confidence.min() > 0.8


def test_a_message_over_all_of_it_at_first_costs_no_portraits() -> None:
    kinds, tiles = dealt()
    before, order = known(kinds, picture(tiles)), [*range(2, 48), 0, 1]
    covered = read_again(Frame(np.full_like(before.pixels, 20)), before)
    assert covered.portraits is before.portraits
    assert read_again(picture(tiles[order]), covered).kinds.tolist() == kinds[order].tolist()


def test_what_is_only_near_a_portrait_is_no_tile_where_none_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A copy would be one."""
    kinds, tiles = dealt()
    reading, gone = known(kinds, picture(tiles)), tiles.copy()
    gone[5] = (96, 70, 50)
    for copied in (False, True):

        def near(*args: NDArray[np.float32], copied: bool = copied) -> Again:
            """Each cell is near the first kind."""
            size = len(args[1])
            return Again(np.ones(size, np.int64), np.full(size, copied))

        monkeypatch.setattr(Portraits, "again", near)
        assert read_again(picture(gone), reading).kinds[5] == (1 if copied else EMPTY)


def portraits(*kinds: int) -> Portraits:
    """Those of stones of some kinds, from 1; an empty cell where one is 0."""
    looks = [stone(kind - 1, 0) if kind else np.full((_SIDE, _SIDE, 3), 80) for kind in kinds]
    return of(kinds, np.asarray(looks, np.uint8))


def of(
    kinds: Sequence[int], looks: NDArray[np.uint8], marks: Sequence[int] = (), known: int = 12
) -> Portraits:
    """Portraits of some looks, with a skin that knows so many kinds."""
    faces = np.zeros((known, _SIDE, _SIDE, 3), np.float32)
    skin = Skin(faces, np.arange(1, known + 1), np.ones((1, 1), np.float32), 1.0, None)
    return Portraits.of(skin, np.asarray(kinds, np.int64), looks, np.asarray(marks, np.intp))


def names(known: Portraits, *seen: NDArray[np.uint8]) -> list[int]:
    """What cells that looked otherwise are known to show."""
    cells = np.asarray(seen, np.float32)
    return known.again(cells, 255 - cells, np.arange(len(cells))).kinds.tolist()


def test_only_what_is_shown_clearly_is_told() -> None:
    known, seen = portraits(1, 2, 8, EMPTY), (stone(0, 0), stone(1, 1), stone(5, 0))
    assert names(known, *seen) == [1, 2, UNKNOWN]


def test_an_empty_cell_is_no_tile() -> None:
    known = portraits(1, 2, EMPTY)
    assert names(known, np.full((_SIDE, _SIDE, 3), 80, np.uint8)) == [UNKNOWN]


def test_what_is_only_nearest_is_no_tile() -> None:
    """Dark ground is most like a dark tile, and a white message like a pale one."""
    plates = [np.full((_SIDE, _SIDE, 3), each) for each in ((20, 40, 60), (230, 230, 230))]
    known = of((1, 2), np.asarray(plates, np.uint8))
    for colour in ((30, 30, 34), (245, 245, 245)):
        assert names(known, np.full((_SIDE, _SIDE, 3), colour, np.uint8)) == [UNKNOWN]


def test_of_two_kinds_that_look_alike_none_is_told() -> None:
    known = of((1, 2, 3), np.asarray([stone(0, 0), stone(1, 0), stone(0, 0)]))
    assert names(known, stone(0, 0)) == [UNKNOWN]


def test_what_was_not_told_or_marked_is_no_portrait() -> None:
    looks = np.asarray([stone(0, 0), stone(1, 0), stone(3, 0)])
    assert names(of((1, 2, 4), looks), stone(3, 0)) == [4]
    for unlike in (of((1, 2, UNKNOWN), looks), of((1, 2, 4), looks, marks=[2])):
        assert names(unlike, stone(3, 0)) == [UNKNOWN]


def test_a_kind_without_a_face_has_no_portrait() -> None:
    """A board may still be known by the names of an earlier skin."""
    looks = np.asarray([stone(0, 0), stone(1, 0), stone(3, 0)])
    assert names(of((1, 2, 4), looks, known=3), stone(3, 0)) == [UNKNOWN]


def test_one_kind_alone_tells_nothing() -> None:
    assert names(portraits(4, 4), stone(3, 0)) == [UNKNOWN]


def test_a_tile_that_came_from_elsewhere_is_told_from_one_that_stays() -> None:
    """Of its kind, too, if it is not as the one that was there."""
    looks = np.asarray([stone(0, 0), stone(0, 12), stone(1, 0)])
    known, last = of((1, 1, 2), looks), looks.astype(np.float32)
    found, copied = known.again(last[[1, 1, 2]], last, np.arange(3))
    assert found.tolist() == [1, UNKNOWN, UNKNOWN]
    assert copied.tolist() == [True, False, False]


def test_a_tile_that_is_plain_again_has_not_come() -> None:
    """A mark over all of it has gone; others may be copies of it."""
    looks = np.asarray([stone(0, 0), stone(0, 0), stone(1, 0), stone(2, 0)])
    marked = np.asarray([stone(0, 0) // 2 + 100], np.float32)
    known, plain = of((1, 1, 2, 3), looks), looks[:1].astype(np.float32)
    for at, copied in ((0, False), (1, False), (2, True)):
        again = known.again(plain, marked, np.asarray([at]))
        assert again.kinds.tolist() == [1]
        assert again.copied.tolist() == [copied]


def test_no_cells() -> None:
    cells = np.zeros((0, 9, 9, 3), np.float32)
    kinds, copied = portraits(1, 2).again(cells, cells, np.zeros(0, np.intp))
    assert kinds.shape == copied.shape == (0,)


def test_a_reading_keeps_the_portraits_of_its_skin_alone() -> None:
    """Whatever is seen meanwhile; cells of another size are others."""
    kinds, tiles = dealt()
    reading = known(kinds, picture(tiles))
    assert replace(reading, confidence=reading.confidence / 2).portraits is reading.portraits
    other = replace(reading, looks=reading.looks[:, ::2, ::2])
    assert other.first_looks.size == other.looks.shape[:3]
    assert replace(reading, skin=replace(reading.skin)).portraits is not reading.portraits


def test_with_another_skin_the_board_tells_as_it_is() -> None:
    """There its kinds may have other numbers."""
    kinds, tiles = dealt()
    reading = known(kinds, picture(tiles))
    renamed = replace(
        reading,
        board=board_of(reading.kinds + 7, reading.lattice),
        skin=replace(reading.skin, kinds=reading.skin.kinds + 7),
    )
    after = read_again(picture(tiles[::-1]), renamed)
    assert after.kinds.tolist() == (reading.kinds[::-1] + 7).tolist()
