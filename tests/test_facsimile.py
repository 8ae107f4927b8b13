"""Kinds that differ in a few pixels, where a game draws all tiles of one as copies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.cutting import cut, usual_look
from bot.facsimile import told_by_pixels
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.skin import Skin

PITCH = (50.0, 41.38)
ROWS, COLS = 6, 8
FROWNING, SMALL, CORNERED = 7, 8, 9
"""The face that is taken for the smiling one, of which it has all but the brows; a dot; and what is
the smiling one, but for its corners."""
KINDS = [1 + at % 6 for at in range(ROWS * COLS)]
FACES = [FROWNING if kind == 1 and at % 4 == 2 else kind for at, kind in enumerate(KINDS)]


def drawn(face: int) -> NDArray[np.uint8]:
    """A tile, 44 x 36 px."""
    look = np.full((36, 44, 3), (225, 250, 235), np.uint8)
    cv2.circle(look, (22, 18), 14, (60, 190, 240), -1)
    if face in {1, FROWNING, CORNERED}:
        cv2.ellipse(look, (22, 21), (7, 5), 0, 20, 160, (20, 40, 60), 2)
        tilt = 2 if face == FROWNING else 0
        cv2.line(look, (14, 14 - tilt), (19, 14 + tilt), (20, 40, 60), 1)
        cv2.line(look, (25, 14 + tilt), (30, 14 - tilt), (20, 40, 60), 1)
        if face == CORNERED:
            cv2.circle(look, (10, 8), 3, (200, 30, 40), -1)
            cv2.circle(look, (34, 28), 3, (200, 30, 40), -1)
    elif face == SMALL:
        look[...] = 225, 250, 235
        cv2.circle(look, (22, 18), 5, (200, 30, 40), -1)
    else:
        lot = np.random.default_rng(face)
        for x, y, r in lot.integers((12, 9, 2), (32, 27, 6), (5, 3)).tolist():
            cv2.circle(look, (x, y), r, lot.integers(0, 255, 3).tolist(), -1)
    return look


def board(
    faces: list[int] = FACES, noise: float = 0, at: tuple[float, float] = (40.0, 40.0)
) -> tuple[Frame, Lattice]:
    """A picture of those faces, drawn at whole pixels though the pitch is none."""
    lattice = Lattice(Pixel(*at), PITCH, ROWS, COLS)
    pixels = np.full((330, 460, 3), (90, 100, 90), np.uint8)
    for number, face in enumerate(faces):
        row, col = divmod(number, COLS)
        left = round(at[0] + col * PITCH[0]) - 22
        top = round(at[1] + row * PITCH[1]) - 18
        pixels[top : top + 36, left : left + 44] = drawn(face)
    lot = np.random.default_rng(5)
    noisy = pixels + lot.normal(0, noise, pixels.shape) if noise else pixels
    return Frame(np.asarray(np.clip(noisy, 0, 255), np.uint8)), lattice


def told(
    frame: Frame, lattice: Lattice, kinds: list[int], but: tuple[int, ...] = ()
) -> tuple[list[int], Skin]:
    """The kinds that pixels tell, and the skin."""
    named, cells = np.asarray(kinds, np.int64), cut(frame, lattice)
    names = np.unique(named[named > 0])
    faces = np.asarray([usual_look(cells[named == name]) for name in names], np.float32)
    skin = Skin(faces, names, np.full((8, 8), 10, np.float32), 1.0, None)
    found, skin = told_by_pixels(frame, lattice, named, cells, skin, but=np.asarray(but, np.intp))
    return found.tolist(), skin


@pytest.mark.parametrize("noise", [0, 3])
def test_a_frown_makes_a_kind_of_its_own(noise: float) -> None:
    """With or without noise, and it has its own face then."""
    frame, lattice = board(noise=noise)
    kinds, skin = told(frame, lattice, KINDS)
    assert kinds == FACES
    assert skin.kinds.tolist() == [1, 2, 3, 4, 5, 6, FROWNING]
    cells = cut(frame, lattice)
    for name, face in zip(skin.kinds.tolist(), skin.faces, strict=True):
        np.testing.assert_array_equal(face, usual_look(cells[np.asarray(FACES) == name]))


def test_where_tiles_are_no_copies_nothing_is_told() -> None:
    """Each is drawn a little otherwise, as on a photograph or where a picture was made smaller."""
    frame, lattice = board()
    lot = np.random.default_rng(2)
    shade = cv2.resize(lot.normal(0, 25, (40, 60, 3)), (frame.width, frame.height))
    uneven = Frame(np.asarray(np.clip(frame.pixels + shade, 0, 255), np.uint8))
    assert told(uneven, lattice, KINDS)[0] == KINDS


def test_a_part_of_a_pixel_is_no_drawing() -> None:
    """Some tiles of one kind are drawn half a pixel aside, as by a browser."""
    frame, lattice = board([SMALL if kind == 2 else kind for kind in KINDS])
    pixels = frame.pixels.copy()
    for at in [at for at, kind in enumerate(KINDS) if kind == 2][::2]:
        row, col = divmod(at, COLS)
        x, y = round(40 + col * PITCH[0]), round(40 + row * PITCH[1])
        part = pixels[y - 18 : y + 18, x - 22 : x + 22]
        way = np.asarray([[1, 0, 0.5], [0, 1, 0]], np.float32)
        part[...] = cv2.warpAffine(part, way, (44, 36), borderMode=cv2.BORDER_REPLICATE)
    assert told(Frame(pixels), lattice, KINDS)[0] == KINDS


def test_copies_of_most_kinds_must_be_one() -> None:
    """If many kinds show two drawings, tiles move: they blink, say."""
    blinking = [face + 10 * (at % 4 < 2) for at, face in enumerate(KINDS)]
    frame, lattice = board(blinking)
    assert told(frame, lattice, KINDS)[0] == KINDS


def test_signs_in_two_corners_are_no_mark_that_runs_around() -> None:
    """As of cards that have the same number."""
    faces = [CORNERED if face == FROWNING else face for face in FACES]
    kinds = told(*board(faces), KINDS)[0]
    assert [kind for kind, face in zip(kinds, faces, strict=True) if face == CORNERED] == [7] * 4
    assert [kind for kind, face in zip(kinds, faces, strict=True) if face == 1] == [1] * 4


@pytest.mark.parametrize("pairs", [1, 2])
def test_a_mark_is_no_drawing(pairs: int) -> None:
    """Neither a frame around tiles nor one of which a side is seen, a tint, nor a hidden speck.

    Nor a dot on one pair alone, which may be a hint.
    """
    smiling = [at for at, kind in enumerate(KINDS) if kind == 1]
    for mark in ("frame", "side", "tint", "speck", "dot"):
        frame, lattice = board(KINDS)
        pixels = frame.pixels.copy()
        for at in smiling[: 2 * pairs]:
            row, col = divmod(at, COLS)
            x, y = round(40 + col * PITCH[0]), round(40 + row * PITCH[1])
            part = pixels[y - 18 : y + 18, x - 22 : x + 22]
            if mark == "frame":
                cv2.rectangle(part, (3, 3), (40, 32), (255, 120, 0), 4)
            elif mark == "side":
                part[:, :6] = part[:, :6] // 2 + np.uint8(60)
            elif mark == "tint":
                part[...] = part // 2 + np.uint8(60)
            elif mark == "speck":
                part[18, 22] -= 60
            else:
                cv2.circle(part, (22, 18), 3, (255, 255, 255), -1)
        kinds, _ = told(Frame(pixels), lattice, KINDS)
        assert (kinds == KINDS) is (mark != "dot" or pairs == 1), mark


def test_marked_tiles_do_not_count_and_odd_ones_stay() -> None:
    """A kind of which a tile is marked, or stands alone by what it shows, is not parted."""
    frame, lattice = board()
    smiling = [at for at, face in enumerate(FACES) if face == 1]
    assert told(frame, lattice, KINDS, (smiling[0],))[0] == KINDS
    alone = [FROWNING if at == smiling[0] else kind for at, kind in enumerate(KINDS)]
    assert told(*board(alone), KINDS)[0] == KINDS


def test_a_board_at_the_edge_of_the_picture_is_told_too() -> None:
    """What lies outside is as at the edge."""
    assert told(*board(at=(22.0, 18.0)), KINDS)[0] == FACES


@pytest.mark.parametrize(
    "drawing", ["a line", "a dot", "a line and a sign", "a gap", "a thin line and a thick one"]
)
def test_a_line_whose_edges_were_smoothed_otherwise_is_no_drawing(drawing: str) -> None:
    """As by a browser, which draws the same line at fractions of pixels; but a dot is one."""
    frame, lattice = board(KINDS)
    pixels, ink = frame.pixels.copy(), (20, 40, 60)
    own = [at for at, kind in enumerate(KINDS) if kind == 2]
    others = own[1::2]
    for at in own:
        row, col = divmod(at, COLS)
        x, y = round(40 + col * PITCH[0]), round(40 + row * PITCH[1])
        part = pixels[y - 18 : y + 18, x - 22 : x + 22]
        part[...] = 250
        roof, thick = np.asarray([(17, 19), (22, 14), (27, 19)], np.int32), 3
        if drawing in {"a gap", "a thin line and a thick one"}:
            thick = 1 + (at in others and "thick" in drawing)
        cv2.polylines(part, [roof], False, ink, thick, cv2.LINE_AA if thick == 3 else cv2.LINE_4)
        if at in others and "a line" in drawing:
            part[...] = cv2.GaussianBlur(part, (0, 0), 1.0)
        if at in others and "sign" in drawing:
            part[25:30, 20:25] = 190
        elif at in others and drawing == "a dot":
            part[24:27, 21:24] = ink
        elif at in others and drawing == "a gap":
            part[17:19, 17:20] = 250
    kinds = told(Frame(pixels), lattice, KINDS)[0]
    parted = [at for at in own if kinds[at] != 2]
    assert parted == ([] if drawing == "a line" else others)


@pytest.mark.parametrize(
    ("kinds", "by", "parted"),
    [((), 0, True), ((2,), 14, True), ((2, 3), 14, False), ((2, 3), 90, True)],
)
def test_what_single_tiles_of_other_kinds_differ_by_is_no_drawing(
    kinds: tuple[int, ...], by: int, *, parted: bool
) -> None:
    """As where a browser smooths edges otherwise here and there.

    One such tile tells nothing, nor do tiles that differ by far more: badges lie over them.
    """
    frame, lattice = board(KINDS)
    pixels = frame.pixels.copy()

    def shade(number: int, by: int) -> None:
        x, y = (round(each) for each in lattice.center(Cell(*divmod(number, COLS))))
        pixels[y - 16 : y - 10, x - 14 : x - 8] -= np.uint8(by)

    second = [at for at, kind in enumerate(FACES) if kind == FROWNING]
    for number in second:
        shade(number, 17)
    for kind in kinds:
        shade(KINDS.index(kind), by)
    found = told(Frame(pixels), lattice, KINDS)[0]
    changed = [at for at, kind in enumerate(found) if kind != KINDS[at]]
    assert changed == (second if parted else [])
