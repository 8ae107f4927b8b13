"""A hand on a tape: what it is asked is noted, and comes to the same when it is played back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.errors import MachineError, StoppedError
from bot.foreground import Foreground
from bot.geometry import Rect, ScreenPoint
from bot.hand import FreeHand
from bot.mouse import DryRunMouse
from bot.recording import TapedHand, taped_foreground
from bot.tape import TAPE, BlankTape, RecordedTape, TapeDiffersError
from bot.window import Window, WindowCoveredError, WindowMovedError

POINT = ScreenPoint(12.5, 20.0)


class Refusing(FreeHand):
    """A hand that refuses everything for one reason."""

    def __init__(self, why: Exception) -> None:
        self._why = why

    def press_button(self, point: ScreenPoint) -> None:
        """Refuse it."""
        raise self._why


def lines(folder: Path) -> list[dict[str, object]]:
    """What stands on a tape."""
    text = (folder / TAPE).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def on_tape(folder: Path, hand: FreeHand, do: Callable[[TapedHand], object]) -> None:
    """Do something with a hand, recorded."""
    tape = BlankTape(folder)
    try:
        do(TapedHand(tape, hand))
    finally:
        tape.close()


def test_a_button_is_pressed_while_recording_and_not_when_played_back(tmp_path: Path) -> None:
    """The tape tells where; another place, when it is played back, is a difference."""
    mouse = DryRunMouse(lambda _: None)
    on_tape(tmp_path / "game", FreeHand(mouse), lambda hand: hand.press_button(POINT))
    assert mouse.clicks == [POINT]
    assert lines(tmp_path / "game") == [
        {"what": "button", "asked": {"at": [12.5, 20.0]}, "answer": {}}
    ]
    TapedHand(RecordedTape(tmp_path / "game")).press_button(POINT)
    with pytest.raises(TapeDiffersError):
        TapedHand(RecordedTape(tmp_path / "game")).press_button(ScreenPoint(1, 1))
    with pytest.raises(TapeDiffersError):
        TapedHand(RecordedTape(tmp_path / "game")).click(POINT)


@pytest.mark.parametrize(
    "why",
    [
        StoppedError("stopped: Escape was pressed"),
        WindowCoveredError("something covers it"),
        WindowMovedError(Window(7, "连连看", Rect(0, 0, 9, 9)), Rect(1, 0, 9, 9)),
    ],
    ids=lambda why: type(why).__name__,
)
def test_a_refused_button_is_refused_again(tmp_path: Path, why: Exception) -> None:
    """By the same error with the same words."""
    with pytest.raises(type(why)):
        on_tape(tmp_path / "game", Refusing(why), lambda hand: hand.press_button(POINT))
    with pytest.raises(type(why)) as caught:
        TapedHand(RecordedTape(tmp_path / "game")).press_button(POINT)
    assert str(caught.value) == str(why)


def test_what_covers_the_game_is_on_the_tape(tmp_path: Path) -> None:
    """So that the same is told when the game is played back; nothing where it cannot be asked."""

    def hung_up(*_: ScreenPoint) -> str:
        raise MachineError("the X display hung up")

    mail, broken = Foreground(lambda _: "the window 'Mail'"), Foreground(hung_up, hung_up)
    tape = BlankTape(tmp_path / "game")
    assert taped_foreground(tape, mail).covering(POINT) == "the window 'Mail'"
    assert taped_foreground(tape, broken).covering(POINT) == ""
    tape.close()
    again = taped_foreground(RecordedTape(tmp_path / "game"), broken)
    assert again.covering(POINT) == "the window 'Mail'"
    assert again.covering(POINT) == ""


def test_a_window_of_the_game_in_front_of_it_is_on_the_tape(tmp_path: Path) -> None:
    """Where there is none nothing stands there, as on tapes of older games."""
    names = iter(["", "the window 'Paused'", ""])
    tape = BlankTape(tmp_path / "game")
    front = taped_foreground(tape, Foreground(message=lambda: next(names)))
    asked = [front.message() for _ in range(3)]
    tape.close()
    assert asked == ["", "the window 'Paused'", ""]
    played = RecordedTape(tmp_path / "game")
    again = taped_foreground(played, Foreground(message=lambda: "the window 'Mail'"))
    assert [again.message() for _ in range(2)] == ["the window 'Paused'", ""]


def test_a_pointer_put_aside_is_on_the_tape(tmp_path: Path) -> None:
    """Like a click: where the person took the mouse, that is told again."""

    class Taken(FreeHand):
        """A hand whose mouse the person has taken."""

        def park(self) -> None:
            """Tell so."""
            raise StoppedError("stopped: the mouse was moved by hand")

    mouse = DryRunMouse(lambda _: None)
    on_tape(tmp_path / "game", FreeHand(mouse), TapedHand.park)
    assert lines(tmp_path / "game") == [{"what": "park", "asked": {}, "answer": {}}]
    TapedHand(RecordedTape(tmp_path / "game")).park()
    with pytest.raises(StoppedError):
        on_tape(tmp_path / "taken", Taken(mouse), TapedHand.park)
    with pytest.raises(StoppedError, match="moved by hand"):
        TapedHand(RecordedTape(tmp_path / "taken")).park()
