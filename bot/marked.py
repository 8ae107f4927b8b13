"""Tiles that a game has marked, seen for the first time: what their equals lack.

A mark of selection lies along the rim of a tile or tints it whole. So along its rim a marked tile
differs from all others of its kind by more than those do among each other.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import core, middle, usual_look
from bot.distances import contrast
from bot.outlines import Outlines
from bot.rims import frames, rim_differences, strangeness

_EQUALS = 6
"""Tiles of its kind, before it and after it, that a tile is compared with."""
_TIMES, _MORE = 1.5, 8.0
"""How many times more than any tile that is not marked differs, and by how many grey levels beyond
that, a marked one does."""
_LIKEWISE = 0.8
"""Share of what the most unlike tile of a kind differs by, from which others differ likewise."""
_ON_GROUND = 3.0
"""That number of times, where the rim shows a ground that varies."""
_FAINTER = 0.7
"""Share of what the strangest of several marks differs by, below which another is none of a
selection."""
_SOME = 4
"""Every fourth pixel of the rims tells which is unlike the others."""
_SHOWN, _BLANK = 0.8, 0.35
"""Likeness, in any colours, from which a dimmed tile shows a face; and contrast, as a share of what
faces usually have, up to which one is blank."""
AT_A_TIME = 2
"""Tiles that are marked at a time at most: one selected, and one under the pointer."""
SPARSE = 0.5
"""Share of the cells that hold tiles, below which more of a board may lie outside."""
_PAIR = 2
"""Tiles that are linked."""


def marked(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], *, varied: bool = False
) -> NDArray[np.intp]:
    """The cells whose tiles are drawn as marked, at most one of a kind.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    varied : whether ground is seen around faces that looks different from cell to cell
    """
    tiles = np.flatnonzero(kinds > 0)
    names, looks = kinds[tiles], cells[tiles]
    apart = _from_equals(names, looks.clip(0, 255).astype(np.uint8))
    several = np.unique(names)
    most = np.asarray([apart[names == name].max() for name in several])
    unlike = np.isin(names, several[outliers(most, varied=varied)])
    unlike &= apart >= _LIKEWISE * most[np.searchsorted(several, names)]
    unlike = _one_of_each(names, unlike, looks)
    every = np.arange(len(tiles))
    strange = strangeness(looks, every, every)
    found = outliers(strange)
    # Two tiles may be marked alike, but not with what any other tile shows.
    maybe = np.flatnonzero(unlike)
    usual = max(_MORE, float(np.sort(strange)[-AT_A_TIME - 1 :].min(initial=np.inf)))
    among_others = strangeness(looks, maybe, np.flatnonzero(~unlike))
    found[maybe] |= among_others > usual
    if varied:
        found |= outliers(_framed(names, looks)) & (strange > usual)
    found = _one_of_each(names, found, looks)
    # Of two that differ the fainter shows where the pointer is.
    strange[maybe] = np.maximum(strange[maybe], among_others)
    found &= strange > _FAINTER * float(strange[found].max(initial=0))
    return tiles[found]


def _one_of_each(
    names: NDArray[np.int64], some: NDArray[np.bool_], looks: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Of some tiles of each kind the one that is most unlike all others: bool (N,).

    Where two are alone of their kind, both differ from their equals.
    """
    one = some.copy()
    several, counts = np.unique(names[some], return_counts=True)
    several = several[counts > 1]
    odd = unlike_most(looks) if several.size else np.zeros(len(names))
    for name in several:
        alike = np.flatnonzero(some & (names == name))
        one[np.delete(alike, odd[alike].argmax())] = False
    return one


def _framed(names: NDArray[np.int64], tiles: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much the frame around each tile is steeper than any around others of its kind: (N,).

    On a ground that varies rims differ, but no ground draws a frame.
    """
    steep = frames(tiles)
    beyond = np.full(len(tiles), np.inf, np.float32)
    for name in np.unique(names):
        alike = np.flatnonzero(names == name)
        if len(alike) > 1:
            last, first = np.sort(steep[alike])[-2:]
            beyond[alike] = steep[alike] - np.where(steep[alike] == first, last, first)
    return beyond


def outliers(apart: NDArray[np.floating], *, varied: bool = False) -> NDArray[np.bool_]:
    """Which values, (N,), lie far beyond the others; none if there are more than marks at a time.

    Infinite ones do not count. Where the ground is `varied`, they lie farther.
    """
    told = np.isfinite(apart)
    if told.sum() <= AT_A_TIME:
        return np.zeros(len(apart), np.bool_)
    times = _ON_GROUND if varied else _TIMES
    usual = np.sort(apart[told])[-AT_A_TIME - 1]
    return np.asarray(told & (apart > times * usual + _MORE), np.bool_)


def _from_equals(names: NDArray[np.int64], tiles: NDArray[np.uint8]) -> NDArray[np.float64]:
    """By how much each tile differs along its rim from the nearest of its kind: (N,)."""
    order = np.argsort(names, kind="stable")
    pairs = [
        np.stack([order[:-step], order[step:]], axis=1)[names[order[:-step]] == names[order[step:]]]
        for step in range(1, min(_EQUALS, len(order) - 1) + 1)
    ]
    at, to = np.concatenate(pairs).T if pairs else np.empty((2, 0), np.intp)
    differ = rim_differences(tiles[at], tiles[to])
    least = np.full(len(names), np.inf)
    np.minimum.at(least, at, differ)
    np.minimum.at(least, to, differ)
    return least


def unlike_most(tiles: NDArray[np.float32]) -> NDArray[np.float64]:
    """By how much each tile differs along its rim from what tiles mostly show there: (N,)."""
    if not len(tiles):
        return np.zeros(0)
    inner = core(tiles)
    height, width = inner.shape[1:3]
    around = np.ones((height, width), np.bool_)
    around[height // 6 : height - height // 6, width // 6 : width - width // 6] = False
    rows, cols = (each[::_SOME] for each in np.nonzero(around))
    shown = inner[:, rows, cols]
    apart = np.linalg.norm(shown - usual_look(shown), axis=-1)
    return np.asarray(np.median(apart, axis=1), np.float64)


def in_question(kinds: NDArray[np.int64], held: NDArray[np.bool_], cols: int) -> NDArray[np.int64]:
    """The kinds, where all tiles but one or two have twins, and these are as good as copies.

    Those may be tiles that a mark or a path hides: they are unknown. But two of them are a pair, or
    such as are unknown where tiles are `held`, (N,), where all others have twins: nothing else is
    left for them, unless one lies in a row or a column that shares no kind with others: there it
    may be a button. Of a sparse board there may be more outside.
    """
    if (kinds != EMPTY).mean() < SPARSE:
        return kinds
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    alone = np.isin(kinds, names[counts == 1])
    if np.count_nonzero(alone) > AT_A_TIME:
        return kinds
    left = alone | (kinds == UNKNOWN)
    grid = np.where(left, EMPTY, kinds).reshape(-1, cols)
    inside = (_shares(grid)[:, None] & _shares(grid.T)).ravel() & held
    even = inside[left].sum() == _PAIR == left.sum() and not (counts[counts > 1] % 2).any()
    return np.where(left, kinds.max() + 1 if even else UNKNOWN, kinds)


def _shares(grid: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which rows have a tile of a kind that another row has, too: (rows,)."""
    others = (np.delete(grid, at, axis=0) for at in range(len(grid)))
    return np.asarray(
        [np.isin(row[row > 0], rest).any() for row, rest in zip(grid, others, strict=True)]
    )


def doubt_dimmed(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    rest: NDArray[np.intp],
    faces: NDArray[np.float32],
) -> None:
    """Call unknown one or two cells that were called empty and show a face.

    What is left of tiles that are gone is seen in many places; these are dimmed for a moment.

    Parameters
    ----------
    kinds : int array of shape (N,), changed in place
    cells : float32 array of shape (N, h, w, 3), RGB
    rest : int array of shape (M,); cells that were named by what they have in common
    faces : float32 array of shape (F, h, w, 3), RGB
    """
    empty, inside = rest[kinds[rest] == EMPTY], contrast(middle(faces))
    faces = faces[inside > _BLANK * np.median(inside)]  # a blank one is like any plain cell
    if empty.size and len(faces):
        shown = Outlines.of(faces).likeness(cells[empty]).max(axis=1) > _SHOWN
        if np.count_nonzero(shown) <= AT_A_TIME:
            kinds[empty[shown]] = UNKNOWN
