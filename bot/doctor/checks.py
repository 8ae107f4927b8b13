"""Every check, in the order in which they are made."""

from __future__ import annotations

import sys

from bot.doctor import hands, sight, system
from bot.doctor.finding import Check


def checks() -> tuple[Check, ...]:
    """The checks of this system; the names are promises, as those of options are."""
    return (
        Check("python", system.python, needed=True),
        Check("packages", system.packages, needed=True),
        Check("one opencv", system.one_opencv, needed=True),
        Check("opencv", sight.opencv, needed=True),
        Check("reading", sight.reading, needed=True, seconds=60),
        Check("skins", sight.skins, seconds=60),
        *_of_system(),
        Check("capture", sight.capture, needed=True),
        Check("mouse", hands.mouse, needed=True),
        Check("windows", hands.windows, needed=True),
        Check("stop key", hands.stop_key),
        Check("demo window", sight.bundled_window),
        Check("text", system.text),
        Check("temporary folder", system.temporary_folder),
        Check("current folder", system.current_folder),
    )


def _of_system() -> tuple[Check, ...]:
    if sys.platform == "win32":
        from bot.doctor import win32  # noqa: PLC0415 - this platform's

        return (Check("rights", win32.rights),)
    elif sys.platform == "darwin":  # noqa: RET505 - what follows is unreachable elsewhere
        from bot.doctor import macos  # noqa: PLC0415 - this platform's

        return (Check("permissions", macos.permissions, needed=True),)
    else:
        from bot.doctor import x11  # noqa: PLC0415 - this platform's

        return (
            Check("one xlib", system.one_xlib, needed=True),
            Check("display", x11.session, needed=True),
            Check("server", x11.server, needed=True),
            Check("keys", x11.keys),
            Check("extensions", x11.extensions, needed=True),
            Check("manager", x11.manager),
            Check("tkinter", system.tkinter),
            Check("sandbox", system.sandbox),
            Check("dbus", system.dbus),
        )
