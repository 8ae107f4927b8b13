"""Walls: pictures that stand in cells of a board, never go, and look like no tile.

Bricks and boulders lack what tiles have in common, so they were taken for ground. But what is drawn
on a bare board is drawn there for a reason: where the ground is plain, cells that all show one
picture, as bold as faces are and unlike everything around the board, hold something. A link cannot
pass there. The bot finds out by trying that they do not link.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.classify import best_faces, linked_groups
from bot.cutting import middle
from bot.ground import inner_colours, nearest_colours
from bot.naming_open import outline_steps
from bot.overlooked import lie_on_a_line

_SEVERAL = 3
"""Walls at least: two cells may be marked."""
_BOLD, _DRAWN, _BOLDER = 0.3, 4.0, 4.0
"""Share of the steps from pixel to pixel in the fainter tiles that there are in walls; grey levels
of such steps; and how many times those of bare cells they are."""
_UNLIKE = 20.0
"""Grey levels, in mean or spread of the worst channel, from what is around the board."""
_APART = 3.0
"""Limits by which they differ from all that is seen of a ground that varies."""
_BEYOND = 0.1
"""Share of the cells around that may show walls, too."""
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
    varied: bool,
) -> None:
    """Name the walls of a board that were taken for ground.

    Parameters
    ----------
    kinds : int array of shape (N,), changed in place
    cells : float32 array of shape (N, h, w, 3), RGB
    ring : float32 array of shape (G, h, w, 3), RGB; cells around the board
    tolerance, limit : of equal faces, as in `skin.Skin`
    varied : whether ground looks different from cell to cell
    """
    empty, tiles = np.flatnonzero(kinds == EMPTY), np.flatnonzero(kinds > EMPTY)
    if len(empty) < _SEVERAL or not tiles.size:
        return
    bold = outline_steps(middle(cells[empty]))
    if np.count_nonzero(bold >= _DRAWN) < _SEVERAL:
        return
    usual = outline_steps(middle(cells[tiles]))
    least = max(_BOLD * float(np.percentile(usual, 10)), _DRAWN)
    drawn, bare = empty[bold >= least], cells[empty[bold < least]]
    beyond = outline_steps(middle(ring)) >= least
    around = np.concatenate([ring[~beyond] if beyond.sum() <= _BEYOND * len(ring) else ring, bare])
    if not len(drawn) or not len(around):
        return
    if varied:
        _, apart = best_faces(cells[drawn], around, tolerance, _APART * limit)
        drawn = drawn[apart > _APART * limit]
    elif _BOLDER * bold[bold < least].max(initial=0) > bold[bold >= least].min():
        return
    drawn = drawn[nearest_colours(inner_colours(cells[drawn]), inner_colours(around)) > _UNLIKE]
    groups = linked_groups(cells[drawn], tolerance, limit)
    several = np.bincount(groups)[groups] >= _SEVERAL
    if np.count_nonzero(several) > max(_PLACES * len(empty), _FRESH * len(tiles)):
        return
    for group in np.unique(groups[several]):
        own = drawn[groups == group]
        if not (varied and lie_on_a_line(cells[own], share=1.0)):
            kinds[own] = kinds.max() + 1
