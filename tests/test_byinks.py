"""Signs of one kind that differ in their ink are of several, whatever a photograph shows behind."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.byinks import told_by_inks
from bot.cutting import cut, usual_look
from bot.frame import Frame
from bot.geometry import Cell, Lattice, Pixel
from bot.looks import Eye, Look
from bot.reading import Reading, board_of
from bot.skin import Skin
from bot.sureness import sureness

SIDE, ROWS, COLS = 60, 6, 8
SIGNS = "ABCDEFGHKLMN"
SHOWN = [SIGNS[at % len(SIGNS)] for at in range(ROWS * COLS)]
LATTICE = Lattice(Pixel(50.0, 50.0), (float(SIDE), float(SIDE)), ROWS, COLS)


def picture(shown: list[str] = SHOWN) -> Frame:
    """White letters in white frames on a blurred photograph."""
    lot = np.random.default_rng(3)
    size = COLS * SIDE + 40, ROWS * SIDE + 40
    blurred = lot.integers(30, 200, (9, 12, 3)).astype(np.float32)
    pixels = cv2.resize(blurred, size, interpolation=cv2.INTER_CUBIC)
    pixels = np.asarray(np.clip(pixels, 0, 230), np.uint8)
    for at, sign in enumerate(shown):
        row, col = divmod(at, COLS)
        x, y = 20 + col * SIDE, 20 + row * SIDE
        cv2.rectangle(pixels, (x + 4, y + 4), (x + SIDE - 5, y + SIDE - 5), (255, 255, 255), 2)
        if sign != " ":
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(pixels, sign, (x + 20, y + 40), font, 0.9, (255, 255, 255), 2)
    return Frame(pixels)


def reading(frame: Frame, kinds: list[int], selected: tuple[Cell, ...] = ()) -> Reading:
    """What is read on a ground that varies, with those kinds."""
    named, cells = np.asarray(kinds, np.int64), cut(frame, LATTICE)
    names = np.unique(named[named > 0])
    faces = np.asarray([usual_look(cells[named == name]) for name in names], np.float32)
    hides = np.zeros(faces.shape[:3], np.bool_)
    skin = Skin(faces, names, np.full((8, 8), 10, np.float32), 1.0, None, hides=hides)
    sure, looks = sureness(named, cells, skin), cells.astype(np.uint8)
    return Reading(board_of(named, LATTICE), LATTICE, skin, selected, frame.pixels, looks, sure)


def kinds_of(shown: list[str], *, but: dict[str, str]) -> list[int]:
    """A kind for each sign, but for some that are taken for another."""
    return [1 + SIGNS.index(but.get(sign, sign)) for sign in shown]


TWO = {"B": "A", "D": "C"}


def test_kinds_are_parted_by_their_inks() -> None:
    """And each has the face that its tiles show."""
    frame = picture()
    seen = reading(frame, kinds_of(SHOWN, but=TWO))
    found = told_by_inks(frame, seen)
    assert len(set(zip(SHOWN, found.board.kinds, strict=True))) == len(SIGNS)
    assert len(set(found.board.kinds)) == len(SIGNS) == len(found.skin.faces)
    assert set(found.skin.kinds.tolist()) == set(found.board.kinds)
    assert told_by_inks(frame, found) is found


def test_cells_are_not_named_again_where_no_ink_parts_a_kind(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nor where it parts one tile from the rest, as a spot of the photograph in its colour does."""
    looked: list[int] = []
    whole = Eye.look

    def look(eye: Eye, lattice: Lattice, tiles: NDArray[np.bool_]) -> Look:
        looked.append(1)
        return whole(eye, lattice, tiles)

    monkeypatch.setattr(Eye, "look", look)
    frame = picture()
    seen = reading(frame, kinds_of(SHOWN, but={}))
    assert told_by_inks(frame, seen) is seen
    pixels = frame.pixels.copy()
    cv2.circle(pixels, (20 + SIDE // 2, 20 + SIDE // 2), 8, (255, 255, 255), -1)
    spotted = Frame(pixels)
    seen = reading(spotted, kinds_of(SHOWN, but={}))
    assert told_by_inks(spotted, seen) is seen
    assert not looked
    told_by_inks(frame, reading(frame, kinds_of(SHOWN, but=TWO)))
    assert looked


@pytest.mark.parametrize("case", ["even ground", "marked", "joined by ink", "a tile like ground"])
def test_the_rest_is_as_it_was(case: str) -> None:
    """What is seen by the whole tiles may be more than their ink shows."""
    frame, kinds = picture(), kinds_of(SHOWN, but=TWO)
    seen = reading(frame, kinds)
    if case == "even ground":
        seen = replace(seen, skin=replace(seen.skin, hides=None))
    elif case == "marked":
        seen = replace(seen, selected=tuple(Cell(0, col) for col in range(4)))
    elif case == "joined by ink":
        kinds = [13 if at in {7, 19} else kind for at, kind in enumerate(kinds)]
        seen = reading(frame, kinds)
    else:
        seen = reading(frame, [EMPTY, *kinds[1:12], EMPTY, *kinds[13:]])
    assert told_by_inks(frame, seen) is seen
