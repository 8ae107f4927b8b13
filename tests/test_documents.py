"""The documents: what they tell people to type works, and gives what they show."""

from __future__ import annotations

import doctest
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import click
import numpy as np
import pytest
from documents import (
    DOCUMENTS,
    ROOT,
    SCREEN,
    Shown,
    anchors,
    blocks,
    fenced,
    links,
    prose,
    shown,
    text_of,
)
from terminal import Linkup

from bot import backends, skinfolders
from bot.buttons import Role
from bot.cli import linkup as commands
from bot.commands.config import config
from bot.frame import save

pytest_plugins = ["pytester"]

NEEDS_A_SCREEN = {"doctor", "game", "play", "sandbox"}
NOT_OURS = {"--help", "--linkup-update", "--no-deps", "--rm"}
"""Options of pytest and pip, and the one that every command has."""
KSHISEN = ROOT / "fixtures/screenshots/kshisen"
STAGED = {
    "docs/skins.md": {
        "full.png": KSHISEN / "default-18x8-860x640-fresh.png",
        "half.png": KSHISEN / "default-18x8-860x640-p50.png",
        "won.png": KSHISEN / "default-18x8-860x640-p20.png",
        "screenshot.png": KSHISEN / "default-18x8-860x640-p20.png",
    },
}
"""Pictures that a document takes for the reader's own."""


def name_of(document: Path) -> str:
    """Where it is in the checkout."""
    return document.relative_to(ROOT).as_posix()


TYPED = [path for path in DOCUMENTS if any(not one.on_screen for one in shown(text_of(path)))]


def plain(text: str) -> str:
    """A text without the numbers that differ from run to run."""
    differs = r"\d+\.\d+ M?[sB]\b|\d+ (looks|nodes|lines)"
    differs += r"|(whether )?paths may run outside( was not found out)?"
    text = re.sub(r'("(?:seconds|nodes)": )[\d.e-]+', r"\1#", text)
    return re.sub(differs, "#", text).replace("\\", "/").rstrip("\n")


def typed(linkup: Linkup, command: str) -> str:
    """What a command prints, run as a shell would in the current folder; `>` writes a file."""
    line, _, target = command.partition(" > ")
    program, *arguments = shlex.split(line)
    if program == "printf":
        (answer,) = (words.replace("\\n", "\n") for words in arguments)
    else:
        assert program == "linkup"
        done = linkup(*arguments)
        assert done.code in {0, 1}, done.err
        assert done.code == 0 or arguments[0] in {"links", "solve"}, done.err
        answer = done.out
    if target:
        Path(target).write_text(answer, encoding="utf-8")
    return "" if target else answer


@pytest.mark.parametrize("document", TYPED, ids=name_of)
def test_what_is_shown_is_what_comes(
    document: Path, linkup: Linkup, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The commands of a document, one after the other as a person would type them."""
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    for name, picture in STAGED.get(name_of(document), {}).items():
        shutil.copy(picture, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    for one in shown(text_of(document)):
        if not one.on_screen:
            assert plain(typed(linkup, one.command)) == plain(one.answer), one.command
    assert cluttering(tmp_path) == set()


def cluttering(folder: Path) -> set[str]:
    """What was made in a folder that git would want to keep, were it made in the checkout."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        return set()
    made = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    made -= {path for path in made if path.startswith("docs/") and (ROOT / path).exists()}
    told = subprocess.run(
        ["git", "check-ignore", "--no-index", "--stdin"],
        cwd=ROOT,
        input="\n".join(made),
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode in {0, 1}, told.stderr
    return made - set(told.stdout.splitlines())


def test_every_command_that_needs_no_screen_is_shown() -> None:
    """Somewhere in the documents, with its answer, so that it is run."""
    run = {one.command.split()[1] for path in TYPED for one in shown(text_of(path))}
    left = commands.commands.keys() - NEEDS_A_SCREEN - {"bench", "completion"}
    assert left <= run


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_what_needs_a_screen_is_marked_and_understood(document: Path) -> None:
    """It cannot be played here, but the mark is seen, and the command has these options."""
    for block in blocks(text_of(document), "console"):
        on_screen = {one.command.split()[1] in NEEDS_A_SCREEN for one in shown(_as_text(block))}
        assert on_screen == {block.startswith(SCREEN)}, block
    for one in shown(text_of(document)):
        if one.on_screen:
            understood(one)


def _as_text(block: str) -> str:
    return f"```console\n{block}```\n"


def understood(one: Shown) -> None:
    """Raise unless the command line can be taken apart."""
    name, *arguments = shlex.split(one.command)[1:]
    commands.commands[name].make_context(name, arguments)


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_only_commands_and_options_that_exist_are_named(document: Path) -> None:
    """Whatever a document calls `linkup NAME` or `--option` can be typed."""
    known = {
        option
        for command in (commands, *commands.commands.values(), *config.commands.values())
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    text = prose(text_of(document))
    assert set(re.findall(r"`linkup ([a-z]+)", text)) <= commands.commands.keys()
    options = {word for span in re.findall(r"`(--[^`]*)`", text) for word in span.split()[:1]}
    assert options <= known | NOT_OURS


def test_every_command_is_told() -> None:
    """The document of the command line names each there is."""
    text = text_of(ROOT / "docs/command-line.md")
    assert set(re.findall(r"`linkup ([a-z]+)`", text)) >= commands.commands.keys()


@pytest.mark.parametrize(
    "document",
    [path for path in DOCUMENTS if ">>>" in "".join(blocks(text_of(path), "python"))],
    ids=name_of,
)
def test_python_examples_are_true(document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each gives what it shows, one after the other."""
    monkeypatch.chdir(ROOT)
    text = "\n".join(blocks(text_of(document), "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, name_of(document), None, None)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_examples_for_pytest_pass(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of `docs/testing.md`, in a folder with the screenshot that they speak of."""
    examples = blocks(text_of(ROOT / "docs/testing.md"), "python")
    assert len(examples) == 3
    pytester.makepyfile("\n\n".join(examples))
    screens = pytester.mkdir("screens")
    shutil.copy(ROOT / "docs/images/game.png", screens / "level-3.png")
    save(screens / "menu.png", np.full((300, 400, 3), 90, np.uint8))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.runpytest_subprocess("-p", "bot.testing", "--linkup-update")
    pytester.runpytest_subprocess("-p", "bot.testing").assert_outcomes(passed=3)


def test_settings_and_tables_are_read(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Files of settings set what they say, entry points are looked for, buttons have a use."""
    tables = [tomllib.loads(block) for path in DOCUMENTS for block in blocks(text_of(path), "toml")]
    assert len(tables) == 4
    for table in tables:
        for group in table.get("project", {}).get("entry-points", {}):
            assert group in {backends.GROUP, skinfolders.GROUP}
        for button in table.get("buttons", []):
            assert Role(button["for"])
    (text,) = blocks(text_of(ROOT / "docs/command-line.md"), "toml")
    (tmp_path / "linkup.toml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    settings = linkup("config", "show", "play", "--json").document["settings"]["play"]
    told = tomllib.loads(text)["play"]
    assert {key: settings[key]["value"] for key in told} == told


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_lines_for_shells_are_whole(document: Path) -> None:
    """A shell can read them, and of ours they name only commands and extras that exist."""
    extras = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["optional-dependencies"]
    for language, block in fenced(text_of(document)):
        if language not in {"sh", "powershell"}:
            continue
        if language == "sh" and shutil.which("bash"):
            checked = subprocess.run(["bash", "-n"], input=block, text=True, check=False)
            assert checked.returncode == 0, block
        for name in re.findall(r"(?:^|[\\/ ])linkup ([a-z]+)", block, re.MULTILINE):
            assert name in commands.commands, block
        for extra in re.findall(r"--extra (\w+)|\.\[(\w+)\]", block):
            assert "".join(extra) in extras, block


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_links_lead_somewhere(document: Path) -> None:
    """Every file and heading that a document links or shows is there."""
    for target in links(text_of(document)):
        if target.startswith(("http://", "https://")):
            continue
        file, _, anchor = target.partition("#")
        there = document.parent / file if file else document
        assert there.exists(), target
        assert not anchor or anchor in anchors(text_of(there)), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=name_of)
def test_modules_that_are_named_exist(document: Path) -> None:
    """Whatever is called `bot/name.py` is a file, and holds what a decision says is in it."""
    if document.name == "CHANGELOG.md":
        return
    for module in re.findall(r"bot/[\w/]+\.py", text_of(document)):
        assert (ROOT / module).is_file(), module
    for module, name in re.findall(r"`([a-z]\w*)\.(\w+)(?:\(\))?`", prose(text_of(document))):
        code = ROOT / "bot" / f"{module}.py"
        if document.parent.name == "decisions" and code.is_file():
            assert re.search(rf"^(def |class |(\w+, )+)?{name}\b", text_of(code), re.MULTILINE), (
                name
            )


@pytest.mark.parametrize(
    "document", [path for path in DOCUMENTS if f"\n{SCREEN}" in text_of(path)], ids=name_of
)
def test_what_needs_a_screen_is_explained_before_it_is_met(document: Path) -> None:
    """The mark stands in a sentence above the first block that begins with it."""
    before, _, _ = text_of(document).partition(f"\n{SCREEN}")
    assert f"`{SCREEN.strip()}`" in prose(before)


def test_every_document_is_in_the_index() -> None:
    """Nobody has to find a page by chance."""
    index = text_of(ROOT / "docs/README.md")
    for page in (ROOT / "docs").glob("*.md"):
        assert page.name == "README.md" or f"]({page.name})" in index, page
