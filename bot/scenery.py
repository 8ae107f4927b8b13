"""What clutters the window of the bundled game around its board."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import Colour, mixed
from bot.geometry import Rect
from bot.lettering import write
from bot.parts import Clutter, Side
from bot.style import Style

BUTTON_ROOM = 12
"""Height that a row of buttons has beyond the buttons themselves, px."""
_WORDS = (
    *("New game", "Hint", "Undo", "Score", "Time", "Level", "Tiles left", "Pause", "Help", "Best"),
    *("Shuffle", "Options", "Moves", "Start", "02:31", "0:00", "Stage 3", "Combo x2", "Quit"),
)


def paint_clutter(pixels: NDArray[np.uint8], style: Style, board: Rect) -> None:
    """Paint strips, panel and buttons into a window whose board covers the rectangle."""
    clutter, lot = style.clutter, Random(style.clutter.seed)
    height, width = pixels.shape[:2]
    if clutter.panel_side is not Side.NONE:
        left = 0 if clutter.panel_side is Side.LEFT else width - clutter.panel
        _paint_panel(pixels, Rect(left, 0, clutter.panel, height), clutter, lot)
    if clutter.toolbar:
        _paint_strip(pixels, Rect(0, 0, width, clutter.toolbar), clutter, lot)
    if clutter.status:
        place = Rect(0, height - clutter.status, width, clutter.status)
        _paint_strip(pixels, place, clutter, lot)
    _paint_buttons(pixels, style, board, lot)


def _paint_strip(pixels: NDArray[np.uint8], place: Rect, clutter: Clutter, lot: Random) -> None:
    _fill(pixels, place, clutter.colours[0])
    x = place.left + place.height // 2
    size = max(4, place.height * 2 // 5)
    while x < place.right - 8 * size:
        if lot.random() < 0.35:
            middle = (x + size, place.top + place.height // 2)
            cv2.circle(pixels, middle, size * 2 // 3, clutter.colours[1], -1, cv2.LINE_AA)
            x += 3 * size
        else:
            x += _write(pixels, (x, place.top + (place.height - size) // 2), size, clutter, lot)
        x += round(lot.uniform(1, 5) * size)


def _paint_panel(pixels: NDArray[np.uint8], place: Rect, clutter: Clutter, lot: Random) -> None:
    _fill(pixels, place, mixed(clutter.colours[0], clutter.colours[1], 0.12))
    y = place.top + clutter.toolbar + 20
    while y < place.bottom - clutter.status - 60:
        size = lot.choice([10, 12, 16, 24])
        if lot.random() < 0.3:
            card = Rect(place.left + 10, y, place.width - 20, lot.randint(30, 56))
            _fill(pixels, card, clutter.colours[0])
            y += card.height + 12
        else:
            _write(pixels, (place.left + 14, y), size, clutter, lot)
            y += 2 * size


def _paint_buttons(pixels: NDArray[np.uint8], style: Style, board: Rect, lot: Random) -> None:
    """A row of buttons as large as tiles in the middle of the room that is kept above the board."""
    width, height = style.tile
    top = board.top - style.margins[1] - height - BUTTON_ROOM // 2
    for index in range(style.clutter.buttons):
        left = board.left + round(index * style.pitch[0])
        if left + width > board.right:
            return
        place = Rect(left, top, width, height)
        _fill(pixels, place, style.clutter.colours[0])
        middle = (left + width // 2, top + height // 2)
        colour, radius = style.clutter.colours[1], max(3, min(width, height) // 4)
        match lot.randrange(3):
            case 0:
                cv2.circle(pixels, middle, radius, colour, 2, cv2.LINE_AA)
            case 1:
                cv2.drawMarker(pixels, middle, colour, cv2.MARKER_TILTED_CROSS, 2 * radius, 2)
            case _:
                cv2.drawMarker(pixels, middle, colour, cv2.MARKER_TRIANGLE_UP, 2 * radius, 2)


def _write(
    pixels: NDArray[np.uint8], place: tuple[int, int], size: int, clutter: Clutter, lot: Random
) -> int:
    """A word or a figure of some size, px; returns how wide it became, px."""
    text = (
        lot.choice(_WORDS) if lot.random() < 0.65 else f"{lot.randrange(10 ** lot.randint(1, 5))}"
    )
    return write(pixels, text, place, size, clutter.colours[1], bold=lot.random() < 0.4)


def _fill(pixels: NDArray[np.uint8], place: Rect, colour: Colour) -> None:
    inside = place.intersection(Rect(0, 0, pixels.shape[1], pixels.shape[0]))
    pixels[inside.top : inside.bottom, inside.left : inside.right] = colour
