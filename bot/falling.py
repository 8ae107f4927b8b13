"""Search where tiles fall: there the order matters, so whole positions are searched.

First play-outs. Then the levels, one for each number of pairs taken, are gone through again and
again: each turn looks one step further from the most promising positions of every level. That is a
beam that goes on with what it left aside, looks at no position twice, and has proved something when
nothing is left. It is the cyclic best-first search of Kao, Sewell and Jacobson (2009).
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from operator import mul
from random import Random

from bot.board import EMPTY, Board
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.pile import Pile
from bot.position import Gravity
from bot.slope import Slope, Take

TASTES = ((0.3, 0.2, 0.03), (0.3, 0.0, 0.0))
"""What one more link, one more tile that touches a free cell, and one more square of unevenness
count against one more kind that has a link. Turns take one taste after the other: alone, each of
them leaves other boards for long."""
AT_ONCE = 3
"""Positions of a level looked at in one turn; with 1 or 10 hard boards take twice as long."""
MOST_KNOWN = 500_000
"""Positions remembered before the search starts again with other chances: 250 MB."""

Chain = tuple[Take, "Chain | None"]
"""A take, and the takes before it."""
_Open = tuple[bool, float, int, Pile, Take, "Chain | None"]
"""A position to look on from: whether a sister goes first, its score turned round, its number,
and how it comes about: the position before it, the take, and the takes before that."""


class Falling:
    """The search of one position where tiles fall.

    Parameters
    ----------
    board, rule, gravity
        what to clear; unknown cells fall like tiles and stay
    rng
        source of every random choice
    check
        called between steps; raises to end the search

    Attributes
    ----------
    best
        the longest line found; it can be played whenever `check` raises
    nodes
        positions looked at
    """

    def __init__(
        self,
        board: Board,
        rule: LinkRule,
        gravity: Gravity,
        rng: Random,
        check: Callable[[], None],
    ) -> None:
        self.slope, self.rng, self.check = Slope(board, rule, gravity), rng, check
        self.start = Pile.first(self.slope)
        self.tiles = sum(kind > EMPTY for kind in board.kinds)
        self.best: list[Take] = []
        self.nodes = 0
        self._known: set[int] = set()
        self._levels: list[list[_Open]] = []

    @property
    def cleared(self) -> bool:
        """Whether the longest line takes every tile of known kind."""
        return 2 * len(self.best) == self.tiles

    def line(self) -> list[tuple[Cell, Cell]]:
        """The cells of the longest line found, where the tiles lie when they are taken."""
        cell = self.slope.cell
        return [
            (cell(line_a, height_a), cell(line_b, height_b))
            for line_a, height_a, line_b, height_b in self.best
        ]

    def play_first(self) -> bool:
        """The play-out that takes the highest tiles first; True if it clears the board."""
        return self._play(noise=0)

    def play_out(self) -> bool:
        """One play-out in random order, higher tiles rather sooner; True if it clears the board."""
        return self._play(noise=8)

    def _play(self, noise: float) -> bool:
        """Play one game; a take may go before one that lies `noise` cells higher, by chance."""
        above, chance = self.slope.above, self.rng.random

        def wish(take: Take) -> float:
            return above[take[0]][take[1]] + above[take[2]][take[3]] + noise * chance()

        pile, line = self.start, list[Take]()
        while pile.takes:
            line.append(pile.safe or max(pile.takes, key=wish))
            if len(line) > len(self.best):
                self.best = line
            pile = self._after(pile, line[-1])
        return 2 * len(line) == self.tiles

    def search(self) -> bool:
        """Search until the board is cleared, or every position was seen: then False."""
        while not self._search_anew():
            pass
        return self.cleared

    def _search_anew(self) -> bool:
        """Turn by turn from the start; False if too much is known before anything is certain."""
        self._known, self._levels = {self.start.key}, []
        self._look_on(self.start, None, 0, TASTES[0])
        turn = 0
        while any(self._levels):
            taste = TASTES[turn % len(TASTES)]
            for depth, level in enumerate(self._levels, start=1):  # it grows at its end
                for _ in range(min(AT_ONCE, len(level))):
                    *_, pile, take, before = heappop(level)
                    self._look_on(pile.after(take), (take, before), depth, taste)
                if self.cleared:
                    return True
            if len(self._known) > MOST_KNOWN:
                return False
            turn += 1
        return True

    def _look_on(
        self, pile: Pile, chain: Chain | None, depth: int, taste: tuple[float, float, float]
    ) -> None:
        """Look at every new position one take further, and put it on its level.

        The best of these sisters goes before the others of all families: the beams that find most
        are those that do not fill up with one family.
        """
        sisters = []
        for take in [pile.safe] if pile.safe else pile.takes:
            key = pile.key_after(take)
            if key not in self._known:
                self._known.add(key)
                after = self._after(pile, take)
                if depth + 1 > len(self.best):
                    self.best = _line((take, chain))
                if after.takes:
                    sisters.append((-self._score(after, taste), self.nodes, take))
        if sisters and depth == len(self._levels):
            self._levels.append([])
        best = min(sisters, default=None)
        for sister in sisters:
            turned, number, take = sister
            entry = (sister is not best, turned, number, pile, take, chain)
            heappush(self._levels[depth], entry)

    def _after(self, pile: Pile, take: Take) -> Pile:
        self.nodes += 1
        if not self.nodes % 8:
            self.check()
        return pile.after(take)

    def _score(self, pile: Pile, taste: tuple[float, float, float]) -> float:
        """How promising: many kinds that link, many links and tiles within reach, and chance."""
        link, seen, uneven = taste
        score = pile.open_kinds + link * len(pile.takes) + seen * pile.tiles_seen
        if uneven:
            heights = [line.count for line in pile.lines]
            squares = sum(map(mul, heights, heights)) - sum(heights) ** 2 / len(heights)
            score += uneven * squares
        return score + self.rng.random()


def _line(chain: Chain | None) -> list[Take]:
    """The takes of a chain, the first one first."""
    takes = []
    while chain:
        take, chain = chain
        takes.append(take)
    return takes[::-1]
