"""Reading a frame: from pixels to a board, and how sure we are of each cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.classify import (
    best_faces,
    core,
    cut,
    group,
    linked_groups,
    shape_scores,
)
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.locate import SURE, locate, tile_evidence
from bot.skin import Body, Skin

_SHARED = (0.9, 0.8, 0.7)
"""Share of the tiles that must have a colour in one place for it to be the tiles' own; tried in
turn, for what was taken for tiles may hold some ground."""
_FOREIGN = 0.25
"""Share of the ground that may have that colour there."""
_ALIKE = 14.0
"""Grey levels, in the worst channel, within which two colours are one."""
_BODY_AREA = 0.04
"""Share of a cell that the tiles must have in common before it tells tiles from ground."""
_HAS_BODY = 0.35
"""Share of that area in which a tile has its colours; ground hardly has any."""
_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the tiles have, below which a cell is flat."""
_FAINTER = 0.9
"""Contrast, as a share of the faintest tile's, below which a cell like no other is ground."""
_PAPER = 0.15
"""Share of the tiles that show their material in a place, in most places."""
_SAME_SHAPE = 0.9
"""Correlation above which a tinted tile shows the same face."""
_ODD_KINDS = 0.34
"""Share of kinds with an odd number of tiles above which a lattice holds no board."""

_NONE = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """What a frame shows.

    Parameters
    ----------
    board : kinds by cell; the numbers mean nothing beyond equality, but stay the same between
        readings that share a skin
    lattice : where the cells lie
    skin : how the tiles look, learned here or handed in
    selected : cells whose tile is drawn as selected
    """

    board: Board
    lattice: Lattice
    skin: Skin
    selected: tuple[Cell, ...]


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
    body = _body_of(cells[sure], _ground_around(frame, lattice))
    if body is not None:
        # Ground repeats too where walls and shadows of the tiles around fall on it alike.
        sure = sure[_agreement(cells[sure], body) > _HAS_BODY]
    groups, tolerance, limit = group(cells[sure])
    kinds = np.full(len(cells), UNKNOWN, np.int64)
    kinds[sure] = groups + 1
    _adopt(kinds, cells, tolerance, limit)
    selected = _select_lonely(kinds, cells, body)
    _settle(kinds, cells, sure, Skin(*_faces(kinds, cells), tolerance, limit, body))
    kinds = _numbered(kinds)
    _refuse_chance(kinds, frame)
    skin = Skin(*_faces(kinds, cells, without=selected), tolerance, limit, body)
    return _reading(kinds, lattice, skin, selected)


def read_again(frame: Frame, known: Reading) -> Reading:
    """Read another frame of a game whose lattice and faces are known.

    A cell that shows none of the known faces is empty if it looks like ground, else unknown.
    """
    skin, lattice = known.skin, known.lattice
    cells = cut(frame, lattice)
    kinds = np.full(len(cells), UNKNOWN, np.int64)
    face, difference = best_faces(cells, skin.faces, skin.tolerance)
    fits = difference <= skin.limit
    kinds[fits] = skin.kinds[face[fits]]
    rest = np.flatnonzero(~fits)
    if not rest.size:
        return _reading(kinds, lattice, skin, _NONE)
    scores = shape_scores(cells[rest], skin.faces)
    tinted = rest[scores.max(axis=1) > _SAME_SHAPE]
    kinds[tinted] = skin.kinds[scores.argmax(axis=1)[scores.max(axis=1) > _SAME_SHAPE]]
    rest = np.flatnonzero(kinds == UNKNOWN)
    if skin.body is not None:
        kinds[rest[_agreement(cells[rest], skin.body) < _HAS_BODY]] = EMPTY
    faint = _FLAT * float(np.percentile(_contrast(skin.faces), 10))
    kinds[rest[_contrast(cells[rest]) < faint]] = EMPTY
    return _reading(kinds, lattice, skin, tinted)


def _adopt(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    tolerance: NDArray[np.float32],
    limit: float,
) -> None:
    """Give cells that look like a tile already named the same kind."""
    rest, named = np.flatnonzero(kinds == UNKNOWN), np.flatnonzero(kinds > 0)
    if rest.size:
        twin, difference = best_faces(cells[rest], cells[named], tolerance)
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
        candidates = candidates[np.argsort(_agreement(cells[candidates], body), kind="stable")]
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
        kinds[rest[_agreement(cells[rest], skin.body) < _HAS_BODY]] = EMPTY
    contrast = _contrast(cells)
    flat = contrast < _FLAT * np.percentile(contrast[sure], 10)
    name = int(kinds.max())
    for plain in (True, False):
        rest = np.flatnonzero((kinds == UNKNOWN) & (flat == plain))
        groups = linked_groups(cells[rest], skin.tolerance, skin.limit)
        for members in (rest[groups == number] for number in np.unique(groups)):
            if plain and (skin.body is None or not _is_paper(cells[members], cells[sure], skin)):
                kinds[members] = EMPTY
            elif len(members) > 1:
                name += 1
                kinds[members] = name
    if skin.body is None:
        fainter = contrast < _FAINTER * contrast[kinds > 0].min()
        kinds[(kinds == UNKNOWN) & fainter] = EMPTY


def _is_paper(blank: NDArray[np.float32], tiles: NDArray[np.float32], skin: Skin) -> bool:
    """Whether flat cells are blank tiles: of the stuff that faces are drawn on.

    An empty slot in the same frame has a colour that the tiles do not show.
    """
    look = np.median(core(blank), axis=0)
    apart = np.linalg.norm(core(tiles) - look, axis=-1)
    shown = (apart < skin.limit * float(np.median(skin.tolerance))).mean(axis=0)
    return bool(np.median(shown) > _PAPER)


def _body_of(tiles: NDArray[np.float32], ground: NDArray[np.float32]) -> Body | None:
    """What all tiles share and the ground around the board lacks."""
    for share in _SHARED:
        body = _shared_look(tiles, ground, share)
        if body is None:
            continue
        agreement = _agreement(tiles, body)
        kept = agreement > 0.6 * np.median(agreement)
        if share == _SHARED[0] or kept.all():
            return body
        return _shared_look(tiles[kept], ground, _SHARED[0]) or body
    return None


def _shared_look(
    tiles: NDArray[np.float32], ground: NDArray[np.float32], share: float
) -> Body | None:
    colour = np.median(tiles, axis=0)
    mask = (np.abs(tiles - colour).max(axis=-1) < _ALIKE).mean(axis=0) > share
    if len(ground):
        mask &= (np.abs(ground - colour).max(axis=-1) < _ALIKE).mean(axis=0) < _FOREIGN
    return Body(np.asarray(colour, np.float32), mask) if mask.mean() > _BODY_AREA else None


def _ground_around(frame: Frame, lattice: Lattice) -> NDArray[np.float32]:
    """The cells of the ring around the board that lie in the frame: (N, h, w, 3)."""
    pitch = lattice.pitch
    corner = Pixel(lattice.origin.x - pitch[0], lattice.origin.y - pitch[1])
    wider = Lattice(corner, pitch, lattice.rows + 2, lattice.cols + 2)
    ring = [
        row * wider.cols + col
        for row in range(wider.rows)
        for col in range(wider.cols)
        if row in (0, wider.rows - 1) or col in (0, wider.cols - 1)
        if pitch[0] / 2 <= wider.center(Cell(row, col)).x <= frame.width - pitch[0] / 2
        if pitch[1] / 2 <= wider.center(Cell(row, col)).y <= frame.height - pitch[1] / 2
    ]
    return cut(frame, wider)[ring]


def _agreement(cells: NDArray[np.float32], body: Body) -> NDArray[np.float64]:
    """Share of the body in which each cell has the body's colour: (N,)."""
    apart = np.abs(cells[:, body.mask] - body.colour[body.mask]).max(axis=-1)
    return np.asarray((apart < _ALIKE).mean(axis=1), dtype=np.float64)


def _contrast(cells: NDArray[np.float32]) -> NDArray[np.float64]:
    """Standard deviation of each cell's colours, grey levels: (N,)."""
    inner = core(cells)
    return np.asarray(np.sqrt(inner.var(axis=(1, 2)).mean(axis=1)), dtype=np.float64)


def _faces(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    without: NDArray[np.intp] = _NONE,
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """One face for each kind, the median of its tiles, and the kinds."""
    plain = kinds.copy()
    plain[without] = UNKNOWN
    names = np.unique(plain[plain > 0])
    faces = [np.median(cells[plain == name], axis=0) for name in names]
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


def _reading(
    kinds: NDArray[np.int64], lattice: Lattice, skin: Skin, selected: NDArray[np.intp]
) -> Reading:
    board = Board(lattice.rows, lattice.cols, tuple(kinds.tolist()))
    cells = tuple(Cell(*divmod(int(index), lattice.cols)) for index in np.sort(selected))
    return Reading(board, lattice, skin, cells)
