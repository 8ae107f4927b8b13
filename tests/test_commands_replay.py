"""The command `replay`, and the option `--record`."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from terminal import Linkup

from bot.frame import load, save
from bot.tape import TAPE

FIXTURES = Path(__file__).parent.parent / "fixtures" / "screenshots"
SMALL = ("demo", "--offscreen", "--rows", "4", "--cols", "6", "--kinds", "6")


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Two labelled screenshots, and a third without a label."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    for name in ("a_fresh", "a_p20"):
        for suffix in (".png", ".board"):
            shutil.copy(FIXTURES / "easyllk-digits" / (name + suffix), folder)
    shutil.copy(FIXTURES / "easyllk-digits" / "a_p50.png", folder)
    return folder


def test_a_recorded_demo_is_the_same_again(linkup: Linkup, tmp_path: Path) -> None:
    """The folder is named in the answer, and one word tells that nothing differs."""
    folder = tmp_path / "连连看"
    answer = linkup(*SMALL, "--record", folder, "--json")
    assert answer.code == 0
    assert answer.document["recording"] == str(folder)
    again = linkup("replay", folder, "--json")
    assert again.code == 0
    (game,) = again.document["replays"]
    assert (game["kind"], game["same"], game["whole"]) == ("recording", True, True)
    assert "the same to the end" in linkup("replay", folder / TAPE).out


def test_a_second_game_needs_another_folder(linkup: Linkup, tmp_path: Path) -> None:
    """A recording is never written over."""
    assert linkup(*SMALL, "--record", tmp_path / "a").code == 0
    answer = linkup(*SMALL, "--record", tmp_path / "a")
    assert answer.code == 2
    assert "name another folder" in answer.err


def test_a_difference_is_told_and_exits_1(linkup: Linkup, tmp_path: Path) -> None:
    """With the line of the tape, what was recorded, and what came now."""
    linkup(*SMALL, "--record", tmp_path / "a")
    path = tmp_path / "a" / TAPE
    path.write_text(path.read_text(encoding="utf-8").replace('"removed"', '"lost"', 1))
    answer = linkup("replay", tmp_path / "a")
    assert answer.code == 1
    assert "differs at line" in answer.out
    assert "removed" in answer.out
    difference = linkup("replay", tmp_path / "a", "--json").document["replays"][0]["difference"]
    assert "lost" in difference["recorded"]
    assert "removed" in difference["now"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_a_game_that_was_killed_leaves_a_readable_recording(linkup: Linkup, tmp_path: Path) -> None:
    """`kill -9` in the middle of a game costs the last line at most."""
    command = [sys.executable, "-m", "bot", "demo", "--offscreen", "--record", str(tmp_path / "a")]
    game = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    tape = tmp_path / "a" / TAPE
    until = time.monotonic() + 120
    while time.monotonic() < until and not (tape.exists() and b"judged" in tape.read_bytes()):
        time.sleep(0.05)
    os.kill(game.pid, signal.SIGKILL)
    game.wait()
    answer = linkup("replay", tmp_path / "a", "--json")
    assert answer.code == 0
    (again,) = answer.document["replays"]
    assert again["same"]
    assert again["lines"] > 3


def test_labelled_screenshots_are_compared(linkup: Linkup, pictures: Path) -> None:
    """All in a folder that have a board beside them; what is not as expected exits with 1."""
    answer = linkup("replay", pictures, "--json")
    assert answer.code == 0
    assert [Path(each["path"]).name for each in answer.document["replays"]] == [
        "a_fresh.png",
        "a_p20.png",
    ]
    label = pictures / "a_p20.board"
    label.write_text(label.read_text(encoding="utf-8").replace("a b c d b", "b b c d b"))
    answer = linkup("replay", pictures)
    assert answer.code == 1
    assert "a_fresh.png: as expected" in answer.out
    assert "a_p20.png: (0, 1) is another tile than all before, not as (0, 0)" in answer.out


def test_what_is_seen_can_be_written_down(linkup: Linkup, pictures: Path) -> None:
    """A new label is as good as one by hand, and an old one that fits is left alone."""
    before = (pictures / "a_fresh.board").read_bytes()
    answer = linkup("replay", pictures / "a_p50.png", pictures / "a_fresh.png", "--update")
    assert answer.code == 0
    assert "a_p50.png: written" in answer.out
    assert (pictures / "a_fresh.board").read_bytes() == before
    written = (pictures / "a_p50.board").read_text(encoding="utf-8").splitlines()
    by_hand = (FIXTURES / "easyllk-digits" / "a_p50.board").read_text(encoding="utf-8").splitlines()
    assert len(written) == len(by_hand)
    assert linkup("replay", pictures / "a_p50.png").code == 0


def test_a_screenshot_that_shows_no_board_any_more_differs(linkup: Linkup, pictures: Path) -> None:
    """It is a difference like any other, not an error that hides the rest."""
    pixels = load(pictures / "a_p20.png").pixels
    save(pictures / "a_p20.png", pixels[:100].copy())
    answer = linkup("replay", pictures, "--json")
    assert answer.code == 1
    assert [each["same"] for each in answer.document["replays"]] == [True, False]


def test_nothing_to_replay_is_bad_input(linkup: Linkup, tmp_path: Path, pictures: Path) -> None:
    """An empty folder, no label, no such path, a broken label, a name longer than can be."""
    (tmp_path / "empty").mkdir()
    (pictures / "a_fresh.board").write_text("a b\nc")
    for path in (
        tmp_path / "empty",
        pictures / "a_p50.png",
        tmp_path / "nowhere.png",
        pictures / "a_fresh.png",
        tmp_path / ("long" * 100),
    ):
        answer = linkup("replay", path)
        assert answer.code == 2
        assert path.stem in answer.complaint


def test_a_dry_run_is_no_game_to_record(linkup: Linkup, tmp_path: Path) -> None:
    """The two options contradict each other."""
    answer = linkup("play", "--window", "x", "--dry-run", "--record", tmp_path / "a", "--json")
    assert answer.code == 2
    assert json.loads(answer.out)["exit"] == 2
    assert not (tmp_path / "a").exists()
