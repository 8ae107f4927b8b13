"""Proof that no pairing clears a board where nothing falls, or the pairing that does.

Any legal order of a winning pairing wins, so a choice is between pairs, not between moves. Pairs
still allowed are one integer with a bit for each. At a node all that is decided is played until it
sticks; then every win uses one of the pairs that link now, the *front*. Branches take the first of
them, the second without the first, and so on. Four facts cut them. *Flood*: let every allowed pair
go as soon as it links, and let tiles that are gone still serve as partners; if tiles are left even
then, no pairing of allowed pairs clears the board. *Clause*: the first removal of a win that
touches those left tiles happens with no more cells empty than at the end of the flood; so every
win, under whatever choices, uses one of the pairs that link there, touch a left tile and were not
allowed. *Witness*: a flood that leaves nothing used some pairs; while these are allowed, the same
flood needs no second run. *Safe*: where all tiles of a kind can go at once, a win can begin with
them, so nothing is lost by deciding so.
(The generalised game is NP-complete: IEICE Trans. E95-D (2012) 2712; de Bondt, arXiv 2010.09014.)
"""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from bot.pairing import Pairing
from bot.spans import Pair

MOST_WITNESSES = 40
"""More of them cost as much to look through as the floods that they save."""
MOST_CLAUSES = 2000
"""Old clauses are forgotten, so that a long search does not slow down."""
REPAIRS = 0.5
"""Games played a flood, so that luck and proof race."""
MOST_MATCHINGS = 200
"""Steps to look for a way to take a whole kind at once."""


class _Node(NamedTuple):
    """Pairs allowed, a line of decided pairs that was played, and the table after it."""

    allowed: int
    line: tuple[Pair, ...]
    stand: Any


class Proof:
    """The search through all pairings of a board.

    Parameters
    ----------
    pairing
        the board; its `best` and `nodes` are kept up
    """

    def __init__(self, pairing: Pairing) -> None:
        self._game, self._table = pairing, pairing.table
        self._pairs, self._of_tile = pairing.pairs, pairing.of_tile
        self._touching: list[int] = []
        self._of_kind: list[int] = []
        self._clauses: list[int] = []
        self._witnesses: list[int] = []
        self._order = list(range(len(self._of_tile)))
        self._partners = [list(mine) for mine in self._of_tile]
        self._blame = [0] * len(self._of_tile)
        self._due = 0.0

    def search(self) -> bool:
        """True if the best line of the game clears the board, False if no line does."""
        while not self._game.complete:  # a finished search over some pairs would prove nothing
            if self._game.play_out():
                return True
        self._touching = [sum(pair.bit for pair in mine) for mine in self._of_tile]
        self._of_kind = [
            reduce(or_, (self._touching[tile] for tile in tiles)) for tiles in self._game.groups
        ]
        self._table.reset()
        stack = [_Node((1 << len(self._pairs)) - 1, (), self._table.snapshot())]
        while stack:
            self._game.nodes += 1
            node = self._decide(stack.pop())
            if node is None or not self._flood_clears(node):
                continue
            if self._play_on(node) or self._race():
                return True
            stack.extend(self._branches(node))
        return False

    def _play_on(self, node: _Node) -> bool:
        """Play one game of allowed pairs; True if it clears the board."""
        self._table.restore(node.stand)
        allowed = [pair for pair in self._pairs if pair.bit & node.allowed]
        return self._game.play_on(list(node.line), self._game.shuffled(allowed))

    def _race(self) -> bool:
        """Let repair have its share of the time; True if it clears the board."""
        while self._due >= 1:
            self._due -= 1
            if self._game.play_out():
                return True
        return False

    def _branches(self, node: _Node) -> list[_Node]:
        """One node for each pair of the front, the one most often in a clause last."""
        self._table.restore(node.stand)
        gone, joined, allowed = self._table.gone, self._table.joined, node.allowed
        front = [
            pair
            for pair in self._pairs
            if pair.bit & allowed and not gone[pair.a] and not gone[pair.b] and joined(pair)
        ]
        front.sort(key=lambda pair: -self._blame[pair.a] - self._blame[pair.b])
        branches = []
        for pair in front:
            branches.append(node._replace(allowed=self._choose(allowed, pair)))
            allowed &= ~pair.bit
        return branches[::-1]

    def _choose(self, allowed: int, pair: Pair) -> int:
        """Allow no other pair to the two tiles of this one."""
        return allowed & ~(self._touching[pair.a] | self._touching[pair.b]) | pair.bit

    def _decide(self, node: _Node) -> _Node | None:
        """Follow forced choices and safe ones, and play what is decided."""
        allowed, line = node.allowed, list(node.line)
        self._table.restore(node.stand)
        while True:
            settled = self._settle(allowed)
            if settled is None:
                return None
            self._play_decided(settled, line)
            allowed = self._choose_safe(settled)
            if allowed == settled:
                return _Node(allowed, tuple(line), self._table.snapshot())

    def _play_decided(self, allowed: int, line: list[Pair]) -> None:
        gone = self._table.gone
        waiting = []
        for tile, mine in enumerate(self._touching):
            options = allowed & mine
            if not gone[tile] and not options & (options - 1):
                pair = self._pairs[options.bit_length() - 1]
                if pair.a == tile:
                    waiting.append(pair)
        before = -1
        while before < len(line):
            before = len(line)
            waiting = self._table.sweep(waiting, line)

    def _choose_safe(self, allowed: int) -> int:
        """Decide every kind whose tiles can all go now, two by two."""
        gone, joined = self._table.gone, self._table.joined
        for tiles in self._game.groups:
            left = [tile for tile in tiles if not gone[tile]]
            if not left:
                continue
            open_pairs = [
                [p for p in self._of_tile[tile] if p.bit & allowed and not gone[p.a + p.b - tile]]
                for tile in left
            ]
            links: dict[int, list[Pair]] = {}
            for tile, pairs in zip(left, open_pairs, strict=True):
                links[tile] = [pair for pair in pairs if joined(pair)]
                if not links[tile]:
                    break
            else:
                for pair in _perfect_matching(left, links):
                    allowed = self._choose(allowed, pair)
        return allowed

    def _settle(self, allowed: int) -> int | None:
        """Follow forced choices: a tile with one partner, a clause with one pair."""
        before = -1
        while allowed != before:
            before = allowed
            for mine in self._touching:
                options = allowed & mine
                if not options & (options - 1):
                    if not options:
                        return None
                    allowed = self._choose(allowed, self._pairs[options.bit_length() - 1])
            for clause in self._clauses:
                options = allowed & clause
                if not options & (options - 1):
                    if not options:
                        return None
                    allowed = self._choose(allowed, self._pairs[options.bit_length() - 1])
        return allowed

    def _flood_clears(self, node: _Node) -> bool:
        """Whether a flood of the allowed pairs leaves no tile; learn a clause if it does not."""
        if any(not witness & ~node.allowed for witness in self._witnesses):
            return True
        self._game.check()
        self._game.nodes += 1
        self._due += REPAIRS
        self._table.restore(node.stand)
        fired: list[Pair] = []
        left = self._flood(self._order, node.allowed, fired)
        if left:
            self._learn(left, node.allowed)
            return False
        fired += node.line
        self._order = list(dict.fromkeys(tile for pair in fired for tile in (pair.a, pair.b)))
        self._witnesses.insert(0, sum(pair.bit for pair in fired))
        del self._witnesses[MOST_WITNESSES:]
        return True

    def _flood(self, tiles: list[int], allowed: int, fired: list[Pair]) -> list[int]:
        return self._table.flood(tiles, self._partners, allowed, fired)

    def _learn(self, left: list[int], allowed: int) -> None:
        """Keep the clause of a flood that stuck just now, as short as can be.

        Kind by kind all pairs are allowed after all; where the flood sticks even so, it does not
        need that kind.
        """
        clause = self._clause(left, allowed)
        for of_kind in self._of_kind:
            if not clause & of_kind or not clause & ~of_kind:
                continue
            saved = self._table.snapshot()
            still_left = self._flood(left, allowed | of_kind, [])
            if still_left:
                left, allowed = still_left, allowed | of_kind
                clause = self._clause(left, allowed)
            else:
                self._table.restore(saved)
        for pair in self._pairs:
            if pair.bit & clause:
                self._blame[pair.a] += 1
                self._blame[pair.b] += 1
        self._clauses.append(clause)
        del self._clauses[:-MOST_CLAUSES]

    def _clause(self, left: list[int], allowed: int) -> int:
        """The pairs that touch a left tile, join on the table as it stands and are not allowed."""
        clause = 0
        for tile in left:
            for pair in self._of_tile[tile]:
                if not pair.bit & allowed and self._table.joined(pair):
                    clause |= pair.bit
        return clause


def _perfect_matching(tiles: list[int], links: dict[int, list[Pair]]) -> list[Pair]:
    """Links that take all tiles two by two; none if there is no such choice, or none at hand."""
    steps = 0

    def match(rest: list[int]) -> list[Pair] | None:
        nonlocal steps
        steps += 1
        if not rest:
            return []
        if steps > MOST_MATCHINGS:
            return None
        first = rest[0]
        for pair in links[first]:
            other = pair.a + pair.b - first
            if other in rest:
                found = match([tile for tile in rest[1:] if tile != other])
                if found is not None:
                    return [pair, *found]
        return None

    return match(tiles) or []
