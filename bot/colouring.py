"""The colours of what is drawn: they stay as they are, whatever ground an icon lies on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.channels import worst_channel
from bot.cutting import core, middle

OF_MIDDLE = 0.3
"""Share of the middle of a cell that has the colours of the face it shows."""
_COLOURED, _CLEARLY, _LITTLE = 24.0, 1.5, 0.1
"""Grey levels, in the worst channel, up to which a colour is that of a face; and how many times
more of a cell has the colours of its own face than those of another in the same shape; and share of
its middle up to which what is drawn there says nothing of its colours."""


def shares(faces: NDArray[np.float32], cell: NDArray[np.float32]) -> NDArray[np.float64]:
    """Share of the middle of a cell that has the colours that each of some faces has there: (F,).

    Parameters
    ----------
    faces, cell : float32 arrays of shape (F, h, w, 3) and (h, w, 3), RGB
    """
    apart = worst_channel(np.abs(middle(faces) - middle(cell[None])))
    return np.asarray((apart < _COLOURED).mean(axis=(1, 2)), np.float64)


def drawn_shares(faces: NDArray[np.float32], cell: NDArray[np.float32]) -> NDArray[np.float64]:
    """Share of what is drawn in the middle of each face whose colours a cell has there, too: (F,).

    It is 0 where little is drawn. An icon that slides from a pale field to a dark one takes nothing
    else with it. The parameters are those of `shares`.
    """
    inside, around = middle(faces), _rim(core(faces))
    drawn = worst_channel(np.abs(inside - around[:, None, None])) >= _COLOURED
    same = worst_channel(np.abs(inside - middle(cell[None]))) < _COLOURED
    sizes, held = drawn.sum(axis=(1, 2)), (drawn & same).sum(axis=(1, 2))
    enough = sizes > _LITTLE * drawn.shape[1] * drawn.shape[2]
    return np.asarray(np.where(enough, held / np.maximum(sizes, 1), 0.0), np.float64)


def _rim(faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """The usual colour along the sides of faces: (F, 3)."""
    sides = faces[:, 0], faces[:, -1], faces[:, :, 0], faces[:, :, -1]
    return np.asarray(np.median(np.concatenate(sides, axis=1), axis=1), np.float32)


def by_colours(
    faces: NDArray[np.float32], kinds: NDArray[np.int64], cell: NDArray[np.float32]
) -> int | None:
    """The kind whose colours a cell clearly has, of some that are drawn alike; None if none is.

    Parameters
    ----------
    faces, kinds, cell
        float32 array of shape (F, h, w, 3), RGB, int array of shape (F,), and float32 array of
        shape (h, w, 3), RGB
    """
    names, share = np.unique(kinds), shares(faces, cell)
    most = np.asarray([share[kinds == name].max() for name in names])
    first, rest = int(most.argmax()), np.delete(most, most.argmax())
    clear = most[first] > max(OF_MIDDLE, _CLEARLY * float(rest.max(initial=0.0)))
    return int(names[first]) if clear else None


def far_from(cells: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Grey levels, in the worst channel, between the middles of cells and the nearest of others.

    Parameters
    ----------
    cells, others : float32 arrays of shape (N, h, w, 3) and (M, h, w, 3), RGB

    Returns
    -------
    float32 array of shape (N,)
    """
    here, there = (middle(each).mean(axis=(1, 2)) for each in (cells, others))
    return np.asarray(worst_channel(np.abs(here[:, None] - there[None])).min(axis=1), np.float32)


def paper_apart(cells: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Grey levels, in the worst channel, between what most of each cell shows and of all but one.

    That one may be the cell itself, as it was seen last. The parameters are those of `far_from`,
    with two others at least.

    Returns
    -------
    float32 array of shape (N,)
    """
    here, there = (np.median(core(each), axis=(1, 2)) for each in (cells, others))
    apart = worst_channel(np.abs(here[:, None] - there[None]))
    return np.asarray(np.partition(apart, 1, axis=1)[:, 1], np.float32)
