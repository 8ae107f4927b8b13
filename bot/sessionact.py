"""A person's game in a window: what each click and key does, and what is seen next.

It knows no toolkit: `bot.stage` shows it, and tests hand it clicks and keys.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.boardview import tile_at
from bot.geometry import Cell, Pixel
from bot.sessioncards import clock_of
from bot.sessiondesk import SessionDesk
from bot.sessionlayout import BUTTONS, Action, Card, Layout, button_at, lay_card, lay_out
from bot.sessionview import Scene, SessionView
from bot.stage import Closed, Hidden, Key, Pointed, Pressed, Resized, Signal
from bot.style import Style

_STEPS = {"left": (0, -1), "right": (0, 1), "up": (-1, 0), "down": (1, 0)}
_TAKING = {"space", "return", "enter"}
_ACTIONS = {button.key: button.action for button in BUTTONS} | {
    "backspace": Action.UNDO,
    "g": Action.GOD,
    "f1": Action.PAUSE,  # its card says how points are counted
}
_HEADER = frozenset(button.action for button in BUTTONS)


class SessionAct:
    """The window of a person's games.

    Parameters
    ----------
    desk
        the games
    style
        how boards look; tiles become as large as there is room
    size
        of the window, px
    time
        when it is shown, s
    """

    def __init__(
        self, desk: SessionDesk, style: Style, size: tuple[int, int], *, time: float
    ) -> None:
        self._desk, self._style, self._size = desk, style, size
        self._cursor: Cell | None = None
        self._pointer: Pixel | None = None
        self._over = False
        self._scene: Scene | None = None
        self._picture: NDArray[np.uint8] | None = None
        self._now = time
        self._arrange()

    @property
    def layout(self) -> Layout:
        """Where everything lies."""
        return self._layout

    @property
    def scene(self) -> Scene:
        """What is seen now."""
        return self._see(self._now)

    @property
    def due(self) -> float | None:
        """When there will be something else to see, s."""
        return self._desk.due(self._now)

    def hear(self, signal: Signal, time: float) -> None:
        """Take notice of a click, a key, or what becomes of the window."""
        self._advance(time)
        match signal:
            case Pressed(pixel):
                self._pointer, self._cursor = pixel, None
                self._press(self._scaled(pixel), time)
            case Pointed(pixel):
                self._pointer = pixel
            case Key(name, ctrl):
                self._key(name, time, ctrl=ctrl)
            case Resized(size) if min(size) > 0:  # an icon may have none
                self._size = size
                self._arrange()
            case Hidden():
                self._desk.hide(time)
            case Closed():
                self._over = True
            case _:
                pass  # what was uncovered is shown again without our help

    def picture(self, time: float) -> NDArray[np.uint8] | None:
        """What is seen: the same array until it changes; None when the person has left."""
        self._advance(time)
        if self._over:
            return None
        scene = self._see(time)
        if self._picture is None or scene != self._scene:
            self._scene = scene
            self._picture = _shrunk(self._view.draw(scene), self._size)
        return self._picture

    def _arrange(self) -> None:
        session = self._desk.session
        self._layout = lay_out(self._size, session.board, self._style)
        self._view = SessionView(self._layout, session.board)
        self._arranged, self._picture = session, None

    def _advance(self, time: float) -> None:
        self._now = time
        self._desk.advance(time)
        if self._arranged is not self._desk.session:  # another game has begun
            self._cursor = None if self._cursor is None else Cell(0, 0)
            self._arrange()

    def _scaled(self, pixel: Pixel) -> Pixel:
        """A place of the window as one of the layout, which is larger where there is no room."""
        (width, height), (across, down) = self._layout.size, self._size
        return Pixel(pixel.x * width / across, pixel.y * height / down)

    def _press(self, pixel: Pixel, time: float) -> None:
        desk, card = self._desk, self._desk.card(time)
        buttons = self._layout.buttons
        if card is not None:
            buttons = lay_card(card, self._layout.ground).buttons
        button = button_at(buttons, pixel)
        if button is not None:
            desk.do(button.action, time)
        elif card is None and (cell := self._tile(pixel)) is not None:
            desk.choose(cell, time)

    def _key(self, name: str, time: float, *, ctrl: bool) -> None:
        if ctrl and name in {"q", "w"}:
            self._over = True
        if ctrl and name != "z":
            return
        card = self._desk.card(time)
        if card is not None:
            self._card_key(card, name, time)
        elif ctrl:
            self._desk.do(Action.UNDO, time)
        else:
            self._board_key(name, time)

    def _board_key(self, name: str, time: float) -> None:
        session = self._desk.session
        if name in _STEPS or name == "tab":
            self._move(name)
        elif name in _TAKING:
            if self._cursor is None:
                self._move("tab")
            else:
                self._desk.choose(self._cursor, time)
        elif name == "escape":
            if session.selected is None:
                self._cursor = None
            self._desk.unselect(time)
        elif name in _ACTIONS:
            self._desk.do(_ACTIONS[name], time)

    def _card_key(self, card: Card, name: str, time: float) -> None:
        actions = {button.key: button.action for button in card.buttons}
        if Action.PAUSE in actions.values():
            actions["f1"] = Action.PAUSE
        for action in (Action.BACK, Action.PAUSE):
            if action in actions.values():
                actions.setdefault("escape", action)
        if name in _TAKING and card.buttons:
            self._desk.do(card.buttons[card.focus].action, time)
        elif name in {"right", "down", "tab"}:
            self._desk.focus = (card.focus + 1) % max(1, len(card.buttons))
        elif name in {"left", "up"}:
            self._desk.focus = (card.focus - 1) % max(1, len(card.buttons))
        elif name in actions:
            self._desk.do(actions[name], time)

    def _move(self, name: str) -> None:
        """Move the cursor by a cell, round the edge; or on to the next tile."""
        board = self._desk.session.board
        if self._cursor is None or name == "tab":
            cells = list(board.cells())
            at = 0 if self._cursor is None else cells.index(self._cursor) + 1
            later = (cell for cell in cells[at:] + cells[:at] if board[cell] != EMPTY)
            self._cursor = next(later, Cell(0, 0))
        else:
            down, across = _STEPS[name]
            row, col = self._cursor.row + down, self._cursor.col + across
            self._cursor = Cell(row % board.rows, col % board.cols)

    def _tile(self, pixel: Pixel) -> Cell | None:
        ground, layout = self._layout.ground, self._layout
        place = Pixel(pixel.x - ground.left, pixel.y - ground.top)
        return tile_at(self._desk.session.board, layout.style, place)

    def _under_the_pointer(self, card: Card | None) -> tuple[Action | None, Cell | None]:
        """The button or the tile that would be clicked."""
        if self._pointer is None:
            return None, None
        pixel, session = self._scaled(self._pointer), self._desk.session
        buttons = self._layout.buttons
        if card is not None:
            buttons = lay_card(card, self._layout.ground).buttons
        button = button_at(buttons, pixel)
        hover = self._tile(pixel) if card is None and session.outcome is None else None
        if session.link is not None and hover in session.link.path:
            hover = None  # it is going
        return None if button is None else button.action, hover

    def _see(self, time: float) -> Scene:
        desk, session = self._desk, self._desk.session
        card, advice, link = desk.card(time), session.advice(time), session.link
        pointed, hover = self._under_the_pointer(card)
        return Scene(
            board=session.board,
            stats=(
                clock_of(session.seconds(time)),
                f"{session.score:,}",
                str(session.board.tiles),
                desk.wish.name,
            ),
            sized=desk.wish.is_custom,
            selected=session.selected,
            cursor=self._cursor if card is None else None,
            hover=hover,
            hinted=advice.cells if advice is not None and advice.cells else (),
            path=link.path if link is not None else None,
            progress=session.shown_share(time),
            off=desk.off if card is None else _HEADER,
            pointed=pointed,
            card=card,
            curtain=desk.hidden,
            foot=desk.foot(time),
            urgent=desk.urgent,
        )


def _shrunk(picture: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The picture as large as the window, where that has no room for it."""
    if (picture.shape[1], picture.shape[0]) == size:
        return picture
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)
