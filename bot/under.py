"""The ground under the tiles, where it is seen around their faces.

Icons without a frame, and tiles of glass, look different on every place of a painted ground. What
lies under a cell is told from its border: its colours are carried over to the inside, and what has
one of them may be ground. A difference of two cells that the ground explains is none.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.cutting import core, middle
from bot.seams import both_held, gap_in

_VARIED = 3.0
"""Grey levels by which the borders of the cells differ from each other where the ground varies."""
_CONTINUOUS, _EVER = 0.5, 12.0
"""Part of that by which two cells differ along their common border, at most, if it is ground; and
grey levels, which the walls and shadows of tiles exceed."""
_PAINTED, _SMOOTHLY = 12.0, 0.1
"""Grey levels by which borders differ, and part of that by which neighbours do along the border
they share, that nothing but a painted ground shows, whatever lies around the board."""
_NARROWLY, _SIDE = 0.3, 0.25
"""The same part where a painted ground is seen in gaps that are hardly wider than edges are sharp,
and share of a cell at each side in which these are looked for."""
_SQUARES, _IN_SQUARES, _REGULAR = 8, 6.0, 0.9
"""Squares of each colour that a chequered ground has at least, grey levels within which the borders
of cells on them are alike, and share of the cells that are."""
_SEAM = 0.06
"""Share of a cell at each side in which its neighbour may be seen, too."""
_SAMPLES, _SAME_COLOUR, _AROUND = 3000, 12.0, 0.8
"""Pixels compared, grey levels between equal colours, and share of the borders of tiles that must
have colours seen around the board."""
_LIKE_BESIDE, _BESIDE = 25.0, 0.5
"""Grey levels between the ground seen around an outer tile and that beside it, and share of the
outer tiles."""
_MOST = 60.0
"""Grey levels; to differ more is to differ no more."""
_SMOOTHED = 5
"""A border is smoothed over a fifth of the side."""
_BORDER_COLOURS = 20
"""Colours of its own border that a cell is compared with, at least."""
_BIN = 16
"""Grey levels; finer shades of the borders are one colour."""
_SHARE = 0.008
"""Share of all borders that a colour has which is the ground's on the whole board."""
_PRODUCTS = 1 << 16
"""Distances taken at once, which keeps the work in the cache."""
_CELLS = 0.15
"""Share of the cells along whose border such a colour is seen."""
_COLOURS, _COVERED = 16, 0.85
"""Colours that the ground has at most, and share of all borders they have, where it has few."""


@dataclass(frozen=True, slots=True, eq=False)
class Under:
    """What is told of the ground under cells.

    Parameters
    ----------
    colour : float32 array of shape (N, h, w, 3), RGB; the ground carried over from the border
    apart : float32 array of shape (N, h, w); grey levels by which a cell differs from what its
        ground may look like
    varied : whether the ground looks different from cell to cell
    """

    colour: NDArray[np.float32]
    apart: NDArray[np.float32]
    varied: bool

    def __getitem__(self, at: NDArray[np.intp] | slice) -> Under:
        return Under(self.colour[at], self.apart[at], self.varied)

    def shown(self) -> NDArray[np.float32]:
        """By how much each cell differs from ground, on the whole: (N,), grey levels."""
        return np.asarray(np.minimum(core(self.apart), _MOST).mean(axis=(1, 2)), np.float32)

    def core(self) -> Under:
        """The same without the cells' edges."""
        return Under(core(self.colour), core(self.apart), self.varied)

    def part(self, rows: slice, cols: slice) -> Under:
        """The same part of every cell."""
        return Under(self.colour[:, rows, cols], self.apart[:, rows, cols], self.varied)


def under(
    cells: NDArray[np.float32], rows: int, cols: int, tiles: NDArray[np.intp]
) -> Under | None:
    """The ground under cells, if it is seen between them; else None.

    It is if neighbours continue each other across their borders, and what is seen there around
    tiles is seen around the board as well; or if borders change much over the board and hardly at
    all from a tile to its neighbours; or if every second cell has another colour along its border,
    as the squares of a chequered board have, whatever lies on it.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB; the first rows * cols of them are those of a
        lattice, row by row
    rows, cols : size of the lattice
    tiles : int array of shape (M,); some cells that hold tiles, one at least
    """
    border = borders(cells[: rows * cols]).reshape(-1, 3)
    varied = float(np.sqrt(((border - np.median(border, axis=0)) ** 2).sum(axis=1).mean()))
    grid = cells[: rows * cols].reshape(rows, cols, *cells.shape[1:])
    across = np.linalg.norm(grid[:, :-1, :, -1] - grid[:, 1:, :, 0], axis=-1).mean(axis=-1)
    down = np.linalg.norm(grid[:-1, :, -1] - grid[1:, :, 0], axis=-1).mean(axis=-1)
    near = float(np.median(np.concatenate([across.ravel(), down.ravel()])))
    if near > _VARIED:
        inner = _without_seams(cells)
        if _is_chequered(inner[: rows * cols], rows, cols):
            return Under(carried_over(inner), _apart(inner), varied=True)
    held = np.zeros((rows, cols), np.bool_)
    held.flat[tiles] = True
    if near > min(max(_VARIED, _CONTINUOUS * varied), _EVER):
        if near < _NARROWLY * varied and _shows_gaps(grid, held):
            return Under(carried_over(cells), _apart(cells), varied=True)
        return None
    # Nothing but ground changes so much over the board and so little from a tile to its neighbours.
    beside = across[held[:, :-1] | held[:, 1:]], down[held[:-1] | held[1:]]
    most = max(float(np.median(each)) if each.size else np.inf for each in beside)
    if varied > _PAINTED and most < _SMOOTHLY * varied:
        return Under(carried_over(cells), _apart(cells), varied=True)
    row, col = np.divmod(tiles, cols)
    outer = (
        tiles[(row % (rows - 1) == 0) | (col % (cols - 1) == 0)] if min(rows, cols) > 1 else tiles
    )
    # Tiles of the board may reach into the cells around it.
    if not _is_around(cells[tiles], cells[outer], middle(cells[rows * cols :])):
        return None
    return Under(carried_over(cells), _apart(cells), varied > _VARIED)


def _shows_gaps(grid: NDArray[np.float32], held: NDArray[np.bool_]) -> bool:
    """Whether colours change over the board only in the gaps between tiles.

    Parameters
    ----------
    grid : float32 array of shape (R, C, h, w, 3), RGB
    held : bool array of shape (R, C); cells that hold tiles
    """
    for axis, each in ((0, grid), (1, grid.swapaxes(2, 3))):
        rest, side = each.shape[2] // 4, max(2, round(_SIDE * each.shape[3]))
        lines = each[:, :, rest:-rest].mean(axis=2)
        ends, starts = lines[:, :, -side:], lines[:, :, :side]
        if axis == 0:
            way = np.concatenate([ends[:, :-1], starts[:, 1:]], axis=2)
        else:
            way = np.concatenate([ends[:-1], starts[1:]], axis=2)
        if gap_in(way[both_held(held, axis)]) is None:
            return False
    return True


def _without_seams(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cells, (N, h, w, 3), with the outermost pixels, where neighbours mix, as those further in."""
    y, x = (max(1, round(_SEAM * size)) for size in cells.shape[1:3])
    inner = cells[:, y:-y, x:-x]
    return np.asarray(np.pad(inner, ((0, 0), (y, y), (x, x), (0, 0)), mode="edge"), np.float32)


def _is_chequered(cells: NDArray[np.float32], rows: int, cols: int) -> bool:
    """Whether the colour along the border of a cell goes by turns, as on a board for chess.

    Tiles of two colours lie about by chance, so that is the ground's.
    """
    usual = np.median(borders(cells), axis=1)
    dark = np.indices((rows, cols)).sum(axis=0).ravel() % 2 == 1
    if min(np.count_nonzero(dark), np.count_nonzero(~dark)) < _SQUARES:
        return False
    light = np.median(usual[~dark], axis=0)
    colours = np.where(dark[:, None], np.median(usual[dark], axis=0), light)
    apart = np.abs(colours - light).max()
    like = np.abs(usual - colours).max(axis=1) < _IN_SQUARES
    return bool(apart > 2 * _IN_SQUARES and like.mean() > _REGULAR)


def _is_around(
    tiles: NDArray[np.float32], outer: NDArray[np.float32], ring: NDArray[np.float32]
) -> bool:
    """Whether the borders of tiles have colours seen around the board, or those beside it have.

    Parameters
    ----------
    tiles, outer : float32 arrays of shape (M, h, w, 3) and (L, h, w, 3), RGB; all tiles, and those
        in the outer lines of the board
    ring : float32 array of shape (G, h, w, 3), RGB; cells around it
    """
    if not len(ring):
        return True
    border, around = (_some(borders(tiles)), _some(ring))
    if (_nearest(border[None], around[None]) < _SAME_COLOUR).mean() > _AROUND:
        return True
    if not len(outer):
        return False
    usual = np.median(borders(outer), axis=1)
    beside = np.median(ring.reshape(len(ring), -1, 3), axis=1)
    return bool((_nearest(usual[None], beside[None]) < _LIKE_BESIDE).mean() > _BESIDE)


def _some(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """Some of the pixels of cells: (N, 3)."""
    pixels: NDArray[np.float32] = cells.reshape(-1, 3)
    some = np.linspace(0, len(pixels) - 1, min(len(pixels), _SAMPLES)).astype(np.intp)
    return np.asarray(pixels[some], np.float32)


def carried_over(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The colours of each cell's border carried over to its inside, as a Coons patch.

    Bilinearly blended between the four sides (S. A. Coons, "Surfaces for computer-aided design of
    space forms", MIT, 1967).

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3)
    """
    count, height, width = cells.shape[:3]
    top, bottom = _smooth(cells[:, 0]), _smooth(cells[:, -1])
    left, right = _smooth(cells[:, :, 0]), _smooth(cells[:, :, -1])
    y = (np.arange(height, dtype=np.float32) + 0.5)[:, None] / height
    x = (np.arange(width, dtype=np.float32) + 0.5)[:, None] / width
    # The corners, which lie on two sides each, are taken off the upper and the lower side.
    above = (1 - x) * (top[:, :1] + left[:, :1]) + x * (top[:, -1:] + right[:, :1])
    below = (1 - x) * (bottom[:, :1] + left[:, -1:]) + x * (bottom[:, -1:] + right[:, -1:])
    # One product of matrices for each cell: what each line of pixels takes from the four sides.
    down = np.empty((count, height, 8), np.float32)
    down[..., :1], down[..., 1:2], down[..., 2:5], down[..., 5:] = 1 - y, y, left, right
    across = np.empty((count, 8, width, 3), np.float32)
    across[:, 0], across[:, 1] = top - above / 2, bottom - below / 2
    colours = np.eye(3, dtype=np.float32)[:, None]
    across[:, 2:5], across[:, 5:] = (1 - x) * colours, x * colours
    carried = np.matmul(down, across.reshape(count, 8, width * 3))
    return np.asarray(carried.reshape(cells.shape), np.float32)


def _smooth(side: NDArray[np.float32]) -> NDArray[np.float32]:
    """Borders, (N, length, 3), smoothed along their length."""
    size = max(3, (side.shape[1] // _SMOOTHED) | 1)
    return np.asarray(cv2.blur(np.ascontiguousarray(side), (size, 1)), np.float32)


def borders(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The pixels along the border of each cell, (N, h, w, 3): (N, M, 3)."""
    sides = [cells[:, 0], cells[:, -1], cells[:, :, 0], cells[:, :, -1]]
    return np.concatenate(sides, axis=1)


def _apart(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far each pixel is from the colours of the ground around, seen at half the size."""
    count, height, width = cells.shape[:3]
    size = (width + 1) // 2, (height + 1) // 2
    small = np.asarray([cv2.resize(c, size, interpolation=cv2.INTER_AREA) for c in cells])
    flat = small.reshape(count, -1, 3)
    border = borders(cells)
    own = border[:, :: max(1, border.shape[1] // _BORDER_COLOURS)]
    common = _common_colours(border)
    seen = np.concatenate([own, np.broadcast_to(common, (count, *common.shape))], axis=1)
    small = _nearest(flat, seen).reshape(count, size[1], size[0])
    return np.asarray(
        [cv2.resize(a, (width, height), interpolation=cv2.INTER_NEAREST) for a in small], np.float32
    )


def _nearest(colours: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float32]:
    """Distance of each colour from the nearest of others: (N, M) from (N, M, 3) and (N, K, 3)."""
    square = np.einsum("nmc,nmc->nm", colours, colours)
    weighed = np.concatenate([-2 * others, (others**2).sum(axis=2, keepdims=True)], axis=2)
    with_one = np.concatenate([colours, np.ones_like(colours[..., :1])], axis=2)
    step = max(1, _PRODUCTS // colours.shape[1])
    for at, (some, other) in enumerate(zip(with_one.swapaxes(1, 2), weighed, strict=True)):
        starts = range(0, len(other), step)
        least = [(other[start : start + step] @ some).min(axis=0) for start in starts]
        square[at] += np.min(least, axis=0)
    return np.asarray(np.sqrt(square.clip(0)), np.float32)


def _common_colours(borders: NDArray[np.float32]) -> NDArray[np.float32]:
    """The colours of borders, (N, M, 3), if they are few: (K, 3), else none.

    Those that only some cells have are of faces that reach the border.
    """
    shades = 256 // _BIN
    where = (borders // _BIN).astype(np.intp) @ np.asarray([shades * shades, shades, 1])
    counts = np.bincount(where.ravel())
    frequent = np.flatnonzero(counts > _SHARE * where.size)
    if len(frequent) > _COLOURS or counts[frequent].sum() < _COVERED * where.size:
        return np.empty((0, 3), np.float32)
    at = {one: where == one for one in frequent.tolist()}
    common = [borders[here] for here in at.values() if here.any(axis=1).mean() > _CELLS]
    return np.asarray([np.median(each, axis=0) for each in common], np.float32).reshape(-1, 3)


def shown_on(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """By how much cells, (N, h, w, 3), differ from the ground seen along their borders: (N,).

    `Under.shown` of cells that may be any, of a board whose ground is known to be seen.
    """
    return Under(cells, _apart(cells), True).shown()


def unexplained(apart: NDArray[np.float32], a: Under, b: Under) -> NDArray[np.float32]:
    """How far pixels of pairs of cells differ beyond what the ground under them explains.

    A pixel blends face and ground, so that equal faces differ there by a part of what the grounds
    differ by. And what may be ground in both cells is no part of a face.

    Parameters
    ----------
    apart : float32 array of shape (P, h, w, 3); first cells less the second
    a, b : the ground under the first cells and under the second

    Returns
    -------
    difference : float32 array of shape (P, h, w), grey levels
    """
    ways = Ways.of(np.ascontiguousarray(np.moveaxis(a.colour - b.colour, -1, 0)))
    size = ways.beyond(np.ascontiguousarray(np.moveaxis(apart, -1, 0)))
    return np.minimum(size, np.maximum(a.apart, b.apart))


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The ways from one colour to another, of which a part may explain a difference.

    Parameters
    ----------
    along : float32 array of shape (3, ...), colour by colour; vectors of length 1, or shorter
        where colours hardly differ
    length : float32 array of shape (...), grey levels
    """

    along: NDArray[np.float32]
    length: NDArray[np.float32]

    @classmethod
    def of(cls, apart: NDArray[np.float32]) -> Ways:
        """The ways between colours so far apart: (3, ...), colour by colour."""
        length = np.asarray(np.sqrt(dot(apart, apart)), np.float32)
        return cls(np.asarray(apart / np.maximum(length, 1), np.float32), length)

    def beyond(self, apart: NDArray[np.float32]) -> NDArray[np.float32]:
        """The size of differences, (3, ...), once the part of the way that they go is taken off."""
        square = self.square_beyond(apart)
        return np.sqrt(square, out=square)

    def square_beyond(self, apart: NDArray[np.float32]) -> NDArray[np.float32]:
        """The square of that size.

        That part is anything from none to all: where a difference goes p along a way, of which q
        count, its square is less by p * p - (p - q) * (p - q).
        """
        gone = dot(apart, self.along)
        counts = np.minimum(gone, self.length)
        np.maximum(counts, 0, out=counts)
        gone *= 2
        gone -= counts
        gone *= counts
        square = dot(apart, apart)
        square -= gone
        return np.maximum(square, 0, out=square)


def dot(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """Scalar product of colours, float32 (...), from two arrays of shape (3, ...).

    Written out, for numpy runs along the last axis: vectors of three there take ten times as long.
    """
    total = a[0] * b[0]
    total += a[1] * b[1]
    total += a[2] * b[2]
    return np.asarray(total, np.float32)
