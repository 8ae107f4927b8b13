"""What browsers and other shows of pages and pictures have in them.

Each function fills an RGB picture, which may be a part of a larger one, with things drawn by lot.
"""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.backdrop import paint_ground
from bot.drawing import mixed
from bot.faces import Family, draw_face
from bot.geometry import Rect
from bot.lettering import write
from bot.lots import random_colour
from bot.palette import AMBER, SKY, TAN
from bot.parts import Ground, GroundKind
from bot.widgets import Theme, button, edge, fill, inside, paragraph, stamp, whole, words

_Pixels = NDArray[np.uint8]


def photograph(width: int, height: int, lot: Random) -> _Pixels:
    """A small picture of anything."""
    kind = lot.choice((GroundKind.PHOTO, GroundKind.PHOTO, GroundKind.SCENE, GroundKind.GRADIENT))
    ground = Ground(kind, (random_colour(lot), random_colour(lot)), lot.randrange(10**6))
    return paint_ground(width, height, ground)


def article(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A headline and columns of text with a picture between them."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    write(pixels, words(lot, 5), (24, 20), lot.randint(16, 34), theme.ink, bold=True)
    columns = lot.randint(1, 4)
    width = (room.width - 24) // columns
    size = lot.choice((7, 8, 9, 11, 14))
    for column in range(columns):
        top = 80
        if lot.random() < 0.5 and width > 60 and room.height > 300:
            height = min(room.height // 3, width * 2 // 3)
            place = Rect(24 + column * width, top, width - 24, height)
            inside(pixels, place)[:] = photograph(*_size(inside(pixels, place)), lot)
            top += height + 14
        text = Rect(24 + column * width, top, width - 30, room.height - top - 10)
        paragraph(pixels, text, size, theme.ink, lot)


def cards(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A shop: cards with a picture, a name and a price."""
    room = whole(pixels)
    fill(pixels, room, theme.shade)
    width, gap = lot.randint(110, 260), lot.randint(6, 24)
    height = round(width * lot.uniform(0.9, 1.5))
    shown = lot.random() < 0.5  # products cut out on white, or photographs
    for y in range(gap, room.height - height // 2, height + gap):
        for x in range(gap, room.width - width, width + gap):
            card = inside(pixels, Rect(x, y, width, height))
            fill(card, whole(card), theme.paper, theme.corner)
            edge(card, whole(card), theme.line)
            place = Rect(6, 6, width - 12, height * 3 // 5)
            part = inside(card, place)
            if shown and part.shape[0] > 40:
                side = min(place.width, place.height) * 3 // 4
                stamp(card, draw_face(lot.randint(1, 70), side, side), place)
            elif part.size:
                part[:] = photograph(*_size(part), lot)
            write(card, words(lot, 2), (10, place.bottom + 10), 9, theme.ink)
            price = f"{lot.randrange(100)}.{lot.randrange(100):02}"
            write(card, price, (10, place.bottom + 28), 11, theme.accent, bold=True)


def gallery(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """Thumbnails of photographs in rows."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    width = lot.randint(48, 180)
    height = width if lot.random() < 0.5 else width * 3 // 4
    gap = lot.choice((0, 2, 6, 14))
    name = lot.choice((0, 0, 16))
    # Few of them are painted and then turned, cut and tinted: many small ones take long.
    stock = [photograph(width * 2, height * 2, lot) for _ in range(6)]
    for y in range(gap + 4, room.height - height, height + gap + name):
        for x in range(gap + 4, room.width - width, width + gap):
            left, top = lot.randint(0, width), lot.randint(0, height)
            cut = lot.choice(stock)[top : top + height, left : left + width]
            turned = cut[:: lot.choice((1, -1)), :: lot.choice((1, -1)), lot.sample(range(3), 3)]
            pixels[y : y + height, x : x + width] = turned
            if name:
                write(pixels, f"IMG{lot.randrange(9999):04}", (x, y + height + 4), 7, theme.ink)


def folders(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A folder window: the same few icons again and again, each with another name."""
    fill(pixels, whole(pixels), theme.paper)
    icon_grid(pixels, theme, lot, whole(pixels), share=lot.uniform(0.5, 1))


def icon_grid(pixels: _Pixels, theme: Theme, lot: Random, room: Rect, *, share: float) -> None:
    """Icons of folders and files with their names below, in as many places as the share says."""
    side = lot.choice((32, 48, 64, 80))
    across, down = round(side * lot.uniform(1.4, 2.2)), round(side * lot.uniform(1.5, 2))
    folder = lot.choice((AMBER, SKY, TAN))
    for y in range(room.top + 10, room.bottom - down, down):
        for x in range(room.left + 10, room.right - across, across):
            if lot.random() > share:
                continue
            left = x + (across - side) // 2
            if lot.random() < 0.6:
                tab = Rect(left, y + side // 6, side // 2, side // 5)
                fill(pixels, tab, mixed(folder, (0, 0, 0), 0.15), 3)
                front = Rect(left, y + side // 4, side, side * 5 // 8)
                fill(pixels, front, folder, 4)
            else:
                sheet = Rect(left + side // 6, y, side * 2 // 3, side * 7 // 8)
                fill(pixels, sheet, (250, 250, 250))
                edge(pixels, sheet, (150, 150, 150))
                for line in range(3):
                    mark = Rect(sheet.left + 5, y + side * (line + 2) // 7, side // 3, 2)
                    fill(pixels, mark, theme.accent)
            name = words(lot, 1)[:9]
            write(pixels, name, (x + across // 2 - 3 * len(name), y + side), 8, theme.ink)


def chat(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """Heads in a column, each with what it says."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    y, side = 12, lot.randint(24, 48)
    while y < room.height - side:
        mine = lot.random() < 0.4
        width = min(room.width - 2 * side - 30, lot.randint(120, 500))
        height = lot.randint(side, 3 * side)
        left = room.width - side - 20 - width if mine else side + 20
        bubble = Rect(left, y, max(20, width), height)
        fill(pixels, bubble, mixed(theme.paper, theme.accent, 0.3) if mine else theme.shade, 10)
        text = Rect(left + 10, y + 8, max(20, width) - 20, height - 12)
        paragraph(inside(pixels, room), text, 8, theme.ink, lot)
        head = Rect(room.width - side - 8 if mine else 8, y, side, side)
        stamp(pixels, draw_face(lot.randint(1, 36), side, side, Family.CREATURES), head)
        y += height + lot.randint(6, 20)


def form(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """Fields with labels, and buttons below."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    step = lot.randint(36, 64)
    for y in range(20, room.height - 2 * step, step):
        write(pixels, words(lot, 2), (20, y), 9, theme.ink)
        field = Rect(room.width // 3, y - 8, room.width // 2, step * 3 // 5)
        fill(pixels, field, theme.shade, theme.corner)
        edge(pixels, field, theme.line)
        if lot.random() < 0.6:
            write(pixels, words(lot, 2), (field.left + 8, y), 9, theme.ink)
    for number, text in enumerate(("Cancel", "Save", "Next")):
        place = Rect(20 + number * 110, room.height - step, 100, 30)
        button(pixels, place, theme, text, chosen=number == 1)


def schedule(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A table of text: rows with a picture, names and figures."""
    room = whole(pixels)
    fill(pixels, room, theme.paper)
    height = lot.randint(20, 56)
    size = max(7, min(14, height // 3))
    columns = lot.randint(3, 7)
    pictured = lot.random() < 0.5
    for row, y in enumerate(range(0, room.height - height, height)):
        if row % 2:
            fill(pixels, Rect(0, y, room.width, height), theme.shade)
        for column in range(columns):
            x = 10 + room.width * column // columns
            middle = y + (height - size) // 2
            if column == 0 and pictured:
                face = draw_face(lot.randint(1, 70), height - 6, height - 6)
                stamp(pixels, face, Rect(x, y, height, height))
            elif column % 2:
                write(pixels, str(lot.randrange(10000)), (x, middle), size, theme.ink)
            else:
                write(pixels, words(lot, 2), (x, middle), size, theme.ink, bold=row == 0)


def wallpaper(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """One photograph or pattern, or a cloth with one or two motifs."""
    del theme
    room = whole(pixels)
    ground = Ground(
        lot.choice(list(GroundKind)), (random_colour(lot), random_colour(lot)), lot.randrange(10**6)
    )
    pixels[:] = paint_ground(room.width, room.height, ground)
    if lot.random() < 0.5:
        return
    side = lot.randint(24, 120)
    family = lot.choice((Family.PICTURES, Family.SHAPES, Family.SOLID))
    ink = random_colour(lot)
    motifs = [
        draw_face(lot.randint(1, 48), side * 2 // 3, side * 2 // 3, family, ink=ink)
        for _ in range(lot.randint(1, 2))
    ]
    shifted = lot.random() < 0.5
    for row, y in enumerate(range(0, room.height, side)):
        for col, x in enumerate(range(0, room.width, side)):
            left = x + (side // 2 if shifted and row % 2 else 0)
            stamp(pixels, motifs[(row + col) % len(motifs)], Rect(left, y, side, side))


def _size(part: _Pixels) -> tuple[int, int]:
    return part.shape[1], part.shape[0]


def slides(pixels: _Pixels, theme: Theme, lot: Random) -> None:
    """A video or a slide show: one large picture with a row of controls."""
    room = whole(pixels)
    pixels[:] = photograph(room.width, room.height, lot)
    fill(pixels, Rect(0, room.height - 40, room.width, 40), theme.bar)
    fill(pixels, Rect(60, room.height - 22, max(4, room.width - 120), 4), theme.label)
    for number in range(4):
        middle = (20 + number * 34, room.height - 20)
        cv2.circle(pixels, middle, 10, theme.label, 2, cv2.LINE_AA)
