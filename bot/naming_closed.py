"""Naming the tiles of a board whose tiles hide the ground between them.

Cells that surely hold tiles are grouped by face, with those on which something is drawn as on them;
and what looks like one of them is taken in.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.classify import best_faces, group
from bot.cutting import middle
from bot.drawn import shape_likeness
from bot.ground import (
    HAS_BODY,
    LACKS_BODY,
    agreement,
    body_of,
    contrast,
    inner_colours,
    nearest_colours,
)
from bot.grouping import Grouping
from bot.skin import Body

_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the tiles have, below which a cell is flat."""
_DRAWN = 0.7
"""Contrast, as a share of what the faintest tenth of the tiles have, above which a body surely has
a face drawn on it."""
_NEARER = 0.5
"""How much nearer to the ground around than to any tile the colours of bare ground are."""
_COMMON = 1.5
"""How many times commoner than any kind a flat picture must be to mark an empty cell."""
_SHOWS = 0.6
"""Correlation with its face that a tile which is no other's surroundings has."""
_EQUAL = 0.1
"""Share of the allowed difference up to which two cells are equal, whatever they show."""
_RING, _NEARLY_ALL, _SAME_COLOUR, _LEFT = 8, 95, 2.0, 0.3
"""Cells of ground around that tell how even it is; percentile of them; grey levels by which its
colours may differ at least; and share of the cells that must be drawn otherwise."""
_FEWEST = 2
"""Tiles that can be grouped."""
_ROUNDS = 3
"""How often tiles taken in may bring others that look like them."""


def name_closed(
    cells: NDArray[np.float32], sure: NDArray[np.intp], ring: NDArray[np.float32], body: Body | None
) -> tuple[NDArray[np.int64], Grouping]:
    """The kinds of the cells that show tiles, and how these were grouped; others are unknown.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    sure : int array of shape (M,), numbers of the cells that surely hold tiles, two at least
    ring : float32 array of shape (G, h, w, 3), RGB; cells around the board
    body : what all tiles share, if that is known
    """
    told = sure
    sure = _drawn(cells, sure, body, ring)
    found = group(cells[sure])
    slots = sure[_is_slot(found.groups, contrast(cells[sure]))]
    if slots.size:
        return _without_slots(cells, np.setdiff1d(sure, slots), slots, ring)
    kinds = np.full(len(cells), UNKNOWN, np.int64)
    kinds[sure] = found.groups + 1
    alone = sure[np.bincount(found.groups)[found.groups] == 1]
    kinds[np.setdiff1d(alone, told)] = UNKNOWN
    for _ in range(_ROUNDS):
        if not adopt(kinds, cells, found.tolerance, found.limit, body):
            break
    if body is None:
        _adopt_plain(kinds, cells, found, ring)
    return kinds, found


def _without_slots(
    cells: NDArray[np.float32],
    sure: NDArray[np.intp],
    slots: NDArray[np.intp],
    ring: NDArray[np.float32],
) -> tuple[NDArray[np.int64], Grouping]:
    """The names, where some cells are known to show the mark of an empty cell."""
    others = np.setdiff1d(np.arange(len(cells)), slots)
    around = np.concatenate([ring, cells[slots]])
    body = body_of(cells[sure], around)
    kinds = np.full(len(cells), EMPTY, np.int64)
    kinds[others], found = name_closed(cells[others], np.searchsorted(others, sure), around, body)
    return kinds, found


def _drawn(
    cells: NDArray[np.float32],
    sure: NDArray[np.intp],
    body: Body | None,
    ring: NDArray[np.float32],
) -> NDArray[np.intp]:
    """The cells on which something is drawn as on those that surely hold tiles, and these.

    Where the tiles have a body in common, those that lack it are left out.
    """
    if body is None:
        return np.union1d(sure, np.flatnonzero(is_drawn(cells, sure, ring)))
    clear = sure[~_is_bare(cells[sure], body, ring)]
    sure = clear if len(clear) >= _FEWEST else sure
    inside = contrast(middle(cells))
    others = np.flatnonzero(agreement(cells, body) > HAS_BODY)
    return np.union1d(sure, others[inside[others] > _DRAWN * np.percentile(inside[sure], 10)])


def is_drawn(
    cells: NDArray[np.float32], tiles: NDArray[np.intp], ring: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which cells have contrast and colours as tiles have, rather than the ground around: (N,)."""
    inside, colours = contrast(middle(cells)), inner_colours(cells)
    like_tile = nearest_colours(colours, colours[tiles])
    like_ground = nearest_colours(colours, inner_colours(ring))
    strong = inside > _DRAWN * np.percentile(inside[tiles], 10)
    return np.asarray(strong & (like_tile < like_ground), dtype=np.bool_)


def is_ground(tiles: NDArray[np.float32], ring: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which cells that repeat are bare ground all the same, as even as that around: bool (N,).

    They are as flat as it, and between its colours, where tiles have something drawn on them. If
    hardly a cell is another, none is told.

    Parameters
    ----------
    tiles, ring : float32 arrays of shape (N, h, w, 3) and (G, h, w, 3), RGB
    """
    none = np.zeros(len(tiles), np.bool_)
    if len(ring) < _RING:
        return none
    inside, even = (
        contrast(middle(tiles)),
        float(np.percentile(contrast(middle(ring)), _NEARLY_ALL)),
    )
    around = inner_colours(ring)
    apart = np.linalg.norm(around[:, None] - around, axis=2)
    np.fill_diagonal(apart, np.inf)
    usual = max(_SAME_COLOUR, float(np.percentile(apart.min(axis=1), _NEARLY_ALL)))
    ground = (inside <= even) & (nearest_colours(inner_colours(tiles), around) <= usual)
    drawn = inside[~ground]
    if len(drawn) < max(_FEWEST, _LEFT * len(tiles)):
        return none
    return np.asarray(ground & (inside < _FLAT * np.percentile(drawn, 10)), np.bool_)


def _is_bare(
    cells: NDArray[np.float32], body: Body, ring: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which cells are no tiles though they repeat: walls and shadows fall alike on the ground."""
    agreed = agreement(cells, body)
    inside = contrast(middle(cells))
    faint = _FLAT * np.percentile(inside[agreed > HAS_BODY], 10)
    flat = (agreed < LACKS_BODY) & (inside < faint)
    colours = inner_colours(cells)
    nearer = nearest_colours(colours, inner_colours(ring)) < _NEARER * nearest_colours(
        colours, colours[agreed > HAS_BODY]
    )
    return np.asarray(flat | ((agreed < HAS_BODY) & nearer), dtype=np.bool_)


def _is_slot(groups: NDArray[np.int64], contrasts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which cells show the mark of an empty cell: a flat picture far commoner than the others."""
    counts = np.bincount(groups)
    strength = np.asarray([np.median(contrasts[groups == kind]) for kind in range(len(counts))])
    most = int(counts.argmax())
    common = counts[most] > _COMMON * np.partition(counts, -2)[-2] if len(counts) > 2 else False
    slot = np.zeros(len(counts), np.bool_)
    slot[most] = common and strength[most] < _FLAT * np.median(strength)
    return np.asarray(slot[groups], dtype=np.bool_)


def adopt(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    tolerance: NDArray[np.float32],
    limit: float,
    body: Body | None,
) -> bool:
    """Give cells that look like a tile already named the same kind; whether there were any."""
    rest, named = np.flatnonzero(kinds == UNKNOWN), np.flatnonzero(kinds > 0)
    if not rest.size or not named.size:
        return False
    twin, difference = best_faces(cells[rest], cells[named], tolerance, limit)
    near = np.flatnonzero(difference <= limit)
    fits = near[shape_likeness(cells[rest[near]], cells[named[twin[near]]]) > _SHOWS]
    if body is not None:
        bare = agreement(cells[rest[fits]], body) < LACKS_BODY
        fits = fits[~bare | (agreement(cells[named[twin[fits]]], body) < HAS_BODY)]
    kinds[rest[fits]] = kinds[named[twin[fits]]]
    return bool(fits.size)


def _adopt_plain(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    found: Grouping,
    ring: NDArray[np.float32],
) -> None:
    """Give cells that are equal to a tile, and to nothing around the board, its kind.

    A plain tile shows no shape by which it might resemble another, but its neighbours at its edges.
    """
    rest, named = np.flatnonzero(kinds == UNKNOWN), np.flatnonzero(kinds > 0)
    if not rest.size or not named.size:
        return
    twin, apart = best_faces(cells[rest], cells[named], found.tolerance)
    equal = apart <= _EQUAL * found.limit
    if len(ring) and equal.any():
        _, off = best_faces(cells[rest[equal]], ring, found.tolerance, found.limit)
        equal[equal] = off > found.limit
    kinds[rest[equal]] = kinds[named[twin[equal]]]


def as_tiles(
    outside: NDArray[np.intp],
    ring: NDArray[np.float32],
    tiles: NDArray[np.float32],
    body: Body | None,
) -> NDArray[np.bool_]:
    """Which of the cells around that stand out look as tiles do, not as the others: (L,).

    Parameters
    ----------
    outside : int array of shape (L,); numbers of the cells around that stand out
    ring, tiles : float32 arrays of shape (G, h, w, 3) and (M, h, w, 3), RGB
    body : what all tiles share, if anything
    """
    if body is not None:
        return np.asarray(agreement(ring[outside], body) > HAS_BODY, np.bool_)
    rest = np.delete(ring, outside, axis=0)
    if not len(rest) or not len(tiles):
        return np.ones(len(outside), np.bool_)
    both = np.concatenate([tiles, ring[outside]])
    return is_drawn(both, np.arange(len(tiles)), rest)[len(tiles) :]
