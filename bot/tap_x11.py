"""A click of no length on X11, in one message to the display.

pyautogui waits for an answer after each step of it, and asks where the pointer is before: a display
that is busy drawing a game keeps it waiting every time.
"""

from __future__ import annotations

from collections.abc import Callable
from time import sleep

from Xlib import X
from Xlib.ext import xtest

from bot.display_x11 import connect
from bot.errors import MachineError

_LOOKS, _BETWEEN = 40, 0.0005
"""Looks at the button, at most, until it is up, and seconds between two."""


def open_tap() -> Callable[[int, int], None]:
    """What moves the pointer to a pixel, x and y, and presses and releases the first button there.

    It returns once the display has done all three: a window manager that hears each press first, to
    raise the window, holds the release back until it has. Were the pointer moved on meanwhile, the
    game would be told that the button was released there.

    Raises
    ------
    MachineError
        if the display does not answer, or lets no program press buttons
    """
    display = connect()
    root = display.screen().root
    display.set_error_handler(lambda *_: None)
    if not display.has_extension("XTEST"):
        display.close()
        raise MachineError("the X display has no XTEST extension: no program can click there")

    def tap(x: int, y: int) -> None:
        for event, button in ((X.MotionNotify, 0), (X.ButtonPress, 1), (X.ButtonRelease, 1)):
            xtest.fake_input(display, event, button, x=x, y=y)
        for _ in range(_LOOKS):
            if not root.query_pointer().mask & X.Button1Mask:
                return
            sleep(_BETWEEN)

    return tap
