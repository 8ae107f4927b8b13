"""Proof that no pairing clears a board where nothing falls, or the pairing that does.

Any legal order of a winning pairing wins, so a choice is between pairs, not between moves. At a
node all that is decided is played until it sticks; then every win uses one of the pairs that link
now, the *front*. Branches take the first of them, the second without the first, and so on, depth
first. Meanwhile the oldest branches that still wait are narrowed, pair by pair, for they stand for
most of the work; and games are played for luck. The three share the time.
(The generalised game is NP-complete: IEICE Trans. E95-D (2012) 2712; de Bondt, arXiv 2010.09014.)
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.narrowing import Narrowing, Node
from bot.pairing import Pairing

REPAIRS = 0.5
"""Games played a flood, so that luck and proof race."""
PROBES = 1200
"""By the number of pairs, how many of them are probed for each node that is looked at."""


class Proof:
    """The search through all pairings of a board.

    Parameters
    ----------
    game
        the board; its `best` and `nodes` are kept up
    """

    def __init__(self, game: Pairing) -> None:
        self._game = game
        self._known: dict[bytes, list[int]] = {}
        self._stack: list[Node] = []

    def search(self) -> bool:
        """True if the best line of the game clears the board, False if no line does."""
        game = self._game
        while not game.complete:  # a finished search over some pairs would prove nothing
            if game.play_out():
                return True
        narrowing = Narrowing(game)
        root = narrowing.root()
        self._stack = [root]
        elsewhere = self._narrow_oldest(narrowing, root)
        games = probes = 0.0
        while self._stack:
            game.nodes += 1
            node = narrowing.decide(self._stack.pop())
            if node is None or self._is_known(node):
                continue
            if self._play_on(node):
                return True
            self._stack.extend(self._branches(narrowing, node))
            probes += PROBES / len(game.pairs)
            while probes >= 1:
                probes -= 1
                next(elsewhere)
            while games < REPAIRS * narrowing.floods:
                games += 1
                if game.play_out():
                    return True
        return False

    def _narrow_oldest(self, narrowing: Narrowing, root: Node) -> Iterator[None]:
        """Narrow the root, then for ever the branch that has waited longest; yield in between."""
        if (yield from narrowing.probe(root)) is None:
            self._stack.clear()
        while True:
            yield
            place = next((i for i, node in enumerate(self._stack) if not node.narrowed), None)
            if place is None:
                continue
            node = self._stack[place]
            narrowed = yield from narrowing.probe(node)
            if place < len(self._stack) and self._stack[place] is node:
                if narrowed is None:
                    del self._stack[place]
                else:
                    self._stack[place] = narrowed._replace(narrowed=True)

    def _is_known(self, node: Node) -> bool:
        """Whether a node with the same tiles left, and as many pairs allowed, was looked through.

        Each branch takes tiles at once, so a node with the same tiles left is no ancestor: depth
        first, all that follows from it was looked through before. That its tiles went by another
        line does not matter: what is left of a win plays from the same tiles left.
        """
        left = node.allowed
        for pair in node.line:
            left &= ~pair.bit
        known = self._known.setdefault(node.stand[0], [])
        if any(not left & ~other for other in known):
            return True
        known.append(left)
        return False

    def _play_on(self, node: Node) -> bool:
        """Play one game of allowed pairs; True if it clears the board."""
        game = self._game
        game.table.restore(node.stand)
        allowed = [pair for pair in game.pairs if pair.bit & node.allowed]
        return game.play_on(list(node.line), game.shuffled(allowed))

    def _branches(self, narrowing: Narrowing, node: Node) -> list[Node]:
        """One node for each pair of the front, the one most often in a clause last."""
        front, blame, allowed = narrowing.front(node), narrowing.blame, node.allowed
        front.sort(key=lambda pair: -blame[pair.a] - blame[pair.b])
        branches = []
        for pair in front:
            branches.append(Node(narrowing.choose(allowed, pair), node.line, node.stand))
            allowed &= ~pair.bit
        return branches[::-1]
