"""Differences of cells, block by block: what tells one face from another may be small.

A cell is seen as overlapping blocks, and the difference of two cells is taken in each, at the best
of the shifts of a pixel or two: games draw on whole pixels, and some of their tiles are a pixel
wider than others. Where ground is seen around the faces, what it explains does not count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bot.under import Under, Ways, dot

BLOCKS = 9
"""A cell is compared in overlapping blocks, two ninths of its size each."""

_FLOOR = 4.0
"""Grey levels any block may differ by, whatever twins do."""
_RIM_FACTORS = (2.5, 1.4, 1.0)
"""How much more than in the middle cells may differ in the outermost blocks, and in the next."""
_NO_SHIFT = 24.0
"""Grey levels in the worst block beyond which no shift makes two cells equal."""
_CEILING = 14.0
"""Grey levels, however much twins differ by the ground that is seen around them."""
_CHUNK = 1 << 15
"""Pixels compared at once, which keeps the work in the cache."""
_COPY = 0.25
"""Grey levels up to which two cells are copies, laid over each other as they are."""
_REACH = 2
"""px by which cells and blocks are moved at most: no `reach` is larger."""
_LARGE = 40
"""px of the shorter side of cells below which equal faces lie no more than one pixel apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """Cells made ready to be laid over each other, colour by colour.

    The pixels of a cell lie in one row, with a few of no meaning before and after: to move a cell
    down by one pixel and across by another is then to begin so much later, and nothing is copied.

    Parameters
    ----------
    height, width : of a cell, px
    colours : float32 array of shape (3, N, L)
    ground : float32 array of shape (3, N, L), the colours of the ground under the cells, if it is
        seen around faces
    apart : float32 array of shape (N, L), grey levels from it
    """

    height: int
    width: int
    colours: NDArray[np.float32]
    ground: NDArray[np.float32] | None
    apart: NDArray[np.float32] | None

    @classmethod
    def of(cls, cells: NDArray[np.float32], under: Under | None = None) -> Planes:
        """The planes of cells, (N, h, w, 3), and of the ground under them."""
        height, width = cells.shape[1:3]
        colours = _in_rows(np.moveaxis(cells, -1, 0))
        if under is None:
            return cls(height, width, colours, None, None)
        ground, apart = _in_rows(np.moveaxis(under.colour, -1, 0)), _in_rows(under.apart)
        return cls(height, width, colours, ground, apart)


def _in_rows(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
    """Pictures (..., h, w) with the pixels of each in one row: (..., L)."""
    height, width = pictures.shape[-2:]
    spare = _spare(width)
    rows = np.zeros((*pictures.shape[:-2], 2 * spare + height * width), np.float32)
    inner = rows[..., spare : spare + height * width]
    inner.reshape(pictures.shape)[...] = pictures
    return rows


def _spare(width: int) -> int:
    """Pixels of no meaning before and after those of a cell."""
    return (_REACH + 1) * (width + 1)


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


@dataclass(frozen=True, slots=True, eq=False)
class _Window:
    """The part of a cell that is compared: all but as many pixels as cells may lie apart.

    It is a stretch of whole rows; their ends have no weight.

    Parameters
    ----------
    width : of a cell, px
    first, count : where the stretch begins in a row of `Planes`, and its length, px
    inside : float32 array of shape (count,); 1 where pixels are compared, 0 at the ends of rows
    down, across : float32 arrays of shape (n, rows) and (w, n); they make means over blocks
    """

    width: int
    first: int
    count: int
    inside: NDArray[np.float32]
    down: NDArray[np.float32]
    across: NDArray[np.float32]

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, height: int, width: int, reach: int) -> _Window:
        """The window of cells that may lie so many pixels apart; of a few sizes it is kept."""
        rows = height - 2 * reach
        down, across = _weights(rows), np.zeros((width, BLOCKS - 1), np.float32)
        across[reach : width - reach] = _weights(width - 2 * reach).T
        inside = np.tile((across.any(axis=1)).astype(np.float32), rows)
        return cls(width, _spare(width) + reach * width, rows * width, inside, down, across)

    @property
    def beside(self) -> int:
        """Pixels before and after a stretch that it takes to move it by one more."""
        return self.width + 1

    def at(self, shift: tuple[int, int]) -> slice:
        """The stretch of a cell that lies on that of another once it is moved."""
        start = self.first + shift[0] * self.width + shift[1]
        return slice(start, start + self.count)

    def sums(self, pixels: NDArray[np.float32]) -> NDArray[np.float32]:
        """Sums of stretches (P, count) over what is compared: (P,)."""
        return np.asarray(pixels @ self.inside, np.float32)

    def means(self, pixels: NDArray[np.float32]) -> NDArray[np.float32]:
        """Means of stretches (P, count) over blocks: (P, n, n)."""
        each = pixels.reshape(len(pixels), self.down.shape[-1], self.width)
        rows = np.matmul(self.down, each)
        return np.asarray(rows @ self.across, np.float32)


def _weights(length: int) -> NDArray[np.float32]:
    """Weights of the pixels along a side for means over two ninths that overlap by half: (n, l)."""
    edges = np.linspace(0, length, BLOCKS + 1).astype(int)
    ninth = np.zeros((BLOCKS, length), np.float32)
    for weights, start, end in zip(ninth, edges[:-1], edges[1:], strict=True):
        weights[start : max(start + 1, end)] = 1 / max(1, end - start)
    return np.asarray((ninth[1:] + ninth[:-1]) / 2, np.float32)


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
    window = _Window.of(a.height, a.width, reach)
    pairs = _Pairs(a, b, at, to)
    shifts = _best_shifts(pairs, window, reach)
    blocks = np.empty((len(at), BLOCKS - 1, BLOCKS - 1), np.float32)
    step = max(1, _CHUNK // window.count)
    for start in range(0, len(at), step):
        some = slice(start, start + step)
        laid = _Laid.of(pairs[some], window, shifts[some])
        blocks[some] = _at_best(laid, window, shifts[some], reach)
    return blocks


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
    window = _Window.of(*a.shape[1:3], 0)
    apart = np.ascontiguousarray(np.moveaxis(a - b, -1, 0))
    if under is None:
        square = dot(apart, apart)
        size = np.sqrt(square, out=square)
    else:
        ways = np.ascontiguousarray(np.moveaxis(under[0].colour - under[1].colour, -1, 0))
        size = Ways.of(ways).beyond(apart)
        np.minimum(size, np.maximum(under[0].apart, under[1].apart), out=size)
    return window.means(size)


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
class _Laid:
    """Some pairs of cells that are laid over each other, the second ones moved.

    Parameters
    ----------
    a : float32 array of shape (3, P, count); the stretches of the first cells
    b : float32 array of shape (3, P, L); those of the second, with some pixels before and after
    ways : from the ground under the second to that under the first
    a_apart, b_apart : float32 arrays of shape (P, count) and (P, L); how far from ground
    """

    a: NDArray[np.float32]
    b: NDArray[np.float32]
    ways: Ways | None
    a_apart: NDArray[np.float32] | None
    b_apart: NDArray[np.float32] | None

    @classmethod
    def of(cls, pairs: _Pairs, window: _Window, shifts: NDArray[np.intp]) -> _Laid:
        """Pairs of cells, the second of each moved down and across: int (P, 2)."""
        a, b, at, to = pairs.a, pairs.b, pairs.at, pairs.to
        here = np.full(len(at), window.first)
        there = here + shifts @ (window.width, 1)
        more, spare = window.count + 2 * window.beside, there - window.beside
        colours = (
            _stretches(a.colours, at, here, window.count),
            _stretches(b.colours, to, spare, more),
        )
        if a.ground is None or b.ground is None or a.apart is None or b.apart is None:
            return cls(*colours, None, None, None)
        grounds = _stretches(a.ground, at, here, window.count)
        grounds -= _stretches(b.ground, to, there, window.count)
        apart = _stretches(a.apart, at, here, window.count), _stretches(b.apart, to, spare, more)
        return cls(*colours, Ways.of(grounds), *apart)

    def __getitem__(self, some: NDArray[np.intp]) -> _Laid:
        """Some of the pairs."""
        ways = self.ways and Ways(self.ways.along[:, some], self.ways.length[some])
        apart = (None if each is None else each[some] for each in (self.a_apart, self.b_apart))
        return _Laid(self.a[:, some], self.b[:, some], ways, *apart)

    def differences(self, window: _Window, shift: tuple[int, int]) -> NDArray[np.float32]:
        """Differences of the pairs, moved by a pixel more, block by block: (P, n, n)."""
        start = window.beside + shift[0] * window.width + shift[1]
        there = slice(start, start + window.count)
        apart = self.a - self.b[..., there]
        if self.ways is None or self.a_apart is None or self.b_apart is None:
            square = dot(apart, apart)
            return window.means(np.sqrt(square, out=square))
        size = self.ways.beyond(apart)
        np.minimum(size, np.maximum(self.a_apart, self.b_apart[..., there]), out=size)
        return window.means(size)


def _at_best(
    laid: _Laid, window: _Window, shifts: NDArray[np.intp], reach: int
) -> NDArray[np.float32]:
    """Differences of pairs at their shifts; where it may help, of each block at its best."""
    blocks = laid.differences(window, (0, 0))
    worst = blocks.max(axis=(1, 2), initial=0)
    maybe = np.flatnonzero((worst > _FLOOR) & (worst < _NO_SHIFT))
    if not maybe.size:
        return blocks
    if maybe.size < len(blocks):
        laid = laid[maybe]
    least = blocks[maybe]
    for shift in _square(1)[1:]:
        moved = laid.differences(window, shift)
        moved[np.abs(shifts[maybe] + shift).max(axis=1) > reach] = np.inf
        np.minimum(least, moved, out=least)
    blocks[maybe] = least
    return blocks


def _stretches(
    rows: NDArray[np.float32], chosen: NDArray[np.intp], start: NDArray[np.intp], length: int
) -> NDArray[np.float32]:
    """Stretches (..., P, length) of some of the rows (..., N, L), each from its own start."""
    shape = (*rows.shape[:-1], rows.shape[-1] - length + 1, length)
    every = np.ndarray(shape, rows.dtype, rows, strides=(*rows.strides, rows.strides[-1]))
    return every[..., chosen, start, :]


def _best_shifts(pairs: _Pairs, window: _Window, reach: int) -> NDArray[np.intp]:
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
    inner: NDArray[np.float32], other: NDArray[np.float32], window: _Window, reach: int
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
