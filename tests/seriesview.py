"""The window of a series of games: a board, a bar with buttons under it, and messages over it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bot.board import Board
from bot.boardview import lattice_of, size_of
from bot.buttons import Button, Role
from bot.damage import paint_glow
from bot.geometry import Cell, Pixel, Rect
from bot.lettering import write
from bot.style import Style
from bot.widgets import Theme, button, edge, fill, inside

_BAR, _GAP = 56, 12
"""px; height of the bar under the board, and the room around what lies in it."""
_BUTTON = (104, 32)
"""px; width and height of a button, where there is room."""
_CUT = 3
"""px at each side that a picture of a button leaves out: its round corners."""
_GLOW = (70, 160, 255)
_LOOK = Theme((236, 231, 220), (44, 38, 32), (120, 92, 60), (255, 255, 255), (214, 120, 40), 6)
_CAPTIONS = {
    Role.SHUFFLE: "Shuffle",
    Role.HINT: "Hint",
    Role.NEXT: "Next",
    Role.POPUP: "Go on",
}


class SeriesView:
    """Where things lie in the window of a series, and how they look.

    Parameters
    ----------
    boards
        all that will be shown; the window is as large as the largest needs it
    style
        how they look

    Attributes
    ----------
    size
        width and height of the window, px
    """

    def __init__(self, boards: Sequence[Board], style: Style) -> None:
        self._style = style
        sizes = [size_of(board, style) for board in boards]
        self.size = max(width for width, _ in sizes), max(height for _, height in sizes) + _BAR

    def buttons(self) -> tuple[Button, ...]:
        """The buttons as the author of a skin would have cut them out of screenshots."""
        window = np.zeros((self.size[1], self.size[0], 3), np.uint8)
        self._paint_bar(window)
        found = [self._cut(window, role) for role in (Role.SHUFFLE, Role.HINT)]
        for role in (Role.NEXT, Role.POPUP):
            self._paint_message(window, "", role)
            found.append(self._cut(window, role))
        return tuple(found)

    def place(self, role: Role) -> Rect:
        """Where a button lies when it is shown, px."""
        wide, high = min(_BUTTON[0], (self.size[0] - 3 * _GAP) // 2), _BUTTON[1]
        if role in {Role.SHUFFLE, Role.HINT}:
            left = _GAP if role is Role.SHUFFLE else 2 * _GAP + wide
            return Rect(left, self.size[1] - (_BAR + high) // 2, wide, high)
        card = self._card()
        return Rect(card.left + (card.width - wide) // 2, card.bottom - _GAP - high, wide, high)

    def spot(self, board: Board, cell: Cell) -> Pixel:
        """The middle of a cell of a board, px."""
        left, top = self._corner(board)
        x, y = lattice_of(board, self._style).center(cell)
        return Pixel(x + left, y + top)

    def in_board(self, board: Board, pixel: Pixel) -> Pixel | None:
        """A place in the window as one in the picture of a board, px; None on the bar."""
        if pixel.y >= self.size[1] - _BAR:
            return None
        left, top = self._corner(board)
        return Pixel(pixel.x - left, pixel.y - top)

    def draw(
        self,
        board: Board,
        picture: NDArray[np.uint8],
        *,
        marked: Sequence[Cell] = (),
        message: str | None = None,
        role: Role | None = None,
    ) -> NDArray[np.uint8]:
        """Draw the window.

        Parameters
        ----------
        board, picture
            what is played, and what it looks like
        marked
            tiles that a hint shows
        message, role
            words that cover the board, and the button under them, where there are any

        Returns
        -------
        window : uint8 array of shape (H, W, 3), RGB
        """
        window = np.empty((self.size[1], self.size[0], 3), np.uint8)
        window[:] = _LOOK.shade
        left, top = self._corner(board)
        window[top : top + picture.shape[0], left : left + picture.shape[1]] = picture
        width, height = self._style.tile
        for cell in marked:
            x, y = self.spot(board, cell)
            tile = Rect(round(x - width / 2), round(y - height / 2), width, height)
            paint_glow(window, tile, _GLOW, max(2, min(width, height) // 9))
        self._paint_bar(window)
        if message is not None:
            self._paint_message(window, message, role)
        return window

    def _corner(self, board: Board) -> tuple[int, int]:
        """Where the picture of a board lies: in the middle over the bar, px."""
        width, height = size_of(board, self._style)
        return (self.size[0] - width) // 2, (self.size[1] - _BAR - height) // 2

    def _card(self) -> Rect:
        """Where messages lie: over most of the window above the bar, px."""
        width, height = self.size[0], self.size[1] - _BAR
        wide, high = width * 4 // 5, height * 4 // 5
        return Rect((width - wide) // 2, (height - high) // 2, wide, high)

    def _paint_bar(self, window: NDArray[np.uint8]) -> None:
        fill(window, Rect(0, self.size[1] - _BAR, self.size[0], _BAR), _LOOK.bar)
        for role in (Role.SHUFFLE, Role.HINT):
            button(window, self.place(role), _LOOK, _CAPTIONS[role])

    def _paint_message(self, window: NDArray[np.uint8], words: str, role: Role | None) -> None:
        card = self._card()
        fill(window, card, _LOOK.paper)
        edge(window, card, _LOOK.line, 2)
        size = max(6, min(24, card.width // max(12, len(words))))
        place = (2 * _GAP, max(_GAP, card.height // 3))
        write(inside(window, card), words, place, size, _LOOK.ink, bold=True)
        if role is not None:
            button(window, self.place(role), _LOOK, _CAPTIONS[role], chosen=True)

    def _cut(self, window: NDArray[np.uint8], role: Role) -> Button:
        left, top, width, height = self.place(role)
        rows, cols = slice(top + _CUT, top + height - _CUT), slice(left + _CUT, left + width - _CUT)
        return Button(role, role.value, window[rows, cols].copy())
