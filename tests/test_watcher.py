"""The watcher alone: what it makes of what is seen after a link, and of what it was told before."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.beliefs import Beliefs
from bot.board import Board
from bot.course import Course, Presumed
from bot.geometry import Cell
from bot.hand import Hand
from bot.lookout import Lookout
from bot.matcher import Link
from bot.pace import Pace
from bot.patience import Patience
from bot.pointer import Pointer
from bot.position import Gravity
from bot.watcher import Watcher
from bot.witness import Nobody, Outcome


def link(a: tuple[int, int], b: tuple[int, int]) -> Link:
    """A link of neighbours."""
    return Link(Cell(*a), Cell(*b), (Cell(*a), Cell(*b)))


FIRST, LAST = link((0, 0), (0, 1)), link((1, 0), (1, 1))


class Shown:
    """A lookout that sees the same board all the time."""

    looked_at = 0.0

    def __init__(self, text: str) -> None:
        self.board, self.now = Board.from_text(text), 0.0

    def look(self) -> SimpleNamespace:
        """See `Lookout.look`."""
        self.looked_at = self.now
        return SimpleNamespace(board=self.board, selected=())

    def glance(self) -> SimpleNamespace:
        """See `Lookout.glance`."""
        return self.look()

    def current(self) -> tuple[None, SimpleNamespace]:
        """See `Lookout.current`."""
        return None, self.look()

    def wait(self, seconds: float = 0.1) -> None:
        """See `Lookout.wait`."""
        self.now += seconds


def hurried(seen: str) -> tuple[Watcher, Course]:
    """A watcher after the first of two links, which nobody saw give way, and what it sees then."""
    out = Shown(seen)
    course = Course(Beliefs(gravities=(Gravity.NONE,)), Pace(Patience()), Nobody(), lambda _: None)
    course.count(tiles=4)
    course.presumed = Presumed(FIRST, ((FIRST.a, 1), (FIRST.b, 1)), None, LAST)
    watcher = Watcher(
        course,
        cast("Lookout", out),
        cast("Hand", SimpleNamespace(bring_to_front=lambda: None)),
        Pointer(),
        tap=lambda *_: True,
        clock=lambda: out.now,
        patience=Patience(),
    )
    return watcher, course


@pytest.mark.parametrize("seen", ["? ? ?\n. . .", "? ? .\n. . .", ". . .\n. . ."])
def test_a_won_board_is_won_whatever_the_game_shows_over_it(seen: str) -> None:
    """The link before the last has gone, too: nothing else can lie there."""
    watcher, course = hurried(seen)
    board = Board.from_text(". . .\nb b .")
    after, outcome = watcher.link(board, LAST, 0.0, tries=())
    assert (after.tiles, outcome) == (0, Outcome.REMOVED)
    assert course.presumed is None
    assert course.tally.links == 2


def test_a_link_that_nobody_saw_go_must_be_seen_to_be_gone() -> None:
    """What hides its tiles tells nothing; what is seen there afterwards does."""
    watcher, course = hurried("? ? .\n. . c")
    board = Board.from_text(". . .\n. . c")
    assert watcher.still(board).kinds.count(-1) == 2
    assert course.presumed is None
    assert course.tally.links == 0
    watcher, course = hurried(". . .\n. . c")
    assert watcher.still(board) == board
    assert course.tally.links == 1
