"""Places for tiles: cells that were named a kind of tiles, and are as empty as others."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.cutting import core, middle, usual_look
from bot.ground import contrast, inner_colours, lies_on_paper, nearest_colours
from bot.incommon import copies_of
from bot.outlines import Outlines

_FLAT = 0.4
"""Contrast, as a share of what the usual tile has, below which a kind is flat."""
_BLANK = 4.0
"""Contrast of the usual tile up to which all are plain, and none is flat beside others."""
_SHOWS = 0.6
"""Likeness of tiles that surely show one drawing."""
_SLOTS, _LEVEL, _BLOCKS = 4, 4.0, 8
"""Empty cells, so many or more, to three of which a cell is compared, levels by which it may be
less like them than they are to each other, and blocks along an axis that are compared."""
_VARIED, _PLAIN, _PLAINLY = 3.0, 16.0, 0.2
"""How many times less like them it may be than they are to each other, in levels, and as a share of
what most kinds are: so much a pattern of the ground makes, or a gradient in two lines."""
_DRAWN, _EVENLY, _SHADES, _MANY, _ONE_COLOUR = 75, 10.0, 3, 0.5, 30.0
"""Percentile of the contrast of kinds that faces have, and contrast that a pattern has which shines
through; flat kinds, and others, at least; cells of the flat ones to one of the others, at least;
and grey levels between shades of one colour."""
_UNLIKE = 0.5
"""Share of what the kind most unlike them is, above which nothing is as empty as they are."""

_WIDE, _ASIDE, _OFF = 9, 40.0, 4
"""px of a side of a square by which the two sides of a place are compared; grey levels by which
these differ where it is none; and px, of cells that are large enough, by which one side may be
narrower than the other in its cell."""

_OWN = 1.25
"""How many times more contrast than empty cells usually have one has that shows a drawing."""
_SQUARES = 12
"""Cells, empty or of one kind, that lie by turns by chance once in some thousand boards."""
_HELD, _FULL = 0.5, 0.98
"""Share of the cells with tiles of a line that is of the board; and of a board that is full."""


def leave_slots(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    shape: tuple[int, int],
    *,
    varied: bool = False,
) -> None:
    """Make empty what was named a kind of tiles and looks as empty cells do to each other.

    Games draw places for tiles that look as these do but for a face; on a ground that varies some
    of them were told to be empty, and others, all alike, to be a kind of their own. And where no
    other cell is empty, either no tile is gone, and a blank kind has no more tiles than others
    have; or blank cells are empty, all of them. They are not blank if they show an even picture on
    the paper of the tiles, or one that is drawn to one side of its middle.

    Parameters
    ----------
    kinds : int array of shape (N,), changed in place
    cells : float32 array of shape (N, h, w, 3), RGB
    shape : rows and columns of the lattice
    varied : whether the ground is seen, and looks different from cell to cell
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    if len(names) > 1 and _is_full(kinds.reshape(shape)):
        inside = contrast(middle(cells))
        usual = float(np.median([np.median(inside[kinds == name]) for name in names]))
        faint = _FLAT * usual if usual > _BLANK else 0.0
        most = int(counts.argmax())
        own = kinds == names[most]
        flat = counts[most] > np.delete(counts, most).max() and np.median(inside[own]) < faint
        flat = flat and not _is_lopsided(usual_look(cells[own]))
        if flat and not lies_on_paper(cells[own], cells[(kinds > EMPTY) & ~own]):
            kinds[own] = EMPTY
    _leave_shades(kinds, cells)
    _leave_squares(kinds, cells, kinds.reshape(shape).shape[1])
    empty = np.flatnonzero(kinds == EMPTY)
    if len(empty) < _SLOTS:
        return
    size = (_BLOCKS, _BLOCKS)
    small = [cv2.resize(cell, size, interpolation=cv2.INTER_AREA).ravel() for cell in cells]
    coarse = np.asarray(small, np.float32)
    bare = coarse[empty]
    usual = float(np.median(_nearest(bare, bare, _SLOTS)[:, 1:]))
    names = np.unique(kinds[kinds > 0])
    apart = [float(np.median(_nearest(coarse[kinds == name], bare, _SLOTS - 1))) for name in names]
    usually = _PLAINLY * float(np.median(apart or [0.0]))
    pattern = max(_VARIED * usual, 2 * _step(bare, empty, shape[1]))
    limit = max(usual + _LEVEL, min(_PLAIN, usually, pattern))
    limit = min(limit, _UNLIKE * max(apart, default=0.0))
    for name in names[np.asarray(apart) <= limit].tolist():
        tiles = cells[kinds == name]
        if varied and _are_copies(tiles, cells[empty]):
            continue
        if not _is_of_its_own(tiles, cells[empty]):
            kinds[kinds == name] = EMPTY


def _is_lopsided(look: NDArray[np.float32]) -> bool:
    """Whether one side of what cells look like, (h, w, 3), is quite another than the other one.

    Places for tiles are the same on all sides, but for lines along them, and may lie a little off
    the middle of their cells.
    """
    inner = cv2.blur(core(look[None])[0], (_WIDE, _WIDE))
    return any(_sides_apart(lines) > _ASIDE for lines in (inner, inner.swapaxes(0, 1)))


def _sides_apart(lines: NDArray[np.float32]) -> float:
    """By how much lines, (L, K, 3), differ from the same in reverse, at a middle near their own."""
    count = len(lines)
    most = min(_OFF, count // 8)
    parts = [lines[max(0, off) : count + min(0, off)] for off in range(-most, most + 1)]
    return min(float(np.abs(part - part[::-1]).max()) for part in parts)


def _leave_shades(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> None:
    """Make empty several flat kinds of nearly one colour among tiles on which something is drawn.

    Places for tiles through which a pattern shines look alike where they lie on the same part of
    it. Of faces hardly one is flat, and none of several is if they differ by their shade alone.
    """
    names = np.unique(kinds[kinds > 0])
    if not len(names):
        return
    inside = contrast(middle(cells))
    usual = np.asarray([np.median(inside[kinds == name]) for name in names])
    flat = names[usual < min(_FLAT * float(np.percentile(usual, _DRAWN)), _EVENLY)]
    shades = np.flatnonzero(np.isin(kinds, flat))
    drawn = np.flatnonzero((kinds > 0) & ~np.isin(kinds, flat))
    if len(flat) < _SHADES or len(names) - len(flat) < _SHADES:
        return
    if _in_one_colour(cells, shades, drawn):
        kinds[shades] = EMPTY


def places_among(
    cells: NDArray[np.float32], some: NDArray[np.intp], sure: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Those of some cells that are places for tiles, told before kinds are: (K,), maybe none.

    All of them are flat and of one colour, and nothing of the tiles is.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    some : int array of shape (M,); cells that stand out from the ground
    sure : int array of shape (S,); cells that surely hold tiles
    """
    drawn, rest = np.intersect1d(some, sure), np.setdiff1d(some, sure)
    if len(drawn) < _SHADES or len(rest) < _SLOTS:
        return rest[:0]
    inside = contrast(middle(cells[some]))
    least = min(_FLAT * float(inside[np.isin(some, drawn)].min()), _EVENLY)
    flat = rest[inside[np.isin(some, rest)] < least]
    return flat if len(flat) and _in_one_colour(cells, flat, drawn) else flat[:0]


def _in_one_colour(
    cells: NDArray[np.float32], flat: NDArray[np.intp], drawn: NDArray[np.intp]
) -> bool:
    """Whether flat cells are many, and all of one colour that none is of on which is drawn.

    There are as many places as tiles have gone, and plain kinds are no larger than others.
    """
    if len(flat) < _MANY * len(drawn) or lies_on_paper(cells[flat], cells[drawn]):
        return False
    colours = inner_colours(cells)
    if np.ptp(colours[flat, :3], axis=0).max() > _ONE_COLOUR:
        return False
    return bool(nearest_colours(colours[drawn], colours[flat]).min() >= _ONE_COLOUR / 2)


def _is_of_its_own(tiles: NDArray[np.float32], empty: NDArray[np.float32]) -> bool:
    """Whether tiles, (M, h, w, 3), all show one drawing, and no empty cell, (K, h, w, 3), does."""
    drawn, plain = (float(np.median(contrast(middle(each)))) for each in (tiles, empty))
    outlines = Outlines.of(tiles)
    alike = outlines.likeness(tiles)
    np.fill_diagonal(alike, -1)
    least = float(alike.max(axis=0).min())
    return least > _SHOWS and outlines.likeness(empty).max() < least / 2 and drawn > _OWN * plain


def _are_copies(tiles: NDArray[np.float32], empty: NDArray[np.float32]) -> bool:
    """Whether tiles are copies, and no empty cell is one; see `_is_of_its_own`.

    Places through which a ground shines that varies are none, and others are on all empty cells.
    """
    groups = copies_of(core(np.concatenate([tiles, empty])))
    own, others = groups[: len(tiles)], groups[len(tiles) :]
    return bool((own > 0).all() and not np.isin(own, others).any())


def _leave_squares(kinds: NDArray[np.int64], cells: NDArray[np.float32], cols: int) -> None:
    """Make empty the flat kind that lies on every other cell where empty cells lie on the others.

    They are the light and the dark squares of a chequered ground.
    """
    row, col = np.divmod(np.arange(len(kinds)), cols)
    dark = (row + col) % 2 == 1
    bare = dark[kinds == EMPTY]
    if not bare.size or bare.any() != bare.all():
        return
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    across = [name for name in names.tolist() if (dark[kinds == name] != bare[0]).all()]
    across = [name for name in across if counts[names == name] + bare.size >= _SQUARES]
    if not across:
        return
    inside = contrast(middle(cells))
    flat = _FLAT * np.median([np.median(inside[kinds == name]) for name in names])
    for name in across:
        if np.median(inside[kinds == name]) < flat:
            kinds[kinds == name] = EMPTY
            return


def _is_full(grid: NDArray[np.int64]) -> bool:
    """Whether no cell of a board, (rows, cols), is empty, but for lines that are none of it."""
    held = grid != EMPTY
    held = held[held.mean(axis=1) > _HELD][:, held.mean(axis=0) > _HELD]
    return bool(held.size) and bool(held.mean() > _FULL)


def _step(bare: NDArray[np.float32], empty: NDArray[np.intp], cols: int) -> float:
    """How far empty cells, (M, P), usually are from those of other rows, or of other columns.

    They are numbered, (M,), row by row.
    """
    lines = [empty // cols, empty % cols]
    steps = [
        [
            np.abs(bare[line != own] - one).max(axis=1).min()
            for one, own in zip(bare, line, strict=True)
        ]
        for line in lines
        if (line != line[0]).any()
    ]
    return max((float(np.median(each)) for each in steps), default=0.0)


def _nearest(
    some: NDArray[np.float32], others: NDArray[np.float32], count: int
) -> NDArray[np.float32]:
    """How far those of others, (M, P), that are most like each of some, (N, P), are: (N, count)."""
    far = [np.sort(np.abs(others - one).max(axis=1))[:count] for one in some]
    return np.asarray(far, np.float32)
