"""Lookalikes: cells on which the same is drawn, as nowhere else, are tiles.

Those that were like no other, for too much of a photograph is seen around a thin sprite; and those
that were taken for empty, for on a photograph some tiles of a kind may stand out from it and others
not, or none. But no two parts of a photograph look as two tiles do.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import pdist, squareform

from bot.board import EMPTY, UNKNOWN
from bot.channels import worst_channel
from bot.cutting import middle
from bot.naming_open import outline_steps
from bot.outlines import Outlines
from bot.silhouettes import OFF_GROUND
from bot.sprites import bare
from bot.under import Under

_HELD, _FULL = 0.5, 0.85
"""Share of the most tiles that a row has which one of the board has, and of its cells that hold
tiles."""
_SHARE = 0.25
"""Share of its cells across the board that hold tiles in any line of it."""
_KINDS, _PAIR = 4, 2
"""Kinds at least; and tiles of one that has no more than a pair."""
_FEW = 8
"""Holes of a full board that may be tiles."""
_DRAWN, _BOLD, _BOLDER, _THIN = 4.0, 0.7, 2.0, 0.3
"""Grey levels of the steps from pixel to pixel where something is drawn; share of those in the
fainter tiles, how many times those that there usually are around the board; and share of those of
tiles in a thin drawing."""
_PLATEAU, _SHOWS, _BY_CHANCE, _UNLIKE = 0.9, 0.7, 0.5, 0.3
"""Likeness of equal drawings, and from which on a cell has one; what a painted ground shows stays
below the next, and below the last what has nothing in common with a drawing."""
_FOUR = 4
"""Tiles that must show a thin drawing, for of so many places two are alike by chance now and
then."""
_MOST = 0.5
"""Share of the cells so far apart that are alike where the ground repeats itself."""
_SPECK, _POINT = 9, 0.01
"""px, and share of the middle of a cell, up to which what is seen in it is a point."""
_CROSSINGS = 2
"""Places in which a line crosses the border of a cell."""


def find_lookalikes(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    cols: int,
    ring: NDArray[np.float32],
    shown: Sequence[NDArray[np.float32]],
) -> None:
    """Name the empty cells on which the same is drawn, as nowhere around.

    Parameters
    ----------
    kinds : int array of shape (N,), changed in place
    cells : float32 array of shape (N, h, w, 3), RGB
    cols : columns of the lattice
    ring : float32 array of shape (G, h, w, 3), RGB, G 1 and more; cells around the board
    shown : float32 arrays of shape (N or more,); by how much cells differ from all that ground may
        look like, if that is known
    """
    _name_as_bold(kinds, cells, cols, ring, shown)
    if not open_places(kinds.reshape(-1, cols)).size:
        _name_twins(kinds, cells, ring)
    _name_apart(kinds, cells, cols, ring)


def name_drawn_alike(kinds: NDArray[np.int64], cells: NDArray[np.float32], ground: Under) -> None:
    """Name the cells like no other that show one drawing, which no empty one has, nor any face.

    A thin sprite leaves so much of a photograph to be seen that none of them may look like another.
    Several kinds may have one drawing, in several colours.

    Parameters
    ----------
    kinds : int array of shape (N,), changed in place
    cells : float32 array of shape (N, h, w, 3), RGB
    ground : what is told of the ground under them
    """
    odd, others = np.flatnonzero(kinds == UNKNOWN), np.flatnonzero(kinds != UNKNOWN)
    if len(odd) < _PAIR or len(others) < _FOUR:
        return
    drawn = Outlines.of(cells[odd])
    alike, other = drawn.likeness(cells[odd]), drawn.likeness(cells[others]).max(axis=0)
    alike = np.minimum(alike, alike.T)
    np.fill_diagonal(alike, 1)
    _, group = connected_components(alike > _SHOWS)
    for one in np.unique(group):
        row = group == one
        same = odd[row]
        usual = np.median(alike[np.ix_(row, row)])
        if len(same) >= _PAIR and usual > _SHOWS and other[row].max() < _BY_CHANCE:
            kinds[same] = kinds.max() + 1 + _by_colour(cells[same], ground.apart[same])


def _by_colour(cells: NDArray[np.float32], apart: NDArray[np.float32]) -> NDArray[np.intp]:
    """Which of several colours each of some cells, (M, h, w, 3), is drawn in: (M,), from 0.

    Told where most of them differ from the ground, and by how much they do: (M, h, w).
    """
    drawn = np.median(apart, axis=0) > OFF_GROUND
    colours = cells[:, drawn].reshape(len(cells), -1)
    off = squareform(pdist(colours, "cityblock")) / max(1, colours.shape[1])
    return np.asarray(connected_components(off < OFF_GROUND)[1], np.intp)


def _name_as_bold(
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
    holes = open_places(kinds.reshape(-1, cols))
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
        by_chance = even and (
            _repeated(empty, alike, same, np.ones(len(empty), np.bool_))
            or lie_on_a_line(cells[empty[same]])
        )
        if even and not by_chance:
            kinds[empty[same]] = kinds.max() + 1


def _name_apart(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], cols: int, ring: NDArray[np.float32]
) -> None:
    """Name the empty cells with one drawing that is unlike what all others show, and the ring.

    However faint it is. A pair must be equal, drawn more boldly, and no speck: two stars may lie in
    the same place of two cells, and a house has rows of windows. Nor may others that lie as far
    apart be alike: a ground of lines, or of one picture beside another, repeats itself.
    """
    empty = np.flatnonzero(kinds == EMPTY)
    counts = np.unique(kinds[kinds > 0], return_counts=True)[1]
    if len(counts) < _KINDS or len(empty) < _FOUR:
        return
    bold, usual, ground = (
        outline_steps(middle(some)) for some in (cells[empty], cells[kinds > 0], ring)
    )
    bolder = min(_THIN * float(np.percentile(usual, 10)), _BOLDER * float(np.median(ground)))
    full = open_places(kinds.reshape(-1, cols)).size > 0
    sizes = counts if full else np.arange(min(int(counts.max()), len(empty) // 2) + 1)
    drawn = Outlines.of(cells[empty])
    alike, around = drawn.likeness(cells[empty]), drawn.likeness(ring).max(axis=0)
    alike = np.minimum(alike, alike.T)
    np.fill_diagonal(alike, 1)
    for row in np.unique(alike > _SHOWS, axis=0):
        same = empty[row]
        within, without = alike[np.ix_(row, row)].min(), alike[np.ix_(row, ~row)].max(initial=-1)
        if len(same) % 2 or len(same) not in sizes or bold[row].min() < _DRAWN:
            continue
        if within <= _SHOWS or max(without, around[row].max()) >= _BY_CHANCE:
            continue
        if len(same) < _FOUR and (
            within <= _PLATEAU
            or bold[row].min() < bolder
            or max(without, around[row].max()) >= _UNLIKE
            or _are_specks(middle(cells[same]))
        ):
            continue
        if not (
            _repeated(empty, alike, row, bold >= _DRAWN) or lie_on_a_line(cells[same], share=1.0)
        ):
            kinds[same] = kinds.max() + 1


def _are_specks(cells: NDArray[np.float32]) -> bool:
    """Whether hardly more than a point is seen in any of some cells, (M, h, w, 3)."""
    apart = worst_channel(np.abs(cells - np.median(cells, axis=(1, 2), keepdims=True)))
    most = apart.max(axis=(1, 2), keepdims=True)
    bright = np.count_nonzero(apart > most / 2, axis=(1, 2))
    return bool(bright.min() <= max(_SPECK, _POINT * apart[0].size))


def _repeated(
    empty: NDArray[np.intp],
    alike: NDArray[np.float32],
    row: NDArray[np.bool_],
    drawn: NDArray[np.bool_],
) -> bool:
    """Whether others of the empty cells, (M,), that lie as far apart as two of a row are alike.

    How alike they are: (M, M); the row, (M,), has two of them or more. Most are, for some way, of
    those that show anything: (M,).
    """
    apart = empty - empty[:, None]
    others = np.where(np.outer(row, row) | ~np.outer(drawn, drawn), 0, apart)
    ways = np.unique(apart[np.ix_(row, row)])
    repeats = [(alike[others == way] > _SHOWS) for way in ways[ways > 0].tolist()]
    return any(each.size and each.mean() > _MOST for each in repeats)


def lie_on_a_line(cells: NDArray[np.float32], share: float = 0.5) -> bool:
    """Whether cells show but a line of the ground that runs through them, as a horizon does.

    It comes in across the border of a cell, in one place, and leaves in another at most; or two
    cross each other, as where the squares of a chequered ground meet. In so many of them: there may
    be shadows, too.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB, N 1 and more
    share : of the cells that shows it at least
    """
    bold = outline_steps(middle(cells))
    on = [
        _passes(cell, step / 2) or _crosses(cell, step / 2)
        for cell, step in zip(cells, bold.tolist(), strict=True)
    ]
    return sum(on) >= share * len(on)


def _passes(cell: NDArray[np.float32], least: float) -> bool:
    """Whether one or two steps of so many grey levels lie along the border of a cell, (h, w, 3)."""
    border = np.concatenate([cell[0], cell[1:, -1], cell[-1, -2::-1], cell[-2::-1, 0]])
    steep = np.abs(np.diff(border, axis=0)).max(axis=1) >= least
    # It is a ring: where its ends meet may be the middle of a place.
    places = np.count_nonzero(steep & ~np.roll(steep, 1)) or int(steep.all())
    return bool(1 <= places <= _CROSSINGS)


def _crosses(cell: NDArray[np.float32], least: float) -> bool:
    """Whether steps of so many grey levels run straight through a cell, (h, w, 3), both ways."""
    for one, other in ((cell[0], cell[-1]), (cell[:, 0], cell[:, -1])):
        here, there = (np.abs(np.diff(side, axis=0)).max(axis=1) >= least for side in (one, other))
        opposite = np.convolve(there, np.ones(3), "same") > 0
        if not here.any() or not there.any() or (here & ~opposite).any():
            return False
    return True


def open_places(grid: NDArray[np.int64]) -> NDArray[np.intp]:
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
