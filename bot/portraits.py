"""Portraits: how each tile of a board looked, by which one that has moved is known again.

Tiles of a kind need not look alike: each stone has its own sheen, each scrawl its own hand. A face,
which is what most of them show, tells such a tile badly once it lies elsewhere; its own picture
tells it well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import core
from bot.distances import squared
from bot.skin import Skin

_Value = TypeVar("_Value", np.float32, np.uint8)
_SIDE = 12
"""Pixels along an axis by which portraits are compared, at least, where cells have as many."""
_OWN = 0.25
"""Share of the squared difference from any cell of another kind within which a cell shows the very
tile that a portrait does."""
_EXACT = 4.0
"""Squared difference, grey levels, up to which there is no mark on it either."""


@dataclass(frozen=True, slots=True, eq=False)
class Portraits:
    """How the cells of a board looked, and what they held.

    Parameters
    ----------
    skin : how its tiles look; with another one, kinds may have other numbers
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind
    looks : float32 array of shape (N, h, w, 3), RGB, small
    """

    skin: Skin
    kinds: NDArray[np.int64]
    looks: NDArray[np.float32]

    @classmethod
    def of(cls, skin: Skin, kinds: NDArray[np.int64], looks: NDArray[np.uint8]) -> Portraits:
        """The portraits of cells that are known, uint8 looks of shape (N, h, w, 3), RGB."""
        return cls(skin, kinds, _small(looks))

    def names(
        self, cells: NDArray[np.float32], last: NDArray[np.float32]
    ) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The kinds of the tiles that cells show as they were, and which came from elsewhere.

        The nearest portrait tells if all of other kinds, and of empty cells, are clearly farther.

        Parameters
        ----------
        cells, last : float32 arrays of shape (M, h, w, 3), RGB; also as they looked last

        Returns
        -------
        kinds : int array of shape (M,); `UNKNOWN` where no portrait tells
        moved : bool array of shape (M,); where one tells, and how the cell looked is unlike it
        """
        found, moved = np.full(len(cells), UNKNOWN, np.int64), np.zeros(len(cells), np.bool_)
        if not len(cells) or len(np.unique(self.kinds[self.kinds != UNKNOWN])) < 2:
            return found, moved
        small = _small(cells)
        apart = squared(small, self.looks, None).clip(0)
        nearest = np.where(self.kinds == UNKNOWN, np.inf, apart).argmin(axis=1)
        kinds, least = self.kinds[nearest], apart[np.arange(len(cells)), nearest]
        others = np.where(self.kinds == kinds[:, None], np.inf, apart).min(axis=1)
        own = (least < _OWN * others) & (kinds > EMPTY)
        found[own] = kinds[own]
        before = np.square(small - _small(last)).mean(axis=(1, 2, 3))
        return found, own & (least < _EXACT) & (_OWN * before > _EXACT)


def _small(cells: NDArray[_Value]) -> NDArray[np.float32]:
    """Cells without their edges, (N, h, w, 3), in fewer pixels, for they are smooth."""
    every = max(1, min(cells.shape[1:3]) // _SIDE)
    return np.asarray(core(cells)[:, ::every, ::every], np.float32, order="C")
