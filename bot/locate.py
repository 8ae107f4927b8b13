"""Finding the board: from a frame to a lattice.

The board explains itself. At the right pitch and phase every tile stands again elsewhere, whole
pitches away, and a patch half-way between two tiles stands nowhere else. Everything that repeats
by chance of its shape (plain ground, lines of text, frames, toolbars) repeats half-way as well.
So the *evidence* that a cell holds a tile is how much nearer its closest twin lies than the closest
patch half a pitch off. The lattice is the one whose cells explain the most of the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.pitch import autocorrelation, candidate_pitches, edge_map, refine_pitch

SURE = 0.5
"""Evidence above which a cell is taken for a tile."""

_BLOCKS = 5
"""A patch is compared by the mean colours of 5 x 5 blocks."""
_CORE = 0.62
"""Share of a cell's width and height that is compared; the rest forgives a wrong phase."""
_PHASES = 4
"""Steps of the first search for the phase; `_CORE` forgives half a step."""
_STRICT = 6.0
"""How many times nearer than a half-way patch a twin must lie."""
_NOISE = 60.0
"""Squared grey levels; differences below it say nothing."""
_FAINT = 0.15
"""Share of the usual squared difference between tiles that is taken for noise as well."""
_CANDIDATES = 5
_HARMONIC = 0.75
"""Twice the pitch is preferred if it explains this share of the same area."""
_BARREN = 0.1
"""Evidence a cell must give on average for a row or column to count as board."""
_TWINS = 150
"""Pairs of twins that are laid over each other to see how far the tiles reach."""
_MIN_TILES = 4


@dataclass(frozen=True, slots=True)
class _Grid:
    """Cells over the whole picture: pitch, and the first corner right of and below the edge."""

    pitch: tuple[float, float]
    left: float
    top: float

    def shifted(self, x: float, y: float) -> _Grid:
        return _Grid(self.pitch, (self.left + x) % self.pitch[0], (self.top + y) % self.pitch[1])


class _Picture:
    """What is looked up again and again while a lattice is sought."""

    def __init__(self, pixels: NDArray[np.uint8]) -> None:
        self.height, self.width = pixels.shape[:2]
        # Blurred by a pixel, so that equal tiles drawn a fraction of a pixel apart stay equal.
        self.smooth = cv2.GaussianBlur(pixels, (0, 0), 1.0)
        self.integral = cv2.integral(self.smooth, sdepth=cv2.CV_64F)

    def patches(self, grid: _Grid) -> tuple[NDArray[np.float32], int, int]:
        """Block means of every whole cell: float32 (rows * cols, blocks * 3), rows, cols."""
        cols = int((self.width - grid.left) / grid.pitch[0])
        rows = int((self.height - grid.top) / grid.pitch[1])
        steps = (1 - _CORE) / 2 + _CORE * np.arange(_BLOCKS + 1) / _BLOCKS
        x = np.rint(grid.left + grid.pitch[0] * (np.arange(cols)[:, None] + steps)).astype(int)
        y = np.rint(grid.top + grid.pitch[1] * (np.arange(rows)[:, None] + steps)).astype(int)
        corners = self.integral[y.ravel()][:, x.ravel()]
        corners = corners.reshape(rows, _BLOCKS + 1, cols, _BLOCKS + 1, 3)
        sums = corners[:, 1:, :, 1:] - corners[:, :-1, :, 1:]
        sums -= corners[:, 1:, :, :-1] - corners[:, :-1, :, :-1]
        area = np.diff(y, axis=1)[:, :, None, None] * np.diff(x, axis=1)[None, None]
        means = (sums / area[..., None]).transpose(0, 2, 1, 3, 4)
        return means.reshape(rows * cols, -1).astype(np.float32), rows, cols

    def distances(self, grid: _Grid) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Of every cell to its closest twin, and to the closest patch half-way: (rows, cols)."""
        own, rows, cols = self.patches(grid)
        twins = _squared(own, own)
        np.fill_diagonal(twins, np.inf)
        half = [(grid.pitch[0] / 2, 0.0), (0.0, grid.pitch[1] / 2)]
        between = [_squared(own, self.patches(grid.shifted(x, y))[0]).min(axis=1) for x, y in half]
        return twins.min(axis=1).reshape(rows, cols), np.minimum(*between).reshape(rows, cols)

    def windows(self, grid: _Grid, cols: int) -> Callable[[int], NDArray[np.float32]]:
        """Looks up a cell, by its number, with its surroundings: 2.5 x 2.5 pitches, RGB."""
        reach_x, reach_y = round(1.25 * grid.pitch[0]), round(1.25 * grid.pitch[1])
        border = (reach_y, reach_y, reach_x, reach_x)
        padded = cv2.copyMakeBorder(self.smooth, *border, cv2.BORDER_REPLICATE)

        def window(index: int) -> NDArray[np.float32]:
            row, col = divmod(index, cols)
            x = int(grid.left + (col + 0.5) * grid.pitch[0])
            y = int(grid.top + (row + 0.5) * grid.pitch[1])
            found = padded[y : y + 2 * reach_y + 1, x : x + 2 * reach_x + 1]
            return np.asarray(found, dtype=np.float32)

        return window

    def evidence(self, grid: _Grid) -> NDArray[np.float32]:
        """How sure each cell is a tile, in [0, 1]: float32 (rows, cols).

        Noise is judged twice: a ground with a faint pattern of its own repeats too, but against
        the contrast of the tiles just found it is noise.
        """
        twin, between = self.distances(grid)
        first = _evidence(twin, between, _NOISE)
        sure = between[first > SURE]
        if sure.size < _MIN_TILES:
            return first
        return _evidence(twin, between, max(_NOISE, _FAINT * float(np.median(sure))))


def locate(frame: Frame) -> Lattice:
    """The lattice of the board in a frame.

    Its extent is the smallest rectangle of cells that holds the tiles seen: outer rows or columns
    that are empty cannot be told from the ground.

    Raises
    ------
    BoardNotFoundError
        if no lattice explains a part of the picture
    """
    picture = _Picture(frame.pixels)
    edges = edge_map(frame.pixels)
    size = f"{frame.width} x {frame.height}"
    grid = _best_grid(picture, edges)
    if grid is None:
        raise BoardNotFoundError(f"no board in the {size} picture: nothing repeats in it")
    grid = _refined_pitch(grid, edges, _extent(picture.evidence(grid)))
    for _ in range(2):
        grid = _centred(picture, grid)
    evidence = picture.evidence(grid)
    tiles = int((evidence > SURE).sum())
    if tiles < _MIN_TILES:
        raise BoardNotFoundError(
            f"no board in the {size} picture: at the best pitch, {grid.pitch[0]:.1f} x "
            f"{grid.pitch[1]:.1f} px, {tiles} cells repeat, and {_MIN_TILES} are needed"
        )
    top, bottom, left, right = _extent(evidence)
    return Lattice(
        Pixel(grid.left + (left + 0.5) * grid.pitch[0], grid.top + (top + 0.5) * grid.pitch[1]),
        grid.pitch,
        bottom - top,
        right - left,
    )


def tile_evidence(frame: Frame, lattice: Lattice) -> NDArray[np.float32]:
    """How sure each cell of a lattice holds a tile that has a twin.

    Returns
    -------
    evidence : float32 array of shape (rows, cols), in [0, 1]; near 0 for ground, for blank tiles
        and for tiles without a twin
    """
    left, top, _, _ = lattice.bounds()
    pitch = lattice.pitch
    evidence = _Picture(frame.pixels).evidence(_Grid(pitch, left % pitch[0], top % pitch[1]))
    row, col = int(top // pitch[1]), int(left // pitch[0])
    return evidence[row : row + lattice.rows, col : col + lattice.cols]


def _squared(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean squared difference of every row of a to every row of b."""
    product = a @ b.T
    sums = (a * a).sum(axis=1)[:, None] + (b * b).sum(axis=1)[None] - 2 * product
    return np.asarray(np.maximum(sums, 0) / np.float32(a.shape[1]), dtype=np.float32)


def _evidence(
    twin: NDArray[np.float32], between: NDArray[np.float32], noise: float
) -> NDArray[np.float32]:
    share = (between - _STRICT * twin) / (between + np.float32(noise))
    return np.asarray(np.clip(share, 0, 1), dtype=np.float32)


def _best_grid(picture: _Picture, edges: NDArray[np.float32]) -> _Grid | None:
    """The coarse grid that explains the largest area."""
    across = candidate_pitches(autocorrelation(edges, 1), _CANDIDATES)
    down = candidate_pitches(autocorrelation(edges, 0), _CANDIDATES)
    # Best combs first, and an end as soon as a grid explains a closed rectangle of tiles.
    pitches = sorted(
        (i + j, (x, y))
        for i, x in enumerate(across)
        for j, y in enumerate(down)
        if 0.4 < x / y < 2.5 and x * 2 <= picture.width and y * 2 <= picture.height
    )
    best, most = None, 0.0
    for _, pitch in pitches:
        explained, grid = max(
            ((_explained(picture, grid), grid) for grid in _phases(pitch)), key=lambda x: x[0]
        )
        if best is None or explained > most:
            best, most = grid, explained
            if _is_closed(picture.evidence(grid)):
                break
    return _doubled(picture, best, most) if best else None


def _doubled(picture: _Picture, grid: _Grid, explained: float) -> _Grid:
    """The grid at twice its pitch if that explains nearly as much, else the grid itself.

    Half a tile repeats as exactly as a whole one, so half the true pitch explains the same area;
    twice the true pitch explains little, for two tiles side by side seldom come again.
    """
    for factor in ((2, 2), (2, 1), (1, 2)):
        pitch = (grid.pitch[0] * factor[0], grid.pitch[1] * factor[1])
        if pitch[0] * 2 > picture.width or pitch[1] * 2 > picture.height:
            continue
        area, wider = max(((_explained(picture, g), g) for g in _phases(pitch)), key=lambda x: x[0])
        if area > _HARMONIC * explained:
            return wider
    return grid


def _phases(pitch: tuple[float, float]) -> Iterator[_Grid]:
    for row in range(_PHASES):
        for col in range(_PHASES):
            yield _Grid(pitch, col * pitch[0] / _PHASES, row * pitch[1] / _PHASES)


def _explained(picture: _Picture, grid: _Grid) -> float:
    """Area that the tiles of the grid explain, px."""
    evidence = picture.evidence(grid)
    return float(evidence[evidence > SURE].sum()) * grid.pitch[0] * grid.pitch[1]


def _is_closed(evidence: NDArray[np.float32]) -> bool:
    """Whether the tiles fill a rectangle and nearly none lie outside it."""
    top, bottom, left, right = _extent(evidence)
    sure = evidence > SURE
    inside = sure[top:bottom, left:right]
    return bool(inside.size >= 12 and inside.mean() > 0.6 and inside.sum() > 0.95 * sure.sum())


def _extent(evidence: NDArray[np.float32]) -> tuple[int, int, int, int]:
    """Rows from, to and columns from, to of the rectangle that holds the tiles.

    The rectangle with the largest sum of evidence, where a cell costs `_BARREN` (Kadane's scan
    over all ranges of rows).
    """
    gain = np.where(evidence > SURE, evidence, 0).astype(np.float64) - _BARREN
    above = np.vstack([np.zeros(gain.shape[1]), np.cumsum(gain, axis=0)])
    best, where = -np.inf, (0, 1, 0, 1)
    for top in range(gain.shape[0]):
        for bottom in range(top + 1, gain.shape[0] + 1):
            columns = np.concatenate([[0.0], np.cumsum(above[bottom] - above[top])])
            lowest = np.minimum.accumulate(columns)
            right = int(np.argmax(columns[1:] - lowest[:-1])) + 1
            total = columns[right] - lowest[right - 1]
            if total > best:
                left = int(np.argmin(columns[:right]))
                best, where = float(total), (top, bottom, left, right)
    return where


def _refined_pitch(
    grid: _Grid, edges: NDArray[np.float32], extent: tuple[int, int, int, int]
) -> _Grid:
    """The grid with its pitch measured over the whole board, which stays where it is."""
    top, bottom, left, right = extent
    pitch_x, pitch_y = grid.pitch
    rows = slice(
        max(0, int(grid.top + (top - 1) * pitch_y)), int(grid.top + (bottom + 1) * pitch_y)
    )
    cols = slice(
        max(0, int(grid.left + (left - 1) * pitch_x)), int(grid.left + (right + 1) * pitch_x)
    )
    board = edges[rows, cols]
    pitch = (
        refine_pitch(autocorrelation(board, 1), pitch_x, right - left),
        refine_pitch(autocorrelation(board, 0), pitch_y, bottom - top),
    )
    middle = (left + right) / 2, (top + bottom) / 2
    return _Grid(
        pitch,
        (grid.left + middle[0] * (pitch_x - pitch[0])) % pitch[0],
        (grid.top + middle[1] * (pitch_y - pitch[1])) % pitch[1],
    )


def _centred(picture: _Picture, grid: _Grid) -> _Grid:
    """The grid moved so that the tiles lie in the middle of its cells.

    Twins are laid over each other with their surroundings: they agree as far as the tile reaches
    and differ beyond it, so the middle of the agreement is about the middle of the tile. Where
    the tiles have edges in common, these lie alike on both sides of the middle.
    """
    patches, _, cols = picture.patches(grid)
    distances = _squared(patches, patches)
    np.fill_diagonal(distances, np.inf)
    evidence = picture.evidence(grid).ravel()
    sure = np.flatnonzero(evidence > SURE)
    if not sure.size:
        return grid
    sure = sure[np.argsort(-evidence[sure], kind="stable")][:_TWINS]
    window = picture.windows(grid, cols)
    tiles = [window(int(index)) for index in sure]
    twins = [window(int(index)) for index in distances[sure].argmin(axis=1)]
    pairs = zip(tiles, twins, strict=True)
    apart = np.percentile([np.abs(a - b).mean(axis=2) for a, b in pairs], 75, axis=0)
    mean = np.mean(tiles, axis=0).mean(axis=2)
    height, width = mean.shape
    rows, columns = (
        slice(int(height * 0.4), int(height * 0.6)),
        slice(int(width * 0.4), int(width * 0.6)),
    )
    x = _basin(apart[rows].mean(axis=0), grid.pitch[0])
    y = _basin(apart[:, columns].mean(axis=1), grid.pitch[1])
    x = _mirrored(mean[rows].mean(axis=0), grid.pitch[0], x)
    y = _mirrored(mean[:, columns].mean(axis=1), grid.pitch[1], y)
    return grid.shifted(x, y)


def _mirrored(mean: NDArray[np.float64], pitch: float, about: float) -> float:
    """The place near `about` on whose two sides the edges that all tiles share lie alike, px."""
    edges = np.abs(np.gradient(mean))
    if edges.max() < 4 * np.median(edges) + 1:
        return about
    middle = (len(mean) - 1) / 2
    places = np.arange(len(mean))
    reach = np.arange(0.25, 0.75 * pitch, 0.5)
    trial = about + np.arange(-0.06 * pitch, 0.06 * pitch + 0.25, 0.5)
    likeness = []
    for place in trial:
        after = np.interp(middle + place + reach, places, edges)
        before = np.interp(middle + place - reach, places, edges)
        likeness.append(np.minimum(after, before).sum() / np.maximum(after, before).sum())
    return float(trial[int(np.argmax(likeness))])


def _basin(difference: NDArray[np.float64], pitch: float) -> float:
    """How far the middle of the low stretch of a profile lies from the profile's middle, px."""
    length = max(3, round(0.6 * pitch))
    means = np.convolve(difference, np.ones(length) / length, mode="valid")
    middle = (len(means) - 1) / 2
    reach = slice(int(np.ceil(middle - 0.45 * pitch)), int(middle + 0.45 * pitch) + 1)
    lowest = reach.start + int(np.argmin(means[reach]))
    limit = means[lowest] + 0.2 * (np.percentile(means, 90) - means[lowest])
    low, high = lowest, lowest
    while low > 0 and means[low - 1] <= limit:
        low -= 1
    while high < len(means) - 1 and means[high + 1] <= limit:
        high += 1
    return (low + high) / 2 - middle
