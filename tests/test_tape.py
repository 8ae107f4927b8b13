"""A tape answers as the world did, and tells where something else is asked."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from bot.errors import InputError
from bot.tape import TAPE, BlankTape, RecordedTape, TapeDiffersError, TapeEndedError


def never() -> dict[str, object]:
    """A world that must not be asked."""
    raise AssertionError


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A short recording."""
    tape, times = BlankTape(tmp_path / "game"), iter([1.5, 0.1 + 0.2, 7.0])
    tape.tell("start", {"size": (2, 3)})
    tape.moment(lambda: next(times))
    tape.moment(lambda: next(times))
    assert tape.ask("look", {"at": 1}, lambda: {"seen": "连连看"}) == {"seen": "连连看"}
    assert tape.may("stop", lambda: None) is None
    tape.moment(lambda: next(times))
    assert tape.may("stop", lambda: {"why": "corner"}) == {"why": "corner"}
    tape.close()
    return tmp_path / "game"


def test_what_was_asked_is_answered_again(folder: Path) -> None:
    """The same answers to the same questions, the same times to the last bit, then the end."""
    tape = RecordedTape(folder)
    assert tape.first() == {"size": [2, 3]}
    tape.tell("start", {"size": (2, 3)})
    assert [tape.moment(lambda: 0.0), tape.moment(lambda: 0.0)] == [1.5, 0.1 + 0.2]
    assert tape.ask("look", {"at": 1}, never) == {"seen": "连连看"}
    assert tape.moment(lambda: 0.0) == 7.0
    assert tape.may("stop", never) == {"why": "corner"}
    assert tape.line == 4
    assert tape.may("stop", never) is None
    with pytest.raises(TapeEndedError, match="before line 4"):
        tape.ask("look", {"at": 2}, never)
    with pytest.raises(TapeEndedError):
        tape.moment(lambda: 0.0)


def test_another_question_is_a_difference(folder: Path) -> None:
    """Of another kind, of the same kind with something else in it, or a remark that is not so."""
    tape = RecordedTape(folder)
    with pytest.raises(TapeDiffersError, match="line 1") as raised:
        tape.tell("start", {"size": (2, 4)})
    assert "[2, 3]" in raised.value.recorded
    assert "[2, 4]" in raised.value.now
    tape.tell("start", {"size": (2, 3)})
    for asked in ("look", {"at": 2}), ("click", {"at": 1}):
        with pytest.raises(TapeDiffersError, match="line 2"):
            tape.ask(*asked, never)


def test_the_time_is_asked_as_often_as_it_was(folder: Path) -> None:
    """Once more, or once less, is a difference."""
    tape = RecordedTape(folder)
    tape.tell("start", {"size": (2, 3)})
    tape.moment(lambda: 0.0)
    with pytest.raises(TapeDiffersError, match="the time asked once more"):
        tape.ask("look", {"at": 1}, never)
    tape.moment(lambda: 0.0)
    with pytest.raises(TapeDiffersError, match="now the time is asked once more"):
        tape.moment(lambda: 0.0)


def test_a_tape_that_was_cut_off_is_read_as_far_as_it_goes(folder: Path) -> None:
    """Killed in the middle of a line, or of a letter."""
    path = folder / TAPE
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index("连".encode()) + 1])
    tape = RecordedTape(folder)
    tape.tell("start", {"size": (2, 3)})
    with pytest.raises(TapeEndedError):
        tape.ask("look", {"at": 1}, never)


@pytest.mark.parametrize(
    "broken", ["", "{}\n{}\n", "[1]\nnull\n", '{"what":1}\n\n{"a"\n', "PK\3\4\n\n"]
)
def test_what_is_no_tape_is_refused(tmp_path: Path, broken: str) -> None:
    """In one line that names the file."""
    (tmp_path / TAPE).write_text(broken, encoding="utf-8")
    with pytest.raises(InputError, match=TAPE):
        RecordedTape(tmp_path)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_no_tape(tmp_path: Path) -> None:
    """It would be read for ever."""
    os.mkfifo(tmp_path / TAPE)
    with pytest.raises(InputError, match="is no file"):
        RecordedTape(tmp_path)


def test_a_folder_holds_one_recording(folder: Path, tmp_path: Path) -> None:
    """An older one is not written over, and a file is no folder."""
    with pytest.raises(InputError, match="another folder"):
        BlankTape(folder)
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="file"):
        BlankTape(tmp_path / "file" / "game")
    for there in (tmp_path / "file", Path(os.devnull)):
        with pytest.raises(InputError, match="no folder, and a recording is one"):
            BlankTape(there)


def test_a_long_game_takes_no_more_than_it_may(tmp_path: Path) -> None:
    """The tape says that it is full; what was kept before can be played back."""
    tape = BlankTape(tmp_path, most=5_000)
    picture = np.random.default_rng(1).integers(0, 256, (20, 20, 3), np.uint8)

    def kept(name: str) -> int:
        tape.keep(name, picture)
        return 1

    for number in range(100):
        tape.ask("look", {}, lambda name=f"{number}.png": {"a": partial(kept, name)})
    tape.close()
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 7_000
    lines = (tmp_path / TAPE).read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[-1])["what"] == "full"
    assert tape.broken
    back = RecordedTape(tmp_path)
    for _ in lines[:-1]:
        assert back.ask("look", {}, never) == {"a": 1}
    with pytest.raises(TapeEndedError):
        back.ask("look", {}, never)
    assert (back.kept("0.png") == picture).all()


def test_a_picture_lies_beside_its_tape(folder: Path) -> None:
    """A tape from elsewhere cannot name a file outside of its folder."""
    for name in ("../game/a.png", "/etc/passwd", "a/b.png", ".."):
        with pytest.raises(InputError):
            RecordedTape(folder).kept(name)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_does_not_spoil_the_game(tmp_path: Path) -> None:
    """What can no longer be written is lost; nothing is raised for that, but it is known."""
    tape = BlankTape(tmp_path)
    assert tape._file is not None
    tape._file.close()
    tape._file = Path("/dev/full").open("wb")  # noqa: SIM115 - the tape closes it
    for number in range(3):
        assert tape.ask("look", {}, lambda number=number: {"a": number}) == {"a": number}
    tape.close()
    tape.close()
    assert "No space left" in tape.broken


def test_half_a_sign_in_a_name_is_kept(tmp_path: Path) -> None:
    """Folders and titles may hold what no encoding writes."""
    tape = BlankTape(tmp_path / "game")
    said = {"skin": os.fsdecode(b"sk\xff"), "title": "连连看"}
    tape.tell("start", said)
    tape.close()
    assert not tape.broken
    assert "连连看" in (tmp_path / "game" / TAPE).read_text(encoding="utf-8")
    RecordedTape(tmp_path / "game").tell("start", said)
