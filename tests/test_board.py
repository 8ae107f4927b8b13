"""Boards and their text."""

from __future__ import annotations

import json
import time
from typing import Any

import numpy as np
import pytest
from builders import board
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards

from bot.board import MAX_CELLS, UNKNOWN, Board
from bot.errors import BoardError
from bot.geometry import Cell


@given(boards(most_kinds=52))
def test_text_comes_back_as_the_same_board(one: Board) -> None:
    """Printing a board and reading the text gives that board."""
    assert Board.from_text(str(one)) == one


@given(boards(), st.integers(53, 10**6))
def test_kinds_beyond_the_letters_come_back_too(one: Board, kind: int) -> None:
    """A board with more kinds than letters prints as integers that read back."""
    large = Board(one.rows, one.cols, (kind, *one.kinds[1:]))
    assert Board.from_text(str(large)) == large


@given(boards())
def test_json_comes_back_as_the_same_board(one: Board) -> None:
    """Both forms of JSON, and rows of kinds, give the board they were made from."""
    rows, walls = one.to_rows(), [list(cell) for cell in one.walls()]
    assert Board.from_text(json.dumps({"board": rows, "walls": walls})) == one
    if not walls:
        assert Board.from_rows(rows) == one
        assert Board.from_text(json.dumps(rows)) == one


def test_letters_and_integers_name_the_same_kinds() -> None:
    """Kinds 1 to 26 are a to z, 27 to 52 are A to Z, a dot is empty and a question mark unknown."""
    assert board("a z A Z . ?").kinds == (1, 26, 27, 52, 0, UNKNOWN)
    assert board("1 26 27 52 0 -1") == board("azAZ.?")


def test_a_lone_integer_is_one_cell() -> None:
    """A row of digits without a space is one kind, not one cell a digit."""
    assert board("12 / 12").kinds == (12, 12)


def test_blank_space_around_a_board_is_nothing() -> None:
    """Blank lines and spaces around the text change nothing."""
    assert Board.from_text("\n\n  a b \r\n  b a\n\n") == board("ab/ba")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("  \n ", "empty"),
        ("a b\nc", "row 2 has 1 cell, but row 1 has 2"),
        ("a b\n\nb a", "row 2 is blank"),
        ("a ! b", "row 1: '!'"),
        ("1 2 x3", "row 1: 'x3'"),
        ("1 1.5", "'1.5'"),
        ("1 -2", "-2"),
        ("1 --2", "'--2'"),
        ("9" * 40 + " 1", "…"),
        ("²", "row 1"),
        ("[[1, 2], [3]]", "row 2 has 1 cell"),
        ("[[1, true]]", "True is no integer"),
        ("[[1, 2.0]]", "no integer"),
        ("[1, 2]", "list of rows"),
        ('{"bord": [[1]]}', "board"),
        ('{"board": [[1, -2]]}', "-2"),
        ('{"board": [[1, 0]], "walls": [[0, 0]]}', "empty cell"),
        ('{"board": [[1, 0]], "walls": [[0, 7]]}', "empty cell"),
        ('{"board": [[1, 0]], "walls": 7}', "[row, col]"),
        ('{"board": [[1, 0]], "walls": [[0, 1.5]]}', "[row, col]"),
        ("[[1, 2]", "JSON"),
        ("[[]]", "at least one row"),
        ("[]", "at least one row"),
        ("[" * 100_000, "JSON"),
    ],
)
def test_what_is_no_board_is_refused_in_one_line(text: str, why: str) -> None:
    """The message is one line that names the row, the token or the form."""
    with pytest.raises(BoardError) as refusal:
        Board.from_text(text)
    assert why in str(refusal.value)
    assert len(str(refusal.value).splitlines()) == 1
    assert len(str(refusal.value)) < 200


@pytest.mark.parametrize(
    ("rows", "cols", "kinds"),
    [(0, 3, ()), (2, 2, (1, 1, 1)), (1, 1, (-3,)), (-1, -1, (1,)), (MAX_CELLS, 2, (1,))],
)
def test_a_board_that_cannot_be_is_refused(rows: int, cols: int, kinds: tuple[int, ...]) -> None:
    """Sizes must fit the kinds, and kinds start at -2, a wall."""
    with pytest.raises(BoardError):
        Board(rows, cols, kinds)


def test_the_largest_board_is_read() -> None:
    """A board of as many cells as are allowed reads back, and one row more is refused."""
    row = "a b " * 500
    large = Board.from_text("\n".join([row] * 1000))
    assert (large.rows, large.cols, large.tiles) == (1000, 1000, MAX_CELLS)
    with pytest.raises(BoardError, match="more than"):
        Board.from_text("\n".join([row] * 1001))


@given(boards())
def test_cells_by_kind_are_the_known_tiles(one: Board) -> None:
    """Grouping by kind holds each known tile once, in reading order."""
    groups = one.by_kind()
    assert sum(map(len, groups.values())) == one.tiles - one.kinds.count(UNKNOWN)
    for kind, cells in groups.items():
        assert cells == sorted(cells)
        assert all(one[cell] == kind > 0 for cell in cells)


def test_odd_kinds_are_told() -> None:
    """A kind that cannot be paired off is named; unknown and empty cells are no kind."""
    assert board("a a b ? . c / c c . ? . .").odd_kinds == [2, 3]


@given(boards(), st.data())
def test_without_empties_the_named_cells_alone(one: Board, data: st.DataObject) -> None:
    """Only the named cells change, and the first board stays as it was."""
    before = one.kinds
    gone = set(data.draw(st.lists(st.sampled_from(list(one.cells())))))
    after = one.without(gone)
    assert one.kinds == before
    assert all(after[cell] == (0 if cell in gone else one[cell]) for cell in one.cells())


def test_the_margin_is_not_on_the_board() -> None:
    """A cell of the margin is neither on the board nor empty."""
    one = board(". a")
    assert Cell(0, 0) in one
    assert one.is_empty(Cell(0, 0))
    for outside in (Cell(-1, 0), Cell(0, -1), Cell(1, 0), Cell(0, 2)):
        assert outside not in one
        assert not one.is_empty(outside)
        with pytest.raises(BoardError, match="a board of 1 x 2 has no cell"):
            one[outside]
        with pytest.raises(BoardError, match="has no cell"):
            one.without([outside])


@pytest.mark.parametrize("kind", ["a", 1.0, True, None, np.int64(1)])
def test_a_kind_is_a_whole_number(kind: Any) -> None:
    """Whatever else would be compared with others, but not be written as JSON."""
    with pytest.raises(BoardError, match=f"a kind is an int, but got {type(kind).__name__}"):
        Board(1, 2, (1, kind))


def test_an_array_is_rows_of_kinds() -> None:
    """Its numbers become those of Python; one of other numbers is no board."""
    one = Board.from_rows(np.array([[1, 2], [2, 1]]))
    assert json.loads(json.dumps(one.to_rows())) == [[1, 2], [2, 1]]
    for rows in (np.ones((2, 2)), np.ones(2, int), "ab", None):
        with pytest.raises(BoardError, match="rows of whole numbers"):
            Board.from_rows(rows)  # type: ignore[arg-type]


def test_kinds_that_match_are_made_one() -> None:
    """Any of a group fits any other; a kind in two groups, or no kind, is refused."""
    assert board("a b c d e").merged([[5, 2], [3]]) == board("a b c d b")
    for groups, why in (([[1, 2], [2, 3]], "two groups"), ([[0, 1]], "from 1 up")):
        with pytest.raises(BoardError, match=why):
            board("a b c").merged(groups)


def test_a_large_board_is_written_at_once() -> None:
    """In time that grows with its cells, and not with their number times that of its kinds."""
    large = Board(200, 200, tuple(number // 2 + 1 for number in range(40_000)))
    began = time.perf_counter()
    assert str(large).endswith("20000 20000")
    assert time.perf_counter() - began < 2
