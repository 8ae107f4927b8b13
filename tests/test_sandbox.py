"""Which window of a sandbox is the game's."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from desk import StillDesk

if not sys.platform.startswith("linux"):
    pytest.skip("sandboxes are of Linux", allow_module_level=True)

from bot.desktop import Window
from bot.errors import WindowError
from bot.geometry import Rect
from bot.sandbox import await_window, with_games
from bot.simulator import SimulatedClock
from bot.started import Started

GAME = Window(1, "Onet", Rect(100, 100, 400, 300))
MOVED = Window(1, "Onet 0:01", Rect(120, 100, 400, 300))
SECOND = Window(2, "Scores", Rect(600, 100, 400, 300))
TOOL = Window(3, "Tools", Rect(600, 100, 90, 300))
WIDE = Window(4, "Onet", Rect(100, 100, 1200, 300))


class Scene(StillDesk):
    """A desktop on which windows come and go as time goes by.

    Parameters
    ----------
    shown
        the windows from each moment on, s
    """

    def __init__(self, shown: dict[float, list[Window]]) -> None:
        super().__init__()
        self.clock = SimulatedClock()
        self._moments = shown

    def windows(self) -> list[Window]:
        """Those of this moment."""
        return [
            window
            for moment, windows in self._moments.items()
            if moment == max((m for m in self._moments if m <= self.clock.now()), default=None)
            for window in windows
        ]


def awaited(
    shown: dict[float, list[Window]],
    title: str | None = None,
    ended: Callable[[], str] = lambda: "",
) -> tuple[Window, float]:
    """The window that is taken for the game's, and when."""
    scene = Scene(shown)
    clock = scene.clock
    window = await_window(scene, title, ended, clock=clock.now, sleep=clock.sleep)
    return window, clock.now()


def test_games_are_found_where_nobody_looks_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A game of a folder of games is run by its name; one of the person's own comes first."""
    for folder in ("games", "own"):
        (tmp_path / folder).mkdir()
        game = tmp_path / folder / "linkup-no-game"
        game.write_text(f"#!/bin/sh\necho {folder}\n")
        game.chmod(0o755)
    monkeypatch.setattr("bot.sandbox.GAMES", (str(tmp_path / "games"),))

    def said(environment: dict[str, str]) -> str:
        with Started(str(tmp_path)) as started:
            game = started.start(["linkup-no-game"], with_games(environment), tmp_path / "said")
            game.wait()
        return (tmp_path / "said").read_text().split()[-1]

    assert said({"PATH": "/usr/bin:/bin"}) == "games"
    assert said({"PATH": f"/usr/bin:{tmp_path / 'own'}"}) == "own"


def test_the_only_window_is_the_game_once_it_stands_still() -> None:
    """It may come late, and move when it has come."""
    window, when = awaited({5: [GAME], 6: [MOVED]})
    assert window == MOVED
    assert 8 <= when < 9


def test_a_title_that_counts_seconds_is_no_movement() -> None:
    """Only place and size tell that a window is not ready."""
    titled = {float(n): [Window(1, f"Onet 0:{n:02}", GAME.rect)] for n in range(60)}
    assert awaited(titled)[1] < 3


def test_small_windows_are_no_games() -> None:
    """They may lie beside one."""
    assert awaited({0: [TOOL], 1: [TOOL, GAME]})[0] == GAME


def test_a_splash_screen_may_go() -> None:
    """Two windows are not one game, but soon there may be only one."""
    assert awaited({0: [SECOND, GAME], 4: [GAME]})[0] == GAME


def test_several_windows_are_named() -> None:
    """For they will stay, and one has to be chosen."""
    with pytest.raises(WindowError, match=r"2 windows: 'Onet' .*; 'Scores' .*; say which --window"):
        awaited({0: [GAME, SECOND]})


def test_a_title_chooses() -> None:
    """The same one before one that holds it; a part is enough."""
    more = Window(5, "Scores of Onet", SECOND.rect)
    assert awaited({0: [more, GAME]}, "onet")[0] == GAME
    assert awaited({0: [GAME, SECOND]}, "SCORE")[0] == SECOND


def test_a_window_larger_than_its_screen_cannot_be_played() -> None:
    """It says what to give it."""
    with pytest.raises(WindowError, match=r"over the right edge of its screen of 1280x800.*--size"):
        awaited({0: [WIDE]})


def test_a_game_that_ends_is_not_waited_for() -> None:
    """Unless a window of it is left."""
    with pytest.raises(
        WindowError, match="no window was shown: it crashed; type its command by itself"
    ):
        awaited({}, ended=lambda: "it crashed")
    assert awaited({0: [GAME]}, ended=lambda: "its starter is done")[0] == GAME


def test_no_window_is_an_error_in_the_end() -> None:
    """It names those that are there instead."""
    with pytest.raises(
        WindowError, match=r"no window within 60 s; type its .* by hand with --wait$"
    ):
        awaited({})
    with pytest.raises(
        WindowError, match=r"no window titled 'Onet' within 60 s, but 'Scores.*: name one"
    ):
        awaited({0: [SECOND]}, "Onet")
