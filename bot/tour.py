"""The tour: of all orders that clear a board as far as a line does, one that is quick to click."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import hypot
from random import Random

from bot.annealing import Annealing
from bot.board import EMPTY
from bot.drift import Drift
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import Link
from bot.playing import Playing, as_links
from bot.position import Gravity, Position
from bot.walk import Clicks, Walk

MOST_TILES = 2000
"""Four times those of the largest known game. A longer line keeps its order."""
REPLAYS = 0.4
"""The share of time in which games are replayed; the rest anneals the best of them."""

Place = tuple[float, float]
"""A row and a column that need not be whole: where the pointer is, in cells."""
Ends = tuple[Cell, Cell]
"""The two cells of a link in the order of their clicks."""


@dataclass(frozen=True, slots=True)
class Tour:
    """Links in an order that is quick to click, and how each is clicked.

    Parameters
    ----------
    links
        in order of play; each cell is where the tile lies at that moment, after earlier falls
    clicks
        for each link its two cells in the order of their clicks
    length
        of the pointer's way from the start over all clicks, in the unit of the pitch
    waits
        how many links are not there before the last two tiles go, or lie elsewhere by then: these
        cannot be clicked while that removal is still shown
    """

    links: tuple[Link, ...]
    clicks: tuple[Ends, ...]
    length: float
    waits: int


def tour(
    position: Position,
    links: Sequence[Link],
    *,
    start: Place | None = None,
    pitch: tuple[float, float] = (1.0, 1.0),
    wait: float = 0.0,
    seconds: float = 0.3,
    seed: int = 0,
    clock: Callable[[], float] = time.monotonic,
) -> Tour:
    r"""Order the links anew, such that the pointer has a short way, and say which tile comes first.

    Where nothing falls, other tiles of a kind may be linked too. Where tiles fall, or paths turn
    more than twice, the links stay and only move a few places. The same tiles go in the end.

    Parameters
    ----------
    position
        what is played, under which rules
    links
        a line that can be played, such as `solver.solve` finds
    start
        where the pointer is; None if that does not matter
    pitch
        width of a column and height of a row, in any unit
    wait
        what it costs to wait for the last removal, as a way in the same unit
    seconds
        to think; with 0 the nearest next link is played, or the links as they come
    seed
        of the random choices
    clock
        seconds, monotonic

    Raises
    ------
    IllegalLinkError
        if a link is not legal at its moment
    InputError
        if the pitch is not above 0, or the wait is below 0

    Examples
    --------
    >>> from bot.board import Board
    >>> board = Position(Board.from_text("a a b b"))
    >>> tour(board, list(board.legal_links), start=(0, 3)).clicks[0]
    (Cell(row=0, col=3), Cell(row=0, col=2))
    """
    began = clock()
    if min(pitch) <= 0 or wait < 0:
        raise InputError(f"pitch must be above 0 and wait not below, but got {pitch} and {wait}")
    _played(position, [(link.a, link.b) for link in links])
    line = _directed([(link.a, link.b) for link in links], start, pitch)
    if 2 < 2 * len(line) <= MOST_TILES:
        rng = Random(seed)

        def spent() -> float:
            return (clock() - began) / seconds if seconds > 0 else 1.0

        if position.gravity is Gravity.NONE and position.rule.max_turns <= 2:
            walk = Walk(position, line, start=start, pitch=pitch, wait=wait, rng=rng)
            line = _ends(walk, _short_way(walk, spent))
        else:
            drift = Drift(position, line, start=start, pitch=pitch, wait=wait, rng=rng)
            line = drift.run(spent)
        line = _directed(line, start, pitch)
    found, waits = _played(position, line)
    return Tour(found, tuple(line), _length(line, start, pitch), waits)


def _short_way(walk: Walk, spent: Callable[[], float]) -> Clicks:
    """Replay games, then anneal the order of the best."""
    given = list(range(walk.count))
    best = min(given, walk.nearest_next(), key=walk.cost)
    best = walk.replay(best, lambda: spent() >= REPLAYS)
    return Annealing(walk, best).run(lambda: (spent() - REPLAYS) / (1 - REPLAYS))


def _ends(walk: Walk, clicks: Clicks) -> list[Ends]:
    """The cells of each link in the order of their clicks."""
    cells = [walk.tiles[tile] for tile in clicks]
    return list(zip(cells[::2], cells[1::2], strict=True))


def _directed(line: Sequence[Ends], start: Place | None, pitch: tuple[float, float]) -> list[Ends]:
    """The links in this order, each clicked from the end that makes the whole way shortest.

    Dynamic programming: of all ways up to a click only the shortest to each end of a link matters.
    """
    ways: list[tuple[float, list[Ends]]] = [(0.0, [])]
    for a, b in line:
        reached = []
        for first, second in ((a, b), (b, a)):
            way, ends = min(
                (
                    (way + _apart(ends[-1][1] if ends else start, first, pitch), ends)
                    for way, ends in ways
                ),
                key=lambda found: found[0],
            )
            reached.append((way + _apart(first, second, pitch), [*ends, (first, second)]))
        ways = reached
    return min(ways, key=lambda found: found[0])[1]


def _length(line: Sequence[Ends], start: Place | None, pitch: tuple[float, float]) -> float:
    """The way from the start over all clicks."""
    stops = [start, *chain.from_iterable(line)]
    return sum(_apart(a, b, pitch) for a, b in pairwise(stops) if b is not None)


def _apart(a: Place | None, b: Place, pitch: tuple[float, float]) -> float:
    """How far the pointer goes; nothing from nowhere."""
    return hypot((a[0] - b[0]) * pitch[1], (a[1] - b[1]) * pitch[0]) if a is not None else 0.0


def _played(position: Position, line: Sequence[Ends]) -> tuple[tuple[Link, ...], int]:
    """The line as links, and how many of them are not there, or elsewhere, one removal before."""
    links = as_links(position, line)
    # Each tile a number of its own, so that it is known again where it has fallen to.
    numbers = [
        place + 1 if kind > EMPTY else kind for place, kind in enumerate(position.board.kinds)
    ]
    game, waits = Playing(position, numbers), 0
    for link, following in pairwise(links):
        early = _tiles(game, following) if game.path(following.a, following.b) else None
        game.take(link.a, link.b)
        waits += early != _tiles(game, following)
    return links, waits


def _tiles(game: Playing, link: Link) -> tuple[int, int]:
    """The numbers of the two tiles that lie where a link has its ends."""
    return game.tile(link.a), game.tile(link.b)
