"""Reading signs that are drawn straight on a photograph, by their inks alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

import cv2
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
from bot.outlines import Outlines
from bot.proposal import Proposal
from bot.reading import Reading
from bot.recoloured import ALIKE, recoloured_likeness, shape_of
from bot.sense import MIN_TILES, evidence

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
same; and share of the cells where equal pieces were seen without a lens that may be empty."""
_SHOWN, _BLENDS = 8.0, 7
"""Grey levels by which what is drawn in ink differs from the paper of a lens; and px of a square
around each of its pixels that may be blends of ink and ground."""
_RIM = 7
"""px around what may be such, and along the edges of a cell, where plates are looked for."""
_COVERED, _ON_ALL, _IN_COMMON = 0.4, 0.9, 0.05
"""Share of a cell that a sign covers at most, usually: more is a picture of a few colours, unless
hardly any of its ink is at places where that share of the kinds have some: so much at most."""
_ENOUGH, _SOME = 0.15, 0.03
"""Share of a cell that must be seen of what lies around two signs to be compared, and of what lies
within them."""
_MORE_ALIKE, _FAR_MORE_ALIKE = 0.8, 0.5
"""Share of what lies around signs of different kinds differs by that it does around equal ones, at
most, if it is of the tiles; and of what lies within them, of which little is seen."""
_FILL, _BEYOND, _FILLED = 6.0, 3.0, 0.1
"""Grey levels by which what lies within two signs differs at most if they are filled alike, how
many times more what lies around them does, and share of the equal signs that are so filled."""
_COMPARED, _EVERY = 200, 2
"""Tiles that are compared at most, and every which pixel of each line of them."""
_PLATE, _ALWAYS = 12.0, 2.0
"""Grey levels by which what lies beside signs differs from what lies at the edges of their cells if
they lie on plates; and how many times more that is than it varies from tile to tile, if all these
are alike."""
_SIDE = 2
"""px along the edges of a cell that show what lies between tiles."""
_CARD, _ON_CARDS = 10.0, 0.5
"""Grey levels by which what lies around a sign varies, in most places, if it is a card; and share
of the signs that lie on cards."""
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

    What is even comes at once, and then the one that is worth most.
    """
    nearly = list[tuple[float, Eye, Sighting]]()
    for lens in lenses_over(inks):
        eye = Eye(lens.through(frame), lenses=0)
        for seen in islice(sightings(eye.frame), _TRIED):
            if seen.tiles.size > _LARGEST or np.count_nonzero(seen.tiles) < MIN_TILES:
                continue
            look = eye.look(seen.lattice, seen.tiles)
            named, alone = look.named, lonely(look.board)
            if named.hopeless or alone > _ALONE * look.board.tiles:
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
    """Whether what is drawn in ink is all there is of the tiles, and all tiles are drawn so.

    What lies around their signs is a part of them if it is more alike around equal ones than around
    others, and if each lies on a card or a plate; and what lies within them if they are filled.
    """
    kinds, lens = reading.kinds, reading.skin.lens
    assert lens is not None
    tiles = np.flatnonzero(kinds > EMPTY)
    if _is_paper(reading) or _any_lost(frame, reading, inks):
        return False
    whole = cut(plain(frame), reading.lattice, tiles)
    cells, sides = core(whole), _sides(whole)
    beside, within = _free(core(reading.looks[tiles].astype(np.float32)), lens)
    spread = [
        cell[seen].std(axis=0).max() if seen.any() else np.inf
        for cell, seen in zip(cells, beside, strict=True)
    ]
    on_cards = np.mean(np.asarray(spread) < _CARD) > _ON_CARDS
    if on_cards or _lie_on_plates(cells, beside, sides):
        return False
    some = np.argsort(kinds[tiles], kind="stable")[:_COMPARED]
    return _lie_as_by_chance(cells[some], beside[some], within[some], kinds[tiles][some])


def _lie_as_by_chance(
    cells: NDArray[np.float32],
    beside: NDArray[np.bool_],
    within: NDArray[np.bool_],
    kinds: NDArray[np.int64],
) -> bool:
    """Whether what lies around and within equal signs is no more alike than it is by chance.

    Parameters
    ----------
    cells : float32 array of shape (M, h, w, 3), RGB; tiles without their edges
    beside, within : bool arrays of shape (M, h, w); where nothing of a sign is seen, and where that
        lies within its hull
    kinds : int array of shape (M,)
    """
    same = (kinds[:, None] == kinds)[np.tril_indices(len(kinds), -1)]
    apart = _apart(cells, beside, _ENOUGH)
    own, others = _told(apart[same]), _told(apart[~same])
    if not (own.size and others.size) or np.median(own) <= _MORE_ALIKE * np.median(others):
        return False
    inner = _apart(cells, within, _SOME)
    own, others = _told(inner[same]), _told(inner[~same])
    if not (own.size and others.size):
        return True
    # Signs with one outline may be filled in several colours, and lie on whatever there is.
    outer = _apart(cells, beside & ~within, _SOME)
    filled = (inner[same] < _FILL) & (outer[same] > _BEYOND * inner[same] + _FILL)
    usual = np.median(own) > _FAR_MORE_ALIKE * np.median(others)
    return bool(usual and np.count_nonzero(filled) < _FILLED * len(own))


def _told(apart: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is told of how far apart some are."""
    return apart[np.isfinite(apart)]


def _is_paper(reading: Reading) -> bool:
    """Whether much is drawn in ink, some of it at one place on all kinds, as on cards."""
    kinds, lens = reading.kinds, reading.skin.lens
    assert lens is not None
    names, firsts = np.unique(kinds, return_index=True)
    drawn = _drawn(core(reading.looks[firsts[names > EMPTY]].astype(np.float32)), lens)
    covered = float(np.median(drawn.mean(axis=(1, 2))))
    common = float((drawn.mean(axis=0) >= _ON_ALL).mean())
    return covered > _COVERED and common > _IN_COMMON * covered


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
    likeness = Outlines.of(cells).likeness(cells)
    np.fill_diagonal(likeness, -1)
    return bool(likeness.max() > _TWINS)


def _ink(cells: NDArray[np.float32], lens: Lens) -> NDArray[np.float64]:
    """How much of each cell, (N, h, w, 3), seen through a lens is drawn in ink: (N,), in [0, 1]."""
    return np.asarray(_drawn(core(cells), lens).mean(axis=(1, 2)), np.float64)


def _drawn(cells: NDArray[np.float32], lens: Lens) -> NDArray[np.bool_]:
    """Where cells, (N, h, w, 3), as they are seen through a lens show ink: (N, h, w)."""
    paper = np.asarray(lens.paper, np.float32)
    return np.asarray(np.abs(cells - paper).max(axis=-1) > _SHOWN, np.bool_)


def _free(cells: NDArray[np.float32], lens: Lens) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where nothing of a sign is seen in cells, (M, h, w, 3), seen through a lens: (M, h, w).

    Anywhere, and within the hull of each.
    """
    drawn = _drawn(cells, lens)
    reach = np.ones((_BLENDS, _BLENDS), np.uint8)
    beside = np.asarray([cv2.dilate(each.astype(np.uint8), reach) == 0 for each in drawn])
    return beside, np.asarray([_hull(each) for each in drawn]) & beside


def _lie_on_plates(
    cells: NDArray[np.float32], beside: NDArray[np.bool_], sides: NDArray[np.float32]
) -> bool:
    """Whether what lies right beside signs differs from what lies at the edges of their cells.

    Everywhere alike; or on all four sides of most cells, where it is of one colour in each.

    Parameters
    ----------
    cells : float32 array of shape (M, h, w, 3), RGB; without their edges
    beside : bool array of shape (M, h, w); where nothing of a sign is seen
    sides : float32 array of shape (M, 4, 3); colours along the edges of the cells
    """
    off, plates = [], []
    for cell, free, along in zip(cells, beside, sides, strict=True):
        near = cv2.dilate((~free).astype(np.uint8), np.ones((_RIM, _RIM), np.uint8)) > 0
        edge = np.ones_like(free)
        edge[_RIM:-_RIM, _RIM:-_RIM] = False
        if (near & free).any() and (edge & free).any():
            own = cell[near & free]
            off.append(own.mean(axis=0) - cell[edge & free].mean(axis=0))
            apart = np.abs(along - own.mean(axis=0)).max(axis=-1)
            plates.append(own.std(axis=0).max() < _CARD and apart.min() > _PLATE)
    if not off:
        return False
    usual, spread = np.mean(off, axis=0), np.std(off, axis=0)
    alike = bool((np.abs(usual) > np.maximum(_PLATE, _ALWAYS * spread)).any())
    return alike or np.mean(plates) > _ON_CARDS


def _sides(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The colours along the sides of cells, (N, h, w, 3), in their middles: (N, 4, 3)."""
    height, width = (size // 4 for size in cells.shape[1:3])
    lines = (
        cells[:, :_SIDE, width:-width],
        cells[:, -_SIDE:, width:-width],
        cells[:, height:-height, :_SIDE],
        cells[:, height:-height, -_SIDE:],
    )
    return np.stack([line.mean(axis=(1, 2)) for line in lines], axis=1)


def _hull(drawn: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The convex hull of what is drawn in a cell: (h, w)."""
    hull = np.zeros(drawn.shape, np.uint8)
    places = np.argwhere(drawn)[:, ::-1].astype(np.int32)
    if len(places):
        cv2.fillConvexPoly(hull, cv2.convexHull(places), 1)
    return hull.view(np.bool_)


def _apart(
    cells: NDArray[np.float32], seen: NDArray[np.bool_], enough: float
) -> NDArray[np.float64]:
    """Grey levels by which every two cells differ where both are seen: (M * (M - 1) / 2,).

    In the order of `numpy.tril_indices`; NaN where less than `enough` of a cell is seen of both.

    Parameters
    ----------
    cells : float32 array of shape (M, h, w, 3), RGB
    seen : bool array of shape (M, h, w)
    """
    cells, seen, apart = cells[:, ::_EVERY, ::_EVERY], seen[:, ::_EVERY, ::_EVERY], []
    for at in range(1, len(cells)):
        both = seen[:at] & seen[at]
        off = np.abs(cells[:at] - cells[at]).mean(axis=-1)
        some, count = (off * both).sum(axis=(1, 2)), both.sum(axis=(1, 2))
        told = count >= max(1, enough * both[0].size)
        apart.append(np.where(told, some / np.maximum(count, 1), np.nan))
    return np.concatenate(apart) if apart else np.empty(0)
