"""Cutting: the cells of a lattice as pictures of one size, wherever in the frame they lie.

Cells of a game are compared with each other, and later with its faces, so all are sampled alike: at
the exact fractional place of each, and slightly smoothed, for a game draws on whole pixels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.frame import Frame
from bot.geometry import Lattice

_SIDE = 64
"""px; cells whose shorter side is larger are scaled down to it, which costs no detail that a person
would need."""
_EDGE = 0.07
"""Share of a cell left out at each side, where neighbours and shadows reach in."""
_LEAST = 8
"""px; cells are made no smaller."""
_CHUNK = 256
"""Cells sampled at once, which keeps the work in the cache."""
_MOST_LINES = 32000
"""px; OpenCV takes pictures of 32767 lines at most, and a lattice that is tried may be narrow."""

_MANY = 200
"""Cells from which on sorting their values one place at a time is faster."""

_Value = TypeVar("_Value", np.float32, np.uint8)


def size_of(pitch: tuple[float, float]) -> tuple[int, int]:
    """Width and height of the pictures that cells of a pitch are cut to, px."""
    scale = min(1.0, _SIDE / min(pitch))
    width, height = (int(size * scale + 1e-6) for size in pitch)
    return max(_LEAST, width), max(_LEAST, height)


def blur_of(pitch: tuple[float, float]) -> float:
    """By how much a picture is blurred before cells of a pitch are sampled, px."""
    return max(0.8, 0.018 * max(pitch))


def cut(
    frame: Frame, lattice: Lattice, chosen: NDArray[np.intp] | None = None
) -> NDArray[np.float32]:
    """The cells of a lattice as pictures of one size.

    Parameters
    ----------
    frame, lattice
        the picture, and where its cells lie
    chosen : int array of shape (N,)
        numbers of the cells wanted, row by row from 0; None for all of them

    Returns
    -------
    cells : float32 array of shape (N, h, w, 3), RGB, slightly smoothed; sampled at the exact
        fractional place of each cell
    """
    if chosen is None:
        chosen = np.arange(lattice.rows * lattice.cols)
    pitch_x, pitch_y = lattice.pitch
    width, height = size_of(lattice.pitch)
    cells = np.empty((len(chosen), height, width, 3), np.float32)
    if not len(chosen):
        return cells
    row, col = np.divmod(chosen, lattice.cols)
    x = lattice.origin.x + col * pitch_x - pitch_x / 2
    y = lattice.origin.y + row * pitch_y - pitch_y / 2
    smooth, left, top = smoothed(
        frame.pixels, (x.min(), y.min(), x.max() + pitch_x, y.max() + pitch_y), lattice.pitch
    )
    across = (x - left)[:, None] + (np.arange(width) + 0.5) * pitch_x / width - 0.5
    down = (y - top)[:, None] + (np.arange(height) + 0.5) * pitch_y / height - 0.5
    chunk = max(1, min(_CHUNK, _MOST_LINES // height))
    for start in range(0, len(chosen), chunk):
        part = slice(start, start + chunk)
        shape = (len(chosen[part]), height, width)
        grid_x = np.broadcast_to(across[part, None, :], shape).astype(np.float32)
        grid_y = np.broadcast_to(down[part, :, None], shape).astype(np.float32)
        cells[part] = cv2.remap(
            smooth,
            grid_x.reshape(-1, width),
            grid_y.reshape(-1, width),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        ).reshape(*shape, 3)
    return cells


def smoothed(
    pixels: NDArray[np.uint8],
    bounds: tuple[float, float, float, float],
    pitch: tuple[float, float],
) -> tuple[NDArray[np.uint8], int, int]:
    """The part of a picture around the bounds, slightly blurred, and its left and top, px.

    Bounds are left, top, right and bottom, px, and may lie outside.
    """
    sigma = blur_of(pitch)
    border = int(4 * sigma) + 2
    left, top = (max(0, int(edge) - border) for edge in bounds[:2])
    right, bottom = (int(edge) + border + 1 for edge in bounds[2:])
    left, top = min(left, pixels.shape[1] - 1), min(top, pixels.shape[0] - 1)
    part = pixels[top : max(top + 1, bottom), left : max(left + 1, right)]
    return np.asarray(cv2.GaussianBlur(part, (0, 0), sigma), dtype=np.uint8), left, top


def core(cells: NDArray[_Value]) -> NDArray[_Value]:
    """The cells without their edges, where neighbours and shadows reach in."""
    height, width = cells.shape[1:3]
    y, x = max(1, round(height * _EDGE)), max(1, round(width * _EDGE))
    return cells[:, y : height - y, x : width - x]


def middle(cells: NDArray[_Value]) -> NDArray[_Value]:
    """The inner half of each cell, where neither walls nor shadows of other tiles fall."""
    height, width = cells.shape[1:3]
    return cells[:, height // 4 : height - height // 4, width // 4 : width - width // 4]


def usual_look(cells: NDArray[_Value]) -> NDArray[np.float32]:
    """The median of cells, (N, ...), value by value: float32 (...); at least one cell.

    What `numpy.median` gives. A few cells are put in order all at once, by exchanges of pairs.
    """
    low, high = (len(cells) - 1) // 2, len(cells) // 2
    if len(cells) > _MANY:
        ordered = np.sort(cells, axis=0)
        return np.asarray((ordered[low].astype(np.float32) + ordered[high]) / 2, np.float32)
    rows = [*_as_bytes(cells).copy()]
    spare = np.empty_like(rows[0])
    for one, other in _exchanges(len(rows)):
        less, more = rows[one], rows[other]
        np.minimum(less, more, out=spare)
        np.maximum(less, more, out=more)
        rows[one], spare = spare, less
    return np.asarray((rows[low].astype(np.float32) + rows[high]) / 2, np.float32)


def _as_bytes(cells: NDArray[_Value]) -> NDArray[_Value] | NDArray[np.uint8]:
    """The same cells as bytes, if they hold nothing else: a quarter of the memory."""
    if cells.dtype == np.uint8:
        return cells
    with np.errstate(invalid="ignore"):
        whole = cells.astype(np.uint8)
    return whole if np.array_equal(whole, cells) else cells


@lru_cache(maxsize=32)
def _exchanges(count: int) -> tuple[tuple[int, int], ...]:
    """Which of so many items to compare, and to exchange if the first is larger, to sort them.

    Merge exchange (K. E. Batcher; D. E. Knuth, "The Art of Computer Programming", 5.2.2 M).
    """
    steps: list[tuple[int, int]] = []
    top = 1 << (count - 1).bit_length() >> 1
    part = top
    while part:
        step, rest, apart = top, 0, part
        while True:
            steps += [(at, at + apart) for at in range(count - apart) if at & part == rest]
            if step == part:
                break
            apart, rest = step - part, part
            step >>= 1
        part >>= 1
    return tuple(steps)
