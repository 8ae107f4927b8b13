"""The house: which module may know which, and that what is packed is whole."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
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
        "rescue",
        *("clues", "suspects", "plans", "guess", "trial"),
        *("beliefs", "policy", "pointer", "hint", "session"),
    )
}
HANDS = {
    f"bot.{name}"
    for name in ("screen", "mouse", "window", "desktop", "live", "stopkey", "stopkey_x11")
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


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is published."""
    pytest.importorskip("hatchling", reason="hatchling, of the extra `dev`, is not installed")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_is_whole(wheel: Path) -> None:
    """Modules, skins, the mark of a typed package and the licence are in it, and nothing else."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
        licences = [name for name in archive.namelist() if name.endswith("licenses/LICENSE")]
    folder = ROOT / "bot"
    here = {p.relative_to(ROOT).as_posix() for p in folder.rglob("*") if p.suffix != ".pyc"}
    skins = {p.relative_to(ROOT) for p in (ROOT / "templates").rglob("*") if p.is_file()}
    here = {name for name in here if (ROOT / name).is_file()}
    assert packed == here | {f"bot/{skin.as_posix()}" for skin in skins}
    assert "bot/py.typed" in packed
    assert licences


def test_the_wheel_plays_away_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """Installed into an environment of its own, the command clears the bundled game."""
    home = tmp_path / "environment"
    venv.create(home, with_pip=False, symlinks=sys.platform != "win32")
    paths = sysconfig.get_paths("venv", vars={"base": str(home), "platbase": str(home)})
    packages = Path(paths["purelib"])
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
    # Its dependencies are those of the tests; the checkout, known there by a file that only
    # Python's own folders are searched for, is not among them.
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    python = shutil.which("python", path=paths["scripts"])
    assert python is not None
    command = [python, "-c", "import bot; print(bot.__file__)"]
    where = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert Path(where.stdout.strip()).is_relative_to(home)
    small = ["--offscreen", "--rows", "4", "--cols", "6", "--kinds", "6"]
    command = [python, "-m", "bot", "demo", *small]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("cleared: 12 links of 12")
