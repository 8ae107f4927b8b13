"""Portraits: how each tile of a board looked, by which one that has moved is known again.

Tiles of a kind need not look alike: each stone has its own sheen, each scrawl its own hand. A face,
which is what most of them show, tells such a tile badly once it lies elsewhere; its own picture
tells it well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import core
from bot.distances import squared
from bot.skin import Skin

_Value = TypeVar("_Value", np.float32, np.uint8)
_SIDE = 12
"""Pixels along an axis by which portraits are compared, at least, where cells have as many."""
_OWN, _SAME, _EXACT = 0.25, 64.0, 4.0
"""Share of the squared difference from any cell of another kind within which a cell shows the very
tile that a portrait does; the same in squared grey levels; and up to which it is a copy of it, with
no mark on it, though nothing else is seen there."""


class Again(NamedTuple):
    """Tiles that are known again.

    Parameters
    ----------
    kinds : int array of shape (M,); `UNKNOWN` of cells whose tiles are not
    copied : bool array of shape (M,); which of them have come to their cells, as copies of what
        others showed, but for the edges, which are not compared
    """

    kinds: NDArray[np.int64]
    copied: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Portraits:
    """How the cells of a board looked, and what they held.

    Parameters
    ----------
    skin : how its tiles look; with another one, kinds may have other numbers
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind
    looks : float32 array of shape (N, h, w, 3), RGB, small
    size : how many cells there are, and their height and width, px
    """

    skin: Skin
    kinds: NDArray[np.int64]
    looks: NDArray[np.float32]
    size: tuple[int, ...]

    def __post_init__(self) -> None:
        self.kinds.setflags(write=False)
        self.looks.setflags(write=False)

    @classmethod
    def of(
        cls,
        skin: Skin,
        kinds: NDArray[np.int64],
        looks: NDArray[np.uint8],
        marks: NDArray[np.intp],
    ) -> Portraits:
        """The portraits of cells, uint8 looks of shape (N, h, w, 3), RGB, but for marked ones.

        Nor is there any of a kind of which the skin knows no face.
        """
        plain = kinds.copy()
        plain[marks] = UNKNOWN
        plain[(kinds > EMPTY) & ~np.isin(kinds, skin.kinds)] = UNKNOWN
        return cls(skin, plain, _small(looks), looks.shape[:3])

    def fit(self, skin: Skin, looks: NDArray[np.uint8]) -> bool:
        """Whether they are of this skin, and of as many cells of this size."""
        return self.skin is skin and self.size == looks.shape[:3]

    def again(
        self, cells: NDArray[np.float32], last: NDArray[np.float32], numbers: NDArray[np.intp]
    ) -> Again:
        """The tiles of portraits that cells show.

        The nearest portrait tells if it is near, and all of other kinds, and of empty cells, are
        clearly farther. Of cells that look as they did last nothing is told; and what a cell's own
        portrait shows has not come to it.

        Parameters
        ----------
        cells, last : float32 arrays of shape (M, h, w, 3), RGB; also as they looked last
        numbers : int array of shape (M,); theirs, row by row from 0
        """
        found, copied = np.full(len(cells), UNKNOWN, np.int64), np.zeros(len(cells), np.bool_)
        small, told = _small(cells), self.kinds != UNKNOWN
        changed = np.square(small - _small(last)).mean(axis=(1, 2, 3))
        some = np.flatnonzero(changed > _EXACT)
        if not some.size or len(np.unique(self.kinds[told])) < 2:
            return Again(found, copied)
        each, apart = np.arange(len(some)), squared(small[some], self.looks, None).clip(0)
        apart[:, ~told] = np.inf
        nearest = apart.argmin(axis=1)
        kinds, least = self.kinds[nearest], apart[each, nearest]
        others = np.where(self.kinds == kinds[:, None], np.inf, apart).min(axis=1)
        own = (kinds > EMPTY) & (least < np.minimum(_SAME, _OWN * others))
        found[some[own]] = kinds[own]
        here = apart[each, numbers[some]] < _EXACT
        copied[some] = own & (least < _EXACT) & (_OWN * changed[some] > _EXACT) & ~here
        return Again(found, copied)


def _small(cells: NDArray[_Value]) -> NDArray[np.float32]:
    """Every so manyth pixel of cells, (N, h, w, 3), without their edges."""
    inner = core(cells)
    every = max(1, min(inner.shape[1:3]) // _SIDE)
    return np.asarray(inner[:, ::every, ::every], np.float32, order="C")
