"""A game played backwards: which cells to deal in couples, so that the board can be cleared.

The game is played on tiles without kinds, where any two that a path joins may go. The couples it
takes clear the board in that order, whatever kind each couple is then given; and a board that can
be cleared at all is cleared by the couples of some such game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.errors import InputError
from bot.geometry import Cell
from bot.matcher import STEPS, LinkRule, paths_from
from bot.position import Gravity, remove

_T = TypeVar("_T")
Couple = tuple[Cell, Cell]

MOST_DEAD_ENDS = 100
"""Dead ends to back out of before giving up; without walls, and with turns, there is none."""


def below(limit: int, rng: Random) -> int:
    """A number from 0 up to the limit, by `Random.random`: all that every Python deals alike."""
    return int(rng.random() * limit)


def shuffled(items: Sequence[_T], rng: Random) -> list[_T]:
    """The items in random order (Fisher and Yates)."""
    mixed = list(items)
    for last in range(len(mixed) - 1, 0, -1):
        other = below(last + 1, rng)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed


def couples_of_a_game(
    shape: Board,
    rule: LinkRule,
    gravity: Gravity,
    rng: Random,
    *,
    far: bool = False,
    check: Callable[[], object] = lambda: None,
) -> list[Couple] | None:
    """Take linked tiles to the last, whatever their kinds: the couples, each by its first cells.

    Where no wall stands and a path may turn, there is always a link: look at the box around all
    tiles. Two tiles in its top row join straight, and so in its outer column; where each holds one,
    these two join with one turn. So it is with straight paths on a board that was full, where
    tiles fall: two on the floor next to each other, or one on the other. Elsewhere a game may end
    with tiles left; then its last takes are undone, each time more of them.

    Parameters
    ----------
    shape
        which cells hold tiles; unknown ones block and fall, but are never taken
    rule, gravity
        the rules that will be played
    rng
        source of every random choice
    far
        prefer partners that lie far apart in the deal
    check
        called before each take and each tile that is tried; what it raises ends the search

    Returns
    -------
    couples
        in an order that can be played; None if none was found
    """
    home = [cell for cell in shape.cells() if shape[cell] > EMPTY]
    board = numbered(shape)
    straight_on_full = not rule.max_turns and len(home) == len(shape.kinds)
    played: list[Couple] = []
    couples: list[Couple] = []
    dead_ends = 0
    while 2 * len(couples) < len(home):
        check()
        # Near neighbours may be the only game there is.
        near = dead_ends > MOST_DEAD_ENDS // 2
        link = _some_link(
            board,
            rule,
            gravity,
            rng,
            home,
            far=far,
            near=near,
            in_lines=straight_on_full,
            check=check,
        )
        if link is None:
            dead_ends += 1
            if dead_ends > MOST_DEAD_ENDS:
                return None
            kept = max(0, len(played) - (1 << dead_ends % 8))
            del played[kept:], couples[kept:]
            board = numbered(shape)
            for a, b in played:
                board = remove(board, a, b, gravity)
            continue
        a, b = link
        played.append(link)
        couples.append((home[board[a] - 1], home[board[b] - 1]))
        board = remove(board, a, b, gravity)
    return couples


def numbered(shape: Board) -> Board:
    r"""The board with each tile a kind of its own, from 1 in reading order.

    >>> print(numbered(Board.from_text("b . ?\n# b a")))
    a . ?
    # b c
    """
    kinds, number = [], 0
    for kind in shape.kinds:
        number += kind > EMPTY
        kinds.append(number if kind > EMPTY else kind)
    return Board(shape.rows, shape.cols, tuple(kinds))


def _some_link(
    board: Board,
    rule: LinkRule,
    gravity: Gravity,
    rng: Random,
    home: list[Cell],
    *,
    far: bool,
    near: bool,
    in_lines: bool,
    check: Callable[[], object],
) -> Couple | None:
    """Two cells that a path joins, whatever their kinds; neighbours only if there is no other.

    With `near` they are as good as any.

    Inside a full board neighbours are all that links. Taken as they come, they would make a deal
    that starts with several times the equal neighbours of a random one.
    """
    tiles = [cell for cell in board.cells() if board[cell] > EMPTY]
    others = set(tiles)
    neighbours: Couple | None = None
    for a in shuffled(tiles, rng):
        check()
        others.discard(a)
        reached = sorted(paths_from(board, a, others, rule))
        others.add(a)
        if in_lines and gravity is Gravity.NONE:
            # Straight paths can strand a last tile in each line; not where lines stay even.
            reached = [b for b in reached if (a.row == b.row) == (board.cols % 2 == 0)]
        distant = [b for b in reached if near or apart(a, b) > 1]
        if distant:
            drawn = [distant[below(len(distant), rng)] for _ in range(3 if far else 1)]
            return a, max(drawn, key=lambda b: apart(home[board[a] - 1], home[board[b] - 1]))
        if reached and neighbours is None:
            neighbours = a, reached[below(len(reached), rng)]
    return neighbours


def apart(a: Cell, b: Cell) -> int:
    """Steps from cell to cell along rows and columns."""
    return abs(a.row - b.row) + abs(a.col - b.col)


def refuse_odd_pocket(shape: Board, rule: LinkRule, gravity: Gravity) -> None:
    """Raise `InputError` where no way to lay tiles on this shape can be cleared."""
    pocket = odd_pocket(shape, rule, gravity)
    if pocket:
        tiles = f"{len(pocket)} tile{'s'[: len(pocket) != 1]}"
        raise InputError(
            f"no deal of these cells can be cleared: walls close in {tiles} from "
            f"{tuple(pocket[0])} on, and an odd one always stays"
        )


def odd_pocket(shape: Board, rule: LinkRule, gravity: Gravity) -> list[Cell]:
    """The tiles of the smallest part that no path leaves and that holds an odd number; else none.

    One of them always stays, so no deal on this shape can be cleared.

    >>> odd_pocket(Board.from_text("a # b b a"), LinkRule(margin=0), Gravity.NONE)
    [Cell(row=0, col=0)]
    """
    # A cell that cannot be told stays where it is, unless it falls.
    shut = {WALL} if gravity is not Gravity.NONE else {WALL, UNKNOWN}
    ring = min(rule.margin, 1)
    left = {
        Cell(row, col)
        for row in range(-ring, shape.rows + ring)
        for col in range(-ring, shape.cols + ring)
    }
    left -= {cell for cell in shape.cells() if shape[cell] in shut}
    odd: list[list[Cell]] = []
    for start in sorted(left):
        if start not in left:
            continue
        left.discard(start)
        waiting, tiles = [start], []
        while waiting:
            cell = waiting.pop()
            if cell in shape and shape[cell] > EMPTY:
                tiles.append(cell)
            beside = left & {Cell(cell.row + down, cell.col + right) for down, right in STEPS}
            left -= beside
            waiting += beside
        if len(tiles) % 2:
            odd.append(sorted(tiles))
    return min(odd, key=len, default=[])
