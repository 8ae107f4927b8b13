"""Faded tiles: those that a game leaves in their places, paler, once they have gone.

Many a game dims the tiles of a link instead of taking them away. Drawn as before, they are named as
before, and should be, for a mark of selection is a tint as well. But a mark comes and goes, and a
veil lies over all tiles. Where both tiles of a link that was clicked are drawn more weakly than
before, stay so for a while, and no other tile has become any weaker, they have gone. From then on
it is known by how much tiles of this game fade, and the next link is told at once.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, Board
from bot.cutting import cut, middle
from bot.frame import Frame
from bot.geometry import Cell, Lattice
from bot.glimpse import inside
from bot.matcher import Link
from bot.reading import Reading, board_of

_FADED, _GREYED = 0.65, 0.4
"""Share of its contrast, or of its colour, up to which a tile is drawn clearly more weakly. Games
dim to a half or less, for what is paler by a little is not seen to be gone."""
_LEFT = 0.03
"""Share of its contrast from which something is left of a tile; noise leaves as much."""
_STAYS = 0.85
"""Share of both that every other tile must have kept: a veil weakens them, too."""
_STRONGER = 1.15
"""A faded tile is stronger in neither; what is drawn anew in other colours is."""
_DRAWN = 0.3
"""Correlation with how it was drawn, of a tile that has faded under a tick or on other paper: 0.35
and more where seen. What comes to light under one, or in its place, has none."""
_TOLD = 6.0
"""Grey levels of contrast, or of colour, from which its share tells something."""
_AS_BEFORE = 2.0
"""Grey levels, in the mean, by which two pictures of what stands still may differ. A tile that
fades within seconds changes by more in the time that it must stand still."""
_LIKE, _ABOUT = 1.5, 0.03
"""A tile has faded as others did if it kept up to so many times as large a share, or as small a
one, and a little: a tick drawn over it adds as much to every tile, strong or weak."""
_ALONE = 0.25
"""Share of the time for which it must stand still, after which one that faded alone is marked; and
the others are looked at again after as long."""
_SAME_MARK = 0.08
"""Shares by which two tiles in the same mark may differ."""
_AGAIN = 2
"""Links in a row after which nothing was left, until it is believed in a game where tiles faded."""
_LINKS = 2
"""Links whose tiles may be going at a time."""
_FIRST, _PATIENT = 2.0, 4.0
"""So many times as long as others must the first that fade stand still, for a game may show a link
by paler tiles until it goes; and so many times as long it is waited for at most."""


class Strength(NamedTuple):
    """How strongly a cell is drawn, against earlier."""

    contrast: float
    """Share of its contrast; that of its colour if it had hardly any."""
    colour: float
    """Share of its colour, beyond that of its paper; that of its contrast if it had hardly any."""
    alike: float
    """Correlation of both drawings, in [-1, 1]; 0 if either is flat."""

    @property
    def is_weak(self) -> bool:
        """Whether it is the same drawing, and clearly weaker."""
        weak = self.contrast <= _FADED or self.colour <= _GREYED
        left = self.contrast >= _LEFT and max(self.contrast, self.colour) <= _STRONGER
        return weak and left and self.alike >= _DRAWN


@dataclass(slots=True)
class _Clicked:
    """A link that was clicked, when it was looked at first, and what its tiles look like since."""

    link: Link
    board: Board
    before: NDArray[np.uint8]
    looks: list[NDArray[np.uint8]] = field(default_factory=list)
    strengths: list[Strength] = field(default_factory=list)
    began: float = inf
    since: float = inf
    asked: float = -inf
    alone: bool = False
    has_gone: bool = False

    @property
    def cells(self) -> tuple[Cell, Cell]:
        return self.link.a, self.link.b

    @property
    def weak(self) -> list[Strength]:
        return [each for each in self.strengths if each.is_weak]


class Faded:
    """The tiles of one game that have faded.

    Parameters
    ----------
    still
        how long they must look the same until it is known by how much tiles fade, and the first of
        them twice as long, s
    """

    def __init__(self, still: float) -> None:
        self._still = still
        self._lattice: Lattice | None = None
        self._clicked: deque[_Clicked] = deque(maxlen=_LINKS)
        self._gone: dict[Cell, NDArray[np.uint8]] = {}
        self._known: list[Strength] = []
        self._marks: list[Strength] = []
        self._vanished = 0
        self.since = inf
        """Since when the tiles of the link clicked last have been seen to be faded, s; infinite if
        they are not, or if that was known at once."""

    @property
    def is_known(self) -> bool:
        """Whether tiles of this game fade, as far as was seen."""
        return bool(self._known)

    def told(self, reading: Reading) -> Reading:
        """The same with cells empty whose tiles have faded."""
        self._keep_to(reading.lattice)
        if not self._known:
            return reading
        for clicked in self._clicked:
            seen = any(reading.board[cell] != EMPTY for cell in clicked.cells)
            if seen and not clicked.has_gone:
                self._measure(clicked, reading)
                if self._is_as_known(clicked.strengths) and _alone(clicked, reading):
                    self._note(clicked)
        told = [
            cell
            for cell, look in self._gone.items()
            if reading.board[cell] != EMPTY
            and self._is_as_known([strength(look, reading.pixels[inside(reading.lattice, cell)])])
        ]
        return _emptied(reading, told) if told else reading

    def watch(
        self, board: Board, link: Link, reading: Reading, before: NDArray[np.uint8], now: float
    ) -> bool:
        """Look at the tiles of a link that was clicked: whether to wait, for both are faded.

        Once they have been for long enough, `told` tells them for gone.

        Parameters
        ----------
        board
            as it was before the clicks
        link
            that was clicked
        reading
            what is seen now
        before : uint8 array of shape (H, W, 3), RGB
            a picture of that board
        now
            s
        """
        self._keep_to(reading.lattice)
        seen = reading.board
        if before.shape != reading.pixels.shape or not seen.is_sized_as(board):
            return False
        last = self._clicked[-1] if self._clicked else None
        if last is None or last.link != link or last.before is not before:
            if last is not None:
                self._look_back(last, board, reading)
            last, self.since = _Clicked(link, board, before, began=now), inf
            self._clicked.append(last)
        if self._measure(last, reading):
            last.since, last.asked = now, -inf
        stood = now - last.since
        if len(last.weak) == 1 and stood > _ALONE * self._still:
            self._marks += [one for one in last.weak if not self._is_mark(one)]
        if len(last.weak) < len(last.cells) or any(map(self._is_mark, last.weak)):
            return False
        if self._vanished and not self._known:
            return False
        still = self._still * (1.0 if self._known else _FIRST)
        if now - last.asked >= _ALONE * self._still or stood >= still:
            last.asked, last.alone = now, _alone(last, reading)
        if not last.alone:
            last.since = now
        elif stood >= still and not last.has_gone:
            self._known += last.strengths
            self.since = last.since
            self._note(last)
        return last.alone and now - last.began < _PATIENT * self._still

    def _keep_to(self, lattice: Lattice) -> None:
        """Forget where tiles have faded if the board lies elsewhere now."""
        if lattice != self._lattice:
            self._clicked.clear()
            self._gone.clear()
            self._lattice = lattice

    def _measure(self, clicked: _Clicked, reading: Reading) -> bool:
        """Look at the tiles of a link again: whether they look otherwise than since when it is."""
        places = [inside(reading.lattice, cell) for cell in clicked.cells]
        looks = [reading.pixels[place] for place in places]
        if clicked.looks and all(map(_is_alike, looks, clicked.looks)):
            return False
        clicked.looks = [look.copy() for look in looks]
        clicked.strengths = [
            strength(clicked.before[place], look) for place, look in zip(places, looks, strict=True)
        ]
        return True

    def _note(self, clicked: _Clicked) -> None:
        clicked.has_gone = True
        for cell in clicked.cells:
            # The whole picture need not be kept for it.
            place = inside(self._lattice, cell) if self._lattice else None
            if place is not None:
                self._gone[cell] = clicked.before[place].copy()

    def _look_back(self, clicked: _Clicked, board: Board, reading: Reading) -> None:
        """See what is left of a link before: where nothing is, tiles of this game do not fade."""
        if any(cell not in board or board[cell] != EMPTY for cell in clicked.cells):
            return
        self._note(clicked)
        self._measure(clicked, reading)
        if clicked.weak:
            self._vanished = 0
            return
        if any(reading.board[cell] != EMPTY for cell in clicked.cells):
            return  # something may lie over them
        self._vanished += 1
        if self._vanished >= _AGAIN:
            self._known.clear()

    def _is_as_known(self, strengths: list[Strength]) -> bool:
        """Whether tiles have faded by as much as others of this game did."""
        return all(
            one.is_weak
            and _is_within(one.contrast, [known.contrast for known in self._known])
            and _is_within(one.colour, [known.colour for known in self._known])
            for one in strengths
        )

    def _is_mark(self, one: Strength) -> bool:
        return any(
            abs(one.contrast - mark.contrast) < _SAME_MARK
            and abs(one.colour - mark.colour) < _SAME_MARK
            for mark in self._marks
        )


def strength(before: NDArray[np.uint8], now: NDArray[np.uint8]) -> Strength:
    """How strongly a cell is drawn now, against before.

    Parameters
    ----------
    before, now : uint8 arrays of shape (h, w, 3), RGB

    >>> tile = np.zeros((8, 8, 3), np.uint8)
    >>> tile[2:6, 2:6] = 200, 0, 0
    >>> [round(float(share), 1) for share in strength(tile, tile // 4 + 100)]
    [0.2, 0.2, 1.0]
    """
    if before.shape != now.shape or not before.size:
        return Strength(1.0, 1.0, 0.0)
    (drawn, coloured), (drawn_now, coloured_now) = _drawing(before), _drawing(now)
    was, left = float(np.sqrt((drawn**2).mean())), float(np.sqrt((drawn_now**2).mean()))
    colour, colour_left = (float(np.sqrt((one**2).mean())) for one in (coloured, coloured_now))
    alike = float((drawn * drawn_now).mean()) / (was * left) if was and left else 0.0
    shares = [
        one / other for one, other in ((left, was), (colour_left, colour)) if other > _TOLD
    ] or [1.0]
    return Strength(shares[0], shares[-1], alike)


def _drawing(cell: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What is drawn on its paper: grey levels (h, w) and colour (h, w, 3), each around a mean."""
    drawn = cell.astype(np.float32) - cell.mean(axis=(0, 1), dtype=np.float32)
    grey = cv2.cvtColor(drawn, cv2.COLOR_RGB2GRAY)
    return np.asarray(grey, np.float32), drawn - grey[..., None]


def _alone(clicked: _Clicked, reading: Reading) -> bool:
    """Whether no other tile is read otherwise, or is weaker, and no path is drawn over other cells.

    What lies over all lies over them, too.
    """
    board, seen, lattice = clicked.board, reading.board, reading.lattice
    if not board.is_sized_as(seen):
        return False
    for cell in board.cells():
        if cell in clicked.cells:
            continue
        place = inside(lattice, cell)
        was, now = clicked.before[place], reading.pixels[place]
        if board[cell] == EMPTY:
            if not _is_alike(was, now):
                return False
        elif seen[cell] != board[cell]:
            return False
        elif not np.array_equal(was, now):
            left = strength(was, now)
            if min(left.contrast, left.colour) < _STAYS:
                return False
    return True


def _emptied(reading: Reading, cells: list[Cell]) -> Reading:
    """The same with cells empty, which look like flat ground: a tile must not be like them."""
    numbers = np.asarray([cell.row * reading.lattice.cols + cell.col for cell in cells], np.intp)
    kinds, looks = reading.kinds, reading.looks.copy()
    kinds[numbers] = EMPTY
    seen = cut(Frame(reading.pixels), reading.lattice, numbers)
    looks[numbers] = middle(seen).mean(axis=(1, 2), keepdims=True).astype(np.uint8)
    return replace(
        reading,
        board=board_of(kinds, reading.lattice),
        selected=tuple(cell for cell in reading.selected if cell not in cells),
        looks=looks,
    )


def _is_within(share: float, known: list[float]) -> bool:
    return min(known) / _LIKE - _ABOUT <= share <= max(known) * _LIKE + _ABOUT


def _is_alike(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
    return one.shape == other.shape and float(cv2.absdiff(one, other).mean()) <= _AS_BEFORE
