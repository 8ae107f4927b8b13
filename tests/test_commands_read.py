"""The command `read`: screenshots to boards, and what it says of pictures that hold none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from terminal import Linkup

from bot.board import Board
from bot.deal import deal
from bot.errors import TEACH
from bot.frame import save
from bot.simulator import Game, SimulatedClock, SimulatedScreen


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Board]:
    """A screenshot of the bundled game, and what is on it."""
    board = deal(6, 10, 20, 3)
    path = tmp_path_factory.mktemp("drawn") / "game.png"
    save(path, SimulatedScreen(Game(board), SimulatedClock()).grab().pixels)
    return path, board


def test_a_screenshot_becomes_its_board(linkup: Linkup, drawn: tuple[Path, Board]) -> None:
    """Rows, columns, origin, pitch and kinds are those of the game, kinds up to their names."""
    path, board = drawn
    answer = linkup("read", path, "--json")
    assert answer.code == 0
    (reading,) = answer.document["readings"]
    lattice = Game(board).lattice
    assert reading["image"] == str(path)
    assert (reading["found"], reading["why"]) == (True, None)
    assert (reading["unknown"], reading["selected"]) == (0, [])
    assert reading["seconds"] > 0
    tenth = 0.1 * min(lattice.pitch)
    assert reading["lattice"]["origin"] == pytest.approx(list(lattice.origin), abs=tenth)
    assert reading["lattice"]["pitch"] == pytest.approx(list(lattice.pitch), abs=0.2)
    assert (reading["lattice"]["rows"], reading["lattice"]["cols"]) == (6, 10)
    seen = [kind for row in reading["board"] for kind in row]
    assert len(set(zip(seen, board.kinds, strict=True))) == len(set(seen)) == 20
    assert [len(row) for row in reading["confidence"]] == [10] * 6
    assert all(0.6 < sure == round(sure, 2) <= 1 for row in reading["confidence"] for sure in row)


def test_a_person_gets_letters_and_a_picture(
    linkup: Linkup, drawn: tuple[Path, Board], tmp_path: Path
) -> None:
    """The overlay lies in the folder asked for, which is made."""
    path, _ = drawn
    answer = linkup("read", path, "--overlay", tmp_path / "new" / "seen")
    lines = answer.out.splitlines()
    overlay = tmp_path / "new" / "seen" / "game.overlay.png"
    assert answer.code == 0
    assert lines[0] == str(path)
    assert [len(line.split()) for line in lines[1:7]] == [10] * 6
    assert lines[7] == f"overlay: {overlay}"
    assert overlay.read_bytes().startswith(b"\x89PNG")


def test_an_overlay_that_cannot_be_written_is_bad_input(
    linkup: Linkup, drawn: tuple[Path, Board]
) -> None:
    """A file where the folder should be is named; nor is the picture itself written over."""
    path, _ = drawn
    file = path.with_name("file")
    file.touch()
    before = path.read_bytes()
    for overlay in (file, path, path.with_name("over.jpg"), path.with_name("long" * 99 + ".png")):
        answer = linkup("read", path, "--overlay", overlay, "--json")
        assert answer.code == 2
        assert str(overlay) in answer.complaint
        assert answer.document["exit"] == 2
    assert path.read_bytes() == before


def test_an_overlay_that_cannot_be_written_costs_no_reading(
    linkup: Linkup, drawn: tuple[Path, Board], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told before the first of many pictures is read, and not after it."""
    path, _ = drawn
    path.with_name("file").touch()
    monkeypatch.setattr("bot.commands.read.read_file", pytest.fail)
    answer = linkup("read", path, path, "--overlay", path.with_name("file") / "seen")
    assert answer.code == 2
    assert "cannot be written" in answer.complaint
    assert "with --overlay" in answer.complaint


def test_an_overlay_may_be_a_file_where_there_is_one_picture(
    linkup: Linkup, drawn: tuple[Path, Board], tmp_path: Path
) -> None:
    """A name that ends in .png; not for two pictures, and not where a folder is called so."""
    path, _ = drawn
    over = tmp_path / "new" / "over.png"
    for _ in range(2):  # the second time over the first
        answer = linkup("read", path, "--overlay", over)
        assert (answer.code, answer.out.splitlines()[7]) == (0, f"overlay: {over}")
        assert over.read_bytes().startswith(b"\x89PNG")
    two = linkup("read", path, path, "--overlay", over)
    assert two.code == 2
    assert "there are 2 pictures: name a folder" in two.complaint
    (tmp_path / "folder.png").mkdir()
    assert linkup("read", path, "--overlay", tmp_path / "folder.png").code == 0
    assert (tmp_path / "folder.png" / "game.overlay.png").is_file()


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "empty"), (b"hello", "no picture"), (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "picture")],
    ids=["empty", "text", "torn"],
)
def test_a_broken_picture_is_named(linkup: Linkup, tmp_path: Path, data: bytes, said: str) -> None:
    """One line, exit code 2, and a reading that says it was not found."""
    path = tmp_path / "broken.png"
    path.write_bytes(data)
    answer = linkup("read", path, "--json")
    (reading,) = answer.document["readings"]
    assert answer.code == 2
    assert answer.complaint.startswith(str(path))
    assert said in answer.complaint
    assert not reading["found"]
    assert [reading[key] for key in ("board", "lattice", "confidence")] == [None] * 3
    assert said in reading["why"]


def test_a_missing_file_and_a_folder_are_no_pictures(linkup: Linkup, tmp_path: Path) -> None:
    """Both are named."""
    for path in (tmp_path, tmp_path / "missing.png"):
        answer = linkup("read", path)
        assert answer.code == 2
        assert answer.complaint.startswith(f"{path}: ")


def test_a_picture_without_a_board_exits_3(linkup: Linkup, tmp_path: Path) -> None:
    """A plain colour and noise hold no board, and no board is made up."""
    plain, noise = tmp_path / "plain.png", tmp_path / "noise.png"
    save(plain, np.full((300, 400, 3), 90, np.uint8))
    save(noise, np.random.default_rng(3).integers(0, 256, (300, 400, 3), np.uint8))
    for path in (plain, noise):
        answer = linkup("read", path, "--json")
        assert answer.code == 3
        assert answer.complaint.startswith(str(path))
        assert not answer.document["readings"][0]["found"]
        assert answer.complaint.endswith(TEACH)
        assert "calibrate" not in answer.document["readings"][0]["why"]


def test_what_is_no_picture_is_nothing_to_teach(linkup: Linkup, tmp_path: Path) -> None:
    """Nor is a picture that a skin does not fit: that is told otherwise."""
    plain = tmp_path / "plain.png"
    save(plain, np.full((300, 400, 3), 90, np.uint8))
    for words in ([tmp_path / "gone.png"], [plain, "--skin", "linkup"]):
        assert TEACH not in linkup("read", *words).complaint


def test_one_bad_picture_does_not_hide_the_good_ones(
    linkup: Linkup, drawn: tuple[Path, Board], tmp_path: Path
) -> None:
    """All are read, in order, and the exit code is that of the bad one."""
    path, _ = drawn
    answer = linkup("read", tmp_path / "missing.png", path, "--json")
    assert answer.code == 2
    assert [reading["found"] for reading in answer.document["readings"]] == [False, True]


def test_pictures_of_one_name_get_an_overlay_each(
    linkup: Linkup, drawn: tuple[Path, Board], tmp_path: Path
) -> None:
    """Two folders, one file name: two overlays, and a picture's own name is never taken."""
    names = [tmp_path / "a" / "x.png", tmp_path / "b" / "x.png", tmp_path / "x-2.png"]
    for name in names:
        name.parent.mkdir(exist_ok=True)
        name.write_bytes(drawn[0].read_bytes())
    answer = linkup("read", *names, "--overlay", tmp_path / "seen")
    assert answer.code == 0
    written = sorted(path.name for path in (tmp_path / "seen").iterdir())
    assert written == ["x-2.overlay.png", "x-3.overlay.png", "x.overlay.png"]
    assert [line for line in answer.out.splitlines() if line.startswith("overlay: ")] == [
        f"overlay: {tmp_path / 'seen' / name}"
        for name in ("x.overlay.png", "x-3.overlay.png", "x-2.overlay.png")
    ]
