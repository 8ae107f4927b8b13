"""Settings: the command line is stronger than the environment, and that is than files."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from terminal import Linkup

from bot.cli import linkup as group
from bot.commands.lazy import settable
from bot.commands.settings import (
    BARE,
    File,
    Setting,
    defaults,
    effective,
    files,
    of_files,
    own_file,
)
from bot.errors import InputError

FOUND = group.found


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in a project; the project's file is in the one around it."""
    folder = tmp_path / "project" / "inside"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder.parent


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The person's own folder of settings."""
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(tmp_path / "own" / name))
    folder = tmp_path / "own" / "linkup"
    folder.mkdir(parents=True)
    return folder


def test_each_is_weaker_than_the_one_before(
    linkup: Linkup, project: Path, own: Path, board_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Command line, environment, project, person, default: told by how many turns are allowed."""
    board_file.write_text("a a b .\n. . . b\nc d c .\n. d . .")  # by 0, 1 and 2 turns

    def most_turns(*arguments: str) -> int:
        links = linkup("links", board_file, "--json", *arguments).document["links"]
        return max(link["turns"] for link in links)

    assert most_turns() == 2
    (own / "config.toml").write_text("[links]\nmax-turns = 0\n")
    assert most_turns() == 0
    (project / "linkup.toml").write_text("[links]\nmax_turns = 1\n")
    assert most_turns() == 1
    monkeypatch.setenv("LINKUP_LINKS_MAX_TURNS", "0")
    assert most_turns() == 0
    assert most_turns("--max-turns", "1") == 1


def test_a_table_of_pyproject_will_do(project: Path) -> None:
    """If it is one of ours; one that is broken elsewhere is left alone."""
    path = project / "pyproject.toml"
    path.write_text("[tool.linkup.play]\ngames = 3\n")
    assert defaults(FOUND, "play") == {"number": 3}
    path.write_text("[tool.other]\nx = = 1\n")
    assert files() == []
    path.write_text("[tool.linkup.play]\nx = = 1\n")
    with pytest.raises(InputError, match=r"pyproject\.toml: no TOML: .* line 2"):
        files()


def test_a_file_is_preferred_to_pyproject_beside_it(project: Path) -> None:
    """One file of a project counts, the one that is for nothing else."""
    (project / "pyproject.toml").write_text("[tool.linkup.play]\ngames = 3\n")
    (project / "linkup.toml").write_text("[play]\n")
    assert [file.path.name for file in files()] == ["linkup.toml"]


def test_the_commands_that_cannot_be_set_are_known() -> None:
    """So that none of them need be imported to tell of a table that sets nothing."""
    assert {name for name in FOUND if not settable(FOUND[name])} == BARE


@pytest.mark.parametrize("command", ["play", "hint"])
def test_two_that_exclude_each_other_name_who_gave_them(
    linkup: Linkup,
    project: Path,
    own: Path,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A file, or the environment; not where the command line gave them."""
    path = project / "linkup.toml"
    path.write_text(f"[{command}]\nwindow = 'x'\nregion = '1,2,300,400'\n")
    answer = linkup(command)
    assert answer.code == 2
    assert answer.complaint.endswith(f"; {path} gives window and region in [{command}]")
    both = ("--window", "x", "--region", "1,2,300,400")
    assert str(path) not in linkup(command, *both).complaint
    path.unlink()
    names = [f"LINKUP_{command.upper()}_{option}" for option in ("WINDOW", "REGION")]
    for name, value in zip(names, ("x", "1,2,300,400"), strict=True):
        monkeypatch.setenv(name, value)
    assert linkup(command).complaint.endswith(f"; {names[0]} and {names[1]} are both set")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[play\n", "no TOML"),
        ("[plai]\nskin = 'x'\n", "[plai] is no command; did you mean [play]?"),
        ("[config]\nskin = 'x'\n", "[config] sets nothing: `linkup config` has no options to set"),
        ("play = 3\n", "play must be a table, [play], but got 3"),
        ("[play]\nskni = 'x'\n", "play.skni is no option of `linkup play`; did you mean skin?"),
        ("[play]\njson = true\n", "play.json is no option of `linkup play`"),
        ("[play]\ndry-run = 'yes'\n", "play.dry-run must be true or false, but got 'yes'"),
        ("[play]\ngames = true\n", "play.games must be a whole number, but got True"),
        ("[play]\ngames = 0\n", "play.games: 0 is not in the range 1<=x<=1000"),
        ("[play]\ntime-limit = 'long'\n", "play.time-limit must be a number, but got 'long'"),
        ("[play]\ngravity = 'sideways'\n", "play.gravity: 'sideways' is not one of 'auto'"),
        (
            "[play]\ntime_limit = 1\ntime-limit = 2\n",
            "play.time-limit is play.time_limit, said once more",
        ),
        ("[play]\nskin = 7\n", "play.skin must be a text in quotes, but got 7"),
        ("[play]\nwindow = 1979-05-27\n", "play.window must be a text in quotes"),
        ("[play]\ntime-limit = nan\n", "play.time-limit: nan is no number"),
        (f"[play]\ntime-limit = 1{'0' * 400}\n", "play.time-limit: int too large"),
        (
            '[play]\nrecord = "a\\u0000b"\n',
            "play.record must hold no NUL character, but got",
        ),
        ('[play]\nwindow = "\\u0000"\n', "play.window must hold no NUL character"),
    ],
)
def test_nonsense_is_one_line_with_file_and_key(
    linkup: Linkup, project: Path, text: str, message: str
) -> None:
    """Exit code 2, before anything is done."""
    (project / "linkup.toml").write_text(text)
    answer = linkup("play", "--window", "x")
    assert answer.code == 2
    assert answer.complaint.startswith(f"{project / 'linkup.toml'}: ")
    assert message in answer.complaint


def test_all_that_is_wrong_is_told_at_once(linkup: Linkup, project: Path, own: Path) -> None:
    """In every file, a line for each thing; in JSON all in one text."""
    (project / "linkup.toml").write_text('[plai]\n[play]\ngames = "two"\nhury = true\n')
    (own / "config.toml").write_text("[play]\ntime-limit = -1\n[config]\n[paly]\n")
    answer = linkup("play", "--window", "x")
    assert answer.code == 2
    lines = answer.err.splitlines()
    assert len(lines) == 6
    assert all(line.startswith("linkup: ") for line in lines)
    for found in ("[plai]", "play.games", "play.hury", "play.time-limit", "[config]", "[paly]"):
        assert sum(found in line for line in lines) == 1
    told = linkup("play", "--window", "x", "--json").document["error"]
    assert told == "; ".join(line.removeprefix("linkup: ") for line in lines)


def test_two_files_that_are_no_toml_are_both_told(linkup: Linkup, project: Path, own: Path) -> None:
    """And of all commands, where settings are shown."""
    (project / "linkup.toml").write_text("[")
    (own / "config.toml").write_text("]")
    assert len(linkup("config", "path").err.splitlines()) == 2
    (project / "linkup.toml").write_text("[play]\nx = 1\n[read]\ny = 2\n")
    (own / "config.toml").unlink()
    assert len(linkup("config", "show").err.splitlines()) == 2


def test_lists_are_lists() -> None:
    """An option that may be given several times is a list of values, and nothing else."""
    good = File(Path("x.toml"), {"solve": {"group": ["a,b", "c,d"]}})
    assert of_files(FOUND, "solve", [good]) == {"group": Setting(["a,b", "c,d"], "x.toml")}
    for wrong, message in (("a,b", "must be a list"), ([1], "must be a text")):
        with pytest.raises(InputError, match=message):
            of_files(FOUND, "solve", [File(Path("x.toml"), {"solve": {"group": wrong}})])


@pytest.mark.skipif(sys.platform == "win32", reason="pipes have no names in folders there")
def test_a_pipe_is_not_waited_for(linkup: Linkup, project: Path) -> None:
    """Nor is a file read to its end that is none of settings."""
    os.mkfifo(project / "linkup.toml")
    assert "no ordinary file" in linkup("config", "path").complaint
    (project / "linkup.toml").unlink()
    (project / "linkup.toml").write_text("#" * 1_000_001)
    assert "more than 1000000 bytes" in linkup("config", "path").complaint


def test_bytes_that_are_no_text_are_told(project: Path) -> None:
    """As a file of another encoding."""
    (project / "linkup.toml").write_bytes(b'[play]\nwindow = "\xff"\n')
    with pytest.raises(InputError, match="no UTF-8 text"):
        files()


def test_a_mark_before_the_text_is_passed_over(project: Path) -> None:
    """Some editors write one."""
    (project / "linkup.toml").write_bytes(b"\xef\xbb\xbf[play]\r\ngames = 3\r\n")
    assert defaults(FOUND, "play") == {"number": 3}


def test_a_pyproject_whose_tools_are_no_table_is_left_alone(project: Path) -> None:
    """It names us, but says nothing."""
    (project / "pyproject.toml").write_text('tool = "tool.linkup"\n')
    assert defaults(FOUND, "play") == {}


@pytest.mark.skipif(sys.platform == "win32", reason="there a current folder cannot be removed")
def test_where_the_current_folder_is_gone_there_is_no_project(project: Path, own: Path) -> None:
    """What the person has set still counts."""
    (own / "config.toml").write_text("[play]\ngames = 3\n")
    (project / "inside").rmdir()
    assert defaults(FOUND, "play") == {"number": 3}


@pytest.mark.parametrize("entered", [False, True])
def test_a_folder_that_may_not_be_entered_holds_no_file(
    own: Path, project: Path, monkeypatch: pytest.MonkeyPatch, entered: bool
) -> None:
    """As the home of somebody else; a file that may not be read is told."""
    (own / "config.toml").touch()
    (project / "linkup.toml").touch()
    before = Path.open

    def refused(path: Path, *how: Any, **other: Any) -> Any:
        if path.parent == own:
            raise PermissionError(13, "Permission denied")
        return before(path, *how, **other)

    monkeypatch.setattr(Path, "open", refused)
    monkeypatch.setattr(os, "access", lambda path, _: entered or path != own)
    if entered:
        with pytest.raises(InputError, match=r"config\.toml: Permission denied"):
            files()
    else:
        assert [file.path for file in files()] == [project / "linkup.toml"]


def test_help_comes_whatever_a_file_says(linkup: Linkup, project: Path) -> None:
    """And so does what --no-config asks for."""
    (project / "linkup.toml").write_text("[play\n")
    assert linkup("links", "--help").code == 0
    assert "no-such-file" in linkup("--no-config", "links", "no-such-file").complaint


def test_a_window_in_a_file_gives_way_to_a_region(linkup: Linkup, project: Path, own: Path) -> None:
    """On the command line, and in a stronger file: both say which game is meant."""
    (own / "config.toml").write_text("[play]\nwindow = 'Shisen-Sho'\n")
    answer = linkup("play", "--region", "no region")
    assert "--region wants X,Y,WIDTH,HEIGHT" in answer.complaint
    (project / "linkup.toml").write_text("[play]\nregion = '1,2,3,4'\n")
    assert defaults(FOUND, "play") == {"region": "1,2,3,4"}


def test_a_dry_run_needs_no_recording(
    linkup: Linkup, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One in a file is passed over; one that is asked for beside it is refused."""
    (project / "linkup.toml").write_text("[play]\nrecord = 'games'\nwindow = 'x'\n")
    monkeypatch.delenv("DISPLAY", raising=False)
    assert "--record" not in linkup("play", "--dry-run").complaint
    asked = linkup("play", "--dry-run", "--record", "games")
    assert "--dry-run plays no game that --record could keep" in asked.complaint


def test_a_variable_that_cannot_be_is_named(
    linkup: Linkup, board_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person may have set it long ago."""
    monkeypatch.setenv("LINKUP_SOLVE_BUDGET", "long")
    answer = linkup("solve", board_file)
    assert answer.code == 2
    assert "LINKUP_SOLVE_BUDGET" in answer.complaint


def test_a_flag_of_a_file_can_be_taken_back(linkup: Linkup, project: Path) -> None:
    """By its opposite on the command line."""
    (project / "linkup.toml").write_text("[deal]\nrate = true\n")
    size = ("--rows", "4", "--cols", "4", "--kinds", "4", "--json")
    assert "difficulty" in linkup("deal", *size).document
    assert "difficulty" not in linkup("deal", *size, "--no-rate").document


def test_every_default_is_what_the_command_takes() -> None:
    """What is shown as effective is what a command without arguments would get."""
    for name in ("play", "demo", "read", "hint", "sandbox", "calibrate", "bench"):
        settings = effective(FOUND, name, [])
        assert {each.origin for each in settings.values()} == {"default"}
    assert effective(FOUND, "play", [])["games"].value == 1


def test_the_own_file_is_where_the_system_has_it(own: Path) -> None:
    """In the folder of this program's settings."""
    assert own_file() == own / "config.toml"


@pytest.mark.skipif(sys.platform in {"win32", "darwin"}, reason="no folders of XDG")
@pytest.mark.parametrize("said", ["", "here"])
def test_a_folder_that_does_not_count_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, said: str
) -> None:
    """The person's settings are never looked for where the person happens to be."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", said)
    assert own_file() == tmp_path / ".config" / "linkup" / "config.toml"
