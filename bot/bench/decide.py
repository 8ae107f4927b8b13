"""What is made of solutions: the pointer's way, play in doubt, and how soon a command starts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count, islice, pairwise
from math import hypot
from random import Random
from statistics import fmean

from bot.bench.measure import Effort, Row
from bot.board import Board
from bot.deal import deal
from bot.geometry import Cell
from bot.matcher import Link
from bot.openlinks import OpenLinks
from bot.position import Gravity, Position
from bot.solver import Solution, Verdict, solve
from bot.tour import tour
from bot.trial import hidden, misread, play_in_doubt


def measured(effort: Effort) -> Iterator[Row]:
    """Measure on deals of 18 x 8, four tiles of each of 36 kinds, that can be cleared."""
    yield from _ways(effort)
    yield from _doubts(effort)
    yield Row("cold start of solve", _cold_start() * 1000, "ms", at_most=300)


def _ways(effort: Effort) -> Iterator[Row]:
    """The way of the pointer against that of the same pairs in a random legal order."""
    random, shorter = [], []
    for position, solution in islice(_solvable(effort), 2 if effort.quick else 30):
        random.append(_way(_random_order(position, solution.links, Random(effort.seed))))
        found = tour(position, solution.links, start=(0, 0), seconds=0.3, clock=effort.clock)
        shorter.append(found.length)
    what, more = "pointer way of a random winning order", {"cells": fmean(shorter)}
    yield Row(
        f"{what}, 0.3 s of thought", fmean(shorter) / fmean(random), "", at_most=0.62, more=more
    )


def _random_order(
    position: Position, links: Sequence[Link], rng: Random
) -> list[tuple[Cell, Cell]]:
    """The pairs of a line in a random legal order, each clicked in a random direction."""
    table = OpenLinks(position.board, position.rule)
    waiting, order = [(link.a, link.b) for link in links], []
    while waiting:
        a, b = rng.choice([pair for pair in waiting if pair in table])
        waiting.remove((a, b))
        table.take(a, b)
        order.append((a, b) if rng.random() < 0.5 else (b, a))
    return order


def _way(order: list[tuple[Cell, Cell]]) -> float:
    """How far the pointer goes, in cells, from the first cell of the board."""
    cells = [Cell(0, 0), *(cell for pair in order for cell in pair)]
    return sum(hypot(a.row - b.row, a.col - b.col) for a, b in pairwise(cells))


def _doubts(effort: Effort) -> Iterator[Row]:
    """Games with tiles that cannot be read, or are taken for another kind."""
    cases: tuple[tuple[str, Callable[[Board, int, Random], Board], int], ...] = (
        ("4 tiles unread", hidden, 4),
        ("1 tile misread", misread, 1),
    )
    for name, damage, tiles in cases:
        trials = []
        for number, (position, _) in enumerate(islice(_solvable(effort), effort.deals)):
            seen = damage(position.board, tiles, Random(effort.seed + number))
            trials.append(play_in_doubt(position, seen, clock=effort.clock))
        won = 100 * fmean(trial.won for trial in trials)
        failed = fmean(trial.failed for trial in trials)
        seconds = fmean(trial.seconds for trial in trials)
        more = {"games": len(trials), "s of thought": seconds}
        yield Row(f"18x8, {name}: won of the solvable", won, "%", at_least=98, more=more)
        yield Row(f"18x8, {name}: clicks that fail", failed, "a game", at_most=4)


def _solvable(effort: Effort) -> Iterator[tuple[Position, Solution]]:
    """Random deals without those that cannot be cleared."""
    for seed in count(effort.seed):
        position = Position(deal(8, 18, 36, seed, copies=4), gravity=Gravity.NONE)
        solution = solve(position, clock=effort.clock)
        if solution.verdict is Verdict.SOLVED:
            yield position, solution


def _cold_start() -> float:
    """CPU seconds of a process that solves the smallest board: the best of three."""
    code = (
        "import sys, time\nfrom bot.cli import main\nmain(['solve', '-'])\n"
        "print(time.process_time(), file=sys.stderr)"
    )
    command = [sys.executable, "-c", code]
    runs = (
        subprocess.run(command, input=b"a a\n", capture_output=True, check=True)  # noqa: S603
        for _ in range(3)
    )
    return min(float(run.stderr.split()[-1]) for run in runs)
