"""Centring: the middle of a tile, where only its pitch is known so far.

Twins are laid over each other with their surroundings: they agree as far as the tile reaches and
differ beyond it, so the middle of the agreement is about the middle of the tile. Where the tiles
have edges in common, these lie alike on both sides of the middle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.evidence import NARROW, SURE, WIDE, Grid, Picture, squared

_TWINS = 150
"""Pairs of twins that are laid over each other to see how far the tiles reach."""
_CLEARLY = 1.4
"""How much better another phase must be, seen narrowly and widely, to be preferred."""
_BAND = (0.4, 0.6)
"""Share of a window, along and across the axis, whose profile is looked at."""


def centred(picture: Picture, grid: Grid) -> Grid:
    """The grid moved so that the tiles lie in the middle of its cells."""
    for _ in range(2):
        grid = _aligned(picture, grid)
    # The middle of a place where four tiles meet lies exactly half a pitch off.
    x, y = grid.pitch[0] / 2, grid.pitch[1] / 2
    choices = [grid, grid.shifted(x, 0), grid.shifted(0, y), grid.shifted(x, y)]
    worth = [
        picture.explained(choice, NARROW) * picture.explained(choice, WIDE) for choice in choices
    ]
    best = int(np.argmax(worth))
    if worth[best] <= _CLEARLY * worth[0]:
        return grid
    return _aligned(picture, choices[best])


def _aligned(picture: Picture, grid: Grid) -> Grid:
    """The grid moved to the middle of what its twins agree in."""
    evidence = picture.evidence(grid).ravel()
    sure = np.flatnonzero(evidence > SURE)
    if not sure.size:
        return grid
    sure = sure[np.argsort(-evidence[sure], kind="stable")][:_TWINS]
    patches = picture.patches(grid)
    distances = squared(patches[sure], patches)
    distances[np.arange(len(sure)), sure] = np.inf
    window = picture.windows(grid)
    tiles = [window(int(index)) for index in sure]
    twins = [window(int(index)) for index in distances.argmin(axis=1)]
    x = _middle(tiles, twins, grid.pitch[0])
    tiles = [tile.transpose(1, 0, 2) for tile in tiles]
    twins = [twin.transpose(1, 0, 2) for twin in twins]
    y = _middle(tiles, twins, grid.pitch[1])
    return grid.shifted(x, y)


def _middle(
    tiles: list[NDArray[np.float32]], twins: list[NDArray[np.float32]], pitch: float
) -> float:
    """How far the middle of the tiles lies from that of their windows, along the columns, px."""
    height = len(tiles[0])
    band = slice(int(height * _BAND[0]), int(height * _BAND[1]))
    pairs = zip(tiles, twins, strict=True)
    apart = np.asarray([np.abs(a[band] - b[band]).mean(axis=2) for a, b in pairs])
    place = int(0.75 * (len(apart) - 1))
    difference = np.partition(apart, place, axis=0)[place].mean(axis=0)
    mean = np.mean([tile[band] for tile in tiles], axis=0).mean(axis=(0, 2))
    return _mirrored(mean, pitch, _basin(difference, pitch))


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
