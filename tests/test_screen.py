"""What the screen says when it cannot be read; pictures themselves are tested live."""

from __future__ import annotations

import numpy as np
import pytest

from bot.errors import MachineError
from bot.frame import Frame
from bot.geometry import Rect
from bot.screen import MssScreen, explain, is_black


@pytest.mark.parametrize(
    ("problem", "advice"),
    [
        ("Library libxcb.so not found", "sudo apt install libxcb-randr0"),
        ("Library libxcb-xfixes.so not found", "libxcb-xfixes0"),
        ("Only screens of color depth 24 or 32 are supported, not 16", "start it with depth 24"),
        ("Cannot connect to display: error opening socket", "check DISPLAY"),
        ("X11 Protocol Error: 8 73", "keep the window wholly on the screen"),
    ],
)
def test_each_failure_says_what_to_do(problem: str, advice: str) -> None:
    """The message of mss stays readable, and one piece of advice stands with it."""
    line = explain(problem)
    assert problem in line
    assert advice in line
    assert "\n" not in line


def test_a_message_of_several_lines_becomes_one() -> None:
    """The X server's own report is long; our line stays a line."""
    assert "(X11 Protocol Error Major opcode: 73)" in explain(
        "X11 Protocol Error\n  Major opcode: 73"
    )


def test_one_lit_pixel_is_not_black() -> None:
    """Only a picture without any light counts as black."""
    pixels = np.zeros((4, 6, 3), np.uint8)
    assert is_black(Frame(pixels.copy()))
    pixels[3, 5, 2] = 1
    assert not is_black(Frame(pixels))


def test_no_display_is_said_before_mss_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without DISPLAY the screen names the way out."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(MachineError, match="no X display"):
        MssScreen(Rect(0, 0, 10, 10))
