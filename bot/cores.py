"""Cores: two tiles that were told from their kind by what is around their faces alone.

A hint draws a frame around two tiles, a photograph shines past their round corners, or a game has
scaled two faces half a pixel aside: each time two of a kind may look more like each other than like
the rest, and are even. The middle of their faces, laid upon that of their kind as it fits best, is
then as like it as the tiles of one kind are to each other, and like no other by far.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.cutting import usual_look
from bot.halves import are_sharply_apart

_MARGIN, _SHIFT, _FINER = 0.2, 1.5, 2
"""Share of a cell at each side that is no core; pixels by which cores may be shifted, and steps
to each of them."""
_AS_LIKE, _LEVEL = 1.35, 0.5
"""How many times farther than tiles of one kind the two may be from it, and some levels more."""
_LEAD, _DRAWN = 2.0, 3.0
"""How many times as far as that any other kind must be, and the usual difference of a core from
its own mean: nothing is told by blank ones."""
_NEAREST, _SAMPLED = 3, 16
"""Kinds to which the two are compared closely, and kinds that tell how like tiles of one are."""
_COMMONER, _COMMON = 1.5, 75
"""How many times commoner than others, by this percentile, a kind may be with two more, if not as
common as any."""
_COARSE = 6
"""Pixels along an axis, by which the nearest kinds are found."""


def reunited(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> tuple[NDArray[np.int64], int]:
    """The kinds, where two tiles are of the kind whose core they show, and how many such pairs.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    if len(names) < _NEAREST or not (counts == 2).any():
        return kinds, 0
    most = max(_COMMONER * np.percentile(counts, _COMMON), counts.max())
    roomy = counts + 2 <= most
    if not roomy.any():
        return kinds, 0
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    cores = _cores(faces)
    coarse = _coarse(cores)
    like = _usual(kinds, cells, names, counts, faces)
    found, pairs = kinds, 0
    taken: set[int] = set()
    for own in np.flatnonzero(counts == 2).tolist():
        far = np.abs(coarse - coarse[own]).mean(axis=1)
        far[own] = np.inf
        near = np.argsort(far)[:_NEAREST].tolist()
        apart = np.asarray([_apart(cores[own], faces[other]) for other in near])
        best = int(apart.argmin())
        other, limit = near[best], _AS_LIKE * like + _LEVEL
        clear = apart[best] <= limit and np.delete(apart, best).min() >= _LEAD * apart[best]
        if not clear or not roomy[other] or {own, other} & taken:
            continue
        if np.std(cores[own], axis=(0, 1)).max() < _DRAWN * limit:
            continue
        if are_sharply_apart(kinds, cells, int(names[own]), int(names[other])):
            continue
        found = np.where(found == names[own], names[other], found)
        taken |= {own, other}
        pairs += 1
    return found, pairs


def _usual(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    names: NDArray[np.int64],
    counts: NDArray[np.intp],
    faces: NDArray[np.float32],
) -> float:
    """How far the core of a tile usually is from that of its kind, at most, in levels."""
    apart = []
    for at in np.argsort(-counts, kind="stable")[:_SAMPLED].tolist():
        cores = _cores(cells[kinds == names[at]][:4])
        apart.append(max(_apart(core, faces[at]) for core in cores))
    return float(np.median(apart))


def _cores(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The middle of some cells, (N, h, w, 3)."""
    down, right = (round(_MARGIN * side) for side in cells.shape[1:3])
    return cells[:, down : cells.shape[1] - down, right : cells.shape[2] - right]


def _coarse(cores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cores in so few pixels that a small shift does not matter: (N, P)."""
    size = (_COARSE, _COARSE)
    small = [cv2.resize(core, size, interpolation=cv2.INTER_AREA) for core in cores]
    return np.asarray(small, np.float32).reshape(len(cores), -1)


def _apart(core: NDArray[np.float32], face: NDArray[np.float32]) -> float:
    """How far a core is from a face where it fits best, in levels: the root mean square."""
    reach = round(_SHIFT * _FINER)
    fine, whole = (
        cv2.resize(each, None, fx=_FINER, fy=_FINER, interpolation=cv2.INTER_LINEAR)
        for each in (core, face)
    )
    down, right = ((a - b) // 2 for a, b in zip(whole.shape[:2], fine.shape[:2], strict=True))
    around = whole[
        max(0, down - reach) : whole.shape[0] - max(0, down - reach),
        max(0, right - reach) : whole.shape[1] - max(0, right - reach),
    ]
    least = float(cv2.matchTemplate(around, fine, cv2.TM_SQDIFF).min())
    return float(np.sqrt(max(0.0, least) / fine.size))
