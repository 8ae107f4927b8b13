"""Annealing the order of the links where nothing falls: small changes, at first for the worse too.

The changes are those of the travelling salesman: one pair is put elsewhere (Or, 1976), or a stretch
of the game is played backwards (Croes, Operations Research 6, 1958). How readily a longer way is
taken falls with time (Kirkpatrick, Gelatt and Vecchi, Science 220, 1983). A change asks only the
links between its first and its last whether they are still legal: the same tiles are gone before
and after.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log

from bot.walk import Clicks, Walk

HOT, COLD = 1.5, 0.25
"""Cells by which the way may get longer, about, in a change when it starts and when it ends."""
NEAR = 12
"""So many tiles next to a tile are tried as its neighbours on the way."""
AT_ONCE = 64
"""Changes between two looks at the clock: about 0.1 ms."""

_Change = tuple[float, int, int, Clicks]
"""How much longer the way gets, the first link of a change, the one after it, their clicks."""


class Annealing:
    """One way over the tiles of a walk, changed bit by bit.

    Parameters
    ----------
    walk
        the tiles and how far they are apart
    clicks
        a way that can be played

    Attributes
    ----------
    best
        the shortest way found
    """

    def __init__(self, walk: Walk, clicks: Clicks) -> None:
        self._walk, self._draw = walk, walk.rng.random
        self._links = walk.count // 2
        # In front the start, behind the end, so that no click is a special case.
        self._way = [walk.count, *clicks, walk.count + 1]
        self._rests = walk.rests(clicks)
        self._waits = walk.waits(clicks, self._rests)
        self._link_of = [0] * walk.count
        self._number(0, self._links)
        self._near = [walk.nearest[tile][1 : NEAR + 1] for tile in range(walk.count)]
        self._cost = self._least = walk.cost(clicks)
        self.best = clicks

    def run(self, share: Callable[[], float]) -> Clicks:
        """Change the way until the share of time that is spent is 1; the best way."""
        draw, cell = self._draw, self._walk.cell
        while self._links > 1 and (spent := share()) < 1:
            heat = HOT * cell * (COLD / HOT) ** max(spent, 0.0)
            for _ in range(AT_ONCE // 2):
                # Drawn first, so that most changes are dropped before their links are asked.
                self._consider(self._put_elsewhere, -heat * log(1 - draw()))
                self._consider(self._played_backwards, -heat * log(1 - draw()))
        return self.best

    def _consider(self, propose: Callable[[float], _Change | None], most: float) -> None:
        """Make a change if the links stay legal and the cost grows by no more than this."""
        walk = self._walk
        change = propose(most + walk.wait * self._links if walk.wait else most)
        if change is None:
            return
        longer, first, end, clicks = change
        rests = self._rests_of(first, clicks)
        if rests is None:
            return
        if walk.wait:
            waits = self._waits_of(first, end, clicks, rests)
            longer += walk.wait * (sum(waits) - sum(self._waits[first : first + len(waits)]))
            if longer > most:
                return
            self._waits[first : first + len(waits)] = waits
        self._way[2 * first + 1 : 2 * end + 1] = clicks
        self._rests[first:end] = rests
        self._number(first, end)
        self._cost += longer
        if self._cost < self._least - 1e-9:
            self._least, self.best = self._cost, self._way[1:-1]

    def _put_elsewhere(self, most: float) -> _Change | None:
        """Play some link before or after one that takes a tile near it; None if that is too far."""
        draw, way, far = self._draw, self._way, self._walk.far
        tile = int(draw() * self._walk.count)
        near = self._near[tile]
        link, gap = self._link_of[tile], self._link_of[near[int(draw() * len(near))]]
        if draw() < 0.5:
            gap += 1
        if gap in {link, link + 1}:
            return None
        before, a, b, behind = way[2 * link : 2 * link + 4]
        last, following = way[2 * gap : 2 * gap + 2]
        longer = far[before][behind] - far[before][a] - far[b][behind] - far[last][following]
        straight = far[last][a] + far[b][following]
        turned = far[last][b] + far[a][following]
        if longer + min(straight, turned) > most:
            return None
        clicks = [a, b] if straight <= turned else [b, a]
        longer += min(straight, turned)
        if gap < link:
            return longer, gap, link + 1, clicks + way[2 * gap + 1 : 2 * link + 1]
        return longer, link, gap, way[2 * link + 3 : 2 * gap + 1] + clicks

    def _played_backwards(self, most: float) -> _Change | None:
        """Turn a stretch that ends next to a tile near its other end; None if that is too far."""
        draw, way, far = self._draw, self._way, self._walk.far
        tile = int(draw() * self._walk.count)
        near = self._near[tile]
        first, last = self._link_of[tile], self._link_of[near[int(draw() * len(near))]]
        if first > last:
            first, last = last, first
        if draw() < 0.5:
            first += 1
        else:
            last -= 1
        if first > last:
            return None
        before, a = way[2 * first : 2 * first + 2]
        b, behind = way[2 * last + 2 : 2 * last + 4]
        longer = far[before][b] + far[a][behind] - far[before][a] - far[b][behind]
        if longer > most:
            return None
        return longer, first, last + 1, way[2 * last + 2 : 2 * first : -1]

    def _rests_of(self, first: int, clicks: Clicks) -> list[int] | None:
        """What is blocked before each of these links, from this one on; None if one is illegal."""
        walk = self._walk
        masks, bit, count, joined = walk.masks, walk.bit, walk.count, walk.joined
        rest, rests = self._rests[first], []
        for place in range(0, len(clicks), 2):
            a, b = clicks[place], clicks[place + 1]
            known = masks[a * count + b]
            if not known or (known[0] & rest and not joined(a, b, rest)):
                return None
            rests.append(rest)
            rest ^= bit[a] | bit[b]
        return rests

    def _waits_of(self, first: int, end: int, clicks: Clicks, rests: list[int]) -> list[bool]:
        """For each of these links, and the one behind them, whether it waits."""
        before = self._rests[max(first - 1, 0) : first] + rests
        clicks = clicks + self._way[2 * end + 1 : 2 * end + 3]
        if end == self._links:
            clicks = clicks[: 2 * (end - first)]
        if first == 0:
            before = [0, *before]  # nothing goes before the first link, so it never waits
        return [
            not self._walk.joined(a, b, rest)
            for a, b, rest in zip(clicks[::2], clicks[1::2], before, strict=False)
        ]

    def _number(self, first: int, end: int) -> None:
        """Note for each tile of these links which link it is in."""
        way, link_of = self._way, self._link_of
        for link in range(first, end):
            link_of[way[2 * link + 1]] = link_of[way[2 * link + 2]] = link
