"""Evening: a board that is even but for an outer line, which is no part of it."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY

_ALL_ALIKE, _FILLED = 3e-4, 0.7
"""How likely an outer line may be to show one kind alone if tiles lie about by chance, and be no
part of the board all the same: the edge of a panel runs along it, and fills so much of it."""
_SEVERAL = 2
"""Tiles without a twin that an outer line has at least, which makes a board odd and is no part of
it; or, if all are strangers, tiles besides one without a twin."""
_SIDES = 4
"""Outer lines of a board."""


def evened(kinds: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which cells are left without an outer line that is no part of a board: all, if none is so.

    A deal is even. Where it is so but for an outer line some of whose tiles have no twin, that line
    is no part of it: were it one, they would be missed elsewhere. So are a goal or what is to come
    next told, though they show the same faces, and buttons of which some are alike. Nor is one that
    shows a single kind alone, far beyond chance.

    Parameters
    ----------
    kinds : int array of shape (rows, cols); names of the cells

    Returns
    -------
    inside : bool array of shape (rows, cols)
    """
    inside = np.ones(kinds.shape, np.bool_)
    for side in (np.s_[:1], np.s_[-1:], np.s_[:, :1], np.s_[:, -1:]):
        rest = inside.copy()
        rest[side] = False
        line, others = kinds[side].ravel(), kinds[rest]
        if not rest.any() or is_odd(others):
            continue
        tiles = line[line > 0]
        filled = len(tiles) >= _FILLED * len(line)
        if _is_surplus(line, others) or (
            filled and _of_one_kind(tiles, others[others > 0]) < _ALL_ALIKE
        ):
            return rest
    return inside


def _is_surplus(line: NDArray[np.int64], rest: NDArray[np.int64]) -> bool:
    """Whether tiles of an outer line lack twins, where none of the rest does.

    One that does may have its twin under something; but not where all others of its line are
    strangers, too.
    """
    lonely, tiles = _lonely(line), np.count_nonzero(line != EMPTY)
    strangers = lonely > 0 and not np.isin(line[line > 0], rest).any()
    return bool(lonely >= _SEVERAL or (strangers and tiles > _SEVERAL))


def _of_one_kind(line: NDArray[np.int64], rest: NDArray[np.int64]) -> float:
    """How likely it is, by chance, that all tiles of an outer line are of one kind.

    Of any kind, on any side. 1 if they are of several, or most tiles of the kind lie elsewhere, as
    those of parts do.
    """
    if not line.size or (line != line[0]).any():
        return 1.0
    others = int(np.count_nonzero(rest == line[0]))
    if len(line) <= others:
        return 1.0
    ways = _SIDES * np.unique([*line, *rest]).size
    return ways * comb(len(line) + others, len(line)) / comb(len(line) + len(rest), len(line))


def _lonely(tiles: NDArray[np.int64]) -> int:
    """How many tiles lack a twin among some."""
    counts = np.unique(tiles[tiles > 0], return_counts=True)[1]
    return int(np.count_nonzero(counts % 2) + np.count_nonzero(tiles < 0))


def is_odd(tiles: NDArray[np.int64]) -> bool:
    """Whether any of some tiles lacks a twin among them."""
    return _lonely(tiles) > 0


def chance_apart(some: NDArray[np.int64], rest: NDArray[np.int64]) -> float:
    """How likely it is, at most, that all the tiles of some kinds lie there and none in the rest.

    So many of all kinds are there, and each choice of them is as likely as any other choice of as
    many tiles. Tiles like no other tell nothing.
    """
    few, others = some[some > 0], rest[rest > 0]
    own = np.unique(few).size
    kinds, tiles = own + np.unique(others).size, len(few) + len(others)
    return comb(kinds, own) / comb(tiles, len(few))
