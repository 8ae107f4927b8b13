"""What is drawn on tiles, told from whatever shows through them or around.

On a photograph, and through glass, equal tiles differ by the grounds under them, and some by more
than other faces do. But the outlines of equal faces agree, and so do the colours of what is drawn
there; of two faces hardly ever both do.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.channels import worst_channel
from bot.cutting import core
from bot.outlines import likeness_among
from bot.under import Under

_TIMES, _ALIKE = 1.5, 0.02
"""How many times farther apart tiles are whose drawings have nothing in common; and share of that
which is left where they are the same, for outlines are alike of faces in two colours, too."""
_COLOUR = 25.0
"""Grey levels by which the colours of one drawing differ hardly ever; twice as many cost four times
as much."""
_FACE, _SIDE, _LEAST = 30.0, 16, 8
"""Grey levels from its ground beyond which a pixel is of a face; parts of a side that are compared;
and those of a face without which its colours tell nothing."""
_PAIRS = 4096
"""Pairs whose colours are compared at once."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """What is drawn on cells.

    Parameters
    ----------
    apart : float32 array of shape (N, N), in [0, 1]; how unlike the outlines of two cells are
    colours : float32 array of shape (N, n, n, 3), RGB; the cells in small
    shown : float32 array of shape (N, n, n); grey levels from their ground
    """

    apart: NDArray[np.float32]
    colours: NDArray[np.float32]
    shown: NDArray[np.float32]

    @classmethod
    def of(cls, cells: NDArray[np.float32], under: Under) -> Drawn:
        """What is drawn on cells, (N, h, w, 3), on a ground."""
        likeness = likeness_among(cells)
        apart = 1 - ((likeness + likeness.T) / 2).clip(0, 1)
        return cls(np.asarray(apart, np.float32), _small(core(cells)), _small(core(under.apart)))

    def nearest(self, count: int) -> NDArray[np.intp]:
        """For each cell those whose outlines are most alike: int (N, count)."""
        apart = self.apart.copy()
        np.fill_diagonal(apart, np.inf)
        return np.argsort(apart, axis=1, kind="stable")[:, : min(count, len(apart) - 1)]

    def unlike(self, pairs: NDArray[np.intp]) -> NDArray[np.float32]:
        """How unlike what is drawn on pairs, (P, 2), is: (P,), 1 where two thirds are unlike.

        Where the colours of faces differ their outlines tell nothing.
        """
        one, other = pairs[:, 0], pairs[:, 1]
        times = _TIMES * (self.apart[one, other] + _ALIKE)
        alike = np.flatnonzero(times < 1)
        for start in range(0, len(alike), _PAIRS):
            some = alike[start : start + _PAIRS]
            off = self._colours_apart(one[some], other[some]) / _COLOUR
            times[some] = np.minimum(1, times[some] * np.maximum(1, off) ** 2)
        return np.asarray(times, np.float32)

    def _colours_apart(self, one: NDArray[np.intp], other: NDArray[np.intp]) -> NDArray[np.float32]:
        """Median difference of pixels that are of the faces of both cells, grey levels: (P,)."""
        apart = worst_channel(np.abs(self.colours[one] - self.colours[other]))
        face = np.minimum(self.shown[one], self.shown[other]) > _FACE
        size = face.sum(axis=(1, 2))
        apart[~face] = np.inf
        order = np.sort(apart.reshape(len(one), -1), axis=1)
        usual = order[np.arange(len(one)), np.maximum(size - 1, 0) // 2]
        return np.asarray(np.where(size < _LEAST, np.inf, usual), np.float32)


def _small(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cells, (N, h, w, ...), in small: (N, n, n, ...)."""
    size = (_SIDE, _SIDE)
    small = [cv2.resize(cell, size, interpolation=cv2.INTER_AREA) for cell in cells]
    return np.asarray(small, np.float32).reshape(len(cells), *size, *cells.shape[3:])


def shape_scores(cells: NDArray[np.float32], faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """Correlation of every cell with every face, whatever the tint: float32 (N, F), in [-1, 1].

    Each colour channel is centred and scaled by itself (zero-mean normalised cross-correlation),
    so a highlight that brightens, darkens or colours a tile does not count.
    """
    return _normalised(core(cells)) @ _normalised(core(faces)).T


def shape_likeness(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Correlation of pairs of cells, whatever their tint: float32 (N,); pair i is a[i] and b[i]."""
    scores = np.einsum("nd,nd->n", _normalised(core(a)), _normalised(core(b)))
    return np.asarray(scores, dtype=np.float32)


def _normalised(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    size = cells.shape[1] * cells.shape[2]
    # Colour by colour: numpy runs along the last axis, and three there take far longer.
    flat = np.array(np.moveaxis(cells, -1, 1), np.float32, order="C").reshape(len(cells), 3, size)
    flat -= flat.mean(axis=2, keepdims=True)
    norm = np.sqrt(3 * np.einsum("ncd,ncd->nc", flat, flat))[..., None]
    flat /= np.maximum(norm, np.sqrt(3))
    return flat.reshape(len(cells), 3 * size)
