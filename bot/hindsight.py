"""Hindsight: what the last links come to if tiles fall otherwise than was learned from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.beliefs import Beliefs, accepted, is_test
from bot.board import EMPTY, UNKNOWN, Board
from bot.expectation import agrees
from bot.matcher import Link, LinkRule, find_path
from bot.memory import POINTED
from bot.position import Gravity, remove

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

    @property
    def is_fresh(self) -> bool:
        """Whether it was learned of late that tiles stay."""
        return self._board is not None and self._after.gravities == (Gravity.NONE,)

    def safely(self, board: Board, links: tuple[Link, ...], rule: LinkRule) -> tuple[Link, ...]:
        """Links to be played, the first such that it is right if tiles fall late after all.

        As they were, if it was not learned of late that tiles stay, or none of them is so.

        Parameters
        ----------
        board
            as it is seen now
        links
            all of which may be played in any order that paths allow; one that is a test comes first
            whatever falls
        rule
            what paths surely may do
        """
        first = self._board if self.is_fresh else None
        if first is None or not first.is_sized_as(board) or is_test(board, links[0]):
            return links
        fallen = [_after(first, self._links, gravity) for gravity in self._before.gravities]
        boards = [each for each in fallen if each is not None]
        for at, (a, b) in enumerate((link.a, link.b) for link in links):
            path = find_path(board, a, b, rule)
            if path and all(
                each[a] == each[b] == board[a] and find_path(each, a, b, rule) for each in boards
            ):
                return (Link(a, b, path), *links[:at], *links[at + 1 :])
        return links

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
                if not _is_pair(board, link):
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


def _is_pair(board: Board, link: Link) -> bool:
    return EMPTY != board[link.a] == board[link.b]


def _after(board: Board, links: Iterable[Link], gravity: Gravity) -> Board | None:
    """The board once these links have gone and tiles fell so; None if they could not go so."""
    for link in links:
        if not _is_pair(board, link):
            return None
        board = remove(board, link.a, link.b, gravity)
    return board


def _is_seen(board: Board, seen: Board) -> bool:
    """Whether a board may be seen: no more of its tiles is hidden than a pointer hides.

    Where it is empty, what tiles have left may show ground that cannot be told.
    """
    if not agrees(board, seen):
        return False
    both = zip(board.kinds, seen.kinds, strict=True)
    return sum(kind == UNKNOWN and want != EMPTY for want, kind in both) <= POINTED
