"""Whole tiles: where a lattice of halves makes sense, one of cells twice as wide may do better.

What is left of a sparse board may look like a deal of halves of its tiles: equal tiles have equal
halves, so these come in pairs, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.geometry import Lattice, Pixel
from bot.likely import Sighting

_KINDS = 12
"""Kinds of two cells side by side that are not all even by chance."""
_NEXT_TO_NONE = 0.1
"""What every second line may hold, as a share of what the others do, and count for empty."""
_SLIM, _LONG = 1.7, 2.0
"""How many times longer one side of a cell is than the other, from which it may be half a tile; and
beyond which no cell is half of one that is longer still."""


def wholes(board: Board, lattice: Lattice) -> Iterator[Sighting]:
    """Lattices of which that of a board may be the halves.

    The cells of the board are put together from the first on, or from the second; side by side if
    they are narrow, or if what lies so comes in pairs as well, as the halves of dominoes do.
    """
    across, down = lattice.pitch
    kinds = np.asarray(board.kinds).reshape(board.rows, board.cols)
    for first in (0, 1):
        if down >= _SLIM * across or _come_in_pairs(kinds, first):
            yield _joined(lattice, kinds != EMPTY, first)
        if across >= _SLIM * down or _come_in_pairs(kinds.T, first):
            yield _turned(_joined(_mirrored(lattice), kinds.T != EMPTY, first))


def _come_in_pairs(kinds: NDArray[np.int64], first: int) -> bool:
    """Whether two cells side by side, from the first or the second on, make kinds that are even.

    Of cells that are dealt one by one few such kinds have as much as a twin.
    """
    both = np.pad(kinds, ((0, 0), (first, (kinds.shape[1] + first) % 2)), constant_values=EMPTY)
    left, right = both[:, ::2].ravel(), both[:, 1::2].ravel()
    if ((left == EMPTY) != (right == EMPTY)).any():
        return False
    pairs = Counter(zip(left[left != EMPTY].tolist(), right[left != EMPTY].tolist(), strict=True))
    return len(pairs) >= _KINDS and all(number % 2 == 0 for number in pairs.values())


def thinned(seen: Sighting) -> Iterator[Sighting]:
    """Lattices of every second line of another one, of which the others hold next to nothing.

    The gaps between wide cells are as regular as the cells are.
    """
    lattice = seen.lattice
    held = seen.tiles.reshape(lattice.rows, lattice.cols)
    if (part := _every_second(lattice, held)) is not None:
        yield part
    if (part := _every_second(_mirrored(lattice), held.T)) is not None:
        yield _turned(part)


def doubled(seen: Sighting, *, across: bool) -> Iterator[Sighting]:
    """Lattices whose cells are two of another, side by side if it is `across`.

    None, if these are long already.
    """
    lattice = seen.lattice
    held = seen.tiles.reshape(lattice.rows, lattice.cols)
    width, height = lattice.pitch
    for first in (0, 1):
        if across and width <= _LONG * height:
            yield _joined(lattice, held, first)
        if not across and height <= _LONG * width:
            yield _turned(_joined(_mirrored(lattice), held.T, first))


def _every_second(lattice: Lattice, held: NDArray[np.bool_]) -> Sighting | None:
    """Every second column of a lattice, if the cells of the others hold hardly anything."""
    counts = held[:, ::2].sum(), held[:, 1::2].sum()
    if min(counts) > _NEXT_TO_NONE * max(counts):
        return None
    first = int(counts[1] > counts[0])
    part = held[:, first::2]
    (x, y), (across, down) = lattice.origin, lattice.pitch
    wide = Lattice(Pixel(x + first * across, y), (2 * across, down), *part.shape)
    return Sighting(wide, part.ravel())


def _joined(lattice: Lattice, held: NDArray[np.bool_], first: int) -> Sighting:
    """The lattice whose cells are two of another side by side, and which of them hold anything."""
    across, down = lattice.pitch
    held = np.pad(held, ((0, 0), (first, (held.shape[1] + first) % 2)))
    both = held[:, ::2] | held[:, 1::2]
    x = lattice.origin.x + (0.5 - first) * across
    wide = Lattice(Pixel(x, lattice.origin.y), (2 * across, down), len(both), both.shape[1])
    return Sighting(wide, both.ravel())


def _mirrored(lattice: Lattice) -> Lattice:
    """The lattice with rows for columns."""
    (x, y), (across, down) = lattice.origin, lattice.pitch
    return Lattice(Pixel(y, x), (down, across), lattice.cols, lattice.rows)


def _turned(seen: Sighting) -> Sighting:
    """A lattice, and what its cells hold, with rows for columns."""
    shape = seen.lattice.rows, seen.lattice.cols
    return replace(seen, lattice=_mirrored(seen.lattice), tiles=seen.tiles.reshape(shape).T.ravel())
