"""The plugin of pytest: what it finds, how it tells it, and that it costs nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bot.board import Board
from bot.errors import TEACH, InputError
from bot.frame import load, save
from bot.testing import difference, differing, faulty_game, renamed
from bot.truth import Truth

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
SHOT = """
def test_shot(linkup_screenshot):
    assert linkup_screenshot("game.png").board.tiles == 44
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A project of somebody who tests a screenshot."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makepyfile(SHOT)
    shutil.copy(ROOT / "docs/images/game.png", pytester.path)
    return pytester


def run(project: pytest.Pytester, *arguments: str) -> pytest.RunResult:
    """Run its tests in a Python of their own, as libraries of pictures load only once."""
    return project.runpytest_subprocess("-p", "bot.testing", *arguments)


def told(result: pytest.RunResult) -> list[str]:
    """All that stands below the name of the one test that failed."""
    lines = result.outlines
    (first,) = [at for at, line in enumerate(lines) if line.strip("_ ") == "test_shot"]
    (last,) = [at for at, line in enumerate(lines) if "short test summary" in line]
    return lines[first + 1 : last]


def written(result: pytest.RunResult) -> list[str]:
    """All that is said to be written, and where it is shown."""
    lines = result.outlines
    found = [at for at, line in enumerate(lines) if "written by --linkup-update" in line]
    return lines[found[0] + 1 : -1] if found else []


@pytest.mark.parametrize("processes", [(), ("-p", "xdist", "-n", "1")])
def test_a_board_is_written_kept_and_compared(
    project: pytest.Pytester, processes: tuple[str, ...]
) -> None:
    """Without one the test fails and says how to get it; then it passes; then a tile differs."""
    missing = run(project)
    missing.assert_outcomes(failed=1)
    missing.stdout.fnmatch_lines(["game.png: no game.board beside it; --linkup-update writes it"])

    new = run(project, "--linkup-update")
    new.assert_outcomes(passed=1)
    assert written(new)[0] == "game.board: new"
    label = project.path / "game.board"
    text = label.read_text(encoding="utf-8")
    kept = run(project, "--linkup-update")
    kept.assert_outcomes(passed=1)
    assert written(kept) == []

    label.write_text(text.replace("a b c .", "a a c ."), encoding="utf-8")
    differs = run(project)
    differs.assert_outcomes(failed=1)
    differs.stdout.fnmatch_lines(
        [
            "game.png: (0, 1) is *",
            "> a a c . . . d e . .    a b c . . . d e . .",
            "  f d f . d g . d h g    f d f . d g . d h g",
            "what was read: *game.overlay.png",
        ]
    )
    # Where CI is set pytest repeats the whole message in its summary.
    (told,) = {line for line in differs.outlines if line.startswith("what was read: ")}
    assert Path(told.removeprefix("what was read: ")).read_bytes().startswith(b"\x89PNG")

    renewed = run(project, "--linkup-update", *processes)
    renewed.assert_outcomes(passed=1)
    assert label.read_text(encoding="utf-8") == text
    board, drawn, last = written(renewed)
    assert board == "game.board: (0, 1) is another tile than all before, not as (0, 0)"
    assert last == "look at what it wrote before you keep it"
    assert load(Path(drawn.removeprefix("    what was read: "))).width


def test_pictures_of_one_name_get_an_overlay_each(project: pytest.Pytester) -> None:
    """And without folders that pytest keeps no picture is named."""
    for folder in ("one", "two"):
        (project.path / folder).mkdir()
        shutil.copy(project.path / "game.png", project.path / folder)
    project.makepyfile(
        "def test_shot(linkup_screenshot):\n"
        "    for folder in ('one', 'two'):\n"
        "        linkup_screenshot(f'{folder}/game.png')\n"
    )
    first, drawn, second, other, _ = written(run(project, "--linkup-update"))
    names = [str(Path(folder) / "game.board") for folder in ("one", "two")]
    assert [first, second] == [f"{name}: new" for name in names]
    assert drawn != other
    for name in names:
        Path(project.path / name).unlink()
    gone = run(project, "--linkup-update", "-o", "tmp_path_retention_policy=failed")
    assert written(gone)[:-1] == [f"{name}: new" for name in names]


def test_a_picture_that_is_none_fails_in_one_line(project: pytest.Pytester) -> None:
    """Without a traceback through our code."""
    (project.path / "game.png").write_bytes(b"no picture")
    result = run(project)
    result.assert_outcomes(failed=1)
    assert told(result) == [
        "game.png: no picture, or a broken one; "
        "a screenshot in PNG, JPEG, WebP, BMP, GIF or TIFF is expected"
    ]


def test_of_a_picture_without_a_board_it_is_said_what_to_do(project: pytest.Pytester) -> None:
    """Where no skin was named."""
    save(project.path / "game.png", np.full((300, 400, 3), 90, np.uint8))
    assert told(run(project))[0].endswith(TEACH)


@pytest.mark.parametrize("update", [(), ("--linkup-update",)])
def test_a_picture_that_is_not_there_is_named_once(
    project: pytest.Pytester, update: tuple[str, ...]
) -> None:
    """With the folder that its name counts from, and nothing of the errors it came from."""
    (project.path / "game.png").unlink()
    assert told(run(project, *update)) == [
        "game.png: No such file or directory; "
        f"it is looked for in {project.path}, where pytest was started"
    ]


def test_a_board_that_is_none_is_named_instead_of_its_picture(project: pytest.Pytester) -> None:
    """It is what has to be mended."""
    (project.path / "game.board").write_text("!!! .", encoding="utf-8")
    assert told(run(project)) == [
        "game.board: row 1: '!!!' is no cell; use a letter, '.', '?', '#' or an integer"
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\xff\xfe a", "no text; a board is written in letters or integers"),
        (b"# lattice: 1 2 3\na b\n", "`# lattice: x y px py` is expected, but got '1 2 3'"),
        (b"# lattice: 1 2 3 nan\na\n", "`# lattice: x y px py` is expected, but got '1 2 3 nan'"),
        (b"# selected: x\na b\n", "`# selected: row col` is expected, but got 'x'"),
        (b"a b\n" * 300_000, "more than 1000000 bytes are no board of a screenshot"),
    ],
    ids=["bytes", "three", "nan", "mark", "long"],
)
def test_what_cannot_be_a_board_is_told_in_one_line(tmp_path: Path, data: bytes, why: str) -> None:
    """And is not read to its end."""
    path = tmp_path / "game.board"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        Truth.of(path)
    assert str(caught.value) == f"{path}: {why}"


def test_a_board_that_is_none_is_not_written_over(project: pytest.Pytester) -> None:
    """Somebody may have written it by hand; it is said how to get another."""
    (project.path / "game.board").write_text("!!! .", encoding="utf-8")
    (line,) = told(run(project, "--linkup-update"))
    assert line.endswith("; delete it, and --linkup-update writes it anew")


@pytest.mark.parametrize("picture", ["None", "'.'"])
def test_what_is_no_file_points_at_the_test(project: pytest.Pytester, picture: str) -> None:
    """In a line, or as an error of type."""
    project.makepyfile(f"def test_shot(linkup_screenshot):\n    linkup_screenshot({picture})\n")
    text = "\n".join(told(run(project)))
    assert "the file of a picture is expected" in text
    assert "pathlib" not in text


@pytest.mark.skipif(sys.platform == "win32", reason="links need a permission there")
def test_a_board_that_cannot_be_written_fails_in_one_line(project: pytest.Pytester) -> None:
    """Such as in a folder that is gone."""
    (project.path / "game.board").symlink_to(project.path / "gone" / "game.board")
    result = run(project, "--linkup-update")
    result.assert_outcomes(failed=1)
    assert told(result) == [
        "game.board cannot be written: No such file or directory; name another place"
    ]


def test_it_is_found_by_its_entry_point() -> None:
    """Under the name of its module, so that `-p bot.testing` beside it does no harm."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"bot.testing": "bot.testing"}


def test_to_load_it_imports_nothing_of_ours() -> None:
    """Every run of pytest on the machine pays for it."""
    code = (
        "import pytest, sys; before = set(sys.modules); import bot.testing;"
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "['bot', 'bot.testing']"


def test_a_game_with_faults_is_played() -> None:
    """Cleared in truth, though clicks get lost; and one seed is one game."""
    game = faulty_game(seed=3, lost=0.2)
    played = game.play()
    assert played.outcome == "cleared"
    assert game.board.tiles == 0
    assert game.violations == []
    assert played.tally.missed > 0
    assert faulty_game(seed=3).board == faulty_game(seed=3).board


def test_a_fault_that_is_none_is_refused() -> None:
    """By its name, with those there are."""
    with pytest.raises(TypeError, match=r"no fault 'earthquakes'; there are .*lost, doubled"):
        faulty_game(earthquakes=1.0)
    with pytest.raises(InputError, match="seed must be a whole number, but got NoneType"):
        faulty_game(seed=None)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="time_limit must be a number of seconds, but got str"):
        faulty_game(time_limit="9")  # type: ignore[arg-type]


def test_a_game_that_cannot_be_points_at_the_test(project: pytest.Pytester) -> None:
    """Not at a line of ours, however deep it was found out."""
    project.makepyfile("def test_shot(linkup_game):\n    linkup_game(rows=3, cols=3)\n")
    result = run(project)
    result.assert_outcomes(failed=1)
    text = "\n".join(told(result))
    assert ">       linkup_game(rows=3, cols=3)" in text
    assert "E       bot.errors.InputError: a deal needs an even number of cells" in text
    assert "deal.py" not in text
    assert "testing.py" not in text


def test_boards_that_are_equal_but_for_names_do_not_differ() -> None:
    """Numbers of kinds mean nothing."""
    mine, other = Board.from_text("a b b\na . c"), Board.from_text("d a a\nd . b")
    assert renamed(mine, other) == mine
    assert differing(mine, other) == []


def test_one_wrong_tile_is_one_difference() -> None:
    """And not all that come after it."""
    mine, other = Board.from_text("a b c\nc b a"), Board.from_text("x x c\nc b x")
    assert differing(mine, other) == [(0, 1)]
    assert difference(mine, other).splitlines()[1:] == ["> a b c    a a c", "  c b a    c b a"]


def test_boards_of_other_sizes_are_shown_one_below_the_other() -> None:
    """There is nothing to compare cell by cell."""
    mine, other = Board.from_text("a a"), Board.from_text("a a\nb b")
    assert differing(mine, other) == []
    assert difference(mine, other) == "expected:\na a\n\nread:\na a\nb b"
