"""Sampling: the cells of a lattice cut out of a picture in one go.

All cells of a lattice together are one even grid over the picture, so one affine map samples them.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.geometry import Cell, Lattice, Pixel

_COARSE = 10.0
"""px; a cell seen from afar is at least so large."""
_MAX_SIDE = 64
"""px; larger cells are scaled down to it, as `classify.cut` does."""


def size_of(pitch: tuple[float, float]) -> tuple[int, int]:
    """Width and height of the cells that `classify.cut` gives for a pitch, px."""
    scale = min(1.0, _MAX_SIDE / max(pitch))
    return max(8, int(pitch[0] * scale)), max(8, int(pitch[1] * scale))


def part_of(lattice: Lattice, top: int, bottom: int, left: int, right: int) -> Lattice:
    """Rows and columns of a lattice; the last ones are left out."""
    corner = lattice.center(Cell(top, left))
    return Lattice(corner, lattice.pitch, bottom - top, right - left)


def cut_all(pixels: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.uint8]:
    """What `classify.cut` gives for a whole lattice, up to rounding: uint8 (N, h, w, 3), RGB."""
    sigma = max(0.8, 0.018 * max(lattice.pitch))
    border = int(4 * sigma) + 2
    bounds = lattice.bounds()
    height, width = pixels.shape[:2]
    left, top = (max(0, int(edge) - border) for edge in bounds[:2])
    right, bottom = (int(edge) + border + 1 for edge in bounds[2:])
    left, top = min(left, width - 1), min(top, height - 1)
    part = pixels[top : max(top + 1, bottom), left : max(left + 1, right)]
    smooth = np.asarray(cv2.GaussianBlur(part, (0, 0), sigma), np.uint8)
    origin = Pixel(lattice.origin.x - left, lattice.origin.y - top)
    moved = Lattice(origin, lattice.pitch, lattice.rows, lattice.cols)
    return _sampled(smooth, moved, *size_of(lattice.pitch))


def coarse_size(pitch: tuple[float, float]) -> tuple[int, int, int]:
    """Width and height of a cell seen from afar, px, and by how much the picture is reduced."""
    factor = 1
    while factor < 16 and min(pitch) / (2 * factor) >= _COARSE:
        factor *= 2
    return max(4, int(pitch[0] / factor)), max(4, int(pitch[1] / factor)), factor


def coarse_cells(pixels: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.float32]:
    """The cells of a lattice as they look from afar: float32 (N, h, w, 3), RGB."""
    width, height, factor = coarse_size(lattice.pitch)
    small = pixels
    while factor > 1 and min(small.shape[:2]) > 1:
        size = small.shape[1] // 2, small.shape[0] // 2
        small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
        factor //= 2
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
    places = np.asarray([[x, 0, left + x / 2 - 0.5], [0, y, top + y / 2 - 0.5]])
    whole = cv2.warpAffine(
        pixels,
        places,
        (lattice.cols * width, lattice.rows * height),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    tiles = whole.reshape(lattice.rows, height, lattice.cols, width, 3).swapaxes(1, 2)
    return np.ascontiguousarray(tiles, dtype=np.uint8).reshape(-1, height, width, 3)
