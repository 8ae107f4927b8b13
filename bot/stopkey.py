"""The stop key: Escape, pressed anywhere while the bot plays."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from bot.errors import MachineError

_WINDOWS_ESCAPE = 0x1B
"""VK_ESCAPE."""
_MAC_ESCAPE = 53
"""kVK_Escape."""


class StopKey(Protocol):
    """A key by which a person stops the bot; nothing is taken away from other programs."""

    def was_pressed(self) -> bool:
        """Whether it was pressed since the last call, or since this was opened."""
        ...

    def close(self) -> None:
        """Listen no more."""
        ...


class NoStopKey:
    """A stop key that is never pressed, for where there is no keyboard or it cannot be heard."""

    def was_pressed(self) -> bool:
        """See `StopKey.was_pressed`."""
        return False

    def close(self) -> None:
        """See `StopKey.close`."""


class KeyState(NamedTuple):
    """A key as it is, and whether it was pressed, if only for a moment, since the last look."""

    is_down: bool
    was_tapped: bool = False


class PolledStopKey:
    """A stop key that is looked at now and then.

    A key that is held when this is opened counts once it has been let go and pressed again.

    Parameters
    ----------
    look
        how the key is now
    close
        lets go of whatever `look` needs
    """

    def __init__(
        self, look: Callable[[], KeyState], close: Callable[[], None] = lambda: None
    ) -> None:
        self._look, self._close = look, close
        self._was_down = look().is_down

    def was_pressed(self) -> bool:
        """See `StopKey.was_pressed`; a tap between two calls is seen where `look` tells of it."""
        now, was_down = self._look(), self._was_down
        self._was_down = now.is_down
        return (now.is_down or now.was_tapped) and not was_down

    def close(self) -> None:
        """See `StopKey.close`."""
        self._close()


def open_stop_key() -> StopKey:
    """The stop key of this session; one that is never pressed where the keyboard is not heard.

    On X11 no press is missed. On Windows none is, unless another program asks for the same key.
    On macOS the key must be down when it is asked. In a Wayland session a press is only heard
    while a window of XWayland has the keyboard.
    """
    try:
        return _open()
    except (MachineError, ImportError, AttributeError, OSError):
        return NoStopKey()


if sys.platform == "win32":
    import ctypes

    def _open() -> StopKey:
        """Through user32; written from its documentation, not yet run there."""
        user32 = ctypes.WinDLL("user32")
        user32.GetAsyncKeyState.argtypes = (ctypes.c_int,)
        user32.GetAsyncKeyState.restype = ctypes.c_short

        def look() -> KeyState:
            bits = user32.GetAsyncKeyState(_WINDOWS_ESCAPE)
            return KeyState(bool(bits & 0x8000), bool(bits & 1))

        return PolledStopKey(look)

elif sys.platform == "darwin":

    def _open() -> StopKey:
        """Through Quartz; written from its documentation, not yet run there."""
        import Quartz  # noqa: PLC0415 - heavy, and a permission may be asked for

        session = Quartz.kCGEventSourceStateCombinedSessionState
        return PolledStopKey(
            lambda: KeyState(bool(Quartz.CGEventSourceKeyState(session, _MAC_ESCAPE)))
        )

else:

    def _open() -> StopKey:
        from bot import stopkey_x11 as x11  # noqa: PLC0415 - opens a display
        from bot.display_x11 import connect  # noqa: PLC0415

        connection = connect()
        if x11.tells_raw_presses(connection):
            return x11.RawPresses(connection)
        down = partial(x11.escape_is_down, connection)
        return PolledStopKey(lambda: KeyState(down()), partial(x11.hang_up, connection))
