"""What is expected of a board agrees with what is seen of it, or does not."""

from __future__ import annotations

import pytest

from bot.beliefs import Beliefs
from bot.board import Board
from bot.expectation import agrees
from bot.geometry import Cell
from bot.matcher import Link
from bot.policy import Removed, Unclear, judge
from bot.position import Gravity

KNOWN = Board.from_text("a a b b\nb b c c\nd d d d")


@pytest.mark.parametrize(
    ("seen", "same"),
    [
        ("b b b b\nb b c c\nd d d d", True),
        ("a a b b\nb b c c\ne d d e", True),
        ("a a ? b\nb b c c\nd d ? d", True),
        ("a a b b\nb b c c\nd e d d", False),
        ("b c b b\nb b c c\nd d d d", False),
        ("b b b b\nb b b b\nd d d d", False),
        ("a a c b\nb c c c\nd d d d", False),
        (". . b b\nb b c c\nd d d d", False),
    ],
    ids=["plain", "lit", "unread", "one", "two kinds", "two pairs", "no pair", "gone"],
)
def test_a_pair_may_be_seen_in_another_light(seen: str, *, same: bool) -> None:
    """It was a kind by itself, or is one now; what is more has changed otherwise."""
    board = Board.from_text(seen)
    assert agrees(KNOWN, board) == same
    assert agrees(board, KNOWN) == same


def test_a_link_has_gone_though_a_hint_lights_another_pair_by_then() -> None:
    """Or lights it no longer; but what the link's own tiles show is not that light."""
    beliefs = Beliefs(gravities=(Gravity.NONE,))
    link = Link(Cell(1, 2), Cell(1, 3), (Cell(1, 2), Cell(1, 3)))
    gone = Board.from_text("b b b b\nb b . .\nd d d d")
    assert isinstance(judge(KNOWN, link, gone, beliefs), Removed)
    flashing = Board.from_text("a a b b\nb b a a\nd d d d")
    assert isinstance(judge(KNOWN, link, flashing, beliefs), Unclear)
