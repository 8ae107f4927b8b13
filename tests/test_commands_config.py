"""Settings as they are shown: each with its value and where it comes from."""

from __future__ import annotations

import tomllib
from math import inf
from pathlib import Path

import pytest
from terminal import Linkup


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a project; this is the current folder."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "linkup.toml"
    path.write_text(
        '[play]\nwindow = "连连看"\ndry-run = true\ntime-limit = 60\n', encoding="utf-8"
    )
    return path


def test_what_is_shown_is_a_file_of_settings(linkup: Linkup, project: Path) -> None:
    """TOML, in which what is set stands, and the rest behind a #."""
    answer = linkup("config", "show", "play")
    table = tomllib.loads(answer.out)["play"]
    assert (table["window"], table["dry-run"], table["time-limit"]) == ("连连看", True, 60)
    assert "# skin =" in answer.out
    project.write_text(answer.out, encoding="utf-8")
    assert linkup("config", "show", "play").out == answer.out


def test_no_limit_is_written_as_toml_and_json_have_it(linkup: Linkup, project: Path) -> None:
    """JSON knows no infinite number."""
    project.write_text("[play]\ntime-limit = inf\nwindow = 'inf'\n")
    table = tomllib.loads(linkup("config", "show", "play").out)["play"]
    assert (table["time-limit"], table["window"]) == (inf, "inf")
    shown = linkup("config", "show", "play", "--json")
    assert "Infinity" not in shown.out
    assert shown.document["settings"]["play"]["time-limit"]["value"] == "inf"


def test_the_origin_of_each_is_told(
    linkup: Linkup, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file, a variable, or default."""
    monkeypatch.setenv("LINKUP_PLAY_GAMES", "7")
    document = linkup("config", "show", "play", "--json").document
    assert document["files"] == [str(project)]
    play = document["settings"]["play"]
    assert play["window"] == {"value": "连连看", "origin": str(project)}
    assert play["games"] == {"value": 7, "origin": "LINKUP_PLAY_GAMES"}
    assert play["gravity"] == {"value": "auto", "origin": "default"}
    lines = linkup("config", "show", "play", "--origin").out.splitlines()
    assert f"dry-run = true                    # {project}" in lines


def test_all_commands_are_shown_unless_told(linkup: Linkup, project: Path) -> None:
    """Those that have settings."""
    shown = linkup("config", "show", "--json").document["settings"]
    assert {"play", "demo", "read", "hint", "sandbox", "calibrate", "bench"} <= shown.keys()
    assert not {"config", "completion", "doctor"} & shown.keys()
    assert "has no settings" in linkup("config", "show", "doctor").complaint


def test_a_variable_that_cannot_be_is_told(
    linkup: Linkup, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its name; exit code 2."""
    monkeypatch.setenv("LINKUP_PLAY_GAMES", "many")
    answer = linkup("config", "show", "play")
    assert answer.code == 2
    assert answer.complaint.startswith("LINKUP_PLAY_GAMES: 'many' is no whole number")


def test_the_files_are_named(linkup: Linkup, project: Path) -> None:
    """The strongest first, and those that could be there."""
    first, second = linkup("config", "path").out.splitlines()
    assert first == str(project)
    assert second.endswith("(not there)")
    assert linkup("config", "path", "--json").document["files"] == [str(project)]


@pytest.mark.parametrize("text", ["[play\n", "[play]\nskni = 1\n"])
def test_the_doctor_tells_of_a_broken_file(
    linkup: Linkup, project: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """As a warning among its findings, and makes all the other checks."""
    monkeypatch.setattr("bot.doctor.checks.checks", lambda: ())
    project.write_text(text)
    (settings,) = linkup("doctor", "--json").document["checks"]
    assert (settings["name"], settings["state"]) == ("settings", "warning")
    assert "linkup.toml" in settings["seen"]
