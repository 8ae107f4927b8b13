"""Flanks: a tile beside an empty cell shows ground where its twin shows a neighbour or its shadow.

Tiles that hide the ground between them are compared to their edges; so two of one kind may seem to
be of two because something lies next to one of them, and nothing next to the other. Away from the
sides on which their surroundings differ they are the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.afar import nearest
from bot.blocks import block_differences, differences
from bot.board import EMPTY, UNKNOWN
from bot.cutting import core, middle
from bot.grouping import Grouping
from bot.seams import SIDES, bare_sides

_DEPTH = 2
"""Blocks of a cell, of eight, that what lies beside it may reach into."""
_NEAREST = 12
"""Tiles with which each is compared: those whose middles look most alike from afar."""
_LEAD = 2.0
"""How many times farther than that of its own any other kind is from a tile, at least."""
_MOST_SIDES, _FEWEST = 2, 2
"""Sides on which two tiles may have other surroundings to be compared, and groups at least."""


def joined(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], shape: tuple[int, int], found: Grouping
) -> NDArray[np.int64]:
    """The kinds, where tiles beside empty cells are of the kind that they show away from these.

    Only tiles like no other and odd kinds are joined to one, and only if that is even then.

    Parameters
    ----------
    kinds : int array of shape (N,); `EMPTY`, `UNKNOWN` for a tile like no other, or a kind
    cells : float32 array of shape (N, h, w, 3), RGB
    shape : rows and columns of the lattice
    found : how the tiles were grouped
    """
    tiles = np.flatnonzero(kinds != EMPTY)
    names = kinds[tiles].copy()
    alone = names == UNKNOWN
    names[alone] = kinds.max() + 1 + np.arange(np.count_nonzero(alone))
    groups, group = np.unique(names, return_inverse=True)
    odd = np.bincount(group) % 2 == 1
    if not odd.any() or len(groups) < _FEWEST:
        return kinds
    inner, inside = core(cells[tiles]), middle(cells[tiles])
    near = nearest(inside, inside, _NEAREST, same=True)
    pairs = np.stack([np.arange(len(tiles)).repeat(near.shape[1]), near.ravel()], axis=1)
    one, other = group[pairs].T
    pairs = pairs[(one != other) & odd[one]]
    bare = bare_sides(kinds.reshape(shape) != EMPTY)[tiles]
    sides = bare[pairs[:, 0]] != bare[pairs[:, 1]]
    blocks = block_differences(inner, inner, *pairs.T)
    apart = differences(np.where(_flanks(sides, blocks.shape[1:]), 0, blocks), found.tolerance)
    far = _from_groups(group, pairs, sides.sum(axis=1), apart, len(groups))
    into = _joins(group, far, odd, found.limit)
    after, sizes = into[group], np.bincount(into[group], minlength=len(groups))
    kept = sizes[after] % 2 == 0  # an odd one tells that something else is wrong
    after = np.where(kept, after, group)
    single = np.bincount(after, minlength=len(groups))[after] == 1
    result = kinds.copy()
    result[tiles] = np.where(alone & single, UNKNOWN, groups[after])
    return result


def _flanks(sides: NDArray[np.bool_], size: tuple[int, ...]) -> NDArray[np.bool_]:
    """The blocks of a cell that lie on some of its sides, (P, 4), those of `SIDES`: (P, n, n)."""
    parts = np.zeros((len(SIDES), *size), np.bool_)
    parts[0, :_DEPTH] = parts[1, -_DEPTH:] = parts[2, :, :_DEPTH] = parts[3, :, -_DEPTH:] = True
    return np.asarray((sides[:, :, None, None] & parts).any(axis=1), np.bool_)


def _from_groups(
    group: NDArray[np.intp],
    pairs: NDArray[np.intp],
    sides: NDArray[np.intp],
    apart: NDArray[np.float32],
    count: int,
) -> NDArray[np.float32]:
    """How far tiles are from each group, (M, count): from the tile of it with the most alike sides.

    Infinite where they differ on more sides than two, or were not compared.
    """
    far = np.full((len(group), count), np.inf, np.float32)
    order = np.lexsort((-apart, -sides))  # what is written last stays
    order = order[sides[order] <= _MOST_SIDES]
    far[pairs[order, 0], group[pairs[order, 1]]] = apart[order]
    return far


def _joins(
    group: NDArray[np.intp], far: NDArray[np.float32], odd: NDArray[np.bool_], limit: float
) -> NDArray[np.intp]:
    """The group that each goes on in, (count,): itself, or the one that all its tiles are like.

    Parameters
    ----------
    group : int array of shape (M,)
    far : float32 array of shape (M, count), tolerances
    odd : bool array of shape (count,); groups that may be joined to others
    limit : up to which tiles are of one kind
    """
    count = np.bincount(group)
    into = np.arange(len(count))
    for one in np.lexsort((np.arange(len(count)), count)).tolist():
        own = group == one
        if not odd[one]:
            continue
        whole, nearest_of = far[own].max(axis=0), far[own].min(axis=0)
        whole[one] = nearest_of[one] = np.inf
        whole[count == 1] = np.inf  # two like no other may be ground
        best = int(whole.argmin())
        others = nearest_of[(np.arange(len(count)) != best) & (count > 1)]
        # Of two that are like each other the smaller one joins the larger, or the later the first.
        first = (count[best], -best) > (count[one], -one) and into[best] == best
        if first and whole[best] <= limit < others.min(initial=np.inf) / _LEAD:
            into[one] = best
    return into
