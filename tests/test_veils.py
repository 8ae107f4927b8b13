"""Empty cells under a translucent colour, on ground that varies."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.veils import see_through, veil_over, without_veils

_ROWS, _COLS, _SIDE, _GAP = 6, 8, 32, 3
_THROUGH, _COLOUR = 0.6, (90.0, 20.0, 40.0)
"""What the veil lets through, and what it adds."""


def _ground(spread: float = 50.0) -> NDArray[np.float32]:
    """A soft picture, (rows * side, cols * side, 3), as far from grey as it is told."""
    rng = np.random.default_rng(7)
    coarse = rng.uniform(-1, 1, (4, 5, 3)).astype(np.float32)
    size = _COLS * _SIDE, _ROWS * _SIDE
    return np.asarray(128 + spread * cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC))


def _apart(picture: NDArray[np.float32]) -> NDArray[np.float32]:
    cells = picture.reshape(_ROWS, _SIDE, _COLS, _SIDE, 3).swapaxes(1, 2)
    return np.ascontiguousarray(cells.reshape(-1, _SIDE, _SIDE, 3))


def _inside() -> NDArray[np.bool_]:
    mask = np.zeros((_SIDE, _SIDE), np.bool_)
    mask[_GAP:-_GAP, _GAP:-_GAP] = True
    return mask


def _board(
    ground: NDArray[np.float32], empty: NDArray[np.bool_], *, plates: bool = False
) -> NDArray[np.float32]:
    """Cells, some of them empty and veiled, the others with tiles, or with sprites on `plates`."""
    cells, mask = _apart(ground).clip(0, 255), _inside()
    rng = np.random.default_rng(3)
    for number, cell in enumerate(cells):
        if empty[number] or plates:
            cell[mask] = _THROUGH * cell[mask] + _COLOUR
        else:
            cell[mask] = 230
        if not empty[number]:
            at, to = (9, 23) if plates else (6, 26)
            cell[at:to, at:to] = rng.integers(0, 256, (to - at, to - at, 3))
    return cells.clip(0, 255)


def _empty(cells: NDArray[np.float32], tiles: NDArray[np.bool_]) -> list[int]:
    """The cells that surely hold no tile, as numbers."""
    return without_veils(cells, tiles, _COLS)[2].tolist()


def _half() -> NDArray[np.bool_]:
    return np.random.default_rng(1).random(_ROWS * _COLS) < 0.5


@pytest.mark.parametrize("plates", [False, True])
def test_a_veil_is_taken_off_the_empty_cells(plates: bool) -> None:
    empty, ground = _half(), _ground()
    cells = _board(ground, empty, plates=plates)
    veil = veil_over(cells)
    assert veil is not None
    assert veil.through == pytest.approx(_THROUGH, abs=0.06)
    clear, sure, found = without_veils(cells, ~empty, _COLS)
    assert found.tolist() == np.flatnonzero(empty).tolist()
    assert sure.tolist() == (~empty).tolist()
    assert np.median(np.abs(clear - _apart(ground).clip(0, 255))[empty]) < 4
    assert (clear[~empty] == cells[~empty]).all()


def test_an_edge_of_the_ground_runs_under_the_veil() -> None:
    empty, ground = _half(), _ground(20.0)
    for y in range(ground.shape[0]):
        ground[y, : int(40 + 0.9 * y)] += 70
    assert _empty(_board(ground, empty), ~empty) == np.flatnonzero(empty).tolist()


@pytest.mark.parametrize("light", [-80, 25, 60])
@pytest.mark.parametrize("at", [(slice(14, 19), slice(14, 19)), (slice(6, 26), slice(13, 18))])
def test_what_is_small_or_pale_on_a_veil_is_a_tile(light: int, at: tuple[slice, slice]) -> None:
    """A drawing that leaves most of the veil to be seen; or a stroke that fills a column."""
    empty = _half()
    cells = _board(_ground(30.0), empty)
    small = np.flatnonzero(empty)[:3]
    cells[(small, *at)] += light
    found = set(_empty(cells, ~empty))
    assert not found & set(small.tolist())
    assert len(found) == np.count_nonzero(empty) - 3


def test_no_veil_is_told_where_the_ground_is_plain_or_bare() -> None:
    empty = _half()
    plain = np.full_like(_ground(), 128.0)
    assert veil_over(_board(plain, empty)) is None
    bare = _board(_ground(), np.zeros_like(empty))
    bare[empty] = _apart(_ground())[empty]
    assert veil_over(bare) is None


@pytest.mark.parametrize("seed", range(40))
def test_plain_stones_in_a_few_greys_are_no_veils(seed: int) -> None:
    """On a ramp of greys some of them lie as a veil would make them, by chance."""
    lot = np.random.default_rng(seed)
    ramp = np.linspace(60, 140, _COLS * _SIDE, dtype=np.float32)[None, :, None]
    cells, mask = _apart(np.broadcast_to(ramp, _ground().shape).copy()), _inside()
    greys = lot.integers(20, 236, int(lot.integers(2, 6)))
    stones = lot.permutation(len(cells))[: int(lot.integers(4, 24))]
    for stone in stones:
        cells[stone][mask] = greys[lot.integers(len(greys))]
    tiles = np.isin(np.arange(len(cells)), stones)
    assert _empty(cells, tiles) == []


@pytest.mark.parametrize("colours", [1, 2, 3, 12])
@pytest.mark.parametrize("drawn", [False, True])
def test_tiles_of_coloured_glass_are_none(colours: int, drawn: bool) -> None:
    """Some kinds of them with nothing drawn on them, alone or among tiles that are drawn on."""
    ground = _ground()
    plain = np.arange(_ROWS * _COLS) % 6 == 0 if drawn else np.ones(_ROWS * _COLS, np.bool_)
    cells, mask = _board(ground, plain, plates=True), _inside()
    inks = np.random.default_rng(5).integers(0, 110, (colours, 3))
    for number in np.flatnonzero(plain):
        under = _apart(ground)[number].clip(0, 255)
        ink = _COLOUR if drawn and colours == 1 else inks[number // 6 % colours]
        cells[number][mask] = _THROUGH * under[mask] + ink
    cells[~_half() & plain & (not drawn)] = _apart(ground)[~_half() & plain & (not drawn)]
    assert _empty(cells, np.ones(len(cells), np.bool_)) == []


def test_what_is_drawn_on_is_sure_where_only_veils_repeat() -> None:
    """But nothing beside them, such as a button."""
    empty = _half()
    cells = _board(_ground(), empty)
    empty[-2 * _COLS :] = False
    bare = _apart(_ground()).clip(0, 255)
    cells[-2 * _COLS : -_COLS] = bare[-2 * _COLS : -_COLS]
    cells[-_COLS:] = _board(_ground(), np.zeros_like(empty))[-_COLS:]
    clear, sure, none = without_veils(cells, empty, _COLS)
    among = np.arange(len(cells)) < (_ROWS - 2) * _COLS
    assert sure.tolist() == (~empty & among).tolist()
    assert none.tolist() == np.flatnonzero(empty).tolist()
    assert (clear[none] != cells[none]).any()


def test_cells_are_as_they_were_where_no_tile_is_left() -> None:
    every = np.ones(_ROWS * _COLS, np.bool_)
    cells = _board(_ground(), every)
    assert veil_over(cells) is not None
    clear, sure, none = without_veils(cells, every, _COLS)
    assert (clear == cells).all()
    assert sure.all()
    assert not none.size


def test_unknown_cells_are_seen_through() -> None:
    empty = _half()
    cells = _board(_ground(), empty).astype(np.uint8)
    kinds, confidence = np.where(empty, UNKNOWN, 5), np.zeros(len(empty), np.float32)
    see_through(kinds, confidence, cells)
    assert (kinds == np.where(empty, EMPTY, 5)).all()
    assert (confidence[empty] > 0.5).all()
    assert not confidence[~empty].any()


def test_what_a_known_tile_shows_is_no_veil() -> None:
    """A blank tile of glass that is unknown for a moment has a twin that is not."""
    empty = _half()
    cells = _board(_ground(), empty).astype(np.uint8)
    kinds, confidence = np.where(empty, UNKNOWN, 5), np.zeros(len(empty), np.float32)
    kinds[np.flatnonzero(empty)[0]] = 6
    before = kinds.copy()
    see_through(kinds, confidence, cells)
    assert (kinds == before).all()
    assert not confidence.any()


def test_nothing_is_told_of_no_cells() -> None:
    assert veil_over(np.empty((0, _SIDE, _SIDE, 3), np.float32)) is None
