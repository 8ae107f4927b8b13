"""Flanks: a tile beside an empty cell shows ground where its twin shows a neighbour or its shadow.

Tiles that hide the ground between them are compared to their edges; so two of one kind may seem to
be of two because something lies next to one of them, and nothing next to the other. Away from the
sides on which their surroundings differ they are the same.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.blocks import block_differences, differences
from bot.board import EMPTY, UNKNOWN
from bot.classify import Grouping, nearest
from bot.cutting import core, middle

_DEPTH = 2
"""Blocks of a cell, of eight, that what lies beside it may reach into."""
_NEAREST = 12
"""Tiles with which each is compared: those whose middles look most alike from afar."""
_LEAD = 2.0
"""How many times farther than that of its own any other kind is from a tile, at least."""
_SIDES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def joined(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], shape: tuple[int, int], found: Grouping
) -> NDArray[np.int64]:
    """The kinds, where tiles beside empty cells are of the kind that they show away from these.

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
    bare = _bare_sides(kinds.reshape(shape))[tiles]
    if not bare.any() or np.unique(names).size < 2:
        return kinds
    inner, inside = core(cells[tiles]), middle(cells[tiles])
    near = nearest(inside, inside, _NEAREST, same=True)
    pairs = np.stack([np.arange(len(tiles)).repeat(near.shape[1]), near.ravel()], axis=1)
    pairs = pairs[names[pairs[:, 0]] != names[pairs[:, 1]]]
    blocks = block_differences(inner, inner, *pairs.T)
    other = bare[pairs[:, 0]] != bare[pairs[:, 1]]
    apart = differences(np.where(_flanks(other, blocks.shape[1:]), 0, blocks), found.tolerance)
    after = _merged(names, pairs, other.any(axis=1), apart, found.limit)
    counts = dict(zip(*np.unique(after, return_counts=True), strict=True))
    single = np.asarray([counts[name] == 1 for name in after.tolist()], np.bool_)
    result = kinds.copy()
    result[tiles] = np.where(alone & single, UNKNOWN, after)
    return result


def _bare_sides(kinds: NDArray[np.int64]) -> NDArray[np.bool_]:
    """On which sides cells of a board, (rows, cols), have no tile beside them: (N, 4)."""
    held = np.pad(kinds != EMPTY, 1)
    sides = [np.roll(held, (-down, -right), (0, 1))[1:-1, 1:-1] for down, right in _SIDES]
    return ~np.stack(sides, axis=-1).reshape(-1, len(_SIDES))


def _flanks(sides: NDArray[np.bool_], size: tuple[int, ...]) -> NDArray[np.bool_]:
    """The blocks of a cell that lie on some of its sides, (P, 4), those of `_SIDES`: (P, n, n)."""
    parts = np.zeros((len(_SIDES), *size), np.bool_)
    parts[0, :_DEPTH] = parts[1, -_DEPTH:] = parts[2, :, :_DEPTH] = parts[3, :, -_DEPTH:] = True
    return np.asarray((sides[:, :, None, None] & parts).any(axis=1), np.bool_)


def _merged(
    names: NDArray[np.int64],
    pairs: NDArray[np.intp],
    beside: NDArray[np.bool_],
    apart: NDArray[np.float32],
    limit: float,
) -> NDArray[np.int64]:
    """The names of tiles, where all of one name are like another away from what lies beside them.

    Tiles with the same beside them are of one kind only if they have one name.

    Parameters
    ----------
    names : int array of shape (M,), one for each group of tiles
    pairs : int array of shape (P, 2); tiles of two names that were compared
    beside : bool array of shape (P,); whether they have something else beside them
    apart : how far they are apart, tolerances
    limit : up to which tiles are of one kind
    """
    groups, group = np.unique(names, return_inverse=True)
    count = np.bincount(group)
    far = np.full((len(names), len(groups)), np.inf)
    np.minimum.at(far, (pairs[:, 0], group[pairs[:, 1]]), apart)
    same = np.zeros((len(groups), len(groups)), np.bool_)
    same[group[pairs[~beside, 0]], group[pairs[~beside, 1]]] = True
    after = names.copy()
    for one in np.argsort(count, kind="stable").tolist():
        own = group == one
        whole = far[own].max(axis=0)
        whole[one] = np.inf
        best = int(whole.argmin())
        clear = np.delete(far[own].min(axis=0), [one, best]).min(initial=np.inf)
        larger = count[best] > count[one] or (count[best] == count[one] and best < one)
        if larger and not same[one, best] and whole[best] <= limit < clear / _LEAD:
            after[after == names[own][0]] = after[group == best][0]
    return after
