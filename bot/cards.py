"""The faces of playing cards: a rank in one corner, a suit in the other."""

from __future__ import annotations

from bot.drawing import Fill, Picture, band, both, disc, moved, polygon
from bot.palette import INK, RED
from bot.suits import STROKES

_PIPS: dict[str, tuple[Fill, ...]] = {
    "hearts": (both(disc(RED, 29, 33, 23)), polygon(RED, "9,43 29,32 71,32 91,43 50,93")),
    "spades": (
        polygon(INK, "50,56 66,96 34,96"),
        both(disc(INK, 30, 58, 21)),
        polygon(INK, "50,4 87,45 87,58 50,76 13,58 13,45"),
    ),
    "diamonds": (polygon(RED, "50,4 84,50 50,96 16,50"),),
    "clubs": (
        polygon(INK, "50,50 66,96 34,96"),
        both(disc(INK, 26, 58, 22)),
        disc(INK, 50, 28, 22),
    ),
}
_RANKS: dict[str, tuple[str, ...]] = {
    "ace": ("14,92 50,8 86,92", "28,62 72,62"),
    **{str(rank): STROKES[rank] for rank in range(2, 10)},
    "jack": ("70,8 70,74 54,90 30,84 24,66",),
    "queen": ("30,12 70,12 86,50 70,88 30,88 14,50 30,12", "60,66 88,96"),
    "king": ("22,8 22,92", "82,8 22,54", "40,44 84,92"),
}


def _card(rank: str, suit: str) -> Picture:
    """The rank in one corner, the suit in the other."""
    ink = _PIPS[suit][0].colour
    lines = tuple(band(ink, 15, line) for line in _RANKS[rank])
    return (*moved(lines, 0.46, 4, 2), *moved(_PIPS[suit], 0.58, 40, 40))


CARDS: dict[str, Picture] = {
    f"{rank} of {suit}": _card(rank, suit) for rank in _RANKS for suit in _PIPS
}
"""Forty-eight playing cards."""
