"""Naming tiles: from a tile's pixels to its kind, with a score.

Two cells show one face if nowhere, in any small block, they differ by more than such cells do from
look to look. Difference is in *tolerances*: what pairs of twins in the same picture differ by, so
that ground seen through a gap or a tile drawn between two pixels costs nothing, and a single
changed stroke on equal tiles counts in full.
"""

from __future__ import annotations

from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.cutting import core

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
_NEIGHBOURS = 12
"""Cells that are compared closely with each cell: the nearest by mean colours of 8 x 8 blocks."""
_TWIN_TRIED = 6
"""Cells of which one is taken for a cell's twin."""
_FACES = 4
"""Faces that each cell is compared closely with."""
_CHUNK = 256
_SHIFTS = ((1, 1), (0, 1), (1, 0), (1, 2), (2, 1), (0, 0), (0, 2), (2, 0), (2, 2))
"""Down and right from one pixel up and left of the place; the place itself wins a tie."""


def block_differences(
    a: NDArray[np.float32], b: NDArray[np.float32], at: NDArray[np.intp], to: NDArray[np.intp]
) -> NDArray[np.float32]:
    """Colour difference of pairs of cells, block by block, at the best of nine one-pixel shifts.

    The best shift of the cells counts, or that of each block by itself where it makes equal what
    looked different: writing is set on whole pixels within a tile that need not be.

    Parameters
    ----------
    a, b : float32 arrays of shape (N, h, w, 3) and (M, h, w, 3), RGB
    at, to : int arrays of shape (P,); pair i is a[at[i]] and b[to[i]]

    Returns
    -------
    differences : float32 array of shape (P, n, n), grey levels
    """
    return np.concatenate(
        [
            _shifted_differences(a[at[i : i + _CHUNK]], b[to[i : i + _CHUNK]])
            for i in range(0, max(1, len(at)), _CHUNK)
        ]
    )


def same_place(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Colour difference of pairs of cells laid over each other as they are, block by block.

    Parameters
    ----------
    a, b : float32 arrays of shape (N, h, w, 3), RGB; pair i is a[i] and b[i]

    Returns
    -------
    differences : float32 array of shape (N, n, n), grey levels
    """
    apart = a - b
    return _block_means(np.sqrt(np.einsum("phwc,phwc->phw", apart, apart)))


def rim(blocks: NDArray[np.float32]) -> NDArray[np.float32]:
    """Difference of pairs of cells in the middle one of the blocks along the rim: (P,)."""
    sides = [blocks[:, 0], blocks[:, -1], blocks[:, 1:-1, 0], blocks[:, 1:-1, -1]]
    return np.asarray(np.median(np.concatenate(sides, axis=1), axis=1), dtype=np.float32)


def _shifted_differences(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    inner = a[:, 1:-1, 1:-1]
    height, width = inner.shape[1:3]
    shift = _best_shifts(a, b)
    best = np.empty((len(a), BLOCKS - 1, BLOCKS - 1), np.float32)
    for number, (y, x) in enumerate(_SHIFTS):
        at = np.flatnonzero(shift == number)
        if at.size:
            best[at] = same_place(inner[at], b[at, y : y + height, x : x + width])
    worst = best.max(axis=(1, 2), initial=0)
    at = np.flatnonzero((worst > _FLOOR) & (worst < _NO_SHIFT))
    for number, (y, x) in enumerate(_SHIFTS):
        moved = at[shift[at] != number]
        if moved.size:
            shifted = same_place(inner[moved], b[moved, y : y + height, x : x + width])
            best[moved] = np.minimum(best[moved], shifted)
    return best


def _best_shifts(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.intp]:
    """Which of `_SHIFTS` lays each pair over each other best: int (P,).

    Seen in green, which is most of what is light.
    """
    height, width = a.shape[1] - 2, a.shape[2] - 2
    inner = np.ascontiguousarray(a[:, 1:-1, 1:-1, 1])
    other = np.ascontiguousarray(b[..., 1])
    apart = [
        np.abs(inner - other[:, y : y + height, x : x + width]).sum(axis=(1, 2)) for y, x in _SHIFTS
    ]
    return np.asarray(np.argmin(apart, axis=0), dtype=np.intp)


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


def nearest(
    a: NDArray[np.float32], b: NDArray[np.float32], count: int, *, same: bool
) -> NDArray[np.intp]:
    """For each cell of a the cells of b that look most alike from afar: int (N, count).

    `same` says that a and b are one array, so that no cell is its own neighbour.
    """
    far_a, far_b = _from_afar(a), _from_afar(b)
    apart = (far_a * far_a).sum(axis=1)[:, None] + (far_b * far_b).sum(axis=1)[None]
    apart -= 2 * far_a @ far_b.T
    if same:
        np.fill_diagonal(apart, np.inf)
    count = min(count, len(b) - same)
    return np.argsort(apart, axis=1, kind="stable")[:, :count]


def _from_afar(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    small = [cv2.resize(cell, (8, 8), interpolation=cv2.INTER_AREA) for cell in cells]
    return np.asarray(small, np.float32).reshape(len(cells), 8 * 8 * 3)


def group(cells: NDArray[np.float32]) -> tuple[NDArray[np.int64], NDArray[np.float32], float]:
    """Which cells show the same face, told by the picture alone.

    Cells are joined nearest first (single linkage: ground seen through a gap changes little by
    little over a board, and so does what is seen around an icon). Where to stop follows from the
    picture: at the widest gap between one join and the next, weighed by how many of the groups
    then have an even number of tiles, as deals do.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB; tiles only, at least two

    Returns
    -------
    groups : int array of shape (N,), from 0
    tolerance : float32 array of shape (n, n), grey levels
    limit : difference, in tolerances, at which joining stopped
    """
    inner = core(cells)
    tolerance = tolerance_of(_twins_apart(inner))
    joins = _joins(len(cells), *_close_pairs(inner, tolerance))
    stop, limit = _where_to_stop(len(cells), joins)
    return _groups(len(cells), joins[:stop]), tolerance, limit


def _twins_apart(inner: NDArray[np.float32]) -> NDArray[np.float32]:
    """Block differences of every cell from its twin: (N, n, n), grey levels.

    The twin is the one of the nearest from afar that differs least in its worst block: what tells
    two faces apart may be small.
    """
    near = nearest(inner, inner, _TWIN_TRIED, same=True)
    at = np.repeat(np.arange(len(inner)), near.shape[1])
    blocks = block_differences(inner, inner, at, near.ravel())
    worst = blocks.max(axis=(1, 2)).reshape(near.shape)
    best = np.arange(len(inner)) * near.shape[1] + worst.argmin(axis=1)
    return np.asarray(blocks[best], dtype=np.float32)


def linked_groups(
    cells: NDArray[np.float32], tolerance: NDArray[np.float32], limit: float
) -> NDArray[np.int64]:
    """Groups of cells that show the same face within a known limit: int (N,), from 0."""
    if len(cells) < 2:
        return np.zeros(len(cells), np.int64)
    pairs, apart = _close_pairs(core(cells), tolerance)
    return _groups(
        len(cells), [join for join in _joins(len(cells), pairs, apart) if join[2] <= limit]
    )


def best_faces(
    cells: NDArray[np.float32],
    faces: NDArray[np.float32],
    tolerance: NDArray[np.float32],
    limit: float = np.inf,
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """For each cell the face it shows best, and the difference from it in tolerances.

    Parameters
    ----------
    cells, faces : float32 arrays of shape (N, h, w, 3) and (F, h, w, 3), RGB; at least one face
    tolerance : float32 array of shape (n, n), grey levels
    limit : difference, in tolerances, beyond which it need not be exact

    Returns
    -------
    face : int array of shape (N,)
    difference : float32 array of shape (N,); infinite where it is surely beyond the limit
    """
    a, b = core(cells), core(faces)
    near = nearest(a, b, _FACES, same=False)
    at, to = np.repeat(np.arange(len(a)), near.shape[1]), near.ravel()
    # The mean of differences is no less than the difference of means, but for the shifts.
    least = (_from_afar(a)[at] - _from_afar(b)[to]).reshape(-1, 8 * 8, 3)
    close = np.linalg.norm(least, axis=2).max(axis=1) <= 2 * limit * float(tolerance.max())
    apart = np.full(len(at), np.inf, np.float32)
    apart[close] = differences(block_differences(a, b, at[close], to[close]), tolerance)
    table = apart.reshape(near.shape)
    best = table.argmin(axis=1)
    each = np.arange(len(a))
    return near[each, best], table[each, best]


def shape_scores(cells: NDArray[np.float32], faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """Correlation of every cell with every face, whatever the tint: float32 (N, F), in [-1, 1].

    Each colour channel is centred and scaled by itself (zero-mean normalised cross-correlation),
    so a highlight that brightens, darkens or colours a tile does not count.
    """
    return _normalised(core(cells)) @ _normalised(core(faces)).T


def shape_likeness(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Correlation of pairs of cells, whatever their tint: float32 (N,); pair i is a[i] and b[i]."""
    scores = np.einsum("nd,nd->n", _normalised(core(a)), _normalised(core(b)))
    return np.asarray(scores, dtype=np.float32)


def _normalised(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    flat = cells.reshape(len(cells), cells.shape[1] * cells.shape[2], 3)
    flat = flat - flat.mean(axis=1, keepdims=True)
    norm = np.sqrt((flat * flat).sum(axis=1, keepdims=True))
    flat = flat / np.maximum(norm, 1.0)
    return np.asarray(flat.reshape(len(cells), flat.shape[1] * 3) / np.sqrt(3), dtype=np.float32)


_Join = tuple[int, int, float]

_LEVEL = 0.3
"""Tolerances; differences below it are as good as none."""
_FAR = 12.0
"""Tolerances; cells farther apart hardly ever show one face."""
_SLACK = 3.0
"""How many times farther apart than twins usually are others may be."""
_APART = 40.0
"""Tolerances; cells further apart than that were not even compared."""


def _close_pairs(
    inner: NDArray[np.float32], tolerance: NDArray[np.float32]
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Pairs of cells worth comparing, int (P, 2), and their differences (P,), nearest first."""
    near = nearest(inner, inner, _NEIGHBOURS, same=True)
    pairs = np.stack([np.repeat(np.arange(len(inner)), near.shape[1]), near.ravel()], axis=1)
    pairs = np.unique(np.sort(pairs, axis=1), axis=0)
    apart = differences(block_differences(inner, inner, pairs[:, 0], pairs[:, 1]), tolerance)
    order = np.argsort(apart, kind="stable")
    return pairs[order], apart[order]


def _joins(count: int, pairs: NDArray[np.intp], apart: NDArray[np.float32]) -> list[_Join]:
    """The joins of single linkage, nearest first (Kruskal's minimum spanning forest)."""
    root = list(range(count))
    joins: list[_Join] = []
    for (a, b), difference in zip(pairs.tolist(), apart.tolist(), strict=True):
        one, other = _root(root, a), _root(root, b)
        if one != other:
            root[max(one, other)] = min(one, other)
            joins.append((a, b, difference))
    return joins


def _root(root: list[int], item: int) -> int:
    while root[item] != item:
        root[item] = root[root[item]]
        item = root[item]
    return item


def _where_to_stop(count: int, joins: list[_Join]) -> tuple[int, float]:
    """How many joins to make, and the difference half-way (in ratio) to the next one."""
    root, size = list(range(count)), [1] * count
    groups, odd = count, count
    best, stop, limit = -1.0, 0, 1.0
    for done, (a, b, difference) in enumerate(joins, start=1):
        one, other = sorted((_root(root, a), _root(root, b)))
        odd -= size[one] % 2 + size[other] % 2
        root[other] = one
        size[one] += size[other]
        odd += size[one] % 2
        groups -= 1
        following = joins[done][2] if done < len(joins) else max(_APART, 2 * difference)
        here, there = difference + _LEVEL, following + _LEVEL
        score = float(np.log(there / here)) * (1 - odd / groups) ** 2
        # Kinds are about equally common; one is never most of a board.
        sizes = [size[item] for item in range(count) if root[item] == item]
        score *= (1 - max(sizes) / count) * min(1.0, 2 * median(sizes) / max(sizes)) ** 0.5
        score /= 1 + (difference / _FAR) ** 4
        if groups >= 2 and score > best:
            best, stop = score, done
            usual = float(np.percentile([join[2] for join in joins[:done]], 90))
            limit = min(float(np.sqrt(here * there)) - _LEVEL, max(here, _SLACK * usual) + 1.0)
    return stop, limit


def _groups(count: int, joins: list[_Join]) -> NDArray[np.int64]:
    root = list(range(count))
    for a, b, _ in joins:
        one, other = sorted((_root(root, a), _root(root, b)))
        root[other] = one
    _, groups = np.unique([_root(root, item) for item in range(count)], return_inverse=True)
    return np.asarray(groups, dtype=np.int64)
