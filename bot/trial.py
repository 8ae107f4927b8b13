"""A game in doubt, played without a screen: how sure a guess is, measured."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from bot.board import EMPTY, UNKNOWN, Board
from bot.clues import NOTHING, Evidence
from bot.geometry import Cell
from bot.guess import Search, next_link
from bot.position import Position, remove
from bot.solver import solve


@dataclass(frozen=True, slots=True)
class Trial:
    """How a game in doubt went.

    Parameters
    ----------
    won
        whether every tile went
    failed
        pairs clicked that did not match
    links
        pairs taken
    decisions, seconds, slowest
        how often was thought, how long altogether, and how long at most at once, s
    """

    won: bool
    failed: int
    links: int
    decisions: int
    seconds: float
    slowest: float


def hidden(truth: Board, count: int, rng: Random) -> Board:
    """The board as seen by an eye that cannot tell so many tiles."""
    return _with(truth, ((cell, UNKNOWN) for cell in _some_tiles(truth, count, rng)))


def misread(truth: Board, count: int, rng: Random) -> Board:
    """The board as seen by an eye that takes so many tiles for another kind that is there."""
    kinds = sorted(truth.by_kind())
    wrong = _some_tiles(truth, count, rng)
    return _with(truth, ((c, rng.choice([k for k in kinds if k != truth[c]])) for c in wrong))


def _some_tiles(board: Board, count: int, rng: Random) -> list[Cell]:
    return rng.sample([cell for cell in board.cells() if board[cell] > EMPTY], count)


def _with(board: Board, changes: Iterable[tuple[Cell, int]]) -> Board:
    kinds = list(board.kinds)
    for cell, kind in changes:
        kinds[cell.row * board.cols + cell.col] = kind
    return Board(board.rows, board.cols, tuple(kinds))


def play_in_doubt(
    truth: Position,
    seen: Board,
    *,
    solver: Search | None = None,
    budget: float = 1.5,
    most_failed: int = 200,
    clock: Callable[[], float] = time.process_time,
) -> Trial:
    """Play a game to its end, knowing only what is seen and what clicks tell.

    Parameters
    ----------
    truth
        what lies there, and the rules, which are known
    seen
        what an eye made of it; it is as blind in the end as it was at first
    solver, budget
        as for `next_link`
    most_failed
        failed clicks after which the game is given up
    clock
        measures the time of thought, s
    """
    solver = solver or (lambda position, seconds: solve(position, seconds, clock=clock))
    board, gravity, rules = truth.board, truth.gravity, [(truth.rule, truth.gravity)]
    evidence: Evidence = NOTHING
    failed = links = 0
    thought: list[float] = []
    while board.tiles and failed < most_failed:
        began = clock()
        guess = next_link(seen, rules, evidence, solver=solver, budget=budget)
        thought.append(clock() - began)
        if guess is None:
            break
        for link in guess.links:
            if board[link.a] != board[link.b]:
                evidence, failed = evidence.failed(link.a, link.b), failed + 1
                break
            evidence = evidence.removed(seen, link.a, link.b, gravity)
            board, seen = (remove(one, link.a, link.b, gravity) for one in (board, seen))
            links += 1
    return Trial(
        not board.tiles, failed, links, len(thought), sum(thought), max(thought, default=0)
    )
