"""Likeness: which face of a known skin a cell shows, and how surely.

Cells and faces are compared at half their size, where a stroke still counts and a part of a pixel
does not; all distances come from a few matrix products. A cell shows a face if nowhere, in no
block, it differs from it by more than looks of one face do, and if it lies clearly on that face's
side of the way to every other one. What lies in between, or beyond, stays unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.distances import blocks_of, contrast, correlation, halved, squared, worst
from bot.sampling import coarse_size
from bot.skin import Body, Skin, resized
from bot.sureness import by_shape, nearness

_CLEAR = 0.5
"""Share of the way from the middle between two faces that a cell must lie on the one's side."""
_LIMIT = 0.4
"""Share of the difference between the two faces most alike up to which a cell shows a face."""
_LEAST, _MOST = 2.0, 8.0
"""Tolerances within which that limit is kept."""
_MASKED = 5.0
"""Grey levels; the tolerance where only what is the tile's own counts."""
_TINTED, _MAYBE = 0.8, 0.5
"""Correlation with its face of a tile in changed colours, and that of the first such tile, if it
pairs up an odd kind: games mark one tile at a time."""
_FAINTLY = 0.3
"""Correlation with a face of an odd kind at which a cell may be its missing tile."""
_BLANK = 0.35
"""Contrast, as a share of what most faces have, below which a face is blank."""
_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the faces have, below which a cell is flat."""
_FAINTER = 0.9
"""Contrast, as a share of the faintest face's, below which a cell like no other is ground."""
_ALIKE = 14.0
"""Grey levels, in the worst colour, within which two colours are one."""
_GROUND_BODY, _TILE_BODY = 0.35, 0.8
"""Share of the body that ground has at most, and a tile with an unknown face at least."""
_PLAUSIBLE = 400.0
"""Squared grey levels by which a tile may differ from its face, seen from afar."""
_APART = 0.2
"""Share of what faces differ by, usually, up to which it may."""
_BORDER = 0.07
"""Share of a cell, at each side, that is its border."""
_FRAMED = 0.65
"""Share of its border in which a blank tile looks as it did; a plain ground has no border."""


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """What cells show.

    Parameters
    ----------
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind
    selected : int array of shape (M,); numbers of the cells that show a face in changed colours
    firm : bool array of shape (N,); tiles beyond doubt, by what is drawn on them
    solid : bool array of shape (N,); unknown cells that have the body of a tile
    confidence : float32 array of shape (N,), in [0, 1]; 0 where a kind is unknown
    """

    kinds: NDArray[np.int64]
    selected: NDArray[np.intp]
    firm: NDArray[np.bool_]
    solid: NDArray[np.bool_]
    confidence: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class _Far:
    """Faces as they look from afar.

    Parameters
    ----------
    faces : float32 array of shape (F, h, w, 3), RGB
    weights : float32 array of that shape, or None where all of a face is its own
    most : squared grey levels by which a tile may differ from its face
    """

    faces: NDArray[np.float32]
    weights: NDArray[np.float32] | None
    most: float

    @classmethod
    def of(cls, skin: Skin) -> _Far:
        size = coarse_size((skin.faces.shape[2], skin.faces.shape[1]))
        faces, weights = _middle(resized(skin.faces, *size)), None
        if skin.weights is not None:
            opaque = _middle(resized(skin.weights[..., None], *size))
            weights = np.repeat(opaque, 3, axis=-1)
        between = float(np.median(squared(faces, faces, weights)))
        return cls(faces, weights, max(_PLAUSIBLE, _APART * between))


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """The faces of a skin, prepared to be compared with cells of the same size.

    Parameters
    ----------
    skin : how the game looks
    small : float32 array of shape (F, h, w, 3); the faces, half as large, without their edges
    weights : float32 array of shape (F, h, w, 3), or None where all of a face is its own
    between : float32 array of shape (F, F); squared difference of each face from each other,
        infinite where they are of one kind
    alike : float32 array of shape (F, F); correlation of each face with each other
    tolerance : float32 array of shape (n, n); grey levels
    limit : difference, in tolerances, up to which a cell shows a face
    contrasts : float32 array of shape (F,); contrast of each face, grey levels
    blank : bool array of shape (F,); faces with hardly any contrast
    body : what all tiles share, half as large
    far : the faces as they look from afar
    """

    skin: Skin
    small: NDArray[np.float32]
    weights: NDArray[np.float32] | None
    between: NDArray[np.float32]
    alike: NDArray[np.float32]
    tolerance: NDArray[np.float32]
    limit: float
    contrasts: NDArray[np.float32]
    blank: NDArray[np.bool_]
    body: Body | None
    far: _Far

    @classmethod
    def of(cls, skin: Skin, slack: float = 1.0) -> Likeness:
        """The likeness of a skin; `slack` is how many times more looks of a face may differ."""
        small = halved(skin.faces)
        weights, tolerance = None, skin.tolerance
        if skin.weights is not None:
            weights = halved(np.repeat(skin.weights[..., None], 3, axis=-1))
            tolerance = np.full_like(tolerance, _MASKED)
        between = squared(small, small, weights)
        between[skin.kinds[:, None] == skin.kinds] = np.inf
        one = np.flatnonzero(np.isfinite(between.min(axis=1)))
        other = between[one].argmin(axis=1)
        masks = None if weights is None else weights[other]
        apart = worst(blocks_of(small[one], small[other], masks), tolerance)
        limit = max(_LIMIT * float(apart.min(initial=np.inf)), _LEAST)
        if weights is None:
            limit = max(limit, skin.limit)
        contrasts = contrast(small)
        return cls(
            skin,
            small,
            weights,
            between,
            correlation(small, small, weights),
            tolerance,
            min(slack * limit, _MOST),
            contrasts,
            contrasts < _BLANK * float(np.median(contrasts)),
            None if skin.body is None else _half(skin.body),
            _Far.of(skin),
        )

    @property
    def far_size(self) -> tuple[int, int]:
        """Width and height of a cell seen from afar, px."""
        return self.far.faces.shape[2] + 2, self.far.faces.shape[1] + 2

    def from_afar(self, cells: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """The face that each cell looks like from afar, and how unlike it is: a tile is below 1.

        The cells are of the size `far_size`.

        Parameters
        ----------
        cells : float32 array of shape (N, h, w, 3), RGB, from `sampling.coarse_cells`
        """
        apart = squared(_middle(cells), self.far.faces, self.far.weights)
        return apart.argmin(axis=1), np.asarray(apart.min(axis=1) / self.far.most, np.float32)

    def name(self, cells: NDArray[np.uint8]) -> Names:
        """Say what cells show.

        Parameters
        ----------
        cells : uint8 array of shape (N, h, w, 3), RGB
        """
        small = halved(cells)
        kinds = np.full(len(cells), UNKNOWN, np.int64)
        face, apart, fits = self._shown(small)
        named = np.flatnonzero(fits)
        blank = named[self.blank[face[named]]]
        # A plain ground shows a blank face too, but not the border of a tile.
        kinds[named] = self.skin.kinds[face[named]]
        kinds[blank[~self._framed(cells[blank], face[blank])]] = UNKNOWN
        rest = np.flatnonzero(~fits)
        flat = contrast(small[rest]) < _FLAT * float(np.percentile(self.contrasts, 10))
        kinds[rest[flat]] = EMPTY
        rest = rest[~flat]
        scores = correlation(small[rest], self.small, self.weights)
        tinted = self._tint(kinds, rest, scores, face[rest])
        shape = np.zeros(len(cells), np.float32)
        shape[rest] = scores.max(axis=1, initial=0)
        body = self._body_of(small[rest])
        ground = self._is_ground(small[rest], body) & ~self._is_missing(kinds, scores)
        kinds[rest[ground & (kinds[rest] == UNKNOWN)]] = EMPTY
        solid = np.zeros(len(cells), np.bool_)
        solid[rest] = (kinds[rest] == UNKNOWN) & (body > _TILE_BODY)
        firm = kinds > 0
        firm[blank] = False
        firm[tinted] = False
        return Names(kinds, tinted, firm, solid, self._sureness(kinds, apart, shape))

    def _sureness(
        self, kinds: NDArray[np.int64], apart: NDArray[np.float32], shape: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """How sure it is what cells show: (N,); from their differences and correlations."""
        near = nearness(apart, self.limit)
        confidence = np.where(kinds == EMPTY, 1 - near, np.maximum(near, by_shape(shape)))
        return np.where(kinds == UNKNOWN, np.float32(0), confidence)

    def _shown(
        self, small: NDArray[np.float32]
    ) -> tuple[NDArray[np.intp], NDArray[np.float32], NDArray[np.bool_]]:
        """The nearest face of each cell, the difference from it, and whether it clearly shows it.

        Differences are in tolerances.
        """
        squares = squared(small, self.small, self.weights)
        face = squares.argmin(axis=1)
        between = self.between[face]
        lead = squares - squares.min(axis=1, keepdims=True)
        clear = ((lead >= _CLEAR * between) | np.isinf(between)).all(axis=1)
        masks = None if self.weights is None else self.weights[face]
        apart = worst(blocks_of(small, self.small[face], masks), self.tolerance)
        return face, apart, clear & (apart <= self.limit)

    def _framed(self, cells: NDArray[np.uint8], face: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether each cell has the border that its face has: bool (N,)."""
        height, width = cells.shape[1:3]
        y, x = max(1, round(height * _BORDER)), max(1, round(width * _BORDER))
        border = np.ones((height, width), np.bool_)
        border[y : height - y, x : width - x] = False
        apart = np.abs(cells[:, border] - self.skin.faces[face][:, border]).max(axis=-1)
        return np.asarray((apart < _ALIKE).mean(axis=1) > _FRAMED, np.bool_)

    def _tint(
        self,
        kinds: NDArray[np.int64],
        rest: NDArray[np.intp],
        scores: NDArray[np.float32],
        nearest: NDArray[np.intp],
    ) -> NDArray[np.intp]:
        """Name tiles that show a face in changed colours, and say which cells they are.

        Games draw the tile that was clicked so, which leaves its kind odd without it. A face
        never seen before would come in pairs. The tint is never so strong that another face would
        be nearer, tint and all.
        """
        each, face = np.arange(len(rest)), scores.argmax(axis=1)
        top = scores[each, face]
        lead = top[:, None] - scores
        clear = (lead >= _CLEAR * (1 - self.alike[face])) | np.isinf(self.between[face])
        same = self.skin.kinds[face] == self.skin.kinds[nearest]
        maybe = np.flatnonzero(clear.all(axis=1) & same & (top > _MAYBE))
        found: list[int] = []
        for at in maybe[np.argsort(-top[maybe], kind="stable")].tolist():
            kind = self.skin.kinds[face[at]]
            odd = np.count_nonzero(kinds == kind) % 2
            if odd and (top[at] > _TINTED or not found):
                kinds[rest[at]] = kind
                found.append(int(rest[at]))
        return np.asarray(found, np.intp)

    def _is_ground(
        self, small: NDArray[np.float32], body: NDArray[np.float32]
    ) -> NDArray[np.bool_]:
        """Which cells that show no face, and are not flat, are empty all the same: bool (N,)."""
        ground = body < _GROUND_BODY
        if self.body is None:
            ground = contrast(small) < _FAINTER * float(self.contrasts.min())
        for look in halved(self.skin.ground) if len(self.skin.ground) else ():
            blocks = blocks_of(small, np.broadcast_to(look, small.shape), None)
            ground |= worst(blocks, self.skin.tolerance) <= self.limit
        return np.asarray(ground, np.bool_)

    def _is_missing(
        self, kinds: NDArray[np.int64], scores: NDArray[np.float32]
    ) -> NDArray[np.bool_]:
        """Which cells look faintly like a kind that is odd without them: bool (N,).

        Such a cell may be a tile that is just being drawn larger, or is fading away.
        """
        names, counts = np.unique(kinds[kinds > 0], return_counts=True)
        odd = np.isin(self.skin.kinds[scores.argmax(axis=1)], names[counts % 2 > 0])
        missing = odd & (scores.max(axis=1, initial=-1) > _FAINTLY)
        return np.asarray(missing, np.bool_)

    def _body_of(self, small: NDArray[np.float32]) -> NDArray[np.float32]:
        """Share of the body that each cell has: (N,); 1 where tiles have none."""
        if self.body is None:
            return np.full(len(small), _GROUND_BODY, np.float32)
        mask = self.body.mask
        apart = np.abs(small[:, mask] - self.body.colour[mask]).max(axis=-1)
        return np.asarray((apart < _ALIKE).mean(axis=1), np.float32)


def _middle(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Pictures without the outermost pixels."""
    return np.ascontiguousarray(cells[:, 1:-1, 1:-1])


def _half(body: Body) -> Body | None:
    """The body, half as large and without its edges; None where nothing is left of it."""
    mask = np.repeat(body.mask[None, :, :, None], 3, axis=-1).astype(np.float32)
    small = halved(mask)[0, :, :, 0] > 0.5
    return Body(halved(body.colour[None])[0], small) if small.any() else None
