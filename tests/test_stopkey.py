"""When the stop key counts as pressed, by keyboards played by stand-ins and on a real display."""

from __future__ import annotations

import ctypes
import runpy
import sys
from collections.abc import Callable
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import stopkey
from bot.stopkey import KeyState, NoStopKey, PolledStopKey, StopKey, open_stop_key

UP, DOWN, TAPPED = KeyState(False), KeyState(True), KeyState(False, was_tapped=True)
DOWN_ANEW = KeyState(True, was_tapped=True)


@pytest.mark.parametrize(
    ("states", "told"),
    [
        ([UP, UP, UP], [False, False]),
        ([UP, DOWN, DOWN, UP], [True, False, False]),
        ([UP, TAPPED, UP], [True, False]),
        ([UP, DOWN_ANEW, UP, TAPPED], [True, False, True]),
        ([DOWN, DOWN, DOWN_ANEW, UP], [False, False, False]),
        ([DOWN, UP, DOWN], [False, True]),
        ([DOWN_ANEW, UP, UP], [False, False]),
    ],
    ids=["never", "held", "tapped", "twice", "held before", "let go and again", "tapped before"],
)
def test_a_press_is_told_once(states: list[KeyState], told: list[bool]) -> None:
    """The first state is the one when it is opened, and what came before that is not told."""
    left = iter(states)
    key = PolledStopKey(lambda: next(left))
    assert [key.was_pressed() for _ in told] == told


@given(st.lists(st.booleans()))
def test_as_many_presses_are_told_as_there_were(downs: list[bool]) -> None:
    """Each way from up to down is a press; the key is up when it is opened."""
    left = iter([False, *downs])
    key = PolledStopKey(lambda: KeyState(next(left)))
    presses = sum(now and not was for was, now in zip([False, *downs], downs, strict=False))
    assert sum(key.was_pressed() for _ in downs) == presses


def test_closing_lets_go_of_the_keyboard() -> None:
    """What was handed in for that is called."""
    closed: list[bool] = []
    PolledStopKey(lambda: UP, lambda: closed.append(True)).close()
    assert closed == [True]


def opened_on(monkeypatch: pytest.MonkeyPatch, platform: str) -> StopKey:
    """The stop key as that system opens it."""
    monkeypatch.setattr(sys, "platform", platform)
    opens: Callable[[], StopKey] = runpy.run_path(str(stopkey.__file__))["open_stop_key"]
    return opens()


def test_windows_tells_of_a_tap_between_two_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer has a bit for now, which is the sign, and one for since the last question."""
    answers = iter([1, 0, 1, 0, -0x8000, -0x8000])
    asked: list[int] = []

    def answer(key: int) -> int:
        asked.append(key)
        return next(answers)

    library = SimpleNamespace(GetAsyncKeyState=answer)
    monkeypatch.setattr(ctypes, "WinDLL", lambda _: library, raising=False)
    key = opened_on(monkeypatch, "win32")
    assert [key.was_pressed() for _ in range(5)] == [False, True, False, True, False]
    assert set(asked) == {0x1B}


def test_macos_is_asked_whether_the_key_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Key 53 of the session; a key that is down is a press."""
    held: set[tuple[int, int]] = set()
    quartz = ModuleType("Quartz")
    quartz.kCGEventSourceStateCombinedSessionState = 0  # type: ignore[attr-defined]
    quartz.CGEventSourceKeyState = lambda *key: key in held  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "Quartz", quartz)
    key = opened_on(monkeypatch, "darwin")
    assert not key.was_pressed()
    held.add((0, 53))
    assert key.was_pressed()


@pytest.mark.parametrize("platform", ["win32", "darwin", "linux"])
def test_where_the_keyboard_is_not_heard_nothing_is_told(
    monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    """No library, no display: the bot plays, and the other ways to stop it are left."""
    monkeypatch.setitem(sys.modules, "Quartz", None)
    monkeypatch.delattr(ctypes, "WinDLL", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    key = opened_on(monkeypatch, platform)
    assert type(key).__name__ == NoStopKey.__name__
    assert not key.was_pressed()
    key.close()


def test_a_display_that_does_not_answer_has_no_stop_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """The mouse says so; the stop key is silent."""
    if not sys.platform.startswith("linux"):
        pytest.skip("X displays are of Linux")
    monkeypatch.setenv("DISPLAY", ":65000")
    assert isinstance(open_stop_key(), NoStopKey)
