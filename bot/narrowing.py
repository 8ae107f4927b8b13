"""Which pairs a win can still use, where nothing falls: floods, clauses and forced choices.

Pairs still allowed are one integer with a bit for each. Four facts rule pairs out. *Flood*: let
every allowed pair go as soon as it links, and let tiles that are gone still serve as partners; if
tiles are left even then, no pairing of allowed pairs clears the board. *Clause*: the first removal
of a win that touches those left tiles happens with no more cells empty than at the end of the
flood; so every win, under whatever choices, uses one of the pairs that link there, touch a left
tile and were not allowed. So a clause holds for the whole board, and may be kept or forgotten at
will. *Witness*: a flood that leaves nothing used some pairs; while these are
allowed, the same flood needs no second run. *Safe*: where all tiles of a kind can go at once, a win
can begin with them, so nothing is lost by deciding so, among the pairs that are allowed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from bot.pairing import Pairing
from bot.spans import Pair

MOST_WITNESSES = 40
"""More of them cost as much to look through as the floods that they save."""
MOST_CLAUSES = 2000
"""Old clauses are forgotten, so that a long search does not slow down."""
MOST_MATCHINGS = 200
"""Steps to look for a way to take a whole kind at once."""


class Node(NamedTuple):
    """Pairs allowed, a line of decided pairs that was played, and the table after it.

    `narrowed` says that its pairs were probed.
    """

    allowed: int
    line: tuple[Pair, ...]
    stand: Any
    narrowed: bool = False


class Narrowing:
    """What is known about the pairs of a board, for any choice among them.

    Parameters
    ----------
    game
        the board; its `nodes` are counted up and its `check` is called

    Attributes
    ----------
    possible
        pairs that some win may use, whatever was chosen: narrowed while a search goes on
    blame
        for each tile in how many clauses its pairs are
    floods
        how many were run
    """

    def __init__(self, game: Pairing) -> None:
        self._game, self._table = game, game.table
        self._pairs, self._of_tile = game.pairs, game.of_tile
        self._touching = [_bits(mine) for mine in self._of_tile]
        self._of_kind = [
            reduce(or_, (self._touching[tile] for tile in tiles)) for tiles in game.groups
        ]
        self._clauses: list[int] = []
        self._witnesses: list[int] = []
        self._order = list(range(len(self._of_tile)))
        self._partners = [list(mine) for mine in self._of_tile]
        self.possible = (1 << len(self._pairs)) - 1
        self.blame = [0] * len(self._of_tile)
        self.floods = 0

    def root(self) -> Node:
        """The node where nothing is chosen."""
        self._table.reset()
        return Node(self.possible, (), self._table.snapshot())

    def choose(self, allowed: int, pair: Pair) -> int:
        """Allow no other pair to the two tiles of this one."""
        return allowed & ~(self._touching[pair.a] | self._touching[pair.b]) | pair.bit

    def decide(self, node: Node) -> Node | None:
        """Follow forced choices and safe ones, and play what is decided; None if no win is left."""
        allowed, line = node.allowed & self.possible, list(node.line)
        self._table.restore(node.stand)
        while True:
            settled = self._settle(allowed)
            if settled is None:
                return None
            self._play_decided(settled, line)
            allowed = self._choose_safe(settled)
            if allowed == settled:
                decided = Node(allowed, tuple(line), self._table.snapshot())
                return decided if self.flood_clears(decided, allowed) else None

    def front(self, node: Node) -> list[Pair]:
        """The allowed pairs that link where the decided ones stick: every win uses one of them."""
        self._table.restore(node.stand)
        gone, joined, allowed = self._table.gone, self._table.joined, node.allowed
        return [
            pair
            for pair in self._pairs
            if pair.bit & allowed and not gone[pair.a] and not gone[pair.b] and joined(pair)
        ]

    def probe(self, node: Node) -> Generator[None, None, Node | None]:
        """Assume one pair after the other, and forbid those that no win can use; yield in between.

        Returns
        -------
        narrowed
            the node with what is left, None if no win is left
        """
        is_root = node.allowed == self.possible
        while True:
            decided = self.decide(node)
            if decided is None:
                return None
            allowed = decided.allowed
            for pair in self._pairs:
                options = allowed & self._touching[pair.a]
                if not pair.bit & options or not options & (options - 1):
                    continue
                chosen = self._settle(self.choose(allowed, pair))
                if chosen is None or not self.flood_clears(decided, chosen):
                    allowed &= ~pair.bit
                    if is_root:
                        self.possible &= ~pair.bit
                yield
            if allowed == decided.allowed:
                return decided
            node = decided._replace(allowed=allowed)

    def flood_clears(self, node: Node, allowed: int) -> bool:
        """Whether a flood of the allowed pairs leaves no tile; learn a clause if it does not.

        The flood starts at the node, whose line `allowed` must hold.
        """
        if any(not witness & ~allowed for witness in self._witnesses):
            return True
        self._game.check()
        self._game.nodes += 1
        self.floods += 1
        self._table.restore(node.stand)
        fired: list[Pair] = []
        left = self._flood(self._order, allowed, fired)
        if left:
            self._learn(left, allowed)
            return False
        fired += node.line
        self._order = list(dict.fromkeys(tile for pair in fired for tile in (pair.a, pair.b)))
        self._witnesses.insert(0, _bits(fired))
        del self._witnesses[MOST_WITNESSES:]
        return True

    def _settle(self, allowed: int) -> int | None:
        """Follow forced choices: a tile with one partner, a clause with one pair."""
        before = -1
        while allowed != before:
            before = allowed
            for some in (self._touching, self._clauses):
                for clause in some:
                    options = allowed & clause
                    if not options & (options - 1):
                        if not options:
                            return None
                        allowed = self.choose(allowed, self._pairs[options.bit_length() - 1])
        return allowed

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
            links: dict[int, list[Pair]] = {}
            for tile in left:
                links[tile] = [
                    pair
                    for pair in self._of_tile[tile]
                    if pair.bit & allowed and not gone[pair.a + pair.b - tile] and joined(pair)
                ]
                if not links[tile]:
                    break
            else:
                for pair in _perfect_matching(left, links):
                    allowed = self.choose(allowed, pair)
        return allowed

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
                self.blame[pair.a] += 1
                self.blame[pair.b] += 1
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


def _bits(pairs: Iterable[Pair]) -> int:
    return reduce(or_, (pair.bit for pair in pairs), 0)


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
