"""With its skin a game is read at any filling, scale and place; with another one not at all."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.blocks import differences
from bot.board import EMPTY, UNKNOWN, Board
from bot.calibrate import learn
from bot.deal import deal
from bot.distances import blocks_of, contrast, correlation, halved, squared
from bot.errors import BoardNotFoundError
from bot.frame import Frame, load
from bot.geometry import Cell, Lattice, Pixel
from bot.laying import Layer
from bot.reader import read_again
from bot.sampling import cut_all, part_of
from bot.scenes import drawn_screen
from bot.sighting import Sight
from bot.simulator import Style, draw, lattice_of
from bot.skin import Skin
from bot.skinfile import load_skin, read_skin

KINDS = 20


def cleared(board: Board, share: float, seed: int = 5) -> Board:
    """The board without some pairs, drawn by lot."""
    lot = Random(seed)
    pairs = []
    for cells in board.by_kind().values():
        lot.shuffle(cells)
        pairs += list(zip(cells[::2], cells[1::2], strict=True))
    gone = lot.sample(pairs, round(share * len(pairs)))
    return board.without([cell for pair in gone for cell in pair])


def trimmed(board: Board) -> Board:
    """The board without outer rows and columns that are empty."""
    rows = np.asarray(board.to_rows())
    down, across = np.flatnonzero((rows != 0).any(axis=1)), np.flatnonzero((rows != 0).any(axis=0))
    return Board.from_rows(rows[down[0] : down[-1] + 1, across[0] : across[-1] + 1].tolist())


def fits(seen: Board, true: Board) -> bool:
    """Whether two boards are one but for the numbers of their kinds."""
    true = trimmed(true)
    pairs = set(zip(seen.kinds, true.kinds, strict=False))
    return (
        (seen.rows, seen.cols) == (true.rows, true.cols)
        and UNKNOWN not in seen.kinds
        and len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
        and all((a == EMPTY) == (b == EMPTY) for a, b in pairs)
    )


def scaled(pixels: NDArray[np.uint8], scale: float) -> Frame:
    """The picture at another scale."""
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return Frame(np.asarray(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how)))


@pytest.fixture(scope="module")
def full() -> Board:
    """A full board."""
    return deal(8, 12, kinds=KINDS, seed=3)


@pytest.fixture(scope="module")
def sight(full: Board) -> Sight:
    """What a picture of it teaches."""
    return Sight.of(learn([Frame(draw(full, Style.default()))], "drawn").skin)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.8, 0.95])
def test_a_board_is_read_at_any_filling(sight: Sight, full: Board, share: float) -> None:
    """Another deal, with few tiles or many, is read exactly, and no tile is called selected."""
    board = cleared(deal(8, 12, kinds=KINDS, seed=7), share)
    reading = sight.read(Frame(draw(board, Style.default())))
    assert fits(reading.board, board)
    assert reading.selected == ()
    assert reading.lattice.pitch == pytest.approx(
        lattice_of(full, Style.default()).pitch, rel=0.002
    )


@pytest.mark.parametrize("scale", [0.6, 0.75, 1.5, 2.0])
def test_a_board_is_read_at_another_scale(sight: Sight, full: Board, scale: float) -> None:
    """Smaller and larger windows, half of the tiles gone."""
    board = cleared(full, 0.5)
    reading = sight.read(scaled(draw(board, Style.default()), scale))
    assert fits(reading.board, board)


@pytest.mark.parametrize("scale", [0.7, 1.3])
def test_the_picture_itself_tells_its_scale(
    sight: Sight, full: Board, scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where faces made small tell none, equal tiles do by how far apart they lie."""
    monkeypatch.setattr("bot.sighting.pitches", lambda *_: [])
    board = cleared(full, 0.3)
    reading = sight.read(scaled(draw(board, Style.default()), scale))
    assert fits(reading.board, board)


def test_a_last_pair_is_a_board_at_the_scale_of_the_skin(sight: Sight, full: Board) -> None:
    """Two tiles of one kind are; two of two kinds, or a single one, are refused."""
    first, second, *_ = full.by_kind().values()
    for cells, told in ((first[:2], True), ([first[0], second[0]], False), (first[:1], False)):
        board = full.without([cell for cell in full.cells() if cell not in cells])
        frame = Frame(draw(board, Style.default()))
        if told:
            assert fits(sight.read(frame).board, board)
        else:
            with pytest.raises(BoardNotFoundError):
                sight.read(frame)


def test_tiles_drawn_at_whole_pixels_are_read_whatever_the_pitch() -> None:
    """Their cells lie up to a pixel aside, and other kinds are nearer to some than their own."""
    fresh, later = (drawn_screen(94027, share) for share in (0.0, 0.2))
    seen = Sight.of(learn([Frame(fresh.pixels)], "drawn").skin).read(Frame(later.pixels))
    assert fits(seen.board, later.board)


def test_a_pair_in_all_other_colours_is_named(sight: Sight, full: Board) -> None:
    """As a hint draws it; of one such tile the kind is odd without it, of two it is not."""
    style = Style.default()
    lattice, pixels = lattice_of(full, style), draw(full, style)
    pair = next(cells for cells in full.by_kind().values() if len(cells) >= 4)[:2]
    for cell in pair:
        x, y = lattice.center(cell)
        across, down = (pitch / 2 for pitch in lattice.pitch)
        part = pixels[round(y - down) : round(y + down), round(x - across) : round(x + across)]
        part[:] = 255 - part
    reading = sight.read(Frame(pixels))
    assert fits(reading.board, full)
    assert set(reading.selected) == set(pair)


def test_goals_below_are_no_part_of_a_known_board(sight: Sight, full: Board) -> None:
    """They show the faces of the skin, but not all of them twice."""
    board, style = cleared(full, 0.2), Style.default()
    lattice, pixels = lattice_of(board, style), draw(board, style)
    across, down = (round(pitch) for pitch in lattice.pitch)
    x, y = (round(at - pitch / 2) for at, pitch in zip(lattice.origin, lattice.pitch, strict=True))
    ground = np.median(pixels[:, :3], axis=(0, 1)).astype(np.uint8)
    wide = np.tile(ground, (y + (board.rows + 2) * down, pixels.shape[1], 1))
    wide[: len(pixels)] = pixels
    below = y + board.rows * down
    tiles = [cells[0] for cells in board.by_kind().values()]
    for at, cell in enumerate(tiles[:3]):
        top, left = y + cell.row * down, x + cell.col * across
        tile = pixels[top : top + down, left : left + across]
        wide[below : below + down, x + 3 * at * across : x + (3 * at + 1) * across] = tile
    assert fits(sight.read(Frame(wide)).board, board)


def test_a_board_is_read_wherever_it_lies(sight: Sight, full: Board) -> None:
    """The window was moved by an odd number of pixels, and something is beside it."""
    board = cleared(full, 0.4)
    pixels = draw(board, Style.default())
    screen = np.full((pixels.shape[0] + 90, pixels.shape[1] + 160, 3), 90, np.uint8)
    screen[37 : 37 + pixels.shape[0], 51 : 51 + pixels.shape[1]] = pixels
    screen[4:12, ::7] = 250
    assert fits(sight.read(Frame(screen)).board, board)


def test_what_the_skin_knows_is_sure(sight: Sight, full: Board) -> None:
    """Plain tiles and empty cells are sure, and a clicked tile is the least sure of all."""
    board, style = cleared(full, 0.4), Style.default()
    assert sight.read(Frame(draw(board, style))).confidence.min() > 0.8
    marked = next(cell for cell in board.cells() if board[cell] > EMPTY)
    reading = sight.read(Frame(draw(board, style, selected=(marked,))))
    least = Cell(*divmod(int(reading.confidence.argmin()), reading.board.cols))
    assert reading.selected == (least,)
    assert 0 < reading.confidence.min() < 0.7


def test_kinds_keep_their_numbers_from_picture_to_picture(sight: Sight, full: Board) -> None:
    """A kind is the number of its face in the skin, whatever picture it is in."""
    style = Style.default()
    before = sight.read(Frame(draw(full, style))).board
    after = sight.read(Frame(draw(cleared(full, 0.3), style))).board
    assert all(a in {b, EMPTY} for a, b in zip(after.kinds, before.kinds, strict=True))


def test_the_next_picture_can_be_glanced_at(sight: Sight, full: Board) -> None:
    """A reading with a skin is one that `read_again` goes on from."""
    style = Style.default()
    reading = sight.read(Frame(draw(full, style)))
    board = cleared(full, 0.1)
    assert fits(read_again(Frame(draw(board, style)), reading).board, board)


def test_faces_of_one_kind_match(sight: Sight, full: Board) -> None:
    """Where a skin says that two faces are of one kind, so does the board."""
    kinds = sight.skin.kinds.copy()
    kinds[1] = kinds[0]
    merged = Sight.of(replace(sight.skin, kinds=kinds))
    frame = Frame(draw(full, Style.default()))
    before, after = sight.read(frame).board, merged.read(frame).board
    expected = [1 if kind == 2 else kind for kind in before.kinds]
    assert list(after.kinds) == expected


def test_a_face_never_seen_is_unknown(full: Board) -> None:
    """A skin that lacks some faces leaves their tiles unknown, and names the others right."""
    style = Style.default()
    whole = learn([Frame(draw(full, style))], "drawn").skin
    some = replace(whole, faces=whole.faces[3:], kinds=whole.kinds[3:])
    seen = Sight.of(some).read(Frame(draw(full, style))).board
    true = Sight.of(whole).read(Frame(draw(full, style))).board
    expected = [UNKNOWN if kind in {1, 2, 3} else kind for kind in true.kinds]
    assert list(seen.kinds) == expected


def test_the_wrong_skin_says_so(sight: Sight) -> None:
    """A game in another look, a plain picture, noise: no board, and the skin is named."""
    other = draw(deal(6, 10, kinds=15, seed=4), Style.random(4))
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)
    for pixels in (other, np.full((300, 400, 3), 128, np.uint8), noise, noise[:9, :9].copy()):
        with pytest.raises(BoardNotFoundError, match="the skin drawn does not fit"):
            sight.read(Frame(pixels))


def test_the_skins_that_come_along_refuse_another_game() -> None:
    """In some tone a single face of theirs may look like the edge of its tiles."""
    frame = load(Path(__file__).parent.parent / "docs" / "images" / "game.png")
    for tileset in ("default", "classic", "jade", "traditional", "alphabet", "egypt"):
        skin = load_skin(f"kshisen-{tileset}")
        with pytest.raises(BoardNotFoundError, match=f"kshisen-{tileset} does not fit"):
            Sight.of(skin).read(frame)


TONES = {
    "grey": [[0.3, 0.3, 0.3], [0.59, 0.59, 0.59], [0.11, 0.11, 0.11]],
    "sepia": [[0.39, 0.35, 0.27], [0.77, 0.69, 0.53], [0.19, 0.17, 0.13]],
    "turned": [[0, 0, 1], [0, 1, 0], [1, 0, 0]],
    "warm": [[1, 0, 0], [0, 0.85, 0], [0, 0, 0.6]],
}


@pytest.mark.parametrize("tone", sorted(TONES))
@pytest.mark.parametrize("seed", [3, 4, 7])
def test_a_picture_in_other_colours_is_not_misread(tone: str, seed: int) -> None:
    """A grey or tinted picture is refused, or what is named in it is right; no tile is ground."""
    board, style = deal(6, 10, kinds=15, seed=seed), Style.random(seed)
    sight = Sight.of(learn([Frame(draw(board, style))], "lot").skin)
    true = cleared(board, 0.3)
    pixels = (draw(true, style) @ np.asarray(TONES[tone])).clip(0, 255).astype(np.uint8)
    with suppress(BoardNotFoundError):
        seen = sight.read(Frame(pixels)).board
        true = trimmed(true)
        assert (seen.rows, seen.cols) == (true.rows, true.cols)
        pairs = {pair for pair in zip(seen.kinds, true.kinds, strict=True) if pair[0] != UNKNOWN}
        assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
        assert all((a == EMPTY) == (b == EMPTY) for a, b in pairs)


@pytest.mark.parametrize("tone", ["sepia", "warm"])
def test_a_tinted_picture_is_read(sight: Sight, full: Board, tone: str) -> None:
    """A tone that leaves faces apart is taken into account."""
    board = cleared(full, 0.5)
    pixels = (draw(board, Style.default()) @ np.asarray(TONES[tone])).clip(0, 255)
    assert fits(sight.read(Frame(pixels.astype(np.uint8))).board, board)


@pytest.mark.parametrize("seed", [7, 12])
def test_random_looks_are_read_with_their_skin(seed: int) -> None:
    """A look drawn by lot is learned from a full board, and read when most of it is gone."""
    board, style = deal(6, 10, kinds=15, seed=seed), Style.random(seed)
    sight = Sight.of(learn([Frame(draw(board, style))], "lot").skin)
    left = cleared(board, 0.7)
    assert fits(sight.read(Frame(draw(left, style))).board, left)


def test_tiles_are_laid_to_a_part_of_a_pixel(sight: Sight, full: Board) -> None:
    """A lattice two pixels off is put right to a fifth of one."""
    reading = sight.read(Frame(draw(full, Style.default())))
    grey = np.asarray(cv2.cvtColor(reading.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    lattice, (row, col) = reading.lattice, np.divmod(np.arange(0, 96, 5), 12)
    face = np.searchsorted(sight.skin.kinds, reading.kinds[::5])
    off = replace(lattice, origin=Pixel(lattice.origin.x + 2, lattice.origin.y - 1.5))
    bed = Layer.of(sight.skin).on(grey, lattice.pitch)
    found = bed.laid(off, row, col, face, 0.001)
    assert found is not None
    assert found.origin == pytest.approx(lattice.origin, abs=0.2)
    assert bed.laid(off, row[:2], col[:2], face[:2], 0.001) is None


def test_cells_are_cut_out_in_one_go() -> None:
    """A lattice of whole pixels gives the picture itself, but for the slight blur."""
    pixels = np.kron(np.arange(12, dtype=np.uint8).reshape(3, 4, 1) * 20, np.ones((20, 16, 3)))
    lattice = Lattice(Pixel(8, 10), (16.0, 20.0), 3, 4)
    cells = cut_all(pixels.astype(np.uint8), lattice)
    assert cells.shape == (12, 20, 16, 3)
    assert (cells[:, 10, 8, 0] == np.arange(12) * 20).all()
    assert part_of(lattice, 1, 3, 2, 4) == Lattice(lattice.center(Cell(1, 2)), (16.0, 20.0), 2, 2)


def test_distances_are_what_they_say() -> None:
    """Squares are mean squares, a tint leaves the correlation, weights hide what differs."""
    lot = np.random.default_rng(2)
    faces = lot.uniform(0, 200, (3, 40, 44, 3)).astype(np.float32)
    small = halved(faces)
    assert small.shape == (3, 17, 19, 3)
    true = ((small[:, None] - small[None]) ** 2).mean(axis=(2, 3, 4))
    assert squared(small, small, None) == pytest.approx(true, abs=0.1)
    assert correlation(small * 0.5 + 20, small, None).argmax(axis=1).tolist() == [0, 1, 2]
    assert np.diag(correlation(small * 0.5 + 20, small, None)) == pytest.approx(1, abs=0.01)
    assert contrast(np.full((1, 9, 9, 3), 7, np.float32)) == pytest.approx(0)
    other, weights = small.copy(), np.ones_like(small)
    other[:, :5], weights[:, :5] = 0, 0
    assert np.diag(squared(other, small, weights)) == pytest.approx(0, abs=0.1)
    assert differences(blocks_of(other, small, weights), np.ones((8, 8), np.float32)).max() == 0
    assert differences(blocks_of(other, small, None), np.ones((8, 8), np.float32)).min() > 1


MARKS = {
    "tint": lambda cell: cell * 0.6 + np.asarray([250, 220, 60]) * 0.4,
    "frame": lambda cell: _framed(cell, 0.06),
    "darker": lambda cell: cell * 0.7,
}


def _framed(cell: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    """A tile in a red frame inside its own border."""
    found = cell.copy()
    height, width = cell.shape[:2]
    y, x = round(height * share), round(width * share)
    cv2.rectangle(found, (x, y), (width - 1 - x, height - 1 - y), (255, 30, 20), 3)
    return found


UNTOLD = pytest.mark.xfail(strict=True, reason="its rim differs by a grey level too little")


@pytest.mark.parametrize(
    ("mark", "at"),
    [
        pytest.param(mark, at, marks=UNTOLD if (mark, at) == ("tint", Cell(4, 7)) else [])
        for mark in sorted(MARKS)
        for at in (Cell(0, 0), Cell(4, 7))
    ],
)
def test_a_marked_tile_is_named_and_told(sight: Sight, full: Board, mark: str, at: Cell) -> None:
    """In other colours or in a frame, at the edge or in the middle."""
    style = Style.default()
    pixels = draw(full, style).copy()
    lattice = lattice_of(full, style)
    middle, (width, height) = lattice.center(at), np.multiply(lattice.pitch, 0.9)
    left, top = round(middle.x - width / 2), round(middle.y - height / 2)
    part = pixels[top : top + int(height), left : left + int(width)]
    part[:] = MARKS[mark](part)
    seen = sight.read(Frame(pixels))
    assert fits(seen.board, full)
    assert seen.selected == (at,)


def test_a_tile_between_pixels_is_read(sight: Sight, full: Board) -> None:
    """All tiles of a picture that is moved by part of a pixel differ a little more."""
    pixels = draw(full, Style.default())
    by = np.asarray([[1, 0, 0.5], [0, 1, 0.5]], np.float32)
    moved = cv2.warpAffine(pixels, by, pixels.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    assert fits(sight.read(Frame(np.asarray(moved, np.uint8))).board, full)


def test_a_few_tiles_at_the_own_scale_are_not_the_board() -> None:
    """A skin that recognises three in a row at its own size, and all at another, takes that one."""
    top = Path(__file__).parent.parent
    picture = top / "fixtures" / "screenshots" / "kshisen" / "default-14x6-853x600-fresh.png"
    sight = Sight.of(read_skin(top / "templates" / "kshisen-default"))
    board = sight.read(load(picture)).board
    assert (board.rows, board.cols, board.tiles) == (6, 14, 84)
    assert not board.odd_kinds


@pytest.mark.parametrize("seed", [130012, 130035, 130043, 130076, 130090])
def test_what_a_fresh_picture_taught_reads_a_later_one(seed: int) -> None:
    """Lifted, at the edge of the picture, alone in opposite colours, or on a ground that varies."""
    fresh, late = (drawn_screen(seed, share, latest=False) for share in (0.0, 0.8))
    seen = Sight.of(learn([Frame(fresh.pixels)], "lot").skin).read(Frame(late.pixels))
    assert fits(seen.board, late.board)
    tiles = [cell for cell in late.board.cells() if late.board[cell] != EMPTY]
    top, left = (min(line) for line in zip(*tiles, strict=True))
    assert [(row + top, col + left) for row, col in seen.selected] == list(late.selected)


def tiled(skin: Skin, board: Board, seed: int) -> NDArray[np.uint8]:
    """A board of a skin's faces, with sides and shadows, on ground with faint spots."""
    lot = np.random.default_rng(seed)
    spots = cv2.GaussianBlur(lot.normal(size=(820, 1100)).astype(np.float32), (0, 0), 9)
    pixels = np.array([216, 212, 176]) + (spots / spots.std())[..., None] * 4
    assert skin.pitch is not None
    across, down = (int(pitch) for pitch in skin.pitch)
    for (row, col), kind in ((cell, board[cell]) for cell in board.cells() if board[cell]):
        y, x = 60 + row * down, 90 + col * across
        face = skin.faces[kind % len(skin.faces)].astype(np.float32)
        pixels[y + 8 : y + down + 8, x + 8 : x + across + 8] *= 0.6
        pixels[y + 5 : y + down + 5, x + 5 : x + across + 5] = (120, 95, 40)
        resized = cv2.resize(face, (across, down), interpolation=cv2.INTER_CUBIC)
        pixels[y : y + down, x : x + across] = resized
    return np.rint(pixels.clip(0, 255)).astype(np.uint8)


@pytest.mark.parametrize(("seed", "scale"), [(2, 0.89), (5, 1.2)])
def test_the_last_tiles_of_a_large_board_are_read_at_another_scale(seed: int, scale: float) -> None:
    """Eight of 112: equal ones tell how far apart cells lie, and faces then where."""
    skin = load_skin("kshisen-egypt")
    board = cleared(deal(8, 14, kinds=28, seed=3), 0.93, seed)
    reading = Sight.of(skin).read(scaled(tiled(skin, board, seed), scale))
    assert fits(reading.board, board)


def test_a_button_below_is_no_tile(sight: Sight, full: Board) -> None:
    """Unlike a tile that cannot be read, it leaves no kind without a partner."""
    style, board = Style.default(), cleared(full, 0.6)
    lattice, pixels = lattice_of(board, style), draw(board, style)
    across, down = (round(pitch) for pitch in lattice.pitch)

    def place(row: int, col: int) -> tuple[slice, slice]:
        x, y = round(lattice.origin.x) + col * across, round(lattice.origin.y) + row * down
        return slice(y - down // 2, y + down // 2), slice(x - across // 2, x + across // 2)

    first = next(cell for cell in board.cells() if board[cell])
    button = pixels[place(*first)].copy()
    button[down // 4 : -down // 4, across // 4 : -across // 4] = (90, 20, 20)
    button[down // 3 : -down // 3, across // 3 : -across // 3] = (240, 230, 60)
    longer = np.concatenate([pixels, pixels[-down:]])
    longer[place(board.rows, 3)] = button
    assert fits(sight.read(Frame(longer)).board, board)

    alone = board.without([cell for cell in board.cells() if cell.row == 0 and cell != first])
    pixels = draw(alone, style)
    pixels[place(*first)] = button
    seen = sight.read(Frame(pixels)).board
    assert seen.rows == board.rows
    assert seen.kinds.count(UNKNOWN) == 1
