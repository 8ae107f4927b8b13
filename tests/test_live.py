"""A game in a window, over a desktop, a screen and a mouse played by stand-ins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from math import ceil

import cv2
import numpy as np
import pytest
from desk import Desk
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.deal import deal
from bot.desktop import Window
from bot.errors import MachineError, StoppedError
from bot.frame import Frame
from bot.game import Game
from bot.geometry import Cell, Lattice, Pixel, Rect, ScreenPoint
from bot.live import LiveGame
from bot.runner import Player
from bot.simulator import SimulatedClock, SimulatedMouse
from bot.stopkey import NoStopKey
from bot.tally import Ending
from bot.window import WindowMovedError

LEFT = Rect(-1920, 200, 1920, 1080)
"""A monitor to the left of the main one, and lower."""
PLACE = Rect(-1900, 300, 601, 403)
"""A window on it."""
MONITORS = (Rect(0, 0, 1280, 800), LEFT)


class Monitors(Desk):
    """A desktop of two monitors on which nothing comes to the front."""

    def activate(self, window_id: int) -> None:
        """Nothing comes to the front."""

    def screen(self) -> Rect:
        """Both monitors."""
        return Rect(-1920, 0, 3200, 1280)


class Pointer:
    """A mouse that notes what it does."""

    def __init__(self) -> None:
        self.at = ScreenPoint(640, 400)
        self.clicked: list[ScreenPoint] = []
        self.moved: list[ScreenPoint] = []

    def click(self, point: ScreenPoint, press: float = 0.03) -> None:
        """Note the click."""
        self.at = point
        self.clicked.append(point)

    def move(self, point: ScreenPoint) -> None:
        """Go there."""
        self.at = point
        self.moved.append(point)

    def position(self) -> ScreenPoint:
        """Where it is."""
        return self.at


class Shown:
    """A screen of so many pixels per point; what it shows does not matter."""

    monitors = MONITORS

    def __init__(self, scale: float, region: Callable[[], Rect]) -> None:
        self._scale, self._region = scale, region

    def grab(self) -> Frame:
        """A picture of the region, of whole pixels as any other."""
        region = self._region()
        width, height = round(region.width * self._scale), round(region.height * self._scale)
        pixels = np.full((height, width, 3), 90, np.uint8)
        return Frame(pixels, ScreenPoint(region.left, region.top), width / region.width)

    def close(self) -> None:
        """Nothing is held open."""


@dataclass
class Table:
    """A game in a window on the left monitor, with everything around it."""

    rect: Rect = PLACE
    scale: float = 1.0
    region: Rect | None = None

    def __post_init__(self) -> None:
        self.desk, self.mouse = Monitors(Window(1, "Onet", self.rect)), Pointer()
        clock = SimulatedClock()
        self.live = LiveGame(
            self.desk,
            self.desk.shown[-1],
            self.region,
            self.mouse,
            screen=lambda region, _: Shown(self.scale, region),
            clock=clock.now,
            sleep=clock.sleep,
        )

    def aim(self, lattice: Lattice) -> Frame:
        """Look, and aim at a board there."""
        frame = self.live.grab()
        self.live.aim(frame, lattice)
        return frame


BOARD = Lattice(Pixel(70, 80), (40.0, 50.0), rows=6, cols=12)
"""At 50,55, 480 px wide and 300 high."""

SCALES = [1.0, 1.25, 1.5, 1.75, 2.0, 3.0]
PLACES = [Rect(-1920, 200, 802, 803), Rect(-1311, 207, 301, 997), Rect(0, 0, 641, 333)]


@pytest.mark.parametrize("place", PLACES, ids=str)
@pytest.mark.parametrize("scale", SCALES)
def test_a_click_lands_on_the_tile_whatever_a_point_has_of_pixels(
    scale: float, place: Rect
) -> None:
    """Each tile is hit near its middle, and its four corners are on the board."""
    table = Table(place, scale)
    rows, cols = place.height // 60, place.width // 50
    lattice = Lattice(Pixel(31.3 * scale, 37.7 * scale), (48 * scale, 55.5 * scale), rows, cols)
    frame = table.aim(lattice)
    for cell in (Cell(0, 0), Cell(0, cols - 1), Cell(rows - 1, 0), Cell(rows - 1, cols - 1)):
        middle = ScreenPoint(place.left + 31.3 + 48 * cell.col, place.top + 37.7 + 55.5 * cell.row)
        table.live.click(frame.to_screen(lattice.center(cell)))
        # The pixels of a picture are counted by its width alone.
        assert table.mouse.clicked[-1] == pytest.approx(middle, abs=2)
        center = lattice.center(cell)
        for x, y in product((-23.9, 23.9), (-27.7, 27.7)):
            corner = Pixel(center.x + x * scale, center.y + y * scale)
            table.live.click(frame.to_screen(corner))


def test_the_board_is_no_larger_than_it_is_and_no_smaller() -> None:
    """At 2 px a point, left of the main monitor: the points that hold a part of it, no others."""
    table = Table(Rect(-1920, 200, 800, 600), 2.0)
    frame = table.aim(Lattice(Pixel(51.0, 81.0), (81.0, 91.0), rows=5, cols=8))
    assert frame.pixels.shape == (1200, 1600, 3)
    # 10.5 to 658.5 px to the right, 35.5 to 490.5 down: 5.25 to 329.25 and 17.75 to 245.25 pt.
    left, top, right, bottom = -1915, 217, -1590, 446
    for x, y in ((left, top), (right - 0.1, top), (left, bottom - 0.1), (right - 1, bottom - 1)):
        table.live.click(ScreenPoint(x, y))
    for x, y in ((left - 0.1, top), (left, top - 0.1), (right, top), (left, bottom)):
        with pytest.raises(StoppedError, match="outside the board at -1915,217,325,229"):
            table.live.click(ScreenPoint(x, y))


@pytest.mark.parametrize("scale", SCALES)
@given(
    rect=st.builds(
        Rect,
        st.integers(-1900, 300),
        st.integers(0, 300),
        st.integers(200, 900),
        st.integers(200, 900),
    ),
    inset=st.tuples(*[st.integers(0, 90)] * 4),
)
@settings(max_examples=30)
def test_a_window_that_stays_is_never_taken_to_have_moved(
    scale: float, rect: Rect, inset: tuple[int, int, int, int]
) -> None:
    """Whatever its size is, and whatever part of it is looked at."""
    left, top, right, bottom = inset
    region = Rect(
        rect.left + left, rect.top + top, rect.width - left - right, rect.height - top - bottom
    )
    table = Table(rect, scale, region)
    middle = ScreenPoint(region.left + region.width // 2, region.top + region.height // 2)
    size = region.width * scale / 4, region.height * scale / 4
    table.aim(Lattice(Pixel(size[0] / 2, size[1] / 2), size, rows=4, cols=4))
    table.live.click(middle)
    assert table.mouse.clicked == [middle]


def test_a_picture_that_was_taken_before_the_window_moved_is_known_by_its_place() -> None:
    """Aimed by an old picture, the window is expected where that showed it."""
    table = Table(Rect(-1920, 200, 800, 600), 2.0)
    old = table.live.grab()
    table.desk.shown[-1] = Window(1, "Onet", Rect(-1820, 250, 800, 600))
    table.live.grab()
    table.live.aim(old, BOARD)
    with pytest.raises(WindowMovedError) as caught:
        table.live.click(ScreenPoint(-1800, 300))
    assert caught.value.before.rect == Rect(-1920, 200, 800, 600)
    assert caught.value.window.rect == Rect(-1820, 250, 800, 600)


def test_what_lies_in_front_is_named() -> None:
    """By its title if it has one; the game itself and the bare desktop are nothing in front."""
    table, inside = Table(), ScreenPoint(-1800, 400)
    assert table.live.covering(inside) == table.live.covering(ScreenPoint(5, 5)) == ""
    table.desk.shown.insert(0, Window(2, "Mail", PLACE))
    assert table.live.covering(inside) == "the window 'Mail'"


@pytest.mark.parametrize("is_ours", [True, False], ids=["of the game", "of another program"])
@pytest.mark.parametrize("lies_over", [True, False], ids=["over", "beside"])
@pytest.mark.parametrize("in_front", [True, False], ids=["in front", "behind"])
def test_a_window_of_the_game_in_front_of_it_is_named(
    monkeypatch: pytest.MonkeyPatch, *, is_ours: bool, lies_over: bool, in_front: bool
) -> None:
    """If it lies over a part of the game, that is, and is of the same program."""
    table = Table()
    monkeypatch.setattr(Monitors, "same_program", lambda *_: is_ours)
    rect = Rect(PLACE.right - 20, PLACE.top, 90, 60)
    box = Window(2, "Paused", rect if lies_over else Rect(PLACE.right + 5, PLACE.top, 90, 60))
    table.desk.shown.insert(0 if in_front else len(table.desk.shown), box)
    named = is_ours and lies_over and in_front
    assert table.live.message() == ("the window 'Paused'" if named else "")


class Pictured(Shown):
    """A screen that shows a game in the middle of the window, however many pixels a point has."""

    def __init__(
        self, scale: float, region: Callable[[], Rect], game: Game, clock: SimulatedClock
    ) -> None:
        super().__init__(scale, region)
        self._game, self._clock = game, clock

    def grab(self) -> Frame:
        """The game as it is now."""
        self._clock.sleep(0.01)
        around = super().grab()
        pixels, picture = around.pixels.copy(), self._game.picture(self._clock.now())
        pixels[: picture.shape[0], : picture.shape[1]] = picture
        return Frame(pixels, around.origin, around.scale, self._clock.now())


@pytest.mark.parametrize("scale", [1.25, 2.0])
def test_a_whole_game_is_played_on_such_a_screen(scale: float) -> None:
    """To the left of the main monitor; every click goes through the guards."""
    game, clock = Game(deal(4, 6, 6, seed=1, solvable=True)), SimulatedClock()
    width, height = game.size
    rect = Rect(-1903, 211, ceil(width / scale) + 9, ceil(height / scale) + 7)
    mouse = SimulatedMouse(game, clock, origin=ScreenPoint(rect.left, rect.top), scale=scale)
    live = LiveGame(
        desk := Monitors(Window(1, "Onet", rect)),
        desk.shown[-1],
        mouse=mouse,
        screen=lambda region, _: Pictured(scale, region, game, clock),
        clock=clock.now,
        sleep=clock.sleep,
    )
    player = Player(live, live, clock=clock.now, sleep=clock.sleep)
    assert player.play() is Ending.CLEARED
    assert player.tally.missed == 0


def test_a_pointer_on_the_board_is_put_beside_it() -> None:
    """To the right, level with where it was; it is then where we left it, and the game goes on."""
    table = Table()
    table.aim(BOARD)
    table.live.click(ScreenPoint(-1700, 400))
    table.live.park()
    assert table.mouse.moved == [(-1900 + 530 + 16, 400)]
    table.live.park()
    table.live.click(ScreenPoint(-1700, 400))
    assert len(table.mouse.moved) == 1
    assert len(table.mouse.clicked) == 2


def test_a_pointer_that_is_not_on_the_board_stays() -> None:
    """Nor is it moved before it is known where the board is, or where there is no room for it."""
    table = Table()
    table.mouse.at = ScreenPoint(-1700, 400)
    table.live.park()
    table.aim(BOARD)
    table.mouse.at = ScreenPoint(640, 400)
    table.live.park()
    table.aim(Lattice(Pixel(15, 15.5), (30.0, 31.0), rows=13, cols=20))
    table.mouse.at = ScreenPoint(-1700, 400)
    table.live.park()
    assert table.mouse.moved == []


def test_a_pointer_is_not_put_on_another_window_nor_into_a_corner() -> None:
    """Where something lies beside the board, another side is taken."""
    table = Table()
    table.aim(BOARD)
    table.mouse.at = ScreenPoint(-1700, 400)
    table.desk.shown.insert(0, Window(2, "Mail", Rect(-1365, 300, 500, 500)))
    table.live.park()
    assert table.mouse.moved == [(-1700, 355 + 300 + 16)]
    over_both = Table(Rect(-417, 100, 450, 300))
    over_both.aim(Lattice(Pixel(125, 45), (50.0, 50.0), rows=4, cols=6))
    over_both.mouse.at = ScreenPoint(-100, 200)
    over_both.live.park()
    assert over_both.mouse.moved == [(-100, 120 + 200 + 16)]


def test_a_pointer_stays_when_the_window_has_moved() -> None:
    """The next click tells of it."""
    table = Table()
    table.aim(BOARD)
    table.mouse.at = ScreenPoint(-1700, 400)
    table.desk.shown[-1] = Window(1, "Onet", Rect(-1800, 300, 601, 403))
    table.live.park()
    assert table.mouse.moved == []


def test_a_hand_on_the_mouse_stops_what_would_put_it_aside() -> None:
    """As it stops a click, wherever the pointer is now."""
    table = Table()
    table.aim(BOARD)
    table.live.click(ScreenPoint(-1700, 400))
    for place in (ScreenPoint(-1700, 450), ScreenPoint(640, 400)):
        table.mouse.at = place
        with pytest.raises(StoppedError, match="moved by hand"):
            table.live.park()
    assert table.mouse.moved == []


def test_pictures_are_worked_on_in_one_thread_while_a_game_is_open() -> None:
    """More of them would wait on the processor that the game needs to draw."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(2)
    try:
        table = Table()
        assert cv2.getNumThreads() == 1
        table.live.close()
        assert cv2.getNumThreads() == 2
    finally:
        cv2.setNumThreads(before)


def test_what_was_opened_is_closed_where_the_rest_cannot_be() -> None:
    """A screen that cannot be read leaves no stop key open."""
    closed: list[str] = []

    class Key(NoStopKey):
        def close(self) -> None:
            closed.append("key")

    def broken(*_: object) -> Shown:
        raise MachineError("no screen")

    with pytest.raises(MachineError):
        LiveGame(
            Monitors(Window(1, "Onet", PLACE)),
            Window(1, "Onet", PLACE),
            mouse=Pointer(),
            screen=broken,
            stop_key=Key(),
        )
    assert closed == ["key"]
