"""Worth cutting: which cells of a lattice over a whole picture are looked at closely.

A box is a tuple of rows from and to, and columns from and to; the last ones are left out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.evening import evened
from bot.frame import Frame
from bot.geometry import Lattice
from bot.likeness import Likeness
from bot.recognition import Names, odd_kinds, shows_missing
from bot.sampling import cut_all, part_of

Box = tuple[int, int, int, int]

_TINTED = 6.0
"""How unlike its face a tile in changed colours may be from afar; an unchanged one is below 1."""
_FULL = 0.5
"""Share of cells with known tiles above which a board is full."""
_BEYOND, _AT_A_TIME = 3, 2
"""Lines beside the tiles that may hold one in other colours, and such tiles at a time."""


def worth_cutting(apart: NDArray[np.float32]) -> Box:
    """Rows from, to and columns from, to of the cells that may be tiles.

    A line beside them is taken in if it holds a cell that may be a tile in changed colours.
    """
    top, bottom, left, right = box_of(apart < 1)
    outer = box_around((top, bottom, left, right), (apart.shape[0], apart.shape[1]))
    near = apart[outer[0] : outer[1], outer[2] : outer[3]] < _TINTED
    near[top - outer[0] : bottom - outer[0], left - outer[2] : right - outer[2]] = True
    inner = box_of(near)
    return (
        outer[0] + inner[0],
        outer[0] + inner[1],
        outer[2] + inner[2],
        outer[2] + inner[3],
    )


def with_missing(
    frame: Frame,
    lattice: Lattice,
    box: Box,
    kinds: NDArray[np.int64],
    likeness: Likeness,
) -> Box:
    """The box, and cells near it that may be the missing tile of a kind that is odd.

    A selected tile may be in colours in which it looks like none from afar, and alone in its line.
    """
    odd = odd_kinds(kinds)
    if not odd.size:
        return box
    outer = box_around(box, (lattice.rows, lattice.cols), _BEYOND)
    numbers = np.ones((outer[1] - outer[0], outer[3] - outer[2]), np.bool_)
    inner = box[0] - outer[0], box[1] - outer[0], box[2] - outer[2], box[3] - outer[2]
    numbers[inner[0] : inner[1], inner[2] : inner[3]] = False
    found = np.zeros_like(numbers)
    found[numbers] = shows_missing(
        cut_all(frame.pixels, part_of(lattice, *outer))[numbers.ravel()], odd, likeness
    )
    if not 0 < found.sum() <= _AT_A_TIME:
        return box
    found |= ~numbers
    top, bottom, left, right = box_of(found)
    return outer[0] + top, outer[0] + bottom, outer[2] + left, outer[2] + right


def box_of(inside: NDArray[np.bool_]) -> Box:
    """Rows from, to and columns from, to of what is inside."""
    rows, cols = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    return int(rows[0]), int(rows[-1]) + 1, int(cols[0]), int(cols[-1]) + 1


def box_around(box: Box, size: tuple[int, int], by: int = 1) -> Box:
    """The box with so many lines more on each side."""
    top, bottom, left, right = box
    return max(0, top - by), min(size[0], bottom + by), max(0, left - by), min(size[1], right + by)


def extent_of(names: Names, lattice: Lattice) -> Box | None:
    """Rows from, to and columns from, to of the board; None if there is none.

    It holds all tiles with something drawn on them. Blank ones, and tiles never seen before, widen
    it line by line: farther off they would be plain ground, or a button, as they would be beside a
    board that is full.
    """
    size = lattice.rows, lattice.cols
    firm = names.firm.reshape(size)
    if not firm.any():
        return None
    named, solid = (names.kinds > 0).reshape(size), names.solid.reshape(size)
    box = box_of(firm)
    while True:
        weak = named
        if named[box[0] : box[1], box[2] : box[3]].mean() <= _FULL:
            weak = named | solid
        inside = firm.copy()
        top, bottom, left, right = box_around(box, size)
        inside[top:bottom, left:right] |= weak[top:bottom, left:right]
        wider = box_of(inside)
        if wider == box:
            return box
        box = wider


def evened_box(kinds: NDArray[np.int64], box: Box) -> Box:
    """The box without an outer line that alone makes its board odd, and what is empty then."""
    top, bottom, left, right = box
    grid = kinds[top:bottom, left:right]
    inside = evened(grid)
    if inside.all():
        return box
    inner = box_of(inside & (grid != EMPTY))
    return top + inner[0], top + inner[1], left + inner[2], left + inner[3]


def without_lone(kinds: NDArray[np.int64], box: Box) -> Box:
    """The box without outer lines that hold one unknown cell and nothing else.

    All other tiles have partners then: a button, or a word, has none.
    """
    top, bottom, left, right = box
    grid = kinds[top:bottom, left:right]
    odd = np.unique(grid[grid > EMPTY], return_counts=True)[1] % 2
    if odd.any() or np.count_nonzero(grid == UNKNOWN) != 1:
        return box
    inner = box_of(grid > EMPTY)
    return top + inner[0], top + inner[1], left + inner[2], left + inner[3]
