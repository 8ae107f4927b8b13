"""Faces a little out of place: tiles that are lifted, and those with another colour around them.

Some games draw the tile that is selected larger, or lift it by more than a pixel or two.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.cutting import middle

_INSIDE, _NEAR = 0.16, 0.08
"""Shares of a cell: what is left out at each side of a face that is looked for, and how far from
its place it may be."""
_ALIKE, _DETAIL = 0.85, 6.0
"""Correlation of the inside of a face found so, and grey levels by which it must vary."""
_LARGE = 40
"""px; faces from this size on are looked for at half their size."""
_SHOWN = 0.6
"""Correlation between the middle of a cell and that of a look which it shows."""
_SIZES = (1.0, 1.08, 1.16, 1.24, 0.92)
"""Sizes in which a selected tile is drawn, of its own."""
_CORNER, _ASIDE = 0.25, 0.15
"""Share of a cell, and of its middle, in which it may look otherwise in a corner; and share of a
side by which that lies away from the middle, across and down."""
_ALONG, _EQUAL = 6, 4.0
"""What part of a cell lies along each side of it, and grey levels by which the rest may differ."""


def shows_any(faces: NDArray[np.float32], cell: NDArray[np.float32]) -> bool:
    """Whether the middle of any of some faces, (F, h, w, 3), is found in a cell, (h, w, 3)."""
    return any(is_found(face, cell) for face in faces)


def is_found(face: NDArray[np.float32], cell: NDArray[np.float32]) -> bool:
    """Whether the inside of a face, (h, w, 3), is seen in a cell, at its place or near it."""
    face, cell = _small(face), _small(cell)
    height, width = face.shape[:2]
    (y, x), (down, across) = _shares(_INSIDE, height, width), _shares(_NEAR, height, width)
    inside = face[y : height - y, x : width - x]
    around = cell[y - down : height - y + down, x - across : width - x + across]
    return _likeness(inside, around) > _ALIKE


def is_raised(face: NDArray[np.float32], cell: NDArray[np.float32]) -> bool:
    """Whether the inside of a face, (h, w, 3), is seen anywhere in a cell, in about its size."""
    return any(likeness > _ALIKE for likeness, _ in _raised(face, cell))


def raised_likeness(face: NDArray[np.float32], cell: NDArray[np.float32]) -> float:
    """The correlation of the inside of a face, (h, w, 3), with a cell that shows it out of place.

    -1 if it is not seen, or at its place and in its own size.
    """
    likeness, aside = max(_raised(face, cell))
    return likeness if likeness > _ALIKE and aside else -1.0


def _raised(face: NDArray[np.float32], cell: NDArray[np.float32]) -> Iterator[tuple[float, bool]]:
    """Correlations of the inside of a face with a cell, and whether each is out of its place."""
    face, cell = _small(face), _small(cell)
    height, width = face.shape[:2]
    y, x = _shares(_INSIDE, height, width)
    inside = face[y : height - y, x : width - x]
    for size in _SIZES:
        wide, high = round(size * (width - 2 * x)), round(size * (height - 2 * y))
        likeness, place = _best_place(_resized(inside, wide, high), cell)
        middle = (width - wide) / 2, (height - high) / 2
        off = max(abs(at - here) for at, here in zip(place, middle, strict=True))
        yield likeness, size != 1 or off >= 1


def _small(face: NDArray[np.float32]) -> NDArray[np.float32]:
    """A face or a cell, at half its size where that is detail enough, in a tenth of the time."""
    height, width = face.shape[:2]
    return _resized(face, width // 2, height // 2) if min(height, width) >= _LARGE else face


def _likeness(inside: NDArray[np.float32], around: NDArray[np.float32]) -> float:
    """The best correlation of one picture anywhere in a larger one, (h, w, 3); -1 if flat."""
    return _best_place(inside, around)[0]


def _best_place(
    inside: NDArray[np.float32], around: NDArray[np.float32]
) -> tuple[float, tuple[int, int]]:
    """That correlation, and how far from the left and the top the one lies in the other there."""
    if min(cv2.meanStdDev(part)[1].max() for part in (inside, around)) < _DETAIL:
        return -1.0, (0, 0)
    alike = cv2.matchTemplate(around, inside, cv2.TM_CCOEFF_NORMED)
    y, x = divmod(int(alike.argmax()), alike.shape[1])
    return float(alike[y, x]), (x, y)


def _resized(cell: NDArray[np.float32], width: int, height: int) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(cell, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def _shares(share: float, height: int, width: int) -> tuple[int, int]:
    return round(share * height), round(share * width)


def same_inside(cells: NDArray[np.float32], looks: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which cells are as they last looked, to the last bit or nearly, but for what is along a side.

    There the mark of a neighbour may reach over, or its shadow.

    Parameters
    ----------
    cells, looks : float32 arrays of shape (N, h, w, 3), RGB
    """
    return np.asarray(~_changed_inside(cells, looks).any(axis=(1, 2)), np.bool_)


def same_but_a_corner(cells: NDArray[np.float32], looks: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which cells are as they last looked, but for what is along a side and in one corner.

    There a badge may show another number. A tile that goes, or fades, changes all over.

    Parameters
    ----------
    cells, looks : float32 arrays of shape (N, h, w, 3), RGB
    """
    inside, same = _changed_inside(cells, looks), np.zeros(len(cells), np.bool_)
    for at, changed in enumerate(inside):
        box = np.zeros_like(changed)
        rows, cols = (np.flatnonzero(changed.any(axis=axis)) for axis in (1, 0))
        if rows.size:
            box[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1] = True
        ends = [(lines[0] + lines[-1] + 1) / 2 for lines in (rows, cols) if lines.size]
        aside = [abs(end / side - 0.5) for end, side in zip(ends, box.shape, strict=False)]
        small = max(box.mean(), middle(box[None]).mean()) <= _CORNER
        if small and min(aside, default=1.0) >= _ASIDE:
            both = np.stack([looks[at], cells[at]])  # what was in the middle may be all that went
            same[at] = middle(both).std(axis=(1, 2)).max(axis=-1).min() >= _DETAIL
    return same


def _changed_inside(cells: NDArray[np.float32], looks: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Where cells are not as they last looked, but for what is along a side: (N, h, w)."""
    y, x = (side // _ALONG for side in cells.shape[1:3])
    inside = np.s_[:, y : cells.shape[1] - y, x : cells.shape[2] - x]
    red, green, blue = np.moveaxis(np.abs(cells[inside] - looks[inside]) > _EQUAL, -1, 0)
    return np.asarray(red | green | blue, np.bool_)


def shows_middle(cell: NDArray[np.float32], look: NDArray[np.float32]) -> bool:
    """Whether the middle of a cell is drawn as that of a look, in whatever colours.

    Blue letters on yellow are darker than their paper in red and green, and brighter in blue.

    Parameters
    ----------
    cell, look : float32 arrays of shape (h, w, 3), RGB
    """
    a, b = (
        each - each.mean(axis=(0, 1)) for each in (middle(cell[None])[0], middle(look[None])[0])
    )
    strength = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float(np.abs((a * b).sum(axis=(0, 1))).sum()) > _SHOWN * strength
