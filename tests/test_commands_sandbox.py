"""The command `sandbox`, as far as it goes without a game."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from terminal import Linkup

from bot.desktop import Window
from bot.geometry import Rect

needs_linux = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="sandboxes are of Linux"
)


class FakeBox:
    """A sandbox in which everything is there; it keeps what it was told."""

    told: list[object]
    code = 0
    name = ":7"

    def __init__(self, command: Sequence[str], size: tuple[int, int], host: str | None) -> None:
        type(self).told = [tuple(command), size, host]

    def __enter__(self) -> FakeBox:
        return self

    def __exit__(self, *_: object) -> None:
        self.told.append("ended")

    def window(self, title: str | None) -> Window:
        """A window at 10,20."""
        return Window(1, title or "Onet", Rect(10, 20, 400, 300))

    def play(self, arguments: list[str]) -> int:
        """How the game goes."""
        self.told.append(arguments)
        return self.code

    def closed(self) -> bool:
        """Its window is, if the display hung up."""
        return self.code == 5

    def ended(self) -> str:
        """It crashes, if it was lost."""
        return "the game has ended with SIGSEGV" if self.code == 4 else ""


@pytest.fixture
def box(monkeypatch: pytest.MonkeyPatch) -> type[FakeBox]:
    """The sandbox of a machine without a display."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr("bot.sandbox.Sandbox", FakeBox)
    monkeypatch.setattr(FakeBox, "code", 0)
    return FakeBox


RULES = ["--gravity", "auto", "--margin", "auto"]


@needs_linux
def test_the_player_gets_the_window_and_the_rules(linkup: Linkup, box: type[FakeBox]) -> None:
    """As a part of the screen, unless its title was told; options of the game stay its own."""
    answer = linkup("sandbox", "--headless", "--", "onet", "--gravity", "down")
    assert (answer.code, answer.out) == (0, "")
    assert "the game runs on the display :7, shown nowhere\n" in answer.err
    size = (1280, 800)
    where = ["--region", "10,20,400,300"]
    assert box.told == [("onet", "--gravity", "down"), size, None, [*where, *RULES], "ended"]
    linkup("sandbox", "--window", "One", "--size", "640x480", "--time-limit", "9", "--json", "onet")
    where = ["--window", "One"]
    limit = ["--time-limit", "9.0", "--json"]
    assert box.told == [("onet",), (640, 480), None, [*where, *RULES, *limit], "ended"]
    linkup("sandbox", "--record", "recordings/box", "onet")
    assert box.told[3] == ["--region", "10,20,400,300", *RULES, "--record", "recordings/box"]


@needs_linux
def test_the_player_gets_what_play_understands(
    linkup: Linkup, box: type[FakeBox], tmp_path: Path
) -> None:
    """Skin, games, shuffle and the rules to keep; and a dry run, which records nothing."""
    (tmp_path / "skin.toml").touch()
    skin = ["--skin", str(tmp_path)]
    more = ["--games", "3", "--shuffle-at", "5,-6"]
    assert linkup("sandbox", *skin, *more, "--keep-rules", "--hurry", "onet").code == 0
    assert box.told[3] == [
        "--region",
        "10,20,400,300",
        *skin,
        *RULES,
        *more,
        "--keep-rules",
        "--hurry",
    ]
    assert linkup("sandbox", "--dry-run", "-v", "onet").code == 0
    assert box.told[3] == ["--region", "10,20,400,300", *RULES, "--dry-run", "--verbose"]


@needs_linux
def test_who_cannot_press_enter_cannot_wait(
    linkup: Linkup, box: type[FakeBox], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told before a game is started."""
    box.told = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("sys.stdin", None)
    answer = linkup("sandbox", "--size", "640x480", "--wait", "onet")
    assert (answer.code, box.told) == (2, [])
    assert answer.complaint == "--wait waits for Enter, but standard input is closed"


@needs_linux
def test_no_board_names_wait(
    linkup: Linkup, box: type[FakeBox], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that must be dealt first is one to start by hand; who has done so knows."""
    monkeypatch.setattr(box, "code", 3)
    assert "with --wait you deal it by hand first" in linkup("sandbox", "onet").err
    monkeypatch.setattr(box, "code", 1)
    assert "--wait" not in linkup("sandbox", "onet").err


@needs_linux
def test_the_exit_code_is_the_players(
    linkup: Linkup, box: type[FakeBox], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And if the game has ended, that is told besides."""
    monkeypatch.setattr(box, "code", 4)
    answer = linkup("sandbox", "--headless", "onet")
    assert answer.code == 4
    assert answer.err.endswith("linkup: the game has ended with SIGSEGV\n")


@needs_linux
def test_who_closes_the_window_has_stopped_it(
    linkup: Linkup, box: type[FakeBox], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player hears of a display that hung up, and the game, too: neither is to be mended."""
    monkeypatch.setattr(box, "code", 5)
    answer = linkup("sandbox", "onet")
    assert answer.code == 6
    assert answer.err.endswith(
        "linkup: the window of the sandbox was closed, and the game with it\n"
    )


@needs_linux
@pytest.mark.usefixtures("box")
@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--headless",),
        ("--size", "wide", "onet"),
        ("--size", "12x12", "onet"),
        ("--wait", "onet"),
        ("--time-limit", "-1", "onet"),
        ("--nonsense", "onet"),
        ("--skin", "no-such-skin", "onet"),
        ("--shuffle-at", "here", "onet"),
        ("--keep-rules", "onet"),
        ("--dry-run", "--record", "box", "onet"),
    ],
)
def test_bad_usage_exits_2(linkup: Linkup, options: tuple[str, ...]) -> None:
    """One line, and nothing is started."""
    answer = linkup("sandbox", *options)
    assert answer.code == 2
    assert answer.err.splitlines()[-1].startswith("linkup: ")


@needs_linux
def test_without_a_server_it_says_what_to_install(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With exit code 5, as one JSON document."""
    monkeypatch.setenv("PATH", str(tmp_path))
    answer = linkup("sandbox", "--headless", "--json", "--", "onet")
    assert answer.code == 5
    assert "sudo apt install xvfb" in answer.complaint
    assert answer.document == {"error": answer.complaint, "exit": 5}


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_elsewhere_it_exits_5(linkup: Linkup, monkeypatch: pytest.MonkeyPatch, system: str) -> None:
    """There is no X11 there, and the line says what to use instead."""
    monkeypatch.setattr(sys, "platform", system)
    answer = linkup("sandbox", "--", "onet")
    assert answer.code == 5
    assert "on Linux: here use `linkup play`" in answer.complaint
