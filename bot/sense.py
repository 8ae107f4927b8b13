"""Whether what was read makes sense as the board of a game.

Much on a screen repeats on a lattice: tables, calendars, icons, the squares of other games. A board
of a link-up game has kinds that come in pairs, that are about equally common, and that lie about
by chance; hardly anything else has all three.
"""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean, median

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binom

from bot.board import UNKNOWN, Board

MIN_TILES = 4
"""Fewer make no board."""

_LINES = 3
"""Rows and columns of the smallest board."""
_TOO_FEW, FEW, _SPARSE = 10, 16, 0.45
"""Tiles, where fewer than this share of the cells hold one: below the first number a lattice twice
as wide would do as well, below the second a board must show that it would not."""
TOO_FEW, EVERY_OTHER = "are too few to tell a lattice by", "every other line of cells is empty"
PARTS_DOWN = "equal tiles lie in every other row: they are parts of tiles"
PARTS_ACROSS = PARTS_DOWN.replace("row", "column")
"""How that is said, and what else tells that cells are too small."""
_OF_A_FEW, _OF_FEW, _LOPSIDED = 6, 18.0, 8
"""Kinds below which so few tiles, close together, may be even by chance, what such a board must be
worth, and how many times commoner than the rarest one may be on a sparse board."""
_A_KIND, _OF_MANY = 12, 14.0
"""Tiles that kinds have on an average above which parts of two icons side by side may make what
looks like kinds, and what such a board must be worth."""
_FEWEST_KINDS = 4
"""By chance each kind comes an even number of times as often as not, so a few tell nothing."""
_OF_A_KIND, _CLEARLY = 40, 2.0
"""Tiles that the kinds of a board have on an average, at most; and gap beyond which twice as many
are borne."""
_UNKNOWN_SHARE, _UNKNOWN_PART = 0.1, 0.4
"""Share of tiles that may be like no other, and while the twins of some may lie outside."""
_HIDDEN = 2
"""Tiles that a path or marks may hide among few others, which are copies."""
_TWO_KINDS = 0.67
"""Share of the tiles that may be of the two commonest kinds; of four even kinds it is a half."""
_TWO_OF_COPIES, _MORE = 0.8, 0.2
"""The same, and how much more than `_FAR_FROM` may be of one kind, where all tiles are copies and
no kind is odd: people clear a game of few kinds kind by kind."""
_COMMONEST, _A_FEW, _RIMS = 2.5, 4, 2.0
"""How many times commoner than the middle one a kind may be, and some tiles more; and two of them
are, at least, if they are rims of tiles."""
_SURELY_EVEN = 16
"""Even kinds from which on the mean of all is what is usual, as on a board of copies."""
_ODD, _ODD_UNREAD, _FULL = 0.06, 0.15, 0.8
"""Share of kinds that may be odd, and where tiles were not read; share of cells with tiles where a
single one may be walls: of these there may be any number."""
_EVIDENCE, BY_GAP = 11.0, 4.0
"""Throws of a coin that a board must be worth: one for each even kind, which may be even by chance,
less one for each odd one, each that was made even and each tile like no other, and some for each
time that others differ twice as much as twins do."""
_NO_GAP = 1.4
"""Gap below which kinds end anywhere; then all tiles must have twins. Boards read rightly have 1.6
and more, tables taken for boards and boards read at twice their pitch 1.0 to 1.3."""
_UNEVENLY, _BY_NO_CHANCE = 1.5, 16
"""How many times commoner than the rarer ones, with a tile more, a kind may be then, unless nothing
was guessed and the board is worth so many throws of a coin."""
COPIES = 8.0
"""Gap beyond which equal faces are as good as copies; one that was guessed is then no wonder."""
_WORTH, _A_PAIR, _PLENTY = 6, 4, 24
"""Throws of a coin that the kinds alone must be worth; of small boards one for so many tiles; and
tiles, all copies, of which it may be one less."""
_FAR_FROM = 0.4
"""Share of the tiles that are like no other, or all of one kind, where there is surely no board."""
_ORDERLY, _BY_CHANCE, _BY_LUCK = 0.12, 2.5, 1e-6
"""Share of neighbours of one kind, how many times what chance brings, and how likely by chance,
that shows order; some games deal equal tiles next to each other more often than chance does."""
_IN_LINE = 0.75
"""Share of kinds each of which lies in one line, that shows order."""
_FOLDS = (2, 3, 5)
"""Parts of a tile that may be taken for cells, along an axis; four are two of two."""
_ASTRAY, _PARTS, _FEW_PARTS = 3.0, 8.0, 2.0
"""Throws of a coin that a kind speaks against parts of tiles when it does not keep to every other
line; and that all kinds together must speak for them, on most boards and on those of few tiles."""
_WHOLES, _TWINS_AGAIN = 6, 0.6
"""Tiles put together of all their parts that tell something, and share of them that must have a
twin if they are tiles."""
_COUPLED, _APART, _HALVES = 2.0, 3.0, 8.0
"""Throws of a coin that each more tile of a kind tells halves of tiles by when the next cell shows
the same kind beside all of them; that a kind tells against them when no such cell does; and that
all kinds together must tell."""
_MIRRORED = 0.67
"""Share of places that are as their image in a mirror, which no deal has: men of a game of chess
have 0.88, and a small deal that was made by laying pairs where they link had 0.58."""
_OFF, _ROUND = 3, 5
"""Lines that may be missing of a table whose rows are as its columns; and tiles that must come
again where all of them do, in reading order."""
_AGAIN, _REPEATED = 4.0, 0.15
"""Spreads beyond what chance brings, and share of all pairs of neighbours, that come again where
the same tiles follow each other."""
_RARELY, _MIRRORED_BY_LUCK = 1e-4, 1e-5
"""How likely by chance order must be at most, where tiles keep to lines, and where they are
mirrored: there are nine mirrors, each of which may show it."""
_PAIRS = 8
"""Neighbours that tell order from chance."""


def objection(board: Board, gap: float = np.inf, *, part: bool = False, guessed: int = 0) -> str:
    """Why what was read is no board of a game, or nothing if it may be one.

    Parameters
    ----------
    board : what was read
    gap : how many times farther apart than equal faces different ones are
    part : whether tiles may lie outside, and twins of those inside among them
    guessed : joins, as in `treecut.Cut`, and tiles that were told by what was odd without them
    """
    return next(_objections(board, gap, part, guessed), "")


def evidence(board: Board, gap: float, guessed: int) -> float:
    """What a board is worth: throws of a coin. The arguments are those of `objection`."""
    return float(_worth(board, guessed) + BY_GAP * np.log2(gap))


def _worth(board: Board, guessed: int) -> int:
    """What its kinds alone are worth."""
    odd, unknown = len(board.odd_kinds), board.kinds.count(UNKNOWN)
    return len(board.by_kind()) - 2 * (odd + guessed) - unknown


def hopeless(sizes: NDArray[np.int64], gap: float, guessed: int = 0) -> bool:
    """Whether groups of equal tiles are far from those of a board, whatever else is found there.

    Parameters
    ----------
    sizes : int array; tiles in each group
    gap : how many times farther apart than equal faces different ones are
    guessed : joins that were told by what was odd without them, as in `treecut.Cut`
    """
    several = sizes[sizes > 1]
    alone = np.count_nonzero(sizes == 1) / max(1, sizes.sum())
    plain = gap > COPIES and not (guessed or (sizes % 2).any())
    commonest = sizes.max() / sizes.sum()
    if len(several) < _FEWEST_KINDS or max(alone, commonest - plain * _MORE) > _FAR_FROM:
        return True
    worth = len(several) - 2 * (np.count_nonzero(several % 2) + guessed) + BY_GAP * np.log2(gap)
    return bool(worth < _EVIDENCE / 2)


def of_parts(board: Board) -> bool:
    """Whether equal tiles lie in every other line, as parts of tiles do."""
    grid = np.asarray(board.kinds, np.int64).reshape(board.rows, board.cols)
    return _all_for_parts(grid) > _PARTS


def misfit(board: Board) -> bool:
    """Whether a board is so unlike a deal that it is the size of its cells that is wrong.

    Parts of tiles lie in every other line, and several of their rims are far commoner than faces;
    a single kind may be ground that was taken for a tile.
    """
    sizes = sorted((len(cells) for cells in board.by_kind().values()), reverse=True)
    common = len(sizes) > 1 and sizes[0] > _COMMONEST * median(sizes) + _A_FEW
    common = common and sizes[1] > _RIMS * median(sizes)
    grid = np.asarray(board.kinds, np.int64).reshape(board.rows, board.cols)
    return common or of_parts(board) or _every_other_is_empty(grid) or _every_other_is_empty(grid.T)


def _all_for_parts(grid: NDArray[np.int64]) -> float:
    """How much tells that tiles are parts of larger ones, in any way: throws of a coin."""
    return max(_speaks_for_parts(each, fold) for each in (grid, grid.T) for fold in _FOLDS)


def _objections(board: Board, gap: float, part: bool, guessed: int) -> Iterator[str]:
    """All that speaks against a board, the plainest first."""
    kinds = board.by_kind()
    sizes = [len(cells) for cells in kinds.values()]
    named, unknown = sum(sizes), board.kinds.count(UNKNOWN)
    many_kinds = "1 kind" if len(kinds) == 1 else f"{len(kinds)} kinds"
    if len(kinds) < _FEWEST_KINDS - part:
        yield f"it is of {many_kinds}, and a board has {_FEWEST_KINDS} or more"
    if min(board.rows, board.cols) < _LINES - part:
        yield f"only in {board.rows} x {board.cols} cells"
    if named > _OF_A_KIND * len(kinds) * (1 + (gap > _CLEARLY)):
        yield f"{named} tiles are of only {many_kinds}"
    grid = np.asarray(board.kinds, np.int64).reshape(board.rows, board.cols)
    if _every_other_is_empty(grid) or _every_other_is_empty(grid.T):
        yield EVERY_OTHER
    parts = _all_for_parts(grid)
    sparse = named < _SPARSE * len(board.kinds)
    few = named < _TOO_FEW or (named < FEW and parts > _FEW_PARTS)
    if few and sparse and not part:
        yield f"{named} tiles in {board.rows} x {board.cols} cells {TOO_FEW}"
    hidden = gap > COPIES and unknown <= _HIDDEN and named >= _TOO_FEW
    if unknown > (_UNKNOWN_PART if part else _UNKNOWN_SHARE) * board.tiles and not hidden:
        yield f"{unknown} of {board.tiles} tiles are like no other"
    plain = gap > COPIES and not (guessed or board.odd_kinds)
    # So many even kinds are no chance, and people clear kinds in whatever order.
    usual = mean(sizes) if plain or _worth(board, guessed) >= _SURELY_EVEN else median(sizes)
    if max(sizes) > _COMMONEST * usual + _A_FEW:
        yield f"one kind has {max(sizes)} tiles, where others have {usual:.0f}"
    two = sum(sorted(sizes)[-2:])
    if two > (_TWO_OF_COPIES if plain else _TWO_KINDS) * named and not part:
        yield f"{two} of {named} tiles are of two kinds"
    odd, full = len(board.odd_kinds), named >= _FULL * len(board.kinds)
    common = full and all(len(kinds[kind]) >= median(sizes) for kind in board.odd_kinds)
    walls = int(common and gap > COPIES and not guessed)
    if odd > max(walls, _ODD * len(kinds), min(unknown, _ODD_UNREAD * len(kinds))) and not part:
        yield f"{odd} of {len(kinds)} kinds occur an odd number of times, and tiles come in pairs"
    worth = _worth(board, guessed)
    small = named < FEW and not sparse and len(kinds) < _OF_A_FEW
    many = named > _A_KIND * len(kinds)
    enough = _OF_FEW if small else _OF_MANY if many else _EVIDENCE
    hardly = (clear := worth + BY_GAP * np.log2(gap)) < enough
    hardly |= sparse and len(kinds) < _OF_A_FEW and max(sizes) > _LOPSIDED * min(sizes)
    borne = 2 * min(guessed, 1) if gap > COPIES else 0
    hardly |= worth + borne < min(_WORTH - (plain and named >= _PLENTY), named / _A_PAIR)
    hardly |= gap < _NO_GAP and odd + unknown > 0
    uneven = max(sizes) > _UNEVENLY * (np.percentile(sizes, 25) + 1)
    hardly |= gap < _NO_GAP and uneven and (guessed > 0 or clear < _BY_NO_CHANCE)
    if hardly and not part:
        yield f"its {many_kinds} can hardly be told apart"
    yield from _orders(grid, parts, plain=plain)


def _orders(grid: NDArray[np.int64], parts: float, *, plain: bool) -> Iterator[str]:
    """In which order, which no deal has, the tiles of a board lie."""
    if any(_is_orderly(each, plain=plain) or _kinds_keep_to_lines(each) for each in (grid, grid.T)):
        yield "equal tiles lie in lines"
    if parts > _PARTS:
        ways = {PARTS_DOWN: grid, PARTS_ACROSS: grid.T}
        halves = (how for how, each in ways.items() if _speaks_for_parts(each, 2) >= parts)
        yield next(halves, "equal tiles lie whole tiles apart: they are parts of tiles")
    if _mirrors_itself(grid):
        yield "equal tiles lie as in a mirror"
    if any(_follows_itself(each) for each in (grid, grid.T)) or _comes_round(grid):
        yield "the same tiles follow each other again and again"
    if max(_speaks_for_halves(each) for each in (grid, grid.T)) >= _HALVES:
        yield "the same kinds lie side by side: they are parts of tiles"


def _every_other_is_empty(grid: NDArray[np.int64]) -> bool:
    """Whether only the even or only the odd rows hold tiles: half the true pitch was taken."""
    held = (grid != 0).any(axis=1)
    return bool(held.sum() >= 3 and (not held[::2].any() or not held[1::2].any()))


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
    return bool(binom.sf(np.count_nonzero(rows == 1) - 1, len(names), chance) < _RARELY)


def _speaks_for_parts(grid: NDArray[np.int64], fold: int) -> float:
    """How much tells that the tiles are parts of larger ones, so many rows high: throws of a coin.

    Equal parts of equal tiles lie whole tiles apart. By chance the tiles of a kind do so once in
    two, four, eight times... as there are more of them. So few lines that the larger tiles would
    make no three tell nothing.
    """
    if len(grid) <= (_LINES - 1) * fold or not _may_be_wholes(grid, fold):
        return 0.0
    each = (grid[first::fold] for first in range(fold))
    lines = np.stack([np.bincount(part[part > 0], minlength=int(grid.max()) + 1) for part in each])
    counts = lines.sum(axis=0)
    told = counts > 1
    keep = told & (lines.max(axis=0) == counts)
    return float((counts[keep] - 1).sum() * np.log2(fold) - _ASTRAY * (told & ~keep).sum())


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
    """
    beside = np.pad(grid, ((0, 0), (1, 1)))
    told = 0.0
    for kind in np.unique(grid[grid > 0]).tolist():
        rows, cols = np.nonzero(grid == kind)
        if len(rows) > 1:
            ways = (beside[rows, cols], beside[rows, cols + 2])
            one = any(way[0] > 0 and way[0] != kind and (way == way[0]).all() for way in ways)
            told += _COUPLED * (len(rows) - 1) if one else -_APART
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
        luck = float(binom.sf(equal - 1, both.sum(), chance))
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
        luck = float(binom.sf(equal - 1, both.sum(), chance))
        if equal > max(_BY_CHANCE * chance, _ORDERLY) * both.sum() and luck < _BY_LUCK:
            return True
    return False
