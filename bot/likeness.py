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

from bot.aligning import aligned
from bot.blocks import differences
from bot.channels import worst_channel
from bot.cutting import middle
from bot.distances import blocks_of, contrast, halved, squared
from bot.outlines import Outlines
from bot.sampling import coarse_size
from bot.skin import Body, Skin, resized
from bot.tone import Tone

_CLEAR = 0.5
"""Share of the way from the middle between two faces that a cell must lie on the one's side."""
_LIMIT = 0.4
"""Share of the difference between the two faces most alike up to which a cell shows a face."""
_SAME = 1.0
"""Tolerances up to which faces of two kinds look the same."""
_LEAST, _MOST = 2.0, 8.0
"""Tolerances within which that limit is kept."""
_MASKED = 5.0
"""Grey levels; the tolerance where only what is the tile's own counts, but no less than that of
tiles with a body."""
_TONED = 8.0
"""Grey levels; the least tolerance where colours were mapped to those of a picture."""
_USUAL, _LOOSEST = 1.5, 4.0
"""How many times more than usual a tile of a picture may differ, and the limit up to which that
loosens it."""
_BLANK = 0.35
"""Contrast, as a share of what most faces have, below which a face is blank."""
_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the faces have, below which a cell is flat."""
_FAINTER = 0.9
"""Contrast, as a share of the faintest face's, below which a cell like no other is ground."""
_ALIKE = 14.0
"""Grey levels, in the worst colour, within which two colours are one."""
_HALF = 0.5
"""Contrast in its middle, as a share of what the faintest face has there, of what holds none."""
_GROUND_BODY = 0.35
"""Share of the body that ground has at most."""
_PLAUSIBLE = 400.0
"""Squared grey levels by which a tile may differ from its face, seen from afar."""
_APART = 0.2
"""Share of what faces differ by, usually, up to which it may."""
_OWN, _LARGER, _HARDLY = 0.5, 0.02, 0.01
"""Weight from which on a pixel is a face's own; shares of a cell by which a larger drawing is
larger than a smaller one, and the smaller at most reaches beyond the larger."""
_BORDER = 0.07
"""Share of a cell, at each side, that is its border."""
_FRAMED = 0.65
"""Share of its border in which a blank tile looks as it did; a plain ground has no border."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What cells look most like.

    Parameters
    ----------
    face : int array of shape (N,); the nearest face of each cell
    squares : float32 array of shape (N, F); mean squared difference from every face
    apart : float32 array of shape (N,); difference from the nearest face, in tolerances
    clear : bool array of shape (N,); cells that lie clearly on that face's side of the way to
        every other one
    fits : bool array of shape (N,); cells that show it
    limit : difference, in tolerances, up to which they do in this picture
    """

    face: NDArray[np.intp]
    squares: NDArray[np.float32]
    apart: NDArray[np.float32]
    clear: NDArray[np.bool_]
    fits: NDArray[np.bool_]
    limit: float


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
        others = squared(faces, faces, weights)[~np.eye(len(faces), dtype=np.bool_)]
        between = float(np.median(others)) if others.size else 0.0
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
    vague : bool array of shape (F,); faces that look the same as one of another kind
    outlines : the faces, to be known again in other colours
    halfway : float32 array of shape (F,); likeness halfway from a face to the one most like it,
        of another kind
    tolerance : float32 array of shape (n, n); grey levels
    limit : difference, in tolerances, up to which a cell shows a face
    looks : uint8 array of shape (F, h, w, 3), RGB; the faces, as cells are
    contrasts : float32 array of shape (F,); contrast of each face, grey levels
    blank : bool array of shape (F,); faces with hardly any contrast
    body : what all tiles share, half as large
    far : the faces as they look from afar
    toned : whether the colours of the faces were mapped to those of a picture
    """

    skin: Skin
    small: NDArray[np.float32]
    weights: NDArray[np.float32] | None
    between: NDArray[np.float32]
    vague: NDArray[np.bool_]
    outlines: Outlines
    halfway: NDArray[np.float32]
    tolerance: NDArray[np.float32]
    limit: float
    looks: NDArray[np.uint8]
    contrasts: NDArray[np.float32]
    blank: NDArray[np.bool_]
    body: Body | None
    far: _Far
    toned: bool = False

    @classmethod
    def of(cls, skin: Skin, slack: float = 1.0, *, toned: bool = False) -> Likeness:
        """The likeness of a skin.

        Parameters
        ----------
        skin : how the game looks
        slack : how many times more looks of a face may differ
        toned : whether its colours were mapped to those of a picture, which is never exact
        """
        small = halved(skin.faces)
        weights, tolerance = None, skin.tolerance
        if toned:
            tolerance = np.maximum(tolerance, _TONED)
        if skin.weights is not None:
            weights = halved(np.repeat(skin.weights[..., None], 3, axis=-1))
            masked = np.full_like(tolerance, _MASKED)
            tolerance = masked if skin.body is None else np.maximum(tolerance, masked)
        between = squared(small, small, weights)
        between[skin.kinds[:, None] == skin.kinds] = np.inf
        one = np.flatnonzero(np.isfinite(between.min(axis=1)))
        other = between[one].argmin(axis=1)
        masks = None if weights is None else weights[other]
        apart = differences(blocks_of(small[one], small[other], masks), tolerance)
        limit = max(_LIMIT * float(apart.min()), _LEAST) if apart.size else _LEAST
        if weights is None or skin.body is not None:
            limit = max(limit, skin.limit)
        vague = np.zeros(len(small), np.bool_)
        vague[one] = apart < (2 * limit if toned else _SAME)
        contrasts, outlines = contrast(small), Outlines.of(skin.faces, skin.weights)
        return cls(
            skin,
            small,
            weights,
            between,
            vague,
            outlines,
            _halfway(outlines.likeness_of(small), skin.kinds),
            tolerance,
            min(slack * limit, _MOST),
            np.rint(skin.faces).clip(0, 255).astype(np.uint8),
            contrasts,
            contrasts < _BLANK * float(np.median(contrasts)),
            None if skin.body is None else _half(skin.body),
            _Far.of(skin),
            toned,
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

    def tone(self, cells: NDArray[np.float32], face: NDArray[np.intp]) -> Tone | None:
        """The tone that takes these faces to cells that show them, seen from afar, if any.

        The cells are of the size `far_size`.
        """
        weights = self.far.weights
        own = None if weights is None else weights[face, ..., 0]
        return Tone.between(self.far.faces[face], _middle(cells), own)

    def shown(self, small: NDArray[np.float32]) -> Shown:
        """The nearest face of each cell, and whether the cell shows it."""
        squares = squared(small, self.small, self.weights)
        face = squares.argmin(axis=1)
        between = self.between[face]
        lead = squares - squares.min(axis=1, keepdims=True)
        clear = ((lead >= _CLEAR * between) | np.isinf(between)).all(axis=1) & ~self.vague[face]
        apart = self.apart(small, face)
        limit = self._limit_for(apart[clear])
        return Shown(face, squares, apart, clear, clear & (apart <= limit), limit)

    def apart(self, small: NDArray[np.float32], face: NDArray[np.intp]) -> NDArray[np.float32]:
        """The difference of each cell, halved, from a face, in tolerances: (N,)."""
        masks = None if self.weights is None else self.weights[face]
        return differences(blocks_of(small, self.small[face], masks), self.tolerance)

    def laid_upon(self, cells: NDArray[np.float32], face: NDArray[np.intp]) -> NDArray[np.float32]:
        """Each cell, (N, h, w, 3), moved by a pixel or so to where it fits a face."""
        weights = self.skin.weights
        own = None if weights is None else weights[face]
        return aligned(cells, self.skin.faces[face], own)

    def lacks(self, face: NDArray[np.intp], other: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether a face shows ground where another one is drawn, and nothing of its own elsewhere.

        A cell that shows the larger drawing shows the smaller one as well, but for what is ground
        there; one that shows the smaller does not show the larger.

        Parameters
        ----------
        face, other : int arrays of one shape, or broadcast to one
        """
        own = self.skin.weights
        if own is None:
            return np.zeros(np.broadcast_shapes(face.shape, other.shape), np.bool_)
        here = own.reshape(len(own), -1) > _OWN
        more = np.asarray((~here).astype(np.float32) @ here.T.astype(np.float32))
        return np.asarray(
            (more[face, other] > _LARGER * here.shape[1])
            & (more[other, face] < _HARDLY * here.shape[1])
        )

    def _limit_for(self, apart: NDArray[np.float32]) -> float:
        """The limit for a picture: where all its tiles lie between pixels, all differ more."""
        near = apart[apart < _LOOSEST]
        usual = float(np.median(near)) if near.size else 0.0
        return max(self.limit, min(_USUAL * usual, _LOOSEST))

    def strength(self, small: NDArray[np.float32]) -> NDArray[np.float32]:
        """Contrast of cells as a share of what a flat one has at most: float32 (N,)."""
        flat = _FLAT * float(np.percentile(self.contrasts, 10))
        return np.asarray(contrast(small) / max(flat, 1e-3), np.float32)

    def hollow(self, small: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which cells have nothing in their middle, though all faces have something: bool (N,).

        A frame may be left of them, as around an empty cell that was clicked last.
        """
        faces = contrast(middle(self.small))
        faint = _FLAT * float(np.percentile(faces, 10))
        if faces.min() < faint:
            return np.zeros(len(small), np.bool_)
        return np.asarray(contrast(middle(small)) < min(faint, _HALF * faces.min()), np.bool_)

    def framed(self, cells: NDArray[np.uint8], face: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether each cell has the border that its face has: bool (N,)."""
        height, width = cells.shape[1:3]
        y, x = max(1, round(height * _BORDER)), max(1, round(width * _BORDER))
        border = np.ones((height, width), np.bool_)
        border[y : height - y, x : width - x] = False
        apart = worst_channel(np.abs(cells[:, border] - self.skin.faces[face][:, border]))
        return np.asarray((apart < _ALIKE).mean(axis=1) > _FRAMED, np.bool_)

    def is_ground(self, small: NDArray[np.float32], body: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which cells that show no face, and are not flat, are empty all the same: bool (N,)."""
        ground = body < _GROUND_BODY
        if self.body is None:
            ground = contrast(small) < _FAINTER * float(self.contrasts.min())
        return np.asarray(ground | self.like_ground(small), np.bool_)

    def like_ground(self, small: NDArray[np.float32]) -> NDArray[np.bool_]:
        """Which cells look like one that was seen empty: bool (N,)."""
        ground = np.zeros(len(small), np.bool_)
        for look in halved(self.skin.ground) if len(self.skin.ground) else ():
            blocks = blocks_of(small, np.broadcast_to(look, small.shape), None)
            ground |= differences(blocks, self.skin.tolerance) <= self.limit
        return ground

    @property
    def is_body_varied(self) -> bool:
        """Whether what all tiles share has more than one colour, as a frame and paper have."""
        if self.body is None:
            return False
        return bool(np.ptp(self.body.colour[self.body.mask], axis=0).max() > 2 * _ALIKE)

    def body_of(self, small: NDArray[np.float32]) -> NDArray[np.float32]:
        """Share of the body that each cell has: (N,); where tiles have none, what ground may."""
        if self.body is None:
            return np.full(len(small), _GROUND_BODY, np.float32)
        mask = self.body.mask
        apart = worst_channel(np.abs(small[:, mask] - self.body.colour[mask]))
        return np.asarray((apart < _ALIKE).mean(axis=1), np.float32)


def _middle(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Pictures without the outermost pixels."""
    return np.ascontiguousarray(cells[:, 1:-1, 1:-1])


def _half(body: Body) -> Body | None:
    """The body, half as large and without its edges; None where nothing is left of it."""
    mask = np.repeat(body.mask[None, :, :, None], 3, axis=-1).astype(np.float32)
    small = halved(mask)[0, :, :, 0] > 0.5
    return Body(halved(body.colour[None])[0], small) if small.any() else None


def _halfway(alike: NDArray[np.float32], kinds: NDArray[np.int64]) -> NDArray[np.float32]:
    """Likeness halfway from each face, (F, F), to the one most like it of another kind: (F,)."""
    others = np.where(kinds[:, None] == kinds, 0, alike)
    return np.asarray((1 + others.max(axis=1, initial=0)) / 2, np.float32)
