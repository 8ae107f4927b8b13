"""Naming the cells of a board whose ground is seen between the tiles.

Whether a cell holds a tile is told by how much it differs from the ground around it, and by the
outlines of what is drawn there.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.afar import nearest
from bot.blocks import block_differences, differences, tolerance_of
from bot.board import EMPTY, UNKNOWN
from bot.classify import group
from bot.cutting import core, middle, usual_look
from bot.ground import HAS_BODY, LACKS_BODY, agreement, contrast, lies_on_paper
from bot.groundcolours import Grounds
from bot.grouping import Grouping
from bot.planes import BLOCKS
from bot.skin import Body
from bot.under import Under

_LEAST, _MOST = 0.12, 0.8
"""Shares of what tiles usually, and the faintest of them, differ from ground, between which the
line between ground and tiles lies."""
_SURE = 10
"""Percentile of the cells that surely hold tiles, which are taken for the faintest."""
_NEARLY = 0.75
"""Share of the widest gap from which one is nearly as wide."""
_CLEARER = 1.5
"""How many times wider than with the cells around it the gap among those of the board is, if it
is believed for them."""
_BARELY = 0.27
"""Share of what the faintest tiles differ from ground that one differs at least, whatever its body
looks like."""
_WHOLLY = 0.95
"""Share of the body that a blank tile has."""
_A_FEW, _BLANK = 4, 0.25
"""Blank tiles that there may be, and as a share of the others: they are of one kind."""
_EDGES, _SOFT = 97, 4.0
"""Percentile of the steps from pixel to pixel that are taken for outlines, and grey levels; where
those of tiles are softer, they tell little."""
_CLEAR, _BOLD = 4.0, 0.8
"""How many times more tiles differ from ground than anything else where the ground explains that;
and share of the contrast of the faintest tiles from which what stands out there is drawn boldly."""
_FAR_COMMONER = 2.5
"""How many times commoner than any kind a flat one must be to be no kind, if it is not faint."""
_ABOVE, _BELOW = 1.3, 0.8
"""Where the limit lies above what twins, and below what others differ by."""
_FLAT, _FAINT = 0.4, 0.8
"""Contrast, and difference from ground, as shares of what most kinds have, below which a kind is
flat, and faint."""
_MOSTLY = 0.5
"""Share of the cells with the body of tiles that are none, if it is not theirs."""
_RARER = 4
"""How many times more cells show the ground, where the plain ones among the tiles are no marks."""
_TELLING, _AS_BOLD = 8, 0.5
"""Tiles that tell what all share; and share of what cells usually stand out by, from which on one
is as bold as they are."""
_SEVERAL, _SMALLER, _INK, _UNLIKE = 4, 0.25, 97, 0.2
"""Cells with something smaller than on tiles, at least; share of what tiles usually differ from
ground by that these do; percentile of the pixels of a cell that is in its ink; and share of their
contrast by which they differ from each other."""
_SOFTER = 0.6
"""Contrast, as a share of that, below which what lacks the body of the tiles is a shadow."""


def stand_out(shown: NDArray[np.float32], sure: NDArray[np.intp], count: int) -> NDArray[np.bool_]:
    """Which cells hold tiles: (N,). The line is drawn in the widest gap.

    Parameters
    ----------
    shown : float32 array of shape (N,); by how much cells differ from ground, less what is too soft
        to be drawn
    sure : int array of shape (M,); cells that surely hold tiles, one at least
    count : number of cells of the board, which come first; others are around it
    """
    least = _LEAST * float(np.median(shown[sure])) + 1
    most = max(least, _MOST * float(np.percentile(shown[sure], _SURE)) + 1)
    line, wide = _widest_gap(shown, least, most)
    tiles = shown > line
    # What is written around the board, or its panels, may lie between its ground and faint tiles.
    inner, wider = _widest_gap(shown[:count], least, most)
    told = shown[:count] > inner
    if wider > _CLEARER * wide and not told.all():
        tiles[:count] = told
    return np.asarray(tiles, np.bool_)


def as_boldly_drawn(
    cells: NDArray[np.float32], ground: Under, tiles: NDArray[np.intp]
) -> NDArray[np.intp]:
    """The other cells in which something smaller is drawn, as boldly as on tiles.

    As numbers of one digit are among those of two. Marks of empty cells are fainter, or most of
    them alike.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    ground : what is told of the ground under them, and under others after them
    tiles : int array of shape (M,); those that hold tiles
    """
    shown, apart = ground.shown()[: len(cells)], ground.apart
    if not tiles.size:
        return tiles
    rest = np.setdiff1d(np.flatnonzero(shown > _SMALLER * np.median(shown[tiles])), tiles)
    if len(rest) < _SEVERAL:
        return rest[:0]
    usual = np.median(np.percentile(core(apart[tiles]), _INK, axis=(1, 2)))
    rest = rest[np.percentile(core(apart[rest]), _INK, axis=(1, 2)) > _FAINT * usual]
    if len(rest) < _SEVERAL:
        return rest[:0]
    inner = core(cells[rest])
    own = np.abs(inner - np.median(inner, axis=(1, 2), keepdims=True)).mean(axis=(1, 2, 3))
    unlike = np.abs(inner - usual_look(inner)).mean(axis=(1, 2, 3))
    return rest if np.median(unlike) > _UNLIKE * np.median(own) else rest[:0]


def _widest_gap(shown: NDArray[np.float32], least: float, most: float) -> tuple[float, float]:
    """A line in the widest gap as far as it lies between two limits, and the ratio of the gap.

    Of some that are nearly as wide there it is the one that is widest in all: flat ground does not
    differ from itself, and the faintest tiles do.
    """
    values = np.sort(np.concatenate([shown + 1, [least, most]]))
    here = values.clip(least, most)
    width, whole = here[1:] / here[:-1], np.sort(shown + 1)
    line = np.sqrt(here[1:] * here[:-1])
    after = np.searchsorted(whole, line)
    below, above = whole[(after - 1).clip(0)], whole[after.clip(0, len(whole) - 1)]
    total = np.maximum(width, above / below)
    total[width < _NEARLY * width.max()] = 0
    widest = int(total.argmax())
    return float(line[widest]) - 1, float(total[widest])


def outlined(cells: NDArray[np.float32], sure: NDArray[np.intp]) -> NDArray[np.float32]:
    """How much cells have of the outlines that tiles have: (N,), in [0, 1].

    A soft ground may differ from what is seen around it as much as a face in its colours does, but
    nothing in it is drawn. It is the square root, for outlines may be soft, too.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    sure : int array of shape (M,); cells that surely hold tiles, one at least
    """
    edges = outline_steps(core(cells))
    usual = max(_SOFT, float(np.median(edges[sure])))
    return np.asarray(np.sqrt((edges / usual).clip(0, 1)), np.float32)


def outline_steps(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """How large a step from pixel to pixel is where something is drawn, grey levels: (N,).

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    return np.asarray([_edge(np.ascontiguousarray(cell)) for cell in cells], np.float32)


def _edge(cell: NDArray[np.float32]) -> float:
    """How large a step from pixel to pixel is where something is drawn, grey levels."""
    across, down = cv2.absdiff(cell[:, 1:], cell[:, :-1]), cv2.absdiff(cell[1:], cell[:-1])
    red, green, blue = np.concatenate([across.reshape(-1, 3), down.reshape(-1, 3)]).T
    steps = np.maximum(np.maximum(red, green), blue)
    at = len(steps) * _EDGES // 100
    return float(np.partition(steps, at)[at])


def with_body(
    tiles: NDArray[np.intp],
    agreed: NDArray[np.float64],
    shown: NDArray[np.float32],
    sure: NDArray[np.intp],
    around: NDArray[np.float64],
) -> NDArray[np.intp]:
    """The tiles, where they share a body: without shadows, which stand out but less than they do.

    And with blank ones that hide the ground to their edges, where nothing around has the body.

    Parameters
    ----------
    tiles : int array of shape (M,); cells that stand out
    agreed : float array of shape (N,); share of the body that each cell has
    shown : float32 array of shape (N or more,); by how much cells differ from ground
    sure : int array; cells that surely hold tiles
    around : float array of shape (G,); share of the body that each cell around the board has
    """
    bodied = np.flatnonzero(agreed > HAS_BODY)
    told = np.intersect1d(bodied, np.union1d(tiles, sure))
    if not told.size:
        return tiles
    least = float(np.percentile(shown[told], _SURE))
    # Ground of nearly the same colour has the body too, and hardly any of it stands out.
    more = np.setdiff1d(bodied, told)
    foreign = len(around) > 0 and bool(around.max() < LACKS_BODY)
    # What is around may be a bar of another program's; blank tiles are few, and empty cells many.
    foreign &= more.size <= max(_A_FEW, _BLANK * told.size)
    if more.size and np.median(shown[more]) <= _BARELY * least and not foreign:
        bodied = told
    bodied = bodied[(shown[bodied] > _BARELY * least) | (foreign & (agreed[bodied] > _WHOLLY))]
    maybe = (agreed[tiles] >= LACKS_BODY) | (shown[tiles] > least) | np.isin(tiles, sure)
    return np.union1d(tiles[maybe], bodied)


def is_chance(
    agreed: NDArray[np.float64], shown: NDArray[np.float32], sure: NDArray[np.intp]
) -> bool:
    """Whether what a few tiles share is of the ground around them: as many others have none of it.

    Parameters
    ----------
    agreed : float array of shape (M,); share of it that each cell has which stands out
    shown : float32 array of shape (M,); by how much that cell differs from ground
    sure : int array; cells that surely hold tiles, which told it
    """
    if len(sure) >= _TELLING or not len(shown):
        return False
    lack = shown[agreed < LACKS_BODY]
    return bool(np.count_nonzero(lack > _AS_BOLD * np.median(shown)) >= len(sure))


def clear_of_ground(
    standing: NDArray[np.intp],
    cells: NDArray[np.float32],
    shown: NDArray[np.float32],
    tiles: NDArray[np.intp],
) -> NDArray[np.intp]:
    """Cells that hold tiles, though they may lack what most of these share: (L,).

    Where the ground explains all other cells, and what is drawn on them is as bold as on tiles, for
    no shadow is.

    Parameters
    ----------
    standing : int array of shape (M,); cells that stand out
    cells : float32 array of shape (N, h, w, 3), RGB
    shown : float32 array of shape (N or more,); by how much cells differ from ground
    tiles : int array; those of them that surely hold tiles
    """
    shown = shown[: len(cells)]
    rest = np.delete(shown, standing)
    told = np.isin(standing, tiles)
    if not (told.any() and len(rest)) or (shown[standing].min() + 1 < _CLEAR * (rest.max() + 1)):
        return standing[:0]
    inside = contrast(middle(cells[standing]))
    bold = inside > _BOLD * np.percentile(inside[told], _SURE)
    return standing[bold & (shown[standing] > _MOSTLY * np.percentile(shown[tiles], _SURE))]


def _slots(
    groups: NDArray[np.int64],
    cells: NDArray[np.float32],
    shown: NDArray[np.float32],
    told: NDArray[np.bool_],
) -> NDArray[np.bool_]:
    """Which tiles are none, but the marks of empty cells, or shadows of other tiles: (N,).

    A mark is flat, faint and commoner than any kind, and no picture on the paper of the tiles;
    shadows lack what all tiles share, and are softer or fainter than they are.
    """
    counts = np.bincount(groups)
    inside = contrast(middle(cells))

    def of_each(values: NDArray[np.generic]) -> NDArray[np.float64]:
        return np.asarray([np.median(values[groups == one]) for one in range(len(counts))])

    several = counts > 1
    strength, outside = of_each(inside), of_each(shown)
    slot = np.zeros(len(counts), np.bool_)
    if several.any():
        flat = strength < _FLAT * np.median(strength[several])
        faint = outside < _FAINT * np.median(outside[several])
        soft = strength < _SOFTER * np.median(strength[several])
        slot = several & (soft | faint) & (of_each(told) < 0.5)
        for one in np.flatnonzero(flat & several):
            next_most = int(np.delete(counts, one).max(initial=0))
            common = counts[one] > (next_most if faint[one] else _FAR_COMMONER * next_most)
            own = groups == one
            slot[one] |= common and not lies_on_paper(cells[own], cells[~own])
    return np.asarray(slot[groups], np.bool_)


def name_open(
    cells: NDArray[np.float32],
    tiles: NDArray[np.intp],
    sure: NDArray[np.intp],
    grounds: Grounds,
    body: Body | None,
) -> tuple[NDArray[np.int64], Grouping]:
    """The kinds of all cells, and how those that hold tiles were grouped."""
    kinds = np.full(len(cells), EMPTY, np.int64)
    shown, under, around = grounds.told.shown(), grounds.compared, grounds.around
    bald = len(cells) - len(tiles)
    while True:
        found = group(
            cells[tiles],
            under[tiles] if under.varied else None,
            None if around is None else around[tiles],
        )
        told = np.isin(tiles, sure)
        if body is not None:
            agreed = agreement(cells[tiles], body)
            strong = shown[tiles] > _FAINT * np.median(shown[tiles])
            told |= (agreed > HAS_BODY) | (strong & (agreed >= LACKS_BODY))
        else:
            told[:] = True
        slots = _slots(found.groups, cells[tiles], shown[tiles], told)
        if body is not None and (bare := slots & (agreed > HAS_BODY)).sum() > _MOSTLY * sum(
            agreed > HAS_BODY
        ):
            slots, body = bare, None  # what tiles seemed to share is the look of empty cells
        elif body is not None and bald > _RARER * np.count_nonzero(bare):
            slots &= ~bare  # empty cells show the ground, and these are in the frames of tiles
        if not slots.any() or (~slots).sum() < 2:
            break
        tiles = tiles[~slots]
    groups = found.groups
    alone = np.bincount(groups)[groups] == 1
    kinds[tiles] = np.where(alone, UNKNOWN, groups + 1)
    return kinds, found


def limits_of(
    cells: NDArray[np.float32], kinds: NDArray[np.int64]
) -> tuple[NDArray[np.float32], float]:
    """The tolerance and limit of tiles of known kinds, laid over each other with their ground."""
    tiles = np.flatnonzero(kinds > 0)
    if np.unique(kinds[tiles]).size < 2:
        return tolerance_of(np.empty((0, BLOCKS - 1, BLOCKS - 1), np.float32)), 1.0
    inner, names = core(cells[tiles]), kinds[tiles]
    order = nearest(inner, inner, len(inner), same=True)
    same = np.asarray(names[order] == names[:, None], np.bool_)
    each = np.arange(len(tiles))
    if not same.any():
        return tolerance_of(np.empty((0, BLOCKS - 1, BLOCKS - 1), np.float32)), 1.0
    twin, other = (order[each, choice.argmax(axis=1)] for choice in (same, ~same))
    has_twin = same.any(axis=1)
    blocks = block_differences(inner, inner, each[has_twin], twin[has_twin])
    tolerance = tolerance_of(blocks)
    own = differences(blocks, tolerance)
    foreign = differences(block_differences(inner, inner, each, other), tolerance)
    most = _BELOW * float(np.percentile(foreign, 5))
    return tolerance, max(1.0, min(_ABOVE * float(np.percentile(own, 95)), most))
