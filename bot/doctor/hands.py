"""Checks of the hands: the mouse, the windows, the stop key, and what a system permits."""

from __future__ import annotations

from bot.doctor.finding import Finding, failed, of_message, ok, warning
from bot.errors import LinkupError, StoppedError
from bot.geometry import ScreenPoint

_CORNER = "with the pointer there the bot stops: move it elsewhere, and ask again"


def mouse() -> Finding:
    """Whether the pointer can be moved: by one point, and back."""
    from bot.mouse import PyAutoGuiMouse  # noqa: PLC0415 - so that a failure is of this check
    from bot.window import open_desktop  # noqa: PLC0415

    try:
        screen, hand = open_desktop().screen(), PyAutoGuiMouse()
        here = hand.position()
        beside = ScreenPoint(here.x + (1 if here.x + 1 < screen.right - 1 else -1), here.y)
        try:
            hand.move(beside)
            there = hand.position()
        finally:
            hand.move(here)
    except StoppedError as error:
        return warning(str(error).removeprefix("stopped: "), _CORNER)
    except LinkupError as error:
        return of_message(str(error))
    if there == here:
        return failed(
            "the pointer does not move when it is told to",
            "under Wayland use an Xorg session or `linkup sandbox`; on macOS allow Accessibility",
        )
    return ok("the pointer was moved by one point, and back")


def windows() -> Finding:
    """Whether windows can be listed; their titles are nobody's business."""
    from bot.window import open_desktop  # noqa: PLC0415

    try:
        shown = open_desktop().windows()
    except LinkupError as error:
        return of_message(str(error))
    if not shown:
        return warning("no window with a title is open", "open the game before you play it")
    return ok(f"{len(shown)} with a title")


def stop_key() -> Finding:
    """Whether Escape is heard wherever it is pressed."""
    from bot.stopkey import NoStopKey, PolledStopKey, open_stop_key  # noqa: PLC0415

    key = open_stop_key()
    try:
        if isinstance(key, NoStopKey):
            return warning(
                "Escape is not heard here",
                "stop the bot by a corner of the screen, by moving the mouse, or by Ctrl-C",
            )
        key.was_pressed()
    except LinkupError as error:
        return of_message(str(error))
    finally:
        key.close()
    if isinstance(key, PolledStopKey):
        return ok("Escape is heard while it is held down")
    return ok("Escape is heard, however short it is pressed")
