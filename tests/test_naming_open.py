"""Cells that stand out from the ground hold tiles; marks of empty cells and shadows do not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.groundcolours import Grounds
from bot.naming_open import (
    as_boldly_drawn,
    clear_of_ground,
    is_chance,
    limits_of,
    name_open,
    outlined,
    stand_out,
    with_body,
)
from bot.skin import Body
from bot.under import Under

SIDE = 40


def faces(count: int) -> NDArray[np.float32]:
    """Faces of random coarse squares, in the middle of a plain ground."""
    lot = np.random.default_rng(7)
    made = np.full((count, SIDE, SIDE, 3), 90, np.float32)
    made[:, 8:-8, 8:-8] = lot.integers(0, 255, (count, 4, 4, 3)).repeat(6, 1).repeat(6, 2)
    return made


def ground_of(cells: NDArray[np.float32]) -> Under:
    """The plain ground under such cells."""
    plain = np.full_like(cells, 90)
    return Under(plain, np.linalg.norm(cells - plain, axis=-1).astype(np.float32), varied=False)


def test_the_line_lies_in_the_gap() -> None:
    """What differs little from ground is ground, though some tiles differ less than others."""
    shown = np.asarray([1, 2, 4, 18, 30, 31, 33, 40], np.float32)
    assert stand_out(shown, np.asarray([4, 5, 6, 7]), 8).tolist() == [False] * 3 + [True] * 5


def test_of_gaps_nearly_as_wide_it_is_the_one_to_ground_that_shows_nothing() -> None:
    """White hearts on rose: they differ little from the ground, which does not from itself."""
    shown = np.asarray([0, 0, 0, 0.1, 9, 9.2, 27, 28, 31, 33, 40], np.float32)
    found = stand_out(shown, np.asarray([6, 7, 8, 9, 10]), len(shown)).tolist()
    assert found == [False] * 4 + [True] * 7


def test_what_is_written_around_does_not_hide_faint_tiles() -> None:
    """Two faint tiles are far from the ground of the board; what lies around fills the gap."""
    board = [0, 0, 0, 7, 8, 14, 15, 16, 18, 20, 25]
    around = [0, 1, 2, 3, 4, 5, 6, 9, 10, 11]
    shown = np.asarray(board + around, np.float32)
    found = stand_out(shown, np.arange(6, 11), len(board)).tolist()
    assert found[: len(board)] == [False] * 3 + [True] * 8


@pytest.mark.parametrize("ground", [0.0, 3.0])
def test_a_full_board_is_all_tiles(ground: float) -> None:
    """Where there is no gap to be seen, what differs about as much as sure tiles do is a tile."""
    shown = np.asarray([ground, 20, 22, 25, 28, 30], np.float32)
    assert stand_out(shown, np.asarray([2, 3, 4]), 6).tolist() == [False] + [True] * 5


def test_soft_ground_has_no_outlines() -> None:
    """A photograph out of focus is not drawn; where tiles are soft, too, that tells nothing."""
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    soft = np.repeat((40 + 3 * x + y)[None, ..., None], 3, axis=-1)
    drawn = outlined(np.concatenate([faces(3), soft]), np.arange(3))
    assert drawn[:3].min() > 0.9
    assert drawn[3] < 0.25
    assert (outlined(soft.repeat(3, axis=0), np.arange(3)) > 0.8).all()


def test_equal_faces_are_one_kind_and_strangers_unknown() -> None:
    """Cells without a tile are empty, and a tile like no other is not named."""
    which = np.asarray([0, 1, 2, 3, 0, 1, 2, 3, 4])
    cells = np.concatenate([faces(5)[which], np.full((2, SIDE, SIDE, 3), 90, np.float32)])
    kinds, found = name_open(
        cells, np.arange(9), np.arange(8), Grounds(ground_of(cells), ground_of(cells)), None
    )
    assert kinds.tolist() == [1, 2, 3, 4, 1, 2, 3, 4, UNKNOWN, EMPTY, EMPTY]
    assert found.gap > 2


def test_marks_of_empty_cells_are_no_kind() -> None:
    """Flat panels that are far commoner than any face show where tiles were."""
    slots = np.full((9, SIDE, SIDE, 3), 90, np.float32)
    slots[:, 4:-4, 4:-4] = 70
    cells = np.concatenate([faces(4).repeat(2, axis=0), slots])
    kinds, _ = name_open(
        cells, np.arange(17), np.arange(8), Grounds(ground_of(cells), ground_of(cells)), None
    )
    assert kinds.tolist() == [1, 1, 2, 2, 3, 3, 4, 4] + [EMPTY] * 9


def test_an_even_picture_on_tiles_is_no_mark_of_empty_cells() -> None:
    """It lies on their paper, far commoner than any other though it is."""
    tiles = np.full((17, SIDE, SIDE, 3), 90, np.float32)
    tiles[:, 4:-4, 4:-4] = 240
    tiles[:8, 9:-9, 9:-9] = faces(4).repeat(2, axis=0)[:, 9:-9, 9:-9]
    tiles[:8, 9:-9, 18:-14] = 240
    for edge, name in ((9, 5), (4, EMPTY)):
        tiles[8:, edge:-edge, edge:-edge] = 120
        kinds, _ = name_open(
            tiles, np.arange(17), np.arange(8), Grounds(ground_of(tiles), ground_of(tiles)), None
        )
        assert kinds.tolist() == [1, 1, 2, 2, 3, 3, 4, 4] + [name] * 9


@pytest.mark.parametrize("bare", [0, 24, 25])
def test_a_few_plain_pictures_in_the_frames_of_tiles_are_no_marks(bare: int) -> None:
    """Where far more cells show the ground, that is how empty ones look: 24 are four times six."""
    tiles = np.full((14, SIDE, SIDE, 3), 90, np.float32)
    tiles[:, 3:-3, 3:-3] = 250
    tiles[:8, 7:-7, 7:-7] = faces(4).repeat(2, axis=0)[:, 7:-7, 7:-7]
    tiles[8:, 7:-7, 7:-7] = 60
    mask = np.zeros((SIDE, SIDE), np.bool_)
    mask[3:-3, 3:-3] = True
    mask[7:-7, 7:-7] = False
    body = Body(tiles[0], mask)
    cells = np.concatenate([tiles, np.full((bare, SIDE, SIDE, 3), 90, np.float32)])
    told = Grounds(ground_of(cells), ground_of(cells))
    kinds, _ = name_open(cells, np.arange(14), np.arange(8), told, body)
    last = 5 if bare > 24 else EMPTY
    assert kinds.tolist() == [1, 1, 2, 2, 3, 3, 4, 4] + [last] * 6 + [EMPTY] * bare


def test_what_few_tiles_share_by_chance_is_no_body() -> None:
    """Where as many others lack it that stand out as boldly; of many tiles it is theirs."""
    agreed, shown = np.asarray([0.9] * 4 + [0.1] * 4), np.full(8, 30, np.float32)
    assert is_chance(agreed, shown, np.arange(4))
    assert not is_chance(np.append(agreed, [0.9] * 4), np.append(shown, shown[:4]), np.arange(8))
    assert not is_chance(agreed[:7], shown[:7], np.arange(4))
    assert not is_chance(agreed, np.where(agreed > 0.5, 30, 9).astype(np.float32), np.arange(4))


def test_shadows_without_the_body_are_left_out() -> None:
    """What lacks the body that tiles share, and stands out less than they do, is no tile."""
    agreed = np.asarray([0.9, 0.9, 0.9, 0.1, 0.1, 0.5])
    shown = np.asarray([30, 28, 32, 12, 45, 12], np.float32)
    sure, around = np.asarray([0, 1]), np.asarray([0.8, 0.2])
    tiles = with_body(np.asarray([0, 1, 3, 4, 5]), agreed, shown, sure, around)
    assert tiles.tolist() == [0, 1, 2, 4, 5]
    agreed[3] = 0.7  # bare ground may have the colours of a body
    shown[3] = 1
    assert 3 not in with_body(sure, agreed, shown, sure, around)
    agreed[3:], shown[3:] = 0.8, (0.0, 3.0, 0.0)  # most of the board may be
    assert 4 not in with_body(sure, agreed, shown, sure, around)


def test_what_is_drawn_boldly_where_ground_explains_all_else_is_a_tile() -> None:
    """Triangles among discs lack the rim that these share; a shadow is soft, or faint."""
    cells = np.concatenate([faces(4), faces(7)[4:], np.full((3, SIDE, SIDE, 3), 90, np.float32)])
    cells[6] = 0.3 * cells[6] + 0.7 * 90
    standing, tiles = np.arange(7), np.arange(4)
    shown = np.asarray([30, 35, 28, 40, 20, 10, 22, 0, 0.5, 1], np.float32)
    assert clear_of_ground(standing, cells, shown, tiles).tolist() == [0, 1, 2, 3, 4]
    shown[9] = 5  # a ground that is not explained has anything on it
    assert not clear_of_ground(standing, cells, shown, tiles).size
    assert not clear_of_ground(np.arange(10), cells, shown, tiles).size
    assert not clear_of_ground(standing[:0], cells, shown, tiles).size


def test_blank_tiles_have_the_body_where_nothing_around_has() -> None:
    """Between tiles that touch, a blank one differs from nothing along its border."""
    agreed = np.asarray([0.9, 0.9, 1.0, 0.1])
    shown = np.asarray([30, 28, 1, 1], np.float32)
    sure = np.asarray([0, 1])
    assert with_body(sure, agreed, shown, sure, np.asarray([0.1, 0.0])).tolist() == [0, 1, 2]
    assert with_body(sure, agreed, shown, sure, np.asarray([0.1, 1.0])).tolist() == [0, 1]


def test_a_body_that_is_the_grounds_counts_for_nothing() -> None:
    """Where most cells that have it are bare, faces that lack it are no shadows."""
    bare = np.full((12, SIDE, SIDE, 3), 90, np.float32)
    bare[:, 4:-4, 4:-4] = 70
    some = faces(6)
    some[0] = 100 + (some[0] - some[0].mean()) / 6
    cells = np.concatenate([some.repeat(2, axis=0), bare])
    body = Body(bare[0], np.ones((SIDE, SIDE), np.bool_))
    kinds, _ = name_open(
        cells, np.arange(24), np.arange(2, 12), Grounds(ground_of(cells), ground_of(cells)), body
    )
    assert kinds.tolist() == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6] + [EMPTY] * 12


def test_the_limit_lies_between_twins_and_others() -> None:
    """Tiles laid over each other with their ground: equal ones are within it, others are not."""
    noise = np.random.default_rng(3).normal(0, 2, (8, SIDE, SIDE, 3))
    cells = np.asarray(faces(4).repeat(2, axis=0) + noise, np.float32)
    tolerance, limit = limits_of(cells, np.arange(8) // 2 + 1)
    assert tolerance.min() >= 4
    assert 1 <= limit < 5


@pytest.mark.parametrize("kinds", [[], [1, 1]])
def test_without_two_kinds_there_is_no_limit_to_tell(kinds: list[int]) -> None:
    """It is the least."""
    assert limits_of(faces(len(kinds)), np.asarray(kinds, np.int64))[1] == 1


def test_cells_with_the_look_of_many_are_no_blank_tiles() -> None:
    """What is around may be a bar of another program's, though most cells show bare ground."""
    agreed = np.asarray([0.97] * 6 + [1.0] * 20)
    shown = np.asarray([30] * 6 + [1] * 20, np.float32)
    tiles = np.arange(6)
    assert with_body(tiles, agreed, shown, tiles, np.zeros(8)).tolist() == tiles.tolist()
    assert with_body(tiles, agreed[:8], shown[:8], tiles, np.zeros(8)).tolist() == list(range(8))


def numbers(faint: float = 1.0) -> tuple[NDArray[np.float32], Under]:
    """Twelve cells with two strokes each, and six with one of six widths, some perhaps fainter."""
    cells = np.full((18, 32, 32, 3), 200, np.float32)
    cells[:12, 8:24, 6:14] = cells[:12, 8:24, 18:26] = 40
    for number, cell in enumerate(cells[12:]):
        cell[10:22, 8 + number : 16 + number] = 200 - 160 * faint
    return cells, Under(np.full_like(cells, 200), np.abs(cells - 200).max(axis=-1), varied=False)


def test_what_is_small_and_drawn_as_boldly_is_a_tile() -> None:
    """Numbers of one digit among those of two; nothing fainter is, nor what is alike everywhere."""
    tiles = np.arange(12)
    cells, ground = numbers()
    assert as_boldly_drawn(cells, ground, tiles).tolist() == [12, 13, 14, 15, 16, 17]
    assert as_boldly_drawn(cells, ground, tiles[:0]).tolist() == []
    assert as_boldly_drawn(*numbers(faint=0.6), tiles).tolist() == []
    marks = cells.copy()
    marks[12:] = marks[12]
    assert as_boldly_drawn(marks, ground, tiles).tolist() == []
