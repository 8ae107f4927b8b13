"""What a photograph shows between sprites is ground, and a new face is none."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from shapes import COUNT, seen, skin, tiles

from bot.board import EMPTY, UNKNOWN
from bot.likeness import Likeness
from bot.newfaces import leave_scenery

_BARE = skin(body=False)
_SPRITES = Likeness.of(replace(_BARE, weights=np.ones(_BARE.faces.shape[:3], np.float32)))


def ridges(count: int, seed: int = 4) -> NDArray[np.float32]:
    """Cells across which the edge of a mountain runs, each its own way."""
    lot = np.random.default_rng(seed)
    height, width = _BARE.faces.shape[1:3]
    y, x = np.mgrid[:height, :width].astype(np.float32)
    cells = []
    for turn in np.linspace(0.3, np.pi - 0.2, count):
        away = (x - width / 2) * np.cos(turn) + (y - height / 2) * np.sin(turn)
        rough = cv2.GaussianBlur(lot.normal(0, 30, (height, width)).astype(np.float32), (0, 0), 3)
        cells.append(np.where(away + rough > 0, 230.0, 90.0))
    found = np.asarray(cells, np.float32).reshape(-1, height, width, 1)
    return np.repeat(found, 3, axis=-1)


def left(cells: NDArray[np.float32], kinds: list[int], likeness: Likeness) -> list[int]:
    """The kinds of tiles and of cells that show no face, after scenery was left."""
    both = seen(np.concatenate([tiles(), tiles(), cells]))
    named = np.asarray([*kinds, *[UNKNOWN] * len(cells)], np.int64)
    leave_scenery(named, both, likeness)
    return named[len(kinds) :].tolist()


_EVEN = [*range(1, COUNT + 1)] * 2


def test_ridges_between_sprites_are_ground() -> None:
    assert left(ridges(3), _EVEN, _SPRITES) == [EMPTY] * 3


def test_nothing_is_left_where_a_kind_lacks_a_tile() -> None:
    assert left(ridges(3), [EMPTY, *_EVEN[1:]], _SPRITES) == [UNKNOWN] * 3


def test_a_new_face_has_a_twin() -> None:
    other = tiles(seed=9)[:1]
    found = left(np.concatenate([other, ridges(1), other]), _EVEN, _SPRITES)
    assert found == [UNKNOWN, EMPTY, UNKNOWN]


@pytest.mark.parametrize("count", [0, 80])
def test_no_cells_or_many_are_left_as_they_are(count: int) -> None:
    assert left(ridges(count), _EVEN, _SPRITES) == [UNKNOWN] * count


def test_where_no_tile_is_known_nothing_is_told() -> None:
    assert left(ridges(3), [EMPTY] * len(_EVEN), _SPRITES) == [UNKNOWN] * 3
