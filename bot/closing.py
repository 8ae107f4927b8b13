"""The closing picture of a film: a board that was cleared, without what a game shows over it.

That may be a list of winners, and in it the name of the person whose computer it is. What a game
writes beside its board, as how many tiles are gone, is shown as it was seen last.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import pixels_apart
from bot.geometry import Cell, Lattice
from bot.swept import box_of, swept

_CHANGED = 24
"""Grey levels by which a pixel must differ at least to be another one."""
_QUIET = 0.0001
"""Share of the board's pixels that may change where no more than tiles have gone: a short path that
a game draws takes three times as many, the outline of a window without its contents thirty times.
"""
_NEAR = 16
"""px; what changed nearer together is one thing: a message, with its title and its shadow."""


def closing(
    before: NDArray[np.uint8],
    later: Iterable[NDArray[np.uint8]],
    lattice: Lattice,
    tiles: Collection[Cell],
) -> NDArray[np.uint8]:
    """The last picture in which nothing lies over the board, swept, with what is beside it by now.

    Parameters
    ----------
    before : uint8 array of shape (H, W, 3), RGB
        the picture with the last tiles
    later : each as `before`; others are left out
        what was seen after it, in order
    lattice, tiles
        of the board, px, and its cells with the last tiles

    Returns
    -------
    pixels : uint8 array of shape (H, W, 3), RGB
    """
    board = _board(before, lattice, tiles)
    quiet, last = before, before
    for each in later:
        if each.shape == before.shape:
            last = each
            if np.count_nonzero(_changed(before, each) & board) <= _QUIET * board.sum():
                quiet = each
    picture = swept(quiet, lattice, tiles)
    _write_beside(picture, quiet, last, lattice)
    return picture


def _changed(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Whether pixels differ: bool of shape (H, W)."""
    return np.asarray(pixels_apart(one, other) >= _CHANGED)


def _board(
    pixels: NDArray[np.uint8], lattice: Lattice, tiles: Collection[Cell]
) -> NDArray[np.bool_]:
    """The pixels of a board, but for these tiles: bool of shape (H, W)."""
    mask = np.zeros(pixels.shape[:2], np.bool_)
    left, top, right, bottom = (max(0, round(edge)) for edge in lattice.bounds())
    mask[top:bottom, left:right] = True
    for cell in tiles:
        left, top, right, bottom = (max(0, edge) for edge in box_of(cell, lattice))
        mask[top:bottom, left:right] = False
    return mask


def _write_beside(
    picture: NDArray[np.uint8],
    quiet: NDArray[np.uint8],
    last: NDArray[np.uint8],
    lattice: Lattice,
) -> None:
    """Put into a picture what has changed since, as far as it does not reach over the board."""
    changed = _changed(quiet, last).astype(np.uint8)
    grown = cv2.dilate(changed, np.ones((_NEAR + 1, _NEAR + 1), np.uint8))
    count, labels = cv2.connectedComponents(grown)
    left, top, right, bottom = (max(0, round(edge)) for edge in lattice.bounds())
    over = set(np.unique(labels[top:bottom, left:right]).tolist())
    for label in range(1, count):
        if label not in over:
            where = labels == label
            picture[where] = last[where]
