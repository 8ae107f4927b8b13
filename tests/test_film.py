"""The film of a recording: of one game, damaged or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from recordings import game, recording

from bot.errors import InputError
from bot.film import filmed


def test_a_film_tells_what_it_is(tmp_path: Path) -> None:
    """Its size, its length and its pictures; progress rises to the end."""
    shares: list[float] = []
    made = filmed(recording(tmp_path), ".webp", width=200, seconds=3.0, progress=shares.append)
    assert (made.width, made.damage) == (200, "")
    assert made.seconds <= 3.1
    assert made.data.startswith(b"RIFF")
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1.0)


def test_a_damaged_recording_is_filmed_as_far_as_it_goes(tmp_path: Path) -> None:
    """And it is told."""
    made = filmed(
        recording(tmp_path, [*game()[:11], {"what": "say"}]), ".webp", width=200, seconds=9.0
    )
    assert made.damage == "line 12 is broken"
    assert made.pictures > 3


def test_a_series_is_no_film(tmp_path: Path) -> None:
    """One of its games is asked for."""
    for number in (1, 2):
        recording(tmp_path / f"game-{number:03}")
    with pytest.raises(InputError, match="2 games; name one of ") as told:
        filmed(tmp_path, ".webp", width=200, seconds=3.0)
    named = str(told.value).partition("name one of ")[2]
    assert named == f"{tmp_path / 'game-001'} to {tmp_path / 'game-002'}"
