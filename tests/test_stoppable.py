"""Signals that ask a program to end."""

from __future__ import annotations

import os
import signal
import sys

import pytest

from bot.stoppable import stoppable

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
ASKING = ["SIGTERM", "SIGHUP"]


@pytest.mark.parametrize("name", ASKING)
def test_who_is_asked_to_end_is_interrupted(name: str) -> None:
    """As by Ctrl-C; afterwards all is as it was."""
    number = getattr(signal, name)
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), stoppable():
        os.kill(os.getpid(), number)
    assert signal.getsignal(number) is before


@pytest.mark.parametrize("name", ASKING)
def test_what_is_ignored_stays_ignored(name: str) -> None:
    """A program started by nohup outlives its terminal."""
    number = getattr(signal, name)
    before = signal.signal(number, signal.SIG_IGN)
    try:
        with stoppable():
            os.kill(os.getpid(), number)
            assert signal.getsignal(number) is signal.SIG_IGN
    finally:
        signal.signal(number, before)
