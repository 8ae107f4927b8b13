"""Pictures of tiles in the bundled game: a face on a body, its shadow, and how it is marked."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import UNKNOWN, WALL
from bot.drawing import OVERSAMPLING, Colour, box, fill_polygon, mixed, oval, smoothed
from bot.faces import draw_face
from bot.parts import Body, Highlight, Outline
from bot.stones import paint_wall
from bot.style import Style

_WHITE: Colour = (255, 255, 255)
_BLACK: Colour = (0, 0, 0)
_MARK_COLOURS = {Highlight.LIGHT: _WHITE, Highlight.DARKENED: _BLACK}
_CORNERS = {
    Outline.HEXAGON: ((0.22, 0), (0.78, 0), (1, 0.5), (0.78, 1), (0.22, 1), (0, 0.5)),
    Outline.OCTAGON: (
        *((0.2, 0), (0.8, 0), (1, 0.2), (1, 0.8)),
        *((0.8, 1), (0.2, 1), (0, 0.8), (0, 0.2)),
    ),
}
"""Corners as shares of width and height."""


def paint_tile(kind: int, style: Style, *, marked: bool = False) -> NDArray[np.uint8]:
    """Paint one tile.

    Parameters
    ----------
    kind
        1 and up, each with a face of its own; or unknown, without one; or a wall
    style
        how it looks
    marked
        whether it is shown as clicked

    Returns
    -------
    tile : uint8 array of shape (h + 2 r, w + 2 r, 4), RGBA; w and h are the tile's size, and r is
        `mark_reach` if it is marked, else 0
    """
    width, height = style.tile
    layers = [_paint_body(style.tile, style.body)] if style.body is not None else []
    if kind == WALL:
        return _paint_block(layers if style.wall.on_body else [], style)
    if kind > UNKNOWN:
        layers.append(_paint_face(kind, style))
    if marked and style.highlight in _LAID:
        # Without a body the mark lies behind the face, or it would hide more than it shows.
        behind = style.body is None and style.highlight is not Highlight.FRAME
        layers.insert(0 if behind else len(layers), _paint_mark(style))
    tile = np.zeros((height, width, 4), np.uint8)
    for layer in layers:
        tile = _over(layer, tile)
    return _marked(tile, style) if marked else tile


def _paint_block(layers: list[NDArray[np.uint8]], style: Style) -> NDArray[np.uint8]:
    """A wall in place of a tile, or where the face of one would be."""
    if not layers:
        return paint_wall(style.tile, style.wall)
    left, top, right, bottom = _front(style)
    size = max(1, round((right - left) * _BLOCK)), max(1, round((bottom - top) * _BLOCK))
    x, y = left + (right - left - size[0]) // 2, top + (bottom - top - size[1]) // 2
    layer = np.zeros((style.tile[1], style.tile[0], 4), np.uint8)
    layer[y : y + size[1], x : x + size[0]] = paint_wall(size, style.wall)
    return _over(layer, layers[0])


_BLOCK = 0.8
"""Share of the front of a tile that a wall on it takes."""
_LAID = frozenset({Highlight.FRAME, Highlight.TINT, Highlight.LIGHT, Highlight.DARKENED})
"""Marks that are a layer of their own on the tile."""
_LIFT = 2
"""How far a lifted tile moves to the left and up, px."""


def mark_reach(style: Style) -> int:
    """How far a marked tile reaches beyond its place, px."""
    match style.highlight:
        case Highlight.LIFTED:
            return _LIFT
        case Highlight.GLOW:
            return max(3, min(style.tile) // 8)
        case _:
            return 0


def _marked(tile: NDArray[np.uint8], style: Style) -> NDArray[np.uint8]:
    """What a mark does to the tile as a whole, with room for it on all sides."""
    match style.highlight:
        case Highlight.INVERTED:
            turned = tile.copy()
            turned[:, :, :3] = 255 - tile[:, :, :3]
            return turned
        case Highlight.LIFTED:
            return np.pad(tile, ((0, 2 * _LIFT), (0, 2 * _LIFT), (0, 0)))
        case Highlight.GLOW:
            reach = mark_reach(style)
            room = np.pad(tile, ((reach, reach), (reach, reach), (0, 0)))
            glow = np.zeros_like(room)
            glow[reach:-reach, reach:-reach, 3] = 255
            glow[:, :, 3] = cv2.GaussianBlur(glow[:, :, 3], (0, 0), reach / 2.2)
            glow[:, :, :3] = style.highlight_colour
            return _over(room, glow)
        case _:
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


@lru_cache(maxsize=8)
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
        place = (left + x, top + y, right + x, bottom + y)
        _fill_box(canvas, place, radius, (*body.wall, 255), body.outline)
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
    if body.inner:
        start = body.inner + edge + body.bevel
        for inset, colour in ((start, body.wall), (start + 1, body.colour)):
            fills.append(((left + inset, top + inset, right - inset, bottom - inset), colour))
    for place, colour in fills:
        corner = max(0, radius - (place[0] - left))
        _fill_box(canvas, place, corner, (*colour, 255), body.outline)
    painted = smoothed(canvas)
    down_share = np.linspace(0, 1, height)[:, np.newaxis, np.newaxis]
    if body.lower is not None:
        _fade(painted, body, down_share)
    painted[:, :, :3] = np.rint(painted[:, :, :3] * (1 - body.shade * down_share))
    if body.opacity < 1:
        painted[:, :, 3] = np.rint(painted[:, :, 3] * body.opacity)
    painted.setflags(write=False)
    return painted


def _fade(painted: NDArray[np.uint8], body: Body, share: NDArray[np.float64]) -> None:
    """Turn the colour of the front into its lower colour, the more the farther down."""
    assert body.lower is not None
    front = (painted[:, :, :3] == body.colour).all(axis=2, keepdims=True)
    way = np.array(body.lower, np.float64) - body.colour
    painted[:, :, :3] = np.rint(painted[:, :, :3] + way * share * front)


def _paint_face(kind: int, style: Style) -> NDArray[np.uint8]:
    left, top, right, bottom = _front(style)
    width = max(1, round((right - left) * style.face_size))
    height = max(1, round((bottom - top) * style.face_size))
    x, y = left + (right - left - width) // 2, top + (bottom - top - height) // 2
    layer = np.zeros((style.tile[1], style.tile[0], 4), np.uint8)
    layer[y : y + height, x : x + width] = _face(kind, style, width, height)
    if style.halo is not None:
        size = max(1, min(width, height) // 22) * 2 + 1
        brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
        halo = np.empty_like(layer)
        halo[:, :, :3] = style.halo
        halo[:, :, 3] = cv2.dilate(layer[:, :, 3], brush)
        layer = _over(layer, halo)
    return layer


def _face(kind: int, style: Style, width: int, height: int) -> NDArray[np.uint8]:
    """The face of a kind, uint8 of shape (height, width, 4), RGBA."""
    if style.own is not None:
        face = style.own.draw(kind, width, height)
        corners = rounded_box(width, height, min(width, height) / 10, _WHITE)[:, :, 3]
        face[:, :, 3] = np.minimum(face[:, :, 3], corners)
        return face
    shown = (kind - 1 + style.first_face - 1) % style.faces + 1
    ink = style.inks[shown % len(style.inks)]
    return draw_face(shown, width, height, style.family, ink=ink, font=style.font)


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
    colour = _MARK_COLOURS.get(style.highlight, style.highlight_colour)
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
    outline: Outline = Outline.BOX,
) -> None:
    """Fill an outline; left, top, right, bottom and radius of its corners in px of the tile."""
    left, top, right, bottom = place
    if right - left <= 0 or bottom - top <= 0:
        return
    if outline is Outline.BOX:
        corners = box(None, left, top, right, bottom, radius).outlines[0]
    elif outline is Outline.OVAL:
        middle = (left + right) / 2, (top + bottom) / 2
        corners = oval(None, *middle, (right - left) / 2, (bottom - top) / 2).outlines[0]
    else:
        share = np.array(_CORNERS[outline])
        corners = share * (right - left, bottom - top) + (left, top)
    fill_polygon(canvas, corners * OVERSAMPLING, colour)
