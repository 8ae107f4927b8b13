"""Differences of cells, block by block: what tells one face from another may be small.

A cell is seen as overlapping blocks, and the difference of two cells is taken in each, at the best
of the shifts of a pixel or two: games draw on whole pixels, and some of their tiles are a pixel
wider than others. Where ground is seen around the faces, what it explains does not count.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from bot.under import Under, unexplained

BLOCKS = 9
"""A cell is compared in overlapping blocks, two ninths of its size each."""

_FLOOR = 4.0
"""Grey levels any block may differ by, whatever twins do."""
_RIM_FACTORS = (2.5, 1.4, 1.0)
"""How much more than in the middle cells may differ in the outermost blocks, and in the next."""
_NO_SHIFT = 36.0
"""Grey levels in the worst block beyond which no shift makes two cells equal."""
_CEILING = 14.0
"""Grey levels, however much twins differ by the ground that is seen around them."""
_CHUNK = 256
_LARGE = 40
"""px of the shorter side of cells below which equal faces lie no more than one pixel apart."""


def block_differences(
    a: NDArray[np.float32],
    b: NDArray[np.float32],
    at: NDArray[np.intp],
    to: NDArray[np.intp],
    under: tuple[Under, Under] | None = None,
    *,
    reach: int = 2,
) -> NDArray[np.float32]:
    """Colour difference of pairs of cells, block by block, at the best shift of a pixel or two.

    The best shift of the cells counts, or that of each block by itself where it makes equal what
    looked different: writing is set on whole pixels within a tile that need not be.

    Parameters
    ----------
    a, b : float32 arrays of shape (N, h, w, 3) and (M, h, w, 3), RGB
    at, to : int arrays of shape (P,); pair i is a[at[i]] and b[to[i]]
    under : the ground under a and b, where it is seen around faces
    reach : px by which equal faces may lie apart; of small cells, 1

    Returns
    -------
    differences : float32 array of shape (P, n, n), grey levels
    """
    reach = reach if min(a.shape[1:3]) >= _LARGE else 1
    return np.concatenate(
        [
            _shifted_differences(
                a[at[i : i + _CHUNK]],
                b[to[i : i + _CHUNK]],
                under and (under[0][at[i : i + _CHUNK]], under[1][to[i : i + _CHUNK]]),
                reach,
            )
            for i in range(0, max(1, len(at)), _CHUNK)
        ]
    )


def same_place(
    a: NDArray[np.float32], b: NDArray[np.float32], under: tuple[Under, Under] | None = None
) -> NDArray[np.float32]:
    """Colour difference of pairs of cells laid over each other as they are, block by block.

    Parameters
    ----------
    a, b : float32 arrays of shape (N, h, w, 3), RGB; pair i is a[i] and b[i]
    under : the ground under a and b, where it is seen around faces

    Returns
    -------
    differences : float32 array of shape (N, n, n), grey levels
    """
    apart = a - b
    if under is None:
        return _block_means(np.sqrt(np.einsum("phwc,phwc->phw", apart, apart)))
    return _block_means(unexplained(apart, *under))


def rim(blocks: NDArray[np.float32]) -> NDArray[np.float32]:
    """Difference of pairs of cells in the middle one of the blocks along the rim: (P,)."""
    sides = [blocks[:, 0], blocks[:, -1], blocks[:, 1:-1, 0], blocks[:, 1:-1, -1]]
    return np.asarray(np.median(np.concatenate(sides, axis=1), axis=1), dtype=np.float32)


def _shifted_differences(
    a: NDArray[np.float32],
    b: NDArray[np.float32],
    under: tuple[Under, Under] | None,
    reach: int,
) -> NDArray[np.float32]:
    best_shift = _best_shifts(a, b, reach)
    best = np.empty((len(a), BLOCKS - 1, BLOCKS - 1), np.float32)
    for shift in _square(reach):
        at = np.flatnonzero((best_shift == shift).all(axis=1))
        if at.size:
            best[at] = _laid_over(a[at], b[at], _of(under, at), shift, reach)
    worst = best.max(axis=(1, 2), initial=0)
    maybe = (worst > _FLOOR) & (worst < _NO_SHIFT)
    for shift in _square(reach):
        beside = np.abs(best_shift - shift).max(axis=1) == 1
        at = np.flatnonzero(maybe & beside)
        if at.size:
            moved = _laid_over(a[at], b[at], _of(under, at), shift, reach)
            best[at] = np.minimum(best[at], moved)
    return best


def _square(reach: int) -> list[tuple[int, int]]:
    """All shifts down and across by so many pixels, the least first: those win a tie."""
    reached = range(-reach, reach + 1)
    return sorted(product(reached, reached), key=lambda shift: (max(map(abs, shift)), shift))


def _of(under: tuple[Under, Under] | None, at: NDArray[np.intp]) -> tuple[Under, Under] | None:
    return under and (under[0][at], under[1][at])


def _laid_over(
    a: NDArray[np.float32],
    b: NDArray[np.float32],
    under: tuple[Under, Under] | None,
    shift: tuple[int, int],
    reach: int,
) -> NDArray[np.float32]:
    """Differences of pairs of cells at one shift."""
    height, width = a.shape[1:3]
    inner = slice(reach, height - reach), slice(reach, width - reach)
    moved = tuple(
        slice(part.start + by, part.stop + by) for part, by in zip(inner, shift, strict=True)
    )
    grounds = under and (under[0].part(*inner), under[1].part(*moved))
    return same_place(a[:, *inner], b[:, *moved], grounds)


def _best_shifts(a: NDArray[np.float32], b: NDArray[np.float32], reach: int) -> NDArray[np.intp]:
    """How far down and across each of b is moved to lay it over a best: int (P, 2).

    Seen in green, which is most of what is light. Larger moves are tried beside the best small one.
    """
    height, width = a.shape[1:3]
    inner = np.ascontiguousarray(a[:, reach : height - reach, reach : width - reach, 1])
    other = np.ascontiguousarray(b[..., 1])
    best = np.zeros((len(a), 2), np.intp)
    least = np.full(len(a), np.inf)
    at = np.arange(len(a))
    for size in range(reach + 1):
        if size > 1:
            at = np.flatnonzero(np.abs(best).max(axis=1) == size - 1)
        for down, across in _square(reach):
            if max(abs(down), abs(across)) != size or not at.size:
                continue
            top, left = reach + down, reach + across
            moved = other[at, top : top + inner.shape[1], left : left + inner.shape[2]]
            apart = np.abs(inner[at] - moved).sum(axis=(1, 2))
            less = apart < least[at]
            least[at[less]] = apart[less]
            best[at[less]] = down, across
    return best


def _block_means(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
    """Means over blocks of 2 x 2 ninths that overlap by half: (P, n, n)."""
    height, width = pictures.shape[1:3]
    y = np.linspace(0, height, BLOCKS + 1).astype(int)
    x = np.linspace(0, width, BLOCKS + 1).astype(int)
    sums = np.add.reduceat(np.add.reduceat(pictures, y[:-1], axis=1), x[:-1], axis=2)
    sums /= np.outer(np.diff(y), np.diff(x))
    corners = sums[:, 1:, 1:] + sums[:, :-1, 1:] + sums[:, 1:, :-1] + sums[:, :-1, :-1]
    return np.asarray(corners / 4, dtype=np.float32)


def tolerance_of(twins: NDArray[np.float32]) -> NDArray[np.float32]:
    """What twins differ by, block by block: float32 (n, n), grey levels, from (P, n, n)."""
    if not len(twins):
        return np.full(twins.shape[1:], _FLOOR, np.float32)
    tolerance = np.minimum(np.percentile(twins, 75, axis=0) + _FLOOR, _CEILING)
    return np.asarray(tolerance * _rim_factor(*tolerance.shape), dtype=np.float32)


def _rim_factor(rows: int, cols: int) -> NDArray[np.float64]:
    """How much more than the middle the blocks may differ: the rim shows ground and shadows."""
    y, x = (np.minimum(np.arange(n), np.arange(n)[::-1]) for n in (rows, cols))
    ring = np.minimum(y[:, None], x[None]).clip(0, len(_RIM_FACTORS) - 1)
    return np.asarray(np.asarray(_RIM_FACTORS)[ring], dtype=np.float64)


def differences(blocks: NDArray[np.float32], tolerance: NDArray[np.float32]) -> NDArray[np.float32]:
    """Difference of pairs of cells in tolerances: that of the worst block. Shape (P,)."""
    return np.asarray((blocks / tolerance).max(axis=(1, 2)), dtype=np.float32)
