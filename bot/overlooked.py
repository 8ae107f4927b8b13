"""Overlooked tiles: those of a kind that is nearly of the ground's colour.

On a photograph some tiles of such a kind may stand out and others not. What is drawn on them is the
same, and nothing that is drawn by chance is.

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
from bot.marked import AT_A_TIME
from bot.naming_open import outline_steps
from bot.outlines import Outlines
from bot.sprites import bare
from bot.under import carried_over

_HELD, _FULL = 0.5, 0.85
"""Share of the most tiles that a row has which one of the board has, and of its cells that hold
tiles."""
_KINDS, _LEFT_OVER, _AS_DEALT, _FEWER = 4, 4, 0.9, 2
"""Kinds at least; by how many tiles some are larger where kinds of two sizes are as they were
dealt; or the share of them that are, with so many tiles less than the largest at most."""
_SHARE = 0.25
"""Share of its cells across the board that hold tiles in any line of it."""
_PAIR = 2
"""Where kinds are no larger than that, the first pair that goes leaves as many holes."""
_DRAWN, _PLATEAU, _FAR = 4.0, 0.9, 4
"""Grey levels by which the cells differ from what is along their borders, and how alike that is; or
how many times more than they do what is there differs."""
_FEW = 8
"""Holes of a full board that may be tiles."""
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

_THIN, _FOUR = 0.3, 4
"""Share of the steps from pixel to pixel in the fainter tiles that there are in a thin drawing; and
tiles that must show it, for of so many places two are alike by chance now and then."""
_TWINS, _SHOWS, _BY_CHANCE = 2, 0.7, 0.5
"""Tiles of a kind at least whose drawing is believed, and likeness from which on a cell has it;
what a painted ground shows stays below the last."""
_CROSSINGS = 2
"""Places in which a line crosses the border of a cell."""
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
        _name_drawn_alike(kinds, cells, cols, ring, shown[1:])
        if not _holes(kinds.reshape(-1, cols)).size:
            _name_twins(kinds, cells, ring)
    counts = np.unique(kinds[kinds > 0], return_counts=True)[1]
    if len(counts) < _KINDS or np.count_nonzero(kinds == UNKNOWN) > AT_A_TIME:
        return
    most = int(counts.max())
    for alike in _drawn_on_bare(kinds, cells):
        if len(alike) <= most and not len(alike) % 2:
            kinds[alike] = kinds.max() + 1
    sizes, many = np.unique(counts, return_counts=True)
    holes = _holes(kinds.reshape(-1, cols))
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


def _name_drawn_alike(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    cols: int,
    ring: NDArray[np.float32],
    shown: Sequence[NDArray[np.float32]],
) -> None:
    """Name the holes of a full board on which the same is drawn, as boldly as on tiles.

    On a photograph two tiles may differ from what is around them by less than all others do, and
    holes show other parts of it. As elsewhere they must be as many as kinds have tiles; and what is
    drawn there has colours that the ground has not.
    """
    counts = np.unique(kinds[kinds > 0], return_counts=True)[1]
    if len(counts) < _KINDS or counts.max() <= _PAIR:
        return
    holes = _holes(kinds.reshape(-1, cols))
    for each in shown:
        holes = np.setdiff1d(holes, bare(kinds, each))
    if not 1 < holes.size <= _FEW:
        return
    unread = np.count_nonzero(kinds == UNKNOWN)
    usual, ground = (outline_steps(middle(each)) for each in (cells[kinds > 0], ring))
    least = max(_BOLD * float(np.percentile(usual, 10)), _BOLDER * float(np.median(ground)), _DRAWN)
    holes = holes[outline_steps(middle(cells[holes])) >= least]
    drawn = Outlines.of(cells[holes])
    alike = drawn.likeness(cells[holes]) > _PLATEAU
    alike &= (drawn.likeness(ring).max(axis=0, initial=-1) < _BY_CHANCE)[:, None]
    alike &= alike.T
    for row in alike:
        same = holes[row]
        # With those that cannot be told they may be as many as others are.
        whole = len(same) in counts or len(same) < counts.max() <= len(same) + unread
        # Whatever is like one of them is like all, or it is no kind.
        apart = alike[np.ix_(row, row)].all() and not alike[np.ix_(row, ~row)].any()
        new = apart and (kinds[same] == EMPTY).all()
        if whole and len(same) % 2 == 0 and new:
            kinds[same] = kinds.max() + 1


def _name_twins(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], ring: NDArray[np.float32]
) -> None:
    """Name the empty cells of a board with many on which the same is drawn, as nowhere around.

    A thin drawing hides so little of a photograph that none of its tiles may stand out from it. No
    two parts of a photograph show one drawing as two tiles do, and few nearly so.
    """
    empty = np.flatnonzero(kinds == EMPTY)
    most = np.unique(kinds[kinds > 0], return_counts=True)[1].max(initial=0)
    if len(empty) < _FOUR or not most:
        return
    usual = outline_steps(middle(cells[kinds > 0]))
    least = max(_THIN * float(np.percentile(usual, 10)), _DRAWN)
    empty = empty[outline_steps(middle(cells[empty])) >= least]
    drawn = Outlines.of(cells[empty])
    likeness = drawn.likeness(cells[empty])
    alike = np.asarray((likeness + likeness.T) / 2, np.float32)
    around = drawn.likeness(ring).max(axis=0, initial=-1)
    left = around < _SHOWS
    np.fill_diagonal(alike, 0)
    for first in np.argsort(-alike.max(axis=1, initial=0), kind="stable"):
        same = left & (alike[first] > _PLATEAU)
        same[first] = left[first]
        likely = left & ~same & (alike[same].max(axis=0, initial=0) > _SHOWS)
        if np.count_nonzero(same) < _PAIR or np.count_nonzero(likely) > 1:
            continue
        if np.count_nonzero(same) % 2:
            same |= likely
        left &= ~same
        count = np.count_nonzero(same)
        even = count % 2 == 0 and _FOUR <= count <= most
        if even and not lie_on_a_line(cells[empty[same]]):
            kinds[empty[same]] = kinds.max() + 1


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
    alike = Outlines.of(inside[drawn]).likeness(inside[drawn]) > _PLATEAU
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


def lie_on_a_line(cells: NDArray[np.float32], share: float = 0.5) -> bool:
    """Whether cells show but a line of the ground that runs through them, as a horizon does.

    It comes in across the border of a cell, in one place, and leaves in another at most. In so many
    of them: there may be shadows, too.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB, N 1 and more
    share : of the cells that shows it at least
    """
    bold = outline_steps(middle(cells))
    on = [_passes(cell, step / 2) for cell, step in zip(cells, bold.tolist(), strict=True)]
    return sum(on) >= share * len(on)


def _passes(cell: NDArray[np.float32], least: float) -> bool:
    """Whether one or two steps of so many grey levels lie along the border of a cell, (h, w, 3)."""
    border = np.concatenate([cell[0], cell[1:, -1], cell[-1, -2::-1], cell[-2::-1, 0]])
    steep = np.abs(np.diff(border, axis=0)).max(axis=1) >= least
    # It is a ring: where its ends meet may be the middle of a place.
    places = np.count_nonzero(steep & ~np.roll(steep, 1)) or int(steep.all())
    return bool(1 <= places <= _CROSSINGS)


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
    shown = float(np.median(Outlines.of(around).likeness(around)))
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


def _holes(grid: NDArray[np.int64]) -> NDArray[np.intp]:
    """The empty cells of a board, (rows, cols), that is nearly full; none of any other."""
    held = grid != EMPTY
    rows = held.mean(axis=1)
    rows = rows > _HELD * rows.max()
    cols = held[rows].mean(axis=0) > _SHARE
    rows = held[:, cols].mean(axis=1) > _SHARE if cols.any() else rows
    inside = rows[:, None] & cols
    if not inside.any() or held[inside].mean() < _FULL:
        return np.empty(0, np.intp)
    return np.flatnonzero(inside & ~held)
