"""Difficulty: how much luck or thought a board asks for, measured by playing it.

The grade is the luck that a player needs who takes any link he sees, in bits: with `won` of
`games` play-outs clearing the board,

    grade = -log2((won + 1/2) / (games + 1)) + left

so 1 is a board of which every second game is won, 2 every fourth, and one bit more is twice as
hard. The halves keep a board that was never won from being infinitely hard; among such boards
`left`, the mean share of tiles that stay, tells the nearly won from the hopeless.

Over 300 seeded deals of 18 x 8, plain, hard and solvable, the grade of 200 games and the share of
1000 other games won have a rank correlation of -0.99; with the share won by taking the first link
in reading order, from the eight sides a board can be seen from, it is -0.94. Of all else, the nodes
of the search come nearest (-0.87 and -0.88), then the openings (0.74 and 0.72). Where tiles fall
down, over 90 deals, it is -0.98 with random games, and -0.91 with games that take high tiles first.
The share of random pairings that win is no measure: it is 0 of 200 on nearly every such board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, islice
from math import log2
from random import Random

from bot.board import UNKNOWN, Board
from bot.errors import InputError
from bot.neighbours import equal_neighbours
from bot.playout import play_outs
from bot.position import Gravity, Position
from bot.solver import Solution, Verdict, solve

MOST_TILES = 5000
"""Ten times the tiles of the largest known game; each play-out looks at every pair of a kind."""

MOST_PAIRS = 300_000
"""Pairs of equal tiles: as many as `MOST_TILES` tiles of 40 kinds make; a play-out sees all."""

STEPS = 5000
"""Steps that a search may take where nothing falls; 18 x 8 deals have needed up to 2544."""
STEPS_FALLING = 500
"""The same where tiles fall, for there a step is many positions; some seconds at most."""


class Level(StrEnum):
    """The grade in a word."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    UNSOLVABLE = "unsolvable"


_HIGHEST_GRADES = ((0.5, Level.EASY), (2.0, Level.MEDIUM), (5.0, Level.HARD))


@dataclass(frozen=True, slots=True)
class Luck:
    """How play at random went.

    Parameters
    ----------
    games
        play-outs, at least 1
    won
        how many of them took every known tile
    left
        mean share of the tiles that one left, in [0, 1]
    """

    games: int
    won: int
    left: float

    @property
    def grade(self) -> float:
        """Bits of luck; at most `log2(2 * games + 2) + 1`, for a board never won."""
        return self.left - log2((self.won + 0.5) / (self.games + 1))


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What a board asks of a player.

    Parameters
    ----------
    verdict
        whether it can be cleared: `UNDECIDED` where the search gave up, or a cell is unknown
    openings
        links to begin with
    equal_neighbours
        how many of them are seen at once, side by side
    nodes
        positions that the search looked at
    luck
        how play at random went
    """

    verdict: Verdict
    openings: int
    equal_neighbours: int
    nodes: int
    luck: Luck

    @property
    def grade(self) -> float:
        """The one number; see the head of this module."""
        return self.luck.grade

    @property
    def level(self) -> Level:
        """Easy up to half a bit, medium up to 2 and hard up to 5, expert above; or unsolvable."""
        if self.verdict is Verdict.UNSOLVABLE:
            return Level.UNSOLVABLE
        levels = (level for highest, level in _HIGHEST_GRADES if self.grade <= highest)
        return next(levels, Level.EXPERT)


def difficulty(position: Position, *, games: int = 200, seed: int = 0) -> Difficulty:
    r"""Measure how hard a position is to clear.

    Parameters
    ----------
    position
        a board to begin with, or any other
    games, seed
        play-outs, and what they are drawn from; the same seed gives the same grade everywhere

    Raises
    ------
    InputError
        as `luck` does

    Examples
    --------
    >>> from bot.board import Board
    >>> difficulty(Position(Board.from_text("a b\nb a"))).level
    <Level.UNSOLVABLE: 'unsolvable'>
    >>> difficulty(Position(Board.from_text("a a b b"))).grade < 0.01
    True
    """
    went = luck(position, games=games, seed=seed)
    found = search_in_steps(position)
    lucky = went.won and UNKNOWN not in position.board.kinds
    return Difficulty(
        verdict=Verdict.SOLVED if lucky else found.verdict,
        openings=len(position.legal_links),
        equal_neighbours=equal_neighbours(position.board),
        nodes=found.nodes,
        luck=went,
    )


def luck(
    position: Position,
    *,
    games: int = 200,
    seed: int = 0,
    check: Callable[[], object] = lambda: None,
) -> Luck:
    """Play at random, so many games.

    What `check` raises, which is called after every game, ends it.

    Raises
    ------
    InputError
        if there is no game, or more than `MOST_TILES` tiles or `MOST_PAIRS` pairs of equal ones
    """
    if games < 1:
        raise InputError(f"a difficulty is measured in 1 game or more, but got {games}")
    board = position.board
    if board.tiles > MOST_TILES:
        raise InputError(f"at most {MOST_TILES} tiles are rated, but the board has {board.tiles}")
    if not is_rated(board):
        raise InputError(f"at most {MOST_PAIRS} pairs of equal tiles are rated; deal more kinds")
    known, left = sum(map(len, board.by_kind().values())), list[int]()
    for line in islice(play_outs(position, Random(seed)), games):
        left.append(known - 2 * len(line))
        check()
    return Luck(games, left.count(0), sum(left) / games / max(known, 1))


def is_rated(board: Board) -> bool:
    """Whether there are few enough tiles, and pairs of equal ones, to play a board many times."""
    alike = [len(cells) for cells in board.by_kind().values()]
    pairs = sum(count * (count - 1) // 2 for count in alike)
    return board.tiles <= MOST_TILES and pairs <= MOST_PAIRS


def search_in_steps(position: Position, check: Callable[[], object] = lambda: None) -> Solution:
    """Solve within so many steps instead of seconds: slow machines find what fast ones do.

    What `check` raises, which is called at every step, ends the search.
    """
    ticks = count()
    steps = STEPS if position.gravity is Gravity.NONE else STEPS_FALLING

    def tick() -> float:
        check()
        return float(next(ticks))

    return solve(position, steps, clock=tick)
