"""What can be said of known faces before any cell is compared with them, so that a glance is quick.

A game is looked at several times a second, and its faces stay what they are: what follows from them
alone is worked out once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bot.cutting import core, middle
from bot.outlines import Outlines
from bot.skin import Skin

PARTS = 5
"""A face is looked for in 5 x 5 parts when something hides some of it."""

_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the faces have, below which a cell is flat."""
_PLAIN = 1.0
"""Contrast, grey levels, of what is flat for certain; all faces may be: squares of one colour."""
_LEAST = 1e-3
"""Contrast, grey levels, that any face is taken to have."""
_OUTLINED = 0.3
"""Likeness of outlines that a tile has to its own face, in whatever colours it is seen."""
_DRAWN = 0.7
"""Likeness of outlines to a face that a tile surely shows, in whatever colours."""
_DETAIL = 6.0
"""Grey levels by which a part must vary from other faces to be recognised."""
_RELATED = 0.3
"""Correlation, in grey, above which one face is taken for the other where only a part is seen."""
_SAME_PART = 0.75
"""Correlation at which a part is seen."""
_OWN = 0.1
"""Lead over the mean of all faces, so that a frame that all tiles share does not count."""


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """Pictures with each colour channel centred and scaled by itself.

    Parameters
    ----------
    vectors : float32 array of shape (N, D); the product of two is their correlation
    contrasts : float32 array of shape (N,); standard deviation of their colours, grey levels
    """

    vectors: NDArray[np.float32]
    contrasts: NDArray[np.float32]


def shapes_of(cells: NDArray[np.float32]) -> Shapes:
    """The shapes of cells, float32 (N, h, w, 3), RGB, without their edges.

    `bot.drawn.shape_scores` defines the correlation, `bot.ground.contrast` the contrast.
    """
    inner = core(cells)
    count = inner.shape[1] * inner.shape[2]
    flat = inner.reshape(len(inner), count, 3)
    flat = flat - (np.einsum("npc->nc", flat) / np.float32(count))[:, None]
    squares = np.einsum("npc,npc->nc", flat, flat)
    contrasts = np.sqrt(squares.mean(axis=1) / count)
    flat /= np.maximum(np.sqrt(squares), 1.0)[:, None] * np.float32(np.sqrt(3))
    return Shapes(flat.reshape(len(cells), 3 * count), np.asarray(contrasts, np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class Study:
    """What follows from the faces of a skin alone.

    Parameters
    ----------
    shapes : of the faces
    faint : contrast, grey levels, below which a cell is flat
    blank : bool array of shape (F,); faces that are flat themselves
    filled : whether every face has something in its middle
    grey : float32 array of shape (F, h, w); the faces without their edges
    usual : float32 array of shape (h, w); their mean
    detailed : bool array of shape (F, PARTS, PARTS); parts that tell a face from the others
    related : bool array of shape (F, F); faces of other kinds with much the same shapes
    outlines : of the faces
    """

    shapes: Shapes
    faint: float
    blank: NDArray[np.bool_]
    filled: bool
    grey: NDArray[np.float32]
    usual: NDArray[np.float32]
    detailed: NDArray[np.bool_]
    related: NDArray[np.bool_]
    outlines: Outlines

    def scores(self, cells: Shapes) -> NDArray[np.float32]:
        """Correlation of every cell with every face, whatever the tint: float32 (N, F)."""
        return np.asarray(cells.vectors @ self.shapes.vectors.T, np.float32)

    def drawn(self, cells: NDArray[np.float32], scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """Likeness of outlines of every cell to every face: float32 (N, F).

        They do not tell dark from light. Where one is like a face by them and as it is, by its
        `scores`, faces that it would only show turned round are left out: -1.
        """
        alike = self.outlines.likeness(cells)
        as_it_is = np.where(scores < 0, np.float32(-1), alike)
        plain = as_it_is.max(axis=1, keepdims=True, initial=-1) > _DRAWN
        return np.asarray(np.where(plain, as_it_is, alike), np.float32)

    def outlined(self, cells: NDArray[np.float32], own: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Which cells, (N, h, w, 3), show edges of a face each, (N,), in whatever colours: (N,)."""
        if not len(cells):
            return np.zeros(0, np.bool_)
        alike = self.outlines.likeness(cells)
        return np.asarray(alike[np.arange(len(cells)), own] > _OUTLINED, np.bool_)

    def remains(self, cells: NDArray[np.float32], own: NDArray[np.intp]) -> NDArray[np.float64]:
        """How much of a face can still be seen in each cell, as a share of what is its own.

        Parameters
        ----------
        cells : float32 array of shape (N, h, w, 3), RGB
        own : int array of shape (N,); cell i is compared with face own[i]

        Returns
        -------
        shares : float64 array of shape (N,); 0 for a face without detail of its own
        """
        now, then, detailed = _grey(cells), self.grey[own], self.detailed[own]
        likeness = _correlations(now, then)
        chance = _correlations(now, np.broadcast_to(self.usual, then.shape))
        seen = detailed & (likeness > _SAME_PART) & (likeness > chance + _OWN)
        whole = detailed.sum(axis=(1, 2))
        return np.where(whole >= PARTS, seen.sum(axis=(1, 2)) / np.maximum(whole, 1), 0.0)


@lru_cache(maxsize=4)
def study(skin: Skin) -> Study:
    """Study the faces of a skin; of the last few skins this is remembered."""
    shapes = shapes_of(skin.faces)
    shapes = replace(shapes, contrasts=np.maximum(shapes.contrasts, _LEAST))
    usually = float(np.percentile(shapes.contrasts, 10)) if len(skin.faces) else 0.0
    faint = max(_FLAT * usually, _PLAIN)
    grey = _grey(skin.faces)
    usual = grey.mean(axis=0)
    apart = grey - usual
    count = _part_sums(np.ones(usual.shape))
    spread = _part_sums(apart * apart) / count - (_part_sums(apart) / count) ** 2
    flat = grey.reshape(len(grey), grey.shape[1] * grey.shape[2])
    flat = flat - flat.mean(axis=1, keepdims=True)
    flat = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1.0)
    related = (np.abs(flat @ flat.T) > _RELATED) & (skin.kinds[:, None] != skin.kinds)
    blank, detailed = shapes.contrasts < faint, np.asarray(spread > _DETAIL**2)
    filled = bool((shapes_of(middle(skin.faces)).contrasts > 2 * faint).all())
    outlines = Outlines.of(skin.faces)
    return Study(shapes, faint, blank, filled, grey, usual, detailed, np.asarray(related), outlines)


def _grey(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cells without edges and colour: float32 (N, h, w)."""
    return np.asarray(core(cells) @ np.full(3, 1 / 3, np.float32), np.float32)


def _correlations(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float64]:
    """Correlation of pairs of grey pictures, (N, h, w) each, part by part: (N, PARTS, PARTS)."""
    count = _part_sums(np.ones(a.shape[1:]))
    sum_a, sum_b, both, square_a, square_b = _part_sums(np.stack([a, b, a * b, a * a, b * b]))
    both -= sum_a * sum_b / count
    square_a -= sum_a**2 / count
    square_b -= sum_b**2 / count
    norm = np.sqrt(np.maximum(square_a * square_b, 0))
    return np.asarray(both / np.maximum(norm, 1.0), np.float64)


def _part_sums(pictures: NDArray[np.floating]) -> NDArray[np.float64]:
    """Sums over the parts of grey pictures, (..., h, w): float64 (..., PARTS, PARTS)."""
    height, width = pictures.shape[-2:]
    return np.asarray(_within(height) @ pictures @ _within(width).T, np.float64)


def _within(side: int) -> NDArray[np.float64]:
    """Which pixels of a side lie in which part, 0 or 1: (PARTS, side)."""
    part = np.arange(side) * PARTS // side
    return np.asarray(part == np.arange(PARTS)[:, None], np.float64)
