"""Where clicks go: the mouse, through pyautogui, and how a person stops it."""

from __future__ import annotations

import sys
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import floor
from typing import Any, Protocol

from bot.errors import MachineError, StoppedError
from bot.geometry import ScreenPoint
from bot.window import prepare_process

JITTER = 5.0
"""How far a pointer may stray by itself, pt: rounding, a scaled screen, a touched desk."""


class Mouse(Protocol):
    """What the loop does with the mouse."""

    def click(self, point: ScreenPoint) -> None:
        """Press and release the first button there."""
        ...

    def move(self, point: ScreenPoint) -> None:
        """Put the pointer there."""
        ...

    def position(self) -> ScreenPoint:
        """Where the pointer is."""
        ...


class PyAutoGuiMouse:
    """The real mouse.

    pyautogui's fail-safe stays on: with the pointer in a corner of the main screen every method
    raises `StoppedError` and does nothing.

    Parameters
    ----------
    press
        how long the button is held down, s; a game that looks at the button once per picture
        misses one that is released at once
    sleep
        waits that long

    Raises
    ------
    MachineError
        if there is no screen, or pyautogui cannot be loaded
    """

    def __init__(self, press: float = 0.03, sleep: Callable[[float], None] = time.sleep) -> None:
        self._gui, self._lost = _load_pyautogui()
        self._press = press
        self._sleep = sleep

    def click(self, point: ScreenPoint) -> None:
        """See `Mouse.click`."""
        with self._stoppable():
            self._gui.mouseDown(floor(point.x), floor(point.y), _pause=False)
            try:
                self._sleep(self._press)
            finally:
                self._release()
            self._gui.failSafeCheck()

    def move(self, point: ScreenPoint) -> None:
        """See `Mouse.move`."""
        with self._stoppable():
            self._gui.moveTo(floor(point.x), floor(point.y), _pause=False)

    def position(self) -> ScreenPoint:
        """See `Mouse.position`."""
        with self._stoppable():
            x, y = self._gui.position()
            self._gui.failSafeCheck()
        return ScreenPoint(float(x), float(y))

    def _release(self) -> None:
        """Release the button wherever the pointer is now.

        The corner may not prevent this: a button left down drags whatever the person touches next.
        """
        self._gui.FAILSAFE = False
        try:
            self._gui.mouseUp(_pause=False)
        finally:
            self._gui.FAILSAFE = True

    @contextmanager
    def _stoppable(self) -> Iterator[None]:
        try:
            yield
        except self._gui.FailSafeException as error:
            raise StoppedError("stopped: the mouse is in a corner of the screen") from error
        except self._lost as error:
            raise MachineError(f"the mouse cannot be moved: {error}") from error


class GuardedMouse:
    """A mouse that asks before every click, and gives way to the person's hand.

    Before a click, in this order: the pointer is in no corner; it is where we left it; and the
    guard, such as `bot.window.WindowGuard`, accepts the point. The first that fails raises, and
    nothing is clicked.

    Parameters
    ----------
    mouse
        does the clicks
    guard
        raises unless the point may be clicked now
    """

    def __init__(self, mouse: Mouse, guard: Callable[[ScreenPoint], None]) -> None:
        self._mouse = mouse
        self._guard = guard
        self._left_at: ScreenPoint | None = None

    def click(self, point: ScreenPoint) -> None:
        """See `Mouse.click`.

        Raises
        ------
        StoppedError
            if the pointer is in a corner, or has been moved by hand
        LinkupError
            whatever the guard raises
        """
        self.check()
        self._guard(point)
        self._mouse.click(point)
        self._left_at = point

    def move(self, point: ScreenPoint) -> None:
        """See `Mouse.move`; `StoppedError` as in `click`, but the guard is not asked."""
        self.check()
        self._mouse.move(point)
        self._left_at = point

    def position(self) -> ScreenPoint:
        """See `Mouse.position`."""
        return self._mouse.position()

    def check(self) -> None:
        """Raise `StoppedError` if the person has taken the mouse; good to call while waiting."""
        here, left = self._mouse.position(), self._left_at
        if left is None:
            return
        if max(abs(here.x - left.x), abs(here.y - left.y)) > JITTER:
            raise StoppedError(
                f"stopped: the mouse was moved by hand, from {left.x:.0f},{left.y:.0f} "
                f"to {here.x:.0f},{here.y:.0f}"
            )


class DryRunMouse:
    """A mouse that only says what it would do; the real pointer stays where it is.

    Parameters
    ----------
    say
        is handed a line for each click
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._at = ScreenPoint(0.0, 0.0)
        self.clicks: list[ScreenPoint] = []

    def click(self, point: ScreenPoint) -> None:
        """See `Mouse.click`."""
        self._say(f"would click at {point.x:.0f},{point.y:.0f}")
        self.clicks.append(point)
        self._at = point

    def move(self, point: ScreenPoint) -> None:
        """See `Mouse.move`."""
        self._at = point

    def position(self) -> ScreenPoint:
        """See `Mouse.position`."""
        return self._at


def _load_pyautogui() -> tuple[Any, tuple[type[Exception], ...]]:
    """The module with its pauses off, and what it raises when the screen goes away."""
    prepare_process()
    try:
        if sys.platform.startswith("linux"):
            gui, lost = _load_on_linux()
        else:
            import pyautogui as gui  # noqa: PLC0415 - on Windows, not before `prepare_process`

            lost = (OSError,)
    except (ImportError, SystemExit) as error:
        raise MachineError(f"pyautogui cannot be loaded: {error}") from error
    gui.PAUSE = 0
    gui.FAILSAFE = True
    return gui, lost


def _load_on_linux() -> tuple[Any, tuple[type[Exception], ...]]:
    """As `_load_pyautogui`; here the import itself opens the display.

    It also asks for tkinter, for a helper window that is never used here, and ends the program
    where there is none; an empty module in the helper's place keeps it from asking.
    """
    from Xlib.error import ConnectionClosedError, DisplayError  # noqa: PLC0415 - Linux alone

    from bot.window_x11 import xlib_manners  # noqa: PLC0415 - Linux alone

    if "mouseinfo" not in sys.modules:
        stub = types.ModuleType("mouseinfo")
        stub.MouseInfoWindow = None  # type: ignore[attr-defined]
        sys.modules["mouseinfo"] = stub
    lost = (ConnectionClosedError, OSError)
    try:
        with xlib_manners():
            import pyautogui  # noqa: PLC0415 - opens the display
    except (DisplayError, OverflowError, *lost) as error:
        raise MachineError(
            f"the X display does not answer ({error}): check DISPLAY, or run this in a "
            f"desktop session"
        ) from error
    return pyautogui, lost
