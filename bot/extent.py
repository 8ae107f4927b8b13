"""How far a board reaches: lines of cells that are taken in, and lines that are no part of it.

Where tiles lie is seen, where the board ends is not. What lies in line with it may be more of it,
as where whole lines between are cleared, or a row of buttons as large as tiles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.cutting import middle
from bot.evening import chance_apart, is_odd
from bot.frame import Frame
from bot.geometry import Cell, Lattice
from bot.ground import HAS_BODY, agreement, around, contrast, shows_face
from bot.make import Make
from bot.naming import Named
from bot.naming_closed import is_drawn
from bot.outlines import Outlines
from bot.outofstep import is_out_of_step
from bot.skin import Skin

FULL = 0.5
"""Share of cells with tiles above which a line of strangers beside the board is no part of it."""
_EMPTY_LINES = 9
"""How many empty lines a lonely tile's twin may lie beyond."""
_PAST = 3
"""Lines beside the board, and past empty ones, in which tiles of any face are looked for."""
_TWINS = 0.9
"""Likeness in outlines of two cells that show one face, on whatever photograph."""
_MOST = 0.7
"""Share of the cells of a line that must look as tiles do to be taken in beside a full board."""
_FAINT = 0.7
"""Contrast, as a share of what the faintest tenth of the tiles have, that a tile has."""
_BY_CHANCE, _AS_TILES = 2e-3, 1e-7
"""How likely lines may be to hold all the tiles of their kinds, if these lie about by chance, and
be none of the board all the same; and lines of tiles that have the body of all others, none of them
without a twin. Of a small board whose tiles come in pairs many a line is like that."""

_TOGETHER = sorted((sides for sides in product((0, 1), repeat=4) if sum(sides) > 1), key=sum)
"""Which outer lines may be no part of a board together: some of `_VIEWS`, the fewest first."""
_VIEWS: tuple[Callable[[NDArray[Any]], NDArray[Any]], ...] = (
    lambda grid: grid,
    lambda grid: grid[::-1],
    lambda grid: grid.T,
    lambda grid: grid.T[::-1],
)
"""A grid with its first, last, left and right line as the first row."""


def widened(lattice: Lattice, found: list[Cell]) -> Lattice:
    """The lattice with the lines that reach as far as these cells outside it."""
    rows, cols = zip(*found, strict=True)
    top, left = max(0, -min(rows)), max(0, -min(cols))
    bottom, right = max(lattice.rows, max(rows) + 1), max(lattice.cols, max(cols) + 1)
    return Lattice(lattice.center(Cell(-top, -left)), lattice.pitch, top + bottom, left + right)


def moved(tiles: NDArray[np.bool_], lattice: Lattice, wider: Lattice) -> NDArray[np.bool_]:
    """The marks of the cells of a lattice on a wider one."""
    row = round((lattice.origin.y - wider.origin.y) / lattice.pitch[1])
    col = round((lattice.origin.x - wider.origin.x) / lattice.pitch[0])
    marks = np.zeros((wider.rows, wider.cols), np.bool_)
    marks[row : row + lattice.rows, col : col + lattice.cols] = tiles.reshape(lattice.rows, -1)
    return marks.ravel()


def farther(
    frame: Frame, lattice: Lattice, cells: NDArray[np.float32], named: Named
) -> Iterator[Lattice]:
    """The lattice widened to what may be more of its board, the likeliest first.

    Known faces that are seen past an empty line, or twins of lonely tiles past several of them; and
    what looks as tiles do, line by line from the board on: the last tiles of a kind may both lie
    there.

    Parameters
    ----------
    frame, lattice : the picture, and where cells lie
    cells : float32 array of shape (rows * cols, h, w, 3), RGB
    named : their names
    """
    kinds, skin = named.kinds, named.skin
    names, counts = np.unique(kinds[kinds > EMPTY], return_counts=True)
    odd = np.isin(skin.kinds, names[counts % 2 == 1])
    lonely = cells[kinds == UNKNOWN]
    if (kinds > EMPTY).mean() > FULL and not (odd.any() or len(lonely)):
        return
    skin = _with_faces(skin, np.ones(len(skin.kinds), np.bool_), lonely)
    alone = _with_faces(named.skin, odd, lonely)
    asked: list[Lattice] = []
    for lines in range(_EMPTY_LINES + 1):
        known = skin if lines == 1 else alone
        if not len(known.faces) and lines > _PAST:
            break
        corners = [Cell(-lines, -lines), Cell(lattice.rows + lines - 1, lattice.cols + lines - 1)]
        ring, places = around(frame, widened(lattice, corners))
        # Next to the board known faces were looked for when it was named.
        seeks = lines and len(known.faces)
        for shown in (
            _show(ring, known, named) if seeks else np.zeros(len(ring), np.bool_),
            _like_tiles(ring, cells, named) if lines <= _PAST else np.zeros(len(ring), np.bool_),
        ):
            # These are cells of a lattice that begins some lines before.
            far = [
                Cell(places[at].row - lines, places[at].col - lines)
                for at in np.flatnonzero(shown).tolist()
            ]
            if far and (wider := widened(lattice, far)) not in asked:
                asked.append(wider)
                yield wider


def lines_of_tiles(
    frame: Frame, lattice: Lattice, cells: NDArray[np.float32], named: Named
) -> Iterator[Lattice]:
    """The lattice widened by a line most cells of which have the body of the tiles.

    Of a full board so small that all its kinds are even by chance, as 2 x 4 of 4 x 4 tiles may be.
    The parameters are those of `farther`.
    """
    if named.skin.body is None:
        return
    ring, places = around(frame, lattice)
    shown = _like_tiles(ring, cells, named)
    rows, cols = np.asarray(places, np.intp).reshape(-1, 2).T
    inner_row, inner_col = (rows >= 0) & (rows < lattice.rows), (cols >= 0) & (cols < lattice.cols)
    for line, length in (
        ((rows < 0) & inner_col, lattice.cols),
        ((rows == lattice.rows) & inner_col, lattice.cols),
        ((cols < 0) & inner_row, lattice.rows),
        ((cols == lattice.cols) & inner_row, lattice.rows),
    ):
        if np.count_nonzero(shown & line) >= _MOST * length:
            yield widened(lattice, [places[int(np.flatnonzero(line)[0])]])


def beside(frame: Frame, lattice: Lattice, cells: NDArray[np.float32], named: Named) -> list[Cell]:
    """Places around a board where twins of its lonely tiles are seen, or else all of them.

    The parameters are those of `farther`.
    """
    ring, places = around(frame, lattice)
    lonely = cells[named.kinds == UNKNOWN]
    if not len(lonely):
        return places
    known = _with_faces(named.skin, np.zeros(len(named.skin.kinds), np.bool_), lonely)
    return [places[at] for at in np.flatnonzero(shows_face(ring, known)).tolist()] or places


def _show(ring: NDArray[np.float32], known: Skin, named: Named) -> NDArray[np.bool_]:
    """Which cells around a board show one of some faces, on whatever photograph: (G,)."""
    shown = shows_face(ring, known)
    if named.skin.hides is not None and len(ring):
        shown |= Outlines.of(known.faces, known.weights).likeness(ring).max(axis=1) > _TWINS
    return np.asarray(shown, np.bool_)


def _with_faces(skin: Skin, some: NDArray[np.bool_], more: NDArray[np.float32]) -> Skin:
    """A skin of some of its faces, and of more, (N, h, w, 3), each of a kind of its own."""
    return skin.with_faces(some, more, np.arange(len(more)) + int(skin.kinds.max(initial=0)) + 1)


def _like_tiles(
    ring: NDArray[np.float32], cells: NDArray[np.float32], named: Named
) -> NDArray[np.bool_]:
    """Which cells around a board look as its tiles do, and not as its empty cells: (G,)."""
    tiles, body = np.flatnonzero(named.kinds != EMPTY), named.skin.body
    if not len(ring) or not tiles.size:
        return np.zeros(len(ring), np.bool_)
    if body is None:
        ground = cells[named.kinds == EMPTY]
        return is_drawn(np.concatenate([cells, ring]), tiles, ground)[len(cells) :]
    faint = _FAINT * np.percentile(contrast(middle(cells[tiles])), 10)
    return np.asarray(
        (agreement(ring, body) > HAS_BODY) & (contrast(middle(ring)) > faint), np.bool_
    )


def kept(
    lattice: Lattice,
    cells: NDArray[np.float32],
    named: Named,
    *,
    several: bool = True,
    plain_cells: NDArray[np.float32] | None = None,
) -> NDArray[np.bool_]:
    """Which cells are left without outer lines that hold no tile, or only strangers: (rows, cols).

    Strangers are tiles without a twin elsewhere: buttons in a row, as wide as the tiles; or, where
    several lines may be left out at once, tiles whose twins all lie there. A lens through which the
    cells are seen shows buttons as tiles: of what make these are is told by the `plain_cells`.
    """
    body = named.skin.body
    kinds = named.kinds.reshape(lattice.rows, lattice.cols)
    bodied = np.zeros(kinds.shape, np.bool_)
    if body is not None:
        bodied = (agreement(cells, body) > HAS_BODY).reshape(kinds.shape)
    left_over = np.zeros(kinds.shape, np.bool_)
    make = Make(cells if plain_cells is None else plain_cells, named.kinds)
    numbers = np.arange(kinds.size).reshape(kinds.shape)
    top, bottom, left, right = 0, lattice.rows, 0, lattice.cols
    while top < bottom and left < right:
        inner, has = kinds[top:bottom, left:right], bodied[top:bottom, left:right]
        there = numbers[top:bottom, left:right]
        sides = [
            _foreign(view(inner), view(has) if body else None, several)
            or make.strange_rows(view(there))
            or _lies_aside(view(inner), view(there), view(has), cells, across=number > 1)
            for number, view in enumerate(_VIEWS)
        ]
        one = sides[0] or sides[1] or sides[2] or sides[3]
        if one:  # the others of each two are asked again
            sides[1] *= not sides[0]
            sides[3] *= not sides[2]
        elif several:
            sides = _foreign_together(inner, has if body else None)
        if not any(sides):
            break
        top, bottom = top + sides[0], bottom - sides[1]
        left, right = left + sides[2], right - sides[3]
    left_over[top:bottom, left:right] = True
    return left_over


def _foreign(kinds: NDArray[np.int64], bodied: NDArray[np.bool_] | None, several: bool) -> int:
    """How many of the first rows of cells are no part of the board that the rest is, (rows, cols).

    One, if it is a stranger; or several, as lines of a text above are, whose kinds all lie there.
    """
    if _is_foreign(kinds[0], kinds[1:], bodied[0] if bodied is not None else None):
        return 1
    if not several:
        return 0
    tiles = np.cumsum(np.count_nonzero(kinds, axis=1))
    most = int(np.count_nonzero(2 * tiles <= tiles[-1]))
    if np.isin(kinds[0][kinds[0] > 0], kinds[most:]).any():
        return 0
    for rows in range(2, most + 1):
        few, rest = kinds[:rows], kinds[rows:]
        if not np.isin(few[few > 0], rest).any() and _is_apart(
            few, rest, None if bodied is None else bodied[:rows]
        ):
            return rows
    return 0


def _foreign_together(kinds: NDArray[np.int64], bodied: NDArray[np.bool_] | None) -> list[int]:
    """Which of the first, last, left and right lines together hold kinds that no other line does.

    As lines of a text above a board and below it do, whose letters are twins of each other, or a
    ground that repeats.
    """
    for sides in _TOGETHER:
        outer = np.zeros(kinds.shape, np.bool_)
        for view, is_one in zip(_VIEWS, sides, strict=True):
            view(outer)[0] |= bool(is_one)
        lines, rest = kinds[outer], kinds[~outer]
        own = rest.size > 0 and not np.isin(lines[lines > 0], rest).any()
        some = None if bodied is None else bodied[outer]
        if own and _is_apart(lines, rest, some, ways=len(_TOGETHER)):
            return [*sides]
    return [0] * len(_VIEWS)


def _is_foreign(
    line: NDArray[np.int64], rest: NDArray[np.int64], bodied: NDArray[np.bool_] | None
) -> bool:
    """Whether an outer line of cells is no part of the board that the rest is.

    None of its tiles has a twin in the rest; and besides there are so many of them; or they lack
    the body of the tiles, or where there is no body, some have no twin at all. Beside a board that
    is nearly full both must tell that they are tiles; where there is no body these fill the line,
    or are two side by side, each next to another tile.
    """
    held = line != EMPTY
    if not held.any() or not rest.size:
        return True
    if np.isin(line[line > 0], rest).any():
        return False
    if _is_apart(line, rest, bodied):
        return True
    odd = is_odd(line[held])
    if (rest > 0).mean() > FULL:
        # All tiles of a kind may lie there where there are few, but not past an empty line.
        next_to = rest[0] != EMPTY
        at = np.flatnonzero(held)
        joined = bodied is None and at[-1] == at[0] + 1 and bool((rest[0][at] > 0).all())
        return odd or not next_to.any() or not (joined or _are_tiles(line, bodied))
    return odd if bodied is None else bool(bodied[held].mean() < 0.5)


def _lies_aside(
    kinds: NDArray[np.int64],
    numbers: NDArray[np.intp],
    bodied: NDArray[np.bool_],
    cells: NDArray[np.float32],
    *,
    across: bool,
) -> bool:
    """Whether the first row, (rows, cols), has no twins in others and is out of step with them.

    What has the body of the tiles where they have it is in step with them.
    """
    line, rest = kinds[0], kinds[1:]
    held = line != EMPTY
    if np.isin(line[line > 0], rest).any() or bodied[0][held].all():
        return False
    return is_out_of_step(cells[numbers[0][held]], cells[numbers[1:][rest != EMPTY]], across=across)


def _is_apart(
    lines: NDArray[np.int64],
    rest: NDArray[np.int64],
    bodied: NDArray[np.bool_] | None,
    ways: int = 1,
) -> bool:
    """Whether it is too unlikely that the kinds of outer lines lie nowhere else by chance.

    Of lines that were chosen out of so many.
    """
    some = lines[lines != EMPTY]
    as_tiles = _are_tiles(lines, bodied) and not is_odd(some)
    return ways * chance_apart(some, rest) < (_AS_TILES if as_tiles else _BY_CHANCE)


def _are_tiles(lines: NDArray[np.int64], bodied: NDArray[np.bool_] | None) -> bool:
    """Whether what lies there looks as tiles do: has their body, or where none is, fills lines."""
    held = lines != EMPTY
    return bool(held.all() if bodied is None else bodied[held].all())
