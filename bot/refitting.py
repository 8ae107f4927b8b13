"""Refitting: the pitch of a lattice to a hundredth of a pixel, told by tiles named equal.

Each pair of equal tiles says how far apart they lie, to a part of a pixel, and whole pitches lie
between them. A line through what all pairs say gives what the pitch is off: least squares, again
without those that lie far from it (trimmed as by Huber, Robust Statistics, 1981, chapter 7).
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.equals import pairs_of_equals
from bot.geometry import Lattice, Pixel

_INSIDE = 0.3
"""Share of a pitch from its middle to each side that is looked for at its twin."""
_NEAR = 0.12
"""Share of a pitch, and two pixels more, by which the twin may lie beside its place."""
_ALIKE = 0.8
"""Correlation of twins."""
_SHARP = 0.1
"""Share of how far the correlation of the sharpest tenth falls beside its top, along an axis, that
one falls at least that tells where a twin lies: upright bars are as like themselves further down.
"""
_MOST = 120
"""Pairs looked at."""
_PAIRS = 8
"""Pairs that tell a pitch, at least."""
_SURE = 2.0
"""Standard errors by which a pitch must be off to be changed."""
_STRAY, _LEAST = 4.5, 0.45
"""Median deviations from the line, and px at least, beyond which a pair is no pair."""


def refitted(pixels: NDArray[np.uint8], lattice: Lattice, kinds: NDArray[np.int64]) -> Lattice:
    """The lattice with the pitch that equal tiles lie apart, and its middle where it was.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    lattice : its cells lie less than a tenth of a pitch beside their tiles
    kinds : int array of shape (rows * cols,); tiles have a kind, 1 and up
    """
    one, other = pairs_of_equals(kinds, _MOST)
    if len(one) < _PAIRS:
        return lattice
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    rows, cols = np.divmod(np.stack([one, other]), lattice.cols)
    off, told = _offsets(grey, lattice, rows, cols)
    pitch, origin = list(lattice.pitch), list(lattice.origin)
    for axis, cells, last in ((0, cols, lattice.cols - 1), (1, rows, lattice.rows - 1)):
        steps = (cells[1] - cells[0]).astype(np.float64)
        change = _slope(steps[told[:, axis]], off[told[:, axis], axis])
        pitch[axis] += change
        origin[axis] -= change * last / 2
    return replace(lattice, pitch=(pitch[0], pitch[1]), origin=Pixel(origin[0], origin[1]))


def _offsets(
    grey: NDArray[np.uint8], lattice: Lattice, rows: NDArray[np.intp], cols: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """By how much twins lie beside their places: float64 (P, 2), x and y, px; and which is told.

    `rows` and `cols` are of shape (2, P).
    """
    count = rows.shape[1]
    off, fall, found = np.zeros((count, 2)), np.zeros((count, 2)), np.zeros(count, np.bool_)
    half = [max(3, int(_INSIDE * side)) for side in lattice.pitch]
    reach = [2 + int(_NEAR * side) for side in lattice.pitch]
    x = lattice.origin.x + cols * lattice.pitch[0] - 0.5
    y = lattice.origin.y + rows * lattice.pitch[1] - 0.5
    whole = np.rint(np.stack([x, y], axis=-1)).astype(int)
    # Cells are cut at whole pixels; what is lost by that is made good afterwards.
    rest = np.stack([x, y], axis=-1) - whole
    size = grey.shape[::-1]
    for at in range(count):
        (ax, ay), (bx, by) = whole[:, at]
        wide = half[0] + reach[0], half[1] + reach[1]
        inside = (half[0] <= ax < size[0] - half[0]) and (half[1] <= ay < size[1] - half[1])
        inside &= (wide[0] <= bx < size[0] - wide[0]) and (wide[1] <= by < size[1] - wide[1])
        if not inside:
            continue
        tile = grey[ay - half[1] : ay + half[1] + 1, ax - half[0] : ax + half[0] + 1]
        around = grey[by - wide[1] : by + wide[1] + 1, bx - wide[0] : bx + wide[0] + 1]
        score = np.asarray(cv2.matchTemplate(around, tile, cv2.TM_CCOEFF_NORMED), np.float32)
        best = np.unravel_index(int(score.argmax()), score.shape)
        if not _ALIKE < score[best] <= 1.001:
            continue
        if not all(0 < place < length - 1 for place, length in zip(best, score.shape, strict=True)):
            continue
        down, across = int(best[0]), int(best[1])
        off[at] = (
            across - reach[0] + _top(score[down, across - 1 : across + 2]),
            down - reach[1] + _top(score[down - 1 : down + 2, across]),
        )
        off[at] -= rest[1, at] - rest[0, at]
        fall[at] = _fall(score[down], across), _fall(score[:, across], down)
        found[at] = True
    sharp = np.percentile(fall[found], 90, axis=0) if found.any() else np.zeros(2)
    return off, found[:, None] & (fall > _SHARP * sharp)


def _fall(scores: NDArray[np.float32], top: int) -> float:
    """How far scores fall within two steps from their top, to the side where they fall less."""
    beside = scores[max(0, top - 2)], scores[min(len(scores) - 1, top + 2)]
    return float(scores[top] - max(beside))


def _top(three: NDArray[np.float32]) -> float:
    """Where a parabola through three values has its top, steps from the middle one."""
    low, middle, high = (float(value) for value in three)
    bend = low - 2 * middle + high
    return 0.5 * (low - high) / bend if bend < -1e-6 else 0.0


def _slope(steps: NDArray[np.float64], off: NDArray[np.float64]) -> float:
    """By how much each step is off, px: robust least squares through the origin; 0 in doubt."""
    kept = steps != 0
    change = 0.0
    for _ in range(3):
        if kept.sum() < _PAIRS:
            return 0.0
        square = float((steps[kept] ** 2).sum())
        change = float((steps[kept] * off[kept]).sum()) / square
        left = np.abs(off - change * steps)
        most = max(_LEAST, _STRAY * float(np.median(left[kept])))
        kept = (steps != 0) & (left < most)
    if kept.sum() < _PAIRS:
        return 0.0
    error = float(np.sqrt((left[kept] ** 2).mean() / (steps[kept] ** 2).sum()))
    return change if abs(change) > _SURE * error else 0.0
