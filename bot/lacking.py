"""Lacking: tiles whose faces a skin lacks, as on a later level, are read as in a game never seen.

Such a picture is read both ways. Where both see the same tiles, what is learned from the picture
alone tells all of them, and the skin which of its kinds are one to the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Lattice
from bot.reader import read
from bot.reading import Reading, board_of

_STRANGE, _SEVERAL = 0.02, 3
"""Share of the tiles from which those that show no face of a skin are more than a few in doubt; and
how many they are at least, for the pointer hides two."""
_CELLS = 500
"""Cells that are named in vain after which a picture is not read as never seen any further."""
_ASIDE = 0.25
"""Pitches by which two readings of a cell may lie apart."""


def strange(board: Board) -> int:
    """How many tiles of a board show no face of the skin; 0 where they are too few to say so."""
    unknown = board.kinds.count(UNKNOWN)
    return unknown if unknown >= max(_SEVERAL, _STRANGE * board.tiles) else 0


class Completing:
    """An eye that completes what a skin lacks.

    Parameters
    ----------
    eye
        reads a frame with the skin
    check
        called while a frame is read in vain; what it raises ends that
    say
        told what the skin lacks, once
    """

    def __init__(
        self,
        eye: Callable[[Frame], Reading],
        check: Callable[[], object] = lambda: None,
        say: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._eye, self._check, self._say = eye, check, say
        self._said = False

    def __call__(self, frame: Frame) -> Reading:
        """Read a frame.

        Raises
        ------
        BoardNotFoundError
            if the skin does not fit the picture
        """
        known = self._eye(frame)
        lacks = strange(known.board)
        if not lacks:
            return known
        try:
            seen = read(frame, self._is_enough)
        except BoardNotFoundError:
            return known
        whole = _named_by(known, seen)
        if whole is None:
            return known
        if not self._said:
            self._said = True
            self._say(
                f"{lacks} of {known.board.tiles} tiles show no face of the skin {known.skin.name}: "
                "the board is read as never seen, too (linkup calibrate learns what a level adds)"
            )
        return whole

    def _is_enough(self, named: int) -> bool:
        self._check()
        return named > _CELLS


def _named_by(known: Reading, seen: Reading) -> Reading | None:
    """What was seen without a skin, its kinds joined as the skin's are; None if they disagree.

    Parameters
    ----------
    known
        as read with the skin
    seen
        the same picture, as never seen
    """
    places = _places(known.lattice, seen.lattice)
    by_skin = known.kinds
    tiles = by_skin > EMPTY
    if not tiles.any() or (places[tiles] < 0).any():
        return None
    kinds, named = seen.kinds, by_skin[tiles]
    there = kinds[places[tiles]]
    if (there == EMPTY).any():
        return None
    names = _names(there, named, known.skin.kinds)
    if names is None:
        return None
    new = max(known.skin.kinds.tolist()) + 1
    for kind in np.unique(seen.skin.kinds).tolist():
        if kind not in names:
            names[kind], new = new, new + 1
    kinds = np.array([names.get(kind, kind) for kind in kinds.tolist()], np.int64)
    faces = np.array([names[kind] for kind in seen.skin.kinds.tolist()], np.int64)
    confidence = seen.confidence.copy()
    untold = np.flatnonzero(tiles)[there == UNKNOWN]
    for cell in untold.tolist():
        if by_skin[cell] in faces:
            kinds[places[cell]] = by_skin[cell]
            confidence[places[cell]] = known.confidence[cell]
    skin = replace(
        seen.skin,
        kinds=faces,
        name=known.skin.name,
        rules=known.skin.rules,
        buttons=known.skin.buttons,
    )
    board = board_of(kinds, seen.lattice)
    if board.kinds.count(UNKNOWN) >= known.board.kinds.count(UNKNOWN):
        return None
    return replace(seen, board=board, skin=skin, confidence=confidence)


def _names(
    kinds: NDArray[np.int64], named: NDArray[np.int64], faces: NDArray[np.int64]
) -> dict[int, int] | None:
    """The kinds of a skin by those seen without it, where it has them; None if they disagree.

    A face that a skin lacks may be taken for one that it has. So no more kinds are joined to one
    than it has faces of that, and those that most tiles tell.

    Parameters
    ----------
    kinds, named : int arrays of shape (T,); of each tile, without the skin and by it
    faces : int array of shape (F,); the kinds of the skin's faces
    """
    tiles = Counter(
        (kind, name)
        for kind, name in zip(kinds.tolist(), named.tolist(), strict=True)
        if kind != UNKNOWN
    )
    if len(tiles) != len({kind for kind, _ in tiles}):
        return None
    names, left = dict[int, int](), Counter(faces.tolist())
    for (kind, name), _ in tiles.most_common():
        if left[name]:
            names[kind] = name
            left[name] -= 1
    return names


def _places(known: Lattice, seen: Lattice) -> NDArray[np.intp]:
    """The cell of another lattice that lies where each of the one does: (N,), -1 where none."""
    rows, cols = (axis.ravel() for axis in np.indices((known.rows, known.cols)))
    x = (known.origin[0] + cols * known.pitch[0] - seen.origin[0]) / seen.pitch[0]
    y = (known.origin[1] + rows * known.pitch[1] - seen.origin[1]) / seen.pitch[1]
    col, row = np.rint(x).astype(np.intp), np.rint(y).astype(np.intp)
    there = (np.abs(x - col) <= _ASIDE) & (np.abs(y - row) <= _ASIDE)
    there &= (col >= 0) & (col < seen.cols) & (row >= 0) & (row < seen.rows)
    return np.where(there, row * seen.cols + col, -1)
