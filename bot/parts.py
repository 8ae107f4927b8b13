"""The parts of a look: the body of a tile, the ground, and what clutters a window."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.drawing import Colour
from bot.palette import CREAM, TAN


class GroundKind(StrEnum):
    """What is painted behind the tiles."""

    PLAIN = "plain"
    GRADIENT = "gradient"
    CHECKS = "checks"
    STRIPES = "stripes"
    GRAIN = "grain"
    BLOBS = "blobs"
    SCENE = "scene"
    PHOTO = "photo"
    WOOD = "wood"
    FELT = "felt"
    BRICKS = "bricks"
    DOTS = "dots"
    WEAVE = "weave"
    CARPET = "carpet"


class Highlight(StrEnum):
    """How a clicked tile is shown."""

    FRAME = "frame"
    TINT = "tint"
    LIGHT = "light"
    LIFTED = "lifted"
    GLOW = "glow"
    INVERTED = "inverted"
    DARKENED = "darkened"


class Outline(StrEnum):
    """The outline of a body."""

    BOX = "box"
    OVAL = "oval"
    HEXAGON = "hexagon"
    OCTAGON = "octagon"


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
    outline
        its shape; only a box has round corners
    lower
        a second colour into which the front fades downwards, or None
    inner
        how far inside the front a second thin line runs around it, px; 0 for none
    opacity
        how much of the ground it hides, above 0 to 1
    """

    colour: Colour = CREAM
    wall: Colour = TAN
    radius: float = 0.12
    depth: tuple[int, int] = (0, 5)
    border: int = 1
    bevel: int = 0
    shade: float = 0.06
    outline: Outline = Outline.BOX
    lower: Colour | None = None
    inner: int = 0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Ground:
    """What is painted behind the tiles.

    Parameters
    ----------
    kind, colours
        what, and in which two colours
    seed
        for what is random in it
    period
        from one repeat of a pattern to the next, px; 0 for one drawn by lot
    """

    kind: GroundKind = GroundKind.GRADIENT
    colours: tuple[Colour, Colour] = ((42, 120, 112), (22, 74, 84))
    seed: int = 0
    period: int = 0


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
