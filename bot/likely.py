"""Lattices that a board may have, and the order in which they are tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.geometry import Lattice

_AS_LONG = 0.01
"""Share by which pitches differ that are one."""
_SEVERAL, _FULL = 16, 0.9
"""Cells of a lattice, at least, and share of them that hold a tile, that is full of them."""
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
    may be parts of tiles.
    """
    seen = next(first, None)
    maybe = [] if seen is None else [seen]
    if not (maybe and _may_be_parts(maybe[0])):
        yield from maybe
        maybe = []
    others = [(way, next(way, None)) for way in ways]
    yield from _agreed([*maybe, *(seen for _, seen in others if seen is not None)])
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


def _agreed(seen: list[Sighting]) -> list[Sighting]:
    """The same, the full ones first, then those whose pitch others have, and of each the coarsest.

    Tiles may lie in most cells by chance, and hardly in all; and what is full is soon looked at.
    """
    pitches = [one.lattice.pitch for one in seen]

    def shared(one: Sighting) -> tuple[bool, int, float]:
        own, is_full = one.lattice.pitch, one.tiles.size >= _SEVERAL and one.tiles.mean() > _FULL
        ways = sum(np.allclose(own, other, rtol=_AS_LONG) for other in pitches)
        return bool(is_full), ways, own[0] * own[1] if ways > 1 else 0.0

    return sorted(seen, key=shared, reverse=True)
