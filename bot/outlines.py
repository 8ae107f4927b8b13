"""Outlines: how much of a face's drawing a cell shows, whatever colours it is drawn in.

A game that marks a tile tints it, gives it another body or puts a frame around it. What stays is
the drawing: its edges keep their places and directions, though not their strength or sign. Outlines
are compared as normalised gradient fields (E. Haber and J. Modersitzki, "Intensity gradient based
registration and fusion of multi-modal images", MICCAI 2006), with the direction of an edge taken
from all colours at once (S. Di Zenzo, "A note on the gradient of a multi-image", CVGIP, 1986).
Correlation, which sees areas rather than edges, counts as much, dark on light or light on dark.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.cutting import middle
from bot.distances import correlation, halved

_RIM = 0.14
"""Share of what is left of a cell without its edges, left out at each side: marks lie there."""
_FAINT = 20.0
"""Grey levels between pixels two apart, all colours together; much fainter edges hardly count."""
_SHOWS = 0.5
"""Likeness from which on a cell shows a face; chance brings ground to 0.45."""
_SLACK = 0.25
"""By how much another face may be liker, if it is of no kind that lacks a tile."""
_LEAD = 0.05
"""Lead in likeness without which colours must tell as well."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Faces prepared to be found again in other colours.

    Parameters
    ----------
    small : float32 array of shape (F, h, w, 3); the faces, halved unless small, without rims
    weights : float32 array of that shape, or None where all of a face is its own
    fields : float32 array of shape (F, D); their gradient fields, weighted, of length 1
    squares : float32 array of shape (F, D); weights for the squares of other fields
    """

    small: NDArray[np.float32]
    weights: NDArray[np.float32] | None
    fields: NDArray[np.float32]
    squares: NDArray[np.float32]

    @classmethod
    def of(
        cls,
        faces: NDArray[np.float32],
        weights: NDArray[np.float32] | None = None,
    ) -> Outlines:
        """The outlines of faces.

        Parameters
        ----------
        faces : float32 array of shape (F, h, w, 3), RGB
        weights : float32 array of shape (F, h, w), in [0, 1]; how much of each face is its own
        """
        small, own = inside(halved(faces)), None
        fields = _fields(small)
        squares = np.ones_like(fields)
        if weights is not None:
            own = inside(halved(np.repeat(weights[..., None], 3, axis=-1)))
            each = own[:, 1:-1, 1:-1, :2]
            squares = np.ascontiguousarray(each).reshape(fields.shape)
        norm = np.sqrt((squares * fields * fields).sum(axis=1, keepdims=True))
        return cls(small, own, squares * fields / np.maximum(norm, 1e-3), squares)

    def likeness(self, cells: NDArray[np.float32]) -> NDArray[np.float32]:
        """How much every cell looks like every face in some colours: float32 (N, F), in [-0.5, 1].

        Parameters
        ----------
        cells : float32 array of shape (N, h, w, 3), RGB, of the size of the faces
        """
        return self.likeness_of(halved(cells))

    def likeness_of(self, small: NDArray[np.float32]) -> NDArray[np.float32]:
        """The same for cells that were halved before."""
        seen = inside(small)
        fields = _fields(seen)
        if self.weights is None:
            norm = np.sqrt(np.einsum("nd,nd->n", fields, fields))[:, None]
        else:
            norm = np.sqrt(fields * fields @ self.squares.T)
        edges = fields @ self.fields.T / np.maximum(norm, 1e-3)
        return np.asarray(
            (edges + np.abs(correlation(seen, self.small, self.weights))) / 2, np.float32
        )


def likeness_among(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much each of some cells looks like each other in some colours: float32 (N, N).

    What `Outlines.of(cells).likeness(cells)` is, at half the work. Cells are (N, h, w, 3), RGB.
    """
    seen = inside(halved(cells))
    fields = _fields(seen)
    fields /= np.maximum(np.sqrt(np.einsum("nd,nd->n", fields, fields)), 1e-3)[:, None]
    return np.asarray((fields @ fields.T + np.abs(correlation(seen, seen, None))) / 2, np.float32)


def missing(
    scores: NDArray[np.float32],
    apart: NDArray[np.float32],
    kinds: NDArray[np.int64],
    odd: NDArray[np.int64],
) -> int | None:
    """The face that a tile in other colours shows, if it is of a kind that lacks a tile.

    Among faces of one shape it is the nearest in colour; None if that lacks no tile.

    Parameters
    ----------
    scores : float32 array of shape (F,); likeness of the cell with every face
    apart : float32 array of shape (F,); difference in colour from every face
    kinds : int array of shape (F,); their kinds
    odd : int array; the kinds that occur an odd number of times without the cell
    """
    lacking = np.isin(kinds, odd)
    top = float(scores[lacking].max(initial=-1))
    if top <= max(_SHOWS, float(scores.max()) - _SLACK):
        return None
    # Of faces in one shape the nearest in colour; it must lack a tile itself.
    best = int(np.where(scores > top - _LEAD, apart, np.inf).argmin())
    return best if lacking[best] else None


def inside(small: NDArray[np.float32]) -> NDArray[np.float32]:
    """Pictures, (N, h, w, C), without their rims: what outlines are told by."""
    height, width = small.shape[1:3]
    y, x = max(1, round(height * _RIM)), max(1, round(width * _RIM))
    return np.ascontiguousarray(small[:, y : height - y, x : width - x])


def _fields(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
    """Gradient fields of pictures, (N, h, w, 3): (N, D).

    Angles are doubled, so that an edge from light to dark is one from dark to light.
    """
    across = pictures[:, 1:-1, 2:] - pictures[:, 1:-1, :-2]
    down = pictures[:, 2:, 1:-1] - pictures[:, :-2, 1:-1]
    xx = np.einsum("nhwc,nhwc->nhw", across, across)
    yy = np.einsum("nhwc,nhwc->nhw", down, down)
    xy = np.einsum("nhwc,nhwc->nhw", across, down)
    total = xx + yy + np.float32(_FAINT * _FAINT)
    field = np.stack([(xx - yy) / total, 2 * xy / total], axis=-1)
    count = int(np.prod(field.shape[1:]))
    return np.ascontiguousarray(field, np.float32).reshape(len(pictures), count)


def edges(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Strength of the edges in the middle of each cell, levels from pixel to pixel: (N,).

    Of all three colours: two that a mark makes stronger may be equally bright.
    """
    drawn = middle(cells)
    down, across = (np.abs(np.diff(drawn, axis=axis)).mean(axis=(1, 2, 3)) for axis in (1, 2))
    return np.asarray(down + across, np.float32)
