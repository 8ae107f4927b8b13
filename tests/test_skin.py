"""A skin holds together, and tells tiles from ground."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bot.deal import deal
from bot.errors import InputError
from bot.frame import Frame
from bot.geometry import Cell
from bot.ground import agreement, around, body_of, contrast, shows_face
from bot.naming import name_cells
from bot.reader import read
from bot.reading import board_of, cells_of
from bot.simulator import Style, draw


@pytest.fixture(scope="module")
def frame() -> Frame:
    """A full board of 6 x 8."""
    return Frame(draw(deal(6, 8, kinds=12, seed=1), Style.default()))


def test_faces_and_kinds_go_together(frame: Frame) -> None:
    """A skin with a kind too many is refused; the one that is learned has a face a kind."""
    skin = read(frame).skin
    assert len(skin.faces) == 12
    with pytest.raises(InputError, match="12 faces"):
        replace(skin, kinds=np.arange(13))


@pytest.mark.parametrize(("more", "known"), [(1, True), (-1, True), (3, False)])
def test_what_faces_hide_is_known_of_nearly_the_same_size(
    frame: Frame, more: int, *, known: bool
) -> None:
    """A pixel more or less where a pitch is rounded otherwise; but not of another scale."""
    skin = read(frame).skin
    count, high, wide = skin.faces.shape[:3]
    hides = np.zeros((count, high, wide), np.bool_)
    hides[:, 9:-9, 9:-9] = True
    resized = replace(skin, hides=hides).resized(wide + more, high + more)
    assert (resized.hides is not None) is known
    if resized.hides is not None:
        assert resized.hides.shape == (count, high + more, wide + more)
        assert resized.hides.mean() == pytest.approx(hides.mean(), abs=0.05)
        assert not resized.hides[:, :8].any()


def test_a_reading_fits_its_lattice(frame: Frame) -> None:
    """A reading whose board has another size than its lattice is refused."""
    reading = read(frame)
    with pytest.raises(InputError, match="6 x 8"):
        replace(reading, looks=reading.looks[:-1])
    assert reading.kinds.tolist() == list(reading.board.kinds)
    assert board_of(reading.kinds, reading.lattice) == reading.board
    assert cells_of(np.asarray([9, 2]), reading.lattice) == (Cell(0, 2), Cell(1, 1))
    marked = replace(reading, selected=(Cell(0, 2), Cell(1, 1)))
    assert marked.marks.tolist() == [2, 9]


def test_the_body_is_on_tiles_and_not_on_ground(frame: Frame) -> None:
    """What tiles share covers all of them and nothing of the ring around the board."""
    reading = read(frame)
    ring, places = around(frame, reading.lattice)
    assert len(ring) == len(places) == 2 * (6 + 8) + 4
    body = body_of(reading.looks, ring)
    assert body is not None
    assert agreement(reading.looks, body).min() > 0.8
    assert agreement(ring, body).max() < 0.1
    assert contrast(reading.looks).min() > contrast(ring).max()


def test_a_ground_like_the_tiles_gives_no_body(frame: Frame) -> None:
    """Where the ground looks as the tiles do nothing is theirs alone."""
    looks = read(frame).looks
    assert body_of(looks, looks) is None


def test_faces_are_seen_on_tiles_only(frame: Frame) -> None:
    """Every tile shows a face of its skin, no cell of the ground does."""
    reading = read(frame)
    ring, _ = around(frame, reading.lattice)
    assert shows_face(reading.looks, reading.skin).all()
    assert not shows_face(ring, reading.skin).any()
    assert shows_face(ring[:0], reading.skin).shape == (0,)


def test_cells_are_named_in_reading_order(frame: Frame) -> None:
    """Kinds count from 1 as they come, and every one has its face."""
    reading = read(frame)
    ring, _ = around(frame, reading.lattice)
    lattice = reading.lattice
    named = name_cells(
        reading.looks.astype(np.float32), np.arange(48), ring, (lattice.rows, lattice.cols)
    )
    assert named.kinds[0] == 1
    assert list(dict.fromkeys(named.kinds.tolist())) == list(range(1, 13))
    assert named.skin.kinds.tolist() == list(range(1, 13))
    assert not named.selected.size
