"""A cell is said to show a face only where it lies clearly on that face's side of every other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from shapes import COUNT, SIDE, bare, seen, skin, tiles

from bot.distances import halved
from bot.likeness import Likeness

LIKENESS = Likeness.of(skin())


def test_every_face_is_shown_by_its_own_cell() -> None:
    """With a little noise each is the nearest, clear, and within the limit; ground is none."""
    shown = LIKENESS.shown(halved(seen(np.concatenate([tiles(), bare(2)]))))
    assert shown.face[:COUNT].tolist() == list(range(COUNT))
    assert shown.fits.tolist() == [True] * COUNT + [False] * 2
    assert shown.apart[:COUNT].max() < shown.limit < shown.apart[COUNT:].min()


def test_halfway_between_two_faces_nothing_is_clear() -> None:
    """A third of the way it is not either."""
    faces = tiles()
    for share in (0.5, 1 / 3):
        cell = (1 - share) * faces[:1] + share * faces[1:2]
        shown = LIKENESS.shown(halved(seen(cell)))
        assert not shown.clear.any()
    shown = LIKENESS.shown(halved(seen(0.9 * faces[:1] + 0.1 * faces[1:2])))
    assert shown.clear.all()


def test_faces_of_two_kinds_that_look_the_same_are_never_clear() -> None:
    """They are if they are of one kind."""
    faces = np.concatenate([tiles(), tiles()[:1] + 2])
    twins = skin(faces)
    assert np.flatnonzero(Likeness.of(twins).vague).tolist() == [0, COUNT]
    assert Likeness.of(twins).shown(halved(seen(faces))).clear.tolist() == [
        number not in {0, COUNT} for number in range(COUNT + 1)
    ]
    kinds = np.asarray([*range(1, COUNT + 1), 1])
    one = Likeness.of(replace(twins, kinds=kinds))
    assert one.shown(halved(seen(faces))).clear.all()


def test_mapped_colours_tell_less() -> None:
    """Faces a little apart can be told in their own colours, and not in those of a tone."""
    near = skin(np.concatenate([tiles(), np.where(tiles()[:1] == 30, 44, tiles()[:1])]))
    assert not Likeness.of(near).vague.any()
    assert np.flatnonzero(Likeness.of(near, toned=True).vague).tolist() == [0, COUNT]


def test_what_has_no_weight_does_not_count() -> None:
    """Ground that shows in a corner of a cell leaves it near its face."""
    weights = np.ones((COUNT, SIDE, SIDE), np.float32)
    weights[:, : SIDE // 2] = 0
    cells = tiles()
    cells[:, : SIDE // 2 - 6] = 0
    masked = Likeness.of(replace(skin(body=False), weights=weights))
    assert masked.shown(halved(seen(cells))).fits.all()
    assert not LIKENESS.shown(halved(seen(cells))).fits.any()


def test_from_afar_tiles_are_told_from_ground() -> None:
    """Each looks like its face, and ground like none."""
    width, height = LIKENESS.far_size
    cells = seen(np.concatenate([tiles(), bare(3)])).astype(np.float32)
    shrunk = cells.reshape(-1, height, SIDE // height, width, SIDE // width, 3).mean(axis=(2, 4))
    face, apart = LIKENESS.from_afar(shrunk.astype(np.float32))
    assert face[:COUNT].tolist() == list(range(COUNT))
    assert apart[:COUNT].max() < 1 < apart[COUNT:].min()
    assert LIKENESS.tone(shrunk[:COUNT], face[:COUNT]) is None
    tone = LIKENESS.tone((shrunk[:COUNT] * 0.5).astype(np.float32), face[:COUNT])
    assert tone is not None
    inside = tiles()[:, 8:-8, 8:-8]
    assert tone.of(inside) == pytest.approx(inside * 0.5, abs=4)


def test_ground_lacks_the_body() -> None:
    """All of a tile's body is there on any face, and next to nothing of it on ground."""
    cells = halved(seen(np.concatenate([tiles(seed=9), bare(2)])))
    body = LIKENESS.body_of(cells)
    assert body[:COUNT].min() > 0.9
    assert body[COUNT:].max() < 0.1
    assert LIKENESS.is_ground(cells, body).tolist() == [False] * COUNT + [True] * 2


def test_the_border_of_a_blank_tile_is_known() -> None:
    """Plain paper without a frame has none."""
    blank = tiles(ink=(236, 230, 210))[:1]
    framed = Likeness.of(skin(np.concatenate([tiles(), blank])))
    assert framed.blank.tolist() == [False] * COUNT + [True]
    plain = np.full_like(blank, blank[0, 20, 20])
    cells = seen(np.concatenate([blank, plain]))
    assert framed.framed(cells, np.asarray([COUNT, COUNT])).tolist() == [True, False]
