"""Unlinked: two tiles of one kind that a game does not link are of two, if their pixels say so.

By itself a small difference tells nothing: in a photograph that shines through, at another place in
its pixel or under noise the drawing is the same. But where a game draws all tiles of a kind as
copies, and does not link two that are none of each other, this is why; and all others that show
one of the two drawings are told with them.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
from numpy.typing import NDArray

from bot.crops import ASKED, Copies, copies_among, is_along_a_side, is_around
from bot.facsimile import with_parts
from bot.frame import Frame
from bot.geometry import Cell
from bot.reading import Reading, board_of
from bot.sureness import sureness

_ONE = 0.5
"""Share of the kinds that are of one drawing, at least: where fewer are a game draws otherwise."""
_FEWEST = 2
"""Tiles of a drawing, at least."""


def unlinked(reading: Reading, a: Cell, b: Cell, before: NDArray[np.uint8]) -> Reading | None:
    """The reading, with the kind of two tiles parted by what is drawn on them; None if it is one.

    The rarer of their two drawings is a kind by itself then, on all tiles that show it.
    It is parted only where each drawing is on an even number of its tiles, or one is not, for a
    tile may be hidden; and none on one alone, over which something may lie.

    Parameters
    ----------
    reading
        what was seen last
    a, b
        tiles of one kind, which the game does not link
    before : uint8 array of shape (H, W, 3), RGB
        the picture before they were clicked, in which neither is marked
    """
    one, other = (cell.row * reading.board.cols + cell.col for cell in (a, b))
    kinds = reading.kinds
    name = int(kinds[one])
    if before.shape != reading.pixels.shape or name <= 0 or kinds[other] != name:
        return None
    tiles = np.setdiff1d(np.flatnonzero(kinds > 0), np.setdiff1d(reading.marks, [one, other]))
    of_kind = {kind: tiles[kinds[tiles] == kind] for kind in np.unique(kinds[tiles]).tolist()}
    of_kind = {kind: own for kind, own in of_kind.items() if len(own) > 1}
    if len(of_kind.get(name, ())) != np.count_nonzero(kinds == name):
        return None
    copies = copies_among(Frame(before), reading.lattice, of_kind, one=_ONE)
    if copies is None or not _are_two(copies, copies.drawings[name], one, other):
        return None
    cells = reading.looks.astype(np.float32)
    part = [each for each in copies.drawings[name] if not {one, other}.isdisjoint(each)][-1]
    found, skin = with_parts(kinds, cells, reading.skin, [part])
    return replace(
        reading,
        board=board_of(found, reading.lattice),
        skin=skin,
        confidence=sureness(found, cells, skin),
    )


def _are_two(copies: Copies, drawings: list[list[int]], one: int, other: int) -> bool:
    """Whether two tiles are on different ones of the drawings of a kind, all but one even.

    Not if they differ by a mark around them, or by how their edges are smoothed.
    """
    if sum(len(each) % 2 for each in drawings) > 1 or min(map(len, drawings)) < _FEWEST:
        return False
    some, others = (next(each for each in drawings if at in each) for at in (one, other))
    crops, limit = copies.crops, copies.limit
    apart = crops.apart(one, other, limit)
    return (
        some is not others
        and not (is_around(apart) or is_along_a_side(apart))
        and not (crops.is_aside(one, other) or crops.is_aside(other, one))
        and not all(
            crops.is_at_edges(*pair, limit) for pair in product(some[:ASKED], others[:ASKED])
        )
    )
