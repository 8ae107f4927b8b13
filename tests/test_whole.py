"""Files that are written as a whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest

from bot.whole import write_whole

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes and devices are of POSIX")


def test_a_file_takes_the_place_of_another(tmp_path: Path) -> None:
    """And nothing else is left in the folder."""
    path = tmp_path / "盘面.png"
    write_whole(path, b"old")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


def test_what_was_there_stays_where_the_disk_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error is told, and half a file is not left beside it."""

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "report.html"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@posix
def test_a_link_is_followed_and_a_mode_is_kept(tmp_path: Path) -> None:
    """As where it was written over."""
    path, link = tmp_path / "real.png", tmp_path / "link.png"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


@posix
def test_a_device_is_written_to(tmp_path: Path) -> None:
    """It is not replaced by a file."""
    link = tmp_path / "nowhere"
    link.symlink_to(os.devnull)
    write_whole(link, b"new")
    assert Path(os.devnull).is_char_device()


@posix
def test_an_old_file_is_written_over_where_no_new_one_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder may be closed, and a file in it open."""
    path, plain = tmp_path / "kept.png", Path.open

    def closed(self: Path, mode: str = "r", **how: object) -> object:
        if self != path:
            raise PermissionError(errno.EACCES, "Permission denied")
        return plain(self, mode, **how)  # type: ignore[call-overload]

    path.write_bytes(b"old")
    monkeypatch.setattr(Path, "open", closed)
    write_whole(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"new"


@posix
def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system is asked to write to it, and refuses; a superuser it obeys."""
    path = tmp_path / "kept.png"
    path.write_bytes(b"old")
    before = path.stat().st_ino
    monkeypatch.setattr(os, "access", lambda *_: False)
    write_whole(path, b"new")
    assert path.stat().st_ino == before


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """The system says so."""
    with pytest.raises(OSError, match=r".+"):
        write_whole(tmp_path, b"new")
    with pytest.raises(OSError, match=r".+"):
        write_whole(tmp_path / "none" / "file", b"new")
    assert list(tmp_path.iterdir()) == []


def test_the_disk_is_waited_for_if_the_file_is_to_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise it is written as whole, and much sooner."""
    waited: list[int] = []
    monkeypatch.setattr(os, "fsync", waited.append)
    write_whole(tmp_path / "a", b"1", lasting=False)
    assert not waited
    write_whole(tmp_path / "a", b"2")
    assert len(waited) == 1
    assert (tmp_path / "a").read_bytes() == b"2"
