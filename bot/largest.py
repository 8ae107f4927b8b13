"""One's own board beside that of an opponent, which is shown smaller."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from bot.anylight import Answer, in_any_light
from bot.geometry import Lattice
from bot.likely import Sighting
from bot.locate import sightings
from bot.looks import Eye
from bot.proposal import Proposal

_SMALL, _ASIDE = 0.2, 0.2
"""Share of a picture that a board takes at most if it is looked for a larger one, and share of its
width or height that the middle of it lies from that of the picture."""
_LARGER, _AS_LARGE, _WIDER, _TRIED, _SEEN = 1.3, 0.9, 2.0, 4, 12
"""How many times larger the cells of the other board are at least; or where they are about as
large, how many times as much of the picture it takes; lattices of either that are tried, and all
that are asked for."""
_AROUND = 0.5
"""Pitches around a board that are its own."""

_Reader = Callable[[Eye, Sighting], Answer]


def larger_beside(eye: Eye, best: Proposal, read_near: _Reader) -> Proposal | None:
    """A larger board beside a small one that lies aside; None if none is surely seen.

    Where two play against each other the opponent's board is the smaller one, and may well be
    fuller.

    Parameters
    ----------
    eye
        looks at the picture, not through a lens
    best
        the board that was found
    read_near
        reads a lattice: the board, or why it is none
    """
    lattice, frame = best.reading.lattice, eye.frame
    if not _lies_aside(lattice, frame.width, frame.height):
        return None
    rest = Eye(replace(frame, pixels=_without(frame.pixels, lattice)))
    tried = {True: 0, False: 0}
    for seen in islice(sightings(rest.frame), _SEEN):
        by_cells = _times(seen.lattice, lattice) >= _LARGER
        if tried[by_cells] == _TRIED or not _is_larger(seen.lattice, lattice):
            continue
        tried[by_cells] += 1
        found = in_any_light(rest, seen, read_near)
        if (
            isinstance(found, Proposal)
            and found.sure
            and _is_larger(found.reading.lattice, lattice)
        ):
            return replace(found, reading=replace(found.reading, pixels=frame.pixels))
    return None


def _is_larger(lattice: Lattice, other: Lattice) -> bool:
    """Whether a board has larger cells than another one, or as large ones and far more room."""
    times = _times(lattice, other)
    area = np.prod(lattice.pitch) * lattice.rows * lattice.cols
    more = area / (np.prod(other.pitch) * other.rows * other.cols)
    return bool(times >= _LARGER or (times >= _AS_LARGE and more >= _WIDER))


def _times(lattice: Lattice, other: Lattice) -> float:
    """How many times larger than those of another one the cells of a board are, at least."""
    return float(np.divide(lattice.pitch, other.pitch).min())


def _lies_aside(lattice: Lattice, width: int, height: int) -> bool:
    """Whether a board takes little of a picture, and lies to one side of it."""
    left, top, right, bottom = lattice.bounds()
    small = (right - left) * (bottom - top) <= _SMALL * width * height
    across, down = (left + right) / 2 / width - 1 / 2, (top + bottom) / 2 / height - 1 / 2
    return small and max(abs(across), abs(down)) > _ASIDE


def _without(pixels: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.uint8]:
    """The picture, (H, W, 3), with the colour that is usual along its sides in place of a board."""
    bounds = np.asarray(lattice.bounds()) + np.multiply(
        _AROUND, (*np.negative(lattice.pitch), *lattice.pitch)
    )
    height, width = pixels.shape[:2]
    most = np.asarray([width - 1, height - 1, width, height])
    least = np.asarray([0, 0, 1, 1])
    left, top, right, bottom = np.clip(bounds.round(), least, most).astype(int).tolist()
    pixels = pixels.copy()
    board = pixels[top:bottom, left:right]
    sides = np.concatenate([board[0], board[-1], board[:, 0], board[:, -1]])
    board[:] = np.median(sides, axis=0).astype(np.uint8)
    return pixels
