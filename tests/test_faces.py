"""The faces of the bundled game can be told apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.errors import InputError
from bot.faces import FACES as ALL_FACES
from bot.faces import INKED, SMALLEST, Family, draw_face

FACES = ALL_FACES[Family.PICTURES]
SUITS = ALL_FACES[Family.SUITS]
CREAM = np.array((255, 243, 220), np.float32)


def on_paper(kind: int, side: int = 40, family: Family = Family.PICTURES) -> NDArray[np.float32]:
    """The face on cream paper, float32 of shape (side, side, 3)."""
    face = draw_face(kind, side, side, family).astype(np.float32)
    alpha = face[:, :, 3:] / 255
    return np.asarray(face[:, :, :3] * alpha + CREAM * (1 - alpha), np.float32)


def correlation(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Normalised correlation, in [-1, 1]."""
    a, b = one - one.mean(), other - other.mean()
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum()))


def test_there_are_more_faces_than_the_largest_usual_game_needs() -> None:
    """There are at least 48 faces, no two of one name."""
    assert len(set(FACES)) == len(FACES) >= 48


def test_any_two_faces_differ_without_colour() -> None:
    """At 40 px and in grey, no two faces correlate by 0.85."""
    greys = [on_paper(kind).mean(axis=2) for kind in range(1, len(FACES) + 1)]
    pairs = combinations(range(len(FACES)), 2)
    a, b = max(pairs, key=lambda pair: correlation(greys[pair[0]], greys[pair[1]]))
    assert correlation(greys[a], greys[b]) < 0.85, (FACES[a], FACES[b])


def test_any_two_faces_differ_in_colour() -> None:
    """At 40 px, any two faces differ by 15 of 255 in the mean over all pixels and colours."""
    faces = [on_paper(kind) for kind in range(1, len(FACES) + 1)]
    pairs = combinations(range(len(FACES)), 2)
    a, b = min(pairs, key=lambda pair: np.abs(faces[pair[0]] - faces[pair[1]]).mean())
    assert np.abs(faces[a] - faces[b]).mean() > 15, (FACES[a], FACES[b])


def test_any_two_faces_of_the_suits_differ() -> None:
    """The plain faces are near to each other, but no two of them are equal."""
    faces = [on_paper(kind, family=Family.SUITS) for kind in range(1, len(SUITS) + 1)]
    pairs = combinations(range(len(SUITS)), 2)
    a, b = min(pairs, key=lambda pair: np.abs(faces[pair[0]] - faces[pair[1]]).mean())
    assert len(SUITS) == 72
    assert np.abs(faces[a] - faces[b]).mean() > 4, (SUITS[a], SUITS[b])


@pytest.mark.parametrize("family", list(Family))
def test_any_two_faces_of_a_family_differ_at_its_smallest_size(family: Family) -> None:
    """On the smallest tile that shows a family, two faces differ plainly somewhere."""
    side = round(SMALLEST[family] * 0.7)
    faces = [on_paper(kind, side, family) for kind in range(1, len(ALL_FACES[family]) + 1)]
    for a, b in combinations(range(len(faces)), 2):
        apart = np.abs(faces[a] - faces[b])
        assert apart.mean() > 2.5, (ALL_FACES[family][a], ALL_FACES[family][b])
        assert apart.max() > 45, (ALL_FACES[family][a], ALL_FACES[family][b])


@pytest.mark.parametrize("family", sorted(set(Family) - {Family.COLOURS}))
def test_every_family_but_plain_colours_has_36_faces(family: Family) -> None:
    """A family is enough for a usual game."""
    assert len(set(ALL_FACES[family])) == len(ALL_FACES[family]) >= 36


@pytest.mark.parametrize("family", sorted(INKED))
def test_an_inked_face_has_one_colour(family: Family) -> None:
    """What is drawn in ink is drawn in nothing else, and most of the square stays free."""
    face = draw_face(3, 48, 48, family, ink=(12, 200, 99))
    assert (face[face[:, :, 3] > 0][:, :3] == (12, 200, 99)).all()
    assert 0.03 < face[:, :, 3].mean() / 255 < 0.6


def test_one_face_of_mahjong_is_blank() -> None:
    """The white dragon paints nothing."""
    blank = [k for k in range(1, 43) if not draw_face(k, 40, 40, Family.MAHJONG).any()]
    assert [ALL_FACES[Family.MAHJONG][kind - 1] for kind in blank] == ["white dragon"]


@pytest.mark.parametrize("kind", range(1, len(FACES) + 1), ids=FACES)
def test_a_face_fills_its_square_and_stays_inside(kind: int) -> None:
    """A face covers a good part of its square and hardly touches the edge."""
    alpha = draw_face(kind, 64, 64)[:, :, 3] / 255
    rows, cols = np.nonzero(alpha > 0.5)
    assert max(np.ptp(rows), np.ptp(cols)) > 0.8 * 64
    assert alpha.mean() > 0.12
    edge = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
    assert edge.sum() < 16


def test_a_face_is_the_same_each_time() -> None:
    """Two drawings of one face at one size are equal, and cannot be written to."""
    first = draw_face(7, 33, 21).copy()
    draw_face.cache_clear()
    again = draw_face(7, 33, 21)
    assert (first == again).all()
    assert not again.flags.writeable


@pytest.mark.parametrize("kind", [0, -1, len(FACES) + 1])
def test_a_kind_without_a_face_is_refused(kind: int) -> None:
    """The error says which kinds have faces."""
    with pytest.raises(InputError, match=f"kinds 1 to {len(FACES)}, but got kind {kind}"):
        draw_face(kind, 40, 40)


def test_a_face_without_room_is_refused() -> None:
    """A face of no pixels is an error, not an empty picture."""
    with pytest.raises(InputError, match="at least 1 x 1"):
        draw_face(1, 0, 40)
