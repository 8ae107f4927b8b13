"""Deafness: a game that plays no link for a while, whatever the link, teaches nothing of its rules.

A message that takes all clicks may lie beside the tiles. What is refused meanwhile tells of the
message; that it did is plain where a link was refused that any rule allows, and tiles of its kind
had gone before, or it goes later itself. A link that is refused once more when the game hears again
is refused for itself: a tile may lie in its way that was not read.
"""

from __future__ import annotations

from dataclasses import replace

from bot.beliefs import Beliefs, is_test
from bot.board import Board
from bot.geometry import Cell
from bot.matcher import Link, LinkRule, find_path
from bot.position import Gravity


class Deafness:
    """The links that a game refused, and what was believed before."""

    def __init__(self) -> None:
        self._since: Beliefs | None = None
        self._is_plain = False
        self._refused: dict[frozenset[Cell], Beliefs] = {}
        self._tried_again: set[frozenset[Cell]] = set()

    def refused(self, board: Board, link: Link, before: Beliefs) -> None:
        """A link was refused, before which that was believed."""
        two = frozenset((link.a, link.b))
        if two in self._tried_again:
            return
        since = self._since = self._since or before
        least = LinkRule(min(before.turns), min(before.margins))
        if not is_test(board, link) and find_path(board, link.a, link.b, least) is not None:
            self._refused.setdefault(two, since)
            self._is_plain |= board[link.a] in before.evidence.gone

    def over(self, link: Link, beliefs: Beliefs) -> Beliefs:
        """A link has gone, and this is believed since: without what deafness has taught.

        What links that went have taught of paths stays.
        """
        before = self._refused.get(frozenset((link.a, link.b)))
        if before is None and self._is_plain:
            before = self._since
        self._since, self._is_plain = None, False
        if before is not None or beliefs.gravity is not Gravity.NONE:
            self._refused.clear()  # or their tiles lie elsewhere
        if beliefs.gravity is not Gravity.NONE:
            self._tried_again.clear()
        if before is None:
            return beliefs
        found = self._without(beliefs, before)
        given_back = beliefs.evidence.refused - found.evidence.refused
        self._tried_again |= {frozenset(two) for two in given_back}
        return found

    def doubted(self, beliefs: Beliefs, *, surely: bool = False) -> Beliefs:
        """What is believed without what plain deafness has taught: all of that may be tried again.

        Nothing has gone; whether the game hears again is not known. Where it is `surely` deaf, that
        need not be plain.
        """
        since = self._since if self._is_plain or surely else None
        return beliefs if since is None else self._without(beliefs, since)

    def _without(self, beliefs: Beliefs, before: Beliefs) -> Beliefs:
        """What is believed without what was refused since, but for what was so once more."""
        evidence, kept = beliefs.evidence, before.evidence.refused
        refused = frozenset(
            two for two in evidence.refused if two in kept or frozenset(two) in self._tried_again
        )
        return replace(
            beliefs,
            margins=beliefs.margins if beliefs.margins == (1,) else before.margins,
            turns=tuple(most for most in before.turns if most >= min(beliefs.turns)),
            evidence=replace(evidence, refused=refused),
            refusals=before.refusals,
        )
