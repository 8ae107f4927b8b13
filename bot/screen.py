"""Where frames come from: the screen, through mss."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

import cv2
import numpy as np

from bot.errors import MachineError, WindowError, WindowHiddenError
from bot.frame import Frame
from bot.geometry import Rect, ScreenPoint
from bot.window import outside, prepare_process

CAPTURE_LIBRARIES = "libxcb-randr0 libxcb-render0 libxcb-shm0 libxcb-xfixes0"
"""What mss needs besides X itself; packages of Debian and Ubuntu."""

BLACK_PICTURE = (
    "the picture is black everywhere, though it was taken without an error: a Wayland session, a "
    "locked screen, or a game in exclusive full screen; use an X session, or run the game in a "
    "window"
)


class Screen(Protocol):
    """Where the loop looks."""

    def grab(self) -> Frame:
        """What can be seen now."""
        ...


class MssScreen:
    """A region of the real screen.

    One connection is kept open: a new one for each picture costs four times as much.

    Parameters
    ----------
    region
        what to look at, pt; or a function that tells it before each look, to follow a window
    clock
        gives the time of a frame, s

    Raises
    ------
    MachineError
        if there is no screen, or mss cannot read it
    """

    def __init__(
        self,
        region: Rect | Callable[[], Rect],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        prepare_process()
        import mss  # noqa: PLC0415 - on Linux it needs a display, so only a live game imports it

        self._region = region
        self._clock = clock
        self._error: type[Exception] = mss.ScreenShotError
        with self._explained():
            self._mss = mss.MSS()
            self._screen, *monitors = (
                Rect(found["left"], found["top"], found["width"], found["height"])
                for found in self._mss.monitors
            )
        self.monitors = tuple(monitors) or (self._screen,)
        """Where each monitor lies, pt; left and top are negative beside or above the main one."""

    def close(self) -> None:
        """Hang up; mss complains where the screen has done so before."""
        with suppress(self._error, OSError):
            self._mss.close()

    def _lost(self, why: str) -> WindowError:
        """A region that is asked for anew each time may be that of a window which comes back."""
        return WindowHiddenError(why) if callable(self._region) else WindowError(why)

    def grab(self) -> Frame:
        """A frame of the region, stamped with the time just before it was taken.

        Raises
        ------
        WindowError
            if a part of the region lies off the screen
        MachineError
            if the picture cannot be taken
        """
        region = self._region() if callable(self._region) else self._region
        if sides := outside(region, self._screen):
            raise self._lost(
                f"the region {region} reaches over the {sides} edge of the screen "
                f"{self._screen}: move the window wholly on the screen"
            )
        if region.width < 1 or region.height < 1:
            raise self._lost(f"the region {region} is empty: nothing can be seen in it")
        moment = self._clock()
        with self._explained():
            shot = self._mss.grab(
                {
                    "left": region.left,
                    "top": region.top,
                    "width": region.width,
                    "height": region.height,
                }
            )
        bgra = np.frombuffer(shot.raw, np.uint8).reshape(shot.height, shot.width, 4)
        return Frame(
            pixels=np.asarray(cv2.cvtColor(bgra, cv2.COLOR_BGRA2RGB), dtype=np.uint8),
            origin=ScreenPoint(region.left, region.top),
            # Some systems hand out every physical pixel, some one per point: never assumed.
            scale=shot.width / region.width,
            time=moment,
        )

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn what mss raises into one line that says what to do."""
        try:
            yield
        # mss asserts that an answer comes; none does from a display that has hung up.
        except (self._error, OSError, AssertionError) as error:
            raise MachineError(explain(str(error) or "the display hung up")) from error


def explain(problem: str) -> str:
    """What to do about a message of mss.

    Examples
    --------
    >>> explain("Only screens of color depth 24 or 32 are supported, not 16")[:50]
    'the screen must have 24 bits of colour per pixel: '
    """
    problem = " ".join(problem.split())
    if "xcb" in problem and "not found" in problem:
        return (
            f"the screen cannot be read ({problem}): on Debian and Ubuntu run "
            f"`sudo apt install {CAPTURE_LIBRARIES}`"
        )
    if "color depth" in problem or "bpp" in problem:
        return (
            f"the screen must have 24 bits of colour per pixel: start it with depth 24, as in "
            f"`xvfb-run -s '-screen 0 1280x800x24'` ({problem})"
        )
    if "connect to display" in problem or "Unable to open display" in problem:
        return f"no X display answers: check DISPLAY, or run this in a desktop session ({problem})"
    return (
        f"the screen cannot be read ({problem}): keep the window wholly on the screen, and use an "
        f"X session instead of Wayland"
    )


def is_black(frame: Frame) -> bool:
    """Whether every pixel is black, as when a system refuses to be looked at; `BLACK_PICTURE`."""
    return not bool(frame.pixels.any())
