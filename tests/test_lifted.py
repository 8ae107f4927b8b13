"""A tile that is lifted out of its place is found beside it, by the twin that it left alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.cutting import cut, usual_look
from bot.deal import deal
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.lifted import lifted
from bot.reader import read, read_again
from bot.simulator import Style, draw
from bot.skin import Body, Skin

SIDE, ROWS, COLS = 48, 3, 4
WHOLE = np.asarray([1, 2, 3, 4, 1, 5, 3, 4, 2, EMPTY, 5, 4])
"""A board on which kind 4 has three tiles: the fourth is away."""
LATTICE = Lattice(Pixel(2 * SIDE, 2 * SIDE), (SIDE, SIDE), ROWS, COLS)


def screen(
    kinds: NDArray[np.int64], cells: Sequence[int], way: tuple[int, int], *, size: int = 6
) -> Frame:
    """Cards on a green table, those of some cells lifted some pixels across and down.

    They show squares of a size, px, that divides 24.
    """
    lot = np.random.default_rng(5)
    faces = np.full((6, SIDE - 8, SIDE - 8, 3), 245, np.uint8)
    squares = lot.integers(0, 200, (6, 24 // size, 24 // size, 3))
    faces[:, 8:-8, 8:-8] = squares.repeat(size, 1).repeat(size, 2)
    picture = np.full(((ROWS + 3) * SIDE, (COLS + 3) * SIDE, 3), (30, 120, 60), np.uint8)
    for number, kind in enumerate(kinds.tolist()):
        row, col = divmod(number, COLS)
        across, down = way if number in cells else (0, 0)
        top, left = round((row + 1.5) * SIDE) + 4 + down, round((col + 1.5) * SIDE) + 4 + across
        if kind != EMPTY:
            picture[top : top + SIDE - 8, left : left + SIDE - 8] = faces[kind]
    return Frame(picture)


def skin_of(cells: NDArray[np.float32], kinds: NDArray[np.int64]) -> Skin:
    """The look of some tiles."""
    names = np.unique(kinds[kinds > 0])
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    return Skin(faces, names, np.full((8, 8), 5, np.float32), 1.0, None)


WAYS = [(0, -7), (0, 6), (-5, -5), (6, 0)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seen", [EMPTY, UNKNOWN])
def test_a_lifted_tile_is_of_the_kind_that_lacks_one(way: tuple[int, int], seen: int) -> None:
    """Called empty or not told, it is found, wherever it was moved to."""
    truth = WHOLE.copy()
    truth[9] = 4
    frame = screen(truth, (9,), way)
    kinds = truth.copy()
    kinds[9] = seen
    cells = cut(frame, LATTICE)
    skin = skin_of(cells, kinds)
    found = lifted(frame, LATTICE, kinds, cells, skin)
    assert found is not None
    assert found.kinds.tolist() == truth.tolist()
    assert found.tiles == (9,)
    assert found.skin is skin
    assert kinds[9] == seen


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seen", [EMPTY, UNKNOWN])
def test_the_twin_of_a_tile_like_no_other_makes_a_kind_with_it(
    way: tuple[int, int], seen: int
) -> None:
    """Of a pair one tile is lifted: the other was like no other, and their face is known now."""
    truth = np.where(WHOLE == 4, EMPTY, WHOLE)
    truth[[3, 9]] = 4
    frame = screen(truth, (9,), way)
    kinds = truth.copy()
    kinds[3], kinds[9] = UNKNOWN, seen
    cells = cut(frame, LATTICE)
    found = lifted(frame, LATTICE, kinds, cells, skin_of(cells, kinds))
    assert found is not None
    assert found.tiles == (9,)
    assert found.kinds[3] == found.kinds[9] == found.skin.kinds[-1] == 6
    assert (found.skin.faces[-1] == cells[3]).all()
    assert (found.kinds[truth != 4] == truth[truth != 4]).all()


def with_body(cells: NDArray[np.float32], kinds: NDArray[np.int64]) -> Skin:
    """The look of some tiles, which are cards."""
    mask = np.ones((SIDE, SIDE), np.bool_)
    mask[10:-10, 10:-10] = False
    return replace(skin_of(cells, kinds), body=Body(usual_look(cells[kinds > 0]), mask))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("taken", [UNKNOWN, 9])
def test_two_lifted_tiles_are_of_the_kind_they_show(way: tuple[int, int], taken: int) -> None:
    """Marked by a hint, they are like no other, or a kind of their own."""
    truth = np.asarray([*WHOLE[:9], 4, *WHOLE[10:]])
    frame = screen(truth, (3, 9), way)
    kinds = truth.copy()
    kinds[[3, 9]] = taken
    cells = cut(frame, LATTICE)
    found = lifted(frame, LATTICE, kinds, cells, with_body(cells, kinds))
    assert found is not None
    assert found.tiles == (3, 9)
    assert found.kinds.tolist() == np.where(truth == 4, 4, truth).tolist()


def on_stripes(frame: Frame) -> Frame:
    """The same cards, each row of them on felt of another colour."""
    pixels = frame.pixels.copy()
    felt = (pixels == (30, 120, 60)).all(axis=-1)
    bands = np.arange(len(pixels)) // SIDE % 2 == 1
    pixels[felt & bands[:, None]] = (120, 90, 60)
    return Frame(pixels)


@pytest.mark.parametrize("way", [(-1, -2), (-2, -2), (0, 2)])
def test_two_tiles_hardly_lifted_are_of_the_kind_they_show(way: tuple[int, int]) -> None:
    """On a table of several colours they differ little more from all others than these do."""
    truth = np.asarray([*WHOLE[:9], 4, *WHOLE[10:]])
    frame = on_stripes(screen(truth, (3, 9), way, size=3))
    kinds = truth.copy()
    kinds[[3, 9]] = 9
    cells = cut(frame, LATTICE)
    found = lifted(frame, LATTICE, kinds, cells, with_body(cells, kinds))
    assert found is not None
    assert found.tiles == (3, 9)
    assert found.kinds.tolist() == truth.tolist()


def test_two_tiles_with_the_drawing_of_others_a_little_higher_are_a_kind() -> None:
    """Their cards lie where all cards do."""
    truth = np.asarray([*WHOLE[:9], 4, *WHOLE[10:]])
    moved = on_stripes(screen(truth, (3, 9), (-1, -2), size=3)).pixels
    pixels = on_stripes(screen(truth, (), (0, 0), size=3)).pixels.copy()
    for number in (3, 9):
        row, col = divmod(number, COLS)
        top, left = round((row + 1.5) * SIDE) + 9, round((col + 1.5) * SIDE) + 9
        inside = slice(top, top + SIDE - 18), slice(left, left + SIDE - 18)
        pixels[inside] = moved[inside]
    kinds = truth.copy()
    kinds[[3, 9]] = 9
    frame = Frame(pixels)
    cells = cut(frame, LATTICE)
    assert lifted(frame, LATTICE, kinds, cells, with_body(cells, kinds)) is None


def test_two_tiles_in_their_places_are_a_kind() -> None:
    """Where no tile is out of its place none is told to be another's."""
    truth = np.where(WHOLE == 4, EMPTY, WHOLE)
    truth[[3, 9]] = 4
    frame = screen(truth, (), (0, 0))
    cells = cut(frame, LATTICE)
    assert lifted(frame, LATTICE, truth, cells, with_body(cells, truth)) is None


def test_one_picture_at_two_heights_is_two_kinds() -> None:
    """Where there are no cards nothing tells that it is the tile that was lifted."""
    truth = np.where(WHOLE == 4, EMPTY, WHOLE)
    truth[[3, 9]] = 4
    frame = screen(np.where(truth == 4, 1, truth), (3, 9), (0, -7))
    cells = cut(frame, LATTICE)
    assert lifted(frame, LATTICE, truth, cells, skin_of(cells, truth)) is None


def test_two_tiles_of_nearly_another_kind_are_a_kind() -> None:
    """Though more unlike what all share than others, they lie in their places."""
    truth = np.where(WHOLE == 4, EMPTY, WHOLE)
    truth[[3, 9]] = 4
    pixels = screen(truth, (), (0, 0)).pixels.copy()
    (model, *_), size = np.flatnonzero(truth == 1), SIDE - 8
    corners = [
        (SIDE * (at // COLS + 1) + SIDE // 2 + 4, SIDE * (at % COLS + 1) + SIDE // 2 + 4)
        for at in (model, 3, 9)
    ]
    (top, left), *others = corners
    card = pixels[top : top + size, left : left + size].copy()
    card[-14:-8, 10:-10] = 120
    card[:2] = card[-2:] = 150
    for top, left in others:
        pixels[top : top + size, left : left + size] = card
    frame = Frame(np.asarray(cv2.GaussianBlur(pixels, (0, 0), 4), np.uint8))
    cells = cut(frame, LATTICE)
    skin = replace(with_body(cells, truth), tolerance=np.full((8, 8), 30, np.float32))
    assert lifted(frame, LATTICE, truth, cells, skin) is None


def test_two_tiles_beside_which_no_other_is_known_are_left() -> None:
    """All others are known to be unlike any for another reason, as where lines cross them."""
    kinds = np.full(12, UNKNOWN)
    kinds[[3, 9]], kinds[0] = 4, EMPTY
    frame = screen(np.where(kinds == UNKNOWN, 1, kinds), (3, 9), (0, -7))
    cells = cut(frame, LATTICE)
    others = np.flatnonzero(kinds == UNKNOWN)
    assert lifted(frame, LATTICE, kinds, cells, with_body(cells, kinds), but=others) is None


def larger(kinds: NDArray[np.int64], cell: int, times: float) -> Frame:
    """The same cards, the one of that cell drawn larger and filled with yellow."""
    frame = screen(kinds, (), (0, 0))
    row, col = divmod(cell, COLS)
    top, left = round((row + 1.5) * SIDE) + 4, round((col + 1.5) * SIDE) + 4
    card = frame.pixels[top : top + SIDE - 8, left : left + SIDE - 8].copy()
    card[(card == 245).all(axis=2)] = (250, 210, 80)
    size = round(times * (SIDE - 8))
    less = (size - SIDE + 8) // 2
    pixels = frame.pixels.copy()
    pixels[top - less :, left - less :][:size, :size] = cv2.resize(card, (size, size))
    return Frame(pixels)


def test_the_only_two_like_no_other_are_a_pair() -> None:
    """The marked one is larger than its cell, and fits its twin nowhere."""
    truth = np.where(WHOLE == 4, EMPTY, WHOLE)
    truth[[3, 9]] = 4
    kinds = truth.copy()
    kinds[[3, 9]] = UNKNOWN
    frame = larger(truth, 9, 1.1)
    cells = cut(frame, LATTICE)
    found = lifted(frame, LATTICE, kinds, cells, skin_of(cells, kinds))
    assert found is not None
    assert found.tiles == (9,)
    assert found.kinds[3] == found.kinds[9] == 6
    assert (found.skin.faces[-1] == cells[3]).all()


@pytest.mark.parametrize("seen", [EMPTY, UNKNOWN])
def test_a_tile_that_is_lifted_and_tinted_is_known_by_its_drawing(seen: int) -> None:
    """In its own colours it fits its twin nowhere."""
    truth = WHOLE.copy()
    truth[9] = 4
    frame = screen(truth, (9,), (-5, -5))
    pixels = frame.pixels.copy()
    row, col = divmod(9, COLS)
    top, left = round((row + 1.5) * SIDE) - 1, round((col + 1.5) * SIDE) - 1
    card = pixels[top : top + SIDE - 8, left : left + SIDE - 8]
    card[:] = card * (0.5, 1.0, 0.6)
    kinds = truth.copy()
    kinds[9] = seen
    cells = cut(Frame(pixels), LATTICE)
    found = lifted(Frame(pixels), LATTICE, kinds, cells, skin_of(cells, kinds))
    assert found is not None
    assert found.tiles == (9,)
    assert found.kinds.tolist() == truth.tolist()


def test_the_glow_in_which_a_pair_has_just_gone_is_no_pair() -> None:
    """Its two places are alike and like no tile, but lack what all tiles share."""
    truth = np.where(WHOLE == 4, EMPTY, WHOLE)
    pixels = screen(truth, (), (0, 0)).pixels.copy()
    for cell in (3, 9):
        row, col = divmod(cell, COLS)
        middle = round((col + 2) * SIDE), round((row + 2) * SIDE)
        cv2.circle(pixels, middle, 12, (250, 220, 60), 3)
    kinds = truth.copy()
    kinds[[3, 9]] = UNKNOWN
    cells = cut(Frame(pixels), LATTICE)
    skin = skin_of(cells, kinds)
    assert lifted(Frame(pixels), LATTICE, kinds, cells, skin) is not None
    mask = np.zeros((SIDE, SIDE), np.bool_)
    mask[6:11, 6:-6] = mask[-11:-6, 6:-6] = True
    body = Body(np.full((SIDE, SIDE, 3), 245, np.float32), mask)
    assert lifted(Frame(pixels), LATTICE, kinds, cells, replace(skin, body=body)) is None


def test_two_that_show_other_faces_are_no_pair() -> None:
    """Each may have a twin that is hidden."""
    truth = np.where(WHOLE == 4, EMPTY, WHOLE)
    truth[[3, 9]] = 4, 6
    kinds = np.where(np.isin(truth, (4, 6)), UNKNOWN, truth)
    frame = larger(np.where(truth == 6, 0, truth), 3, 1.1)
    assert nothing_lifted(frame, kinds)


def test_of_a_sparse_board_two_like_no_other_are_no_pair() -> None:
    """The twins of both may lie outside."""
    truth = np.where(np.isin(WHOLE, (1, 2, 4)), EMPTY, WHOLE)
    truth[[3, 9]] = 4
    kinds = np.where(truth == 4, UNKNOWN, truth)
    kinds[5] = truth[5] = EMPTY
    assert np.count_nonzero(kinds) == 5
    assert nothing_lifted(larger(truth, 9, 1.1), kinds)


def nothing_lifted(frame: Frame, kinds: NDArray[np.int64]) -> bool:
    """Whether no tile is found to be lifted."""
    cells = cut(frame, LATTICE)
    return lifted(frame, LATTICE, kinds, cells, skin_of(cells, kinds)) is None


def test_a_lifted_tile_with_small_dots_is_known_between_two_places() -> None:
    """Dots are shifted by more than they measure, and correlate little with themselves then."""
    truth = WHOLE.copy()
    truth[9] = 4
    plain = screen(truth, (9,), (-4, -6)).pixels.copy()
    pixels = np.where((plain == (30, 120, 60)).all(axis=-1)[..., None], plain, 245).astype(np.uint8)
    for number, kind in enumerate(truth.tolist()):
        row, col = divmod(number, COLS)
        across, down = (-4, -6) if number == 9 else (0, 0)
        places = np.random.default_rng(kind).integers(10, SIDE - 18, (6, 2)).tolist()
        top, left = round((row + 1.5) * SIDE) + 4 + down, round((col + 1.5) * SIDE) + 4 + across
        for y, x in places if kind != EMPTY else ():
            pixels[top + y : top + y + 3, left + x : left + x + 3] = 20
    frame, kinds = Frame(pixels), WHOLE.copy()
    cells = cut(frame, LATTICE)
    found = lifted(frame, LATTICE, kinds, cells, skin_of(cells, kinds))
    assert found is not None
    assert found.kinds.tolist() == truth.tolist()


def test_another_face_is_no_twin() -> None:
    """A tile beside its place that shows another face than the lonely one."""
    truth = WHOLE.copy()
    truth[9] = 1
    kinds = WHOLE.copy()
    assert nothing_lifted(screen(truth, (9,), (0, -7)), kinds)


def test_bare_ground_is_no_twin() -> None:
    """A kind with one tile too few, all of which lie in their places."""
    assert nothing_lifted(screen(WHOLE, (), (0, 0)), WHOLE.copy())


def test_a_tile_in_its_place_is_not_its_own_twin() -> None:
    """Stripes fit themselves, moved by as much as they are apart."""
    truth = WHOLE.copy()
    truth[3] = 0
    frame = screen(truth, (), (0, 0))
    stripes = np.where(np.arange(SIDE - 8) // 2 % 2, 240, 20).astype(np.uint8)
    pixels = frame.pixels.copy()
    top, left = round(1.5 * SIDE) + 4, round(4.5 * SIDE) + 4
    pixels[top : top + SIDE - 8, left : left + SIDE - 8] = stripes[:, None, None]
    kinds = np.where(truth == 4, 3, truth)
    kinds[[3, 7]] = UNKNOWN, EMPTY
    assert nothing_lifted(Frame(pixels), kinds)


def test_nothing_is_lifted_where_much_is_amiss() -> None:
    """With many lonely tiles, or none, or no tile that is known."""
    truth = WHOLE.copy()
    truth[9] = 4
    frame = screen(truth, (9,), (0, -7))
    kinds = WHOLE.copy()
    kinds[[0, 1]] = UNKNOWN
    assert nothing_lifted(frame, kinds)
    cells = cut(frame, LATTICE)
    assert lifted(frame, LATTICE, truth, cells, skin_of(cells, truth)) is None
    assert lifted(frame, LATTICE, 0 * WHOLE, cells, skin_of(cells, truth)) is None


def sets(board: Board) -> set[tuple[Cell, ...]]:
    """The cells of each kind, whatever its number."""
    return {tuple(cells) for cells in board.by_kind().values()}


def test_a_game_goes_on_with_the_face_of_a_lifted_tile() -> None:
    """Read with one card of a pair lifted, and again once it is back in its place."""
    board = deal(6, 8, kinds=24, seed=3)
    whole = draw(board, Style.default())
    before = read(Frame(whole))
    cell = Cell(2, 3)
    x, y = before.lattice.center(cell)
    wide, high = (round(pitch / 2) for pitch in before.lattice.pitch)
    box = np.s_[round(y) - high : round(y) + high, round(x) - wide : round(x) + wide]
    raised = whole.copy()
    ground = np.median(whole[:8].reshape(-1, 3), axis=0)
    raised[box] = ground
    raised[box[0].start - 6 : box[0].stop - 6, box[1]] = whole[box]
    seen = read(Frame(raised))
    assert sets(seen.board) == sets(before.board)
    assert cell in seen.selected
    assert set(seen.skin.kinds.tolist()) >= {kind for kind in seen.board.kinds if kind > 0}
    again = read_again(Frame(whole), seen)
    assert sets(again.board) == sets(before.board)
