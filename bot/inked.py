"""Reading signs that are drawn straight on a photograph, by their inks alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from bot.anylight import Answer
from bot.board import EMPTY, UNKNOWN
from bot.cutting import core, cut
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.inks import inks_of, lenses_over
from bot.lens import Lens, lens_of, plain
from bot.likely import Sighting
from bot.locate import sightings
from bot.looks import Eye, Look, lonely
from bot.outlines import likeness_among
from bot.proposal import Proposal
from bot.reading import Reading
from bot.recoloured import ALIKE, recoloured_likeness, shape_of
from bot.sense import MIN_TILES, evidence
from bot.signs import Signs, are_all, drawn_in, lie_bare

_TRIED = 2
"""Lattices that are tried through each lens: of inks alone the first one is hardly ever wrong."""
_LARGEST, _ALONE = 720, 0.1
"""Cells of a lattice that is tried; and share of the tiles that lack a twin on one that is nearly
even."""
_MOST_ODD, _INSIDE = 3, 0.9
"""Tiles without a twin up to which signs in other colours are looked for; and pitches of a cell
around its middle that a sign lies in."""
_FEW_DOUBTS, _CLEAR = 1, 1.5
"""Tiles without a twin, and joins that were guessed, on one that is even; and how many times more
different signs differ than equal ones there."""
_AS_LONG, _ASIDE, _MISSED = 0.02, 0.15, 0.03
"""Share by which pitches differ that are one, and pitches by which cells lie aside that are the
same; and share of the cells where equal pieces were seen, through a lens or without, that may be
empty."""
_LOST, _TWINS = 0.3, 0.7
"""Share of the ink of the faintest tiles that an empty cell may show; and likeness in outlines of
two that show more from which on they are tiles."""
_FAINTEST = 10
"""Percentile of the tiles that are taken for the faintest."""

_Reader = Callable[[Eye, Sighting], Answer]


def in_inks(frame: Frame, read_near: _Reader, plainly: Sighting | None) -> Proposal | None:
    """The board of signs drawn in few colours on a photograph; None if none is surely seen.

    Parameters
    ----------
    frame
        as the screen showed it
    read_near
        reads a lattice: the board, or why it is none
    plainly
        the likeliest lattice without a lens, if there is one
    """
    inks = inks_of(frame.pixels)
    for eye, seen, marked in _likely(frame, inks):
        found = read_near(eye, seen)
        if not isinstance(found, Proposal):
            continue
        told = found.sure and not lonely(found.reading.board)
        told = told and (plainly is None or _holds(found.reading, plainly))
        if told and _is_all(frame, found.reading, inks):
            return replace(found, reading=_with_marks(found.reading, marked))
    return None


def _likely(frame: Frame, inks: NDArray[np.uint8]) -> Iterator[tuple[Eye, Sighting, list[Pixel]]]:
    """Lattices that are nearly even through lenses, the eyes that see them so, and marked tiles.

    What is even comes at once, and then the one that is worth most. What is not all ink at first
    sight is left out at once, for it would not be believed once it was read.
    """
    nearly = list[tuple[float, Eye, Sighting]]()
    for lens in lenses_over(inks):
        eye = Eye(lens.through(frame), lenses=0)
        for seen in islice(sightings(eye.frame), _TRIED):
            if seen.tiles.size > _LARGEST or np.count_nonzero(seen.tiles) < MIN_TILES:
                continue
            # Of each tile by itself: this is told in a tenth of the time that kinds take.
            each = np.where(seen.tiles, np.arange(1, seen.tiles.size + 1), EMPTY)
            cells = cut(eye.frame, seen.lattice)
            if not lie_bare(frame, Signs(each, cells, seen.lattice, lens)):
                continue
            look = eye.look(seen.lattice, seen.tiles)
            named, alone = look.named, lonely(look.board)
            if named.hopeless or alone > _ALONE * look.board.tiles:
                continue
            lost = np.count_nonzero(seen.tiles & (named.kinds == EMPTY))
            signs = Signs(named.kinds, look.cells, seen.lattice, lens)
            if lost > _MISSED * np.count_nonzero(seen.tiles) or not are_all(frame, signs):
                continue
            same, marked = _as_equal_ones(look, eye.frame)
            if marked:
                yield Eye(same, lenses=0), seen, marked
            if alone + named.guessed <= _FEW_DOUBTS and named.gap > _CLEAR:
                yield eye, seen, []
            else:
                nearly.append((evidence(look.board, named.gap, named.guessed), eye, seen))
    if nearly:
        _, eye, seen = max(nearly, key=lambda each: each[0])
        yield eye, seen, []


def _holds(reading: Reading, plainly: Sighting) -> bool:
    """Whether a board has tiles where equal pieces were seen without a lens, if its cells do."""
    lattice, seen = reading.lattice, plainly.lattice
    aside = np.subtract(lattice.origin, seen.origin) / np.asarray(lattice.pitch)
    if not np.allclose(lattice.pitch, seen.pitch, rtol=_AS_LONG) or (
        np.abs(aside - np.rint(aside)).max() > _ASIDE
    ):
        return True
    places = _places(np.flatnonzero(plainly.tiles), seen)
    cells = [lattice.cell_at(seen.center(place)) for place in places]
    missed = sum(cell is None or reading.board[cell] == EMPTY for cell in cells)
    return missed <= max(1, _MISSED * len(cells))


def _with_marks(reading: Reading, marked: list[Pixel]) -> Reading:
    """The reading with the tiles at some places drawn as selected."""
    cells = {reading.lattice.cell_at(place) for place in marked}
    selected = {*reading.selected, *(cell for cell in cells if cell is not None)}
    return replace(reading, selected=tuple(sorted(selected)))


def _as_equal_ones(look: Look, frame: Frame) -> tuple[Frame, list[Pixel]]:
    """The picture with signs in another colour drawn as those are that lack a twin, and where.

    Parameters
    ----------
    look
        at a lattice, where signs in another colour are empty cells
    frame
        what it is of, through a lens of inks
    """
    lens, kinds, lattice = lens_of(frame), look.named.kinds, look.lattice
    empty = np.flatnonzero(kinds == EMPTY)
    odd = [int(np.flatnonzero(kinds == kind)[0]) for kind in look.board.odd_kinds]
    odd += np.flatnonzero(kinds == UNKNOWN).tolist()
    if lens is None or not empty.size or not 0 < len(odd) <= _MOST_ODD:
        return frame, []
    pixels, places = frame.pixels.copy(), list[Pixel]()
    cells = cut(plain(frame), lattice, empty)
    left = np.ones(len(empty), np.bool_)
    for twin in odd:
        shape = shape_of(look.cells[twin], lens.paper)
        alike = np.where(left, [recoloured_likeness(cell, shape) for cell in cells], 0)
        best = int(alike.argmax())
        if alike[best] >= ALIKE:
            left[best] = False
            own, other = (lattice.center(cell) for cell in _places((twin, empty[best]), lattice))
            sign, place = frame.pixels[_around(own, lattice)], _around(other, lattice)
            if pixels[place].shape == sign.shape:  # a cell may reach beyond the picture
                pixels[place] = sign
                places.append(other)
    return replace(frame, pixels=pixels), places


def _places(numbers: Iterable[int], lattice: Lattice) -> Iterator[Cell]:
    return (Cell(*divmod(int(number), lattice.cols)) for number in numbers)


def _around(middle: Pixel, lattice: Lattice) -> tuple[slice, slice]:
    """The pixels around the middle of a cell, without its edges."""
    width, height = (int(_INSIDE * pitch) for pitch in lattice.pitch)
    x, y = max(0, round(middle.x - width / 2)), max(0, round(middle.y - height / 2))
    return slice(y, y + height), slice(x, x + width)


def _is_all(frame: Frame, reading: Reading, inks: NDArray[np.uint8]) -> bool:
    """Whether what is drawn in ink is all there is of the tiles, and all tiles are drawn so."""
    lens = reading.skin.lens
    assert lens is not None
    signs = Signs(reading.kinds, reading.looks, reading.lattice, lens)
    return not _any_lost(frame, reading, inks) and are_all(frame, signs)


def _any_lost(frame: Frame, reading: Reading, inks: NDArray[np.uint8]) -> bool:
    """Whether two empty cells show as much of any of the inks as tiles do, and look alike.

    What the photograph has of them looks otherwise in each place.

    Parameters
    ----------
    inks : uint8 array of shape (I, 3), RGB; those of the lens, and maybe more
    """
    kinds, lens = reading.kinds, reading.skin.lens
    assert lens is not None
    tiles = _ink(reading.looks[kinds > EMPTY].astype(np.float32), lens)
    least = _LOST * float(np.percentile(tiles, _FAINTEST))
    # Another ink may be of the colour of this one's paper.
    other = Lens.of_inks(inks, lens.reach)
    cells = cut(other.through(frame), reading.lattice, np.flatnonzero(kinds == EMPTY))
    cells = cells[_ink(cells, other) > least]
    if not len(cells):
        return False
    # An ink may differ from the paper in one channel alone.
    drawn = np.abs(cells - np.asarray(other.paper, np.float32)).max(axis=-1, keepdims=True)
    cells = np.repeat(drawn, 3, axis=-1)
    likeness = likeness_among(cells)
    np.fill_diagonal(likeness, -1)
    return bool(likeness.max() > _TWINS)


def _ink(cells: NDArray[np.float32], lens: Lens) -> NDArray[np.float64]:
    """How much of each cell, (N, h, w, 3), seen through a lens is drawn in ink: (N,), in [0, 1]."""
    return np.asarray(drawn_in(core(cells), lens).mean(axis=(1, 2)), np.float64)
