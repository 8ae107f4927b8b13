"""A desktop that there is not, with the bundled game in a window on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.board import Board
from bot.desktop import Window
from bot.frame import Frame
from bot.game import Game
from bot.geometry import Rect, ScreenPoint
from bot.simulator import SimulatedClock, SimulatedScreen


class Desk:
    """A desktop with a game on it, and perhaps something in front."""

    def __init__(self, *shown: Window) -> None:
        self.shown = shown

    def windows(self) -> list[Window]:
        """Front to back."""
        return list(self.shown)

    def bounds(self, window_id: int) -> Rect | None:
        """As listed."""
        return next((w.rect for w in self.shown if w.id == window_id), None)

    def owner_at(self, point: ScreenPoint) -> int | None:
        """The first that holds the point."""
        return next((w.id for w in self.shown if w.rect.holds(*point)), None)

    def same_program(self, window_id: int, other_id: int) -> bool:
        """Each window is a program."""
        return window_id == other_id

    def activate(self, window_id: int) -> None:
        """Who only looks leaves the windows where they are."""
        raise AssertionError

    def screen(self) -> Rect:
        """One screen."""
        return Rect(0, 0, 1280, 800)


OnScreen = Callable[..., Rect]


def shows(monkeypatch: pytest.MonkeyPatch) -> OnScreen:
    """What shows a board in a window at 100,200, others in front; it tells where the window is."""

    def show(board: Board, *in_front: Window) -> Rect:
        picture = SimulatedScreen(Game(board), SimulatedClock()).grab()
        rect = Rect(100, 200, picture.width, picture.height)
        desk = Desk(*in_front, Window(1, "Shisen-Sho", rect))
        frame = Frame(picture.pixels, ScreenPoint(100, 200))

        class Live:
            """A window that is looked at."""

            def __init__(self, *_: object) -> None:
                pass

            def grab(self) -> Frame:
                """The board."""
                return frame

        monkeypatch.setattr("bot.window.open_desktop", lambda: desk)
        monkeypatch.setattr("bot.live.LiveGame", Live)
        return rect

    return show
