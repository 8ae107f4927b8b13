"""A shorter way where tiles fall, or paths turn more than twice: links a few places away.

The board depends on which tiles are gone and not on their order, for a lane that lost a tile has
closed up. So if some links are played in another order, all before and all behind them are as
they were, and only they are asked whether they are legal, each on the board of its moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot, log
from random import Random

from bot.board import EMPTY
from bot.geometry import Cell
from bot.needs import Needs
from bot.position import Position, close_up, lanes

REACH = 12
"""So many places a link is moved at most at a time."""
HOT, COLD = 1.5, 0.25
"""Cells by which the way may get longer, about, in a change when it starts and when it ends."""
AT_ONCE = 8
"""Changes between two looks at the clock."""

MOST_KEPT = 20_000
"""Boards kept in memory, as masks of what is occupied."""

Ends = tuple[Cell, Cell]


class Drift:
    """The links of a line, in an order that is changed bit by bit.

    Tiles are numbered as the line takes them. A set of tiles that are gone is a mask of these.

    Parameters
    ----------
    position, line
        what is played, and the cells of each link at its moment in the order of their clicks
    start, pitch, wait
        as `tour` takes them
    rng
        source of every random choice
    """

    def __init__(
        self,
        position: Position,
        line: Sequence[Ends],
        *,
        start: tuple[float, float] | None,
        pitch: tuple[float, float],
        wait: float,
        rng: Random,
    ) -> None:
        self._board, self._needs = position.board, Needs(position.board, position.rule)
        self._start, self._pitch, self._wait, self._rng = start, pitch, wait, rng
        self._homes = _homes(position, line)
        self._order = [(2 * link, 2 * link + 1) for link in range(len(line))]
        self._lanes = _Lanes(position, self._needs, self._homes)
        self._occupied: dict[int, int] = {}

    def run(self, share: Callable[[], float]) -> list[Ends]:
        """Move links until the share of time that is spent is 1; the cells of the best order."""
        draw, cell = self._rng.random, sum(self._pitch) / 2
        gone = [0]
        for a, b in self._order:
            gone.append(gone[-1] | 1 << a | 1 << b)
        cost = least = self._cost(0, self._order, 0)
        best = self._order[:]
        while (spent := share()) < 1:
            heat = HOT * cell * (COLD / HOT) ** spent
            for _ in range(AT_ONCE):
                first, changed = self._moved()
                end = first + len(changed)
                old = self._cost(first, self._order[first : end + 1], gone[first])
                new = self._cost(first, changed + self._order[end : end + 1], gone[first])
                if new - old > -heat * log(1 - draw()) or not self._legal(changed, gone[first]):
                    continue
                self._order[first:end] = changed
                for link, (a, b) in enumerate(changed, start=first):
                    gone[link + 1] = gone[link] | 1 << a | 1 << b
                cost += new - old
                if cost < least - 1e-9:
                    least, best = cost, self._order[:]
        return self._cells(best)

    def _moved(self) -> tuple[int, list[tuple[int, int]]]:
        """Some link elsewhere, clicked from either end: the first link that changes, and all."""
        draw, order = self._rng.random, self._order
        source = int(draw() * len(order))
        target = source + int(draw() * (2 * REACH + 1)) - REACH
        target = min(max(target, 0), len(order) - 1)
        link = order[source] if draw() < 0.5 else order[source][::-1]
        if target < source:
            return target, [link, *order[target:source]]
        return source, [*order[source + 1 : target + 1], link]

    def _cost(self, first: int, links: list[tuple[int, int]], gone: int) -> float:
        """The way over these links from the last click before them, and what their waits cost."""
        pointer: tuple[float, float] | None = self._start
        last = 0
        if first:
            a, b = self._order[first - 1]
            last = 1 << a | 1 << b
            pointer = self._lanes.cell(b, gone ^ last)
        way = 0.0
        for a, b in links:
            one, other = self._lanes.cell(a, gone), self._lanes.cell(b, gone)
            if pointer is not None:
                way += self._apart(pointer, one)
            way += self._apart(one, other)
            if self._wait and last and self._waits(a, b, gone, gone ^ last):
                way += self._wait
            pointer, last = other, 1 << a | 1 << b
            gone |= last
        return way

    def _waits(self, a: int, b: int, gone: int, before: int) -> bool:
        """Whether a link is not there, or elsewhere, where fewer tiles are gone."""
        ends, lanes = (self._lanes.cell(a, before), self._lanes.cell(b, before)), self._lanes
        if ends != (lanes.cell(a, gone), lanes.cell(b, gone)):
            return True
        return not self._joined(a, b, before)

    def _legal(self, links: list[tuple[int, int]], gone: int) -> bool:
        """Whether these links can be played one after the other."""
        for a, b in links:
            if not self._joined(a, b, gone):
                return False
            gone |= 1 << a | 1 << b
        return True

    def _joined(self, a: int, b: int, gone: int) -> bool:
        """Whether a path joins two tiles where these are gone."""
        occupied = self._occupied.get(gone)
        if occupied is None:
            if len(self._occupied) >= MOST_KEPT:
                self._occupied.clear()
            occupied = self._occupied[gone] = self._lanes.occupied(gone)
        cells = self._lanes.cell(a, gone), self._lanes.cell(b, gone)
        return self._needs.joined(*cells, occupied)

    def _cells(self, order: list[tuple[int, int]]) -> list[Ends]:
        """The cells of each link at its moment."""
        gone, found = 0, []
        for a, b in order:
            found.append((self._lanes.cell(a, gone), self._lanes.cell(b, gone)))
            gone |= 1 << a | 1 << b
        return found

    def _apart(self, a: tuple[float, float], b: Cell) -> float:
        return hypot((a[0] - b.row) * self._pitch[1], (a[1] - b.col) * self._pitch[0])


class _Lanes:
    """Where tiles lie when some of them are gone.

    Parameters
    ----------
    position
        what is played
    needs
        whose masks of cells are used
    homes
        where each tile lies at first, as a place in `Board.kinds`
    """

    def __init__(self, position: Position, needs: Needs, homes: Sequence[int]) -> None:
        board = position.board
        self._cells = list(board.cells())
        number = {place: tile for tile, place in enumerate(homes)}
        lone = [(place,) for place in homes]  # where nothing falls, each tile has its own lane
        self._home = [self._cells[place] for place in homes]
        self._lane_of: list[int] = [0] * len(homes)
        self._below: list[tuple[int, int]] = [(0, 0)] * len(homes)
        self._tiles: list[int] = []
        self._places: list[list[Cell]] = []
        self._at_home: list[int] = []
        self._fallen: list[list[int]] = []
        self._always = needs.occupied
        for lane in lanes(board, position.gravity) or lone:
            here = [place for place in lane if board.kinds[place] != EMPTY]
            if number.keys().isdisjoint(here):
                continue
            taken, staying = 0, 0
            for place in here:
                if place in number:
                    self._lane_of[number[place]] = len(self._tiles)
                    self._below[number[place]] = taken, staying
                    taken |= 1 << number[place]
                else:
                    staying += 1
            self._tiles.append(taken)
            self._places.append([self._cells[place] for place in lane])
            self._at_home.append(needs.mask(self._cells[place] for place in here))
            self._always &= ~self._at_home[-1]
            filled = [0]
            for cell in self._places[-1][: len(here)]:
                filled.append(filled[-1] | needs.mask([cell]))
            self._fallen.append(filled[staying:])

    def cell(self, tile: int, gone: int) -> Cell:
        """Where a tile lies."""
        lane = self._lane_of[tile]
        if not self._tiles[lane] & gone:
            return self._home[tile]
        taken, staying = self._below[tile]
        return self._places[lane][staying + (taken & ~gone).bit_count()]

    def occupied(self, gone: int) -> int:
        """The mask of the cells where something lies."""
        found = self._always
        for tiles, at_home, fallen in zip(self._tiles, self._at_home, self._fallen, strict=True):
            found |= fallen[(tiles & ~gone).bit_count()] if tiles & gone else at_home
        return found


def _homes(position: Position, line: Sequence[Ends]) -> list[int]:
    """Where the tiles of a line lie at first, in the order in which it takes them."""
    board = position.board
    homes = [place + 1 if kind != EMPTY else EMPTY for place, kind in enumerate(board.kinds)]
    lane_of = {place: lane for lane in lanes(board, position.gravity) for place in lane}
    found = []
    for ends in line:
        freed = [cell.row * board.cols + cell.col for cell in ends]
        found += [homes[place] - 1 for place in freed]
        for place in freed:
            homes[place] = EMPTY
        close_up(homes, {lane_of[place] for place in freed if place in lane_of})
    return found
