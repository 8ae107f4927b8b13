"""The glimpse: tiles that are plainly gone, and tiles that are as they were."""

from __future__ import annotations

import numpy as np
import pytest
from builders import board
from numpy.typing import NDArray

from bot.deal import deal
from bot.game import Game
from bot.geometry import Cell, Pixel
from bot.glimpse import has_given_way, is_intact
from bot.position import Gravity, Position
from bot.style import Style


class Shown:
    """Pictures of a game before a link is clicked, while it is shown, and after."""

    def __init__(self, look: int) -> None:
        game = Game(deal(6, 8, 12, seed=look, solvable=True), style=Style.random(look), removal=1)
        self.game, self.lattice = game, game.lattice
        link = next(iter(Position(game.board).legal_links))
        self.cells = link.a, link.b
        self.before = game.picture(0.0)
        for cell in self.cells:
            game.click(Pixel(*self.lattice.center(cell)), 0.0)
        self.shown = game.picture(0.5)
        self.after = game.picture(2.0)

    def gone(self, now: NDArray[np.uint8]) -> bool:
        """Whether the link is seen to have given way."""
        return has_given_way(now, (self.before, self.shown), self.lattice, self.cells)


def still(cells: list[Cell]) -> list[tuple[Cell, Cell]]:
    """Tiles that stay where they are."""
    return [(cell, cell) for cell in cells]


@pytest.mark.parametrize("look", range(12))
def test_a_tile_is_not_gone_before_it_is(look: int) -> None:
    """Neither the tile nor its mark is taken for nothing, whatever a game looks like."""
    shown = Shown(look)
    assert not shown.gone(shown.before)
    assert not shown.gone(shown.shown)


def test_most_removals_are_seen_at_a_glimpse() -> None:
    """Of many games, by far the most are."""
    seen = [(shown := Shown(look)).gone(shown.after) for look in range(24)]
    assert sum(seen) >= 20


def test_a_removal_leaves_other_tiles_intact() -> None:
    """Bar the neighbours, whose shadows may change; what lies over a tile is noticed."""
    shown = Shown(0)
    others = [
        cell
        for cell in shown.game.board.cells()
        if all(abs(cell.row - c.row) + abs(cell.col - c.col) > 2 for c in shown.cells)
    ]
    assert is_intact(shown.after, shown.before, shown.lattice, still(others))
    covered = shown.after.copy()
    x, y = map(round, shown.lattice.center(others[0]))
    covered[y, x] ^= 255
    assert not is_intact(covered, shown.before, shown.lattice, still(others[:1]))
    assert not is_intact(shown.after, shown.before, shown.lattice, still([*shown.cells]))


def test_cells_at_the_edge_of_a_picture_are_cut_there() -> None:
    """A cell that reaches outside is compared as far as it is seen."""
    shown = Shown(0)
    small = shown.before[5:, 5:]
    assert is_intact(small, small, shown.lattice, still([Cell(0, 0)]))


def test_a_tile_that_fell_is_known_where_it_lies_now() -> None:
    """As long as it is on its way, or another one lies there, it is not."""
    game = Game(board("c a / b a / b c"), gravity=Gravity.DOWN, removal=0.1)
    lattice, before = game.lattice, game.picture(0.0)
    for cell in (Cell(1, 0), Cell(2, 0)):
        game.click(Pixel(*lattice.center(cell)), 0.0)
    after = game.picture(1.0)
    fallen = [(Cell(2, 0), Cell(0, 0))]
    assert is_intact(after, before, lattice, fallen)
    assert not is_intact(before, before, lattice, fallen)
    assert not is_intact(np.roll(after, -1, axis=0), before, lattice, fallen)
