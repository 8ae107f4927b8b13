"""A link that a game refuses tells two kinds apart that were taken for one."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from test_facsimile import COLS, FACES, FROWNING, KINDS, PITCH, ROWS, SMALL, board
from test_runner import Table

from bot.beliefs import Beliefs
from bot.board import UNKNOWN, WALL, Board
from bot.course import Course
from bot.cutting import cut, usual_look
from bot.deal import deal
from bot.endurance import as_test
from bot.frame import Frame
from bot.geometry import Cell, Lattice
from bot.hanging import Hanging
from bot.matcher import Link
from bot.pace import Pace
from bot.patience import Patience
from bot.position import Gravity
from bot.reader import read
from bot.reading import Reading, board_of
from bot.skin import Skin
from bot.sureness import sureness
from bot.tally import Ending
from bot.unlinked import unlinked
from bot.walling import Walls

SMILES = [at for at, face in enumerate(FACES) if face == 1]
FROWNS = [at for at, face in enumerate(FACES) if face == FROWNING]


def read_as(frame: Frame, lattice: Lattice, kinds: list[int] = KINDS) -> Reading:
    """A reading of a picture, with those kinds."""
    named, cells = np.asarray(kinds, np.int64), cut(frame, lattice)
    names = np.unique(named)
    faces = np.asarray([usual_look(cells[named == name]) for name in names], np.float32)
    skin = Skin(faces, names, np.full((8, 8), 10, np.float32), 1.0, None)
    sure = sureness(named, cells, skin)
    looks = cells.astype(np.uint8)
    return Reading(board_of(named, lattice), lattice, skin, (), frame.pixels, looks, sure)


def told(reading: Reading, one: int, other: int, before: Frame | None = None) -> list[int] | None:
    """The kinds after a link of two cells, by their numbers, was refused; None if they are one."""
    pixels = reading.pixels if before is None else before.pixels
    parted = unlinked(reading, Cell(*divmod(one, COLS)), Cell(*divmod(other, COLS)), pixels)
    return None if parted is None else parted.kinds.tolist()


def each_of(pixels: NDArray[np.uint8], cells: list[int]) -> list[NDArray[np.uint8]]:
    """The tiles in some cells, to be drawn on."""
    at = [(40 + cell % COLS * PITCH[0], 40 + cell // COLS * PITCH[1]) for cell in cells]
    return [pixels[round(y) - 18 : round(y) + 18, round(x) - 22 : round(x) + 22] for x, y in at]


@pytest.mark.parametrize("noise", [0, 3])
def test_all_tiles_of_the_kind_are_told_apart(noise: float) -> None:
    """And each of the two kinds has its own face then."""
    frame, lattice = board(noise=noise)
    reading = read_as(frame, lattice)
    parted = unlinked(
        reading, *(Cell(*divmod(at, COLS)) for at in (FROWNS[0], SMILES[1])), frame.pixels
    )
    assert parted is not None
    kinds = parted.kinds
    assert len({int(kinds[at]) for at in SMILES}) == len({int(kinds[at]) for at in FROWNS}) == 1
    assert kinds[SMILES[0]] != kinds[FROWNS[0]]
    others = [at for at in range(ROWS * COLS) if KINDS[at] != 1]
    assert [kinds[at] for at in others] == [KINDS[at] for at in others]
    cells = cut(frame, lattice).astype(np.uint8).astype(np.float32)
    for own in (SMILES, FROWNS):
        face = parted.skin.faces[parted.skin.kinds.tolist().index(kinds[own[0]])]
        np.testing.assert_array_equal(face, usual_look(cells[own]))
    assert parted.confidence[SMILES + FROWNS].min() > 0.5


def test_two_of_one_drawing_tell_nothing() -> None:
    """They were refused for another reason."""
    reading = read_as(*board())
    assert told(reading, SMILES[0], SMILES[1]) is None
    assert told(reading, SMILES[0], FROWNS[0]) is not None


def test_a_third_drawing_stays_with_the_commonest() -> None:
    """Nothing was refused of it."""
    faces = [SMALL if at in SMILES[:2] else face for at, face in enumerate(FACES)]
    kinds = told(read_as(*board(faces)), SMILES[2], FROWNS[0])
    assert kinds is not None
    parted = [at for at, kind in enumerate(kinds) if kind != KINDS[at]]
    assert parted in (FROWNS, SMILES[2:])


def test_a_picture_of_another_size_tells_nothing() -> None:
    """The window had another size when they were clicked."""
    frame, lattice = board()
    smaller = Frame(np.ascontiguousarray(frame.pixels[:-8]))
    assert told(read_as(frame, lattice), SMILES[0], FROWNS[0], smaller) is None


def test_a_drawing_on_an_odd_number_of_tiles_parts_nothing() -> None:
    """If no other has an odd number one of its tiles is hidden, but not if there is but one."""
    faces = [*FACES]
    faces[FROWNS[0]] = 1
    assert told(read_as(*board(faces)), SMILES[0], FROWNS[1]) is None
    for hidden, parts in ((1, True), (2, True), (3, False)):  # of four
        kinds = [-1 if at in FROWNS[:hidden] else kind for at, kind in enumerate(KINDS)]
        assert (told(read_as(*board(), kinds), SMILES[0], FROWNS[3]) is not None) is parts


@pytest.mark.parametrize("how", ["a frame", "half a pixel aside", "smoothed edges"])
def test_what_is_no_drawing_parts_nothing(how: str) -> None:
    """A frame around two tiles is a mark of the game's; and a browser draws parts of pixels."""
    frame, lattice = board(KINDS)
    pixels, own = frame.pixels.copy(), [at for at, kind in enumerate(KINDS) if kind == 2]
    line = np.asarray([(17, 19), (22, 14), (27, 19)], np.int32)
    for part in each_of(pixels, own):
        part[...] = 250
        if how == "half a pixel aside":
            cv2.circle(part, (22, 18), 5, (200, 30, 40), -1)
        else:
            cv2.polylines(part, [line], False, (20, 40, 60), 3, cv2.LINE_AA)
    for part in each_of(pixels, own[1::2]):
        if how == "a frame":
            cv2.rectangle(part, (3, 3), (40, 32), (255, 120, 0), 4)
        elif how == "smoothed edges":
            part[...] = cv2.GaussianBlur(part, (0, 0), 1.0)
        else:
            way = np.asarray([[1, 0, 0.5], [0, 1, 0]], np.float32)
            part[...] = cv2.warpAffine(part, way, (44, 36), borderMode=cv2.BORDER_REPLICATE)
    assert told(read_as(Frame(pixels), lattice), own[0], own[1]) is None


def test_a_tile_that_is_marked_leaves_its_kind_whole() -> None:
    """What it shows without its mark was not seen."""
    reading = read_as(*board())
    marked = replace(reading, selected=(Cell(*divmod(SMILES[2], COLS)),))
    assert told(marked, SMILES[0], FROWNS[0]) is None
    itself = replace(reading, selected=(Cell(*divmod(SMILES[0], COLS)),))
    assert told(itself, SMILES[0], FROWNS[0]) is not None


def test_where_tiles_are_no_copies_nothing_is_told() -> None:
    """Each is drawn a little otherwise, as where a photograph shines through."""
    frame, lattice = board()
    lot = np.random.default_rng(2)
    shade = cv2.resize(lot.normal(0, 25, (40, 60, 3)), (frame.width, frame.height))
    uneven = Frame(np.asarray(np.clip(frame.pixels + shade, 0, 255), np.uint8))
    assert told(read_as(uneven, lattice), SMILES[0], FROWNS[0]) is None


def mixed_up(frame: Frame) -> Reading:
    """What a frame shows, with two of its kinds taken for one."""
    reading = read(frame)
    kinds, skin = reading.kinds, reading.skin
    first, second = np.unique(kinds[kinds > 0])[:2]
    kinds[kinds == second] = first
    keep = skin.kinds != second
    faces, cells = skin.faces[keep], reading.looks.astype(np.float32)
    faces[skin.kinds[keep] == first] = usual_look(cells[kinds == first])
    weights, hides = (None if each is None else each[keep] for each in (skin.weights, skin.hides))
    skin = replace(skin, faces=faces, kinds=skin.kinds[keep], weights=weights, hides=hides)
    sure = sureness(kinds, cells, skin)
    return replace(reading, board=board_of(kinds, reading.lattice), skin=skin, confidence=sure)


@pytest.mark.parametrize("gravity", [Gravity.NONE, Gravity.DOWN])
def test_a_game_with_two_kinds_taken_for_one_is_cleared(gravity: Gravity) -> None:
    """One refused link is enough, and tells nothing of the rules."""
    dealt = deal(6, 10, 15, seed=4, solvable=True, gravity=gravity)
    table = Table(dealt, gravity=gravity)
    player = table.player(eye=mixed_up)
    assert player.play() is Ending.CLEARED
    assert sum("is two" in line for line in table.said) == 1
    assert sum("does not link" in line for line in table.said) == 1
    assert player.tally.refused <= 4
    beliefs = player.tally.beliefs
    assert (beliefs.max_turns, beliefs.margins[0], beliefs.gravity) == (2, 1, gravity)


@pytest.mark.parametrize(
    ("after", "is_test"),
    [("a b / c c", True), ("a a / c c", False), (". . / c c", False), (". b / c c", False)],
)
def test_a_link_that_parts_a_kind_was_a_test(after: str, *, is_test: bool) -> None:
    """But one that went was none, nor one that was refused and told nothing."""
    before, link = Board.from_text("a a\nc c"), Link(Cell(0, 0), Cell(0, 1), ())
    assert as_test(link, before, Board.from_text(after.replace(" / ", "\n"))) == (
        link if is_test else None
    )
    assert as_test(link, before, Board.from_text("a b c\na b c")) is None
    assert as_test(link, before, Board.from_text("a b\nd c")) is None  # more has changed
    assert as_test(link, before, before.without([])) is None


@pytest.mark.parametrize("is_deaf", [False, True])
def test_walls_stay_and_a_game_that_hears_nothing_parts_nothing(*, is_deaf: bool) -> None:
    """Of the board none but that kind becomes another; and a tile of it that is hidden is unknown.

    It is not seen of which of the two it is.
    """
    frame, lattice = board()
    out, walls = Mock(), Walls()
    hidden = [UNKNOWN if at in FROWNS[2:] else kind for at, kind in enumerate(KINDS)]
    reading = read_as(frame, lattice, hidden)
    assert walls.add(3, reading.board, reading.board)
    out.current.return_value, out.walls = (frame, walls.read(reading)), walls
    course = Course(Beliefs(), Pace(Patience()), Mock(), Mock())
    course.is_deaf, course.dealt = is_deaf, reading.board
    link = Link(Cell(*divmod(SMILES[0], COLS)), Cell(*divmod(FROWNS[0], COLS)), ())
    walled = Board(ROWS, COLS, tuple(KINDS)).with_walls({3})
    after = Hanging(course, out).parted(walled, link, frame.pixels)
    changed = {at: kind for at, kind in enumerate(after.kinds) if kind != walled.kinds[at]}
    assert out.go_on.called is (course.dealt is None) is not is_deaf
    assert bool(changed) is not is_deaf
    if changed:
        assert set(changed) == set(FROWNS)
        assert {changed[at] for at in FROWNS[2:]} == {UNKNOWN}
        seen = out.go_on.call_args.args[1].board
        assert seen.kinds.count(WALL) == 0
        assert {seen.kinds[at] for at in FROWNS[:2]} == {changed[at] for at in FROWNS[:2]}
