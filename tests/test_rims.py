"""A mark shows along all four sides of a tile; a neighbour's shadow does not."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.rims import are_crossed, are_lit_from_beside, frames, rim_differences, strangeness

SIDE = 40


def plain() -> NDArray[np.uint8]:
    """One cell, grey."""
    return np.full((1, SIDE, SIDE, 3), 120, np.uint8)


@pytest.mark.parametrize("inset", [0, 3, 6])
def test_a_thin_frame_shows(inset: int) -> None:
    """Two pixels wide, at the border or inside."""
    framed = plain()
    inner = framed[:, inset : SIDE - inset, inset : SIDE - inset]
    inner[:] = (255, 60, 0)
    inner[:, 2:-2, 2:-2] = 120
    assert rim_differences(framed, plain())[0] > 50


def test_another_colour_shows() -> None:
    """A tint of the whole tile."""
    assert rim_differences(plain() + np.uint8(30), plain())[0] == pytest.approx(30)


@pytest.mark.parametrize("sides", [1, 2, 3])
def test_a_shadow_on_some_sides_does_not(sides: int) -> None:
    """However dark."""
    shaded = plain()
    for side in range(sides):
        np.rot90(shaded, side, axes=(1, 2))[:, :4] = 0
    # Where two shadows meet, each reaches a little into the next side.
    assert rim_differences(shaded, plain())[0] < 0.25 * 120


def test_no_pairs() -> None:
    """Nothing to compare."""
    assert rim_differences(plain()[:0], plain()[:0]).shape == (0,)


def grounds(count: int) -> NDArray[np.float32]:
    """Cells cut from a ground with clouds and coarse grain."""
    lot = np.random.default_rng(3)
    coarse = lot.integers(0, 255, (count, 8, 8, 3)).astype(np.float32)
    clouds = [cv2.resize(each, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC) for each in coarse]
    return (np.asarray(clouds) + lot.normal(0, 4, (count, SIDE, SIDE, 3))).astype(np.float32)


@pytest.mark.parametrize("inset", [1, 4, 8])
def test_a_frame_is_steep_all_round(inset: int) -> None:
    """Whatever the ground, which has edges too, but broken ones."""
    cells = grounds(12)
    box = cells[4, inset : SIDE - inset, inset : SIDE - inset]
    box[:2] = box[-2:] = box[:, :2] = box[:, -2:] = (255, 240, 0)
    steep = frames(cells)
    assert steep.argmax() == 4
    assert steep[4] > 1.5 * np.sort(steep)[-2]


def test_three_sides_are_no_frame() -> None:
    """A side without an edge has none, as where a window ends beside a tile."""
    cells = np.full((1, SIDE, SIDE, 3), 120, np.float32)
    cells[:, 3:5] = cells[:, -5:-3] = cells[:, :, 3:5] = 255
    assert frames(cells)[0] == 0


def tiles() -> NDArray[np.float32]:
    """Thirty tiles of ten faces, each darker at one side, where a neighbour's shadow falls."""
    lot = np.random.default_rng(8)
    faces = lot.integers(0, 256, (10, 3, 3, 3)).astype(np.float32)
    cells = np.full((30, SIDE, SIDE, 3), 190, np.float32)
    for at, cell in enumerate(cells):
        cell[10:-10, 10:-10] = cv2.resize(faces[at % 10], (SIDE - 20, SIDE - 20))
        np.rot90(cell, at // 10 % 4)[:4] -= 60
    return cells


def strange(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """How strange the rims of tiles are among all of them."""
    every = np.arange(len(cells))
    return strangeness(cells, every, every)


def test_shadows_that_others_have_too_are_not_strange() -> None:
    """On whichever side they fall, and whatever the face."""
    assert strange(tiles()).max() < 1


@pytest.mark.parametrize("inset", [0, 4])
def test_a_frame_that_no_other_tile_has_is_strange(inset: int) -> None:
    """Whatever it is drawn on."""
    cells = tiles()
    box = cells[17, inset : SIDE - inset, inset : SIDE - inset]
    box[:3] = box[-3:] = box[:, :3] = box[:, -3:] = (60, 200, 255)
    found = strange(cells)
    assert found.argmax() == 17
    assert found[17] > 20
    assert np.delete(found, 17).max() < 1


def test_tiles_marked_alike_are_strange_only_among_others() -> None:
    """Each is like the other."""
    cells = tiles()
    cells[[3, 4]] += 40
    assert strange(cells)[[3, 4]].max() < 1
    rest = np.setdiff1d(np.arange(len(cells)), [3, 4])
    assert strangeness(cells, np.asarray([3, 4]), rest).min() > 10


def test_a_side_that_differs_more_than_others_do_tells_nothing() -> None:
    """Each tile is as strange as its least strange side, whichever of the four that is."""
    plain = np.full((3, SIDE, SIDE, 3), 100, np.float32)
    for turns in range(4):
        cells = plain.copy()
        cells[0] += 50
        side = np.rot90(cells[0], turns)  # a view
        side[: SIDE // 4] -= 38
        assert strange(cells)[0] == pytest.approx(12, abs=4)
        assert strange(cells)[1:].max() == 0


def test_without_others_everything_is_strange() -> None:
    """One tile has none to be compared with, and no tile is none."""
    assert np.isinf(strange(tiles()[:1])).all()
    assert strange(tiles()[:0]).shape == (0,)


def test_the_edge_of_something_larger_runs_through_no_tile() -> None:
    """A picture that comes to light under the tiles has edges that leave a cell; drawings end."""
    tiles = np.full((12, SIDE, SIDE, 3), 230, np.float32)
    tiles[:, 12:-12, 12:-12] = np.arange(12)[:, None, None, None] * 18
    marked = tiles[:1].copy()
    marked[0, :4], marked[0, -4:], marked[0, :, :4], marked[0, :, -4:] = [(250, 160, 0)] * 4
    hole = np.full((2, SIDE, SIDE, 3), 240, np.float32)
    hole[0, :, : SIDE // 3] = hole[1, SIDE // 2 :] = (60, 90, 160)
    shown = np.concatenate([tiles[:2], marked, hole])
    assert are_crossed(shown, tiles).tolist() == [False, False, False, True, True]
    # Where pictures fill their tiles, that tells nothing.
    tiles[:6, :, SIDE // 2 :] = 30
    assert not are_crossed(shown, tiles).any()


@pytest.mark.parametrize("side", range(4))
def test_a_neighbour_that_glows_shines_into_one_side(side: int) -> None:
    """However brightly; what is drawn, or framed, goes farther."""
    lit, drawn, framed = (plain().astype(np.float32) for _ in range(3))
    np.rot90(lit, side, axes=(1, 2))[:, :6] += np.linspace(120, 10, 6)[:, None, None]
    drawn[:, 12:24, 8:30] = 250
    framed[:, :3] = framed[:, -3:] = framed[:, :, :3] = framed[:, :, -3:] = 40
    cells = np.concatenate([lit, drawn, framed, lit + drawn - plain(), plain()])
    assert are_lit_from_beside(cells).tolist() == [True, False, False, False, False]
