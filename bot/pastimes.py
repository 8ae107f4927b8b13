"""What other games show: boards of squares and pieces that no link clears.

Each function fills an RGB picture, which may be a part of a larger one, with things drawn by lot.
"""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import (
    Colour,
    Picture,
    band,
    box,
    disc,
    distance,
    mixed,
    oval,
    paint,
    polygon,
)
from bot.geometry import Rect
from bot.lettering import lettered
from bot.lots import random_colour
from bot.widgets import Theme, edge, fill, stamp, whole

_Pixels = NDArray[np.uint8]
_BACK_ROW = "rnbqkbnr"


def _two(lot: Random) -> tuple[Colour, Colour]:
    one, other = random_colour(lot), random_colour(lot)
    while distance(one, other) < 90:
        other = random_colour(lot)
    return one, other


def _squares(pixels: _Pixels, lot: Random, most: int, count: int) -> tuple[int, int, int]:
    """Side of a square and the upper left corner of a board with so many of them in a row, px."""
    room = whole(pixels)
    side = max(8, min(most, (min(room.width, room.height) - 8) // count))
    spare_x, spare_y = room.width - side * count, room.height - side * count
    return side, lot.randint(0, max(0, spare_x)), lot.randint(0, max(0, spare_y))


def _checker(pixels: _Pixels, side: int, left: int, top: int, inks: tuple[Colour, Colour]) -> None:
    for row in range(8):
        for col in range(8):
            place = Rect(left + col * side, top + row * side, side, side)
            fill(pixels, place, inks[(row + col) % 2])


def checkers(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A checkered board, bare or with the men of draughts."""
    fill(pixels, whole(pixels), theme.paper)
    side, left, top = _squares(pixels, lot, lot.randint(30, 110), 8)
    inks = _two(lot)
    _checker(pixels, side, left, top, inks)
    if lot.random() < 0.4:
        return
    men = _two(lot)
    rows = lot.choice(((0, 1, 2, 5, 6, 7), (0, 1, 6, 7), (2, 3, 5)))
    for row in rows:
        for col in range(8):
            if (row + col) % 2 and lot.random() < 0.9:
                middle = (left + col * side + side // 2, top + row * side + side // 2)
                colour = men[row > 3]
                cv2.circle(pixels, middle, side * 2 // 5, colour, -1, cv2.LINE_AA)
                dark = mixed(colour, (0, 0, 0), 0.4)
                cv2.circle(pixels, middle, side * 2 // 7, dark, 2, cv2.LINE_AA)


def _piece(name: str, ink: Colour) -> Picture:
    foot = box(ink, 22, 80, 78, 92, 4)
    match name:
        case "p":
            return foot, polygon(ink, "38,46 62,46 72,82 28,82"), disc(ink, 50, 34, 16)
        case "r":
            return (
                foot,
                box(ink, 30, 34, 70, 82),
                box(ink, 24, 16, 76, 38),
                box(None, 44, 14, 56, 26),
            )
        case "n":
            return foot, polygon(ink, "30,82 40,54 20,58 16,46 40,18 62,14 74,40 72,82")
        case "b":
            return (
                foot,
                oval(ink, 50, 48, 20, 32),
                disc(ink, 50, 12, 7),
                band(None, 5, "50,34 62,46"),
            )
        case "q":
            return foot, polygon(ink, "28,82 14,24 34,50 50,14 66,50 86,24 72,82")
        case _:
            return foot, polygon(ink, "28,82 16,44 50,34 84,44 72,82"), box(ink, 45, 6, 55, 40)


def chess(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A position of chess, at the start or after some moves."""
    fill(pixels, whole(pixels), theme.paper)
    side, left, top = _squares(pixels, lot, lot.randint(36, 110), 8)
    inks = _two(lot)
    _checker(pixels, side, left, top, (mixed(inks[0], (255, 255, 255), 0.4), inks[1]))
    squares = {(0, col): (name, 0) for col, name in enumerate(_BACK_ROW)}
    squares |= {(7, col): (name, 1) for col, name in enumerate(_BACK_ROW)}
    squares |= {(row, col): ("p", row > 3) for row in (1, 6) for col in range(8)}
    for _ in range(lot.choice((0, 6, 30, 80))):
        start = lot.choice(sorted(squares))
        squares[(lot.randrange(8), lot.randrange(8))] = squares.pop(start)
    colours: tuple[Colour, Colour] = ((28, 26, 30), (246, 242, 232))
    for (row, col), (name, player) in squares.items():
        face = paint(_piece(name, colours[player]), side * 9 // 10, side * 9 // 10)
        stamp(pixels, face, Rect(left + col * side, top + row * side, side, side))


_FIGURE_INKS: tuple[Colour, ...] = (
    *((30, 60, 220), (20, 130, 30), (210, 30, 30), (20, 20, 120), (120, 20, 20)),
    *((20, 120, 120), (20, 20, 20), (110, 110, 110)),
)


def minesweeper(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A field of covered and uncovered squares with figures, flags and mines."""
    fill(pixels, whole(pixels), theme.shade)
    count = lot.randint(8, 20)
    side, left, top = _squares(pixels, lot, lot.randint(18, 48), count)
    closed = lot.uniform(0.1, 0.7)
    grey: Colour = lot.choice(((192, 192, 192), mixed(theme.paper, theme.ink, 0.25)))
    digits = [_text(str(number), side, ink) for number, ink in enumerate(_FIGURE_INKS, 1)]
    for row in range(count):
        for col in range(count):
            place = Rect(left + col * side, top + row * side, side, side)
            fill(pixels, place, grey)
            near = (row * 7 + col * 3) % 11 / 22 + lot.random() * 0.5
            if near < closed:
                fill(pixels, Rect(place.left, place.top, side - 1, 2), mixed(grey, (255,) * 3, 0.8))
                fill(pixels, Rect(place.left, place.top, 2, side - 1), mixed(grey, (255,) * 3, 0.8))
                fill(
                    pixels, Rect(place.left, place.bottom - 2, side, 2), mixed(grey, (0,) * 3, 0.4)
                )
                fill(pixels, Rect(place.right - 2, place.top, 2, side), mixed(grey, (0,) * 3, 0.4))
                if lot.random() < 0.12:
                    flag = (
                        polygon((220, 30, 30), "30,16 76,34 30,52"),
                        band((0, 0, 0), 6, "30,16 30,84"),
                    )
                    stamp(pixels, paint(flag, side * 3 // 4, side * 3 // 4), place)
            else:
                edge(pixels, place, mixed(grey, (0, 0, 0), 0.3))
                number = lot.choices(range(6), weights=(6, 6, 4, 2, 1, 1))[0]
                if number:
                    stamp(pixels, digits[number - 1], place)


def sudoku(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """Nine times nine squares with figures in some of them, thick lines around each block."""
    fill(pixels, whole(pixels), theme.paper)
    side, left, top = _squares(pixels, lot, lot.randint(28, 90), 9)
    filled = lot.uniform(0.3, 1)
    shift = lot.randrange(9)
    figures = [_text(str(number), round(side * 0.8), theme.ink) for number in range(1, 10)]
    for row in range(9):
        for col in range(9):
            place = Rect(left + col * side, top + row * side, side + 1, side + 1)
            edge(pixels, place, theme.line)
            if lot.random() < filled:
                stamp(pixels, figures[(row * 3 + row // 3 + col + shift) % 9], place)
    for line in range(4):
        fill(pixels, Rect(left + line * 3 * side - 1, top, 3, 9 * side), theme.ink)
        fill(pixels, Rect(left, top + line * 3 * side - 1, 9 * side, 3), theme.ink)


def crossword(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """White and black squares with letters, or a search for words: letters everywhere."""
    fill(pixels, whole(pixels), theme.paper)
    count = lot.randint(9, 20)
    side, left, top = _squares(pixels, lot, lot.randint(20, 56), count)
    search = lot.random() < 0.3
    letters = {letter: _text(letter, side * 3 // 4, (20, 20, 20)) for letter in "AEIOUBCDLMNRST"}
    for row in range(count):
        for col in range(count):
            place = Rect(left + col * side, top + row * side, side + 1, side + 1)
            if not search and (row * 5 + col * col) % 7 < 2:
                fill(pixels, place, (20, 20, 24))
                continue
            fill(pixels, place, (252, 252, 250))
            if not search:
                edge(pixels, place, (90, 90, 90))
            if search or lot.random() < 0.5:
                stamp(pixels, letters[lot.choice(sorted(letters))], place)


def stones(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A board of go, or of five in a row: lines with black and white stones on their crossings."""
    fill(pixels, whole(pixels), mixed((220, 178, 92), theme.paper, lot.uniform(0, 0.3)))
    count = lot.choice((9, 13, 15, 19))
    side, left, top = _squares(pixels, lot, lot.randint(20, 60), count)
    for line in range(count):
        offset, span = line * side + side // 2, (count - 1) * side
        fill(pixels, Rect(left + side // 2, top + offset, span, 1), (60, 40, 20))
        fill(pixels, Rect(left + offset, top + side // 2, 1, span), (60, 40, 20))
    dense = lot.uniform(0, 0.7)
    for row in range(count):
        for col in range(count):
            if lot.random() < dense:
                middle = (left + col * side + side // 2, top + row * side + side // 2)
                colour = lot.choice(((20, 20, 20), (245, 245, 240)))
                cv2.circle(pixels, middle, side * 9 // 20, colour, -1, cv2.LINE_AA)


def _text(text: str, side: int, ink: Colour) -> _Pixels:
    """A figure or a letter in the middle of a square, uint8 of shape (side, side, 4), RGBA."""
    face = np.empty((max(4, side * 3 // 4), max(4, side * 3 // 4), 4), np.uint8)
    face[:, :, :3] = ink
    face[:, :, 3] = lettered(text, face.shape[1], face.shape[0])
    return face
