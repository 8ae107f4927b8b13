"""A tile that is framed is told from its equals."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.marked import doubt_dimmed, marked

SIDE, ROWS, COLS = 40, 4, 6
KINDS = np.arange(ROWS * COLS) % 8 + 1


def board() -> NDArray[np.float32]:
    """Cells with faces of eight kinds, three tiles each, on a slightly uneven ground."""
    lot = np.random.default_rng(5)
    faces = lot.integers(0, 255, (8, 4, 4, 3)).repeat(6, 1).repeat(6, 2)
    cells = np.full((ROWS * COLS, SIDE, SIDE, 3), 90, np.float32)
    cells += np.arange(ROWS * COLS, dtype=np.float32)[:, None, None, None]
    cells[:, 8:-8, 8:-8] = faces[KINDS - 1]
    return cells


def framed(cell: NDArray[np.float32], width: int, inset: int) -> None:
    """Draw a yellow frame on a cell."""
    box = np.zeros((SIDE, SIDE), np.bool_)
    box[inset : SIDE - inset, inset : SIDE - inset] = True
    box[inset + width : SIDE - inset - width, inset + width : SIDE - inset - width] = False
    cell[box] = [250, 220, 40]


def test_without_a_mark_there_is_none() -> None:
    """A ground that changes from cell to cell is no mark."""
    assert marked(KINDS, board()).tolist() == []


@pytest.mark.parametrize(("width", "inset"), [(4, 3), (3, 6)])
@pytest.mark.parametrize("at", [0, 9, 23])
def test_a_framed_tile_is_found(at: int, width: int, inset: int) -> None:
    """In a corner or in the middle, wide or narrow."""
    cells = board()
    framed(cells[at], width, inset)
    assert marked(KINDS, cells).tolist() == [at]


@pytest.mark.parametrize("at", [0, 9, 23])
def test_a_frame_on_a_ground_that_varies_is_found(at: int) -> None:
    """There rims differ as much as a thin frame does; but no ground draws a frame."""
    lot = np.random.default_rng(4)
    cells = board()
    coarse = lot.integers(-70, 70, (ROWS * COLS, 4, 4, 3)).astype(np.float32)
    grain = np.asarray([cv2.resize(each, (SIDE, SIDE)) for each in coarse])
    grain[:, 8:-8, 8:-8] = 0
    cells += grain
    assert marked(KINDS, cells, varied=True).tolist() == []
    framed(cells[at], 1, 4)
    assert marked(KINDS, cells, varied=True).tolist() == [at]


def test_of_a_pair_the_one_unlike_all_others_is_marked() -> None:
    """Both differ from each other alike; the rims of the others tell which is plain."""
    cells, kinds = board(), KINDS.copy()
    kinds[17], cells[17] = 2, cells[1]  # two tiles are left of the second kind
    kinds[9] = 0
    framed(cells[17], 4, 3)
    kinds[1], kinds[17] = 9, 9
    assert marked(kinds, cells).tolist() == [17]


def test_many_marks_are_none() -> None:
    """Where every kind has tiles of two looks, the looks are no marks."""
    cells = board()
    for at in range(8):
        framed(cells[at], 4, 3)
    assert marked(KINDS, cells).tolist() == []


def test_an_empty_board_has_no_marks() -> None:
    """Nor has one with a single tile."""
    kinds = np.zeros_like(KINDS)
    assert marked(kinds, board()).tolist() == []
    kinds[3] = 1
    assert marked(kinds, board()).tolist() == []


@pytest.mark.parametrize(("light", "both"), [(50, False), (190, True)])
def test_of_two_marks_a_faint_one_is_the_pointers(light: int, both: bool) -> None:
    """A tile under the pointer is drawn a little lighter; two that are marked alike both count."""
    cells = board()
    cells[3, :8] = cells[3, -8:] = cells[3, :, :8] = cells[3, :, -8:] = 90 + 190
    for side in (cells[20, :8], cells[20, -8:], cells[20, :, :8], cells[20, :, -8:]):
        side[:] = 110 + light
    assert marked(KINDS, cells).tolist() == ([3, 20] if both else [3])


def test_one_or_two_dimmed_tiles_are_no_empty_cells() -> None:
    """They show a face; what is left of many tiles that are gone shows one, too."""
    faces = board()[:4]
    dimmed = faces[[1, 1, 2]] * 0.4 + 20
    cells = np.concatenate([faces, dimmed, np.full_like(faces[:2], 60)])
    for shown in (1, 2, 3):
        kinds = np.asarray([1, 2, 3, 4, *[EMPTY] * 5])
        rest = np.append(np.arange(4, 4 + shown), [7, 8])
        doubt_dimmed(kinds, cells, rest, faces)
        expected = UNKNOWN if shown < 3 else EMPTY
        assert kinds[4 : 4 + shown].tolist() == [expected] * shown
        assert kinds[7:].tolist() == [EMPTY, EMPTY]
