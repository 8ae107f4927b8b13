"""What programs for work show: text, code, tables, calendars, charts, keys and settings.

Each function fills an RGB picture, which may be a part of a larger one, with things drawn by lot.
"""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import mixed
from bot.faces import FACES, Family, draw_face
from bot.geometry import Rect
from bot.lettering import write
from bot.lots import random_colour
from bot.widgets import Theme, button, edge, fill, paragraph, seen_on, stamp, whole, words

_Pixels = NDArray[np.uint8]


def editor(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """Code with line numbers, indents with guides, and words in colours."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    size = lot.choice((6, 8, 8, 10, 12, 18))
    step, indent, depth = round(size * lot.uniform(1.8, 2.4)), size * 3, 0
    inks = [seen_on(random_colour(lot), theme.paper) for _ in range(4)]
    guides = lot.random() < 0.6
    for number, y in enumerate(range(room.top + 6, room.bottom - size, step)):
        write(pixels, str(number + 1), (room.left + 6, y), size, theme.line)
        depth = min(5, max(0, depth + lot.choice((-1, 0, 0, 0, 1))))
        left = room.left + 5 * size
        if guides:
            for level in range(depth):
                fill(pixels, Rect(left + level * indent, y, 1, step), theme.line)
        x = left + depth * indent
        for _ in range(lot.choice((0, 2, 3, 4, 6))):
            if x > room.right - 6 * size:
                break
            text = lot.choice(
                (*words(lot, 1).lower().split(), "=", "(x, y)", "0x3f", "->", "return")
            )
            x += write(pixels, text, (x, y), size, lot.choice((theme.ink, *inks))) + size


def terminal(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """Letters in columns of one width, as a terminal writes them."""
    room = whole(pixels)
    paper = lot.choice(((12, 12, 16), (0, 43, 54), (48, 10, 36), theme.paper))
    ink = seen_on(random_colour(lot, pale=True), paper)
    fill(pixels, room, paper)
    size = lot.choice((7, 9, 12, 16, 26))
    across, down = round(size * 1.05), round(size * 1.9)
    dense = lot.random() < 0.3  # a dump of figures has no ragged end
    for y in range(room.top + 4, room.bottom - size, down):
        line = f"{lot.choice(('$', '>', 'drwxr-xr-x', ''))} {words(lot, lot.randint(0, 8))}"
        if dense:
            line = " ".join(f"{lot.randrange(256):02x}" for _ in range(40))
        for number, letter in enumerate(line[: (room.width - 8) // across]):
            if letter != " ":
                write(pixels, letter, (room.left + 4 + number * across, y), size, ink)


def spreadsheet(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A table of figures with letters above and numbers at the side."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    width, height = lot.randint(38, 110), lot.randint(18, 44)
    size = max(6, min(width // 8, height // 3))
    lines, banded = lot.random() < 0.7, lot.random() < 0.4
    digits = lot.randint(1, 4)
    for row, y in enumerate(range(room.top, room.bottom - height, height)):
        for col, x in enumerate(range(room.left, room.right - width, width)):
            place = Rect(x, y, width + 1, height + 1)
            head = row == 0 or col == 0
            if head or (banded and row % 2):
                fill(pixels, place, theme.shade)
            if lines:
                edge(pixels, place, theme.line)
            if head:
                text = chr(64 + col % 26) if row == 0 and col else str(row)
            else:
                text = str(lot.randrange(10**digits)) if lot.random() < 0.85 else ""
            write(pixels, text, (x + 5, y + (height - size) // 2), size, theme.ink, bold=head)


def calendar(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A month: seven days a week, some with notes."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    width, height = room.width // 7, (room.height - 30) // 6
    size = max(6, min(width, height) // lot.choice((3, 4, 6)))
    middle, first = lot.random() < 0.5, lot.randrange(7)
    for number, name in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")):
        write(pixels, name, (room.left + number * width + 6, room.top + 10), 9, theme.ink)
    for day in range(31):
        row, col = divmod(day + first, 7)
        place = Rect(room.left + col * width, room.top + 30 + row * height, width + 1, height + 1)
        edge(pixels, place, theme.line)
        x = place.left + (width // 2 - size if middle else 6)
        y = place.top + ((height - size) // 2 if middle else 6)
        write(pixels, str(day + 1), (x, y), size, theme.ink)
        if lot.random() < 0.25 and height > 50:
            note = Rect(place.left + 4, place.bottom - 20, width - 8, 14)
            fill(pixels, note, random_colour(lot), 3)


def chart(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """Bars or lines above a scale, with a grid behind."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    inner = Rect(room.left + 40, room.top + 20, room.width - 60, room.height - 50)
    for number in range(6):
        y = inner.top + inner.height * number // 5
        fill(pixels, Rect(inner.left, y, inner.width, 1), theme.line)
        write(pixels, str((5 - number) * 20), (room.left + 6, y - 4), 8, theme.ink)
    count = lot.randint(6, 24)
    step = max(2, inner.width // count)
    if lot.random() < 0.6:
        for number in range(count):
            height = round(inner.height * lot.uniform(0.05, 0.98))
            bar = Rect(inner.left + number * step, inner.bottom - height, step * 2 // 3, height)
            fill(pixels, bar, theme.accent if lot.random() < 0.8 else random_colour(lot))
        return
    for _ in range(lot.randint(1, 4)):
        points = [
            (inner.left + number * step, inner.bottom - round(inner.height * lot.random()))
            for number in range(count)
        ]
        line = np.array(points, np.int32)
        cv2.polylines(pixels, [line], False, random_colour(lot, strong=True), 2, cv2.LINE_AA)
        for point in points:
            cv2.circle(pixels, point, 4, theme.ink, -1, cv2.LINE_AA)


def settings(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """Rows of labels with sliders, switches and boxes to tick."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    step = lot.randint(28, 60)
    column = room.left + room.width * 55 // 100
    span = room.right - 30 - column
    for y in range(room.top + 14, room.bottom - step, step):
        write(pixels, words(lot, lot.randint(1, 4)), (room.left + 18, y), 10, theme.ink)
        kind, middle = lot.randrange(3), y + 5
        if kind == 0 and span > 20:
            fill(pixels, Rect(column, middle - 2, span, 4), theme.line)
            knob = (column + round(span * lot.random()), middle)
            cv2.circle(pixels, knob, 8, theme.accent, -1, cv2.LINE_AA)
        elif kind == 1:
            on = lot.random() < 0.5
            fill(pixels, Rect(column, middle - 9, 36, 18), theme.accent if on else theme.line, 9)
            knob = (column + (27 if on else 9), middle)
            cv2.circle(pixels, knob, 7, theme.paper, -1, cv2.LINE_AA)
        else:
            edge(pixels, Rect(column, middle - 8, 16, 16), theme.ink)
            if lot.random() < 0.5:
                fill(pixels, Rect(column + 4, middle - 4, 8, 8), theme.accent)


def keyboard(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A keyboard on the screen: four rows of keys."""
    room = whole(pixels)
    fill(pixels, room, theme.shade)
    key = max(16, min(room.width // 11, room.height // 5))
    gap = lot.randint(0, key // 6)
    rows = ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
    top = room.top + (room.height - 5 * key) // 2
    slanted = lot.random() < 0.6
    for row, letters in enumerate(rows):
        left = room.left + (row * key // 3 if slanted else 0) + 4
        for col, letter in enumerate(letters):
            place = Rect(left + col * key, top + row * key, key - gap, key - gap)
            button(pixels, place, theme, letter)
    space = Rect(room.left + 3 * key, top + 4 * key, 5 * key, key - gap)
    button(pixels, space, theme, "")


def calculator(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A display and five rows of keys."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    rows = ("C%^/", "789x", "456-", "123+", "0.=<")
    columns = 4
    key_w = min(room.width // columns, lot.randint(40, 120))
    key_h = min((room.height - 70) // 5, round(key_w * lot.uniform(0.6, 1)))
    left = room.left + (room.width - columns * key_w) // 2
    figure = f"{lot.randrange(10**7):,}"
    write(pixels, figure, (left + key_w, room.top + 24), 24, theme.ink)
    gap = lot.randint(0, 8)
    for row, keys in enumerate(rows):
        for col, text in enumerate(keys):
            place = Rect(left + col * key_w, room.top + 70 + row * key_h, key_w - gap, key_h - gap)
            button(pixels, place, theme, text, chosen=text == "=")


def picker(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A palette of pictures to choose from, each there once."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    side = lot.randint(28, 72)
    family = lot.choice((Family.PICTURES, Family.LINES, Family.SOLID))
    kinds = list(range(1, len(FACES[family]) + 1))
    lot.shuffle(kinds)
    across = max(1, (room.width - 20) // side)
    framed = lot.random() < 0.5
    for number, kind in enumerate(kinds):
        row, col = divmod(number, across)
        place = Rect(room.left + 10 + col * side, room.top + 10 + row * side, side, side)
        if place.bottom > room.bottom:
            return
        if framed:
            edge(pixels, Rect(place.left, place.top, side - 3, side - 3), theme.line)
        stamp(pixels, draw_face(kind, side * 3 // 4, side * 3 // 4, family, ink=theme.ink), place)


def toolbars(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A drawing program: rows and columns of tools around a sheet."""
    room = whole(pixels)
    fill(pixels, room, mixed(theme.paper, theme.ink, 0.25))
    side, family = lot.randint(24, 48), lot.choice((Family.LINES, Family.SOLID))
    rows = lot.randint(1, 3)

    def tool(x: int, y: int) -> None:
        place = Rect(x, y, side - 2, side - 2)
        fill(pixels, place, theme.shade, theme.corner)
        face = draw_face(lot.randint(1, 70), side * 2 // 3, side * 2 // 3, family, ink=theme.ink)
        stamp(pixels, face, place)

    for row in range(rows):
        for x in range(room.left + 4, room.left + room.width * lot.randint(5, 9) // 10, side):
            tool(x, room.top + 3 + row * side)
    for y in range(room.top + rows * side + 10, room.bottom - side, side):
        tool(room.left + 4, y)
        tool(room.left + 4 + side, y)
    left, top = room.left + 2 * side + 24, room.top + rows * side + 24
    sheet = Rect(left, top, max(10, room.right - left - 30), max(10, room.bottom - top - 30))
    fill(pixels, sheet, (255, 255, 255))
    paragraph(pixels, sheet, 10, (40, 40, 40), lot)
