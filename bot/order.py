"""The order in which tiles lie, and which no deal has.

Tables, calendars and other games have rows like their columns, halves like each other, lines of
equal cells; and the parts of tiles that were cut in two lie in every other line.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtrc

from bot.board import EMPTY, UNKNOWN
from bot.objections import Amiss, Objection

_PARTS_DOWN, _PARTS_ACROSS = (
    Objection(f"equal tiles lie in every other {line}: they are parts of tiles", amiss)
    for line, amiss in (("row", Amiss.PARTS_DOWN), ("column", Amiss.PARTS_ACROSS))
)
"""How that is said where these are halves."""
_TWICE = tuple(
    Objection(f"each tile is seen in two equal {lines}: they are halves", parts.amiss)
    for lines, parts in (("rows", _PARTS_DOWN), ("columns", _PARTS_ACROSS))
)
"""The same of tiles of one colour."""
_ORDERLY, _BY_CHANCE, _BY_LUCK = 0.12, 2.5, 1e-6
"""Share of neighbours of one kind, how many times what chance brings, and how likely by chance,
that shows order; some games deal equal tiles next to each other more often than chance does."""
_AGAIN, _REPEATED = 4.0, 0.15
"""Spreads beyond what chance brings, and share of all pairs of neighbours, that come again where
the same tiles follow each other."""
OF_PARTS = 8.0
"""Throws of a coin by which all kinds together must speak for parts of tiles."""
_BEYOND_CHANCE = 13.0
"""The same where no kind speaks against it, and all the same no two parts come again together, as
where cells show one tile and the sides of its neighbours: by chance one board of a thousand does,
as they may be parts in six ways."""
_LINES = 3
"""Rows of the smallest board."""
_ASTRAY = 3.0
"""Throws of a coin that a kind speaks against parts of tiles when it does not keep to every other
line."""
_COUPLED, _APART, _ALONE, _HALVES = 2.0, 3.0, 1.0, 8.0
"""Throws of a coin that each more tile of a kind tells halves of tiles by when the next cell shows
the same kind beside all of them; that a kind tells against them when no such cell does, and when
none does but it may be out of sight; and that all kinds together must tell."""
_FOLDS = (2, 3, 5)
"""Parts of a tile that may be taken for cells, along an axis; four are two of two."""
_SPARSELY, _LONG = 0.6, 5
"""Share of the cells of a board that hold tiles at most, and length of a row, for one that a single
kind fills to be no chance."""
_IN_LINE = 0.75
"""Share of kinds each of which lies in one line, that shows order."""
_MIRRORED = 0.67
"""Share of places that are as their image in a mirror, which no deal has: men of a game of chess
have 0.88, and a small deal that was made by laying pairs where they link had 0.58."""
_OFF, _ROUND = 3, 5
"""Lines that may be missing of a table whose rows are as its columns; and tiles that must come
again where all of them do, in reading order."""
_PAIRS = 8
"""Neighbours that tell order from chance."""
_RARELY, _MIRRORED_BY_LUCK = 1e-4, 1e-5
"""How likely by chance order must be at most, where tiles keep to lines, and where they are
mirrored: there are nine mirrors, each of which may show it."""
_WHOLES, _TWINS_AGAIN = 6, 0.6
"""Tiles put together of all their parts that tell something, and share of them that must have a
twin if they are tiles."""


def all_for_parts(grid: NDArray[np.int64]) -> float:
    """How much tells that tiles are parts of larger ones, in any way: throws of a coin."""
    return max(_speaks_for_parts(each, fold) for each in (grid, grid.T) for fold in _FOLDS)


def orders(grid: NDArray[np.int64], parts: float, *, plain: bool) -> Iterator[Objection]:
    """In which order, which no deal has, the tiles of a board lie."""
    ways = grid, grid.T
    if twice := [how for how, each in zip(_TWICE, ways, strict=True) if _comes_twice(each)]:
        yield twice[0]
    lines = any(_is_orderly(each, plain=plain) or _kinds_keep_to_lines(each) for each in ways)
    if lines or any(map(_one_fills_a_line, ways)):
        yield Objection("equal tiles lie in lines")
    if parts > OF_PARTS:
        parted = {_PARTS_DOWN: grid, _PARTS_ACROSS: grid.T}
        halves = (how for how, each in parted.items() if _speaks_for_parts(each, 2) >= parts)
        others = Objection("equal tiles lie whole tiles apart: they are parts of tiles")
        yield next(halves, others)
    if _mirrors_itself(grid):
        yield Objection("equal tiles lie as in a mirror")
    if any(_follows_itself(each) for each in (grid, grid.T)) or _comes_round(grid):
        yield Objection("the same tiles follow each other again and again")
    if max(_speaks_for_halves(each) for each in (grid, grid.T)) >= _HALVES:
        yield Objection("the same kinds lie side by side: they are parts of tiles")


def _kinds_keep_to_lines(grid: NDArray[np.int64]) -> bool:
    """Whether nearly every kind lies in one row, and not by chance: rows of tables differ.

    By chance a pair lies in one row as often as there are rows.
    """
    names, sizes = np.unique(grid[grid > 0], return_counts=True)
    rows = np.asarray([np.count_nonzero((grid == kind).any(axis=1)) for kind in names])
    if len(grid) < _LINES or np.count_nonzero(rows == 1) < max(1, _IN_LINE * len(rows)):
        return False
    tiles, row = sizes.sum(), sizes.sum() / len(grid)
    others = np.arange(1, sizes.max())
    by_chance = np.clip((row - others) / np.maximum(tiles - others, 1), 0, 1).cumprod()
    chance = np.mean(np.append(1.0, by_chance)[sizes - 1])
    return bool(bdtrc(np.count_nonzero(rows == 1) - 1, len(names), chance) < _RARELY)


def _one_fills_a_line(grid: NDArray[np.int64]) -> bool:
    """Whether a kind fills one row of a sparse board, and lies nowhere else, as seams do.

    Of a fuller board it may be a row of walls; of a sparse one, that is hardly told from a seam.
    """
    if (grid != EMPTY).mean() > _SPARSELY or grid.shape[1] < _LONG:
        return False
    full = grid[(grid == grid[:, :1]).all(axis=1) & (grid[:, 0] > EMPTY), 0]
    return any(np.count_nonzero(grid == kind) == grid.shape[1] for kind in full)


def _speaks_for_parts(grid: NDArray[np.int64], fold: int) -> float:
    """How much tells that the tiles are parts of larger ones, so many rows high: throws of a coin.

    Equal parts of equal tiles lie whole tiles apart. By chance the tiles of a kind do so once in
    two, four, eight times... as there are more of them. So few lines that the larger tiles would
    make no three tell nothing.
    """
    if len(grid) <= (_LINES - 1) * fold:
        return 0.0
    if fold == _FOLDS[0] and _comes_twice(grid):
        return float(np.count_nonzero(grid))
    each = (grid[first::fold] for first in range(fold))
    lines = np.stack([np.bincount(part[part > 0], minlength=int(grid.max()) + 1) for part in each])
    counts = lines.sum(axis=0)
    told = counts > 1
    keep = told & (lines.max(axis=0) == counts)
    throws = float((counts[keep] - 1).sum() * np.log2(fold) - _ASTRAY * (told & ~keep).sum())
    surely = throws >= _BEYOND_CHANCE and keep.sum() == told.sum()
    return throws if surely or _may_be_wholes(grid, fold) else 0.0


def _comes_twice(grid: NDArray[np.int64]) -> bool:
    """Whether rows, but maybe the outer ones, come as two equal ones: halves of plain tiles."""
    ways = [grid[first : len(grid) - (len(grid) - first) % 2] for first in (0, 1)]
    equal = [bool((way[::2] == way[1::2]).all()) for way in ways]
    if sum(equal) != 1:
        return False  # if all are equal they lie in lines
    wholes = ways[equal.index(True)][::2]
    return bool(np.count_nonzero(wholes > EMPTY) >= _PAIRS) and _may_be_wholes(grid, _FOLDS[0])


def _may_be_wholes(grid: NDArray[np.int64], fold: int) -> bool:
    """Whether what so many rows show together comes again as often as whole tiles do, or may."""
    shares = []
    for first in range(fold):
        rows = (len(grid) - first) // fold
        each = grid[first : first + rows * fold].reshape(rows, fold, grid.shape[1])
        wholes = each.swapaxes(1, 2).reshape(-1, fold)
        seen = wholes[(wholes > 0).all(axis=1)]
        if len(seen) >= _WHOLES:
            counts = np.unique(seen, axis=0, return_counts=True)[1]
            shares.append(counts[counts > 1].sum() / len(seen))
    return not shares or max(shares) >= _TWINS_AGAIN


def _speaks_for_halves(grid: NDArray[np.int64]) -> float:
    """How much tells that tiles side by side are one: throws of a coin.

    Where a tile was cut into cells, each cell of one kind lies beside one of the same other kind.
    Where a kind lies alone, and on one side beyond the outer cells, or beside what cannot be told,
    its other half may be there.
    """
    beside = np.pad(grid, ((0, 0), (1, 1)), constant_values=UNKNOWN)
    told = 0.0
    for kind in np.unique(grid[grid > 0]).tolist():
        rows, cols = np.nonzero(grid == kind)
        if len(rows) > 1:
            ways = [set(beside[rows, cols + far].tolist()) for far in (0, 2)]
            if any(len(way) == 1 and min(way) > EMPTY and way != {kind} for way in ways):
                told += _COUPLED * (len(rows) - 1)
            else:
                maybe = {UNKNOWN} in ways and set().union(*ways) <= {EMPTY, UNKNOWN}
                told -= _ALONE if maybe else _APART
    return told


def _mirrors_itself(grid: NDArray[np.int64]) -> bool:
    """Whether rows are as columns, as in a table of products, or one half is as the other.

    The men of a game of chess lie so, left and right.
    """
    (rows, cols), chance = grid.shape, _twins_by_chance(grid)
    halves = [
        (grid[:, : cols // 2], grid[:, ::-1][:, : cols // 2]),
        (grid[: rows // 2], grid[::-1][: rows // 2]),
    ]
    halves.extend(_across_diagonal(grid, off) for off in range(-_OFF, _OFF + 1))
    for one, other in halves:
        both = (one > 0) & (other > 0)
        equal = np.count_nonzero(one[both] == other[both])
        luck = float(bdtrc(equal - 1, both.sum(), chance))
        if both.sum() >= _PAIRS and equal > _MIRRORED * both.sum() and luck < _MIRRORED_BY_LUCK:
            return True
    return False


def _across_diagonal(
    grid: NDArray[np.int64], off: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What lies so many columns or more right of a diagonal, and its images in it: both (M,)."""
    row, col = np.nonzero(np.ones_like(grid, np.bool_))
    inside = (col - row > off) & (col - off < grid.shape[0]) & (col >= off)
    inside &= (row + off < grid.shape[1]) & (row + off >= 0)
    row, col = row[inside], col[inside]
    return grid[row, col], grid[col - off, row + off]


def _comes_round(grid: NDArray[np.int64]) -> bool:
    """Whether all tiles in reading order are what was so many tiles before.

    So are the months of a calendar, and what a program counts. Each distance is one more try.
    """
    line, chance = grid.ravel(), _twins_by_chance(grid)
    for far in range(1, line.size - _ROUND + 1):
        one, other = line[far:], line[:-far]
        both = (one > 0) & (other > 0)
        equal = np.count_nonzero(one[both] == other[both])
        if equal >= _ROUND and equal == both.sum() and chance**equal < _RARELY / line.size:
            return True
    return False


def _twins_by_chance(grid: NDArray[np.int64]) -> float:
    """How likely two tiles are of one kind."""
    sizes = np.bincount(grid[grid > 0])
    return float((sizes * (sizes - 1)).sum() / max(1, sizes.sum() * (sizes.sum() - 1)))


def _follows_itself(grid: NDArray[np.int64]) -> bool:
    """Whether pairs of neighbours along rows come again far oftener than by chance: a calendar's.

    By chance so many pairs fill the table of all that there can be like balls thrown into bins.
    """
    a, b = grid[:, :-1], grid[:, 1:]
    both = (a > 0) & (b > 0)
    pairs, bins = int(both.sum()), np.unique(grid[grid > 0]).size ** 2
    again = pairs - np.unique(a[both] * (grid.max() + 1) + b[both]).size
    chance = pairs - bins * (1 - np.exp(-pairs / bins))
    return bool(again > chance + _AGAIN * np.sqrt(chance + 1) + _REPEATED * pairs)


def _is_orderly(grid: NDArray[np.int64], *, plain: bool) -> bool:
    """Whether tiles one or two cells apart along rows are of one kind far oftener than by chance.

    Rows and columns of tables are; a deal is not. But a deal that is made by laying pair after pair
    where they link has many of two side by side, though seldom of three. So on a `plain` board, of
    copies and even kinds, only what follows two equal ones tells something.
    """
    counts = np.bincount(grid[grid > 0])
    chance = float(((counts / counts.sum()) ** 2).sum())
    for step in (1, 2):
        a, b = grid[:, :-step], grid[:, step:]
        both = (a > 0) & (b > 0)
        if both.sum() < _PAIRS:
            continue
        same = both & (a == b)
        equal = int(same.sum())
        if plain and step == 1:
            equal -= int((same & ~np.pad(same, ((0, 0), (1, 0)))[:, :-1]).sum())
        luck = float(bdtrc(equal - 1, both.sum(), chance))
        if equal > max(_BY_CHANCE * chance, _ORDERLY) * both.sum() and luck < _BY_LUCK:
            return True
    return False
