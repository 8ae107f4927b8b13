"""Calibration finds every face once, across pictures, and says which are in doubt."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from terminal import Linkup
from test_sighting import cleared

from bot.board import Board
from bot.calibrate import Lesson, learn
from bot.contact import contact_sheet
from bot.deal import deal
from bot.errors import BoardNotFoundError, InputError
from bot.frame import Frame, load, save
from bot.gathering import read_all
from bot.joining import _of_each_other
from bot.reading import Reading
from bot.scenes import drawn_screen
from bot.simulator import Style, draw
from bot.skinfile import read_skin
from bot.skinfolders import FILE

STYLE = Style.default()


@pytest.fixture(scope="module")
def board() -> Board:
    """A full board of 12 kinds."""
    return deal(6, 8, kinds=12, seed=1)


@pytest.fixture(scope="module")
def lesson(board: Board) -> Lesson:
    """What it teaches."""
    return learn([Frame(draw(board, STYLE))], "drawn")


def test_every_face_is_learned_once(lesson: Lesson, board: Board) -> None:
    """As many faces as kinds, each seen as often as there are tiles of it; none in doubt."""
    assert sorted(lesson.counts) == sorted(map(len, board.by_kind().values()))
    assert lesson.boards == ((6, 8),)
    assert not any(lesson.doubts(face) for face in range(12))
    assert lesson.skin.name == "drawn"
    assert all(0.8 < share <= 1 for share in lesson.tile)


def test_pictures_are_put_together(board: Board) -> None:
    """Faces that several pictures show are one; those that only one shows are added."""
    other = deal(6, 8, kinds=16, seed=2)
    lesson = learn([Frame(draw(board, STYLE)), Frame(draw(other, STYLE))], "two")
    assert len(lesson.skin.faces) == 16
    assert lesson.counts.sum() == 96
    assert all(lesson.reads_back([Frame(draw(other, STYLE))] * 2, lesson.skin)[1:])


def test_faces_of_one_picture_stay_apart(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read to be two faces is not made one, however far looks of a face may differ."""

    def loose(frames: list[Frame], titles: list[str]) -> list[Reading]:
        found = read_all(frames, titles)
        return [
            replace(reading, skin=replace(reading.skin, limit=1000 * reading.skin.limit))
            for reading in found
        ]

    monkeypatch.setattr("bot.calibrate.read_all", loose)
    assert len(learn([Frame(draw(board, STYLE))], "loose").skin.faces) == 12


@pytest.mark.parametrize("other_game", [False, True])
def test_faces_that_a_game_scales_roughly_are_one_in_all_sizes(*, other_game: bool) -> None:
    """Those nearest to each other; not one that lacks its like, nor any of another game."""
    apart = np.full((7, 7), 30.0)
    apart[range(7), range(7)] = [4.0, 6.0, 5.0, 7.0, 14.0, 5.0, 4.0]
    apart[3, 2], apart[4, 3] = 7.5, 16.0
    if other_game:
        apart[range(7), range(7)] = 25.0
    one, other = np.indices(apart.shape).reshape(2, -1)
    found = _of_each_other(one, other, apart.ravel())
    pairs = set(zip(one[found].tolist(), other[found].tolist(), strict=True))
    assert pairs == (set() if other_game else {(each, each) for each in (0, 1, 2, 3, 5, 6)})


def test_a_part_cleared_board_shows_the_ground(board: Board) -> None:
    """Empty cells are learned where there are any, and no face is lost by it."""
    frames = [Frame(draw(board, STYLE)), Frame(draw(cleared(board, 0.3), STYLE))]
    lesson = learn(frames, "ground")
    assert len(lesson.skin.faces) == 12
    assert len(lesson.skin.ground) > 0
    assert lesson.reads_back(frames, lesson.skin) == [True, True]


def test_doubtful_faces_say_why(lesson: Lesson) -> None:
    """Seen once, an odd number of times, or near another face."""
    counts, odd, apart = lesson.counts.copy(), lesson.odd.copy(), lesson.apart.copy()
    counts[0], odd[0], odd[1], apart[2] = 1, True, True, 1.5
    doubtful = replace(lesson, counts=counts, odd=odd, apart=apart)
    assert doubtful.doubts(0) == ("seen once",)
    assert doubtful.doubts(1) == ("odd count",)
    assert doubtful.doubts(2) == (f"near k{lesson.nearest[2] + 1:02}",)


def test_the_sheet_shows_doubtful_faces_first(lesson: Lesson) -> None:
    """One in doubt comes first, framed in red, however far behind it was learned."""
    odd = lesson.odd.copy()
    odd[11] = True
    names = [f"k{number:02}" for number in range(1, 13)]
    sheet = contact_sheet(replace(lesson, odd=odd), names)
    plain = contact_sheet(lesson, names)
    red = (sheet == (200, 20, 20)).all(axis=2)
    assert red[60:200, 14:138].sum() > 400
    assert not red[60:, 150:].any()
    assert not (plain == (200, 20, 20)).all(axis=2).any()


def test_a_board_larger_than_said_is_refused(board: Board) -> None:
    """Rows and columns that are known are believed more than the picture."""
    frame = Frame(draw(board, STYLE))
    with pytest.raises(InputError, match="picture 1 shows a board of 6 x 8, larger than 5 x any"):
        learn([frame], "small", (5, None))
    assert learn([frame], "right", (6, 8)).boards == ((6, 8),)


def test_pictures_of_two_games_are_refused(board: Board) -> None:
    """Cells in other proportions are not of one game."""
    pixels = draw(board, STYLE)
    wide = np.asarray(cv2.resize(pixels, None, fx=1.5, fy=1.0, interpolation=cv2.INTER_AREA))
    with pytest.raises(InputError, match="picture 2 has cells of"):
        learn([Frame(pixels), Frame(wide)], "two")


def test_pictures_without_a_common_face_are_refused(board: Board) -> None:
    """Tiles of one size may still be of two games; which picture shows others is said."""
    other = Board.from_rows([[kind + 12 for kind in row] for row in board.to_rows()])
    with pytest.raises(InputError, match="picture 1 shows no face that another picture shows"):
        learn([Frame(draw(board, STYLE)), Frame(draw(other, STYLE))], "two")


def test_a_kind_taken_for_ground_is_in_doubt(board: Board, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty cells that have as much in them as faces, alike and in pairs, are shown as doubtful."""

    def blind(frames: list[Frame], titles: list[str]) -> list[Reading]:
        return [
            replace(
                reading,
                board=Board(6, 8, tuple(0 if kind == 3 else kind for kind in reading.board.kinds)),
            )
            for reading in read_all(frames, titles)
        ]

    monkeypatch.setattr("bot.calibrate.known", lambda *_, **__: None)
    frames = [Frame(draw(cleared(board, 0.3), STYLE))]
    assert not learn(frames, "seen").tiles.any()
    monkeypatch.setattr("bot.calibrate.read_all", blind)
    lesson = learn([Frame(draw(board, STYLE))], "blind")
    assert lesson.tiles.tolist() == [True]
    names = [f"k{number:02}" for number in range(1, 12)]
    assert (contact_sheet(lesson, names) == (200, 20, 20)).all(axis=2).sum() > 400


def test_a_picture_without_a_board_is_named(board: Board) -> None:
    """The complaint says which picture it is about."""
    plain = Frame(np.full((200, 300, 3), 90, np.uint8))
    with pytest.raises(BoardNotFoundError, match=r"plain\.png: "):
        learn([Frame(draw(board, STYLE)), plain], "x", titles=["full.png", "plain.png"])


@pytest.fixture(scope="module")
def pictures(board: Board, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A full board and a part-cleared one, as files."""
    folder = tmp_path_factory.mktemp("pictures")
    save(folder / "full.png", draw(board, STYLE))
    save(folder / "half.png", draw(cleared(board, 0.6), STYLE))
    return folder / "full.png", folder / "half.png"


def test_calibrate_and_read(
    linkup: Linkup, pictures: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a screenshot to a skin, by name and by path, to the board of another screenshot."""
    monkeypatch.chdir(tmp_path)
    answer = linkup("calibrate", pictures[0], "--name", "mine")
    folder = tmp_path / "templates" / "mine"
    assert answer.code == 0
    assert "12 faces on 48 tiles, 0 in doubt" in answer.out
    assert load(folder / "sheet.png").width > 1000
    assert len(read_skin(folder).faces) == 12
    boards = []
    for skin in ("mine", folder, folder / FILE):
        seen = linkup("read", pictures[1], "--skin", skin, "--json")
        assert seen.code == 0
        boards.append(seen.document["readings"][0]["board"])
    assert boards[0] == boards[1] == boards[2]


def put_together(folder: Path, faces: str) -> None:
    """Edit a skin as a person would, so that these faces are of one kind."""
    path = folder / FILE
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("same = []", f"same = [{faces}]"), encoding="utf-8")


def test_what_a_person_put_into_one_kind_stays(
    linkup: Linkup, pictures: tuple[Path, Path], tmp_path: Path
) -> None:
    """A skin that is made again keeps `same`, by what the faces show and not by their names."""
    arguments = ("--name", "mine", "--out", tmp_path)
    linkup("calibrate", pictures[0], *arguments)
    put_together(tmp_path / "mine", '["k02", "k05", "k09"]')
    before = read_skin(tmp_path / "mine")
    answer = linkup("calibrate", pictures[1], pictures[0], *arguments)
    after = read_skin(tmp_path / "mine")
    (shared,) = [kind for kind in set(after.kinds.tolist()) if (after.kinds == kind).sum() > 1]
    faces = [before.faces[number] for number in (1, 4, 8)]
    apart = [np.abs(after.faces - face).mean(axis=(1, 2, 3)).argmin() for face in faces]
    assert answer.code == 0
    assert sorted(apart) == np.flatnonzero(after.kinds == shared).tolist()


def test_a_kind_that_is_lost_is_told(
    linkup: Linkup, pictures: tuple[Path, Path], tmp_path: Path, board: Board
) -> None:
    """Where no picture shows a face any more that `same` names, a line says so."""
    arguments = ("--name", "mine", "--out", tmp_path)
    linkup("calibrate", pictures[0], *arguments)
    put_together(tmp_path / "mine", '["k02", "k05"]')
    other = tmp_path / "other.png"
    rows = [[kind + 12 for kind in row] for row in board.to_rows()]
    save(other, draw(Board.from_rows(rows), STYLE))
    answer = linkup("calibrate", other, *arguments)
    assert "`same` named k02, k05, which no picture shows now" in answer.err
    assert "same = []" in (tmp_path / "mine" / FILE).read_text(encoding="utf-8")


def test_a_board_smaller_than_said_is_told(
    linkup: Linkup, pictures: tuple[Path, Path], tmp_path: Path
) -> None:
    """Rows that no picture shows may hold faces that the skin lacks."""
    arguments = ("calibrate", pictures[0], "--name", "mine", "--out", tmp_path, "--cols", "8")
    assert "no picture shows" not in linkup(*arguments).err
    answer = linkup(*arguments, "--rows", "9")
    assert answer.code == 0
    assert "no picture shows a board of 9 x 8: 6 x 8 at most" in answer.err


def test_calibrate_speaks_json(linkup: Linkup, pictures: tuple[Path, Path], tmp_path: Path) -> None:
    """What a program wants to know of a skin that was made."""
    answer = linkup("calibrate", *pictures, "--name", "mine", "--out", tmp_path, "--json")
    document = answer.document
    assert answer.code == 0
    assert document["folder"] == str(tmp_path / "mine")
    assert (document["faces"], document["doubts"]) == (12, {})
    assert document["read_back"] == [True, True]
    assert Path(document["sheet"]).is_file()


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "a b", "x" * 99])
def test_a_name_that_is_no_folder_is_refused(
    linkup: Linkup, pictures: tuple[Path, Path], tmp_path: Path, name: str
) -> None:
    """Exit 2, and nothing is written."""
    answer = linkup("calibrate", pictures[0], "--name", name, "--out", tmp_path / "out")
    assert answer.code == 2
    assert "--name" in answer.complaint
    assert not (tmp_path / "out").exists()


def test_the_wrong_skin_ends_with_three(
    linkup: Linkup, pictures: tuple[Path, Path], tmp_path: Path
) -> None:
    """The skin is named in the one line, and no board is given."""
    linkup("calibrate", pictures[0], "--name", "mine", "--out", tmp_path)
    other = tmp_path / "other.png"
    save(other, draw(deal(6, 10, kinds=15, seed=4), Style.random(4)))
    answer = linkup("read", other, "--skin", tmp_path / "mine", "--json")
    (reading,) = answer.document["readings"]
    assert answer.code == 3
    assert reading["board"] is None
    assert "the skin mine does not fit" in reading["why"]


def test_no_such_skin_ends_with_two(linkup: Linkup, pictures: tuple[Path, Path]) -> None:
    """One line says where skins are looked up and which there are."""
    answer = linkup("read", pictures[0], "--skin", "nothing")
    assert answer.code == 2
    assert "there is no skin nothing" in answer.complaint
    assert "linkup" in answer.complaint


def test_ground_around_round_tiles_is_told_from_them() -> None:
    """On a ground that varies; all have one outline, and around tiles in boxes nothing counts."""
    weights = learn([Frame(drawn_screen(130090).pixels)], "oval").skin.weights
    assert weights is not None
    assert (weights == weights[0]).all()
    height, width = weights.shape[1:]
    assert weights[0, height // 2, width // 2] > 0.9
    assert weights[0, [0, 0, -1, -1], [0, -1, 0, -1]].max() < 0.1
    assert learn([Frame(drawn_screen(130035).pixels)], "boxes").skin.weights is None
