"""A board of the bundled game as a picture, and the truth about where its cells lie in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.backdrop import paint_ground
from bot.board import EMPTY, WALL, Board
from bot.drawing import mixed
from bot.errors import InputError
from bot.faces import draw_face
from bot.geometry import Cell, Lattice, Pixel, Rect
from bot.parts import Body, Side
from bot.position import Outcome
from bot.scenery import BUTTON_ROOM, paint_clutter
from bot.style import Style
from bot.tiles import mark_reach, paint_shadow, paint_tile, rounded_box, shadow_reach

_OUTCOMES = {
    Outcome.CLEARED: ("Cleared!", (14, 48, 14), (255, 243, 220), (214, 97, 28)),
    Outcome.DEADLOCK: ("No link left", (19, 19, 19), (219, 228, 238), (38, 63, 130)),
}
"""Words, three faces, colour of the card and colour of the words on the screen at the end."""


def lattice_of(board: Board, style: Style) -> Lattice:
    """Where the cells of a board lie in its picture; a tile may lie up to half a px beside."""
    left, top = _corner(style)
    origin = Pixel(left + style.tile[0] / 2, top + style.tile[1] / 2)
    return Lattice(origin, style.pitch, board.rows, board.cols)


def tile_at(board: Board, style: Style, pixel: Pixel) -> Cell | None:
    """The cell of the tile under a place of the picture; None in a gap or on a wall."""
    lattice = lattice_of(board, style)
    cell = lattice.cell_at(pixel)
    if cell is None or board[cell] in {EMPTY, WALL}:
        return None
    middle, (width, height) = lattice.center(cell), style.tile
    hit = abs(pixel.x - middle.x) <= width / 2 and abs(pixel.y - middle.y) <= height / 2
    return cell if hit else None


def size_of(board: Board, style: Style) -> tuple[int, int]:
    """Width and height of a board's picture, px."""
    left, top = _corner(style)
    clutter = style.clutter
    right_panel = clutter.panel if clutter.panel_side is Side.RIGHT else 0
    across = (board.cols - 1) * style.pitch[0] + style.tile[0] + style.margins[2] + right_panel
    down = (board.rows - 1) * style.pitch[1] + style.tile[1] + style.margins[3] + clutter.status
    return round(left + across), round(top + down)


def fitted(style: Style, board: Board, room: tuple[int, int]) -> Style:
    """The style, with tiles made smaller until the picture fits a width and a height, px."""
    while any(have > most for have, most in zip(size_of(board, style), room, strict=True)):
        smaller = style.scaled(0.95)
        if smaller.tile == style.tile:
            break
        style = smaller
    return style


def draw(
    board: Board,
    style: Style,
    *,
    selected: Collection[Cell] = (),
    path: tuple[Cell, ...] | None = None,
    outcome: Outcome | None = None,
) -> NDArray[np.uint8]:
    """Draw a board.

    Parameters
    ----------
    board
        what lies where; an unknown tile is drawn without a face
    style
        how it looks
    selected
        cells that are shown as clicked
    path
        corner cells of the path that is drawn over the board
    outcome
        how the game has ended, for the screen that tells it

    Returns
    -------
    picture : uint8 array of shape (H, W, 3), RGB; `size_of` tells W and H

    Raises
    ------
    InputError
        if the board has more kinds than the style has faces
    """
    return Painter(board, style).draw(board, selected=selected, path=path, outcome=outcome)


@dataclass(frozen=True, slots=True)
class _Stamp:
    """A tile ready to be laid on a picture, and its shadow."""

    colour: NDArray[np.uint16]
    """Its colours times its alpha, of shape (h, w, 3)."""
    rest: NDArray[np.uint16]
    """255 less its alpha, of shape (h, w, 1)."""
    light: NDArray[np.float32]


class Painter:
    """Draws one board after another in one style; only cells that changed are drawn anew.

    What it draws depends on its arguments alone, not on what it drew before.

    Parameters
    ----------
    board
        any board of the size that will be drawn
    style
        how they all look

    Raises
    ------
    InputError
        if the board has more kinds than the style has faces
    """

    def __init__(self, board: Board, style: Style) -> None:
        faces = style.faces
        if max(board.kinds) > faces:
            raise InputError(
                f"there are {faces} faces to draw, so kinds go up to {faces}, "
                f"but got kind {max(board.kinds)}"
            )
        self._style = style
        self._lattice = lattice_of(board, style)
        self._scene = _paint_scene(board, style)
        self._canvas = self._scene.copy()
        self._shown = [(EMPTY, False)] * len(board.kinds)
        self._stamps: dict[tuple[int, bool, Body | None], _Stamp] = {}

    def draw(
        self,
        board: Board,
        *,
        selected: Collection[Cell] = (),
        path: tuple[Cell, ...] | None = None,
        outcome: Outcome | None = None,
    ) -> NDArray[np.uint8]:
        """Draw a board as `draw` does."""
        wanted = [
            (kind, kind != EMPTY and cell in selected)
            for cell, kind in zip(board.cells(), board.kinds, strict=True)
        ]
        places = enumerate(zip(wanted, self._shown, strict=True))
        changed = [index for index, (new, old) in places if new != old]
        self._shown = wanted
        if len(changed) > len(wanted) // 4:
            self._redraw(Rect(0, 0, self._canvas.shape[1], self._canvas.shape[0]), board.cells())
        else:
            for cell in (Cell(*divmod(index, board.cols)) for index in changed):
                self._redraw(self._room(cell), _neighbourhood(board, cell))
        picture = self._canvas.copy()
        if path is not None:
            draw_path(picture, [self._lattice.center(cell) for cell in path], self._style)
        if outcome is not None:
            _draw_outcome(picture, outcome)
        return picture

    def _redraw(self, clip: Rect, cells: Iterable[Cell]) -> None:
        """Draw the part of the picture inside the clip anew; cells in reading order."""
        cells = [cell for cell in cells if self._wanted(cell)[0] != EMPTY]
        where = slice(clip.top, clip.bottom), slice(clip.left, clip.right)
        self._canvas[where] = self._scene[where]
        if self._style.shadow:
            for cell in cells:
                self._cast_shadow(cell, clip)
        # A lifted or a glowing tile lies above all its neighbours.
        for cell in sorted(cells, key=lambda cell: self._wanted(cell)[1]):
            self._lay_tile(cell, clip)

    def _cast_shadow(self, cell: Cell, clip: Rect) -> None:
        place = _grown(self._place(cell), shadow_reach(self._style))
        canvas, stamp = _shared(self._canvas, place, clip)
        canvas[:] = np.rint(canvas * self._stamp(cell).light[stamp])

    def _lay_tile(self, cell: Cell, clip: Rect) -> None:
        reach = mark_reach(self._style) if self._wanted(cell)[1] else 0
        canvas, stamp = _shared(self._canvas, _grown(self._place(cell), reach), clip)
        tile = self._stamp(cell)
        canvas[:] = (tile.colour[stamp] + canvas * tile.rest[stamp] + 127) // 255

    def _wanted(self, cell: Cell) -> tuple[int, bool]:
        return self._shown[cell.row * self._lattice.cols + cell.col]

    def _stamp(self, cell: Cell) -> _Stamp:
        body = self._style.body
        if body is not None:
            body = body.at(cell, self._lattice.rows, self._lattice.cols)
        key = (*self._wanted(cell), body)
        if key not in self._stamps:
            style = replace(self._style, body=body)
            tile = paint_tile(key[0], style, marked=key[1])
            alpha = tile[:, :, 3:].astype(np.uint16)
            larger = key[1] and mark_reach(style)
            plain = paint_tile(key[0], style) if larger else tile
            light = paint_shadow(plain, style)
            self._stamps[key] = _Stamp(tile[:, :, :3] * alpha, 255 - alpha, light)
        return self._stamps[key]

    def _place(self, cell: Cell) -> Rect:
        return tile_rect(self._lattice, self._style, cell)

    def _room(self, cell: Cell) -> Rect:
        """The rectangle that a tile, its shadow and its mark may touch."""
        return _grown(self._place(cell), max(shadow_reach(self._style), mark_reach(self._style)))


def _grown(place: Rect, reach: int) -> Rect:
    """The rectangle with more room on all sides."""
    width, height = place.width + 2 * reach, place.height + 2 * reach
    return Rect(place.left - reach, place.top - reach, width, height)


def _corner(style: Style) -> tuple[int, int]:
    """Left and top edge of the first tile, px."""
    clutter = style.clutter
    left = style.margins[0] + (clutter.panel if clutter.panel_side is Side.LEFT else 0)
    buttons = style.tile[1] + BUTTON_ROOM if clutter.buttons else 0
    return left, style.margins[1] + clutter.toolbar + buttons


def tile_rect(lattice: Lattice, style: Style, cell: Cell) -> Rect:
    """The whole pixels that a tile covers."""
    middle, (width, height) = lattice.center(cell), style.tile
    return Rect(round(middle.x - width / 2), round(middle.y - height / 2), width, height)


def _neighbourhood(board: Board, cell: Cell) -> list[Cell]:
    """The cell and those around it, in reading order: a shadow reaches no farther."""
    near = [
        Cell(cell.row + down, cell.col + across) for down in (-1, 0, 1) for across in (-1, 0, 1)
    ]
    return [place for place in near if place in board]


def _shared(
    canvas: NDArray[np.uint8], place: Rect, clip: Rect
) -> tuple[NDArray[np.uint8], tuple[slice, slice]]:
    """The part of the canvas where a place lies inside the clip, and that part of the place."""
    inside = place.intersection(clip).intersection(Rect(0, 0, canvas.shape[1], canvas.shape[0]))
    x, y = inside.left - place.left, inside.top - place.top
    part = slice(y, y + inside.height), slice(x, x + inside.width)
    return canvas[inside.top : inside.bottom, inside.left : inside.right], part


def _paint_scene(board: Board, style: Style) -> NDArray[np.uint8]:
    """All that does not change while a game is played."""
    lattice = lattice_of(board, style)
    scene = paint_ground(*size_of(board, style), style.ground)
    first = tile_rect(lattice, style, Cell(0, 0))
    last = tile_rect(lattice, style, Cell(board.rows - 1, board.cols - 1))
    inside = Rect(first.left, first.top, last.right - first.left, last.bottom - first.top)
    paint_clutter(scene, style, inside)
    if style.slot is not None:
        radius = (style.body.radius if style.body is not None else 0.12) * min(style.tile)
        slot = rounded_box(*style.tile, radius, style.slot)
        for cell in board.cells():
            blend(scene, slot, tile_rect(lattice, style, cell), 0.4)
    return scene


def draw_path(picture: NDArray[np.uint8], corners: list[Pixel], style: Style) -> None:
    """Draw the path, inside the picture where the margin has no room for it."""
    height, width = picture.shape[:2]
    edge = style.path_width
    inside = [
        (min(max(x, edge), width - 1 - edge), min(max(y, edge), height - 1 - edge))
        for x, y in corners
    ]
    line = np.rint(np.array(inside) - 0.5).astype(np.int32)
    dark = mixed(style.path_colour, (0, 0, 0), 0.45)
    for colour, thickness in ((dark, style.path_width + 2), (style.path_colour, style.path_width)):
        cv2.polylines(picture, [line], False, colour, thickness, cv2.LINE_AA)


def _draw_outcome(picture: NDArray[np.uint8], outcome: Outcome) -> None:
    """Dim the picture and lay a card over its middle that tells how the game ended."""
    words, faces, paper, ink = _OUTCOMES[outcome]
    picture[:] = np.rint(picture * 0.45)
    height, width = picture.shape[:2]
    card_width = min(420, width * 9 // 10)
    card_height, side = card_width // 2, card_width // 5
    left, top = (width - card_width) // 2, (height - card_height) // 2
    card = rounded_box(card_width, card_height, card_width / 18, paper)
    blend(picture, card, Rect(left, top, card_width, card_height))
    for index, kind in enumerate(faces):
        x = left + card_width // 2 + round((index - 1.5) * side * 1.15) + side // 12
        y = top + card_height // 8 + (side // 8 if index != 1 else 0)
        blend(picture, draw_face(kind, side, side), Rect(x, y, side, side))
    scale, weight = card_width / 300, max(1, card_width // 140)
    font = cv2.FONT_HERSHEY_DUPLEX
    (text_width, _), _ = cv2.getTextSize(words, font, scale, weight)
    place = (left + (card_width - text_width) // 2, top + card_height * 5 // 6)
    cv2.putText(picture, words, place, font, scale, ink, weight, cv2.LINE_AA)


def blend(
    picture: NDArray[np.uint8], layer: NDArray[np.uint8], place: Rect, strength: float = 1
) -> None:
    """Lay an RGBA layer on a picture; what lies outside is left out."""
    canvas, part = _shared(picture, place, place)
    alpha = layer[part][:, :, 3:] * np.float32(strength / 255)
    canvas[:] = np.rint(layer[part][:, :, :3] * alpha + canvas * (1 - alpha))
