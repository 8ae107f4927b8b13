"""Search where nothing falls: which tiles to pair, for there the order is free.

Without gravity a removal only empties cells, so a link stays a link while both its tiles lie.
Fix who goes with whom: taking any chosen pair that links, again and again, always ends with the
same tiles left. So the search is over pairings alone. A pairing is narrowed down from the set of
all pairs, held as one integer with a bit for each pair.

Three facts carry it. *Flood*: let every allowed pair go as soon as it links, and let tiles that
are gone still serve as partners. If some tiles are left even then, no pairing of allowed pairs
clears the board. *Clause*: the first removal of a win that touches those left tiles happens with
no more cells empty than at the end of the flood; so every win, under whatever choices, uses one of
the pairs that link there, touch a left tile and were not allowed. *Witness*: a flood that leaves
nothing used some pairs; while these are allowed, the same flood needs no second run.
(The generalised game is NP-complete: IEICE Trans. E95-D (2012) 2712; de Bondt, arXiv 2010.09014.)
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from itertools import chain
from operator import or_
from random import Random

from bot.board import Board
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.spans import table_for

MOST_PAIRS = 20_000
"""Seven times the pairs of the largest known game. Above it tiles look at near partners only."""

MOST_WITNESSES = 400
"""Looking through more of them would cost as much as the flood that they save."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Two tiles of one kind, `a` before `b`, and the bit that stands for them."""

    bit: int
    a: int
    b: int


class Pairing:
    """The tiles of one board and the search for a pairing that clears it.

    Parameters
    ----------
    board, rule
        what to clear; unknown cells block paths and stay
    rng
        source of every random choice
    check
        called between steps; raises to end the search

    Attributes
    ----------
    best
        the longest line found: pairs of tiles in an order that can be played
    nodes
        play-outs, floods and branches looked at
    """

    def __init__(
        self, board: Board, rule: LinkRule, rng: Random, check: Callable[[], None]
    ) -> None:
        self.table, self.rng, self.check = table_for(board, rule), rng, check
        by_kind: dict[int, list[int]] = {}
        for tile, cell in enumerate(self.table.cells):
            by_kind.setdefault(board[cell], []).append(tile)
        couples, self.complete = _couples(list(by_kind.values()))
        self.pairs = [Pair(1 << number, a, b) for number, (a, b) in enumerate(couples)]
        self.of_tile: list[list[Pair]] = [[] for _ in self.table.cells]
        for pair in self.pairs:
            self.of_tile[pair.a].append(pair)
            self.of_tile[pair.b].append(pair)
        self.touching = [sum(pair.bit for pair in mine) for mine in self.of_tile]
        self.of_kind = [
            reduce(or_, (self.touching[tile] for tile in tiles)) for tiles in by_kind.values()
        ]
        self.best: list[tuple[int, int]] = []
        self.nodes = 0
        self._clauses: list[int] = []
        self._witnesses: list[int] = []
        self._last_flood: list[Pair] = []
        self._blame = [0] * len(self.of_tile)

    def line(self) -> list[tuple[Cell, Cell]]:
        """The cells of the longest line found."""
        cells = self.table.cells
        return [(cells[a], cells[b]) for a, b in self.best]

    def play_first(self) -> bool:
        """The play-out that takes the first pair found, in reading order."""
        return self._play(list(self.pairs))

    def play_out(self) -> bool:
        """One play-out in random order; True if it clears the board."""
        return self._play_allowed(-1)

    def search(self) -> bool:
        """Look through all pairings: True if `best` clears the board, False if none does."""
        while not self.complete:  # a finished search over some pairs would prove nothing
            self.check()
            if self.play_out():
                return True
        stack = [(1 << len(self.pairs)) - 1]
        while stack:
            self.check()
            self.nodes += 1
            narrowed = self._narrow(stack.pop())
            if narrowed is None:
                continue
            if self._play_allowed(narrowed) or self._play_allowed(narrowed):
                return True
            stack.extend(self._branches(narrowed))
        return False

    def _play_allowed(self, allowed: int) -> bool:
        order = [pair for pair in self.pairs if pair.bit & allowed]
        self.rng.shuffle(order)
        return self._play(order)

    def _play(self, waiting: list[Pair]) -> bool:
        """Sweep over the pairs in this order until none links; True if the board is cleared."""
        self.nodes += 1
        line: list[tuple[int, int]] = []
        self.table.reset()
        before = -1
        while before < len(line):
            before = len(line)
            waiting = self._sweep(waiting, line)
            if len(line) > len(self.best):
                self.best = line
            self.check()
        return 2 * len(line) == len(self.of_tile)

    def _sweep(self, waiting: list[Pair], line: list[tuple[int, int]]) -> list[Pair]:
        """Take every pair that links, in order; the pairs that did not."""
        table, later = self.table, []
        gone, joined = table.gone, table.joined
        for pair in waiting:
            if gone[pair.a] or gone[pair.b]:
                continue
            if joined(pair.a, pair.b):
                table.take(pair.a)
                table.take(pair.b)
                line.append((pair.a, pair.b))
            else:
                later.append(pair)
        return later

    def _branches(self, allowed: int) -> list[int]:
        """The choices of one tile with few partners left, the most promising one last."""
        open_tiles = [
            (options.bit_count(), -self._blame[tile], tile)
            for tile, options in enumerate(allowed & mine for mine in self.touching)
            if options & (options - 1)
        ]
        _, _, tile = min(open_tiles)
        return [self._choose(allowed, p) for p in self.of_tile[tile] if p.bit & allowed]

    def _choose(self, allowed: int, pair: Pair) -> int:
        """Allow no other pair to the two tiles of this one."""
        return allowed & ~(self.touching[pair.a] | self.touching[pair.b]) | pair.bit

    def _narrow(self, allowed: int) -> int | None:
        """Forbid pairs that no win can use; None if that leaves no win at all."""
        while True:
            settled = self._settle(allowed)
            if settled is None or not self._flood_clears(settled):
                return None
            allowed = settled
            for pair in self.pairs:
                options = allowed & self.touching[pair.a]
                if not pair.bit & options or not options & (options - 1):
                    continue
                if not self._may_choose(allowed, pair):
                    allowed &= ~pair.bit
            if allowed == settled:
                return allowed

    def _may_choose(self, allowed: int, pair: Pair) -> bool:
        chosen = self._settle(self._choose(allowed, pair))
        return chosen is not None and self._flood_clears(chosen)

    def _settle(self, allowed: int) -> int | None:
        """Follow forced choices: a tile with one partner, a clause with one pair."""
        before = -1
        while allowed != before:
            before = allowed
            for mine in self.touching:
                options = allowed & mine
                if not options:
                    return None
                if not options & (options - 1):
                    allowed = self._choose(allowed, self.pairs[options.bit_length() - 1])
            for clause in self._clauses:
                options = allowed & clause
                if not options:
                    return None
                if not options & (options - 1):
                    allowed = self._choose(allowed, self.pairs[options.bit_length() - 1])
        return allowed

    def _flood_clears(self, allowed: int) -> bool:
        """Whether a flood of the allowed pairs leaves no tile; learn a clause if it does not."""
        forbidden = ~allowed
        for place, witness in enumerate(self._witnesses):
            if not witness & forbidden:
                if place > 20:
                    self._witnesses.insert(0, self._witnesses.pop(place))
                return True
        self.check()
        left = self._flood(allowed)
        if left:
            self._learn(left, allowed)
            return False
        self._witnesses.insert(0, sum(pair.bit for pair in self._last_flood))
        del self._witnesses[MOST_WITNESSES:]
        return True

    def _flood(self, allowed: int) -> list[int]:
        """Let every allowed pair go; the tiles that are left.

        The pairs of the last flood that cleared go first, in its order: mostly they still do.
        """
        self.nodes += 1
        self.table.reset()
        gone, joined, fired = self.table.gone, self.table.joined, []
        for pair in self._last_flood:
            if pair.bit & allowed and joined(pair.a, pair.b):
                fired.append(pair)
                self._empty(pair)
        waiting = [tile for tile in range(len(self.of_tile)) if not gone[tile]]
        left = self._spread(waiting, allowed, fired)
        if not left:
            self._last_flood = fired
        return left

    def _spread(self, waiting: list[int], allowed: int, fired: list[Pair]) -> list[int]:
        """Go on with a flood from where the table stands; the tiles that are left."""
        gone, joined = self.table.gone, self.table.joined
        partners = {tile: [p for p in self.of_tile[tile] if p.bit & allowed] for tile in waiting}
        before = -1
        while before < len(fired):
            before = len(fired)
            for tile in waiting:
                if gone[tile]:
                    continue
                for pair in partners[tile]:
                    if joined(pair.a, pair.b):
                        fired.append(pair)
                        self._empty(pair)
                        break
            waiting = [tile for tile in waiting if not gone[tile]]
        return waiting

    def _empty(self, pair: Pair) -> None:
        if not self.table.gone[pair.a]:
            self.table.take(pair.a)
        if not self.table.gone[pair.b]:
            self.table.take(pair.b)

    def _learn(self, left: list[int], allowed: int) -> None:
        """Keep the clause of a flood that stuck just now, as short as can be.

        Kind by kind all pairs are allowed after all; where the flood sticks even so, it does not
        need that kind.
        """
        clause = self._clause(left, allowed)
        for of_kind in self.of_kind:
            if not clause & of_kind or not clause & ~of_kind:
                continue
            saved = self.table.snapshot()
            still_left = self._spread(left, allowed | of_kind, [])
            if still_left:
                left, allowed = still_left, allowed | of_kind
                clause = self._clause(left, allowed)
            else:
                self.table.restore(saved)
        for pair in self.pairs:
            if pair.bit & clause:
                self._blame[pair.a] += 1
                self._blame[pair.b] += 1
        self._clauses.append(clause)

    def _clause(self, left: list[int], allowed: int) -> int:
        """The pairs that touch a left tile, join on the table as it stands and are not allowed."""
        clause = 0
        for tile in left:
            for pair in self.of_tile[tile]:
                if not pair.bit & allowed and self.table.joined(pair.a, pair.b):
                    clause |= pair.bit
        return clause


def _couples(groups: list[list[int]]) -> tuple[list[tuple[int, int]], bool]:
    """Every two tiles of one group, and True; or near ones only, where that is too many."""
    reach = max(map(len, groups), default=0)
    while (
        reach > 1 and sum(len(group) * min(reach, len(group)) for group in groups) > 2 * MOST_PAIRS
    ):
        reach //= 2
    complete = all(len(group) <= reach for group in groups)
    couples = chain.from_iterable(
        ((a, b) for place, a in enumerate(group) for b in group[place + 1 : place + 1 + reach])
        for group in groups
    )
    return list(couples), complete
