"""A drawing is known again in other colours, on another body and in a frame."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.outlines import Outlines, likeness_among, missing

SIDE, COUNT = 48, 6
LOT = np.random.default_rng(3)
SHAPES = LOT.random((COUNT, 6, 6)).repeat(6, 1).repeat(6, 2) > 0.5


def faces(ink: tuple[int, int, int], paper: tuple[int, int, int]) -> NDArray[np.float32]:
    """Six shapes in one colour on paper."""
    cells = np.full((COUNT, SIDE, SIDE, 3), paper, np.float32)
    inside = cells[:, 6:-6, 6:-6]
    inside[SHAPES] = ink
    return cells


def noisy(cells: NDArray[np.float32]) -> NDArray[np.float32]:
    """The cells, a little uneven."""
    return (cells + LOT.normal(0, 3, cells.shape)).clip(0, 255).astype(np.float32)


@pytest.mark.parametrize(
    ("ink", "paper"),
    [
        ((150, 20, 30), (250, 220, 90)),  # another body
        ((90, 30, 40), (140, 140, 130)),  # darkened
        ((255, 250, 250), (60, 80, 200)),  # inverted
    ],
)
def test_a_face_is_known_in_other_colours(
    ink: tuple[int, int, int], paper: tuple[int, int, int]
) -> None:
    """Each shape is most like itself, and by far."""
    outlines = Outlines.of(faces((150, 20, 30), (240, 238, 230)))
    alike = outlines.likeness(noisy(faces(ink, paper)))
    assert alike.argmax(axis=1).tolist() == list(range(COUNT))
    assert alike.diagonal().min() > 0.8


def test_cells_are_held_against_each_other() -> None:
    """As they are against faces, in half the time."""
    cells = np.concatenate(
        [faces((150, 20, 30), (250, 220, 90)), faces((40, 40, 40), (90, 90, 90))]
    )
    cells = noisy(cells)
    np.testing.assert_allclose(likeness_among(cells), Outlines.of(cells).likeness(cells), atol=1e-5)
    assert likeness_among(cells[:0]).shape == (0, 0)


def test_a_frame_costs_nothing() -> None:
    """Marks along the rim are not looked at."""
    plain = faces((150, 20, 30), (240, 238, 230))
    framed = plain.copy()
    framed[:, :5] = framed[:, -5:] = framed[:, :, :5] = framed[:, :, -5:] = (255, 0, 0)
    alike = Outlines.of(plain).likeness(framed)
    assert alike.diagonal().min() > 0.95


def test_nothing_is_like_no_face() -> None:
    """Bare, even or noisy ground."""
    outlines = Outlines.of(faces((150, 20, 30), (240, 238, 230)))
    ground = noisy(np.full((20, SIDE, SIDE, 3), 120, np.float32))
    assert outlines.likeness(ground).max() < 0.5
    assert outlines.likeness(ground[:0]).shape == (0, COUNT)


def test_ground_seen_around_a_face_does_not_count() -> None:
    """Where a face has no weight, anything may be."""
    plain = faces((150, 20, 30), (240, 238, 230))
    weights = np.zeros((COUNT, SIDE, SIDE), np.float32)
    weights[:, :, : SIDE // 2] = 1
    other = plain.copy()
    other[:, :, SIDE // 2 :] = other[::-1, :, SIDE // 2 :]
    alike = Outlines.of(plain, weights).likeness(other)
    assert alike.argmax(axis=1).tolist() == list(range(COUNT))
    assert alike.diagonal().min() > 0.8 > Outlines.of(plain).likeness(other).diagonal().max()


def test_only_a_kind_that_lacks_a_tile_is_missing() -> None:
    """A face that fits as well and is nearer in colour forbids a guess."""
    kinds = np.asarray([1, 2, 3])
    scores = np.asarray([0.9, 0.88, 0.1], np.float32)
    near, far = np.asarray([1, 5, 9], np.float32), np.asarray([5, 1, 9], np.float32)
    assert missing(scores, near, kinds, np.asarray([1])) == 0
    assert missing(scores, far, kinds, np.asarray([1])) is None
    assert missing(scores, near, kinds, np.asarray([3])) is None
    assert missing(scores, near, kinds, np.empty(0, np.int64)) is None
