"""The version: what a bug report needs, and nothing large imported for it."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from terminal import Linkup

from bot.commands.version import display_server

ROOT = Path(__file__).parent.parent


def test_the_version_tells_what_a_bug_report_needs(linkup: Linkup) -> None:
    """The first line is the version alone; the others name what it runs on."""
    answer = linkup("--version")
    first, python, *rest = answer.out.splitlines()
    assert answer.code == 0
    assert first == f"linkup {version('linkup-bot')}"
    assert python.startswith("Python 3.")
    for package in ("numpy", "mss", "pyautogui"):
        assert f"{package} {version(package)}" in rest[-1]
    assert "opencv" in rest[-1]


def test_the_version_imports_none_of_what_it_names() -> None:
    """The numbers come from what was installed."""
    large = {"cv2", "numpy", "skimage", "scipy", "pyautogui", "mss", "pygame", "Xlib", "PIL"}
    code = (
        "import sys; from bot.cli import main; main(['--version']);"
        f"print(sorted({large} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == "[]\n"


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="of X11 and Wayland")
@pytest.mark.parametrize(
    ("display", "wayland", "told"),
    [
        ("", "", "none"),
        (":1", "", "X11 at :1"),
        (":0", "wayland-0", "Wayland, and X11 at :0"),
        ("", "wayland-0", "Wayland, and no X11"),
    ],
)
def test_the_display_is_as_the_environment_names_it(
    monkeypatch: pytest.MonkeyPatch, display: str, wayland: str, told: str
) -> None:
    """Which server it is decides what can be read and clicked."""
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
    assert display_server() == told
