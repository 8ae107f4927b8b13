"""A desktop that there is not, with the bundled game in a window on it."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest

from bot.board import Board
from bot.desktop import Window
from bot.frame import Frame
from bot.game import Game
from bot.geometry import Rect, ScreenPoint
from bot.simulator import SimulatedClock, SimulatedScreen

SCREEN = Rect(0, 0, 1280, 800)


class Desk:
    """A desktop that is no more than a list of windows, front to back, of various programs.

    Parameters
    ----------
    shown
        the windows; one without a title is a frame, and not listed
    programs
        the numbers of windows that are of one program; by default each window is one
    """

    def __init__(self, *shown: Window, programs: Collection[set[int]] = ()) -> None:
        self.shown, self.programs = list(shown), programs
        self.hidden: list[Window] = []
        """Those that are minimised."""

    def windows(self) -> list[Window]:
        """Front to back."""
        return [window for window in self.shown if window.title]

    def bounds(self, window_id: int) -> Rect | None:
        """As listed, whatever covers it."""
        return next((w.rect for w in self.shown if w.id == window_id), None)

    def exists(self, window_id: int) -> bool:
        """Shown or minimised."""
        return any(window.id == window_id for window in (*self.shown, *self.hidden))

    def owner_at(self, point: ScreenPoint) -> int | None:
        """The first that holds the point."""
        return next((w.id for w in self.shown if w.rect.holds(*point)), None)

    def same_program(self, window_id: int, other_id: int) -> bool:
        """As listed."""
        both = {window_id, other_id}
        return len(both) == 1 or any(both <= program for program in self.programs)

    def activate(self, window_id: int) -> None:
        """To the front of the list."""
        self.shown.sort(key=lambda w: w.id != window_id)

    def screen(self) -> Rect:
        """One screen."""
        return SCREEN


class StillDesk(Desk):
    """A desktop for those who only look."""

    def activate(self, window_id: int) -> None:
        """They leave the windows where they are."""
        raise AssertionError


OnScreen = Callable[..., Rect]


def shows(monkeypatch: pytest.MonkeyPatch) -> OnScreen:
    """What shows a board in a window at 100,200, others in front; it tells where the window is."""

    def show(board: Board, *in_front: Window) -> Rect:
        picture = SimulatedScreen(Game(board), SimulatedClock()).grab()
        rect = Rect(100, 200, picture.width, picture.height)
        desk = StillDesk(*in_front, Window(1, "Shisen-Sho", rect))
        frame = Frame(picture.pixels, ScreenPoint(100, 200))

        class Live:
            """A window that is looked at."""

            def __init__(self, *_: object) -> None:
                pass

            def grab(self) -> Frame:
                """The board."""
                return frame

            def close(self) -> None:
                """Nothing is held."""

        monkeypatch.setattr("bot.window.open_desktop", lambda: desk)
        monkeypatch.setattr("bot.live.LiveGame", Live)
        return rect

    return show
