"""The game's window: which one is meant, where it lies, and whether a point is still its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from difflib import get_close_matches

from bot.desktop import Desktop, Window
from bot.errors import StoppedError, WindowError, WindowHiddenError
from bot.geometry import Rect, ScreenPoint
from bot.names import readable

__all__ = [
    "Desktop",
    "Window",
    "WindowCoveredError",
    "WindowGuard",
    "WindowMovedError",
    "awake",
    "find_window",
    "open_desktop",
    "outside",
    "prepare_process",
    "titled",
    "unseen",
    "window_at",
]


class WindowMovedError(WindowError):
    """The window has moved or changed its size; a player can follow it to `window.rect`."""

    def __init__(self, before: Window, rect: Rect) -> None:
        is_as_large = (before.rect.width, before.rect.height) == (rect.width, rect.height)
        then = "follows it" if is_as_large else "looks for the board again"
        super().__init__(f"the window {before} is now at {rect}: the bot {then}")
        self.before = before
        self.window = Window(before.id, before.title, rect)


class WindowCoveredError(WindowError):
    """Another window would get the click: a dialog, a menu, or whatever lies in front."""


def prepare_process() -> None:
    """Make this process see the screen in the units in which the mouse moves.

    Called before `mss` or `pyautogui` is imported: on Windows the first caller decides for the
    whole process, and each of the two decides otherwise.

    Raises
    ------
    MachineError
        if no screen can be there: X11 without `DISPLAY`
    """
    if sys.platform == "win32":
        from bot.window_win32 import be_dpi_aware  # noqa: PLC0415 - this platform's

        be_dpi_aware()
    elif sys.platform != "darwin":
        from bot.display_x11 import check_display_named  # noqa: PLC0415 - this platform's

        check_display_named()


def awake() -> AbstractContextManager[Callable[[], AbstractContextManager[None]]]:
    """While this lasts a display that does not answer is given up, where one may do so.

    What it yields is to be put around what uses the display: it names that as the reason of what
    fails then, by a `MachineError`.
    """
    if sys.platform == "win32" or sys.platform == "darwin":
        return nullcontext(nullcontext)
    else:  # noqa: RET505 - what follows an end is unreachable here
        from bot.silence_x11 import watched  # noqa: PLC0415 - this platform's

        return watched()


def open_desktop() -> Desktop:
    """The desktop of this session.

    Raises
    ------
    MachineError
        if there is none, it does not answer, or a permission is missing
    """
    prepare_process()
    if sys.platform == "win32":
        from bot.window_win32 import Win32Desktop as Native  # noqa: PLC0415 - this platform's
    elif sys.platform == "darwin":
        from bot.window_macos import MacDesktop as Native  # noqa: PLC0415 - this platform's
    else:
        from bot.window_x11 import X11Desktop as Native  # noqa: PLC0415 - this platform's
    return Native()


def find_window(desktop: Desktop, title: str) -> Window:
    """The one window of that title, wholly on the screen; see `titled`.

    Raises
    ------
    WindowError
        if there is no such window, several, or a part of it lies off the screen
    """
    if not title.strip():
        raise WindowError("an empty window title was given: name the game's window, or a part")
    windows = desktop.windows()
    found = titled(windows, title)
    if not found:
        raise WindowError(
            f"no window is titled '{title}': {_seen(windows, title.strip().casefold())}"
        )
    if len(found) > 1:
        raise WindowError(
            f"{len(found)} windows are titled '{title}': {'; '.join(map(str, found))}; "
            f"give more of the title, or --region X,Y,WIDTH,HEIGHT"
        )
    _check_on_screen(found[0], desktop.screen())
    return found[0]


def titled(windows: Sequence[Window], title: str) -> list[Window]:
    """The windows that a title may mean.

    The same title wins over one that differs in case alone, and that over titles that contain it.

    Examples
    --------
    >>> shown = [Window(1, "xshisen", Rect(0, 0, 9, 9)), Window(2, "XShisen", Rect(9, 9, 9, 9))]
    >>> [window.id for window in titled(shown, "xshisen")]
    [1]
    >>> [window.id for window in titled(shown, "shisen")]
    [1, 2]
    """
    exact = readable(title.strip())
    wanted = exact.casefold()
    return (
        [w for w in windows if w.title == exact]
        or [w for w in windows if w.title.casefold() == wanted]
        or [w for w in windows if wanted in w.title.casefold()]
    )


def _seen(windows: list[Window], wanted: str) -> str:
    """What there is instead of a window, and what to do: near titles if any, else all."""
    if not windows:
        return "no window with a title can be seen; open the game, and do not minimise it"
    words = {word: w.title for w in windows for word in (*w.title.casefold().split(), w.title)}
    near = {words[word]: None for word in get_close_matches(wanted, words, n=3, cutoff=0.7)}
    if near:
        return f"did you mean {' or '.join(map(repr, near))}? One that is minimised is not seen"
    there = ", ".join(f"'{w.title}'" for w in windows)
    return f"the windows are {there}, but for minimised ones"


def window_at(desktop: Desktop, region: Rect) -> Window:
    """The window that lies under the middle of a region of the screen.

    Raises
    ------
    WindowError
        if a part of the region lies off the screen, or no window lies there
    """
    if sides := outside(region, desktop.screen()):
        raise WindowError(
            f"the region {region} reaches over the {sides} edge of the screen "
            f"{desktop.screen()}: name one that lies on it"
        )
    middle = ScreenPoint(region.left + region.width / 2, region.top + region.height / 2)
    owner = desktop.owner_at(middle)
    rect = None if owner is None else desktop.bounds(owner)
    if owner is None or rect is None:
        raise WindowError(
            f"no window lies in the middle of the region {region}: give the place where the game "
            f"is now, X,Y,WIDTH,HEIGHT from the top left of the screen, or its title by --window"
        )
    titles = {w.id: w.title for w in desktop.windows()}
    return Window(owner, titles.get(owner, "no title"), rect)


def outside(rect: Rect, screen: Rect) -> str:
    """The sides on which a rectangle reaches over the screen, such as ``left and top``; or ``""``.

    Examples
    --------
    >>> outside(Rect(-5, 10, 100, 100), Rect(0, 0, 800, 600))
    'left'
    """
    sides = {
        "left": rect.left < screen.left,
        "top": rect.top < screen.top,
        "right": rect.right > screen.right,
        "bottom": rect.bottom > screen.bottom,
    }
    return " and ".join(side for side, over in sides.items() if over)


def unseen(desktop: Desktop, window: Window) -> WindowError:
    """What to say of a window that has no place on the screen: whether it may come back."""
    if desktop.exists(window.id):
        return WindowHiddenError(
            f"the window '{window.title}' is minimised, hidden or on another workspace: show it "
            "again, and start anew"
        )
    return WindowError(f"the window '{window.title}' is closed: open it again, and start anew")


def _check_on_screen(window: Window, screen: Rect) -> None:
    if sides := outside(window.rect, screen):
        raise WindowError(
            f"the window {window} reaches over the {sides} edge of the screen {screen}: "
            f"move it wholly on the screen"
        )


class WindowGuard:
    """Refuses every point that is not, at this moment, the game's.

    Parameters
    ----------
    desktop
        asked anew for every point
    window
        the game, as it was when the picture was taken that the next clicks rest on
    board
        the only part of the screen where clicks are meant, pt; by default the whole window
    """

    def __init__(self, desktop: Desktop, window: Window, board: Rect | None = None) -> None:
        self._desktop = desktop
        self.aim(window, board)

    def aim(self, window: Window, board: Rect | None = None) -> None:
        """Guard this window and board from now on."""
        self._window = window
        self._board = window.rect if board is None else board

    def __call__(self, point: ScreenPoint) -> None:
        """Raise unless a click at the point would reach the game's board.

        Raises
        ------
        WindowError
            if the window is closed
        WindowHiddenError
            if it is minimised, hidden or on another workspace
        WindowMovedError
            if it lies elsewhere, or has another size
        StoppedError
            if the point lies outside the window or the board
        WindowCoveredError
            if another window would get the click
        """
        self._check_in_place()
        window, at = self._window, _at(point)
        if not window.rect.holds(*point):
            raise StoppedError(f"refused to click at {at}, outside the window {window}")
        if not self._board.holds(*point):
            raise StoppedError(f"refused to click at {at}, outside the board at {self._board}")
        owner = self._desktop.owner_at(point)
        if owner != window.id:
            raise self._covered(point, owner)

    def check_button(self, point: ScreenPoint) -> None:
        """Raise unless a click at the point would reach the game, on its board or beside it.

        It reaches the game inside its window, and inside a window of the same program that lies
        over a part of it, such as a message box.

        Raises
        ------
        WindowError
            if the window is closed
        WindowHiddenError
            if it is minimised, hidden or on another workspace
        WindowMovedError
            if it lies elsewhere, or has another size
        StoppedError
            if the point lies in no window of the game
        WindowCoveredError
            if it lies in the game's window, and one of another program would get the click
        """
        self._check_in_place()
        window, inside = self._window, self._window.rect.holds(*point)
        owner = self._desktop.owner_at(point)
        if owner == window.id and inside:
            return
        if owner is not None and owner != window.id and self._is_ours(owner, point):
            return
        if inside:
            raise self._covered(point, owner)
        raise StoppedError(f"refused to click at {_at(point)}, outside the window {window}")

    def _check_in_place(self) -> None:
        rect = self._desktop.bounds(self._window.id)
        if rect is None:
            raise unseen(self._desktop, self._window)
        if rect != self._window.rect:
            raise WindowMovedError(self._window, rect)

    def _is_ours(self, owner: int, point: ScreenPoint) -> bool:
        """Whether a point lies inside another window of the game, and that window over the game."""
        rect = self._desktop.bounds(owner)
        if rect is None or not rect.holds(*point):
            return False
        over = rect.intersection(self._window.rect)
        return over.width * over.height > 0 and self._desktop.same_program(self._window.id, owner)

    def _covered(self, point: ScreenPoint, owner: int | None) -> WindowCoveredError:
        return WindowCoveredError(
            f"at {_at(point)} {self._name(owner)} covers the window '{self._window.title}': "
            f"bring the game to the front"
        )

    def _name(self, owner: int | None) -> str:
        titles = {w.id: w.title for w in self._desktop.windows()}
        return f"the window '{titles[owner]}'" if owner in titles else "something else"


def _at(point: ScreenPoint) -> str:
    return f"{point.x:.0f},{point.y:.0f}"
