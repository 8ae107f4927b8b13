"""Whether a board stands: told by its pictures."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np

from bot.board import Board
from bot.geometry import Lattice, Pixel
from bot.reading import Reading
from bot.standstill import Standstill

LATTICE = Lattice(Pixel(20.0, 20.0), (20.0, 20.0), 2, 2)
BOARD, OTHER = Board.from_text("a b\nb a"), Board.from_text("a b\n. a")


def seen(level: int = 0, board: Board = BOARD, outside: int = 0) -> Reading:
    """A reading of a picture of some grey, with a frame of another around the board."""
    pixels = np.full((60, 60, 3), outside, np.uint8)
    pixels[10:50, 10:50] = level
    return cast("Reading", SimpleNamespace(board=board, lattice=LATTICE, pixels=pixels))


def test_it_stands_once_nothing_on_it_has_changed_for_a_moment() -> None:
    """What changes beside it does not matter."""
    board = Standstill(0.4)
    assert not board.is_sure(seen(), 1.0)
    assert not board.is_sure(seen(outside=9), 1.03)
    assert board.is_sure(seen(outside=7), 1.06)
    assert board.began == 1.0


def test_tiles_that_move_by_a_hair_do_not_stand() -> None:
    """Though all that is read of them is the same."""
    board = Standstill(0.4)
    assert not any(board.is_sure(seen(level), 1 + level / 50) for level in range(5))
    assert not board.is_sure(seen(4), 1.11)
    assert board.is_sure(seen(4), 1.14)
    assert board.began == 1.0


def test_what_plays_on_a_board_all_the_time_is_not_waited_for() -> None:
    """What is read must be the same for longer then, and from the start if it changes."""
    board = Standstill(0.4)
    assert not any(board.is_sure(seen(step), 1 + step / 50) for step in range(19))
    assert board.is_sure(seen(99), 1.41)
    assert not board.is_sure(seen(98, OTHER), 1.43)
    assert board.began == 1.43


def test_cells_that_cannot_be_told_now_and_then_are_no_change() -> None:
    """And a board that is read anew all the time is taken as it is in the end."""
    board, glitter = Standstill(0.4), Board.from_text("a b\n? a")
    looks = [(seen(step, glitter if step % 2 else BOARD), 1 + step / 19) for step in range(9)]
    assert [board.is_sure(*look) for look in looks] == [False] * 8 + [True]
    restless = Standstill(0.4)
    looks = [(seen(step, OTHER if step % 2 else BOARD), 1 + step / 9.9) for step in range(13)]
    assert [restless.is_sure(*look) for look in looks] == [False] * 12 + [True]


def test_in_a_game_that_has_deceived_us_it_must_stand_for_longer() -> None:
    """Twice as long each time, up to a limit."""
    for doubts, still in ((0, 0.05), (1, 0.1), (3, 0.4), (99, 0.8)):
        board = Standstill(0.4, doubts)
        assert not board.is_sure(seen(), 1.0)
        assert not board.is_sure(seen(), 1.0 + still - 0.01)
        assert board.is_sure(seen(), 1.0 + still + 0.01)
