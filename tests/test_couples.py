"""Couples: two tiles in a cell are told from one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from bot.boardless import boardless
from bot.couples import are_couples
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.reader import read

RNG = np.random.default_rng(7)
ICONS = RNG.uniform(0, 255, (3, 40, 40, 3)).astype(np.float32)


@pytest.mark.parametrize("axis", [0, 1])
def test_icons_two_by_two_are_couples(axis: int) -> None:
    """Of three icons there are nine couples, beside each other as above each other."""
    pairs = [np.concatenate(pair, axis=axis) for pair in product(ICONS, repeat=2)]
    assert are_couples(np.asarray(pairs))
    assert are_couples(np.asarray(pairs[2:7]))


def test_faces_are_none() -> None:
    """Also where they are of one colour each, or have one half in common."""
    assert not are_couples(ICONS)
    plain = np.full((6, 40, 40, 3), 0, np.float32) + np.arange(0, 240, 40).reshape(6, 1, 1, 1)
    assert not are_couples(plain.astype(np.float32))
    faces = RNG.uniform(0, 255, (6, 40, 40, 3)).astype(np.float32)
    faces[:, :, :20] = 200
    assert not are_couples(faces)


def test_dice_in_a_few_colours_are_none() -> None:
    """Dice of one colour differ by a pip or two, far less than those of two colours do."""
    places = {1: "c", 2: "lh", 3: "lch", 4: "lhLH", 5: "lchLH"}
    at = {"c": (20, 20), "l": (10, 10), "h": (30, 30), "L": (10, 30), "H": (30, 10)}
    faces = []
    for colour, pips in product((40, 230), places):
        die = np.full((40, 40, 3), colour, np.float32)
        for y, x in (at[place] for place in places[pips]):
            die[y - 3 : y + 3, x - 3 : x + 3] = 130
        faces.append(die)
    assert not are_couples(np.asarray(faces))


def test_many_kinds_may_be_dominoes() -> None:
    """Where so many kinds are even that chance is out of the question."""
    icons = RNG.uniform(0, 255, (5, 40, 40, 3)).astype(np.float32)
    pairs = np.asarray([np.concatenate(pair) for pair in product(icons, repeat=2)])
    assert not are_couples(pairs)


def test_icons_of_a_desktop_are_no_board_of_couples() -> None:
    """Folders and documents, which make five even kinds of couples here."""
    with pytest.raises(BoardNotFoundError):
        read(Frame(boardless(5056)))


def test_plain_colours_two_of_which_are_close_are_no_couples() -> None:
    """Ten colours of a toolkit: orange and yellow are nearer than what makes halves equal."""
    colours = [(0, 0, 255), (0, 255, 0), (0, 255, 255), (139, 69, 19), (255, 0, 0), (255, 0, 255)]
    colours += [(255, 175, 175), (255, 200, 0), (255, 255, 0), (255, 255, 255)]
    faces = np.zeros((len(colours), 40, 40, 3), np.float32) + np.reshape(colours, (-1, 1, 1, 3))
    assert not are_couples(faces.astype(np.float32))
