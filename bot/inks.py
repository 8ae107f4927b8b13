"""Inks: the few exact colours in which signs are drawn straight on a photograph.

A photograph has each of its colours in many shades, and they lie together: in the sky, on a wall.
A game draws its signs in one colour, of which no other shade is seen but where their edges are
smooth, and in many small places, around which the photograph has all kinds of colours.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import uniform_filter

from bot.lens import LONGEST, Lens

_SHIFT, _STEPS = 2, 64
"""Colours are counted in steps of this power of two, grey levels; steps in each channel."""
_OWN, _AROUND = 3, 9
"""Steps, in each channel, that an ink takes, and among which it is by far the commonest."""
_EXACT, _SEEN = 0.5, 0.001
"""Share of the pixels of colours around an ink that have the ink's own; and share of the pixels of
the picture that it takes at least."""
_NEAR = 6
"""Grey levels, in the worst channel, that are one ink."""
_SPECK, _SIGNS, _ONE = 8, 6, 0.35
"""px of a piece of a sign, and pieces that are drawn in an ink at least; and share of all that the
largest one takes at most."""
_RING, _ALIKE = (3, 6), 0.45
"""px from an ink between which the ground around it is looked at, and share of this that may have
one colour: more is a card on which the sign lies."""
_GROUND_SHIFT, _GROUND_PLACES = 4, np.asarray((256, 16, 1))
"""Colours of the ground are counted in steps of this power of two; what those of each channel count
for."""
_MOST = 3
"""Inks in which signs are drawn at most; with more they are pictures."""
_REACHES = (110.0, 12.0)
"""Grey levels from an ink up to which a colour is seen of it: first so far that thin strokes, which
are blends with what lies under them, are seen whole; then hardly any, for where the ground is much
like the ink, it is seldom the same."""


def lenses_over(inks: NDArray[np.uint8]) -> Iterator[Lens]:
    """Lenses through which signs alone are seen that are drawn in inks, (I, 3), RGB.

    Over all of them together first, then over the commonest, for headings may have their own.
    """
    if not len(inks):
        return
    far, exactly = _REACHES
    yield Lens.of_inks(inks, far)
    if len(inks) > 1:
        yield Lens.of_inks(inks[:1], far)
    yield Lens.of_inks(inks, exactly)


def inks_of(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The inks of the signs on a picture, (H, W, 3), RGB, the commonest first: uint8 (I, 3)."""
    steps = (pixels >> _SHIFT).astype(np.int64)
    codes = (steps[..., 0] * _STEPS + steps[..., 1]) * _STEPS + steps[..., 2]
    counts = np.bincount(codes.ravel(), minlength=_STEPS**3).astype(np.float64)
    counts = counts.reshape(_STEPS, _STEPS, _STEPS)
    own = uniform_filter(counts, _OWN, mode="constant") * _OWN**3
    around = uniform_filter(counts, _AROUND, mode="constant") * _AROUND**3
    own[(own < _SEEN * codes.size) | (own < _EXACT * around)] = 0
    inks: list[NDArray[np.uint8]] = []
    while len(inks) <= _MOST and own.any():
        at = np.unravel_index(int(own.argmax()), own.shape)
        near = tuple(slice(max(0, place - _AROUND // 2), place + _AROUND // 2 + 1) for place in at)
        ink = _exactly(pixels, np.asarray(at) << _SHIFT)
        own[near] = 0
        if _are_signs(pixels, ink):
            inks.append(ink)
    return np.asarray(inks if len(inks) <= _MOST else [], np.uint8).reshape(-1, 3)


def _exactly(pixels: NDArray[np.uint8], step: NDArray[np.int64]) -> NDArray[np.uint8]:
    """The colour that most pixels have of those near a step: (3,)."""
    size = 1 << _SHIFT
    low, high = step - size, step + 2 * size - 1
    shown = pixels[cv2.inRange(pixels, low.clip(0, 255), high.clip(0, 255)).view(np.bool_)]
    return np.asarray(np.median(shown, axis=0), np.uint8)


def _are_signs(pixels: NDArray[np.uint8], ink: NDArray[np.uint8]) -> bool:
    """Whether what has the colour of an ink is many small pieces, on a ground of many colours."""
    low, high = ink.astype(np.int64) - _NEAR, ink.astype(np.int64) + _NEAR
    shown = cv2.inRange(pixels, low.clip(0, 255), high.clip(0, 255))
    _, pieces, found, _ = cv2.connectedComponentsWithStats(shown, connectivity=8)
    areas, sides = found[:, cv2.CC_STAT_AREA], found[:, cv2.CC_STAT_WIDTH : cv2.CC_STAT_HEIGHT + 1]
    small = (areas >= _SPECK) & (sides.max(axis=1) <= LONGEST * min(shown.shape))
    small[0] = False
    areas = areas[small]
    if len(areas) < _SIGNS or areas.sum() < _SEEN * shown.size or areas.max() > _ONE * areas.sum():
        return False
    signs = small.astype(np.uint8)[pieces]
    inner, outer = (cv2.dilate(signs, np.ones((3, 3), np.uint8), iterations=by) for by in _RING)
    ground = pixels[outer > inner] >> _GROUND_SHIFT
    colours = np.bincount(ground.astype(np.int64) @ _GROUND_PLACES)
    return bool(len(ground) and colours.max() <= _ALIKE * len(ground))
