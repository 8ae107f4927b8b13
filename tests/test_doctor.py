"""The doctor: every check tells what is seen and what to do, whatever is broken."""

from __future__ import annotations

import getpass
import json
import os
import shutil
import socket
import subprocess
import sys
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from unittest.mock import Mock

import pytest
from live import ROOT, Display
from terminal import Linkup

from bot.doctor import hands, sight, system
from bot.doctor.checks import checks
from bot.doctor.examine import examine
from bot.doctor.finding import Check, Finding, State, of_message, ok, without_names
from bot.doctor.probe import made
from bot.errors import MachineError, StoppedError
from bot.geometry import Rect, ScreenPoint
from bot.skinfolders import SHIPPED

OF_X11 = pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="of X11")
PROBE = """
import os, sys, time
from bot.doctor.finding import Check, ok
from bot.doctor.probe import main
def hang(): time.sleep(600)
def crash(): os.abort()
def leave(): sys.exit("NOTE: no tkinter")
def chat(): print("a library says hello"); os.write(1, b"and again"); return ok("fine")
main([Check("chat", chat), Check("hang", hang), Check("crash", crash), Check("leave", leave),
      Check("last", lambda: ok("fine"))], int(sys.argv[1]))
"""


def test_what_breaks_a_check_breaks_no_other() -> None:
    """One that hangs, one that aborts and one that exits fail; those behind them are made."""
    names = ("chat", "hang", "crash", "leave", "last")
    listed = [Check(name, lambda: ok(""), seconds=0.2) for name in names]
    said: list[str] = []
    found = {
        check.name: finding
        for check, finding in examine(
            listed, lambda first: [sys.executable, "-c", PROBE, str(first)], said.append
        )
    }
    assert said == list(names)
    assert found["chat"] == ok("fine")
    assert found["hang"].seen == "no answer within 0.2 s"
    assert found["crash"].seen.startswith("the check ended with")
    assert found["leave"].seen == "SystemExit: NOTE: no tkinter"
    assert found["last"] == ok("fine")


def test_a_process_that_cannot_start_fails_every_check() -> None:
    """With its last words, and without a traceback."""
    broken = [sys.executable, "-c", "raise SystemExit('no module named bot')"]
    found = [finding for _, finding in examine([Check("a", lambda: ok(""))] * 2, lambda _: broken)]
    assert [each.state for each in found] == [State.FAILED] * 2
    assert found[0].seen == "the check ended with 1: no module named bot"


def test_a_check_that_raises_is_a_failure() -> None:
    """Whatever it raises."""
    look = Mock(side_effect=KeyError("DISPLAY"))
    assert made(Check("x", look)).seen == "KeyError: 'DISPLAY'"
    lack = Mock(side_effect=ImportError("libGL.so.1: cannot open shared object file"))
    assert made(Check("x", lack)).fix


def test_no_name_of_the_person_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Home folder, login and machine are left out, and no part of another word is."""
    monkeypatch.setattr(getpass, "getuser", lambda: "ann")
    monkeypatch.setattr(socket, "gethostname", lambda: "pc7")
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ann"))
    text = f"{Path('/home/ann/x')} of ann on pc7: cannot be written"
    assert without_names(text) == f"{Path('~/x')} of USER on HOST: cannot be written"


def test_a_message_is_parted_into_what_is_and_what_to_do() -> None:
    """At the first colon that stands outside parentheses."""
    found = of_message("it fails (Error: 3): do this: now")
    assert (found.seen, found.fix) == ("it fails (Error: 3)", "do this: now")
    assert of_message("it fails").fix == ""


@pytest.mark.parametrize(
    ("error", "fix"),
    [
        ("libGL.so.1: cannot open shared object file", "sudo apt install libgl1,"),
        ("libgthread-2.0.so.0: cannot open", "sudo apt install libglib2.0-0,"),
        ("libstrange.so.3: cannot open", "install what holds libstrange.so.3,"),
        ("numpy.core.multiarray failed to import", "pip install --force-reinstall"),
    ],
)
@pytest.mark.skipif(sys.platform != "linux", reason="libraries of Linux")
def test_a_library_that_opencv_lacks_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, error: str, fix: str
) -> None:
    """The line can be typed as it is."""
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert sight.opencv().state is State.FAILED
    assert sight.library_fix(error).startswith(fix)


def packages(*names: str) -> list[Mock]:
    """Installed packages of these names."""
    return [Mock(metadata={"Name": name}) for name in names]


def test_two_packages_of_opencv_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the line that leaves one."""
    monkeypatch.setattr(system, "distributions", lambda: packages("opencv-python", "numpy"))
    assert system.one_opencv() == ok("opencv-python alone holds the library cv2")
    two = packages("opencv-python", "OpenCV-contrib-Python-headless")
    monkeypatch.setattr(system, "distributions", lambda: two)
    found = system.one_opencv()
    assert found.state is State.WARNING
    assert "pip uninstall opencv-contrib-python-headless opencv-python" in found.fix
    monkeypatch.setattr(system, "distributions", list)
    assert system.one_opencv().state is State.FAILED


def test_an_xlib_without_what_is_needed_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the abandoned package leaves it where it has won."""
    monkeypatch.setattr(system, "find_spec", lambda name: None)
    assert "python-xlib>=0.33" in system.one_xlib().fix


@pytest.mark.parametrize("beside", [(), ("python3-xlib",)])
def test_the_xlib_that_is_used_is_named(
    monkeypatch: pytest.MonkeyPatch, beside: tuple[str, ...]
) -> None:
    """And the one beside it, if there is one."""
    monkeypatch.setattr(system, "distributions", lambda: packages("python-xlib", *beside))
    monkeypatch.setattr(system, "find_spec", lambda name: name)
    seen = system.one_xlib().seen
    assert seen.startswith("the library Xlib is that of python-xlib")
    assert ("not the abandoned python3-xlib" in seen) is bool(beside)
    assert seen.endswith("nothing needs to be done") is bool(beside)


def test_own_skins_are_not_counted_as_those_that_come_along(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Neither in a folder of their own nor in a checkout, where they lie beside the others."""
    home = tmp_path / "checkout" / "templates"
    shutil.copytree(ROOT / "templates" / "linkup", home / "linkup")
    shutil.copytree(ROOT / "templates" / "linkup", home / "mine")
    package = tmp_path / "package"
    shutil.copytree(ROOT / "templates" / "linkup", package / "theirs")
    monkeypatch.setattr("bot.skinfolders.SHIPPED", {"linkup"})
    monkeypatch.setattr("bot.skinfolders.folders_of_skins", lambda: (home, home, package))
    told = "1 come along, 1 of other packages, 1 of your own in ./templates, all whole"
    assert sight.skins() == ok(told)
    monkeypatch.setattr("bot.skinfolders.folders_of_skins", lambda: (home, package))
    assert sight.skins().seen == "skins that come with linkup are missing: linkup"


def test_the_skins_that_come_along_are_those_that_are_kept() -> None:
    """The names in the code are the folders that git knows."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    told = subprocess.run(
        ["git", "ls-files", "templates"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert {line.split("/")[1] for line in told.stdout.splitlines()} == SHIPPED


def test_a_package_that_is_missing_or_old_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """By name and number; those of an extra or another system are not asked for."""
    wanted = [
        "numpy>=99",
        "no-such-package>=1",
        "pytest>=999; extra == 'dev'",
        f"no-other; sys_platform != '{sys.platform}'",
    ]
    monkeypatch.setattr(system, "requires", lambda _: wanted)
    seen = system.packages().seen
    assert "numpy is " in seen
    assert "older than 99; no-such-package is missing" in seen
    assert "pytest" not in seen
    assert "no-other" not in seen


Usage = namedtuple("Usage", "total used free")


@pytest.mark.parametrize(
    ("free", "state"), [(1 << 20, State.FAILED), (100 << 20, State.WARNING), (9 << 30, State.OK)]
)
def test_space_is_measured(monkeypatch: pytest.MonkeyPatch, free: int, state: State) -> None:
    """Too little for logs fails, too little for a long recording is a warning."""
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, free))
    assert system.temporary_folder().state is state


def test_a_temporary_folder_that_cannot_be_written_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a full disk."""
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr("tempfile.TemporaryFile", full)
    assert system.temporary_folder().seen == "cannot be written: No space left on device"


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_a_folder_of_somebody_else_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Skins, hints and recordings cannot go there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert system.current_folder().state is State.WARNING


def test_programs_of_the_sandbox_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The packages of those that are missing are named."""
    monkeypatch.setattr(shutil, "which", lambda name: None if name != "openbox" else name)
    assert system.sandbox().fix.endswith("sudo apt install xserver-xephyr xvfb")
    assert system.dbus().state is State.WARNING


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """A desktop of 800 x 600 without a window."""
    found = Mock()
    found.screen.return_value = Rect(0, 0, 800, 600)
    found.windows.return_value = []
    monkeypatch.setattr("bot.window.open_desktop", lambda: found)
    return found


class Pointer:
    """A mouse whose moves are kept; one that is stuck stays where it is."""

    def __init__(self, at: ScreenPoint, stuck: bool = False) -> None:
        self.at, self.stuck = at, stuck
        self.moves: list[ScreenPoint] = []

    def move(self, point: ScreenPoint) -> None:
        """Go there."""
        self.moves.append(point)
        self.at = self.at if self.stuck else point

    def position(self) -> ScreenPoint:
        """Where it is."""
        return self.at


@pytest.mark.parametrize("x", [400.0, 799.0])
def test_the_pointer_is_moved_by_one_point_and_back(
    desktop: Mock, monkeypatch: pytest.MonkeyPatch, x: float
) -> None:
    """At the edge of the screen to the other side."""
    pointer = Pointer(ScreenPoint(x, 300))
    monkeypatch.setattr("bot.mouse.PyAutoGuiMouse", lambda: pointer)
    assert hands.mouse().state is State.OK
    assert [abs(place.x - x) for place in pointer.moves] == [1, 0]
    assert pointer.at == ScreenPoint(x, 300)
    assert all(0 <= place.x < 800 for place in pointer.moves)


def test_a_pointer_that_does_not_move_fails(desktop: Mock, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a permission is missing; in a corner it is no failure, but told."""
    monkeypatch.setattr("bot.mouse.PyAutoGuiMouse", lambda: Pointer(ScreenPoint(9, 9), stuck=True))
    assert hands.mouse().state is State.FAILED
    corner = Mock(side_effect=StoppedError("stopped: the mouse is in a corner of the screen"))
    monkeypatch.setattr("bot.mouse.PyAutoGuiMouse", corner)
    assert hands.mouse().state is State.WARNING
    assert hands.windows().state is State.WARNING


def test_a_desktop_that_is_not_there_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to do, which our own message tells."""
    lack = Mock(side_effect=MachineError("no X display: run this in a desktop session"))
    monkeypatch.setattr("bot.window.open_desktop", lack)
    for look in (hands.mouse, hands.windows, sight.capture):
        found = look()
        assert (found.state, found.fix) == (State.FAILED, "run this in a desktop session")


@OF_X11
@pytest.mark.parametrize(
    ("display", "wayland", "kind", "state"),
    [
        ("", "", "", State.FAILED),
        ("", "wayland-0", "wayland", State.FAILED),
        (":0", "wayland-0", "wayland", State.WARNING),
        ("localhost:10.0", "", "", State.WARNING),
        (":0", "", "x11", State.OK),
        ("unix:0", "", "x11", State.OK),
    ],
)
def test_the_session_is_judged_by_what_it_names(
    monkeypatch: pytest.MonkeyPatch, display: str, wayland: str, kind: str, state: State
) -> None:
    """Without X nothing can be seen; with Wayland around it perhaps, over a network slowly."""
    from bot.doctor import x11

    names = {"DISPLAY": display, "WAYLAND_DISPLAY": wayland, "XDG_SESSION_TYPE": kind}
    for name, value in names.items():
        monkeypatch.setenv(name, value)
    found = x11.session()
    assert found.state is state
    assert bool(found.fix) is (state is not State.OK)


@OF_X11
def test_a_display_that_does_not_answer_fails_every_check_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In one line each."""
    from bot.doctor import x11

    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setenv("XAUTHORITY", "/no/such/file")
    for look in (x11.server, x11.extensions, x11.manager):
        assert look().state is State.FAILED
    assert x11.keys().state is State.WARNING
    monkeypatch.delenv("XAUTHORITY")
    assert "~/.Xauthority" in x11.keys().seen


def answered(look: Callable[[], object]) -> dict[str, dict[str, str]]:
    """What `linkup doctor --json` says of each check."""
    done = look()
    assert isinstance(done, subprocess.CompletedProcess)
    assert "Traceback" not in done.stderr
    document = json.loads(done.stdout)
    assert document["works"] is (done.returncode == 0)
    assert done.returncode in {0, 5}
    return {check["name"]: check for check in document["checks"]}


@OF_X11
def test_without_a_display_it_says_so(tmp_path: Path) -> None:
    """Exit code 5; what needs no display is found to work."""
    kept = {name: value for name, value in os.environ.items() if "DISPLAY" not in name}
    command = [sys.executable, "-m", "bot", "doctor", "--json"]
    found = answered(
        lambda: subprocess.run(
            command, cwd=ROOT, env=kept, capture_output=True, text=True, check=False
        )
    )
    assert set(found) == {*(check.name for check in checks()), "settings"}
    assert found["display"]["state"] == found["capture"]["state"] == "failed"
    assert found["opencv"]["state"] == found["reading"]["state"] == "ok"


@pytest.mark.live
def test_with_a_display_all_is_well(display: Display) -> None:
    """Under a window manager nothing fails, though the screen is black by itself."""
    found = answered(lambda: display.python("-m", "bot", "doctor", "--json"))
    assert [name for name, check in found.items() if check["state"] == "failed"] == []
    assert found["manager"]["state"] == "ok"
    assert found["stop key"]["seen"] == "Escape is heard, however short it is pressed"


@pytest.mark.live
def test_without_a_window_manager_that_is_told(bare_display: Display) -> None:
    """As a warning: one game alone can be played."""
    found = answered(lambda: bare_display.python("-m", "bot", "doctor", "--json"))
    assert found["manager"]["state"] == "warning"
    assert found["capture"]["state"] == found["mouse"]["state"] == "ok"


def test_people_are_told_once_what_to_do(linkup: Linkup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one lack fails several checks; a program is told it with each."""
    listed = (Check("eye", lambda: ok("")), Check("hand", lambda: ok("")))
    cold = Finding(State.FAILED, "is cold", "warm it")
    monkeypatch.setattr("bot.doctor.checks.checks", lambda: listed)
    monkeypatch.setattr("bot.doctor.examine.examine", lambda *_, **__: [(c, cold) for c in listed])
    assert linkup("doctor").out.count("warm it") == 1
    checks = linkup("doctor", "--json").document["checks"][:2]
    assert [check["fix"] for check in checks] == ["warm it"] * 2


@OF_X11
def test_without_a_display_it_is_told_what_needs_none() -> None:
    """Both ways to see the bot play, behind what a display could be."""
    from bot.display_x11 import NO_DISPLAY

    fix = of_message(NO_DISPLAY).fix
    assert "linkup demo --offscreen" in fix
    assert "linkup sandbox --headless" in fix


def test_people_get_a_line_for_each(linkup: Linkup, monkeypatch: pytest.MonkeyPatch) -> None:
    """With what to do below it, and in the end whether games can be played."""
    listed = (Check("eye", lambda: ok("")), Check("hand", lambda: ok(""), needed=True))
    found = (ok("sees"), Finding(State.FAILED, "is cold", "warm it"))
    monkeypatch.setattr("bot.doctor.checks.checks", lambda: listed)
    monkeypatch.setattr(
        "bot.doctor.examine.examine", lambda *_, **__: zip(listed, found, strict=True)
    )
    answer = linkup("doctor")
    assert answer.code == 5
    lines = answer.out.splitlines()[-5:]
    assert [" ".join(line.split()) for line in lines] == [
        "ok eye sees",
        "failed hand is cold",
        "-> warm it",
        "ok settings from no file",
        "`linkup play` cannot work here: hand",
    ]
