"""Faces that are near to each other differ in the one thing they should."""

from __future__ import annotations

import numpy as np

from bot.drawing import lightness, paint
from bot.figures import COLOURS, SHAPES, SMILEYS, made_up_sign


def test_one_shape_in_two_colours_covers_the_same_pixels() -> None:
    """Only the colour tells a red star from a blue one, and in grey they are alike."""
    red, blue = (paint(SHAPES[f"{ink} star"], 60, 60) for ink in ("red", "blue"))
    assert (red[:, :, 3] == blue[:, :, 3]).all()
    one, other = (tuple(int(v) for v in face[30, 30, :3]) for face in (red, blue))
    assert abs(lightness(one) - lightness(other)) < 30


def test_smileys_differ_in_a_small_part_of_the_head() -> None:
    """Another mouth leaves at least two thirds of the face as they are."""
    one, other = (paint(SMILEYS[f"smiley 0 {mouth}"], 60, 60) for mouth in (0, 1))
    assert 0 < (one != other).any(axis=2).mean() < 1 / 3


def test_plain_colours_are_40_levels_apart() -> None:
    """Any two differ by 40 of 255 or more in red, green or blue."""
    inks = np.array([face[0].colour for face in COLOURS.values()])
    apart = np.abs(inks[:, None] - inks).max(axis=2) + 255 * np.eye(len(inks), dtype=int)
    assert apart.min() >= 40


def test_a_seed_gives_one_sign() -> None:
    """The same seed gives the same strokes."""
    one, other = (paint(made_up_sign(8), 40, 40) for _ in range(2))
    assert (one == other).all()
