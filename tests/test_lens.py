"""Tiles on papers of many colours are told by what is drawn on them."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import Board
from bot.calibrate import Lesson, learn
from bot.deal import deal
from bot.errors import SkinError
from bot.frame import Frame
from bot.geometry import Cell
from bot.lens import Lens, lens_of, plain, through
from bot.reader import read, read_again
from bot.sighting import Sight
from bot.skinfile import load_skin
from bot.skinsaver import save_skin

Paper = Callable[[int, int], tuple[int, int, int]]

ROWS, COLS, SIDE, LEFT, TOP = 7, 10, 48, 60, 70
LETTERS = "ABEFHKMNRSTX"


def hue(at: float, light: float = 0.6) -> tuple[int, int, int]:
    """A full colour, 0 and 1 being red."""
    red, green, blue = (int(255 * part) for part in colorsys.hsv_to_rgb(at % 1, 0.7, light))
    return red, green, blue


def rainbow(row: int, col: int) -> tuple[int, int, int]:
    """From blue to purple to red, across the board."""
    return hue(0.55 + 0.4 * (row / ROWS + col / COLS) / 2)


def corners(row: int, col: int) -> tuple[int, int, int]:
    """Blue, darker in the corners."""
    off = ((row / (ROWS - 1) - 0.5) ** 2 + (col / (COLS - 1) - 0.5) ** 2) * 2
    return hue(0.6, 0.75 - 0.45 * off)


def squares(row: int, col: int) -> tuple[int, int, int]:
    """Two colours, as on a chess board."""
    return hue(0.1, 0.55) if (row + col) % 2 else hue(0.3, 0.4)


def by_lot(row: int, col: int) -> tuple[int, int, int]:
    """A colour for each tile."""
    return hue(Random(row * 100 + col).random())


def drawn(board: Board, paper: Paper, seed: int = 0) -> Frame:
    """White letters on cards, on a dark table, with a little noise."""
    pixels = np.full((TOP + ROWS * SIDE + 60, LEFT + COLS * SIDE + 60, 3), 28, np.uint8)
    for cell in (cell for cell in board.cells() if board[cell]):
        left, top = LEFT + cell.col * SIDE + 2, TOP + cell.row * SIDE + 2
        card = pixels[top : top + SIDE - 4, left : left + SIDE - 4]
        card[:] = paper(*cell)
        letter = LETTERS[board[cell] - 1]
        place = (11, 33)
        cv2.putText(card, letter, place, 3, 0.9, (245, 245, 245), 2, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 1, pixels.shape)
    return Frame((pixels + noise).round().clip(0, 255).astype(np.uint8))


def fresh() -> Board:
    """A board of twelve kinds, most of them four times there or more."""
    return deal(ROWS, COLS, len(LETTERS), seed=4)


@pytest.fixture
def board() -> Board:
    """See `fresh`."""
    return fresh()


def alike(one: Board, other: Board) -> bool:
    """Whether two boards are one but for the names of their kinds."""
    pairs = set(zip(one.kinds, other.kinds, strict=True))
    return len(pairs) == len(set(one.kinds)) == len(set(other.kinds))


@pytest.mark.parametrize("paper", [rainbow, corners, squares, by_lot])
@pytest.mark.parametrize("share", [1.0, 0.5])
def test_letters_on_papers_of_many_colours_are_read(
    board: Board, paper: Paper, share: float
) -> None:
    """Fresh, and where half of the tiles are gone, pair by pair."""
    by_kind = [cell for cells in board.by_kind().values() for cell in cells]
    pairs = len(by_kind) // 2
    some = Random(1).sample(range(pairs), round((1 - share) * pairs))
    left = board.without([by_kind[2 * at + one] for at in some for one in (0, 1)])
    reading = read(drawn(left, paper))
    assert alike(reading.board, left)


def test_the_same_letter_on_two_papers_may_be_two_kinds() -> None:
    """Where a board is told plainly no lens is looked through: colours are kinds there."""
    board = deal(ROWS, COLS, 12, seed=2)
    papers = [hue(at / 4) for at in range(4)]

    pixels = drawn(board.without(board.cells()), rainbow).pixels.copy()
    for cell in board.cells():
        left, top = LEFT + cell.col * SIDE + 2, TOP + cell.row * SIDE + 2
        card = pixels[top : top + SIDE - 4, left : left + SIDE - 4]
        card[:] = papers[(board[cell] - 1) % 4]
        letter = LETTERS[(board[cell] - 1) // 4]
        cv2.putText(card, letter, (11, 33), 3, 0.9, (245, 245, 245), 2, cv2.LINE_AA)
    reading = read(Frame(pixels))
    assert reading.skin.lens is None
    assert alike(reading.board, board)


def test_a_tile_is_known_on_the_paper_of_another_place(board: Board) -> None:
    """A game that tints places, not tiles, gives one that falls another colour."""
    reading = read(drawn(board, rainbow))
    assert reading.skin.lens is not None
    gone, falls = Cell(6, 0), Cell(0, 9)
    kinds = np.asarray(board.kinds).reshape(ROWS, COLS)
    kinds[gone], kinds[falls] = kinds[falls], 0
    after = Board(ROWS, COLS, tuple(kinds.ravel().tolist()))
    again = read_again(drawn(after, rainbow, seed=1), reading)
    assert again.board[falls] == 0
    assert again.board[gone] == reading.board[falls]
    assert alike(again.board, after)


def test_a_lens_is_looked_through_once(board: Board) -> None:
    """A frame that is seen through a lens is itself through the same one, and plain again."""
    frame = drawn(board, rainbow)
    lens = read(frame).skin.lens
    assert lens is not None
    seen = lens.through(frame)
    assert lens_of(seen) is lens
    assert lens.through(seen) is seen
    assert plain(seen) is frame is through(None, seen)
    assert plain(frame) is frame
    assert lens_of(frame) is None


def test_papers_are_seen_as_one_and_ink_as_it_is() -> None:
    """A blend of both lies between them, wherever the paper lies."""
    papers = np.asarray([hue(0.55 + at / 50) for at in range(20)], np.uint8)
    lens = Lens(papers, hue(0.6), 260.0, (255, 255, 255))
    white = np.full_like(papers, 255)
    between = (papers / 4 + 255 * 3 / 4).astype(np.uint8)
    picture = np.stack([papers, between, white])
    seen = lens.through(Frame(picture)).pixels.astype(int)
    assert np.ptp(seen[0], axis=0).max() <= 4
    assert np.abs(seen[0] - hue(0.6)).max() <= 4
    assert np.abs(seen[2] - 255).max() <= 12
    assert np.ptp(seen[1], axis=0).max() < np.ptp(picture[1].astype(int), axis=0).max() / 2


def cells_on(papers: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Cells of some papers with something white in the middle: (N, 32, 32, 3)."""
    cells = np.broadcast_to(papers[:, None, None], (len(papers), 32, 32, 3)).astype(np.float32)
    cells[:, 12:20, 12:20] = 250
    return cells


def test_no_lens_is_made_where_papers_are_alike_or_few() -> None:
    """Nor where nothing is drawn on them."""
    papers = np.asarray([hue(at / 20) for at in range(20)], np.uint8)
    assert Lens.over(cells_on(papers)) is not None
    assert Lens.over(cells_on(papers[:7])) is None
    assert Lens.over(cells_on(np.full_like(papers, 90))) is None
    blank = np.broadcast_to(papers[:, None, None], (20, 32, 32, 3)).astype(np.float32)
    assert Lens.over(blank) is None


def test_paper_around_a_large_face_is_found() -> None:
    """Most of such a tile is the face, in one colour on all tiles."""
    papers = np.asarray([hue(0.5 + at / 60) for at in range(20)], np.uint8)
    cells = cells_on(papers)
    y, x = np.mgrid[:32, :32] - 15.5
    cells[:, np.hypot(x, y) < 12] = 250, 210, 40
    cells[:, 14:18, 10:22] = 30
    lens = Lens.over(cells)
    assert lens is not None
    assert lens.paper in {tuple(paper) for paper in papers.tolist()}


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    """What a fresh board on a rainbow teaches."""
    return learn([drawn(fresh(), rainbow)], "letters")


def test_ink_is_told_from_blends_of_it() -> None:
    """Thin strokes show none of it, but on all papers they tend to it."""
    papers = np.asarray([hue(0.55 + at / 50) for at in range(20)], np.uint8)
    cells = cells_on(papers)
    ink = np.asarray((20, 30, 40))
    shares = np.random.default_rng(0).uniform(0.3, 0.6, 20)[:, None]
    cells[:, 12:20, 12:20] = (papers + shares * (ink - papers))[:, None, None]
    lens = Lens.over(cells)
    assert lens is not None
    assert lens.ink is not None
    assert np.abs(np.subtract(lens.ink, ink)).max() <= 3


def test_a_skin_keeps_its_lens(board: Board, lesson: Lesson, tmp_path: Path) -> None:
    """It reads its game in any state, with what the folder holds alone."""
    save_skin(tmp_path / "letters", lesson, [], date(2026, 1, 1), "0")
    skin = load_skin("letters", (tmp_path,))
    assert skin.lens is not None
    assert lesson.skin.lens is not None
    assert np.array_equal(skin.lens.papers, lesson.skin.lens.papers)
    assert skin.lens.ink == lesson.skin.lens.ink is not None
    assert (skin.lens.paper, skin.lens.reach) == (
        lesson.skin.lens.paper,
        pytest.approx(lesson.skin.lens.reach, abs=0.1),
    )
    left = board.without(list(board.cells())[::3])
    assert alike(Sight.of(skin).read(drawn(left, rainbow, seed=2)).board, left)


def test_pictures_of_one_game_teach_through_one_lens(board: Board) -> None:
    """A part of a board, two kinds of which are gone, shows other papers than all of it."""
    some = [
        [cell for cell in cells if cell.col < 6] for cells in list(board.by_kind().values())[2:]
    ]
    kept = {cell for cells in some for cell in cells[: len(cells) // 2 * 2]}
    part = board.without([cell for cell in board.cells() if cell not in kept])
    frames = [drawn(part, rainbow), drawn(board, rainbow, seed=1)]
    lesson = learn(frames, "letters")
    assert len(lesson.skin.faces) == len(LETTERS)
    assert lesson.reads_back(frames, lesson.skin) == [True, True]


@pytest.mark.parametrize(
    ("before", "after", "complaint"),
    [
        ('paper = "#', 'paper = "', "lens.paper must be a colour such as"),
        ("reach = ", "reach = -", "lens.reach must be a number from 1 to 450"),
        ("papers = [", "papers = [7, ", "lens.papers must be a colour"),
        ("papers = [", "papers = []\nothers = [", "lens.papers must list 1 to 64 colours"),
        ("[lens]", "lens = 3\n[lenses]", r"\[lens\] must be a table"),
    ],
)
def test_a_lens_that_makes_no_sense_is_complained_about(
    lesson: Lesson, tmp_path: Path, before: str, after: str, complaint: str
) -> None:
    """One line says what was expected."""
    save_skin(tmp_path / "letters", lesson, [], date(2026, 1, 1), "0")
    text = tmp_path / "letters" / "skin.toml"
    said = text.read_text(encoding="utf-8")
    assert before in said
    said = said.replace(before, after, 1)
    if after.startswith("lens ="):
        said = "lens = 3\n" + said.replace("lens = 3\n", "")
    text.write_text(said, encoding="utf-8")
    with pytest.raises(SkinError, match=complaint):
        load_skin("letters", (tmp_path,))


def test_a_frame_seen_through_a_lens_is_read_as_the_screen_showed_it(board: Board) -> None:
    """A new game may come after one that was tinted."""
    old = read(drawn(board, rainbow)).skin.lens
    assert old is not None
    other = deal(ROWS, COLS, len(LETTERS), seed=9)
    frame = drawn(other, lambda _, __: (240, 240, 235))
    ink = Frame(np.where(frame.pixels > 242, 30, frame.pixels).astype(np.uint8))
    assert alike(read(old.through(ink)).board, read(ink).board)


@pytest.mark.parametrize("share", [1.0, 0.5])
def test_two_shades_that_are_told_apart_are_two_kinds(share: float) -> None:
    """However near they are, and noisy; to join what is even without a lens explains nothing."""
    dealt = deal(ROWS, COLS, 12, seed=2)
    by_kind = [cell for cells in dealt.by_kind().values() for cell in cells]
    pairs = len(by_kind) // 2
    some = Random(1).sample(range(pairs), round((1 - share) * pairs))
    left = dealt.without([by_kind[2 * at + one] for at in some for one in (0, 1)])
    letters = Board(ROWS, COLS, tuple((kind + 1) // 2 for kind in left.kinds))
    shades = {cell: hue(0.05 * (left[cell] % 2)) for cell in left.cells()}
    frame = drawn(letters, lambda row, col: shades[Cell(row, col)])
    noise = np.random.default_rng(2).normal(0, 4, frame.pixels.shape)
    pixels = (frame.pixels + noise).round().clip(0, 255).astype(np.uint8)
    assert alike(read(Frame(pixels)).board, left)
