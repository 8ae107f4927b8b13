"""Known tiles are found in a picture: their phase at a known pitch, their pitch at any scale."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from shapes import COUNT, SIDE, laid_out, skin, tiles

from bot.seeking import Seeker, over, pitches, seek

PITCH = (float(SIDE), float(SIDE))
LOT = np.random.default_rng(6)


def grey(share: float, scale: float = 1.0) -> NDArray[np.uint8]:
    """A board of 6 x 9 with a share of its tiles left, beginning at (30, 40) times the scale."""
    kinds = LOT.integers(1, COUNT + 1, (6, 9)) * (LOT.random((6, 9)) < share)
    picture = cv2.cvtColor(laid_out(kinds, (30, 40)), cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale), np.uint8)


def off(place: float, true: float, pitch: float) -> float:
    """How far a place lies from the nearest of some that are a pitch apart."""
    return abs((place - true + pitch / 2) % pitch - pitch / 2)


@pytest.mark.parametrize("share", [1.0, 0.5, 0.15])
def test_the_likeliest_phase_is_that_of_the_tiles(share: float) -> None:
    """To a few pixels, with most tiles seen as what they are."""
    guess = next(seek(grey(share), Seeker.of(skin()), PITCH))
    assert off(guess.lattice.origin.x, 30 + SIDE / 2, SIDE) < 4
    assert off(guess.lattice.origin.y, 40 + SIDE / 2, SIDE) < 4
    assert len(guess.row) >= 4


def test_cells_are_seen_to_show_their_faces() -> None:
    """Nearly all that are followed up."""
    kinds = np.arange(54).reshape(6, 9) % COUNT + 1
    picture = np.asarray(cv2.cvtColor(laid_out(kinds, (30, 40)), cv2.COLOR_RGB2GRAY), np.uint8)
    guess = next(seek(picture, Seeker.of(skin()), PITCH))
    x = guess.lattice.origin.x + guess.col * guess.lattice.pitch[0]
    y = guess.lattice.origin.y + guess.row * guess.lattice.pitch[1]
    row, col = ((y - 40) // SIDE).astype(int), ((x - 30) // SIDE).astype(int)
    inside = (row >= 0) & (row < 6) & (col >= 0) & (col < 9)
    assert inside.all()
    assert (kinds[row, col] - 1 == guess.face).mean() > 0.8


@pytest.mark.parametrize("scale", [0.7, 1.0, 1.6])
def test_the_pitch_is_found_at_any_scale(scale: float) -> None:
    """One of the likeliest is right to a hundredth."""
    found = pitches(grey(0.6, scale), Seeker.of(skin()))
    assert min(abs(x / (SIDE * scale) - 1) for x, _ in found) < 0.01


def test_a_blank_face_is_not_sought() -> None:
    """It looks like any plain place; the numbers of the others are those of the skin."""
    blank = tiles(ink=(236, 230, 210))[:1]
    seeker = Seeker.of(skin(np.concatenate([blank, tiles()])))
    assert seeker.numbers.tolist() == list(range(1, COUNT + 1))
    assert len(seeker.some().numbers) == COUNT


def test_a_few_faces_are_as_unlike_as_can_be() -> None:
    """Of many that are near others no two of a pair are taken."""
    faces = np.concatenate([tiles(seed=seed) for seed in (3, 4)])
    pairs = skin(np.concatenate([faces, faces + 1]))
    chosen = Seeker.of(pairs).some().numbers
    assert len(set((chosen % len(faces)).tolist())) == len(chosen) == 12


def test_a_picture_smaller_than_two_tiles_holds_no_board() -> None:
    """And nothing fails on one of a single pixel."""
    for size in ((1, 1), (90, 300), (300, 90)):
        picture = np.full(size, 90, np.uint8)
        assert list(seek(picture, Seeker.of(skin()), PITCH)) == []
        assert pitches(picture, Seeker.of(skin())) is not None


def test_a_lattice_covers_the_picture() -> None:
    """Through a given place, with as many cells as fit but for an edge, which may be a gap."""
    lattice = over(300, 200, (50.0, 40.0), 130.0, 90.0)
    assert (lattice.origin.x % 50, lattice.origin.y % 40) == (30, 10)
    assert lattice.origin.x < 50
    assert lattice.origin.x + lattice.cols * 50 > 300 - 25
    assert (lattice.rows, lattice.cols) == (4, 6)
    # Of the next row less than half would lie in the picture.
    assert over(300, 204, (50.0, 40.0), 130.0, 90.0).rows == 4
