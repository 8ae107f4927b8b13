"""Uncovered ground: what lies below tiles that have gone, where the eye cannot tell it for ground.

Ground is told by the ground around it. On a photograph it may be like nothing around, as where a
roof meets the sky, and then it is neither a tile that is known nor plainly none, or resembles one
by chance. But when all other tiles lie as they must after a link, and what is seen in place of its
own stays, these have gone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from math import inf

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.geometry import Cell, Lattice
from bot.glimpse import has_given_way, inside
from bot.matcher import Link
from bot.position import Gravity, remove
from bot.reading import Reading, board_of

_NOISE = 4.0
"""Grey levels, in the mean, by which two pictures of one piece of ground may differ."""

_TWIN, _DRAWN, _UNKNOWN = 2.0, 4.0, 24
"""The same of two places for tiles; spread of the colours of one in which something is drawn, as
nothing is on bare ground or on a message of one colour; and cells that cannot be told at most, for
a message hides more."""
_LAST = 4
"""Cells that the last link has emptied at most, or the last two."""
_DOUBTFUL = 0.5
"""Confidence up to which what is read as a tile may be ground that resembles one."""

_SOONER = 0.75
"""Share of the time after which a board is believed, in which ground is known: what explains it."""
_SOON = 4.0
"""So many times as long it is waited for what fades in place of tiles to stand still."""
_BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Rows and columns from a cell to those next to it."""

_Looks = dict[Cell, NDArray[np.uint8]]


class Uncovered:
    """The ground of one board that could not be told, by how it looks.

    Parameters
    ----------
    still
        how long a board that nothing explains must look the same to be believed, s; ground is known
        before
    """

    def __init__(self, still: float) -> None:
        self._still = _SOONER * still
        self._known: _Looks = {}
        self._new: _Looks = {}
        self._since = self._began = inf
        self._lattice: Lattice | None = None
        self._watched: tuple[Board, Link] | None = None
        self._fading: frozenset[Cell] = frozenset()

    def told(self, reading: Reading) -> Reading:
        """The same with cells empty that look as ground of theirs did that came to light."""
        self._lies_on(reading.lattice)
        same = [
            cell
            for cell, look in self._known.items()
            if reading.board[cell] != EMPTY and _is_alike(_look(reading, cell), look)
        ]
        same += [cell for cell in self._unknown(reading) if self._is_place(_look(reading, cell))]
        if not same:
            return reading
        kinds = reading.kinds
        kinds[[cell.row * reading.lattice.cols + cell.col for cell in same]] = EMPTY
        return replace(reading, board=board_of(kinds, reading.lattice))

    def note(self, board: Board, reading: Reading) -> None:
        """Note what is seen, and cannot be told, where a board is surely empty."""
        self._lies_on(reading.lattice)
        bare = (cell for cell in board.cells() if board[cell] == EMPTY)
        new = {each: _look(reading, each) for each in bare if reading.board[each] == UNKNOWN}
        self._known.update(new if len(new) <= _UNKNOWN else {})

    def _lies_on(self, lattice: Lattice) -> None:
        """What is known of the cells of another lattice tells nothing."""
        if lattice != self._lattice:
            self._known, self._new, self._lattice = {}, {}, lattice
            self._watched = None

    def _unknown(self, reading: Reading) -> Iterator[Cell]:
        """The cells that cannot be told, and of which nothing is known, unless they are many."""
        board = reading.board
        unknown = [c for c in board.cells() if board[c] == UNKNOWN and c not in self._known]
        return iter(unknown if len(unknown) <= _UNKNOWN else ())

    def _is_place(self, look: NDArray[np.uint8]) -> bool:
        """Whether a cell shows what lay below other tiles: a place for one, a hollow, a number."""
        if look.std(axis=(0, 1)).max() < _DRAWN:
            return False
        return any(_is_alike(look, known, _TWIN) for known in self._known.values())

    def watch(
        self,
        board: Board,
        link: Link,
        reading: Reading,
        before: NDArray[np.uint8] | None,
        *,
        gravities: Iterable[Gravity],
        now: float,
    ) -> bool:
        """Look at what is seen once a link was clicked; ground that has come to light is kept.

        Parameters
        ----------
        board
            as it was before the clicks
        link
            that was clicked
        reading
            what is seen now
        before : uint8 array of shape (H, W, 3), RGB
            a picture of that board; None if there is none
        gravities
            that tiles may fall by
        now
            s

        Returns
        -------
        bool
            whether ground may still be known soon: what is seen there fades, and has not stood
            still for as long as it must; not for ever, for something may play on it
        """
        if before is None or not reading.board.is_sized_as(board):
            return False
        if self._watched != (board, link):
            self._fading, self._watched = self._emptied(board), (board, link)
            self._began = inf
        possible = set(gravities)
        again = self._fading if len(self._fading) <= _LAST else frozenset[Cell]()
        seen = _without_doubt(reading, again)
        cells = bared(board, link, seen, possible, again)
        gone = (
            before.shape == reading.pixels.shape
            and not any(_is_surely_a_tile(reading, cell) for cell in cells)
            and (
                has_given_way(reading.pixels, [before], reading.lattice, set(cells) - again)
                or _has_gone_too(reading, before, set(cells) - again)
            )
            and not _lies_over(board, reading, before, cells, self._fading)
        )
        new = {cell: _look(reading, cell) for cell in cells} if gone else {}
        if new.keys() != self._new.keys() or any(
            not _is_alike(look, self._new[cell]) for cell, look in new.items()
        ):
            self._since = now
        self._new = new
        self._began = (self._began if self._began < inf else now) if new else inf
        if now - self._since >= self._still:
            self._known |= new
        return not new.keys() <= self._known.keys() and now - self._began < _SOON * self._still

    def _emptied(self, board: Board) -> frozenset[Cell]:
        """Cells of a board that held a tile yet when the link before was clicked.

        What is left of it may still have faded in the picture before the clicks on the next one.
        """
        last = self._watched[0] if self._watched else board
        if not last.is_sized_as(board):
            return frozenset()
        return frozenset(cell for cell in board.cells() if board[cell] == EMPTY != last[cell])


def bared(
    board: Board,
    link: Link,
    seen: Board,
    gravities: Iterable[Gravity],
    emptied: Collection[Cell] = (),
) -> tuple[Cell, ...]:
    """Cells that hold no tile any more but are not seen to, if all others lie as after a link.

    They cannot be told, or resemble another tile: no link brings one. No cells if the others lie so
    by no gravity, or by several that leave other cells empty. A tile that fell where was clicked
    may look otherwise, for the pointer is there; and what the link before has `emptied` may not be
    seen to be so yet.

    >>> board, a, b = Board.from_text("a b a"), Cell(0, 0), Cell(0, 2)
    >>> bared(board, Link(a, b, (a, b)), Board.from_text("? b ."), [Gravity.NONE])
    (Cell(row=0, col=0),)
    >>> bared(board, Link(a, b, (a, b)), Board.from_text("? ? ."), [Gravity.NONE])
    ()
    >>> board, a, b = Board.from_text("c a a"), Cell(0, 1), Cell(0, 2)
    >>> bared(board, Link(a, b, (a, b)), Board.from_text(". ? ?"), [Gravity.RIGHT])
    (Cell(row=0, col=1),)
    """
    if not seen.is_sized_as(board):
        return ()
    found, clicked = set(), {link.a, link.b}
    for gravity in gravities:
        after = remove(board, link.a, link.b, gravity)
        gone = {cell for cell in board.cells() if after[cell] == EMPTY != board[cell]}
        gone.update(cell for cell in emptied if after[cell] == EMPTY)
        if all(
            seen[cell] == after[cell]
            or (cell in gone and seen[cell] != board[cell])
            or (seen[cell] == UNKNOWN and (after[cell] in (EMPTY, UNKNOWN) or cell in clicked))
            for cell in board.cells()
        ):
            found.add(tuple(cell for cell in board.cells() if cell in gone and seen[cell] != EMPTY))
    return found.pop() if len(found) == 1 else ()


def has_changed(before: Reading, now: Reading) -> bool:
    """Whether a cell looks otherwise that is told otherwise; not if it is only known by now.

    Both are of one game. Where the board lies otherwise it has changed.
    """
    if before.lattice != now.lattice:
        return True
    pairs = zip(before.board.cells(), before.board.kinds, now.board.kinds, strict=True)
    return any(
        one != other and not np.array_equal(_look(before, cell), _look(now, cell))
        for cell, one, other in pairs
    )


def _is_surely_a_tile(reading: Reading, cell: Cell) -> bool:
    """Whether a cell shows a face beyond doubt: a tile fell there that was not known of."""
    sure = reading.confidence[cell.row * reading.lattice.cols + cell.col] > _DOUBTFUL
    return reading.board[cell] > EMPTY and bool(sure)


def _without_doubt(reading: Reading, cells: Iterable[Cell]) -> Board:
    """The board, where some cells cannot be told if they may be ground that resembles a tile."""
    kinds, cols = list(reading.board.kinds), reading.lattice.cols
    for row, col in cells:
        if kinds[row * cols + col] > EMPTY and reading.confidence[row * cols + col] <= _DOUBTFUL:
            kinds[row * cols + col] = UNKNOWN
    return Board(reading.board.rows, reading.board.cols, tuple(kinds))


def _has_gone_too(reading: Reading, before: NDArray[np.uint8], cells: Iterable[Cell]) -> bool:
    """Whether the one cell of a link that is not seen to be empty looks otherwise, be it a little.

    Tiles go in pairs: a dark one on dark ground leaves little that has changed.
    """
    place = [inside(reading.lattice, cell) for cell in cells]
    return len(place) == 1 and not _is_alike(before[place[0]], reading.pixels[place[0]])


def _lies_over(
    board: Board,
    reading: Reading,
    before: NDArray[np.uint8],
    cells: Iterable[Cell],
    fading: Collection[Cell],
) -> bool:
    """Whether cells beside some that were empty before look otherwise now: what hides both.

    Those that had only just become empty tell nothing.
    """
    for cell in cells:
        for row, col in _BESIDE:
            beside = Cell(cell.row + row, cell.col + col)
            if beside in board and board[beside] == EMPTY and beside not in fading:
                place = inside(reading.lattice, beside)
                if not _is_alike(before[place], reading.pixels[place]):
                    return True
    return False


def _look(reading: Reading, cell: Cell) -> NDArray[np.uint8]:
    return reading.pixels[inside(reading.lattice, cell)]


def _is_alike(one: NDArray[np.uint8], other: NDArray[np.uint8], most: float = _NOISE) -> bool:
    return one.shape == other.shape and float(cv2.absdiff(one, other).mean()) <= most
