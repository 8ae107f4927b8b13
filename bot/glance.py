"""A glance: reading a known board again, looking only at the cells that changed.

What a cell was a moment ago says much about what it is now: the same tile, the same tile drawn as
selected, nothing, or, where tiles fall, another face that was seen before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.classify import (
    best_faces,
    block_differences,
    core,
    cut,
    differences,
    rim,
    same_place,
    shape_scores,
)
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Lattice
from bot.ground import HAS_BODY, agreement, around, contrast
from bot.reading import Reading, board_of, cells_of
from bot.skin import Body, Skin

_SHOWS = 0.6
"""Correlation with its face that a tile surely has, unless the face is flat."""
_STILL = 0.45
"""Correlation with the face that lay there a moment ago, if no other face comes closer: a tile
whose look was changed. Chance brings ground no nearer than 0.4, and seldom to that very face."""
_TINTED, _LEAD = 0.8, 0.1
"""Correlation, and lead over the second kind, of a changed tile that was not there before."""
_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the faces have, below which a cell is flat."""
_PARTS = 5
"""A face is looked for in 5 x 5 parts when something hides some of it."""
_SAME_PART, _PART = 0.75, 0.3
"""Correlation at which a part is seen, and the share of parts that shows the tile is there."""
_OWN = 0.1
"""Lead over the mean of all faces, so that a frame that all tiles share does not count."""
_DETAIL = 6.0
"""Grey levels by which a part must vary from other faces to be recognised."""
_FADED = 0.4
"""Contrast, as a share of its face's, that a tile keeps however it is tinted."""
_MARKED = 8.0
"""Grey levels, in the middle block along the rim, beyond which a tile is drawn as selected;
gone neighbours and their shadows change some sides only."""


def read_again(frame: Frame, known: Reading) -> Reading:
    """Read another frame of a game whose lattice and faces are known.

    Raises
    ------
    BoardNotFoundError
        if the frame has another size than the one that was read
    """
    if frame.pixels.shape != known.pixels.shape:
        height, width = known.pixels.shape[:2]
        raise BoardNotFoundError(
            f"the board was found in a picture of {width} x {height}, which says nothing about "
            f"one of {frame.width} x {frame.height}: read it anew"
        )
    changed = _changed_cells(frame.pixels, known.pixels, known.lattice)
    if not changed.size:
        return replace(known, pixels=frame.pixels)
    cells, looks, kinds = cut(frame, known.lattice, changed), known.looks.copy(), known.kinds
    before = kinds[changed]
    kinds[changed] = now = _named(
        cells, before, looks[changed], known.skin, lambda: around(frame, known.lattice)[0]
    )
    stays = (now == before) & (now > 0)
    marked = _is_marked(cells, now, stays, looks[changed], known.skin)
    plain = ~(marked & stays)
    looks[changed[plain]] = cells[plain]
    selected = np.concatenate([np.setdiff1d(known.marks, changed), changed[marked]])
    return Reading(
        board_of(kinds, known.lattice),
        known.lattice,
        known.skin,
        cells_of(selected, known.lattice),
        frame.pixels,
        looks,
    )


def _changed_cells(
    now: NDArray[np.uint8], before: NDArray[np.uint8], lattice: Lattice
) -> NDArray[np.intp]:
    """Numbers of the cells of which any pixel changed."""
    left, top, right, bottom = lattice.bounds()
    x = np.rint(np.linspace(left, right, lattice.cols + 1)).astype(int).clip(0, now.shape[1])
    y = np.rint(np.linspace(top, bottom, lattice.rows + 1)).astype(int).clip(0, now.shape[0])
    return np.asarray(
        [
            row * lattice.cols + col
            for row in range(lattice.rows)
            for col in range(lattice.cols)
            if not np.array_equal(
                now[y[row] : y[row + 1], x[col] : x[col + 1]],
                before[y[row] : y[row + 1], x[col] : x[col + 1]],
            )
        ],
        dtype=np.intp,
    )


def _named(
    cells: NDArray[np.float32],
    before: NDArray[np.int64],
    looks: NDArray[np.float32],
    skin: Skin,
    ground: Callable[[], NDArray[np.float32]],
) -> NDArray[np.int64]:
    """Kinds of changed cells, from what they were and how they look: int (N,)."""
    scores = shape_scores(cells, skin.faces)
    faces_contrast = contrast(skin.faces)
    faint = _FLAT * float(np.percentile(faces_contrast, 10))
    shows = (scores > _SHOWS) | (faces_contrast < faint)
    kinds = np.full(len(cells), UNKNOWN, np.int64)

    own = _best_of_kind(scores, before, skin)
    alike = differences(same_place(core(cells), core(looks)), skin.tolerance) <= skin.limit
    alike &= (before > 0) & shows[np.arange(len(cells)), own]
    kinds[alike] = before[alike]

    rest = np.flatnonzero(kinds == UNKNOWN)
    face, difference = best_faces(cells[rest], skin.faces, skin.tolerance, skin.limit)
    fits = (difference <= skin.limit) & shows[rest, face]
    kinds[rest[fits]] = skin.kinds[face[fits]]

    rest = np.flatnonzero(kinds == UNKNOWN)
    # Smooth ground correlates with anything: what holds a tile has some contrast of its own.
    strength = contrast(cells[rest])[:, None] / faces_contrast
    tinted = np.where(strength > _FADED, scores[rest], -1)
    kinds[rest] = _tinted(tinted, before[rest], own[rest], skin)

    # A line drawn over a highlighted tile leaves only a part of its face.
    rest = np.flatnonzero((kinds == UNKNOWN) & (before > 0))
    there = _remains(cells[rest], own[rest], skin.faces) > _PART
    kinds[rest[there]] = before[rest[there]]

    rest = np.flatnonzero(kinds == UNKNOWN)
    bare = contrast(cells[rest]) < faint
    if skin.body is not None:
        lacks = np.flatnonzero(~bare & (agreement(cells[rest], skin.body) < HAS_BODY))
        # A frame around an empty slot, as around what was clicked last, leaves its middle bare.
        bare[lacks] = contrast(_middle(cells[rest[lacks]])) < faint
        lacks = lacks[~bare[lacks]]
        if lacks.size:
            bare[lacks] = _is_nearer_ground(cells[rest[lacks]], skin.body, ground())
    else:
        bare |= (before[rest] != UNKNOWN) & ~shows[rest].any(axis=1)
    kinds[rest[bare]] = EMPTY
    return kinds


def _middle(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The inner half of each cell."""
    height, width = cells.shape[1:3]
    return cells[:, height // 4 : height - height // 4, width // 4 : width - width // 4]


def _is_nearer_ground(
    cells: NDArray[np.float32], body: Body, ground: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Whether the colours where the body should be are nearer to the ground around: bool (N,).

    A highlight takes a tile's colours away from its body, but seldom as far as to the ground.
    """
    if not len(ground) or not len(cells):
        return np.ones(len(cells), np.bool_)
    here = cells[:, body.mask]
    to_body = np.abs(here - body.colour[body.mask]).max(axis=-1)
    to_ground = [np.abs(here - colours).max(axis=-1) for colours in ground[:, body.mask]]
    return np.asarray((np.min(to_ground, axis=0) < to_body).mean(axis=1) > 0.5, dtype=np.bool_)


def _remains(
    cells: NDArray[np.float32], own: NDArray[np.intp], faces: NDArray[np.float32]
) -> NDArray[np.float64]:
    """How much of a face can still be seen in each cell, as a share of what is its own.

    Parameters
    ----------
    cells, faces : float32 arrays of shape (N, h, w, 3) and (F, h, w, 3), RGB
    own : int array of shape (N,); cell i is compared with face own[i]

    Returns
    -------
    shares : float64 array of shape (N,); 0 for a face without detail of its own
    """
    if not len(cells):
        return np.zeros(0)
    now, all_faces = core(cells).mean(axis=-1), core(faces).mean(axis=-1)
    then, usual = all_faces[own], all_faces.mean(axis=0)
    seen, whole = np.zeros(len(cells)), np.zeros(len(cells))
    for part in _parts(*now.shape[1:]):
        detail = (then - usual)[:, *part].std(axis=(1, 2)) > _DETAIL
        likeness = _correlation(now[:, *part], then[:, *part])
        chance = _correlation(now[:, *part], np.broadcast_to(usual, then.shape)[:, *part])
        whole += detail
        seen += detail & (likeness > _SAME_PART) & (likeness > chance + _OWN)
    return np.where(whole >= _PARTS, seen / np.maximum(whole, 1), 0.0)


def _parts(height: int, width: int) -> list[tuple[slice, slice]]:
    y = np.linspace(0, height, _PARTS + 1).astype(int).tolist()
    x = np.linspace(0, width, _PARTS + 1).astype(int).tolist()
    return [
        (slice(top, bottom), slice(left, right))
        for top, bottom in pairwise(y)
        for left, right in pairwise(x)
    ]


def _correlation(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float64]:
    """Correlation of pairs of grey pictures, (N, h, w) each: (N,), in [-1, 1]."""
    a = a - a.mean(axis=(1, 2), keepdims=True)
    b = b - b.mean(axis=(1, 2), keepdims=True)
    norm = np.sqrt((a * a).sum(axis=(1, 2)) * (b * b).sum(axis=(1, 2)))
    return np.asarray((a * b).sum(axis=(1, 2)) / np.maximum(norm, 1e-3), dtype=np.float64)


def _best_of_kind(
    scores: NDArray[np.float32], kinds: NDArray[np.int64], skin: Skin
) -> NDArray[np.intp]:
    """For each cell the face of the given kind that it shows best, any face if there is none."""
    of_kind = skin.kinds[None] == kinds[:, None]
    return np.asarray(np.where(of_kind, scores, -2).argmax(axis=1), dtype=np.intp)


def _tinted(
    scores: NDArray[np.float32],
    before: NDArray[np.int64],
    own: NDArray[np.intp],
    skin: Skin,
) -> NDArray[np.int64]:
    """Kinds of cells that show a face in changed colours, UNKNOWN for the others."""
    each = np.arange(len(scores))
    best = scores.argmax(axis=1)
    others = np.where(skin.kinds[None] == skin.kinds[best][:, None], -1, scores).max(axis=1)
    top = scores[each, best]
    clear = (top > _TINTED) & (top - others > _LEAD)
    still = (before > 0) & (scores[each, own] >= top) & (top > _STILL)
    return np.where(still, before, np.where(clear, skin.kinds[best], UNKNOWN))


def _is_marked(
    cells: NDArray[np.float32],
    kinds: NDArray[np.int64],
    stays: NDArray[np.bool_],
    looks: NDArray[np.float32],
    skin: Skin,
) -> NDArray[np.bool_]:
    """Which cells hold a tile that is drawn as selected: bool (N,).

    All along its rim it differs from how it looked before, and from its face. Where tiles have
    no body, the rim is ground, and only a tile that stays in its place can be judged.
    """
    judged = np.flatnonzero(stays if skin.body is None else kinds > 0)
    face = np.asarray([np.flatnonzero(skin.kinds == kind)[0] for kind in kinds[judged]], np.intp)
    marked = np.zeros(len(cells), np.bool_)
    marked[judged] = _rims_differ(cells[judged], skin.faces[face])
    at = np.flatnonzero(marked & stays)
    marked[at] = _rims_differ(cells[at], looks[at])
    return marked


def _rims_differ(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether pairs of cells differ all along their rims, even when shifted by a pixel: (N,)."""
    differ = rim(same_place(a, b)) > _MARKED
    at = np.flatnonzero(differ)
    differ[at] = rim(block_differences(a, b, at, at)) > _MARKED
    return np.asarray(differ, dtype=np.bool_)
