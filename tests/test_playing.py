"""Playing in place, held against positions."""

from __future__ import annotations

import pytest
from builders import position
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from bot.errors import IllegalLinkError
from bot.geometry import Cell
from bot.playing import Playing, as_links
from bot.position import Position, remove


@settings(max_examples=150, deadline=None)
@given(positions, st.randoms(use_true_random=False))
def test_a_line_is_played_as_positions_are(start: Position, rng: object) -> None:
    """Link by link the same tiles lie in the same cells, and the links are the legal ones."""
    game, now, line = Playing(start), start, []
    while links := list(now.legal_links):
        link = rng.choice(links)  # type: ignore[attr-defined]
        line.append((link.b, link.a))
        assert game.path(link.a, link.b) is not None
        game.take(link.a, link.b)
        now = Position(remove(now.board, link.a, link.b, now.gravity), now.rule, now.gravity)
        assert tuple(game.tiles) == now.board.kinds
    found = as_links(start, line)
    assert [(link.b, link.a) for link in found] == line
    for link in found:
        known = start.link(link.a, link.b)
        assert known is not None
        assert (known.turns, known.cells) == (link.turns, link.cells)
        start = start.after(link)


@pytest.mark.parametrize("ends", [(0, 0, 0, 1), (0, 0, 0, 0), (0, 0, 7, 7), (0, 2, 0, 3)])
def test_what_does_not_link_is_refused(ends: tuple[int, int, int, int]) -> None:
    """Unlike tiles, one tile twice, a cell off the board, and empty cells."""
    with pytest.raises(IllegalLinkError, match="do not link"):
        as_links(position("a b . . a"), [(Cell(*ends[:2]), Cell(*ends[2:]))])
