"""Ringed tiles: a mark that a game draws around a tile, in the gap and over what lies beside it.

Many pages do, for nothing has to move: a line of one colour a few pixels wide. Cells are cut
without their rims, so nothing of it may be left in them. A neighbour drawn later may lie over one
side of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.geometry import Lattice

_REACH, _NEAREST, _FARTHEST = 0.12, 4, 8
"""How far from the edge of a cell a line of the ring may lie: a share of the pitch, and px. A tile
with its shadow does not lie in the middle of its cell."""
_MIDDLE, _SAMPLES = 0.3, 24
"""Share of a side, from its middle to each end, along which a line is one; and pixels of it that
are looked at."""
_EVEN = 5.0
"""Grey levels by which a line of one colour may vary, in the mean."""
_EDGE = 24.0
"""Grey levels, in the worst channel, by which it differs from what lies on both sides of it."""
_THICK = 5
"""px; it is no thicker."""
_ALIKE, _OTHER = 20.0, 48.0
"""Grey levels within which two lines are of one colour, and beyond which they are of two."""
_SIDES = 3
"""Sides of a tile on which it must be seen."""
_FEW = 6
"""Tiles there must be, for what they have around them to be usual."""
_AT_A_TIME, _BESIDE = 2, 4
"""Tiles that are marked at a time at most, and tiles beside one."""
_STEPS = int(256 / (_OTHER / 2)) + 1
"""Steps of a channel in which colours are alike for certain."""


def ringed(
    pixels: NDArray[np.uint8], lattice: Lattice, kinds: NDArray[np.int64]
) -> NDArray[np.intp]:
    """The tiles around which a line runs, in a colour that is seen around no other.

    Nor around its twins: a border may belong to the face, and a hint marks two of a kind.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    lattice : where the cells lie
    kinds : int array of shape (rows * cols,); tiles have another one than `EMPTY`

    Returns
    -------
    ringed : int array of shape (M,); numbers of cells, row by row from 0, two at most
    """
    tiles = np.flatnonzero(kinds != EMPTY)
    none = np.empty(0, np.intp)
    if len(tiles) < _FEW:
        return none
    sides = _sides(pixels, lattice, tiles)
    colours, even = _lines(islice(sides, 2))
    # What runs on three sides runs above or below, and what is seldom on all sides is so there.
    if not _ridges(colours, even).any():
        return none
    others, others_even = _lines(sides)
    colours, even = np.hstack([colours, others]), np.hstack([even, others_even])
    ridge = _ridges(colours, even)
    maybe = np.flatnonzero(ridge.any(axis=2).sum(axis=1) >= _SIDES)
    found = [
        number
        for number in maybe.tolist()
        if _is_ringed(number, colours, even, ridge, partial(_beside, lattice, tiles))
    ]
    names = kinds[tiles]
    if len(found) > _AT_A_TIME or len(np.unique(names[found])) < len(found):
        return none  # a pair is what a hint shows, or a border that belongs to the face
    bare = np.delete(names, found)
    return tiles[[number for number in found if names[number] in bare]]


def may_be_ringed(
    now: NDArray[np.uint8],
    before: NDArray[np.uint8],
    lattice: Lattice,
    tiles: NDArray[np.intp],
) -> bool:
    """Whether a line runs around any of some tiles, in a colour that was not there before.

    Parameters
    ----------
    now, before : uint8 arrays of shape (H, W, 3), RGB
    lattice : where the cells lie
    tiles : int array of shape (N,); numbers of cells, the tiles of which lie where they lay before
    """
    # Nothing runs around a tile beside which nothing changed on most sides.
    sides = zip(*(_sides(pixels, lattice, tiles) for pixels in (now, before)), strict=True)
    changed = np.stack([(a != b).any(axis=(0, 2, 3)) for a, b in sides])
    tiles = tiles[changed.sum(axis=0) >= _SIDES]
    if not len(tiles):
        return False
    colours, even = _lines(_sides(now, lattice, tiles))
    ridge = even & _stands_out(colours)
    maybe = np.flatnonzero(ridge.any(axis=2).sum(axis=1) >= _SIDES)
    was, was_even = _lines(_sides(before, lattice, tiles[maybe]))
    for number, then, then_even in zip(maybe.tolist(), was, was_even, strict=True):
        maybe_lit = colours[number][ridge[number]][:, None, None]
        near = (_apart(colours[number], maybe_lit) < _ALIKE) & ridge[number]
        there = (_apart(then, maybe_lit) < _OTHER) & then_even
        if ((near.any(axis=2) & ~there.any(axis=2)).sum(axis=1) >= _SIDES).any():
            return True
    return False


def _apart(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Grey levels, in the worst channel, between colours: without their last axis."""
    red, green, blue = np.moveaxis(np.abs(a - b), -1, 0)
    return np.asarray(np.maximum(np.maximum(red, green), blue), np.float32)


def _lines(
    sides: Iterable[NDArray[np.uint8]],
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The lines along some sides of tiles, as `_sides` gives them, from inside to outside.

    Returns
    -------
    colours : float32 array of shape (N, sides, K, 3); their means
    even : bool array of shape (N, sides, K); whether each is of one colour
    """
    colours, even = list[NDArray[np.float32]](), list[NDArray[np.bool_]]()
    for side in sides:
        # Sums over the first axis are several times as fast as over one in the middle.
        shown = side.astype(np.float32)
        mean = shown.mean(axis=0)
        np.abs(np.subtract(shown, mean, out=shown), out=shown)
        colours.append(mean)
        even.append(shown.mean(axis=0).mean(axis=2) < _EVEN)
    return np.stack(colours, axis=1), np.stack(even, axis=1)


def _sides(
    pixels: NDArray[np.uint8], lattice: Lattice, tiles: NDArray[np.intp]
) -> Iterator[NDArray[np.uint8]]:
    """Pixels of the lines along the top, bottom, left and right of tiles, each (S, N, K, 3)."""
    high, wide = pixels.shape[:2]
    row, col = np.divmod(tiles, lattice.cols)
    (left, top), (across, down) = lattice.origin, lattice.pitch
    x, y = left + col * across, top + row * down
    reach = min(_FARTHEST, max(_NEAREST, round(_REACH * min(across, down))))
    off = np.arange(-reach, reach + 1)
    part = np.linspace(-_MIDDLE, _MIDDLE, _SAMPLES)[:, None]
    flat = pixels.reshape(-1, 3)
    along = _within(x + part * across, wide)[:, :, None]
    for sign in (-1, 1):
        edge = _within(np.round(y + sign * down / 2)[:, None] + sign * off, high)
        yield flat.take(edge * wide + along, axis=0)
    along = _within(y + part * down, high)[:, :, None] * wide
    for sign in (-1, 1):
        edge = _within(np.round(x + sign * across / 2)[:, None] + sign * off, wide)
        yield flat.take(edge + along, axis=0)


def _within(places: NDArray[np.floating], size: int) -> NDArray[np.intp]:
    """The nearest pixels to places along an axis of so many."""
    return np.asarray(np.round(places).astype(np.intp).clip(0, size - 1))


def _ridges(colours: NDArray[np.float32], even: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which lines stand out in a colour that few tiles have: bool (N, sides, K)."""
    return even & _stands_out(colours) & _is_seldom(colours, even)


def _stands_out(colours: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether lines differ from one a little farther in and one farther out: (N, sides, K)."""
    count = colours.shape[2]
    inner = np.zeros(colours.shape[:3], np.bool_)
    outer = inner.copy()
    for step in range(1, _THICK + 1):
        differ = _apart(colours[:, :, step:], colours[:, :, : count - step]) > _EDGE
        inner[:, :, step:] |= differ
        outer[:, :, : count - step] |= differ
    return inner & outer


def _is_seldom(colours: NDArray[np.float32], even: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether few tiles at most have lines of the colours of these: bool (N, sides, K)."""
    steps = (colours / (_OTHER / 2)).astype(np.intp)
    place = np.ravel_multi_index(tuple(np.moveaxis(steps, 3, 0)), (_STEPS,) * 3)
    seen = np.zeros((len(colours), _STEPS**3), np.bool_)
    tile = np.broadcast_to(np.arange(len(colours))[:, None, None], even.shape)
    seen[tile[even], place[even]] = True
    return np.asarray(seen.sum(axis=0)[place] <= _AT_A_TIME * (1 + _BESIDE), np.bool_)


def _is_ringed(
    number: int,
    colours: NDArray[np.float32],
    even: NDArray[np.bool_],
    ridge: NDArray[np.bool_],
    beside: Callable[[int], NDArray[np.bool_]],
) -> bool:
    """Whether one of the colours that run along the sides of a tile runs along no other's.

    Those `beside` it, bool (N,), may see it, too; and one other tile may have all of it.
    """
    for colour in colours[number][ridge[number]]:
        near = _apart(colours[number], colour) < _ALIKE
        if (near & ridge[number]).any(axis=1).sum() < _SIDES:
            continue
        seen = ((_apart(colours, colour) < _OTHER) & even).any(axis=2).sum(axis=1)
        whole = np.flatnonzero(seen >= _SIDES)
        if number not in whole or len(whole) > _AT_A_TIME:
            continue
        for each in whole.tolist():
            seen[each] = 0
            seen[beside(each) & (seen == 1)] = 0
        if not seen.any():
            return True
    return False


def _beside(lattice: Lattice, tiles: NDArray[np.intp], number: int) -> NDArray[np.bool_]:
    """Which tiles are neighbours of one, above, below, left and right: (N,)."""
    row, col = np.divmod(tiles, lattice.cols)
    return np.asarray(np.abs(row - row[number]) + np.abs(col - col[number]) == 1, np.bool_)
