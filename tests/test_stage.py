"""What a window shows and hears, with a stage that nobody sees; real windows are tested live."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.errors import MachineError
from bot.geometry import Pixel
from bot.stage import (
    LONGEST_REST,
    Closed,
    Key,
    Pressed,
    Signal,
    Stage,
    Uncovered,
    load_pygame,
    perform,
)

DARK, LIGHT = np.zeros((2, 3, 3), np.uint8), np.full((2, 3, 3), 255, np.uint8)


class FakeStage:
    """It hands out what is to happen, and keeps what was shown."""

    def __init__(self, *happens: list[Signal]) -> None:
        self.happens = list(happens)
        self.shown: list[NDArray[np.uint8]] = []
        self.rests: list[float] = []

    def show(self, picture: NDArray[np.uint8]) -> None:
        """Keep it."""
        self.shown.append(picture)

    def signals(self, rest: float) -> list[Signal]:
        """What comes next."""
        self.rests.append(rest)
        return self.happens.pop(0)


class Lamp:
    """An act: dark until it is clicked; the key `q` ends it."""

    def __init__(self, due: float | None = None) -> None:
        self.due = due
        self.heard: list[tuple[Signal, float]] = []
        self.seen: NDArray[np.uint8] | None = DARK

    def hear(self, signal: Signal, time: float) -> None:
        """Light up, or end."""
        self.heard.append((signal, time))
        self.seen = LIGHT if isinstance(signal, Pressed) else self.seen
        self.seen = None if signal == Key("q") else self.seen

    def picture(self, time: float) -> NDArray[np.uint8] | None:
        """Dark or light."""
        return self.seen


CLICK = Pressed(Pixel(0.5, 0.5))


def test_a_picture_is_shown_once_until_it_changes() -> None:
    """What is the same array is not sent to the screen again."""
    stage = FakeStage([], [], [CLICK], [], [Closed()])
    perform(stage, Lamp())
    assert [picture is LIGHT for picture in stage.shown] == [False, True]


def test_what_was_uncovered_is_shown_again() -> None:
    """The same picture, for the screen has lost it."""
    stage = FakeStage([Uncovered()], [Closed()])
    perform(stage, Lamp())
    assert len(stage.shown) == 2


def test_an_act_without_a_picture_is_over() -> None:
    """It hears its last key, and nothing is asked of the stage any more."""
    act = Lamp()
    stage = FakeStage([Key("q")], [CLICK])
    perform(stage, act, clock=lambda: 7.0)
    assert act.heard == [(Key("q"), 7.0)]
    assert stage.happens == [[CLICK]]


@pytest.mark.parametrize(("due", "rest"), [(None, LONGEST_REST), (7.1, 0.1), (3.0, 0.001)])
def test_it_rests_until_something_is_due(due: float | None, rest: float) -> None:
    """As long as it may, until then, or hardly at all where it is due already."""
    stage = FakeStage([Closed()])
    perform(stage, Lamp(due), clock=lambda: 7.0)
    assert stage.rests == [pytest.approx(rest)]


def test_whoever_looks_on_is_told_after_every_look() -> None:
    """Also where the picture is the same."""
    looks: list[int] = []
    perform(FakeStage([], [], [Closed()]), Lamp(), lambda: looks.append(1))
    assert len(looks) == 3


def test_a_display_that_nobody_sees_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """What SDL would draw for nobody is an error that names who chose that."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    with pytest.raises(MachineError, match="SDL_VIDEODRIVER is dummy"), Stage("none", DARK):
        pass


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="what SDL tries is X11 there")
def test_without_a_display_there_is_no_line_but_ours() -> None:
    """Libraries of SDL would say something of a folder that has nothing to do with it."""
    foreign = ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SDL_VIDEODRIVER")
    bare = {name: value for name, value in os.environ.items() if name not in foreign}
    done = subprocess.run(
        [sys.executable, "-m", "bot", "game", "--rows", "4", "--cols", "4"],
        env=bare,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 5
    assert done.stderr.startswith("linkup: no window can be shown: there is no display (DISPLAY is")
    assert "`linkup demo --offscreen`" in done.stderr
    assert "SDL" not in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("there", [None, "unix:path=/run/bus"])
def test_no_bus_of_the_session_is_started(
    monkeypatch: pytest.MonkeyPatch, there: str | None
) -> None:
    """SDL would have one started that outlives us; one that is named stays named."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", there or "")  # noted, to be put back
    if there is None:
        monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    load_pygame()
    assert os.environ["DBUS_SESSION_BUS_ADDRESS"] == (there or "unix:runtime=yes")
