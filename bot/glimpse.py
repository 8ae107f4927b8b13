"""A glimpse: whether tiles are plainly gone, told without reading the picture.

To read a board takes longer than many a game takes to be ready for the next click. Where a removal
is due it is enough to see that its two tiles are not there any more, and that the tiles to be
clicked next look as they did; the picture is read once these are clicked.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.geometry import Cell, Lattice

_GONE = 24.0
"""Grey levels, in the mean, by which what is seen must differ from all that was seen of a tile; one
that stands out less from the ground must be read to be known as gone."""
_RIM = 0.15
"""Share of a cell at each side in which shadows of its neighbours come and go."""


def has_given_way(
    now: NDArray[np.uint8],
    before: Iterable[NDArray[np.uint8]],
    lattice: Lattice,
    cells: Iterable[Cell],
) -> bool:
    """Whether in each of some cells there is plainly something else than ever before.

    A tile that is marked, or marked no longer, is there still: so it must differ from how it looked
    before it was clicked, and from how it looked since.

    Parameters
    ----------
    now : uint8 array of shape (H, W, 3), RGB
    before : earlier pictures of the same shape
    lattice : where the cells lie
    cells : that are looked at
    """
    parts = [inside(lattice, cell) for cell in cells]
    return all(
        float(cv2.absdiff(now[part], picture[part]).mean()) > _GONE
        for picture in before
        for part in parts
    )


def is_intact(
    now: NDArray[np.uint8],
    before: NDArray[np.uint8],
    lattice: Lattice,
    stays: Iterable[tuple[Cell, Cell]],
) -> bool:
    """Whether some tiles look to the last bit as they did, wherever they lay.

    Parameters
    ----------
    now, before : uint8 arrays of shape (H, W, 3), RGB
    lattice : where the cells lie
    stays : a cell and the one in which its tile lay before, which may be the same
    """
    for cell, source in stays:
        rows, cols = inside(lattice, source)
        (x, y), (was_x, was_y) = lattice.center(cell), lattice.center(source)
        down, across = round(y - was_y), round(x - was_x)
        part = now[_moved(rows, down), _moved(cols, across)]
        if not np.array_equal(part, before[rows, cols]):
            return False
    return True


def _moved(part: slice, by: int) -> slice:
    return slice(max(0, part.start + by), max(0, part.stop + by))


def inside(lattice: Lattice, cell: Cell, rim: float = _RIM) -> tuple[slice, slice]:
    """The pixels of a cell without its rim, a share of it, as rows and columns of a picture."""
    (x, y), (wide, high) = lattice.center(cell), lattice.pitch
    down, across = high * (0.5 - rim), wide * (0.5 - rim)
    rows = slice(max(0, round(y - down)), max(0, round(y + down)))
    return rows, slice(max(0, round(x - across)), max(0, round(x + across)))
