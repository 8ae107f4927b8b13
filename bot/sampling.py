"""Sampling: the cells of a lattice cut out of a picture in one go.

All cells of a lattice together are one even grid over the picture, so one affine map samples them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.cutting import size_of, smoothed
from bot.geometry import Cell, Lattice, Pixel

_COARSE = 10.0
"""px; a cell seen from afar is at least so large."""
_STRAIGHT = 0.2
"""px by which a whole board may be stretched without being mapped."""


def part_of(lattice: Lattice, top: int, bottom: int, left: int, right: int) -> Lattice:
    """Rows and columns of a lattice; the last ones are left out."""
    corner = lattice.center(Cell(top, left))
    return Lattice(corner, lattice.pitch, bottom - top, right - left)


def snapped(lattice: Lattice) -> Lattice:
    """The lattice with whole pixels for its pitch, if no cell is moved by more than a part of one.

    Most games draw at whole pixels, and what was measured is off by a thousandth.
    """
    pitch = [
        float(round(here)) if abs(round(here) - here) * cells < _STRAIGHT else here
        for here, cells in zip(lattice.pitch, (lattice.cols, lattice.rows), strict=True)
    ]
    x, y = (
        (here - there) * (cells - 1) / 2
        for here, there, cells in zip(
            lattice.pitch, pitch, (lattice.cols, lattice.rows), strict=True
        )
    )
    origin = Pixel(lattice.origin.x + x, lattice.origin.y + y)
    return Lattice(origin, (pitch[0], pitch[1]), lattice.rows, lattice.cols)


def cut_all(pixels: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.uint8]:
    """What `cutting.cut` gives for a whole lattice, up to rounding: uint8 (N, h, w, 3), RGB."""
    smooth, left, top = smoothed(pixels, lattice.bounds(), lattice.pitch)
    origin = Pixel(lattice.origin.x - left, lattice.origin.y - top)
    moved = Lattice(origin, lattice.pitch, lattice.rows, lattice.cols)
    return _sampled(smooth, moved, *size_of(lattice.pitch))


def coarse_size(cell: tuple[int, int]) -> tuple[int, int]:
    """Width and height of a cell seen from afar, px, from those that `cutting.size_of` gives."""
    factor = 1
    while min(cell) / (2 * factor) >= _COARSE:
        factor *= 2
    return max(4, cell[0] // factor), max(4, cell[1] // factor)


def coarse_cells(
    pixels: NDArray[np.uint8], lattice: Lattice, size: tuple[int, int]
) -> NDArray[np.float32]:
    """The cells of a lattice as they look from afar: float32 (N, h, w, 3), RGB.

    `size` is their width and height, px, from `coarse_size`.
    """
    width, height = size
    small, pitch = pixels, lattice.pitch[0]
    while pitch >= 1.5 * width and min(small.shape[:2]) > 1:
        half = small.shape[1] // 2, small.shape[0] // 2
        small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
        pitch /= 2
    x, y = small.shape[1] / pixels.shape[1], small.shape[0] / pixels.shape[0]
    origin = Pixel(lattice.origin.x * x, lattice.origin.y * y)
    scaled = Lattice(
        origin, (lattice.pitch[0] * x, lattice.pitch[1] * y), lattice.rows, lattice.cols
    )
    return _sampled(small, scaled, width, height).astype(np.float32)


def _sampled(
    pixels: NDArray[np.uint8], lattice: Lattice, width: int, height: int
) -> NDArray[np.uint8]:
    """The cells of a lattice, each sampled at width x height places: uint8 (N, h, w, 3)."""
    left, top, _, _ = lattice.bounds()
    x, y = lattice.pitch[0] / width, lattice.pitch[1] / height
    size = lattice.cols * width, lattice.rows * height
    if abs(x - 1) * size[0] < _STRAIGHT and abs(y - 1) * size[1] < _STRAIGHT:
        whole = _shifted(pixels, (left, top), size)
    else:
        whole = _mapped(pixels, (left, top), (x, y), size)
    tiles = whole.reshape(lattice.rows, height, lattice.cols, width, 3).swapaxes(1, 2)
    return np.ascontiguousarray(tiles, dtype=np.uint8).reshape(-1, height, width, 3)


def _shifted(
    pixels: NDArray[np.uint8], corner: tuple[float, float], size: tuple[int, int]
) -> NDArray[np.uint8]:
    """A part of a picture that begins between its pixels: uint8 (height, width, 3).

    The mean of four shifts; many times faster than an affine map.
    """
    (left, x), (top, y) = ((int(np.floor(edge)), float(edge % 1)) for edge in corner)
    right, bottom = left + size[0] + 1, top + size[1] + 1
    height, width = pixels.shape[:2]
    border = (max(0, -top), max(0, bottom - height), max(0, -left), max(0, right - width))
    part = pixels[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    if any(border) or not part.size:
        inner = np.clip(np.arange(left, right), 0, width - 1)
        part = pixels[np.clip(np.arange(top, bottom), 0, height - 1)][:, inner]
    across = cv2.addWeighted(part[:, :-1], 1 - x, part[:, 1:], x, 0) if x else part[:, :-1]
    down = cv2.addWeighted(across[:-1], 1 - y, across[1:], y, 0) if y else across[:-1]
    return np.asarray(down, np.uint8)


def _mapped(
    pixels: NDArray[np.uint8],
    corner: tuple[float, float],
    step: tuple[float, float],
    size: tuple[int, int],
) -> NDArray[np.uint8]:
    """A part of a picture, sampled at even steps: uint8 (height, width, 3)."""
    (left, top), (x, y) = corner, step
    places = np.asarray([[x, 0, left + x / 2 - 0.5], [0, y, top + y / 2 - 0.5]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    found = cv2.warpAffine(pixels, places, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.uint8)
