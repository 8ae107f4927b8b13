"""Faces as a game draws them in another size, once its board was found again in it.

A game may scale pictures otherwise than we do, or draw them anew from fewer pixels or more; some of
its tiles may not be told then. Where the rest lies as it did, they are what they were.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.cutting import usual_look
from bot.distances import squared
from bot.frame import Frame
from bot.ground import around, body_of
from bot.outlines import Outlines
from bot.reading import Reading, board_of
from bot.skin import Skin
from bot.sureness import sureness

_NEARER = 0.5
"""Share, at most, of what a tile differs by from all empty cells that it does from its face."""


def refaced(reading: Reading, board: Board) -> Reading:
    """The same with the faces of this picture, and with tiles that they were needed to tell.

    Nothing is told where any tile that was named is another than it should be.

    Parameters
    ----------
    reading
        of a board that lies elsewhere or has another size
    board
        as it should be, but for tiles that went meanwhile
    """
    seen, skin = reading.board, reading.skin
    kinds, wanted = reading.kinds, np.asarray(board.kinds, np.int64)
    if not seen.is_sized_as(board) or skin.weights is not None:
        return reading
    told = kinds > EMPTY
    if not told.any() or (kinds[told] != wanted[told]).any():
        return reading
    rest = np.flatnonzero((kinds == UNKNOWN) & np.isin(wanted, skin.kinds))
    cells = reading.looks.astype(np.float32)
    bare, kinds = cells[kinds == EMPTY], kinds.copy()
    found = rest[_are_drawn_as(cells[rest], wanted[rest], skin, bare)]
    kinds[found] = wanted[found]
    faces, plain = skin.faces.copy(), kinds.copy()
    plain[reading.marks] = UNKNOWN
    for at, kind in enumerate(skin.kinds.tolist()):
        if (own := plain == kind).any() and np.count_nonzero(skin.kinds == kind) == 1:
            faces[at] = usual_look(cells[own])
    body = skin.body
    if body is not None:
        ring, _ = around(Frame(reading.pixels), reading.lattice)
        body = body_of(cells[kinds > EMPTY], ring) or body
    skin = replace(skin, faces=faces, body=body)
    return replace(
        reading,
        board=board_of(kinds, reading.lattice),
        skin=skin,
        confidence=sureness(kinds, cells, skin),
    )


def _are_drawn_as(
    cells: NDArray[np.float32],
    kinds: NDArray[np.int64],
    skin: Skin,
    bare: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """Which cells are drawn as the kinds that they should be: (N,).

    More like these than like all others, and clearly nearer to them than to any empty cell.

    Parameters
    ----------
    cells, bare : float32 arrays of shape (N, h, w, 3) and (B, h, w, 3), RGB
    kinds : int array of shape (N,)
    skin : how the tiles look
    """
    alike = Outlines.of(skin.faces).likeness(cells)
    is_own = skin.kinds == kinds[:, None]
    own, other = (np.where(some, alike, -1).max(axis=1) for some in (is_own, ~is_own))
    apart = np.where(is_own, _apart(cells, skin.faces), np.inf).min(axis=1)
    off = _apart(cells, bare).min(axis=1, initial=np.inf)
    return np.asarray((own >= other) & (apart < _NEARER * off), np.bool_)


def _apart(cells: NDArray[np.float32], looks: NDArray[np.float32]) -> NDArray[np.float32]:
    """Grey levels by which cells differ from looks, root mean square: (N, L)."""
    return np.sqrt(np.maximum(0, squared(cells, looks, None)))
