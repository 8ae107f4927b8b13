"""Lines that a game draws around a tile."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.deal import deal
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.glance import read_again
from bot.reader import read
from bot.ringed import may_be_ringed, ringed

_ROWS, _COLS, _PITCH, _TILE = 6, 8, 58, 54
_BLUE, _RED = (0, 170, 255), (250, 40, 40)
_LATTICE = Lattice(Pixel(80.0, 70.0), (_PITCH, _PITCH), _ROWS, _COLS)
_DEALT = deal(_ROWS, _COLS, 12, seed=2)
_GONE = frozenset(cell for cell in _DEALT.cells() if _DEALT[cell] == _DEALT[Cell(2, 3)])
_KINDS = np.asarray([0 if cell in _GONE else _DEALT[cell] for cell in _DEALT.cells()])


def board_drawn(*rings: tuple[Cell, tuple[int, int, int]], wide: int = 3) -> NDArray[np.uint8]:
    """Bevelled tiles on green with faces in pairs; a line runs around some of them."""
    pixels = np.full((420, 560, 3), (40, 90, 50), np.uint8)
    for row in range(_ROWS):
        for col in range(_COLS):
            if Cell(row, col) not in _GONE:
                _tile(pixels, Cell(row, col), _DEALT[Cell(row, col)])
                for cell, colour in rings:
                    if cell == Cell(row, col):
                        _ring(pixels, cell, colour, wide)
    return pixels


def _corner(cell: Cell) -> tuple[int, int]:
    x, y = _LATTICE.center(cell)
    return round(x) - _TILE // 2, round(y) - _TILE // 2


def _tile(pixels: NDArray[np.uint8], cell: Cell, kind: int) -> None:
    x, y = _corner(cell)
    cv2.rectangle(pixels, (x, y), (x + _TILE - 1, y + _TILE - 1), (90, 60, 40), -1)
    cv2.rectangle(pixels, (x, y), (x + _TILE - 4, y + _TILE - 4), (240, 225, 200), -1)
    lot = np.random.default_rng(kind)
    colour = tuple(map(int, lot.integers(0, 200, 3)))
    for _ in range(3):
        points = (lot.random((3, 2)) * 34 + (x + 9, y + 9)).astype(np.int32)
        cv2.fillPoly(pixels, [points], colour)


def _ring(pixels: NDArray[np.uint8], cell: Cell, colour: tuple[int, int, int], wide: int) -> None:
    x, y = _corner(cell)
    for out in range(1, wide + 1):
        cv2.rectangle(
            pixels, (x - out, y - out), (x + _TILE - 1 + out, y + _TILE - 1 + out), colour
        )


def _numbers() -> NDArray[np.intp]:
    cells = [Cell(row, col) for row in range(_ROWS) for col in range(_COLS)]
    return np.asarray([n for n, cell in enumerate(cells) if cell not in _GONE], np.intp)


def _number(cell: Cell) -> int:
    return cell.row * _COLS + cell.col


def test_nothing_is_ringed_where_all_tiles_look_alike_around() -> None:
    """Their own rims and the gaps between them are seen at all."""
    assert ringed(board_drawn(), _LATTICE, _KINDS).tolist() == []


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(3, 4), Cell(5, 7), Cell(1, 3)])
@pytest.mark.parametrize("wide", [2, 3, 4])
def test_a_line_around_a_tile_is_seen(cell: Cell, wide: int) -> None:
    """In a corner, among others and beside gaps; a neighbour drawn later covers one side or two."""
    pixels = board_drawn((cell, _BLUE), wide=wide)
    assert ringed(pixels, _LATTICE, _KINDS).tolist() == [_number(cell)]


def test_two_may_be_ringed_but_not_three() -> None:
    """Three are how those tiles look."""
    two = (Cell(0, 1), _BLUE), (Cell(4, 6), _BLUE)
    found = ringed(board_drawn(*two), _LATTICE, _KINDS)
    assert found.tolist() == [_number(cell) for cell, _ in two]
    three = (*two, (Cell(3, 2), _BLUE))
    assert ringed(board_drawn(*three), _LATTICE, _KINDS).tolist() == []


def test_a_border_of_a_face_is_no_mark() -> None:
    """Where two tiles are left of their kind, both have it."""
    kind = next(each for each in range(1, 13) if np.count_nonzero(each == _KINDS) == 4)
    twins = [cell for cell in _DEALT.cells() if _DEALT[cell] == kind]
    kinds = _KINDS.copy()
    for number in range(len(kinds)):
        if kinds[number] == kind and number not in map(_number, twins[:2]):
            kinds[number] = 13
    both = board_drawn(*((cell, _BLUE) for cell in twins[:2]))
    assert ringed(both, _LATTICE, kinds).tolist() == []
    one = board_drawn((twins[0], _BLUE))
    assert ringed(one, _LATTICE, kinds).tolist() == [_number(twins[0])]


def test_a_line_is_new_only_where_it_was_not_before() -> None:
    """The same line is not, and a tile's own border is not."""
    plain, marked = board_drawn(), board_drawn((Cell(3, 4), _RED))
    at = _numbers()
    assert may_be_ringed(marked, plain, _LATTICE, at)
    assert not may_be_ringed(marked, marked, _LATTICE, at)
    assert not may_be_ringed(plain, marked, _LATTICE, at)
    assert not may_be_ringed(plain, plain, _LATTICE, at[:0])


def test_the_eye_reports_it() -> None:
    """In a picture never seen before, and in the next ones, until the line has gone."""
    first = read(Frame(board_drawn((Cell(3, 4), _BLUE))))
    assert first.board.tiles == _ROWS * _COLS - len(_GONE)
    assert first.selected == (Cell(3, 4),)
    plain = read_again(Frame(board_drawn()), first)
    assert plain.selected == ()
    other = read_again(Frame(board_drawn((Cell(0, 0), _BLUE))), plain)
    assert other.selected == (Cell(0, 0),)
    dotted = board_drawn((Cell(0, 0), _BLUE))
    x, y = _corner(Cell(0, 0))
    dotted[y + 25 : y + 27, x + 25 : x + 27] = 255
    assert read_again(Frame(dotted), other).selected == (Cell(0, 0),)
