"""What is counted when readings are measured."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from terminal import Linkup

from bot.bench import alike, read
from bot.bench.measure import Effort, Row, tables
from bot.bench.screens import Shown, drawn, saved, without_board
from bot.bench.suites import SUITES
from bot.bench.verdict import Grade, Truth, Verdict, judged
from bot.board import EMPTY, UNKNOWN, Board
from bot.errors import BoardNotFoundError, InputError
from bot.frame import Frame, save
from bot.geometry import Cell, Lattice, Pixel
from bot.reading import Reading
from bot.skin import Skin

BOARD = Board.from_text(". . . .\n. a b c\n. b a c\n. . . .")
LATTICE = Lattice(Pixel(100.0, 80.0), (40.0, 50.0), 4, 4)
TRUTH = Truth(BOARD, LATTICE)
CORNER = Cell(1, 1)
"""The first cell with a tile."""
SKIN = Skin(
    np.zeros((0, 8, 8, 3), np.float32),
    np.zeros(0, np.int64),
    np.ones((8, 8), np.float32),
    1.0,
    None,
)


def seen(text: str, corner: Cell = CORNER, *, dx: float = 0, marks: str = "") -> Reading:
    """A reading of some text, whose first cell is a cell of the true board."""
    board = Board.from_text(text)
    x, y = LATTICE.center(corner)
    lattice = Lattice(Pixel(x + dx, y), LATTICE.pitch, board.rows, board.cols)
    selected = tuple(Cell(*map(int, mark)) for mark in marks.split())
    looks = np.zeros((board.rows * board.cols, 8, 8, 3), np.uint8)
    sure = np.ones(len(looks), np.float32)
    return Reading(board, lattice, SKIN, selected, np.zeros((9, 9, 3), np.uint8), looks, sure)


@pytest.mark.parametrize(
    ("text", "corner", "grade", "wrong", "unknown"),
    [
        ("a b c\nb a c", CORNER, Grade.EXACT, 0, 0),
        ("z c q\nc z q", CORNER, Grade.EXACT, 0, 0),
        (". . . . .\n. . a b c\n. . b a c", Cell(0, -1), Grade.EXACT, 0, 0),
        ("a b c\nb ? c", CORNER, Grade.DOUBTS, 0, 1),
        ("a b c\nb a b", CORNER, Grade.WRONG_CELLS, 1, 0),
        ("a b c\nb a d", CORNER, Grade.WRONG_CELLS, 1, 0),
        ("a b a\nb a a", CORNER, Grade.WRONG_CELLS, 2, 0),
        ("a b c\nb . ?", CORNER, Grade.WRONG_CELLS, 1, 1),
        ("c a b c\n. b a .", Cell(1, 0), Grade.WRONG_CELLS, 2, 0),
        ("a b c", CORNER, Grade.WRONG_PLACE, 0, 0),
        ("a b c\nb a c", Cell(0, 1), Grade.WRONG_PLACE, 0, 0),
        ("a b c d\nb a c d", CORNER, Grade.WRONG_PLACE, 0, 0),
    ],
)
def test_a_reading_is_judged_by_what_can_be_seen(
    text: str, corner: Cell, grade: Grade, wrong: int, unknown: int
) -> None:
    """Numbers of kinds and empty lines do not count; every cell named wrongly does."""
    verdict = judged(seen(text, corner), TRUTH)
    assert (verdict.grade, verdict.wrong, verdict.unknown) == (grade, wrong, unknown)
    assert bool(verdict.why) is (grade is not Grade.EXACT)


@pytest.mark.parametrize("dx", [-13.0, 13.0, 20.0])
def test_a_lattice_beside_its_place_is_wrong(dx: float) -> None:
    """Within 0.3 pitches a click hits; beyond that, cells that agree by luck do not count."""
    assert judged(seen("a b c\nb a c", dx=dx / 2), TRUTH).grade is Grade.EXACT or dx == 20
    assert judged(seen("a b c\nb a c", dx=dx), TRUTH).grade is Grade.WRONG_PLACE


def test_a_lattice_of_another_pitch_is_wrong() -> None:
    """Half the pitch explains the same tiles, but not where the board's cells lie."""
    reading = seen("a . b . c\nb . a . c")
    halved = replace(reading.lattice, pitch=(20.0, 50.0))
    assert judged(replace(reading, lattice=halved), TRUTH).grade is Grade.WRONG_PLACE


def test_what_is_hidden_may_be_read_as_anything() -> None:
    """A cell under the pointer is neither wrong nor unknown, nor missed where it lies outside."""
    truth = replace(TRUTH, hidden=frozenset({Cell(2, 2)}))
    for sign in "?.cd":
        assert judged(seen(f"a b c\nb {sign} c"), truth).grade is Grade.EXACT


def test_marks_are_compared_on_the_true_board() -> None:
    """A selected tile is told as such where it lies; one that is missed or made up is not."""
    truth = replace(TRUTH, selected=frozenset({Cell(1, 2)}))
    assert judged(seen("a b c\nb a c", marks="01"), truth).marked
    assert not judged(seen("a b c\nb a c"), truth).marked
    assert "selected: 1,2, not none" in judged(seen("a b c\nb a c", marks="01"), TRUTH).why


def test_a_tally_counts_pictures_and_cells_and_names_what_failed() -> None:
    """The share of exact pictures is over all, and only what fell short is named."""
    tally = read.Tally()
    tally.add("good", Verdict(Grade.EXACT))
    tally.add("bad", Verdict(Grade.WRONG_CELLS, wrong=3, unknown=1, why="wrong: 0,0 0,1 0,2"))
    row = tally.row("fresh", "some")
    assert (row.value, row.more["wrong cells"], row.more["unknown"]) == (50, 3, 1)
    assert row.failed == {"bad": "wrong cells: wrong: 0,0 0,1 0,2"}
    assert row.document()["failed"] == row.failed


def screenshot(folder: Path, name: str) -> Path:
    """A picture in a folder, without a label."""
    folder.mkdir(exist_ok=True)
    save(folder / f"{name}.png", np.zeros((9, 9, 3), np.uint8))
    return folder / name


def test_labels_of_both_forms_are_read(tmp_path: Path) -> None:
    """Both tell the same board and place; what is gone is told from it, and deals keep together."""
    screenshot(tmp_path / "b", "game_fresh").with_suffix(".board").write_text(
        "# lattice: 100 80 40 50\n# known: other\na b\nb a\n", encoding="utf-8"
    )
    label = {"origin": [80, 55], "pitch": [40, 50], "board": [[1, 0], [1, 0]], "selected": [[1, 0]]}
    path = screenshot(tmp_path / "b", "game_p50_selected").with_suffix(".json")
    path.write_text(json.dumps(label), encoding="utf-8")
    screenshot(tmp_path / "a", "no label")
    ((fresh, later),) = saved(tmp_path)
    assert fresh.truth == Truth(Board.from_text("a b\nb a"), replace(LATTICE, rows=2, cols=2))
    assert later.truth.lattice == fresh.truth.lattice
    assert later.truth.selected == {Cell(1, 0)}
    assert [fresh.fill, later.fill] == ["fresh", "selected"]
    assert [name for name, _ in without_board(tmp_path / "a")] == ["no label.png"]


@pytest.mark.parametrize("label", ["", "# lattice: 1 2\na b", "# lattice: 1 2 3 4\na b\nc"])
def test_a_label_that_says_nothing_is_refused(tmp_path: Path, label: str) -> None:
    """It is named, and so is a folder without any."""
    with pytest.raises(InputError, match=r"no \.png with"):
        list(saved(tmp_path))
    with pytest.raises(InputError, match=r"no \.png in"):
        list(without_board(tmp_path))
    screenshot(tmp_path, "a").with_suffix(".board").write_text(label, encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.board: no label"):
        list(saved(tmp_path))


def test_a_drawn_deal_loses_more_and_more_of_the_same_tiles() -> None:
    """A seed gives one deal and one picture, and what is gone at a fifth is gone later on."""
    deals = [list(drawn(3)), list(drawn(3))]
    boards = [shown.truth.board for shown in deals[0]]
    assert boards == [shown.truth.board for shown in deals[1]]
    assert [shown.fill for shown in deals[0]] == ["fresh", "20 %", "50 %", "80 %"]
    for fuller, emptier in pairwise(boards):
        assert fuller.tiles > emptier.tiles
        assert all(emptier[cell] in {EMPTY, fuller[cell]} for cell in emptier.cells())
    assert (deals[0][1].frame().pixels == deals[1][1].frame().pixels).all()


def test_later_pictures_are_read_by_what_the_first_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each picture is read as never seen, and the later ones by each way of learning, too."""
    frame = Frame(np.zeros((9, 9, 3), np.uint8))
    deal = [Shown("x", fill, lambda: frame, TRUTH) for fill in ("fresh", "20 %")]
    right, wrong = seen("a b c\nb a c"), seen("a b c\nb a ?")

    def nothing(_: Frame) -> read.Reader:
        raise BoardNotFoundError("too dark")

    monkeypatch.setattr(read, "read", lambda _: wrong)
    monkeypatch.setattr(read, "TAUGHT", {"taught": lambda _: lambda _: right, "lazy": nothing})
    rows = {row.what: row for row in read._tallied("part", [deal])}
    assert {what: row.value for what, row in rows.items()} == {
        "fresh": 0,
        "20 %": 0,
        "taught, 20 %": 100,
        "lazy, 20 %": 0,
    }
    assert rows["lazy, 20 %"].failed == {"x, 20 %": "not found: nothing learned: too dark"}


def test_boards_where_there_are_none_are_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each is named with its size, and a refusal is right."""
    screenshot(tmp_path, "desktop")
    monkeypatch.setattr(read, "read", lambda _: seen("a b\nb a"))
    drawn_row, saved_row = read._false_boards(Effort(boards=3, none=tmp_path))
    assert (drawn_row.value, drawn_row.more["pictures"]) == (3, 3)
    assert saved_row.failed == {"desktop.png": "a board of 2 x 2, 4 tiles"}


def test_parts_of_a_suite_are_tables_of_their_own() -> None:
    """Each part has its own columns under its own name."""
    rows = [Row("a", 1, "", more={"x": 1.0}, part="one"), Row("b", 2, "", part="two")]
    first, second = tables("read", rows).split("\n\n")
    assert first.splitlines()[0].split() == ["read:", "one", "value", "unit", "goal", "x"]
    assert second.splitlines()[0].split() == ["read:", "two", "value", "unit", "goal"]


def test_exact_copies_are_told_alike_in_both_sets() -> None:
    """On pictures without damage the eye joins all equal tiles and no others."""
    rows = list(alike.measured(Effort(quick=True)))
    assert len(rows) == 6
    assert all(row.met and row.more["equal"] == row.value for row in rows if row.unit != "ms")


def test_every_damage_changes_the_picture_and_keeps_its_cells_in_it() -> None:
    """Worse pictures have another look or size, and a lattice that still covers them."""
    pixels = np.random.default_rng(1).integers(0, 256, (200, 160, 3), np.uint8)
    for name, damage in alike.DAMAGES.items():
        frame, lattice = damage(Frame(pixels), LATTICE, np.random.default_rng(2))
        assert name == "exact" or not np.array_equal(frame.pixels, pixels)
        assert lattice.bounds()[2] / frame.width == pytest.approx(240 / 160, rel=0.01)


def test_folders_and_numbers_reach_the_suite(
    linkup: Linkup, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is asked for on the command line is what is measured."""
    efforts: list[Effort] = []

    def noted(effort: Effort) -> list[Row]:
        efforts.append(effort)
        return [Row("boards", effort.boards, "")]

    monkeypatch.setitem(SUITES, "read", noted)
    folders = ("--screens", tmp_path, "--none", tmp_path)
    assert linkup("bench", "read", "--boards", "7", *folders).code == 0
    assert efforts == [Effort(boards=7, screens=tmp_path, none=tmp_path)]
    assert linkup("bench", "read", "--screens", tmp_path / "missing").code == 2


def test_unknown_is_no_kind() -> None:
    """A board left open everywhere has no wrong cell, and none that is right."""
    verdict = judged(seen("? ? ?\n? ? ?"), TRUTH)
    assert (verdict.grade, verdict.wrong, verdict.unknown) == (Grade.DOUBTS, 0, 6)
    assert UNKNOWN < EMPTY
