"""What stands around the board of the bundled game: the ground, and what clutters a window."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.drawing import Colour, mixed
from bot.geometry import Rect
from bot.style import Clutter, Ground, GroundKind, Side, Style

BUTTON_ROOM = 12
"""Height that a row of buttons has beyond the buttons themselves, px."""


def paint_ground(width: int, height: int, ground: Ground) -> NDArray[np.uint8]:
    """Paint the ground of a whole window.

    Returns
    -------
    pixels : uint8 array of shape (height, width, 3), RGB
    """
    first, second = (np.array(colour, np.float32) for colour in ground.colours)
    share = _share(width, height, ground)[:, :, np.newaxis]
    pixels: NDArray[np.uint8] = np.rint(first * (1 - share) + second * share).astype(np.uint8)
    if ground.kind is GroundKind.SCENE:
        _paint_hills(pixels, ground)
    return pixels


def _share(width: int, height: int, ground: Ground) -> NDArray[np.float32]:
    """How much of the second colour each pixel has, float32 of shape (height, width)."""
    random = np.random.default_rng(ground.seed)
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    size = int(random.integers(8, 60))
    match ground.kind:
        case GroundKind.PLAIN:
            return np.zeros((height, width), np.float32)
        case GroundKind.GRADIENT | GroundKind.SCENE:
            return np.asarray(0.15 * x / width + 0.85 * y / height, np.float32)
        case GroundKind.CHECKS:
            return np.asarray((x // size + y // size) % 2, np.float32)
        case GroundKind.STRIPES:
            slope = random.uniform(-1, 1)
            return np.asarray((x + slope * y) // size % 2, np.float32)
        case GroundKind.GRAIN:
            grain = random.random((height, width), dtype=np.float32)
            return np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8), np.float32)
        case GroundKind.BLOBS:
            coarse = random.random((height // size + 3, width // size + 3), dtype=np.float32)
            smooth = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
            return np.asarray(np.clip(smooth, 0, 1), np.float32)


def _paint_hills(pixels: NDArray[np.uint8], ground: Ground) -> None:
    """Paint a landscape: a sun, and hills that grow darker towards the front."""
    height, width = pixels.shape[:2]
    lot = Random(ground.seed)
    sun = (round(width * lot.uniform(0.1, 0.9)), round(height * lot.uniform(0.1, 0.35)))
    cv2.circle(pixels, sun, max(8, min(width, height) // 9), (255, 238, 190), -1, cv2.LINE_AA)
    x = np.arange(0, width + 8, 8)
    for level in (0.45, 0.6, 0.78):
        waves = [
            lot.uniform(0.02, 0.07) * np.sin(x / width * lot.uniform(4, 14) + lot.uniform(0, 6))
            for _ in range(3)
        ]
        ridge = (level + sum(waves)) * height
        corners = np.vstack([np.stack([x, ridge], axis=1), [(width + 8, height), (0, height)]])
        colour = mixed(ground.colours[1], (20, 40, 30), level)
        cv2.fillPoly(pixels, [np.rint(corners).astype(np.int32)], colour, cv2.LINE_AA)


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
    """Strokes that look like a word of some size, px; returns how wide it became, px."""
    x, y = place
    colour = clutter.colours[1]
    for _ in range(lot.randint(3, 8)):
        right = x + max(2, size // 2)
        points = [(lot.choice((x, right)), y + size * lot.randint(0, 2) // 2) for _ in range(4)]
        cv2.polylines(
            pixels, [np.array(points, np.int32)], False, colour, max(1, size // 9), cv2.LINE_AA
        )
        x = right + max(2, size // 4)
    return x - place[0]


def _fill(pixels: NDArray[np.uint8], place: Rect, colour: Colour) -> None:
    inside = place.intersection(Rect(0, 0, pixels.shape[1], pixels.shape[0]))
    pixels[inside.top : inside.bottom, inside.left : inside.right] = colour
