"""Blemished tiles: those over which something lies, a sparkle, a snowflake, a badge with a number.

Such a tile is like no other, or two that carry the same badge are a kind of their own. But where a
game draws tiles as copies, it is a copy of those of its kind outside of what lies over it, and of
no others. That alone tells little, for two faces may differ in as small a part: so it is believed
only if with all of them named every kind is even.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bot.board import UNKNOWN
from bot.channels import worst_channel
from bot.crops import ASKED, Copies, copies_among, runs_around
from bot.cutting import usual_look
from bot.frame import Frame
from bot.geometry import Lattice
from bot.skin import Skin

_MANY, _PAIR = 0.25, 2
"""Share of the tiles that may be blemished; and tiles of a kind that may all carry one badge."""
_HIDDEN, _DRAWN = 0.4, 0.5
"""Share of a tile that may be hidden at most; and of what is drawn on it that must be seen."""
_CLEARLY = 2.0
"""How many times more than copies two drawings of one kind differ, in the worst place."""
_MARKED = 2
"""Tiles that a game draws as selected at a time, at most."""
_SPOT = 0.01
"""Share of a tile in which all other kinds differ from it, at least, where nothing lies over it."""
_PLACE, _SAME, _FAINT = 0.75, 0.3, 12.0
"""Share of two hidden parts that is common to both if these lie under the same badge; and share of
that which looks the same, whatever number is on it, but for so many grey levels."""

_NONE = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class _Blemish:
    """What lies over a tile of a kind.

    Parameters
    ----------
    tile : its number
    drawing : the number of what it shows
    hidden : bool array of shape (h, w); where it is not seen
    """

    tile: int
    drawing: int
    hidden: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Blemished:
    """A board of which every tile is told, those that something lies over as well.

    Parameters
    ----------
    tiles : numbers of those tiles
    kinds : int array of shape (N,)
    skin : how the tiles look
    guessed : numbers of other tiles, named for their kind lacks one
    badged : numbers of those tiles over which lies no mark of selection
    """

    tiles: tuple[int, ...]
    kinds: NDArray[np.int64]
    skin: Skin
    guessed: tuple[int, ...] = ()
    badged: tuple[int, ...] = ()


def blemished(
    frame: Frame,
    lattice: Lattice,
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    skin: Skin,
    *,
    marked: NDArray[np.intp] = _NONE,
) -> Blemished | None:
    """The board with what lies over its tiles taken off; None if nothing does, or it is not sure.

    Two drawings that were taken for one kind, for each had an odd number of tiles, are two. One
    tile that is like no other all over, as if it is selected, is of the kind that lacks one.

    Parameters
    ----------
    frame, lattice : the picture, and where its cells lie
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    skin : how the tiles look
    marked : int array; numbers of tiles that are drawn as selected, or seem so
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    of_kind = {kind: np.flatnonzero(kinds == kind) for kind in names[counts > 1].tolist()}
    unlike = np.flatnonzero((kinds == UNKNOWN) | np.isin(kinds, names[counts == 1])).tolist()
    most = _MANY * np.count_nonzero(kinds)
    if len(unlike) > most:
        return None
    plain = 1 - _MANY
    copies = copies_among(frame, lattice, of_kind, 100 * plain, copied=plain)
    if copies is None:
        return None
    selected = set(marked.tolist())
    every = [
        each for several in copies.drawings.values() for each in _joined(several, copies, selected)
    ]
    alone = {
        each[0] for each in every if len(each) == 1 and not _has_partner(each[0], kinds, selected)
    }
    drawings = [each for each in every if each[0] not in alone]
    unlike += sorted(alone)
    if not 0 < len(unlike) <= most:
        return None
    shown = _Shown(copies, drawings)
    found = shown.blemishes(unlike, selected)
    if {each.tile for each in found} <= selected:
        return None
    return shown.board(found, kinds, cells, skin)


def _joined(drawings: list[list[int]], copies: Copies, marked: set[int]) -> list[list[int]]:
    """The drawings of a kind, where those that hardly differ are one: ground may shine through.

    So are those of several tiles that are all marked, as by a hint.
    """
    found: list[list[int]] = []
    for own in drawings:
        hinted = len(own) > 1 and marked.issuperset(own)
        for other in found:
            near = copies.crops.distance(own[0], other[0]) <= _CLEARLY * copies.limit
            if near or (hinted and len(other) > 1):
                other.extend(own)
                break
        else:
            found.append(list(own))
    return found


def _has_partner(tile: int, kinds: NDArray[np.int64], marked: set[int]) -> bool:
    """Whether a tile is not marked, and the other one of its kind is: a pair, told by drawings."""
    other = np.setdiff1d(np.flatnonzero(kinds == kinds[tile]), [tile]).tolist()
    return tile not in marked and len(other) == 1 and other[0] in marked


class _Shown:
    """What is drawn on tiles, each drawing on several.

    Parameters
    ----------
    copies : the tiles, drawn as copies
    drawings : numbers of the tiles of each drawing
    """

    def __init__(self, copies: Copies, drawings: list[list[int]]) -> None:
        self._crops, self._limit, self._drawings = copies.crops, copies.limit, drawings
        self._size = int(np.count_nonzero(copies.crops.mask))
        self._usual = np.median(self._faces(drawings), axis=0)
        self._drawn: list[NDArray[np.bool_]] = list(self._off(drawings))

    def blemishes(self, unlike: list[int], marked: set[int]) -> list[_Blemish]:
        """What lies over the tiles like no other, and over two of a kind that carry the same.

        Nothing, if that is not sure. Tiles that are `marked` come last, and of the others those
        first of which least is not as tiles usually are: a face is learned from the plainer one.
        """
        off = [int(np.count_nonzero(each)) for each in self._off([[tile] for tile in unlike])]
        order = sorted(zip([tile in marked for tile in unlike], off, unlike, strict=True))
        every, drawings = range(len(self._drawings)), self._drawings
        badged = {
            at: each
            for at in every
            if len(drawings[at]) == _PAIR
            if (each := self._blemish(drawings[at][0], [to for to in every if to != at]))
        }
        found = self._single([tile for *_, tile in order], [at for at in every if at not in badged])
        sure = {
            at: each
            for at, each in badged.items()
            if any(self._are_alike(each, other) for other in found)
        }
        if len(sure) < len(badged):  # the others are kinds, of which more tiles may be hidden
            del drawings[len(every) :], self._drawn[len(every) :]
            plain = [at for at in every if at not in sure]
            found = self._single([tile for *_, tile in order], plain)
        for at, each in sure.items():
            found += [_Blemish(tile, each.drawing, each.hidden) for tile in drawings[at]]
        pairs = combinations(found, 2)
        doubtful = any(self._may_be_a_kind(*pair, found) for pair in pairs)
        return [] if doubtful or any(each.drawing in sure for each in found) else found

    def _single(self, tiles: list[int], plain: list[int]) -> list[_Blemish]:
        """What lies over tiles like no other, in turn; of a new drawing where two show one."""
        found = []
        for tile in tiles:
            if each := self._blemish(tile, plain):
                found.append(each)
            else:
                plain.append(len(self._drawings))
                self._drawings.append([tile])
                self._drawn.extend(self._off([[tile]]))
        return found

    def _blemish(self, tile: int, drawings: list[int]) -> _Blemish | None:
        """What lies over a tile, if it surely shows one of some drawings."""
        if not drawings:
            return None
        hidden = {at: self._hidden(tile, self._drawings[at]) for at in drawings}
        sizes = {at: int(np.count_nonzero(each)) for at, each in hidden.items()}
        best = min(drawings, key=sizes.__getitem__)
        seen, drawn = ~hidden[best], self._drawn[best]
        others = [np.count_nonzero(hidden[at] & seen) for at in drawings if at != best]
        is_seen = np.count_nonzero(drawn & seen) >= _DRAWN * max(1, int(np.count_nonzero(drawn)))
        few = sizes[best] <= _HIDDEN * self._size
        alone = min(others, default=0) >= _SPOT * self._size
        return _Blemish(tile, best, hidden[best]) if is_seen and few and alone else None

    def _faces(self, drawings: list[list[int]]) -> NDArray[np.uint8]:
        return self._crops.pictures[[each[0] for each in drawings], 1:-1, 1:-1]

    def _off(self, drawings: list[list[int]]) -> NDArray[np.bool_]:
        """Where drawings are not as tiles usually are: (N, h, w)."""
        off = worst_channel(np.abs(self._faces(drawings) - self._usual))
        return np.asarray((off > self._limit) & self._crops.mask, np.bool_)

    def board(
        self,
        found: list[_Blemish],
        kinds: NDArray[np.int64],
        cells: NDArray[np.float32],
        skin: Skin,
    ) -> Blemished | None:
        """The board on which blemished tiles are named, if every kind is even then."""
        named, blemishes, used = kinds.copy(), {each.tile for each in found}, {UNKNOWN}
        shown, alone = {each.drawing for each in found}, list[int]()
        odd = Counter(
            kinds[tiles[0]]
            for tiles in self._drawings
            if len(tiles) % 2 and blemishes.isdisjoint(tiles)
        )
        for at, tiles in enumerate(self._drawings):
            if not blemishes.isdisjoint(tiles):
                continue
            if len(tiles) == 1 and at not in shown:
                alone += tiles
                named[tiles] = UNKNOWN
                continue
            kind = kinds[tiles[0]]
            if kind == UNKNOWN or (kind in used and odd[kind] > 1):
                named[tiles] = named.max() + 1
            used.add(named[tiles[0]])
        for each in found:
            named[each.tile] = named[self._drawings[each.drawing][0]]
        names, counts = np.unique(named[named > 0], return_counts=True)
        lacking = names[counts % 2 == 1]
        if len(alone) > 1 or len(lacking) != len(alone) or not all(map(self._is_far, alone)):
            return None
        named[alone] = lacking
        plain = [np.flatnonzero(named == name) for name in names]
        plain = [np.setdiff1d(tiles, [*blemishes, *alone]) for tiles in plain]
        if not all(tiles.size for tiles in plain):
            return None
        faces = np.asarray([usual_look(cells[tiles]) for tiles in plain], np.float32)
        skin = skin.with_faces(np.zeros(len(skin.kinds), np.bool_), faces, names)
        return Blemished(tuple(sorted(blemishes)), named, skin, tuple(alone), self._badged(found))

    def _is_far(self, tile: int) -> bool:
        """Whether a tile is like no other drawing, whatever may lie over it."""
        others = [tiles for tiles in self._drawings if tile not in tiles]
        sizes = [int(np.count_nonzero(self._hidden(tile, tiles))) for tiles in others]
        return min(sizes, default=self._size) > _HIDDEN * self._size

    def _badged(self, found: list[_Blemish]) -> tuple[int, ...]:
        """The tiles over which lies what is over more others than a game marks at a time.

        Or which are more than that, if it does not run around them.
        """
        alike = [sum(self._are_alike(each, other) for other in found) for each in found]
        return tuple(
            each.tile
            for each, times in zip(found, alike, strict=True)
            if max(times, 0 if runs_around(each.hidden) else len(found)) > _MARKED
        )

    def _hidden(self, tile: int, drawing: list[int]) -> NDArray[np.bool_]:
        """Where a tile does not show a drawing, (h, w), laid where that is least."""
        ways = [self._crops.apart(tile, each, self._limit) for each in drawing[:ASKED]]
        return min(ways, key=np.count_nonzero)

    def _may_be_a_kind(self, one: _Blemish, other: _Blemish, found: list[_Blemish]) -> bool:
        """Whether what lies over two tiles may be their own drawing: nine dots, and not eight.

        It looks the same, and what lies over one of them is on no other kind.
        """
        if one.drawing != other.drawing:
            return False
        smaller = min(np.count_nonzero(each.hidden) for each in (one, other))
        if np.count_nonzero(self._same(one, other)) <= _SAME * smaller:
            return False
        others = [each for each in found if each.drawing != one.drawing]
        return not all(any(self._are_alike(a, b) for b in others) for a in (one, other))

    def _are_alike(self, one: _Blemish, other: _Blemish) -> bool:
        """Whether the same lies over two tiles, in the same place, but for a number on it."""
        both, either = (
            np.count_nonzero(each)
            for each in (one.hidden & other.hidden, one.hidden | other.hidden)
        )
        look = np.count_nonzero(self._same(one, other))
        return bool(both >= _PLACE * either and look >= _SAME * both)

    def _same(self, one: _Blemish, other: _Blemish) -> NDArray[np.bool_]:
        """Where what lies over two tiles looks the same, (h, w), but for a few grey levels."""
        pictures = self._crops.pictures[[one.tile, other.tile], 1:-1, 1:-1].astype(np.int16)
        apart = worst_channel(np.abs(pictures[0] - pictures[1]))
        same = one.hidden & other.hidden & (apart <= max(_FAINT, self._limit))
        return np.asarray(same, np.bool_)
