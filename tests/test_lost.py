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
