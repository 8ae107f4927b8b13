"""Stones of one colour in two shapes are two kinds, and tiles of one shape are one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.halves import are_sharply_apart, parted_sharply

SIDE = 48


def stone(colour: tuple[int, int, int], corners: int) -> NDArray[np.float32]:
    """A stone with a gleam on it and a line within, round or with so many corners."""
    cell = np.full((SIDE * 4, SIDE * 4, 3), (40, 34, 60), np.float32)
    for radius, shade, width in ((80, 1.0, -1), (48, 1.2, 6)):
        turns = np.linspace(0, 2 * np.pi, corners or 90, endpoint=False) + np.pi / 8
        edge = np.stack([96 + radius * np.cos(turns), 96 + radius * np.sin(turns)], axis=1)
        tint = [min(255.0, shade * part) for part in colour]
        if width < 0:
            cv2.fillPoly(cell, [np.rint(edge).astype(np.int32)], tint)
        else:
            cv2.polylines(cell, [np.rint(edge).astype(np.int32)], True, tint, width)
    cv2.circle(cell, (66, 66), 14, (240, 240, 240), -1)
    return np.asarray(cv2.resize(cell, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)


def board(
    *corners: int, others: int = 6, noise: float = 2.0
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Red stones with so many corners each, taken for one kind, and four of other colours each."""
    lot = np.random.default_rng(2)
    cells = [stone((210, 40, 90), each) for each in corners]
    for colour in lot.integers(60, 220, (others, 3)).tolist():
        cells += [stone(tuple(colour), 0)] * 4
    kinds = [1] * len(corners) + [kind for kind in range(2, others + 2) for _ in range(4)]
    looks = np.asarray(cells) + lot.normal(0, noise, (len(cells), SIDE, SIDE, 3))
    return np.asarray(kinds, np.int64), looks.astype(np.float32)


def areas(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far tiles are from each other, in the mean."""
    return np.asarray(np.abs(cells[:, None] - cells[None]).mean(axis=(2, 3, 4)), np.float32)


def parted(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> list[int]:
    """The kinds afterwards."""
    return parted_sharply(kinds, cells, lambda some: areas(cells[some])).tolist()


@pytest.mark.parametrize("count", [2, 4, 6])
def test_a_round_stone_and_one_with_corners_are_two_kinds(count: int) -> None:
    """However many there are of each, for tiles go kind by kind."""
    kinds, cells = board(*[0] * 4, *[8] * count)
    found = parted(kinds, cells)
    assert len(set(found[:4])) == len(set(found[4 : 4 + count])) == 1
    assert found[0] != found[4]
    assert found[4 + count :] == kinds[4 + count :].tolist()
    assert are_sharply_apart(np.asarray(found), cells, found[0], found[4])


@pytest.mark.parametrize(("strength", "kinds_found"), [(1.0, 2), (0.1, 1)])
def test_a_dot_more_is_another_kind_though_it_is_no_area(strength: float, kinds_found: int) -> None:
    """It differs by far more than tiles of one kind do, if not over much of the cell."""
    kinds, cells = board(*[0] * 4, *[8] * 2, noise=0.5)
    usual = cells[:4].mean(axis=0)
    cells[4:6] = usual + strength * (cells[4:6] - usual)
    nothing = parted_sharply(kinds, cells, lambda some: np.zeros((len(some),) * 2, np.float32))
    assert len(set(nothing[:6].tolist())) == kinds_found


@pytest.mark.parametrize(
    "corners",
    [(0,) * 8, (8,) * 6, (0, 0, 0, 8, 8, 8), (0, 0, 0, 0, 0, 8), (0, 0, 0, 8, 8, 8, 8, 8)],
)
def test_one_shape_or_odd_numbers_of_two_are_one_kind(corners: tuple[int, ...]) -> None:
    """Kinds are even."""
    kinds, cells = board(*corners)
    assert parted(kinds, cells) == kinds.tolist()


def test_what_tiles_of_other_kinds_differ_by_too_parts_none() -> None:
    """Where all kinds have two looks, as when a game draws between two pixels."""
    kinds, cells = board(0, 0, 8, 8)
    for at in range(4, len(cells), 4):
        colour = cells[at, SIDE // 2, SIDE // 2].tolist()
        cells[at : at + 2] = stone((int(colour[0]), int(colour[1]), int(colour[2])), 8)
    assert parted(kinds, cells) == kinds.tolist()


def test_a_marked_stone_is_of_the_shape_that_lacks_one() -> None:
    """It differs from all others, and is left out when they are compared."""
    kinds, cells = board(*[0] * 4, *[8] * 4)
    framed = cells[6].copy()
    framed[2:-2, 2:-2], framed[7:-7, 7:-7] = (255, 220, 0), cells[6, 7:-7, 7:-7]
    cells[6] = framed
    found = parted(kinds, cells)
    assert found[0] != found[4] == found[6]
    assert len(set(found[:4])) == len(set(found[4:8])) == 1


def test_two_other_kinds_at_least_tell_what_is_usual() -> None:
    """Of fewer nothing is said."""
    kinds, cells = board(0, 0, 8, 8, others=1)
    assert parted(kinds, cells) == kinds.tolist()


def test_tiles_drawn_a_pixel_beside_their_place_are_no_kind() -> None:
    """Even where those of no other kind are."""
    kinds, cells = board(*[0] * 6)
    cells[:2] = np.roll(cells[:2], 1, axis=1)
    assert parted(kinds, cells) == kinds.tolist()


def test_stones_on_squares_of_two_colours_are_one_kind() -> None:
    """The one ground is more like the stones than the other, so that outlines are fainter there."""
    kinds, cells = board(*[0] * 4, noise=0.5)
    drawn = np.abs(stone((210, 40, 90), 0) - (40, 34, 60)).max(axis=-1, keepdims=True) / 120
    light = (1 - drawn.clip(0, 1)) * (np.asarray((225, 150, 240)) - (40, 34, 60))
    cells[:2] += light.astype(np.float32)
    cells[4:16] += light.astype(np.float32)  # all of three other kinds
    assert parted(kinds, cells) == kinds.tolist()


def test_blank_tiles_that_differ_by_what_was_rounded_are_one_kind() -> None:
    """Nothing is drawn on them, so that their outlines are those of a step of one grey level."""
    kinds, cells = board(0, 0, 0, 0, noise=0.0)
    slope = np.linspace(244, 250, SIDE)
    for at, half in enumerate((0.0, 0.5, 0.0, 0.5)):
        cells[at] = np.rint(slope + half)[:, None, None]

    def apart(some: NDArray[np.intp]) -> NDArray[np.float32]:
        return areas(cells[some]) / np.float32(6)

    assert parted_sharply(kinds, cells, apart).tolist() == kinds.tolist()
