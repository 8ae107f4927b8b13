"""Planes: cells made ready to be laid over each other, at any shift."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.under import Under

BLOCKS = 9
"""A cell is compared in overlapping blocks, two ninths of its size each."""
REACH = 2
"""px by which cells are moved at most: no `reach` is larger."""
HALF_WAY = 0.5
"""Share of the way to the next pixels up to which what is seen is at the same place."""

_NEXT = np.ones((3, 3), np.uint8)
"""A pixel and the next ones around it."""


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """Cells made ready to be laid over each other, colour by colour.

    The pixels of a cell lie in one row, its first and last rows a few times more before and after:
    to move a cell down by one pixel and across by another is then to begin so much later.

    Parameters
    ----------
    height, width : of a cell, px
    colours : float32 array of shape (3, N, L)
    low, high : float32 arrays of shape (3, N, L); the least and the most of each colour half-way
        to the next pixels
    ground : float32 array of shape (3, N, L), the colours of the ground under the cells, if it is
        seen around faces
    apart : float32 array of shape (N, L), grey levels from it
    """

    height: int
    width: int
    colours: NDArray[np.float32]
    low: NDArray[np.float32]
    high: NDArray[np.float32]
    ground: NDArray[np.float32] | None
    apart: NDArray[np.float32] | None

    @classmethod
    def of(cls, cells: NDArray[np.float32], under: Under | None = None) -> Planes:
        """The planes of cells, (N, h, w, 3), and of the ground under them."""
        height, width = cells.shape[1:3]
        colours = _in_rows(np.moveaxis(cells, -1, 0))
        low, high = _bounds(colours, width)
        if under is None:
            return cls(height, width, colours, low, high, None, None)
        ground, apart = _in_rows(np.moveaxis(under.colour, -1, 0)), _in_rows(under.apart)
        return cls(height, width, colours, low, high, ground, apart)


def _bounds(
    rows: NDArray[np.float32], width: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The least and the most of each colour that pictures show half-way to the next pixels.

    Between pixels colours run straight, as they do where an edge was drawn smoothly (S. Birchfield
    and C. Tomasi, "A pixel dissimilarity measure that is insensitive to image sampling", IEEE PAMI
    20(4), 1998), here to all eight of them. Outside a picture it is whatever comes there.

    Parameters
    ----------
    rows : float32 array of shape (3, N, L), from `_in_rows`

    Returns
    -------
    low, high : float32 arrays of shape (3, N, L)
    """
    low, high = np.empty_like(rows), np.empty_like(rows)
    # Pictures stand upon each other, and what comes again between them keeps them apart.
    tall = rows.reshape(-1, width)
    for way, rows_found in ((cv2.erode, low), (cv2.dilate, high)) if rows.size else ():
        found = rows_found.reshape(-1, width)
        way(tall, _NEXT, dst=found)
        cv2.addWeighted(found, HALF_WAY, tall, 1 - HALF_WAY, 0, dst=found)
    return low, high


def _in_rows(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
    """Pictures (..., h, w) with the pixels of each in one row: (..., L).

    Before the first and after the last row of pixels these come again.
    """
    height, width = pictures.shape[-2:]
    spare = _spare(width)
    rows = np.empty((*pictures.shape[:-2], 2 * spare + height * width), np.float32)
    inner = rows[..., spare : spare + height * width]
    inner.reshape(pictures.shape)[...] = pictures
    first, last = np.tile(pictures[..., 0, :], REACH + 2), np.tile(pictures[..., -1, :], REACH + 2)
    rows[..., :spare], rows[..., -spare:] = first, last
    return rows


def _spare(width: int) -> int:
    """Pixels that come again before and after those of a cell: whole rows."""
    return (REACH + 2) * width


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """The part of a cell that is compared: all but as many pixels as cells may lie apart.

    It is a stretch of whole rows; their ends have no weight.

    Parameters
    ----------
    width : of a cell, px
    first, count : where the stretch begins in a row of `Planes`, and its length, px
    inside : float32 array of shape (count,); 1 where pixels are compared, 0 at the ends of rows
    down, across : float32 arrays of shape (n, rows) and (w, n); they make means over blocks
    """

    width: int
    first: int
    count: int
    inside: NDArray[np.float32]
    down: NDArray[np.float32]
    across: NDArray[np.float32]

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, height: int, width: int, reach: int) -> Window:
        """The window of cells that may lie so many pixels apart; of a few sizes it is kept."""
        rows = height - 2 * reach
        down, across = _weights(rows), np.zeros((width, BLOCKS - 1), np.float32)
        across[reach : width - reach] = _weights(width - 2 * reach).T
        inside = np.tile((across.any(axis=1)).astype(np.float32), rows)
        return cls(width, _spare(width) + reach * width, rows * width, inside, down, across)

    @property
    def compared(self) -> NDArray[np.bool_]:
        """Which pixels of a stretch are compared: (count,)."""
        return np.asarray(self.inside > 0, np.bool_)

    def at(self, shift: tuple[int, int]) -> slice:
        """The stretch of a cell that lies on that of another once it is moved."""
        start = self.first + shift[0] * self.width + shift[1]
        return slice(start, start + self.count)

    def sums(self, pixels: NDArray[np.float32]) -> NDArray[np.float32]:
        """Sums of stretches (P, count) over what is compared: (P,)."""
        return np.asarray(pixels @ self.inside, np.float32)

    def means(self, pixels: NDArray[np.float32]) -> NDArray[np.float32]:
        """Means of stretches (P, count) over blocks: (P, n, n)."""
        each = pixels.reshape(len(pixels), self.down.shape[-1], self.width)
        rows = np.matmul(self.down, each)
        return np.asarray(rows @ self.across, np.float32)


def _weights(length: int) -> NDArray[np.float32]:
    """Weights of the pixels along a side for means over two ninths that overlap by half: (n, l)."""
    edges = np.linspace(0, length, BLOCKS + 1).astype(int)
    ninth = np.zeros((BLOCKS, length), np.float32)
    for weights, start, end in zip(ninth, edges[:-1], edges[1:], strict=True):
        weights[start : max(start + 1, end)] = 1 / max(1, end - start)
    return np.asarray((ninth[1:] + ninth[:-1]) / 2, np.float32)


def stretches(
    rows: NDArray[np.float32], chosen: NDArray[np.intp], start: NDArray[np.intp], length: int
) -> NDArray[np.float32]:
    """Stretches (..., P, length) of some of the rows (..., N, L), each from its own start."""
    shape = (*rows.shape[:-1], rows.shape[-1] - length + 1, length)
    every = np.ndarray(shape, rows.dtype, rows, strides=(*rows.strides, rows.strides[-1]))
    return every[..., chosen, start, :]
