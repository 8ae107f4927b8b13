"""Signs: what is drawn in ink, and whether that is all there is of tiles.

Signs straight on a photograph have nothing in common but their colours: neither a card that they
lie on, nor a fill, nor what is seen around them. Of pictures of a few colours, and of signs on
cards, plates and buttons, an ink is but a part.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.channels import worst_channel
from bot.cutting import core, cut
from bot.frame import Frame
from bot.geometry import Lattice
from bot.lens import Lens, plain
from bot.skin import Skin

_SHOWN, _BLENDS = 8.0, 7
"""Grey levels by which what is drawn in ink differs from the paper of a lens; and px of a square
around each of its pixels that may be blends of ink and ground."""
_RIM = 7
"""px around what may be such, and along the edges of a cell, where plates are looked for."""
_WHOLE = 0.4
"""Share of its cell in which each tile hides the ground, at least, if all are cards."""
_COVERED, _ON_ALL, _IN_COMMON = 0.4, 0.9, 0.05
"""Share of a cell that a sign covers at most, usually: more is a picture of a few colours, unless
hardly any of its ink is at places where that share of the kinds have some: so much at most."""
_ENOUGH, _SOME = 0.15, 0.03
"""Share of a cell that must be seen of what lies around two signs to be compared, and of what lies
within them."""
_MORE_ALIKE, _FAR_MORE_ALIKE = 0.8, 0.5
"""Share of what lies around signs of different kinds differs by that it does around equal ones, at
most, if it is of the tiles; and of what lies within them, of which little is seen."""
_FILL, _BEYOND, _FILLED = 6.0, 3.0, 0.1
"""Grey levels by which what lies within two signs differs at most if they are filled alike, how
many times more what lies around them does, and share of the equal signs that are so filled."""
_COMPARED, _EVERY = 200, 2
"""Tiles that are compared at most, and every which pixel of each line of them."""
_PLATE, _ALWAYS = 12.0, 2.0
"""Grey levels by which what lies beside signs differs from what lies at the edges of their cells if
they lie on plates; and how many times more that is than it varies from tile to tile, if all these
are alike."""
_SIDE = 2
"""px along the edges of a cell that show what lies between tiles."""
_CARD, _ON_CARDS = 10.0, 0.5
"""Grey levels by which what lies around a sign varies, in most places, if it is a card; and share
of the signs that lie on cards."""


def may_be_signs(skin: Skin) -> bool:
    """Whether tiles on a ground that varies may be signs that are drawn straight on it."""
    return skin.hides is not None and bool(skin.hides.mean(axis=(1, 2)).min() < _WHOLE)


@dataclass(frozen=True, slots=True, eq=False)
class Signs:
    """Cells as they are seen through a lens of inks, of which some show signs.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up, and there is one at least
    looks : uint8 or float32 array of shape (N, h, w, 3), RGB
    lattice : where they lie
    lens : what they are seen through
    """

    kinds: NDArray[np.int64]
    looks: NDArray[np.uint8] | NDArray[np.float32]
    lattice: Lattice
    lens: Lens

    def inside(self, some: NDArray[np.intp]) -> NDArray[np.float32]:
        """Some of the cells without their edges."""
        return core(self.looks[some].astype(np.float32))


def are_all(frame: Frame, signs: Signs) -> bool:
    """Whether what is drawn in ink is all there is of the tiles.

    What lies around their signs is a part of them if it is more alike around equal ones than around
    others, and what lies within them if they are filled.
    """
    return lie_bare(frame, signs) and _lie_as_by_chance(frame, signs)


def lie_bare(frame: Frame, signs: Signs) -> bool:
    """Whether signs neither lie on cards or plates, nor are what cards are made of."""
    if _is_paper(signs):
        return False
    tiles = np.flatnonzero(signs.kinds > EMPTY)
    whole = cut(plain(frame), signs.lattice, tiles)
    cells, sides = core(whole), _sides(whole)
    beside, _ = _free(signs.inside(tiles), signs.lens)
    spread = [
        cell[free].std(axis=0).max() if free.any() else np.inf
        for cell, free in zip(cells, beside, strict=True)
    ]
    on_cards = np.mean(np.asarray(spread) < _CARD) > _ON_CARDS
    return not (on_cards or _lie_on_plates(cells, beside, sides))


def _lie_as_by_chance(frame: Frame, signs: Signs) -> bool:
    """Whether what lies around and within equal signs is no more alike than it is by chance."""
    tiles = np.flatnonzero(signs.kinds > EMPTY)
    tiles = tiles[np.argsort(signs.kinds[tiles], kind="stable")][:_COMPARED]
    kinds, cells = signs.kinds[tiles], core(cut(plain(frame), signs.lattice, tiles))
    beside, within = _free(signs.inside(tiles), signs.lens)
    same = (kinds[:, None] == kinds)[np.tril_indices(len(kinds), -1)]
    apart = _apart(cells, beside, _ENOUGH)
    own, others = _told(apart[same]), _told(apart[~same])
    if not (own.size and others.size) or np.median(own) <= _MORE_ALIKE * np.median(others):
        return False
    inner = _apart(cells, within, _SOME)
    own, others = _told(inner[same]), _told(inner[~same])
    if not (own.size and others.size):
        return True
    # Signs with one outline may be filled in several colours, and lie on whatever there is.
    outer = _apart(cells, beside & ~within, _SOME)
    filled = (inner[same] < _FILL) & (outer[same] > _BEYOND * inner[same] + _FILL)
    usual = np.median(own) > _FAR_MORE_ALIKE * np.median(others)
    return bool(usual and np.count_nonzero(filled) < _FILLED * len(own))


def _told(apart: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is told of how far apart some are."""
    return apart[np.isfinite(apart)]


def _is_paper(signs: Signs) -> bool:
    """Whether much is drawn in ink, some of it at one place on all kinds, as on cards."""
    names, firsts = np.unique(signs.kinds, return_index=True)
    drawn = drawn_in(signs.inside(firsts[names > EMPTY]), signs.lens)
    covered = float(np.median(drawn.mean(axis=(1, 2))))
    common = float((drawn.mean(axis=0) >= _ON_ALL).mean())
    return covered > _COVERED and common > _IN_COMMON * covered


def drawn_in(cells: NDArray[np.float32], lens: Lens) -> NDArray[np.bool_]:
    """Where cells, (N, h, w, 3), as they are seen through a lens show ink: (N, h, w)."""
    paper = np.asarray(lens.paper, np.float32)
    return np.asarray(worst_channel(np.abs(cells - paper)) > _SHOWN, np.bool_)


def _free(cells: NDArray[np.float32], lens: Lens) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where nothing of a sign is seen in cells, (M, h, w, 3), seen through a lens: (M, h, w).

    Anywhere, and within the hull of each.
    """
    drawn = drawn_in(cells, lens)
    reach = np.ones((_BLENDS, _BLENDS), np.uint8)
    beside = np.asarray([cv2.dilate(each.astype(np.uint8), reach) == 0 for each in drawn])
    return beside, np.asarray([_hull(each) for each in drawn]) & beside


def _lie_on_plates(
    cells: NDArray[np.float32], beside: NDArray[np.bool_], sides: NDArray[np.float32]
) -> bool:
    """Whether what lies right beside signs differs from what lies at the edges of their cells.

    Everywhere alike; or on all four sides of most cells, where it is of one colour in each.

    Parameters
    ----------
    cells : float32 array of shape (M, h, w, 3), RGB; without their edges
    beside : bool array of shape (M, h, w); where nothing of a sign is seen
    sides : float32 array of shape (M, 4, 3); colours along the edges of the cells
    """
    off, plates = [], []
    for cell, free, along in zip(cells, beside, sides, strict=True):
        near = cv2.dilate((~free).astype(np.uint8), np.ones((_RIM, _RIM), np.uint8)) > 0
        edge = np.ones_like(free)
        edge[_RIM:-_RIM, _RIM:-_RIM] = False
        if (near & free).any() and (edge & free).any():
            own = cell[near & free]
            off.append(own.mean(axis=0) - cell[edge & free].mean(axis=0))
            apart = worst_channel(np.abs(along - own.mean(axis=0)))
            plates.append(own.std(axis=0).max() < _CARD and apart.min() > _PLATE)
    if not off:
        return False
    usual, spread = np.mean(off, axis=0), np.std(off, axis=0)
    alike = bool((np.abs(usual) > np.maximum(_PLATE, _ALWAYS * spread)).any())
    return alike or np.mean(plates) > _ON_CARDS


def _sides(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The colours along the sides of cells, (N, h, w, 3), in their middles: (N, 4, 3)."""
    height, width = (size // 4 for size in cells.shape[1:3])
    lines = (
        cells[:, :_SIDE, width:-width],
        cells[:, -_SIDE:, width:-width],
        cells[:, height:-height, :_SIDE],
        cells[:, height:-height, -_SIDE:],
    )
    return np.stack([line.mean(axis=(1, 2)) for line in lines], axis=1)


def _hull(drawn: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The convex hull of what is drawn in a cell: (h, w)."""
    hull = np.zeros(drawn.shape, np.uint8)
    places = np.argwhere(drawn)[:, ::-1].astype(np.int32)
    if len(places):
        cv2.fillConvexPoly(hull, cv2.convexHull(places), 1)
    return hull.view(np.bool_)


def _apart(
    cells: NDArray[np.float32], seen: NDArray[np.bool_], enough: float
) -> NDArray[np.float64]:
    """Grey levels by which every two cells differ where both are seen: (M * (M - 1) / 2,).

    In the order of `numpy.tril_indices`; NaN where less than `enough` of a cell is seen of both.

    Parameters
    ----------
    cells : float32 array of shape (M, h, w, 3), RGB
    seen : bool array of shape (M, h, w)
    """
    cells, seen, apart = cells[:, ::_EVERY, ::_EVERY], seen[:, ::_EVERY, ::_EVERY], []
    for at in range(1, len(cells)):
        both = seen[:at] & seen[at]
        off = np.abs(cells[:at] - cells[at]).mean(axis=-1)
        some, count = (off * both).sum(axis=(1, 2)), both.sum(axis=(1, 2))
        told = count >= max(1, enough * both[0].size)
        apart.append(np.where(told, some / np.maximum(count, 1), np.nan))
    return np.concatenate(apart) if apart else np.empty(0)
