"""Pictures of tiles in the bundled game: a face on a body, its shadow, and how it is marked."""

from __future__ import annotations

from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import UNKNOWN
from bot.drawing import OVERSAMPLING, Colour, box, fill_polygon, mixed, smoothed
from bot.faces import FACES, draw_face
from bot.style import Body, Highlight, Style

_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)


def paint_tile(kind: int, style: Style, *, marked: bool = False) -> NDArray[np.uint8]:
    """Paint one tile.

    Parameters
    ----------
    kind
        1 and up, each with a face of its own; or unknown, without one
    style
        how it looks
    marked
        whether it is shown as clicked

    Returns
    -------
    tile : uint8 array of shape (tile height, tile width, 4), RGBA
    """
    width, height = style.tile
    layers = [_paint_body(style.tile, style.body)] if style.body is not None else []
    if kind > UNKNOWN:
        layers.append(_paint_face(kind, style))
    if marked and style.body is None and style.highlight is not Highlight.FRAME:
        layers.insert(0, _paint_mark(style))  # without a body the mark lies behind the face
    elif marked:
        layers.append(_paint_mark(style))
    tile = np.zeros((height, width, 4), np.uint8)
    for layer in layers:
        tile = _over(layer, tile)
    return tile


def shadow_reach(style: Style) -> int:
    """How far a tile's shadow reaches beyond the tile, px."""
    return max(2, min(style.tile) // 10) if style.shadow else 0


def paint_shadow(tile: NDArray[np.uint8], style: Style) -> NDArray[np.float32]:
    """What is left of the light around a tile.

    Returns
    -------
    light : float32 array of shape (height + 2 r, width + 2 r, 1), 0 to 1; r is `shadow_reach`
    """
    reach = shadow_reach(style)
    if not reach:
        return np.ones((*tile.shape[:2], 1), np.float32)
    alpha = np.pad(tile[:, :, 3].astype(np.float32) / 255, reach)
    fallen = np.roll(alpha, (reach // 3, reach // 6), axis=(0, 1))
    soft = cv2.GaussianBlur(fallen, (0, 0), reach / 3)
    return np.asarray(1 - style.shadow * soft[:, :, np.newaxis], np.float32)


def rounded_box(
    width: int, height: int, radius: float, colour: Colour, line: int = 0
) -> NDArray[np.uint8]:
    """A box that fills a rectangle, uint8 of shape (height, width, 4), RGBA; or its edge alone."""
    canvas = _canvas(width, height)
    _fill_box(canvas, (0, 0, width, height), radius, (*colour, 255))
    if line:
        inner = (line, line, width - line, height - line)
        _fill_box(canvas, inner, max(0, radius - line), (0, 0, 0, 0))
    return smoothed(canvas)


def _front(style: Style) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the tile's front, px."""
    across, down = style.body.depth if style.body is not None else (0, 0)
    width, height = style.tile
    return max(0, -across), max(0, -down), width - max(0, across), height - max(0, down)


def _paint_body(tile: tuple[int, int], body: Body) -> NDArray[np.uint8]:
    width, height = tile
    across, down = body.depth
    left, top = max(0, -across), max(0, -down)
    right, bottom = width - max(0, across), height - max(0, down)
    radius = body.radius * min(right - left, bottom - top)
    canvas = _canvas(width, height)
    steps = max(abs(across), abs(down)) * 2
    for step in range(steps, 0, -1):
        x, y = across * step / steps, down * step / steps
        _fill_box(canvas, (left + x, top + y, right + x, bottom + y), radius, (*body.wall, 255))
    edge = body.border
    fills = [
        ((left, top, right, bottom), mixed(body.wall, _BLACK, 0.2 if edge else 0)),
        ((left + edge, top + edge, right - edge, bottom - edge), body.colour),
    ]
    if body.bevel:
        inner = edge + body.bevel
        fills[1] = (fills[1][0], mixed(body.colour, _BLACK, 0.22))
        light = (left + edge, top + edge, right - inner, bottom - inner)
        fills.append((light, mixed(body.colour, _WHITE, 0.7)))
        fills.append(((left + inner, top + inner, right - inner, bottom - inner), body.colour))
    for place, colour in fills:
        _fill_box(canvas, place, max(0, radius - (place[0] - left)), (*colour, 255))
    painted = smoothed(canvas)
    light_left = 1 - body.shade * np.linspace(0, 1, height)[:, np.newaxis, np.newaxis]
    painted[:, :, :3] = np.rint(painted[:, :, :3] * light_left)
    return painted


def _paint_face(kind: int, style: Style) -> NDArray[np.uint8]:
    left, top, right, bottom = _front(style)
    width = max(1, round((right - left) * style.face_size))
    height = max(1, round((bottom - top) * style.face_size))
    shown = (kind - 1 + style.first_face - 1) % len(FACES[style.family]) + 1
    x, y = left + (right - left - width) // 2, top + (bottom - top - height) // 2
    layer = np.zeros((style.tile[1], style.tile[0], 4), np.uint8)
    layer[y : y + height, x : x + width] = draw_face(shown, width, height, style.family)
    return layer


def _paint_mark(style: Style) -> NDArray[np.uint8]:
    """The layer that shows a tile as clicked."""
    left, top, right, bottom = _front(style)
    width, height = right - left, bottom - top
    radius = (style.body.radius if style.body is not None else 0.12) * min(width, height)
    layer = np.zeros((style.tile[1], style.tile[0], 4), np.uint8)
    place = layer[top:bottom, left:right]
    if style.highlight is Highlight.FRAME:
        line = max(2, ceil(min(width, height) / 14))
        place[:] = rounded_box(width, height, radius, style.highlight_colour, line)
        return layer
    colour = style.highlight_colour if style.highlight is Highlight.TINT else _WHITE
    place[:] = rounded_box(width, height, radius, colour)
    place[:, :, 3] = np.rint(place[:, :, 3] * 0.45)
    return layer


def _over(upper: NDArray[np.uint8], lower: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """One RGBA layer laid over another."""
    above, below = upper[:, :, 3:] / np.float32(255), lower[:, :, 3:] / np.float32(255)
    alpha = above + below * (1 - above)
    colour = upper[:, :, :3] * above + lower[:, :, :3] * below * (1 - above)
    mixed_layers = np.concatenate([colour / np.maximum(alpha, 1e-6), alpha * 255], axis=2)
    laid: NDArray[np.uint8] = np.clip(np.rint(mixed_layers), 0, 255).astype(np.uint8)
    return laid


def _canvas(width: int, height: int) -> NDArray[np.uint8]:
    return np.zeros((height * OVERSAMPLING, width * OVERSAMPLING, 4), np.uint8)


def _fill_box(
    canvas: NDArray[np.uint8],
    place: tuple[float, float, float, float],
    radius: float,
    colour: tuple[int, int, int, int],
) -> None:
    """Fill a box with round corners; left, top, right, bottom and radius in px of the tile."""
    left, top, right, bottom = place
    if right - left > 0 and bottom - top > 0:
        outline = box(None, left, top, right, bottom, radius).outlines[0]
        fill_polygon(canvas, outline * OVERSAMPLING, colour)
