"""What is told where a file or a folder cannot be written: one line, and what to do next."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from pathlib import Path

import pytest
from recordings import FIXTURE
from terminal import Linkup

from bot.errors import InputError, MachineError, SkinError
from bot.unwritten import check_writable, not_written

ROOT = Path(__file__).parent.parent
GAME = ROOT / "docs" / "images" / "game.png"


def failed(number: int) -> OSError:
    """An error of the system."""
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("number", "kind", "what"),
    [
        (errno.EACCES, SkinError, "name another place with --out"),
        (errno.EROFS, SkinError, "name another place with --out"),
        (errno.EISDIR, SkinError, "it is a folder, and the name of a file is expected"),
        (errno.ENAMETOOLONG, SkinError, "take a shorter name"),
        (errno.ENOSPC, MachineError, "make room, or name another disk"),
    ],
)
def test_it_is_said_what_to_do(
    tmp_path: Path, number: int, kind: type[Exception], what: str
) -> None:
    """A disk that is full is a fault of the machine, the rest of what was named."""
    target = tmp_path / "skin"
    error = not_written(target, failed(number), SkinError, instead="--out")
    assert type(error) is kind
    assert str(error) == f"{target} cannot be written: {os.strerror(number)}; {what}"


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    """However deep below it something was to be written."""
    (tmp_path / "file").touch()
    target = tmp_path / "file" / "a" / "b.png"
    with pytest.raises(InputError, match=r"file is a file, and not a folder: name another place$"):
        check_writable(target)
    check_writable(tmp_path / "new" / "b.png")


def test_of_a_folder_that_cannot_be_copied_the_first_file_tells_why() -> None:
    """And not all of them, with their names."""
    error = shutil.Error([("from", "to", "[Errno 13] Permission denied: 'to'"), ("x", "y", "z")])
    assert "to'; name" in str(not_written(Path("here"), error))


@pytest.mark.skipif(sys.platform == "win32", reason="there a current folder cannot be removed")
def test_where_the_current_folder_is_gone_it_is_told_as_well(
    linkup: Linkup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be written there, whatever it is."""
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert linkup("calibrate", GAME, "--name", "mine").code == 2
    answer = linkup("hint", GAME)
    assert answer.code == 0
    assert "cannot be written: No such file or directory; name another place" in answer.err


COMMANDS = (
    ("report", FIXTURE, "--out", "{}/page.html"),
    ("film", FIXTURE, "--seconds", "2", "--width", "160", "--out", "{}/film.webp"),
    ("read", GAME, "--overlay", "{}/seen"),
    ("hint", GAME, "--overlay", "{}/seen"),
    ("calibrate", GAME, "--name", "mine", "--out", "{}/skins"),
    ("button", GAME, "--skin", "linkup", "--for", "next", "--at", "20,20,300,200", "--out", "{}/s"),
    ("demo", "--offscreen", "--record", "{}/kept"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_every_command_that_writes_says_what_is_in_the_way(
    linkup: Linkup, tmp_path: Path, command: tuple[object, ...]
) -> None:
    """In one line, with exit code 2, and no word of Python's."""
    blocked = tmp_path / "file"
    blocked.touch()
    answer = linkup(*(str(word).format(blocked) for word in command))
    assert answer.code == 2
    (line,) = [line for line in answer.err.splitlines() if "cannot be written" in line]
    assert f"{blocked} is a file, and not a folder: name another place" in line
    assert "Errno" not in answer.err


def test_a_hint_is_given_all_the_same(
    linkup: Linkup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its picture cannot be written; that is a failure only if it was asked for."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hints").touch()
    answer = linkup("hint", GAME)
    assert answer.code == 0
    assert answer.out.startswith("(0, 6) - (1, 4)")
    assert "picture:" not in answer.out
    assert "cannot be written" in answer.complaint
    asked = linkup("hint", GAME, "--overlay", tmp_path / "hints" / "a.png", "--json")
    assert asked.code == 2
    assert asked.document["hint"]["a"] == [0, 6]
    assert asked.document["picture"] is None
