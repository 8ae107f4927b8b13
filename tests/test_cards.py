"""Playing cards have the colours of their suits."""

from __future__ import annotations

import pytest

from bot.cards import CARDS
from bot.palette import INK, RED


@pytest.mark.parametrize(
    ("suit", "ink"), [("hearts", RED), ("diamonds", RED), ("spades", INK), ("clubs", INK)]
)
def test_a_suit_has_one_colour(suit: str, ink: tuple[int, int, int]) -> None:
    """Rank and pip of every card of a suit are red, or all are black."""
    cards = [picture for name, picture in CARDS.items() if name.endswith(suit)]
    assert len(cards) == 12
    assert {fill.colour for picture in cards for fill in picture} == {ink}
