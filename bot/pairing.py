"""Search where nothing falls: which tiles to pair, for there the order is free.

Without gravity a removal only empties cells, so a link stays a link while both its tiles lie.
Fix who goes with whom: taking any chosen pair that links, again and again, always ends with the
same tiles left. So the search is over pairings alone, the perfect matchings inside each kind.

Most boards are cleared by *repair*: play a pairing until it sticks, and pair one tile that is left
with one that is gone, such that the two join on the stuck table; play again. That is local search
as for satisfiability (Selman, Kautz and Cohen, AAAI 1994, walk on a broken clause), for by the
clause of `proof` every win that differs uses such a pair. It clears nine of ten 18 x 8 deals that
can be cleared within 20 rounds. What it cannot clear is left to `proof`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from random import Random

from bot.board import Board
from bot.geometry import Cell
from bot.matcher import LinkRule
from bot.spans import Pair, table_for

MOST_PAIRS = 20_000
"""Seven times the pairs of the largest known game. Above it tiles look at near partners only."""

NOISE = 0.1
"""How often a repair takes any pair rather than the one not tried for longest."""


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
    complete
        whether every two tiles of one kind are a pair, or only some, for there are too many
    best
        the longest line found: pairs of tiles in an order that can be played
    nodes
        games played, floods and branches looked at
    """

    def __init__(
        self, board: Board, rule: LinkRule, rng: Random, check: Callable[[], None]
    ) -> None:
        self.table, self.rng, self.check = table_for(board, rule), rng, check
        by_kind: dict[int, list[int]] = {}
        for tile, cell in enumerate(self.table.cells):
            by_kind.setdefault(board[cell], []).append(tile)
        self.groups = list(by_kind.values())
        couples, self.complete = _couples(self.groups)
        self.pairs = [self.table.pair(number, a, b) for number, (a, b) in enumerate(couples)]
        self.of_tile: list[list[Pair]] = [[] for _ in self.table.cells]
        for pair in self.pairs:
            self.of_tile[pair.a].append(pair)
            self.of_tile[pair.b].append(pair)
        self.best: list[Pair] = []
        self.nodes = 0
        self._order: list[Pair] = []
        self._mates: list[Pair | None] = [None] * len(self.of_tile)
        self._tried: dict[int, int] = {}
        self._between: dict[tuple[int, int], Pair] = {}

    def line(self) -> list[tuple[Cell, Cell]]:
        """The cells of the longest line found."""
        cells = self.table.cells
        return [(cells[pair.a], cells[pair.b]) for pair in self.best]

    def play_first(self) -> bool:
        """The game that takes the first pair found, in reading order."""
        self.table.reset()
        return self.play_on([], self.pairs)

    def play_out(self) -> bool:
        """One game, a repair of the one before; True if it clears the board."""
        line: list[Pair] = []
        self.table.reset()
        self._play(line, self._order)
        gone = self.table.gone
        rest = [pair for pair in self.pairs if not (gone[pair.a] or gone[pair.b])]
        if self.play_on(line, self.shuffled(rest)):
            return True
        self._repair(line)
        return False

    def play_on(self, line: list[Pair], pairs: list[Pair]) -> bool:
        """Lengthen a line that was played; True if that clears the board."""
        try:
            self._play(line, pairs)
        finally:  # the check may end the game
            if len(line) > len(self.best):
                self.best = line
        return 2 * len(line) == len(self.of_tile)

    def most(self) -> int:
        """How many links a line has at most: a flood of all pairs leaves tiles that never go.

        Where some pairs are not looked at, a flood tells nothing.
        """
        if not self.complete:
            return sum(len(tiles) // 2 for tiles in self.groups)
        self.table.reset()
        partners = [list(mine) for mine in self.of_tile]
        left = set(self.table.flood(list(range(len(partners))), partners, -1, []))
        return sum(sum(tile not in left for tile in tiles) // 2 for tiles in self.groups)

    def shuffled(self, pairs: Iterable[Pair]) -> list[Pair]:
        """The pairs in random order."""
        draw = self.rng.random
        return [pair for _, _, pair in sorted((draw(), pair.bit, pair) for pair in pairs)]

    def _play(self, line: list[Pair], waiting: list[Pair]) -> None:
        """Sweep over the pairs in this order until none links."""
        self.nodes += 1
        before = -1
        stride = self.table.stride
        while waiting and before < len(line):
            before, later = len(line), []
            for start in range(0, len(waiting), stride):
                later += self.table.sweep(waiting[start : start + stride], line)
                self.check()
            waiting = later

    def _repair(self, line: list[Pair]) -> None:
        """Pair one tile that is left by this line with one that is gone, for the next game."""
        gone, mates = self.table.gone, self._mates
        for pair in line:
            mates[pair.a] = mates[pair.b] = pair
        left = [tile for tile in range(len(self.of_tile)) if not gone[tile]]
        self._pair_up(left)
        open_pairs = [
            pair
            for tile in left
            for pair in self.of_tile[tile]
            if mates[tile] is not pair and self.table.joined(pair)
        ]
        if not open_pairs:
            self._order = []  # nothing can be mended here: start anew
            return
        if self.rng.random() < NOISE:
            choice = open_pairs[int(self.rng.random() * len(open_pairs))]
        else:
            tried = self._tried
            choice = min(open_pairs, key=lambda p: (tried.get(p.bit, 0), self.rng.random()))
        self._tried[choice.bit] = self.nodes
        unsettled = [*left, *self._marry(choice)]
        order = [pair for pair in line if mates[pair.a] is pair]
        last = {mate.bit: mate for tile in unsettled if (mate := mates[tile])}
        self._order = [*order, *last.values()]

    def _pair_up(self, left: list[int]) -> None:
        """Give each tile that is left a mate that is left too, as far as they go."""
        gone, mates = self.table.gone, self._mates
        for tile in left:
            mate = mates[tile]
            if mate and (gone[mate.a] or gone[mate.b]):
                mates[tile] = None
        for tile in left:
            if mates[tile] is None:
                for pair in self.of_tile[tile]:
                    a, b = pair.a, pair.b
                    if not gone[a] and not gone[b] and mates[a] is None and mates[b] is None:
                        mates[a] = mates[b] = pair
                        break

    def _marry(self, pair: Pair) -> list[int]:
        """Make mates of two tiles, and of their mates: the tiles with new mates."""
        mates = self._mates
        lonely = [mate.a + mate.b - tile for tile in (pair.a, pair.b) if (mate := mates[tile])]
        mates[pair.a] = mates[pair.b] = pair
        for tile in lonely:
            mates[tile] = None
        if len(lonely) == 2:
            if not self._between:
                self._between = {(pair.a, pair.b): pair for pair in self.pairs}
            other = self._between.get((min(lonely), max(lonely)))
            mates[lonely[0]] = mates[lonely[1]] = other
        return [pair.a, *lonely]


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
