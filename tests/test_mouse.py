"""How clicks are made and stopped, with pyautogui played by a stand-in."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from bot.errors import MachineError, StoppedError, WindowError
from bot.geometry import ScreenPoint
from bot.mouse import DryRunMouse, GuardedMouse, PyAutoGuiMouse


class FakeFailSafeError(Exception):
    """Stands for pyautogui's own."""


class FakeGui(ModuleType):
    """As much of pyautogui as the mouse uses, on a screen with one corner at (0, 0)."""

    FailSafeException = FakeFailSafeError
    PAUSE = 0.1
    FAILSAFE = False

    def __init__(self) -> None:
        super().__init__("pyautogui")
        self.at = (50, 50)
        self.log: list[tuple[str, int, int]] = []

    def failSafeCheck(self) -> None:  # noqa: N802 - pyautogui's name
        """Raise in the corner, if it is on."""
        if self.FAILSAFE and self.at == (0, 0):
            raise FakeFailSafeError

    def position(self) -> tuple[int, int]:
        """Where the pointer is."""
        return self.at

    def moveTo(self, x: int, y: int, *, _pause: bool) -> None:  # noqa: N802 - pyautogui's name
        """Move, unless in the corner."""
        self.failSafeCheck()
        self.at = (x, y)

    def mouseDown(self, x: int, y: int, *, _pause: bool) -> None:  # noqa: N802 - pyautogui's name
        """Move there and note the press."""
        self.moveTo(x, y, _pause=_pause)
        self.log.append(("down", *self.at))

    def mouseUp(self, *, _pause: bool) -> None:  # noqa: N802 - pyautogui's name
        """Note the release."""
        self.failSafeCheck()
        self.log.append(("up", *self.at))


@pytest.fixture
def gui(monkeypatch: pytest.MonkeyPatch) -> FakeGui:
    fake = FakeGui()
    monkeypatch.setitem(sys.modules, "pyautogui", fake)
    monkeypatch.setitem(sys.modules, "mouseinfo", ModuleType("mouseinfo"))
    monkeypatch.setenv("DISPLAY", ":65000")
    return fake


def test_a_click_holds_the_button_for_the_time_asked(gui: FakeGui) -> None:
    """The button goes down, time passes, and it goes up in the pixel that holds the point."""
    slept: list[float] = []
    PyAutoGuiMouse(press=0.02, sleep=slept.append).click(ScreenPoint(10.5, 20.99))
    assert gui.log == [("down", 10, 20), ("up", 10, 20)]
    assert slept == [0.02]
    assert gui.PAUSE == 0


def test_a_corner_stops_before_the_button_is_touched(gui: FakeGui) -> None:
    """With the pointer in the corner no verb does anything."""
    mouse = PyAutoGuiMouse(sleep=lambda _: None)
    gui.at = (0, 0)
    with pytest.raises(StoppedError, match="in a corner of the screen"):
        mouse.click(ScreenPoint(10, 10))
    with pytest.raises(StoppedError):
        mouse.move(ScreenPoint(10, 10))
    with pytest.raises(StoppedError):
        mouse.position()
    assert not gui.log


def test_the_button_goes_up_even_when_the_person_flees_to_the_corner(gui: FakeGui) -> None:
    """A corner reached while the button is down stops the game, but never with it held."""

    def flee(_: float) -> None:
        gui.at = (0, 0)

    with pytest.raises(StoppedError):
        PyAutoGuiMouse(sleep=flee).click(ScreenPoint(10, 10))
    assert gui.log == [("down", 10, 10), ("up", 0, 0)]
    assert gui.FAILSAFE


def test_the_button_goes_up_on_ctrl_c(gui: FakeGui) -> None:
    """An interrupt between down and up leaves no button held."""

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        PyAutoGuiMouse(sleep=interrupt).click(ScreenPoint(10, 10))
    assert gui.log[-1] == ("up", 10, 10)


def test_a_missing_tkinter_does_not_end_the_program(
    gui: FakeGui, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The helper window that wants tkinter is kept from being imported."""
    monkeypatch.delitem(sys.modules, "mouseinfo")
    PyAutoGuiMouse()
    assert (
        sys.modules["mouseinfo"].__file__ is None
        if hasattr(sys.modules["mouseinfo"], "__file__")
        else True
    )


def test_no_display_is_said_before_pyautogui_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without DISPLAY the mouse names the way out."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(MachineError, match="no X display"):
        PyAutoGuiMouse()


class FakeMouse:
    """A mouse that a test can take away."""

    def __init__(self) -> None:
        self.at = ScreenPoint(0.0, 0.0)
        self.clicked: list[ScreenPoint] = []

    def click(self, point: ScreenPoint) -> None:
        """Note the click."""
        self.at = point
        self.clicked.append(point)

    def move(self, point: ScreenPoint) -> None:
        """Go there."""
        self.at = point

    def position(self) -> ScreenPoint:
        """Where the pointer is."""
        return self.at


def allow(_: ScreenPoint) -> None:
    """A guard that refuses nothing."""


def test_a_refused_point_is_not_clicked() -> None:
    """What the guard raises comes out, and the mouse has done nothing."""

    def refuse(_: ScreenPoint) -> None:
        raise WindowError("gone")

    inner = FakeMouse()
    with pytest.raises(WindowError, match="gone"):
        GuardedMouse(inner, refuse).click(ScreenPoint(10, 10))
    assert not inner.clicked


@pytest.mark.parametrize("verb", ["click", "move"])
def test_a_pointer_moved_by_hand_stops(verb: str) -> None:
    """After a click or a move of ours, a pointer elsewhere is the person's wish to stop."""
    inner = FakeMouse()
    mouse = GuardedMouse(inner, allow)
    getattr(mouse, verb)(ScreenPoint(100, 100))
    inner.at = ScreenPoint(100, 140)
    with pytest.raises(StoppedError, match="moved by hand, from 100,100 to 100,140"):
        mouse.click(ScreenPoint(10, 10))
    with pytest.raises(StoppedError):
        mouse.check()
    assert ScreenPoint(10, 10) not in inner.clicked


def test_rounding_is_not_a_hand() -> None:
    """A pointer that stands a pixel beside the point was not moved by hand."""
    inner = FakeMouse()
    mouse = GuardedMouse(inner, allow)
    mouse.click(ScreenPoint(100.5, 100.5))
    inner.at = ScreenPoint(100, 99)
    mouse.click(ScreenPoint(200, 200))
    assert len(inner.clicked) == 2


def test_the_pointer_is_looked_at_before_the_window() -> None:
    """A person who takes the mouse and closes the game is told of the mouse."""
    asked: list[ScreenPoint] = []
    inner = FakeMouse()
    mouse = GuardedMouse(inner, asked.append)
    mouse.move(ScreenPoint(100, 100))
    inner.at = ScreenPoint(300, 300)
    with pytest.raises(StoppedError):
        mouse.click(ScreenPoint(10, 10))
    assert not asked


def test_a_dry_run_only_says_where_it_would_click() -> None:
    """Each click is a line and a point on a list."""
    lines: list[str] = []
    mouse = DryRunMouse(lines.append)
    GuardedMouse(mouse, allow).click(ScreenPoint(10.4, 20.0))
    assert lines == ["would click at 10,20"]
    assert mouse.clicks == [ScreenPoint(10.4, 20.0)]
    assert mouse.position() == ScreenPoint(10.4, 20.0)
