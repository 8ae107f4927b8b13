"""Which tiles are drawn as selected: told by the rim, where a mark shows on every side.

A neighbour that goes, and its shadow, changes the rim too, but on its own side; and a tile that
fell has other neighbours than before. Such sides are no witnesses.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.blocks import block_differences, rim, same_place
from bot.board import EMPTY
from bot.rims import rim_differences
from bot.skin import Skin

_MARKED = 8.0
"""Grey levels, in the middle one of the blocks looked at, beyond which a tile is marked."""

_GLOWING = 16.0
"""The same of the line along each side that differs most, on all of them."""


def marked(
    cells: NDArray[np.float32],
    looks: NDArray[np.float32],
    changed: NDArray[np.intp],
    *,
    before: NDArray[np.int64],
    now: NDArray[np.int64],
    skin: Skin,
) -> NDArray[np.bool_]:
    """Which of the cells that changed hold a tile that is drawn as selected.

    A marked tile differs from its face and from what lay there before. Where tiles have no body
    the rim is ground, and only a tile that stays in its place can be judged.

    Parameters
    ----------
    cells, looks : float32 arrays of shape (N, h, w, 3), RGB; the cells, and how they last looked
        without a mark
    changed : int array of shape (N,); their numbers, row by row
    before, now : int arrays of shape (rows, cols); the kinds in all cells
    skin : how the tiles look

    Returns
    -------
    marked : bool array of shape (N,)
    """
    was, kinds = before.ravel()[changed], now.ravel()[changed]
    stays = (was == kinds) & (kinds > EMPTY)
    found = stays if skin.body is None else kinds > EMPTY
    tile_now, tile_before = (_sides(each != EMPTY)[changed] for each in (now, before))
    # Of a tile that did not move its own look knows more than its face: that of the median tile.
    at = np.flatnonzero(found & (was != EMPTY))
    found[at] = _rims_differ(cells[at], looks[at], (tile_now == tile_before)[at])
    at = np.flatnonzero(found)
    first = {kind: face for face, kind in reversed(list(enumerate(skin.kinds.tolist())))}
    faces = skin.faces[[first[kind] for kind in kinds[at].tolist()]]
    # Faces were learned among neighbours.
    found[at] = _rims_differ(cells[at], faces, (tile_now | stays[:, None])[at])
    return found


def _sides(tiles: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a tile lies above, below, left and right of each cell: bool (cells, 4)."""
    grid = np.pad(tiles, 1)
    sides = [grid[:-2, 1:-1], grid[2:, 1:-1], grid[1:-1, :-2], grid[1:-1, 2:]]
    return np.stack([side.ravel() for side in sides], axis=1)


def _rims_differ(
    a: NDArray[np.float32], b: NDArray[np.float32], witnesses: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Whether pairs of cells differ all along their rims, even when shifted by a pixel.

    Parameters
    ----------
    a, b : float32 arrays of shape (N, h, w, 3), RGB
    witnesses : bool array of shape (N, 4); the sides that count: top, bottom, left, right

    Returns
    -------
    differ : bool array of shape (N,)
    """
    if not len(a):
        return np.zeros(0, np.bool_)
    differ = _is_marked(same_place(a, b), witnesses)
    at = np.flatnonzero(differ)
    differ[at] = _is_marked(block_differences(a, b, at, at, reach=1), witnesses[at])
    # A glow may fill no more than the gap, and lie between two blocks.
    at = np.flatnonzero(~differ & witnesses.all(axis=1))
    thin = rim_differences(*(each[at].clip(0, 255).astype(np.uint8) for each in (a, b)))
    differ[at] = thin > _GLOWING
    return differ


def _is_marked(blocks: NDArray[np.float32], witnesses: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether differences in blocks, float32 (N, n, n), are those of a mark: bool (N,)."""
    differ = rim(blocks) > _MARKED
    for pair in np.flatnonzero(differ & ~witnesses.all(axis=1)):
        inner = blocks[pair, 1:-1, 1:-1]
        sides = np.stack(
            [blocks[pair, 0, 1:-1], blocks[pair, -1, 1:-1], *blocks[pair, 1:-1, [0, -1]]]
        )
        told = sides[witnesses[pair]] if witnesses[pair].any() else inner
        differ[pair] = np.median(told) > _MARKED
    return np.asarray(differ, np.bool_)
