"""By inks: kinds that are one on a photograph are several where their signs are told by their inks.

What a photograph shows behind thin signs differs by more than the signs do. Where these are not all
there is of the tiles, for they lie in frames or on glass, they are not read by their inks alone;
but what differs in its ink is not of one kind.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

from bot.blocks import block_differences, differences, tolerance_of
from bot.board import EMPTY
from bot.cutting import core, cut
from bot.facsimile import with_parts
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.inks import inks_of, lenses_over
from bot.looks import Eye, lonely
from bot.reading import Reading, board_of

_CLEAR = 3.0
"""How many times more signs of different kinds differ, in their inks, than those of one."""
_MAYBE = 2.0
"""The same, lower, where differences are told roughly, and only what is far from it is left."""
_AROUND = 2.5
"""Pitches beyond the middles of the outer cells up to which a board is looked at: cells around it
tell what the ground looks like."""
_PAIR = 2
"""Tiles of one kind that a hint marks in the colour of an ink."""
_EQUAL = 0.3
"""Tolerances; smaller differences count as this, for noise makes no gap."""


def told_by_inks(frame: Frame, reading: Reading) -> Reading:
    """The reading, with several kinds for one where signs of it clearly differ in their inks.

    Parameters
    ----------
    frame
        as the screen showed it
    reading
        of a board without a lens, on any ground
    """
    if reading.skin.lens is not None or reading.skin.hides is None:
        return reading
    kinds, tiles = reading.kinds, reading.kinds != EMPTY
    sizes = np.unique(kinds[kinds > EMPTY], return_counts=True)[1]
    if (sizes % 2).any() or (sizes <= _PAIR).all():
        return reading  # some tile would lack a twin
    board, lattice = _cropped(frame, reading.lattice)
    for lens in lenses_over(inks_of(board.pixels)):
        seen = lens.through(board)
        if not _may_part(kinds, cut(seen, lattice)):
            continue
        look = Eye(seen, lenses=0).look(lattice, tiles)
        named = look.named
        if named.hopeless or named.guessed or named.gap < _CLEAR or lonely(look.board):
            continue
        parts = _parts(kinds, named.kinds, reading.marks)
        if parts:
            found, skin = with_parts(kinds, reading.looks.astype(np.float32), reading.skin, parts)
            return replace(reading, board=board_of(found, reading.lattice), skin=skin)
    return reading


def _cropped(frame: Frame, lattice: Lattice) -> tuple[Frame, Lattice]:
    """The picture of a board and what is around it, and its lattice there."""
    origin, pitch = np.asarray(lattice.origin), np.asarray(lattice.pitch)
    last = origin + (lattice.cols - 1, lattice.rows - 1) * pitch
    left, top = (origin - _AROUND * pitch).clip(0).astype(int).tolist()
    right, bottom = np.ceil(last + _AROUND * pitch).astype(int).tolist()
    x, y = lattice.origin
    part = Frame(frame.pixels[top:bottom, left:right])
    return part, replace(lattice, origin=Pixel(x - left, y - top))


def _may_part(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> bool:
    """Whether some kind falls into parts that are clearly apart, and all parts of all are even.

    This is told in a fifth of the time that it takes to name the cells, and most boards end here.
    Single linkage joins the tiles of each kind; a gap in the joins of all of them is looked for.

    Parameters
    ----------
    kinds : int array of shape (N,); one at least has more than two tiles
    cells : float32 array of shape (N, h, w, 3), RGB, seen through a lens
    """
    inner = core(cells)
    each = [np.flatnonzero(kinds == kind) for kind in np.unique(kinds[kinds > EMPTY])]
    several = [own for own in each if len(own) > _PAIR]
    apart = [
        block_differences(inner, inner, *own[np.stack(np.triu_indices(len(own), 1))])
        for own in several
    ]
    tolerance = tolerance_of(np.concatenate([_of_twins(blocks) for blocks in apart]))
    trees = [linkage(differences(blocks, tolerance), "single") for blocks in apart]
    heights = np.sort(np.concatenate([[_EQUAL], *(tree[:, 2] for tree in trees)]).clip(_EQUAL))
    gaps = heights[:-1][heights[1:] >= _MAYBE * heights[:-1]]
    return any(all(_even(fcluster(tree, low, "distance")) for tree in trees) for low in gaps)


def _of_twins(blocks: NDArray[np.float32]) -> NDArray[np.float32]:
    """What each of some tiles differs by from that which is nearest to it: (N, n, n).

    Parameters
    ----------
    blocks : float32 array of shape (N * (N - 1) / 2, n, n), of all pairs of them; N is 2 or more
    """
    pairs = squareform(np.arange(len(blocks)), checks=False)
    worst = blocks.max(axis=(1, 2))[pairs]
    np.fill_diagonal(worst, np.inf)
    return np.asarray(blocks[pairs[np.arange(len(pairs)), worst.argmin(axis=1)]], np.float32)


def _even(names: NDArray[np.int32]) -> bool:
    """Whether each name occurs an even number of times."""
    return not (np.unique(names, return_counts=True)[1] % 2).any()


def _parts(
    kinds: NDArray[np.int64], inked: NDArray[np.int64], marks: NDArray[np.intp]
) -> list[list[int]]:
    """The tiles of each kind by its ink, but those of the commonest of each kind.

    None where a kind by its ink is several without, or where they lie at other places: then the ink
    is but a part of what is drawn.

    Parameters
    ----------
    kinds, inked : int arrays of shape (N,); of each cell, without a lens and by its ink
    marks : int array; numbers of the tiles that are marked
    """
    if not np.array_equal(kinds > EMPTY, inked > EMPTY):
        return []
    parts: list[list[int]] = []
    for kind in np.unique(kinds[kinds > EMPTY]).tolist():
        own = np.flatnonzero(kinds == kind)
        names, counts = np.unique(inked[own], return_counts=True)
        if np.isin(inked[np.delete(np.arange(len(kinds)), own)], names).any():
            return []
        if len(names) > 1 and not np.isin(own, marks).any():
            order = names[np.argsort(-counts, kind="stable")][1:].tolist()
            parts += [own[inked[own] == name].tolist() for name in order]
    is_hint = [len(part) for part in parts] == [_PAIR]
    sizes = np.unique(kinds[kinds > EMPTY], return_counts=True)[1]
    return [] if is_hint and np.median(sizes) > _PAIR else parts
