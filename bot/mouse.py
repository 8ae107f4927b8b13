"""Where clicks go: the mouse, through pyautogui, and how a person stops it."""

from __future__ import annotations

import os
import sys
import time
import types
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import product
from math import floor, nan
from typing import Any, Protocol

from bot.errors import MachineError, StoppedError
from bot.geometry import Rect, ScreenPoint
from bot.stopkey import NoStopKey, StopKey
from bot.window import prepare_process

PRESS = 0.03
"""How long a button is held down, s, where nothing is known of a game: one that looks at the button
once per picture misses one that is released at once."""
JITTER = 5.0
"""How far a pointer may stray by itself, pt: rounding, a scaled screen, a touched desk."""
CORNER = 1.0
"""How far from the last pixel of a corner a pointer is still in it, pt, both ways."""
MOST_CLICKS = 40
"""In any second: about what a hand can do, and no game is flooded with."""
_LEAST_WAIT = 0.001
"""s; so that rounding cannot make a wait too short to move the clock."""
_IN_A_CORNER = "stopped: the mouse is in a corner of the screen"


HELD_BACK = 0.5
"""s; how long a pointer may stay where clicks of before had put it: a window manager that looks at
each click before the game does holds back what comes after it."""
_HELD_CLICKS = 3


class Mouse(Protocol):
    """What the loop does with the mouse."""

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """Hold the first button down there for so long, s."""
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
    sleep
        waits while a button is held down, s

    Raises
    ------
    MachineError
        if there is no screen, or pyautogui cannot be loaded
    """

    def __init__(self, sleep: Callable[[float], None] = time.sleep) -> None:
        self._gui, self._lost, self._tapped = _load_pyautogui()
        self._sleep = sleep
        self._clicked: deque[ScreenPoint] = deque(maxlen=_HELD_CLICKS + 1)

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """See `Mouse.click`."""
        self._clicked.append(point)
        with self._stoppable():
            self._gui.failSafeCheck()
            # Left on, it would ask where the pointer is ten times in a click.
            self._gui.FAILSAFE = False
            try:
                if press:
                    self._hold(point, press)
                else:
                    self._tap(point)
            finally:
                self._gui.FAILSAFE = True
            if press:
                self._gui.failSafeCheck()

    def move(self, point: ScreenPoint) -> None:
        """See `Mouse.move`."""
        with self._stoppable():
            self._gui.moveTo(floor(point.x), floor(point.y), _pause=False)

    def position(self) -> ScreenPoint:
        """See `Mouse.position`."""
        with self._stoppable():
            x, y = self._gui.position()
            if (x, y) in self._gui.FAILSAFE_POINTS:
                self._gui.failSafeCheck()
        return ScreenPoint(float(x), float(y))

    def _tap(self, point: ScreenPoint) -> None:
        """As `_hold` for no time, in half as many messages to the screen."""
        try:
            self._tapped(floor(point.x), floor(point.y))
        except BaseException:
            self._release(point)  # Ctrl-C may come between down and up
            raise

    def _hold(self, point: ScreenPoint, press: float) -> None:
        try:  # Ctrl-C may come as soon as the button is down
            self._gui.mouseDown(floor(point.x), floor(point.y), _pause=False)
            self._sleep(press)
        finally:
            self._release(point)

    def _release(self, point: ScreenPoint) -> None:
        """Release the button where it went down, or wherever the person has taken the pointer.

        No corner prevents this: a button left down drags whatever the person touches next. A
        pointer that seems to be where an earlier click had put it is held back, and no person's.
        """
        here = ScreenPoint(*map(float, self._gui.position()))
        if any(_is_at(here, place) for place in self._clicked):
            here = point
        self._gui.mouseUp(floor(here.x), floor(here.y), _pause=False)

    @contextmanager
    def _stoppable(self) -> Iterator[None]:
        try:
            yield
        except self._gui.FailSafeException:
            raise StoppedError(_IN_A_CORNER) from None
        except self._lost as error:
            raise MachineError(f"the mouse cannot be moved: {error}") from error


def in_corner(point: ScreenPoint, monitors: Iterable[Rect]) -> bool:
    """Whether a point lies in a corner of a monitor, also in one where it meets another monitor.

    Examples
    --------
    >>> in_corner(ScreenPoint(1279, 1), [Rect(0, 0, 1280, 800)])
    True
    >>> in_corner(ScreenPoint(1270, 0), [Rect(0, 0, 1280, 800)])
    False
    """
    return any(
        abs(point.x - x) <= CORNER and abs(point.y - y) <= CORNER
        for rect in monitors
        for x, y in product((rect.left, rect.right - 1), (rect.top, rect.bottom - 1))
    )


class GuardedMouse:
    """A mouse that asks before every click, and gives way to the person's hand.

    Before a click, in this order: the stop key was not pressed; the pointer is in no corner; it is
    where we left it; and the guard, such as `bot.window.WindowGuard`, accepts the point. The first
    that fails raises, and nothing is clicked. Clicks that would come too fast wait before that.

    Where a press is longer than usual the pointer rests on its point for as long before, and all
    that is asked once more: a game that hears no shorter one may look once a frame where it is.

    Parameters
    ----------
    mouse
        does the clicks
    guard
        raises unless the point may be clicked now
    stop_key
        stops the game when it is pressed; by default there is none
    monitors
        in whose corners the pointer stops the game, pt; by default whatever `mouse` itself minds
    most_clicks
        in any second; at least 1
    clock, sleep
        time, s
    """

    def __init__(
        self,
        mouse: Mouse,
        guard: Callable[[ScreenPoint], None],
        *,
        stop_key: StopKey | None = None,
        monitors: Iterable[Rect] = (),
        most_clicks: int = MOST_CLICKS,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._mouse = mouse
        self._guard = guard
        self._stop_key = stop_key or NoStopKey()
        self._monitors = tuple(monitors)
        self._clock, self._sleep = clock, sleep
        self._last: deque[float] = deque(maxlen=most_clicks)
        self._before: deque[ScreenPoint] = deque(maxlen=_HELD_CLICKS)
        self._left_at: ScreenPoint | None = None

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """See `Mouse.click`.

        Raises
        ------
        StoppedError
            if the stop key was pressed, the pointer is in a corner, or was moved by hand; or if the
            point lies in a corner, where the pointer would stop the game
        LinkupError
            whatever the guard raises
        """
        self.click_if(self._guard, point, press)

    def click_if(
        self, guard: Callable[[ScreenPoint], None], point: ScreenPoint, press: float = PRESS
    ) -> None:
        """Click by another guard than the usual one; all else as in `click`."""
        self._await_turn()
        self.check()
        if in_corner(point, self._monitors):
            at = f"{point.x:.0f},{point.y:.0f}"
            raise StoppedError(f"refused to click at {at}, in a corner of the screen")
        guard(point)
        if press > PRESS and (self._left_at is None or not _is_at(self._left_at, point)):
            self.move(point)
            self._sleep(press)
            self.check()
            guard(point)
        try:
            self._mouse.click(point, press)
        finally:
            self._last.append(self._clock())
        self._leave(point)

    def move(self, point: ScreenPoint) -> None:
        """See `Mouse.move`; `StoppedError` as in `click`, but the guard is not asked."""
        self.check()
        self._mouse.move(point)
        self._leave(point)

    def position(self) -> ScreenPoint:
        """See `Mouse.position`."""
        return self._mouse.position()

    def check(self) -> None:
        """Raise `StoppedError` if the person wants it to stop; good to call while waiting."""
        if self._stop_key.was_pressed():
            raise StoppedError(
                "stopped: Escape was pressed; the game hears it, too, and may be paused now"
            )
        here, left = self._mouse.position(), self._left_at
        if in_corner(here, self._monitors):
            raise StoppedError(_IN_A_CORNER)
        if left is None:
            return
        until = self._clock() + HELD_BACK
        while not _is_at(here, left):
            if self._clock() < until and any(_is_at(here, place) for place in self._before):
                self._sleep(HELD_BACK / 50)
                here = self._mouse.position()
                continue
            raise StoppedError(
                f"stopped: the mouse was moved by hand, from {left.x:.0f},{left.y:.0f} "
                f"to {here.x:.0f},{here.y:.0f}"
            )

    def _leave(self, point: ScreenPoint) -> None:
        if self._left_at is not None:
            self._before.append(self._left_at)
        self._left_at = point

    def _await_turn(self) -> None:
        """Let the time pass until one more click makes no more than the most in a second."""
        if len(self._last) < (self._last.maxlen or 0):
            return
        while (wait := self._last[0] + 1 - self._clock()) > 0:
            self._sleep(max(wait, _LEAST_WAIT))


class DryRunMouse:
    """A mouse that only says what it would do; the real pointer stays where it is.

    Its own pointer is nowhere before the first click, and so in no corner.

    Parameters
    ----------
    say
        is handed a line for each click
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._at = ScreenPoint(nan, nan)
        self.clicks: list[ScreenPoint] = []

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """See `Mouse.click`."""
        del press  # nothing is pressed
        self._say(f"would click at {point.x:.0f},{point.y:.0f}")
        self.clicks.append(point)
        self._at = point

    def move(self, point: ScreenPoint) -> None:
        """See `Mouse.move`."""
        self._at = point

    def position(self) -> ScreenPoint:
        """See `Mouse.position`."""
        return self._at


def _is_at(here: ScreenPoint, there: ScreenPoint) -> bool:
    return max(abs(here.x - there.x), abs(here.y - there.y)) <= JITTER


_Tap = Callable[[int, int], object]


def _load_pyautogui() -> tuple[Any, tuple[type[Exception], ...], _Tap]:
    """The module with its pauses off, what it raises if the screen goes away, and a quick click."""
    prepare_process()
    try:
        if sys.platform.startswith("linux"):
            gui, lost, tap = _load_on_linux()
        else:
            import pyautogui as gui  # noqa: PLC0415 - on Windows, not before `prepare_process`

            lost, tap = (OSError,), None
    except (ImportError, SystemExit) as error:
        raise MachineError(
            f"pyautogui cannot be loaded ({error}): pip install --force-reinstall pyautogui"
        ) from error
    gui.PAUSE = 0
    gui.FAILSAFE = True
    return gui, lost, tap or (lambda x, y: gui.click(x, y, _pause=False))


def _load_on_linux() -> tuple[Any, tuple[type[Exception], ...], _Tap | None]:
    """As `_load_pyautogui`; here the import itself opens the display.

    It also asks for tkinter, for a helper window that is never used here, and ends the program
    where there is none; an empty module in the helper's place keeps it from asking.
    """
    from Xlib.error import ConnectionClosedError, DisplayError  # noqa: PLC0415 - Linux alone

    from bot.display_x11 import unopened, xlib_manners  # noqa: PLC0415 - Linux alone
    from bot.tap_x11 import open_tap  # noqa: PLC0415 - Linux alone

    if "mouseinfo" not in sys.modules:
        stub = types.ModuleType("mouseinfo")
        stub.MouseInfoWindow = None  # type: ignore[attr-defined]
        sys.modules["mouseinfo"] = stub
    lost = (ConnectionClosedError, OSError)
    try:
        with xlib_manners():
            import pyautogui  # noqa: PLC0415 - opens the display
    except (DisplayError, OverflowError, *lost) as error:
        raise MachineError(unopened(os.environ.get("DISPLAY", ""), error)) from error
    tap = None
    with suppress(MachineError):
        tap = open_tap()
    return pyautogui, lost, tap
