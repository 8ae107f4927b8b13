"""Walls: pictures that stand in cells of a board, never go, and look like no tile.

Bricks and boulders lack what tiles have in common, so they were taken for ground. But what is drawn
on a bare board is drawn there for a reason: where the ground is plain, cells that all show one
picture, as bold as faces are and unlike everything around the board, hold something. So do cells on
which little is drawn, if they are of quite another colour than all other ground. A link cannot pass
there. The bot finds out by trying that they do not link.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse.csgraph import connected_components
from scipy.spatial.distance import pdist, squareform

from bot.board import EMPTY
from bot.channels import worst_channel
from bot.classify import best_faces, linked_groups
from bot.cutting import middle
from bot.ground import inner_colours, lie_on_stripes, nearest_colours
from bot.lookalikes import lie_on_a_line
from bot.naming_open import outline_steps
from bot.under import borders

_SEVERAL = 3
"""Walls at least: two cells may be marked."""
_BOLD, _DRAWN, _BOLDER = 0.3, 4.0, 4.0
"""Share of the steps from pixel to pixel in the fainter tiles that there are in walls; grey levels
of such steps; and how many times those of bare cells they are."""
_UNLIKE, _QUITE_UNLIKE = 20.0, 40.0
"""Grey levels, in mean or spread of the worst channel, from what is around the board; and where
other empty cells are not as bare as that."""
_LIKE, _OTHERWISE = 6.0, 30.0
"""The same, within which ground goes on from cell to cell, and beyond which it is none."""
_FLAT, _KINDS = 2, 4
"""Flat walls at least, which no mark makes of bare ground; and kinds of tiles beside them."""
_APART = 3.0
"""Limits by which they differ from all that is seen of a ground that varies."""
_BEYOND = 0.1
"""Share of the cells around that may show walls, too, and of the borders of tiles their colour."""
_EVERY = 7
"""Every which pixel of those is looked at."""
_PLACES, _FRESH = 0.5, 0.2
"""Share of the empty cells beyond which what they show is the place that a tile leaves, unless
they are no more than this share of the tiles."""


def find_walls(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    ring: NDArray[np.float32],
    tolerance: NDArray[np.float32],
    limit: float,
    *,
    cols: int,
    varied: bool,
) -> None:
    """Name the walls of a board that were taken for ground.

    Parameters
    ----------
    kinds : int array of shape (N,), changed in place
    cells : float32 array of shape (N, h, w, 3), RGB
    ring : float32 array of shape (G, h, w, 3), RGB; cells around the board
    tolerance, limit : of equal faces, as in `skin.Skin`
    cols : columns of the lattice
    varied : whether ground looks different from cell to cell
    """
    empty, tiles = np.flatnonzero(kinds == EMPTY), np.flatnonzero(kinds > EMPTY)
    if len(empty) < _FLAT or not tiles.size:
        return
    bold, usual = (outline_steps(middle(cells[some])) for some in (empty, tiles))
    least = max(_BOLD * float(np.percentile(usual, 10)), _DRAWN)
    if bold.max() < least:
        _name_flat(kinds, cells, ring, tolerance, limit, cols=cols)
    if np.count_nonzero(bold >= _DRAWN) < _SEVERAL:
        return
    drawn, bare = empty[bold >= least], cells[empty[bold < least]]
    beyond = outline_steps(middle(ring)) >= least
    around = np.concatenate([ring[~beyond] if beyond.sum() <= _BEYOND * len(ring) else ring, bare])
    if not len(drawn) or not len(around):
        return
    unlike = _UNLIKE
    if varied:
        _, apart = best_faces(cells[drawn], around, tolerance, _APART * limit)
        drawn = drawn[apart > _APART * limit]
    elif _BOLDER * bold[bold < least].max(initial=0) > bold[bold >= least].min():
        unlike = _QUITE_UNLIKE
    drawn = drawn[nearest_colours(inner_colours(cells[drawn]), inner_colours(around)) > unlike]
    groups = linked_groups(cells[drawn], tolerance, limit)
    several = np.bincount(groups)[groups] >= _SEVERAL
    if np.count_nonzero(several) > max(_PLACES * len(empty), _FRESH * len(tiles)):
        return
    others = inner_colours(cells[np.setdiff1d(empty, drawn[several])])
    for group in np.unique(groups[several]):
        own = drawn[groups == group]
        # A pattern shows the same colours in more cells, though no two of these are alike.
        near = nearest_colours(others, inner_colours(cells[own])) <= unlike
        if np.count_nonzero(near) >= len(own):
            continue
        on_a_line = varied and lie_on_a_line(cells[own], share=1.0)
        if not on_a_line and not lie_on_stripes(cells[own], own, cols):
            kinds[own] = kinds.max() + 1


def _name_flat(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    ring: NDArray[np.float32],
    tolerance: NDArray[np.float32],
    limit: float,
    *,
    cols: int,
) -> None:
    """Name the walls on which little is drawn, as on all empty cells.

    Other ground must go on from cell to cell. Then nothing lies over the board either, for its edge
    would run through some of them. Where there is none, what comes more often than any kind is the
    place that a tile leaves.
    """
    empty = np.flatnonzero(kinds == EMPTY)
    names, counts = np.unique(kinds[kinds > EMPTY], return_counts=True)
    if not len(ring) or len(names) < _KINDS:
        return
    colours = inner_colours(np.concatenate([cells[empty], ring]))
    _, part = connected_components(squareform(pdist(colours, "chebyshev")) <= _LIKE)
    ground = np.isin(part, part[len(empty) :])
    other = ~ground[: len(empty)]
    if not other.any():
        return
    walls, apart = empty[other], nearest_colours(colours[: len(empty)][other], colours[ground])
    if _seen_between(cells[kinds > EMPTY], colours[: len(empty)][other, :3]):
        return
    groups = linked_groups(cells[walls], tolerance, limit)
    most = max(_PLACES * len(empty), _FRESH * counts.sum())
    most = min(most, counts.max()) if other.all() else most
    if len(walls) > most or apart.min() <= _OTHERWISE or np.bincount(groups).min() < _FLAT:
        return
    if not any(
        lie_on_stripes(cells[own], own, cols)
        for own in (walls[groups == group] for group in np.unique(groups))
    ):
        kinds[walls] = kinds.max() + 1 + groups


def _seen_between(tiles: NDArray[np.float32], colours: NDArray[np.float64]) -> bool:
    """Whether any of some colours, (M, 3), is that of a gap between tiles, (N, h, w, 3).

    Large tiles may leave so little room around a board that no ground is seen there.
    """
    border = borders(tiles).reshape(-1, 3)[::_EVERY]
    like = (worst_channel(np.abs(border - colour)) <= _LIKE for colour in colours)
    return any(each.mean() > _BEYOND for each in like)
