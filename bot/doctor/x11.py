"""Checks of a Linux session: which display there is, whether it answers, and what it can do."""

from __future__ import annotations

import os
import time
from pathlib import Path

from bot.display_x11 import NO_DISPLAY, NO_X_IN_WAYLAND, connect
from bot.doctor.finding import Finding, failed, of_message, ok, warning
from bot.errors import LinkupError
from bot.geometry import Rect
from bot.window_x11 import X11Desktop

_SPOT = Rect(8, 8, 16, 16)
"""Where the spot is shown, pt: not in the corner, which stops the bot."""
_DEPTHS = (24, 32)
"""Bits per pixel that pictures can be taken of."""
_EXTENSIONS = {
    "XTEST": "the mouse cannot be moved",
    "XInputExtension": "the stop key is not heard",
    "MIT-SHM": "pictures take longer",
    "RANDR": "monitors are not told apart",
    "X-Resource": "message boxes of a game are not known for its own",
}
"""What each is for, told where it is missing; the first one is needed."""


def session() -> Finding:
    """Which display the environment names."""
    shown, wayland = os.environ.get("DISPLAY"), os.environ.get("WAYLAND_DISPLAY")
    kind = os.environ.get("XDG_SESSION_TYPE")
    told = f"DISPLAY is {shown or 'not set'}, WAYLAND_DISPLAY is {wayland or 'not set'}"
    told += f", the session calls itself {kind}" if kind else ""
    if not shown:
        return failed(told, of_message(NO_X_IN_WAYLAND if wayland else NO_DISPLAY).fix)
    if wayland or kind == "wayland":
        return warning(
            told,
            "only games of X11 can be played, and the screen may be black: use an Xorg session, or "
            "`linkup sandbox -- COMMAND`",
        )
    if ":" in shown and shown.split(":")[0] not in {"", "unix"}:
        return warning(told, "it is another machine's display: the bot will be slow")
    return ok(told)


def server() -> Finding:
    """Whether the display answers, and in how many colours it is."""
    try:
        desktop = X11Desktop()
        size, depth = desktop.screen(), int(desktop._display.screen().root_depth)  # noqa: SLF001
        desktop.close()
    except LinkupError as error:
        return of_message(str(error))
    told = f"{size.width}x{size.height}, {depth} bits of colour"
    if depth not in _DEPTHS:
        return failed(told, "start the display with 24 bits of colour")
    return ok(told)


def keys() -> Finding:
    """The file of keys that a display may ask for."""
    named = os.environ.get("XAUTHORITY")
    if named and not Path(named).exists():
        return warning(
            "XAUTHORITY names a file that is not there",
            "unset it, or let it name the one of the person who owns the display",
        )
    if named:
        return ok("XAUTHORITY names the file of keys to the display, and it is there")
    return ok("XAUTHORITY is not set: keys to the display are looked for in ~/.Xauthority")


def extensions() -> Finding:
    """What the display can do besides showing windows."""
    try:
        connection = connect()
        there = {name: connection.query_extension(name) for name in _EXTENSIONS}
        connection.close()
    except LinkupError as error:
        return of_message(str(error))
    absent = [name for name, found in there.items() if found is None]
    if not absent:
        return ok(", ".join(_EXTENSIONS))
    told = "; ".join(f"without {name} {_EXTENSIONS[name]}" for name in absent)
    how = "use an X server that has them, such as Xorg, Xephyr or Xvfb"
    return failed(told, how) if "XTEST" in absent else warning(told, how)


def manager() -> Finding:
    """Whether a window manager runs: without one nothing brings a game to the front."""
    try:
        desktop = X11Desktop()
        managed = desktop._property(desktop._root, "_NET_SUPPORTING_WM_CHECK")  # noqa: SLF001
        desktop.close()
    except LinkupError as error:
        return of_message(str(error))
    if managed is None:
        return warning("none runs", "start one, such as openbox, if windows lie over each other")
    return ok("one runs")


def sees_a_spot() -> bool:
    """Whether a small white spot, shown for a moment, is seen: a screen may be black by itself."""
    from Xlib import X  # noqa: PLC0415 - as the other checks

    from bot.screen import MssScreen, is_black  # noqa: PLC0415 - loads OpenCV

    connection = connect()
    screen = connection.screen()
    window = screen.root.create_window(
        *(*_SPOT, 0),
        X.CopyFromParent,
        background_pixel=screen.white_pixel,
        override_redirect=True,
    )
    try:
        window.map()
        connection.sync()
        time.sleep(0.1)  # the server shows it when it comes to it
        look = MssScreen(_SPOT)
        try:
            return not is_black(look.grab())
        finally:
            look.close()
    finally:
        window.destroy()
        connection.close()
