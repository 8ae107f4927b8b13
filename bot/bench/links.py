"""How fast links are found, way by way: a pair, all of a board, kept up in a game, their paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, count
from random import Random

from bot.bench.measure import Effort, Row
from bot.board import Board
from bot.deal import deal
from bot.geometry import Cell
from bot.judges import JUDGES, Bits
from bot.matcher import LinkRule, find_links, find_path
from bot.openlinks import Ends, OpenLinks
from bot.position import Gravity, remove
from bot.spanpath import PathFinder
from bot.spans import Pair, table_for

USUAL = LinkRule()
NO_MARGIN = LinkRule(margin=0)
MICRO, MILLI = 1e6, 1e3


@dataclass(frozen=True, slots=True)
class Sample:
    """A board to measure on, and the pairs of equal tiles on it."""

    name: str
    board: Board
    pairs: list[Ends]


def measured(effort: Effort) -> Iterator[Row]:
    """Measure every way of finding links."""
    samples = list(_samples(effort))
    for sample in samples:
        yield from _a_pair(sample, effort)
    for sample in samples[:2]:
        yield from _all_links(sample, effort)
    yield from _set_up(samples[0], effort)
    yield from _kept_up(effort)
    yield from _games(effort)
    for sample in samples[:2]:
        yield from _paths(sample, effort)
    yield from _perft(effort)


def dealt(rows: int, cols: int, kinds: int, seed: int) -> Board:
    """A board as KShisen deals it: four tiles of a kind, or eight."""
    return deal(rows, cols, kinds, seed, copies=4)


def game(board: Board, rule: LinkRule, seed: int) -> list[Ends]:
    """The links of a game played at random until none is left."""
    links, rng, moves = OpenLinks(board, rule), Random(seed), []
    while links:
        moves.append(rng.choice(list(links)))
        links.take(*moves[-1])
    return moves


def _samples(effort: Effort) -> Iterator[Sample]:
    """Boards of 18 x 8 and 14 x 10, fresh and half cleared at random."""
    for rows, cols, kinds in ((8, 18, 36), (10, 14, 35)):
        fresh, half = next(
            (fresh, half)
            for seed in count(effort.seed)
            if (half := _half_cleared(fresh := dealt(rows, cols, kinds, seed))) is not None
        )
        for state, board in (("fresh", fresh), ("half cleared", half)):
            pairs = [pair for alike in board.by_kind().values() for pair in combinations(alike, 2)]
            yield Sample(f"{cols}x{rows} {state}", board, pairs)


def _half_cleared(board: Board) -> Board | None:
    """Played at random until half is gone; None if the game sticks before."""
    moves = game(board, USUAL, seed=0)
    gone, going_on = moves[: board.tiles // 4], moves[board.tiles // 4 :]
    return board.without(cell for ends in gone for cell in ends) if going_on else None


def _a_pair(sample: Sample, effort: Effort) -> Iterator[Row]:
    """Each judge, on pairs of equal tiles spread over the board."""
    pairs = sample.pairs[:: 20 if effort.quick else 4]
    ways: dict[str, Callable[[Board, Cell, Cell, LinkRule], object]] = {"plain rule": find_path}
    for name, judge in (ways | JUDGES).items():
        seconds = effort.seconds(lambda: [judge(sample.board, a, b, USUAL) for a, b in pairs])  # noqa: B023
        yield Row(f"a pair, {sample.name}, {name}", seconds / len(pairs) * MICRO, "us")


def _all_links(sample: Sample, effort: Effort) -> Iterator[Row]:
    """All links of a board by the plain rule, by bits and by spans."""
    board, what = sample.board, f"all links, {sample.name}"
    seconds = effort.seconds(lambda: list(find_links(board, USUAL)))
    yield Row(f"{what}, plain rule", seconds * MICRO, "us")
    bits = Bits(board, USUAL)
    seconds = effort.seconds(lambda: [pair for pair in sample.pairs if bits.joined(*pair)])
    yield Row(f"{what}, bits packed before", seconds * MICRO, "us")
    table, pairs = table_for(board, USUAL), _pairs(board)
    seconds = effort.seconds(lambda: [pair for pair in pairs if table.joined(pair)])
    yield Row(f"{what}, spans", seconds * MICRO, "us")
    links = OpenLinks(board, USUAL)
    goal = 120 if sample.name.endswith("fresh") else 60
    seconds = effort.seconds(links.recompute)
    yield Row(f"{what}, spans written out", seconds * MICRO, "us", at_most=goal)


def _set_up(sample: Sample, effort: Effort) -> Iterator[Row]:
    """What must be made once for a game."""
    board = sample.board
    makers: tuple[tuple[str, Callable[[], object]], ...] = (
        ("spans", lambda: table_for(board, USUAL)),
        ("links kept up", lambda: OpenLinks(board, USUAL)),
        ("paths", lambda: PathFinder(board, USUAL)),
        ("bits", lambda: Bits(board, USUAL)),
    )
    for name, make in makers:
        yield Row(f"set-up, {sample.name}, {name}", effort.seconds(make) * MICRO, "us")


def _kept_up(effort: Effort) -> Iterator[Row]:
    """A removal, averaged over whole games at random."""
    cases = (("18x8", 36, USUAL, 20.0), ("14x10", 20, USUAL, None), ("18x8", 36, NO_MARGIN, None))
    for size, kinds, rule, goal in cases:
        cols, rows = map(int, size.split("x"))
        games = []
        for seed in _seeds(effort):
            board = dealt(rows, cols, kinds, seed)
            links = OpenLinks(board, rule)
            games.append((links, links.snapshot(), game(board, rule, seed)))
        seconds = effort.seconds(lambda: _replay(games))  # noqa: B023
        removals = sum(len(moves) for _, _, moves in games)
        what = f"kept up, {size} of {kinds} kinds{'' if rule.margin else ', no margin'}, a removal"
        yield Row(what, seconds / removals * MICRO, "us", at_most=goal)


def _replay(games: list[tuple[OpenLinks, object, list[Ends]]]) -> None:
    for links, start, moves in games:
        links.restore(start)
        for a, b in moves:
            links.take(a, b)


def _games(effort: Effort) -> Iterator[Row]:
    """Whole games at random by three ways of knowing the links."""
    boards = [dealt(8, 18, 36, seed) for seed in _seeds(effort)]
    ways = {"plain rule": _game_by_rule, "spans": _game_by_spans, "links kept up": _game_kept_up}
    for name, play in ways.items():
        some = boards[:1] if play is _game_by_rule else boards
        seconds = effort.seconds(lambda: [play(board, effort.seed) for board in some])  # noqa: B023
        yield Row(f"a game at random, 18x8, {name}", seconds / len(some) * MILLI, "ms")


def _game_by_rule(board: Board, seed: int) -> None:
    rng = Random(seed)
    while links := list(find_links(board, USUAL)):
        link = rng.choice(links)
        board = board.without([link.a, link.b])


def _game_by_spans(board: Board, seed: int) -> None:
    table, pairs, rng = table_for(board, USUAL), _pairs(board), Random(seed)
    while links := [pair for pair in pairs if table.joined(pair)]:
        pair = rng.choice(links)
        table.take(pair.a)
        table.take(pair.b)
        pairs = [pair for pair in pairs if not table.gone[pair.a] and not table.gone[pair.b]]


def _game_kept_up(board: Board, seed: int) -> None:
    game(board, USUAL, seed)


def _pairs(board: Board) -> list[Pair]:
    """All pairs of equal tiles, as tables take them."""
    table = table_for(board, USUAL)
    tile_in = {cell: tile for tile, cell in enumerate(table.cells)}
    return [
        table.pair(0, tile_in[a], tile_in[b])
        for alike in board.by_kind().values()
        for a, b in combinations(alike, 2)
    ]


def _paths(sample: Sample, effort: Effort) -> Iterator[Row]:
    """The best path of a link that is known to be one."""
    links = [(link.a, link.b) for link in find_links(sample.board, USUAL)]
    finder = PathFinder(sample.board, USUAL)
    seconds = effort.seconds(lambda: [find_path(sample.board, a, b, USUAL) for a, b in links])
    yield Row(f"a path, {sample.name}, plain rule", seconds / len(links) * MICRO, "us")
    seconds = effort.seconds(lambda: [finder.path(a, b) for a, b in links])
    yield Row(f"a path, {sample.name}, masks", seconds / len(links) * MICRO, "us", at_most=8)


_FULL_6X4 = "BBADCE CEBBDF FFCADE DACAEF"
_FULL_18X8 = (
    "VBfCKEAbAJdIZRFSih KZHcSggIeMijTjbOYP NiJNMQQbhWZjLWHOOP UVGIcheBdFLaFWNUbc "
    "TChYfGUWKERLAJIfDC ddTMDeeaHPLSjDVaQG MaATCROVXXGYZHiDKU EEfPRcXXNBJFSgBgQY"
)
"""Boards of `tests/perft`, whose counts three programs written apart agree on."""


def _perft(effort: Effort) -> Iterator[Row]:
    """In how many orders a few links can be played, by two ways, and how fast they are counted."""
    larger = (_FULL_18X8, 2, 212) if effort.quick else (_FULL_18X8, 3, 2814)
    for text, depth, right in ((_FULL_6X4, 3, 704), larger):
        board = Board.from_text("\n".join(text.split()))
        links = OpenLinks(board, USUAL)
        ways: dict[str, Callable[[], int]] = {
            "plain rule": lambda: _orders_by_rule(board, depth),  # noqa: B023
            "links kept up": lambda: _orders_kept_up(links, depth),  # noqa: B023
        }
        for name, orders in ways.items():
            what = f"perft {depth}, {board.cols}x{board.rows}, {name}"
            yield Row(what, orders(), "orders", at_most=right, at_least=right)
            seconds = effort.seconds(orders)
            yield Row(what, seconds * MILLI, "ms")
            yield Row(what, right / seconds, "orders/s")


def _orders_by_rule(board: Board, depth: int) -> int:
    links = list(find_links(board, USUAL))
    if depth == 1:
        return len(links)
    after = (remove(board, link.a, link.b, Gravity.NONE) for link in links)
    return sum(_orders_by_rule(following, depth - 1) for following in after)


def _orders_kept_up(links: OpenLinks, depth: int) -> int:
    if depth == 1:
        return len(links)
    start, orders = links.snapshot(), 0
    for a, b in list(links):
        links.take(a, b)
        orders += _orders_kept_up(links, depth - 1)
        links.restore(start)
    return orders


def _seeds(effort: Effort) -> Iterable[int]:
    return range(effort.seed, effort.seed + (3 if effort.quick else 20))
