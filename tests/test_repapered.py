"""A face is known on paper of another colour, and in another light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from bot.board import UNKNOWN
from bot.repapered import repapered
from bot.skin import Body, Skin

COLOURS = ((220, 40, 60), (40, 120, 220), (50, 180, 80), (240, 180, 30), (160, 70, 200))
PAPER = (235, 228, 210)
SIDE = 40


def face(colour: tuple[int, int, int], paper: tuple[int, int, int]) -> NDArray[np.float32]:
    """A disc with a spot of light."""
    cell = np.full((SIDE, SIDE, 3), paper, np.uint8)
    cv2.circle(cell, (SIDE // 2, SIDE // 2), SIDE // 3, colour, -1)
    cv2.circle(cell, (SIDE // 2 - 4, SIDE // 2 - 4), 4, tuple(min(255, c + 60) for c in colour), -1)
    return np.asarray(cv2.GaussianBlur(cell, (0, 0), 0.8), np.float32)


FACES = np.stack([face(colour, PAPER) for colour in COLOURS])
EVERY = np.ones((1, len(COLOURS)), np.bool_)


def skin(*, bare: bool = False) -> Skin:
    """Discs of one shape in five colours, on paper or on the ground."""
    flat = np.full((SIDE, SIDE, 3), PAPER, np.float32)
    mask = (np.abs(FACES - PAPER).max(axis=-1) < 5).all(axis=0)
    body = None if bare else Body(flat, mask)
    return Skin(FACES, np.arange(1, 6), np.full((8, 8), 4, np.float32), 1.0, body)


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("paper", [(255, 255, 255), (190, 220, 190), (200, 190, 240)])
def test_a_face_on_other_paper_is_that_face(paper: tuple[int, int, int], bare: bool) -> None:
    """What is drawn stays as it is while all around it changes."""
    for kind, colour in enumerate(COLOURS, start=1):
        found = repapered(face(colour, paper)[None], EVERY, skin(bare=bare))
        assert found.tolist() == [kind]


@pytest.mark.parametrize("veil", [(255, 255, 255), (0, 0, 0), (255, 220, 0)])
def test_a_face_under_a_veil_is_that_face(veil: tuple[int, int, int]) -> None:
    """All colours come nearer to one."""
    for kind, each in enumerate(FACES, start=1):
        cell = 0.8 * each + 0.2 * np.asarray(veil, np.float32)
        assert repapered(cell[None].astype(np.float32), EVERY, skin()).tolist() == [kind]


@pytest.mark.parametrize("bare", [False, True])
def test_what_is_no_face_is_not_named(bare: bool) -> None:
    """A disc in a colour that no face has, plain paper, and what only looks alike in part."""
    strange = face((20, 20, 20), (255, 255, 255))
    plain = np.full((SIDE, SIDE, 3), 255, np.float32)
    half = face(COLOURS[0], (255, 255, 255))
    half[:, SIDE // 2 :] = 90
    for cell in (strange, plain, half):
        assert repapered(cell[None], EVERY, skin(bare=bare)).tolist() == [UNKNOWN]


def test_only_faces_that_may_be_are_asked_for() -> None:
    """A cell that resembles no face is left alone."""
    cell = face(COLOURS[0], (255, 255, 255))[None]
    assert repapered(cell, np.zeros_like(EVERY), skin()).tolist() == [UNKNOWN]


def animal(eyes: int, paper: tuple[int, int, int]) -> NDArray[np.float32]:
    """A green head whose eyes are small or large."""
    large = np.full((4 * SIDE, 4 * SIDE, 3), paper, np.uint8)
    cv2.circle(large, (80, 88), 50, (120, 200, 110), -1, cv2.LINE_AA)
    for x in (62, 98):
        cv2.circle(large, (x, 80), eyes, (250, 250, 250), -1, cv2.LINE_AA)
        cv2.circle(large, (x, 80), 4, (20, 20, 20), -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(large, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)


@pytest.mark.parametrize("paper", [(255, 240, 175), (255, 210, 255), (200, 230, 255)])
def test_faces_that_differ_in_their_eyes_are_told_on_other_paper(
    paper: tuple[int, int, int],
) -> None:
    """Their outlines, through which the paper shines, are as long as that difference is large."""
    faces = np.stack([animal(eyes, PAPER) for eyes in (6, 9)])
    mask = (np.abs(faces - PAPER).max(axis=-1) < 5).all(axis=0)
    look = Skin(
        faces,
        np.arange(1, 3),
        np.full((8, 8), 4, np.float32),
        1.0,
        Body(np.full((SIDE, SIDE, 3), PAPER, np.float32), mask),
    )
    cells = np.stack([animal(eyes, paper) for eyes in (6, 9)])
    assert repapered(cells, np.ones((2, 2), np.bool_), look).tolist() == [1, 2]
    between = (cells[:1] + cells[1:]) / 2
    assert repapered(between, np.ones((1, 2), np.bool_), look).tolist() == [UNKNOWN]
