"""How many deals are decided, how fast, and what players win that do not look ahead.

Every deal is random, as it comes. Each solution is replayed by the plain rule, link by link; a
verdict that this contradicts ends the benchmark. Times are of the search alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from bot.bench import decide
from bot.bench.measure import Effort, Row
from bot.board import EMPTY, Board
from bot.deal import deal_on
from bot.matcher import LinkRule, find_link
from bot.position import Gravity, Position, lanes, remove
from bot.solver import Solution, Verdict, solve
from bot.spans import table_for

BUDGET = 10.0
"""Seconds a deal."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A family of deals, and how fast they are to be decided.

    Parameters
    ----------
    name
        columns by rows, and what else tells it apart
    rows, cols, kinds, copies
        what is dealt: `copies` tiles of a kind at a time, again and again through the kinds
    hole
        whether the cell in the middle stays empty
    median, most, worst
        goals, s: for half of the deals, for 99 of 100, and for all
    """

    name: str
    rows: int
    cols: int
    kinds: int
    copies: int = 2
    hole: bool = False
    median: float | None = None
    most: float = 2.0
    worst: float = BUDGET

    def layout(self) -> Board:
        """The cells to be filled."""
        kinds = [1] * (self.rows * self.cols)
        if self.hole:
            kinds[len(kinds) // 2] = EMPTY
        return Board(self.rows, self.cols, tuple(kinds))

    def deal(self, seed: int) -> Board:
        """One random deal."""
        return deal_on(self.layout(), self.kinds, seed, copies=self.copies)


USUAL = Shape("18x8", 8, 18, 36, 4, median=0.005, most=1.0, worst=5.0)
SHAPES = (
    USUAL,
    Shape("14x6", 6, 14, 21, 4),
    Shape("16x9", 9, 16, 36, 4),
    Shape("24x12", 12, 24, 42, 4),
    Shape("26x14", 14, 26, 42, 4),
    Shape("30x16", 16, 30, 42, 4),
    Shape("19x11 with a hole", 11, 19, 30, hole=True),
    Shape("16x9 Onet", 9, 16, 20),
    Shape("12x7 Onet", 7, 12, 20),
    Shape("14x10 of 10 kinds", 10, 14, 10),
    Shape("14x10 of 20 kinds", 10, 14, 20),
)
SIDEWAYS = ("16x9 Onet", "12x7 Onet", "14x10 of 10 kinds", "14x10 of 20 kinds")
"""Shapes played with gravity along their rows, too: deep lanes are the hardest."""


@dataclass(slots=True)
class Tally:
    """What became of the deals of one row of the table."""

    verdicts: Counter[Verdict] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    slowest: int = 0

    def add(self, solution: Solution, seconds: float, seed: int) -> None:
        """Count one deal."""
        self.verdicts[solution.verdict] += 1
        if not self.seconds or seconds > max(self.seconds):
            self.slowest = seed
        self.seconds.append(seconds)

    def numbers(self) -> dict[str, float]:
        """How many deals came to which verdict, and how fast."""
        counts: dict[str, float] = {str(verdict): self.verdicts[verdict] for verdict in Verdict}
        shares = {"median ms": 0.5, "90 % ms": 0.9, "99 % ms": 0.99, "worst ms": 1.0}
        times = {name: self.quantile(share) * 1000 for name, share in shares.items()}
        return counts | times | {"its seed": self.slowest}

    def quantile(self, share: float) -> float:
        """The seconds that this share of the deals does not exceed."""
        ordered = sorted(self.seconds)
        return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


def measured(effort: Effort) -> Iterator[Row]:
    """Decide deals of every shape; then with gravity; let others play; make use of solutions."""
    for margin in (1, 0):
        for shape in SHAPES:
            yield from _decided(shape, LinkRule(margin=margin), effort)
    for shape in SHAPES:
        yield from _won(shape, Gravity.DOWN, effort)
    for gravity in (Gravity.LEFT, Gravity.CENTER_HORIZONTAL):
        for shape in SHAPES:
            if shape.name in SIDEWAYS:
                yield from _won(shape, gravity, effort)
    yield from _baselines(effort)
    yield from decide.measured(effort)


def _decided(shape: Shape, rule: LinkRule, effort: Effort) -> Iterator[Row]:
    """Without gravity: every deal is won or proved unsolvable."""
    tally = _tally(shape, rule, Gravity.NONE, effort)
    what = shape.name if rule.margin else f"{shape.name}, no margin"
    decided = 100 * (1 - tally.verdicts[Verdict.UNDECIDED] / len(tally.seconds))
    least = 100 if rule.margin else 99
    yield Row(f"{what}, decided", decided, "%", at_least=least, more=tally.numbers())
    if rule.margin and shape.median:
        goals = {"median": (0.5, shape.median), "99 of 100": (0.99, shape.most)}
        for name, (share, goal) in (goals | {"the slowest": (1.0, shape.worst)}).items():
            milliseconds = tally.quantile(share) * 1000
            yield Row(f"{what}, {name}", milliseconds, "ms", at_most=goal * 1000)


def _won(shape: Shape, gravity: Gravity, effort: Effort) -> Iterator[Row]:
    """With gravity: every deal that is not proved unsolvable is to be won."""
    tally = _tally(shape, LinkRule(), gravity, effort)
    what = f"{shape.name}, {gravity}"
    usual = shape is USUAL
    open_to_win = len(tally.seconds) - tally.verdicts[Verdict.UNSOLVABLE]
    won = 100 * tally.verdicts[Verdict.SOLVED] / max(open_to_win, 1)
    least = 98 if usual else 100
    yield Row(f"{what}, won of the solvable", won, "%", at_least=least, more=tally.numbers())
    name, share, goal = ("median", 0.5, 50) if usual else ("nine in ten", 0.9, 300)
    yield Row(f"{what}, {name}", tally.quantile(share) * 1000, "ms", at_most=goal)


def _tally(shape: Shape, rule: LinkRule, gravity: Gravity, effort: Effort) -> Tally:
    tally = Tally()
    for seed in _seeds(effort):
        position = Position(shape.deal(seed), rule, gravity)
        began = effort.clock()
        solution = solve(position, BUDGET, clock=effort.clock)
        tally.add(solution, effort.clock() - began, seed)
        _check(position, solution)
    return tally


def _check(position: Position, solution: Solution) -> None:
    """Play the links by the plain rule: each is legal at its moment, and a win leaves nothing."""
    board = position.board
    for link in solution.links:
        if find_link(board, link.a, link.b, position.rule) != link:
            raise AssertionError(f"{link} is not legal here:\n{board}")
        board = remove(board, link.a, link.b, position.gravity)
    if (solution.verdict is Verdict.SOLVED) != (board.tiles == 0):
        raise AssertionError(f"{solution.verdict}, but this is left:\n{board}")


def _baselines(effort: Effort) -> Iterator[Row]:
    """What is won by players that take the first link they see, or any, and never look ahead."""
    for gravity in (Gravity.NONE, Gravity.DOWN):
        for name, shuffles in (("first link in reading order", False), ("any link", True)):
            won = 0
            for seed in _seeds(effort):
                won += _plays(USUAL.deal(seed), gravity, Random(seed) if shuffles else None)
            share = 100 * won / len(_seeds(effort))
            yield Row(f"{USUAL.name}, {gravity}, {name}: won", share, "%")


def _plays(board: Board, gravity: Gravity, rng: Random | None) -> bool:
    """One game of a player that takes the first link of an order, or of no order."""
    falls = lanes(board, gravity)
    while board.tiles:
        table = table_for(board, LinkRule())
        tiles = range(len(table.cells))
        pairs = [
            (a, b)
            for a in tiles
            for b in tiles[a + 1 :]
            if board[table.cells[a]] == board[table.cells[b]] and table.joined(table.pair(0, a, b))
        ]
        if not pairs:
            return False
        taken = rng.choice(pairs) if rng else pairs[0]
        a, b = (table.cells[tile] for tile in taken)
        board = remove(board, a, b, gravity) if falls else board.without([a, b])
    return True


def _seeds(effort: Effort) -> range:
    return range(effort.seed, effort.seed + effort.deals)
