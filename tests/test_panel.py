"""The panel: which button is pressed, when, where, and how often."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.buttons import Button, Role, Spot
from bot.errors import BlackScreenError, StoppedError
from bot.frame import Frame
from bot.geometry import Cell, Rect, ScreenPoint
from bot.hand import Hand
from bot.lookout import Lookout
from bot.panel import MOST_PRESSES, Panel
from bot.pointer import Pointer
from bot.window import Window, WindowCoveredError, WindowMovedError

GAME = Window(1, "game", Rect(0, 0, 10, 10))
PLACES = {Role.POPUP: (20, 30), Role.NEXT: (60, 40), Role.SHUFFLE: (100, 90)}
"""Left upper corners of the buttons in the picture, px."""


def picture(role: Role) -> NDArray[np.uint8]:
    """What a button looks like: noise that resembles no other."""
    lot = np.random.default_rng(list(Role).index(role))
    return lot.integers(0, 256, (14, 30, 3), dtype=np.uint8)


def button(role: Role) -> Button:
    """A button that is known by its picture."""
    return Button(role, role.value, picture(role))


class Desk:
    """A screen with buttons on it, a hand and a clock; what was done is written down."""

    def __init__(self, *known: Button | Spot, home: ScreenPoint | None = None) -> None:
        self.shown: set[Role] = set()
        self.is_black = False
        self.origin = ScreenPoint(0, 0)
        self.pressed: list[ScreenPoint] = []
        self.done: list[str] = []
        self.said: list[str] = []
        self.error: Exception | None = None
        self.now = 100.0
        self.goes: dict[Role, set[Role]] = {}
        self.pointer = Pointer()
        desk = cast("Hand", self), cast("Lookout", self), self.pointer
        self.panel = Panel(known, *desk, clock=lambda: self.now, say=self.said.append, home=home)

    def picture(self) -> Frame:
        """See `Lookout.picture`."""
        if self.is_black:
            raise BlackScreenError("black")
        pixels = np.full((120, 160, 3), 90, np.uint8)
        for role in self.shown:
            left, top = PLACES[role]
            pixels[top : top + 14, left : left + 30] = picture(role)
        return Frame(pixels, origin=self.origin)

    def acted(self) -> None:
        """See `Lookout.acted`."""
        self.done.append("acted")

    def wait(self, seconds: float) -> None:
        """See `Lookout.wait`."""
        self.now += seconds

    def park(self) -> None:
        """See `Hand.park`."""
        self.done.append("park")

    def bring_to_front(self) -> None:
        """See `Hand.bring_to_front`."""
        self.done.append("front")

    def press_button(self, point: ScreenPoint) -> None:
        """See `Hand.press_button`; a button that is pressed goes, and another may come."""
        if self.error is not None:
            raise self.error
        self.pressed.append(point)
        for role, (left, top) in PLACES.items():
            if (
                left <= point.x - self.origin.x < left + 30
                and top <= point.y - self.origin.y < top + 14
            ):
                self.shown = (self.shown - {role}) | self.goes.get(role, set())


def test_a_button_that_is_seen_is_pressed_in_its_middle() -> None:
    """With the pointer out of the way, and the picture of before no longer believed."""
    desk = Desk(button(Role.POPUP))
    desk.shown, desk.origin = {Role.POPUP}, ScreenPoint(1000, 500)
    desk.pointer.cell = Cell(0, 0)
    assert desk.panel.press(Role.POPUP)
    assert desk.pressed == [(1035, 537)]
    assert desk.done == ["park", "acted"]
    assert desk.said == ["pressing the popup button at 1035,537"]
    assert desk.pointer == Pointer()
    assert desk.panel.presses[Role.POPUP] == 1


def test_a_button_that_is_not_seen_is_not_pressed() -> None:
    """And not counted as pressed."""
    desk = Desk(button(Role.POPUP))
    assert not desk.panel.press(Role.POPUP)
    assert desk.pressed == []
    assert desk.panel.left(Role.POPUP) == MOST_PRESSES


def test_without_buttons_nothing_moves() -> None:
    """The pointer of a game that has none stays where it is."""
    desk = Desk(button(Role.POPUP))
    assert not desk.panel.press(Role.SHUFFLE)
    assert desk.done == []
    assert desk.panel.left(Role.SHUFFLE) == 0


def test_a_button_is_pressed_so_often_and_no_more() -> None:
    """One that helps no more would be pressed for ever."""
    desk = Desk(button(Role.POPUP), button(Role.NEXT))
    desk.shown, desk.goes = {Role.POPUP}, {Role.POPUP: {Role.POPUP}}
    assert [desk.panel.press(Role.POPUP) for _ in range(MOST_PRESSES)] == [True] * MOST_PRESSES
    assert not desk.panel.press(Role.POPUP)
    assert desk.panel.left(Role.NEXT) == MOST_PRESSES


@pytest.mark.parametrize(("apart", "told"), [(1.0, 1), (30.0, 0)])
def test_a_message_that_stays_is_told_of(apart: float, told: int) -> None:
    """Once, for a person may have pointed beside its button; not of one that comes again later."""
    desk = Desk(button(Role.POPUP))
    desk.shown, desk.goes = {Role.POPUP}, {Role.POPUP: {Role.POPUP}}
    for _ in range(MOST_PRESSES):
        assert desk.panel.press(Role.POPUP)
        desk.now += apart
    stays = [line for line in desk.said if "stays after 3 presses" in line]
    assert len(stays) == told


def test_one_that_does_not_help_can_be_given_up() -> None:
    """For its purpose alone."""
    desk = Desk(button(Role.POPUP), button(Role.NEXT))
    desk.shown = {Role.POPUP, Role.NEXT}
    desk.panel.exhaust(Role.POPUP)
    assert not desk.panel.press(Role.POPUP)
    assert desk.panel.press(Role.POPUP, Role.NEXT)
    assert desk.panel.presses == {role: int(role is Role.NEXT) for role in Role}


def test_a_place_moves_with_its_window() -> None:
    """From where the window was when the place was told for it."""
    desk = Desk(Spot(Role.SHUFFLE, ScreenPoint(300, 200)))
    desk.panel.settle(desk.picture())
    desk.origin = ScreenPoint(-40, 25)
    assert desk.panel.press(Role.SHUFFLE)
    assert desk.pressed == [(260, 225)]


def test_a_place_is_still_told_for_where_the_window_was_in_an_earlier_game() -> None:
    """The window has moved since, and a new game begins where it is now."""
    desk = Desk(Spot(Role.SHUFFLE, ScreenPoint(300, 200)), home=ScreenPoint(0, 0))
    desk.origin = ScreenPoint(-40, 25)
    desk.panel.settle(desk.picture())
    assert desk.panel.press(Role.SHUFFLE)
    assert desk.pressed == [(260, 225)]
    assert desk.panel.home == ScreenPoint(0, 0)


def test_between_games_the_screen_may_be_black() -> None:
    """No button is seen on it, and the way on is waited for."""
    desk = Desk(button(Role.NEXT))
    desk.shown, desk.is_black = {Role.NEXT}, True
    desk.panel.lead_on(30.0)
    assert desk.pressed == []
    desk.is_black = False
    desk.panel.lead_on(30.0)
    assert len(desk.pressed) == 1


@pytest.mark.parametrize(
    ("error", "done"),
    [
        (WindowMovedError(GAME, Rect(1, 0, 10, 10)), ["park"]),
        (WindowCoveredError("something lies over it"), ["park", "front"]),
    ],
    ids=["moved", "covered"],
)
def test_a_window_that_moved_or_is_covered_is_tried_another_time(
    error: Exception, done: list[str]
) -> None:
    """That does not count as pressed; a covered one is asked to the front."""
    desk = Desk(button(Role.NEXT))
    desk.shown, desk.error = {Role.NEXT}, error
    assert not desk.panel.press(Role.NEXT)
    assert desk.done == done
    assert desk.panel.held_up
    assert desk.panel.left(Role.NEXT) == MOST_PRESSES
    assert desk.panel.presses[Role.NEXT] == 0
    desk.error = None
    assert desk.panel.press(Role.NEXT)
    assert not desk.panel.held_up


def test_a_person_who_takes_the_mouse_ends_it() -> None:
    """That is not swallowed."""
    desk = Desk(button(Role.NEXT))
    desk.shown, desk.error = {Role.NEXT}, StoppedError("moved by hand")
    with pytest.raises(StoppedError):
        desk.panel.press(Role.NEXT)


def test_a_message_is_looked_for_once_a_second() -> None:
    """Each time it costs a picture of the whole window."""
    desk = Desk(button(Role.POPUP))
    for _ in range(25):
        desk.panel.make_way()
        desk.now += 0.1
    assert desk.done.count("park") == 2 * 3  # put aside, and once more before each search


def test_the_way_on_is_pressed_after_a_message_has_gone() -> None:
    """The message lies over it, and comes a while after the end."""
    desk = Desk(button(Role.POPUP), button(Role.NEXT))
    desk.shown, desk.goes = {Role.POPUP}, {Role.POPUP: {Role.NEXT}}
    desk.panel.lead_on(30.0)
    assert [round(point.x) for point in desk.pressed] == [35, 75]
    assert desk.now >= 102.0


def test_the_way_on_is_waited_for_no_longer_than_told() -> None:
    """The next game may come without it."""
    desk = Desk(button(Role.NEXT))
    desk.panel.lead_on(4.0)
    assert desk.pressed == []
    assert 104.0 < desk.now <= 106.0


def test_without_a_way_on_no_time_is_lost() -> None:
    """There is nothing to wait for."""
    desk = Desk(button(Role.POPUP))
    desk.panel.lead_on(30.0)
    assert desk.now == 100.0


def test_the_way_on_is_pressed_once_more_where_no_board_comes() -> None:
    """Not before some seconds, and not before it was pressed a first time."""
    desk = Desk(button(Role.NEXT))
    desk.shown, desk.goes = {Role.NEXT}, {Role.NEXT: {Role.NEXT}}
    desk.panel.go_on()
    assert desk.pressed == []
    desk.panel.lead_on(30.0)
    assert len(desk.pressed) == 1
    began = desk.now
    while len(desk.pressed) == 1:
        desk.panel.go_on()
        desk.now += 0.5
    assert 5.0 < desk.now - began < 7.0
