"""Swatches: tiles that are nothing but a colour, which outlines do not tell."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.channels import worst_channel
from bot.cutting import middle, usual_look
from bot.distances import squared

_PLAIN, _CLEAR = 4.0, 0.5
"""Grey levels by which a cell varies at most that has one colour; and share of the squared
difference from the next colour that is clearly less."""
_OTHERWISE, _FILLED = 24.0, 0.1
"""Grey levels, in any channel, by which a pixel shows something else; and share of those that
differ which have the colour of the tile all the same, for its shape is another."""


def of_one_colour(pair: NDArray[np.float32], faces: NDArray[np.float32]) -> int | None:
    """The number of the face whose colour fills two cells, but for a mark on them; None without.

    Parameters
    ----------
    pair, faces : float32 arrays of shape (2, h, w, 3) and (F, h, w, 3), RGB; two faces at least
    """
    shown, inside = (np.ascontiguousarray(middle(each)) for each in (pair, faces))
    if shown.std(axis=(1, 2)).max() > _PLAIN:
        return None
    apart = squared(shown, inside, None).max(axis=0)
    best = int(apart.argmin())
    clear = apart[best] <= _PLAIN**2 < _CLEAR * np.delete(apart, best).min()
    return best if clear and not _is_wider(pair, faces[best]) else None


def _is_wider(pair: NDArray[np.float32], face: NDArray[np.float32]) -> bool:
    """Whether two tiles have the colour of their middles where they differ from a face, too.

    As a square differs from a disc of its colour.
    """
    own = usual_look(pair)
    changed = worst_channel(np.abs(own - face)) > _OTHERWISE
    filled = worst_channel(np.abs(own - np.median(middle(own[None]), axis=(1, 2)))) <= _OTHERWISE
    return bool(changed.any() and filled[changed].mean() > _FILLED)
