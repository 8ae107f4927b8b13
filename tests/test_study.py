"""What follows from faces alone: which are blank, which parts tell them, how much can be seen."""

from __future__ import annotations

import numpy as np
import pytest
from shapes import COUNT, SIDE, bare, seen, skin, tiles

from bot.cutting import core
from bot.study import PARTS, shapes_of, study

STUDY = study(skin())


def test_a_tint_does_not_change_a_shape() -> None:
    """Each face is most like itself in other light; its contrast is what its colours vary by."""
    shapes = shapes_of(tiles() * np.asarray((0.5, 0.7, 0.4), np.float32) + 20)
    scores = STUDY.scores(shapes)
    assert scores.argmax(axis=1).tolist() == list(range(COUNT))
    assert scores.diagonal() == pytest.approx(1, abs=0.01)
    varied = core(tiles()).std(axis=(1, 2)) ** 2
    assert shapes_of(tiles()).contrasts == pytest.approx(np.sqrt(varied.mean(axis=1)), rel=0.01)


def test_blank_faces_are_known() -> None:
    """Plain paper is blank, whatever stands beside it; then not every face is filled."""
    plain = np.full((1, SIDE, SIDE, 3), (236, 230, 210), np.float32)
    found = study(skin(np.concatenate([tiles(), plain])))
    assert found.blank.tolist() == [False] * COUNT + [True]
    assert STUDY.filled
    assert not found.filled
    assert (shapes_of(bare(2)).contrasts < STUDY.faint).all()


def test_what_all_faces_share_tells_none() -> None:
    """Parts without a difference from the mean of all have no detail."""
    faces = np.repeat(tiles()[:1], 3, axis=0)
    faces[1, : SIDE // 3, : SIDE // 3] = (20, 40, 200)
    detailed = study(skin(faces)).detailed
    assert detailed.shape == (3, PARTS, PARTS)
    assert not detailed[:, -2:, -2:].any()


def test_what_is_hidden_does_not_remain() -> None:
    """Where half of a face is covered, half is left; of another face hardly anything was seen."""
    cells, own = seen(tiles()).astype(np.float32), np.arange(COUNT)
    whole = STUDY.remains(cells, own)
    assert STUDY.remains(cells, (own + 1) % COUNT).max() < 0.3
    assert whole.min() > 0.5
    cells[:, : SIDE // 2] = (250, 250, 255)
    assert STUDY.remains(cells, own).mean() == pytest.approx(whole.mean() / 2, rel=0.2)


def test_nothing_remains_on_ground() -> None:
    """Nor does a skin of equal faces say that anything does."""
    assert STUDY.remains(seen(bare(COUNT)).astype(np.float32), np.arange(COUNT)).max() == 0
    same = study(skin(np.repeat(tiles()[:1], 3, axis=0)))
    assert same.remains(tiles()[:3], np.arange(3)).tolist() == [0, 0, 0]


def test_faces_of_other_kinds_with_one_shape_are_related() -> None:
    """In another colour, or light on dark; one is not related to itself."""
    other = tiles(ink=(30, 60, 140))[:1]
    related = study(skin(np.concatenate([tiles()[:2], other]))).related
    assert related[0, 2]
    assert related[2, 0]
    assert not related.diagonal().any()


def test_a_skin_is_studied_once() -> None:
    """The same skin gives the same study, another one another."""
    one = skin()
    assert study(one) is study(one)
    assert study(one) is not study(skin())
