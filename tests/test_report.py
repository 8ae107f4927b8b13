"""A report of a recording: its stories, its page and its numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from recordings import FIXTURE, game, look, recording, start

from bot import report as module
from bot.errors import InputError
from bot.report import document, report, stories


def test_the_numbers_are_those_of_the_game(tmp_path: Path) -> None:
    """Links, clicks, looks, pace and what went wrong."""
    (story,) = stories(recording(tmp_path))
    numbers = document(story)
    assert (numbers["outcome"], numbers["whole"], numbers["damage"]) == ("cleared", True, None)
    assert (numbers["links"], numbers["clicks"], numbers["looks"]) == (2, 5, 4)
    assert numbers["per_link"] == {"mean": 1.75, "median": 1.75, "most": 2.5}
    assert [fault["trouble"] for fault in numbers["faults"]] == ["lost click"]
    assert numbers["steps"][1]["link"] == [[0, 1], [0, 2]]
    assert numbers["steps"][1]["verdicts"][-1] == {"time": 3.1, "outcome": "removed"}


def test_pictures_that_are_missing_are_damage(tmp_path: Path) -> None:
    """It stands on the page and in the numbers, though the tape is whole."""
    folder = recording(tmp_path)
    for picture in folder.glob("*.png"):
        picture.unlink()
    told = stories(folder)
    page = report(told)
    assert "are missing or broken" in page
    assert str(document(told[0])["damage"]).startswith("pictures of ")


def test_pictures_of_a_series_are_no_more_than_of_one_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They share the page; later games may get none."""
    for number in range(4):
        recording(tmp_path / f"game-{number}")
    monkeypatch.setattr(module, "MOST_SHOTS", 9)
    assert report(stories(tmp_path)).count("data:image") == 9


@pytest.mark.parametrize("lines", [[], [start()], [{"what": "odd"}]], ids=["none", "one", "odd"])
def test_a_tape_that_tells_nothing_is_bad_input(
    tmp_path: Path, lines: list[dict[str, object]]
) -> None:
    """There is nothing to show."""
    with pytest.raises(InputError, match="nothing to tell"):
        stories(recording(tmp_path, lines))


def test_one_broken_game_of_a_series_does_not_hide_the_others(tmp_path: Path) -> None:
    """It is told as damaged."""
    recording(tmp_path / "game-001")
    recording(tmp_path / "game-002", [look(0.0) | {"what": "start"}, *game()])
    first, second = stories(tmp_path)
    assert first.damage == ""
    assert second.damage == "line 1 is broken"
    assert "line 1 is broken" in report([first, second])


def test_progress_rises_to_the_end() -> None:
    """Of reading and of drawing."""
    shares: list[float] = []
    told = stories(FIXTURE, shares.append)
    assert shares == sorted(shares)
    shares.clear()
    report(told, shares.append)
    assert shares == sorted(shares)
    assert 0.9 < shares[-1] <= 1
