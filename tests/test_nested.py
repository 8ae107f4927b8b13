"""A nested display: what it needs, and its key."""

from __future__ import annotations

import os
import shutil
import stat
import sys
from pathlib import Path

import pytest

if not sys.platform.startswith("linux"):
    pytest.skip("X displays are of Linux", allow_module_level=True)

from live import missing
from Xlib import xauth

from bot.errors import MachineError
from bot.nested import NestedDisplay, key_entry, last_line
from bot.started import Started

needs_xvfb = pytest.mark.skipif(bool(missing("Xvfb")), reason=missing("Xvfb"))


def open_display(folder: Path, host: str | None) -> NestedDisplay:
    """A nested display, which ends before anybody looks at it."""
    with Started(str(folder)) as started:
        return NestedDisplay(started, folder, (400, 300), host=host, title="box")


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that is all of `PATH`."""
    programs = tmp_path / "bin"
    programs.mkdir()
    monkeypatch.setenv("PATH", str(programs))
    return programs


@pytest.mark.parametrize(
    ("host", "package"), [(None, "apt install xvfb"), (":0", "apt install xserver-xephyr")]
)
def test_a_missing_server_is_named_with_its_package(
    nothing_installed: Path, tmp_path: Path, host: str | None, package: str
) -> None:
    """And that it can do without a window, only where it can."""
    with pytest.raises(MachineError, match=package) as caught:
        open_display(tmp_path, host)
    assert "--headless" not in str(caught.value)
    (nothing_installed / "Xvfb").touch(0o700)
    if host:
        with pytest.raises(MachineError, match="or use --headless"):
            open_display(tmp_path, host)


def test_a_server_that_does_not_start_tells_why(nothing_installed: Path, tmp_path: Path) -> None:
    """With the last thing it has said."""
    server = nothing_installed / "Xvfb"
    server.write_text("#!/bin/sh\necho first\necho 'no room  left' >&2\n")
    server.chmod(0o700)
    with pytest.raises(MachineError, match="Xvfb does not start: no room left"):
        open_display(tmp_path, None)


def test_the_key_is_found_by_those_who_look_for_it(tmp_path: Path) -> None:
    """Xlib for Python finds the one of this machine and display."""
    path = tmp_path / "keys"
    path.write_bytes(
        key_entry(256, b"here", "7", b"k" * 16) + key_entry(0xFFFF, b"", "7", b"k" * 16)
    )
    found = xauth.Xauthority(str(path)).get_best_auth(256, b"here", 7)
    assert found == (b"MIT-MAGIC-COOKIE-1", b"k" * 16)


@needs_xvfb
def test_a_program_inside_finds_its_display_and_key_and_nothing_of_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Toolkits are told to use X; the session around is out of sight; the key is for one person."""
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.setenv("WINDOWID", "4194307")
    monkeypatch.setenv("XAUTHORITY", "/nowhere")
    inside = open_display(tmp_path, None).environment
    assert inside["DISPLAY"].startswith(":")
    assert not inside.keys() & {"WAYLAND_DISPLAY", "WINDOWID"}
    assert (inside["GDK_BACKEND"], inside["QT_QPA_PLATFORM"]) == ("x11", "xcb")
    keys = Path(inside["XAUTHORITY"])
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    assert os.environ["XAUTHORITY"] == "/nowhere"
    assert os.environ["WINDOWID"] == "4194307"


@needs_xvfb
@pytest.mark.skipif(shutil.which("openbox") is None, reason=missing("openbox"))
def test_a_window_manager_is_there_from_the_start(tmp_path: Path) -> None:
    """The first window of a game is not lost."""
    with Started(str(tmp_path)) as started:
        nested = NestedDisplay(started, tmp_path, (400, 300), host=None, title="box")
        desktop = nested.desktop()
        try:
            assert desktop.screen()[2:] == (400, 300)
            assert desktop._property(desktop._root, "_NET_SUPPORTING_WM_CHECK") is not None
        finally:
            desktop.close()


def test_last_words_are_the_last_line_with_words(tmp_path: Path) -> None:
    """Or that there were none."""
    path = tmp_path / "said"
    assert last_line(path) == "it says nothing"
    path.write_bytes(b"first\n  the \xff  last \n\n")
    assert last_line(path) == "the \ufffd last"
