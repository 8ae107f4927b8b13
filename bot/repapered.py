"""Faces on other paper: tiles in another light, as under the pointer, or icons on other ground.

Correlation knows a drawing whatever its colours, so it cannot tell which it is of several that
differ in colour alone, or little in shape. The paper of a tile changes by one colour, though, and
what is drawn on it stays as it is, or changes with it; and an icon stays as it is wherever it lies.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.board import UNKNOWN
from bot.cutting import core
from bot.skin import Body, Skin

_Value = TypeVar("_Value", np.float32, np.bool_)

_EVEN, _MOST = 10.0, 0.6
"""Grey levels about which paper changes by one colour, and share of it that must: its edges are
dark or bright."""
_GROUND, _RIM = 24.0, 0.1
"""The same of ground around an icon, and share of a cell at each side where it is looked for."""
_INK = 32.0
"""Grey levels, in the worst channel, by which what is drawn differs from its paper."""
_LEAST = 0.02
"""Share of a cell that must be drawn on."""
_NEAR, _FAR, _LEAD = 12.0, 6.0, 2.0
"""Grey levels by which what is drawn differs at most; and how far all other kinds must be: so many
times as far, and so much."""
_WEAKER, _STRONGER = 0.55, 1.4
"""Contrast, as a share of the face's, that a veil or a brighter light leaves."""
_LARGE = 36
"""px; of larger cells every second line is enough."""


def repapered(
    cells: NDArray[np.float32], maybe: NDArray[np.bool_], skin: Skin
) -> NDArray[np.int64]:
    """The kinds of tiles that are drawn on paper of another colour: (N,), `UNKNOWN` where none.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    maybe : bool array of shape (N, F); the faces of the skin that each may show
    skin : how the tiles look
    """
    found = np.full(len(cells), UNKNOWN, np.int64)
    for number in np.flatnonzero(maybe.any(axis=1)).tolist():
        cell, faces = _part(cells[number][None])[0], _part(skin.faces[maybe[number]])
        papers = _on_ground(cell, faces) if skin.body is None else _on_paper(cell, skin.body)
        if papers is None:
            continue
        drawn = _drawn(cell, papers[0])
        if drawn.mean() >= _LEAST:
            where = drawn | _drawn(faces, papers[1])
            if skin.body is not None:
                where &= ~_part(skin.body.mask[None])
            found[number] = _plainly(_apart(cell, faces, where), skin.kinds[maybe[number]])
    return found


_Papers = tuple[NDArray[np.float32], NDArray[np.float32]]


def _on_paper(cell: NDArray[np.float32], body: Body) -> _Papers | None:
    """The colours of a tile's paper and of that of all faces; None if it is no tile's paper."""
    colour, mask = _part(body.colour[None])[0], _part(body.mask[None])[0]
    if not mask.any():
        return None
    usual = _usual(cell[mask] - colour[mask], _EVEN)
    paper = np.median(colour[mask], axis=0)
    return None if usual is None else (paper + usual, paper)


def _on_ground(cell: NDArray[np.float32], faces: NDArray[np.float32]) -> _Papers | None:
    """The colours of the ground around an icon and around each face; None if it has many."""
    height, width = cell.shape[:2]
    rim = np.ones((height, width), np.bool_)
    y, x = max(1, round(_RIM * height)), max(1, round(_RIM * width))
    rim[y : height - y, x : width - x] = False
    ground = _usual(cell[rim], _GROUND)
    return None if ground is None else (ground, np.median(faces[:, rim], axis=1)[:, None, None])


def _usual(colours: NDArray[np.float32], even: float) -> NDArray[np.float32] | None:
    """The colour that most have, (3,), if most of (P, 3) are near to one."""
    usual = np.median(colours, axis=0)
    return usual if (np.abs(colours - usual).max(axis=-1) <= even).mean() >= _MOST else None


def _part(cells: NDArray[_Value]) -> NDArray[_Value]:
    """Cells, (N, h, w, ...), without their edges, and no larger than is needed."""
    inside = core(cells)  # type: ignore[type-var]
    return inside[:, ::2, ::2] if min(cells.shape[1:3]) > _LARGE else inside


def _drawn(cells: NDArray[np.float32], paper: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(np.abs(cells - paper).max(axis=-1) > _INK, np.bool_)


def _plainly(apart: NDArray[np.float64], kinds: NDArray[np.int64]) -> int:
    """The kind of the nearest face, if all others are far enough; else `UNKNOWN`."""
    best = int(apart.argmin())
    others = apart[kinds != kinds[best]].min(initial=np.inf)
    if apart[best] > _NEAR or others < _LEAD * apart[best] + _FAR:
        return UNKNOWN
    return int(kinds[best])


def _apart(
    cell: NDArray[np.float32], faces: NDArray[np.float32], where: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Grey levels by which a cell differs from faces where either is drawn on, in any light: (F,).

    Either what is drawn is as it was, or one veil of colour, or one light, lies over all of it:
    then the same share of every colour stays.
    """
    count = np.maximum(1, np.count_nonzero(where, axis=(1, 2)))
    one, other = faces - faces.mean(axis=(1, 2), keepdims=True), cell - cell.mean(axis=(0, 1))
    share = (one * other).sum(axis=(1, 2, 3)) / np.maximum(1.0, (one * one).sum(axis=(1, 2, 3)))
    veiled = other - share.clip(_WEAKER, _STRONGER)[:, None, None, None] * one
    ways = [(np.abs(way).max(axis=-1) * where).sum(axis=(1, 2)) for way in (cell - faces, veiled)]
    return np.asarray(np.minimum(*ways) / count, np.float64)
