"""Overlooked tiles: those of a kind that is nearly of the ground's colour.

Pale squares among squares of other colours differ from what is around them by less than a shadow
does. But where all other cells hold plain tiles, kinds are as they were dealt: a few cells that are
empty, as many as a kind has tiles, and all the same, are a kind. Where tiles are drawn the holes
that a kind leaves show the same wherever ground is a pattern, so something must be drawn in their
middles that is not around the board: a grey cloud on grey ground, say.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import core, middle, usual_look
from bot.ground import contrast, inner_colours
from bot.lookalikes import find_lookalikes, open_places
from bot.marked import AT_A_TIME
from bot.naming_open import outline_steps
from bot.outlines import Outlines, likeness_among
from bot.under import carried_over

_KINDS, _LEFT_OVER, _AS_DEALT, _FEWER = 4, 4, 0.9, 2
"""Kinds at least; by how many tiles some are larger where kinds of two sizes are as they were
dealt; or the share of them that are, with so many tiles less than the largest at most."""
_PAIR = 2
"""Where kinds are no larger than that, the first pair that goes leaves as many holes."""
_DRAWN, _PLATEAU, _FAR = 4.0, 0.9, 4
"""Grey levels by which the cells differ from what is along their borders, and how alike that is; or
how many times more than they do what is there differs."""
_FAINT = 5.0
"""Contrast of a drawing."""
_BOLD, _BOLDER = 0.7, 2.0
"""Share of the steps from pixel to pixel in the fainter tiles that there are in another drawing,
and how many times those that there usually are around the board."""
_SEVERAL, _CLEARLY, _BARE = 8, 2.0, 4.0
"""Empty cells among which some stand out, how many times more these differ from ground, and how
many times bolder something is drawn on them than on those where nothing is."""
_BARELY, _TIGHT = 1.4, 4.0
"""How many times more they differ where both are alike, and how many times farther apart than
among themselves."""

_TWINS, _SHOWS, _BY_CHANCE = 2, 0.7, 0.5
"""Tiles of a kind at least whose drawing is believed, and likeness from which on a cell has it;
what a painted ground shows stays below the last."""
_LACKS, _FAINTLY, _ALONE = 0.58, 0.35, 1.6
"""Likeness from which on a cell has the drawing of a kind that lacks a tile; and from which on if
other cells are so many times less like that kind, and this one like other kinds."""


def find_faint(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> None:
    """Name the tiles that were taken for ground, and show what is drawn on tiles of a kind.

    A kind that lacks one is believed to be seen more faintly, in the one cell that shows it.

    Parameters
    ----------
    kinds : int array of shape (N,), changed in place
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    names = names[counts >= _TWINS]
    empty = np.flatnonzero(kinds == EMPTY)
    if not names.size or not empty.size:
        return
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    alike = Outlines.of(faces).likeness(cells[empty])
    shows = alike.max(axis=1) > _SHOWS
    kinds[empty[shows]] = names[alike[shows].argmax(axis=1)]
    left, alike = empty[~shows], alike[~shows]
    for one, name in enumerate(names if left.size else ()):
        if np.count_nonzero(kinds == name) % 2:
            cell = int(alike[:, one].argmax())
            others = np.append(np.delete(alike[:, one], cell), np.delete(alike[cell], one))
            alone = max(_FAINTLY, _ALONE * others.max(initial=0))
            if alike[cell, one] > min(alone, _LACKS):
                kinds[left[cell]] = name
                alike[cell] = 0


def find_overlooked(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    cols: int,
    shown: Sequence[NDArray[np.float32]] = (),
    ring: NDArray[np.float32] | None = None,
    *,
    varied: bool = False,
) -> None:
    """Name the tiles of a kind that was taken for ground.

    On any board, where nothing at all is drawn on other empty cells. On a full one, where kinds are
    as large. Among plain tiles on any other, too, where they
    clearly differ from the ground, for other empty cells do not.

    Parameters
    ----------
    kinds : int array of shape (N,), changed in place
    cells : float32 array of shape (N, h, w, 3), RGB
    cols : columns of the lattice
    shown : float32 arrays of shape (N or more,); by how much cells differ from ground, where that
        is seen, and from all that it may look like, if that is known
    ring : float32 array of shape (G, h, w, 3), RGB; cells around the board
    varied : whether ground looks different from cell to cell
    """
    if varied and ring is not None and len(ring):
        find_lookalikes(kinds, cells, cols, ring, shown[1:])
    counts = np.unique(kinds[kinds > 0], return_counts=True)[1]
    if len(counts) < _KINDS or np.count_nonzero(kinds == UNKNOWN) > AT_A_TIME:
        return
    most = int(counts.max())
    for alike in _drawn_on_bare(kinds, cells):
        if len(alike) <= most and not len(alike) % 2:
            kinds[alike] = kinds.max() + 1
    sizes, many = np.unique(counts, return_counts=True)
    holes = open_places(kinds.reshape(-1, cols))
    # Fours that are left over make some kinds larger; pairs that go make some smaller by two.
    two = len(sizes) == 2 and min(many) > 1 and np.ptp(sizes) == _LEFT_OVER
    if most <= _PAIR or not (two or (counts >= most - _FEWER).mean() >= _AS_DEALT):
        holes = holes[:0]
    sizes = sizes if two else np.asarray([most])
    whole = holes.size in sizes
    if whole and ring is not None and _are_drawings(cells[holes], cells[kinds > 0], ring):
        kinds[holes] = kinds.max() + 1
        return
    if np.median(contrast(middle(cells[kinds > 0]))) >= _FAINT:
        return
    dealt = _by_colour(holes, cells)
    if not np.isin([each.size for each in dealt], sizes).all():
        dealt = [holes] if whole else []
    for few in dealt or [_standing_out(kinds, shown[0][: len(kinds)] if shown else None)]:
        if 0 < few.size <= most and not few.size % 2 and _is_plateau(cells[few]):
            kinds[few] = kinds.max() + 1


def _drawn_on_bare(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> list[NDArray[np.intp]]:
    """The empty cells on which something is drawn, where on the others nothing is: those alike.

    A drawing as thin as a post, or in the colours of the ground, differs little from it.
    """
    found: list[NDArray[np.intp]] = []
    empty = np.flatnonzero(kinds == EMPTY)
    if len(empty) < _SEVERAL:
        return found
    inside = middle(cells[empty])
    bold = outline_steps(inside)
    order = np.argsort(-bold, kind="stable")
    steps = bold[order][:-1] / (bold[order][1:] + 1)
    drawn = order[: int(steps.argmax()) + 1]
    if steps.max() < _BARE or bold[drawn].min() < _DRAWN or 2 * len(drawn) > len(empty):
        return found
    # A horizon, or the frame of a panel, goes on beyond the cell.
    if _step_along_border(cells[empty[drawn]]) > bold[drawn].min() / 2:
        return found
    alike = likeness_among(inside[drawn]) > _PLATEAU
    left = np.ones(len(drawn), np.bool_)
    while left.any():
        one = left & alike[int(left.argmax())]
        one[int(left.argmax())] = True
        found.append(empty[drawn[one]])
        left &= ~one
    return found


def _step_along_border(cells: NDArray[np.float32]) -> float:
    """The largest step from pixel to pixel along the borders of cells, grey levels."""
    sides = (cells[:, 0], cells[:, -1], cells[:, :, 0], cells[:, :, -1])
    return max(float(np.abs(np.diff(side, axis=1)).max(initial=0)) for side in sides)


def _by_colour(some: NDArray[np.intp], cells: NDArray[np.float32]) -> list[NDArray[np.intp]]:
    """Some cells, those of each colour by themselves."""
    if not some.size:
        return []
    colours, found = inner_colours(cells[some]), []
    left = np.ones(len(some), np.bool_)
    while left.any():
        alike = left & (np.abs(colours - colours[left][0]).max(axis=1) < _FAINT)
        found.append(some[alike])
        left &= ~alike
    return found


def _is_plateau(cells: NDArray[np.float32]) -> bool:
    """Whether cells are flat, and all differ in the same way from what is along their borders.

    Or they are all of one colour, and what is there is not.
    """
    ground = carried_over(cells)
    left = core(cells - ground).reshape(len(cells), -1)
    length = np.linalg.norm(left, axis=1)
    if np.median(length) < _DRAWN * np.sqrt(left.shape[1]):
        return False
    if contrast(middle(cells)).min() > _FAINT:
        return False
    own, around = (float(np.ptp(inner_colours(each), axis=0).max()) for each in (cells, ground))
    if own < min(_DRAWN, around / _FAR):
        return True
    unit = left / np.maximum(length, 1)[:, None]
    return float(np.median((unit @ unit.T)[np.triu_indices(len(cells), 1)])) > _PLATEAU


def open_hole(kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kinds, (N,), but that the only empty cell of a board is open: tiles go in pairs."""
    if kinds.size % 2 or np.count_nonzero(kinds == EMPTY) != 1:
        return kinds
    return np.where(kinds == EMPTY, UNKNOWN, kinds)


def _are_drawings(
    holes: NDArray[np.float32], tiles: NDArray[np.float32], ring: NDArray[np.float32]
) -> bool:
    """Whether holes show one drawing, as bold as those of tiles, and not what is around."""
    if not len(ring):
        return False
    bold, usual, ground = (outline_steps(middle(each)) for each in (holes, tiles, ring))
    if bold.min() < max(_BOLD * np.percentile(usual, 10), _DRAWN):
        return False
    drawn = Outlines.of(middle(holes))
    alike = float(drawn.likeness(middle(holes)).min())
    if bold.min() >= _BOLDER * np.median(ground):
        return alike > _PLATEAU
    # Ground as bold shows through, and must be another everywhere.
    around = middle(ring)
    shown = float(np.median(likeness_among(around)))
    return alike > _SHOWS and max(shown, float(drawn.likeness(around).max())) < _BY_CHANCE


def _standing_out(kinds: NDArray[np.int64], shown: NDArray[np.float32] | None) -> NDArray[np.intp]:
    """The empty cells that differ from the ground clearly more than most do: (M,).

    Places for tiles do so, too; then it need be less clear, if those are as alike as these.
    """
    empty = np.flatnonzero(kinds == EMPTY)
    if shown is None or len(empty) < _SEVERAL:
        return np.empty(0, np.intp)
    order = empty[np.argsort(shown[empty], kind="stable")]
    values = shown[order] + 1
    times = values[1:] / values[:-1]
    times[: len(times) // 2] = 0  # most are ground
    at = int(times.argmax())
    within = max(float(np.ptp(each)) for each in (values[: at + 1], values[at + 1 :]))
    tight = times[at] > _BARELY and values[at + 1] - values[at] > _TIGHT * within
    return order[at + 1 :] if tight or times[at] > _CLEARLY else np.empty(0, np.intp)
