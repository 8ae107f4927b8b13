"""What is drawn on tiles is told from whatever shows through them or around."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.classify import group
from bot.drawn import Drawn
from bot.under import Under

SIDE = 48
BLUE, RED = (30, 60, 200), (200, 40, 30)


def tile(
    shape: int, colour: tuple[int, int, int], lot: np.random.Generator
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A face on a ground of its own: four colours that run into each other; and that ground."""
    corners = lot.uniform(60, 255, (2, 2, 3)).astype(np.float32)
    ground = np.asarray(cv2.resize(corners, (SIDE, SIDE)), np.float32)
    cell = ground.copy()
    if shape == 0:
        cv2.circle(cell, (24, 24), 12, colour, -1)
    elif shape == 1:
        cv2.rectangle(cell, (14, 16), (34, 32), colour, -1)
    elif shape == 2:
        cv2.line(cell, (13, 13), (35, 35), colour, 6)
    else:
        cv2.line(cell, (24, 11), (24, 37), colour, 6)
        cv2.line(cell, (11, 24), (37, 24), colour, 6)
    return cell, ground


def tiles(
    faces: list[tuple[int, tuple[int, int, int]]], seed: int = 3
) -> tuple[NDArray[np.float32], Under]:
    """Cells with these faces, (N, h, w, 3), and the grounds under them."""
    lot = np.random.default_rng(seed)
    both = np.asarray([tile(*face, lot) for face in faces], np.float32)
    cells, ground = both[:, 0], both[:, 1]
    return cells, Under(ground, np.abs(cells - ground).max(axis=-1), varied=True)


def test_one_drawing_is_alike_on_all_grounds_and_others_are_not() -> None:
    """Neither another shape in its colour nor its shape in another colour is it."""
    cells, under = tiles([(0, BLUE), (0, BLUE), (2, BLUE), (0, RED)])
    unlike = Drawn.of(cells, under).unlike(np.asarray([[0, 1], [0, 2], [0, 3]]))
    assert unlike[0] < 0.4
    assert unlike[1] > 0.8
    assert unlike[2] == pytest.approx(1)


def test_what_shows_no_face_tells_nothing_by_its_colours() -> None:
    """Bare grounds may agree in their outlines, but no pixel is of a face."""
    cells, under = tiles([(0, BLUE), (0, BLUE)])
    bare = Under(under.colour, np.zeros_like(under.apart), varied=True)
    assert Drawn.of(cells, bare).unlike(np.asarray([[0, 1]]))[0] == pytest.approx(1)


def test_the_most_alike_are_the_nearest() -> None:
    """And no cell is its own neighbour."""
    cells, under = tiles([(0, BLUE), (1, BLUE), (0, BLUE), (1, BLUE)])
    assert Drawn.of(cells, under).nearest(1).ravel().tolist() == [2, 3, 0, 1]


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_kinds_are_told_by_what_is_cut_into_stones(seed: int) -> None:
    """Stones of several sorts differ more than the signs on them, whichever sign they bear."""
    lot = np.random.default_rng(seed)
    kinds = lot.permutation(np.repeat(np.arange(9), 6))
    grain = lot.uniform(112, 172, (5, 6, 6, 1)).astype(np.float32).repeat(3, axis=-1)
    stones = np.asarray([cv2.resize(each, (SIDE, SIDE)) for each in grain], np.float32)
    cells = np.full((len(kinds), SIDE, SIDE, 3), 25, np.float32)
    disc = cv2.circle(np.zeros((SIDE, SIDE), np.uint8), (24, 24), 20, 1, -1).astype(bool)
    ends = [(12, 14), (36, 14), (24, 38), (12, 34)]
    for cell, kind in zip(cells, kinds.tolist(), strict=True):
        cell[:] += lot.uniform(0, 15)
        cell[disc] = stones[lot.integers(5)][disc]
        for way in range(4):
            if kind + 2 & 1 << way:
                cv2.line(cell, (24, 22), ends[way], (35, 35, 35), 3)
    ground = np.full_like(cells, 32)
    under = Under(ground, np.abs(cells - ground).max(axis=-1), varied=True)
    found = group(cells, under)
    assert np.bincount(found.groups).tolist() == [6] * 9
    assert len(np.unique(np.stack([found.groups, kinds]), axis=1).T) == 9
