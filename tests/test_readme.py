"""The README: what it tells people to type works, and gives what it shows."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
from itertools import pairwise
from pathlib import Path

import click
import pytest
from terminal import Linkup

from bot.cli import linkup as commands
from bot.commands.config import config

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
NEEDS_A_SCREEN = {"doctor", "game", "play", "sandbox"}


def section(title: str) -> str:
    """The text under a heading of the second level."""
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def shown() -> list[tuple[str, str]]:
    """Every command with what the README shows of its answer."""
    found = []
    for block in blocks(README, "console"):
        starts = [match.start() for match in re.finditer(r"^\$ ", block, re.MULTILINE)]
        for start, end in pairwise([*starts, len(block)]):
            command, _, answer = block[start + 2 : end].partition("\n")
            found.append((command, answer))
    return found


def plain(text: str) -> str:
    """A text without the numbers that differ from run to run."""
    differs = r"\d+\.\d+ M?[sB]\b|\d+ (looks|nodes|lines)|margin (yes|auto)"
    return re.sub(differs, "#", text).replace("\\", "/")


def test_the_quick_start_is_two_lines() -> None:
    """Two blocks of one line each: the first runs the demo, the second the tests."""
    first, second = blocks(section("Quick start"), "sh")
    assert first.count("\n") == second.count("\n") == 1
    assert first.endswith("linkup demo\n")
    assert "-m pytest" in second


def test_what_is_shown_is_what_comes(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The commands that need no screen, one after the other as a person would type them."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    monkeypatch.chdir(tmp_path)
    tried = set()
    for command, expected in shown():
        line, _, target = command.partition(" > ")
        program, name, *arguments = shlex.split(line)
        assert program == "linkup"
        if name in NEEDS_A_SCREEN:
            continue
        answer = linkup(name, *arguments)
        assert answer.code == 0, answer.err
        if target:
            Path(target).write_text(answer.out, encoding="utf-8")
        assert plain("" if target else answer.out) == plain(expected), command
        tried.add(name)
    assert tried == {
        "read",
        "hint",
        "calibrate",
        "demo",
        "replay",
        "report",
        "film",
        "deal",
        "solve",
    }


def test_what_needs_a_screen_is_at_least_understood() -> None:
    """A game in a window cannot be played here, but the command must exist with these options."""
    for command, _ in shown():
        name, *arguments = shlex.split(command.partition(" > ")[0])[1:]
        commands.commands[name].make_context(name, arguments)


def test_only_commands_and_options_that_exist_are_named() -> None:
    """Whatever a document calls `linkup NAME` or `--option` can be typed."""
    known = {
        option
        for command in (commands, *commands.commands.values(), *config.commands.values())
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    text = README + (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`linkup ([a-z]+)", text))
    assert named
    assert named <= commands.commands.keys()
    options = {word for span in re.findall(r"`(--[^`]*)`", text) for word in span.split()[:1]}
    assert options
    assert options <= known | {"--help"}


def test_python_examples_are_true() -> None:
    """Every example gives what it shows."""
    examples = blocks(README, "python")
    assert examples
    for number, example in enumerate(examples):
        test = doctest.DocTestParser().get_doctest(example, {}, f"README {number}", None, None)
        assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    """Every file that a document links or shows is there."""
    targets = re.findall(r"\]\(([^)\s]+)\)", document.read_text(encoding="utf-8"))
    for target in targets:
        if not target.startswith(("http://", "https://", "#")):
            assert (document.parent / target.split("#")[0]).exists(), target


def test_pictures_are_small() -> None:
    """Nobody waits for the README."""
    for picture in (ROOT / "docs").rglob("*.png"):
        assert picture.stat().st_size < 300_000, picture
    for film in (ROOT / "docs").rglob("*.webp"):
        assert film.stat().st_size < 1_500_000, film
