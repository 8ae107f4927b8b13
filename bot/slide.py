"""Another game: tiles that slide. One turn at most, but a tile may push others out of its way.

The rule is that of KShisen's option "Tiles can slide", as its `src/board.cpp` has it in
`findSimplePath`, `canSlideTiles` and `performSlide`. The tile that is clicked first goes along its
row or column to the line of the other one. If tiles stand right in front of it, it pushes all of
them, up to the first empty cell, as many cells as it goes itself; behind them there must be room
for that on the board. From there a straight free way leads to the other tile, and both are gone;
what was pushed stays where it is, or falls. Who starts into an empty cell pushes nothing: that is
a usual link. Paths never leave the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from bot.board import EMPTY, WALL, Board
from bot.errors import IllegalLinkError
from bot.geometry import Cell
from bot.matcher import STEPS
from bot.position import Gravity, settled

CHOICE = 6
"""Moves that a game at random chooses from: one alone clears fewer boards in the same time."""


@dataclass(frozen=True, slots=True)
class SlideLink:
    """A legal move where tiles slide.

    Where two tiles can be linked in more than one way, and one of them pushes, KShisen waits for a
    third click, on a cell of the path that is meant.

    Parameters
    ----------
    first, second
        cells of the two tiles in the order of their clicks; without a push any order will do
    path
        the corner cells from the first to the second, ends included
    pushed
        how many tiles in front of the first are pushed to the corner and beyond
    """

    first: Cell
    second: Cell
    path: tuple[Cell, ...]
    pushed: int = 0


def slide_links(board: Board) -> Iterator[SlideLink]:
    r"""Every move of the board: usual links once, pushes by whichever tile can push.

    >>> [link.pushed for link in slide_links(Board.from_text("a b .\nc d a"))]
    []
    >>> [link.pushed for link in slide_links(Board.from_text("a b . .\nc a d ."))]
    [1]
    """
    looks: dict[Cell, list[tuple[int, int, int]]] = {}
    for cells in board.by_kind().values():
        for cell in cells if len(cells) > 1 else ():
            looks[cell] = [_look(board, cell, step) for step in STEPS]
        for a in cells:
            for b in cells:
                if a != b:
                    yield from _between(a, b, looks)


def after_slide(board: Board, link: SlideLink, gravity: Gravity) -> Board:
    """The board after a move, and after everything has fallen.

    Raises
    ------
    IllegalLinkError
        if the move is not legal here
    """
    if link not in slide_links(board):
        raise IllegalLinkError(f"{tuple(link.first)} and {tuple(link.second)} do not link here")
    return _after(board, link, gravity)


class Sliding:
    """A search for an order of moves that clears a board where tiles slide.

    Parameters
    ----------
    board, gravity
        what to clear
    rng
        source of every random choice
    check
        called between steps; raises to end the search

    Attributes
    ----------
    best
        the longest line found
    nodes
        positions looked at
    """

    def __init__(
        self, board: Board, gravity: Gravity, rng: Random, check: Callable[[], None]
    ) -> None:
        self._board, self._gravity, self._rng, self._check = board, gravity, rng, check
        self._known = sum(kind > EMPTY for kind in board.kinds)
        self.best: list[SlideLink] = []
        self.nodes = 0

    def play_out(self) -> bool:
        """One game to its end, of a few random moves always the one that leaves most moves.

        True if it takes every known tile.
        """
        board, line = self._board, list[SlideLink]()
        links = self._links(board)
        while links:
            tried = []
            for link in links[:CHOICE]:
                following = _after(board, link, self._gravity)
                tried.append((link, following, self._links(following)))
            link, board, links = max(tried, key=lambda one: len(one[2]))
            line.append(link)
            self._keep(line)  # the check may end the game
        return 2 * len(line) == self._known

    def search(self) -> bool:
        """Try every order, depth first, but no position twice; True if one takes every tile.

        False is a proof: no order does.
        """
        seen = {self._board}
        line: list[SlideLink] = []
        waiting = [(self._board, iter(self._links(self._board)))]
        while waiting:
            board, links = waiting[-1]
            link = next(links, None)
            if link is None:
                waiting.pop()
                if line:
                    line.pop()
                continue
            following = _after(board, link, self._gravity)
            if following in seen:
                continue
            seen.add(following)
            line.append(link)
            if self._keep(line):
                return True
            waiting.append((following, iter(self._links(following))))
        return self._known == 0

    def _links(self, board: Board) -> list[SlideLink]:
        """The moves of a board in random order."""
        self._check()
        self.nodes += 1
        links = list(slide_links(board))
        self._rng.shuffle(links)
        return links

    def _keep(self, line: list[SlideLink]) -> bool:
        if len(line) > len(self.best):
            self.best = line[:]
        return 2 * len(line) == self._known


def _look(board: Board, cell: Cell, step: tuple[int, int]) -> tuple[int, int, int]:
    """From a cell one way: free cells before anything, cells the tile can go, tiles it pushes."""
    free, after = _run(board, cell, step, EMPTY)
    if free:
        return free, free, 0
    pushed = 0
    while after in board and board[after] not in {EMPTY, WALL}:
        pushed += 1
        after = Cell(after.row + step[0], after.col + step[1])
    before = Cell(after.row - step[0], after.col - step[1])
    return 0, _run(board, before, step, EMPTY)[0] if pushed else 0, pushed


def _run(board: Board, cell: Cell, step: tuple[int, int], kind: int) -> tuple[int, Cell]:
    """How many cells of a kind follow a cell, and the first cell behind them."""
    length, cell = 0, Cell(cell.row + step[0], cell.col + step[1])
    while cell in board and board[cell] == kind:
        length, cell = length + 1, Cell(cell.row + step[0], cell.col + step[1])
    return length, cell


def _between(
    a: Cell, b: Cell, looks: dict[Cell, list[tuple[int, int, int]]]
) -> Iterator[SlideLink]:
    """The moves of two tiles in which the first goes, and usual ones only from the upper one."""
    up, right, down, left = range(4)
    rows, cols = abs(a.row - b.row), abs(a.col - b.col)
    upright, level = (down if a.row < b.row else up), (right if a.col < b.col else left)
    if not rows or not cols:
        way, steps = (upright, rows) if rows else (level, cols)
        if a < b and looks[a][way][0] >= steps - 1:
            yield SlideLink(a, b, (a, b))
        return
    corners = (
        (level, cols, (upright + 2) % 4, rows, Cell(a.row, b.col)),
        (upright, rows, (level + 2) % 4, cols, Cell(b.row, a.col)),
    )
    for way, steps, back, rest, corner in corners:
        _, reach, pushed = looks[a][way]
        if reach >= steps and looks[b][back][0] >= rest - 1 and (pushed or a < b):
            yield SlideLink(a, b, (a, corner, b), pushed)


def _after(board: Board, link: SlideLink, gravity: Gravity) -> Board:
    """The board after a move that is legal."""
    kinds, first, corner = list(board.kinds), link.first, link.path[1]
    down, right = corner.row - first.row, corner.col - first.col
    by = abs(down) + abs(right)
    step = (down // by) * board.cols + right // by
    start = first.row * board.cols + first.col
    for place in range(link.pushed, 0, -1):
        kinds[start + (place + by) * step] = kinds[start + place * step]
        kinds[start + place * step] = EMPTY
    for cell in (first, link.second):
        kinds[cell.row * board.cols + cell.col] = EMPTY
    return settled(Board(board.rows, board.cols, tuple(kinds)), gravity)
