"""A set of mahjong tiles is complete."""

from __future__ import annotations

from bot.mahjong import MAHJONG


def test_a_set_has_42_faces() -> None:
    """Three suits of nine, four winds, three dragons and eight flowers."""
    starts = [name.split()[0] for name in MAHJONG]
    assert [starts.count(suit) for suit in ("dots", "bars", "characters")] == [9, 9, 9]
    assert (starts.count("wind"), starts.count("flower"), len(MAHJONG)) == (4, 8, 42)


def test_only_the_white_dragon_is_blank() -> None:
    """Every other face has something on it."""
    assert [name for name, picture in MAHJONG.items() if not picture] == ["white dragon"]
