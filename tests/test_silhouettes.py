"""Tiles of one colour that hide the ground in several outlines are of several kinds."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.silhouettes import told_by_silhouettes
from bot.under import Under

_SIDE, _GOLD = 48, (225, 170, 40)
_MEADOW = (70, 130, 50)


def grounds(count: int, colour: tuple[int, int, int] = _MEADOW) -> NDArray[np.float32]:
    """Parts of a meadow, each with its own grain."""
    lot = np.random.default_rng(2)
    grain = lot.normal(0, 12, (count, _SIDE, _SIDE, 1)).astype(np.float32)
    grain = np.stack([cv2.GaussianBlur(each, (0, 0), 1.5) * 3 for each in grain])[..., None]
    return np.asarray(np.asarray(colour, np.float32) + grain, np.float32)


def told(cells: NDArray[np.float32], ground: NDArray[np.float32]) -> list[int]:
    """The kinds, told by silhouettes, of cells that were taken for one."""
    middle = np.broadcast_to(ground.mean(axis=(1, 2), keepdims=True), ground.shape)
    apart = np.abs(cells - middle).max(axis=-1)
    under = Under(np.asarray(middle, np.float32), np.asarray(apart, np.float32), varied=True)
    return told_by_silhouettes(np.ones(len(cells), np.int64), cells, under).tolist()


def stones(ground: NDArray[np.float32], outlines: str) -> NDArray[np.float32]:
    """A stone on each ground: upright, lying, or with six corners."""
    cells = ground.copy()
    for cell, outline in zip(cells, outlines, strict=True):
        if outline == "h":
            corners = [(24, 6), (39, 15), (39, 33), (24, 42), (9, 33), (9, 15)]
            cv2.fillPoly(cell, [np.asarray(corners)], _GOLD, cv2.LINE_AA)
        else:
            axes = (12, 18) if outline == "u" else (18, 12)
            cv2.ellipse(cell, (24, 24), axes, 0, 0, 360, _GOLD, -1, cv2.LINE_AA)
        cv2.circle(cell, (20, 18), 4, (255, 240, 200), -1, cv2.LINE_AA)
    return cells


@pytest.mark.parametrize("outlines", ["uull", "ulul", "huuhhu", "hulhul", "hhuull"])
def test_stones_of_one_colour_are_told_by_their_outlines(outlines: str) -> None:
    """If each outline has an even number, as in a deal."""
    found = told(stones(grounds(len(outlines)), outlines), grounds(len(outlines)))
    even = all(outlines.count(each) % 2 == 0 for each in outlines)
    assert len(set(zip(outlines, found, strict=True))) == len(set(outlines))
    assert len(set(found)) == (len(set(outlines)) if even else 1)


def test_one_outline_is_one_kind_on_whatever_grounds() -> None:
    """Two lie on snow and two on a meadow."""
    both = np.concatenate([grounds(2), grounds(2, (235, 235, 240))])
    assert told(stones(both, "uuuu"), both) == [1] * 4


def test_a_kind_of_fewer_than_two_pairs_is_left() -> None:
    assert told(stones(grounds(3), "uul"), grounds(3)) == [1] * 3


def test_shadows_that_grounds_shine_through_are_no_part_of_an_outline() -> None:
    """What a pair shows around its stones is that of the grounds, darkened: it hides nothing."""
    both = np.concatenate([grounds(2), grounds(2, (235, 235, 240))])
    shade = cv2.circle(np.ones((_SIDE, _SIDE), np.float32), (26, 28), 20, 0.6, -1)
    assert told(stones(both * shade[..., None], "uuuu"), both) == [1] * 4


def test_plates_in_the_light_of_a_photograph_have_one_outline() -> None:
    """They reach all around their cells; what is drawn on them is the same."""
    ground = grounds(4)
    plates = np.full_like(ground, 200)
    plates[:2] = (250, 200, 220)
    for plate in plates:
        cv2.circle(plate, (24, 24), 10, (40, 40, 60), -1, cv2.LINE_AA)
    assert told(plates, ground) == [1] * 4


def test_stones_in_several_lights_have_one_outline() -> None:
    """Pebbles hide the ground alike, but two of them are darker on one side."""
    ground = grounds(4, (195, 175, 130))
    cells = stones(ground, "llll")
    cells[2:, :, 28:] = np.where(cells[2:, :, 28:] == _GOLD, (190, 140, 20), cells[2:, :, 28:])
    assert told(cells, ground) == [1] * 4
