"""Screens of others: what packages bring to play elsewhere than on the desktop, as on a telephone.

A package names, by an entry point, a function that is handed a text and gives a screen and a mouse;
see `docs/api.md`.
"""

from __future__ import annotations

from bot.arguments import able
from bot.errors import InputError, LinkupError, MachineError
from bot.hand import FreeHand
from bot.mouse import GuardedMouse, Mouse
from bot.screen import Screen
from bot.stopkey import StopKey

GROUP = "linkup.screens"
"""The entry points by which a package says that it brings a screen."""
_USUAL = (
    *(ImportError, AttributeError, OSError, RuntimeError),
    *(TypeError, ValueError, LookupError, EOFError),
)
"""Errors that mean that a package does not work here."""


def open_screen(named: str) -> tuple[Screen, Mouse]:
    """Open a screen of a package, and the mouse over it.

    Parameters
    ----------
    named
        what the entry point is called, and after a colon what its function is handed: ``adb:1234``

    Raises
    ------
    InputError
        if no package brings a screen of that name
    MachineError
        if the package cannot be loaded, does not open it, or gives something else
    LinkupError
        whatever the package raises of our errors
    """
    from importlib.metadata import entry_points  # noqa: PLC0415 - few need it
    from subprocess import SubprocessError  # noqa: PLC0415

    name, _, which = named.partition(":")
    points = {point.name: point for point in entry_points(group=GROUP)}
    if name not in points:
        there = f"there are {', '.join(sorted(points))}" if points else "no package brings one"
        raise InputError(f"there is no screen {name!r}; {there}")
    which_one = f"the screen {named} of {points[name].value}"
    try:
        screen, mouse = points[name].load()(which)
    except LinkupError:
        raise  # it says what to do, and how the program ends
    except (*_USUAL, SubprocessError) as error:
        raise MachineError(f"{which_one} does not open: {type(error).__name__}: {error}") from error
    try:
        able("screen", screen, "grab")
        able("mouse", mouse, "click", "move", "position")
    except InputError as error:
        raise MachineError(f"{which_one} is none: {error}") from None
    return screen, mouse


class StoppableHand(FreeHand):
    """A hand that a person stops by a key; that it hits the right thing is its mouse's business.

    Parameters
    ----------
    mouse
        of the package
    stop_key
        stops it when it is pressed
    """

    def __init__(self, mouse: Mouse, stop_key: StopKey) -> None:
        self._guarded = GuardedMouse(mouse, lambda _: None, stop_key=stop_key)
        super().__init__(self._guarded)

    def check(self) -> None:
        """See `Hand.check`."""
        self._guarded.check()
