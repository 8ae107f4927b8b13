"""A display that does not answer: it is given up, and so is whatever waits for it."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("X displays are of Linux", allow_module_level=True)

from live import Display

from bot.display_x11 import connect
from bot.errors import InputError, MachineError
from bot.silence_x11 import SilenceWatch
from bot.window import awake
from bot.window_x11 import X11Desktop

pytestmark = pytest.mark.live


@contextmanager
def hung(display: Display) -> Iterator[None]:
    """While this lasts the display takes what it is sent, and answers nothing."""
    os.kill(display.server, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(display.server, signal.SIGCONT)


def test_a_display_that_does_not_answer_is_not_waited_for_without_end(
    bare_display: Display,
) -> None:
    """The error names it; once it answers, a connection is opened as ever."""
    with (
        hung(bare_display),
        pytest.raises(MachineError, match=f"{bare_display.name} has not answered for 0.3 s"),
    ):
        connect(bare_display.name, patience=0.3)
    connect(bare_display.name).close()


def test_what_waits_for_a_silent_display_is_let_go(bare_display: Display) -> None:
    """A connection that was there before fails, and the silence is named as the reason."""
    desktop = X11Desktop(bare_display.name)
    began = time.monotonic()
    with SilenceWatch(bare_display.name, patience=0.3, pause=0.05) as watch:
        with (
            hung(bare_display),
            pytest.raises(MachineError, match=r"has not answered for 0\.3 s"),
            watch.explained(),
        ):
            desktop.screen()
        assert time.monotonic() - began < 5


def test_a_display_that_answers_is_left_alone(bare_display: Display) -> None:
    """However often it is asked; errors of other kinds are none of the watch's business."""
    desktop = X11Desktop(bare_display.name)
    with SilenceWatch(bare_display.name, patience=5, pause=0.01) as watch:
        for _ in range(20):
            with watch.explained():
                assert desktop.screen() == bare_display.rect
            time.sleep(0.02)
        with pytest.raises(InputError, match="no skin"), watch.explained():
            raise InputError("no skin")
    assert desktop.screen() == bare_display.rect
    desktop.close()


def test_where_no_display_is_none_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    """What needs one will say so."""
    monkeypatch.delenv("DISPLAY", raising=False)
    with awake() as explained, pytest.raises(MachineError, match="no mouse"), explained():
        raise MachineError("no mouse")
