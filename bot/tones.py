"""The sounds of a person's game: short tones, made here and played where there is a loudspeaker."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.engine import Event, EventKind
from bot.hushed import hushed
from bot.stage import load_pygame

RATE = 44100
"""Samples a second."""
_LOUD = 0.25
"""Of the most there is: a game should not startle."""
_FADE = 0.004
"""How long a tone takes to begin, s; at once would be a click."""
_NOTES: dict[EventKind, tuple[tuple[float, float], ...]] = {
    EventKind.SELECTED: ((660.0, 0.05),),
    EventKind.LINKED: ((660.0, 0.08), (880.0, 0.14)),
    EventKind.REFUSED: ((220.0, 0.14),),
    EventKind.SHUFFLED: ((440.0, 0.06), (550.0, 0.06), (440.0, 0.1)),
    EventKind.CLEARED: ((523.25, 0.12), (659.25, 0.12), (783.99, 0.12), (1046.5, 0.3)),
    EventKind.DEADLOCK: ((330.0, 0.16), (247.0, 0.3)),
}
"""Hz and s, one after the other."""


def tone(notes: Iterable[tuple[float, float]]) -> NDArray[np.int16]:
    """Notes, one after the other, each fading away.

    Parameters
    ----------
    notes
        their heights, Hz, and how long they last, s

    Returns
    -------
    samples : int16 array of shape (n,), at `RATE`
    """
    parts = []
    for height, lasts in notes:
        time = np.arange(round(lasts * RATE)) / RATE
        begins, ends = np.minimum(1, time / _FADE), (1 - time / lasts) ** 2
        parts.append(np.sin(2 * np.pi * height * time) * begins * ends * _LOUD)
    return np.rint(np.concatenate(parts) * 32767).astype(np.int16)


class Speaker:
    """Plays a tone for what happens in a game; silent where that cannot be.

    Parameters
    ----------
    say
        is told in a line why there is no sound; that ends no game
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._sounds: dict[EventKind, Any] = {}
        self._mixer: Any = None
        pygame = load_pygame()
        if os.environ.get("SDL_AUDIODRIVER") == "dummy":
            del os.environ["SDL_AUDIODRIVER"]  # it stands for silence
        try:
            with hushed():
                pygame.mixer.init(RATE, -16, 1, 512, allowedchanges=0)
            made = {kind: pygame.mixer.Sound(buffer=tone(notes)) for kind, notes in _NOTES.items()}
        except (pygame.error, NotImplementedError, ImportError) as error:
            say(f"no sound: {error}")
            return
        self._mixer, self._sounds = pygame.mixer, made

    def play(self, events: Iterable[Event]) -> None:
        """Play the tone of the last of these that has one."""
        sounds = [self._sounds[event.kind] for event in events if event.kind in self._sounds]
        if sounds:
            sounds[-1].play()

    def close(self) -> None:
        """Let go of the loudspeaker."""
        if self._mixer is not None:
            self._mixer.quit()
