"""Things: what stands by itself on a ground, and which of it looks alike.

Where most tiles of a board are gone, those left stand by themselves. Each is then seen as a whole:
a patch that differs from the ground around it. Equal patches lie whole pitches apart, and of a few
of them that tells more than their corners do, for letters and panels have corners, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.corners import Twins
from bot.frame import pixels_apart

_GROUND = 25
"""Half the px over which the ground is the median of what is seen."""
_STANDS_OUT, _NOISE = 16.0, 4.0
"""Grey levels by which a thing differs from the ground at least, and times the usual difference:
patterns of the ground are no things."""
_LEAST, _MOST = 12, 200
"""px of the sides of a thing, at least and at most."""
_FILLED = 0.15
"""Share of its box that a thing fills at least."""
_MANY, _OFTEN = 700, 12
"""Things that are compared, the largest; and equal ones that are more than a kind has: letters."""
_BESIDE, _SIZES = 3, 3
"""px by which equal things may lie beside their boxes, and by which these may differ."""
_COLOUR, _ALIKE = 16.0, 14.0
"""Grey levels in the mean of a channel, and on the whole, by which equal things differ at most."""
_POINTS = (0.1, 0.5, 0.9)
"""Where in a box its points lie, along each axis."""


@dataclass(frozen=True, slots=True, eq=False)
class _Thing:
    """What stands by itself: left, top, width and height, px, its pixels and its mean colour."""

    box: tuple[int, int, int, int]
    mask: NDArray[np.uint8]
    colour: NDArray[np.float64]


def find_things(pixels: NDArray[np.uint8]) -> tuple[Twins, NDArray[np.float64]]:
    """The things in a picture, nine points of each, and the pairs that look alike.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB

    Returns
    -------
    twins : those of which there are some alike
    boxes : float64 array of shape (N, 4); of all things, middle x and y, width and height, px
    """
    groups: dict[int, tuple[_Thing, list[tuple[int, int]]]] = {}
    things = _things(pixels)
    for number, others in enumerate(_maybe_alike(things)):
        for first, places in (groups[other] for other in others if other in groups):
            if (at := _place_of(pixels, first, things[number])) is not None:
                places.append(at)
                break
        else:
            groups[number] = things[number], [things[number].box[:2]]
    x: list[float] = []
    y: list[float] = []
    a: list[int] = []
    b: list[int] = []
    count: list[int] = []
    each = len(_POINTS) ** 2
    for first, places in groups.values():
        if not 1 < len(places) <= _OFTEN:
            continue
        begin = len(x)
        for left, top in places:
            x += [left + share * first.box[2] for share in _POINTS for _ in _POINTS]
            y += [top + share * first.box[3] for _ in _POINTS for share in _POINTS]
        for one, other in combinations(range(len(places)), 2):
            a += range(begin + one * each, begin + (one + 1) * each)
            b += range(begin + other * each, begin + (other + 1) * each)
        count += [len(places) - 1] * (len(places) * each)
    twins = Twins(
        np.asarray(x, np.float32),
        np.asarray(y, np.float32),
        np.asarray(a, np.intp),
        np.asarray(b, np.intp),
        np.asarray(count, np.intp),
    )
    boxes = np.asarray([thing.box for thing in things], np.float64).reshape(len(things), 4)
    boxes[:, :2] += boxes[:, 2:] / 2
    return twins, boxes


def _things(pixels: NDArray[np.uint8]) -> list[_Thing]:
    """What stands by itself, the largest first."""
    height, width = pixels.shape[:2]
    half = cv2.resize(pixels, (max(1, width // 2), max(1, height // 2)))
    ground = cv2.resize(cv2.medianBlur(half, 2 * _GROUND + 1), (width, height))
    soft = cv2.GaussianBlur(pixels, (3, 3), 0)
    shown = pixels_apart(np.asarray(soft, np.uint8), np.asarray(ground, np.uint8))
    limit = max(_STANDS_OUT, _NOISE * float(np.median(shown)))
    stands = cv2.morphologyEx((shown > limit).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3)))
    _, labels, boxes, _ = cv2.connectedComponentsWithStats(stands, connectivity=8)
    sides, filled = boxes[:, 2:4], boxes[:, 4] / (boxes[:, 2] * boxes[:, 3])
    fit = (sides.min(axis=1) >= _LEAST) & (sides.max(axis=1) <= _MOST) & (filled > _FILLED)
    fit[0] = False
    chosen = np.flatnonzero(fit)
    chosen = chosen[np.argsort(-boxes[chosen, 4], kind="stable")][:_MANY]
    found = []
    for number in chosen.tolist():
        left, top, across, down = boxes[number, :4].tolist()
        part = (slice(top, top + down), slice(left, left + across))
        mask = (labels[part] == number).astype(np.uint8)
        colour = pixels[part][mask > 0].mean(axis=0)
        found.append(_Thing((left, top, across, down), mask, colour))
    return found


def _maybe_alike(things: list[_Thing]) -> list[list[int]]:
    """For each thing the earlier ones that are nearly as large and of nearly its colour."""
    if not things:
        return []
    sides = np.asarray([thing.box[2:] for thing in things])
    colours = np.asarray([thing.colour for thing in things])
    return [
        np.flatnonzero(
            (np.abs(sides[:at] - sides[at]).max(axis=1) <= _SIZES)
            & (np.abs(colours[:at] - colours[at]).max(axis=1) <= _COLOUR)
        ).tolist()
        for at in range(len(things))
    ]


def _place_of(pixels: NDArray[np.uint8], first: _Thing, thing: _Thing) -> tuple[int, int] | None:
    """Left and top of a thing, px, where it fits best upon one as large; None if they differ."""
    left, top = thing.box[:2]
    across, down = thing.box[2:]
    x, y, width, height = first.box
    left, top = left - _BESIDE, top - _BESIDE
    right, bottom = left + width + 2 * _BESIDE, top + height + 2 * _BESIDE
    if left < 0 or top < 0 or right > pixels.shape[1] or bottom > pixels.shape[0]:
        return None
    square = cv2.matchTemplate(
        pixels[top:bottom, left:right],
        pixels[y : y + height, x : x + width],
        cv2.TM_SQDIFF,
        mask=np.ascontiguousarray(first.mask[..., None].repeat(3, axis=2)),
    )
    down, across = divmod(int(square.argmin()), square.shape[1])
    usual = np.sqrt(max(0.0, float(square.min())) / (3 * max(1, int(np.count_nonzero(first.mask)))))
    return (left + across, top + down) if usual <= _ALIKE else None
