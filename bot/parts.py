"""The parts of a look: the body of a tile, the ground, and what clutters a window."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from math import hypot
from random import Random

from bot.drawing import Colour, mixed
from bot.errors import InputError
from bot.geometry import Cell
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


class Spread(StrEnum):
    """By what the colour of a tile's front goes where it is not one for all."""

    ACROSS = "across"
    DOWN = "down"
    SLANTING = "slanting"
    ROUND = "round"
    BY_TURNS = "by turns"
    BY_LOT = "by lot"


class Side(StrEnum):
    """Where a panel stands."""

    NONE = "none"
    LEFT = "left"
    RIGHT = "right"


class WallKind(StrEnum):
    """What stands in a cell that no path can cross."""

    BRICKS = "bricks"
    BOULDER = "boulder"
    CRATE = "crate"
    STEEL = "steel"


@dataclass(frozen=True, slots=True)
class Wall:
    """What the walls of a board look like.

    Parameters
    ----------
    kind
        what they are
    colour, line
        of the most of them, and of their joints, edges or rivets
    on_body
        whether they stand on the block that faces are printed on, if there is one
    """

    kind: WallKind = WallKind.BRICKS
    colour: Colour = (178, 62, 44)
    line: Colour = (222, 214, 202)
    on_body: bool = False


@dataclass(frozen=True, slots=True)
class Papers:
    """Colours of the fronts by their place, which tell nothing of the kind.

    Parameters
    ----------
    spread
        by what the colour goes: by turns or by lot it is one of those given, else it runs from
        the first over all others to the last
    colours
        two or more

    Raises
    ------
    InputError
        if there are fewer
    """

    spread: Spread
    colours: tuple[Colour, ...]

    def __post_init__(self) -> None:
        if len(self.colours) < 2:
            raise InputError(f"papers have 2 colours or more, but got {len(self.colours)}")

    def at(self, cell: Cell, rows: int, cols: int) -> Colour:
        """The colour of the front in a cell of a board of so many rows and columns."""
        row, col = cell
        if self.spread is Spread.BY_TURNS:
            return self.colours[(row + col) % len(self.colours)]
        if self.spread is Spread.BY_LOT:
            return Random(f"{row} {col}").choice(self.colours)
        down, across = row / max(1, rows - 1), col / max(1, cols - 1)
        match self.spread:
            case Spread.ACROSS:
                share = across
            case Spread.DOWN:
                share = down
            case Spread.SLANTING:
                share = (across + down) / 2
            case Spread.ROUND:
                share = hypot(across - 0.5, down - 0.5) / hypot(0.5, 0.5)
        step, part = divmod(share * (len(self.colours) - 1), 1)
        first = self.colours[int(step)]
        return mixed(first, self.colours[min(int(step) + 1, len(self.colours) - 1)], part)


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
    papers
        what the front has instead of `colour` and `lower`, by its place, or None
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
    papers: Papers | None = None

    def at(self, cell: Cell, rows: int, cols: int) -> Body:
        """The body in a cell of a board of so many rows and columns; it has one colour."""
        if self.papers is None:
            return self
        colour = self.papers.at(cell, rows, cols)
        return replace(self, colour=colour, lower=None, papers=None)


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
