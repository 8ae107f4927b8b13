"""A telephone's screen as a desktop window shows it: upright, scaled, and after lossy coding."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import Board
from bot.boardview import draw, lattice_of
from bot.damage import compressed
from bot.drawing import Colour
from bot.geometry import Lattice, Pixel, Rect
from bot.lettering import write
from bot.parts import Ground
from bot.style import Style
from bot.widgets import fill

SCREEN = (1080, 2400)
"""Width and height of the telephone's screen, px."""
STATUS, PANEL, FOOT, BAR = 96, 330, 260, 110
"""Heights of the status bar, of what is over the board and under it, and of the last bar, px."""
DARK, LIGHT = (24, 30, 44), (236, 240, 246)

LOOKS: dict[str, tuple[Style, Colour]] = {
    "tiles": (
        Style(
            tile=(132, 144),
            gap=(6.0, 8.0),
            margins=(48, 40, 48, 40),
            ground=Ground(colours=((46, 96, 120), (46, 96, 120))),
        ),
        (30, 66, 86),
    ),
    "icons": (
        Style(
            tile=(124, 124),
            gap=(16.0, 16.0),
            margins=(40, 40, 40, 40),
            body=None,
            ground=Ground(colours=((250, 244, 226), (250, 244, 226))),
        ),
        (236, 196, 120),
    ),
}
"""How two games look, and the colour around their boards."""


@dataclass(frozen=True, slots=True)
class Phone:
    """What a window shows of a telephone, and where the cells of the board lie in it."""

    pixels: NDArray[np.uint8]
    lattice: Lattice


def phone(board: Board, look: str, scale: float, quality: int) -> Phone:
    """Draw a game on a telephone, and show it in a window.

    Parameters
    ----------
    board
        of the width of the screen: 7 columns
    look
        one of `LOOKS`
    scale
        how large the window is, as a share of the telephone's screen
    quality
        of the coding, by blocks and with half the colours along both axes: 1 to 100
    """
    style, colour = LOOKS[look]
    width, height = SCREEN
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[:] = colour
    game = draw(board, style)
    left, top = (width - game.shape[1]) // 2, STATUS + PANEL
    assert left >= 0
    assert top + game.shape[0] <= height - FOOT - BAR
    pixels[top : top + game.shape[0], left : left + game.shape[1]] = game
    _status(pixels)
    _panel(pixels, top + game.shape[0])
    size = round(width * scale), round(height * scale)
    shown = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    there = lattice_of(board, style)
    x, y = there.origin
    lattice = replace(
        there,
        origin=Pixel((x + left + 0.5) * scale - 0.5, (y + top + 0.5) * scale - 0.5),
        pitch=(there.pitch[0] * scale, there.pitch[1] * scale),
    )
    return Phone(compressed(shown, quality), lattice)


def _status(pixels: NDArray[np.uint8]) -> None:
    """The bar with the time, the signal and the battery."""
    fill(pixels, Rect(0, 0, SCREEN[0], STATUS), DARK)
    write(pixels, "12:47", (52, 36), 30, LIGHT, bold=True)
    for step in range(4):
        fill(pixels, Rect(820 + 16 * step, 62 - 10 * step, 11, 10 + 10 * step), LIGHT)
    fill(pixels, Rect(930, 34, 92, 38), LIGHT, 8)
    fill(pixels, Rect(936, 40, 56, 26), (60, 170, 90), 4)


def _panel(pixels: NDArray[np.uint8], below: int) -> None:
    """What a game has around its board: level, time, score, three buttons, and the last bar."""
    width, height = SCREEN
    fill(pixels, Rect(40, STATUS + 40, 200, 120), DARK, 30)
    write(pixels, "LEVEL 12", (60, STATUS + 84), 26, LIGHT, bold=True)
    fill(pixels, Rect(280, STATUS + 60, 520, 60), DARK, 30)
    fill(pixels, Rect(290, STATUS + 70, 330, 40), (240, 180, 40), 20)
    write(pixels, "8450", (850, STATUS + 76), 44, LIGHT, bold=True)
    for at, (name, colour) in enumerate(
        (("Hint 3", (60, 150, 220)), ("Mix 2", (220, 110, 60)), ("Bomb 1", (150, 90, 200)))
    ):
        place = Rect(90 + 310 * at, height - BAR - FOOT + 60, 260, 140)
        fill(pixels, place, colour, 40)
        write(pixels, name, (place.left + 40, place.top + 50), 40, LIGHT, bold=True)
    fill(pixels, Rect(0, height - BAR, width, BAR), DARK)
    fill(pixels, Rect(380, height - 60, 320, 12), LIGHT, 6)
