"""The boards beside screenshots, as files and as what pictures are held against."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from builders import board

from bot.errors import InputError
from bot.frame import load
from bot.geometry import Cell, Pixel
from bot.truth import Truth, labelled, look

FIXTURES = Path(__file__).parent.parent / "fixtures" / "screenshots"
TRUTH = Truth(board("a b / b a"), Pixel(20.0, 30.5), (40.0, 41.25), (Cell(0, 1),), "fresh")


def test_a_file_holds_the_same_on_every_system(tmp_path: Path) -> None:
    """Its lines end alike everywhere, and what is read again is what was written."""
    path = tmp_path / "game.board"
    TRUTH.write(path)
    assert b"\r" not in path.read_bytes()
    assert Truth.of(path) == TRUTH


def test_a_file_of_another_editor_is_read(tmp_path: Path) -> None:
    """With a mark before the text, and with other ends of lines."""
    path = tmp_path / "game.board"
    path.write_bytes(b"\xef\xbb\xbf" + str(TRUTH).replace("\n", "\r\n").encode())
    assert Truth.of(path) == TRUTH


def test_a_row_that_begins_with_a_wall_is_no_note(tmp_path: Path) -> None:
    """Both begin with the same sign, as in a board given to `linkup links`."""
    walled = Truth(board("# a a / b # b"), Pixel(20.0, 30.5), (40.0, 41.25), (), "fresh")
    path = tmp_path / "game.board"
    walled.write(path)
    assert Truth.of(path) == walled


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """With what is in its way."""
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="is a file, and not a folder"):
        TRUTH.write(tmp_path / "file" / "game.board")


def test_a_large_picture_is_read_again_as_a_small_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both pictures are made smaller alike, and the cells lie where they are in the file."""
    for name in ("a_fresh.png", "a_selected.png", "a_selected.board"):
        shutil.copy(FIXTURES / "easyllk-digits" / name, tmp_path)
    picture = tmp_path / "a_selected.png"
    known = Truth.of(labelled(picture)).known
    assert known is not None
    frame = load(picture)
    there = look(picture, known).lattice
    monkeypatch.setattr("bot.frame.READ_PIXELS", frame.width * frame.height // 2)
    seen = look(picture, known).lattice
    assert seen.pitch == pytest.approx(there.pitch, rel=0.02)
    assert seen.origin == pytest.approx(there.origin, abs=there.pitch[0] / 4)
