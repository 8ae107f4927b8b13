"""A tape is read as far as it goes, with its times, looks and pictures."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from recordings import click, game, look, recording, start

from bot.chronicle import Chronicle, pictures, recordings
from bot.errors import InputError
from bot.film import filmed
from bot.report import stories
from bot.tape import TAPE


def test_every_line_has_its_time_and_its_look(tmp_path: Path) -> None:
    """Times count from the first moment and never go back; looks are numbered from 1."""
    lines = [start(), look(5.0), click(7.0, 0, 0), click(6.0, 0, 0), look(8.5)]
    entries = list(Chronicle(recording(tmp_path, lines)))
    assert [entry.line for entry in entries] == [1, 2, 3, 4, 5]
    assert [entry.time for entry in entries] == [0.0, 0.0, 2.0, 2.0, 3.5]
    assert [entry.look for entry in entries] == [0, 1, 1, 1, 2]


def test_the_last_line_of_a_killed_process_is_left_out(tmp_path: Path) -> None:
    """That is no damage."""
    tape = recording(tmp_path) / TAPE
    whole = len(list(Chronicle(tmp_path)))
    tape.write_bytes(tape.read_bytes()[:-5])
    chronicle = Chronicle(tmp_path)
    assert len(list(chronicle)) == whole - 1
    assert chronicle.damage == ""


@pytest.mark.parametrize(
    "text",
    [
        *("hello", "[1]", '{"what": 1}', '{"what":"say","said":3}'),
        *(
            '{"what":"x","moments":[1e999]}',
            '{"what":"x","moments":[1e300]}',
            f'{{"what":"x","moments":[1{"0" * 400}]}}',
        ),
    ],
    ids=lambda text: text[:32],
)
def test_damage_is_told_and_what_comes_before_it_is_read(tmp_path: Path, text: str) -> None:
    """With the number of the line."""
    tape = recording(tmp_path) / TAPE
    lines = tape.read_text(encoding="utf-8").splitlines()
    tape.write_text("\n".join([*lines[:4], text, *lines[4:]]), encoding="utf-8")
    chronicle = Chronicle(tmp_path)
    assert len(list(chronicle)) == 4
    assert chronicle.damage.startswith("line 5 ")


def test_a_tape_that_may_not_be_read_is_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of a series hides none of the others; where it is the only one that is told."""
    recording(tmp_path)
    refused = Mock(side_effect=PermissionError(13, "Permission denied"))
    monkeypatch.setattr(Path, "open", refused)
    chronicle = Chronicle(tmp_path)
    assert list(chronicle) == []
    assert chronicle.damage == "the tape cannot be read: Permission denied"
    with pytest.raises(InputError, match="nothing to tell: the tape cannot be read"):
        stories(tmp_path)
    with pytest.raises(InputError, match="can be read: the tape cannot be read"):
        filmed(tmp_path, ".webp", width=320, seconds=5.0)


def test_pictures_are_put_together_from_their_patches(tmp_path: Path) -> None:
    """Each look shows what was there before, and what is new."""
    found = {
        entry.look: frame
        for entry, frame in pictures(Chronicle(recording(tmp_path)))
        if frame is not None
    }
    assert sorted(found) == [1, 2, 3, 4]
    assert (found[2].pixels == 40).all()
    third = found[3].pixels
    assert (third[:40, 40:120] == 80 + 40).all()
    assert (third[40:] == 40).all()
    assert np.array_equal(third[:, :40], found[1].pixels[:, :40])


def test_only_what_is_wanted_is_shown(tmp_path: Path) -> None:
    """The others cost no frame."""
    found = [entry.look for entry, frame in pictures(Chronicle(recording(tmp_path)), {3}) if frame]
    assert found == [3]


@pytest.mark.parametrize("patch", ["000003-0.png", "../000003-0.png"])
def test_a_missing_picture_leaves_what_was_there(tmp_path: Path, patch: str) -> None:
    """A name that leads elsewhere counts as missing, whatever lies there."""
    lines = game()
    lines[11]["answer"]["patches"] = [(40, 0, patch)]
    folder = recording(tmp_path / "game", lines)
    (folder / "000003-0.png").unlink(missing_ok=True)
    found = {entry.look: frame for entry, frame in pictures(Chronicle(folder)) if frame}
    assert (found[3].pixels == 40).all()
    assert (found[4].pixels[:40, :80] == 160).all()


def test_a_patch_that_lies_nowhere_leaves_what_was_there(tmp_path: Path) -> None:
    """As a picture that is missing."""
    lines = game()
    lines[11]["answer"]["patches"] = [(1e400, 0, "000003-0.png")]
    folder = recording(tmp_path, lines)
    found = {entry.look: frame for entry, frame in pictures(Chronicle(folder)) if frame}
    assert (found[3].pixels == 40).all()


def test_the_recordings_of_a_series_are_found_in_order(tmp_path: Path) -> None:
    """A folder with a tape is one recording, one with such folders several, and none is told."""
    for number in (2, 1, 10):
        recording(tmp_path / "week" / f"game-{number:03}")
    names = [folder.name for folder in recordings(tmp_path / "week")]
    assert names == ["game-001", "game-002", "game-010"]
    assert recordings(tmp_path / "week" / "game-001") == [tmp_path / "week" / "game-001"]
    tape = tmp_path / "week" / "game-001" / TAPE
    assert recordings(tape) == [tape.parent]
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "empty", tmp_path / "nowhere"):
        with pytest.raises(InputError, match=folder.name):
            recordings(folder)
