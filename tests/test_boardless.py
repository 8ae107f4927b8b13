"""Screens without a board are many and are the same for the same seed."""

from __future__ import annotations

import numpy as np
import pytest

from bot.boardless import GENRES, boardless
from bot.errors import InputError


@pytest.mark.parametrize("genre", GENRES)
def test_a_genre_is_drawn_and_has_something_on_it(genre: str) -> None:
    """Every genre draws an RGB picture with more than one colour, unlike for another seed."""
    one, other = boardless(4, genre), boardless(5, genre)
    assert one.dtype == np.uint8
    assert one.shape[2] == 3
    assert not one.flags.writeable
    assert one.std() > 1
    assert one.shape != other.shape or (one != other).any()


def test_a_seed_gives_one_screen() -> None:
    """The same seed draws the same pixels."""
    assert all((boardless(seed) == boardless(seed)).all() for seed in range(6))


def test_there_are_a_dozen_genres_and_more() -> None:
    """No genre is listed twice."""
    assert len(set(GENRES)) == len(GENRES) >= 12


def test_an_unknown_genre_is_refused() -> None:
    """The error lists what there is."""
    with pytest.raises(InputError, match=r"genres are article, .* but got opera"):
        boardless(1, "opera")
