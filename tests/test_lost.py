"""Tiles that a lens shows as paper are unknown, and bare places are empty."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.lens import Lens
from bot.lost import without_lost

_SIDE, _ROWS, _COLS = 40, 4, 6
_LATTICE = Lattice(Pixel(40, 40), (_SIDE, _SIDE), _ROWS, _COLS)
_LENS = Lens(np.asarray([(220, 175, 110), (120, 92, 60)], np.uint8), (170, 130, 85), 90.0)
_KINDS = np.asarray([1 + at % 5 for at in range(_ROWS * _COLS)])


def screen(*bare: int, seed: int = 0) -> Frame:
    """Dark signs on plates of wood; some cells lack theirs."""
    lot = np.random.default_rng(seed)
    pixels = np.full((6 * _SIDE - 40, 8 * _SIDE - 40, 3), (90, 70, 50), np.uint8)
    for at, kind in enumerate(_KINDS.tolist()):
        row, col = divmod(at, _COLS)
        part = pixels[row * _SIDE + 22 :, col * _SIDE + 22 :][: _SIDE - 4, : _SIDE - 4]
        part[:] = (200, 155, 95)
        ink = (40, 45, 60) if at > 6 else (110, 110, 105)
        if at not in bare:
            cv2.putText(part, "?ARKST"[kind], (7, 29), cv2.FONT_HERSHEY_SIMPLEX, 1, ink, 3)
    noise = lot.normal(0, 3, pixels.shape)
    return Frame(np.asarray(np.clip(pixels + noise, 0, 255), np.uint8))


def told(frame: Frame, *empty: int) -> NDArray[np.int64]:
    """The kinds, some of which a lens showed as paper."""
    kinds = _KINDS.copy()
    kinds[list(empty)] = EMPTY
    return without_lost(frame, _LATTICE, kinds)


@pytest.mark.parametrize("seed", range(3))
def test_what_shows_a_sign_without_the_lens_is_unknown(seed: int) -> None:
    """Cells 0, 1 and 6 show signs in paler ink, and 12 shows none."""
    seen = _LENS.through(screen(12, seed=seed))
    found = told(seen, 0, 1, 6, 12)
    assert found[[0, 1, 6, 12]].tolist() == [UNKNOWN, UNKNOWN, UNKNOWN, EMPTY]
    assert (np.delete(found, [0, 1, 6, 12]) == np.delete(_KINDS, [0, 1, 6, 12])).all()


def test_without_a_lens_nothing_is_lost() -> None:
    assert told(screen(12), 0, 1, 6, 12)[[0, 1, 6, 12]].tolist() == [EMPTY] * 4


def test_where_no_tile_is_known_nothing_is_told() -> None:
    seen = _LENS.through(screen())
    assert (told(seen, *range(len(_KINDS))) == EMPTY).all()
    assert (told(seen) == _KINDS).all()


def test_twins_that_a_lens_does_not_show_are_unknown() -> None:
    """No two pieces of a photograph are so much alike; one sign alone may be a piece of it."""
    frame = screen(12, 18)
    pixels = frame.pixels.copy()
    for row, col in ((0, 1), (1, 1)):
        part = pixels[row * _SIDE + 22 :, col * _SIDE + 22 :][: _SIDE - 4, : _SIDE - 4]
        part[:] = (200, 155, 95)
        cv2.putText(part, "%", (6, 28), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (250, 240, 60), 3)
    found = told(_LENS.through(Frame(pixels)), 1, 7, 12, 18)
    assert found[[1, 7]].tolist() == [UNKNOWN, UNKNOWN]


def test_what_lies_on_the_plate_of_a_tile_is_no_empty_cell() -> None:
    """Another sign than all the others, once: it has no twin, and there is no ground.

    Plain ground all around tells what plates are; where none is seen nothing is told.
    """
    pixels = screen().pixels.copy()
    part = pixels[_SIDE + 22 :, _SIDE + 22 :][: _SIDE - 4, : _SIDE - 4]
    part[:] = (200, 155, 95)
    cv2.circle(part, (18, 18), 9, (250, 240, 60), 2)
    assert told(_LENS.through(Frame(pixels)), 7)[7] == EMPTY
    wide = cv2.copyMakeBorder(
        pixels, _SIDE, _SIDE, _SIDE, _SIDE, cv2.BORDER_CONSTANT, value=(90, 70, 50)
    )
    lattice = Lattice(Pixel(2 * _SIDE, 2 * _SIDE), (_SIDE, _SIDE), _ROWS, _COLS)
    kinds = _KINDS.copy()
    kinds[7] = EMPTY
    found = without_lost(_LENS.through(Frame(np.asarray(wide, np.uint8))), lattice, kinds)
    assert found[7] == UNKNOWN
