"""Screens of others: found by name, opened with what they are told, and stopped by a person."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest
from terminal import Linkup

from bot.backends import StoppableHand, open_screen
from bot.errors import InputError, MachineError, StoppedError
from bot.geometry import ScreenPoint

MODULE = """
from subprocess import TimeoutExpired

from bot.errors import InputError
from bot.api import deal_board
from bot.simulator import Game, SimulatedClock, SimulatedMouse, SimulatedScreen

def open_game(which):
    if not which:
        raise ValueError("say which telephone")
    if which == "lost":
        raise InputError("no telephone lost; there are left pocket, right pocket")
    if which == "asleep":
        raise TimeoutExpired("adb", 3)
    if which == "odd":
        return None, SimulatedMouse
    game, clock = Game(deal_board(2, 2, 1, seed=1), removal=0.0), SimulatedClock()
    return SimulatedScreen(game, clock), SimulatedMouse(game, clock)
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that brings the screens `toy` and `broken`."""
    info = tmp_path / "linkup_toy-1.0.dist-info"
    info.mkdir()
    (tmp_path / "linkup_toy.py").write_text(MODULE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: linkup-toy\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[linkup.screens]\ntoy = linkup_toy:open_game\nbroken = no_such_module:x\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))


@pytest.mark.usefixtures("package")
def test_a_screen_is_opened_with_what_stands_after_the_colon() -> None:
    """It gives pictures, and its mouse clicks."""
    screen, mouse = open_screen("toy:left pocket")
    assert screen.grab().pixels.ndim == 3
    mouse.click(ScreenPoint(1, 1))
    assert mouse.position() == ScreenPoint(1, 1)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("named", ["toy", "toy:asleep", "broken"])
def test_one_that_does_not_open_is_no_bug_of_ours(linkup: Linkup, named: str) -> None:
    """Exit code 5, with the package's own words."""
    with pytest.raises(MachineError, match=f"the screen {named} of .* does not open: "):
        open_screen(named)
    assert linkup("play", "--screen", named).code == 5


@pytest.mark.usefixtures("package")
def test_what_is_no_screen_is_no_bug_of_ours(linkup: Linkup) -> None:
    """It is told before anything is played."""
    with pytest.raises(MachineError, match=r"toy:odd of linkup_toy:open_game is none: screen must"):
        open_screen("toy:odd")
    assert linkup("play", "--screen", "toy:odd").code == 5


@pytest.mark.usefixtures("package")
def test_an_error_of_ours_says_how_the_program_ends(linkup: Linkup) -> None:
    """A package that raises one is told in its own words alone."""
    answer = linkup("play", "--screen", "toy:lost")
    assert answer.code == 2
    assert answer.complaint == "no telephone lost; there are left pocket, right pocket"


@pytest.mark.usefixtures("package")
def test_a_name_that_is_none_brings_up_those_that_are(linkup: Linkup) -> None:
    """Exit code 2."""
    with pytest.raises(InputError, match="no screen 'adb'; there are broken, toy"):
        open_screen("adb:1234")
    assert linkup("play", "--screen", "adb").code == 2


def test_the_stop_key_stops_it_while_it_waits() -> None:
    """And before a click."""
    key, mouse = Mock(), Mock()
    mouse.position.return_value = ScreenPoint(50, 50)
    key.was_pressed.return_value = False
    hand = StoppableHand(mouse, key)
    hand.click(ScreenPoint(50, 50))
    hand.check()
    key.was_pressed.return_value = True
    with pytest.raises(StoppedError):
        hand.check()
    with pytest.raises(StoppedError):
        hand.click(ScreenPoint(50, 50))
    assert mouse.click.call_count == 1
