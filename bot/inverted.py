"""A pair that is drawn in inverted colours: how some games show which two tiles a hint names."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.cutting import core, middle
from bot.distances import squared

_PAIR, _LEAST = 2, 4
"""Tiles that are marked at a time; and kinds that tell, at least, how unlike others one usually is.
"""
_NEARER = 0.5
"""Share of the squared difference from the next that is clearly less."""
_LONELIER = 1.5
"""How many times the squared difference of any other kind from the one that it is most like: that
of a kind which is drawn otherwise than all others."""
_WITHIN, _EVEN, _WHITE = (90, 2.0), 1.0, 255
"""Percentile of the squared differences within kinds, and times that much within which two tiles
show one face; squared difference that says nothing, grey levels; and the brightest of them."""


def as_negative(
    kinds: NDArray[np.int64], cells: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """The kinds, where two tiles that show one in inverted colours are of it, and these two.

    Black and white pieces are each other's negatives, too, but then other faces are as like them as
    faces usually are; a plate in colours that no other tile has makes a kind far lonelier.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    none = np.empty(0, np.intp)
    names, firsts, counts = np.unique(kinds, return_index=True, return_counts=True)
    firsts, counts, names = firsts[names > 0], counts[names > 0], names[names > 0]
    if len(names) < _LEAST or not (counts == _PAIR).any():
        return kinds, none
    whole, inner = (np.ascontiguousarray(part(cells[firsts])) for part in (core, middle))
    alike = squared(whole, whole, None)
    np.fill_diagonal(alike, np.inf)
    nearest = alike.min(axis=1)
    own = int(nearest.argmax())
    if counts[own] != _PAIR or nearest[own] < _LONELIER * np.delete(nearest, own).max():
        return kinds, none
    others = np.delete(np.arange(len(names)), own)
    # Around plates without corners lies ground, which is as it always is.
    opposite = squared(_WHITE - inner[own : own + 1], inner[others], None)[0]
    first, second = np.argsort(opposite)[:2]
    lasts = [int(np.flatnonzero(kinds == name)[-1]) for name in names]
    within = np.square(inner - middle(cells[lasts])).mean(axis=(1, 2, 3))
    usual = _WITHIN[1] * (float(np.percentile(within, _WITHIN[0])) + _EVEN)
    if opposite[first] > min(usual, _NEARER * opposite[second], _NEARER**2 * nearest[own]):
        return kinds, none
    pair = kinds == names[own]
    return np.where(pair, names[others[first]], kinds), np.flatnonzero(pair)
