"""Reading a frame: from pixels to a board, and how sure we are of each cell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.classify import best_faces, cut, group, linked_groups, shape_scores
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.glance import read_again
from bot.ground import HAS_BODY, agreement, body_of, contrast, ground_around, is_paper
from bot.locate import SURE, locate, tile_evidence
from bot.reading import Reading, board_of, cells_of
from bot.skin import Body, Skin

__all__ = ["Reading", "read", "read_again"]

_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the tiles have, below which a cell is flat."""
_FAINTER = 0.9
"""Contrast, as a share of the faintest tile's, below which a cell like no other is ground."""
_SAME_SHAPE = 0.9
"""Correlation above which a tinted tile shows the same face."""
_ODD_KINDS = 0.34
"""Share of kinds with an odd number of tiles above which a lattice holds no board."""

_NONE = np.empty(0, np.intp)


def read(frame: Frame) -> Reading:
    """Read a game not seen before.

    Raises
    ------
    BoardNotFoundError
        if there is no board to be seen
    """
    lattice = locate(frame)
    sure = np.flatnonzero(tile_evidence(frame, lattice).ravel() > SURE)
    cells = cut(frame, lattice)
    body = body_of(cells[sure], ground_around(frame, lattice))
    if body is not None:
        # Ground repeats too where walls and shadows of the tiles around fall on it alike.
        sure = sure[agreement(cells[sure], body) > HAS_BODY]
    groups, tolerance, limit = group(cells[sure])
    kinds = np.full(len(cells), UNKNOWN, np.int64)
    kinds[sure] = groups + 1
    _adopt(kinds, cells, tolerance, limit)
    selected = _select_lonely(kinds, cells, body)
    _settle(kinds, cells, sure, Skin(*_faces(kinds, cells), tolerance, limit, body))
    kinds = _numbered(kinds)
    _refuse_chance(kinds, frame)
    skin = Skin(*_faces(kinds, cells, without=selected), tolerance, limit, body)
    board, marked = board_of(kinds, lattice), cells_of(selected, lattice)
    return Reading(board, lattice, skin, marked, frame.pixels, cells)


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


def _select_lonely(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], body: Body | None
) -> NDArray[np.intp]:
    """Find tiles that show a known face tinted, name them, and return their cells.

    Only where it pairs up a kind that is odd without it: a face that comes again in another
    colour is another kind, and such kinds are even.
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    lonely = names[counts == 1]
    candidates = np.flatnonzero((kinds == UNKNOWN) | np.isin(kinds, lonely))
    if body is not None and candidates.size:
        candidates = candidates[np.argsort(agreement(cells[candidates], body), kind="stable")]
    if not candidates.size:
        return _NONE
    tiles = np.flatnonzero(kinds > 0)
    scores = shape_scores(cells[candidates], cells[tiles])
    scores[candidates[:, None] == tiles] = -1  # a tile is no twin of its own
    found = []
    for cell, score in zip(candidates.tolist(), scores, strict=True):
        name = kinds[tiles[int(score.argmax())]]
        odd = np.count_nonzero(kinds == name) % 2 and name != kinds[cell]
        if odd and score.max() > _SAME_SHAPE:
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
    for plain in (True, False):
        rest = np.flatnonzero((kinds == UNKNOWN) & (flat == plain))
        groups = linked_groups(cells[rest], skin.tolerance, skin.limit)
        for members in (rest[groups == number] for number in np.unique(groups)):
            if plain and (skin.body is None or not is_paper(cells[members], cells[sure], skin)):
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


def _refuse_chance(kinds: NDArray[np.int64], frame: Frame) -> None:
    """Refuse what repeats but is no board: a deal has an even number of every kind."""
    _, counts = np.unique(kinds[kinds > 0], return_counts=True)
    odd = int((counts % 2).sum())
    if len(counts) < 2 or odd > max(1, _ODD_KINDS * len(counts)):
        raise BoardNotFoundError(
            f"no board in the {frame.width} x {frame.height} picture: something repeats, but of "
            f"{len(counts)} kinds {odd} occur an odd number of times"
        )
