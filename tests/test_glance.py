"""A known board is read again: what changed is named, what did not keeps its name."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.cutting import cut
from bot.deal import deal
from bot.displaced import same_but_a_corner
from bot.drawn import shape_scores
from bot.frame import Frame, load
from bot.geometry import Cell, Lattice, Pixel
from bot.glance import _changed_cells, is_bare, read_again, resembles
from bot.ground import contrast
from bot.matcher import LinkRule
from bot.overlying import is_drawn_on
from bot.parts import Highlight
from bot.position import Gravity, Position
from bot.reader import read
from bot.reading import Reading
from bot.renaming import Renaming
from bot.simulator import Style, draw
from bot.skin import Body, Skin
from bot.study import shapes_of, study

BOARD = deal(6, 8, kinds=12, seed=1)
USUAL = Style.default()
assert USUAL.body is not None
LOOKS = {
    "usual": USUAL,
    "touching": replace(USUAL, gap=(0.0, 0.0), shadow=0.0),
    "high": replace(USUAL, gap=(0.0, 0.0), shadow=0.5, body=replace(USUAL.body, depth=(4, 6))),
    "bare": replace(USUAL, body=None, shadow=0.0),
}


@cache
def fresh(look: str) -> Reading:
    """The full board, read."""
    return read(Frame(draw(BOARD, LOOKS[look])))


def expected(known: Reading, board: Board) -> tuple[int, ...]:
    """What is to be read on a board of the same tiles."""
    names = dict(zip(BOARD.kinds, known.board.kinds, strict=True)) | {EMPTY: EMPTY}
    return tuple(names[kind] for kind in board.kinds)


def seen(known: Reading, board: Board, look: str, *selected: Cell) -> Reading:
    """A board read again."""
    return read_again(Frame(draw(board, LOOKS[look], selected=selected)), known)


@pytest.mark.parametrize("look", ["usual", "touching", "high"])
@pytest.mark.parametrize("gravity", [Gravity.DOWN, Gravity.LEFT, Gravity.CENTER_HORIZONTAL])
def test_a_tile_that_falls_is_not_selected(look: str, gravity: Gravity) -> None:
    """To the end of a game all tiles are known where they fell, and just the clicked one marked."""
    position, reading, lot = Position(BOARD, LinkRule(), gravity), fresh(look), Random(0)
    while links := list(position.legal_links):
        link = lot.choice(links)
        reading = seen(reading, position.board, look, link.a)
        assert reading.selected == (link.a,)
        position = position.after(link)
        reading = seen(reading, position.board, look)
        assert reading.selected == ()
        assert reading.board.kinds == expected(fresh(look), position.board)


@pytest.mark.parametrize("highlight", list(Highlight))
@pytest.mark.parametrize("look", ["usual", "bare"])
def test_a_tile_is_known_however_it_is_marked(look: str, highlight: Highlight) -> None:
    """A selected tile keeps its kind, is listed, and is plain again afterwards."""
    cell = Cell(2, 3)
    style = replace(LOOKS[look], highlight=highlight)
    marked = read_again(Frame(draw(BOARD, style, selected=[cell])), fresh(look))
    assert marked.board == fresh(look).board
    # An icon on bare ground that moves by two pixels, or is inverted, changes little around it.
    if look != "bare" or highlight not in {Highlight.LIFTED, Highlight.INVERTED}:
        assert marked.selected == (cell,)
    assert seen(marked, BOARD, look).selected == ()


def test_a_mark_is_seen_where_neighbours_went_at_once() -> None:
    """Sides on which a tile went are no witnesses; the others still are."""
    cell = Cell(2, 3)
    for gone in ([Cell(1, 3)], [Cell(2, 2), Cell(2, 4)], [Cell(1, 3), Cell(2, 2), Cell(3, 3)]):
        left = BOARD.without(gone)
        for look in ("usual", "high"):
            assert seen(fresh(look), left, look).selected == ()
            assert seen(fresh(look), left, look, cell).selected == (cell,)


def test_a_path_over_selected_tiles_hides_nothing() -> None:
    """While a link is shown its tiles and those beside its path keep their kinds."""
    for a, b in ((Cell(2, 1), Cell(2, 6)), (Cell(0, 0), Cell(5, 0))):
        frame = Frame(draw(BOARD, USUAL, selected=[a, b], path=(a, b)))
        assert read_again(frame, fresh("usual")).board == fresh("usual").board


def covered(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with a dialog over its middle."""
    height, width = pixels.shape[:2]
    shown = pixels.copy()
    shown[height // 3 : 2 * height // 3, width // 4 : 3 * width // 4] = (236, 236, 236)
    for y in range(height // 3 + 20, 2 * height // 3 - 20, 14):
        shown[y : y + 3, width // 4 + 20 : 3 * width // 4 - 30 : 7] = (20, 20, 20)
    return shown


@pytest.mark.parametrize("look", ["usual", "high", "bare"])
def test_what_a_dialog_covered_is_the_same_afterwards(look: str) -> None:
    """A dialog shows no other tiles, and once it is gone none is marked or forgotten."""
    plain = draw(BOARD, LOOKS[look])
    during = read_again(Frame(covered(plain)), fresh(look))
    names = zip(during.board.kinds, fresh(look).board.kinds, strict=True)
    assert all(now in {was, EMPTY, UNKNOWN} for now, was in names)
    after = read_again(Frame(plain.copy()), during)
    assert (after.board, after.selected) == (fresh(look).board, ())


@pytest.mark.parametrize("highlight", [Highlight.FRAME, Highlight.TINT])
def test_a_tile_that_fell_under_a_path_is_not_known_by_the_one_before(highlight: Highlight) -> None:
    """Where another tile fell and was linked at once, the next one there keeps its own name."""
    first, at, named = fresh("usual"), Cell(2, 2), 0
    for other in (Cell(2, 5), Cell(3, 3), Cell(4, 6), Cell(0, 4)):
        one, two = (BOARD.cols * cell.row + cell.col for cell in (at, other))
        kinds = list(BOARD.kinds)
        kinds[one], kinds[two] = kinds[two], kinds[one]
        fallen = Board(BOARD.rows, BOARD.cols, tuple(kinds))
        pixels = draw(fallen, replace(USUAL, highlight=highlight), selected=[at, other])
        x, y = (round(part) for part in first.lattice.center(at))
        cv2.line(pixels, (x, y), (x + 30, y), (230, 0, 0), 5)
        during = read_again(Frame(pixels), first)
        named += during.board[at] == first.board[other]
        assert seen(during, BOARD, "usual").board == first.board
    assert named


@pytest.mark.parametrize("colour", [0, 255])
def test_a_message_is_no_ground(colour: int) -> None:
    """What is flat in another colour than all that was empty is unknown; after it, all is known."""
    board = BOARD.without([cell for cell in BOARD.cells() if cell.row < 3])
    known = seen(fresh("usual"), board, "usual")
    assert set(known.kinds[:24]) == {EMPTY}
    plain = draw(board, USUAL)
    under = plain.copy()
    left, top, right, bottom = (round(side) for side in known.lattice.bounds())
    under[(top + bottom) // 2 - 100 : bottom, left : (left + right) // 2] = colour
    during = read_again(Frame(under), known)
    hidden = {Cell(row, col) for row in range(2, 6) for col in range(3)}
    assert {during.board[cell] for cell in hidden} == {UNKNOWN}
    assert read_again(Frame(plain.copy()), during).board == known.board


@pytest.mark.parametrize("apart", [16, -24])
def test_a_message_in_nearly_the_colour_of_plain_ground_is_none(apart: int) -> None:
    """Where it lies over tiles, too; two slots of the same colour are only what links leave."""
    grey = (200,) * 3
    style = replace(USUAL, ground=replace(USUAL.ground, colours=(grey, grey)), shadow=0.0)
    some = [cell for cell in BOARD.cells() if cell.row < 2]
    first = read(Frame(draw(BOARD, style)))
    known = read_again(Frame(draw(BOARD.without(some), style)), first)
    assert set(known.kinds[:16]) == {EMPTY}
    pixels = draw(BOARD.without(some), style)
    x, y = (round(part) for part in known.lattice.center(Cell(2, 3)))
    wide, high = (round(part) for part in known.lattice.pitch)
    pixels[y - high // 2 : y + high // 2, x - wide // 2 : x + 3 * wide // 2] = 200 + apart
    slots = read_again(Frame(pixels.copy()), known)
    assert {slots.board[cell] for cell in (Cell(2, 3), Cell(2, 4))} == {EMPTY}
    pixels[y - 3 * high // 2 : y, x - wide // 2 : x + 3 * wide // 2] = 200 + apart
    during = read_again(Frame(pixels), known)
    hidden = {Cell(row, col) for row in (1, 2) for col in (3, 4)}
    assert {during.board[cell] for cell in hidden} == {UNKNOWN}


@pytest.mark.parametrize("colour", [(51, 102, 153), (0, 0, 0), (255, 255, 255)])
def test_of_a_window_over_the_whole_board_nothing_is_learned(colour: tuple[int, int, int]) -> None:
    """Least of all how empty cells look: that is known afterwards as it was before."""
    full = deal(6, 8, 12, seed=9)
    style = Style.default()
    board = full.without([cell for cells in list(full.by_kind().values())[:3] for cell in cells])
    more = board.without(next(iter(board.by_kind().values())))
    known = read_again(Frame(draw(board, style)), read(Frame(draw(full, style))))
    window = np.full_like(known.pixels, colour)
    covered = read_again(Frame(window), known)
    assert covered.board.tiles == covered.board.kinds.count(UNKNOWN) == board.tiles
    assert not covered.confidence.any()
    after = read_again(Frame(draw(more, style)), covered)
    assert after.board == read_again(Frame(draw(more, style)), known).board
    assert UNKNOWN not in after.board.kinds
    # Where the ground is as it was, all tiles have gone.
    nothing = draw(Board.from_rows([[EMPTY] * full.cols] * full.rows), style)
    assert read_again(Frame(nothing), known).board.tiles == 0


def test_in_another_light_ground_is_ground() -> None:
    """Where all that was empty changes its colour, that is no message."""
    board = BOARD.without([cell for cell in BOARD.cells() if cell.row < 3])
    known = seen(fresh("usual"), board, "usual")
    lit = replace(USUAL, ground=replace(USUAL.ground, colours=((250, 250, 240), (240, 240, 230))))
    again = read_again(Frame(draw(board, lit)), known)
    assert set(again.kinds[:24]) == {EMPTY}


@pytest.mark.parametrize(("share", "bare"), [(0.08, True), (0.6, False)])
@pytest.mark.parametrize("side", ["top", "bottom", "left", "right"])
def test_what_lies_over_a_tile_that_cannot_be_named(side: str, share: float, bare: bool) -> None:
    """A face never seen is in sight unless something hides its middle."""
    cell, kinds = Cell(2, 3), list(BOARD.kinds)
    kinds[19] = 30
    pixels, known = draw(Board(6, 8, tuple(kinds)), USUAL), fresh("usual")
    x, y = (round(way) for way in known.lattice.center(cell))
    across, down = (round(way) for way in known.lattice.pitch)
    top, left = y - down // 2, x - across // 2
    hidden = {
        "top": (slice(top, top + round(share * down)), slice(left - 20, left + across + 20)),
        "left": (slice(top - 20, top + down + 20), slice(left, left + round(share * across))),
        "bottom": (
            slice(top + down - round(share * down), top + down),
            slice(left - 20, left + across + 20),
        ),
        "right": (
            slice(top - 20, top + down + 20),
            slice(left + across - round(share * across), left + across),
        ),
    }
    pixels[hidden[side]] = (20, 20, 20)
    frame = Frame(pixels)
    reading = read_again(frame, known)
    assert reading.board[cell] == UNKNOWN
    assert is_bare(frame, reading, cell) is bare


def test_a_tile_without_its_neighbours_is_bare() -> None:
    """Their edges, which reach into its cell and are all that its face leaves, hide nothing."""
    folder = Path(__file__).parent.parent / "fixtures" / "screenshots" / "kshisen"
    known = read(load(folder / "default-18x8-853x533-fresh.png"))
    frame = load(folder / "default-18x8-853x533-p76.png")
    now = read_again(frame, known)
    left_over = [cell for cell in now.board.cells() if now.board[cell] != EMPTY]
    assert len(left_over) == 34
    assert all(is_bare(frame, now, cell, known) for cell in left_over)


def test_a_pale_message_over_half_of_a_known_tile_is_seen() -> None:
    """Though what is left of the tile, and the message's colour, name it without a doubt."""
    pixels, known, cell = draw(BOARD, USUAL), fresh("usual"), Cell(2, 3)
    x, y = (round(way) for way in known.lattice.center(cell))
    assert all(is_bare(Frame(pixels), known, each, known) for each in BOARD.cells())
    marked = draw(BOARD, USUAL, selected=[cell])
    assert is_bare(Frame(marked), read_again(Frame(marked), known), cell, known)
    pixels = pixels.copy()
    pixels[y:, x - 200 : x + 200] = (250, 245, 230)
    frame = Frame(pixels)
    reading = read_again(frame, known)
    sure = replace(reading, board=known.board, confidence=np.ones_like(reading.confidence))
    assert is_bare(frame, sure, cell)  # of another board nothing is known
    assert not is_bare(frame, sure, cell, known)
    fallen = Board(BOARD.rows, BOARD.cols, (*known.board.kinds[1:], known.board.kinds[0]))
    before = replace(known, board=fallen, looks=np.roll(known.looks, -1, axis=0))
    assert before.board[cell] != known.board[cell]
    assert not is_bare(frame, sure, cell, before)


def test_a_message_over_a_quarter_of_a_tile_is_seen_in_another_light() -> None:
    """A tint changes all colours of a tile, and none of what is drawn on it."""
    pixels, known, cell = draw(BOARD, USUAL), fresh("usual"), Cell(2, 3)
    tinted = np.rint(pixels * 0.7 + np.asarray((200, 120, 200)) * 0.3).astype(np.uint8)
    frame = Frame(tinted)
    assert all(is_bare(frame, read_again(frame, known), each, known) for each in BOARD.cells())
    x, y = (round(way) for way in known.lattice.center(cell))
    hidden = tinted.copy()
    hidden[max(0, y - 200) : y + 2, x - 5 : x + 200] = (205, 190, 205)
    frame = Frame(hidden)
    reading = read_again(frame, known)
    told = replace(reading, board=known.board)
    assert not is_bare(frame, told, cell, known)
    assert is_bare(frame, told, Cell(cell.row + 1, cell.col), known)


def test_how_a_tile_looks_is_not_learned_from_what_covers_it() -> None:
    """A cell that shows a face never seen, a banner or a prize, keeps the look it had."""
    strange = list(BOARD.kinds)
    strange[19] = 30
    during = seen(fresh("usual"), Board(6, 8, tuple(strange)), "usual")
    assert np.flatnonzero(during.kinds == UNKNOWN).tolist() == [19]
    assert (during.looks[19] == fresh("usual").looks[19]).all()


def test_only_what_changed_becomes_more_or_less_sure() -> None:
    """A marked tile is doubted and a covered one unknown; cells away from them stay as sure."""
    known, marked, strange = fresh("usual"), Cell(2, 3), Cell(4, 6)
    kinds = list(BOARD.kinds)
    kinds[strange.row * 8 + strange.col] = 30
    after = seen(known, Board(6, 8, tuple(kinds)), "usual", marked)
    before, now = (each.confidence.reshape(6, 8) for each in (known, after))
    assert now[strange] == 0
    assert 0.4 < now[marked] < before[marked]
    far = np.ones((6, 8), np.bool_)
    far[1:4, 2:5] = far[3:6, 5:8] = False
    assert (now[far] == before[far]).all()


def test_the_reading_before_stays_as_it_was() -> None:
    """A later reading shares nothing with it that changes."""
    known = fresh("usual")
    looks, board = known.looks.copy(), known.board
    seen(known, BOARD.without([Cell(0, 0), Cell(3, 3)]), "usual", Cell(1, 1))
    assert (known.looks == looks).all()
    assert known.board == board


def test_what_is_studied_once_is_what_is_defined() -> None:
    """Scores and contrasts worked out beforehand are those of `classify` and `ground`."""
    known = fresh("usual")
    cells = cut(Frame(known.pixels), known.lattice, np.arange(6))
    shapes = shapes_of(cells)
    assert study(known.skin) is study(known.skin)
    assert study(known.skin).scores(shapes) == pytest.approx(
        shape_scores(cells, known.skin.faces), abs=1e-4
    )
    assert shapes.contrasts == pytest.approx(contrast(cells), rel=1e-4)


def test_nothing_is_left_of_a_face_on_plain_ground() -> None:
    """A face is all there on its own tile, and not at all on paper or another face."""
    known = fresh("usual")
    faces, own = known.skin.faces, np.arange(12)
    of_all = study(known.skin)
    assert (of_all.remains(faces, own) > 0.6).all()
    assert (of_all.remains(np.full_like(faces, 200), own) == 0).all()
    assert (of_all.remains(faces, np.roll(own, 1)) < 0.3).all()


def test_a_tile_whose_inside_is_as_it_was_is_that_tile() -> None:
    """A neighbour's mark reaches over along one side. What faces tell does not matter then."""
    known = fresh("bare")
    others = replace(known.skin, faces=np.roll(known.skin.faces, 1, axis=0))
    at, looks = 13, known.looks.astype(np.float32)
    cell = looks[at].copy()
    cell[:, -cell.shape[1] // 7 :] = (20, 160, 60)
    renamed = Renaming(
        cell[None],
        looks[[at]],
        known.kinds[[at]],
        others,
        ground=lambda: looks[:0],
        bare=lambda: looks[:0],
        shaded=lambda at: np.zeros(len(at), np.bool_),
    )
    assert renamed.kinds[0] == known.kinds[at]
    assert renamed.confidence[0] > 0.7


@pytest.mark.parametrize("where", ["corner", "dot", "side", "middle", "everywhere"])
def test_a_tile_whose_badge_shows_another_number_is_that_tile(where: str) -> None:
    """Whatever else becomes of a tile changes more than a corner."""
    known = fresh("bare")
    at, looks = 13, known.looks.astype(np.float32)
    height, width = looks.shape[1:3]

    def disc(x: float, y: float, radius: float) -> NDArray[np.float32]:
        """The tile with a red disc on it, so many of its sides large."""
        cell = looks[at].copy()
        middle = int(x * width), int(y * height)
        cv2.circle(cell, middle, int(radius * height), (220, 30, 30), -1)
        return cell

    cells = {
        "corner": disc(0.76, 0.24, 0.15),
        "dot": disc(0.5, 0.5, 0.08),
        "side": disc(0.5, 0.25, 0.08),
        "middle": disc(0.5, 0.5, 0.2),
        "everywhere": np.where(
            np.indices((height, width)).sum(axis=0)[..., None] % 4, looks[at], 0
        ),
    }
    assert same_but_a_corner(cells[where][None], looks[[at]])[0] == (where == "corner")
    # Nothing else tells it, for its own face is unknown; but another one comes first if it fits.
    others = known.skin.kinds != known.kinds[at]
    unlike = known.skin.with_faces(others, known.skin.faces[:0], known.skin.kinds[:0])
    for face in (looks[:0], cells[where][None]):
        skin = unlike.with_faces(np.ones(len(unlike.kinds), np.bool_), face, np.full(len(face), 99))
        renamed = Renaming(
            cells[where][None],
            looks[[at]],
            known.kinds[[at]],
            skin,
            ground=lambda: looks[:0],
            bare=lambda: looks[:0],
            shaded=lambda at: np.zeros(len(at), np.bool_),
        )
        stays = where == "corner" and not len(face)
        assert (renamed.kinds[0] == known.kinds[at]) == stays
        assert (renamed.kinds[0] == 99) == bool(len(face))


def test_a_button_without_its_letter_is_not_that_tile() -> None:
    """A letter is as small as a badge, and may lie aside in its cell; but it is all there was."""
    bare = np.full((50, 50, 3), 175, np.uint8)
    bare[4:40, 4:6] = bare[4:6, 4:40] = 220
    tiles = np.asarray([bare, bare, bare])
    for tile, letter in zip(tiles, "Q8", strict=False):
        cv2.putText(tile, letter, (10, 24), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (0, 0, 0), 2)
    own, other, without = tiles.astype(np.float32)[:, None]
    assert same_but_a_corner(other, own)[0]
    assert not same_but_a_corner(without, own)[0]


def test_what_is_drawn_turned_round_is_another_if_any_is_drawn_so() -> None:
    """Black and white pieces have the same outlines; one alone may be drawn in opposite colours."""
    look = fresh("usual").skin.faces[0]
    white, black = look, 255 - look
    both = Skin(np.stack([black, white]), np.asarray([1, 2]), np.ones((8, 8), np.float32), 1, None)
    alone = both.with_faces(np.asarray([True, False]), look[None][:0], np.asarray([], np.int64))
    for skin, like in ((both, [False, True]), (alone, [True])):
        faces = study(skin)
        scores = faces.scores(shapes_of(white[None]))
        assert (faces.drawn(white[None], scores)[0] > 0.7).tolist() == like


def test_a_cell_has_changed_if_any_pixel_has() -> None:
    """One value is enough, in cells that lie in the picture in part; those outside never change."""
    lattice = Lattice(Pixel(5.0, 5.0), (20.0, 20.0), 4, 5)
    before = np.zeros((60, 70, 3), np.uint8)
    assert not _changed_cells(before, before, lattice).size
    now = before.copy()
    now[0, 0, 2] = now[14, 15, 0] = now[59, 69, 1] = 1
    assert _changed_cells(now, before, lattice).tolist() == [0, 1, 18]


def test_where_a_blank_tile_has_gone_ground_is_ground() -> None:
    """A tile without a face resembles whatever is smooth, such as ground in light and shade."""
    folder = Path(__file__).parent.parent / "fixtures" / "screenshots" / "kshisen"
    frame = load(folder / "default-18x8-860x640-fresh.png")
    known = read(frame)
    blank = set(known.skin.kinds[study(known.skin).blank].tolist())
    cell = next(cell for cell in known.board.cells() if known.board[cell] in blank)
    x, y = (round(way) for way in known.lattice.center(cell))
    width, height = (round(way) + 4 for way in known.lattice.pitch)
    places = [(row, col) for row in (100, 108, 688) for col in range(330, 930, 40)]
    for row, col in places:
        pixels = frame.pixels.copy()
        ground = frame.pixels[row : row + height, col : col + width]
        above, beside = y - height // 2, x - width // 2
        pixels[above : above + height, beside : beside + width] = ground
        assert read_again(Frame(pixels), known).board[cell] == EMPTY, (row, col)


def test_a_blank_tile_that_is_marked_is_no_ground() -> None:
    """Grey bars beside the board, and edges of tiles, are nearer to its mark than ground is."""
    folder = Path(__file__).parent.parent / "fixtures" / "screenshots" / "kshisen"
    known = read(load(folder / "default-18x8-860x640-fresh.png"))
    blank = set(known.skin.kinds[study(known.skin).blank].tolist())
    cell = next(cell for cell in known.board.cells() if known.board[cell] in blank)
    width, height = (round(way) for way in known.lattice.pitch)
    pixels = known.pixels.copy()
    ground = pixels[688 : 688 + height, 330 : 330 + width]
    for other in known.board.cells():
        if other != cell and (other.row + other.col) % 3:
            x, y = (round(way) for way in known.lattice.center(other))
            above, beside = y - height // 2, x - width // 2
            pixels[above : above + height, beside : beside + width] = ground
    cleared = read_again(Frame(pixels), known)
    assert cleared.board[cell] in blank
    x, y = (round(way) for way in known.lattice.center(cell))
    above, beside, marked = y - height // 2, x - width // 2, pixels.copy()
    face = marked[above : above + height, beside : beside + width]
    marked[above : above + height, beside : beside + width] = face * np.asarray([1, 0.98, 0.5])
    assert read_again(Frame(marked), cleared).board[cell] in blank


def photographed(pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture of icons with a photograph for the ground: what is not as the ground stays."""
    height, width = pixels.shape[:2]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    lot = np.random.default_rng(3)
    photo = np.stack(
        [
            110 + 50 * np.sin(x / 57 + k) + 40 * np.cos(y / 83 - k) + lot.normal(0, 7, x.shape)
            for k in range(3)
        ],
        axis=-1,
    )
    ground = np.abs(pixels.astype(int) - pixels[2, 2]).max(axis=-1, keepdims=True) < 6
    return np.where(ground, photo.clip(0, 255), pixels).astype(np.uint8)


def test_a_tile_that_fades_is_gone_in_the_end() -> None:
    """However little of it goes from picture to picture."""
    cell, steps = Cell(2, 4), 120
    one = photographed(draw(BOARD, LOOKS["bare"])).astype(np.float32)
    other = photographed(draw(BOARD.without([cell]), LOOKS["bare"])).astype(np.float32)
    first = reading = read(Frame(one.astype(np.uint8)))
    assert reading.board.tiles == BOARD.tiles
    for step in range(steps + 1):
        share = step / steps
        reading = read_again(Frame(((1 - share) * one + share * other).astype(np.uint8)), reading)
    assert reading.board == first.board.without([cell])


def test_a_tile_that_never_resembled_its_kind_is_bare() -> None:
    """On a photograph; nothing lies over it as long as it looks as it did at first."""
    plain = Frame(photographed(draw(BOARD, LOOKS["bare"])))
    reading = read(plain)
    unsure = replace(reading, confidence=np.full_like(reading.confidence, 0.3))
    unlike = replace(unsure, skin=replace(reading.skin, faces=reading.skin.faces[:, ::-1, ::-1]))
    assert all(is_bare(plain, unlike, cell, reading) for cell in BOARD.cells())


def test_a_tile_known_to_be_there_is_told_from_ground_and_from_a_message() -> None:
    """Its icon need look like no other kind's alone; where a message lies none is seen."""
    plain, gone = (
        photographed(draw(each, LOOKS["bare"])) for each in (BOARD, BOARD.without(BOARD.cells()))
    )
    reading = read(Frame(plain))
    kinds = {cell: reading.board[cell] for cell in BOARD.cells()}
    message = np.full_like(plain, (250, 240, 220))
    cv2.putText(message, "Well done!", (9, 99), cv2.FONT_HERSHEY_SIMPLEX, 2, (200, 90, 30), 5)

    def seen(pixels: NDArray[np.uint8]) -> float:
        frame = Frame(pixels)
        return float(np.mean([resembles(frame, reading, *each) for each in kinds.items()]))

    assert seen(plain) == 1
    assert seen(gone) == seen(message) == seen((plain * 0.3).astype(np.uint8)) == 0
    others = {cell: kind % max(kinds.values()) + 1 for cell, kind in kinds.items()}
    assert np.mean([resembles(Frame(plain), reading, *each) for each in others.items()]) < 0.1


def test_what_is_left_where_an_icon_was_is_no_icon() -> None:
    """Light and shade of a photograph go on there as they do in its face, but its edges do not."""
    side = 48
    light = np.linspace(90, 190, side, dtype=np.float32)
    ground = np.repeat(np.tile(light[:, None], side)[..., None], 3, axis=2)
    faces = np.stack([ground, np.full_like(ground, 120), ground[::-1]])
    for number, face in enumerate(faces):
        for at in (13, 20, 27, 34):
            cv2.line(face, (at, 14 + 9 * number), (at - 4, 34 - 9 * number), (230, 60, 20), 2)
    skin = Skin(faces, np.arange(1, 4), np.full((8, 8), 4, np.float32), 1.0, body=None)
    lot = np.random.default_rng(5)
    left = cv2.GaussianBlur(ground + lot.normal(0, 3, ground.shape), (0, 0), 1).astype(np.float32)
    named = Renaming(
        np.stack([left, faces[1]]),
        faces[:2],
        np.asarray([1, 2]),
        skin,
        ground=lambda: ground[None],
        bare=lambda: ground[None],
        shaded=lambda at: np.zeros(len(at), np.bool_),
    )
    assert named.kinds.tolist() == [EMPTY, 2]


@pytest.mark.parametrize("happens", ["gone", "covered", "lit"])
def test_a_sprite_whose_place_alone_changed_is_gone(happens: str) -> None:
    """Ground around it is as it was, and resembles the face of which it is a part."""
    side = 60
    place = np.hypot(*(np.mgrid[:side, :side] - side / 2))
    edge = np.where(np.arange(side) < 30, 60, 190)[:, None] + 40 * np.sin(np.arange(side) / 2)
    grounds = [np.repeat(each[..., None], 3, axis=2) for each in (edge, edge.T, 250 - edge)]
    small, colours = place < 15, [(200, 220, 60), (220, 60, 80), (60, 90, 220)]
    faces = np.stack(
        [
            np.where(small[..., None], colour, ground)
            for colour, ground in zip(colours, grounds, strict=True)
        ]
    ).astype(np.float32)
    hides = np.stack([place < 12] * 3)
    skin = Skin(faces, np.arange(1, 4), np.full((8, 8), 4, np.float32), 1.0, body=None, hides=hides)
    now = grounds[0].astype(np.float32)
    if happens == "covered":  # by a line across it
        now = faces[0].copy()
        now[24:36] = (250, 120, 30)
    elif happens == "lit":
        now = faces[0] * np.float32(0.8)
    named = Renaming(
        now[None],
        faces[:1],
        np.asarray([1]),
        skin,
        ground=lambda: np.asarray(grounds, np.float32),
        bare=lambda: np.asarray(grounds, np.float32),
        shaded=lambda at: np.zeros(len(at), np.bool_),
    )
    assert named.kinds.tolist() == [EMPTY if happens == "gone" else 1]


@pytest.mark.parametrize("manner", ["larger", "lifted"])
def test_a_tile_that_is_raised_is_known_and_bare(manner: str) -> None:
    """A game may draw the selected tile larger, or lift it by more than a pixel or two."""
    plain = photographed(draw(BOARD, LOOKS["bare"]))
    without = photographed(draw(BOARD.without([Cell(2, 4)]), LOOKS["bare"]))
    reading = first = read(Frame(plain))
    (x, y), (width, height) = reading.lattice.center(Cell(2, 4)), reading.lattice.pitch
    left, top, right, bottom = (
        round(each) for each in (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
    )
    tile, shown = plain[top:bottom, left:right], without.copy()
    if manner == "larger":
        more = cv2.resize(tile, None, fx=1.2, fy=1.2, interpolation=cv2.INTER_CUBIC)
        by = (more.shape[0] - tile.shape[0]) // 2, (more.shape[1] - tile.shape[1]) // 2
        shown[top:bottom, left:right] = more[by[0] :, by[1] :][: bottom - top, : right - left]
    else:
        up = round(0.14 * height)
        drawn = (tile != without[top:bottom, left:right]).any(axis=-1, keepdims=True)
        above = shown[top - up : bottom - up, left:right]
        above[:] = np.where(drawn, tile, above)
    reading = read_again(Frame(shown), reading)
    assert reading.board == first.board
    assert is_bare(Frame(shown), reading, Cell(2, 4), first)


def test_an_icon_that_fell_is_known_on_other_ground() -> None:
    """On a photograph it has other colours around it; what shows no icon stays ground."""
    side = 48
    faces = np.full((3, side, side, 3), (70, 110, 60), np.float32)
    for number, face in enumerate(faces):
        cv2.circle(face, (24, 24), 6 + 5 * number, (120, 150, 40), -1)
        cv2.line(face, (24, 24), (40 - 14 * number, 6), (40, 60, 20), 3)
    skin = Skin(faces, np.arange(1, 4), np.full((8, 8), 4, np.float32), 1.0, body=None)
    drawn = np.abs(faces - (70, 110, 60)).max(axis=-1, keepdims=True) > 0
    light = np.linspace(190, 90, side, dtype=np.float32)
    sky = np.stack(np.broadcast_arrays(light, light[:, None], np.float32(230)), axis=-1)
    cells = np.stack([np.where(drawn[1], faces[1], sky), np.where(drawn[2], faces[2], sky), sky])
    named = Renaming(
        cells.astype(np.float32),
        np.stack([faces[0], faces[1], faces[2]]),
        np.asarray([1, 2, 3]),
        skin,
        ground=lambda: faces[:0],
        bare=lambda: faces[:0],
        shaded=lambda at: np.zeros(len(at), np.bool_),
    )
    assert named.kinds.tolist() == [2, 3, EMPTY]


def test_icons_of_one_shape_are_told_by_their_colours_wherever_they_fell() -> None:
    """On grainy ground of another colour outlines tell no more than the shape; nothing is taken."""
    side, grain = 48, np.random.default_rng(4)
    faces = np.full((3, side, side, 3), (40, 90, 130), np.float32)
    for face, colour in zip(faces, ((110, 210, 130), (30, 90, 50), (250, 220, 60)), strict=True):
        cv2.circle(face, (24, 24), 15, (20, 30, 20), -1)
        cv2.circle(face, (24, 24), 13, colour, -1)
        cv2.line(face, (12, 24), (36, 24), (20, 30, 20), 2)
    skin = Skin(faces, np.arange(1, 4), np.full((8, 8), 4, np.float32), 1.0, body=None)
    drawn = np.abs(faces - (40, 90, 130)).max(axis=-1, keepdims=True) > 0
    coral = np.asarray((120, 50, 25)) + grain.normal(0, 14, (side, side, 3))
    cells = np.stack([np.where(drawn[0], face, coral) for face in faces[[1, 0]]] + [coral])
    named = Renaming(
        cells.astype(np.float32),
        np.stack([faces[2], faces[2], faces[2]]),
        np.asarray([3, 3, 3]),
        skin,
        ground=lambda: faces[:0],
        bare=lambda: faces[:0],
        shaded=lambda at: np.zeros(len(at), np.bool_),
    )
    assert named.kinds.tolist() == [2, 1, EMPTY]


def test_a_tile_that_turns_round_on_other_paper_is_no_ground() -> None:
    """Neither its face nor its body is seen; a path over ground leaves most of that as it was."""
    side, colours = 48, ((120, 70, 40), (240, 150, 170), (150, 200, 220))
    paper = np.full((side, side, 3), (205, 215, 250), np.float32)
    faces = np.stack([paper] * 3)
    for face, colour in zip(faces, colours, strict=True):
        cv2.ellipse(face, (24, 17), (16, 8), 0, 0, 360, colour, -1)
        cv2.ellipse(face, (24, 32), (16, 8), 0, 0, 360, tuple(0.8 * part for part in colour), -1)
    body = Body(paper, (faces == paper).all(axis=(0, 3)))
    skin = Skin(faces, np.arange(1, 4), np.full((8, 8), 4, np.float32), 1.0, body)
    ground = np.full((6, side, side, 3), (255, 234, 228), np.float32)
    ground[3:] = (255, 244, 240)
    turned = np.full((side, side, 3), (255, 240, 180), np.float32)
    cv2.ellipse(turned, (17, 24), (8, 16), 0, 0, 360, colours[0], -1)
    cv2.ellipse(turned, (32, 24), (8, 16), 0, 0, 360, colours[2], -1)
    path = ground[0].copy()
    cv2.line(path, (0, 24), (47, 24), (230, 0, 0), 5)
    cells = np.stack([turned, turned, path])
    assert is_drawn_on(cells, ground, skin.faces).tolist() == [True, True, False]


def _landscape(
    sky: tuple[int, int, int], hill: tuple[int, int, int], tops: tuple[int, ...]
) -> NDArray[np.float32]:
    """A picture as a tile, without a frame: hills before a sky that is lighter near them."""
    face = np.full((48, 64, 3), sky, np.float32) + np.linspace(-18, 18, 48)[:, None, None]
    ridge = list(zip((0, 16, 32, 48, 63), tops, strict=True))
    cv2.fillPoly(face, [np.array([*ridge, (63, 47), (0, 47)], np.int32)], hill)
    return face


@pytest.mark.parametrize(
    ("shown", "kind"),
    [("fainter", 1), ("louder", 1), ("sky", UNKNOWN)],
)
def test_light_and_shade_where_a_picture_was_are_not_the_picture(shown: str, kind: int) -> None:
    """Of its own drawing a part of its strength is enough, in whatever colours."""
    hills, others = (30, 18, 30, 20, 28), (28, 20, 26, 18, 26)
    landscapes = (
        _landscape((150, 120, 160), (90, 110, 60), hills),
        _landscape((90, 90, 90), (200, 200, 200), hills),
    )
    faces = np.stack(landscapes)
    if shown == "fainter":
        cell = faces[0] * 0.5 + 90
    elif shown == "louder":
        # Both colours of it are as bright as before, and each is far more itself.
        grey = faces[0].mean(axis=-1, keepdims=True)
        cell = grey + 2.5 * (faces[0] - grey)
    else:
        cell = 0.45 * _landscape((30, 30, 30), (-40, -10, -60), others)
        cell += np.array((120, 150, 190), np.float32)
    named = Renaming(
        cell[None].astype(np.float32),
        faces[:1],
        np.asarray([1]),
        Skin(faces, np.arange(1, 3), np.full((8, 8), 4, np.float32), 1.0, None),
        ground=lambda: faces[:0],
        bare=lambda: faces[:0],
        shaded=lambda at: np.zeros(len(at), np.bool_),
    )
    assert named.kinds.tolist() == [kind]


def test_blue_letters_on_yellow_are_the_tile_that_was_there() -> None:
    """Selected so they are brighter than their paper in blue, and were darker in every colour."""
    words = ("NO", "IT", "BE", "AX", "OK", "UP", "GO", "ME", "WE", "HI", "OX", "PI")

    def drawn(selected: tuple[Cell, ...]) -> Frame:
        pixels = np.full((6 * 48 + 60, 8 * 96 + 60, 3), (214, 217, 224), np.uint8)
        for number, cell in enumerate(BOARD.cells()):
            left, top = 36 + 96 * cell.col, 36 + 48 * cell.row
            tile = pixels[top : top + 36, left : left + 84]
            ink = (0, 0, 0)
            tile[:] = np.linspace(244, 205, 36)[:, None, None]
            if cell in selected:
                tile[:], ink = (255, 255, 20), (50, 50, 180)
            word = words[BOARD.kinds[number] - 1]
            cv2.putText(tile, word, (24, 26), cv2.FONT_HERSHEY_PLAIN, 1.4, ink, 1, cv2.LINE_AA)
            cv2.rectangle(pixels, (left, top), (left + 83, top + 35), (140, 145, 155))
        return Frame(pixels)

    known = read(drawn(()))
    assert known.board.kinds == expected(known, BOARD)
    chosen = drawn((Cell(2, 3),))
    again = read_again(chosen, known)
    assert again.board == known.board
    assert again.selected == (Cell(2, 3),)
    assert is_bare(chosen, again, Cell(2, 3), known)
    assert read_again(drawn(()), again).selected == ()


def test_a_tile_that_fell_to_a_darker_place_is_bare() -> None:
    """Light falls off to one side, and tiles come from the other; messages are seen as before."""
    light = np.linspace(1.0, 0.68, draw(BOARD, USUAL).shape[1])[None, :, None]

    def lit(board: Board) -> Frame:
        return Frame(np.asarray(draw(board, USUAL) * light, np.uint8))

    known = read(lit(BOARD))
    position = Position(BOARD, LinkRule(), Gravity.RIGHT)
    reading = known
    for _ in range(12):
        position = position.after(next(iter(position.legal_links)))
        reading = read_again(lit(position.board), reading)
    names = dict(zip(BOARD.kinds, known.board.kinds, strict=True)) | {EMPTY: EMPTY}
    assert reading.board.kinds == tuple(names[kind] for kind in position.board.kinds)
    frame, tiles = lit(position.board), [c for c in BOARD.cells() if position.board[c]]
    assert all(is_bare(frame, reading, cell, known) for cell in tiles)
    x, y = (round(way) for way in known.lattice.center(tiles[-1]))
    pixels = frame.pixels.copy()
    pixels[y:, x - 100 : x + 100] = 235
    assert not is_bare(Frame(pixels), read_again(Frame(pixels), reading), tiles[-1], known)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_squares_of_one_colour_are_known_where_they_lie_and_where_they_fell(
    gravity: Gravity,
) -> None:
    """Nothing is drawn on them, and nothing lies between them: colours are all there is."""
    board = deal(8, 10, kinds=10, seed=2, copies=4)
    few = np.asarray([0, 110, 220], np.uint8)
    colours = np.stack(np.meshgrid(few, few, few), axis=-1).reshape(-1, 3)[: 1 + 10]
    colours[0] = 255

    def picture(shown: Board) -> Frame:
        squares = colours[np.asarray(shown.kinds).reshape(shown.rows, shown.cols)]
        pixels = np.pad(squares, ((1, 1), (1, 1), (0, 0)), constant_values=255)
        return Frame(pixels.repeat(48, axis=0).repeat(48, axis=1))

    known = read(picture(board))
    names = {EMPTY: EMPTY} | dict(zip(board.kinds, known.board.kinds, strict=True))
    position = Position(board, gravity=gravity)
    for _ in range(6):
        position = position.after(next(iter(position.legal_links)))
        known = read_again(picture(position.board), known)
        assert known.board.kinds == tuple(names[kind] for kind in position.board.kinds)
