"""Two tiles that cannot be seen are clicked only where all around them is as it should be."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from bot.beliefs import Beliefs
from bot.board import Board
from bot.foreground import NO_WINDOWS
from bot.geometry import Cell
from bot.hidden import Hidden
from bot.matcher import Link

UPPER, LOWER = Cell(2, 3), Cell(3, 3)
LINK = Link(UPPER, LOWER, (UPPER, LOWER))
BOARD = Board.from_text(". . . .\n. . . .\n. . . a\n. . . a")


@pytest.mark.parametrize(
    ("seen", "dared"),
    [
        pytest.param(BOARD, True, id="all around is as known"),
        pytest.param(Board.from_text("b . . .\n. . b .\n. . . a\n. . . a"), False, id="it is not"),
        pytest.param(Board.from_text("a a\n. ."), False, id="a board of another size"),
    ],
)
def test_hidden_tiles_are_clicked_where_all_else_is_seen(seen: Board, *, dared: bool) -> None:
    """And only where nothing else is left, after a while."""
    out = Mock(seen=seen, looked_at=0.0)
    out.shows.side_effect = lambda _, cells: not {UPPER, LOWER} & set(cells)
    hidden = Hidden(out, Mock(), Mock(), NO_WINDOWS.covering, Mock())
    hidden.tell(BOARD, LINK, Beliefs(), clicks=4)
    assert not hidden.is_dared(BOARD, LINK, Beliefs(), 4)
    out.looked_at = 60.0
    assert hidden.is_dared(BOARD, LINK, Beliefs(), 4) is dared


def test_tiles_that_were_seen_in_between_are_not_hidden_again() -> None:
    """A message that comes later is another one: it is waited for as long as the first."""
    out = Mock(seen=BOARD, looked_at=0.0)
    out.shows.return_value, out.sees.return_value = False, True
    hidden = Hidden(out, Mock(), Mock(), NO_WINDOWS.covering, Mock())
    hidden.tell(BOARD, LINK, Beliefs(), clicks=4)
    hidden.tell(BOARD, LINK, Beliefs(), clicks=4)
    assert hidden.times == 2
    assert hidden.sees(BOARD, [UPPER, LOWER], Mock(), None)
    assert hidden.times == 0
    hidden.tell(BOARD, LINK, Beliefs(), clicks=4)
    assert hidden.times == 1
