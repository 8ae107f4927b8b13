"""The command `hint`: the next link in words, as JSON and as a picture; and nothing is clicked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from terminal import Linkup

from bot.board import Board
from bot.deal import deal
from bot.desktop import Window
from bot.frame import load, save
from bot.game import Game
from bot.geometry import Cell, Rect
from bot.look import look
from bot.matcher import LinkRule, find_link
from bot.position import Position
from bot.simulator import SimulatedClock, SimulatedScreen

BOARD = deal(6, 10, 15, 3, solvable=True)
WINDOW = Window(1, "Shisen-Sho", Rect(100, 200, 0, 0))
Draw = Callable[[Board], Path]


@pytest.fixture
def draw(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Draw:
    """Draws a board as the bundled game shows it; the current folder is an empty one."""
    monkeypatch.chdir(tmp_path)

    def drawn(board: Board) -> Path:
        path = tmp_path / "game.png"
        save(path, SimulatedScreen(Game(board), SimulatedClock()).grab().pixels)
        return path

    return drawn


def test_the_link_is_one_of_the_board(linkup: Linkup, draw: Draw) -> None:
    """Cells, path and pixels are those of a legal link, and the plan clears the board."""
    answer = linkup("hint", draw(BOARD), "--json", "--gravity", "none")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    hint, lattice = document["hint"], Game(BOARD).lattice
    a, b = Cell(*hint["a"]), Cell(*hint["b"])
    link = find_link(BOARD, a, b, LinkRule())
    assert link is not None
    assert hint["path"] == [list(cell) for cell in link.path]
    assert (hint["turns"], hint["cells"]) == (link.turns, link.cells)
    assert (hint["odds"], hint["sure"]) == (1, True)
    tenth = 0.1 * min(lattice.pitch)
    for place, cell in zip(hint["at"], (a, b), strict=True):
        assert place == pytest.approx(list(lattice.center(cell)), abs=tenth)
    assert hint["screen"] is None
    assert document["verdict"] == "solved"
    assert document["outcome"] is None
    assert document["links"][0] == [hint["a"], hint["b"]]
    position = Position(BOARD)
    for first, second in document["links"]:
        found = position.link(Cell(*first), Cell(*second))
        assert found is not None
        position = position.after(found)
    assert position.outcome() == "cleared"
    assert document["rules"] == {"gravity": "none", "margin": "auto", "max_turns": 2}
    assert (document["unknown"], len(document["board"])) == (0, 6)
    assert document["seconds"] > 0


def test_the_picture_shows_the_two_tiles(linkup: Linkup, draw: Draw) -> None:
    """As they are in the screenshot, all else darker, under the picture's name in `hints`."""
    path = draw(BOARD)
    document = linkup("hint", path, "--json").document
    assert Path(document["picture"]) == Path("hints/game.hint.png")
    before, after = load(path).pixels, load(Path(document["picture"])).pixels
    assert before.shape == after.shape
    for x, y in document["hint"]["at"]:
        assert (after[int(y), int(x)] == before[int(y), int(x)]).all()
    assert after.mean() < 0.7 * before.mean()


def test_a_person_gets_cells_places_and_a_promise(
    linkup: Linkup, draw: Draw, tmp_path: Path
) -> None:
    """Three lines; the folder of the picture is made."""
    answer = linkup("hint", draw(BOARD), "--overlay", tmp_path / "new" / "seen")
    lines = answer.out.splitlines()
    picture = tmp_path / "new" / "seen" / "game.hint.png"
    assert answer.code == 0
    assert lines[0].startswith("(")
    assert lines[0].endswith(" px")
    assert lines[1:] == [
        "solved: it clears the board with 29 links more, if tiles stay where they are",
        f"picture: {picture}",
    ]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert "planned as if tiles stay where they are" in answer.err


def test_the_picture_may_be_named(linkup: Linkup, draw: Draw, tmp_path: Path) -> None:
    """By a name that ends in .png; not the screenshot itself, which would be lost."""
    path, over = draw(BOARD), tmp_path / "over.png"
    assert Path(linkup("hint", path, "--overlay", over, "--json").document["picture"]) == over
    assert over.read_bytes().startswith(b"\x89PNG")
    answer = linkup("hint", path, "--overlay", path)
    assert (answer.code, "is the picture itself" in answer.complaint) == (2, True)


def test_with_a_skin_it_reads_with_that(linkup: Linkup, draw: Draw) -> None:
    """The bundled game's own finds the same link; another game's finds no board."""
    path = draw(BOARD)
    with_skin = linkup("hint", path, "--skin", "linkup", "--json")
    assert with_skin.code == 0
    assert (
        with_skin.document["hint"]["path"]
        == linkup("hint", path, "--json").document["hint"]["path"]
    )
    assert linkup("hint", path, "--skin", "kshisen-default").code == 3
    assert linkup("hint", path, "--skin", "nowhere").code == 2


def test_what_is_supposed_of_gravity_is_told_with_what_is_proved(
    linkup: Linkup, draw: Draw
) -> None:
    """A fresh board does not tell how tiles fall; that no order clears it holds as they are."""
    stuck = Board.from_text("a b c c\nb a d d\ne f f e")
    answer = linkup("hint", draw(stuck), "--max-turns", "0", "--margin", "no")
    assert "unsolvable (if tiles stay where they are, " in answer.out
    assert "a plan of 4 links was found, and none has more than " in answer.out
    document = linkup("hint", draw(stuck), "--max-turns", "0", "--margin", "no", "--json").document
    assert (document["verdict"], document["supposed"]) == (
        "unsolvable",
        "tiles stay where they are",
    )
    given = ("--max-turns", "0", "--margin", "no", "--gravity", "none")
    assert "unsolvable (some tiles" in linkup("hint", draw(stuck), *given).out
    assert linkup("hint", draw(stuck), *given, "--json").document["supposed"] is None


def test_a_deadlock_exits_1(linkup: Linkup, draw: Draw) -> None:
    """There is nothing to show, and no picture is left."""
    dead = Board.from_text("a b c a\nc a d b\nb d a c\nd c b d")
    answer = linkup("hint", draw(dead), "--json", "--margin", "no", "--max-turns", "0")
    assert answer.code == 1
    assert (answer.document["hint"], answer.document["picture"]) == (None, None)
    assert (answer.document["verdict"], answer.document["outcome"]) == ("unsolvable", "deadlock")
    said = linkup("hint", draw(dead), "--margin", "no", "--max-turns", "0")
    assert (said.code, said.out) == (1, "deadlock: no two tiles link\n")


def test_a_tile_that_cannot_be_read_makes_no_promise(linkup: Linkup, draw: Draw) -> None:
    """One tile is painted over: whether the board can be cleared is open."""
    path, lattice = draw(BOARD), Game(BOARD).lattice
    pixels = load(path).pixels.copy()
    x, y = lattice.center(Cell(2, 4))
    cv2.rectangle(pixels, (int(x) - 18, int(y) - 20), (int(x) + 18, int(y) + 20), (9, 9, 90), -1)
    save(path, pixels)
    answer = linkup("hint", path, "--json")
    assert answer.code == 0
    assert answer.document["verdict"] == "undecided"
    assert answer.document["outcome"] is None
    assert "undecided: " in linkup("hint", path).out


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("x.png", "--window", "x"),
        ("--window", "x", "--region", "0,0,9,9"),
        ("--region", "1,2,3"),
        ("--region", "1,2,0,4"),
        ("x.png", "--gravity", "sideways"),
        ("x.png",),
        ("--nonsense",),
    ],
)
def test_bad_usage_exits_2(
    linkup: Linkup, options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line, and nothing is written."""
    monkeypatch.chdir(tmp_path)
    answer = linkup("hint", *options, "--json")
    assert answer.code == 2
    assert answer.document == {"error": answer.complaint, "exit": 2}
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["hint", "read"])
def test_a_picture_that_is_not_there_is_named(linkup: Linkup, tmp_path: Path, command: str) -> None:
    """And not the folder of pictures that was made by the last one."""
    (tmp_path / "seen").mkdir()
    missing = tmp_path / "shot.png"
    answer = linkup(command, missing, "--overlay", tmp_path / "seen")
    assert answer.code == 2
    assert answer.err.startswith(f"linkup: {missing}: No such file")


def test_a_picture_without_a_board_exits_3(linkup: Linkup, tmp_path: Path) -> None:
    """The line names the picture."""
    plain = tmp_path / "plain.png"
    save(plain, np.full((300, 400, 3), 90, np.uint8))
    answer = linkup("hint", plain)
    assert answer.code == 3
    assert answer.complaint.startswith(str(plain))


def test_a_window_is_looked_at_and_left_alone(
    linkup: Linkup, on_screen: Callable[..., Rect], tmp_path: Path
) -> None:
    """The places on the screen are those of the tiles; no window is moved, no mouse loaded."""
    rect = on_screen(BOARD)
    answer = linkup("hint", "--window", "shisen", "--overlay", tmp_path, "--json")
    assert answer.code == 0
    document: dict[str, Any] = answer.document
    assert (document["image"], document["window"]) == (None, "Shisen-Sho")
    for at, screen in zip(document["hint"]["at"], document["hint"]["screen"], strict=True):
        assert screen == pytest.approx([at[0] + rect.left, at[1] + rect.top])
    assert (tmp_path / "screen.hint.png").exists()
    said = linkup("hint", "--window", "shisen", "--overlay", tmp_path).out
    assert said.splitlines()[0].endswith(" on the screen")


def test_a_covered_window_exits_4(linkup: Linkup, on_screen: Callable[..., Rect]) -> None:
    """The line tells what lies over the board; beside the board it is no matter."""
    on_screen(BOARD, Window(2, "Mail", Rect(0, 0, 250, 300)))
    answer = linkup("hint", "--window", "shisen", "--json")
    assert answer.code == 4
    assert "the window 'Mail' covers the window 'Shisen-Sho'" in answer.complaint
    assert linkup("hint", "--window", "Sichuan").code == 4


def test_a_window_without_a_board_exits_3_unless_it_is_covered(
    linkup: Linkup, on_screen: Callable[..., Rect], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What covers it is the likelier reason."""
    monkeypatch.setattr("bot.look.look", partial(look, patience=0.2))
    nothing = Board.from_text("a")
    on_screen(nothing)
    assert linkup("hint", "--window", "shisen").code == 3
    on_screen(nothing, Window(2, "Mail", Rect(0, 0, 1280, 800)))
    assert linkup("hint", "--window", "shisen").code == 4
