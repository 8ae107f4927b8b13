"""A skin made of shapes drawn by lot, and pictures of its tiles: small, exact and quick."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.skin import Body, Skin

SIDE, COUNT = 48, 8
PAPER, INK, GROUND = (236, 230, 210), (150, 30, 40), (40, 90, 60)
Colour = tuple[int, int, int]


def tiles(ink: Colour = INK, paper: Colour = PAPER, seed: int = 3) -> NDArray[np.float32]:
    """Eight shapes in one colour on paper in a dark frame: float32 (COUNT, SIDE, SIDE, 3)."""
    shapes = np.random.default_rng(seed).random((COUNT, 6, 6)).repeat(6, 1).repeat(6, 2) > 0.5
    cells = np.full((COUNT, SIDE, SIDE, 3), paper, np.float32)
    cells[:, 6:-6, 6:-6][shapes] = ink
    frame = np.asarray(paper, np.float32) * 0.6
    cells[:, :2] = cells[:, -2:] = cells[:, :, :2] = cells[:, :, -2:] = frame
    return cells


def skin(faces: NDArray[np.float32] | None = None, *, body: bool = True) -> Skin:
    """The skin of these faces, or of `tiles()`; each is a kind of its own."""
    faces = tiles() if faces is None else faces
    mask = np.ones(faces.shape[1:3], np.bool_)
    mask[6:-6, 6:-6] = False
    shared = Body(np.median(faces, axis=0), mask) if body else None
    tolerance = np.full((8, 8), 5, np.float32)
    return Skin(faces, np.arange(1, len(faces) + 1), tolerance, 1.5, shared, name="shapes")


def seen(cells: NDArray[np.floating], noise: float = 1.5, seed: int = 1) -> NDArray[np.uint8]:
    """Cells as a picture has them: a little uneven, and whole numbers."""
    lot = np.random.default_rng(seed)
    return np.rint(cells + lot.normal(0, noise, cells.shape)).clip(0, 255).astype(np.uint8)


def bare(count: int) -> NDArray[np.float32]:
    """Cells of plain ground."""
    return np.full((count, SIDE, SIDE, 3), GROUND, np.float32)


def laid_out(kinds: NDArray[np.int64], corner: tuple[int, int]) -> NDArray[np.uint8]:
    """A picture of a board, (rows, cols) of kinds, 0 where it is empty, with some ground around.

    `corner` is where the first cell begins, (x, y), px.
    """
    (rows, cols), (x, y) = kinds.shape, corner
    picture = np.full((rows * SIDE + 2 * y, cols * SIDE + 2 * x, 3), GROUND, np.float32)
    faces = tiles()
    for row, col in np.argwhere(kinds > 0):
        top, left = y + row * SIDE, x + col * SIDE
        picture[top : top + SIDE, left : left + SIDE] = faces[kinds[row, col] - 1]
    return seen(picture)
