"""How sure it is what a cell shows: from nothing known, 0, to no doubt at all, 1.

Two things speak for a tile: how little it differs from its face, and, where it is drawn in other
colours, how well its shape fits. What speaks against an empty cell is whatever of a tile it shows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.blocks import block_differences, differences
from bot.board import EMPTY, UNKNOWN
from bot.classify import best_faces
from bot.cutting import core
from bot.drawn import shape_likeness
from bot.ground import agreement
from bot.skin import Skin

_BY_SHAPE = 0.5
"""Confidence in a tile that fits its face in shape alone, and fits it perfectly."""
_FAR = 6.0
"""Limits from any face beyond which an empty cell is as sure as it can be."""


def nearness(apart: NDArray[np.float32], limit: float) -> NDArray[np.float32]:
    """How surely cells show a face: 1 where nothing differs, 0.5 at the limit, and on towards 0.

    Parameters
    ----------
    apart : float32 array of shape (N,); differences from a face, in tolerances; may be infinite
    limit : difference, in tolerances, up to which a cell shows a face

    Examples
    --------
    >>> nearness(np.asarray([0, 3, 6, np.inf], np.float32), 3.0).tolist()
    [1.0, 0.5, 0.25, 0.0]
    """
    return np.asarray(np.exp2(-apart / max(limit, 1e-6)), dtype=np.float32)


def by_shape(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """How surely cells show a face in other colours, from correlations in [-1, 1]: (N,)."""
    return np.asarray(_BY_SHAPE * scores.clip(0, 1), dtype=np.float32)


def sureness(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], skin: Skin
) -> NDArray[np.float32]:
    """How sure it is that cells are what they were named.

    Parameters
    ----------
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind of the skin
    cells : float32 array of shape (N, h, w, 3), RGB, of the size of the faces
    skin : how the tiles look

    Returns
    -------
    confidence : float32 array of shape (N,), in [0, 1]; 0 where a kind is unknown
    """
    confidence = np.ones(len(cells), np.float32)
    confidence[kinds == UNKNOWN] = 0
    tiles, empty = np.flatnonzero(kinds > 0), np.flatnonzero(kinds == EMPTY)
    confidence[tiles] = _of_tiles(kinds[tiles], cells[tiles], skin)
    if len(skin.faces) and empty.size:
        confidence[empty] = _of_empty(cells[empty], skin)
    return confidence


def _of_tiles(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], skin: Skin
) -> NDArray[np.float32]:
    """How surely each tile shows that of its kind's faces which it shows best: (N,)."""
    at, face = np.nonzero(kinds[:, None] == skin.kinds)
    blocks = block_differences(core(cells), core(skin.faces), at, face)
    near = nearness(differences(blocks, skin.tolerance), skin.limit)
    # Shape says no more than what is near already does.
    far = np.flatnonzero(near < _BY_SHAPE)
    shape = by_shape(shape_likeness(cells[at[far]], skin.faces[face[far]]))
    near[far] = np.maximum(near[far], shape)
    best = np.zeros(len(cells), np.float32)
    np.maximum.at(best, at, near)
    return best


def _of_empty(cells: NDArray[np.float32], skin: Skin) -> NDArray[np.float32]:
    """How little of any tile each empty cell shows: (N,)."""
    _, apart = best_faces(cells, skin.faces, skin.tolerance, _FAR * skin.limit)
    seen = nearness(apart, skin.limit)
    if skin.body is not None:
        seen = np.maximum(seen, agreement(cells, skin.body))
    return np.asarray(1 - seen, dtype=np.float32)
