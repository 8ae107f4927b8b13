"""The middles of cells are found by laying twins upon each other."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from builders import shuffled_board
from numpy.typing import NDArray

from bot.board import Board
from bot.centring import middles, recentred
from bot.corners import find_twins
from bot.deal import deal
from bot.geometry import Lattice, Pixel
from bot.pitch import explained, weights
from bot.simulator import Style, draw, lattice_of

BOARD = shuffled_board(8, 10, 20, 4)
TRUE = Lattice(Pixel(74.0, 69.0), (48.0, 58.0), 8, 10)
PHASE = (74 / 48 % 1, 69 / 58 % 1)


def picture(
    board: Board, face: tuple[int, int], place: tuple[int, int] = (0, 0), ground: int = 0
) -> NDArray[np.uint8]:
    """The board with faces of colours that run into each other.

    Parameters
    ----------
    face : width and height of a face, px
    place : from the middle of a cell to that of its face, px
    ground : by how many grey levels the ground varies
    """
    lot = np.random.default_rng(5)
    small = lot.integers(0, 256, (21, 4, 4, 3)).astype(np.float32)
    faces = [cv2.resize(each, face, interpolation=cv2.INTER_CUBIC).clip(0, 255) for each in small]
    pixels = (120 + lot.integers(-ground, ground + 1, (580 // 5, 600 // 5, 1))).astype(np.uint8)
    pixels = np.broadcast_to(pixels, (116, 120, 3)).repeat(5, axis=0).repeat(5, axis=1)
    for cell in board.cells():
        if not board[cell]:
            continue
        x, y = TRUE.center(cell)
        left, top = round(x - face[0] / 2) + place[0], round(y - face[1] / 2) + place[1]
        pixels[top : top + face[1], left : left + face[0]] = faces[board[cell]]
    return pixels


def found(
    pixels: NDArray[np.uint8], pitch: tuple[float, float] = TRUE.pitch
) -> tuple[float, float] | None:
    """The middles in a picture, told by the twins that lie whole pitches apart."""
    twins = find_twins(pixels)
    moved = np.hypot(twins.across, twins.down) > 20
    chosen = (weights(twins) > 0) & explained(twins, pitch) & moved
    return middles(pixels, twins, chosen, pitch)


def off(place: tuple[float, float] | None, phase: tuple[float, float] = PHASE) -> float:
    """How far places lie beside the true middles, pitches along the worse axis."""
    assert place is not None
    return max(abs((one - true + 0.5) % 1 - 0.5) for one, true in zip(place, phase, strict=True))


@pytest.mark.parametrize("face", [(48, 58), (44, 52), (30, 56), (30, 30)])
@pytest.mark.parametrize("ground", [0, 20])
def test_tiles_of_any_size_have_their_middle_told(face: tuple[int, int], ground: int) -> None:
    """Whether they touch or lie far apart, on plain ground or on one that differs all over."""
    assert off(found(picture(BOARD, face, ground=ground))) < 0.06


@pytest.mark.parametrize("gone", [0.5, 0.8])
def test_a_board_with_few_tiles_left_has_its_middles_told(gone: float) -> None:
    """Where there are no neighbours, the edges of a tile tell where it lies."""
    kinds = sorted(BOARD.by_kind())
    cells = [cell for kind in kinds[: round(gone * 20)] for cell in BOARD.by_kind()[kind]]
    assert off(found(picture(BOARD.without(cells), (40, 50)))) < 0.08


def test_faces_beside_the_middle_draw_the_cell_along() -> None:
    """No more than what is drawn can tell where a cell lies."""
    place = found(picture(BOARD, (24, 30), (0, -12)))
    assert place is not None
    assert (place[1] - PHASE[1] + 0.5) % 1 - 0.5 == pytest.approx(-12 / 58, abs=0.06)


def test_too_few_pieces_tell_nothing() -> None:
    """No pair at all, and a single one, have no middle."""
    pixels = picture(BOARD, (40, 50))
    twins = find_twins(pixels)
    chosen = np.zeros(len(twins.a), np.bool_)
    assert middles(pixels, twins, chosen, TRUE.pitch) is None
    chosen[0] = True
    assert middles(pixels, twins, chosen, TRUE.pitch) is None


@pytest.mark.parametrize("factor", [0.7, 1.0, 1.6])
def test_middles_of_a_drawn_board_are_where_it_was_drawn(factor: float) -> None:
    """In the bundled game, whose tiles have side walls, within a twelfth of a pitch."""
    board, style = deal(8, 10, kinds=20, seed=4), Style.default().scaled(factor)
    lattice = lattice_of(board, style)
    phase = (lattice.origin.x / lattice.pitch[0] % 1, lattice.origin.y / lattice.pitch[1] % 1)
    assert off(found(draw(board, style), lattice.pitch), phase) < 1 / 12


@pytest.mark.parametrize("aside", [(0.0, 0.0), (0.15, -0.1), (-0.2, 0.2)])
def test_cells_are_centred_again_by_tiles_told_to_be_equal(aside: tuple[float, float]) -> None:
    """Even where a few of them were told wrong."""
    kinds = np.asarray(BOARD.kinds, np.int64)
    kinds[:4] = kinds[76:]
    origin = TRUE.origin.x + aside[0] * TRUE.pitch[0], TRUE.origin.y + aside[1] * TRUE.pitch[1]
    beside = Lattice(Pixel(*origin), TRUE.pitch, TRUE.rows, TRUE.cols)
    back = recentred(picture(BOARD, (40, 50), ground=20), beside, kinds)
    assert np.abs(np.subtract(back.origin, TRUE.origin) / TRUE.pitch).max() < 0.04


def test_without_twins_cells_stay_where_they_are() -> None:
    """Each tile another kind, or none at all."""
    pixels = picture(BOARD, (40, 50))
    for kinds in (np.arange(80) + 1, np.zeros(80, np.int64)):
        assert recentred(pixels, TRUE, kinds) == TRUE
