"""The window of a person's game as a picture: all that a `Scene` says, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from bot.board import Board
from bot.boardview import Painter, blend, draw_path, lattice_of, tile_rect
from bot.drawing import Colour, mixed
from bot.faces import draw_face
from bot.geometry import Cell, Lattice, Pixel, Rect
from bot.lettering import width_of, write
from bot.palette import AMBER, CREAM, INK, LIME, RUST, WHITE
from bot.sessionlayout import TEXT, Action, Card, Layout, lay_card
from bot.style import Style
from bot.tiles import paint_tile, rounded_box
from bot.widgets import fill

_STRIP: Colour = (15, 52, 58)
_EDGE: Colour = (9, 37, 43)
_LABEL: Colour = (134, 186, 180)
_VALUE: Colour = (244, 250, 246)
_BUTTON: Colour = (36, 102, 100)
_OFF: Colour = (22, 66, 71)
_BRIGHT = 1.08
"""How many times brighter the tile under the pointer is."""
_RIM = 0.2
"""The rim of a tile as a share of the way to its middle."""
_LINE = 0.05
"""The line of a frame as a share of the shorter side of a tile."""
DRAWN, FADING = 0.35, 0.6
"""Shares of a removal: when the path is all there, and when the tiles begin to fade."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All there is to see.

    Parameters
    ----------
    board
        what lies where
    stats, sized
        what stands under time, score, tiles and level, and whether the last is no level but what
        board it is
    selected, cursor, hover
        the tile that waits for its partner, the cell of the keyboard, and the tile of the mouse
    hinted
        the tiles of a hint
    path
        corner cells of the path that is shown
    progress
        how much of its time is over, 0 to 1
    off
        buttons that do nothing now
    pointed
        the button under the mouse
    card
        what is laid over the board
    curtain
        whether the board is hidden
    foot, urgent
        the line at the bottom, and whether it is more than help
    """

    board: Board
    stats: tuple[str, str, str, str]
    selected: Cell | None = None
    cursor: Cell | None = None
    hover: Cell | None = None
    hinted: tuple[Cell, ...] = ()
    path: tuple[Cell, ...] | None = None
    progress: float = 0.0
    off: frozenset[Action] = frozenset()
    pointed: Action | None = None
    card: Card | None = None
    curtain: bool = False
    foot: str = ""
    urgent: bool = False
    sized: bool = False


class SessionView:
    """Draws one scene after another.

    Parameters
    ----------
    layout
        where everything lies
    board
        any board of the size that will be shown

    Raises
    ------
    InputError
        if the board has more kinds than there are faces
    """

    def __init__(self, layout: Layout, board: Board) -> None:
        self._layout, self._style = layout, layout.style
        self._painter = Painter(board, layout.style)
        self._lattice: Lattice = lattice_of(board, layout.style)

    def draw(self, scene: Scene) -> NDArray[np.uint8]:
        """Draw a scene.

        Returns
        -------
        picture : uint8 array of shape (H, W, 3), RGB, read-only; the layout tells W and H
        """
        width, height = self._layout.size
        picture = np.empty((height, width, 3), np.uint8)
        ground = self._layout.ground
        part = picture[ground.top : ground.bottom, ground.left : ground.right]
        part[:] = self._curtain(scene) if scene.curtain else self._board(scene)
        self._draw_header(picture, scene)
        self._draw_foot(picture, scene)
        if scene.card is not None:
            if not scene.curtain:
                part[:] = (part.astype(np.uint16) * 5 // 9).astype(np.uint8)
            self._draw_card(picture, scene.card, scene.pointed)
        picture.setflags(write=False)
        return picture

    def _curtain(self, scene: Scene) -> NDArray[np.uint8]:
        """The ground without a tile."""
        empty = Board(scene.board.rows, scene.board.cols, (0,) * len(scene.board.kinds))
        return self._fitted(self._painter.draw(empty))

    def _board(self, scene: Scene) -> NDArray[np.uint8]:
        ends = (scene.path[0], scene.path[-1]) if scene.path is not None else ()
        selected = (*ends, scene.selected) if scene.selected is not None else ends
        picture = self._painter.draw(scene.board, selected=selected)
        if scene.path is not None:
            picture = self._removal(picture, scene)
        if scene.hover is not None:
            self._light(picture, scene.hover)
        line = max(2, round(min(self._style.tile) * _LINE))
        for cell in scene.hinted:
            self._frame(picture, cell, LIME, line + 1, reach=2)
        if scene.cursor is not None:
            # All around the tile and its hint, so that it hides neither.
            hint = 2 if scene.cursor in scene.hinted else 0
            self._frame(picture, scene.cursor, WHITE, line, reach=line + 1 + hint)
        return self._fitted(picture)

    def _removal(self, picture: NDArray[np.uint8], scene: Scene) -> NDArray[np.uint8]:
        """The path grows from tile to tile, and stays while the tiles fade."""
        assert scene.path is not None
        fading = (scene.progress - FADING) / (1 - FADING)
        if fading > 0:
            bare = self._painter.draw(
                scene.board.without((scene.path[0], scene.path[-1])),
                selected=(scene.selected,) if scene.selected is not None else (),
            )
            share = np.float32(min(1.0, fading))
            picture = np.rint(picture * (1 - share) + bare * share).astype(np.uint8)
        corners = [self._lattice.center(cell) for cell in scene.path]
        draw_path(picture, shortened(corners, scene.progress / DRAWN), self._style)
        return picture

    def _frame(
        self, picture: NDArray[np.uint8], cell: Cell, colour: Colour, line: int, *, reach: int
    ) -> None:
        """A frame around a cell, with a dark edge that parts it from any tile."""
        place = tile_rect(self._lattice, self._style, cell)
        for more, ink in ((1, _EDGE), (0, colour)):
            box = _grown(place, reach + more)
            radius = min(place.width, place.height) * 0.12 + reach + more
            blend(picture, rounded_box(box.width, box.height, radius, ink, line + 2 * more), box)

    def _light(self, picture: NDArray[np.uint8], cell: Cell) -> None:
        """Make the middle of a tile brighter: not its rim, which tells what is chosen.

        What is dark stays so, or the face would fade.
        """
        place = tile_rect(self._lattice, self._style, cell)
        part = picture[place.top : place.bottom, place.left : place.right]
        across, down = (1 - np.abs(np.linspace(-1, 1, n)) for n in (place.width, place.height))
        inside = np.minimum(across[np.newaxis, :], down[:, np.newaxis]) / _RIM - 1
        gain = 1 + (_BRIGHT - 1) * np.clip(inside, 0, 1)[:, :, np.newaxis]
        part[:] = np.rint(np.minimum(part * gain, 255)).astype(np.uint8)

    def _fitted(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """As large as the ground: a rounded margin may be off by a pixel."""
        height, width = self._layout.ground.height, self._layout.ground.width
        lacking = max(0, height - picture.shape[0]), max(0, width - picture.shape[1])
        if any(lacking):
            pads = (0, lacking[0]), (0, lacking[1]), (0, 0)
            picture = np.pad(picture, pads, mode="edge")
        return picture[:height, :width]

    def _draw_header(self, picture: NDArray[np.uint8], scene: Scene) -> None:
        layout = self._layout
        fill(picture, layout.header, _STRIP)
        line = Rect(0, layout.header.bottom - 2, layout.header.width, 2)
        fill(picture, line, _EDGE)
        names = ("TIME", "SCORE", "TILES", "BOARD" if scene.sized else "LEVEL")
        for name, value, place in zip(names, scene.stats, layout.stats, strict=True):
            write(picture, name, (place.left, place.top + 3), 8, _LABEL)
            write(picture, value, (place.left, place.top + 19), 16, _VALUE)
        for button, place in layout.buttons:
            off = button.action in scene.off
            lit = button.action is scene.pointed and not off
            paper = _OFF if off else mixed(_BUTTON, WHITE, 0.18) if lit else _BUTTON
            ink = mixed(_OFF, _VALUE, 0.4) if off else _VALUE
            _draw_button(picture, place, button.label, button.key, (paper, ink))

    def _draw_foot(self, picture: NDArray[np.uint8], scene: Scene) -> None:
        foot = self._layout.foot
        fill(picture, foot, _EDGE)
        ink = AMBER if scene.urgent else _LABEL
        size = 10.0
        while size > 5 and width_of(scene.foot, size) > foot.width - 20:
            size -= 0.5
        left = max(4, (foot.width - width_of(scene.foot, size)) // 2)
        top = foot.top + round((foot.height - size) / 2)
        write(picture, scene.foot, (left, top), size, ink)

    def _draw_card(self, picture: NDArray[np.uint8], card: Card, pointed: Action | None) -> None:
        laid = lay_card(card, self._layout.ground)
        shade = _grown(laid.rect, 6)
        blend(picture, rounded_box(shade.width, shade.height, 20, _EDGE), shade, 0.45)
        blend(picture, rounded_box(laid.rect.width, laid.rect.height, 16, CREAM), laid.rect)
        for kind, place in zip(card.faces, laid.faces, strict=True):
            blend(picture, self._ornament(kind, place.width), place)
        _write_centred(picture, laid.title, card.title, 19, RUST, bold=True)
        for line, place in laid.lines:
            _write_centred(picture, place, line, TEXT, INK)
        if card.share is not None:
            bar = laid.bar
            fill(picture, bar, mixed(CREAM, INK, 0.15), 5)
            done = Rect(bar.left, bar.top, max(10, round(bar.width * card.share)), bar.height)
            fill(picture, done, _BUTTON, 5)
        for number, (button, place) in enumerate(laid.buttons):
            chosen = number == card.focus
            paper = RUST if chosen else _BUTTON
            if button.action is pointed:
                paper = mixed(paper, WHITE, 0.18)
            if chosen:
                fill(picture, _grown(place, 3), mixed(CREAM, RUST, 0.45), 10)
            _draw_button(picture, place, button.label, button.key, (paper, WHITE))

    def _ornament(self, kind: int, side: int) -> NDArray[np.uint8]:
        """A tile, or its face alone where there is no such kind."""
        if kind > self._style.faces:
            return draw_face(kind, side, side)
        tile = paint_tile(kind, Style(tile=(side - 6, side), own=self._style.own))
        return np.pad(tile, ((0, 0), (3, 3), (0, 0)))


def shortened(corners: list[Pixel], share: float) -> list[Pixel]:
    """The first part of a path.

    >>> shortened([Pixel(0, 0), Pixel(8, 0), Pixel(8, 2)], 0.9)
    [Pixel(x=0, y=0), Pixel(x=8, y=0), Pixel(x=8.0, y=1.0)]
    """
    lengths = [abs(b.x - a.x) + abs(b.y - a.y) for a, b in pairwise(corners)]
    left = max(0.0, min(1.0, share)) * sum(lengths)
    kept = [corners[0]]
    for (start, end), length in zip(pairwise(corners), lengths, strict=True):
        if left >= length:
            kept.append(end)
            left -= length
            continue
        part = left / length
        kept.append(Pixel(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part))
        break
    return kept


def _grown(place: Rect, reach: int) -> Rect:
    width, height = place.width + 2 * reach, place.height + 2 * reach
    return Rect(place.left - reach, place.top - reach, width, height)


def _draw_button(
    picture: NDArray[np.uint8], place: Rect, label: str, key: str, colours: tuple[Colour, Colour]
) -> None:
    """A button; the letter of its key is underlined."""
    paper, ink = colours
    fill(picture, place, paper, 8)
    width = width_of(label, TEXT)
    left = place.left + (place.width - width) // 2
    top = place.top + round((place.height - TEXT) / 2)
    write(picture, label, (left, top), TEXT, ink)
    at = label.lower().find(key)
    if at >= 0:
        start = left + (width_of(label[:at], TEXT) if at else 0)
        fill(picture, Rect(start, top + TEXT + 4, width_of(label[at], TEXT), 2), ink)


def _write_centred(
    picture: NDArray[np.uint8],
    place: Rect,
    text: str,
    size: float,
    colour: Colour,
    *,
    bold: bool = False,
) -> None:
    left = place.left + (place.width - width_of(text, size, bold=bold)) // 2
    write(picture, text, (left, place.top), size, colour, bold=bold)
