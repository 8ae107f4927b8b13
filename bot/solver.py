"""Search: an order of links that clears the board, or proof that none does."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import NamedTuple, Protocol

from bot.board import EMPTY, UNKNOWN, Board
from bot.errors import InputError
from bot.falling import Falling
from bot.geometry import Cell
from bot.matcher import Link
from bot.pairing import Pairing
from bot.playing import as_links
from bot.position import Gravity, Position
from bot.proof import Proof


class Verdict(StrEnum):
    """What a search found out."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


class Why(StrEnum):
    """How a search knows its verdict."""

    PLAYED = "the links clear the board"
    ODD = "a kind occurs an odd number of times"
    STUCK = "some tiles can never link, whatever goes before"
    SEARCHED = "a finished search"
    SPENT = "the budget is spent"
    HIDDEN = "cells that cannot be told"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Solution:
    """What a search found out, and the longest line of links it found.

    Parameters
    ----------
    verdict
        `SOLVED`: the links clear the board. `UNSOLVABLE`: a finished search or a proof says that
        no order does. `UNDECIDED`: neither, for the reason that `why` tells
    links
        in order of play; each cell is where the tile lies at that moment, after earlier falls
    nodes
        positions, games and floods looked at
    seconds
        time it took
    why
        how the verdict is known
    most
        no line has more links than this; where `links` has as many, it is proved the longest
    """

    verdict: Verdict
    links: tuple[Link, ...]
    nodes: int
    seconds: float
    why: Why
    most: int


MOST_CELLS = 50_000
"""A hundred times the largest known game; more would fill the memory before the time is up."""
PLAY_OUTS = 30
"""Games before the search; most boards that can be cleared need no more."""
LONGER = 60
"""Games in a row without a longer line, after which a board that cannot be cleared is left."""
FIRST_LINE = 0.01
"""Seconds that the first line may take, whatever the budget."""


def solve(
    position: Position,
    budget: float = 10.0,
    *,
    seed: int = 0,
    clock: Callable[[], float] = time.monotonic,
) -> Solution:
    r"""Search for an order of links that clears the board, or proof that none does.

    Parameters
    ----------
    position
        what to clear, under which rules
    budget
        seconds to search; 0 answers with a first line, at least its first link
    seed
        of the random choices: with the same seed and budget enough the answer is the same
    clock
        seconds, monotonic

    Returns
    -------
    solution
        whatever happens, a line that can be played, the longest found: also where the budget is
        spent, where no line clears the board, and after Ctrl-C, which ends the search. Unknown
        cells block paths and fall like tiles, and what they hide is not guessed

    Raises
    ------
    InputError
        if the board has more than `MOST_CELLS` cells, or the budget is no number from 0 up

    Examples
    --------
    >>> from bot.board import Board
    >>> solve(Position(Board.from_text("a b\nb a"))).verdict
    <Verdict.UNSOLVABLE: 'unsolvable'>
    """
    if not budget >= 0:
        raise InputError(f"a budget is 0 seconds or more, but got {budget}")
    cells = position.board.rows * position.board.cols
    if cells > MOST_CELLS:
        raise InputError(f"a board of {cells} cells is too large to solve: {MOST_CELLS} at most")
    began = clock()
    deadline = began + max(budget, FIRST_LINE)

    def check() -> None:
        if clock() >= deadline:
            raise _SpentError

    search = _search_of(position, Random(seed), check)
    why, most = Why.SPENT, sum(len(cells) // 2 for cells in position.board.by_kind().values())
    try:
        if search.game.play_first():
            why = Why.PLAYED
        else:
            check()
            most = min(most, search.most())
            deadline = began + budget
            why = _search(search, position.board, most)
            _lengthen(search.game, most)
    except _SpentError:
        pass
    except KeyboardInterrupt:
        why = Why.INTERRUPTED
    links = as_links(position, search.game.line())
    verdict, why = _verdict(position.board, len(links), why)
    if verdict is Verdict.UNSOLVABLE:
        most = min(most, position.board.tiles // 2 - (not position.board.odd_kinds))
    return Solution(verdict, links, search.game.nodes, clock() - began, why, most)


class _SpentError(Exception):
    """The budget is spent."""


class _Game(Protocol):
    """What `Pairing` and `Falling` have in common."""

    nodes: int

    def play_first(self) -> bool: ...
    def play_out(self) -> bool: ...
    def line(self) -> list[tuple[Cell, Cell]]: ...


class _Search(NamedTuple):
    """A game to play, what goes on where luck has not cleared it, and the most links there are."""

    game: _Game
    finish: Callable[[], bool]
    most: Callable[[], int]


def _search_of(position: Position, rng: Random, check: Callable[[], None]) -> _Search:
    board, rule, gravity = position.board, position.rule, position.gravity
    if gravity is Gravity.NONE:
        pairing = Pairing(board, rule, rng, check)
        return _Search(pairing, Proof(pairing).search, pairing.most)
    falling = Falling(board, rule, gravity, rng, check)
    return _Search(falling, falling.search, lambda: len(board.kinds))


def _search(search: _Search, board: Board, most: int) -> Why:
    """Play, then search: how it is known whether every known tile goes."""
    if board.odd_kinds:
        return Why.ODD
    if 2 * most < sum(kind > EMPTY for kind in board.kinds):
        return Why.STUCK
    for _ in range(PLAY_OUTS):
        if search.game.play_out():
            return Why.PLAYED
    return Why.PLAYED if search.finish() else Why.SEARCHED


def _lengthen(game: _Game, most: int) -> None:
    """Look for a longer line where none clears the board."""
    since = 0
    while since < LONGER and len(game.line()) < most:
        before = len(game.line())
        game.play_out()
        since = 0 if len(game.line()) > before else since + 1


def _verdict(board: Board, links: int, why: Why) -> tuple[Verdict, Why]:
    if 2 * links == board.tiles:
        return Verdict.SOLVED, Why.PLAYED
    if why is Why.INTERRUPTED:
        return Verdict.UNDECIDED, why
    if UNKNOWN in board.kinds:
        return Verdict.UNDECIDED, Why.HIDDEN
    if board.odd_kinds:
        return Verdict.UNSOLVABLE, Why.ODD
    return (Verdict.UNDECIDED if why is Why.SPENT else Verdict.UNSOLVABLE), why
