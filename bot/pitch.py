"""The pitch: how far apart the cells lie, told by the ways between things that look alike.

The ways between equal tiles are whole numbers of pitches, along both axes at once; those between
equal letters, icons or patches of ground are not. How well a pitch explains the ways along an axis
is their periodogram (Schuster, 1898). What the best pitches explain is set aside and the rest
searched again, so that a patterned ground or a page of text hides no board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from bot.corners import Twins

MIN_PITCH = 14.0
"""px; a smaller tile holds nothing that could be told apart."""
MAX_PITCH = 260.0
"""px; larger than the tiles of any game on any usual screen."""

RARE = 10
"""Twins of a corner that belongs to a face at most; the corners of the tiles have more."""

_TOGETHER = 40.0
"""px; pairs of corners that lie so near to each other and are moved alike belong to one thing."""
_FEWEST, _ENOUGH = 3, 7
"""So many pairs must belong together before they count, and no more than so many count."""
_JUST_MORE = np.nextafter(1.0, 2.0)
"""Neighbours are asked for that lie nearer than that, which is to say up to 1."""
_OFF = 1.6
"""px by which a way may miss a whole number of pitches."""
_ROUNDS = 4
_LEAST = 12.0
"""Weight of pairs that must be left for another round."""
_TRIED_X, _TRIED_Y = 8, 5
"""Peaks of the periodograms that are tried together."""
SLENDER = 3.2
"""A cell's sides differ by less than this factor."""
_MOST_FOLD = 8
"""Multiples of the finest pitch that are looked at along an axis."""
_FACES = 0.1
"""Share of the pairs that must be of faces, or not of the ground, for these to be asked alone."""
_BLOCK, _WHOLE_BLOCK = 3, 8
"""Side of a square of cells, and how many of them must be moved alike to be a piece of the ground:
equal tiles lie about by chance, so many once in thousands of places even where kinds are four."""
_FAIR = 0.3
"""Share of its pairs that a multiple must explain to be thought of."""


@dataclass(frozen=True, slots=True)
class Pitch:
    """A pitch that a board in the picture may have.

    Parameters
    ----------
    x, y
        px
    share
        of the pairs that the finest pitch of this family explains, which this one explains too
    weight
        of those that it explains
    """

    x: float
    y: float
    share: float
    weight: float


def weights(twins: Twins) -> NDArray[np.float64]:
    """How much each pair tells: float64 (P,); 0 where few pairs around it are moved alike."""
    if not len(twins.a):
        return np.zeros(0)
    places = np.stack(
        [
            twins.x[twins.a] / _TOGETHER,
            twins.y[twins.a] / _TOGETHER,
            twins.across / _OFF,
            twins.down / _OFF,
        ],
        axis=1,
    )
    tree = cKDTree(places)
    apart, _ = tree.query(places, k=_ENOUGH, p=np.inf, distance_upper_bound=_JUST_MORE)
    together = np.count_nonzero(apart <= 1, axis=1)
    return np.where(together >= _FEWEST, np.minimum(together, _ENOUGH) - 1.0, 0.0)


def explained(twins: Twins, pitch: tuple[float, float]) -> NDArray[np.bool_]:
    """Which pairs lie whole pitches apart along both axes: bool (P,)."""
    return _whole(twins.across, pitch[0]) & _whole(twins.down, pitch[1])


def pitches(twins: Twins, weight: NDArray[np.float64]) -> Iterator[list[Pitch]]:
    """Families of pitches, the one that explains most first; in each the finest comes first.

    Parameters
    ----------
    twins : what looks alike
    weight : float64 array of shape (P,), from `weights`
    """
    left = weight.copy()
    for _ in range(_ROUNDS):
        finest = _best(twins, left)
        if finest is None:
            return
        yield list(_family(twins, left, finest))
        left[explained(twins, finest)] = 0.0


def _best(twins: Twins, weight: NDArray[np.float64]) -> tuple[float, float] | None:
    """The pitch that explains the most weight beyond what chance would."""
    across, down = twins.across, twins.down
    total = float(weight.sum())
    moved_x, moved_y = np.where(across != 0, weight, 0.0), np.where(down != 0, weight, 0.0)
    if total < _LEAST or not moved_x.any() or not moved_y.any():
        return None
    best, chosen = 0.0, None
    for x in _peaks(across, moved_x)[:_TRIED_X]:
        fits = _whole(across, x)
        rest = np.where(fits, moved_y, 0.0)
        if not rest.any():
            continue
        for y in _peaks(down, rest)[:_TRIED_Y]:
            sum_of_fits = float(weight[fits & _whole(down, y)].sum())
            chance = total * min(1.0, 2 * _OFF / x) * min(1.0, 2 * _OFF / y)
            if sum_of_fits - chance > best:
                best, chosen = sum_of_fits - chance, (x, y)
    if chosen is None:
        return None
    return _refined(twins, weight, chosen)


def _peaks(ways: NDArray[np.float32], weight: NDArray[np.float64]) -> list[float]:
    """Pitches at which the periodogram of the ways has its peaks, the highest first, px."""
    whole = np.abs(np.rint(ways)).astype(np.intp)
    sums = np.bincount(whole, weights=weight)
    longest = max(float(np.flatnonzero(sums)[-1]), 60.0)
    # Finer than a tenth of a turn at the longest way, or a peak could be stepped over.
    frequency = np.arange(1 / MAX_PITCH, 1 / MIN_PITCH, 0.06 / longest)
    at = np.flatnonzero(sums)
    height = np.cos(2 * np.pi * frequency[:, None] * at) @ sums[at]
    middle = height[1:-1]
    peaks = np.flatnonzero((middle >= height[:-2]) & (middle > height[2:])) + 1
    peaks = peaks[np.argsort(-height[peaks], kind="stable")]
    return [float(1 / frequency[peak]) for peak in peaks]


def _whole(ways: NDArray[np.float32], pitch: float) -> NDArray[np.bool_]:
    """Which ways are whole numbers of pitches: bool (P,)."""
    off = np.abs(ways - pitch * np.rint(ways / pitch))
    return np.asarray(off < min(_OFF, 0.1 * pitch), dtype=np.bool_)


def _refined(
    twins: Twins, weight: NDArray[np.float64], pitch: tuple[float, float]
) -> tuple[float, float]:
    """The pitch by least squares over all the ways that it explains, px.

    A ground laid of one picture again and again lies nearly whole pitches away from itself by
    chance, and moves as a whole. What moves so and is not explained by what the other ways tell is
    such a ground, and tells nothing; frames and patterns that keep to the cells are explained.
    """
    every = _by_least_squares(twins, weight, pitch)
    told = explained(twins, every) & (weight > 0)
    ground = _as_a_whole(twins, told, every)
    rest = np.where(ground, 0.0, weight)
    least = min(rest[told & (way != 0)].sum() for way in (twins.across, twins.down))
    if not ground.any() or least < _FACES * weight[told].sum():
        return every
    others = _by_least_squares(twins, rest, every)
    agreed = weight[ground & explained(twins, others)].sum()
    return every if 2 * agreed > weight[ground].sum() else others


def _by_least_squares(
    twins: Twins, weight: NDArray[np.float64], pitch: tuple[float, float]
) -> tuple[float, float]:
    x, y = pitch
    for _ in range(3):
        fits = np.where(explained(twins, (x, y)), weight, 0.0)
        x, y = _fitted(twins.across, fits, x), _fitted(twins.down, fits, y)
    return x, y


def _as_a_whole(
    twins: Twins, some: NDArray[np.bool_], pitch: tuple[float, float]
) -> NDArray[np.bool_]:
    """Which of some pairs lie as far apart as a block of cells is from its image: bool (P,)."""
    a, sides = twins.a[some], np.asarray(pitch)[::-1]
    cell = np.floor(np.stack([twins.y[a], twins.x[a]], axis=1) / sides).astype(np.int64) + 1
    step = np.rint(np.stack([twins.down[some], twins.across[some]], axis=1) / sides)
    _, way = np.unique(step, axis=0, return_inverse=True)
    # One number for a way and a cell, with room for the cells around.
    rows, cols = (cell.max(axis=0, initial=0) + 2).tolist()
    held = np.unique((way.ravel() * rows + cell[:, 0]) * cols + cell[:, 1])
    reach = range(-(_BLOCK // 2), _BLOCK // 2 + 1)
    around = [np.isin(held + down * cols + across, held) for down in reach for across in reach]
    whole = np.sum(around, axis=0) >= _WHOLE_BLOCK
    found = np.zeros(len(some), np.bool_)
    found[some] = np.isin(way.ravel(), held[whole] // (rows * cols))
    return found


def _fitted(ways: NDArray[np.float32], weight: NDArray[np.float64], pitch: float) -> float:
    steps = np.rint(ways / pitch).astype(np.float64)
    below = float((weight * steps * steps).sum())
    return float((weight * steps * ways).sum()) / below if below else pitch


def _family(
    twins: Twins, weight: NDArray[np.float64], finest: tuple[float, float]
) -> Iterator[Pitch]:
    """The finest pitch and its multiples that explain a fair share of what it explains.

    Faces tell most: they have few twins, while grounds and the tiles themselves have many, and may
    repeat at half a pitch as well.
    """
    fits = explained(twins, finest) & (weight > 0)
    faces = fits & (np.maximum(twins.count[twins.a], twins.count[twins.b]) <= RARE)
    if weight[faces].sum() > _FACES * weight[fits].sum():
        fits = faces
    own, across, down = weight[fits], twins.across[fits], twins.down[fits]
    total = float(own.sum())
    steps_x, steps_y = np.rint(across / finest[0]), np.rint(down / finest[1])
    for times_x in range(1, _MOST_FOLD + 1):
        for times_y in range(1, _MOST_FOLD + 1):
            x, y = finest[0] * times_x, finest[1] * times_y
            if max(x, y) > MAX_PITCH or not 1 / SLENDER < x / y < SLENDER:
                continue
            share = float(own[(steps_x % times_x == 0) & (steps_y % times_y == 0)].sum()) / total
            if share > _FAIR:
                yield Pitch(x, y, share, share * total)
