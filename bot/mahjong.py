"""The faces of a set of mahjong tiles: three suits, winds, dragons, flowers and seasons."""

from __future__ import annotations

from bot.drawing import Colour, Picture, band, box, moved
from bot.figures import SHAPES, made_up_sign
from bot.palette import BLUE, CRIMSON, FOREST, NAVY, RED
from bot.suits import SUITS


def _character(rank: int) -> Picture:
    """A number above the sign for ten thousand."""
    figure = moved(SUITS[f"figure {rank} bright"], 0.44, 28, 0)
    return (*figure, *moved(made_up_sign(7, CRIMSON), 0.48, 26, 50))


_FLOWERS: tuple[tuple[str, Colour], ...] = (
    ("red flower", FOREST),
    ("blue flower", RED),
    ("red half", NAVY),
    ("green star", RED),
    ("green moon", BLUE),
    ("blue lozenge", FOREST),
    ("red heart", FOREST),
    ("green cross", RED),
)

MAHJONG: dict[str, Picture] = {
    # The blank tile comes early, so that most boards have it.
    "white dragon": (),
    **{f"dots {rank}": SUITS[f"dots {rank} bright"] for rank in range(1, 10)},
    **{f"characters {rank}": _character(rank) for rank in range(1, 10)},
    **{f"bars {rank}": SUITS[f"bars {rank} bright"] for rank in range(1, 10)},
    **{f"wind {number}": made_up_sign(10 + number) for number in range(1, 5)},
    "green dragon": made_up_sign(24, FOREST),
    "red dragon": (
        box(CRIMSON, 12, 24, 88, 66),
        box(None, 24, 35, 76, 55),
        box(CRIMSON, 44, 4, 56, 96),
    ),
    **{
        f"flower {number}": (
            *moved(SHAPES[shape], 0.62, 6, 30),
            band(ink, 9, "76,94 88,70 92,40"),
            *moved(SUITS[f"figure {1 + number % 4} bright"], 0.26, 68, 2),
        )
        for number, (shape, ink) in enumerate(_FLOWERS)
    },
}
"""Forty-two faces; the white dragon has none."""
