"""A pair that is drawn in inverted colours: how some games show which two tiles a hint names."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.cutting import core, middle, usual_look
from bot.distances import squared

_PAIR, _LEAST = 2, 4
"""Tiles that are marked at a time; and kinds that tell, at least, how unlike others one usually is.
"""
_NEARER, _LONELIER = 0.5, 1.5
"""Share of the squared difference from the next that is clearly less; and how many times that of
any other kind from the one that it is most like is that of a kind which is drawn otherwise than all
others."""
_OFTEN, _TIMES, _EVEN = 90, 2.0, 1.0
"""Percentile of the squared differences within kinds, and times that much within which two tiles
show one face; and squared difference that says nothing, grey levels."""
_DRAWN = 6.0
"""Grey levels by which the middle of a tile varies that has anything drawn on it."""
_WHITE = 255.0


def as_negative(
    kinds: NDArray[np.int64], cells: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """The kinds, where two tiles that show one in inverted colours are of it, and these two.

    Black and white pieces are each other's negatives, too, but others are then as like them as
    faces usually are; a plate in colours that no other tile has makes a kind far lonelier. Of tiles
    that are nothing but a colour nothing is told.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    none = np.empty(0, np.intp)
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    if len(names) < _LEAST or not (counts == _PAIR).any():
        return kinds, none
    tiles = [np.flatnonzero(kinds == name) for name in names]
    faces = np.asarray([usual_look(cells[each]) for each in tiles], np.float32)
    whole, inner = (np.ascontiguousarray(part(faces)) for part in (core, middle))
    alike = squared(whole, whole, None)
    np.fill_diagonal(alike, np.inf)
    nearest = alike.min(axis=1)
    own = int(nearest.argmax())
    lonely = nearest[own] >= _LONELIER * np.delete(nearest, own).max()
    if counts[own] != _PAIR or not lonely or inner[own].std(axis=(0, 1)).max() < _DRAWN:
        return kinds, none
    others = np.delete(np.arange(len(names)), own)
    # Around plates without corners lies ground, which is as it always is.
    opposite = squared(_WHITE - inner[own : own + 1], inner[others], None)[0]
    first, second = np.argsort(opposite)[:2]
    within = [_apart(cells[each[0]], cells[each[-1]]) for each in tiles]
    usual = _TIMES * (float(np.percentile(within, _OFTEN)) + _EVEN)
    if opposite[first] > min(usual, _NEARER * opposite[second], _NEARER**2 * nearest[own]):
        return kinds, none
    pair = kinds == names[own]
    return np.where(pair, names[others[first]], kinds), np.flatnonzero(pair)


def _apart(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Mean squared difference of the middles of two cells, (h, w, 3)."""
    both = middle(np.stack([one, other]))
    return float(np.square(both[0] - both[1]).mean())
