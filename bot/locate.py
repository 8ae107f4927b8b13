"""Finding the board: from a frame to the lattices that a board in it may have.

The board explains itself. Equal tiles lie whole pitches apart, which tells the pitch; what moves as
one piece lies in one cell, which tells where cells begin; and the cells that hold such pieces tell
how far the board reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice, zip_longest

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.bodies import find_bodies, lattices_of, shows_faces
from bot.centring import middles
from bot.corners import LOOSELY, STRICTLY, Manner, Twins, find_twins
from bot.frame import Frame, shrunk
from bot.geometry import Cell, Lattice, Pixel
from bot.likely import Sighting, by_turns
from bot.phase import seams
from bot.pitch import MIN_PITCH, RARE, SLENDER, Pitch, explained, pitches, weights
from bot.sense import MIN_TILES
from bot.things import find_things

_ENOUGH = 60
"""Pairs of rare corners that tell the phase; where there are fewer, less rare ones are used too."""
_CLEAN = 0.2
"""How clean the seams of a lattice must be."""
_NEARLY, _PARTLY = 0.95, 0.45
"""Share of the pairs of its family that a pitch must explain to be tried first, or at all."""
_LARGEST = 720
"""Cells of a board at most; the largest known has 30 x 16."""
_OF_FAMILY, _NEXT_FAMILY = 3, 1.5
"""Lattices of a family that are tried, and those after which the next one has its turn."""
_SAME, _FULLER = 0.15, 1.5
"""Pitches by which cells of two lattices lie apart that are one, and how many times more tiles one
shows to be worth another look."""
_LARGER, _SMALL, _HUGE = 2, 36.0, 4_000_000
"""How many times larger a picture is looked at, pitches that are told there, px of this picture,
and its pixels at most."""
_SMALLER, _SMALLEST = (2, 4), 160
"""How many times smaller pictures are looked at, and px of the shortest side of one."""
_TRIED, _TRIED_BESIDE = 19, 11
"""Lattices that are tried of the picture, and that are told by each larger or smaller one."""
_LOYAL = 0.7
"""Share of a corner's twins that must lie whole pitches away."""
_TOLD = 2
"""Loyal corners that show a cell to hold a tile."""
_MIDDLE = 0.2
"""Pitches from the middle of a cell within which a corner must lie that shows it to hold a tile."""
_FILLED, _REACHING = 0.4, 1.2
"""Pitches that the longer side of what stands by itself has if it is a tile."""
_CENTRED = 0.5
"""Share of the cells with loyal corners that have one in their middle, unless seams are off."""
_BARREN = 0.04
"""What a cell without a tile costs against a cell with one, where the extent is chosen."""
_MAX_CELLS = 8000
"""A lattice finer than that over the whole picture is no board's."""


def sightings(frame: Frame) -> Iterator[Sighting]:
    """Lattices that a board in the frame may have, the likeliest first.

    Outer rows or columns that are empty cannot be told from the ground, and are left out. Where
    nothing comes of the picture as it is, a larger one is looked at, for of small tiles that a game
    has scaled hardly two lie alike on whole pixels; and smaller ones, for parts of a large tile,
    such as the strokes of a letter, may repeat within it.
    """
    yield from islice(_sightings(frame.pixels), _TRIED)
    if frame.width * frame.height <= _HUGE:
        yield from _of_small_tiles(frame.pixels)
    for times in _SMALLER:
        if min(frame.width, frame.height) // times < _SMALLEST:
            return
        for seen in islice(_sightings(shrunk(frame.pixels, times)), _TRIED_BESIDE):
            yield Sighting(_scaled(seen.lattice, times), seen.tiles)


def _of_small_tiles(pixels: NDArray[np.uint8]) -> Iterator[Sighting]:
    """Lattices of small tiles, told in a larger picture."""
    larger = cv2.resize(pixels, None, fx=_LARGER, fy=_LARGER, interpolation=cv2.INTER_CUBIC)
    for seen in islice(_sightings(np.asarray(larger, np.uint8)), _TRIED_BESIDE):
        lattice = _scaled(seen.lattice, 1 / _LARGER)
        if min(lattice.pitch) >= MIN_PITCH and max(lattice.pitch) <= _SMALL:
            yield Sighting(lattice, seen.tiles)


def _scaled(lattice: Lattice, times: float) -> Lattice:
    origin = Pixel(lattice.origin.x * times, lattice.origin.y * times)
    pitch = (lattice.pitch[0] * times, lattice.pitch[1] * times)
    return Lattice(origin, pitch, lattice.rows, lattice.cols)


def _sightings(pixels: NDArray[np.uint8]) -> Iterator[Sighting]:
    """Lattices told in several ways, each by turns, for none of them is the best everywhere.

    Corners compared strictly tell most boards. Where a game was scaled, or ground is seen around
    its faces, only loosely compared ones have twins. And where hardly any tile is left, a pattern
    that covers the ground or the page beside has more twins than all tiles: but its corners are
    many of a sort, and those of faces are few. Such tiles stand by themselves, too. And whatever
    is drawn on them, the bodies of tiles are of one size.
    """
    found: list[Sighting] = []

    @cache
    def twins(manner: Manner) -> tuple[Twins, NDArray[np.float64]]:
        some = find_twins(pixels, manner)
        return some, weights(some)

    for seen in by_turns(
        _told_by(pixels, lambda: twins(STRICTLY), rare=False),
        _told_by(pixels, lambda: twins(LOOSELY), rare=True),
        _told_by(pixels, lambda: twins(STRICTLY), rare=True),
        _told_by_things(pixels),
        _told_by(pixels, lambda: twins(LOOSELY), rare=False),
        _told_by_bodies(pixels),
    ):
        if not any(_is_same(seen, other) for other in found):
            found.append(seen)
            yield seen


def _is_same(one: Sighting, other: Sighting) -> bool:
    """Whether two lattices have the same cells where both show tiles."""
    a, b = one.lattice, other.lattice
    for axis, lines in ((0, max(a.cols, b.cols)), (1, max(a.rows, b.rows))):
        longer = abs(a.pitch[axis] - b.pitch[axis]) * lines / a.pitch[axis]
        beside = (a.origin[axis] - b.origin[axis]) / a.pitch[axis]
        if longer > _SAME or abs(beside - round(beside)) > _SAME:
            return False
    more = np.count_nonzero(one.tiles) / np.count_nonzero(other.tiles)
    return bool(1 / _FULLER < more < _FULLER)


def _told_by(
    pixels: NDArray[np.uint8],
    found: Callable[[], tuple[Twins, NDArray[np.float64]]],
    *,
    rare: bool,
) -> Iterator[Sighting]:
    """Lattices told by corners that were found, and count so much: all, or those of faces alone."""
    twins, told = found()
    if rare:
        few = np.flatnonzero(np.maximum(twins.count[twins.a], twins.count[twins.b]) <= RARE)
        told = np.zeros(len(twins.a))
        told[few] = weights(replace(twins, a=twins.a[few], b=twins.b[few]))
    yield from _told(pixels, twins, told)


def _told_by_things(pixels: NDArray[np.uint8]) -> Iterator[Sighting]:
    """Lattices told by what stands by itself; what else does so in a cell is a tile, too."""
    twins, boxes = find_things(pixels)
    height, width = pixels.shape[:2]
    for seen in _told(pixels, twins, weights(twins)):
        (x, y), (across, down) = seen.lattice.origin, seen.lattice.pitch
        left, top = max(0, int(x / across)), max(0, int(y / down))
        right = max(seen.lattice.cols - 1, int((width - x) / across))
        bottom = max(seen.lattice.rows - 1, int((height - y) / down))
        corner = seen.lattice.center(Cell(-top, -left))
        whole = Lattice(corner, seen.lattice.pitch, top + bottom + 1, left + right + 1)
        tiles = _holding(whole, boxes)
        tiles[top : top + seen.lattice.rows, left : left + seen.lattice.cols] |= seen.tiles.reshape(
            seen.lattice.rows, seen.lattice.cols
        )
        first, last, start, end = _extent(tiles)
        tiles = tiles[first:last, start:end]
        if tiles.size <= _LARGEST:
            corner = whole.center(Cell(first, start))
            yield Sighting(Lattice(corner, whole.pitch, *tiles.shape), tiles.ravel())


def _told_by_bodies(pixels: NDArray[np.uint8]) -> Iterator[Sighting]:
    """Lattices told by flat areas of one size, whatever is drawn on them."""
    frame = Frame(pixels)
    for lattice, held in lattices_of(find_bodies(pixels)):
        across, down = lattice.pitch
        if held.size > _MAX_CELLS or not 1 / SLENDER < across / down < SLENDER:
            continue
        first, last, start, end = _extent(held)
        tiles = held[first:last, start:end]
        if not MIN_TILES <= tiles.sum() <= tiles.size <= _LARGEST:
            continue
        part = Lattice(lattice.center(Cell(first, start)), lattice.pitch, *tiles.shape)
        tiles = shows_faces(frame, part, tiles.ravel())
        if tiles.sum() >= MIN_TILES:
            yield Sighting(part, tiles)


def _holding(lattice: Lattice, boxes: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which cells have a box, (N, 4), of their size in their middle: (rows, cols)."""
    place = (boxes[:, :2] - lattice.origin) / lattice.pitch
    cell = np.rint(place).astype(np.intp)
    inside = (cell >= 0).all(axis=1) & (cell < (lattice.cols, lattice.rows)).all(axis=1)
    inside &= (np.abs(place - cell) < _MIDDLE).all(axis=1)
    size = (boxes[:, 2:] / lattice.pitch).max(axis=1)
    inside &= (size > _FILLED) & (size < _REACHING)
    held = np.zeros((lattice.rows, lattice.cols), np.bool_)
    held[cell[inside, 1], cell[inside, 0]] = True
    return held


def _told(pixels: NDArray[np.uint8], twins: Twins, told: NDArray[np.float64]) -> Iterator[Sighting]:
    """Lattices told by twins, each of which counts so much."""
    height, width = pixels.shape[:2]

    def seen(family: list[Pitch]) -> Iterator[Sighting]:
        for pitch in _by_likelihood(family):
            if width * height / (pitch.x * pitch.y) <= _MAX_CELLS:
                sighting = _sighting(pixels, twins, told > 0, pitch)
                if sighting is not None:
                    yield sighting

    yield from _interleaved(islice(seen(each), _OF_FAMILY) for each in pitches(twins, told))


def _interleaved(families: Iterator[Iterator[Sighting]]) -> Iterator[Sighting]:
    """The first two of the first family, the first of the next, and so on by turns.

    What explains most may be a pattern of the ground, and a family then is in vain to its last.
    """
    waiting: list[tuple[float, Iterator[Sighting]]] = []
    begin, left = 0.0, True
    while left or waiting:
        if left and (not waiting or begin < min(turn for turn, _ in waiting)):
            family = next(families, None)
            left = family is not None
            if family is not None:
                waiting.append((begin, family))
            begin += _NEXT_FAMILY
            continue
        turn, family = waiting.pop(min(range(len(waiting)), key=lambda at: waiting[at][0]))
        seen = next(family, None)
        if seen is not None:
            yield seen
            waiting.append((turn + 1, family))


def _by_likelihood(family: list[Pitch]) -> list[Pitch]:
    """The coarsest pitch that explains nearly all comes first, for half a tile repeats as well.

    Then by turns those that explain a part, if no coarser one explains that too, and the finer.
    """
    nearly = [pitch for pitch in family if pitch.share > _NEARLY]
    partly = [pitch for pitch in family if _PARTLY < pitch.share <= _NEARLY]
    nearly.sort(key=lambda pitch: -pitch.x * pitch.y)
    likely = sorted(partly, key=lambda pitch: (_is_outdone(pitch, partly), -pitch.share))
    turns = zip_longest(nearly, likely)
    return [pitch for turn in turns for pitch in turn if pitch is not None]


def _is_outdone(pitch: Pitch, family: list[Pitch]) -> bool:
    """Whether a multiple of a pitch explains nearly all that it explains."""
    for other in family:
        times = np.asarray([other.x / pitch.x, other.y / pitch.y])
        multiple = np.allclose(times, np.rint(times)) and np.rint(times).prod() > 1
        if multiple and other.share > _NEARLY * pitch.share:
            return True
    return False


def _sighting(
    pixels: NDArray[np.uint8], twins: Twins, telling: NDArray[np.bool_], guess: Pitch
) -> Sighting | None:
    pitch = (guess.x, guess.y)
    whole = explained(twins, pitch)
    moved = np.hypot(twins.across / pitch[0], twins.down / pitch[1]) > 0.5
    repeated = telling & whole & moved
    chosen = _rarest(twins, repeated)
    found = seams(twins, chosen, pitch)
    if found is None or min(seam.clean for seam in found) < _CLEAN:
        return None
    phase = (found[0].place, found[1].place)
    if centre := middles(pixels, twins, chosen, pitch):
        phase = ((centre[0] + 0.5) % 1, (centre[1] + 0.5) % 1)
    shown = _loyal_corners(twins, repeated, whole)
    x = twins.x[shown] / pitch[0] - phase[0]
    y = twins.y[shown] / pitch[1] - phase[1]
    row, col = np.floor(y).astype(np.intp) + 1, np.floor(x).astype(np.intp) + 1
    # Walls, shadows and marks of empty cells lie along the seams; faces lie in the middle.
    inner = np.maximum(np.abs(x % 1 - 0.5), np.abs(y % 1 - 0.5)) < _MIDDLE
    height, width = pixels.shape[:2]
    tally = np.zeros((int(height / pitch[1]) + 3, int(width / pitch[0]) + 3))
    middle = np.zeros_like(tally)
    np.add.at(tally, (row, col), 1)
    np.add.at(middle, (row[inner], col[inner]), 1)
    told = tally >= _TOLD
    tiles = told & (middle > 0)
    if tiles.sum() < _CENTRED * told.sum():  # the faces are small, and do not lie in the middle
        tiles = told
    if tiles.sum() < MIN_TILES:
        return None
    top, bottom, left, right = _extent(tiles)
    tiles = tiles[top:bottom, left:right]
    if tiles.sum() < MIN_TILES or tiles.size > _LARGEST:
        return None
    return Sighting(_lattice(phase, pitch, (top - 1, left - 1), tiles.shape), tiles.ravel())


def _rarest(twins: Twins, pairs: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The pairs whose corners have few twins, enough of them to tell the phase."""
    common = np.maximum(twins.count[twins.a], twins.count[twins.b])
    most = RARE
    while most < len(twins.x) and np.count_nonzero(pairs & (common <= most)) < _ENOUGH:
        most *= 2
    return np.asarray(pairs & (common <= most), dtype=np.bool_)


def _loyal_corners(
    twins: Twins, chosen: NDArray[np.bool_], whole: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Corners with a chosen twin, most of whose twins lie whole pitches away."""
    count = len(twins.x)

    def per_corner(pairs: NDArray[np.bool_]) -> NDArray[np.intp]:
        ends = np.concatenate([twins.a[pairs], twins.b[pairs]])
        return np.bincount(ends, minlength=count)

    every = per_corner(np.ones(len(twins.a), np.bool_))
    return np.flatnonzero((per_corner(chosen) > 0) & (per_corner(whole) >= _LOYAL * every))


def _lattice(
    phase: tuple[float, float],
    pitch: tuple[float, float],
    first: tuple[int, int],
    shape: tuple[int, ...],
) -> Lattice:
    x = (phase[0] + first[1] + 0.5) * pitch[0]
    y = (phase[1] + first[0] + 0.5) * pitch[1]
    return Lattice(Pixel(x, y), pitch, shape[0], shape[1])


def _extent(tiles: NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """Rows from, to and columns from, to of the rectangle that holds the tiles.

    The rectangle with the largest sum, where a cell costs `_BARREN` (Kadane's scan over all ranges
    of rows).
    """
    gain = tiles.astype(np.float64) - _BARREN
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
