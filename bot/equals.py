"""Pairs of tiles that were told to be equal, to measure by them where cells lie."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def pairs_of_equals(
    kinds: NDArray[np.int64], most: int
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Each tile with the next one of its kind, and the last with the first, if there are three.

    Two tiles are one pair: told both ways it would count as two witnesses.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    most : pairs that are enough; of more, some from all over are taken

    Returns
    -------
    one, other : int arrays of shape (P,), numbers of tiles
    """
    none = np.empty(0, np.intp)
    one, other = [none], [none]
    for kind in np.unique(kinds[kinds > 0]):
        alike = np.flatnonzero(kinds == kind)
        count = len(alike) if len(alike) > 2 else len(alike) - 1
        one.append(alike[:count])
        other.append(np.roll(alike, -1)[:count])
    a, b = np.concatenate(one), np.concatenate(other)
    step = max(1, -(-len(a) // most))
    return a[::step], b[::step]
