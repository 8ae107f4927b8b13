"""Search: an order of links that clears the board, or proof that none does."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Protocol

from bot.board import UNKNOWN, Board
from bot.falling import Falling
from bot.geometry import Cell
from bot.matcher import Link, find_link
from bot.pairing import Pairing
from bot.position import Gravity, Position, remove
from bot.proof import Proof


class Verdict(StrEnum):
    """What a search found out."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found out, and the longest line of links it found.

    Parameters
    ----------
    verdict
        `SOLVED`: the links clear the board. `UNSOLVABLE`: a finished search or an odd kind proves
        that no order does. `UNDECIDED`: the budget was spent, or a cell is unknown
    links
        in order of play; each cell is where the tile lies at that moment, after earlier falls
    nodes
        positions, play-outs and floods looked at
    seconds
        time it took
    """

    verdict: Verdict
    links: tuple[Link, ...]
    nodes: int
    seconds: float


PLAY_OUTS = 60
"""Games at random before the search; most boards that can be cleared need no more."""
FIRST_LINE = 2.0
"""Seconds that the first line may take, whatever the budget: only huge boards come near it."""


def solve(
    position: Position,
    budget: float = 10.0,
    *,
    seed: int = 0,
    clock: Callable[[], float] = time.monotonic,
) -> Solution:
    r"""Search for an order of links that clears the board.

    Parameters
    ----------
    position
        what to clear, under which rules
    budget
        seconds to search; 0 answers with the line of one play-out
    seed
        of the random choices: with the same seed and budget enough the answer is the same
    clock
        seconds, monotonic

    Returns
    -------
    solution
        unknown cells block paths and fall like tiles, and what they hide is not guessed: the links
        then take as many known tiles as were found to go, and the verdict stays `UNDECIDED`

    Examples
    --------
    >>> from bot.board import Board
    >>> solve(Position(Board.from_text("a b\nb a"))).verdict
    <Verdict.UNSOLVABLE: 'unsolvable'>
    """
    began = clock()
    deadline = began + max(budget, FIRST_LINE)

    def check() -> None:
        if clock() >= deadline:
            raise _SpentError

    game, search = _game_of(position, Random(seed), check)
    finished = True
    try:
        if not game.play_first():
            deadline = began + budget
            finished = _finish(game, search, check, hopeless=bool(position.board.odd_kinds))
    except _SpentError:
        finished = False
    links = _replayed(position, game.line())
    verdict = _verdict(position.board, len(links), finished=finished)
    return Solution(verdict, links, game.nodes, clock() - began)


class _SpentError(Exception):
    """The budget is spent."""


class _Game(Protocol):
    """What `Pairing` and `Falling` have in common."""

    nodes: int

    def play_first(self) -> bool: ...
    def play_out(self) -> bool: ...
    def line(self) -> list[tuple[Cell, Cell]]: ...


def _game_of(
    position: Position, rng: Random, check: Callable[[], None]
) -> tuple[_Game, Callable[[], bool]]:
    """The game to play, and the search that goes on when luck has not cleared it."""
    board, rule, gravity = position.board, position.rule, position.gravity
    if gravity is Gravity.NONE:
        pairing = Pairing(board, rule, rng, check)
        return pairing, Proof(pairing).search
    falling = Falling(board, rule, gravity, rng, check)
    return falling, falling.search


def _finish(
    game: _Game, search: Callable[[], bool], check: Callable[[], None], *, hopeless: bool
) -> bool:
    """Play out, then search: True when every known tile goes or it is sure that never all do."""
    for _ in range(PLAY_OUTS):
        check()
        if game.play_out():
            return True
    if not hopeless:
        search()
    return True


def _verdict(board: Board, links: int, *, finished: bool) -> Verdict:
    if UNKNOWN in board.kinds:
        return Verdict.UNDECIDED
    if 2 * links == board.tiles:
        return Verdict.SOLVED
    if finished or board.odd_kinds:
        return Verdict.UNSOLVABLE
    return Verdict.UNDECIDED


def _replayed(position: Position, line: Sequence[tuple[Cell, Cell]]) -> tuple[Link, ...]:
    """The line as links, each found by the plain rule on the board of its moment."""
    board, links = position.board, []
    for a, b in line:
        link = find_link(board, a, b, position.rule)
        assert link is not None, "the search played what the rule forbids"
        links.append(link)
        board = remove(board, a, b, position.gravity)
    return tuple(links)
