"""Pictures for people: what was read, drawn over the frame it was read from."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from colorsys import hsv_to_rgb

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.drawing import Colour, lightness
from bot.frame import Frame
from bot.geometry import Cell, Lattice
from bot.matcher import Link
from bot.reader import Reading
from bot.strokes import EDGE, draw_link, thickness

_UNKNOWN = (255, 0, 0)
_SELECTED = (255, 255, 255)
_DOUBTFUL = (255, 230, 0)
DOUBT = 0.6
"""Confidence below which a cell is doubtful."""
_DASH = 3
"""px; lines are broken into dashes and gaps of this length."""
_ORDER = ((255, 225, 0), (90, 215, 255), (255, 140, 235), (255, 255, 255))
"""Colours of the first link, the second and the third: yellow, blue and pink, light enough for
numbers in black; and of all that follow."""
_INK = 140
"""Lightness of a colour on which black is read better than white."""


def overlay(frame: Frame, reading: Reading, links: Sequence[Link] = ()) -> NDArray[np.uint8]:
    """The frame with its lattice and, in each cell, the kind by number and colour.

    Empty cells get a small dot, unknown ones a red cross, selected ones a white frame, doubtful
    ones a broken yellow line in a corner.

    Parameters
    ----------
    frame, reading
        the picture, and what was read in it
    links
        to be played next, in this order: they get a number, and a line along their path

    Returns
    -------
    picture : uint8 array of shape (H, W, 3), RGB
    """
    cells = zip(reading.board.cells(), reading.confidence.tolist(), strict=True)
    doubtful = {cell for cell, sure in cells if sure < DOUBT}
    return board_over(
        frame.pixels,
        reading.lattice,
        reading.board,
        selected=reading.selected,
        doubtful=doubtful,
        links=links,
    )


def board_over(
    pixels: NDArray[np.uint8],
    lattice: Lattice,
    board: Board,
    *,
    selected: Collection[Cell] = (),
    doubtful: Collection[Cell] = (),
    links: Sequence[Link] = (),
) -> NDArray[np.uint8]:
    """A picture with a board drawn over it; as for `overlay`.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3), RGB
    lattice, board : what is drawn, and where
    selected, doubtful : cells that are
    """
    picture = pixels.copy()
    for cell in board.cells():
        corner, opposite = _corners(lattice, cell)
        kind = board[cell]
        if kind == EMPTY:
            x, y = lattice.center(cell)
            middle = (round(x), round(y))
            cv2.circle(picture, middle, 3, (0, 0, 0), -1, cv2.LINE_AA)
            cv2.circle(picture, middle, 2, (255, 255, 255), -1, cv2.LINE_AA)
        elif kind == UNKNOWN:
            sides = (corner[0], opposite[1]), (opposite[0], corner[1])
            cv2.line(picture, corner, opposite, _UNKNOWN, 2, cv2.LINE_AA)
            cv2.line(picture, *sides, _UNKNOWN, 2, cv2.LINE_AA)
        elif kind > EMPTY:
            cv2.rectangle(picture, corner, opposite, _colour(kind), 2)
        if kind != UNKNOWN and cell in doubtful:
            _mark_doubt(picture, opposite)
    _draw_links(picture, lattice, links, doubtful)
    for cell in board.cells():
        corner, opposite = _corners(lattice, cell)
        if board[cell] > EMPTY:
            _tag(picture, corner, str(board[cell]), _colour(board[cell]))
        if cell in selected:
            cv2.rectangle(picture, corner, opposite, _SELECTED, 1)
    _number(picture, lattice, links)
    return picture


def _draw_links(
    picture: NDArray[np.uint8], lattice: Lattice, links: Sequence[Link], doubtful: Collection[Cell]
) -> None:
    """Each link with its path; the first lies on top."""
    thick = max(2, thickness(lattice) - 1)
    for number, link in reversed(list(enumerate(links))):
        colour, width = _colour_of(number), thick if number == 0 else max(2, thick - 1)
        sure = not {link.a, link.b} & set(doubtful)
        # Inside of its cell: what is around a tile is the business of its neighbours.
        draw_link(picture, lattice, link.path, colour, width, sure=sure, inset=width + 2)


def _number(picture: NDArray[np.uint8], lattice: Lattice, links: Sequence[Link]) -> None:
    """The place of each link in their order, at both of its tiles."""
    for number, link in enumerate(links):
        for cell in (link.a, link.b):
            corner, opposite = _corners(lattice, cell)
            place = (opposite[0] - 8, corner[1] + 8)
            _badge(picture, place, str(number + 1), _colour_of(number))


def _colour_of(number: int) -> Colour:
    """The colour of a link by its place in their order, from 0."""
    return _ORDER[min(number, len(_ORDER) - 1)]


def _corners(lattice: Lattice, cell: Cell) -> tuple[tuple[int, int], tuple[int, int]]:
    """Upper left and lower right corner of a cell, just inside of it, px."""
    x, y = lattice.center(cell)
    half_x, half_y = lattice.pitch[0] / 2, lattice.pitch[1] / 2
    return (
        (round(x - half_x) + 1, round(y - half_y) + 1),
        (round(x + half_x) - 2, round(y + half_y) - 2),
    )


def _mark_doubt(picture: NDArray[np.uint8], corner: tuple[int, int]) -> None:
    """A broken line, on dark so that it shows on any tile, along both sides that meet there."""
    x, y = corner[0] - 3, corner[1] - 3
    for start in range(0, 5 * _DASH, _DASH):
        colour = _DOUBTFUL if start % (2 * _DASH) == 0 else (0, 0, 0)
        near, far = start, start + _DASH - 1
        cv2.rectangle(picture, (x - far, y - 1), (x - near, y), colour, -1)
        cv2.rectangle(picture, (x - 1, y - far), (x, y - near), colour, -1)


def _colour(kind: int) -> Colour:
    """A colour for each kind; neighbours in number lie far apart (golden angle)."""
    hue = kind * 0.381966 % 1
    red, green, blue = hsv_to_rgb(hue, 0.85, 0.95 if kind % 2 else 0.7)
    return int(red * 255), int(green * 255), int(blue * 255)


def _tag(picture: NDArray[np.uint8], corner: tuple[int, int], text: str, colour: Colour) -> None:
    """A number on a plate of its kind's colour, in the corner of its cell."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.38, 1)
    far = (corner[0] + width + 4, corner[1] + height + 5)
    cv2.rectangle(picture, corner, far, colour, -1)
    ink = (0, 0, 0) if lightness(colour) > _INK else (255, 255, 255)
    place = (corner[0] + 2, corner[1] + height + 2)
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.38, ink, 1, cv2.LINE_AA)


def _badge(picture: NDArray[np.uint8], middle: tuple[int, int], text: str, colour: Colour) -> None:
    """A number on a disc."""
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 0.42, 1)
    radius = round(max(width, height) / 2) + 3
    # Half of it may lie outside of its cell, but none of it outside of the picture.
    x = min(max(middle[0], radius), picture.shape[1] - 1 - radius)
    y = min(max(middle[1], radius), picture.shape[0] - 1 - radius)
    cv2.circle(picture, (x, y), radius + 2, EDGE, -1, cv2.LINE_AA)
    cv2.circle(picture, (x, y), radius, colour, -1, cv2.LINE_AA)
    place = (x - width // 2, y + height // 2)
    cv2.putText(picture, text, place, cv2.FONT_HERSHEY_DUPLEX, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
