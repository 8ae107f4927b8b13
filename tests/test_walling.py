"""Walls are told from tiles as long as they stand where they stood."""

from __future__ import annotations

import pytest

from bot.board import Board
from bot.walling import Walls

FIRST = Board.from_text("w a b\na w w\nb c c")
KIND = 23


def walls_of(first: Board, board: Board) -> tuple[Walls, list[int]]:
    """Walls of the kind w, and how many there were whenever that changed."""
    walls, told = Walls(), list[int]()
    walls.changed = told.append
    walls.add(KIND, first, board)
    return walls, told


def test_walls_are_seen_as_such_until_one_is_elsewhere() -> None:
    """As one is where it was a tile, after all, and fell late: then all are tiles again."""
    walls, told = walls_of(FIRST, FIRST)
    assert walls.seen(FIRST) == Board.from_text("# a b\na # #\nb c c")
    later = Board.from_text("w a .\na w w\nb . .")
    assert walls.seen(later) == Board.from_text("# a .\na # #\nb . .")
    fallen = Board.from_text("w a .\na w .\nb . w")
    assert walls.seen(fallen) == fallen
    assert walls.seen(later) == later
    assert told == [3, 0]


def test_one_more_that_is_seen_elsewhere_was_misread() -> None:
    """While all stand in their places, as far as they are seen, none has moved."""
    walls, told = walls_of(FIRST, FIRST)
    misread = Board.from_text("? a w\na w w\nb c c")
    assert walls.seen(misread) == Board.from_text("# a w\na # #\nb c c")
    assert told == [3]


def test_what_hides_a_wall_hides_no_tile() -> None:
    """And what is seen in place of one, is seen."""
    walls, _ = walls_of(FIRST, FIRST)
    assert walls.seen(Board.from_text("? a b\n? w .\nb c c")) == Board.from_text(
        "# a b\n? # .\nb c c"
    )


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ("w a b\na w .\nb c c", []),
        (". a b\nw w w\nb c c", []),
        ("? a b\na w w\nb c c", [3]),
    ],
)
def test_only_what_stood_there_from_the_first_is_walls(now: str, told: list[int]) -> None:
    """Not a kind of which one is gone, or has moved; one that is hidden may be there."""
    assert walls_of(FIRST, Board.from_text(now))[1] == told


def test_the_kinds_that_walls_show_can_be_told_again() -> None:
    """To find a board elsewhere, say; also once they are walls no longer."""
    walls, told = walls_of(FIRST, FIRST)
    shown = Board.from_text("# a b\na # #\nb . .")
    assert walls.shown(shown) == Board.from_text("w a b\na w w\nb . .")
    walls.drop([1])
    assert walls.seen(FIRST) != FIRST
    walls.drop()
    assert walls.seen(FIRST) == FIRST == walls.shown(FIRST)
    assert told == [3, 0]
