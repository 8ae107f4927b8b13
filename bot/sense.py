"""Whether what was read makes sense as the board of a game.

Much on a screen repeats on a lattice: tables, calendars, icons, the squares of other games. A board
of a link-up game has kinds that come in pairs, that are about equally common, and that lie about
by chance; hardly anything else has all three.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from math import comb, log2, pi
from statistics import mean, median

import numpy as np
from numpy.typing import NDArray

from bot.board import UNKNOWN, Board
from bot.geometry import Cell
from bot.objections import Amiss, Objection
from bot.order import OF_PARTS, all_for_parts, orders

MIN_TILES = 4
"""Fewer make no board."""

_FEW_PARTS, _SURELY_PARTS = 2.0, 2 * OF_PARTS
"""Throws of a coin from which a board of few tiles may be of parts of tiles, and from which it is
told of any before all else."""
_LINES = 3
"""Rows and columns of the smallest board."""
_TOO_FEW, FEW, _SPARSE = 10, 16, 0.45
"""Tiles, where fewer than this share of the cells hold one: below the first number a lattice twice
as wide would do as well, below the second a board must show that it would not."""
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
_DEALT, _SEVERAL, _NEARLY = 4, 6, 0.75
"""Items of a kind, at least, that nearly all kinds have where an even-handed deal is seen; kinds
that tell this; and share of them beyond which it is seen."""
_TWO_KINDS = 0.67
"""Share of the tiles that may be of the two commonest kinds; of four even kinds it is a half."""
_TWO_OF_COPIES, _MORE = 0.8, 0.2
"""The same, and how much more than `_FAR_FROM` may be of one kind, where all tiles are copies and
no kind is odd: people clear a game of few kinds kind by kind."""
_COMMONEST, _A_FEW, _RIMS = 2.5, 4, 2.0
"""How many times commoner than the middle one a kind may be, and some tiles more; and two of them
are, at least, if they are rims of tiles."""
_SURELY_EVEN, _EVEN = 16, 8
"""Even kinds from which on the mean of all is what is usual, as on a board of copies; and from
which on two equal tiles side by side are no order, for many games deal so."""
_ODD, _ODD_UNREAD, _FULL = 0.06, 0.15, 0.8
"""Share of kinds that may be odd, and where tiles were not read; share of cells with tiles where a
single one may be walls: of these there may be any number."""
_OF_FULL, _OF_REST = 0.2, 0.5
"""Share of the tiles that may be walls on a full board, and on others."""
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
COPIES, _NEARLY_COPIES = 8.0, 4.0
"""Gap beyond which equal faces are as good as copies; one that was guessed is then no wonder. And
beyond which they are nearly so: blank ground that was taken for tiles leaves a narrower one."""
_WORTH, _A_PAIR, _PLENTY = 6, 4, 24
"""Throws of a coin that the kinds alone must be worth; of small boards one for so many tiles; and
tiles, all copies, of which it may be one less."""
_FAR_FROM = 0.4
"""Share of the tiles that are like no other, or all of one kind, where there is surely no board."""


@lru_cache(maxsize=64)
def objection(
    board: Board,
    gap: float = np.inf,
    *,
    part: bool = False,
    guessed: int = 0,
    drawn: int = UNKNOWN,
) -> Objection | None:
    """Why what was read is no board of a game; None if it may be one. It is asked again and again.

    Parameters
    ----------
    board : what was read
    gap : how many times farther apart than equal faces different ones are
    part : whether tiles may lie outside, and twins of those inside among them
    guessed : joins, as in `treecut.Cut`, and tiles that were told by what was odd without them
    drawn : the commonest kind, if its face is drawn too boldly for ground
    """
    return next(_objections(board, gap, part, guessed, drawn), None)


def evidence(board: Board, gap: float, guessed: int) -> float:
    """What a board is worth: throws of a coin. The arguments are those of `objection`."""
    return float(_worth(board, gap, guessed) + BY_GAP * np.log2(gap))


def odd_kinds(board: Board, gap: float, guessed: int) -> int:
    """How many kinds are odd and cannot be walls. The arguments are those of `objection`."""
    return len(board.odd_kinds) - (_walls(board, gap, guessed) in board.odd_kinds)


def _worth(board: Board, gap: float, guessed: int) -> int:
    """What its kinds alone are worth; an odd one of walls is worth nothing."""
    odd, unknown = odd_kinds(board, gap, guessed), board.kinds.count(UNKNOWN)
    even = len(board.by_kind()) - len(board.odd_kinds)
    return even - odd - 2 * guessed - unknown


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


def even_handed(sizes: NDArray[np.int64]) -> float:
    """How surely groups of these sizes, (N,), are the kinds of a deal: 0, or up to 1.

    If nearly all have as many items, and none is odd, they were not joined so by chance.
    """
    counts = np.bincount(sizes[sizes > 0]) if sizes.size else np.zeros(1, np.intp)
    often, groups = int(counts.argmax()), int(counts.sum())
    if often < _DEALT or groups < _SEVERAL or counts[1::2].any():
        return 0.0
    return max(0.0, float((counts[often] / groups - _NEARLY) / (1 - _NEARLY)))


def _dealt_alike(sizes: list[int]) -> int:
    """What is told by even kinds all of which have as many tiles, or some of them two more.

    Throws of a coin, beyond what they tell by being even: by chance so many tiles of so many kinds
    seldom divide like that (the largest term of a multinomial distribution, by Stirling's formula).
    """
    kinds, fewest = len(sizes), min(sizes)
    if max(sizes) > fewest + 2:
        return 0
    ways = comb(kinds, sizes.count(fewest))
    told = (kinds - 1) * (log2(2 * pi * mean(sizes)) / 2 - 1) - log2(kinds) / 2 - log2(ways)
    return max(0, int(told))


def of_parts(board: Board) -> bool:
    """Whether equal tiles lie in every other line, as parts of tiles do."""
    grid = np.asarray(board.kinds, np.int64).reshape(board.rows, board.cols)
    return all_for_parts(grid) > OF_PARTS


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


def _objections(
    board: Board, gap: float, part: bool, guessed: int, drawn: int = UNKNOWN
) -> Iterator[Objection]:
    """All that speaks against a board, the plainest first."""
    kinds = board.by_kind()
    named, unknown = sum(map(len, kinds.values())), board.kinds.count(UNKNOWN)
    many_kinds = "1 kind" if len(kinds) == 1 else f"{len(kinds)} kinds"
    if len(kinds) < _FEWEST_KINDS - part:
        yield Objection(f"it is of {many_kinds}, and a board has {_FEWEST_KINDS} or more")
    if min(board.rows, board.cols) < _LINES - part:
        yield Objection(f"only in {board.rows} x {board.cols} cells")
    if named > _OF_A_KIND * len(kinds) * (1 + (gap > _CLEARLY)):
        yield Objection(f"{named} tiles are of only {many_kinds}")
    grid = np.asarray(board.kinds, np.int64).reshape(board.rows, board.cols)
    if _every_other_is_empty(grid) or _every_other_is_empty(grid.T):
        yield Objection("every other line of cells is empty", Amiss.EVERY_OTHER_EMPTY)
    plain = gap > COPIES and not (guessed or board.odd_kinds)
    if (parts := all_for_parts(grid)) > _SURELY_PARTS:
        # Whatever else is wrong: on larger cells it may be right.
        yield from islice(orders(grid, parts, plain=plain), 1)
    sparse = named < _SPARSE * len(board.kinds)
    few = named < _TOO_FEW or (named < FEW and parts > _FEW_PARTS)
    if few and sparse and not part:
        where = f"{named} tiles in {board.rows} x {board.cols} cells"
        yield Objection(f"{where} are too few to tell a lattice by", Amiss.TOO_FEW_TILES)
    yield from _equal_pictures(kinds) if named < FEW and not part else ()
    hidden = gap > COPIES and unknown <= _HIDDEN and named >= _TOO_FEW
    if unknown > (_UNKNOWN_PART if part else _UNKNOWN_SHARE) * board.tiles and not hidden:
        yield Objection(f"{unknown} of {board.tiles} tiles are like no other")
    walls = _walls(board, gap, guessed, drawn)
    sizes = [len(cells) for kind, cells in kinds.items() if kind != walls]
    # So many even kinds are no chance, and people clear kinds in whatever order.
    usual = mean(sizes) if plain or _worth(board, gap, guessed) >= _SURELY_EVEN else median(sizes)
    if (most := max(sizes)) > _COMMONEST * usual + _A_FEW:
        yield Objection(f"one kind has {most} tiles, where others have {usual:.0f}")
    two = sum(sorted(sizes)[-2:])
    if two > (_TWO_OF_COPIES if plain else _TWO_KINDS) * sum(sizes) and not part:
        yield Objection(f"{two} of {sum(sizes)} tiles are of two kinds")
    odd = odd_kinds(board, gap, guessed)
    if odd > max(_ODD * len(kinds), min(unknown, _ODD_UNREAD * len(kinds))) and not part:
        yield _odd(odd, len(kinds), clear=gap > COPIES and not (guessed or unknown or sparse))
    worth = _worth(board, gap, guessed)
    small = named < FEW and not sparse and len(kinds) < _OF_A_FEW
    many = named > _A_KIND * len(kinds)
    enough = _OF_FEW if small else _OF_MANY if many else _EVIDENCE
    hardly = (clear := worth + BY_GAP * np.log2(gap)) < enough
    hardly |= sparse and len(kinds) < _OF_A_FEW and max(sizes) > _LOPSIDED * min(sizes)
    borne = 2 * min(guessed, 1) * (gap > COPIES) + (_dealt_alike(sizes) if plain else 0)
    hardly |= worth + borne < min(_WORTH - (plain and named >= _PLENTY), named / _A_PAIR)
    hardly |= gap < _NO_GAP and odd + unknown > 0
    uneven = max(sizes) > _UNEVENLY * (np.percentile(sizes, 25) + 1)
    hardly |= gap < _NO_GAP and uneven and (guessed > 0 or clear < _BY_NO_CHANCE)
    if hardly and not part:
        yield Objection(f"its {many_kinds} can hardly be told apart")
    yield from orders(grid, parts, plain=plain or worth >= _EVEN)


def _odd(odd: int, kinds: int, *, clear: bool) -> Objection:
    """That kinds are odd; if all tiles are `clear` copies no larger cells show them better."""
    told = f"{odd} of {kinds} kinds occur an odd number of times, and tiles come in pairs"
    return Objection(told, Amiss.ODD_COPIES if clear else Amiss.ELSE)


def _equal_pictures(kinds: dict[int, list[Cell]]) -> Iterator[Objection]:
    """What speaks against kinds whose tiles lie about each other as those of all others do."""
    lie = {
        tuple((cell.row - cells[0].row, cell.col - cells[0].col) for cell in cells)
        for cells in kinds.values()
    }
    if len(lie) == 1 and len(lie.pop()) > 1:
        yield Objection("it is one picture several times, and tiles are dealt by lot")


def _every_other_is_empty(grid: NDArray[np.int64]) -> bool:
    """Whether only the even or only the odd rows hold tiles: half the true pitch was taken."""
    held = (grid != 0).any(axis=1)
    return bool(held.sum() >= 3 and (not held[::2].any() or not held[1::2].any()))


def _walls(board: Board, gap: float, guessed: int, drawn: int = UNKNOWN) -> int:
    """The kind that may be walls, which never go, and of which there may be any number.

    Of a fresh board the only odd one, if it is no rarer than most, nothing was guessed, and equal
    tiles are copies. Of any one that is far commoner than most, if the rest are even and have more
    tiles together: where tiles are copies, or nearly so and so many kinds are even that this is no
    chance, and no more than one was guessed. On a full board a drawn one will do where only that
    is so. The arguments are those of `objection`.
    """
    kinds, odd = board.by_kind(), board.odd_kinds
    even = len(kinds) - len(odd) - 2 * guessed - board.kinds.count(UNKNOWN)
    told = gap > COPIES or (gap > _NEARLY_COPIES and even >= _SURELY_EVEN)
    surely = drawn != UNKNOWN and gap > _NO_GAP and even >= _SURELY_EVEN and not guessed
    if len(kinds) < _FEWEST_KINDS or guessed > 1 or not (told or surely):
        return UNKNOWN
    sizes = {kind: len(cells) for kind, cells in kinds.items()}
    named, usual = sum(sizes.values()), median(sizes.values())
    common = max(sizes, key=sizes.__getitem__)
    full = named >= _FULL * len(board.kinds)
    if full and len(odd) == 1 and gap > COPIES and not guessed:
        return odd[0] if sizes[odd[0]] >= usual else UNKNOWN
    if not told and (common != drawn or not full):
        return UNKNOWN
    far = _COMMONEST * usual <= sizes[common] <= named * (_OF_FULL if full else _OF_REST)
    return common if far and set(odd) <= {common} else UNKNOWN
