"""Search where tiles slide: what `solver` does, for the rule of `slide`."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bot.board import UNKNOWN, Board
from bot.errors import InputError
from bot.position import Gravity
from bot.slide import CHOICE, SlideLink, Sliding
from bot.solver import MOST_CELLS, Verdict, Why

PLAY_OUTS = 40
"""Games before the search through every order."""


@dataclass(frozen=True, slots=True)
class SlideSolution:
    """What a search found out, and the longest line of moves it found.

    Parameters
    ----------
    verdict, why
        what is known, and how
    links
        in order of play; each cell is where the tile lies at that moment
    nodes
        positions looked at
    seconds
        time it took
    """

    verdict: Verdict
    links: tuple[SlideLink, ...]
    nodes: int
    seconds: float
    why: Why


def solve_sliding(
    board: Board,
    gravity: Gravity = Gravity.NONE,
    budget: float = 10.0,
    *,
    seed: int = 0,
    clock: Callable[[], float] = time.monotonic,
) -> SlideSolution:
    r"""Search for an order of moves that clears a board whose tiles slide.

    Parameters
    ----------
    board, gravity
        what to clear, and where tiles fall besides
    budget
        seconds to search
    seed
        of the random choices
    clock
        seconds, monotonic

    Returns
    -------
    solution
        a line that can be played in any case, the longest found: also after Ctrl-C, which ends the
        search

    Raises
    ------
    InputError
        if the board is too large to search, or the budget is no number from 0 up

    Examples
    --------
    >>> solve_sliding(Board.from_text("a b . .\nc a d .\n. . c .\nb . d .")).verdict
    <Verdict.SOLVED: 'solved'>
    """
    if not budget >= 0:
        raise InputError(f"a budget is 0 seconds or more, but got {budget}")
    if board.rows * board.cols > MOST_CELLS:
        raise InputError(f"{board.rows} x {board.cols} is too large to solve: {MOST_CELLS} cells")
    began = clock()

    def check() -> None:
        # A first move comes first: it is chosen among so many positions.
        if clock() - began > budget and (search.best or search.nodes > CHOICE):
            raise _SpentError

    search = Sliding(board, gravity, Random(seed), check)
    try:
        why = _search(search, board)
    except _SpentError:
        why = Why.SPENT
    except KeyboardInterrupt:
        why = Why.INTERRUPTED
    verdict, why = _verdict(board, len(search.best), why)
    return SlideSolution(verdict, tuple(search.best), search.nodes, clock() - began, why)


class _SpentError(Exception):
    """The budget is spent."""


def _search(search: Sliding, board: Board) -> Why:
    """Play, then try every order: how it is known whether every known tile goes."""
    for _ in range(PLAY_OUTS):
        if search.play_out():
            return Why.PLAYED
    if board.odd_kinds:
        return Why.ODD
    return Why.PLAYED if search.search() else Why.SEARCHED


def _verdict(board: Board, links: int, why: Why) -> tuple[Verdict, Why]:
    if 2 * links == board.tiles:
        return Verdict.SOLVED, Why.PLAYED
    if UNKNOWN in board.kinds and why is not Why.INTERRUPTED:
        return Verdict.UNDECIDED, Why.HIDDEN
    proved = why in {Why.ODD, Why.SEARCHED}
    return (Verdict.UNSOLVABLE if proved else Verdict.UNDECIDED), why
