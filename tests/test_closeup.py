"""Kinds that differ in a stroke of two pixels are told apart, and no others."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.closeup import shows_another, told_apart, told_by_rims
from bot.under import Under

SIDE = 40


def suit(stroke: int, beside: tuple[float, float] = (0.0, 0.0)) -> NDArray[np.float32]:
    """A dark blot of a dozen pixels on paper, with a stroke so many px long beside it."""
    large = np.full((SIDE * 8, SIDE * 8, 3), 210, np.float32)
    large[14 * 8 : 26 * 8, 14 * 8 : 24 * 8] = 40
    large[16 * 8 : 19 * 8, 24 * 8 : (24 + stroke) * 8] = 40
    way = np.asarray([[1, 0, 8 * beside[0]], [0, 1, 8 * beside[1]]], np.float32)
    moved = cv2.warpAffine(large, way, (SIDE * 8, SIDE * 8), borderMode=cv2.BORDER_REPLICATE)
    small = cv2.resize(moved, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.float32)


def board(
    *strokes: int, noise: float = 3.0, others_have: int = 4
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Tiles of one kind that show these, each some part of a pixel beside its place, and others."""
    lot = np.random.default_rng(11)
    cells = [suit(each, tuple(lot.uniform(-0.5, 0.5, 2))) for each in strokes]
    others = np.full((5, SIDE, SIDE, 3), 210, np.float32)
    others[:, 12:-12, 12:-12] = lot.integers(0, 255, (5, 4, 4, 3)).repeat(4, 1).repeat(4, 2)
    cells += [face for face in others for _ in range(others_have)]
    kinds = [1] * len(strokes) + [kind for kind in range(2, 7) for _ in range(others_have)]
    looks = np.asarray(cells) + lot.normal(0, noise, (len(cells), SIDE, SIDE, 3))
    return np.asarray(kinds, np.int64), looks.astype(np.float32)


def test_a_stroke_makes_two_kinds() -> None:
    """Four of each, and other kinds stay as they are."""
    kinds, cells = board(0, 3, 0, 3, 3, 0, 0, 3)
    found = told_apart(kinds, cells, None)
    assert found[0] != found[1]
    assert found[:8].tolist() == [found[at] for at in (0, 1, 0, 1, 1, 0, 0, 1)]
    assert found[8:].tolist() == kinds[8:].tolist()


def test_three_faces_make_three_kinds() -> None:
    """As few kinds as tell them all apart."""
    kinds, cells = board(0, 0, 3, 3, 6, 6, 6, 6)
    found = told_apart(kinds, cells, None)
    assert found[0] == found[1] != found[2] == found[3] != found[4] == found[7] != found[0]


def test_a_place_between_two_pixels_makes_no_kind() -> None:
    """Tiles that lie beside their place by parts of a pixel are of one face."""
    kinds, cells = board(*[3] * 8)
    assert told_apart(kinds, cells, None).tolist() == kinds.tolist()


def test_odd_parts_are_no_kinds() -> None:
    """Three and one: one tile may be spoilt, and tiles come in pairs."""
    kinds, cells = board(0, 0, 0, 3)
    assert told_apart(kinds, cells, None).tolist() == kinds.tolist()


def test_a_kind_as_large_as_all_others_does_not_fall_in_uneven_parts() -> None:
    """Four and two of six, where all kinds have six: what differs comes from beneath the tiles."""
    kinds, cells = board(0, 0, 3, 3, 3, 3, others_have=6)
    assert told_apart(kinds, cells, None).tolist() == kinds.tolist()
    kinds, cells = board(0, 0, 3, 3, 3, 3)
    assert len(set(told_apart(kinds, cells, None)[:6].tolist())) == 2


def test_what_tiles_of_other_kinds_differ_by_too_makes_no_kind() -> None:
    """A game that draws at places between pixels may draw each face in two ways."""
    kinds, cells = board(0, 0, 3, 3)
    assert len(set(told_apart(kinds, cells, None)[:4].tolist())) == 2
    cells[4::4, 28:31, 16:24] = 40  # one tile of each other kind
    assert told_apart(kinds, cells, None).tolist() == kinds.tolist()


def test_what_the_ground_explains_makes_no_kind() -> None:
    """Two of four equal faces let a blue ground through, the others a green one."""
    kinds, cells = board(3, 3, 3, 3, noise=1.0)
    colours = np.zeros_like(cells)
    colours[:], colours[2:4] = (20, 160, 40), (40, 40, 180)
    through = np.zeros((SIDE, SIDE, 1), np.float32)
    through[15:20, 8:14] = 0.8
    cells = cells * (1 - through) + colours * through
    assert told_apart(kinds, cells, None)[0] != told_apart(kinds, cells, None)[2]
    ground = Under(colours, np.full(cells.shape[:3], 60, np.float32), varied=True)
    assert told_apart(kinds, cells, ground).tolist() == kinds.tolist()


def test_squares_of_two_colours_make_no_kind() -> None:
    """Around two of four equal faces there is a dark ground: brightness is no part of a face."""
    kinds, cells = board(3, 3, 3, 3, noise=0.5)
    drawn = np.abs(suit(3) - 210).max(axis=-1, keepdims=True) > 8
    colours = np.full_like(cells, (235, 235, 210))
    colours[2:4] = colours[4:12] = (115, 150, 85)
    cells[:4] = np.where(drawn, 40, colours[:4])
    cells[4:] = np.where(
        np.abs(cells[4:] - 210).max(axis=-1, keepdims=True) > 8, cells[4:], colours[4:]
    )
    assert told_apart(kinds, cells, None)[0] != told_apart(kinds, cells, None)[2]
    apart = np.where(drawn, 60, 0).astype(np.float32)[None, ..., 0].repeat(len(cells), axis=0)
    ground = Under(colours, apart, varied=True)
    assert told_apart(kinds, cells, ground).tolist() == kinds.tolist()


def test_squares_of_two_colours_that_a_drawing_encloses_make_no_kind() -> None:
    """Between the strokes of a crown the ground is seen, though it lies within the outline."""
    kinds, cells = board(3, 3, 3, 3, noise=0.5)
    colours = np.full_like(cells, (235, 215, 180))
    colours[2:4] = colours[6::2] = (180, 135, 100)
    drawn = np.zeros((SIDE, SIDE, 1), np.bool_)
    drawn[12:28, 12:28] = True
    drawn[16:24, 16:24] = False
    cells[:4] = np.where(drawn, 40, colours[:4])
    faces = np.abs(cells[4:] - 210).max(axis=-1, keepdims=True) > 8
    cells[4:] = np.where(faces, cells[4:], colours[4:])
    apart = np.abs(cells - colours).max(axis=-1)
    ground = Under(colours, apart, varied=True)
    assert told_apart(kinds, cells, ground, [ground]).tolist() == kinds.tolist()


def test_marked_tiles_are_no_kind() -> None:
    """A pair in one frame, brighter than its equals, is still of their kind."""
    kinds, cells = board(3, 3, 3, 3, 3, 3)
    cells[:2] *= 0.7
    for cell in cells[:2]:
        cell[:5], cell[-5:], cell[:, :5], cell[:, -5:] = (255, 0, 0), (255, 0, 0), (255, 0, 0), 0
    assert told_apart(kinds, cells, None).tolist() == kinds.tolist()


def test_one_marked_tile_hides_no_stroke() -> None:
    """What differs from all is left out, here or elsewhere; numbers tell which face it shows."""
    kinds, cells = board(0, 3, 0, 3, 3, 0, 0, 3, 3, 3)
    cells[1] = 255 - cells[1]
    found = told_apart(kinds, cells, None)
    assert found[:10].tolist() == [found[at] for at in (0, 1, 0, 1, 1, 0, 0, 1, 1, 1)]
    assert found[0] != found[1]
    assert found[10:].tolist() == kinds[10:].tolist()
    cells[1] = 255 - cells[1]
    cells[10] = 255 - cells[10]
    again = told_apart(kinds, cells, None)
    assert again.tolist() == found.tolist()


def test_tiles_of_other_kinds_may_be_brighter_each() -> None:
    """A faint stroke is held against what is left of them once brightness is taken off."""
    kinds, cells = board(0, 0, 3, 3, noise=1.0)
    cells[:4] = 210 - 0.2 * (210 - cells[:4])
    cells[4::4] += 10
    found = told_apart(kinds, cells, None)
    assert found[0] == found[1] != found[2] == found[3]
    assert found[4:].tolist() == kinds[4:].tolist()


def stones(lined: int, *, beside_gaps: bool = False) -> tuple[NDArray[np.int64], list[int]]:
    """How signs on rough stone are told, in rows of eight, and which they are.

    There are four kinds by eight and four by four. In so many kinds every second sign stands
    between two lines; or every sign of them does that lies in the outermost columns, beside empty
    cells.
    """
    lot = np.random.default_rng(12)
    kinds = np.repeat(np.arange(1, 9), [8] * 4 + [4] * 4)
    signs = lot.integers(40, 210, (9, 4, 4, 3)).astype(np.float32).repeat(4, 1).repeat(4, 2)
    cells = lot.normal(150, 6, (48, SIDE, SIDE, 3)).astype(np.float32)
    own = kinds.copy()
    for at, (cell, kind) in enumerate(zip(cells, kinds.tolist(), strict=True)):
        cell[12:-12, 12:-12] = signs[kind]
        framed = at % 8 in {0, 7} if beside_gaps else at % 2 == 1
        if framed and kind <= lined:
            own[at] += 8
            cell[6:8, 8:-8] = cell[-8:-6, 8:-8] = 40
    order = np.arange(48) if beside_gaps else lot.permutation(48)
    grid = np.pad(kinds[order].reshape(6, 8), 0 if not beside_gaps else ((0, 0), (1, 1)))
    shown = np.zeros((grid.size, SIDE, SIDE, 3), np.float32)
    shown[grid.ravel() > EMPTY] = cells[order]
    found = told_by_rims(grid.ravel(), shown, grid.shape[1])
    return found[grid.ravel() > EMPTY], own[order].tolist()


@pytest.mark.parametrize("lined", [4, 2])
def test_signs_between_lines_are_kinds_of_their_own(lined: int) -> None:
    """Where the others are half as common; two kinds alone may be marked."""
    found, own = stones(lined)
    pairs = len(set(zip(found.tolist(), own, strict=True)))
    assert pairs == len(set(own)) == 8 + lined
    assert len(set(found.tolist())) == (8 + lined if lined > 2 else 8)


def test_what_lies_beside_empty_cells_makes_no_kind() -> None:
    """Neighbours that have gone show near the edges, too."""
    found, _ = stones(4, beside_gaps=True)
    assert len(set(found.tolist())) == 8


def glowing(cells: NDArray[np.float32], reach: int = 7) -> NDArray[np.float32]:
    """The same in a glow that fades within so many pixels."""
    depth = np.minimum(np.arange(SIDE), np.arange(SIDE)[::-1])
    light = np.clip(120 - 120 / reach * np.minimum(depth[:, None], depth), 0, None)[..., None]
    return np.asarray(cells + light * np.asarray([-1, -0.5, 1]), np.float32)


def test_two_that_glow_are_of_the_kind_that_they_show() -> None:
    """By the strokes within the glow, if it fades before it comes there."""
    _, cells = board(0, 0, 3, 3, 0, 0)
    one, other, same = cells[:2], cells[2:4], cells[4:6]
    assert shows_another(glowing(one), other)
    assert not shows_another(glowing(one), same)
    assert not shows_another(glowing(one, 16), other)


@pytest.mark.parametrize("strength", [1.0, 0.8])
def test_two_on_yellow_paper_are_of_the_kind_that_they_show(strength: float) -> None:
    """By their strokes, which are fainter through a veil."""
    _, cells = board(0, 0, 3, 3, 0, 0)
    paper = np.asarray([255, 240, 80], np.float32)
    lit = [np.asarray(each * strength + paper - 210 * strength, np.float32) for each in cells[:6]]
    assert shows_another(np.asarray(lit[:2]), cells[2:4])
    assert not shows_another(np.asarray(lit[:2]), cells[4:6])
