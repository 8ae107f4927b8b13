"""Facsimiles: tiles that are the same pixel by pixel, where a game draws all of a kind so.

Where most tiles have such a copy in their kind, what has none in it is of another: two smiling
faces, one of which frowns a little, differ by less than tiles of one kind do where a game is scaled
or a photograph shines through. Here nothing is scaled: the picture's own pixels are compared, for
games draw tiles at whole ones, though their pitch may be none.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from statistics import median

import numpy as np
from numpy.typing import NDArray

from bot.crops import ASKED, Copies, copies_among, is_along_a_side, runs_around
from bot.cutting import usual_look
from bot.frame import Frame
from bot.geometry import Lattice
from bot.skin import Skin

_LEAST = 4
"""Tiles of a kind that may be two."""
_CLEARLY, _FAINT = 2.0, 12.0
"""How many times more than copies may two drawings differ, in the worst place, and by how many grey
levels at least."""
_ROUGHLY, _ROUGHER = 2.0, 1.5
"""How many times that much a tile that is roughly drawn differs at most from those of its kind; and
how many times more two drawings do, where several kinds have such a tile."""
_SPOT, _PART = 0.01, 0.25
"""Share of a tile in which two drawings differ at least, and at most if they were taken for one."""


def told_by_pixels(
    frame: Frame,
    lattice: Lattice,
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    skin: Skin,
    *,
    but: NDArray[np.intp],
) -> tuple[NDArray[np.int64], Skin]:
    """The kinds, where one that shows two drawings is two, if the game draws tiles as copies.

    Parameters
    ----------
    frame, lattice : the picture, and where its cells lie
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    skin : how the tiles look
    but : int array; numbers of tiles that are marked

    Returns
    -------
    kinds : int array of shape (N,)
    skin : with the faces of these kinds
    """
    tiles = np.setdiff1d(np.flatnonzero(kinds > 0), but)
    of_kind = {kind: tiles[kinds[tiles] == kind] for kind in np.unique(kinds[tiles]).tolist()}
    of_kind = {kind: each for kind, each in of_kind.items() if len(each) > 1}
    if not of_kind or max(map(len, of_kind.values())) < _LEAST:
        return kinds, skin
    copies = copies_among(frame, lattice, of_kind)
    parts = [] if copies is None else _parts(kinds, copies)
    return with_parts(kinds, cells, skin, parts) if parts else (kinds, skin)


def with_parts(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], skin: Skin, parts: list[list[int]]
) -> tuple[NDArray[np.int64], Skin]:
    """The kinds and the skin, where each of the parts is a kind by itself.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    skin : how the tiles look
    parts : numbers of tiles of one kind each, never all of them
    """
    found, own = kinds.copy(), list(range(len(skin.kinds)))
    names = skin.kinds.tolist()
    for part in parts:
        own.append(names.index(kinds[part[0]]))
        names.append(max(int(found.max()), *names) + 1)
        found[part] = names[-1]
    faces, changed = skin.faces[own], kinds[np.concatenate(parts)]
    for at, name in enumerate(names):
        if skin.kinds[own[at]] in changed:
            faces[at] = usual_look(cells[found == name])
    return found, replace(
        skin,
        faces=faces,
        kinds=np.asarray(names, np.int64),
        weights=None if skin.weights is None else skin.weights[own],
        hides=None if skin.hides is None else skin.hides[own],
    )


def _parts(kinds: NDArray[np.int64], copies: Copies) -> list[list[int]]:
    """The tiles of each drawing of a kind but its commonest.

    Not if a mark that runs around tiles, or covers them, or a part of a pixel is all that they
    differ by; nor if they are one pair of the whole board, which may be a hint, where kinds have
    more tiles.
    """
    usual = median(sum(map(len, several)) for several in copies.drawings.values())
    least, parts = _least(kinds, copies), list[list[int]]()
    for kind, every in copies.drawings.items():
        alone = [each for each in every if len(each) == 1]
        several = [each for each in every if len(each) > 1]
        odd = [each for each in several if len(each) % 2]
        whole = sum(map(len, every)) == np.count_nonzero(kinds == kind)
        if len(several) < 2 or len(alone) > len(odd) or len(odd) > 1 or not whole:
            continue
        first, *others = several
        if all(_are_two(copies, first, each, least) for each in others):
            # A tile that lies otherwise, under the pointer or lifted, is of the one that lacks it.
            parts += [each + alone[0] if alone and each in odd else each for each in others]
    return [] if usual > _LEAST and [len(each) for each in parts] == [2] else parts


def _least(kinds: NDArray[np.int64], copies: Copies) -> float:
    """By how much two drawings differ at least, in the worst place, grey levels.

    Clearly more than copies do; and than single tiles of several even kinds do which differ a
    little, as where a browser smooths edges otherwise here and there.
    """
    least, rough = max(_CLEARLY * copies.limit, _FAINT), list[float]()
    for kind, (own, *others) in copies.drawings.items():
        odd = np.count_nonzero(kinds == kind) % 2
        if odd or len(own) == 1 or [len(each) for each in others] != [1]:
            continue
        tile = others[0][0]
        apart = min(copies.crops.distance(tile, each) for each in own[:ASKED])
        rough += [apart] if apart <= _ROUGHLY * least else []
    return max(least, _ROUGHER * median(rough)) if len(rough) > 1 else least


def _are_two(copies: Copies, some: list[int], others: list[int], least: float) -> bool:
    """Whether tiles differ as drawings do: all clearly, in a part that is seen, and not all around.

    And however they lie; and by more than the least that two drawings do, grey levels.
    """
    crops, limit = copies.crops, copies.limit
    pairs = list(product(some[:ASKED], others[:ASKED]))
    if any(crops.distance(*pair) <= least for pair in pairs):
        return False
    one, other = some[0], others[0]
    apart = crops.apart(one, other, limit)
    return bool(
        _SPOT <= np.count_nonzero(apart) / np.count_nonzero(crops.mask) <= _PART
        and not (runs_around(apart) or is_along_a_side(apart))
        and not (crops.is_aside(one, other) or crops.is_aside(other, one))
        and not all(crops.is_at_edges(*pair, limit) for pair in pairs)
    )
