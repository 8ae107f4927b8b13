"""A game that opens another window in place of its own is followed there, and to no other."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from desk import Desk

from bot.desktop import Window
from bot.geometry import Rect, ScreenPoint
from bot.succession import Succession

PLACE, LARGER = Rect(100, 100, 400, 300), Rect(60, 80, 640, 500)
GAME = Window(1, "Game", PLACE)
MIDDLE = ScreenPoint(300, 250)


class Changing(Desk):
    """A desktop that changes a while after the first window was closed."""

    def __init__(self, *shown: Window) -> None:
        super().__init__(*shown)
        self.waited = 0
        self.then: Callable[[], None] = lambda: None

    def sleep(self, _: float) -> None:
        """Some time passes."""
        self.waited += 1
        if self.waited == 5:
            self.then()


def replaced(by: Window, *others: Window) -> tuple[Changing, Succession]:
    """A game whose window is closed, and what comes after a while."""
    desk = Changing(GAME, *others)
    succession = Succession(desk, GAME, desk.sleep)
    desk.shown.remove(GAME)
    desk.then = lambda: desk.shown.insert(0, by)
    return desk, succession


def test_the_new_window_has_the_number_of_the_old_one() -> None:
    """Wherever it is asked for, clicked or brought to the front."""
    message = Window(7, "Message", Rect(200, 200, 90, 90))
    desk, succession = replaced(Window(2, "Game", LARGER), message)
    desk.programs = [{2, 7}]
    assert succession.bounds(1) == LARGER
    assert succession.exists(1)
    assert succession.owner_at(MIDDLE) == 1
    assert succession.windows() == [Window(1, "Game", LARGER), message]
    assert succession.same_program(1, 7)
    assert succession.bounds(7) == message.rect
    desk.shown.reverse()
    succession.activate(1)
    assert desk.shown[0].id == 2
    assert succession.screen() == desk.screen()


def test_it_may_be_replaced_again_and_by_one_that_was_there_no_more() -> None:
    """Each time by one that is new."""
    desk, succession = replaced(Window(2, "Game", LARGER))
    assert succession.bounds(1) == LARGER
    desk.shown[0] = Window(3, "Game", PLACE)
    assert succession.bounds(1) == PLACE


@pytest.mark.parametrize(("before", "follows"), [(60.0, False), (0.5, True)])
def test_a_window_that_was_open_beside_the_game_is_not_followed(
    before: float, *, follows: bool
) -> None:
    """A second game that the person opened; but one may open its next window, and close then."""
    desk, now = Desk(GAME), 0.0
    succession = Succession(desk, GAME, lambda _: None, lambda: now)
    beside = Window(2, "Game", LARGER)
    while now < 90:
        if now >= 90 - before and beside not in desk.shown:
            desk.shown.append(beside)
        assert succession.bounds(1) == PLACE
        now += 0.25
    desk.shown.remove(GAME)
    assert succession.bounds(1) == (LARGER if follows else None)


@pytest.mark.parametrize(
    "other", [Window(2, "Game - score", LARGER), Window(5, "Game", LARGER)], ids=["title", "known"]
)
def test_no_other_window_is_followed(other: Window) -> None:
    """Neither one with another title, nor a second game that was open before; it is closed then."""
    desk, succession = replaced(other, Window(5, "Game", LARGER))
    assert succession.bounds(1) is None
    assert not succession.exists(1)
    waited = desk.waited
    assert 5 < waited < 60
    assert succession.bounds(1) is None
    assert desk.waited == waited  # it is known by now


def test_a_window_that_is_hidden_is_not_replaced() -> None:
    """Nor waited for: it is still there."""
    desk = Changing(GAME)
    succession = Succession(desk, GAME, desk.sleep)
    desk.shown.remove(GAME)
    desk.hidden.append(GAME)
    desk.shown.append(Window(2, "Game", LARGER))
    assert succession.bounds(1) is None
    assert succession.exists(1)
    assert not desk.waited
