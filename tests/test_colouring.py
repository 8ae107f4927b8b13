"""What is drawn keeps its colours, whatever ground it lies on."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.colouring import by_colours, drawn_shares, far_from, shares

SIDE = 40
GREEN, DARK, GOLD = (110, 210, 130), (30, 90, 50), (250, 220, 60)


def disc(colour: tuple[int, int, int], ground: tuple[int, int, int]) -> NDArray[np.float32]:
    """A disc on ground."""
    cell = np.full((SIDE, SIDE, 3), ground, np.float32)
    cv2.circle(cell, (SIDE // 2, SIDE // 2), 15, colour, -1)
    return cell


FACES = np.stack([disc(each, (40, 90, 130)) for each in (GREEN, DARK, GOLD)])
KINDS = np.asarray([1, 2, 3])


def test_a_face_is_told_by_its_colours_on_any_ground() -> None:
    """The ground of the face does not count."""
    for ground in ((120, 50, 25), (10, 10, 10), (240, 240, 240)):
        assert [by_colours(FACES, KINDS, disc(each, ground)) for each in (GREEN, DARK, GOLD)] == [
            1,
            2,
            3,
        ]


def test_another_colour_or_two_kinds_of_one_tell_nothing() -> None:
    """None is clearly the one."""
    assert by_colours(FACES, KINDS, disc((200, 30, 200), (10, 10, 10))) is None
    twice = np.stack([FACES[0], FACES[0]])
    assert by_colours(twice, KINDS[:2], disc(GREEN, (10, 10, 10))) is None
    assert by_colours(FACES[:1], KINDS[:1], disc(GREEN, (10, 10, 10))) == 1


def test_shares_and_distances() -> None:
    """All of a cell has the colours of itself, and it lies at no distance from itself."""
    assert shares(FACES, FACES[0]).argmax() == 0
    assert shares(FACES, FACES[0])[0] == 1
    assert far_from(FACES, FACES).tolist() == [0, 0, 0]
    assert far_from(FACES[:1], FACES[1:])[0] > 24


def test_of_a_small_icon_what_is_drawn_tells_on_any_field() -> None:
    """Most of the middle is field; an icon under a veil, and a bare field, have other colours."""

    def sign(colour: tuple[int, int, int], field: tuple[int, int, int]) -> NDArray[np.float32]:
        """A small square on a field."""
        cell = np.full((SIDE, SIDE, 3), field, np.float32)
        cell[15:25, 16:26] = colour
        return cell

    face = sign(GOLD, (240, 220, 190))[None]
    dark, veiled = sign(GOLD, (130, 90, 60)), sign((252, 237, 157), (185, 172, 157))
    assert drawn_shares(face, dark)[0] == 1 > 2 * shares(face, dark)[0]
    assert drawn_shares(face, veiled)[0] == 0
    assert drawn_shares(face, sign((130, 90, 60), (130, 90, 60)))[0] == 0
    assert drawn_shares(sign(DARK, (30, 90, 60))[None], dark)[0] == 0
