"""Boards and positions for tests, made by hand or from a seed."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import count

from bot.board import Board
from bot.haste import Heard, Try
from bot.matcher import Link, LinkRule
from bot.pace import Pace
from bot.position import Gravity, Outcome, Position
from bot.solver import Solution, solve


def board(text: str) -> Board:
    """A board from one line: rows apart by a slash, as in `a b / b a`."""
    return Board.from_text("\n".join(row.strip() for row in text.split("/")))


def position(
    text: str, max_turns: int = 2, margin: int = 1, gravity: Gravity = Gravity.NONE
) -> Position:
    """A position from one line of text and its rules."""
    return Position(board(text), LinkRule(max_turns, margin), gravity)


def heard(pace: Pace) -> Try:
    """A try as the pace of a game asks for, which was heard."""
    return Try(pace.touch, Heard.BOTH)


def stepped(position: Position, budget: float) -> Solution:
    """Solve in as many steps as take so long on an idle machine, s: the same on a busy one."""
    ticks = count()
    return solve(position, budget, clock=lambda: next(ticks) * 0.0005)


def shuffled_board(rows: int, cols: int, kinds: int, seed: int) -> Board:
    """A full board of pairs, mixed at random and nothing more: some cannot be cleared."""
    tiles = [1 + number // 2 % kinds for number in range(rows * cols)]
    random.Random(seed).shuffle(tiles)
    return Board(rows, cols, tuple(tiles))


def played(start: Position, links: Iterable[Link]) -> Position:
    """The position after these links, each of which must be legal at its moment."""
    for link in links:
        assert start.link(link.a, link.b) == link
        start = start.after(link)
    return start


def can_be_cleared(start: Position, seen: dict[tuple[int, ...], bool]) -> bool:
    """Whether some order clears the board: every order is tried."""
    key = start.board.kinds
    if key not in seen:
        seen[key] = start.outcome() is Outcome.CLEARED or any(
            can_be_cleared(start.after(link), seen) for link in start.legal_links
        )
    return seen[key]
