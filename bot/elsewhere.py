"""A board that was laid elsewhere in its window: when it is looked for.

A game may centre its board anew when a line is empty, scroll it, push it up by a row, or scale it
to what is left. Then its tiles are not where they were looked for, and most cells cannot be told.
So they do under a message; but what lies under a message is not seen beside its place.
"""

from __future__ import annotations

from bot.board import Board
from bot.lookout import Lookout
from bot.memory import hides, named
from bot.patience import Patience
from bot.shifted import FEW, GONE, LEAST, has_shifted


class Elsewhere:
    """Looks for a board that is no longer where it was.

    Parameters
    ----------
    out
        what it looks through
    patience
        how long a board must stand still
    """

    def __init__(self, out: Lookout, patience: Patience) -> None:
        self._out, self._patience = out, patience
        self._tried: tuple[Board, Board] | None = None
        self._again = self._pause = 0.0
        """When that is tried again, in the time of looks, and how long after it was, s."""
        self._in_place: tuple[Board, Board] | None = None
        self._sight: tuple[Board, Board] | None = None
        self._asked = 0.0
        """When `has_left` was asked of this sight last, or the sight was new, in that time, s."""

    def has_left(self, board: Board, seen: Board) -> bool:
        """Whether a board is seen beside its place, and has been for a little; and as it is `seen`.

        Tiles that lie elsewhere need not be waited for, as those that something hides are.
        """
        frame, known = self._out.current()
        now, sight, little = self._out.looked_at, (board, seen), self._patience.refusal
        if sight != self._sight:
            self._sight, self._asked = sight, now
        if now - self._asked <= little or self._was_tried(sight):
            return False
        self._asked = now
        if not has_shifted(frame, known, board, least=min(LEAST, board.tiles)):
            return False
        self._in_place = None  # it may have been there when it was asked last
        return True

    def is_found(self, board: Board, stood: float) -> bool:
        """Whether a board that is hidden is found in another place; it is read there from now on.

        After a while it is looked for though no tile is seen beside its place: they may have
        another size now. One and the same sight is read but once, or,
        of few tiles, ever more seldom.

        Parameters
        ----------
        board
            as it was left
        stood
            for how long all has looked as it does, s
        """
        seen = self._out.current()[1].board
        is_hidden = hides(seen, board) or named(seen) < named(board)
        if stood <= self._patience.refusal or not is_hidden:
            return False
        return self.is_found_beside(board, anyway=stood > self._patience.board)

    def is_found_beside(self, board: Board, *, anyway: bool = False) -> bool:
        """Whether a board is found in another place, if tiles are seen beside theirs, or anyway."""
        frame, known = self._out.current()
        sight = board, known.board
        if self._was_tried(sight) or (sight == self._in_place and not anyway):
            return False
        if not (anyway or board.tiles <= FEW or has_shifted(frame, known, board)):
            self._in_place = sight
            return False
        found = self._out.find_anew(board, max(2, named(board) - GONE))
        # It may have been on its way; but under a message it is looked for ever more seldom.
        self._pause = 2 * self._pause if sight == self._tried else self._patience.still
        self._again = self._out.looked_at + self._pause
        # What is found may be a link less than the board; it is not looked for again for that.
        self._tried, self._in_place = (board, self._out.current()[1].board), None
        return found

    def _was_tried(self, sight: tuple[Board, Board]) -> bool:
        """Whether that was tried a moment ago: a board as it should be, and as it was seen.

        Or ever, where it has so many tiles that it takes long.
        """
        waits = self._out.looked_at < self._again or sight[0].tiles > FEW
        return sight == self._tried and waits
