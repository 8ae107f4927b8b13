"""A board whose tiles are not in their places: whether that is so, and where it lies now.

It is sought by the faces that are known, wherever it is and of whatever size.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.extent import moved
from bot.frame import Frame
from bot.geometry import Cell, Lattice
from bot.reading import Reading, board_of, cells_of
from bot.sampling import cut_all
from bot.sighting import Sight
from bot.sureness import sureness

_INSIDE = 0.16
"""Share of a face at each side that is left out where it is looked for."""
_AROUND = 1.1
"""Pitches from its place, to each side, in which the middle of a tile is looked for."""
_ALIKE, _DETAIL = 0.85, 6.0
"""Correlation with a face of what is the same, and grey levels by which a face must vary."""
_BESIDE = 0.2
"""Pitches beside its place from which on a tile has moved."""
_MOST, _LEAST = 12, 3
"""Tiles that are looked for, and that must be found at least."""
_SAME = 0.02
"""Share by which a pitch may be measured otherwise where tiles have the size that they had."""


def has_shifted(frame: Frame, known: Reading, board: Board) -> bool:
    """Whether most tiles that are not seen in their places, or most of all, are seen beside them.

    Parameters
    ----------
    frame
        what is shown now
    known
        what was read of it, by lattice and faces of the board
    board
        as it should be
    """
    lattice, skin = known.lattice, known.skin
    if (board.rows, board.cols) != (lattice.rows, lattice.cols):
        return False
    lost = [cell for cell in board.cells() if board[cell] > 0 and known.board[cell] != board[cell]]
    picked = np.unique(np.linspace(0, len(lost) - 1, _MOST).astype(int)) if lost else ()
    found = looked = 0
    for cell in (lost[at] for at in picked):
        faces = skin.faces[skin.kinds == board[cell]]
        face = _inside(faces[0]) if len(faces) else None
        if face is None or face.std() < _DETAIL:
            continue
        looked += 1
        found += _is_beside(frame, face, lattice.center(cell), lattice.pitch)
    return found >= _LEAST and 2 * found > looked


def _inside(face: NDArray[np.float32]) -> NDArray[np.float32]:
    y, x = (round(_INSIDE * size) for size in face.shape[:2])
    return np.ascontiguousarray(face[y : face.shape[0] - y, x : face.shape[1] - x])


def _is_beside(
    frame: Frame,
    face: NDArray[np.float32],
    middle: tuple[float, float],
    pitch: tuple[float, float],
) -> bool:
    """Whether a face, (h, w, 3), is seen best beside the place where its middle should be, px."""
    height, width = face.shape[:2]
    left, top = (
        max(0, round(middle[axis] - size / 2 - _AROUND * pitch[axis]))
        for axis, size in ((0, width), (1, height))
    )
    right, bottom = (
        round(middle[axis] + size / 2 + _AROUND * pitch[axis])
        for axis, size in ((0, width), (1, height))
    )
    around = frame.pixels[top:bottom, left:right].astype(np.float32)
    if around.shape[0] < height or around.shape[1] < width:
        return False
    scores = cv2.matchTemplate(around, face, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(scores)
    off = (
        abs(left + x + width / 2 - middle[0]) / pitch[0],
        abs(top + y + height / 2 - middle[1]) / pitch[1],
    )
    return best > _ALIKE and max(off) > _BESIDE


def read_shifted(frame: Frame, known: Reading) -> Reading:
    """Read a board that lies elsewhere; its kinds keep their numbers.

    Where tiles have the size that they had, cells that lay in the board before are part of it,
    though they are empty: paths may run there.

    Raises
    ------
    BoardNotFoundError
        if too few of its tiles are seen
    """
    reading = Sight.of(replace(known.skin, pitch=known.lattice.pitch)).read(frame)
    lattice = _widened(reading.lattice, known.lattice)
    if lattice == reading.lattice:
        return reading
    inside = moved(np.ones(len(reading.looks), np.bool_), reading.lattice, lattice)
    kinds = np.full(len(inside), EMPTY, np.int64)
    kinds[inside] = reading.kinds
    cells = cut_all(frame.pixels, lattice)
    return replace(
        reading,
        board=board_of(kinds, lattice),
        lattice=lattice,
        selected=cells_of(np.flatnonzero(inside)[reading.marks], lattice),
        looks=cells.astype(np.uint8),
        confidence=sureness(kinds, cells.astype(np.float32), reading.skin),
    )


def _widened(lattice: Lattice, before: Lattice) -> Lattice:
    """The lattice with all cells that lie within the bounds of one of about the same pitch."""
    off = np.abs(np.divide(lattice.pitch, before.pitch) - 1)
    if off.max() > _SAME:
        return lattice
    here, there = np.reshape(lattice.bounds(), (2, 2)), np.reshape(before.bounds(), (2, 2))
    more = (here - there) / lattice.pitch * [[1], [-1]]
    left, top, right, bottom = np.floor(more + _BESIDE).astype(int).clip(0).ravel().tolist()
    return Lattice(
        lattice.center(Cell(-top, -left)),
        lattice.pitch,
        lattice.rows + top + bottom,
        lattice.cols + left + right,
    )
