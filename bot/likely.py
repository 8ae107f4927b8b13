"""Lattices that a board may have, and the order in which they are tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.geometry import Lattice

_AS_LONG = 0.01
"""Share by which pitches differ that are one."""
_MORE = 1.5
"""How many times larger the cells of a lattice are, at least, that are several of another's."""
_SEVERAL, _FULL, _ALL, _FULLER = 16, 0.9, 0.97, 0.03
"""Cells of a lattice, at least, and share of them that hold a tile, that is full of them; share of
those of a vast one from which hardly any lacks a tile; and lead in that of a fuller one."""
_VAST, _FEW = 256, 0.4
"""Cells of a lattice that takes long to look at; and share of them that hold a tile, if few do."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A lattice that a board may have.

    Parameters
    ----------
    lattice : where its cells lie; the smallest that holds the tiles seen
    tiles : bool array of shape (rows * cols,); cells that show a piece which has a twin
    """

    lattice: Lattice
    tiles: NDArray[np.bool_]


def by_turns(first: Iterator[Sighting], *ways: Iterator[Sighting]) -> Iterator[Sighting]:
    """The first of each, then the second of each, and so on; none is asked before its turn.

    But after the very first, of those that come first in other ways the ones come earlier that are
    full of tiles, and those whose pitch several ways tell, for a lattice tried in vain costs more
    than to ask all of them. So does the very first, if it has many cells, and few hold tiles: they
    may be parts of tiles. Where not all of them do, and several make up a cell of another lattice
    that is fuller, that one is earlier.
    """
    seen = next(first, None)
    maybe = [] if seen is None else [seen]
    is_open = seen is not None and seen.tiles.size > _VAST and bool(seen.tiles.mean() < _ALL)
    if not is_open:
        yield from maybe
        maybe = []
    others = [(way, next(way, None)) for way in ways]
    told = [one for _, one in others if one is not None]
    if seen is not None and is_open and not _may_be_parts(seen):
        wholes = [one for one in told if _is_fuller(one, seen) and _is_of_several(one, seen)]
        yield from (*wholes, seen)
        maybe, told = [], [one for one in told if one not in wholes]
    yield from _agreed([*maybe, *told])
    left = [first, *(way for way, seen in others if seen is not None)]
    while left:
        for way in left.copy():
            seen = next(way, None)
            if seen is None:
                left.remove(way)
            else:
                yield seen


def _may_be_parts(one: Sighting) -> bool:
    """Whether a lattice has many cells, few of which show a tile, as parts of tiles do."""
    return one.tiles.size > _VAST and bool(one.tiles.mean() < _FEW)


def _is_full(one: Sighting) -> bool:
    """Whether nearly all cells of a lattice, and not a few, hold tiles."""
    return one.tiles.size >= _SEVERAL and bool(one.tiles.mean() > _FULL)


def _is_fuller(one: Sighting, other: Sighting) -> bool:
    """Whether a lattice is full, and another has more cells without tiles."""
    return _is_full(one) and bool(one.tiles.mean() > other.tiles.mean() + _FULLER)


def _is_of_several(one: Sighting, other: Sighting) -> bool:
    """Whether each cell of a lattice is as large as some of another's together."""
    times = np.divide(one.lattice.pitch, other.lattice.pitch)
    whole = np.abs(times / np.rint(times).clip(1) - 1) <= _AS_LONG
    return bool(whole.all() and times.max() > _MORE)


def _agreed(seen: list[Sighting]) -> list[Sighting]:
    """The same, the full ones first, then those whose pitch others have, and of each the coarsest.

    Tiles may lie in most cells by chance, and hardly in all; and what is full is soon looked at.
    """
    pitches = [one.lattice.pitch for one in seen]

    def shared(one: Sighting) -> tuple[bool, int, float]:
        own = one.lattice.pitch
        ways = sum(np.allclose(own, other, rtol=_AS_LONG) for other in pitches)
        return _is_full(one), ways, own[0] * own[1] if ways > 1 else 0.0

    return sorted(seen, key=shared, reverse=True)
