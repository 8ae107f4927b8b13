"""The look of the bundled game: one value that its drawing depends on, or one drawn by lot."""

from __future__ import annotations

from colorsys import hsv_to_rgb
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from bot.drawing import Colour, mixed
from bot.errors import InputError
from bot.faces import FACES, Family
from bot.palette import AMBER, CREAM, ORANGE, TAN, WHITE

MIN_TILE, MAX_TILE = 12, 400
"""Side of a tile, px: smaller shows no picture, larger fits no screen."""


class GroundKind(StrEnum):
    """What is painted behind the tiles."""

    PLAIN = "plain"
    GRADIENT = "gradient"
    CHECKS = "checks"
    STRIPES = "stripes"
    GRAIN = "grain"
    BLOBS = "blobs"
    SCENE = "scene"


class Highlight(StrEnum):
    """How a clicked tile is shown."""

    FRAME = "frame"
    TINT = "tint"
    LIGHT = "light"


class Side(StrEnum):
    """Where a panel stands."""

    NONE = "none"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Body:
    """The block that a face is printed on.

    Parameters
    ----------
    colour, wall
        the front and the side walls
    radius
        of the corners, as a share of the shorter side, 0 to 0.5
    depth
        how far the side walls reach (right, down; negative: left, up), px
    border
        width of the line around the front, px; drawn in the colour of the wall
    bevel
        width of the light upper left and dark lower right edge, px
    shade
        how much darker the front is at its lower end, 0 to 1
    """

    colour: Colour = CREAM
    wall: Colour = TAN
    radius: float = 0.12
    depth: tuple[int, int] = (0, 5)
    border: int = 1
    bevel: int = 0
    shade: float = 0.06


@dataclass(frozen=True, slots=True)
class Ground:
    """What is painted behind the tiles: two colours, and a seed for what is random in it."""

    kind: GroundKind = GroundKind.GRADIENT
    colours: tuple[Colour, Colour] = ((42, 120, 112), (22, 74, 84))
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Clutter:
    """What a window shows besides the board; sizes in px, 0 for none.

    Parameters
    ----------
    toolbar, status
        heights of the strips at the top and at the bottom
    panel, panel_side
        width of the score panel, and where it stands
    buttons
        how many buttons of the size of a tile stand in a row above the board
    colours
        of strips and of the writing on them
    seed
        for the words and figures shown
    """

    toolbar: int = 0
    status: int = 0
    panel: int = 0
    panel_side: Side = Side.NONE
    buttons: int = 0
    colours: tuple[Colour, Colour] = ((24, 58, 66), (214, 232, 226))
    seed: int = 0


_BODY = Body()
_GROUND = Ground()
_CLUTTER = Clutter()


@dataclass(frozen=True, slots=True)
class Style:
    """How the bundled game looks.

    Parameters
    ----------
    tile
        width and height of a tile with its side walls, px
    gap
        from one tile to the next, (x, y), px; with a fraction, tiles lie on whole pixels
        nearest to their place
    body
        the block under the face, or None where the face lies right on the ground
    face_size
        the face as a share of the tile's front, 0 to 1
    family, first_face
        which faces, and which of them kind 1 has; the others follow in turn
    ground, clutter
        what else there is to see
    margins
        left, top, right and bottom, from the board to the clutter or the window's edge, px
    slot
        colour of the mark in an empty cell, or None for bare ground
    shadow
        how dark the shadow of a tile is on the ground, 0 to 1
    highlight, highlight_colour
        how a clicked tile is shown
    path_colour, path_width
        the line that joins the two tiles of a link, px

    Raises
    ------
    InputError
        if a tile is too small or too large, or a gap or a margin negative
    """

    tile: tuple[int, int] = (56, 64)
    gap: tuple[float, float] = (3.0, 2.0)
    body: Body | None = _BODY
    face_size: float = 0.8
    family: Family = Family.PICTURES
    first_face: int = 1
    ground: Ground = _GROUND
    clutter: Clutter = _CLUTTER
    margins: tuple[int, int, int, int] = (64, 64, 64, 64)
    slot: Colour | None = None
    shadow: float = 0.25
    highlight: Highlight = Highlight.FRAME
    highlight_colour: Colour = ORANGE
    path_colour: Colour = AMBER
    path_width: int = 6

    def __post_init__(self) -> None:
        if not all(MIN_TILE <= side <= MAX_TILE for side in self.tile):
            raise InputError(
                f"a tile is {MIN_TILE} to {MAX_TILE} px wide and high, but got {self.tile}"
            )
        if min(self.gap) < 0 or min(self.margins) < 0:
            raise InputError(
                f"gaps and margins are 0 or more, but got {self.gap} and {self.margins}"
            )
        if not 0 < self.face_size <= 1:
            raise InputError(f"face_size is above 0 and at most 1, but got {self.face_size}")

    @property
    def pitch(self) -> tuple[float, float]:
        """From one cell to the next, (x, y), px."""
        return self.tile[0] + self.gap[0], self.tile[1] + self.gap[1]

    def scaled(self, factor: float) -> Style:
        """The style with everything about the board larger or smaller; the clutter stays."""
        width, height = (max(MIN_TILE, round(side * factor)) for side in self.tile)
        left, top, right, bottom = (round(margin * factor) for margin in self.margins)
        body = self.body
        if body is not None:
            across, down = (round(reach * factor) for reach in body.depth)
            body = replace(body, depth=(across, down))
        return replace(
            self,
            tile=(width, height),
            gap=(self.gap[0] * factor, self.gap[1] * factor),
            margins=(left, top, right, bottom),
            body=body,
            path_width=max(2, round(self.path_width * factor)),
        )

    @classmethod
    def default(cls) -> Style:
        """The look of the bundled game."""
        return cls()

    @classmethod
    def random(cls, seed: int) -> Style:
        """A look drawn by lot; the same seed gives the same."""
        return _random_style(Random(seed))


def _random_style(lot: Random) -> Style:
    width = round(20 * 8 ** lot.random())  # 20 to 160 px, small ones as often as large ones
    height = width if lot.random() < 0.4 else round(width * lot.uniform(0.8, 1.4))
    tile = (width, min(160, max(20, height)))
    family = lot.choice([Family.PICTURES, Family.PICTURES, Family.SUITS])
    on_body = family is Family.SUITS or lot.random() < 0.65  # plain ink needs paper
    ground = _random_ground(lot, light=not on_body)
    body = _random_body(lot, tile, ground) if on_body else None
    most_gap = min(20, min(tile) // 3)

    def margin() -> int:
        return lot.randint(0, 2 * max(tile))

    return Style(
        tile=tile,
        gap=_random_gap(lot, most_gap),
        body=body,
        face_size=lot.uniform(0.66, 0.94),
        family=family,
        first_face=lot.randint(1, len(FACES[family])),
        ground=ground,
        clutter=_random_clutter(lot),
        margins=(margin(), margin(), margin(), margin()),
        slot=_colour(lot) if lot.random() < 0.25 else None,
        shadow=lot.choice([0.0, lot.uniform(0.1, 0.5)]),
        highlight=lot.choice(list(Highlight)),
        highlight_colour=_colour(lot, strong=True),
        path_colour=_colour(lot, strong=True),
        path_width=lot.randint(2, max(3, min(tile) // 6)),
    )


def _random_ground(lot: Random, *, light: bool) -> Ground:
    kind = lot.choice(list(GroundKind))
    first, second = _colour(lot), _colour(lot)
    if light:  # or the dark faces could not be seen on it
        first, second = (mixed(colour, WHITE, 0.45) for colour in (first, second))
    if kind not in {GroundKind.GRADIENT, GroundKind.SCENE}:
        # A pattern of two colours far apart would hide the tiles from a person, too.
        second = mixed(first, second, lot.uniform(0.08, 0.4))
    return Ground(kind, (first, second), lot.randrange(10**6))


def _random_gap(lot: Random, most: int) -> tuple[float, float]:
    across = lot.choice([0.0, float(lot.randint(0, most)), lot.uniform(0, most)])
    return across, across if lot.random() < 0.6 else lot.uniform(0, most)


def _random_body(lot: Random, tile: tuple[int, int], ground: Ground) -> Body:
    colour = _body_colour(lot)
    while min(_distance(colour, other) for other in ground.colours) < 60:
        colour = _body_colour(lot)
    deepest = max(0, min(tile) // 9)
    depth = (lot.randint(-deepest, deepest), lot.randint(-deepest, deepest))
    darker = lot.uniform(0.45, 0.85)
    return Body(
        colour=colour,
        wall=(round(colour[0] * darker), round(colour[1] * darker), round(colour[2] * darker)),
        radius=lot.choice([0.0, lot.uniform(0, 0.3)]),
        depth=lot.choice([(0, 0), depth, (0, abs(depth[1]))]),
        border=lot.choice([0, 1, 1, max(1, min(tile) // 25)]),
        bevel=lot.choice([0, 0, max(1, min(tile) // 16)]),
        shade=lot.choice([0.0, lot.uniform(0, 0.2)]),
    )


def _body_colour(lot: Random) -> Colour:
    """Mostly pale, never so dark that the dark faces could not be seen on it."""
    return _colour(lot, pale=True) if lot.random() < 0.75 else mixed(_colour(lot), WHITE, 0.4)


def _random_clutter(lot: Random) -> Clutter:
    dark, light = _colour(lot), _colour(lot, pale=True)
    while _distance(dark, light) < 120:
        dark = _colour(lot)
    return Clutter(
        toolbar=lot.choice([0, lot.randint(18, 60)]),
        status=lot.choice([0, lot.randint(14, 36)]),
        panel=lot.randint(90, 260),
        panel_side=lot.choice([Side.NONE, *Side]),
        buttons=lot.choice([0, 0, lot.randint(2, 9)]),
        colours=(dark, light) if lot.random() < 0.6 else (light, dark),
        seed=lot.randrange(10**6),
    )


def _colour(lot: Random, *, pale: bool = False, strong: bool = False) -> Colour:
    """Any colour; pale ones are light, strong ones are full of colour."""
    saturation = lot.uniform(0, 0.25) if pale else lot.uniform(0.7 if strong else 0.05, 0.95)
    value = lot.uniform(0.85, 1) if pale or strong else lot.uniform(0.15, 0.95)
    red, green, blue = hsv_to_rgb(lot.random(), saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)


def _distance(one: Colour, other: Colour) -> int:
    """Sum of the differences of the three colours, 0 to 765."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))
