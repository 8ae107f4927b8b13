"""Faces as plain as those of cards and mahjong tiles: suits of 1 to 9, in few colours.

They are harder to tell apart than pictures, for many have the same colours and nearly the same
shape; so they are what reading is tried on.
"""

from __future__ import annotations

from bot.drawing import Colour, Fill, Picture, band, box, disc, polygon
from bot.palette import BLUE, CRIMSON, FOREST, INK, ORANGE, PURPLE, RED, SLATE, TEAL

_LEFT, _MIDDLE, _RIGHT = 24, 50, 76
_ROWS_OF = {
    1: ((_MIDDLE,),),
    2: ((_MIDDLE,), (_MIDDLE,)),
    3: ((_LEFT,), (_MIDDLE,), (_RIGHT,)),
    4: ((_LEFT, _RIGHT), (_LEFT, _RIGHT)),
    5: ((_LEFT, _RIGHT), (_MIDDLE,), (_LEFT, _RIGHT)),
    6: ((_LEFT, _RIGHT), (_LEFT, _RIGHT), (_LEFT, _RIGHT)),
    7: ((_LEFT, _MIDDLE, _RIGHT), (_LEFT, _RIGHT), (_LEFT, _RIGHT)),
    8: ((_LEFT, _MIDDLE, _RIGHT), (_LEFT, _RIGHT), (_LEFT, _MIDDLE, _RIGHT)),
    9: ((_LEFT, _MIDDLE, _RIGHT),) * 3,
}
"""Where the marks of each rank stand: x of each mark, row by row."""

STROKES = {
    1: ("50,8 50,92", "34,24 50,8"),
    2: ("20,14 80,14 80,50 20,50 20,86 80,86",),
    3: ("20,14 80,14 80,86 20,86", "34,50 80,50"),
    4: ("26,10 20,56 84,56", "66,34 66,92"),
    5: ("80,14 22,14 22,48 80,48 80,86 20,86",),
    6: ("72,10 24,44 24,86 78,86 78,50 24,50",),
    7: ("18,14 82,14 42,90",),
    8: ("24,12 76,12 76,88 24,88 24,12", "24,50 76,50"),
    9: ("28,90 78,56 78,14 22,14 22,50 78,50",),
}
"""The lines of a figure."""


def _places(rank: int) -> list[tuple[float, float]]:
    rows = _ROWS_OF[rank]
    step = 100 / len(rows)
    return [(x, step * (index + 0.5)) for index, row in enumerate(rows) for x in row]


def _size(rank: int) -> float:
    """Half the size of a mark: the fewer marks, the larger."""
    return {1: 36.0, 2: 21.0}.get(rank, 12.5)


def _dots(rank: int, ink: Colour, second: Colour) -> Picture:
    size, marks = _size(rank), _places(rank)
    rims = tuple(disc(ink, x, y, size) for x, y in marks)
    return rims + tuple(disc(second, x, y, size * 0.45) for x, y in marks)


def _bars(rank: int, ink: Colour, second: Colour) -> Picture:
    size, half = _size(rank), 46 / len(_ROWS_OF[rank])
    sticks: list[Fill] = []
    for x, y in _places(rank):
        sticks.append(box(ink, x - size / 2, y - half, x + size / 2, y + half, size / 3))
        sticks.append(box(second, x - size / 2, y - size / 5, x + size / 2, y + size / 5))
    return tuple(sticks)


def _lozenges(rank: int, ink: Colour, second: Colour) -> Picture:
    size = _size(rank)
    return tuple(
        polygon(
            colour,
            f"{x},{y - size * part} {x + size * part},{y} {x},{y + size * part} "
            f"{x - size * part},{y}",
        )
        for colour, part in ((ink, 1.1), (second, 0.5))
        for x, y in _places(rank)
    )


def _figures(rank: int, ink: Colour, second: Colour) -> Picture:
    lines = tuple(band(ink, 13, stroke) for stroke in STROKES[rank])
    return (*lines, *(band(second, 4, stroke) for stroke in STROKES[rank]))


_RANKS = range(1, 10)
SUITS: dict[str, Picture] = {
    f"{name} {rank} {tint}": suit(rank, *inks)
    for tint, colours in (
        ("bright", ((BLUE, RED), (FOREST, ORANGE), (CRIMSON, INK), (INK, SLATE))),
        ("dark", ((INK, TEAL), (PURPLE, INK), (SLATE, BLUE), (RED, CRIMSON))),
    )
    for (name, suit), inks in zip(
        (("dots", _dots), ("bars", _bars), ("lozenges", _lozenges), ("figure", _figures)),
        colours,
        strict=True,
    )
    for rank in _RANKS
}
"""Four suits of nine, in bright colours and then in dark ones."""
