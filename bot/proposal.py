"""A proposal: what a lattice shows that may be a board, and how surely it is one."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bot.board import EMPTY, UNKNOWN
from bot.geometry import Lattice, lie_together
from bot.looks import Look, lonely
from bot.reading import Reading

_CLEAR, _OPEN, _SURELY = 0.08, 0.05, 16.0
"""Share of odd kinds, and of tiles like no other, up to which no other lattice is tried; and throws
of a coin that the board must then be worth."""
_FEW_GUESSES, _GUESSED = 2, 0.1
"""Joins that were guessed, and share of the kinds, beyond which a board is not believed."""
_OF_MANY = 0.025
"""Share of the tiles of a board that may be guessed where it is worth enough all the same: those
under a pointer, say."""
_TOO_FAR = 1.2
"""Cells that tiles reach over if these are not theirs: side walls and shadows fall on the next."""
_FEW, _SPARSE = 30, 0.5
"""Tiles, and share of the cells that hold one, below which few are left."""
_SLENDER, _MULTIPLE = 2.1, 0.1
"""How many times longer one side of a cell is than the other, beyond which it may be part of one;
and by how much the sides of a cell made of others may be off whole multiples."""
_BLANK = 0.1
"""Blank tiles, as a share of the others, that a board may have besides."""
_TOGETHER = 0.25
"""Pitches up to which cells lie in one place."""
_WHOLE = 10
"""Tiles from which on slender ones of a board that is sure are whole: three pairs of things have
parts enough to seem a board."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A board that makes sense, what it is worth, as in `sense`, and joins that were guessed.

    Some of its kinds may be odd, and not for being walls.

    What was left out around it may have told that its tiles are `parts` of larger ones.
    """

    reading: Reading
    worth: float
    guessed: int
    parts: bool = False
    odd: int = 0

    @property
    def sure(self) -> bool:
        """Whether it is worth so much, and so little of it was guessed, that it is the one."""
        board = self.reading.board
        lonely = board.kinds.count(UNKNOWN) <= _OPEN * board.tiles
        told = lonely and not self.guesswork and not self.parts
        odd = self.odd / len(board.by_kind())
        return self.worth >= _SURELY and told and odd <= _CLEAR

    @property
    def guesswork(self) -> bool:
        """Whether so much of it was guessed that what is even may be so by guesses alone."""
        board = self.reading.board
        of_many = _OF_MANY * board.tiles * (self.worth >= _SURELY)
        return self.guessed > max(_FEW_GUESSES, _GUESSED * len(board.by_kind()), of_many)

    @property
    def slender(self) -> bool:
        """Whether cells are as slender as halves of tiles, and may be such."""
        sure = self.sure and self.reading.board.tiles >= _WHOLE
        return _slenderness(self.reading.lattice) > _SLENDER and not sure

    @property
    def few(self) -> bool:
        """Whether few tiles are left."""
        board = self.reading.board
        return board.tiles < min(_FEW, _SPARSE * len(board.kinds))

    @property
    def many(self) -> bool:
        """Whether so many tiles tell of it that it is hardly another one."""
        return not (self.few or self.slender or self.parts)

    @property
    def thin(self) -> bool:
        """Whether few tiles are left, and some of them were guessed."""
        return self.few and self.guessed > 0

    @property
    def doubtful(self) -> bool:
        """Whether so few tiles are left, some of them without a twin, that there may be others."""
        return self.few and self.worth < _SURELY and lonely(self.reading.board) > 0

    def beats(self, other: Proposal) -> bool:
        """Whether this is more likely the board: sure, or worth more, or made of the other.

        Halves of tiles are many, and may be sure where a marked tile makes these themselves unsure.
        """
        if other.sure and made_of(other, self):
            return False
        if self.sure and made_of(self, other):
            return True
        if _are_halves(self, other) or _are_halves(other, self):
            return self.worth > other.worth
        return (self.sure, self.worth) > (other.sure, other.worth)


def shows_more(look: Look, other: Proposal) -> bool:
    """Whether more kinds were named at first sight than a board has."""
    return len(look.board.by_kind()) > len(other.reading.board.by_kind())


def is_of_more_kinds(one: Proposal, other: Proposal) -> bool:
    """Whether a board has the tiles of another one in more kinds, is sure and even, and worth more.

    And maybe a few tiles more, of kinds that the other one lacks as nothing is drawn on them.

    Deals are even. Kinds that were put together by mistake are so, too, but parts of one that are
    none hardly are: of two such boards the one of more kinds is right.
    """
    own, its = one.reading, other.reading
    if not one.sure or one.guessed or lonely(own.board):
        return False
    if not lie_together(own.lattice, its.lattice, _TOGETHER):
        return False
    both = list(zip(own.kinds.tolist(), its.kinds.tolist(), strict=True))
    same = all(a != EMPTY or b == EMPTY for a, b in both)
    # Nothing is drawn on blank tiles.
    blank = [a for a, b in both if a != EMPTY == b]
    same &= len(blank) <= _BLANK * its.board.tiles
    same &= not set(blank) & {a for a, b in both if EMPTY not in (a, b)}
    more = len(own.board.by_kind()) > len(its.board.by_kind())
    return same and more and one.worth > other.worth


def _are_halves(parts: Proposal, whole: Proposal) -> bool:
    """Whether the cells of one board are slender parts of those of another."""
    own, its = parts.reading.lattice, whole.reading.lattice
    slenderer = _slenderness(own) > (1 + _MULTIPLE) * _slenderness(its)
    return slenderer and is_multiple(its, own)


def _slenderness(lattice: Lattice) -> float:
    """How many times longer one side of a cell is than the other."""
    return max(lattice.pitch) / min(lattice.pitch)


def may_lie_on(whole: Proposal, parts: Lattice) -> bool:
    """Whether the tiles of a board may lie on a lattice of which its cells are multiples.

    They cannot if what all of them share reaches farther than the cells of that.
    """
    lattice, body = whole.reading.lattice, whole.reading.skin.body
    if not is_multiple(lattice, parts):
        return False
    if body is None:
        return True
    reach = [np.ptp(np.flatnonzero(body.mask.any(axis=axis))) + 1 for axis in (0, 1)]
    cells = np.divide(lattice.pitch, parts.pitch) * reach / body.mask.shape[::-1]
    return bool(cells.max() < _TOO_FAR)


def made_of(whole: Proposal, parts: Proposal) -> bool:
    """Whether the cells of one board are those of another put together, of which none is odd."""
    if whole.guessed or lonely(whole.reading.board):
        return False
    return is_multiple(whole.reading.lattice, parts.reading.lattice)


def is_multiple(whole: Lattice, parts: Lattice) -> bool:
    """Whether the cells of one lattice are as large as several of another."""
    times = np.divide(whole.pitch, parts.pitch)
    off = np.abs(times - np.rint(times)).max()
    return bool(off < _MULTIPLE and np.rint(times).min() > 0 and np.rint(times).prod() > 1)
