"""The hands on real X displays, with windows of our own and with real games."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from live import Display, KShisen, XShisen, missing, wait_for
from plain_window import PlainWindow

from bot.errors import MachineError, StoppedError, WindowError, WindowHiddenError
from bot.geometry import Rect, ScreenPoint
from bot.window import (
    WindowCoveredError,
    WindowGuard,
    WindowMovedError,
    find_window,
    window_at,
)

pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="X displays are of Linux"),
]

Show = Callable[..., PlainWindow]


@pytest.fixture
def show(display: Display) -> Iterator[Show]:
    """Shows windows on the display, and takes them away after the test."""
    shown: list[PlainWindow] = []

    def make(title: str, rect: Rect, **properties: Sequence[int] | str) -> PlainWindow:
        shown.append(PlainWindow(display, title, rect, properties))
        return shown[-1]

    yield make
    for window in shown:
        window.close()


def test_windows_are_listed_front_to_back(display: Display, show: Show) -> None:
    """The last window shown is the first listed, and its inside lies where it was put."""
    show("under", Rect(100, 100, 200, 150))
    show("Über – 连连看", Rect(400, 100, 200, 150))
    assert display.titles() == ["Über – 连连看", "under"]
    assert find_window(display.desktop, "连连看").rect == Rect(400, 100, 200, 150)


def test_windows_are_found_without_a_window_manager(bare_display: Display) -> None:
    """The tree of windows is walked where no manager keeps a list, and activate raises."""
    desktop = bare_display.desktop
    below = PlainWindow(bare_display, "below", Rect(100, 100, 200, 150))
    PlainWindow(bare_display, "above", Rect(150, 120, 200, 150))
    assert bare_display.titles() == ["above", "below"]
    assert desktop.owner_at(ScreenPoint(160, 130)) != below.id
    desktop.activate(below.id)
    assert desktop.owner_at(ScreenPoint(160, 130)) == below.id
    assert desktop.owner_at(ScreenPoint(10, 10)) is None


def test_the_owner_of_a_place_is_asked_anew(display: Display, show: Show) -> None:
    """Whatever was found there a moment ago: another window, the same one, nothing."""
    desktop, place = display.desktop, ScreenPoint(260, 200)
    below = show("below", Rect(100, 100, 300, 200))
    assert [desktop.owner_at(place) for _ in range(2)] == [below.id, below.id]
    above = show("above", Rect(220, 160, 100, 100))
    assert [desktop.owner_at(place) for _ in range(2)] == [above.id, above.id]
    assert desktop.owner_at(ScreenPoint(120, 120)) == below.id
    above.close()
    assert [desktop.owner_at(place) for _ in range(2)] == [below.id, below.id]
    below.close()
    assert desktop.owner_at(place) is None


def test_two_windows_of_one_title_are_told_apart_by_their_places(
    display: Display, show: Show
) -> None:
    """Neither is chosen; the message names both places and the way out."""
    show("Onet", Rect(100, 100, 200, 150))
    show("Onet", Rect(400, 300, 200, 150))
    with pytest.raises(WindowError, match=r"2 windows.*400,300,200,150.*100,100.*--region"):
        find_window(display.desktop, "Onet")
    assert window_at(display.desktop, Rect(420, 320, 100, 100)).rect.left == 400


def test_a_window_half_off_the_screen_is_refused(display: Display, show: Show) -> None:
    """The side is named."""
    show("Onet", Rect(1180, 300, 200, 150))
    with pytest.raises(WindowError, match="over the right edge of the screen 0,0,1280,800"):
        find_window(display.desktop, "Onet")


TITLES = "from bot.window import open_desktop; print([w.title for w in open_desktop().windows()])"


def test_our_own_terminal_is_left_out(display: Display, show: Show) -> None:
    """A window of a process that started this one is no game; on another machine it may be."""
    parent = {"_NET_WM_PID": [os.getpid()]}
    show("linkup play", Rect(100, 100, 200, 150), **parent, WM_CLIENT_MACHINE=socket.gethostname())
    show("Onet", Rect(400, 100, 200, 150), **parent, WM_CLIENT_MACHINE="another-machine")
    assert display.python("-c", TITLES).stdout == "['Onet']\n"


def test_a_shadow_is_not_part_of_the_window(display: Display, show: Show) -> None:
    """The invisible rim of a window that draws its own frame is left out."""
    window = show("Onet", Rect(300, 300, 200, 150), _GTK_FRAME_EXTENTS=[10, 20, 5, 30])
    assert display.desktop.bounds(window.id) == Rect(310, 305, 170, 115)


def test_only_the_inside_of_the_front_window_may_be_clicked(display: Display, show: Show) -> None:
    """The title bar and a covered point are refused; uncovered, the point passes."""
    show("Onet", Rect(300, 300, 200, 150))
    game = find_window(display.desktop, "Onet")
    guard = WindowGuard(display.desktop, game)
    guard(ScreenPoint(300, 300))
    with pytest.raises(StoppedError, match="outside the window"):
        guard(ScreenPoint(400, 295))
    show("Editor", Rect(400, 300, 200, 150))
    guard(ScreenPoint(350, 350))
    with pytest.raises(WindowCoveredError, match="'Editor' covers the window 'Onet'"):
        guard(ScreenPoint(450, 350))
    display.desktop.activate(game.id)
    wait_for("Onet to come to the front", lambda: display.titles()[0] == "Onet")
    guard(ScreenPoint(450, 350))


def test_a_title_bar_of_another_window_covers_too(display: Display, show: Show) -> None:
    """A point under a foreign frame is refused although no window's inside lies there."""
    show("Onet", Rect(300, 300, 200, 150))
    guard = WindowGuard(display.desktop, find_window(display.desktop, "Onet"))
    show("Editor", Rect(300, 400, 200, 150))
    with pytest.raises(WindowCoveredError):
        guard(ScreenPoint(350, 392))


def test_a_moved_or_minimised_window_is_noticed(display: Display, show: Show) -> None:
    """Moved, the guard tells the new place; minimised, it tells so."""
    window = show("Onet", Rect(300, 300, 200, 150))
    game = find_window(display.desktop, "Onet")
    guard = WindowGuard(display.desktop, game)
    moved = display.place(game, Rect(500, 200, 220, 160))
    with pytest.raises(WindowMovedError) as caught:
        guard(ScreenPoint(350, 350))
    assert caught.value.window == moved
    assert moved.rect == Rect(500, 200, 220, 160)
    display.run("xdotool", "windowminimize", str(window.id))
    wait_for("Onet to be minimised", lambda: display.desktop.bounds(window.id) is None)
    with pytest.raises(WindowHiddenError, match="minimised, hidden or on another workspace"):
        guard(ScreenPoint(350, 350))
    with pytest.raises(WindowError, match="no window is titled 'Onet'"):
        find_window(display.desktop, "Onet")


def test_a_guard_asks_seldom(display: Display, show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a guard costs is how often it sends questions to the display and awaits an answer."""
    show("Onet", Rect(300, 300, 200, 150))
    guard = WindowGuard(display.desktop, find_window(display.desktop, "Onet"))
    guard(ScreenPoint(350, 350))
    wire, sent = display.desktop._display.display, set[int]()
    ask = wire.send_and_recv

    def counted(*args: Any, **kwargs: Any) -> None:
        # Answers to what was sent together may still come one by one.
        sent.add(wire.request_serial)
        ask(*args, **kwargs)

    monkeypatch.setattr(wire, "send_and_recv", counted)
    guard(ScreenPoint(350, 350))
    assert 0 < len(sent) <= 6


GRAB = """
import sys, numpy as np
from bot.geometry import Rect
from bot.screen import MssScreen
frame = MssScreen(Rect(*map(int, sys.argv[2:])), clock=lambda: 12.5).grab()
assert frame.time == 12.5
assert not frame.pixels.flags.writeable
np.save(sys.argv[1], frame.pixels)
print(*frame.origin, frame.scale)
"""


def test_a_grab_is_what_is_there(display: Display, show: Show, tmp_path: Path) -> None:
    """Every pixel of a drawn picture comes back, in RGB and at its place on the screen."""
    window = show("Onet", Rect(300, 300, 200, 150))
    drawn = np.random.default_rng(731).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    window.paint(drawn, 20, 30)
    file = tmp_path / "grab.npy"
    child = display.python("-c", GRAB, str(file), "300", "310", "100", "80")
    assert child.stdout.split() == ["300", "310", "1.0"], child.stderr
    pixels = np.load(file)
    assert pixels.shape == (80, 100, 3)
    np.testing.assert_array_equal(pixels[20:60, 20:80], drawn)
    assert (pixels[0, 0] == (0x33, 0x66, 0x99)).all()


REFUSED = """
from bot.errors import LinkupError
from bot.geometry import Rect, ScreenPoint
try:
    {code}
except LinkupError as error:
    print(type(error).__name__, error)
"""


def refused(display: Display, code: str) -> str:
    """What a line of code in a child process on the display is refused with."""
    child = display.python("-c", REFUSED.format(code=code))
    assert not child.stderr, child.stderr
    return child.stdout


def test_a_region_off_the_screen_is_not_grabbed(display: Display) -> None:
    """The message names the side, the region and the screen."""
    line = "from bot.screen import MssScreen; MssScreen(Rect(1200, 0, 100, 100)).grab()"
    assert refused(display, line) == (
        "WindowError the region 1200,0,100,100 reaches over the right edge of the screen "
        "0,0,1280,800: move the window wholly on the screen\n"
    )


def test_a_screen_of_sixteen_bits_is_explained() -> None:
    """A screen that mss cannot read is a matter of the machine, with the cure."""
    if why := missing("Xvfb"):
        pytest.skip(why)
    with Display((640, 480), depth=16, manager=None) as shallow:
        said = refused(shallow, "from bot.screen import MssScreen; MssScreen(Rect(0, 0, 9, 9))")
    assert said.startswith("MachineError the screen must have 24 bits of colour per pixel")


@pytest.mark.parametrize(
    "code",
    [
        "from bot.window import open_desktop; open_desktop()",
        "from bot.screen import MssScreen; MssScreen(Rect(0, 0, 9, 9))",
        "from bot.mouse import PyAutoGuiMouse; PyAutoGuiMouse()",
    ],
)
def test_a_dead_display_is_one_line(display: Display, code: str) -> None:
    """Window, screen and mouse each say that the display does not answer."""
    dead = f"import os; os.environ['DISPLAY'] = ':4242'; {code}"
    said = refused(display, dead)
    assert said.startswith("MachineError ")
    assert "check DISPLAY" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("setup", "use"),
    [
        ("from bot.window import open_desktop; hand = open_desktop()", "hand.windows()"),
        ("from bot.screen import MssScreen; hand = MssScreen(Rect(0, 0, 9, 9))", "hand.grab()"),
        ("from bot.mouse import PyAutoGuiMouse; hand = PyAutoGuiMouse()", "hand.position()"),
    ],
    ids=["window", "screen", "mouse"],
)
def test_a_display_that_hangs_up_is_one_line(setup: str, use: str) -> None:
    """A display that ends while we play is the machine's fault, not a bug, and we let go of it."""
    if why := missing("Xvfb"):
        pytest.skip(why)
    with Display((640, 480), manager=None) as short_lived:
        end = f"import os, time; os.kill({short_lived.server}, 9); time.sleep(0.2)"
        let_go = "getattr(hand, 'close', bool)()"
        said = refused(short_lived, f"{setup}; {end}\n    try: {use}\n    finally: {let_go}")
    assert said.startswith("MachineError ")
    assert said.count("\n") == 1


CLICK = """
import subprocess, sys
from bot.errors import LinkupError
from bot.geometry import ScreenPoint
from bot.mouse import GuardedMouse, PyAutoGuiMouse
from bot.window import WindowGuard, find_window, open_desktop
desktop = open_desktop()
mouse = GuardedMouse(PyAutoGuiMouse(), WindowGuard(desktop, find_window(desktop, "Onet")))
press = float(sys.argv[1])
mouse.click(ScreenPoint(350.7, 360.2), press)
if len(sys.argv) > 2:
    # A busy window manager may hold the move back; no hand is on the mouse until it has arrived.
    subprocess.run(["xdotool", "mousemove", "--sync", *sys.argv[2:]], check=True)
try:
    mouse.click(ScreenPoint(410, 420), press)
except LinkupError as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize(
    ("told", "said", "clicks"),
    [
        (["0.03"], "", [(350, 360), (410, 420)]),
        (["0"], "", [(350, 360), (410, 420)]),
        (["0.03", "0", "0"], "StoppedError stopped: the mouse is in a corner", [(350, 360)]),
        (["0", "1279", "799"], "StoppedError stopped: the mouse is in a corner", [(350, 360)]),
        (["0.03", "380", "360"], "StoppedError stopped: the mouse was moved by hand", [(350, 360)]),
        (["0", "380", "360"], "StoppedError stopped: the mouse was moved by hand", [(350, 360)]),
    ],
    ids=["undisturbed", "tapped", "corner", "far corner", "moved", "tapped and moved"],
)
def test_clicks_arrive_until_the_person_takes_the_mouse(
    display: Display,
    show: Show,
    told: list[str],
    said: str,
    clicks: list[tuple[int, int]],
) -> None:
    """A click lands on its pixel, however short; after a hand on the mouse none does."""
    display.run("xdotool", "mousemove", "640", "600")
    window = show("Onet", Rect(300, 300, 200, 150))
    child = display.python("-c", CLICK, *told)
    assert child.stdout.startswith(said), child.stderr
    assert not child.stderr
    assert window.clicks() == clicks
    display.run("xdotool", "mousemove", "640", "600")


MONITORS = """
from bot.geometry import Rect
from bot.screen import MssScreen
print(*MssScreen(Rect(0, 0, 9, 9)).monitors)
"""


def test_every_monitor_is_known(display: Display) -> None:
    """One is all of the display; others lie where they are said to."""
    assert display.python("-c", MONITORS).stdout == "0,0,1280,800\n"
    display.set_monitors(Rect(0, 100, 500, 600), Rect(500, 0, 780, 800))
    try:
        assert display.python("-c", MONITORS).stdout == (
            "0,100,500,600 500,0,780,800 0,0,1280,800\n"
        )
    finally:
        display.set_monitors()


CORNER = """
import subprocess
from bot.errors import StoppedError
from bot.geometry import ScreenPoint
from bot.live import LiveGame
from bot.window import find_window, open_desktop
desktop = open_desktop()
game = LiveGame(desktop, find_window(desktop, "Onet"))
game.click(ScreenPoint(350, 360))
subprocess.run(["xdotool", "mousemove", "--sync", "500", "799"], check=True)
try:
    game.check()
except StoppedError as error:
    print(error)
"""


def test_a_corner_between_two_monitors_stops_the_game(display: Display, show: Show) -> None:
    """It is no corner of the display as a whole."""
    display.run("xdotool", "mousemove", "640", "600")
    show("Onet", Rect(300, 300, 200, 150))
    display.set_monitors(Rect(0, 0, 500, 800), Rect(500, 0, 780, 800))
    try:
        child = display.python("-c", CORNER)
    finally:
        display.set_monitors()
        display.run("xdotool", "mousemove", "640", "600")
    assert child.stdout == "stopped: the mouse is in a corner of the screen\n", child.stderr


def test_kshisen_is_found_and_its_tiles_can_be_clicked(display: Display, kshisen: KShisen) -> None:
    """A part of its title finds it, and every point of its inside is its own."""
    game = find_window(display.desktop, "shisen")
    assert game == kshisen.window
    guard = WindowGuard(display.desktop, game)
    guard(ScreenPoint(game.rect.left, game.rect.top))
    guard(ScreenPoint(game.rect.right - 1, game.rect.bottom - 1))
    assert not kshisen.won()
    assert kshisen.place(Rect(200, 100, 800, 560)).rect == Rect(200, 100, 800, 560)


PARK = """
from bot.geometry import Lattice, Pixel, ScreenPoint
from bot.live import LiveGame
from bot.window import find_window, open_desktop
desktop = open_desktop()
game = LiveGame(desktop, find_window(desktop, "Onet"))
game.aim(game.grab(), Lattice(Pixel(60, 50), (40.0, 40.0), rows=3, cols=4))
game.click(ScreenPoint(350, 360))
game.park()
print(*game._mouse.position())
game.click(ScreenPoint(360, 360))
"""


def test_the_pointer_is_put_beside_the_board(display: Display, show: Show) -> None:
    """The game goes on from there: that was no hand on the mouse."""
    display.run("xdotool", "mousemove", "640", "600")
    window = show("Onet", Rect(300, 300, 260, 200))
    child = display.python("-c", PARK)
    assert child.stdout == "516.0 360.0\n", child.stderr
    assert window.clicks() == [(350, 360), (360, 360)]


PRESS = """
import sys
from bot.errors import LinkupError
from bot.geometry import ScreenPoint
from bot.live import LiveGame
from bot.window import find_window, open_desktop
desktop = open_desktop()
game = LiveGame(desktop, find_window(desktop, sys.argv[1]))
for word in sys.argv[2:]:
    x, y = map(int, word.split(","))
    try:
        game.press_button(ScreenPoint(x, y))
    except LinkupError as error:
        print(type(error).__name__, error)
"""


def test_buttons_beside_the_board_and_in_a_message_are_pressed(
    display: Display, show: Show
) -> None:
    """Also where the message reaches over the edge of the game; elsewhere nothing is pressed."""
    display.run("xdotool", "mousemove", "640", "600")
    game = show("Onet", Rect(300, 300, 300, 200))
    box = show("Level 2?", Rect(500, 400, 200, 150), WM_TRANSIENT_FOR=[game.id])
    note = show("Note", Rect(320, 440, 100, 100))
    # The one that raises the game, and so puts it over the others, comes last.
    places = ["400,450", "550,395", "800,100", "690,540", "305,305"]
    child = display.python("-c", PRESS, "Onet", *places)
    assert [line.split()[0] for line in child.stdout.splitlines()] == [
        "WindowCoveredError",
        "WindowCoveredError",
        "StoppedError",
    ], child.stderr
    assert "the window 'Note' covers the window 'Onet'" in child.stdout
    assert game.clicks() == [(305, 305)]
    assert box.clicks() == [(690, 540)]
    assert note.clicks() == []


def test_a_message_of_kshisen_is_closed_by_its_button(display: Display, kshisen: KShisen) -> None:
    """Its list of winners lies over the game and is a window of its own."""
    number = str(kshisen.window.id)
    display.run("xdotool", "windowfocus", "--sync", number, "key", "ctrl+h")
    shown = wait_for(
        "the list",
        lambda: next((w for w in display.desktop.windows() if w.title.startswith("High")), None),
    )
    rect = display.settled(shown).rect
    assert display.desktop.same_program(kshisen.window.id, shown.id)
    close = f"{rect.right - 52},{rect.bottom - 24}"
    child = display.python("-c", PRESS, "Shisen-Sho", close)
    assert child.stdout == "", child.stderr
    display.await_gone(shown)


def test_xshisen_is_dealt_anew(display: Display, xshisen: XShisen) -> None:
    """Two deals do not look alike."""
    first = display.picture(xshisen.window.rect)
    xshisen.deal()
    assert display.picture(xshisen.window.rect) != first


def test_a_hung_up_display_is_a_matter_of_the_machine(bare_display: Display) -> None:
    """The connection of this process, once closed, raises no foreign error."""
    bare_display.desktop.close()
    with pytest.raises(MachineError, match="hung up"):
        bare_display.desktop.screen()


_TAPS = """
import time
from Xlib import X, display
from bot.tap_x11 import open_tap

shown = display.Display()
window = shown.screen().root.create_window(
    100, 100, 400, 300, 0, X.CopyFromParent,
    event_mask=X.ButtonPressMask | X.ButtonReleaseMask | X.ExposureMask,
)
window.map()
shown.sync()
while shown.next_event().type != X.Expose:
    pass
time.sleep(0.5)
place = shown.screen().root.translate_coords(window, 0, 0)
tap, told = open_tap(), []
for _ in range(40):
    for at in ((place.x + 50, place.y + 80), (place.x + 250, place.y + 200)):
        tap(*at)
        told.append(at)
    time.sleep(0.02)
time.sleep(0.3)
shown.sync()
events = [shown.next_event() for _ in range(shown.pending_events())]
for what in (X.ButtonPress, X.ButtonRelease):
    heard = [(event.root_x, event.root_y) for event in events if event.type == what]
    print(len(heard), sum(a != b for a, b in zip(heard, told)))
"""


def test_a_button_is_released_where_it_was_pressed(display: Display) -> None:
    """A window manager that raises what is clicked holds a release back; the next click waits."""
    done = display.python("-c", _TAPS)
    assert done.stdout.split() == ["80", "0", "80", "0"], done.stderr
