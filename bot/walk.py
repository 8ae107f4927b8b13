"""A short way over the tiles where nothing falls: which pairs, in which order, which tile first.

A link stays a link while both its tiles lie, so any legal order of pairs that clear a board clears
it. The game is played again and again, each time on from some link of the best game so far, to
pairs that are near the pointer. That settles who goes with whom; `annealing` then mends the order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import hypot
from random import Random

from bot.geometry import Cell
from bot.needs import Needs
from bot.position import Position

FAR = 0.2
"""What a cell between two tiles counts beside one on the way to them, when a game is replayed. It
is less because no tile can be left out, and a tile near the pointer is a long way off later."""
NOISE = 1.6
"""Cells by which chance may beat a shorter way when a game is replayed."""

Clicks = list[int]
"""Tiles in the order of their clicks, two for each link."""


class Walk:
    """The tiles that a line takes, and the ways over them.

    Tiles are numbered as the line takes them. After the last comes the place where the pointer
    starts, and then the end, which is no way off.

    Parameters
    ----------
    position
        what is played, without gravity and with at most two turns
    line
        the cells of each link, in an order that can be played
    start
        where the pointer is, as (row, col); None if that does not matter
    pitch
        width of a column and height of a row
    wait
        the cost of a link that is not yet there before the last two tiles go
    rng
        source of every random choice

    Attributes
    ----------
    count
        how many tiles the line takes
    cell
        the mean of the pitch, the unit of all that is set in cells
    far
        how far it is from tile to tile
    nearest
        for every tile all tiles, the nearest first, which is itself
    """

    def __init__(
        self,
        position: Position,
        line: Sequence[tuple[Cell, Cell]],
        *,
        start: tuple[float, float] | None,
        pitch: tuple[float, float],
        wait: float,
        rng: Random,
    ) -> None:
        board = position.board
        self.tiles = [cell for ends in line for cell in ends]
        self.count = len(self.tiles)
        self.rng, self.wait = rng, wait
        self.cell = (pitch[0] + pitch[1]) / 2
        needs = Needs(board, position.rule)
        self.full = needs.occupied
        self.bit = [needs.mask([tile]) for tile in self.tiles]
        self.masks = _Masks(needs, self.tiles)
        far = [
            [hypot(down * pitch[1], right * pitch[0]) for right in range(board.cols)]
            for down in range(board.rows)
        ]
        self.far = [
            [far[abs(a.row - b.row)][abs(a.col - b.col)] for b in self.tiles]
            + [_apart(a, start, pitch), 0.0]
            for a in self.tiles
        ]
        self.far.append([_apart(a, start, pitch) for a in self.tiles] + [0.0, 0.0])
        self.nearest = _Nearest(self.far, self.count)
        kinds: dict[int, list[int]] = {}
        for tile, cell in enumerate(self.tiles):
            kinds.setdefault(board[cell], []).append(tile)
        self._partners = [
            sorted((b for b in kinds[board[cell]] if b != a), key=self.far[a].__getitem__)
            for a, cell in enumerate(self.tiles)
        ]

    def cost(self, clicks: Clicks) -> float:
        """The length of the way, and what the waits cost."""
        far = self.far
        way = sum(far[a][b] for a, b in pairwise([self.count, *clicks]))
        return way + self.wait * sum(self.waits(clicks, self.rests(clicks)) if self.wait else ())

    def rests(self, clicks: Clicks) -> list[int]:
        """The mask of the cells that are blocked before each link."""
        rest, rests = self.full, []
        for a, b in zip(clicks[::2], clicks[1::2], strict=True):
            rests.append(rest)
            rest ^= self.bit[a] | self.bit[b]
        return rests

    def waits(self, clicks: Clicks, rests: list[int]) -> list[bool]:
        """For each link whether it is not yet there before the last two tiles go."""
        pairs = zip(clicks[2::2], clicks[3::2], rests, strict=False)
        return [False, *(not self.joined(a, b, before) for a, b, before in pairs)]

    def joined(self, a: int, b: int, rest: int) -> bool:
        """Whether a path joins two tiles where these cells are blocked."""
        masks = self.masks[a * self.count + b]
        for place, mask in enumerate(masks):
            if not mask & rest:
                # What was free is often free the next time.
                masks[0], masks[place] = mask, masks[0]
                return True
        return False

    def nearest_next(self) -> Clicks:
        """The line in another order: the next link is always the legal one nearest the pointer."""
        rest, left, clicks = self.full, list(range(0, self.count, 2)), [self.count]
        while left:
            far = self.far[clicks[-1]]
            left.sort(key=lambda tile: min(far[tile], far[tile + 1]))
            a = next(tile for tile in left if self.joined(tile, tile + 1, rest))
            left.remove(a)
            rest ^= self.bit[a] | self.bit[a + 1]
            clicks += (a, a + 1) if far[a] <= far[a + 1] else (a + 1, a)
        return clicks[1:]

    def replay(self, best: Clicks, until: Callable[[], bool]) -> Clicks:
        """Play the best game on from any of its links, to near pairs, until time is up: the best.

        The pairs may be others than those of the line.
        """
        least = self.cost(best)
        while not until():
            kept = 2 * int(self.rng.random() * self.count / 2)
            clicks = self._played_on(best[:kept])
            if clicks is not None and (cost := self.cost(clicks)) < least:
                best, least = clicks, cost
        return best

    def _played_on(self, clicks: Clicks) -> Clicks | None:
        """Go on from these clicks to near pairs, with some noise; None if not all tiles go."""
        draw, bit, partners = self.rng.random, self.bit, self._partners
        noise, count = NOISE * self.cell, self.count
        last = clicks[-1] if clicks else count
        there, rest, before = [True] * count, self.full, 0
        for tile in clicks:
            there[tile] = False
            rest ^= bit[tile]
        while len(clicks) < count:
            least, found = float("inf"), None
            far = self.far[last]
            for a in self.nearest[last]:
                if far[a] >= least:
                    break
                if not there[a]:
                    continue
                for b in partners[a]:
                    cost = far[a] + FAR * self.far[a][b]
                    if cost >= least:
                        break
                    cost += noise * draw()
                    if there[b] and cost < least and self.joined(a, b, rest):
                        if self.wait and not self.joined(a, b, rest | before):
                            cost += self.wait
                        if cost < least:
                            least, found = cost, (a, b)
            if found is None:
                return None
            a, last = found
            clicks += found
            there[a] = there[last] = False
            before = bit[a] | bit[last]
            rest ^= before
        return clicks


class _Masks(dict[int, list[int]]):
    """What `Needs` says of two tiles, by the number `a * count + b`."""

    def __init__(self, needs: Needs, tiles: list[Cell]) -> None:
        super().__init__()
        self._needs, self._tiles = needs, tiles

    def __missing__(self, number: int) -> list[int]:
        a, b = divmod(number, len(self._tiles))
        found = self[number] = self._needs[self._tiles[a], self._tiles[b]]
        return found


class _Nearest(dict[int, list[int]]):
    """For every tile, and the start, all tiles, the nearest first; sorted when looked up."""

    def __init__(self, far: list[list[float]], count: int) -> None:
        super().__init__()
        self._far, self._count = far, count

    def __missing__(self, tile: int) -> list[int]:
        found = self[tile] = sorted(range(self._count), key=self._far[tile].__getitem__)
        return found


def _apart(cell: Cell, start: tuple[float, float] | None, pitch: tuple[float, float]) -> float:
    """How far a cell is from the start; 0 if there is none."""
    if start is None:
        return 0.0
    return hypot((cell.row - start[0]) * pitch[1], (cell.col - start[1]) * pitch[0])
