"""A farewell: the game's word that it is over, said before it has painted its last tiles away.

Many a game opens its message where the last click is handled, and paints the board anew only once
that is closed: two tiles are seen until then, beside the message or under it; no click is heard.
Others close their window.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.beliefs import is_test
from bot.board import EMPTY, Board
from bot.course import Course
from bot.errors import WindowError
from bot.geometry import Cell, Lattice, Rect
from bot.glimpse import inside
from bot.lookout import Lookout
from bot.matcher import Link
from bot.policy import Unclear, Verdict
from bot.position import Position
from bot.tally import Ending

_LARGE, _DRAWN = 1.5, 0.25
"""Cells that a message is as large as, at least, and share of one that its lines are."""
_NEAR = 0.5
"""Share of a cell that may lie between two parts of a message."""
_STANDS = 0.002
"""Share of a picture that may change while a message stands: a clock may go on."""
_COVERED = 0.2
"""Share of a tile that a message covers which hides it."""
_EMPTY, _ALL, _OTHER = 4, 0.9, 24.0
"""Empty cells that tell whether something lies over the whole board; share of them that look
otherwise then; and grey levels, in the mean, by which one does."""
_PAIR = 2
"""Clicks on a link."""
_PICTURES = 4
"""Links of which the pictures before them are kept."""
_TRIES = 2
"""Tries at the last link before a message beside it is believed: the first may have been lost."""


def closed(error: WindowError, course: Course, clicks: float) -> Ending:
    """The end of a game whose window is gone: it is won if nothing is left to be clicked.

    Parameters
    ----------
    error
        what was found at the window
    course
        of the game
    clicks
        made since it was last known what became of a link: of one of which only a tile was clicked
        nothing can come

    Raises
    ------
    WindowError
        the error itself, if something is left, or the window is only hidden or moved
    """
    tally, clicked = course.tally, (course.presumed is not None) + (clicks >= _PAIR)
    is_due = 2 * (tally.links + clicked) < tally.tiles
    if type(error) is not WindowError or is_due or not tally.tiles:
        raise error
    course.say("the game closed its window with the last pair: it is taken to be won")
    course.presumed = None
    course.count(links=tally.tiles // 2)
    return Ending.CLEARED


class Farewell:
    """What comes up in one game with the clicks on its last two tiles.

    Parameters
    ----------
    course
        of the game
    out
        what it looks through
    still, longer
        how long a message must stand, s, for others go by themselves; and how much longer where
        clicks get lost
    """

    def __init__(self, course: Course, out: Lookout, still: float, longer: float) -> None:
        self._course, self._out, self._still, self._longer = course, out, still, longer
        self._last: tuple[Board, Link, NDArray[np.uint8]] | None = None
        self._pictures: deque[tuple[Link, NDArray[np.uint8]]] = deque(maxlen=_PICTURES)
        """Links that were clicked of late, and pictures before they were."""

    def clicked(self, board: Board, link: Link, before: NDArray[np.uint8] | None) -> None:
        """A link was clicked; of the last one a picture before it is kept: RGB, (H, W, 3)."""
        if self._last is not None and self._last[:2] == (board, link):
            return
        if before is not None and (not self._pictures or self._pictures[-1][0] != link):
            self._pictures.append((link, before))
        beliefs = self._course.beliefs
        is_sure = board.tiles == 2 and before is not None and not is_test(board, link)
        if is_sure and Position(board, beliefs.rule).link(link.a, link.b) is None:
            is_sure = False  # the game may have refused it, and said so
        self._last = (board, link, before) if is_sure and before is not None else None

    def judged(self, board: Board, link: Link, until: float) -> Verdict:
        """What became of a link; see `Course.judged`.

        What is bare and has come up over the whole board tells nothing of the last tiles before it
        is so late, s: they may still be there below.
        """
        if self._out.looked_at <= until and self._is_under(board):
            return Unclear()
        return self._course.judged(board, link, self._out.seen)

    def _is_under(self, board: Board) -> bool:
        """Whether all is bare, and what was empty looks otherwise since the last were clicked."""
        if self._last is None or self._last[0] != board:
            return False
        before, reading = self._last[2], self._out.current()[1]
        seen, now, lattice = reading.board, reading.pixels, reading.lattice
        if seen.tiles or before.shape != now.shape or not seen.is_sized_as(board):
            return False
        return _is_veiled(board, before, now, lattice)

    def is_said(self, board: Board, tries: int = 0) -> bool:
        """Whether the last tiles of a board are seen only because the game says that it is over.

        Parameters
        ----------
        board
            as it was before the clicks
        tries
            at its last link that were in vain, those among them at which nothing was clicked, for
            both tiles seemed to be selected; one is enough where the message hides a tile, or dims
            the whole board
        """
        if self._last is None or self._last[0] != board:
            return False
        _, link, before = self._last
        then, began = self._out.current(), self._out.looked_at
        pixels, lattice, seen = then[0].pixels, then[1].lattice, then[1].board
        if before.shape != pixels.shape or not seen.is_sized_as(board):
            return False
        # Tiles of the links before may have been on their way then, across others.
        links, pictures = zip(*self._pictures, strict=True)
        cells = [cell for each in links[-2:] for cell in (each.a, each.b)]
        over = messages(before, pixels, lattice, cells, [*pictures[:-1]])
        if tries < _TRIES and not _is_veiled(board, before, pixels, lattice):
            # A tile that cannot be told may be marked; what hides it lies beside it, too.
            hidden = [cell for cell in (link.a, link.b) if not self._out.shows(board, (cell,))]
            over = [each for each in over if any(_lies_in(lattice, each, one) for one in hidden)]
        if not over:
            return False
        still = self._still
        if self._course.tally.loses_clicks:
            still += self._longer
        while self._out.looked_at < began + still:
            self._out.wait()
            self._out.look()
            now = self._out.current()[0].pixels
            if now.shape != pixels.shape or (now != pixels).any(axis=2).mean() > _STANDS:
                return False
        return True


def _is_veiled(
    board: Board, before: NDArray[np.uint8], now: NDArray[np.uint8], lattice: Lattice
) -> bool:
    """Whether nearly all of several empty cells of a board look otherwise than before."""
    empty = [inside(lattice, cell) for cell in board.cells() if board[cell] == EMPTY]
    others = sum(float(cv2.absdiff(before[at], now[at]).mean()) > _OTHER for at in empty)
    return len(empty) >= _EMPTY and others > _ALL * len(empty)


def messages(
    before: NDArray[np.uint8],
    now: NDArray[np.uint8],
    lattice: Lattice,
    cells: Sequence[Cell],
    earlier: Sequence[NDArray[np.uint8]] = (),
) -> list[Rect]:
    """Where two pictures differ as if a message had come up over a part of the board, px.

    What was seen once is none: what lay over it has gone.

    Parameters
    ----------
    before, now : uint8 arrays of one shape (H, W, 3), RGB
    earlier : such arrays, of whatever shapes; pictures before those
    lattice : where the cells lie
    cells : that were clicked, and may be marked: what changed in them does not count
    """
    differs = (before != now).any(axis=2).astype(np.uint8)
    for picture in earlier:
        if picture.shape == now.shape:
            differs &= (picture != now).any(axis=2)
    for cell in cells:
        differs[inside(lattice, cell, rim=0.0)] = 0
    size = lattice.pitch[0] * lattice.pitch[1]
    # A message in the colour of the ground differs where there are lines, letters and buttons.
    near = max(3, round(min(lattice.pitch) * _NEAR))
    parts, of, stats, _ = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((near, near), np.uint8))
    )
    found = [
        Rect(*map(int, part[:4]))
        for number, part in zip(range(1, parts), stats[1:], strict=True)
        if part[2] * part[3] > _LARGE * size
        and np.count_nonzero(differs[of == number]) > _DRAWN * size
    ]
    left, top, right, bottom = lattice.bounds()
    board = Rect(round(left), round(top), round(right - left), round(bottom - top))
    return [each for each in found if _share(each, board) > 0]


def _share(message: Rect, of: Rect) -> float:
    """The area of what a message covers, px."""
    both = message.intersection(of)
    return max(0, both.width) * max(0, both.height)


def _lies_in(lattice: Lattice, message: Rect, cell: Cell) -> bool:
    """Whether a message reaches into a cell, by more than a mark around it does."""
    (x, y), (wide, high) = lattice.center(cell), lattice.pitch
    place = Rect(round(x - wide / 2), round(y - high / 2), round(wide), round(high))
    return _share(message, place) > _COVERED * wide * high
