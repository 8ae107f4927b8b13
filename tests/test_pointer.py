"""The pointer and what is near to it."""

from __future__ import annotations

import pytest
from builders import board, played, shuffled_board

from bot.geometry import Cell
from bot.matcher import Link
from bot.pointer import Pointer
from bot.position import Outcome, Position
from bot.solver import solve

LINK = Link(Cell(0, 0), Cell(3, 3), ())


@pytest.mark.parametrize(
    ("cell", "pitch", "first"),
    [
        (None, (1, 1), Cell(0, 0)),
        (Cell(3, 2), (1, 1), Cell(3, 3)),
        (Cell(1, 1), (1, 1), Cell(0, 0)),
        (Cell(1, 2), (9, 1), Cell(3, 3)),
        (Cell(1, 2), (1, 9), Cell(0, 0)),
    ],
)
def test_the_nearer_tile_is_first(
    cell: Cell | None, pitch: tuple[float, float], first: Cell
) -> None:
    """Nearer on the screen, where a column may be wider than a row is high."""
    pointer = Pointer(cell=cell, pitch=pitch)
    assert pointer.near_first(LINK)[0] == first
    assert set(pointer.near_first(LINK)) == {LINK.a, LINK.b}


def test_an_order_still_clears_the_board() -> None:
    """The same number of links, all legal in their new order, and a shorter way."""
    start = Position(shuffled_board(6, 8, 12, 3))
    links = solve(start).links
    ordered = Pointer(seconds=0.05, cell=Cell(5, 7)).order(start, links)
    assert played(start, ordered).outcome() is Outcome.CLEARED
    assert len(ordered) == len(links)


def test_it_starts_with_what_is_near() -> None:
    """Of two rows of neighbours the one under the pointer goes first."""
    start = Position(board("a a / . . / . . / . . / . . / b b"))
    links = tuple(start.legal_links)
    assert Pointer(cell=Cell(5, 0)).order(start, links)[0].a == Cell(5, 0)
    assert Pointer(cell=Cell(0, 1)).order(start, links)[0].a == Cell(0, 0)
