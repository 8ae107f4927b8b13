"""Tiles drawn aside of their places are laid upon their faces, each by itself."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray
from shapes import COUNT, SIDE, seen, skin, tiles

from bot.distances import halved
from bot.likeness import Likeness
from bot.slipped import laid_apart, slipped

LIKENESS = Likeness.of(skin())


def moved(cells: NDArray[np.float32], x: float, y: float) -> NDArray[np.uint8]:
    """Cells so far to the right and further down, px."""
    by = np.asarray([[1, 0, x], [0, 1, y]], np.float64)
    each = [cv2.warpAffine(c, by, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE) for c in cells]
    return seen(np.asarray(each, np.float32))


def test_slipped_tiles_are_named() -> None:
    """A pixel aside none shows its face, and each is told."""
    cells = moved(tiles(), 0.9, -0.9)
    shown = LIKENESS.shown(halved(cells))
    assert not shown.fits.any()
    at, face, apart = slipped(cells, shown, LIKENESS)
    assert dict(zip(at.tolist(), face.tolist(), strict=True)) == {n: n for n in range(COUNT)}
    assert (apart <= shown.limit).all()


def test_laid_upon_its_face_a_tile_differs_less() -> None:
    """And never more than where it lies."""
    faces = np.arange(COUNT)
    for x in (0.0, 0.9):
        cells = moved(tiles(), x, x)
        there = LIKENESS.apart(halved(cells), faces)
        laid = laid_apart(cells, faces, LIKENESS)
        assert (laid <= there).all()
    assert (laid < there / 2).all()


def test_a_larger_drawing_is_not_taken_for_a_smaller_one_in_it() -> None:
    """Where ground is seen around faces, what one lacks of another is told."""
    weights = np.zeros((3, SIDE, SIDE), np.float32)
    weights[0, 12:36, 12:36] = weights[1, 12:36, 12:36] = weights[2, 4:12, 4:12] = 1
    weights[1, 6:12, 12:24] = 1
    faces = tiles()[:3]
    likeness = Likeness.of(replace(skin(faces, body=False), weights=weights))
    one, other = np.asarray([0, 1, 2, 0]), np.asarray([1, 0, 0, 0])
    assert likeness.lacks(one, other).tolist() == [True, False, False, False]
