"""Naming the cells of a lattice never seen before: equal faces, empty cells, selected tiles.

Nothing is known of the game. Where ground is seen between the tiles, what stands out from it is a
tile; where tiles hide it, those that surely are tiles lead to the others. They are grouped by face.
Of what is left, some is a tile in other colours, some is bare ground, and what cannot be told stays
unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.classify import Grouping, best_faces, group, tiles_apart
from bot.closeup import told_apart
from bot.cores import reunited
from bot.cutting import usual_look
from bot.flanks import joined
from bot.ground import HAS_BODY, LACKS_BODY, agreement, body_of, shows_face, tiles_among
from bot.marked import AT_A_TIME, marked
from bot.naming_closed import is_drawn, name_closed
from bot.naming_open import limits_of, name_open, outlined, stand_out, with_body
from bot.opaque import opaque
from bot.overlooked import find_faint, find_overlooked
from bot.repapered import repapered
from bot.sense import COPIES, hopeless
from bot.skin import Body, Skin
from bot.slots import leave_slots
from bot.strays import claim, find_tinted, name_ground, name_groups, settle
from bot.study import shapes_of, study
from bot.twofold import parted, rejoined, with_hints
from bot.under import Under, under

_HALF = 0.5
"""Share of the cells that hold tiles, below which more of a board may lie outside."""

_FEW_LIT, _SHOWS = 0.1, 0.6
"""Share of the tiles that may lie in another light than the rest; and correlation with a face that
they may show."""
_FEWEST = 2
"""Tiles that can be grouped."""

_NONE = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """Cells with names.

    Parameters
    ----------
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind, 1 and up
    selected : int array of shape (M,), numbers of the cells drawn as selected
    skin : how the tiles look
    beyond : int array of shape (L,), numbers of the cells around the board that show a tile
    gap : how many times farther apart than equal faces different ones are
    guessed : joins, as in `treecut.Cut`, and tiles that were told by what was odd without them
    hopeless : whether this is so far from a board that cells were not named to the end
    """

    kinds: NDArray[np.int64]
    selected: NDArray[np.intp]
    skin: Skin
    beyond: NDArray[np.intp]
    gap: float
    guessed: int = 0
    hopeless: bool = False


def name_cells(
    cells: NDArray[np.float32],
    sure: NDArray[np.intp],
    ring: NDArray[np.float32],
    shape: tuple[int, int],
) -> Named:
    """Name the cells of a lattice.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    sure : int array of shape (M,), numbers of the cells that surely hold tiles, two at least
    ring : float32 array of shape (G, h, w, 3), RGB; cells around the board
    shape : rows and columns of the lattice
    """
    compared = ground = under(np.concatenate([cells, ring]), *shape, sure)
    if ground is None:
        tiles = cells[sure]
        bare, beyond = ring[~tiles_among(ring, tiles)], np.arange(len(ring))
        risen = np.zeros(len(bare), np.bool_)
        body = body_of(tiles, bare)
        kinds, found = name_closed(cells, sure, bare, body)
    else:
        body = body_of(cells[sure], ring)
        compared = opaque(cells, ground, sure) or ground
        kinds, found, beyond, likely = _standing(cells, sure, ring, (ground, compared), body)
        bare = np.delete(ring, likely, axis=0)
        risen = np.delete(np.isin(np.arange(len(ring)), beyond) & ~ground.varied, likely)
        if body is not None and np.median(agreement(cells[kinds > 0], body)) < LACKS_BODY:
            body = None  # it was that of empty cells
    nothing = Skin(cells[:0], _NONE.astype(np.int64), found.tolerance, found.limit, body)
    if not (kinds > 0).any():
        return Named(kinds, _NONE, nothing, _NONE, found.gap, hopeless=True)
    varied = ground is not None and ground.varied
    tolerance, limit = limits_of(cells, kinds) if varied else (found.tolerance, found.limit)
    look = Skin(*_faces(kinds, cells), tolerance, limit, body)
    if hopeless(np.bincount(found.groups), found.gap, found.guessed):
        return Named(kinds, _NONE, look, _NONE, found.gap, hopeless=True)
    claim(kinds, cells, look)
    name_ground(kinds, cells, bare, look, risen)
    if ground is None:
        name_groups(kinds, cells, bare, look)
        kinds = joined(kinds, cells, shape, found)
    before = kinds.copy()
    selected = find_tinted(kinds, cells, body)
    guessed = found.guessed + _joins(before, kinds)
    settle(kinds, cells, bare, look)

    def apart(some: NDArray[np.intp]) -> NDArray[np.float32]:
        return tiles_apart(
            cells[some],
            found.tolerance,
            compared[some] if compared and varied else None,
            by_drawings=found.by_drawings,
        )

    seen = compared[: len(cells)] if compared and varied else None
    kinds = told_apart(parted(kinds, cells, apart, found.limit), cells, seen)
    kinds, hinted = with_hints(kinds, cells)
    kinds, parts = rejoined(kinds, cells, shape)
    named = kinds.copy()
    leave_slots(kinds, cells, shape)
    if not (kinds > 0).any():
        return Named(kinds, _NONE, nothing, _NONE, found.gap, hopeless=True)
    if (named != kinds).any():
        alone = _without_slots(found, kinds, cells, seen)
        guessed, found = guessed + alone.guessed - found.guessed, alone
    find_overlooked(
        kinds, cells, shape[1], None if ground is None else ground.shown(), ring, varied=varied
    )
    kinds, pairs = reunited(kinds, cells)
    selected = np.union1d(np.union1d(selected, hinted), marked(kinds, cells, varied=varied))
    kinds = _numbered(_in_question(kinds) if found.gap > COPIES else kinds)
    skin = Skin(*_faces(kinds, cells, selected), tolerance, limit, body)
    kinds, lit = _in_other_light(kinds, cells, skin)
    if not varied:
        beyond = beyond[shows_face(ring[beyond], skin)]
    return Named(kinds, selected, skin, beyond, found.gap, guessed + parts + pairs + lit)


def _standing(
    cells: NDArray[np.float32],
    sure: NDArray[np.intp],
    ring: NDArray[np.float32],
    grounds: tuple[Under, Under],
    body: Body | None,
) -> tuple[NDArray[np.int64], Grouping, NDArray[np.intp], NDArray[np.intp]]:
    """The kinds of cells that stand out from the ground, and cells around that may be tiles too.

    These are numbered in two arrays: tiles of this board, and whatever looks as tiles do. Grounds
    are what is told of it, and what of that explains differences of tiles.
    """
    ground, compared = grounds
    shown = ground.shown()
    drawn = outlined(np.concatenate([cells, ring]), sure)
    standing = np.flatnonzero(stand_out(shown * drawn, sure, len(cells)))
    tiles = inside = standing[standing < len(cells)]
    if body is not None:
        tiles = with_body(tiles, agreement(cells, body), shown, sure, agreement(ring, body))
    kinds, found = name_open(cells, tiles if len(tiles) > 1 else sure, sure, grounds, body)
    kinds[np.setdiff1d(inside, tiles)] = UNKNOWN
    outside = standing[standing >= len(cells)] - len(cells)
    likely = outside[_as_tiles(outside, ring, cells[kinds != EMPTY], body)]
    if not ground.varied:
        return kinds, found, outside, likely
    find_faint(kinds, cells)

    def twins(some: NDArray[np.intp], tiles: NDArray[np.intp]) -> NDArray[np.intp]:
        if not some.size or not tiles.size:
            return _NONE
        both = compared[len(cells) + some], compared[tiles]
        _, apart = best_faces(ring[some], cells[tiles], found.tolerance, found.limit, both)
        return some[apart <= found.limit]

    # What is painted may stand out, inside and around: twins of cells like no other must look as
    # tiles do.
    known, lonely = np.flatnonzero(kinds > 0), np.flatnonzero(kinds == UNKNOWN)
    return kinds, found, np.union1d(twins(outside, known), twins(likely, lonely)), likely


def _without_slots(
    found: Grouping, kinds: NDArray[np.int64], cells: NDArray[np.float32], under: Under | None
) -> Grouping:
    """How tiles were grouped, or would have been by themselves, if that makes the same kinds.

    Places for tiles differ less than tiles do, and hide how far apart these are.
    """
    tiles = np.flatnonzero(kinds > 0)
    if tiles.size < _FEWEST:
        return found
    again = group(cells[tiles], None if under is None else under[tiles])
    pairs = len(set(zip(again.groups.tolist(), kinds[tiles].tolist(), strict=True)))
    same = pairs == len(set(again.groups.tolist())) == len(set(kinds[tiles].tolist()))
    return again if same else found


def _as_tiles(
    outside: NDArray[np.intp],
    ring: NDArray[np.float32],
    tiles: NDArray[np.float32],
    body: Body | None,
) -> NDArray[np.bool_]:
    """Which of the cells around that stand out look as tiles do, not as the others: (L,)."""
    if body is not None:
        return np.asarray(agreement(ring[outside], body) > HAS_BODY, np.bool_)
    rest = np.delete(ring, outside, axis=0)
    if not len(rest) or not len(tiles):
        return np.ones(len(outside), np.bool_)
    both = np.concatenate([tiles, ring[outside]])
    return is_drawn(both, np.arange(len(tiles)), rest)[len(tiles) :]


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
        faces.append(usual_look(cells[plain if plain.size else alike]))
    return np.asarray(faces, dtype=np.float32), names


def _in_other_light(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], skin: Skin
) -> tuple[NDArray[np.int64], int]:
    """The kinds, where a few tiles like no other show one in another light, and how many do.

    As in the corner of a board that is darker there; with them their kind must be even.
    """
    found = np.zeros(len(kinds), np.int64)
    rest = np.flatnonzero(kinds == UNKNOWN)
    if skin.body is None or not 0 < rest.size <= _FEW_LIT * np.count_nonzero(kinds):
        return kinds, 0
    scores = study(skin).scores(shapes_of(cells[rest]))
    found[rest] = np.maximum(0, repapered(cells[rest], scores > _SHOWS, skin))
    names, counts = np.unique(np.concatenate([kinds, found[rest]]), return_counts=True)
    lit = (found > 0) & np.isin(found, names[counts % 2 == 0])
    return np.where(lit, found, kinds), int(np.count_nonzero(lit))


def _in_question(kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """The kinds, where all tiles but one or two have twins, and these are as good as copies.

    Those may be tiles that a mark or a path hides: they are unknown. Of a sparse board there may be
    more outside.
    """
    if (kinds != EMPTY).mean() < _HALF:
        return kinds
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    alone = names[counts == 1]
    return np.where(np.isin(kinds, alone) & (len(alone) <= AT_A_TIME), UNKNOWN, kinds)


def _joins(before: NDArray[np.int64], kinds: NDArray[np.int64]) -> int:
    """How many joins kinds, (N,), have more than before: two tiles of a new kind are one join."""
    changed, new = kinds != before, kinds > before.max()
    return int(np.count_nonzero(changed & ~new)) + np.unique(kinds[changed & new]).size


def _numbered(kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Kinds renumbered from 1 as they come in reading order."""
    order: dict[int, int] = {EMPTY: EMPTY, UNKNOWN: UNKNOWN}
    for kind in kinds.tolist():
        order.setdefault(kind, len(order) - 1)
    return np.asarray([order[kind] for kind in kinds.tolist()], dtype=np.int64)
