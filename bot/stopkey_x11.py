"""The stop key of X11: raw key presses, which come whoever has the keyboard, and grab nothing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from Xlib import XK, X
from Xlib.ext import ge, xinput

from bot.display_x11 import LOST
from bot.errors import MachineError

_VERSION = (2, 2)
"""Of XInput; up to 2.0 a program that grabs the keyboard keeps raw presses to itself."""
_KEY = slice(6, 10)
"""Where the number of the key stands in what Xlib leaves of a raw event as it came."""


def tells_raw_presses(connection: Any) -> bool:
    """Whether the display has XInput 2."""
    with _connected():
        if not connection.has_extension(ge.extname) or not connection.has_extension(xinput.extname):
            return False
        # Xlib itself asks for 2.0 at most.
        asked = xinput.XIQueryVersion(
            display=connection.display,
            opcode=connection.display.get_extension_major(xinput.extname),
            major_version=_VERSION[0],
            minor_version=_VERSION[1],
        )
        return bool(asked.major_version >= _VERSION[0])


class RawPresses:
    """Escape, by the raw presses of all keyboards; see `bot.stopkey.StopKey`.

    Even a tap that is over when it is asked is told, for the display keeps what was not fetched.

    Parameters
    ----------
    connection
        to a display that `tells_raw_presses`; nothing else may read from it
    """

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        with _connected():
            self._keys = _escapes(connection)
            root = connection.screen().root
            root.xinput_select_events([(xinput.AllMasterDevices, xinput.RawKeyPressMask)])
            connection.sync()

    def was_pressed(self) -> bool:
        """See `bot.stopkey.StopKey.was_pressed`.

        Raises
        ------
        MachineError
            if the display has hung up
        """
        pressed = False
        with _connected():
            while self._connection.pending_events():
                event = self._connection.next_event()
                if event.type == X.MappingNotify:
                    self._connection.refresh_keyboard_mapping(event)
                    self._keys = _escapes(self._connection)
                elif event.type == ge.GenericEventCode and event.evtype == xinput.RawKeyPress:
                    # Xlib asks the display for this machine's order of bytes.
                    key = int.from_bytes(event.data[_KEY], sys.byteorder)
                    pressed = pressed or key in self._keys
        return pressed

    def close(self) -> None:
        """Hang up."""
        hang_up(self._connection)


def hang_up(connection: Any) -> None:
    """Close a connection; a display that has hung up before has done so already."""
    with suppress(*LOST):
        connection.close()


def escape_is_down(connection: Any) -> bool:
    """Whether Escape is held down at this moment."""
    with _connected():
        held = connection.query_keymap()
        return any(held[key // 8] >> key % 8 & 1 for key in _escapes(connection))


def _escapes(connection: Any) -> frozenset[int]:
    """The numbers of the keys that are Escape without Shift; a keyboard may have several."""
    keys = connection.keysym_to_keycodes(XK.XK_Escape)
    return frozenset(key for key, index in keys if index == 0)


@contextmanager
def _connected() -> Iterator[None]:
    try:
        yield
    except LOST as why:
        raise MachineError(f"the X display hung up: {why}") from None
