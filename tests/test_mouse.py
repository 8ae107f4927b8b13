"""How clicks are made and stopped, with pyautogui played by a stand-in."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import MachineError, StoppedError, WindowError
from bot.geometry import Rect, ScreenPoint
from bot.mouse import PRESS, DryRunMouse, GuardedMouse, PyAutoGuiMouse
from bot.simulator import SimulatedClock


class FakeFailSafeError(Exception):
    """Stands for pyautogui's own."""


class FakeGui(ModuleType):
    """As much of pyautogui as the mouse uses, on a screen with one corner at (0, 0)."""

    FailSafeException = FakeFailSafeError
    PAUSE = 0.1
    FAILSAFE = False
    FAILSAFE_POINTS = ((0, 0),)

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

    def mouseUp(self, x: int, y: int, *, _pause: bool) -> None:  # noqa: N802 - pyautogui's name
        """Move there and note the release."""
        self.failSafeCheck()
        self.at = (x, y)
        self.log.append(("up", *self.at))

    def click(self, x: int, y: int, *, _pause: bool) -> None:
        """Move there, and note press and release."""
        self.mouseDown(x, y, _pause=_pause)
        self.mouseUp(x, y, _pause=_pause)


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
    PyAutoGuiMouse(sleep=slept.append).click(ScreenPoint(10.5, 20.99), 0.02)
    assert gui.log == [("down", 10, 20), ("up", 10, 20)]
    assert slept == [0.02]
    assert gui.PAUSE == 0


def test_a_tap_holds_it_for_no_time(gui: FakeGui, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of it leaves no button held."""
    mouse = PyAutoGuiMouse(sleep=lambda _: pytest.fail("slept"))
    mouse.click(ScreenPoint(10.5, 20.99), 0)
    assert gui.log == [("down", 10, 20), ("up", 10, 20)]
    assert gui.FAILSAFE

    def interrupt(*where: int, **_: bool) -> None:
        gui.mouseDown(*where, _pause=False)
        raise KeyboardInterrupt

    monkeypatch.setattr(gui, "click", interrupt)
    with pytest.raises(KeyboardInterrupt):
        mouse.click(ScreenPoint(30, 40), 0)
    assert gui.log[2:] == [("down", 30, 40), ("up", 30, 40)]
    assert gui.FAILSAFE


def test_left_of_and_above_the_main_monitor_the_same_pixel_is_hit(gui: FakeGui) -> None:
    """Half a point is in the pixel that holds it, also where places are negative."""
    mouse = PyAutoGuiMouse(sleep=lambda _: None)
    mouse.click(ScreenPoint(-1899.5, -0.01))
    mouse.move(ScreenPoint(-0.5, 10.5))
    assert gui.log == [("down", -1900, -1), ("up", -1900, -1)]
    assert mouse.position() == ScreenPoint(-1, 10)


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


def test_a_pointer_that_is_held_back_is_not_dragged_there(
    gui: FakeGui, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The button goes up where it went down, unless a person has taken the pointer."""
    mouse = PyAutoGuiMouse(sleep=lambda _: None)
    mouse.click(ScreenPoint(10, 10))
    monkeypatch.setattr(gui, "position", lambda: (10, 10))
    mouse.click(ScreenPoint(90, 90))
    monkeypatch.setattr(gui, "position", lambda: (40, 40))
    mouse.click(ScreenPoint(70, 70))
    ups = [(x, y) for what, x, y in gui.log if what == "up"]
    assert ups == [(10, 10), (90, 90), (40, 40)]


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

    def click(self, point: ScreenPoint, press: float = 0.03) -> None:
        """Note the click."""
        del press
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


class FakeKey:
    """A stop key that a test can press."""

    pressed = False

    def was_pressed(self) -> bool:
        """As it is set."""
        return self.pressed

    def close(self) -> None:
        """Nothing is held open."""


def test_escape_stops_before_the_pointer_is_looked_at() -> None:
    """Whatever else the person does, they are told of the key, and nothing is clicked."""
    inner, key = FakeMouse(), FakeKey()
    mouse = GuardedMouse(inner, allow, stop_key=key)
    mouse.click(ScreenPoint(100, 100))
    key.pressed = True
    inner.at = ScreenPoint(300, 300)
    for verb in (mouse.click, mouse.move):
        with pytest.raises(StoppedError, match="Escape was pressed; the game hears it, too"):
            verb(ScreenPoint(10, 10))
    with pytest.raises(StoppedError, match="Escape"):
        mouse.check()
    assert inner.clicked == [ScreenPoint(100, 100)]


def test_before_a_long_press_the_pointer_rests_on_its_point() -> None:
    """Not where it lies there already; and a person who takes it meanwhile has it."""
    inner, rests, guarded = FakeMouse(), list[tuple[ScreenPoint, float]](), list[ScreenPoint]()
    taken = False

    def sleep(seconds: float) -> None:
        rests.append((inner.at, seconds))
        inner.at = ScreenPoint(700, 500) if taken else inner.at

    mouse = GuardedMouse(inner, guarded.append, sleep=sleep, clock=lambda: 10.0 * len(rests))
    here, there = ScreenPoint(100, 100), ScreenPoint(200, 100)
    mouse.click(here)
    assert not rests
    mouse.click(there, 4 * PRESS)
    assert rests == [(there, 4 * PRESS)]
    mouse.click(there, 4 * PRESS)
    assert len(rests) == 1
    assert guarded == [here, there, there, there]
    taken = True
    with pytest.raises(StoppedError, match="moved by hand"):
        mouse.click(here, 4 * PRESS)
    assert inner.clicked == [here, there, there]


TWO = (Rect(0, 0, 1280, 800), Rect(-1920, -200, 1920, 1080))
"""A main monitor, and a larger one to the left of it that reaches higher up and further down."""
CORNERS = [(0, 0), (1279, 0), (0, 799), (1279, 799)]
CORNERS += [(-1920, -200), (-1, -200), (-1920, 879), (-1, 879)]


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("beside", [(0, 0), (1, 1), (-1, 0), (0.9, -1)])
def test_a_corner_of_any_monitor_stops(
    corner: tuple[int, int], beside: tuple[float, float]
) -> None:
    """Also inside the desktop, where two monitors meet; nothing is clicked there either."""
    place = ScreenPoint(corner[0] + beside[0], corner[1] + beside[1])
    inner = FakeMouse()
    inner.at = ScreenPoint(100, 100)
    mouse = GuardedMouse(inner, allow, monitors=TWO)
    with pytest.raises(StoppedError, match=r"refused to click at .*, in a corner"):
        mouse.click(place)
    mouse.click(ScreenPoint(50, 50))
    inner.at = place
    for verb in (mouse.click, mouse.move):
        with pytest.raises(StoppedError, match="the mouse is in a corner of the screen"):
            verb(ScreenPoint(10, 10))
    assert inner.clicked == [ScreenPoint(50, 50)]


@pytest.mark.parametrize("place", [(2, 0), (0, 2), (640, 0), (-3, 0), (-1, 700), (-960, -200)])
def test_an_edge_is_no_corner(place: tuple[int, int]) -> None:
    """Nor is an edge where two monitors meet."""
    inner = FakeMouse()
    inner.at = ScreenPoint(*place)
    mouse = GuardedMouse(inner, allow, monitors=TWO)
    mouse.check()
    mouse.click(inner.at)
    assert inner.clicked == [ScreenPoint(*place)]


class TimedMouse(FakeMouse):
    """A mouse that notes when it presses, and takes some time for it."""

    def __init__(self, clock: SimulatedClock, press: float) -> None:
        super().__init__()
        self._clock, self._press = clock, press
        self.times: list[float] = []

    def click(self, point: ScreenPoint, press: float = 0.03) -> None:
        """Note the click and its time."""
        self.times.append(self._clock.now())
        super().click(point)
        self._clock.sleep(self._press)


@given(
    pauses=st.lists(st.floats(0, 1.5), max_size=60),
    most=st.integers(1, 12),
    press=st.sampled_from([0.0, 0.004, 0.03]),
)
def test_no_second_has_more_clicks_than_the_most(
    pauses: list[float], most: int, press: float
) -> None:
    """However they are asked for; none is lost, and none that comes in time waits."""
    clock = SimulatedClock(1e4)
    inner = TimedMouse(clock, press)
    mouse = GuardedMouse(inner, allow, most_clicks=most, clock=clock.now, sleep=clock.sleep)
    for number, pause in enumerate(pauses):
        clock.sleep(pause)
        asked, before = clock.now(), inner.times[-most:]
        mouse.click(ScreenPoint(number, 10))
        if len(before) < most or asked >= before[0] + press + 1:
            assert inner.times[-1] == asked
        else:
            assert inner.times[-1] == pytest.approx(before[0] + press + 1, abs=0.002)
    assert len(inner.clicked) == len(pauses)
    for first, after in zip(inner.times, inner.times[most:], strict=False):
        assert after - first >= 1 - 1e-9


def test_a_click_that_had_to_wait_is_guarded_when_it_is_made() -> None:
    """What happens during the wait is not missed, and a refused click takes up no turn."""
    clock, inner, asked = SimulatedClock(), FakeMouse(), []

    def guard(_: ScreenPoint) -> None:
        asked.append(clock.now())
        if len(asked) == 2:
            raise WindowError("covered")

    def sleep(seconds: float) -> None:
        clock.sleep(seconds)
        inner.at = ScreenPoint(300, 300)

    mouse = GuardedMouse(inner, guard, most_clicks=2, clock=clock.now, sleep=sleep)
    mouse.click(ScreenPoint(1, 1))
    with pytest.raises(WindowError):
        mouse.click(ScreenPoint(2, 2))
    mouse.click(ScreenPoint(3, 3))
    assert asked == [0, 0, 0]
    with pytest.raises(StoppedError, match="moved by hand"):
        mouse.click(ScreenPoint(4, 4))
    assert clock.now() >= 1


def test_by_default_forty_clicks_a_second_get_through() -> None:
    """The forty-first waits until the first is a second ago."""
    clock = SimulatedClock()
    inner = TimedMouse(clock, 0.0)
    mouse = GuardedMouse(inner, allow, clock=clock.now, sleep=clock.sleep)
    for _ in range(41):
        mouse.click(ScreenPoint(1, 1))
    assert inner.times[:40] == [0.0] * 40
    assert inner.times[40] == pytest.approx(1)


def test_a_click_by_another_guard_is_guarded_like_any_other() -> None:
    """The usual guard is not asked; the key, the corners, the hand and the rate are minded."""

    def refuse(_: ScreenPoint) -> None:
        raise WindowError("gone")

    inner, key, clock = FakeMouse(), FakeKey(), SimulatedClock()
    inner.at = ScreenPoint(100, 100)
    mouse = GuardedMouse(
        inner,
        refuse,
        stop_key=key,
        monitors=TWO,
        most_clicks=1,
        clock=clock.now,
        sleep=clock.sleep,
    )
    mouse.click_if(allow, ScreenPoint(10, 10))
    mouse.click_if(allow, ScreenPoint(20, 20))
    assert clock.now() >= 1
    assert inner.clicked == [ScreenPoint(10, 10), ScreenPoint(20, 20)]
    with pytest.raises(WindowError, match="gone"):
        mouse.click_if(refuse, ScreenPoint(30, 30))
    inner.at = ScreenPoint(300, 300)
    with pytest.raises(StoppedError, match="moved by hand"):
        mouse.click_if(allow, ScreenPoint(30, 30))
    inner.at = ScreenPoint(1279, 799)
    with pytest.raises(StoppedError, match="corner"):
        mouse.click_if(allow, ScreenPoint(30, 30))
    key.pressed = True
    with pytest.raises(StoppedError, match="Escape"):
        mouse.click_if(allow, ScreenPoint(30, 30))
    assert len(inner.clicked) == 2


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
    guarded = GuardedMouse(mouse, allow, monitors=TWO)
    guarded.check()
    guarded.click(ScreenPoint(10.4, 20.0))
    assert lines == ["would click at 10,20"]
    assert mouse.clicks == [ScreenPoint(10.4, 20.0)]
    assert mouse.position() == ScreenPoint(10.4, 20.0)


def test_the_button_goes_up_where_ctrl_c_comes_as_it_goes_down(
    gui: FakeGui, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be down before the call that presses it has returned."""

    def interrupt(x: int, y: int, **_: bool) -> None:
        gui.log.append(("down", x, y))
        raise KeyboardInterrupt

    monkeypatch.setattr(gui, "mouseDown", interrupt)
    with pytest.raises(KeyboardInterrupt):
        PyAutoGuiMouse(sleep=lambda _: None).click(ScreenPoint(50, 50))
    assert gui.log == [("down", 50, 50), ("up", 50, 50)]
    assert gui.FAILSAFE
