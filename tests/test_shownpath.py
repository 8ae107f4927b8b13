"""The path of a link that a game shows is found, and what it hides is not guessed."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from bot.board import EMPTY, UNKNOWN
from bot.boardview import draw, lattice_of
from bot.deal import deal
from bot.frame import Frame
from bot.geometry import Pixel
from bot.matcher import Link
from bot.position import Position
from bot.reader import read
from bot.shownpath import ShownPath, shown_path, without_path
from bot.style import Style

STYLES = [Style.default(), Style.random(4), Style.random(7), Style.random(12)]


def links(seed: int, turns: int) -> tuple[Position, Link]:
    """A board with gaps, but tiles in all outer lines, and a link on it with so many turns."""
    dealt, lot = Position(deal(8, 10, kinds=20, seed=seed, solvable=True)), Random(seed)
    while True:
        position = dealt
        for _ in range(14):
            position = position.after(lot.choice(list(position.legal_links)))
            grid = np.asarray(position.board.to_rows())
            outer = all(line.any() for line in (grid[0], grid[-1], grid[:, 0], grid[:, -1]))
            wanted = [link for link in position.legal_links if len(link.path) == turns + 2]
            if outer and wanted and position.board.tiles <= 60:
                return position, wanted[0]


@pytest.mark.parametrize("turns", [0, 1, 2])
@pytest.mark.parametrize("style", STYLES, ids=range(len(STYLES)))
def test_a_shown_path_is_found(style: Style, turns: int) -> None:
    """Its two tiles are told, and so are the empty cells it runs through; without it, none is."""
    position, link = links(3, turns)
    board, lattice = position.board, lattice_of(position.board, style)
    ends = [cell.row * board.cols + cell.col for cell in (link.a, link.b)]
    path = shown_path(Frame(draw(board, style, path=link.path)), lattice)
    assert path is not None
    assert sorted(path.ends.tolist()) == sorted(ends)
    assert all(board.kinds[cell] == EMPTY for cell in path.between.tolist())
    before = shown_path(Frame(draw(board, style)), lattice)
    assert before is None or all(board.kinds[cell] == EMPTY for cell in before.ends.tolist())


def test_cells_a_little_to_one_side_do_not_hide_it() -> None:
    """Where the middles lie is known to a tenth of a pitch."""
    position, link = links(5, 2)
    style = Style.default()
    lattice = lattice_of(position.board, style)
    (x, y), (width, height) = lattice.origin, lattice.pitch
    aside = replace(lattice, origin=Pixel(x + 0.04 * width, y - 0.04 * height))
    assert shown_path(Frame(draw(position.board, style, path=link.path)), aside) is not None


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_path_costs_at_most_the_tiles_it_is_drawn_over(seed: int) -> None:
    """Every other cell is read as it is, and the two are unknown or of their kind."""
    position, link = links(seed, 2)
    board = position.board
    seen = read(Frame(draw(board, Style.default(), path=link.path))).board
    assert (seen.rows, seen.cols) == (board.rows, board.cols)
    told = [(seen[c], board[c]) for c in board.cells() if seen[c] != UNKNOWN]
    assert len(told) >= len(board.kinds) - 2
    assert len(set(told)) == len({kind for kind, _ in told}) == len({true for _, true in told})


def test_what_a_path_hides_is_not_guessed() -> None:
    """Two tiles that make a kind of their own may be of another; others are what they look like."""
    kinds = np.asarray([1, 1, 2, 2, 2, EMPTY], np.int64)

    def hidden(*ends: int) -> list[int]:
        path = ShownPath(np.asarray(ends), np.asarray([], np.intp))
        return without_path(kinds, path).tolist()

    assert hidden(0, 1) == [UNKNOWN, UNKNOWN, 2, 2, 2, EMPTY]
    assert hidden(2, 3) == kinds.tolist()
    assert hidden(0, 2) == kinds.tolist()
    assert hidden(0, 5) == kinds.tolist()


def test_cells_a_path_runs_through_are_empty() -> None:
    """Whatever they looked like with the stroke over them."""
    path = ShownPath(np.asarray([0, 1]), np.asarray([4]))
    kinds = np.asarray([1, 1, 2, 2, UNKNOWN], np.int64)
    assert without_path(kinds, path).tolist() == [UNKNOWN, UNKNOWN, 2, 2, EMPTY]


def test_what_runs_through_equal_tiles_is_drawn_on_them() -> None:
    """The joints of three brick walls side by side, say: no path leads through a tile."""
    path = ShownPath(np.asarray([0, 2]), np.asarray([1]))
    assert without_path(np.asarray([3, 3, 3, 5]), path).tolist() == [3, 3, 3, 5]
    # A stroke over empty cells may look like a kind of its own.
    assert without_path(np.asarray([3, 4, 3, 3, 3]), path).tolist() == [3, EMPTY, 3, 3, 3]
