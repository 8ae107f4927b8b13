"""Finding the board: from a frame to a lattice.

The board explains itself: the lattice is the one whose cells hold the most of what repeats at
whole pitches and nowhere half-way.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from bot.centring import centred
from bot.errors import BoardNotFoundError
from bot.evidence import MIN_TILES, SURE, Grid, Picture
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.pitch import autocorrelation, candidate_pitches, edge_map, refine_pitch

_PHASES = 4
"""Steps of the first search for the phase; what is compared of a cell forgives half a step."""
_CANDIDATES = 5
"""Pitches tried on each axis."""
_GUESSES = 3
"""Pitches followed up."""
_MAX_CELLS = 6000
"""Cells over the whole picture; a grid finer than that is no board."""
_HARMONIC = 0.75
"""Twice the pitch is preferred if it explains this share of the same area."""
_BARREN = 0.1
"""Evidence a cell must give on average for a row or column to count as board."""


def lattices(frame: Frame, picture: Picture) -> Iterator[Lattice]:
    """Lattices that a board in the frame may have, the likeliest first.

    The extent of each is the smallest rectangle of cells that holds the tiles seen: outer rows or
    columns that are empty cannot be told from the ground.

    Raises
    ------
    BoardNotFoundError
        if nothing in the picture repeats as tiles do
    """
    edges = edge_map(frame.pixels)
    found = False
    for guess in _guesses(picture, edges):
        grid = centred(picture, _refined_pitch(guess, edges, _extent(picture.evidence(guess))))
        x, y = grid.pitch[0] / 2, grid.pitch[1] / 2
        for choice in (grid, grid.shifted(x, 0), grid.shifted(0, y), grid.shifted(x, y)):
            evidence = picture.evidence(choice)
            if (evidence > SURE).sum() >= MIN_TILES:
                found = True
                yield _lattice(choice, _extent(evidence))
    if not found:
        raise BoardNotFoundError(
            f"no board in the {frame.width} x {frame.height} picture: nothing in it repeats as "
            "tiles do"
        )


def locate(frame: Frame) -> Lattice:
    """The likeliest lattice of a board in a frame.

    Raises
    ------
    BoardNotFoundError
        if nothing in the picture repeats as tiles do
    """
    return next(lattices(frame, Picture(frame.pixels)))


def _lattice(grid: Grid, extent: tuple[int, int, int, int]) -> Lattice:
    top, bottom, left, right = extent
    return Lattice(
        Pixel(grid.left + (left + 0.5) * grid.pitch[0], grid.top + (top + 0.5) * grid.pitch[1]),
        grid.pitch,
        bottom - top,
        right - left,
    )


def tile_evidence(picture: Picture, lattice: Lattice) -> NDArray[np.float32]:
    """How sure each cell of a lattice holds a tile that has a twin.

    Returns
    -------
    evidence : float32 array of shape (rows, cols), in [0, 1]; near 0 for ground, for blank tiles
        and for tiles without a twin
    """
    left, top, _, _ = lattice.bounds()
    pitch = lattice.pitch
    grid = Grid.at(pitch, left, top)
    evidence = picture.evidence(grid)
    row, col = round((top - grid.top) / pitch[1]), round((left - grid.left) / pitch[0])
    return evidence[row : row + lattice.rows, col : col + lattice.cols]


def _guesses(picture: Picture, edges: NDArray[np.float32]) -> list[Grid]:
    """Coarse grids of different pitches that explain some area, the largest area first."""
    across = candidate_pitches(autocorrelation(edges, 1), _CANDIDATES)
    down = candidate_pitches(autocorrelation(edges, 0), _CANDIDATES)
    # Best combs first, and an end as soon as a grid explains a closed rectangle of tiles.
    pitches = sorted(
        (i + j, (x, y))
        for i, x in enumerate(across)
        for j, y in enumerate(down)
        if 0.4 < x / y < 2.5 and x * 2 <= picture.width and y * 2 <= picture.height
        if picture.width * picture.height / (x * y) <= _MAX_CELLS
    )
    found: list[tuple[float, Grid]] = []
    for _, pitch in pitches:
        found.append(_best_of(picture, _phases(pitch)))
        best = max(explained for explained, _ in found)
        if found[-1][0] >= best and _is_closed(picture.evidence(found[-1][1])):
            break
    found.sort(key=lambda guess: -guess[0])
    return [
        _doubled(picture, grid, explained) for explained, grid in found[:_GUESSES] if explained > 0
    ]


def _best_of(picture: Picture, grids: Iterator[Grid]) -> tuple[float, Grid]:
    return max(((picture.explained(grid), grid) for grid in grids), key=lambda found: found[0])


def _phases(pitch: tuple[float, float]) -> Iterator[Grid]:
    for row in range(_PHASES):
        for col in range(_PHASES):
            yield Grid.at(pitch, col * pitch[0] / _PHASES, row * pitch[1] / _PHASES)


def _doubled(picture: Picture, grid: Grid, explained: float) -> Grid:
    """The grid at twice its pitch if that explains nearly as much, else the grid itself.

    Half a tile repeats as exactly as a whole one, so half the true pitch explains the same area;
    twice the true pitch explains little, for two tiles side by side seldom come again.
    """
    for factor in ((2, 2), (2, 1), (1, 2)):
        pitch = (grid.pitch[0] * factor[0], grid.pitch[1] * factor[1])
        if pitch[0] * 2 > picture.width or pitch[1] * 2 > picture.height:
            continue
        area, wider = _best_of(
            picture,
            (
                Grid.at(
                    pitch, grid.left + col * grid.pitch[0] / 2, grid.top + row * grid.pitch[1] / 2
                )
                for row in range(2 * factor[1] if factor[1] > 1 else 1)
                for col in range(2 * factor[0] if factor[0] > 1 else 1)
            ),
        )
        if area > _HARMONIC * explained:
            return wider
    return grid


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
        columns = np.cumsum(above[top + 1 :] - above[top], axis=1)
        columns = np.concatenate([np.zeros((len(columns), 1)), columns], axis=1)
        totals = columns[:, 1:] - np.minimum.accumulate(columns, axis=1)[:, :-1]
        height, right = np.unravel_index(int(totals.argmax()), totals.shape)
        if totals[height, right] > best:
            left = int(columns[height, : right + 1].argmin())
            best, where = (
                float(totals[height, right]),
                (top, top + int(height) + 1, left, int(right) + 1),
            )
    return where


def _refined_pitch(
    grid: Grid, edges: NDArray[np.float32], extent: tuple[int, int, int, int]
) -> Grid:
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
    return Grid.at(
        pitch,
        grid.left + middle[0] * (pitch_x - pitch[0]),
        grid.top + middle[1] * (pitch_y - pitch[1]),
    )
