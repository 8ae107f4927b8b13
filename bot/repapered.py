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
from bot.channels import worst_channel
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
_WORST, _STROKE = 0.03, 16.0
"""Share of what is drawn where a face may differ most; and by how much more all others must differ
in as much of theirs, if not by so much everywhere."""
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
            apart = _apart(cell, faces, where, papers[0] - papers[1])
            found[number] = _plainly(apart, skin.kinds[maybe[number]])
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
    return usual if (worst_channel(np.abs(colours - usual)) <= even).mean() >= _MOST else None


def _part(cells: NDArray[_Value]) -> NDArray[_Value]:
    """Cells, (N, h, w, ...), without their edges, and no larger than is needed."""
    inside = core(cells)  # type: ignore[type-var]
    return inside[:, ::2, ::2] if min(cells.shape[1:3]) > _LARGE else inside


def _drawn(cells: NDArray[np.float32], paper: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray(worst_channel(np.abs(cells - paper)) > _INK, np.bool_)


def _plainly(apart: tuple[NDArray[np.float64], ...], kinds: NDArray[np.int64]) -> int:
    """The kind of the nearest face, if all others are far enough; else `UNKNOWN`.

    In all of what is drawn; or where it differs most, for eyes may be all that tells two faces.
    """
    usual, worst = apart
    best = int(usual.argmin())
    far = (usual >= _LEAD * usual[best] + _FAR) | (worst >= _LEAD * worst[best] + _STROKE)
    clear = far[kinds != kinds[best]].all() and usual[best] <= _NEAR
    return int(kinds[best]) if clear else UNKNOWN


def _apart(
    cell: NDArray[np.float32],
    faces: NDArray[np.float32],
    where: NDArray[np.bool_],
    change: NDArray[np.float32],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Grey levels by which a cell differs from faces where either is drawn on, in any light: (F,).

    Usually, and where it differs most.

    Either what is drawn is as it was, but that the change of paper shines through its edges; or one
    veil of colour, or one light, lies over all of it: then the same share of every colour stays.
    """
    count = np.maximum(1, np.count_nonzero(where, axis=(1, 2)))
    one, other = faces - faces.mean(axis=(1, 2), keepdims=True), cell - cell.mean(axis=(0, 1))
    share = (one * other).sum(axis=(1, 2, 3)) / np.maximum(1.0, (one * one).sum(axis=(1, 2, 3)))
    veiled = other - share.clip(_WEAKER, _STRONGER)[:, None, None, None] * one
    plain = cell - faces
    through = (plain * change).sum(axis=-1) / np.maximum(1.0, (change * change).sum(axis=-1))
    through[_inside(where)] = 0
    plain -= through.clip(0, 1)[..., None] * change
    ways = [worst_channel(np.abs(way)) * where for way in (plain, veiled)]
    usual = np.stack([way.sum(axis=(1, 2)) / count for way in ways])
    better = usual.argmin(axis=0)
    rank = np.maximum(1, (_WORST * count).astype(int))
    worst = [np.sort(ways[way][at], axis=None)[-rank[at]] for at, way in enumerate(better.tolist())]
    return usual.min(axis=0), np.asarray(worst, np.float64)


def _inside(where: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of some pixels, (F, h, w), have no other ones beside them."""
    inside, around = where.copy(), np.pad(where, ((0, 0), (1, 1), (1, 1)))
    for down, right in ((0, 1), (2, 1), (1, 0), (1, 2)):
        inside &= around[:, down:, right:][:, : where.shape[1], : where.shape[2]]
    return inside
