"""What lies in line with a board is part of it where its tiles say so, and only there."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import cut
from bot.evening import evened
from bot.extent import beside, farther, kept, moved, widened
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel, ScreenPoint
from bot.naming import Named
from bot.planes import BLOCKS
from bot.skin import Body, Skin

NONE = np.empty(0, np.intp)
TOLERANCE = np.full((BLOCKS - 1, BLOCKS - 1), 4, np.float32)


def rows_kept(rows: list[list[int]], *, bodied: bool = False) -> list[int]:
    """The rows of cells that are left when those are left out that are no part of the board.

    Either all cells have the body that tiles share, or there is none.
    """
    kinds = np.asarray(rows, np.int64)
    cells = np.zeros((kinds.size, 8, 8, 3), np.float32)
    return left_of(kinds, cells, Body(cells[0], np.ones((8, 8), np.bool_)) if bodied else None)


def left_of(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], body: Body | None = None
) -> list[int]:
    """The rows of these cells that are left."""
    names = np.unique(kinds[kinds > EMPTY])
    skin = Skin(cells[: len(names)], names, TOLERANCE, 1.0, body)
    named = Named(kinds.ravel(), NONE, skin, NONE, 4.0)
    left = kept(Lattice(Pixel(4, 4), (8, 8), *kinds.shape), cells, named)
    return np.flatnonzero(left.any(axis=1)).tolist()


def half_full(kinds: int, seed: int = 5) -> list[list[int]]:
    """Five rows of ten, of which so many pairs of tiles hold some cells, by lot."""
    cells = [1 + at // 2 for at in range(2 * kinds)] + [EMPTY] * (50 - 2 * kinds)
    Random(seed).shuffle(cells)
    return [cells[at : at + 10] for at in range(0, 50, 10)]


@pytest.mark.parametrize("kinds", [7, 11, 12, 15])
def test_all_rows_of_a_board_are_kept(kinds: int) -> None:
    """The boards that other tests add to."""
    assert rows_kept(half_full(kinds)) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("between", [0, 1])
def test_a_row_of_buttons_is_no_part_of_a_board(between: int) -> None:
    """Six of them in three kinds of their own, next to it or past an empty row."""
    board = half_full(11)
    buttons = [[90, 91, 91, 92, 92, 90] + [EMPTY] * 4] + [[EMPTY] * 10] * between
    assert rows_kept(buttons + board) == [at + 1 + between for at in range(5)]
    assert rows_kept(board + buttons[::-1]) == [0, 1, 2, 3, 4]


def test_a_pair_of_buttons_out_of_step_is_no_part_of_a_board() -> None:
    """They show one face, as the last two tiles of a kind may that lie in one line."""
    kinds = np.asarray([[90, 90, *[EMPTY] * 8], *half_full(11)], np.int64)
    cells = np.zeros((kinds.size, 20, 20, 3), np.float32)
    cells[kinds.ravel() > EMPTY, 2:-2, 2:-2] = 200
    assert left_of(kinds, cells) == [0, 1, 2, 3, 4, 5]
    cells[:2] = np.roll(cells[:2], 5, axis=1)
    assert left_of(kinds, cells) == [1, 2, 3, 4, 5]


def test_a_pair_with_the_body_of_the_tiles_is_in_step_with_them() -> None:
    """What is drawn on both lies elsewhere than what is drawn on others."""
    kinds = np.asarray([[90, 90, *[EMPTY] * 8], *half_full(11)], np.int64)
    cells = np.zeros((kinds.size, 20, 20, 3), np.float32)
    cells[kinds.ravel() > EMPTY, 2:-2, 2:-2] = 200
    cells[:2] = np.roll(cells[:2], 5, axis=1)
    mask = np.zeros((20, 20), np.bool_)
    mask[9:16, 4:-4] = True
    body = Body(np.full((20, 20, 3), 200, np.float32), mask)
    assert left_of(kinds, cells, body) == [0, 1, 2, 3, 4, 5]
    assert left_of(kinds, cells) == [1, 2, 3, 4, 5]


def test_lines_of_text_above_and_below_a_board_are_no_part_of_it() -> None:
    """Their letters are twins of each other, and of no tile: by itself neither is a stranger."""
    board, text = half_full(11), [*range(90, 95)] * 2
    kinds = np.asarray([text, *board, text[::-1]], np.int64)
    cells = np.zeros((kinds.size, 20, 20, 3), np.float32)
    assert left_of(kinds, cells) == [1, 2, 3, 4, 5]
    # A letter that is a tile's twin tells that they may be tiles.
    kinds[0, 0] = kinds[1][kinds[1] > EMPTY][0]
    assert left_of(kinds, cells) == [0, 1, 2, 3, 4, 5, 6]


def test_a_ground_that_repeats_on_three_sides_is_no_part_of_a_board() -> None:
    """Its kinds come again at the top, at the bottom and at the right, and nowhere between."""
    board = [[*row, 90 + number] for number, row in enumerate(half_full(11))]
    lines = [*range(90, 95)] * 2
    kinds = np.asarray([[*lines, 95], *board, [*lines[::-1], 95]], np.int64)
    assert left_of(kinds, np.zeros((kinds.size, 20, 20, 3), np.float32)) == [1, 2, 3, 4, 5]


def test_the_first_and_last_row_may_hold_the_pairs_of_the_same_kinds() -> None:
    """What has the body of the tiles is no text, unless that is far from chance."""
    rows = ["k l m n o", "a b c d g", "e f a b g", "c d e f h", "h i j i j", "n m l k o"]
    kinds = np.asarray([[ord(each) - 96 for each in row.split()] for row in rows], np.int64)
    cells = np.full((kinds.size, 20, 20, 3), 200, np.float32)
    body = Body(np.full((20, 20, 3), 200, np.float32), np.ones((20, 20), np.bool_))
    assert left_of(kinds, cells, body) == [0, 1, 2, 3, 4, 5]


def test_the_edge_of_a_panel_is_no_part_of_a_board() -> None:
    """A row of which nearly every cell shows the same, though that is taken for tiles inside."""
    board = half_full(15)
    kind = board[2][next(at for at in range(10) if board[2][at])]
    edge = [kind] * 6 + [EMPTY, UNKNOWN] + [kind] * 2

    def left(rows: list[list[int]]) -> list[int]:
        return np.flatnonzero(evened(np.asarray(rows)).any(axis=1)).tolist()

    assert left([edge, *board]) == [1, 2, 3, 4, 5]
    assert left([*board, edge]) == [0, 1, 2, 3, 4]
    # Four of one kind may come to lie in a row by chance.
    few = [kind] * 3 + [EMPTY] * 5 + [kind, EMPTY]
    assert left([few, *board]) == [0, 1, 2, 3, 4, 5]
    # A status bar below the last dozen tiles of a small board: eight of a kind of their own.
    last = [[0, 0, 0, 1, 0, 0, 0, 0], [0, 2, 1, 3, 4, 0, 0, 0], [0, 5, 0, 2, 0, 0, 0, 0]]
    last += [[0, 5, 3, 6, 0, 6, 4, 0]]
    assert left([*last, [7] * 8]) == [0, 1, 2, 3]


def test_the_last_pair_of_a_kind_may_lie_in_one_row() -> None:
    """Where few tiles are left that happens by chance."""
    board = half_full(7)
    pair = [EMPTY, 90, EMPTY, EMPTY, 90] + [EMPTY] * 5
    assert rows_kept([pair, *board]) == [0, 1, 2, 3, 4, 5]


def test_lines_of_text_above_are_no_part_of_a_board() -> None:
    """Several rows that share their kinds with each other alone."""
    board = half_full(12)
    text = [[90, 91, EMPTY, 92] + [EMPTY] * 6, [92, 90, 91] + [EMPTY] * 7, [EMPTY] * 10]
    assert rows_kept(text + board) == [3, 4, 5, 6, 7]


def test_a_small_board_that_falls_into_two_is_kept_whole() -> None:
    """Its tiles come in pairs, and the pairs of the last rows all lie there: that happens."""
    rows = [[1, 2, 3, 4], [5, 2, 6, 7], [8, 5, 9, 10], [6, 9, 7, 10], [1, 3, 8, 4]]
    rows += [[11, 12, 13, 14], [14, 13, 12, 11]]
    assert rows_kept(rows, bodied=True) == list(range(7))
    rows[-1][0] = 15
    assert rows_kept(rows, bodied=True) == list(range(5)), "strangers among them tell"


def test_a_full_line_of_pairs_beside_a_full_board_is_part_of_it() -> None:
    """Also where tiles are bare pictures; but not past an empty line, as buttons lie."""
    rows = [[1, 2, 3, 4], [4, 2, 1, 3], [5, 6, 6, 5]]
    assert rows_kept(rows) == [0, 1, 2]
    assert rows_kept([*rows[:2], [EMPTY] * 4, rows[2]]) == [0, 1]
    assert rows_kept([*rows[:2], [5, 6, 6, 7]]) == [0, 1]


def test_a_lattice_is_widened_to_cells_outside_and_its_marks_move_along() -> None:
    """One row above and two columns to the right."""
    lattice = Lattice(Pixel(30.0, 40.0), (20.0, 10.0), 2, 2)
    wider = widened(lattice, [Cell(-1, 0), Cell(1, 3)])
    assert (wider.rows, wider.cols) == (3, 4)
    assert wider.origin == pytest.approx((30.0, 30.0))
    marks = moved(np.asarray([True, False, False, True]), lattice, wider)
    assert np.flatnonzero(marks).tolist() == [4, 9]


def test_the_last_column_of_a_full_board_may_be_a_pair() -> None:
    """Two tiles of the body of all others, of one kind; buttons without it, or of two, are none."""
    rows = [[1, 2, 3, 7], [4, 5, 2, 0], [3, 1, 5, 7], [4, 6, 6, 0]]
    columns = [list(column) for column in zip(*rows, strict=True)]
    assert rows_kept(columns, bodied=True) == [0, 1, 2, 3]
    assert rows_kept(columns) == [0, 1, 2]
    columns[3][0] = 8
    assert rows_kept(columns, bodied=True) == [0, 1, 2]


def test_a_pair_without_a_body_lies_side_by_side_and_next_to_tiles() -> None:
    """As in the tip of a heart; two buttons apart from each other, or from the board, are none."""
    rows = [[1, 2, 3, 7], [4, 5, 2, 7], [3, 1, 5, 4], [0, 6, 6, 0]]
    assert rows_kept(rows) == [0, 1, 2, 3]
    assert rows_kept([*rows[:3], [6, 0, 6, 0]]) == [0, 1, 2]
    assert rows_kept([*rows[:2], [3, 1, 0, 4], rows[3]]) == [0, 1, 2]


def sparse(row: int, *, full: bool) -> tuple[Frame, Lattice, NDArray[np.float32], Named]:
    """Three rows of a board that show a tile like no other, whose twin lies in a row above."""
    lot = np.random.default_rng(5)
    picture = np.full((320, 160, 3), 230, np.uint8)
    faces = lot.integers(0, 255, (3, 4, 4, 3), np.uint8).repeat(7, axis=1).repeat(7, axis=2)
    shown = [(0, 5, 0), (0, 7, 3), (1, 5, 2), (1, 7, 1), (2, 6, 1), (2, row, 2)]
    shown += [(0, 5, 1), (1, 5, 3), (1, 6, 0), (0, 6, 2)] if full else []
    kinds = np.zeros(12, np.int64)
    for face, down, across in shown:
        place = slice(down * 40 + 6, down * 40 + 34), slice(across * 40 + 6, across * 40 + 34)
        picture[place] = faces[face]
        if down > 4:
            kinds[(down - 5) * 4 + across] = (1, 2, UNKNOWN)[face]
    frame = Frame(picture, ScreenPoint(0, 0))
    lattice = Lattice(Pixel(20, 220), (40, 40), 3, 4)
    cells = cut(frame, lattice)
    skin = Skin(cells[[0, 2]], np.asarray([1, 2]), TOLERANCE, 1.0, None)
    return frame, lattice, cells, Named(kinds, NONE, skin, NONE, 4.0)


@pytest.mark.parametrize("full", [False, True])
def test_the_twin_of_a_tile_like_no_other_is_looked_for_farther_off(full: bool) -> None:
    """It lies past four empty rows, and no kind that is known is seen there."""
    frame, lattice, cells, named = sparse(0, full=full)
    assert 8 in [wider.rows for wider in farther(frame, lattice, cells, named)]


def test_twins_beside_a_board_are_told_by_their_place() -> None:
    """Where there is none, all places around may be of the board."""
    assert beside(*sparse(4, full=False)) == [Cell(-1, 2)]
    assert len(beside(*sparse(0, full=False))) > 1


def test_a_line_that_alone_makes_a_board_odd_is_no_part_of_it() -> None:
    """Goals that show tiles of the board, and buttons some of which are alike; of each side."""
    board = np.asarray([[1, 2, 3, 4], [2, 1, 4, 3], [5, 5, 1, 1]])
    full = np.ones((3, 4), np.bool_)
    for line in ([1, 0, 2, UNKNOWN], [7, 7, UNKNOWN, 0], [UNKNOWN, UNKNOWN, 0, 0]):
        for turns in range(4):
            odd = np.rot90(np.vstack([board, line]), turns)
            inside = np.rot90(np.vstack([full, np.zeros(4, np.bool_)]), turns)
            assert np.array_equal(evened(odd), inside)


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([[1, 2, 3, 4], [4, 3, 2, 1]], id="even"),
        pytest.param([[1, 2, 3, 4], [4, 3, 2, UNKNOWN]], id="what lacks a twin lies in it"),
        pytest.param([[1, 2, 1, 2], [3, 3, 4, 4], [0, 0, 1, 0]], id="a single tile"),
        pytest.param([[1, 2, 1, 2], [3, 3, 4, 4], [1, 1, 0, UNKNOWN]], id="one of tiles of it"),
        pytest.param([[1, 2, UNKNOWN, 2], [3, 3, 4, 4], [0, 0, 1, 2]], id="the rest is odd, too"),
    ],
)
def test_a_line_is_not_left_out_for_less(rows: list[list[int]]) -> None:
    """Its tiles are not seen elsewhere, or one may have its twin under something."""
    assert evened(np.asarray(rows)).all()
