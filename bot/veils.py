"""Veils over empty cells: a game may mark its places by a colour through which the ground is seen.

On a plain ground all such marks look alike. On a photograph, or where a colour runs into another,
each looks different, and some of them alike by chance, as two tiles do. What they have in common is
how they change the ground, c = m g + b in each channel, with one m and b for all of them: that is
what painting with a colour and an opacity does (T. Porter and T. Duff, Compositing Digital Images,
SIGGRAPH 1984). The ground under a cell is told from the lines along its border, carried over to the
inside (S. A. Coons, Surfaces for Computer-Aided Design of Space Forms, MIT 1967).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from bot.board import EMPTY, UNKNOWN
from bot.cutting import middle
from bot.under import carried_over

_PLAIN = 12.0
"""Standard deviation of the colours in the middle of a cell, grey levels, up to which nothing is
drawn on it."""
_PAIR, _FEWEST = 2, 6
"""Tiles of a board, and cells from which a veil is told, at least."""
_TRIED = 32
"""Plain cells, from all over the board, any two of which may tell what the veil is."""
_APART = 6.0
"""Grey levels by which the ground around these two differs at least."""
_THINNEST, _DENSEST = 0.95, 0.2
"""What is let through of the ground, at most and at least."""
_BEYOND = 12.0
"""Grey levels by which the colour of a veil may lie outside of all colours."""
_NEAR = 10.0
"""Grey levels within which a cell has the colour that a veil gives it."""
_MOSTLY = 0.4
"""Share of the plain cells that do not look like their border which are seen through one veil; some
of the others lie outside of the board."""
_SEEN = 6.0
"""Grey levels by which a veil changes the ground, at least."""
_VARIED, _EXPLAINED = 2.0, 0.2
"""Grey levels by which veiled cells differ from each other, in the middle, at least; and what is
left of that, and of what the veil changes, where it explains them."""
_PIXELS, _COLOURS = 250, 20
"""Pixels of a cell that tell what it shows, about, and half the colours of its border."""
_COVERED = 0.6
"""Of the veil, from which a pixel is covered by it."""
_SAME, _OF_BORDER = 15.0, 8.0
"""Grey levels, in the worst channel, within which a pixel is the ground seen through the veil, as
it is carried inside; and the same, as a distance of colours, as it is anywhere along the border."""
_WHOLLY, _PARTLY = 0.78, 0.02
"""Share of the pixels that are covered which are that in an empty cell, and up to which a cell is
certainly none as the ground is carried inside."""
_DRAWN, _FAINTEST, _LITTLE = 40.0, 12.0, 0.02
"""Grey levels beyond which a pixel is none of that ground, at most and at least, and share of the
pixels of a cell from which on something is drawn there, be it small."""
_LIKE_EDGES, _TIMES, _MOST_OF = 0.6, 4.0, 95
"""That number in between: a share of what the ground differs by along the border, for an edge of it
runs through the cell; or so many times what nearly all pixels of likely cells, of which so many per
cent, differ by."""
_MOSTLY_DRAWN, _ON_GLASS = 0.5, 0.25
"""Share of the other cells that are drawn on, or that lie on such glass; and share of the pixels of
one that does which show it."""
_BLANKS, _OF_CELLS = 9, 0.1
"""Veiled cells, at least, and as a share of all, that are more than a blank kind of glass has."""
_NONE = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True)
class Veil:
    """A colour painted over the ground.

    Parameters
    ----------
    through : share of the ground that is seen through it
    added : float32 array of shape (3,), RGB; its colour in the rest, which it adds, grey levels
    """

    through: float
    added: NDArray[np.float32]

    def over(self, ground: NDArray[np.floating]) -> NDArray[np.float32]:
        """Colours of the ground, (..., 3), seen through it."""
        return np.asarray(np.float32(self.through) * ground + self.added, np.float32)


def without_veils(
    cells: NDArray[np.float32], tiles: NDArray[np.bool_], cols: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.intp]]:
    """Cells without the veils of the empty ones, and what is sure of them.

    What repeats on a board may be its veils alone; then what is drawn on among them is taken for
    tiles.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    tiles : bool array of shape (N,); those that hold tiles, as far as is known
    cols : columns in which the cells lie

    Returns
    -------
    clear : float32 array of shape (N, h, w, 3), RGB
    tiles : bool array of shape (N,); those that surely hold tiles
    empty : int array of shape (E,); numbers of the cells that surely hold none
    """
    through = _through(cells)
    if through is None:
        return cells, tiles, _NONE
    veiled = through.share > 0
    sure = tiles & ~veiled
    if np.count_nonzero(sure) < _PAIR:
        sure = _among(veiled, cols) & ~veiled & (_contrast(cells) > _PLAIN)
    if np.count_nonzero(sure) < _PAIR:
        return cells, tiles, _NONE
    clear = cells.copy()
    clear[veiled] = through.clear(cells[veiled])
    return clear, sure, np.flatnonzero(veiled)


def see_through(
    kinds: NDArray[np.int64], confidence: NDArray[np.float32], cells: NDArray[np.uint8]
) -> None:
    """Call empty what is unknown and shows the ground through a veil: in place.

    But nothing where a known tile shows no more than that.

    Parameters
    ----------
    kinds : int array of shape (N,)
    confidence : float32 array of shape (N,), in [0, 1]; of those, the share of a cell that is told
    cells : uint8 array of shape (N, h, w, 3), RGB
    """
    left = kinds == UNKNOWN
    through = _through(cells.astype(np.float32)) if left.any() else None
    if through is None or (through.share[kinds > EMPTY] > 0).any():
        return
    found = left & (through.share > 0)
    kinds[found], confidence[found] = EMPTY, through.share[found]


@dataclass(frozen=True, slots=True, eq=False)
class _Through:
    """Which cells show nothing but the ground through a veil.

    Parameters
    ----------
    veil : what they are seen through
    covered : float32 array of shape (h, w), in [0, 1]; how much of the veil covers each pixel
    share : float32 array of shape (N,), in [0, 1]; of what is covered the share that is such
        ground, or 0 where the cell shows anything else
    """

    veil: Veil
    covered: NDArray[np.float32]
    share: NDArray[np.float32]

    def clear(self, cells: NDArray[np.float32]) -> NDArray[np.float32]:
        """Veiled cells, (N, h, w, 3), RGB, without their veil."""
        over = self.covered[..., None]
        ground = (cells - over * self.veil.added) / (1 - over * (1 - self.veil.through))
        return np.asarray(ground.clip(0, 255), np.float32)


def _through(cells: NDArray[np.float32]) -> _Through | None:
    """What is seen through the veil over the empty ones of some cells; None if there is none."""
    veil = veil_over(cells)
    if veil is None:
        return None
    ground = carried_over(cells)
    likely = np.abs(_middles(cells) - veil.over(_middles(ground))).max(axis=1) < _NEAR
    if np.count_nonzero(likely) < _FEWEST:
        return None
    changed = veil.over(ground[likely]) - ground[likely]
    along = ((cells[likely] - ground[likely]) * changed).sum(axis=-1)
    along /= np.maximum((changed**2).sum(axis=-1), 1)
    covered = np.median(along, axis=0).clip(0, 1).astype(np.float32)
    mask = covered > _COVERED
    if middle(mask[None]).mean() < _WHOLLY:
        return None
    rows, cols = _some(mask)
    seen, there = cells[:, rows, cols], ground[:, rows, cols]
    there = there + covered[rows, cols, None] * (veil.over(there) - there)
    apart = np.abs(seen - there).max(axis=-1)
    share, bold = (apart < _SAME).mean(axis=1), np.zeros(len(cells))
    # An edge in the ground runs in its own way from one side to another.
    rest = np.flatnonzero((share > _PARTLY) & (apart > _FAINTEST).any(axis=1))
    border = veil.over(_borders(cells[rest]))
    nearest = _nearest(seen[rest], border)
    share[rest] = ((apart[rest] < _SAME) | (nearest < _OF_BORDER)).mean(axis=1)
    limit = _LIKE_EDGES * np.ptp(border, axis=1).max(axis=1)
    usual = _TIMES * float(np.percentile(apart[likely], _MOST_OF))
    limit = limit.clip(min(max(_FAINTEST, usual), _DRAWN), _DRAWN)
    bold[rest] = (np.minimum(apart[rest], nearest) > limit[:, None]).mean(axis=1)
    share[(share <= _WHOLLY) | (bold >= _LITTLE)] = 0
    if not _are_places(share > 0, cells, seen, there):
        return None
    return _Through(veil, covered, share.astype(np.float32))


def _are_places(
    veiled: NDArray[np.bool_],
    cells: NDArray[np.float32],
    seen: NDArray[np.float32],
    there: NDArray[np.float32],
) -> bool:
    """Whether veiled cells are places without a tile, and no tiles of glass.

    Most other cells that are not bare have something drawn on them then. And where these lie on
    such glass, too, the veiled ones are more than a blank kind may have.

    Parameters
    ----------
    veiled : bool array of shape (N,)
    cells : float32 array of shape (N, h, w, 3), RGB
    seen, there : float32 arrays of shape (N, P, 3); some pixels of them, and how these look where
        nothing is drawn on the veil
    """
    count, drawn = np.count_nonzero(veiled), _contrast(cells) > _PLAIN
    others = ~veiled & (drawn | (np.abs(_middles(cells) - _around(cells)).max(axis=1) > _SEEN))
    if not others.any():
        return bool(count)
    if drawn[others].mean() < _MOSTLY_DRAWN:
        return False
    on_glass = (np.abs(seen[others] - there[others]).max(axis=-1) < _SAME).mean(axis=1)
    glass = (on_glass > _ON_GLASS).mean() > _MOSTLY_DRAWN
    return bool(count >= (max(_BLANKS, _OF_CELLS * len(cells)) if glass else 1))


def _some(mask: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of some pixels of a mask, (h, w), all over it."""
    step = max(1, round(float(np.sqrt(np.count_nonzero(mask) / _PIXELS))))
    thin = np.zeros_like(mask)
    thin[step // 2 :: step, step // 2 :: step] = mask[step // 2 :: step, step // 2 :: step]
    rows, cols = np.nonzero(thin)
    return rows, cols


def _among(veiled: NDArray[np.bool_], cols: int) -> NDArray[np.bool_]:
    """The cells, (N,), in the rectangle around veiled ones, and right beside it."""
    grid = veiled.reshape(-1, cols)
    inside = np.zeros_like(grid)
    if grid.any():
        rows, across = (np.flatnonzero(grid.any(axis=axis)) for axis in (1, 0))
        inside[max(0, rows[0] - 1) : rows[-1] + 2, max(0, across[0] - 1) : across[-1] + 2] = True
    return inside.ravel()


def veil_over(cells: NDArray[np.float32]) -> Veil | None:
    """The veil over the empty ones of some cells, float32 (N, h, w, 3); None if there is none."""
    plain = np.flatnonzero(_contrast(cells) <= _PLAIN)
    shown = _middles(cells[plain])
    differ = np.abs(shown - _around(cells[plain])).max(axis=1) > _SEEN
    plain, shown = plain[differ], shown[differ]
    if len(plain) < _FEWEST:
        return None
    ground = _middles(carried_over(cells[plain]))
    some = np.unique(np.linspace(0, len(plain) - 1, _TRIED).round().astype(np.intp))
    at, to = some[np.stack(np.triu_indices(len(some), 1))]
    along = ground[to] - ground[at]
    length = (along**2).sum(axis=1)
    far = length > _APART**2
    at, to, along, length = at[far], to[far], along[far], length[far]
    through = ((shown[to] - shown[at]) * along).sum(axis=1) / length
    able = (through < _THINNEST) & (through > _DENSEST)
    at, through = at[able], through[able]
    if not at.size:
        return None
    colours = shown[at] - through[:, None] * ground[at]
    tried = shown[None] - through[:, None, None] * ground[None] - colours[:, None]
    near = np.abs(tried).max(axis=2)
    best = np.minimum(near, _NEAR).sum(axis=1).argmin()
    own = near[best] < _NEAR
    if np.count_nonzero(own) < max(_FEWEST, _MOSTLY * len(plain)):
        return None
    return _fitted(ground[own], shown[own])


def _fitted(ground: NDArray[np.float64], shown: NDArray[np.float64]) -> Veil | None:
    """The veil that changes these colours of the ground, (N, 3), to those; None if none does."""
    varied, seen = ground - ground.mean(axis=0), shown - shown.mean(axis=0)
    through = float((varied * seen).sum() / max(1.0, (varied**2).sum()))
    added = shown.mean(axis=0) - through * ground.mean(axis=0)
    veil = Veil(through, added.astype(np.float32))
    colour = veil.added / max(1 - through, 1e-3)
    if not _DENSEST < through < _THINNEST or (np.abs(colour - 127.5) > 127.5 + _BEYOND).any():
        return None
    left = np.median(np.abs(shown - veil.over(ground)).max(axis=1))
    differ = np.median(np.abs(seen).max(axis=1))
    changed = np.median(np.abs(shown - ground).max(axis=1))
    clear = differ > _VARIED and changed > _SEEN and left < _EXPLAINED * min(differ, changed)
    return veil if clear else None


def _inner(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Some pixels in the middle of each cell: (N, P, 3)."""
    inner = middle(cells)[:, ::2, ::2]
    return inner.reshape(len(cells), inner.shape[1] * inner.shape[2], 3)


def _contrast(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much is drawn in the middle of each cell, grey levels: (N,)."""
    return np.asarray(_inner(cells).std(axis=1).max(axis=1), np.float32)


def _middles(cells: NDArray[np.float32]) -> NDArray[np.float64]:
    """The colour in the middle of each cell: (N, 3)."""
    return np.median(_inner(cells), axis=1).astype(np.float64)


def _around(cells: NDArray[np.float32]) -> NDArray[np.float64]:
    """The colour that is usual along the borders of each cell: (N, 3)."""
    sides = [cells[:, 0], cells[:, -1], cells[:, :, 0], cells[:, :, -1]]
    return np.asarray(np.mean([np.median(side, axis=1) for side in sides], axis=0), np.float64)


def _borders(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Some colours along the border of each cell: (N, B, 3)."""
    step = max(1, sum(cells.shape[1:3]) // _COLOURS)
    sides = [cells[:, 0], cells[:, -1], cells[:, :, 0], cells[:, :, -1]]
    return np.concatenate([side[:, ::step] for side in sides], axis=1)


def _nearest(colours: NDArray[np.float32], others: NDArray[np.floating]) -> NDArray[np.float32]:
    """How far each colour of a cell, (N, P, 3), lies from the nearest of others, (N, B, 3): (N, P).

    In grey levels.
    """
    apart = np.empty(colours.shape[:2], np.float32)
    for here, these, nearest in zip(colours, others.astype(np.float32), apart, strict=True):
        nearest[:] = cdist(here, these).min(axis=1)
    return apart
