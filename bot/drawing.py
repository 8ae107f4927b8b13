"""Flat pictures out of filled shapes: outlines in hundredths of a square, painted smoothly."""

# A shape is a row of numbers, as in SVG: names would triple the length of the pictures.
# ruff: noqa: PLR0917

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, radians, sin

import cv2
import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""
Outline = NDArray[np.float64]
"""Corners of a closed polygon, shape (N, 2), x and y in hundredths of the picture's side."""

OVERSAMPLING = 4
"""Each pixel is the mean of 4 x 4 painted ones, which smooths every edge."""
_SUBPIXEL_BITS = 4


@dataclass(frozen=True, slots=True)
class Fill:
    """Outlines painted one after the other in one colour; without a colour they cut a hole."""

    outlines: tuple[Outline, ...]
    colour: Colour | None


Picture = tuple[Fill, ...]
"""Fills from the back to the front."""


def mixed(one: Colour, other: Colour, share: float) -> Colour:
    """A colour with a share of another."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def distance(one: Colour, other: Colour) -> int:
    """Sum of the differences of red, green and blue, 0 to 765."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def lightness(colour: Colour) -> float:
    """How light a colour looks in grey, 0 to 255: the luma of ITU-R BT.601."""
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue


def polygon(colour: Colour | None, corners: str) -> Fill:
    """A polygon with straight sides; corners are written as in SVG: `"0,0 100,0 50,80"`."""
    return Fill((_points(corners),), colour)


def oval(colour: Colour | None, x: float, y: float, rx: float, ry: float, turn: float = 0) -> Fill:
    """An ellipse around (x, y), turned clockwise by degrees."""
    return Fill((_ellipse(x, y, rx, ry, turn),), colour)


def disc(colour: Colour | None, x: float, y: float, radius: float) -> Fill:
    """A circle around (x, y)."""
    return oval(colour, x, y, radius, radius)


def box(
    colour: Colour | None,
    left: float,
    top: float,
    right: float,
    bottom: float,
    radius: float = 0,
) -> Fill:
    """A rectangle with round corners."""
    if not radius:
        return polygon(colour, f"{left},{top} {right},{top} {right},{bottom} {left},{bottom}")
    corners = [
        (right - radius, top + radius, -90),
        (right - radius, bottom - radius, 0),
        (left + radius, bottom - radius, 90),
        (left + radius, top + radius, 180),
    ]
    return Fill((np.vstack([_arc(x, y, radius, a, a + 90) for x, y, a in corners]),), colour)


def pie(colour: Colour | None, x: float, y: float, radius: float, start: float, end: float) -> Fill:
    """The part of a circle between two angles, degrees clockwise from the right."""
    return Fill((np.vstack([_arc(x, y, radius, start, end), [(x, y)]]),), colour)


def star(
    colour: Colour | None,
    x: float,
    y: float,
    outer: float,
    inner: float,
    points: int,
    turn: float = 0,
) -> Fill:
    """A star with its first point upwards, turned clockwise by degrees."""
    angles = [radians(turn - 90 + 180 * i / points) for i in range(2 * points)]
    radii = [outer, inner] * points
    corners = [(x + r * cos(a), y + r * sin(a)) for a, r in zip(angles, radii, strict=True)]
    return Fill((np.array(corners),), colour)


def blob(colour: Colour | None, knots: str) -> Fill:
    """A smooth closed curve through the knots: a Catmull-Rom spline."""
    knot = _points(knots)
    before, after, beyond = (np.roll(knot, shift, axis=0) for shift in (1, -1, -2))
    pieces = [
        0.5
        * (
            2 * knot
            + (after - before) * t
            + (2 * before - 5 * knot + 4 * after - beyond) * t**2
            + (3 * knot - before - 3 * after + beyond) * t**3
        )
        for t in np.linspace(0, 1, 12, endpoint=False)
    ]
    return Fill((np.stack(pieces, axis=1).reshape(-1, 2),), colour)


def band(colour: Colour | None, width: float, points: str) -> Fill:
    """A line of some width with round ends and bends."""
    return Fill(_stroke(_points(points), width), colour)


def bow(
    colour: Colour | None,
    width: float,
    x: float,
    y: float,
    radius: float,
    start: float,
    end: float,
) -> Fill:
    """A part of a ring between two angles, degrees clockwise from the right, with round ends."""
    return Fill(_stroke(_arc(x, y, radius, start, end), width), colour)


def both(fill: Fill) -> Fill:
    """The fill and its mirror image, left and right."""
    mirrored = tuple(outline * (-1, 1) + (100, 0) for outline in fill.outlines)
    return Fill(fill.outlines + mirrored, fill.colour)


def around(fill: Fill, x: float, y: float, times: int) -> Fill:
    """The fill repeated around (x, y) in equal turns."""
    outlines = []
    for angle in (2 * pi * i / times for i in range(times)):
        turn = np.array([[cos(angle), sin(angle)], [-sin(angle), cos(angle)]])
        outlines += [(outline - (x, y)) @ turn + (x, y) for outline in fill.outlines]
    return Fill(tuple(outlines), fill.colour)


def moved(picture: Picture, size: float, x: float, y: float) -> Picture:
    """The picture made smaller, with its upper left corner at (x, y)."""
    return tuple(
        Fill(tuple(outline * size + (x, y) for outline in fill.outlines), fill.colour)
        for fill in picture
    )


def paint(picture: Picture, width: int, height: int) -> NDArray[np.uint8]:
    """Paint a picture as large as fits, in the middle of a transparent rectangle.

    Parameters
    ----------
    picture
        fills in hundredths of the shorter side
    width, height
        size, px

    Returns
    -------
    pixels : uint8 array of shape (height, width, 4), RGBA, colours not multiplied by alpha
    """
    return smoothed(paint_large(picture, width, height))


def paint_large(picture: Picture, width: int, height: int) -> NDArray[np.uint8]:
    """Paint a picture `OVERSAMPLING` times as large as `paint` does, each pixel of one fill.

    Returns
    -------
    canvas : uint8 array of shape (4 height, 4 width, 4), RGBA; opaque on transparent black
    """
    side = min(width, height) * OVERSAMPLING
    shift = np.array([width * OVERSAMPLING - side, height * OVERSAMPLING - side]) / 2
    canvas = np.zeros((height * OVERSAMPLING, width * OVERSAMPLING, 4), np.uint8)
    for fill in picture:
        colour = (*fill.colour, 255) if fill.colour is not None else (0, 0, 0, 0)
        for outline in fill.outlines:
            fill_polygon(canvas, outline * (side / 100) + shift, colour)
    return canvas


def smoothed(canvas: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Shrink what was painted `OVERSAMPLING` times too large.

    Parameters
    ----------
    canvas
        uint8 array of shape (H, W, 4), RGBA; painted opaque on transparent black

    Returns
    -------
    pixels : uint8 array of shape (H / 4, W / 4, 4), RGBA, colours not multiplied by alpha
    """
    size = canvas.shape[1] // OVERSAMPLING, canvas.shape[0] // OVERSAMPLING
    # What is transparent is black, so the mean is a colour times its alpha.
    mean = cv2.resize(canvas, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = mean[:, :, 3:]
    mean[:, :, :3] *= 255 / np.maximum(alpha, 1)
    pixels: NDArray[np.uint8] = np.clip(np.rint(mean), 0, 255).astype(np.uint8)
    return pixels


def fill_polygon(canvas: NDArray[np.uint8], corners: Outline, colour: Sequence[int]) -> None:
    """Fill a polygon, corners in px from the outer edge of the first pixel, without smoothing.

    OpenCV paints the pixels under the outline, too: a shape is up to half a pixel fatter.
    """
    # OpenCV's whole numbers are the middles of pixels, ours are their outer corners.
    fixed = np.rint((corners - 0.5) * 2**_SUBPIXEL_BITS).astype(np.int32)
    cv2.fillPoly(canvas, [fixed], tuple(colour), cv2.LINE_8, _SUBPIXEL_BITS)


def _points(text: str) -> Outline:
    return np.array([[float(n) for n in pair.split(",")] for pair in text.split()])


def _stroke(points: Outline, width: float) -> tuple[Outline, ...]:
    outlines = [_ellipse(x, y, width / 2, width / 2) for x, y in points]
    for start, end in pairwise(points):
        along = end - start
        side = np.array([-along[1], along[0]]) / max(np.hypot(*along), 1e-9) * width / 2
        outlines.append(np.array([start + side, end + side, end - side, start - side]))
    return tuple(outlines)


def _ellipse(x: float, y: float, rx: float, ry: float, turn: float = 0) -> Outline:
    angles = np.linspace(0, 2 * pi, 64, endpoint=False)
    across, down = rx * np.cos(angles), ry * np.sin(angles)
    c, s = cos(radians(turn)), sin(radians(turn))
    return np.stack([x + across * c - down * s, y + across * s + down * c], axis=1)


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Outline:
    angles = np.radians(np.linspace(start, end, max(4, round(abs(end - start) / 6))))
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)
