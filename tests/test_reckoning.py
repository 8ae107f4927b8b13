"""Which links have gone, where tiles are fewer or more than they should be."""

from __future__ import annotations

from contextlib import suppress

import pytest
from test_runner import Table

from bot.board import EMPTY, Board
from bot.deal import deal
from bot.errors import StoppedError
from bot.frame import Frame
from bot.geometry import Cell
from bot.matcher import Link, LinkRule
from bot.reckoning import Reckoned, reckoned, tiles_brought
from bot.simulator import EventKind
from bot.tally import Ending

BEFORE = ((Cell(1, 3), 4), (Cell(1, 4), 4))
"""The tiles of the last link that was counted."""
BOARD = Board.from_text("a b a c c\nb d d . .")
LINK = Link(Cell(0, 3), Cell(0, 4), ())


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ("a b a . .\nb d d . .", Reckoned(first=False, last=True)),
        ("a b a c c\nb d d . .", Reckoned(first=False, last=False)),
        ("a b a . .\nb d d e e", Reckoned(first=False, last=True, brought=2)),
        ("a b a e e\nb d d . .", Reckoned(first=False, last=True, brought=2)),
        ("a b a c c\nb d d e e", Reckoned(first=False, last=False, brought=2)),
        ("a b a c c\nb d d d d", Reckoned(first=False, last=False, undone=True)),
        ("b b a c c\na d d . .", Reckoned(first=False, last=False)),
    ],
    ids=["gone", "lost", "gone, two come", "in its place", "lost, two come", "undone", "shuffled"],
)
def test_what_became_of_a_link(seen: str, told: Reckoned) -> None:
    """Tiles that the game brings hide nothing, and undo nothing."""
    assert reckoned(BOARD, Board.from_text(seen), None, LINK, BEFORE) == told


def test_a_pair_that_comes_while_tiles_fall_hides_no_link() -> None:
    """Two of its kind have gone, two of another came, and nothing lies where it lay."""
    board = Board.from_text("a b . .\nb c a .\nc d d .")
    seen = Board.from_text(". b . .\na b a e\nc c e .")
    link = Link(Cell(2, 1), Cell(2, 2), ())
    assert reckoned(board, seen, None, link, BEFORE) == Reckoned(False, True, brought=2)


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        ("d c c\nb d d\nc b b", Reckoned(False, True, brought=2)),
        ("a c c\nb d d\nc b b", Reckoned(False, True, brought=2)),
        ("a a c\nb d d\nc b b", Reckoned(False, True, brought=2)),
        ("d c c\nb d d\n? b b", Reckoned(False, True, brought=2)),
        ("d d c\nb b d\nc a b", Reckoned(False, False)),
        ("d c b\nb d d\nc b c", Reckoned(False, False)),
    ],
    ids=["two kinds", "one of its own", "both of its own", "one unseen", "one column", "shuffled"],
)
def test_columns_that_fill_up_from_above_hide_no_link(seen: str, told: Reckoned) -> None:
    """One tile comes into each, of whatever kind, and all above those that went are others."""
    board, link = Board.from_text("b d c\nc b d\na a b"), Link(Cell(2, 0), Cell(2, 1), ())
    assert reckoned(board, Board.from_text(seen), None, link, BEFORE) == told


def test_a_link_in_the_line_that_empties_is_told_by_its_cells_alone() -> None:
    """Nothing falls there: two tiles that were read for others as they were clicked are no news."""
    board = Board.from_text("a b a c\nd e d b\nc f e f")
    seen = Board.from_text("g b g c\nd ? d b\nc f e f")
    link = Link(Cell(0, 0), Cell(0, 2), ())
    assert reckoned(board, seen, None, link, BEFORE).brought == 0


def test_a_few_tiles_that_were_shuffled_have_not_filled_up_what_was_empty() -> None:
    """Two of them lie as if the board had fallen apart, and two new ones had come."""
    board, seen = (
        Board.from_text(f"{top}\n. . . .\n. . . .\n. . a .") for top in ("a b . b", "b a . b")
    )
    link = Link(Cell(0, 0), Cell(3, 2), ())
    assert reckoned(board, seen, None, link, BEFORE) == Reckoned(False, False)


def test_what_cannot_be_told_tells_of_no_tiles() -> None:
    """Nor does a board of another size."""
    assert tiles_brought(BOARD, Board.from_text("a b a c c\nb d d e ?")) == 0
    assert tiles_brought(BOARD, Board.from_text("a b a c c\nb d d . .\ne e . . .")) == 0


class Bringing:
    """The screen of a game that brings pairs, so many: one for each that went or was refused."""

    def __init__(self, table: Table, times: int, kind: EventKind) -> None:
        self.table, self.left, self.kind, self.known = table, times, kind, 0

    def grab(self) -> Frame:
        """What is seen, with the pair that has come by now."""
        frame, game = self.table.screen.grab(), self.table.game
        events = [event for event in game.events if event.kind is self.kind]
        free = [cell for cell in game.board.cells() if game.board[cell] == EMPTY]
        if len(events) > self.known and self.left and len(free) >= 2:
            self.known, self.left = len(events), self.left - 1
            kind = 1 + self.left % max(game.board.kinds)
            kinds = [kind if cell in free[-2:] else game.board[cell] for cell in game.board.cells()]
            board = Board(game.board.rows, game.board.cols, tuple(kinds))
            game._engine.restore(board, self.table.clock.now())
            game._picture = None
        return frame


def test_a_game_that_brings_tiles_is_cleared_and_counted() -> None:
    """Every pair that went is a link, and no more; none is clicked twice."""
    table = Table(deal(4, 8, 8, seed=4, solvable=True))
    bringing = Bringing(table, 8, EventKind.REMOVED)
    player = table.player(screen=bringing)
    assert player.play() is Ending.CLEARED
    assert not bringing.left
    assert (player.tally.links, player.tally.clicks) == (16 + 8, 2 * (16 + 8))


def test_a_pair_that_comes_for_a_wrong_link_is_its_refusal() -> None:
    """So it is found out that paths turn but once; a pair is wasted on each of a few links."""
    table = Table(deal(4, 8, 8, seed=4, solvable=True), rule=LinkRule(max_turns=1))
    bringing = Bringing(table, 12, EventKind.REFUSED)
    player = table.player(screen=bringing)
    with suppress(StoppedError):
        player.play()
    gone = sum(event.kind is EventKind.REMOVED for event in table.game.events)
    assert player.tally.links == gone
    assert player.tally.beliefs.max_turns == 1
