"""Play-outs: games played at random to their end, which is cleared or dead.

They show how a position goes for a player who takes any link he sees.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random

from bot.backwards import Couple, below, shuffled
from bot.pile import Pile
from bot.position import Gravity, Position, remove
from bot.slope import Slope
from bot.spans import Pair, table_for


def play_outs(position: Position, rng: Random) -> Iterator[list[Couple]]:
    """Games at random from one position, without end.

    Where tiles fall, each link is drawn from all there are. Where none falls, an order of all
    pairs of equal tiles is drawn, and played over and over: the first that links is taken.

    Parameters
    ----------
    position
        where each game starts; unknown cells are never taken
    rng
        source of every random choice

    Yields
    ------
    line
        the links of a game in order, each as the two cells where its tiles lie at that moment

    Examples
    --------
    >>> from bot.board import Board
    >>> games = play_outs(Position(Board.from_text("a b b a")), Random(1))
    >>> len(next(games))
    2
    """
    if position.gravity is Gravity.NONE:
        return _still(position, rng)
    return _falling(position, rng)


def after_line(position: Position, line: Iterable[Couple]) -> Position:
    """The position after these links, which are believed to be legal."""
    board = position.board
    for a, b in line:
        board = remove(board, a, b, position.gravity)
    return Position(board, position.rule, position.gravity)


def _still(position: Position, rng: Random) -> Iterator[list[Couple]]:
    table = table_for(position.board, position.rule)
    number = {cell: tile for tile, cell in enumerate(table.cells)}
    # No bit tells these pairs apart: a place of its own for each would cost memory by their square.
    pairs = [
        table.pair(0, number[a], number[b])
        for cells in position.board.by_kind().values()
        for a, b in combinations(cells, 2)
    ]
    while True:
        table.reset()
        waiting, line, before = shuffled(pairs, rng), list[Pair](), -1
        while before < len(line):
            before = len(line)
            waiting = table.sweep(waiting, line)
        yield [(table.cells[pair.a], table.cells[pair.b]) for pair in line]


def _falling(position: Position, rng: Random) -> Iterator[list[Couple]]:
    slope = Slope(position.board, position.rule, position.gravity)
    start = Pile.first(slope)
    while True:
        pile, line = start, list[Couple]()
        while pile.takes:
            take = pile.takes[below(len(pile.takes), rng)]
            line.append((slope.cell(*take[:2]), slope.cell(*take[2:])))
            pile = pile.after(take)
        yield line
