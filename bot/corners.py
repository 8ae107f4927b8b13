"""Corners: places in a picture that can be known again, and which of them look alike.

Corners are found as by Shi and Tomasi (Good Features to Track, 1994), and each is described by the
colours around it. A game draws every face several times, so most corners of its tiles have twins,
and the way from one to the other is a whole number of cells along both axes.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

MOST = 3200
"""Corners kept at most; the work grows with their square."""

_APART = 5
"""px from one corner to the next."""
_BLOCK = 64
"""px; corners are drawn evenly from blocks of this side, so that text leaves room for tiles."""
_PARTS = 5
"""The surroundings are described by the mean colours of 5 x 5 parts."""
_FLAT = 30.0
"""Variance of the parts, all channels together, below which a corner is none."""
_FEW = 8
"""Twins followed up where a corner has many: those most alike."""
_BAND, _AROUND = 128, 2
"""Rows of a picture that are looked through at once, and rows around them that have a say."""
_ROWS = 128
"""Corners compared with all at once, which keeps the work in the cache."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How corners are compared.

    Parameters
    ----------
    reach : px around a corner that describe it
    noise, share, cap : mean squared difference of the parts that twins may have: so much, and a
        share of their variance, but never more than the cap
    """

    reach: int
    noise: float
    share: float
    cap: float


STRICTLY = Manner(7, 30.0, 0.02, 400.0)
"""Tiles drawn alike, with some of their surroundings."""
LOOSELY = Manner(4, 120.0, 0.08, 1600.0)
"""Small details of tiles that are not drawn quite alike, as when a game is scaled: what lies around
them is a ground that varies. Twins by chance are many, too."""


@dataclass(frozen=True, slots=True, eq=False)
class Twins:
    """Corners of a picture and the pairs that look alike.

    Parameters
    ----------
    x, y : float32 arrays of shape (N,); the corners, px
    a, b : int arrays of shape (P,); pair k is the corners a[k] and b[k]
    count : int array of shape (N,); how many twins each corner has, followed up or not
    """

    x: NDArray[np.float32]
    y: NDArray[np.float32]
    a: NDArray[np.intp]
    b: NDArray[np.intp]
    count: NDArray[np.intp]

    @property
    def across(self) -> NDArray[np.float32]:
        """The way from corner a to corner b of each pair along x: (P,), px."""
        return self.x[self.b] - self.x[self.a]

    @property
    def down(self) -> NDArray[np.float32]:
        """The way from corner a to corner b of each pair along y: (P,), px."""
        return self.y[self.b] - self.y[self.a]


def find_twins(pixels: NDArray[np.uint8], manner: Manner = STRICTLY) -> Twins:
    """The corners of a picture, and the pairs of them that look alike.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    manner : how they are compared
    """
    x, y = _corners(pixels, manner.reach)
    looks = _looks(pixels, x, y, manner.reach)
    parts = looks.reshape(len(looks), _PARTS * _PARTS, 3)
    parts = parts - parts.mean(axis=1, keepdims=True)
    spread = np.einsum("npc,npc->n", parts, parts) / np.float32(_PARTS * _PARTS)
    kept = spread > _FLAT
    x, y, looks, spread = x[kept], y[kept], looks[kept], spread[kept]
    limit = np.minimum(manner.noise + manner.share * spread, manner.cap)
    a, b, count = _pairs(looks, limit)
    return Twins(x.astype(np.float32), y.astype(np.float32), a, b, count)


def _corners(pixels: NDArray[np.uint8], reach: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Corners, evenly over the picture, the strongest of each block first: x and y, px."""
    height, width = pixels.shape[:2]
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    strength = _strengths(grey)
    side = 2 * _APART + 1
    top = cv2.dilate(strength, np.ones((side, side), np.uint8))
    y, x = np.divmod(np.flatnonzero((strength >= top) & (strength > 1e-4)), width)
    inside = (x >= reach) & (y >= reach) & (x < width - reach) & (y < height - reach)
    x, y = x[inside], y[inside]
    if len(x) > MOST:
        block = (y // _BLOCK) * (width // _BLOCK + 1) + x // _BLOCK
        order = np.lexsort((-strength[y, x], block))
        starts = np.flatnonzero(np.diff(block[order], prepend=-1))
        sizes = np.diff(np.append(starts, len(order)))
        rank = np.arange(len(order)) - np.repeat(starts, sizes)
        chosen = np.sort(order[np.argsort(rank, kind="stable")[:MOST]])
        x, y = x[chosen], y[chosen]
    return x, y


def _strengths(grey: NDArray[np.uint8]) -> NDArray[np.float32]:
    """How much of a corner each pixel is, (H, W), taken in bands that stay in the cache."""
    strength = np.empty(grey.shape, np.float32)
    for top in range(0, len(grey), _BAND):
        above = max(0, top - _AROUND)
        band = cv2.cornerMinEigenVal(grey[above : top + _BAND + _AROUND], 3)
        strength[top : top + _BAND] = band[top - above : top - above + _BAND]
    return strength


def _looks(
    pixels: NDArray[np.uint8], x: NDArray[np.intp], y: NDArray[np.intp], reach: int
) -> NDArray[np.float32]:
    """Mean colours of the parts around each corner: float32 (N, parts * 3)."""
    sums = cv2.integral(pixels, sdepth=cv2.CV_32S)
    steps = np.rint(np.linspace(-reach, reach + 1, _PARTS + 1)).astype(np.intp)
    at = sums[(y[:, None] + steps)[:, :, None], (x[:, None] + steps)[:, None, :]]
    parts = at[:, 1:, 1:] - at[:, :-1, 1:] - at[:, 1:, :-1] + at[:, :-1, :-1]
    sizes = np.outer(np.diff(steps), np.diff(steps))[None, :, :, None]
    return np.asarray((parts / sizes).reshape(len(x), _PARTS * _PARTS * 3), dtype=np.float32)


def _pairs(
    looks: NDArray[np.float32], limit: NDArray[np.float32]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Pairs of looks that are as near as their limits allow, and how many each look has."""
    length = np.einsum("nd,nd->n", looks, looks)[:, None]
    # One product gives the squares of all distances: of looks with two numbers more.
    one = np.ones_like(length)
    first = np.concatenate([looks, length, one], axis=1)
    second = np.concatenate([-2 * looks, one, length], axis=1)
    most = _PARTS * _PARTS * limit[:, None]
    count, found = np.zeros(len(looks), np.intp), [np.empty(0, np.intp)]
    for start in range(0, len(looks), _ROWS):
        some = slice(start, start + _ROWS)
        apart = first[some] @ second.T
        np.fill_diagonal(apart[:, start:], np.inf)
        alike = apart < most[some]
        count[some] = np.count_nonzero(alike, axis=1)
        # What stands everywhere, such as the corners of the tiles themselves, would flood the rest.
        for row in np.flatnonzero(count[some] > _FEW).tolist():
            near = np.flatnonzero(alike[row])
            alike[row] = False
            alike[row, near[np.argpartition(apart[row, near], _FEW)[:_FEW]]] = True
        found.append(np.flatnonzero(alike) + start * len(looks))
    a, b = np.divmod(np.concatenate(found), max(1, len(looks)))
    pairs = np.unique(np.minimum(a, b) * len(looks) + np.maximum(a, b))
    a, b = np.divmod(pairs, max(1, len(looks)))
    return a, b, count
