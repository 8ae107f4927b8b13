"""What windows are made of: papers, frames, buttons, lines of text and title bars."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import Colour, distance, lightness, mixed
from bot.geometry import Rect
from bot.lettering import write
from bot.lots import random_colour
from bot.palette import WHITE

_BLACK: Colour = (0, 0, 0)
_VOCABULARY = (
    "time game score level board find open save view help table first water light house small "
    "people world great where after right think under sound place year live back give most very "
    "thing name good sentence man line turn cause much mean before move boy old too same tell does "
    "set three want air well also play end put home read hand port large spell add even land here "
    "must big high such follow act why ask men change went kind off need picture try us again "
    "animal point mother near build self earth father any new work part take get made"
)
_MENUS = ("File", "Edit", "View", "Game", "Move", "Help", "Tools", "Options", "About")
_WORDS = _VOCABULARY.split()


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a program's windows.

    Parameters
    ----------
    paper, ink
        behind text, and of it
    bar, label
        of title bars and strips, and of the text on them
    accent
        of what is chosen
    corner
        radius of the corners of buttons, px
    """

    paper: Colour
    ink: Colour
    bar: Colour
    label: Colour
    accent: Colour
    corner: int

    @property
    def line(self) -> Colour:
        """The colour of thin lines on paper."""
        return mixed(self.paper, self.ink, 0.22)

    @property
    def shade(self) -> Colour:
        """The colour of fields and cards on paper."""
        return mixed(self.paper, self.ink, 0.06)


def random_theme(lot: Random) -> Theme:
    """Light or dark, grey or in colour."""
    dark = lot.random() < 0.35
    paper = mixed(random_colour(lot), _BLACK if dark else WHITE, lot.uniform(0.8, 1))
    bar = lot.choice((mixed(paper, random_colour(lot), 0.5), random_colour(lot), paper))
    return Theme(
        paper=paper,
        ink=mixed(paper, WHITE if dark else _BLACK, lot.uniform(0.75, 1)),
        bar=bar,
        label=_BLACK if lightness(bar) > 128 else WHITE,
        accent=random_colour(lot, strong=True),
        corner=lot.choice((0, 3, 6, 12)),
    )


def words(lot: Random, count: int) -> str:
    """Some words with a capital letter."""
    return " ".join(lot.choices(_WORDS, k=count)).capitalize()


def fill(pixels: NDArray[np.uint8], place: Rect, colour: Colour, corner: int = 0) -> None:
    """Fill a rectangle; what lies outside the picture is left out."""
    corner = min(corner, place.width // 2, place.height // 2)
    if corner < 2:
        if place.width > 0 and place.height > 0:
            ends = (place.left, place.top), (place.right - 1, place.bottom - 1)
            cv2.rectangle(pixels, *ends, colour, -1)
        return
    for inset_x, inset_y in ((corner, 0), (0, corner)):
        inner = Rect(
            place.left + inset_x,
            place.top + inset_y,
            place.width - 2 * inset_x,
            place.height - 2 * inset_y,
        )
        fill(pixels, inner, colour)
    for x in (place.left + corner, place.right - 1 - corner):
        for y in (place.top + corner, place.bottom - 1 - corner):
            cv2.circle(pixels, (x, y), corner, colour, -1, cv2.LINE_AA)


def edge(pixels: NDArray[np.uint8], place: Rect, colour: Colour, line: int = 1) -> None:
    """Draw the inner edge of a rectangle."""
    for side in (
        Rect(place.left, place.top, place.width, line),
        Rect(place.left, place.bottom - line, place.width, line),
        Rect(place.left, place.top, line, place.height),
        Rect(place.right - line, place.top, line, place.height),
    ):
        fill(pixels, side, colour)


def button(
    pixels: NDArray[np.uint8], place: Rect, theme: Theme, text: str, *, chosen: bool = False
) -> None:
    """A button with its text in the middle, as large as fits."""
    colour = theme.accent if chosen else mixed(theme.paper, theme.ink, 0.1)
    fill(pixels, place, mixed(theme.paper, theme.ink, 0.3), theme.corner)
    inner = Rect(place.left + 1, place.top + 1, place.width - 2, place.height - 2)
    fill(pixels, inner, colour, theme.corner)
    size = max(5, min(place.height * 0.38, 1.5 * place.width / max(1, len(text))))
    left = place.left + (place.width - round(size * 0.78 * len(text))) // 2
    write(pixels, text, (left, place.top + round((place.height - size) / 2)), size, theme.ink)


def paragraph(
    pixels: NDArray[np.uint8], place: Rect, size: int, colour: Colour, lot: Random
) -> None:
    """Fill a rectangle with text of some size, px."""
    step = round(size * lot.uniform(1.7, 2.3))
    y = place.top
    letters = max(1, int(place.width / (size * 0.9)))
    while y + size <= place.bottom:
        if lot.random() < 0.12:  # a paragraph ends
            line = words(lot, lot.randint(1, max(1, letters // 10)))[:letters]
            write(pixels, line, (place.left, y), size, colour)
            y += step
        else:
            line = words(lot, letters // 4 + 1)[:letters].rsplit(" ", 1)[0]
            write(pixels, line, (place.left, y), size, colour)
        y += step


@dataclass(frozen=True, slots=True)
class Trim:
    """What a window has around its content; sizes in px, 0 for none."""

    bar: int
    menu: int
    address: int
    frame: int

    def around(self, content: Rect) -> Rect:
        """The whole window."""
        above = self.bar + self.menu + self.address + self.frame
        return Rect(
            content.left - self.frame,
            content.top - above,
            content.width + 2 * self.frame,
            content.height + above + self.frame,
        )

    def within(self, window: Rect) -> Rect:
        """What is left for the content of a window."""
        outer = self.around(Rect(0, 0, window.width, window.height))
        spare_x, spare_y = outer.width - window.width, outer.height - window.height
        return Rect(
            window.left - outer.left,
            window.top - outer.top,
            max(0, window.width - spare_x),
            max(0, window.height - spare_y),
        )


def random_trim(lot: Random) -> Trim:
    """A window of a game, mostly, or of a browser."""
    return Trim(
        bar=lot.randint(20, 36),
        menu=lot.choice((0, 22, 26)),
        address=lot.choice((0, 0, 34, 40)),
        frame=lot.choice((0, 1, 1, 4)),
    )


def window(pixels: NDArray[np.uint8], place: Rect, trim: Trim, theme: Theme, lot: Random) -> None:
    """Draw a window; its content is plain paper."""
    if lot.random() < 0.6:
        _cast(pixels, place)
    fill(pixels, place, mixed(theme.bar, _BLACK, 0.4))
    content = trim.within(place)
    fill(pixels, content, theme.paper)
    bar = Rect(content.left, place.top + trim.frame, content.width, trim.bar)
    fill(pixels, bar, theme.bar)
    size = max(7, trim.bar // 3)
    title = inside(pixels, bar)
    write(title, words(lot, 2), (10, (trim.bar - size) // 2), size, theme.label)
    for number in range(3):
        middle = (bar.right - 16 - 26 * number, bar.top + trim.bar // 2)
        cv2.circle(pixels, middle, trim.bar // 5, theme.label, -1, cv2.LINE_AA)
    menu = Rect(bar.left, bar.bottom, bar.width, trim.menu)
    fill(pixels, menu, mixed(theme.paper, theme.bar, 0.15))
    x = 10
    for text in lot.sample(_MENUS, 5 if trim.menu else 0):
        x += write(inside(pixels, menu), text, (x, trim.menu // 2 - 4), 8, theme.ink) + 16
    address = Rect(bar.left, menu.bottom, bar.width, trim.address)
    fill(pixels, address, theme.shade)
    if trim.address:
        field = Rect(bar.left + 90, address.top + 6, max(20, bar.width - 160), trim.address - 12)
        fill(pixels, field, theme.paper, 10)
        text = f"https://www.{words(lot, 1).lower()}.org/{words(lot, 1).lower()}"
        write(inside(pixels, field), text, (12, field.height // 2 - 4), 8, theme.ink)


def _cast(pixels: NDArray[np.uint8], place: Rect) -> None:
    """Darken the ground around a window."""
    for reach, light in ((8, 0.9), (5, 0.88), (2, 0.85)):
        left, top = place.left - reach, place.top - reach + 3
        part = inside(pixels, Rect(left, top, place.width + 2 * reach, place.height + 2 * reach))
        part[:] = cv2.convertScaleAbs(part, alpha=light)


def seen_on(colour: Colour, ground: Colour) -> Colour:
    """The colour, or black or white where it would not be seen on the ground."""
    if distance(colour, ground) > 150:
        return colour
    return _BLACK if lightness(ground) > 128 else WHITE


def stamp(pixels: NDArray[np.uint8], face: NDArray[np.uint8], place: Rect) -> None:
    """Lay a face in the middle of a place; RGBA on RGB, left out where it does not fit."""
    height, width = face.shape[:2]
    left = place.left + (place.width - width) // 2
    top = place.top + (place.height - height) // 2
    if left < 0 or top < 0 or left + width > pixels.shape[1] or top + height > pixels.shape[0]:
        return
    canvas = pixels[top : top + height, left : left + width]
    alpha = face[:, :, 3:] / np.float32(255)
    canvas[:] = np.rint(face[:, :, :3] * alpha + canvas * (1 - alpha))


def whole(pixels: NDArray[np.uint8]) -> Rect:
    """The rectangle that a picture covers."""
    return Rect(0, 0, pixels.shape[1], pixels.shape[0])


def inside(pixels: NDArray[np.uint8], place: Rect) -> NDArray[np.uint8]:
    """The part of a picture that lies in a place; what is painted there is painted on it."""
    shared = place.intersection(whole(pixels))
    return pixels[shared.top : shared.bottom, shared.left : shared.right]
