"""A farewell: the game's word that it is over, said before it has painted its last tiles away.

Many a game opens its message where the last click is handled, and paints the board anew only once
that is closed: two tiles are seen until then, beside the message or under it; no click is heard.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.beliefs import is_test
from bot.board import Board
from bot.course import Course
from bot.geometry import Cell, Lattice
from bot.glimpse import inside
from bot.lookout import Lookout
from bot.matcher import Link
from bot.position import Position

_LARGE, _DRAWN = 1.5, 0.25
"""Cells that a message is as large as, at least, and share of one that its lines are."""
_NEAR = 0.5
"""Share of a cell that may lie between two parts of a message."""
_STANDS = 0.002
"""Share of a picture that may change while a message stands: a clock may go on."""
_TRIES = 2
"""Tries at the last link before a message beside it is believed: the first may have been lost."""


class Farewell:
    """What comes up in one game with the clicks on its last two tiles.

    Parameters
    ----------
    course
        of the game
    out
        what it looks through
    still
        how long a message must stand, s; others go by themselves
    """

    def __init__(self, course: Course, out: Lookout, still: float) -> None:
        self._course, self._out, self._still = course, out, still
        self._last: tuple[Board, Link, NDArray[np.uint8]] | None = None

    def clicked(self, board: Board, link: Link, before: NDArray[np.uint8] | None) -> None:
        """A link was clicked; of the last one a picture before it is kept: RGB, (H, W, 3)."""
        if self._last is not None and self._last[:2] == (board, link):
            return
        beliefs = self._course.beliefs
        is_sure = board.tiles == 2 and before is not None and not is_test(board, link)
        if is_sure and Position(board, beliefs.rule).link(link.a, link.b) is None:
            is_sure = False  # the game may have refused it, and said so
        self._last = (board, link, before) if is_sure and before is not None else None

    def is_said(self, board: Board, tries: int = 0) -> bool:
        """Whether the last tiles of a board are seen only because the game says that it is over.

        Parameters
        ----------
        board
            as it was before the clicks
        tries
            at its last link that were in vain; one is enough where the message hides a tile
        """
        if self._last is None or self._last[0] != board:
            return False
        _, link, before = self._last
        cells = (link.a, link.b)
        if tries < _TRIES and self._out.shows(board, cells):
            return False
        then, began = self._out.current(), self._out.looked_at
        shapes = {before.shape, then[0].pixels.shape}
        if len(shapes) > 1 or not is_message(before, then[0].pixels, then[1].lattice, cells):
            return False
        while self._out.looked_at < began + self._still:
            self._out.wait()
            self._out.look()
            now = self._out.current()[0].pixels
            shapes.add(now.shape)
            if len(shapes) > 1 or (then[0].pixels != now).any(axis=2).mean() > _STANDS:
                return False
        return True


def is_message(
    before: NDArray[np.uint8],
    now: NDArray[np.uint8],
    lattice: Lattice,
    cells: tuple[Cell, ...],
) -> bool:
    """Whether two pictures differ, outside some cells, as if a message had come up.

    Parameters
    ----------
    before, now : uint8 arrays of one shape (H, W, 3), RGB
    lattice : where the cells lie
    cells : that were clicked, and may be marked
    """
    differs = (before != now).any(axis=2).astype(np.uint8)
    for cell in cells:
        differs[inside(lattice, cell, rim=0.0)] = 0
    size = lattice.pitch[0] * lattice.pitch[1]
    # A message in the colour of the ground differs where there are lines, letters and buttons.
    near = max(3, round(min(lattice.pitch) * _NEAR))
    parts, of, stats, _ = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((near, near), np.uint8))
    )
    return any(
        wide * high > _LARGE * size and np.count_nonzero(differs[of == part]) > _DRAWN * size
        for part, (_, _, wide, high, _) in zip(range(1, parts), stats[1:], strict=True)
    )
