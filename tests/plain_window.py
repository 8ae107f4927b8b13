"""A window of our own on a live display, to look at and to click."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from live import Display, wait_for
from numpy.typing import NDArray
from Xlib import X, Xatom, Xutil
from Xlib import display as xdisplay
from Xlib.error import BadWindow
from Xlib.xobject.drawable import Window as XWindow

from bot.desktop import Window
from bot.display_x11 import xlib_manners
from bot.geometry import Rect, ScreenPoint


class PlainWindow:
    """A window of one colour on a display, which keeps the clicks it gets.

    Parameters
    ----------
    display
        where it is shown
    title
        its title
    rect
        where its inside is to lie; a window manager puts its frame around that
    properties
        numbers and texts to set before it is shown, by name
    """

    def __init__(
        self,
        display: Display,
        title: str,
        rect: Rect,
        properties: Mapping[str, Sequence[int] | str] | None = None,
    ) -> None:
        self._is_closed = False
        self._display = display
        with xlib_manners():
            self._connection = xdisplay.Display(display.name)
        screen = self._connection.screen()
        self._window = screen.root.create_window(
            *rect, 0, screen.root_depth, background_pixel=0x336699, event_mask=X.ButtonPressMask
        )
        name, utf8 = map(self._connection.intern_atom, ("_NET_WM_NAME", "UTF8_STRING"))
        self._window.change_property(name, utf8, 8, title.encode())
        # By these hints the person has chosen the place, so a window manager keeps to it.
        self._window.set_wm_normal_hints(
            flags=Xutil.USPosition | Xutil.PWinGravity, win_gravity=X.StaticGravity
        )
        for name, value in (properties or {}).items():
            if isinstance(value, str):
                atom = self._connection.intern_atom(name)
                self._window.change_text_property(atom, Xatom.STRING, value)
            else:
                self.set_numbers(name, value)
        self._window.map()
        self._connection.sync()
        self.id = int(self._window.id)
        wait_for(f"'{title}' to be shown", lambda: display.desktop.bounds(self.id))
        self._shown = display.settled(Window(self.id, title, rect))

    def set_numbers(self, name: str, numbers: Sequence[int]) -> None:
        """Set a property made of numbers."""
        atom = self._connection.intern_atom(name)
        self._window.change_property(atom, Xatom.CARDINAL, 32, list(numbers))
        self._connection.sync()

    def paint(self, pixels: NDArray[np.uint8], left: int, top: int) -> None:
        """Draw an RGB picture, uint8 of shape (H, W, 3), at a place inside."""
        height, width, _ = pixels.shape
        bgrx = np.zeros((height, width, 4), np.uint8)
        bgrx[:, :, :3] = pixels[:, :, ::-1]
        pen = self._window.create_gc()
        self._window.put_image(pen, left, top, width, height, X.ZPixmap, 24, 0, bgrx.tobytes())
        self._connection.sync()

    def clicks(self) -> list[ScreenPoint]:
        """Where the clicks since the last call arrived, on the screen."""
        self._connection.sync()
        waiting = [self._connection.next_event() for _ in range(self._connection.pending_events())]
        return [
            ScreenPoint(event.root_x, event.root_y)
            for event in waiting
            if event.type == X.ButtonPress
        ]

    def close(self) -> None:
        """Take it off the screen with the frame around it, if it is still there."""
        if self._is_closed:
            return
        self._is_closed = True
        frame = self._frame()
        self._window.destroy()
        self._connection.sync()
        self._display.await_gone(self._shown)
        # A window manager hears of it later, and its frame owns the place until then.
        wait_for(f"the frame of {self._shown} to go", lambda: not self._is_viewable(frame))
        self._connection.close()

    def _frame(self) -> XWindow:
        """The window right below the root that this one lies in: itself, or a manager's frame."""
        frame = self._window
        while (tree := frame.query_tree()).parent != tree.root:
            frame = tree.parent
        return frame

    def _is_viewable(self, window: XWindow) -> bool:
        """Whether a window is still there and shown."""
        try:
            return bool(window.get_attributes().map_state == X.IsViewable)
        except BadWindow:
            return False
