"""Faces that are near to each other: one drawing in many colours, or with one small change.

They stand for the games in which a person must look twice.
"""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random

from bot.drawing import (
    Colour,
    Fill,
    Picture,
    band,
    both,
    bow,
    box,
    disc,
    mixed,
    oval,
    pie,
    polygon,
    star,
)
from bot.palette import (
    AMBER,
    BLUE,
    BROWN,
    GREEN,
    INK,
    LEMON,
    LIME,
    MINT,
    NAVY,
    ORANGE,
    PINK,
    PLUM,
    PURPLE,
    RED,
    ROSE,
    SKY,
    SLATE,
    TEAL,
    WHITE,
    YELLOW,
)

_BLACK: Colour = (0, 0, 0)

_TINTS: dict[str, Colour] = {
    "red": (214, 44, 52),
    "blue": (40, 96, 214),
    "yellow": (248, 206, 46),
    "green": (46, 150, 62),
    "orange": (243, 128, 26),
    "purple": (132, 62, 180),
    "cyan": (62, 196, 214),
    "pink": (246, 140, 182),
    "brown": (124, 76, 44),
    "lime": (160, 212, 60),
    "white": (244, 244, 240),
    "navy": (24, 38, 96),
    "grey": (134, 140, 148),
    "wine": (118, 18, 56),
    "peach": (250, 196, 150),
    "black": (30, 30, 34),
}
"""Colours that a person names without comparing."""

COLOURS: dict[str, Picture] = {
    name: (box(tint, 0, 0, 100, 100, 8),) for name, tint in _TINTS.items()
}
"""Plain squares."""

_STONE_TINTS = ("red", "blue", "yellow", "green", "purple", "white", "cyan", "orange", "navy")
_STONE_MARKS: dict[str, Callable[[Colour], tuple[Fill, ...]]] = {
    "bare": lambda _ink: (),
    "dot": lambda ink: (disc(ink, 50, 50, 15),),
    "ring": lambda ink: (bow(ink, 8, 50, 50, 21, 0, 360),),
    "star": lambda ink: (star(ink, 50, 50, 28, 12, 5),),
    "bar": lambda ink: (box(ink, 22, 43, 78, 57, 6),),
}


def _stone(tint: Colour, mark: str) -> Picture:
    sides = {"bare": 0, "dot": 0, "ring": 6, "star": 6, "bar": 8}[mark]
    ink = mixed(tint, WHITE if sum(tint) < 400 else _BLACK, 0.75)

    def piece(colour: Colour, radius: float) -> Fill:
        if not sides:
            return disc(colour, 50, 50, radius)
        corners = [2 * pi * (i + 0.5) / sides for i in range(sides)]
        return polygon(
            colour,
            " ".join(f"{50 + radius * cos(a):.2f},{50 + radius * sin(a):.2f}" for a in corners),
        )

    return (
        piece(mixed(tint, _BLACK, 0.45), 49),
        piece(mixed(tint, WHITE, 0.18), 45),
        piece(tint, 41),
        *_STONE_MARKS[mark](ink),
        oval(mixed(tint, WHITE, 0.7), 36, 24, 14, 7, -24),
    )


STONES: dict[str, Picture] = {
    f"{tint} stone, {mark}": _stone(_TINTS[tint], mark)
    for mark in _STONE_MARKS
    for tint in _STONE_TINTS
}
"""Round and many-sided glossy pieces: nine colours by five marks."""

_OUTLINES: dict[str, Callable[[Colour], Picture]] = {
    "disc": lambda c: (disc(c, 50, 50, 44),),
    "square": lambda c: (box(c, 10, 10, 90, 90),),
    "triangle": lambda c: (polygon(c, "50,6 94,90 6,90"),),
    "star": lambda c: (star(c, 50, 54, 50, 20, 5),),
    "ring": lambda c: (bow(c, 16, 50, 50, 37, 0, 360),),
    "heart": lambda c: (both(disc(c, 29, 33, 23)), polygon(c, "9,43 29,32 71,32 91,43 50,93")),
    "lozenge": lambda c: (polygon(c, "50,3 88,50 50,97 12,50"),),
    "cross": lambda c: (box(c, 36, 6, 64, 94), box(c, 6, 36, 94, 64)),
    "moon": lambda c: (disc(c, 46, 50, 43), disc(None, 66, 42, 36)),
    "arrow": lambda c: (polygon(c, "50,4 92,48 66,48 66,94 34,94 34,48 8,48"),),
    "half": lambda c: (pie(c, 50, 28, 46, 0, 180),),
    "flower": lambda c: (
        *(disc(c, 50 + 27 * cos(a), 50 + 27 * sin(a), 20) for a in (0, 1.26, 2.51, 3.77, 5.03)),
        disc(None, 50, 50, 12),
    ),
}
_INKS: dict[str, Colour] = {
    "red": (208, 52, 56),
    "green": (34, 124, 52),
    "blue": (62, 88, 212),
    "violet": (164, 48, 176),
}
"""Four colours that are nearly one in grey."""
SHAPES: dict[str, Picture] = {
    f"{ink} {shape}": draw(colour)
    for ink, colour in _INKS.items()
    for shape, draw in _OUTLINES.items()
}
"""Twelve shapes in four colours of like lightness."""

_EYES: tuple[Picture, ...] = (
    (both(disc(INK, 33, 40, 7)),),
    (both(band(INK, 6, "24,40 42,40")),),
    (both(disc(WHITE, 33, 40, 12)), both(disc(INK, 35, 42, 6))),
    (both(bow(INK, 6, 33, 44, 9, 180, 360)),),
    (band(INK, 6, "24,34 40,44"), band(INK, 6, "76,34 60,44")),
    (box(INK, 14, 30, 48, 50, 6), box(INK, 52, 30, 86, 50, 6), band(INK, 4, "40,34 60,34")),
)
_MOUTHS: tuple[Picture, ...] = (
    (bow(INK, 6, 50, 54, 22, 20, 160),),
    (bow(INK, 6, 50, 88, 22, 200, 340),),
    (band(INK, 6, "30,70 70,70"),),
    (disc(INK, 50, 70, 12),),
    (pie(WHITE, 50, 60, 26, 0, 180),),
    (band(INK, 6, "26,66 38,76 50,66 62,76 74,66"),),
)
SMILEYS: dict[str, Picture] = {
    f"smiley {eye} {mouth}": (
        disc(AMBER, 50, 50, 48),
        disc(YELLOW, 50, 50, 44),
        *_EYES[eye],
        *_MOUTHS[mouth],
    )
    for mouth in range(6)
    for eye in range(6)
}
"""One yellow head with six pairs of eyes and six mouths."""


def _hand(hour: float, length: float, width: float, colour: Colour) -> Fill:
    angle = hour / 12 * 2 * pi
    return band(colour, width, f"50,50 {50 + length * sin(angle)},{50 - length * cos(angle)}")


CLOCKS: dict[str, Picture] = {
    f"{hour} {minutes}": (
        disc(rim, 50, 50, 49),
        disc(WHITE, 50, 50, 41),
        _hand(hour + turn / 12, 22, 9, INK),
        _hand(turn, 35, 5, RED),
    )
    for minutes, turn, rim in (("o'clock", 0, NAVY), ("twenty", 4, NAVY), ("forty", 8, NAVY))
    for hour in range(12)
}
"""One clock that shows 36 times of the day."""

_CREATURE_TINTS: tuple[tuple[Colour, Colour], ...] = (
    (RED, ROSE),
    (BLUE, SKY),
    (GREEN, MINT),
    (PURPLE, PINK),
    (ORANGE, LEMON),
    (TEAL, LIME),
    (BROWN, AMBER),
    (PLUM, SKY),
    (SLATE, ROSE),
)
_EARS: tuple[tuple[Callable[[Colour], Fill], ...], ...] = (
    (lambda c: both(disc(c, 20, 18, 15)),),
    (lambda c: both(polygon(c, "10,4 42,26 14,46")),),
    (lambda c: both(band(c, 6, "36,26 28,6")), lambda c: both(disc(c, 28, 8, 8))),
    (lambda c: polygon(c, "50,0 64,28 36,28"),),
)
CREATURES: dict[str, Picture] = {
    f"creature {number} {ears}": (
        *(ear(fur) for ear in _EARS[ears]),
        disc(fur, 50, 56, 42),
        oval(light, 50, 74, 24, 18),
        both(disc(WHITE, 34, 48, 12)),
        both(disc(INK, 36, 50, 6)),
        bow(INK, 5, 50, 66, 12, 20, 160),
    )
    for ears in range(4)
    for number, (fur, light) in enumerate(_CREATURE_TINTS)
}
"""Round heads in nine colours that differ in their ears."""


def made_up_sign(seed: int, ink: Colour = INK) -> Picture:
    """Strokes on a grid, as in a character that nobody wrote; the same seed gives the same."""
    lot = Random(seed)
    lines: list[str] = []
    for y in sorted(lot.sample((10, 26, 42, 58, 74, 90), lot.randint(2, 3))):
        left, right = lot.choice(((8, 92), (8, 92), (24, 76), (8, 50), (50, 92)))
        lines.append(f"{left},{y} {right},{y}")
    for x in sorted(lot.sample((20, 36, 50, 64, 80), lot.randint(1, 3))):
        upper, lower = lot.choice(((6, 94), (6, 58), (42, 94), (26, 74)))
        lines.append(f"{x},{upper} {x},{lower}")
    sweep = lot.choice(("", "50,50 14,94", "50,50 86,94", "50,44 12,92|50,44 88,92", "80,6 58,34"))
    lines += [line for line in sweep.split("|") if line]
    return tuple(band(ink, 8, line) for line in lines)


SIGNS: dict[str, Picture] = {f"sign {seed}": made_up_sign(seed) for seed in range(48)}
"""Made-up characters."""
