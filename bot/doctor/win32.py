"""Checks of Windows; written from its documentation, not yet run there."""

from __future__ import annotations

import os
import sys

from bot.doctor.finding import Finding, of_message, ok, warning
from bot.errors import LinkupError

# Type checkers read the rest only when they check for Windows.
assert sys.platform == "win32"

from bot.window import open_desktop
from bot.window_win32 import integrity_of_process, integrity_of_window


def rights() -> Finding:
    """Whether windows run with more rights than we do: Windows drops our clicks on them."""
    try:
        windows = open_desktop().windows()
    except LinkupError as error:
        return of_message(str(error))
    own = integrity_of_process(os.getpid())
    above = sum(integrity_of_window(window.id) > own for window in windows)
    if above:
        return warning(
            f"{above} of {len(windows)} windows run as administrator, and this program does not",
            "if one of them is the game, start both the same way",
        )
    return ok(f"none of {len(windows)} windows has more rights than this program")
