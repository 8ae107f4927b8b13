"""A skin of sprites finds its game wherever little of it is left on a photograph."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.calibrate import learn
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.laying import Layer
from bot.seeking import LARGER, seek
from bot.sighting import Sight
from bot.skin import Skin
from bot.spriteseeker import SpriteSeeker

_ROWS, _COLS, _SIDE, _KINDS = 6, 8, 56, 8
_COLOURS = np.asarray(
    [(230, 40, 40), (250, 170, 20), (240, 230, 60), (150, 60, 200)], np.float32
).repeat(2, axis=0)
_BOARD = np.random.default_rng(3).permutation(np.arange(_ROWS * _COLS) % _KINDS + 1)


def hills(seed: int = 1) -> NDArray[np.uint8]:
    """A photograph: white, blue and green lie in large patches, each with a grain."""
    lot = np.random.default_rng(seed)
    size = (_ROWS + 3) * _SIDE, (_COLS + 3) * _SIDE
    height = cv2.GaussianBlur(lot.normal(size=size).astype(np.float32), (0, 0), 34)
    patch = np.digitize(height, np.quantile(height, (0.35, 0.65)))
    grain = cv2.GaussianBlur(lot.normal(0, 20, size).astype(np.float32), (0, 0), 1.2)
    colour = np.asarray([(60, 90, 60), (120, 150, 200), (235, 235, 240)], np.float32)[patch]
    return np.clip(colour + grain[..., None], 0, 255).astype(np.uint8)


def game(left: float = 1.0) -> tuple[Frame, NDArray[np.intp]]:
    """Fruit on hills, and the kinds of those that are left."""
    kinds, pixels = _BOARD.copy(), hills()
    lot = np.random.default_rng(5)
    for kind in range(1, _KINDS + 1):
        same = lot.permutation(np.flatnonzero(kinds == kind))
        kinds[same[: 2 * round((1 - left) * len(same) / 2)]] = EMPTY
    for at, kind in enumerate(kinds.tolist()):
        if kind != EMPTY:
            row, col = divmod(at, _COLS)
            _draw(pixels, int((col + 2) * _SIDE), int((row + 2) * _SIDE), kind - 1)
    return Frame(pixels), kinds


def _draw(pixels: NDArray[np.uint8], x: int, y: int, face: int) -> None:
    """A fruit: a body in one of four colours, a light side, a leaf and a stem."""
    colour = _COLOURS[face]
    if face % 2:
        around = [(x, y - 20), (x + 18, y + 14), (x, y + 8), (x - 18, y + 14)]
        cv2.fillPoly(pixels, [np.asarray(around)], colour.tolist(), cv2.LINE_AA)
    else:
        cv2.circle(pixels, (x, y), 17, colour.tolist(), -1, cv2.LINE_AA)
        cv2.circle(pixels, (x - 4, y + 4), 10, (colour * 0.8 + 50).tolist(), -1, cv2.LINE_AA)
    cv2.ellipse(pixels, (x + 5, y - 12), (8, 4), -30, 0, 360, (70, 150, 50), -1, cv2.LINE_AA)
    cv2.line(pixels, (x, y - 6), (x, y - 18), (110, 70, 40), 3, cv2.LINE_AA)
    cv2.circle(pixels, (x - 5, y - 2), 3, (250, 250, 255), -1, cv2.LINE_AA)


@cache
def skin() -> Skin:
    """What the full board teaches."""
    return learn([game()[0]], "sprites").skin


def test_a_skin_of_bare_drawings_is_one_of_sprites() -> None:
    assert skin().of_sprites
    assert isinstance(Sight.of(skin()).fast, SpriteSeeker)


@pytest.mark.parametrize("left", [1.0, 0.7, 0.34])
@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_it_is_read_exactly_with_its_skin(left: float, scale: float) -> None:
    frame, kinds = game(left)
    pixels = cv2.resize(frame.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    reading = Sight.of(skin()).read(Frame(np.asarray(pixels, np.uint8)))
    grid = kinds.reshape(_ROWS, _COLS)
    rows, cols = np.flatnonzero((grid != EMPTY).any(1)), np.flatnonzero((grid != EMPTY).any(0))
    grid = grid[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    assert (reading.board.rows, reading.board.cols) == grid.shape
    names = dict(zip(grid.ravel().tolist(), reading.board.kinds, strict=True))
    assert reading.board.kinds == tuple(names[kind] for kind in grid.ravel().tolist())
    assert len(set(names.values())) == len(names)
    assert names.get(EMPTY, EMPTY) == EMPTY


@pytest.mark.parametrize("light", [0.8, 0.9])
def test_it_is_found_in_another_light(light: float) -> None:
    """As on a screen that is dimmed."""
    frame, kinds = game()
    reading = Sight.of(skin()).read(Frame(np.asarray(frame.pixels * light, np.uint8)))
    assert (reading.board.rows, reading.board.cols) == (_ROWS, _COLS)
    both = list(zip(kinds.tolist(), reading.board.kinds, strict=True))
    told = [(true, kind) for true, kind in both if kind != UNKNOWN]
    assert len(told) >= 0.9 * len(both)
    assert len(set(told)) == len(dict(told)) == _KINDS


def test_a_guess_is_where_the_tiles_lie() -> None:
    """By what is a sprite's own; with the mean of its colours all around it is not."""
    frame, kinds = game(0.34)
    seeker, true = SpriteSeeker.of(skin(), LARGER), Sight.of(skin()).read(game()[0]).lattice
    guesses = list(seek(frame.pixels, seeker, seeker.pitch))
    off = [np.subtract(each.lattice.origin, true.origin) / true.pitch for each in guesses]
    near = [at for at, each in enumerate(off) if np.abs(each - np.rint(each)).max() < 0.15]
    assert near
    assert max(len(guesses[at].face) for at in near) >= np.count_nonzero(kinds) / 2
    assert len(seeker.some().numbers) == _KINDS


def test_a_sprite_is_laid_by_what_is_its_own() -> None:
    """Cells a few px aside are moved to where their sprites are, whatever lies around."""
    frame, kinds = game(0.7)
    tiles = np.flatnonzero(kinds)
    reading = Sight.of(skin()).read(frame)
    lattice, board = reading.lattice, reading.board
    held = np.flatnonzero(np.asarray(board.kinds))
    row, col = np.divmod(held, board.cols)
    face = np.searchsorted(skin().kinds, np.asarray(board.kinds)[held])
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    origin = Pixel(lattice.origin.x + 2.5, lattice.origin.y - 2.0)
    aside = Lattice(origin, lattice.pitch, lattice.rows, lattice.cols)
    layer = Layer.of(skin())
    assert layer.masks is not None
    found = layer.on(grey, lattice.pitch).laid(aside, row, col, face, 0.0)
    assert found is not None
    assert len(held) == len(tiles)
    assert np.abs(np.subtract(found.origin, lattice.origin)).max() < 0.6


def test_a_sprite_of_one_colour_is_laid_by_its_outline() -> None:
    """Within it there is nothing to correlate."""
    faces = np.full((1, 24, 24, 3), 200, np.float32)
    weights = np.zeros((1, 24, 24), np.float32)
    cv2.circle(weights[0], (12, 12), 8, 1, -1)
    flat = Skin(faces, np.ones(1, np.int64), np.ones((8, 8), np.float32), 4.0, None)
    layer = Layer.of(replace(flat, weights=weights, pitch=(24.0, 24.0)))
    found = layer.likeness(np.full((30, 30), 90, np.float32), 0)
    assert np.isfinite(found).all()
