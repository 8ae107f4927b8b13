"""The house: which module may know which, and that what is packed is whole."""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from email.parser import BytesParser
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): path
    for path in sorted((ROOT / "bot").rglob("*.py"))
    if path.name != "__init__.py"
}
TABLE = {
    f"bot.{name}"
    for name in (
        *("errors", "geometry", "board", "matcher", "position"),
        *("neighbours", "backwards", "deal", "shuffle", "engine"),
    )
}
MIND = {
    f"bot.{name}"
    for name in (
        "spans",
        *("spanpath", "playing"),
        "needs",
        "walk",
        "annealing",
        "drift",
        "tour",
        *("slide", "sliding"),
        "openlinks",
        "judges",
        "narrowing",
        "proof",
        "slope",
        "pile",
        "falling",
        "pairing",
        "solver",
        "playout",
        "difficulty",
        *("dealer", "levels"),
        *("rescue", "safelink", "turning"),
        *("clues", "suspects", "plans", "guess", "trial"),
        *("beliefs", "expectation", "policy", "pointer", "selection", "hint", "session"),
    )
}
HANDS = {
    f"bot.{name}"
    for name in (
        *("screen", "mouse", "window", "desktop", "live", "stopkey", "stopkey_x11"),
        *("display_x11", "silence_x11", "tap_x11"),
    )
}
OTHER_SYSTEMS = {
    "bot.window_win32": "win32",
    "bot.window_macos": "darwin",
    "bot.doctor.win32": "win32",
    "bot.doctor.macos": "darwin",
    **dict.fromkeys(("bot.started", "bot.nested", "bot.sandbox"), "linux"),
}


def imports(module: str, *, at_once: bool = False) -> set[str]:
    """The modules that one imports; `at_once` leaves out what it imports when it is used."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    nodes = list(tree.body if at_once else ast.walk(tree))
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return names | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def reached(module: str) -> set[str]:
    """All modules of ours that come along when one is imported."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        for name in imports(waiting.pop()) & MODULES.keys() - found:
            found.add(name)
            waiting.append(name)
    return found


@pytest.mark.parametrize("module", sorted(TABLE | MIND))
def test_table_and_mind_need_the_standard_library_alone(module: str) -> None:
    """They import each other and nothing that must be installed."""
    allowed = TABLE | MIND | sys.stdlib_module_names
    foreign = {name for name in imports(module) if name not in allowed}
    assert {name for name in foreign if name.split(".")[0] not in sys.stdlib_module_names} == set()


def test_the_table_does_not_know_the_mind() -> None:
    """The rules of the game hold without anybody who plays it."""
    assert not set().union(*map(reached, TABLE)) & MIND


def test_the_eye_knows_neither_the_mind_nor_the_deal_nor_the_hands() -> None:
    """What is read cannot depend on what is hoped for."""
    assert not reached("bot.reader") & (MIND | HANDS | {"bot.deal"})


@pytest.mark.parametrize(
    ("library", "module"),
    [("mss", "bot.screen"), ("pyautogui", "bot.mouse"), ("pygame", "bot.stage")],
)
def test_screen_and_mouse_are_imported_in_one_place_and_when_needed(
    library: str, module: str
) -> None:
    """On Linux pyautogui opens the display when it is imported; nothing else may cause that."""
    assert [name for name in MODULES if library in imports(name)] == [module]
    assert library not in imports(module, at_once=True)


@pytest.mark.parametrize("module", [name for name in MODULES if name != "bot.__main__"])
def test_examples_in_the_code_are_true(module: str) -> None:
    """Every doctest of a module gives what it says."""
    if OTHER_SYSTEMS.get(module, sys.platform) != sys.platform:
        pytest.skip(f"{module} is of {OTHER_SYSTEMS[module]}")
    assert doctest.testmod(importlib.import_module(module)).failed == 0


def test_every_module_is_one_of_few_lines_that_says_what_it_is() -> None:
    """Each opens with a docstring and ends before line 400."""
    for module, path in MODULES.items():
        text = path.read_text(encoding="utf-8")
        assert ast.get_docstring(ast.parse(text)), module
        assert text.count("\n") < 400, module


def test_a_text_that_is_written_is_the_same_on_every_system() -> None:
    """Whatever writes one says how its lines end; else Windows would have other bytes."""
    for module, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            modes = {each.value for each in node.args if isinstance(each, ast.Constant)}
            writes = called == "write_text" or (
                called in {"open", "NamedTemporaryFile"} and modes & {"w", "x", "a"}
            )
            named = {keyword.arg for keyword in node.keywords}
            assert not writes or "newline" in named, f"{module}:{node.lineno}"


TELLING = {"InputError", "BoardError", "FrameError", "SkinError", "BoardNotFoundError"}
"""Errors about what somebody has handed us; others may hide a mistake of ours, or of a library."""


@pytest.mark.parametrize("module", sorted(MODULES.keys() - {"bot.replaying"}))
def test_an_error_that_repeats_its_reason_stands_alone(module: str) -> None:
    """Or whoever calls us from Python reads the same twice, in two tracebacks."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    twice = [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise)
        and isinstance(node.cause, ast.Name)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
        and node.exc.func.id in TELLING
        and node.cause.id in {part.id for part in ast.walk(node.exc) if isinstance(part, ast.Name)}
    ]
    assert twice == []


def project() -> dict[str, Any]:
    """What `pyproject.toml` says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_lock_is_of_this_project_and_of_the_public_registry() -> None:
    """It asks for what the project asks for, and every file in it is one anybody can fetch."""
    lock = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))
    packages = {package["name"]: package for package in lock["package"]}
    ours = packages.pop("linkup-bot")
    needs = ours["metadata"]["requires-dist"]
    wanted = project()["project"]
    assert ours["version"] == wanted["version"]
    assert {_name(line) for line in wanted["dependencies"]} == {
        need["name"] for need in needs if "extra" not in need.get("marker", "")
    }
    assert {_name(line) for line in wanted["optional-dependencies"]["dev"]} == {
        need["name"] for need in needs if "extra" in need.get("marker", "")
    }
    for name, package in packages.items():
        assert package["source"] == {"registry": "https://pypi.org/simple"}, name
        for file in [*package.get("wheels", []), package.get("sdist", {})]:
            assert not file or file["url"].startswith("https://files.pythonhosted.org/"), file


def _name(requirement: str) -> str:
    """The package that a requirement such as ``mss>=10.2`` names, as the registry spells it."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower()


def build(what: str, source: Path, folder: Path) -> Path:
    """A wheel or an sdist, built from a folder with the sources into another one."""
    pytest.importorskip("hatchling", reason="hatchling, of the extra `dev`, is not installed")
    command = [sys.executable, "-m", "hatchling", "build", "-t", what, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is published."""
    return build("wheel", ROOT, tmp_path_factory.mktemp("wheel"))


def contents(wheel: Path) -> dict[str, bytes]:
    """Every file in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_is_whole(wheel: Path) -> None:
    """Modules, skins and the mark of a typed package are in it, and nothing else."""
    packed = {name for name in contents(wheel) if ".dist-info/" not in name}
    folder = ROOT / "bot"
    here = {p.relative_to(ROOT).as_posix() for p in folder.rglob("*") if p.suffix != ".pyc"}
    skins = {p.relative_to(ROOT) for p in (ROOT / "templates").rglob("*") if p.is_file()}
    here = {name for name in here if (ROOT / name).is_file()}
    assert packed == here | {f"bot/{skin.as_posix()}" for skin in skins}
    assert "bot/py.typed" in packed
    assert "bot/templates/linkup/skin.toml" in packed


def test_the_wheel_says_what_it_is(wheel: Path) -> None:
    """Its text is the README, the text of each licence it names is in it, and skins name theirs."""
    files = contents(wheel)
    (told,) = (data for name, data in files.items() if name.endswith(".dist-info/METADATA"))
    metadata = BytesParser().parsebytes(told)
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert told.decode().endswith((ROOT / "README.md").read_text(encoding="utf-8"))
    licences = project()["project"]["license"].split(" AND ")
    assert metadata["License-Expression"] == " AND ".join(licences)
    texts = metadata.get_all("License-File")
    assert texts == ["LICENSE", *(f"LICENSES/{name}.txt" for name in licences if name != "MIT")]
    for text in texts:
        assert any(name.endswith(f".dist-info/licenses/{text}") for name in files)
    for name, data in files.items():
        if name.endswith("/skin.toml"):
            art = tomllib.loads(data.decode())["source"]["licence"].split(",")[0]
            assert art in licences, name


def test_the_sdist_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    """File by file, away from the checkout; and what tests and documents need is in it as well."""
    sdist = build("sdist", ROOT, tmp_path / "sdist")
    shutil.unpack_archive(sdist, tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()
    for needed in ("tests", "fixtures", "docs", "README.zh-CN.md", "CHANGELOG.md", "uv.lock"):
        assert (source / needed).exists(), needed
    again = build("wheel", source, tmp_path / "wheel")
    assert again.name == wheel.name
    assert contents(again) == contents(wheel)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The Python of an environment in which the wheel is installed, and the checkout is not."""
    home = tmp_path_factory.mktemp("away") / "environment"
    venv.create(home, with_pip=False, symlinks=sys.platform != "win32")
    paths = sysconfig.get_paths("venv", vars={"base": str(home), "platbase": str(home)})
    packages = Path(paths["purelib"])
    shutil.unpack_archive(wheel, packages, "zip")
    # Its dependencies are those of the tests; the checkout, known there by a file that only
    # Python's own folders are searched for, is not among them.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    python = shutil.which("python", path=paths["scripts"])
    assert python is not None
    return python


def away(
    python: str, folder: Path, *arguments: str, code: int | None = 0
) -> subprocess.CompletedProcess[str]:
    """Run the installed Python in a folder; it ends with that code, or with any if that is None."""
    # The checkout may be named by the environment of the tests.
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [python, *arguments],
        cwd=folder,
        env=clean,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert code in {None, done.returncode}, done.stderr
    return done


def test_the_wheel_plays_away_from_the_checkout(installed: str, tmp_path: Path) -> None:
    """Installed into an environment of its own, the command clears the bundled game."""
    where = away(installed, tmp_path, "-c", "import bot; print(bot.__file__)").stdout.strip()
    assert not Path(where).is_relative_to(ROOT)
    assert Path(where).is_relative_to(Path(installed).parent.parent)
    small = ["--offscreen", "--rows", "4", "--cols", "6", "--kinds", "6"]
    done = away(installed, tmp_path, "-m", "bot", "demo", *small)
    assert done.stdout.startswith("cleared: 12 links of 12")


def test_the_wheel_reads_by_a_skin_that_comes_along(installed: str, tmp_path: Path) -> None:
    """One of ours and one of KShisen, by name, in a folder without skins."""
    shots = ROOT / "fixtures/screenshots/kshisen"
    for skin, picture, size in [
        ("linkup", ROOT / "docs/images/game.png", (6, 10)),
        ("kshisen-default", shots / "default-14x6-853x600-fresh.png", (6, 14)),
    ]:
        command = ["-m", "bot", "read", str(picture), "--skin", skin, "--json"]
        (reading,) = json.loads(away(installed, tmp_path, *command).stdout)["readings"]
        assert (reading["lattice"]["rows"], reading["lattice"]["cols"]) == size
        assert reading["unknown"] == 0


def test_the_wheel_has_its_command_and_finds_itself_whole(installed: str, tmp_path: Path) -> None:
    """The script is there, the game tells its options, and the doctor misses no part of it."""
    script = (
        "import sys; from importlib.metadata import entry_points as found; "
        "(point,) = found(group='console_scripts', name='linkup'); "
        "sys.argv = ['linkup', 'game', '--help']; sys.exit(point.load()())"
    )
    assert "--images" in away(installed, tmp_path, "-c", script).stdout
    # What it says of the display is about the machine, and so is its exit code.
    found = json.loads(away(installed, tmp_path, "-m", "bot", "doctor", "--json", code=None).stdout)
    state = {check["name"]: check["state"] for check in found["checks"]}
    assert {state[name] for name in ("packages", "opencv", "reading", "skins")} == {"ok"}
