"""Couples: cells that hold two tiles each, side by side or one above the other.

Where things stand in rows, a lattice of twice the pitch fits them as well, and two kinds of icons
make up to nine kinds of couples, of which a handful may well be even by chance. But there are fewer
kinds of halves than of couples then; of tiles both halves tell the kind, and differ.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_MOST = 12
"""Kinds from which on so many even ones are no chance; dominoes are couples, too."""
_SAME = 0.25
"""Share of the usual difference of two faces up to which halves are equal."""
_NEAREST, _FEW = 0.5, 5
"""The same of the least difference of two faces, and percentile that is taken for it: one face may
have been taken for two."""


def are_couples(faces: NDArray[np.float32]) -> bool:
    """Whether faces are put together of fewer kinds of halves than they are themselves.

    Parameters
    ----------
    faces : float32 array of shape (K, h, w, 3), RGB; one for each kind
    """
    kinds, height, width = faces.shape[:3]
    if not 2 < kinds < _MOST:
        return False
    whole = faces.reshape(kinds, -1)
    apart = _differences(whole)[np.triu_indices(kinds, 1)]
    # Faces that differ in a pip alone do so in their halves, too.
    limit = min(_SAME * float(np.median(apart)), _NEAREST * float(np.percentile(apart, _FEW)))
    beside = np.concatenate([faces[:, :, : width // 2], faces[:, :, width - width // 2 :]])
    above = np.concatenate([faces[:, : height // 2], faces[:, height - height // 2 :]])
    told = _several(faces, limit)  # two plain colours may differ by less
    return any(_several(halves, limit) < told for halves in (beside, above))


def _several(pictures: NDArray[np.float32], limit: float) -> int:
    """How many of some pictures, (N, h, w, 3), differ."""
    apart = _differences(pictures.reshape(len(pictures), -1))
    left, several = np.arange(len(pictures)), 0
    while left.size:
        left = left[apart[left[0], left] > limit]
        several += 1
    return several


def _differences(pictures: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far pictures, (N, P), are from each other, in levels: (N, N)."""
    return np.asarray([np.abs(pictures - each).mean(axis=1) for each in pictures], np.float32)
