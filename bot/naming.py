"""Naming the cells of a lattice never seen before: equal faces, empty cells, selected tiles.

Nothing is known of the game. Where ground is seen between the tiles, what stands out from it is a
tile; where tiles hide it, those that surely are tiles lead to the others. They are grouped by face.
Of what is left, some is a tile in other colours, some is bare ground, and what cannot be told stays
unknown.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.classify import best_faces, group, tiles_apart
from bot.closeup import told_apart, told_by_rims
from bot.copies import named_as_copies, named_by_copies
from bot.cores import reunited
from bot.cutting import core, usual_look
from bot.flanks import joined
from bot.ground import HAS_BODY, LACKS_BODY, agreement, body_of, shows_face, tiles_among
from bot.groundcolours import Grounds, as_around
from bot.grouping import Grouping
from bot.lookalikes import name_drawn_alike
from bot.marked import in_question, marked
from bot.naming_closed import as_tiles, is_ground, name_closed
from bot.naming_open import (
    as_boldly_drawn,
    clear_of_ground,
    is_chance,
    limits_of,
    name_open,
    outlined,
    stand_out,
    with_body,
)
from bot.opaque import opaque
from bot.overlooked import find_faint, find_overlooked
from bot.repapered import repapered
from bot.sense import COPIES, hopeless
from bot.silhouettes import OFF_GROUND, hidden_by, told_by_silhouettes
from bot.skin import Body, Skin
from bot.slots import leave_slots, places_among
from bot.sprites import as_sprites, sprites_gap
from bot.strays import claim, find_tinted, name_ground, name_groups, settle
from bot.study import shapes_of, study
from bot.twofold import parted, rejoined, with_hints
from bot.under import Under, under
from bot.walls import find_walls

_FEW_LIT, _SHOWS = 0.1, 0.6
"""Share of the tiles that may lie in another light than the rest; and correlation with a face that
they may show."""
_FEWEST = 2
"""Tiles that can be grouped."""
_SOME = 2
"""Bare cells around a board that show what its tiles share, where it is ground."""

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
    ground = under(np.concatenate([cells, ring]), *shape, sure)
    if ground is None:
        told = _told_closed(cells, sure, ring)
    else:
        told = _told_open(cells, sure, ring, ground)
    if told.varied and hopeless(np.bincount(told.found.groups), told.found.gap, told.found.guessed):
        told = told.by_copies(cells, sure, ring)
    kinds, found, bare, body, varied = told.kinds, told.found, told.bare, told.body, told.varied
    nothing = Skin(cells[:0], _NONE.astype(np.int64), found.tolerance, found.limit, body)
    if not (kinds > 0).any():
        return Named(kinds, _NONE, nothing, _NONE, found.gap, hopeless=True)
    tolerance, limit = limits_of(cells, kinds) if varied else (found.tolerance, found.limit)
    look = Skin(*_faces(kinds, cells), tolerance, limit, body)
    if hopeless(np.bincount(found.groups), found.gap, found.guessed):
        return Named(kinds, _NONE, look, _NONE, found.gap, hopeless=True)
    claim(kinds, cells, look)
    name_ground(kinds, cells, bare, look, told.risen)
    if ground is None:
        name_groups(kinds, cells, bare, look, cols=shape[1])
        kinds = joined(kinds, cells, shape, found)
    before = kinds.copy()
    selected = find_tinted(kinds, cells, body)
    guessed = found.guessed + _joins(before, kinds)
    if told.grounds is not None and varied:
        name_drawn_alike(kinds, cells, told.grounds.told)
    settle(kinds, cells, bare, look)
    told.keep(kinds)

    kinds, grounds = _parted(kinds, cells, told, shape[1], ring), told.every
    named = kinds.copy()
    leave_slots(kinds, cells, shape, varied=told.varied)
    if not (kinds > 0).any():
        return Named(kinds, _NONE, nothing, _NONE, found.gap, hopeless=True)
    if (named != kinds).any():
        alone = _without_slots(found, kinds, cells, told.compared)
        guessed, found = guessed + alone.guessed - found.guessed, alone
    kinds, hinted = with_hints(kinds, cells)
    kinds, parts = rejoined(kinds, cells, shape)
    shown = [each.shown() for each in grounds[::-1]]
    find_overlooked(kinds, cells, shape[1], shown, ring, varied=varied)
    find_walls(kinds, cells, ring, tolerance, limit, cols=shape[1], varied=varied)
    kinds, pairs = reunited(kinds, cells)
    selected = np.union1d(np.union1d(selected, hinted), marked(kinds, cells, varied=varied))
    # However clear sprites are, what may be forgiven where whole cells are copies is not.
    gap = max(found.gap, min(COPIES, sprites_gap(kinds, cells, grounds))) if varied else found.gap
    if found.gap > COPIES:
        held = kinds > 0 if body is None else agreement(cells, body) > HAS_BODY
        kinds = in_question(kinds, held, shape[1])
    kinds = _numbered(kinds)
    skin = Skin(*_faces(kinds, cells, selected), tolerance, limit, body)
    if varied and len(skin.kinds):
        skin = replace(skin, hides=hidden_by(kinds, skin.kinds, grounds))
    kinds, lit = _in_other_light(kinds, cells, skin)
    beyond = told.beyond if varied else told.beyond[shows_face(ring[told.beyond], skin)]
    return Named(kinds, selected, skin, beyond, gap, guessed + parts + pairs + lit)


def _parted(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    told: _Told,
    cols: int,
    ring: NDArray[np.float32],
) -> NDArray[np.int64]:
    """The kinds, (N,), where what was taken for one and shows several drawings is several."""
    grounds, compared = told.every, told.compared
    seen = None if compared is None else compared[: len(cells)]

    def apart(some: NDArray[np.intp]) -> NDArray[np.float32]:
        past = None if seen is None else seen[some]
        return tiles_apart(
            cells[some], told.found.tolerance, past, by_drawings=told.found.by_drawings
        )

    several = parted(kinds, cells, apart, told.found.limit)
    several = told_apart(several, cells, seen, grounds if told.varied else [])
    if not told.varied:
        return told_by_rims(several, cells, cols)
    several = told_by_silhouettes(several, cells, grounds[-1])
    found = as_sprites(several, cells, grounds, int(kinds.max()))
    hides = core(grounds[-1].apart[: len(cells)]) > OFF_GROUND
    # What was parted since tiles were grouped was not told by what parts the groups.
    grouped = np.unique(found[found > 0]).size == np.unique(told.found.groups).size
    clear = grouped and told.found.gap > COPIES
    return named_as_copies(found, cells, hides, ring, clear=clear)


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """Cells of which it is told, first, which hold tiles, and which of these show one face.

    Parameters
    ----------
    kinds : int array of shape (N,)
    found : how the tiles were grouped
    beyond : int array of shape (L,); cells around that may be tiles of this board
    bare : float32 array of shape (G, h, w, 3), RGB; cells around that do not look as tiles do
    risen : bool array of shape (G,); those of them that may stand out from it all the same
    body : what all tiles share
    grounds : what is told of the ground, where it is seen between tiles
    clear : int array of shape (K,); cells that hold tiles, whatever these lack
    """

    kinds: NDArray[np.int64]
    found: Grouping
    beyond: NDArray[np.intp]
    bare: NDArray[np.float32]
    risen: NDArray[np.bool_]
    body: Body | None
    grounds: Grounds | None
    clear: NDArray[np.intp] = field(default_factory=_NONE.copy)

    def keep(self, kinds: NDArray[np.int64]) -> None:
        """Call unknown what is no ground, where it was called that: in place."""
        kinds[self.clear[kinds[self.clear] == EMPTY]] = UNKNOWN

    def by_copies(
        self, cells: NDArray[np.float32], sure: NDArray[np.intp], ring: NDArray[np.float32]
    ) -> _Told:
        """The same as copies tell it; or as it is, where they tell nothing."""
        kinds = named_by_copies(cells, sure, ring, int(np.count_nonzero(self.kinds)))
        if kinds is None:
            return self
        groups = np.unique(kinds[kinds > 0], return_inverse=True)[1]
        found = Grouping(groups, *limits_of(cells, kinds), COPIES, 0)
        return replace(self, kinds=kinds, found=found)

    @property
    def every(self) -> list[Under]:
        """All that is told of the ground; nothing where tiles hide it."""
        return [] if self.grounds is None else self.grounds.every

    @property
    def varied(self) -> bool:
        """Whether the ground is seen, and looks different from cell to cell."""
        return self.grounds is not None and self.grounds.told.varied

    @property
    def compared(self) -> Under | None:
        """The ground that explained differences of tiles, if it is seen and varies."""
        if self.grounds is None or not self.varied:
            return None
        return self.grounds.around if self.found.around else self.grounds.compared


def _told_closed(
    cells: NDArray[np.float32], sure: NDArray[np.intp], ring: NDArray[np.float32]
) -> _Told:
    """The cells of a board whose tiles hide the ground."""
    bare = ring[~tiles_among(ring, cells[sure])]
    sure = sure[~is_ground(cells[sure], bare)]
    body = body_of(cells[sure], bare)
    kinds, found = name_closed(cells, sure, bare, body)
    risen = np.zeros(len(bare), np.bool_)
    return _Told(kinds, found, np.arange(len(ring)), bare, risen, body, None)


def _told_open(
    cells: NDArray[np.float32],
    sure: NDArray[np.intp],
    ring: NDArray[np.float32],
    ground: Under,
) -> _Told:
    """The cells of a board between whose tiles the ground is seen: those that stand out from it."""
    body, shown, both = body_of(cells[sure], ring), ground.shown(), np.concatenate([cells, ring])
    standing = np.flatnonzero(stand_out(shown * outlined(both, sure), sure, len(cells)))
    inside = standing[standing < len(cells)]
    if ground.varied:
        inside = np.setdiff1d(inside, places_among(cells, inside, sure))
        bare = np.delete(ring, standing[standing >= len(cells)] - len(cells), axis=0)
        # What many tiles share may be the meadow on which most of them lie.
        if body is not None and (
            np.count_nonzero(agreement(bare, body) > HAS_BODY) >= _SOME
            or is_chance(agreement(cells[inside], body), shown[inside], sure)
        ):
            body = None
    elif body is None:
        inside = np.union1d(inside, as_boldly_drawn(cells, ground, inside))
    tiles, clear = inside, _NONE
    if body is not None:
        tiles = with_body(tiles, agreement(cells, body), shown, sure, agreement(ring, body))
        clear = clear_of_ground(inside, cells, shown, tiles)
        tiles = np.union1d(tiles, clear)
    outside = standing[standing >= len(cells)] - len(cells)
    grounds = Grounds(ground, opaque(cells, ground, sure) or ground)
    if ground.varied:
        bare = np.delete(ring, outside[as_tiles(outside, ring, cells[sure], body)], axis=0)
        bare = bare if len(bare) else np.delete(cells, inside, axis=0)
        around = as_around(both, ground, bare) if len(bare) else None
        grounds = replace(grounds, around=around)
    surely = np.union1d(sure, clear)
    kinds, found = name_open(cells, tiles if len(tiles) > 1 else sure, surely, grounds, body)
    kinds[np.setdiff1d(inside, tiles)] = UNKNOWN
    likely = outside[as_tiles(outside, ring, cells[kinds != EMPTY], body)]
    bare = np.delete(ring, likely, axis=0)
    risen = np.delete(np.isin(np.arange(len(ring)), outside) | ground.varied, likely)
    told = _Told(kinds, found, outside, bare, risen, body, grounds, clear)
    if told.compared is not None:
        find_faint(kinds, cells)
        # What is painted may stand out, inside and around: twins of cells like no other must look
        # as tiles do.
        twins = partial(_twins_around, told, cells, ring)
        known = twins(outside, np.flatnonzero(kinds > 0))
        told = replace(
            told, beyond=np.union1d(known, twins(likely, np.flatnonzero(kinds == UNKNOWN)))
        )
    held = kinds > 0
    if body is not None and held.any() and np.median(agreement(cells[held], body)) < LACKS_BODY:
        told = replace(told, body=None)  # it was that of empty cells
    return told


def _twins_around(
    told: _Told,
    cells: NDArray[np.float32],
    ring: NDArray[np.float32],
    some: NDArray[np.intp],
    tiles: NDArray[np.intp],
) -> NDArray[np.intp]:
    """Those of some cells around that show the face of a tile: (L,)."""
    if not some.size or not tiles.size:
        return _NONE
    assert told.compared is not None
    both, limit = (told.compared[len(cells) + some], told.compared[tiles]), told.found.limit
    _, apart = best_faces(ring[some], cells[tiles], told.found.tolerance, limit, both)
    return some[apart <= limit]


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
