"""A connection to an X display, by python-xlib: opened, or given up where nothing answers."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

from Xlib import display, error

from bot.errors import MachineError

NO_DISPLAY = (
    "no X display: run this in a desktop session, or under a virtual one "
    "with `xvfb-run -s '-screen 0 1280x800x24' ...`; `linkup demo --offscreen` and "
    "`linkup sandbox --headless -- COMMAND` need none"
)
NO_X_IN_WAYLAND = (
    "this Wayland session has no X display, and a native Wayland game can be neither read nor "
    "clicked: run the game in a box with `linkup sandbox -- COMMAND`, or log in to an Xorg session"
)
LOST = (error.ConnectionClosedError, OSError)
"""What Xlib raises where a display hangs up."""
PATIENCE = 10.0
"""s; a display that has not answered by then is held up by something, and may never do so."""
_REFUSED = (error.DisplayError, OverflowError, *LOST)


def check_display_named() -> None:
    """Raise `MachineError` unless `DISPLAY` names a display; whether it answers is not asked."""
    if not os.environ.get("DISPLAY"):
        raise MachineError(NO_X_IN_WAYLAND if os.environ.get("WAYLAND_DISPLAY") else NO_DISPLAY)


def silent(name: str, patience: float) -> str:
    """What to say of a display that does not answer."""
    return (
        f"the X display {name} has not answered for {patience:g} s: end what holds it up, or start "
        f"it anew"
    )


def unopened(name: str, why: Exception) -> str:
    """What to say of a display that could not be opened: it is not there, or lets nobody in.

    Only the display itself tells in bytes why; a system that finds none tells in an `OSError`.
    """
    told = getattr(why, "msg", None)
    if isinstance(told, bytes):
        reason = told.decode(errors="replace").strip(" .\n\0")
        return (
            f"the X display {name} does not let this program in ({reason}): run it "
            f"as the person whose desktop that is, or let XAUTHORITY name the file with its key"
        )
    return (
        f"the X display {name} does not answer ({why}): check DISPLAY, or run this in a desktop "
        f"session"
    )


@contextmanager
def xlib_manners() -> Iterator[None]:
    """Let Xlib be imported and connect: without a key file, and silent on stdout.

    Old releases of Xlib fail where there is no ``~/.Xauthority``, even if the display is open to
    all, and new ones print a warning to stdout, where it would spoil our answer.
    """
    named = os.environ.get("XAUTHORITY")
    try:
        has_keys = Path(named).exists() if named else (Path.home() / ".Xauthority").exists()
    except RuntimeError:  # nobody has a home in some containers
        has_keys = False
    if not has_keys:
        os.environ["XAUTHORITY"] = os.devnull
    try:
        with redirect_stdout(io.StringIO()):
            yield
    finally:
        if named is not None:
            os.environ["XAUTHORITY"] = named
        elif not has_keys:
            del os.environ["XAUTHORITY"]


def connect(display_name: str | None = None, patience: float = PATIENCE) -> Any:
    """A connection of its own to an X display, by default the one that `DISPLAY` names.

    Parameters
    ----------
    display_name
        such as ``:0``
    patience
        for its answer, s

    Raises
    ------
    MachineError
        if there is no such display, or it does not answer
    """
    if display_name is None:
        check_display_named()
    name = display_name or os.environ["DISPLAY"]
    with xlib_manners():
        try:
            return _opened(name, patience)
        except TimeoutError:
            raise MachineError(silent(name, patience)) from None
        except _REFUSED as why:
            raise MachineError(unopened(name, why)) from None


def _opened(name: str, patience: float) -> Any:
    """The display; Xlib waits for it without end, so that it is left to a thread to wait.

    Raises
    ------
    TimeoutError
        if it does not answer in time
    """
    opened: list[Any] = []
    over = Event()

    def knock() -> None:
        try:
            with suppress(*_REFUSED):
                opened.append(display.Display(name))
        finally:
            over.set()

    Thread(target=knock, name="knocking at the display", daemon=True).start()
    if not over.wait(patience):
        raise TimeoutError
    # Where it refuses, it does so again at once, and tells us why.
    return opened[0] if opened else display.Display(name)
