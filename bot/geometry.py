"""Places and their units: cells on a board, pixels in a frame, points on a screen."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple

from bot.errors import InputError


class Cell(NamedTuple):
    """A place on the board, from (0, 0) at the top left.

    A cell of the margin, the ring around the board, has row -1 or `rows`, or col -1 or `cols`.
    """

    row: int
    col: int


class Pixel(NamedTuple):
    """A place in a frame, in px; x to the right, y down.

    Whole numbers are top left corners of picture elements; the middle of the first is (0.5, 0.5).
    """

    x: float
    y: float


class ScreenPoint(NamedTuple):
    """A place on the screen, in the points that the mouse is moved in; x right, y down."""

    x: float
    y: float


class Rect(NamedTuple):
    """A rectangle of whole pixels or points; its right and bottom edges are outside."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first x to the right of the rectangle."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first y below the rectangle."""
        return self.top + self.height

    def holds(self, x: float, y: float) -> bool:
        """Whether the place lies inside."""
        return self.left <= x < self.right and self.top <= y < self.bottom

    def intersection(self, other: Rect) -> Rect:
        """The part that both share; width or height is 0 where they share none."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(left, top, max(0, right - left), max(0, bottom - top))

    def __str__(self) -> str:
        return f"{self.left},{self.top},{self.width},{self.height}"


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where the cells of a board lie in a frame.

    Parameters
    ----------
    origin
        centre of cell (0, 0), px
    pitch
        way from one cell to the next, (x, y), px; the axes may differ and need not be whole
    rows, cols
        size of the board in cells

    Raises
    ------
    InputError
        if a pitch is not positive or there is no cell
    """

    origin: Pixel
    pitch: tuple[float, float]
    rows: int
    cols: int

    def __post_init__(self) -> None:
        if not all(isfinite(v) for v in (*self.origin, *self.pitch)) or min(self.pitch) <= 0:
            raise InputError(f"a lattice needs a positive pitch, but got {self.pitch}")
        if self.rows < 1 or self.cols < 1:
            raise InputError(f"a lattice needs a cell, but got {self.rows} x {self.cols}")

    def center(self, cell: Cell) -> Pixel:
        """The middle of a cell, px."""
        return Pixel(
            self.origin.x + cell.col * self.pitch[0], self.origin.y + cell.row * self.pitch[1]
        )

    def cell_at(self, pixel: Pixel) -> Cell | None:
        """The cell that holds the pixel, or None outside the board."""
        col = (pixel.x - self.origin.x) / self.pitch[0] + 0.5
        row = (pixel.y - self.origin.y) / self.pitch[1] + 0.5
        if 0 <= row < self.rows and 0 <= col < self.cols:
            return Cell(int(row), int(col))
        return None

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom edge of the board, px."""
        left, top = self.origin.x - self.pitch[0] / 2, self.origin.y - self.pitch[1] / 2
        return left, top, left + self.cols * self.pitch[0], top + self.rows * self.pitch[1]


def lie_together(one: Lattice, other: Lattice, within: float) -> bool:
    """Whether two lattices have as many cells, none farther apart than so many pitches."""
    if (one.rows, one.cols) != (other.rows, other.cols):
        return False
    return all(
        abs(a - b) <= within * pitch
        for cell in (Cell(0, 0), Cell(one.rows - 1, one.cols - 1))
        for a, b, pitch in zip(one.center(cell), other.center(cell), one.pitch, strict=True)
    )


def is_spanned(one: Lattice, other: Lattice) -> bool:
    """Whether the cells of one lattice lie on those of another, up to half of such a cell."""
    bounds, sides = zip(one.bounds(), other.bounds(), strict=True), (*other.pitch, *other.pitch)
    ways = zip(bounds, sides, (-1, -1, 1, 1), strict=True)
    return all((a - b) * way < side / 2 for (a, b), side, way in ways)
