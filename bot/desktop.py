"""The desktop: which windows there are, where they lie and who gets a click."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.geometry import Rect, ScreenPoint


@dataclass(frozen=True, slots=True)
class Window:
    """A window as it was when we looked.

    Parameters
    ----------
    id
        the number the desktop knows it by
    title
        what its title bar says
    rect
        its inside, without title bar and frame, pt
    """

    id: int
    title: str
    rect: Rect

    def __str__(self) -> str:
        return f"'{self.title}' at {self.rect}"


class Desktop(Protocol):
    """What a desktop tells about its windows; all places in the points the mouse is moved in.

    Every method raises `MachineError` when the desktop itself is gone.
    """

    def windows(self) -> list[Window]:
        """The windows a person can see and that have a title, front to back.

        The terminal this program runs in is left out: its title often repeats the command
        line, and so the title that is looked for.
        """
        ...

    def bounds(self, window_id: int) -> Rect | None:
        """The inside of a window as it lies now, or None if it is closed, minimised or hidden."""
        ...

    def exists(self, window_id: int) -> bool:
        """Whether a window is open, be it minimised, hidden or on another workspace."""
        ...

    def owner_at(self, point: ScreenPoint) -> int | None:
        """The window that a click would go to, or None over the bare desktop.

        The title bar and frame of a window have another number than the window.
        """
        ...

    def same_program(self, window_id: int, other_id: int) -> bool:
        """Whether two windows are of one running program, such as a game and its message box."""
        ...

    def activate(self, window_id: int) -> None:
        """Ask for a window to be brought to the front; it may take a moment, or be refused."""
        ...

    def screen(self) -> Rect:
        """All screens together; left and top are negative beside or above the main one."""
        ...
