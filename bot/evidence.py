"""Evidence that a cell holds a tile: it stands again whole pitches away, and nowhere half-way.

At the right pitch and phase every tile stands again elsewhere, whole pitches away, and a patch
half-way between two tiles stands nowhere else. Everything that repeats by chance of its shape
(plain ground, lines of text, frames, toolbars) repeats half-way as well. So the evidence for a
tile is how much nearer its closest twin lies than the closest patch half a pitch off.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

SURE = 0.5
"""Evidence above which a cell is taken for a tile."""
MIN_TILES = 4
"""Fewer make no board."""
NARROW = 0.62
"""Share of a cell's width and height that is compared; the rest forgives a wrong phase."""
WIDE = 0.9
"""Share that is compared to tell tiles from the places where four of them meet."""

_RIM = (1 - NARROW) / 2
"""Share of a cell at each side that may lie outside the picture: half a gap, not half a tile."""
_BLOCKS = 5
"""A patch is compared by the mean colours of 5 x 5 blocks."""
_STRICT = 6.0
"""How many times nearer than a half-way patch a twin must lie."""
_NOISE = 60.0
"""Squared grey levels; differences below it say nothing."""
_FAINT = 0.15
"""Share of the usual squared difference between tiles that is taken for noise as well."""
_MOST = 0.6
"""A tile differs from this share of the tiles at least; fewer may be of one kind."""
_SAMPLE = 240
"""Cells that are looked at where an estimate will do."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells over a whole picture: their pitch, and where the first one begins, px.

    It may begin outside the picture, by a part of a cell that is not compared: a tile at the edge
    of a window is there as a whole, but half the gap around it may not be.
    """

    pitch: tuple[float, float]
    left: float
    top: float

    @classmethod
    def at(cls, pitch: tuple[float, float], x: float, y: float) -> Grid:
        """The grid that has a corner at x, y."""
        out_x, out_y = _RIM * pitch[0], _RIM * pitch[1]
        return cls(pitch, (x + out_x) % pitch[0] - out_x, (y + out_y) % pitch[1] - out_y)

    def shifted(self, x: float, y: float) -> Grid:
        """The grid moved to the right and down, px."""
        return Grid.at(self.pitch, self.left + x, self.top + y)

    def size(self, width: int, height: int) -> tuple[int, int]:
        """Rows and columns of cells in a picture."""
        rows = int((height - self.top) / self.pitch[1] + _RIM)
        return max(0, rows), max(0, int((width - self.left) / self.pitch[0] + _RIM))


class Picture:
    """A picture, prepared to be cut into grids again and again.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    """

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        self.height, self.width = pixels.shape[:2]
        # Blurred by a pixel, so that equal tiles drawn a fraction of a pixel apart stay equal.
        self._smooth = cv2.GaussianBlur(pixels, (0, 0), 1.0)
        self._integral = cv2.integral(self._smooth, sdepth=cv2.CV_64F)

    def patches(self, grid: Grid, core: float = NARROW) -> NDArray[np.float32]:
        """Mean colours of the blocks of every cell: float32 (rows * cols, blocks * 3), RGB."""
        rows, cols = grid.size(self.width, self.height)
        steps = (1 - core) / 2 + core * np.arange(_BLOCKS + 1) / _BLOCKS
        x = np.rint(grid.left + grid.pitch[0] * (np.arange(cols)[:, None] + steps)).astype(int)
        y = np.rint(grid.top + grid.pitch[1] * (np.arange(rows)[:, None] + steps)).astype(int)
        x, y = x.clip(0, self.width), y.clip(0, self.height)
        corners = self._integral[y.ravel()][:, x.ravel()]
        corners = corners.reshape(rows, _BLOCKS + 1, cols, _BLOCKS + 1, 3)
        sums = corners[:, 1:, :, 1:] - corners[:, :-1, :, 1:]
        sums -= corners[:, 1:, :, :-1] - corners[:, :-1, :, :-1]
        area = np.diff(y, axis=1)[:, :, None, None] * np.diff(x, axis=1)[None, None]
        means = (sums / np.maximum(area[..., None], 1)).transpose(0, 2, 1, 3, 4)
        return np.asarray(means.reshape(rows * cols, -1), dtype=np.float32)

    def windows(self, grid: Grid) -> Callable[[int], NDArray[np.float32]]:
        """Looks up a cell, by its number, with its surroundings: 2.5 x 2.5 pitches, RGB."""
        cols = grid.size(self.width, self.height)[1]
        reach_x, reach_y = round(1.25 * grid.pitch[0]), round(1.25 * grid.pitch[1])
        border = (reach_y, reach_y, reach_x, reach_x)
        padded = cv2.copyMakeBorder(self._smooth, *border, cv2.BORDER_REPLICATE)

        def window(index: int) -> NDArray[np.float32]:
            row, col = divmod(index, cols)
            x = int(grid.left + (col + 0.5) * grid.pitch[0])
            y = int(grid.top + (row + 0.5) * grid.pitch[1])
            found = padded[y : y + 2 * reach_y + 1, x : x + 2 * reach_x + 1]
            return np.asarray(found, dtype=np.float32)

        return window

    def evidence(self, grid: Grid, core: float = NARROW) -> NDArray[np.float32]:
        """How sure each cell is a tile, in [0, 1]: float32 (rows, cols)."""
        size = grid.size(self.width, self.height)
        return self._evidence(grid, core, np.arange(size[0] * size[1])).reshape(size)

    def explained(self, grid: Grid, core: float = NARROW) -> float:
        """Area that the tiles of the grid explain, px; an estimate where there are many cells."""
        rows, cols = grid.size(self.width, self.height)
        if rows * cols < MIN_TILES:
            return 0.0
        sample = np.unique(np.linspace(0, rows * cols - 1, _SAMPLE).astype(int))
        evidence = self._evidence(grid, core, sample)
        share = float(evidence[evidence > SURE].sum()) / len(sample)
        return share * rows * cols * grid.pitch[0] * grid.pitch[1]

    def _evidence(self, grid: Grid, core: float, sample: NDArray[np.intp]) -> NDArray[np.float32]:
        """Evidence of some cells, against all cells of the grid: float32 (N,).

        Judged twice. A ground with a faint pattern of its own repeats too, but against the
        contrast of the tiles just found it is noise; and where four tiles meet looks alike all
        over a board, while of tiles there are several kinds.
        """
        every = self.patches(grid, core)
        own = every[sample]
        apart = squared(own, every)
        apart[np.arange(len(sample)), sample] = np.inf
        twin = apart.min(axis=1)
        half = [(grid.pitch[0] / 2, 0.0), (0.0, grid.pitch[1] / 2)]
        others = (self.patches(grid.shifted(x, y), core) for x, y in half)
        between = np.minimum(*(_closest(own, other) for other in others))
        evidence = _share(twin, between, _NOISE)
        sure = np.flatnonzero(evidence > SURE)
        if sure.size < MIN_TILES:
            return evidence
        noise = max(_NOISE, _FAINT * float(np.median(between[sure])))
        place = int(_MOST * (sure.size - 1))
        usual = np.partition(apart[:, sample[sure]], place, axis=1)[:, place]
        return _share(twin, np.minimum(between, usual), noise)


def squared(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean squared difference of every row of a to every row of b: float32 (N, M)."""
    sums = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1)[None] - 2 * (a @ b.T)
    return np.asarray(np.maximum(sums, 0) / np.float32(a.shape[1]), dtype=np.float32)


def _closest(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    if not len(b):
        return np.full(len(a), np.inf, np.float32)
    return np.asarray(squared(a, b).min(axis=1), dtype=np.float32)


def _share(
    twin: NDArray[np.float32], between: NDArray[np.float32], noise: float
) -> NDArray[np.float32]:
    with np.errstate(invalid="ignore"):
        share = (between - _STRICT * twin) / (between + np.float32(noise))
    return np.asarray(np.clip(np.nan_to_num(share), 0, 1), dtype=np.float32)
