"""The command `calibrate` and the windows it learns from."""

from __future__ import annotations

import tomllib
from functools import partial
from pathlib import Path

import pytest
from desk import OnScreen
from terminal import Linkup

from bot.board import Board
from bot.deal import deal
from bot.desktop import Window
from bot.frame import save
from bot.game import Game
from bot.geometry import Rect
from bot.look import look
from bot.simulator import SimulatedClock, SimulatedScreen

BOARD = deal(6, 10, 15, 3, solvable=True)


def drawn(folder: Path) -> Path:
    """A screenshot of the board."""
    path = folder / "full.png"
    save(path, SimulatedScreen(Game(BOARD), SimulatedClock()).grab().pixels)
    return path


def learned_from(folder: Path) -> list[str]:
    """The pictures that a skin names as its source."""
    with (folder / "skin.toml").open("rb") as file:
        return [picture["file"] for picture in tomllib.load(file)["source"]["pictures"]]


def test_a_skin_is_learned_from_a_window(
    linkup: Linkup, on_screen: OnScreen, tmp_path: Path
) -> None:
    """It reads a screenshot of the game then; the skin keeps no title of a window."""
    on_screen(BOARD)
    answer = linkup("calibrate", "--window", "shisen", "--name", "mine", "--out", tmp_path)
    assert answer.code == 0, answer.err
    assert "15 faces on 60 tiles, 0 in doubt" in answer.out
    mine = tmp_path / "mine"
    assert answer.err.rstrip().endswith(f"`linkup play --window shisen --skin {mine}`")
    assert learned_from(tmp_path / "mine") == ["window"]
    assert "Shisen-Sho" not in (tmp_path / "mine" / "skin.toml").read_text(encoding="utf-8")
    seen = linkup("read", drawn(tmp_path), "--skin", tmp_path / "mine", "--json")
    board = Board.from_rows(seen.document["readings"][0]["board"])
    assert (board.rows, board.cols, board.tiles) == (6, 10, 60)


def test_it_says_what_to_type_next(
    linkup: Linkup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the name, where that is enough; in JSON a program does not care."""
    monkeypatch.chdir(tmp_path)
    answer = linkup("calibrate", drawn(tmp_path), "--name", "mine")
    assert "`linkup play --window PART-OF-ITS-TITLE --skin mine`" in answer.err
    again = linkup("calibrate", drawn(tmp_path), "--name", "mine", "--json")
    assert "next" not in again.err


def test_pictures_and_a_window_teach_one_skin(
    linkup: Linkup, on_screen: OnScreen, tmp_path: Path
) -> None:
    """The pictures first; a window in a file gives way to pictures on the command line."""
    on_screen(BOARD)
    picture = drawn(tmp_path)
    arguments = ("calibrate", picture, "--name", "mine", "--out", tmp_path, "--json")
    answer = linkup(*arguments, "--window", "shisen")
    assert (answer.code, answer.document["read_back"]) == (0, [True, True])
    assert learned_from(tmp_path / "mine") == ["full.png", "window"]


def test_a_window_in_the_settings_gives_way_to_pictures(
    linkup: Linkup, on_screen: OnScreen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is on the command line is meant; without a picture there the window counts."""
    on_screen(BOARD)
    picture = drawn(tmp_path)
    monkeypatch.setenv("LINKUP_CALIBRATE_WINDOW", "shisen")
    arguments = ("--name", "mine", "--out", tmp_path, "--json")
    assert linkup("calibrate", picture, *arguments).document["read_back"] == [True]
    assert learned_from(tmp_path / "mine") == ["full.png"]
    assert linkup("calibrate", *arguments).code == 0
    assert learned_from(tmp_path / "mine") == ["window"]


def test_nothing_to_learn_from_exits_2(linkup: Linkup) -> None:
    """The line names both ways."""
    answer = linkup("calibrate", "--name", "mine")
    assert answer.code == 2
    assert answer.complaint == "say what to learn from: IMAGES, --window TITLE, or both"


def test_a_window_that_cannot_be_learned_from_is_told(
    linkup: Linkup, on_screen: OnScreen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No such window, a covered one, one without a board; no skin is written."""
    arguments = ("--name", "mine", "--out", tmp_path / "out")
    on_screen(BOARD, Window(2, "Mail", Rect(0, 0, 250, 300)))
    assert linkup("calibrate", "--window", "Sichuan", *arguments).code == 4
    covered = linkup("calibrate", "--window", "shisen", *arguments)
    assert covered.code == 4
    assert "the window 'Mail' covers the window 'Shisen-Sho'" in covered.complaint
    monkeypatch.setattr("bot.look.look", partial(look, patience=0.2))
    on_screen(Board.from_text("a"))
    assert linkup("calibrate", "--window", "shisen", *arguments).code == 3
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "must be of letters"),
        (".hidden", "must be of letters"),
        ("mine.", "no '.' at its end"),
        ("a/b", "must be of letters"),
        ("x" * 65, "64 at most"),
        ("NUL", "that of a device on Windows"),
        ("com1.v2", "that of a device on Windows"),
    ],
)
def test_a_name_that_no_folder_has_everywhere_is_refused(
    linkup: Linkup, tmp_path: Path, name: str, why: str
) -> None:
    """A skin can be taken to every system."""
    answer = linkup("calibrate", "no-such.png", "--name", name, "--out", tmp_path)
    assert answer.code == 2
    assert why in answer.complaint


@pytest.mark.parametrize("name", ["连连看", "a", "v1.2-b", "_x", "nullify", "x" * 64])
def test_any_other_name_will_do(linkup: Linkup, tmp_path: Path, name: str) -> None:
    """Then the picture is looked for."""
    answer = linkup("calibrate", tmp_path / "no-such.png", "--name", name, "--out", tmp_path)
    assert answer.complaint.startswith(str(tmp_path / "no-such.png"))
