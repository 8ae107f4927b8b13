"""A game in a window on this screen: how to look at it, and a hand that clicks nowhere else."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from math import ceil, floor
from typing import Protocol

import cv2

from bot.aside import beside
from bot.errors import BlackScreenError, WindowHiddenError
from bot.frame import Frame
from bot.geometry import Lattice, Pixel, Rect, ScreenPoint
from bot.mouse import PRESS, GuardedMouse, Mouse, PyAutoGuiMouse, in_corner
from bot.screen import BLACK_PICTURE, MssScreen, Screen, is_black
from bot.stopkey import NoStopKey, StopKey, open_stop_key
from bot.succession import Succession
from bot.window import Desktop, Window, WindowGuard, outside, unseen

_FRONT = 3.0
"""s; how long a window may take to come to the front before the first look."""
UNTITLED = "another window"
"""What is said of one without a title, such as the frame that a window manager draws around one."""


class OpenScreen(Screen, Protocol):
    """A screen that must be let go of, and the monitors it consists of."""

    @property
    def monitors(self) -> Sequence[Rect]:
        """Where each lies, pt."""
        ...

    def close(self) -> None:
        """Let go of it."""
        ...


OpensScreen = Callable[[Callable[[], Rect], Callable[[], float]], OpenScreen]
"""Opens a screen, as `MssScreen` does: of a region, pt, asked for before each look, and a clock."""


class LiveGame:
    """Screen and hand of one game in a window.

    Until it is closed, pictures are worked on in one thread: further ones keep a processor busy
    while they wait for the next picture, and the game needs it to draw.

    Parameters
    ----------
    desktop
        tells where the window is
    window
        the game
    region
        the part of the screen where the board is looked for, pt; by default the whole window, and
        it moves with the window
    mouse
        does the clicks; by default the real one
    screen
        opens the screen; by default the real one
    stop_key
        stops the game when it is pressed; by default the real one, where the real mouse clicks
    clock, sleep
        time, s

    Raises
    ------
    MachineError
        if the screen cannot be read or the mouse not be moved
    """

    def __init__(
        self,
        desktop: Desktop,
        window: Window,
        region: Rect | None = None,
        mouse: Mouse | None = None,
        *,
        screen: OpensScreen = MssScreen,
        stop_key: StopKey | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._desktop = desktop = Succession(desktop, window, sleep)
        self._window = window
        self._inset = _inset(window.rect, region or window.rect)
        self._guard = WindowGuard(desktop, window)
        self._board: Rect | None = None
        self._seen_at = window.rect
        self._last: tuple[Frame, Rect] | None = None
        with ExitStack() as opened:
            self._stop_key = stop_key or (open_stop_key() if mouse is None else NoStopKey())
            opened.callback(self._stop_key.close)
            self._screen = screen(self._region, clock)
            opened.callback(self._screen.close)
            self._mouse = GuardedMouse(
                mouse or PyAutoGuiMouse(sleep=sleep),
                self._guard,
                stop_key=self._stop_key,
                monitors=self._screen.monitors,
                clock=clock,
                sleep=sleep,
            )
            self._opened = opened.pop_all()
        self._clock, self._sleep = clock, sleep
        self._threads = cv2.getNumThreads()
        cv2.setNumThreads(1)

    def grab(self) -> Frame:
        """See `bot.screen.Screen.grab`.

        Raises
        ------
        WindowError
            if the window is closed
        WindowHiddenError
            if it is minimised or on another workspace, or a part of it lies off the screen
        BlackScreenError
            if the screen shows nothing but black
        """
        frame = self._screen.grab()
        if is_black(frame):
            raise BlackScreenError(BLACK_PICTURE)
        self._last = frame, self._seen_at
        return frame

    def come_to_front(self) -> None:
        """Bring the window to the front, so that it is seen whole; gives up silently in the end.

        Whether it came is seen before every click; that nothing covers a corner of it is not.
        """
        until = self._clock() + _FRONT
        rect = self._region()
        middle = ScreenPoint(rect.left + rect.width / 2, rect.top + rect.height / 2)
        self._desktop.activate(self._window.id)
        while self._desktop.owner_at(middle) != self._window.id and self._clock() < until:
            self._sleep(0.02)

    def click(self, point: ScreenPoint, press: float = PRESS) -> None:
        """See `bot.hand.Hand.click`."""
        self._mouse.click(point, press)

    def press_button(self, point: ScreenPoint) -> None:
        """See `bot.hand.Hand.press_button`; the window must be where the last frame showed it."""
        if self._last is not None:
            self._window = Window(self._window.id, self._window.title, self._last[1])
            self._guard.aim(self._window, self._board)
        self._mouse.click_if(self._guard.check_button, point)

    def park(self) -> None:
        """See `bot.hand.Hand.park`.

        The pointer stays where it is if the window has moved, or another one lies beside the board.
        """
        self._mouse.check()
        at, window = self._mouse.position(), self._window
        if self._board is None or not self._board.holds(*at):
            return
        if self._desktop.bounds(window.id) != window.rect:
            return
        for place in beside(at, self._board, window.rect):
            is_free = self._desktop.owner_at(place) == window.id
            if is_free and not in_corner(place, self._screen.monitors):
                self._mouse.move(place)
                return

    def check(self) -> None:
        """See `bot.hand.Hand.check`."""
        self._mouse.check()

    def aim(self, frame: Frame, lattice: Lattice) -> None:
        """See `bot.hand.Hand.aim`."""
        left, top, right, bottom = lattice.bounds()
        near = frame.to_screen(Pixel(left, top))
        far = frame.to_screen(Pixel(right, bottom))
        x, y = floor(near.x), floor(near.y)
        board = Rect(x, y, ceil(far.x) - x, ceil(far.y) - y)
        # The window as it was when the frame was taken: it may have moved since.
        self._window = Window(self._window.id, self._window.title, self._rect_of(frame))
        self._board = board
        self._guard.aim(self._window, board)

    def bring_to_front(self) -> None:
        """See `bot.hand.Hand.bring_to_front`."""
        self._desktop.activate(self._window.id)

    def covering(self, point: ScreenPoint) -> str:
        """What lies over a place in front of the game; empty where the game itself is in front."""
        owner = self._desktop.owner_at(point)
        if owner is None or owner == self._window.id:
            return ""
        titles = {window.id: f"the window '{window.title}'" for window in self._desktop.windows()}
        return titles.get(owner, UNTITLED)

    def message(self) -> str:
        """Names a window of the game's program that lies over a part of it; empty if none does."""
        game = self._window
        for window in self._desktop.windows():
            if window.id == game.id:
                break
            over = window.rect.intersection(game.rect)
            if over.width * over.height > 0 and self._desktop.same_program(game.id, window.id):
                return f"the window '{window.title}'"
        return ""

    def close(self) -> None:
        """Let go of the screen and the stop key."""
        cv2.setNumThreads(self._threads)
        self._opened.close()

    def _rect_of(self, frame: Frame) -> Rect:
        """Where the window was when a frame of its region was taken."""
        if self._last is not None and self._last[0] is frame:
            return self._last[1]
        # Of an older one no more is known than its pixels tell; a point of 1.25 px is rounded.
        left, top, right, bottom = self._inset
        return Rect(
            round(frame.origin.x) - left,
            round(frame.origin.y) - top,
            round(frame.width / frame.scale) + left + right,
            round(frame.height / frame.scale) + top + bottom,
        )

    def _bounds(self) -> Rect:
        rect = self._desktop.bounds(self._window.id)
        if rect is None:
            raise unseen(self._desktop, self._window)
        return rect

    def _region(self) -> Rect:
        rect = self._seen_at = self._bounds()
        left, top, right, bottom = self._inset
        region = Rect(
            rect.left + left,
            rect.top + top,
            rect.width - left - right,
            rect.height - top - bottom,
        )
        if sides := outside(region, self._desktop.screen()):
            raise WindowHiddenError(
                f"the window '{self._window.title}' reaches over the {sides} edge of the screen: "
                "move it wholly on the screen"
            )
        return region


def _inset(window: Rect, region: Rect) -> tuple[int, int, int, int]:
    """How far a region lies inside its window: left, top, right, bottom; negative outside."""
    return (
        region.left - window.left,
        region.top - window.top,
        window.right - region.right,
        window.bottom - region.bottom,
    )
