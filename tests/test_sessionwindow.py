"""A person's game from its deal to its answer, with a stage that nobody sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

import numpy as np
import pytest
from numpy.typing import NDArray

import bot.sessionwindow
from bot.board import Board
from bot.engine import Event
from bot.errand import Report
from bot.errors import InputError, WindowError
from bot.levels import DealWish, GameLevel
from bot.sessionwindow import Sitting, play_session
from bot.stage import Key, Signal
from bot.style import Style


class FakeStage:
    """A stage that presses some keys."""

    room = 1180, 700
    keys: tuple[Signal | BaseException, ...] = (Key("h"), Key("q", ctrl=True))

    def __init__(self, title: str, icon: NDArray[np.uint8]) -> None:
        self.left = list(self.keys)
        self.opened: list[tuple[int, int]] = []
        self.made.append(self)

    made: list[FakeStage] = []  # noqa: RUF012 - the test looks in it

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing was opened."""

    def open(self, size: tuple[int, int], *, resizable: bool) -> None:
        """Note it."""
        assert resizable
        self.opened.append(size)

    def show(self, picture: NDArray[np.uint8]) -> None:
        """It is as large as the window."""
        assert (picture.shape[1], picture.shape[0]) == self.opened[-1]

    def signals(self, rest: float) -> list[Signal]:
        """The next key, or what comes instead of it."""
        signal = self.left.pop(0)
        if isinstance(signal, BaseException):
            raise signal
        return [signal]


@pytest.fixture(autouse=True)
def stage(monkeypatch: pytest.MonkeyPatch) -> type[FakeStage]:
    FakeStage.made.clear()
    monkeypatch.setattr(bot.sessionwindow, "Stage", FakeStage)
    return FakeStage


@contextmanager
def untold() -> Iterator[Callable[[float], None]]:
    """Nobody hears how far the deal is."""
    yield lambda _: None


def play(wish: DealWish) -> list[Any]:
    sitting = play_session(wish, 3, Style.default(), "title", pytest.fail, dealing=untold)
    assert sitting.ended is None
    return list(sitting.played)


def test_a_game_is_shown_until_the_person_leaves() -> None:
    """Then it is told how it went."""
    (one,) = play(DealWish(GameLevel.EASY, 4, 6))
    assert (one.outcome, one.rows, one.cols, one.seed) == ("left", 4, 6, 3)
    assert FakeStage.made[0].opened == [(840, FakeStage.made[0].opened[0][1])]


@pytest.mark.parametrize("end", [KeyboardInterrupt(), WindowError("the window is gone")])
def test_games_are_kept_whatever_ends_them(
    end: KeyboardInterrupt | WindowError, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games before, and the last as far as it came; and what it was that ended it."""
    monkeypatch.setattr(FakeStage, "keys", (Key("p"), Key("r"), Key("h"), end))
    sitting = play_session(
        DealWish(GameLevel.EASY, 4, 6), 3, Style.default(), "title", lambda _: None, dealing=untold
    )
    assert sitting == Sitting(sitting.played, end)
    assert [game.outcome for game in sitting.played] == ["left", "left"]


def test_what_happens_is_heard_if_that_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each thing once, also of a game that is begun again; and the speaker is closed."""
    heard: list[str] = []

    class FakeSpeaker:
        def __init__(self, say: object) -> None:
            heard.append("open")

        def play(self, events: tuple[Event, ...]) -> None:
            heard.extend(event.kind.value for event in events)

        def close(self) -> None:
            heard.append("close")

    monkeypatch.setattr(bot.sessionwindow, "Speaker", FakeSpeaker)
    names = ("right", "space", "space", "p", "r", "right", "space")
    keys = (*map(Key, names), Key("q", ctrl=True))
    monkeypatch.setattr(FakeStage, "keys", keys)
    wish, look = DealWish(GameLevel.EASY, 4, 6), Style.default()
    play_session(wish, 3, look, "title", pytest.fail, dealing=untold, sound=True)
    once = ["click", "selected", "click", "unselected"]
    assert heard == ["open", *once, "click", "selected", "close"]


def test_a_board_that_has_no_room_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says how much it needs and how much there is, before a long deal is begun."""
    monkeypatch.setattr(bot.sessionwindow, "deal_level", lambda *_, **__: pytest.fail("dealt"))
    with pytest.raises(InputError, match=r"40 x 40 tiles .* room for 1180 x 700; ask for fewer"):
        play(DealWish(GameLevel.EASY, 40, 40))
    assert not FakeStage.made[0].opened


def test_a_board_that_cannot_be_is_refused_before_the_display_is_opened() -> None:
    """So the reason is told where there is no display, too."""
    with pytest.raises(InputError, match="even number of cells"):
        play(DealWish(GameLevel.EASY, 3, 3))
    assert not FakeStage.made


def test_a_long_deal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every now and then how far it is; a quick one is not, and what is told of ends with it."""
    told: list[float] = []

    @contextmanager
    def dealing() -> Iterator[Callable[[float], None]]:
        yield told.append
        told.append(1.0)

    def slow(wish: DealWish, seed: int, *, go_on: Report) -> Board:
        while told.count(0.25) < 2:  # until it was told twice
            go_on(0.25)
        return Board.from_text("a a b b")

    wish, look = DealWish(GameLevel.EASY, 2, 2), Style.default()
    monkeypatch.setattr(bot.sessionwindow, "deal_level", slow)
    play_session(wish, 3, look, "title", pytest.fail, dealing=dealing)
    assert told.count(0.25) >= 2
    assert told[-1] == 1.0
