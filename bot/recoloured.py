"""Signs in another colour: one under the pointer, or chosen, where a lens shows but their ink.

A game draws the sign that was clicked, or that the pointer lies on, in another colour, and maybe
larger. Its shape stays, and all of it has one colour still, which what lies around it has not.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.cutting import cut
from bot.frame import Frame
from bot.lens import plain
from bot.reading import Reading

ALIKE, STILL_ALIKE = 0.8, 0.72
"""Correlation of a cell with the shape of a sign from which on it is seen there, and where it was
marked before."""
_WORTH_MORE, _CONTRAST = 0.5, 24.0
"""The same in one place from which on others are tried; and grey levels by which a sign differs
from its ground at least."""
_SIZES, _ASIDE = (1.0, 1.08, 1.16, 1.25), (-2, -1, 0, 1, 2)
"""How many times larger a sign may be drawn, and px of a cell that it may lie aside."""
_BESIDE = 7
"""px of a square around each pixel of a sign in which it is compared with its ground."""
_DRAWN = 0.5
"""How much of a pixel is sign if it is of it."""


def recoloured(
    frame: Frame, known: Reading, cells: NDArray[np.intp], kinds: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which cells show the sign of a kind in one colour that the inks of the lens lack: (N,).

    Parameters
    ----------
    frame
        as the screen showed it
    known
        the board as it was read before, through a lens of inks; none is without one
    cells, kinds : int arrays of shape (N,)
        their numbers, and what each may show
    """
    lens = known.skin.lens
    found = np.zeros(len(cells), np.bool_)
    if lens is None or not len(lens.inks) or not len(cells):
        return found
    marked = np.isin(cells, known.marks)
    looks = cut(plain(frame), known.lattice, cells)
    for at, (look, kind) in enumerate(zip(looks, kinds.tolist(), strict=True)):
        faces = known.skin.faces[known.skin.kinds == kind]
        shapes = [shape_of(face, lens.paper) for face in faces]
        alike = max((recoloured_likeness(look, shape) for shape in shapes), default=-1.0)
        found[at] = alike >= (STILL_ALIKE if marked[at] else ALIKE)
    return found


def recoloured_likeness(cell: NDArray[np.float32], shape: NDArray[np.float32]) -> float:
    """How much a cell, (h, w, 3), shows a sign of a shape, (h, w), in one colour: in [-1, 1].

    The colours are looked at along the way from that of the ground around the sign to its own,
    and correlated with its shape; in the best of several sizes, and of several places if it is any
    like it in one.
    """
    best, larger = max((_correlation(cell, _placed(shape, size, 0, 0)), size) for size in _SIZES)
    if best < _WORTH_MORE:
        return best
    others = (
        _correlation(cell, _placed(shape, larger, x, y)) for x in _ASIDE for y in _ASIDE if x or y
    )
    return max(best, *others)


def _placed(shape: NDArray[np.float32], size: float, x: int, y: int) -> NDArray[np.float32]:
    """A shape, (h, w), so many times as large around its middle, and so many px aside."""
    height, width = shape.shape
    across, down = (1 - size) * width / 2 + x, (1 - size) * height / 2 + y
    move = np.asarray([[size, 0, across], [0, size, down]])
    return np.asarray(cv2.warpAffine(shape, move, (width, height)), np.float32)


def _correlation(cell: NDArray[np.float32], shape: NDArray[np.float32]) -> float:
    """Correlation of a shape with the colours around it, along their way from ground to sign."""
    near = cv2.dilate(shape, np.ones((_BESIDE, _BESIDE), np.uint8)) > _DRAWN
    drawn, colours = shape[near], cell[near]
    inside, outside = drawn.sum(), (1 - drawn).sum()
    if min(inside, outside) < 1:
        return -1.0
    own = (colours * drawn[:, None]).sum(axis=0) / inside
    way = own - (colours * (1 - drawn)[:, None]).sum(axis=0) / outside
    if np.linalg.norm(way) < _CONTRAST:
        return -1.0
    along = colours @ way
    along, drawn = along - along.mean(), drawn - drawn.mean()
    size = float(np.sqrt((along * along).sum() * (drawn * drawn).sum()))
    return float((along * drawn).sum()) / size if size > 0 else -1.0


def shape_of(look: NDArray[np.float32], paper: tuple[int, int, int]) -> NDArray[np.float32]:
    """The shape of a sign, (h, w) in [0, 1], from its look through a lens of inks, (h, w, 3)."""
    apart = np.linalg.norm(look - np.asarray(paper, np.float32), axis=-1)
    return np.asarray(apart / max(1.0, float(apart.max())), np.float32)
