"""Naming tiles: from a tile's pixels to its kind, with a score.

Two cells show one face if nowhere, in any small block, they differ by more than such cells do from
look to look. Difference is in *tolerances*: what pairs of twins in the same picture differ by, so
that ground seen through a gap or a tile drawn between two pixels costs nothing, and a single
changed stroke on equal tiles counts in full.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bot.afar import coarse, in_line, nearest, nearest_afar, thumbs
from bot.blocks import block_differences, differences, planes_apart, tolerance_of
from bot.cutting import core
from bot.distances import half_as_large
from bot.drawn import Drawn, shape_likeness
from bot.grouping import Grouping
from bot.linkage import Join, groups_of, linked
from bot.planes import Planes
from bot.treecut import cut_tree
from bot.under import Under, unexplained

_NEIGHBOURS = 12
"""Cells that are compared closely with each cell: the nearest by mean colours of 8 x 8 blocks."""
_MANY = 200
"""Cells of which all pairs are compared from afar at half that size."""
_FAR_APART = 70.0
"""Grey levels in an eighth of the side of a cell by which equal faces never differ."""
_SHAPED = 0.6
"""Correlation of two tiles that show one face, however else they differ."""
_FACES = 4
"""Faces that each cell is compared closely with."""
_SPACIOUS = 72
"""px of the shorter side of a cell from which on half of that shows as much."""
_MAYBE_GROUND = 10.0
"""Grey levels from what the ground may look like, up to which a pixel is hardly a face's."""

_Near = tuple[NDArray[np.intp], NDArray[np.float32]]
"""Pairs, int (P, 2), in order, the smaller number first; and their block differences, (P, n, n)."""


def _faces_alone(cells: NDArray[np.float32], under: Under) -> NDArray[np.float32]:
    """The cells, black where they may show the ground."""
    shown = (under.apart - _MAYBE_GROUND) / _MAYBE_GROUND
    return np.asarray(cells * shown.clip(0, 1)[..., None], np.float32)


def _looked_over(cells: NDArray[np.float32], under: Under) -> tuple[NDArray[np.float32], Under]:
    """Large cells and the ground under them at half their size; others as they are.

    What grounds explain takes ten times as long to tell as what else cells differ by.
    """
    if min(cells.shape[1:3]) < _SPACIOUS:
        return cells, under
    colour, apart = half_as_large(under.colour), half_as_large(under.apart)
    return half_as_large(cells), Under(colour, apart, under.varied)


def group(
    cells: NDArray[np.float32], under: Under | None = None, around: Under | None = None
) -> Grouping:
    """Which cells show the same face, told by the picture alone.

    Cells are joined nearest first, and the tree of joins is cut where gaps are wide and the numbers
    of tiles even, as in deals. Where the ground varies and leaves that unclear, they are joined
    once more by what differs from all that it may look like, and by what is drawn on them, and the
    clearest groups are taken.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB; tiles only, at least two
    under : the ground under them, where it is seen
    around : all that the ground may look like, if that is known
    """
    look = _Look.of(cells, under)
    near = look.near()
    found = _grouped(look, near, cells, under)
    if under is None or found.is_clear:
        return found
    explained = under
    if around is not None:
        past = _Look.of(cells, around)
        past_near = past.near()
        again = _grouped(past, past_near, cells, around)
        # What may be ground explains differences of faces, too: what it joined is parted again
        # where drawings do.
        coarser = again.groups.max() < found.groups.max()
        if again.is_clearer_than(found) and again.is_finer_than(found):
            found = replace(again, around=True)
            if not coarser:
                look, near, explained = past, past_near, around
        if found.is_clear and not (found.around and coarser):
            return found
    look = replace(look, drawn=Drawn.of(cells, explained))
    again = _grouped(look, look.near(near), cells, explained)
    if not again.is_clearer_than(found):
        return found
    # Differences are products of two.
    return replace(again, gap=float(np.sqrt(again.gap)), around=explained is around)


def _grouped(look: _Look, near: _Near, cells: NDArray[np.float32], under: Under | None) -> Grouping:
    """The groups told by one way to look at cells, and the pairs that are near then."""
    pairs, blocks = near
    tolerance = tolerance_of(_twins_apart(pairs, blocks, len(cells)))
    joins = look.joins(pairs, blocks, tolerance)

    # Equal faces are as unlike as the grounds around them, unless these are left out.
    seen = [cells] if under is None else [cells, _faces_alone(cells, under)]

    def unlike(some: NDArray[np.intp]) -> NDArray[np.bool_]:
        alike = [shape_likeness(each[some[:, 0]], each[some[:, 1]]) for each in seen]
        return np.asarray(np.max(alike, axis=0) < _SHAPED, np.bool_)

    cut = cut_tree(len(cells), joins, unlike)
    by_drawings = look.drawn is not None
    return Grouping(cut.groups, tolerance, cut.limit, cut.gap, cut.guessed, by_drawings)


def _twins_apart(
    pairs: NDArray[np.intp], blocks: NDArray[np.float32], count: int
) -> NDArray[np.float32]:
    """Block differences of every cell from its twin: (N, n, n), grey levels.

    The twin is the one that differs least in its worst block: what tells two faces apart may be
    small.
    """
    order = np.argsort(-blocks.max(axis=(1, 2)), kind="stable")
    best = np.empty(count, np.intp)
    best[pairs[order].ravel()] = order.repeat(2)  # what is written last stays: the least
    return blocks[best]


def linked_groups(
    cells: NDArray[np.float32], tolerance: NDArray[np.float32], limit: float
) -> NDArray[np.int64]:
    """Groups of cells that show the same face within a known limit: int (N,), from 0."""
    if len(cells) < 2:
        return np.zeros(len(cells), np.int64)
    look = _Look.of(cells, None)
    pairs, blocks = look.near()
    # A join costs no less than its nearest pair.
    near = look.apart(pairs, blocks, tolerance) <= limit
    joins = look.joins(pairs[near], blocks[near], tolerance)
    return groups_of(len(cells), [join for join in joins if join[2] <= limit])


def tiles_apart(
    cells: NDArray[np.float32],
    tolerance: NDArray[np.float32],
    under: Under | None = None,
    *,
    by_drawings: bool = False,
) -> NDArray[np.float32]:
    """How far all cells are from each other, in tolerances: float32 (N, N), 0 on the diagonal.

    If told so by what is drawn on them as well, where the ground is given.
    """
    look = _Look.of(cells, under)
    if by_drawings and under is not None:
        look = replace(look, drawn=Drawn.of(cells, under))
    one, other = np.triu_indices(len(cells), 1)
    pairs = np.stack([one, other], axis=1)
    apart = np.zeros((len(cells), len(cells)), np.float32)
    apart[one, other] = look.apart(pairs, look.blocks(pairs), tolerance)
    return apart + apart.T


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """Cells to be compared with each other, without their edges; and the same seen from afar."""

    cells: NDArray[np.float32]
    under: Under | None
    planes: Planes
    far: NDArray[np.float32]
    far_under: Under | None
    drawn: Drawn | None = None

    @classmethod
    def of(cls, cells: NDArray[np.float32], under: Under | None) -> _Look:
        inner = core(cells)
        if under is None:
            return cls(inner, None, Planes.of(inner), thumbs(inner), None)
        inner, ground = _looked_over(inner, under.core())
        far = Under(thumbs(ground.colour), thumbs(ground.apart), ground.varied)
        return cls(inner, ground, Planes.of(inner, ground), thumbs(inner), far)

    def pairs(self) -> NDArray[np.intp]:
        """Pairs worth comparing: int (P, 2), the smaller number first."""
        near = nearest_afar(self.far, self.far, _NEIGHBOURS, same=True)
        if self.under is None:
            if (lined := in_line(self.cells)) is not None:
                near = np.concatenate([near, nearest(lined, lined, _NEIGHBOURS, same=True)], axis=1)
        else:
            faces = _faces_alone(self.cells, self.under)
            others = nearest(faces, faces, _NEIGHBOURS, same=True), self._beyond_ground()
            near = np.concatenate([near, *others], axis=1)
        if self.drawn is not None:
            near = np.concatenate([near, self.drawn.nearest(_NEIGHBOURS)], axis=1)
        pairs = np.stack([np.repeat(np.arange(len(near)), near.shape[1]), near.ravel()], axis=1)
        return np.unique(np.sort(pairs, axis=1), axis=0)

    def near(self, known: _Near | None = None) -> _Near:
        """Pairs worth comparing, and their differences, of which some may be known."""
        pairs = self.pairs()
        if known is None:
            return pairs, self.blocks(pairs)
        codes, old = (each @ (len(self.cells), 1) for each in (pairs, known[0]))
        at = np.searchsorted(old, codes).clip(0, len(old) - 1)
        blocks, new = known[1][at], old[at] != codes
        blocks[new] = self.blocks(pairs[new])
        return pairs, blocks

    def _beyond_ground(self) -> NDArray[np.intp]:
        """The cells that differ least beyond what the ground explains, from afar: (N, M).

        Through glass equal faces may differ more, by the grounds under them, than others do on one.
        """
        assert self.far_under is not None
        count = len(self.far)
        colour, ground, shown = self.far, self.far_under.colour, self.far_under.apart
        if count > _MANY:
            colour, ground, shown = (coarse(each) for each in (colour, ground, shown))
        one, other = np.triu_indices(count, 1)
        a, b = (Under(ground[at], shown[at], varied=True) for at in (one, other))
        apart = np.zeros((count, count), np.float32)
        apart[one, other] = unexplained(colour[one] - colour[other], a, b).max(axis=(1, 2))
        apart += apart.T
        np.fill_diagonal(apart, np.inf)
        return np.argsort(apart, axis=1, kind="stable")[:, : min(_NEIGHBOURS, count - 1)]

    def blocks(self, pairs: NDArray[np.intp]) -> NDArray[np.float32]:
        """Differences of pairs, block by block; roughly, where even from afar there are many."""
        at, to = pairs[:, 0], pairs[:, 1]
        apart = self.far[at] - self.far[to]
        if self.far_under is None:
            size = np.sqrt(np.einsum("phwc,phwc->phw", apart, apart))
        else:
            size = unexplained(apart, self.far_under[at], self.far_under[to])
        blocks = np.asarray(size, np.float32)
        close = np.flatnonzero(blocks.max(axis=(1, 2)) < _FAR_APART)
        blocks[close] = planes_apart(self.planes, self.planes, at[close], to[close])
        return blocks

    def apart(
        self,
        pairs: NDArray[np.intp],
        blocks: NDArray[np.float32],
        tolerance: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """How far pairs are apart, in tolerances: (P,).

        They are the nearer the more alike their drawings are, if these are known.
        """
        apart = differences(blocks, tolerance)
        return apart if self.drawn is None else apart * self.drawn.unlike(pairs)

    def joins(
        self,
        pairs: NDArray[np.intp],
        blocks: NDArray[np.float32],
        tolerance: NDArray[np.float32],
    ) -> list[Join]:
        """The joins of cells into faces, nearest first; differences in tolerances."""

        def measure(some: NDArray[np.intp]) -> NDArray[np.float32]:
            return self.apart(some, self.blocks(some), tolerance)

        known = self.apart(pairs, blocks, tolerance)
        return linked(len(self.cells), pairs, known, measure, self._unlike())

    def _unlike(self) -> NDArray[np.float32]:
        """How unlike the grounds under the cells are: (N, N)."""
        if self.far_under is None:
            return np.zeros((len(self.cells), len(self.cells)), np.float32)
        small = self.far_under.colour.reshape(len(self.cells), -1)
        square = (small * small).sum(axis=1)
        return np.asarray(square[:, None] + square[None] - 2 * small @ small.T, np.float32)


def best_faces(
    cells: NDArray[np.float32],
    faces: NDArray[np.float32],
    tolerance: NDArray[np.float32],
    limit: float = np.inf,
    under: tuple[Under, Under] | None = None,
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """For each cell the face it shows best, and the difference from it in tolerances.

    Parameters
    ----------
    cells, faces : float32 arrays of shape (N, h, w, 3) and (F, h, w, 3), RGB; at least one face
    tolerance : float32 array of shape (n, n), grey levels
    limit : difference, in tolerances, beyond which it need not be exact
    under : the ground under cells and faces, where it is seen

    Returns
    -------
    face : int array of shape (N,)
    difference : float32 array of shape (N,); infinite where it is surely beyond the limit
    """
    a, b = core(cells), core(faces)
    grounds = None
    if under is not None:
        (a, first), (b, second) = (
            _looked_over(each, ground.core()) for each, ground in zip((a, b), under, strict=True)
        )
        grounds = first, second
    far_a, far_b = thumbs(a), thumbs(b)
    near = nearest_afar(far_a, far_b, _FACES, same=False)
    if grounds is not None:
        shown = [_faces_alone(one, ground) for one, ground in zip((a, b), grounds, strict=True)]
        near = np.concatenate([near, nearest(shown[0], shown[1], _FACES, same=False)], axis=1)
    at, to = np.repeat(np.arange(len(a)), near.shape[1]), near.ravel()
    close = np.ones(len(at), np.bool_)
    if grounds is None:
        # The mean of differences is no less than the difference of means, but for shifts and what
        # lies between two pixels, for which there is twice the room. In small cells a shift by a
        # pixel may need more, so the nearest face is always looked at.
        least = far_a[at] - far_b[to]
        far = np.sqrt(np.einsum("phwc,phwc->phw", least, least)).max(axis=(1, 2))
        close = np.asarray(far <= 2 * limit * float(tolerance.max()), np.bool_)
        close[_least_of_each(far.reshape(near.shape))] = True
    apart = np.full(len(at), np.inf, np.float32)
    blocks = block_differences(a, b, at[close], to[close], grounds)
    apart[close] = differences(blocks, tolerance)
    table = apart.reshape(near.shape)
    best = table.argmin(axis=1)
    each = np.arange(len(a))
    return near[each, best], table[each, best]


def _least_of_each(table: NDArray[np.float32]) -> NDArray[np.intp]:
    """Where the least number of each row of a table, (N, M), lies in the flat table: (N,)."""
    return np.asarray(np.arange(len(table)) * table.shape[1] + table.argmin(axis=1), np.intp)
