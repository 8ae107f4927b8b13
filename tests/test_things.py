"""What stands by itself is found, and equal things with the way from one to the other."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.deal import deal
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.likely import Sighting
from bot.locate import _told_by_things, sightings
from bot.parts import Ground
from bot.scenes import thinned
from bot.simulator import Style, draw, lattice_of
from bot.things import find_things


def faces(count: int, side: int = 24) -> NDArray[np.uint8]:
    """Pictures unlike each other, none of whose pixels look as the ground does."""
    lot = np.random.default_rng(3)
    parts = lot.integers(120, 255, (count, side // 4, side // 4, 3))
    return parts.repeat(4, axis=1).repeat(4, axis=2).astype(np.uint8)


def scattered(which: list[int], places: list[tuple[int, int]]) -> NDArray[np.uint8]:
    """Some of the faces on a ground that changes slowly."""
    y, x = np.mgrid[:300, :400]
    picture = np.stack([x // 8, y // 8, (x + y) // 16], axis=-1).astype(np.uint8)
    for face, (left, top) in zip(which, places, strict=True):
        picture[top : top + 24, left : left + 24] = faces(5)[face]
    return picture


def test_the_way_between_equal_things_is_told_to_the_pixel() -> None:
    """Nine points of each are twins of those of its equal, and a thing like no other has none."""
    twins, boxes = find_things(
        scattered([0, 1, 0, 2], [(40, 50), (140, 50), (253, 171), (300, 50)])
    )
    assert len(twins.a) == 9
    assert {round(abs(way), 2) for way in twins.across.tolist()} == {213}
    assert {round(abs(way), 2) for way in twins.down.tolist()} == {121}
    assert set(twins.count.tolist()) == {1}
    assert np.abs(np.sort(boxes[:, 0]) - (52, 152, 265, 312)).max() < 2


def test_what_is_there_too_often_is_no_tile() -> None:
    """Letters come again more often than the tiles of a kind do; specks are too small."""
    places = [(20 + 48 * (at % 7), 30 + 60 * (at // 7)) for at in range(14)]
    assert not len(find_things(scattered([3] * 14, places))[0].a)
    speck = np.full((200, 200, 3), 60, np.uint8)
    speck[50:58, 50:58] = speck[120:128, 150:158] = 200
    assert not len(find_things(speck)[0].a)


def test_a_sparse_board_is_sighted() -> None:
    """Of a board with four fifths gone, the true lattice is among the first that are tried."""
    board, _ = thinned(deal(12, 12, kinds=18, seed=4), 0.8, 2)
    style = Style(tile=(36, 32), gap=(6.0, 6.0), body=None, shadow=0.0, ground=Ground())
    found = sightings(Frame(draw(board, style)))
    pitches = [seen.lattice.pitch for seen in islice(found, 5)]
    true = lattice_of(board, style).pitch
    assert any(np.allclose(pitch, true, atol=0.1) for pitch in pitches)


def test_a_lattice_may_reach_past_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells that hold things are added to those that were seen, wherever these lie."""
    pixels = scattered([0, 1], [(78, 138), (128, 138)])
    lattice = Lattice(Pixel(-10, 250), (50.0, 50.0), 4, 3)
    seen = Sighting(lattice, np.ones(12, np.bool_))
    monkeypatch.setattr("bot.locate._told", lambda *_: iter([seen]))
    (found,) = _told_by_things(pixels)
    assert found.lattice.origin == Pixel(-10, 150)
    assert (found.lattice.rows, found.lattice.cols) == (6, 4)
    assert found.tiles.sum() == 14
