"""What X11 tells of windows beyond the ordinary, and how Xlib is kept quiet."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import Mock

import pytest

from bot.geometry import Rect

if not sys.platform.startswith("linux"):
    pytest.skip("X displays are of Linux", allow_module_level=True)

from live import ROOT, Display
from plain_window import PlainWindow

from bot.display_x11 import connect, xlib_manners
from bot.window_x11 import X11Desktop


def test_a_missing_key_file_is_replaced_for_the_moment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Inside there is an empty key file and no stdout; afterwards all is as before."""
    monkeypatch.delenv("XAUTHORITY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    with xlib_manners():
        print("warning, no xauthority")
        assert Path(os.environ["XAUTHORITY"]).read_bytes() == b""
    assert "XAUTHORITY" not in os.environ
    assert not capsys.readouterr().out


def test_nobody_needs_a_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container a user may have none, and no name either."""
    monkeypatch.delenv("XAUTHORITY", raising=False)
    monkeypatch.setattr(Path, "home", Mock(side_effect=RuntimeError("no home")))
    with xlib_manners():
        assert Path(os.environ["XAUTHORITY"]).read_bytes() == b""
    assert "XAUTHORITY" not in os.environ


@pytest.mark.parametrize("exists", [True, False])
def test_a_named_key_file_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, exists: bool
) -> None:
    """A key file that is there is used, and the name of one that is not comes back."""
    keys = tmp_path / "keys"
    if exists:
        keys.touch()
    monkeypatch.setenv("XAUTHORITY", str(keys))
    with xlib_manners():
        assert (os.environ["XAUTHORITY"] == str(keys)) is exists
    assert os.environ["XAUTHORITY"] == str(keys)


@pytest.mark.live
def test_a_window_that_is_hidden_but_still_mapped_is_not_seen(bare_display: Display) -> None:
    """Some managers keep minimised windows, and those of other workspaces, on the server."""
    desktop = bare_display.desktop
    plain = PlainWindow(bare_display, "plain", Rect(10, 10, 100, 80))
    hidden = desktop._atom("_NET_WM_STATE_HIDDEN")
    minimised = PlainWindow(bare_display, "minimised", Rect(150, 10, 100, 80))
    elsewhere = PlainWindow(
        bare_display, "elsewhere", Rect(300, 10, 100, 80), {"_NET_WM_DESKTOP": [1]}
    )
    everywhere = PlainWindow(
        bare_display, "everywhere", Rect(450, 10, 100, 80), {"_NET_WM_DESKTOP": [0xFFFFFFFF]}
    )
    minimised.set_numbers("_NET_WM_STATE", [hidden])
    bare_display.set_workspace(0)
    assert desktop.bounds(minimised.id) is None
    assert desktop.bounds(elsewhere.id) is None
    assert desktop.bounds(everywhere.id) == Rect(450, 10, 100, 80)
    assert sorted(bare_display.titles()) == ["everywhere", "plain"]
    assert desktop.bounds(plain.id) == Rect(10, 10, 100, 80)


@pytest.mark.live
def test_the_terminal_named_by_the_environment_is_left_out(
    bare_display: Display, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Terminals that tell their window in WINDOWID are believed."""
    terminal = PlainWindow(bare_display, "linkup play Onet", Rect(10, 10, 100, 80))
    game = PlainWindow(bare_display, "Onet", Rect(150, 10, 100, 80))
    monkeypatch.setenv("WINDOWID", str(terminal.id))
    desktop = X11Desktop(bare_display.name)
    assert [window.title for window in desktop.windows()] == ["Onet"]
    desktop.close()
    game.close()


@pytest.mark.live
def test_a_window_that_is_gone_has_no_place(
    bare_display: Display, capfd: pytest.CaptureFixture[str]
) -> None:
    """A number that no window has is no error of the display, and nothing is printed of it."""
    window = PlainWindow(bare_display, "Onet", Rect(10, 10, 100, 80))
    window.close()
    assert bare_display.desktop.bounds(window.id) is None
    assert bare_display.desktop.windows() == []
    bare_display.desktop.activate(window.id)
    assert capfd.readouterr() == ("", "")


HERE: dict[str, Sequence[int] | str] = {"_NET_WM_PID": [4711], "WM_CLIENT_MACHINE": "here"}


@pytest.mark.live
def test_windows_of_one_program_are_told_from_others(bare_display: Display) -> None:
    """By process and machine together, and by what a window says it belongs to."""
    game = PlainWindow(bare_display, "game", Rect(10, 10, 100, 80), HERE)
    box = PlainWindow(bare_display, "box", Rect(150, 10, 100, 80), HERE)
    there = {**HERE, "WM_CLIENT_MACHINE": "there"}
    far = PlainWindow(bare_display, "far", Rect(300, 10, 100, 80), there)
    another = {**HERE, "_NET_WM_PID": [1]}
    other = PlainWindow(bare_display, "other", Rect(10, 150, 100, 80), another)
    plain = PlainWindow(bare_display, "plain", Rect(150, 150, 100, 80))
    belongs = {"WM_TRANSIENT_FOR": [game.id]}
    child = PlainWindow(bare_display, "child", Rect(300, 150, 100, 80), belongs)
    belongs = {"WM_TRANSIENT_FOR": [child.id]}
    grandchild = PlainWindow(bare_display, "grandchild", Rect(10, 300, 100, 80), belongs)
    same = bare_display.desktop.same_program
    of_game = [w for w in (game, box, far, other, plain, child, grandchild) if same(game.id, w.id)]
    assert of_game == [game, box, child, grandchild]
    assert [w for w in (far, other, plain, box) if same(w.id, game.id)] == [box]
    assert not same(plain.id, far.id)


@pytest.mark.live
def test_windows_that_belong_to_each_other_are_no_endless_chain(bare_display: Display) -> None:
    """Nor does belonging to the whole screen, as some message boxes do, make one program."""
    root = bare_display.desktop._root.id
    first = PlainWindow(bare_display, "first", Rect(10, 10, 100, 80))
    second = PlainWindow(bare_display, "second", Rect(150, 10, 100, 80))
    third = PlainWindow(bare_display, "third", Rect(300, 10, 100, 80))
    same = bare_display.desktop.same_program
    first.set_numbers("WM_TRANSIENT_FOR", [second.id])
    second.set_numbers("WM_TRANSIENT_FOR", [first.id])
    assert same(first.id, second.id)
    assert not same(first.id, third.id)
    second.set_numbers("WM_TRANSIENT_FOR", [root])
    third.set_numbers("WM_TRANSIENT_FOR", [root])
    assert not same(second.id, third.id)
    third.close()
    assert not same(first.id, third.id)


ANOTHER = """
import sys
from bot.geometry import Rect
from live import Display
from plain_window import PlainWindow
from bot.window_x11 import X11Desktop
display = Display((640, 480), manager=None)
display.name = sys.argv[1]
display.desktop = X11Desktop(sys.argv[1])
display._root = display.desktop._root
properties = {"_NET_WM_PID": [4711], "WM_CLIENT_MACHINE": "here"}
PlainWindow(display, "another", Rect(150, 10, 100, 80), properties)
sys.stdin.read()
"""


@pytest.mark.live
def test_one_number_in_two_containers_is_not_one_program(bare_display: Display) -> None:
    """Both windows name process 4711 of this machine, but the display knows better."""
    game = PlainWindow(bare_display, "game", Rect(10, 10, 100, 80), HERE)
    path = os.pathsep.join(str(folder) for folder in (ROOT, ROOT / "tests"))
    with subprocess.Popen(
        [sys.executable, "-c", ANOTHER, bare_display.name],
        env=bare_display.environment() | {"PYTHONPATH": path},
        stdin=subprocess.PIPE,
    ) as process:
        another = bare_display.window("another")
        assert not bare_display.desktop.same_program(game.id, another.id)
        process.communicate()


@pytest.mark.live
def test_windows_of_one_connection_are_of_one_program(bare_display: Display) -> None:
    """Old programs say nothing of themselves."""
    connection = connect(bare_display.name)
    root = connection.screen().root
    first, second = (root.create_window(place, 0, 9, 9, 0, 24) for place in (0, 50))
    connection.sync()
    assert bare_display.desktop.same_program(first.id, second.id)
    connection.close()
