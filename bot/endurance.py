"""Endurance: how often a game is tried further while no tile goes."""

from __future__ import annotations

from bot.beliefs import is_test
from bot.board import EMPTY, UNKNOWN, Board
from bot.errors import StoppedError
from bot.matcher import Link
from bot.tally import Tally

_REFUSED, _AT_FIRST = 6, 3
"""Links in a row that the game may refuse, and before any has gone: each of these is waited for
long."""
_AIMLESS = 24
"""Times that we may be brought to look or think anew without a click that told anything."""
_TESTS = 2
"""Tests of whether tiles match, for every tile there is: most pairs are plainly unlike."""


def as_test(link: Link, board: Board, after: Board) -> Link | None:
    """The link, if it has told whether two tiles match, and could not be known to go; else None.

    Its tiles may have been taken for one kind, and be of two on the board after it: of all cells
    those of that kind alone are told otherwise then.
    """
    kind, now = board[link.a], {after[cell] for cell in (link.a, link.b) if cell in after}
    parted = (
        after.is_sized_as(board)
        and len(now - {EMPTY, UNKNOWN}) > 1
        and all(was in {kind, told} for was, told in zip(board.kinds, after.kinds, strict=True))
    )
    return link if parted or is_test(board, link) else None


class Endurance:
    """Counts what was done in vain since something was last gained, and says when it is enough."""

    def __init__(self) -> None:
        self._gained = (0, 0)
        self._refused = self._tests = self._aimless = self._hidden = 0
        self._tested: set[Link] = set()

    def spend(
        self,
        tally: Tally,
        *,
        clicked: bool = False,
        is_hidden: bool = False,
        test: Link | None = None,
    ) -> None:
        """One more thing was done.

        Parameters
        ----------
        tally
            of the game after it
        clicked
            whether something was clicked
        is_hidden
            whether nothing was because the tiles to be clicked could not be seen
        test
            what was clicked if that was to find out whether two tiles match; to find out the same
            once more tells nothing

        Raises
        ------
        StoppedError
            if too much was done in vain
        """
        if tally.gained != self._gained:
            self._gained = tally.gained
            self._refused = self._tests = self._aimless = self._hidden = 0
            self._tested.clear()
            return
        is_new = test is not None and test not in self._tested
        if clicked and test is not None:
            self._tested.add(test)
        self._tests += clicked and is_new
        self._refused += clicked and not is_new
        self._aimless += not clicked
        self._hidden += is_hidden and not clicked
        vain = self._refused + self._tests
        most = _REFUSED if tally.links else _AT_FIRST
        if self._refused > most or self._tests > _TESTS * tally.tiles:
            raise StoppedError(
                f"{vain} links in a row were clicked and no tile went: is this the game's window, "
                "is it dealt and not paused, does one click choose a tile, and does it run with "
                "more rights than this program?"
            )
        if self._aimless > _AIMLESS and 2 * self._hidden > self._aimless:
            raise StoppedError(
                "tiles that link stay hidden: something covers the board, or the game has ended by "
                "itself"
            )
        if self._aimless > _AIMLESS:
            raise StoppedError(
                "the board does not stay as it is for long enough to be played: does somebody else "
                "play it, or is it an animation?"
            )
