"""Tiles are laid upon their faces: a lattice is put right to a fraction of a pixel."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from shapes import COUNT, SIDE, laid_out, skin, tiles

from bot.geometry import Lattice, Pixel
from bot.laying import Layer, grey_faces, scaled_faces

KINDS = np.random.default_rng(5).integers(1, COUNT + 1, (6, 9))
TRUE = Lattice(Pixel(30 + SIDE / 2, 40 + SIDE / 2), (float(SIDE), float(SIDE)), 6, 9)
ROW, COL = np.divmod(np.arange(0, 54, 4), 9)


def grey(scale: float = 1.0) -> NDArray[np.uint8]:
    """A board of the skin, at some scale."""
    picture = cv2.cvtColor(laid_out(KINDS, (30, 40)), cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale), np.uint8)


@pytest.mark.parametrize("off", [(2.0, -1.5), (-2.4, 2.2), (0.0, 0.0)])
def test_a_lattice_is_moved_to_its_place(off: tuple[float, float]) -> None:
    """From up to two pixels and a half away."""
    moved = replace(TRUE, origin=Pixel(TRUE.origin.x + off[0], TRUE.origin.y + off[1]))
    bed = Layer.of(skin()).on(grey(), TRUE.pitch)
    found = bed.laid(moved, ROW, COL, KINDS[ROW, COL] - 1, 0.0)
    assert found is not None
    assert found.origin == pytest.approx(TRUE.origin, abs=0.2)
    assert found.pitch == pytest.approx(TRUE.pitch, abs=0.01)


def test_some_wrong_faces_do_not_matter() -> None:
    """A third of the tiles are thought to show others."""
    face = KINDS[ROW, COL] - 1
    face[::3] = (face[::3] + 1) % COUNT
    moved = replace(TRUE, origin=Pixel(TRUE.origin.x + 2, TRUE.origin.y + 2))
    found = Layer.of(skin()).on(grey(), TRUE.pitch).laid(moved, ROW, COL, face, 0.0)
    assert found is not None
    assert found.origin == pytest.approx(TRUE.origin, abs=0.2)


def test_the_pitch_is_found_where_it_is_free() -> None:
    """At another scale, guessed half a per cent too small."""
    scale = 1.25
    pitch = SIDE * scale * 0.995
    first = Pixel(TRUE.origin.x * scale, TRUE.origin.y * scale)
    bed = Layer.of(skin()).on(grey(scale), (pitch, pitch))
    found: Lattice | None = Lattice(first, (pitch, pitch), 6, 9)
    for _ in range(3):
        assert found is not None
        found = bed.laid(found, ROW, COL, KINDS[ROW, COL] - 1, 0.01)
    assert found is not None
    assert found.pitch == pytest.approx((SIDE * scale, SIDE * scale), rel=0.001)


def test_nothing_is_said_where_hardly_a_tile_fits() -> None:
    """One tile, two where the pitch is free, or none where tiles should lie."""
    bed = Layer.of(skin()).on(grey(), TRUE.pitch)
    assert bed.laid(TRUE, ROW[:1], COL[:1], KINDS[ROW, COL][:1] - 1, 0.0) is None
    assert bed.laid(TRUE, ROW[:2], COL[:2], KINDS[ROW, COL][:2] - 1, 0.01) is None
    assert bed.laid(TRUE, ROW[:2], COL[:2], KINDS[ROW, COL][:2] - 1, 0.0) is not None
    plain = Layer.of(skin()).on(np.full((400, 500), 90, np.uint8), TRUE.pitch)
    assert plain.laid(TRUE, ROW, COL, KINDS[ROW, COL] - 1, 0.0) is None


def test_faces_are_scaled_to_whole_pixels() -> None:
    """The middle of each, as large as was asked, with the brightness of the whole."""
    faces = grey_faces(skin())
    small = scaled_faces(faces, (48.0, 48.0), 0.25, 1.0)
    assert small.shape == (COUNT, 12, 12)
    assert small.mean(axis=(1, 2)) == pytest.approx(faces.mean(axis=(1, 2)), abs=3)
    assert scaled_faces(faces, (48.0, 48.0), 0.25, 0.86).shape == (COUNT, 10, 10)


def test_a_body_keeps_the_ground_it_stands_out_against() -> None:
    """Its outline tells where it lies."""
    weights = np.ones((COUNT, SIDE, SIDE), np.float32)
    weights[:, :, :8] = 0
    whole = grey_faces(skin())
    assert np.array_equal(grey_faces(replace(skin(), weights=weights)), whole)


def test_ground_around_a_face_becomes_its_mean() -> None:
    """So that it correlates with nothing."""
    weights = np.ones((COUNT, SIDE, SIDE), np.float32)
    weights[:, :, :8] = 0
    faces = grey_faces(replace(skin(body=False), weights=weights))
    inside = tiles()[:, :, 8:] @ np.asarray((0.299, 0.587, 0.114), np.float32)
    assert faces[:, :, 0].std(axis=1).max() < 1e-3
    assert faces[:, 0, 0] == pytest.approx(inside.mean(axis=(1, 2)), abs=0.1)
