"""Signs straight on a photograph are told by their inks."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.anylight import Answer
from bot.backdrop import paint_ground
from bot.board import EMPTY, Board
from bot.calibrate import learn
from bot.cutting import cut
from bot.deal import deal
from bot.errors import InputError, SkinError
from bot.frame import Frame, load
from bot.geometry import Cell, Lattice, Pixel
from bot.inked import _any_lost, _holds, _is_all, in_inks
from bot.inks import inks_of
from bot.lens import Lens, plain
from bot.likely import Sighting
from bot.looks import Eye
from bot.parts import Ground, GroundKind
from bot.reader import read, read_again
from bot.reading import Reading
from bot.recoloured import STILL_ALIKE, recoloured_likeness
from bot.sighting import Sight
from bot.signs import Signs, _is_paper, may_be_signs
from bot.skin import Skin
from bot.skinfile import load_skin
from bot.skinsaver import save_skin

ROWS, COLS, SIDE, LEFT, TOP = 7, 10, 56, 90, 80
WIDTH, HEIGHT = COLS * SIDE + 2 * LEFT, ROWS * SIDE + 2 * TOP
SCREENSHOTS = Path(__file__).parent.parent / "fixtures" / "screenshots"
LETTERS = "ABEFHKMNRSTXZ4"
WHITE, YELLOW, CYAN = (255, 255, 255), (255, 210, 60), (125, 240, 255)
Colour = tuple[int, int, int]


def photograph(seed: int = 5) -> NDArray[np.uint8]:
    """Anything out of focus, in dull colours, none of them light: (HEIGHT, WIDTH, 3), RGB."""
    ground = Ground(GroundKind.PHOTO, ((60, 40, 30), (120, 150, 190)), seed=seed)
    return np.asarray(paint_ground(WIDTH, HEIGHT, ground) * 0.7, np.uint8)


def write(
    pixels: NDArray[np.uint8], letter: str, middle: tuple[int, int], ink: Colour, size: float = 1.0
) -> None:
    """A letter of strokes of 3 px around a place."""
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, 1.1 * size
    (width, height), _ = cv2.getTextSize(letter, font, scale, 3)
    at = middle[0] - width // 2, middle[1] + height // 2
    cv2.putText(pixels, letter, at, font, scale, ink, 3, cv2.LINE_AA)


def middle_of(cell: Cell) -> tuple[int, int]:
    """The middle of a cell, px."""
    return LEFT + cell.col * SIDE + SIDE // 2, TOP + cell.row * SIDE + SIDE // 2


def drawn(
    board: Board,
    inks: tuple[Colour, ...] = (WHITE,),
    but: dict[Cell, tuple[Colour, float]] | None = None,
) -> Frame:
    """A board of letters on a photograph, each kind in one of the inks.

    Some cells in another colour and size.
    """
    pixels = photograph()
    for cell in board.cells():
        if (kind := board[cell]) == EMPTY:
            continue
        ink, size = (but or {}).get(cell, (inks[kind % len(inks)], 1.0))
        write(pixels, LETTERS[kind - 1], middle_of(cell), ink, size)
    return Frame(pixels)


def alike(found: Board, board: Board) -> bool:
    """Whether two boards of one size are the same but for the numbers of their kinds."""
    pairs = set(zip(found.kinds, board.kinds, strict=True))
    return len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})


@pytest.fixture(scope="module")
def board() -> Board:
    """A full board of thirteen kinds, four or six tiles of each."""
    return deal(ROWS, COLS, len(LETTERS) - 1, seed=4)


@pytest.mark.parametrize("inks", [(WHITE,), (WHITE, YELLOW, CYAN)])
def test_signs_on_a_photograph_are_read_through_a_lens_of_their_inks(
    board: Board, inks: tuple[Colour, ...]
) -> None:
    """Nothing else of the picture is seen through it."""
    reading = read(drawn(board, inks))
    assert alike(reading.board, board)
    found = inks_of(drawn(board, inks).pixels)
    assert sorted(map(tuple, found.tolist())) == sorted(inks)


@pytest.mark.parametrize(
    ("drawing", "is_paper"), [("thin", False), ("bold", False), ("framed", True), ("card", True)]
)
def test_bold_signs_are_no_cards(board: Board, drawing: str, is_paper: bool) -> None:
    """However much of their cells they cover, they have hardly a place in common."""
    reading = read(drawn(board))
    lens = reading.skin.lens
    assert lens is not None
    side = reading.looks.shape[1]
    shapes = np.stack([blob(side, seed, drawing != "bold") for seed in range(len(LETTERS))])
    if drawing == "framed":
        shapes[:, :, : side // 3] = True
    if drawing == "card":
        shapes = ~shapes
    looks = np.where(shapes[reading.kinds][..., None], lens.inks[0], lens.paper)
    assert _is_paper(Signs(reading.kinds, looks, reading.lattice, lens)) is is_paper


def blob(side: int, seed: int, thin: bool) -> NDArray[np.bool_]:
    """A sign that covers a fifth of its square cell, or more than half of it."""
    noise = np.random.default_rng(seed).normal(size=(side, side))
    smooth = cv2.GaussianBlur(noise, (0, 0), side / 8)
    return np.asarray(smooth > np.quantile(smooth, 0.8 if thin else 0.45), np.bool_)


@pytest.mark.parametrize("name", ["mikami-qtfruit/a_fresh", "deepin-lianliankan/b_fresh"])
def test_pictures_of_few_colours_are_left_out_at_first_sight(name: str) -> None:
    """White is an ink of theirs, but much lies in and around it that is of the tiles."""

    def fail(eye: Eye, seen: Sighting) -> Answer:
        raise AssertionError("a lattice of inks was read")

    frame = load(SCREENSHOTS / f"{name}.png")
    assert len(inks_of(frame.pixels))
    assert in_inks(frame, fail, None) is None


def test_no_inks_are_found_on_cards() -> None:
    """What lies around a sign is of one colour, and of the tile."""
    pixels = photograph()
    for row in range(ROWS):
        for col in range(COLS):
            x, y = middle_of(Cell(row, col))
            pixels[y - 26 : y + 26, x - 26 : x + 26] = 40, 60, 120
            write(pixels, LETTERS[(row * COLS + col) % len(LETTERS)], (x, y), WHITE)
    assert list(WHITE) not in inks_of(pixels).tolist()


def on_pebbles(board: Board) -> Frame:
    """Dark letters on grey pebbles in sand, lighter to one side and each in a light of its own."""
    lot = np.random.default_rng(0)
    grains = cv2.GaussianBlur(lot.normal(0, 60, (HEIGHT, WIDTH, 3)), (0, 0), 2)
    pixels = np.clip(grains + np.asarray((195, 175, 130)), 0, 255).astype(np.uint8)
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2
    for cell in board.cells():
        if (kind := board[cell]) == EMPTY:
            continue
        left, top = LEFT + cell.col * SIDE, TOP + cell.row * SIDE
        light = 150 + lot.uniform(-12, 12) + x * lot.uniform(0.3, 0.8) - y * 0.5
        stone = np.clip(light[..., None] + (0, 4, 16), 0, 255)
        part = pixels[top : top + SIDE, left : left + SIDE]
        round_ = np.hypot(x, y * lot.uniform(1, 1.15)) < SIDE * 0.42
        part[round_] = stone[round_]
        write(pixels, LETTERS[kind - 1], middle_of(cell), (43, 43, 51), 0.8)
    return Frame(pixels)


def test_signs_on_pebbles_are_not_read_by_their_inks(board: Board) -> None:
    """The pebbles are of the tiles, and tell where a sign is too thin to be seen by itself."""
    reading = read(on_pebbles(board))
    assert alike(reading.board, board)
    assert reading.skin.lens is None or not len(reading.skin.lens.inks)


def outlined(board: Board, fills: tuple[Colour, Colour] | None, seed: int = 5) -> NDArray[np.uint8]:
    """Polygons in white outlines on a photograph, the kinds by twos of one shape: (H, W, 3), RGB.

    They are filled in two colours, or not at all.
    """
    pixels = photograph(seed)
    for cell in board.cells():
        corners = np.arange(3 + (board[cell] - 1) // 2)
        turned = corners * 2 * np.pi / len(corners) - np.pi / 2
        points = middle_of(cell) + 17 * np.stack([np.cos(turned), np.sin(turned)], axis=-1)
        points = points.round().astype(np.int32)
        if fills is not None:
            cv2.fillPoly(pixels, [points], fills[board[cell] % 2])
        cv2.polylines(pixels, [points], True, WHITE, 3, cv2.LINE_AA)
    return pixels


def test_signs_that_are_filled_are_not_read_by_their_outlines() -> None:
    """Two kinds of one outline would be one."""
    board = deal(ROWS, COLS, 8, seed=4)
    reading = read(Frame(outlined(board, ((20, 160, 60), (180, 30, 40)))))
    assert alike(reading.board, board)
    assert reading.skin.lens is None or not len(reading.skin.lens.inks)


def told_of(board: Board, pixels: NDArray[np.uint8], ink: Colour) -> Reading:
    """A board as it is read through a lens of one ink; signs in others may be taken for none."""
    lens = Lens.of_inks(np.asarray([ink], np.uint8), 110.0)
    lattice = Lattice(Pixel(LEFT + SIDE / 2, TOP + SIDE / 2), (SIDE, SIDE), ROWS, COLS)
    looks = cut(lens.through(Frame(pixels)), lattice).astype(np.uint8)
    none = np.empty((0, *looks.shape[1:]), np.float32)
    skin = Skin(none, np.empty(0, np.int64), np.ones((1, 1), np.float32), 1.0, None, lens=lens)
    sure = np.ones(ROWS * COLS, np.float32)
    return Reading(board, lattice, skin, (), pixels, looks, sure)


@pytest.mark.parametrize("fills", [None, ((20, 160, 60), (180, 30, 40))])
def test_what_lies_within_outlines_is_theirs_if_it_is_alike_and_what_is_around_is_not(
    fills: tuple[Colour, Colour] | None,
) -> None:
    """Kinds of one outline were taken for one."""
    board = deal(ROWS, COLS, 8, seed=4)
    merged = Board(ROWS, COLS, tuple((kind + 1) // 2 for kind in board.kinds))
    pixels = outlined(board, fills)
    inks = np.asarray([WHITE], np.uint8)
    assert _is_all(Frame(pixels), told_of(merged, pixels, WHITE), inks) == (fills is None)


@pytest.mark.parametrize("other", [(0, 0, 0), (255, 0, 0), CYAN])
def test_signs_in_another_ink_are_not_lost(board: Board, other: Colour) -> None:
    """Be it of the colour that a lens over the first one shows as nothing."""
    inks = (WHITE, other)
    pixels = np.asarray(photograph() * 0.5 + 90, np.uint8)
    for cell in board.cells():
        write(pixels, LETTERS[board[cell] - 1], middle_of(cell), inks[board[cell] % 2])
    half = board.without([cell for cell in board.cells() if board[cell] % 2])
    reading = told_of(half, pixels, WHITE)
    assert _any_lost(Frame(pixels), reading, np.asarray(inks, np.uint8))
    assert not _any_lost(Frame(pixels), reading, np.asarray([WHITE], np.uint8))


@pytest.mark.parametrize("row", [-1, 0])
def test_a_board_without_a_row_that_was_seen_plainly_is_not_all(board: Board, row: int) -> None:
    """Above it or below."""
    reading = told_of(board, photograph(), WHITE)
    x, y = reading.lattice.origin
    more = replace(reading.lattice, origin=Pixel(x, y + row * SIDE), rows=ROWS + 1)
    every = np.ones(more.rows * more.cols, np.bool_)
    assert not _holds(reading, Sighting(more, every))
    assert _holds(reading, Sighting(reading.lattice, every[: ROWS * COLS]))


def test_a_skin_knows_the_inks_of_all_its_pictures(board: Board) -> None:
    """Whichever picture comes first, and though one has lost all that was drawn in one ink."""
    inks = (WHITE, YELLOW)
    late = board.without([cell for cell in board.cells() if board[cell] % 2])
    lesson = learn([drawn(late, inks), drawn(board, inks)], "letters")
    assert lesson.skin.lens is not None
    assert sorted(map(tuple, lesson.skin.lens.inks.tolist())) == sorted(inks)
    assert Sight.of(lesson.skin).read(drawn(board, inks)).board.tiles == board.tiles


def test_a_photograph_has_no_inks() -> None:
    """It has all its colours in many shades."""
    assert not len(inks_of(photograph()))


@pytest.fixture(scope="module")
def half_gone(board: Board) -> Board:
    """The same with half of its tiles gone, by pairs of a kind."""
    gone: list[Cell] = []
    for cells in board.by_kind().values():
        gone += list(cells)[: len(cells) // 4 * 2]
    return board.without(gone)


def first_of(board: Board) -> Cell:
    """The first tile of a board."""
    return next(cell for cell in board.cells() if board[cell])


def test_a_sign_in_another_colour_and_size_is_still_there(half_gone: Board) -> None:
    """As where the pointer lies on it, or it was chosen."""
    before = read(drawn(half_gone))
    assert before.skin.lens is not None
    assert len(before.skin.lens.inks) == 1
    cell = first_of(half_gone)
    at = Cell(*np.subtract(cell, offset(before.board, half_gone)))
    again = read_again(drawn(half_gone, but={cell: (YELLOW, 1.15)}), before)
    assert again.board == before.board
    assert again.selected == (at,)
    assert again.confidence[at.row * again.board.cols + at.col] == pytest.approx(STILL_ALIKE)
    after = read_again(drawn(half_gone), again)
    assert (after.board, after.selected) == (before.board, ())
    gone = read_again(drawn(half_gone.without([cell])), again)
    assert gone.board[at] == 0


@pytest.mark.parametrize("unread", [False, True])
def test_a_sign_in_another_colour_whose_twin_has_gone_is_none(
    half_gone: Board, *, unread: bool
) -> None:
    """Nor is a part of the picture behind it that looks as it did, though another is not told."""
    pair = half_gone.by_kind()[half_gone[first_of(half_gone)]]
    first, twin = pair[:2]
    before = read(drawn(half_gone))
    at = Cell(*np.subtract(first, offset(before.board, half_gone)))
    if unread:
        kinds = list(before.board.kinds)
        kinds[next(n for n, kind in enumerate(kinds) if kind not in {EMPTY, before.board[at]})] = -1
        before = replace(before, board=replace(before.board, kinds=tuple(kinds)))
    rest = half_gone.without([twin])
    again = read_again(drawn(rest, but={first: (YELLOW, 1.15)}), before)
    assert (again.board[at], again.selected) == (EMPTY, ())


def offset(part: Board, whole: Board) -> tuple[int, int]:
    """Where the first cell of a board that was read lies in the one that was drawn."""
    held = np.asarray(whole.kinds).reshape(whole.rows, whole.cols) > 0
    rows, cols = np.flatnonzero(held.any(axis=1)), np.flatnonzero(held.any(axis=0))
    assert (part.rows, part.cols) == (np.ptp(rows) + 1, np.ptp(cols) + 1)
    return int(rows[0]), int(cols[0])


def test_a_sign_that_was_first_seen_in_another_colour_is_a_tile(half_gone: Board) -> None:
    """Its kind would be odd without it."""
    cell = first_of(half_gone)
    reading = read(drawn(half_gone, but={cell: (YELLOW, 1.1)}))
    assert reading.board.tiles == half_gone.tiles
    assert Cell(*np.subtract(cell, offset(reading.board, half_gone))) in reading.selected


def test_bare_ground_is_like_no_sign() -> None:
    """Wherever it is, and whatever the sign."""
    pixels = photograph(8).astype(np.float32)
    shapes = []
    for letter in LETTERS:
        shape = np.zeros((SIDE, SIDE, 3), np.uint8)
        write(shape, letter, (SIDE // 2, SIDE // 2), WHITE)
        shapes.append(shape[..., 0].astype(np.float32) / 255)
    places = [(y, x) for y in range(20, HEIGHT - SIDE, 90) for x in range(20, WIDTH - SIDE, 90)]
    grounds = [pixels[y : y + SIDE, x : x + SIDE] for y, x in places]
    likest = [max(recoloured_likeness(each, shape) for shape in shapes) for each in grounds]
    assert np.mean(np.asarray(likest) > 0.8) < 0.02
    sign = np.where(shapes[0][..., None] > 0.5, np.float32(90), grounds[0])
    assert recoloured_likeness(sign, shapes[0]) > 0.8


def test_a_lens_of_inks_shows_nothing_else() -> None:
    """Nor a bar of the same colour, and what is written on it."""
    pixels = photograph()
    pixels[:60] = WHITE
    write(pixels, "bar", (200, 30), (10, 10, 10), 0.6)
    write(pixels, "A", (300, 200), WHITE)
    lens = Lens.of_inks(np.asarray([WHITE], np.uint8), 60.0)
    seen = lens.through(Frame(pixels))
    shown = (seen.pixels != np.asarray(lens.paper)).any(axis=-1)
    assert plain(seen).pixels is pixels
    assert shown[200 - 14 : 200 + 14, 300 - 14 : 300 + 14].any()
    shown[170:230, 270:330] = False
    assert not shown.any()


def test_a_lens_has_papers_or_inks() -> None:
    """Never both, and one of them."""
    some, none = np.zeros((1, 3), np.uint8), np.zeros((0, 3), np.uint8)
    for papers, inks in ((some, some), (none, none)):
        with pytest.raises(InputError, match="papers or inks"):
            Lens(papers, (0, 0, 0), 20.0, inks=inks)


def test_a_skin_keeps_the_inks(half_gone: Board, tmp_path: Path) -> None:
    """It reads its game in any state, and complains about papers besides."""
    lesson = learn([drawn(half_gone)], "letters")
    save_skin(tmp_path / "letters", lesson, [], date(2026, 1, 1), "0")
    skin = load_skin("letters", (tmp_path,))
    assert skin.lens is not None
    assert skin.lens.inks.tolist() == [list(WHITE)]
    rest = half_gone.without(list(next(iter(half_gone.by_kind().values()))))
    assert Sight.of(skin).read(drawn(rest)).board.tiles == rest.tiles
    text = tmp_path / "letters" / "skin.toml"
    said = text.read_text(encoding="utf-8")
    text.write_text(said.replace("inks = ", 'paper = "#000000"\ninks = ', 1), encoding="utf-8")
    with pytest.raises(SkinError, match=r"lens\.inks excludes lens\.paper"):
        load_skin("letters", (tmp_path,))


@pytest.mark.parametrize(
    ("shares", "maybe"), [((0.1, 0.2), True), ((0.2, 0.6), True), ((0.5, 0.6), False)]
)
def test_tiles_that_hide_half_of_their_ground_are_no_signs(
    shares: tuple[float, ...], *, maybe: bool
) -> None:
    """All of them: cards. Of a picture of bold signs some hide less; and on even ground none do."""
    hides = np.zeros((len(shares), 10, 10), np.bool_)
    for own, share in zip(hides, shares, strict=True):
        own[: round(10 * share)] = True
    faces, kinds = np.zeros((len(shares), 10, 10, 3), np.float32), np.arange(len(shares)) + 1
    skin = Skin(faces, kinds, np.ones((8, 8), np.float32), 1.0, None)
    assert not may_be_signs(skin)
    assert may_be_signs(replace(skin, hides=hides)) is maybe
