"""Parts of a look drawn by lot, such that a person can still see the tiles."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from random import Random

from bot.drawing import Colour, distance, lightness, mixed
from bot.palette import WHITE
from bot.parts import (
    Body,
    Clutter,
    Ground,
    GroundKind,
    Outline,
    Papers,
    Side,
    Spread,
    Wall,
    WallKind,
)

_FADING = frozenset({GroundKind.GRADIENT, GroundKind.SCENE, GroundKind.PHOTO})
"""Grounds whose two colours do not meet at every few pixels."""
_ON_BODY, _SEEN = 0.3, 120
"""Share of the walls that stand on the body of a tile, and how far their colour is from others."""
_CALM = (GroundKind.PLAIN, GroundKind.PLAIN, GroundKind.GRADIENT, GroundKind.FELT)


def random_colour(lot: Random, *, pale: bool = False, strong: bool = False) -> Colour:
    """Any colour; pale ones are light, strong ones are full of colour."""
    saturation = lot.uniform(0, 0.25) if pale else lot.uniform(0.7 if strong else 0.05, 0.95)
    value = lot.uniform(0.85, 1) if pale or strong else lot.uniform(0.15, 0.95)
    red, green, blue = hsv_to_rgb(lot.random(), saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)


def random_ground(
    lot: Random, pitch: tuple[float, float], *, light: bool = False, calm: bool = False
) -> Ground:
    """A ground for tiles of a pitch, px; a light one for dark faces, a calm one without pattern."""
    kind = lot.choice(_CALM if calm else list(GroundKind))
    first, second = random_colour(lot), random_colour(lot)
    if light:  # or the dark faces could not be seen on it
        first, second = (mixed(colour, WHITE, 0.45) for colour in (first, second))
    if calm or kind not in _FADING:
        # A pattern of two colours far apart would hide the tiles from a person, too.
        strong = lot.random() < 0.15 and not light and not calm
        second = mixed(first, second, lot.uniform(0.4, 0.8) if strong else lot.uniform(0.08, 0.4))
    near = round(lot.choice(pitch) * lot.choice((1, 1, 0.5, lot.uniform(0.8, 1.25))))
    period = max(6, near) if lot.random() < 0.3 else 0
    return Ground(kind, (first, second), lot.randrange(10**6), period)


def random_gap(lot: Random, most: int) -> tuple[float, float]:
    """The gap between tiles, (x, y), px: none, whole or broken."""
    across = lot.choice([0.0, float(lot.randint(0, most)), lot.uniform(0, most)])
    return across, across if lot.random() < 0.6 else lot.uniform(0, most)


def random_body(lot: Random, tile: tuple[int, int], ground: Ground, *, dark: bool = False) -> Body:
    """A body for a tile of a size, px, that is seen on the ground; dark for light faces only."""
    colour = _body_colour(lot, dark=dark)
    for _ in range(100):
        if min(distance(colour, other) for other in ground.colours) >= 60:
            break
        colour = _body_colour(lot, dark=dark)
    side = min(tile)
    deepest = max(0, side // 9)
    depth = (lot.randint(-deepest, deepest), lot.randint(-deepest, deepest))
    outline = lot.choice([Outline.BOX] * 8 + [Outline.OVAL, Outline.HEXAGON, Outline.OCTAGON])
    thick = max(2, side // lot.randint(9, 14))
    translucent = lot.random() < 0.08
    return Body(
        colour=colour,
        wall=mixed((0, 0, 0), colour, lot.uniform(0.45, 0.85)),
        radius=lot.choice([0.0, lot.uniform(0, 0.3), lot.choice([0.15, 0.5])]),
        depth=lot.choice([(0, 0), depth, (0, abs(depth[1]))]),
        border=lot.choice([0, 1, 1, max(1, side // 25), thick if side >= 30 else 1]),
        bevel=lot.choice([0, 0, max(1, side // 16)]),
        shade=lot.choice([0.0, lot.uniform(0, 0.2)]),
        outline=outline,
        lower=_near(lot, colour) if lot.random() < 0.2 else None,
        inner=max(3, side // 12) if lot.random() < 0.12 and side >= 36 else 0,
        opacity=lot.uniform(0.6, 0.9) if translucent and ground.kind in _FADING else 1.0,
    )


def random_papers(lot: Random, body: Body, ground: Ground) -> Papers | None:
    """Colours that fronts have by their place, of nearly the lightness of the body's own.

    None where no second colour stands out from the ground.
    """
    wanted = lot.choice((2, 2, 3, 4, 5))
    colours = [body.colour]
    for _ in range(100):
        colour = _near(lot, body.colour)
        if min(distance(colour, other) for other in ground.colours) >= 60:
            colours.append(colour)
        if len(colours) == wanted:
            break
    return Papers(lot.choice(list(Spread)), tuple(colours)) if len(colours) > 1 else None


def random_ink(lot: Random, papers: tuple[Colour, ...]) -> Colour:
    """A colour that is plainly seen on every one of the papers."""
    best, most = (0, 0, 0), -1.0
    for _ in range(60):
        ink = mixed(random_colour(lot), lot.choice(((0, 0, 0), WHITE)), lot.choice((0, 0.4, 0.85)))
        contrast = min(abs(lightness(ink) - lightness(paper)) for paper in papers)
        if contrast > 110:
            return ink
        if contrast > most:
            best, most = ink, contrast
    return best


def random_slot(lot: Random, ground: Ground, papers: tuple[Colour, ...]) -> Colour:
    """The colour of the mark in an empty cell, which must not look like a tile's front."""
    slot = random_colour(lot)
    for _ in range(60):
        # A slot is laid thinly on the ground; see `boardview`.
        shown = [mixed(colour, slot, 0.4) for colour in ground.colours]
        if all(distance(one, paper) >= 90 for one in shown for paper in papers):
            break
        slot = random_colour(lot)
    return slot


def random_wall(lot: Random, ground: Ground, body: Body | None) -> Wall:
    """Walls that are seen on the ground, and on the front of a tile if they stand on one."""
    on_body = body is not None and lot.random() < _ON_BODY
    behind = ground.colours if body is None or not on_body else (body.colour,)
    colour = random_colour(lot)
    for _ in range(60):
        if min(distance(colour, other) for other in behind) >= _SEEN:
            break
        colour = random_colour(lot)
    line = lot.choice((mixed(colour, WHITE, 0.7), mixed(colour, (0, 0, 0), 0.65)))
    return Wall(lot.choice(list(WallKind)), colour, line, on_body)


def random_clutter(lot: Random) -> Clutter:
    """Strips, a panel and buttons, or none of them."""
    dark, light = random_colour(lot), random_colour(lot, pale=True)
    while distance(dark, light) < 120:
        dark = random_colour(lot)
    return Clutter(
        toolbar=lot.choice([0, lot.randint(18, 60)]),
        status=lot.choice([0, lot.randint(14, 36)]),
        panel=lot.randint(90, 260),
        panel_side=lot.choice([Side.NONE, *Side]),
        buttons=lot.choice([0, 0, lot.randint(2, 9)]),
        colours=(dark, light) if lot.random() < 0.6 else (light, dark),
        seed=lot.randrange(10**6),
    )


def _body_colour(lot: Random, *, dark: bool) -> Colour:
    """Mostly pale, never so dark that dark faces could not be seen; or dark, for light faces."""
    if dark:
        return mixed(random_colour(lot), (0, 0, 0), lot.uniform(0.35, 0.75))
    if lot.random() < 0.75:
        return random_colour(lot, pale=True)
    return mixed(random_colour(lot), WHITE, 0.4)


def _near(lot: Random, colour: Colour) -> Colour:
    """Another colour of like lightness, so that a face is seen on both."""
    other = random_colour(lot)
    share = 0.5
    while abs(lightness(mixed(colour, other, share)) - lightness(colour)) > 32:
        share *= 0.7
    return mixed(colour, other, share)
