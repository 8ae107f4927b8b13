"""Completion: a shell gets its script, and what it asks for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import click
import pytest
from terminal import Linkup

from bot.commands.common import complete_windows
from bot.desktop import Window
from bot.errors import MachineError
from bot.geometry import Rect

PLACES = [
    ("bash", ".local/share/bash-completion/completions/linkup"),
    ("zsh", ".zfunc/_linkup"),
    ("fish", ".config/fish/completions/linkup.fish"),
]
"""Where each shell looks, in the home folder."""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_the_answer(linkup: Linkup, shell: str) -> None:
    """All of stdout is the script; where to put it is told beside it."""
    answer = linkup("completion", shell)
    assert answer.code == 0
    assert "_LINKUP_COMPLETE" in answer.out
    assert f"linkup completion {shell}" in answer.err


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
@pytest.mark.parametrize(("shell", "place"), PLACES)
def test_what_it_says_to_do_can_be_done(
    linkup: Linkup, tmp_path: Path, shell: str, place: str
) -> None:
    """In a home folder where nothing is yet, the script comes to lie where the shell looks."""
    told = linkup("completion", shell).err.removeprefix("to keep it: ")
    command = re.split(r"; then| \(", told)[0].replace("linkup completion", "echo")
    subprocess.run(["sh", "-c", command], env=os.environ | {"HOME": str(tmp_path)}, check=True)
    assert (tmp_path / place).read_text(encoding="utf-8") == f"{shell}\n"


def test_the_example_of_the_help_is_whole(linkup: Linkup) -> None:
    """Each line of it can be copied as it stands."""
    lines = [line.strip() for line in linkup("completion", "--help").out.splitlines()]
    folder = "~/.local/share/bash-completion/completions"
    assert f"mkdir -p {folder}" in lines
    assert f"linkup completion bash > {folder}/linkup" in lines


def test_bash_understands_its_script(linkup: Linkup, tmp_path: Path) -> None:
    """It is free of errors and says how `linkup` is completed."""
    if (bash := shutil.which("bash")) is None:
        pytest.skip("bash is not installed")
    path = tmp_path / "linkup"
    path.write_text(linkup("completion", "bash").out, encoding="utf-8")
    told = subprocess.run(
        [bash, "-c", f'. "{path}"; complete -p linkup'], capture_output=True, text=True, check=False
    )
    assert "-F _linkup_completion linkup" in told.stdout


def completed(*words: str) -> list[str]:
    """What bash is told to offer for the last word."""
    asks = {"_LINKUP_COMPLETE": "bash_complete", "COMP_WORDS": " ".join(words)}
    done = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=Path(__file__).parent.parent,
        env=os.environ | asks | {"COMP_CWORD": str(len(words) - 1)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [line.partition(",")[2] for line in done.stdout.splitlines()]


def test_commands_options_and_skins_are_completed() -> None:
    """Those that begin as the word does."""
    assert completed("linkup", "re") == ["read", "replay", "report"]
    assert "--dry-run" in completed("linkup", "play", "--d")
    assert "kshisen-jade" in completed("linkup", "read", "--skin", "kshisen-j")


def test_windows_are_completed_by_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignoring case; and by nothing where there is no screen, without a word."""
    context, option = click.Context(click.Command("play")), click.Option(["--window"])
    desktop = Mock()
    desktop.windows.return_value = [Window(1, "Shisen-Sho", Rect(0, 0, 9, 9))]
    monkeypatch.setattr("bot.window.open_desktop", lambda: desktop)
    assert complete_windows(context, option, "shis") == ["Shisen-Sho"]
    monkeypatch.setattr("bot.window.open_desktop", Mock(side_effect=MachineError("no X display")))
    assert complete_windows(context, option, "shis") == []


def test_a_shell_that_is_missing_or_unknown_is_told(linkup: Linkup) -> None:
    """With the shells named once, and where an example is."""
    missing = linkup("completion").complaint
    assert missing.startswith("SHELL is missing, one of bash, zsh, fish, powershell; ")
    assert missing.endswith("`linkup completion --help` shows an example")
    assert linkup("completion", "tcsh").complaint.count("fish") == 1


def test_help_lines_end_by_column_100(linkup: Linkup) -> None:
    """A list of nine ways to fall is wrapped as any text is."""
    for command in ("play", "demo", "sandbox", "hint", "solve", "links", "deal"):
        assert max(map(len, linkup(command, "--help").out.splitlines())) <= 100
