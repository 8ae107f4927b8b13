"""The colours of a ground: what is seen around the board may be seen past the faces of its tiles.

The border of a cell tells few of the colours of a photograph. A star that only one cell shows
inside looks like a part of its face, and tiles differ by such more than by a stroke. But around the
board there are many stars, where no tile hides them, and a face is seldom drawn in their colours.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import distance_transform_edt

from bot.under import Under

_BIN = 16
"""Grey levels; finer shades are one colour."""
_FEWEST, _CELLS = 3, 2
"""Pixels of a colour that is seen, and cells that it is seen in: one may hold a tile."""
_BINS, _ASIDE = 256 // _BIN, 0.5
"""Colours along an axis; and share of one by which the next may be as near as it."""


@dataclass(frozen=True, slots=True, eq=False)
class Grounds:
    """The ground under cells of a board, and maybe under others, as it is told in several ways.

    Parameters
    ----------
    told : what cells differ from
    compared : what of that explains differences of tiles
    around : all that it may look like, by what is seen of it around the board; None if it is the
        same everywhere, or nothing of it is bare
    """

    told: Under
    compared: Under
    around: Under | None = None

    @property
    def every(self) -> list[Under]:
        """All that it may look like, if that is known, and what cells differ from."""
        return [self.told] if self.around is None else [self.around, self.told]


def as_around(cells: NDArray[np.float32], ground: Under, around: NDArray[np.float32]) -> Under:
    """The ground under cells, where whatever has a colour seen around them may be it, too.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    ground : what is told of the ground under them
    around : float32 array of shape (G, h, w, 3), RGB; bare ground, one cell at least
    """
    shown = np.stack([np.bincount(each.ravel(), minlength=_BINS**3) for each in _bins(around)])
    seen = shown.sum(axis=0) >= _FEWEST
    seen &= (shown > 0).sum(axis=0) >= min(_CELLS, len(around))
    if not seen.any():
        return ground
    # The exact Euclidean distance transform, in bins (C. R. Maurer et al., PAMI 2003).
    bins = distance_transform_edt(~seen.reshape(_BINS, _BINS, _BINS)).astype(np.float32)
    far = (bins - np.float32(_ASIDE)).clip(0) * _BIN
    return Under(ground.colour, np.minimum(ground.apart, far.ravel()[_bins(cells)]), ground.varied)


def _bins(cells: NDArray[np.float32]) -> NDArray[np.intp]:
    """The number of the colour of each pixel: (N, h, w)."""
    each = (cells.clip(0, 255) // _BIN).astype(np.intp)
    return np.asarray(each @ np.asarray([_BINS * _BINS, _BINS, 1]), np.intp)
