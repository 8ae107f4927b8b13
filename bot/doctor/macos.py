"""Checks of macOS; written from its documentation, not yet run there."""

from __future__ import annotations

import sys

from bot.doctor.finding import Finding, failed, ok

# Type checkers read the rest only when they check for macOS.
assert sys.platform == "darwin"

import Quartz


def permissions() -> Finding:
    """Whether the terminal may record the screen and click."""
    recording = bool(Quartz.CGPreflightScreenCaptureAccess())
    clicks = bool(Quartz.CGPreflightPostEventAccess())
    words = {True: "yes", False: "no"}
    told = f"Screen Recording {words[recording]}, Accessibility {words[clicks]}"
    if recording and clicks:
        return ok(told)
    return failed(
        told,
        "allow both for the terminal in System Settings, Privacy & Security, then quit and reopen "
        "the terminal",
    )
