"""Naming the cells of a lattice never seen before: equal faces, empty cells, selected tiles.

Nothing is known of the game. Cells that surely hold tiles are grouped by face; the others are
given the name of a tile that they look like, or told from ground.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.classify import best_faces, group, linked_groups, shape_scores
from bot.ground import HAS_BODY, agreement, body_of, contrast, is_paper
from bot.skin import Skin

_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the tiles have, below which a cell is flat."""
_COMMON = 1.5
"""How many times commoner than any kind a flat picture must be to mark an empty cell."""
_FAINTER = 0.9
"""Contrast, as a share of the faintest tile's, below which a cell like no other is ground."""
_SAME_SHAPE = 0.9
"""Correlation above which a tinted tile shows the same face."""
_MAYBE_SAME = 0.5
"""Correlation that will do for the first such tile: games mark one at a time."""
_FADED = 0.4
"""Contrast, as a share of its twin's, that a tile keeps however it is tinted."""

_NONE = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """Cells with names.

    Parameters
    ----------
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind, 1 and up
    selected : int array of shape (M,), numbers of the cells drawn as selected
    skin : how the tiles look
    """

    kinds: NDArray[np.int64]
    selected: NDArray[np.intp]
    skin: Skin


def name_cells(
    cells: NDArray[np.float32], sure: NDArray[np.intp], ground: NDArray[np.float32]
) -> Named:
    """Name the cells of a lattice.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    sure : int array of shape (M,), numbers of the cells that surely hold tiles, two at least
    ground : float32 array of shape (G, h, w, 3), RGB; cells around the board
    """
    body = body_of(cells[sure], ground)
    if body is not None:
        # Ground repeats too where walls and shadows of the tiles around fall on it alike.
        sure = sure[agreement(cells[sure], body) > HAS_BODY]
    groups, tolerance, limit = group(cells[sure])
    slots = sure[_is_slot(groups, contrast(cells[sure]))]
    if slots.size:
        named = name_cells(cells, np.setdiff1d(sure, slots), np.concatenate([ground, cells[slots]]))
        named.kinds[slots] = EMPTY
        return named
    kinds = np.full(len(cells), UNKNOWN, np.int64)
    kinds[sure] = groups + 1
    _adopt(kinds, cells, tolerance, limit)
    selected = _select_lonely(kinds, cells)
    _settle(kinds, cells, sure, Skin(*_faces(kinds, cells), tolerance, limit, body))
    kinds = _numbered(kinds)
    return Named(kinds, selected, Skin(*_faces(kinds, cells, selected), tolerance, limit, body))


def _is_slot(groups: NDArray[np.int64], contrasts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which cells show the mark of an empty cell: a flat picture far commoner than the others."""
    counts = np.bincount(groups)
    strength = np.asarray([np.median(contrasts[groups == kind]) for kind in range(len(counts))])
    most = int(counts.argmax())
    common = counts[most] > _COMMON * np.partition(counts, -2)[-2] if len(counts) > 2 else False
    slot = np.zeros(len(counts), np.bool_)
    slot[most] = common and strength[most] < _FLAT * np.median(strength)
    return np.asarray(slot[groups], dtype=np.bool_)


def _adopt(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    tolerance: NDArray[np.float32],
    limit: float,
) -> None:
    """Give cells that look like a tile already named the same kind."""
    rest, named = np.flatnonzero(kinds == UNKNOWN), np.flatnonzero(kinds > 0)
    if rest.size:
        twin, difference = best_faces(cells[rest], cells[named], tolerance, limit)
        fits = difference <= limit
        kinds[rest[fits]] = kinds[named[twin[fits]]]


def _select_lonely(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> NDArray[np.intp]:
    """Find tiles that show a known face tinted, name them, and return their cells.

    Only where it pairs up a kind that is odd without it: a face that comes again in another
    colour is another kind, and such kinds are even.
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    lonely = names[counts == 1]
    candidates = np.flatnonzero((kinds == UNKNOWN) | np.isin(kinds, lonely))
    tiles = np.flatnonzero(kinds > 0)
    if not candidates.size or not tiles.size:
        return _NONE
    scores = shape_scores(cells[candidates], cells[tiles])
    scores[candidates[:, None] == tiles] = -1  # a tile is no twin of its own
    contrasts = contrast(cells)
    found: list[int] = []
    for at in np.argsort(-scores.max(axis=1), kind="stable").tolist():
        cell, twin = int(candidates[at]), int(tiles[scores[at].argmax()])
        name = kinds[twin]
        odd = np.count_nonzero(kinds == name) % 2 and name != kinds[cell]
        strong = contrasts[cell] > _FADED * contrasts[twin]
        clear = scores[at].max() > (_MAYBE_SAME if not found else _SAME_SHAPE)
        if odd and strong and clear:
            kinds[cell] = name
            found.append(cell)
    return np.asarray(found, dtype=np.intp)


def _settle(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], sure: NDArray[np.intp], skin: Skin
) -> None:
    """Tell empty cells from tiles among the cells that were not named, where it can be told."""
    if skin.body is not None:
        rest = np.flatnonzero(kinds == UNKNOWN)
        kinds[rest[agreement(cells[rest], skin.body) < HAS_BODY]] = EMPTY
    contrasts = contrast(cells)
    flat = contrasts < _FLAT * np.percentile(contrasts[sure], 10)
    name = int(kinds.max())
    largest = int(np.unique(kinds[kinds > 0], return_counts=True)[1].max())
    for plain in (True, False):
        rest = np.flatnonzero((kinds == UNKNOWN) & (flat == plain))
        groups = linked_groups(cells[rest], skin.tolerance, skin.limit)
        for members in (rest[groups == number] for number in np.unique(groups)):
            # Slots may be of the stuff of tiles; but no blank kind is so common.
            common = len(members) > _COMMON * largest
            paper = skin.body is not None and is_paper(cells[members], cells[sure], skin)
            if plain and (common or not paper):
                kinds[members] = EMPTY
            elif len(members) > 1:
                name += 1
                kinds[members] = name
    if skin.body is None:
        fainter = contrasts < _FAINTER * contrasts[kinds > 0].min()
        kinds[(kinds == UNKNOWN) & fainter] = EMPTY


def _faces(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    without: NDArray[np.intp] = _NONE,
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """One face for each kind, the median of its tiles, and the kinds.

    Tiles to be left `without` count only where a kind has no others.
    """
    names = np.unique(kinds[kinds > 0])
    faces = []
    for name in names:
        alike = np.flatnonzero(kinds == name)
        plain = np.setdiff1d(alike, without)
        faces.append(np.median(cells[plain if plain.size else alike], axis=0))
    return np.asarray(faces, dtype=np.float32), names


def _numbered(kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Kinds renumbered from 1 as they come in reading order."""
    order: dict[int, int] = {EMPTY: EMPTY, UNKNOWN: UNKNOWN}
    for kind in kinds.tolist():
        order.setdefault(kind, len(order) - 1)
    return np.asarray([order[kind] for kind in kinds.tolist()], dtype=np.int64)
