"""The commands `demo` and `play`, as far as they go without a screen."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from desk import Desk
from terminal import Answer, Linkup

from bot.beliefs import Beliefs
from bot.buttons import Button, Role
from bot.commands.play import _answer_games, _play, _with_cover, _with_fitting
from bot.desktop import Window
from bot.errors import BoardNotFoundError, MachineError, StoppedError, WindowError
from bot.frame import Frame, load
from bot.geometry import Rect, ScreenPoint
from bot.hand import FreeHand
from bot.live import UNTITLED
from bot.position import Gravity
from bot.replaying import Settings, World
from bot.series import GamePlayed, Series
from bot.simulator import SimulatedClock
from bot.skin import Rules
from bot.tally import Ending, Tally

ROOT = Path(__file__).parent.parent
SMALL = ("demo", "--offscreen", "--rows", "4", "--cols", "6", "--kinds", "6")
needs_x11 = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere there is a display"
)


KSHISEN = Window(1, "Shisen-Sho", Rect(100, 100, 400, 300))
SECOND = Window(2, "Shisen-Sho two", Rect(600, 100, 400, 300))
HALF_OFF = Window(3, "Onet", Rect(1000, 100, 400, 300))


class FakeGame:
    """A game in a window that lets itself be brought to the front, shows nothing, and no more."""

    def __init__(self, *_: object) -> None:
        pass

    def come_to_front(self) -> None:
        """It is in front."""

    def grab(self) -> Frame:
        """A window without a game."""
        return Frame(np.full((60, 80, 3), 90, np.uint8))

    def covering(self, point: ScreenPoint) -> str:
        """Nothing."""
        del point
        return ""

    def message(self) -> str:
        """Nothing either."""
        return ""

    def close(self) -> None:
        """Let go of nothing."""


EndedBy = Callable[..., Answer]


def test_the_bundled_game_is_cleared(linkup: Linkup) -> None:
    """The JSON is that of the contract, with every tile gone."""
    answer = linkup(*SMALL, "--json")
    assert answer.code == 0
    (game,) = answer.document["games"]
    assert answer.document["outcome"] == game["outcome"] == "cleared"
    assert answer.document["recording"] is None
    assert (game["rows"], game["cols"], game["tiles"], game["links"]) == (4, 6, 24, 12)
    assert game["clicks"] == 24
    assert (game["missed"], game["shuffles"]) == (0, 0)
    assert game["looks"] > 12
    assert game["seconds"] > 0
    assert game["rules"].keys() == {"gravity", "margin", "max_turns"}


def test_a_person_gets_one_line(linkup: Linkup) -> None:
    """How it ended comes first."""
    answer = linkup(*SMALL)
    assert answer.out.startswith("cleared: 12 links of 12 in ")
    assert answer.out.count("\n") == 1


def test_the_demo_says_what_to_do_next(linkup: Linkup) -> None:
    """In its last line, which is no part of the answer; a program is told nothing."""
    answer = linkup(*SMALL)
    assert answer.err.splitlines()[-1].startswith("next, a game of yours: ")
    assert "`linkup play --window" in answer.err
    assert "next" not in linkup(*SMALL, "--json").err


def test_a_game_that_cannot_be_dealt_is_bad_input(linkup: Linkup) -> None:
    """Nine cells hold no pairs."""
    answer = linkup("demo", "--offscreen", "--rows", "3", "--cols", "3", "--json")
    assert (answer.code, answer.document["exit"]) == (2, 2)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((2, 40, 1), "but this one has 2 x 40 cells of 1 kind"),
        ((2, 2, 2), "by 3 rows, 3 columns and 4 kinds or more, and by 720 cells at most"),
        ((8, 14, 3), "but this one has 8 x 14 cells of 3 kinds"),
        ((30, 40, 70), "but this one has 30 x 40 cells of 70 kinds"),
        ((4, 5, 4), "its 4 kinds can hardly be told apart; take more kinds or cells"),
    ],
    ids=str,
)
def test_a_deal_that_cannot_be_read_is_refused_at_once(
    linkup: Linkup, size: tuple[int, int, int], said: str
) -> None:
    """Before the demo begins, with what can be."""
    named = zip(("--rows", "--cols", "--kinds"), map(str, size), strict=True)
    answer = linkup("demo", "--offscreen", *(part for pair in named for part in pair))
    assert answer.code == 2
    assert said in answer.complaint


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("asked", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_ctrl_c_ends_the_demo_with_the_game_so_far(asked: str) -> None:
    """Or a request to end: with exit code 130, one line and one JSON document."""
    command = [sys.executable, "-m", "bot", "demo", "--offscreen", "--json"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        while not process.stderr.readline().startswith("found "):
            assert process.poll() is None
        process.send_signal(getattr(signal, asked))
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.endswith("linkup: stopped by Ctrl-C\n")
    document = json.loads(out)
    assert document["outcome"] == "stopped"
    assert document["games"][0]["tiles"] == 112


@needs_x11
def test_without_a_display_it_plays_offscreen_and_says_why(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless a window was asked for: that ends with exit code 5."""
    monkeypatch.delenv("DISPLAY", raising=False)
    wanted = [part for part in SMALL if part != "--offscreen"]
    answer = linkup(*wanted)
    assert answer.code == 0
    assert "no display to show a window on" in answer.err
    asked = linkup(*wanted, "--window", "--json")
    assert asked.code == 5
    assert "no X display" in asked.complaint
    assert asked.document["exit"] == 5


@pytest.fixture
def three_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desktop with two games of nearly one title, and one half off the screen."""
    desktop = Desk(KSHISEN, SECOND, HALF_OFF)
    monkeypatch.setattr("bot.window.open_desktop", lambda: desktop)


@pytest.mark.usefixtures("three_windows")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--window", "Nikakudori"), "'Shisen-Sho', 'Shisen-Sho two', 'Onet'"),
        (("--window", "shisen"), "2 windows are titled 'shisen'"),
        (("--window", "onet"), "the right edge of the screen"),
        (("--window", " "), "empty window title"),
        (("--region", "1000,0,400,300"), "the right edge of the screen"),
        (("--region", "10,10,50,50"), "no window lies in the middle of the region"),
    ],
    ids=["none", "two", "half-off", "blank", "region-off", "region-bare"],
)
@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_a_game_that_is_not_there_exits_4(
    linkup: Linkup, options: tuple[str, ...], said: str, dry: tuple[str, ...]
) -> None:
    """One line names the window and what there is instead."""
    answer = linkup("play", *options, *dry, "--json")
    assert answer.code == 4
    assert said in answer.complaint
    assert answer.document == {"error": answer.complaint, "exit": 4}


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--window", "x", "--region", "0,0,9,9"),
        ("--region", "1,2,3"),
        ("--region", "1,2,0,4"),
        ("--region", "a,b,c,d"),
        ("--window", "x", "--gravity", "sideways"),
        ("--window", "x", "--time-limit", "-1"),
        ("--window", "x", "--max-turns", "-1"),
        ("--nonsense",),
    ],
)
def test_bad_usage_exits_2(linkup: Linkup, options: tuple[str, ...]) -> None:
    """One line, and nothing is looked at."""
    answer = linkup("play", *options, "--json")
    assert answer.code == 2
    assert answer.document == {"error": answer.complaint, "exit": 2}


def test_who_names_no_game_is_told_of_the_windows(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of them will be it; of two names for one game nothing of the kind is said."""
    monkeypatch.setattr("bot.window.open_desktop", lambda: Desk(KSHISEN))
    monkeypatch.setattr("bot.window.awake", nullcontext)
    answer = linkup("play")
    assert answer.code == 2
    assert answer.complaint.endswith(f"the windows are {KSHISEN.title!r}")
    both = linkup("play", "--window", "x", "--region", "0,0,9,9")
    assert "the windows are" not in both.complaint


@needs_x11
def test_no_display_exits_5(linkup: Linkup, monkeypatch: pytest.MonkeyPatch) -> None:
    """The line says what to do about it."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    answer = linkup("play", "--window", "Shisen-Sho")
    assert answer.code == 5
    assert "xvfb-run" in answer.complaint


@pytest.fixture
def ended_by(linkup: Linkup, monkeypatch: pytest.MonkeyPatch) -> EndedBy:
    """Play a game that an error ends."""
    monkeypatch.setattr("bot.window.open_desktop", lambda: Desk(KSHISEN))
    monkeypatch.setattr("bot.live.LiveGame", FakeGame)

    def play(error: BaseException, *form: str) -> Answer:
        monkeypatch.setattr("bot.runner.Player.play", Mock(side_effect=error))
        return linkup("play", "--window", "Shisen-Sho", *(form or ("--json",)))

    return play


@pytest.mark.parametrize(
    ("error", "code", "outcome"),
    [
        (StoppedError("the mouse is in a corner"), 6, "stopped"),
        (WindowError("the window is closed"), 4, "lost"),
        (KeyboardInterrupt(), 130, "stopped"),
    ],
    ids=["stopped", "lost", "ctrl-c"],
)
def test_a_game_broken_off_is_told_as_far_as_it_went(
    ended_by: EndedBy, error: BaseException, code: int, outcome: str
) -> None:
    """The JSON of a game, one line why, and the exit code."""
    answer = ended_by(error)
    assert answer.code == code
    assert answer.document["outcome"] == outcome
    assert answer.document["games"][0]["clicks"] == 0
    assert answer.complaint


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (StoppedError("stopped: Escape was pressed"), "Escape was pressed"),
        (KeyboardInterrupt(), "Ctrl-C, or a request to end"),
    ],
    ids=["escape", "ctrl-c"],
)
def test_a_person_is_told_once_that_a_game_was_stopped(
    ended_by: EndedBy, error: BaseException, why: str
) -> None:
    """The answer says that, and the line on stderr why; of a board not seen there are no counts."""
    answer = ended_by(error, "--no-verbose")
    assert answer.out == "stopped: no board was found yet, 0 clicks\n"
    assert answer.complaint == why


@pytest.mark.parametrize(
    ("error", "code"),
    [(MachineError("the display hung up"), 5), (BoardNotFoundError("no lattice fits"), 3)],
    ids=["machine", "no-board"],
)
def test_no_game_at_all_is_an_error(ended_by: EndedBy, error: BaseException, code: int) -> None:
    """Nothing was played, so there is no game to tell of."""
    answer = ended_by(error)
    assert answer.code == code
    assert answer.document["exit"] == code


def test_a_skin_that_fits_is_named_where_another_does_not(
    ended_by: EndedBy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what the screen shows when it is given up."""
    shown = load(ROOT / "docs" / "images" / "game.png")
    monkeypatch.setattr(FakeGame, "grab", lambda _: shown)
    error = BoardNotFoundError("the skin kshisen-jade does not fit")
    answer = ended_by(error, "--skin", "kshisen-jade")
    assert answer.code == 3
    assert "does not fit; `--skin linkup` fits" in answer.complaint


def test_a_game_without_a_board_may_be_paused(ended_by: EndedBy) -> None:
    """What to do about it is said, for nothing else tells it from a game that cannot be read."""
    answer = ended_by(BoardNotFoundError("no board: something repeats, but on no lattice"))
    assert answer.complaint.endswith("must be seen, nothing over it, dealt and not paused")


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_recording_that_is_there_already_is_bad_input(
    linkup: Linkup, tmp_path: Path, form: tuple[str, ...]
) -> None:
    """Nothing was played, and no recording is told of."""
    assert linkup(*SMALL, "--record", tmp_path / "kept").code == 0
    answer = linkup(*SMALL, "--record", tmp_path / "kept", *form)
    assert answer.code == 2
    assert "holds a recording already" in answer.err
    assert "what was seen is kept" not in answer.err
    assert answer.out == "" if not form else answer.document["exit"] == 2


def test_what_was_seen_of_no_board_is_kept_and_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Where the game was looked at, its pictures tell why no board was found."""
    clock, screen = SimulatedClock(), Mock()
    screen.grab = lambda: Frame(np.zeros((60, 80, 3), np.uint8), time=clock.now())
    world = World(screen, FreeHand(Mock()), clock.now, clock.sleep)
    with pytest.raises(BoardNotFoundError):
        _play(world, Settings(), tmp_path / "kept", as_json=False)
    assert f"what was seen is kept in {tmp_path / 'kept'}" in capsys.readouterr().err
    assert list((tmp_path / "kept").glob("*.png"))


@pytest.mark.parametrize("ending", [Ending.DEADLOCK, Ending.TIMEOUT])
def test_rules_that_are_not_kept_are_told(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    ending: Ending,
) -> None:
    """A game that was not cleared leaves the skin as it is, and says so."""
    monkeypatch.setattr("bot.series.Series.play", lambda _: ending)
    assert _play(World(Mock(), Mock()), Settings(), None, keep=tmp_path, as_json=False) == 1
    assert f"are not kept: only a game that is cleared proves them ({ending})" in (
        capsys.readouterr().err
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("stopped", [False, True])
def test_rules_that_an_earlier_game_has_proved_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, stopped: bool
) -> None:
    """However the series ends: no further game comes, or the person stops it."""

    def play(_: Series) -> Ending:
        if stopped:
            raise KeyboardInterrupt
        return Ending.TIMEOUT

    known = Beliefs(gravities=(Gravity.DOWN,), possible=(Gravity.DOWN,))
    played = [
        GamePlayed(Tally(tiles=8, links=4, beliefs=known), Ending.CLEARED),
        GamePlayed(Tally(tiles=8)),
    ]
    monkeypatch.setattr("bot.series.Series.play", play)
    monkeypatch.setattr("bot.series.Series.played", played)
    kept: list[Rules] = []
    monkeypatch.setattr("bot.skinkeeper.keep_rules", lambda _, rules: kept.append(rules))
    _play(World(Mock(), Mock()), Settings(), None, keep=tmp_path, as_json=False)
    assert [rules.gravity for rules in kept] == [Gravity.DOWN]


@pytest.mark.parametrize(
    ("outcome", "proved", "told"),
    [
        (Ending.DEADLOCK, True, True),
        (Ending.DEADLOCK, False, False),
        (Ending.CLEARED, True, False),
    ],
)
def test_the_last_line_says_that_the_deal_was_to_blame(
    capsys: pytest.CaptureFixture[str], *, outcome: Ending, proved: bool, told: bool
) -> None:
    """Only where it was proved that no order clears it, and the game ended so."""
    standing = Beliefs(gravities=(Gravity.NONE,))
    tally = Tally(tiles=24, beliefs=standing, proved=frozenset([Gravity.NONE] * proved))
    _answer_games([GamePlayed(tally, outcome)], outcome, as_json=False, recording=None)
    last = capsys.readouterr().out
    assert last.endswith("; no order of links clears this deal: deal again\n") is told


@pytest.mark.parametrize("hurries", [False, True])
def test_a_game_is_hurried_only_if_that_is_asked_for(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch, *, hurries: bool
) -> None:
    """It may cost a game its count."""
    handed: list[Settings] = []

    def played(world: World, settings: Settings, *_: object, **__: object) -> int:
        del world
        handed.append(settings)
        return 0

    monkeypatch.setattr("bot.commands.play._play", played)
    monkeypatch.setattr(
        "bot.commands.play._world", lambda *_, **__: nullcontext((Mock(), None, nullcontext))
    )
    assert linkup("play", "--window", "x", *(("--hurry",) if hurries else ())).code == 0
    assert handed[0].patience.hurries is hurries


def test_a_game_that_waits_for_the_next_one_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its skin fits no picture without tiles, which is no reason to learn it anew."""
    pixels = np.random.default_rng(1).integers(0, 256, (90, 120, 3), dtype=np.uint8)
    buttons = [Button(Role.NEXT, "next", pixels[20:40, 30:70].copy())]
    monkeypatch.setattr("bot.skinfile.load_skin", lambda _: Mock(buttons=buttons))
    monkeypatch.setattr(
        "bot.commands.play.fitting_of", lambda _: Mock(explain=lambda error, _: error)
    )
    world = World(Mock(grab=lambda: Frame(pixels)), Mock())
    error = BoardNotFoundError("the skin mygame does not fit")
    assert "the button that leads to the next game" in str(_with_fitting(error, "mygame", world))
    assert _with_fitting(error, None, world) is error
    buttons[:] = [Button(Role.HINT, "hint", pixels[20:40, 30:70].copy())]
    assert _with_fitting(error, "mygame", world) is error


def test_what_lies_over_a_game_without_a_board_is_named() -> None:
    """A message of the game, or another window; where nothing does the error stays as it is."""
    error, place = BoardNotFoundError("no board in the picture"), Rect(0, 0, 400, 300)
    assert _with_cover(error, lambda _: "", place) is error
    told = _with_cover(error, lambda at: "the window 'Mail'" if at.x > 300 else "", place)
    lies = "lies over a part of it: close it or move it away"
    assert str(told) == f"no board in the picture; the window 'Mail' {lies}"
    # The frame around a window is met first, and has no title.
    told = _with_cover(error, lambda at: "the window 'Mail'" if at.y > 100 else UNTITLED, place)
    assert str(told) == f"no board in the picture; the window 'Mail' {lies}"
    told = _with_cover(error, lambda at: UNTITLED if at.y > 100 else "", place)
    assert str(told) == f"no board in the picture; another window {lies}"
