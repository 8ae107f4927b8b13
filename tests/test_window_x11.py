"""What X11 tells of windows beyond the ordinary, and how Xlib is kept quiet."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from bot.geometry import Rect

if not sys.platform.startswith("linux"):
    pytest.skip("X displays are of Linux", allow_module_level=True)

from live import Display
from plain_window import PlainWindow

from bot.window_x11 import X11Desktop, xlib_manners


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
