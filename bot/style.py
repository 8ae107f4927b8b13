"""The look of the bundled game: one value that its drawing depends on, or one drawn by lot."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from bot.drawing import Colour
from bot.errors import InputError
from bot.faces import FACES, FULL, INKED, PAPERED, SMALLEST, STRETCHED, Family
from bot.lots import (
    random_body,
    random_clutter,
    random_colour,
    random_gap,
    random_ground,
    random_ink,
    random_papers,
    random_slot,
    random_wall,
)
from bot.ownfaces import OwnFaces
from bot.palette import AMBER, INK, ORANGE
from bot.parts import Body, Clutter, Ground, Highlight, Wall

MIN_TILE, MAX_TILE = 12, 400
"""Side of a tile, px: smaller shows no picture, larger fits no screen."""

_USUAL = (
    *(Family.PICTURES,) * 6,
    *(Family.MAHJONG,) * 3,
    *(Family.SUITS, Family.SOLID, Family.SIGNS, Family.SHAPES, Family.STONES, Family.WORDS),
    Family.PHOTOS,
)
"""What most games show, the more often the oftener it stands here."""
_TINTED = 0.08
"""The share of looks with a body whose fronts differ in colour by their place."""
_WALL = Wall()
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
        nearest to their place; negative where a tile covers its neighbour's side wall
    body
        the block under the face, or None where the face lies right on the ground
    face_size
        the face as a share of the tile's front, 0 to 1
    family, first_face
        which faces, and which of them kind 1 has; the others follow in turn
    own
        somebody's own pictures, which are shown instead of a family's; or None
    inks, font
        the colours of faces in one colour, taken in turn by the kinds, and the number of the font
        of written ones
    halo
        colour of a line around each face, as around a sticker, or None
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
    wall
        what stands in the walls of a board

    Raises
    ------
    InputError
        if a tile is too small or too large, a margin negative, or a gap so negative that tiles
        lie on more than each other's side walls
    """

    tile: tuple[int, int] = (56, 64)
    gap: tuple[float, float] = (3.0, 2.0)
    body: Body | None = _BODY
    face_size: float = 0.8
    family: Family = Family.PICTURES
    first_face: int = 1
    own: OwnFaces | None = None
    inks: tuple[Colour, ...] = (INK,)
    font: int = 0
    halo: Colour | None = None
    ground: Ground = _GROUND
    clutter: Clutter = _CLUTTER
    margins: tuple[int, int, int, int] = (64, 64, 64, 64)
    slot: Colour | None = None
    shadow: float = 0.25
    highlight: Highlight = Highlight.FRAME
    highlight_colour: Colour = ORANGE
    path_colour: Colour = AMBER
    path_width: int = 6
    wall: Wall = _WALL

    def __post_init__(self) -> None:
        if not all(MIN_TILE <= side <= MAX_TILE for side in self.tile):
            raise InputError(
                f"a tile is {MIN_TILE} to {MAX_TILE} px wide and high, but got {self.tile}"
            )
        walls = self.body.depth if self.body is not None else (0, 0)
        if any(gap < -abs(wall) for gap, wall in zip(self.gap, walls, strict=True)):
            raise InputError(f"tiles may overlap by their side walls {walls}, but got {self.gap}")
        if min(self.margins) < 0:
            raise InputError(f"margins are 0 or more, but got {self.margins}")
        if not 0 < self.face_size <= 1:
            raise InputError(f"face_size is above 0 and at most 1, but got {self.face_size}")

    @property
    def pitch(self) -> tuple[float, float]:
        """From one cell to the next, (x, y), px."""
        return self.tile[0] + self.gap[0], self.tile[1] + self.gap[1]

    @property
    def faces(self) -> int:
        """How many kinds it has faces for."""
        return len(FACES[self.family]) if self.own is None else len(self.own)

    def scaled(self, factor: float) -> Style:
        """The style with everything about the board larger or smaller; the clutter stays."""
        width, height = (max(MIN_TILE, round(side * factor)) for side in self.tile)
        left, top, right, bottom = (round(margin * factor) for margin in self.margins)
        body = self.body
        if body is not None:
            across, down = (round(reach * factor) for reach in body.depth)
            body = replace(body, depth=(across, down))
        walls = body.depth if body is not None else (0, 0)
        gaps = (max(gap * factor, -abs(wall)) for gap, wall in zip(self.gap, walls, strict=True))
        return replace(
            self,
            tile=(width, height),
            gap=(next(gaps), next(gaps)),
            margins=(left, top, right, bottom),
            body=body,
            path_width=max(2, round(self.path_width * factor)),
        )

    @classmethod
    def default(cls) -> Style:
        """The look of the bundled game."""
        return cls()

    @property
    def side(self) -> int:
        """The side of a tile that decides whether a person can tell the faces, px."""
        return _side(self.tile, self.family)

    @property
    def plain(self) -> bool:
        """Whether tiles are large enough for a person to tell the faces."""
        return self.side >= SMALLEST[self.family]

    @classmethod
    def random(cls, seed: int, *, kinds: int = 36, largest: int = 160) -> Style:
        """A look drawn by lot; the same seed gives the same.

        Parameters
        ----------
        seed
            any integer
        kinds
            how many faces it must have, 1 to 70
        largest
            the longest side that a tile may have, 24 to 160 px
        """
        style, lot = _random_style(Random(seed), kinds, largest), Random(f"papers {seed}")
        style = replace(style, wall=random_wall(Random(f"walls {seed}"), style.ground, style.body))
        if style.body is None or style.body.opacity < 1 or lot.random() >= _TINTED:
            return style
        papers = random_papers(lot, style.body, style.ground)
        return replace(style, body=replace(style.body, papers=papers))


def _random_style(lot: Random, kinds: int, largest: int) -> Style:
    tile = _random_tile(lot, largest)
    family = _random_family(lot, tile, kinds)
    inked = family in INKED
    on_body = family not in FULL and (family in PAPERED or lot.random() < (0.85 if inked else 0.65))
    pictures = family not in INKED | FULL | STRETCHED
    gap = random_gap(lot, min(20, min(tile) // 3))
    pitch = (tile[0] + gap[0], tile[1] + gap[1])
    calm = not on_body and (inked or family is Family.PHOTOS)
    ground = random_ground(lot, pitch, light=not on_body and pictures, calm=calm)
    dark = inked and lot.random() < 0.4
    body = random_body(lot, tile, ground, dark=dark) if on_body else None
    if family is Family.PHOTOS and body is None:  # or one could not see where a tile ends
        gap = (max(3.0, gap[0]), max(3.0, gap[1]))
    papers = ground.colours if body is None else (body.colour, body.lower or body.colour)
    if body is not None and lot.random() < 0.12:
        gap = (float(-abs(body.depth[0])), float(-abs(body.depth[1])))

    whole = body is None and family in FULL | STRETCHED

    def margin() -> int:
        return lot.randint(0, 2 * max(tile))

    return Style(
        tile=tile,
        gap=gap,
        body=body,
        face_size=lot.uniform(0.85, 1) if whole else lot.uniform(0.62, 0.9),
        family=family,
        first_face=lot.randint(1, len(FACES[family])),
        inks=tuple(random_ink(lot, papers) for _ in range(lot.choice((1, 1, 1, 3, 7)))),
        font=lot.randrange(10),
        halo=(255, 255, 255) if pictures and body is None and lot.random() < 0.4 else None,
        ground=ground,
        clutter=random_clutter(lot),
        margins=(margin(), margin(), margin(), margin()),
        slot=random_slot(lot, ground, papers if body else ()) if lot.random() < 0.25 else None,
        shadow=lot.choice([0.0, lot.uniform(0.1, 0.5)]),
        highlight=lot.choice(list(Highlight)),
        highlight_colour=random_colour(lot, strong=True),
        path_colour=random_colour(lot, strong=True),
        path_width=lot.randint(2, max(3, min(tile) // 6)),
    )


def _random_tile(lot: Random, largest: int) -> tuple[int, int]:
    """Width and height, px; small ones as often as large ones, and many as wide as high."""
    width = round(20 * (largest / 20) ** lot.random())
    ratio = lot.choice((1.0, 1.0, 1.0, lot.uniform(0.7, 1.45), lot.uniform(0.7, 1.45), 0.5))
    height = round(width * ratio)
    return width, min(largest, max(20, height))


def _random_family(lot: Random, tile: tuple[int, int], kinds: int) -> Family:
    """A family that has faces enough and is told apart at this size."""
    fit = [
        family
        for family in Family
        if len(FACES[family]) >= kinds and _side(tile, family) >= SMALLEST[family]
    ]
    # Pictures are told apart at any size.
    return lot.choice([*fit, *(family for family in _USUAL if family in fit), Family.PICTURES])


def _side(tile: tuple[int, int], family: Family) -> int:
    return tile[0] if family is Family.WORDS else min(tile)
