"""Sounds: what is played for what happens, and that no machine without them ends a game."""

from __future__ import annotations

import os
import types
from typing import Any

import numpy as np
import pytest

import bot.tones
from bot.engine import Event, EventKind
from bot.tones import RATE, Speaker, tone


class FakeMixer:
    """A loudspeaker that notes what is played."""

    def __init__(self, fails: str = "") -> None:
        self.fails = fails
        self.played: list[int] = []
        self.open = False

    def init(self, *_: int, allowedchanges: int) -> None:
        """Open it, if there is one."""
        if self.fails:
            raise RuntimeError(self.fails)
        self.open = True

    def quit(self) -> None:
        """Close it."""
        self.open = False

    def Sound(self, buffer: Any) -> Any:  # noqa: N802 - what pygame calls it
        """It is known again by its length."""
        return types.SimpleNamespace(play=lambda: self.played.append(len(buffer)))


@pytest.fixture
def mixer(monkeypatch: pytest.MonkeyPatch) -> FakeMixer:
    found = FakeMixer()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame = types.SimpleNamespace(mixer=found, error=RuntimeError)
    monkeypatch.setattr(bot.tones, "load_pygame", lambda: pygame)
    return found


def test_a_tone_is_soft_and_begins_and_ends_in_silence() -> None:
    """As long as its notes, and never as loud as can be."""
    samples = tone([(440.0, 0.1), (880.0, 0.2)])
    assert samples.dtype == np.int16
    assert len(samples) == round(0.3 * RATE)
    assert abs(int(samples[0])) < 50
    assert abs(int(samples[-1])) < 50
    assert 4000 < np.abs(samples.astype(int)).max() < 10000


def test_its_height_is_what_was_asked() -> None:
    """By the zeros of the wave."""
    samples = tone([(440.0, 0.5)])[: RATE // 4].astype(int)
    crossings = (np.diff(np.sign(samples[samples != 0])) != 0).sum()
    assert abs(crossings - 220) <= 2


def test_of_what_happens_at_once_the_last_is_heard(mixer: FakeMixer) -> None:
    """A removal that clears the board is the board cleared; a click alone is nothing."""
    speaker = Speaker(pytest.fail)
    assert mixer.open
    speaker.play([Event(0.0, EventKind.LINKED), Event(0.0, EventKind.CLEARED)])
    speaker.play([Event(0.0, EventKind.CLEARED)])
    speaker.play([Event(0.0, EventKind.CLICK)])
    assert len(mixer.played) == 2
    assert len(set(mixer.played)) == 1
    assert "SDL_AUDIODRIVER" not in os.environ
    speaker.close()
    assert not mixer.open


def test_a_machine_without_a_loudspeaker_is_told(mixer: FakeMixer) -> None:
    """Once; then all is silent."""
    mixer.fails = "no device"
    said: list[str] = []
    speaker = Speaker(said.append)
    speaker.play([Event(0.0, EventKind.LINKED)])
    speaker.close()
    assert said == ["no sound: no device"]
    assert not mixer.played
