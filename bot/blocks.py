"""Differences of cells, block by block: what tells one face from another may be small.

Two cells are laid over each other at the best of the shifts of a pixel or two, for games draw on
whole pixels, and some of their tiles are a pixel wider than others. Then each pixel of the one is
compared with all that the other shows half-way to the next pixels, so that an edge drawn between
two pixels costs little, and a stroke that only one of them has counts. Where ground is seen around
the faces, what it explains does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bot.planes import BLOCKS, HALF_WAY, Planes, Window, stretches
from bot.under import Under, Ways, dot

_FLOOR = 4.0
"""Grey levels any block may differ by, whatever twins do."""
_RIM_FACTORS = (2.5, 1.4, 1.0)
"""How much more than in the middle cells may differ in the outermost blocks, and in the next."""
_CEILING = 14.0
"""Grey levels, however much twins differ by the ground that is seen around them."""
_CHUNK = 1 << 15
"""Pixels compared at once, which keeps the work in the cache."""
_MORE = 8
"""So many times more are put together where grounds are seen, for few pixels differ there."""
_COPY = 0.25
"""Grey levels up to which two cells are copies, laid over each other as they are."""
_LARGE = 40
"""px of the shorter side of cells below which equal faces lie no more than one pixel apart."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """Pairs of cells: pair i is a[at[i]] and b[to[i]].

    Parameters
    ----------
    a, b : cells made ready
    at, to : int arrays of shape (P,)
    """

    a: Planes
    b: Planes
    at: NDArray[np.intp]
    to: NDArray[np.intp]

    def __getitem__(self, some: NDArray[np.intp] | slice) -> _Pairs:
        return _Pairs(self.a, self.b, self.at[some], self.to[some])


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

    What a pixel differs by from all that the other cell shows half-way to the next pixels, and the
    same seen from the other cell: the larger of the two counts.

    Parameters
    ----------
    a, b : float32 arrays of shape (N, h, w, 3) and (M, h, w, 3), RGB
    at, to : int arrays of shape (P,); pair i is a[at[i]] and b[to[i]]
    under : the ground under a and b, where it is seen around faces
    reach : px by which equal faces may lie apart, 1 or 2; small cells never by more than 1

    Returns
    -------
    differences : float32 array of shape (P, n, n), grey levels
    """
    used_a, at = np.unique(at, return_inverse=True)
    used_b, to = np.unique(to, return_inverse=True)
    first = Planes.of(a[used_a], under and under[0][used_a])
    return planes_apart(first, Planes.of(b[used_b], under and under[1][used_b]), at, to, reach)


def planes_apart(
    a: Planes, b: Planes, at: NDArray[np.intp], to: NDArray[np.intp], reach: int = 2
) -> NDArray[np.float32]:
    """The same for cells made ready before, which pays where some are compared again and again.

    `reach` is what it is there: of cells whose shorter side is below 40 px, it is 1.
    """
    reach = reach if min(a.height, a.width) >= _LARGE else 1
    window = Window.of(a.height, a.width, reach)
    pairs = _Pairs(a, b, at, to)
    shifts = _best_shifts(pairs, window, reach)
    blocks = np.empty((len(at), BLOCKS - 1, BLOCKS - 1), np.float32)
    step = max(1, _CHUNK // window.count) * (1 if a.apart is None else _MORE)
    for start in range(0, len(at), step):
        some = slice(start, start + step)
        blocks[some] = window.means(_Laid.of(pairs[some], window, shifts[some]).apart(window))
    return blocks


def same_place(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Colour difference of pairs of cells laid over each other as they are, block by block.

    Parameters
    ----------
    a, b : float32 arrays of shape (N, h, w, 3), RGB; pair i is a[i] and b[i]

    Returns
    -------
    differences : float32 array of shape (N, n, n), grey levels
    """
    apart = np.ascontiguousarray(np.moveaxis(a - b, -1, 0))
    square = dot(apart, apart)
    return Window.of(*a.shape[1:3], 0).means(np.sqrt(square, out=square))


def rim(blocks: NDArray[np.float32]) -> NDArray[np.float32]:
    """Difference of pairs of cells in the middle one of the blocks along the rim: (P,)."""
    sides = [blocks[:, 0], blocks[:, -1], blocks[:, 1:-1, 0], blocks[:, 1:-1, -1]]
    ordered = np.sort(np.concatenate(sides, axis=1), axis=1)
    count = ordered.shape[1]
    return np.asarray((ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2, np.float32)


def _square(reach: int) -> list[tuple[int, int]]:
    """All shifts down and across by so many pixels, the least first: those win a tie."""
    reached = range(-reach, reach + 1)
    return sorted(product(reached, reached), key=lambda shift: (max(map(abs, shift)), shift))


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One cell of each of some pairs, where it is laid on the other.

    Parameters
    ----------
    planes : cells made ready
    chosen, start : int arrays of shape (P,); which cells, and where their stretches begin
    """

    planes: Planes
    chosen: NDArray[np.intp]
    start: NDArray[np.intp]

    def __getitem__(self, some: slice) -> _Side:
        return _Side(self.planes, self.chosen[some], self.start[some])

    def whole(self, rows: NDArray[np.float32], window: Window) -> NDArray[np.float32]:
        """The stretches of rows of the planes, (..., N, L): (..., P, count)."""
        return stretches(rows, self.chosen, self.start, window.count)

    def pixels(self, pair: NDArray[np.intp], pixel: NDArray[np.intp]) -> _Pixels:
        """Some pixels of the stretches: int (K,), of which pair, and which of its stretch."""
        first = self.chosen * self.planes.colours.shape[-1] + self.start
        return _Pixels(self.planes, np.asarray(first[pair] + pixel, np.intp))


@dataclass(frozen=True, slots=True, eq=False)
class _Pixels:
    """Some pixels of one side of pairs.

    Parameters
    ----------
    planes : cells made ready
    at : int array of shape (K,); where they lie in all rows of the planes together
    """

    planes: Planes
    at: NDArray[np.intp]

    def __getitem__(self, some: NDArray[np.intp]) -> _Pixels:
        return _Pixels(self.planes, self.at[some])

    def of(self, rows: NDArray[np.float32], *, by: int = 0) -> NDArray[np.float32]:
        """What rows of the planes, (..., N, L), show so many pixels on: (..., K)."""
        together = rows.reshape(*rows.shape[:-2], -1)
        return np.asarray(together.take(self.at + by if by else self.at, axis=-1), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """Some pairs of cells that are laid over each other."""

    one: _Side
    other: _Side

    @classmethod
    def of(cls, pairs: _Pairs, window: Window, shifts: NDArray[np.intp]) -> _Laid:
        """Pairs of cells, the second of each moved down and across: int (P, 2)."""
        here = np.full(len(pairs.at), window.first)
        there = here + shifts @ (window.width, 1)
        return cls(_Side(pairs.a, pairs.at, here), _Side(pairs.b, pairs.to, there))

    def __getitem__(self, some: slice) -> _Laid:
        return _Laid(self.one[some], self.other[some])

    def apart(self, window: Window) -> NDArray[np.float32]:
        """The differences of the pairs, pixel by pixel: (P, count), grey levels."""
        if self.one.planes.apart is not None and self.other.planes.apart is not None:
            return self._apart_on_grounds(window)
        one, within, other, within_one = self.within_bounds(window)
        forth, back = one - within, within_one - other
        square = np.maximum(dot(forth, forth), dot(back, back))
        return np.asarray(np.sqrt(square, out=square), np.float32)

    def within_bounds(self, window: Window) -> tuple[NDArray[np.float32], ...]:
        """The colours of the first, these brought within the bounds of the second, and so back.

        Four arrays of shape (3, P, count).
        """
        a, b = self.one.planes, self.other.planes
        one, low, high = (self.one.whole(rows, window) for rows in (a.colours, a.low, a.high))
        other, least, most = (self.other.whole(rows, window) for rows in (b.colours, b.low, b.high))
        return one, _clipped(one, least, most), other, _clipped(other, low, high)

    def _apart_on_grounds(self, window: Window) -> NDArray[np.float32]:
        """The differences where grounds are seen, which explain some."""
        size = np.zeros((len(self.one.chosen), window.count), np.float32)
        step = max(1, _CHUNK // window.count)
        starts = range(0, len(size), step)
        shown = [self[at : at + step].shown(window) + at * window.count for at in starts]
        every = np.concatenate([np.empty(0, np.intp), *shown])
        for start in range(0, len(every), _CHUNK):
            at = every[start : start + _CHUNK]
            pair, pixel = np.divmod(at, window.count)
            found = _beyond_grounds(self.one.pixels(pair, pixel), self.other.pixels(pair, pixel))
            size.reshape(-1)[at] = found
        return size

    def shown(self, window: Window) -> NDArray[np.intp]:
        """Which of all pixels that are compared may be no ground in one cell at least: (K,)."""
        a, b = self.one.planes, self.other.planes
        assert a.apart is not None
        assert b.apart is not None
        far = np.maximum(self.one.whole(a.apart, window), self.other.whole(b.apart, window))
        return np.flatnonzero((far > 0) & window.compared)


def _clipped(
    colours: NDArray[np.float32], low: NDArray[np.float32], high: NDArray[np.float32]
) -> NDArray[np.float32]:
    """What `numpy.clip` gives, which takes three times as long where bounds are arrays."""
    found = np.maximum(colours, low)
    return np.minimum(found, high, out=found)


def _beyond_grounds(one: _Pixels, other: _Pixels) -> NDArray[np.float32]:
    """What pairs of pixels differ by beyond what their grounds explain: (K,), grey levels."""
    a, b = one.planes, other.planes
    colour, its = one.of(a.colours), other.of(b.colours)
    within = _clipped(colour, other.of(b.low), other.of(b.high))
    its_within = _clipped(its, one.of(a.low), one.of(a.high))
    # Where colours lie within each other's bounds nothing differs.
    some = np.flatnonzero(((colour != within) | (its != its_within)).any(axis=0))
    seen = tuple(each.take(some, axis=1) for each in (colour, within, its, its_within))
    size = np.zeros(len(one.at), np.float32)
    size[some] = _unexplained(one[some], other[some], seen)
    return size


def _unexplained(
    one: _Pixels, other: _Pixels, seen: tuple[NDArray[np.float32], ...]
) -> NDArray[np.float32]:
    """The same of pixels of which some colours were seen.

    These are, of shape (3, K) each: those of the first pixels, these brought within the bounds of
    the second, those of the second, and these within the bounds of the first.
    """
    a, b = one.planes, other.planes
    assert a.ground is not None
    assert b.ground is not None
    assert a.apart is not None
    assert b.apart is not None
    colour, within, its, its_within = seen
    ways = Ways.of(one.of(a.ground) - other.of(b.ground))
    as_it_is = ways.square_beyond(colour - its)
    forth = np.minimum(as_it_is, ways.square_beyond(colour - within))
    back = np.minimum(as_it_is, ways.square_beyond(its_within - its))
    # What is left of a colour once it is brought within bounds no longer goes the grounds' way,
    # so where a face lets its ground through, the colours half-way to the pixels beside, above
    # and below are tried, too. At the ends of a row these are of another one, which hardly matters.
    half, half_its = (1 - HALF_WAY) * colour, (1 - HALF_WAY) * its
    for step in (-1, 1, -a.width, a.width):
        aside = half_its + HALF_WAY * other.of(b.colours, by=step)
        np.minimum(forth, ways.square_beyond(colour - aside), out=forth)
        aside = half + HALF_WAY * one.of(a.colours, by=step)
        np.minimum(back, ways.square_beyond(aside - its), out=back)
    far = np.maximum(one.of(a.apart), other.of(b.apart))
    return np.asarray(np.minimum(np.sqrt(np.maximum(forth, back)), far), np.float32)


def _best_shifts(pairs: _Pairs, window: Window, reach: int) -> NDArray[np.intp]:
    """How far down and across each of b is moved to lay it over a best: int (P, 2).

    Seen in green, which is most of what is light. Larger moves are tried beside the best small one.
    """
    best = np.zeros((len(pairs.at), 2), np.intp)
    step = max(1, 3 * _CHUNK // window.count)
    for start in range(0, len(best), step):
        some = slice(start, start + step)
        inner = pairs.a.colours[1, pairs.at[some], window.at((0, 0))]
        other = pairs.b.colours[1, pairs.to[some]]
        best[some] = _best_of(inner, other, window, reach)
    return best


def _best_of(
    inner: NDArray[np.float32], other: NDArray[np.float32], window: Window, reach: int
) -> NDArray[np.intp]:
    """How far down and across each of others is moved: int (P, 2), from (P, count) and (P, L)."""
    best, square = np.zeros((len(inner), 2), np.intp), _square(reach)
    least = window.sums(np.abs(inner - other[:, window.at((0, 0))]))
    # No move is better for copies, and no larger one where no small one was.
    at = np.arange(len(inner))
    worth = least > _COPY * window.inside.sum()
    for size in range(1, reach + 1):
        at, inner, other = at[worth], inner[worth], other[worth]
        if not at.size:
            break
        for shift in square:
            if max(map(abs, shift)) == size:
                apart = inner - other[:, window.at(shift)]
                sums = window.sums(np.abs(apart, out=apart))
                less = sums < least[at]
                least[at[less]] = sums[less]
                best[at[less]] = shift
        worth = np.abs(best[at]).max(axis=1) == size
    return best


def tolerance_of(twins: NDArray[np.float32]) -> NDArray[np.float32]:
    """What twins differ by, block by block: float32 (n, n), grey levels, from (P, n, n)."""
    usual = np.percentile(twins, 75, axis=0) if len(twins) else np.zeros(twins.shape[1:])
    tolerance = np.minimum(usual + _FLOOR, _CEILING)
    return np.asarray(tolerance * _rim_factor(*tolerance.shape), dtype=np.float32)


def _rim_factor(rows: int, cols: int) -> NDArray[np.float64]:
    """How much more than the middle the blocks may differ: the rim shows ground and shadows."""
    y, x = (np.minimum(np.arange(n), np.arange(n)[::-1]) for n in (rows, cols))
    ring = np.minimum(y[:, None], x[None]).clip(0, len(_RIM_FACTORS) - 1)
    return np.asarray(np.asarray(_RIM_FACTORS)[ring], dtype=np.float64)


def differences(blocks: NDArray[np.float32], tolerance: NDArray[np.float32]) -> NDArray[np.float32]:
    """Difference of pairs of cells in tolerances: that of the worst block. Shape (P,)."""
    return np.asarray((blocks / tolerance).max(axis=(1, 2), initial=0), dtype=np.float32)
