"""A window on the screen that shows pictures and hears the mouse and the keys, through pygame.

What is shown and what happens in it is up to an `Act`; the window of `linkup demo` and that of
`linkup game` are both run by `perform`.
"""

from __future__ import annotations

import atexit
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType, TracebackType
from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from bot.errors import MachineError, WindowError
from bot.geometry import Pixel
from bot.hushed import hushed
from bot.stage_x11 import Lost

_IS_X = sys.platform == "linux"
"""Whether it is `DISPLAY` that names the display."""
UNSEEN_DRIVERS = {"dummy", "offscreen"}
"""What SDL falls back to without a word when it finds no display."""
MOST_FRAMES = 60
"""A second; more would not be seen."""
LONGEST_REST = 0.25
"""How long the window sleeps when nothing happens, s; a signal to end is heard as late as this."""
DESKTOP_EDGE = 100
"""Height and width kept free for the frame of the window and the bars of the desktop, px."""
_LETTERS = range(4, 30)
"""The scan codes of the keys that are a to z on an American keyboard."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The person wishes the window closed."""


@dataclass(frozen=True, slots=True)
class Uncovered:
    """What the window showed may be lost and is to be shown again."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The window was made an icon."""


@dataclass(frozen=True, slots=True)
class Resized:
    """The inside of the window has another size, px."""

    size: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pressed:
    """The first button of the mouse went down."""

    pixel: Pixel


@dataclass(frozen=True, slots=True)
class Pointed:
    """The pointer moved, or left the window."""

    pixel: Pixel | None


@dataclass(frozen=True, slots=True)
class Key:
    """A key went down: a small letter, a digit, or a name such as `left`, `return`, `escape`."""

    name: str
    ctrl: bool = False


Signal = Closed | Uncovered | Hidden | Resized | Pressed | Pointed | Key


class Act(Protocol):
    """What a window shows."""

    @property
    def due(self) -> float | None:
        """When the picture will change by itself, s; None if it waits for a signal."""

    def hear(self, signal: Signal, time: float) -> None:
        """Take notice of what happened in the window."""

    def picture(self, time: float) -> NDArray[np.uint8] | None:
        """What is shown: the same array until it changes; None to have the window closed."""


class Stage:
    """A window; a context manager that opens the display, and closes it in the end.

    Parameters
    ----------
    title
        of the window
    icon : uint8 array of shape (h, w, 4), RGBA

    Attributes
    ----------
    room : how large a window may be, px
    driver : what SDL calls the display

    Raises
    ------
    MachineError
        if there is no display, or no pygame
    """

    def __init__(self, title: str, icon: NDArray[np.uint8]) -> None:
        self._pygame = load_pygame()
        self._title, self._icon = title, icon
        self._surface: Any = None
        self._lost: Lost | None = None
        self._pace = self._pygame.time.Clock()
        self.room = 0, 0
        self.driver = ""

    def __enter__(self) -> Self:
        try:
            self.room = _open_display(self._pygame)
        except BaseException:
            self._pygame.quit()
            raise
        self.driver = self._pygame.display.get_driver()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._lost is not None and self._lost.noted:
            # To close what is gone SDL would wait for ever, at the end of the process, too.
            atexit.unregister(self._pygame.quit)
            return
        if self._lost is not None:
            self._lost.forget()
        self._pygame.quit()

    def open(self, size: tuple[int, int], *, resizable: bool = False) -> None:
        """Show the window; its inside has this size."""
        pygame = self._pygame
        pygame.display.set_caption(self._title)
        height, width = self._icon.shape[:2]
        icon = pygame.image.frombuffer(self._icon.tobytes(), (width, height), "RGBA")
        pygame.display.set_icon(icon)
        if self.driver == "x11":
            # By way of OpenGL SDL would put another window in the place of its first one, which
            # whoever watches the screen may have found already.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        try:
            self._surface = pygame.display.set_mode(size, pygame.RESIZABLE if resizable else 0)
        except pygame.error as error:
            raise MachineError(f"no window can be shown: {error}") from error
        if self.driver == "x11":
            self._lost = Lost(pygame.display.get_wm_info()["display"])
        pygame.key.stop_text_input()  # or an input method for Chinese takes the keys
        pygame.key.set_repeat(350, 70)

    def show(self, picture: NDArray[np.uint8]) -> None:
        """Show a picture; what of it does not fit is left out."""
        surface = self._pygame.display.get_surface()
        width, height = surface.get_size()
        if picture.shape[:2] != (height, width):  # in the middle of being resized
            fitting = np.zeros((height, width, 3), np.uint8)
            shared = picture[:height, :width]
            fitting[: shared.shape[0], : shared.shape[1]] = shared
            picture = fitting
        # pygame's arrays are (x, y, colour), ours are (y, x, colour).
        self._pygame.surfarray.blit_array(surface, picture.swapaxes(0, 1))
        self._pygame.display.flip()

    def signals(self, rest: float) -> list[Signal]:
        """What has happened, after a sleep of so many s at most; of many sizes only the last.

        Raises
        ------
        WindowError
            if the window is there no longer
        """
        if self._lost is not None and self._lost.noted:
            raise WindowError(f"the window is gone: {self._lost.noted}")
        self._pace.tick(MOST_FRAMES)
        first = self._pygame.event.wait(max(1, round(rest * 1000)))
        happened = [self._signal(event) for event in (first, *self._pygame.event.get())]
        found = [signal for signal in happened if signal is not None]
        sizes = [signal for signal in found if isinstance(signal, Resized)]
        return [signal for signal in found if signal not in sizes[:-1]]

    def _signal(self, event: Any) -> Signal | None:
        pygame = self._pygame
        found: Signal | None = None
        if event.type == pygame.QUIT:
            found = Closed()
        elif event.type == pygame.VIDEOEXPOSE:
            found = Uncovered()
        elif event.type == pygame.WINDOWMINIMIZED:
            found = Hidden()
        elif event.type == pygame.VIDEORESIZE:
            found = Resized((event.w, event.h))
        elif event.type == pygame.WINDOWLEAVE:
            found = Pointed(None)
        elif event.type == pygame.MOUSEMOTION:
            found = Pointed(_middle(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            found = Pressed(_middle(event.pos))
        elif event.type == pygame.KEYDOWN:
            found = self._key(event)
        return found

    def _key(self, event: Any) -> Key:
        name = self._pygame.key.name(event.key).lower().strip("[]")  # [7] is on the keypad
        if not name.isascii() or not name:
            # On a keyboard of other letters the keys are known by where they lie.
            known = event.scancode in _LETTERS
            name = chr(ord("a") + event.scancode - _LETTERS.start) if known else "other"
        return Key(name, bool(event.mod & (self._pygame.KMOD_CTRL | self._pygame.KMOD_META)))


def _middle(place: tuple[int, int]) -> Pixel:
    return Pixel(place[0] + 0.5, place[1] + 0.5)


class Shown(Protocol):
    """What `perform` needs of a `Stage`."""

    def show(self, picture: NDArray[np.uint8]) -> None:
        """Show a picture."""

    def signals(self, rest: float) -> list[Signal]:
        """What has happened, after a sleep of so many s at most."""


def perform(
    stage: Shown,
    act: Act,
    on_look: Callable[[], None] = lambda: None,
    clock: Callable[[], float] = time.monotonic,
) -> None:
    """Show an act until it is over or its window is closed.

    Parameters
    ----------
    stage
        where it is shown
    act
        is handed what happens, and asked for a picture after that
    on_look
        is called after every picture, whether or not it is another one
    clock
        seconds, monotonic
    """
    shown: NDArray[np.uint8] | None = None
    happened: list[Signal] = []
    while not any(isinstance(signal, Closed) for signal in happened):
        now = clock()
        for signal in happened:
            act.hear(signal, now)
        picture = act.picture(now)
        if picture is None:
            return
        if picture is not shown or any(isinstance(signal, Uncovered) for signal in happened):
            stage.show(picture)
        shown = picture
        on_look()
        rest = LONGEST_REST
        if act.due is not None:
            rest = min(rest, max(0.001, act.due - clock()))
        happened = stage.signals(rest)


def load_pygame() -> ModuleType:
    """The library that shows windows.

    Raises
    ------
    MachineError
        if it is not there
    """
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")  # silence, but for who asks for sound
    # Where no bus of the session is, SDL would have one started, which outlives us: none will do.
    os.environ.setdefault("DBUS_SESSION_BUS_ADDRESS", "unix:runtime=yes")
    # Without it a magnified Windows desktop stretches the picture and moves the clicks.
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    try:
        import pygame  # noqa: PLC0415 - a heavy library, for the window alone
    except ImportError as error:
        raise MachineError(f"no window without pygame: {error}; pip install pygame-ce") from error
    return pygame


def _open_display(pygame: ModuleType) -> tuple[int, int]:
    """Open the display; returns how large a window may be, px."""
    try:
        with hushed():
            pygame.display.init()
    except pygame.error as error:
        raise MachineError(f"no window can be shown: {error}") from error
    driver = pygame.display.get_driver()
    if driver in UNSEEN_DRIVERS:
        name = "SDL_VIDEODRIVER" if "SDL_VIDEODRIVER" in os.environ else "DISPLAY" if _IS_X else ""
        shown = f" ({name} is {os.environ.get(name) or 'not set'})" if name else ""
        raise MachineError(
            f"no window can be shown: there is no display{shown}; run this in a desktop session; "
            "`linkup demo --offscreen` shows the bot without one"
        )
    width, height = pygame.display.get_desktop_sizes()[0]
    return width - DESKTOP_EDGE, height - DESKTOP_EDGE
