"""Hindsight: what the last links come to if tiles fall otherwise than was learned from them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.beliefs import Beliefs, accepted
from bot.board import EMPTY, UNKNOWN, Board
from bot.expectation import agrees
from bot.matcher import Link
from bot.memory import POINTED
from bot.position import remove

_REMEMBERED = 4
"""Links after which what was learned from the first of them is not doubted any more."""


@dataclass(frozen=True, slots=True)
class Insight:
    """What explains a board.

    Parameters
    ----------
    beliefs
        under which it is as it should be
    board
        as it should be
    others
        how many of the other links have gone
    """

    beliefs: Beliefs
    board: Board
    others: int


class Hindsight:
    """The links from which the way tiles fall was learned, and those since.

    Tiles may begin to fall when it was taken that they stay. Then another of the ways that were
    possible before explains what is seen.
    """

    def __init__(self) -> None:
        self._board: Board | None = None
        self._before, self._after = Beliefs(), Beliefs()
        self._links: list[Link] = []
        self.falls = 0
        """Links after which tiles were seen to fall as it was believed then."""

    def note(self, board: Board, link: Link, before: Beliefs, after: Beliefs) -> None:
        """A link went from a board, and this is believed since; another was before."""
        if len(after.gravities) < len(before.gravities) and self._board is None:
            self._board, self._before, self._links = board, before, []
        moved = remove(board, link.a, link.b, before.gravity)
        only = after.gravities == (before.gravity,)
        self.falls += only and moved != board.without([link.a, link.b])
        self._after = after
        self._links.append(link)
        if len(self._links) > _REMEMBERED:
            self.forget()

    def forget(self) -> None:
        """What was learned has proved true."""
        self._board, self._links = None, []

    def explain(self, seen: Board, *others: Link) -> Insight | None:
        """What explains a board that is not as expected; None if nothing does, or several do.

        Parameters
        ----------
        seen
            stands still
        others
            links clicked since that may have gone as well, one after the other
        """
        if self._board is None:
            return None
        found: list[Insight] = []
        for gravity in self._before.gravities:
            if gravity in self._after.gravities:
                continue
            board, beliefs = self._board, self._before
            for number, link in enumerate((*self._links, *others), 1):
                pair = {board[link.a], board[link.b]}
                if EMPTY in pair or len(pair) > 1:
                    break
                beliefs = accepted(board, link, beliefs, (gravity,))
                board = remove(board, link.a, link.b, gravity)
                if number >= len(self._links) and _is_seen(board, seen):
                    found.append(Insight(beliefs, board, number - len(self._links)))
        boards = {insight.board for insight in found}
        if len(boards) != 1:
            return None
        gravities = tuple(insight.beliefs.gravity for insight in found)
        beliefs = replace(found[0].beliefs, gravities=gravities)
        return Insight(beliefs, found[0].board, found[0].others)


def _is_seen(board: Board, seen: Board) -> bool:
    return seen.kinds.count(UNKNOWN) <= POINTED and agrees(board, seen)
