"""Faults: what goes wrong around a simulated game, and when; all of it from a seed.

Clicks get lost, pictures come late, something lies over the tiles: each fault has a rate, and a
source of chance of its own, so that one fault more changes nothing about the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from random import Random
from typing import NamedTuple

from bot.errors import InputError

_SHARES = ("lost", "doubled", "stale", "torn")
_RATES = ("popups", "covers", "moves", "shuffles", "hints", "changes", "tints", "hides")
_MOST_NOISE = 64.0
"""Grey levels; with more nobody could tell tiles."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What goes wrong around a game, and how often.

    Parameters
    ----------
    seed
        of all that happens; the same seed and the same clicks give the same game
    lost
        share of the clicks that the game never hears of
    doubled
        share of the clicks that it hears of twice
    press
        it never hears of a button that is held down for less, s
    rest
        it never hears of a click so soon after tiles have gone, s
    pause
        it never hears of a click so soon after another that it heard, s
    fall
        how long tiles take to fall where they do, s; it hears of no click meanwhile
    removal
        the least and the most time a link's removal takes, s; each link's is drawn anew
    stale
        share of the pictures that show what the one before showed
    torn
        share of the pictures whose lower part shows what the one before showed
    popups
        messages over a part of the board that take its clicks and go by themselves, a minute
    covers
        other windows in front of the game's, a minute
    moves
        how often the game's window moves, a minute
    shuffles
        how often the game lays its tiles anew, a minute; the board can be cleared as before
    hints
        how often two tiles of a link glow, a minute
    changes
        how often a tile is drawn differently, a minute
    tints
        how often all is seen through a coloured glass, a minute
    hides
        how often the game's window is minimised, a minute
    stay
        the least and the most time that whatever came stays, s
    calm
        how long nothing comes at the start, s
    noise
        standard deviation of each colour of each pixel, grey levels, anew in every picture
    pointer
        whether pictures show the pointer, which lies over the last tile clicked

    Raises
    ------
    InputError
        if a share is not in [0, 1], a rate or a time negative, or a least above its most
    """

    seed: int = 0
    lost: float = 0.0
    doubled: float = 0.0
    press: float = 0.0
    rest: float = 0.0
    pause: float = 0.0
    fall: float = 0.0
    removal: tuple[float, float] = (0.3, 0.3)
    stale: float = 0.0
    torn: float = 0.0
    popups: float = 0.0
    covers: float = 0.0
    moves: float = 0.0
    shuffles: float = 0.0
    hints: float = 0.0
    changes: float = 0.0
    tints: float = 0.0
    hides: float = 0.0
    stay: tuple[float, float] = (0.5, 3.0)
    calm: float = 0.0
    noise: float = 0.0
    pointer: bool = False

    def __post_init__(self) -> None:
        for name in _SHARES:
            if not 0 <= getattr(self, name) <= 1:
                raise InputError(f"{name} is a share from 0 to 1, but got {getattr(self, name)}")
        for name in _RATES:
            rate = getattr(self, name)
            if not (isfinite(rate) and rate >= 0):
                raise InputError(f"{name} come 0 times a minute or more, but got {rate}")
        for name in ("removal", "stay"):
            least, most = getattr(self, name)
            if not (isfinite(most) and 0 <= least <= most):
                raise InputError(
                    f"{name} takes from 0 s up, the least before the most, but got {least}, {most}"
                )
        if not (isfinite(self.calm) and self.calm >= 0):
            raise InputError(f"it is calm for 0 s or more, but got {self.calm}")
        for name in ("press", "rest", "pause", "fall"):
            least = getattr(self, name)
            if not (isfinite(least) and least >= 0):
                raise InputError(f"{name} is a time from 0 s up, but got {least}")
        if not 0 <= self.noise <= _MOST_NOISE:
            raise InputError(f"noise has 0 to {_MOST_NOISE:g} grey levels, but got {self.noise}")

    @classmethod
    def none(cls) -> Faults:
        """A world where nothing goes wrong."""
        return cls()

    @classmethod
    def by_lot(cls, seed: int) -> Faults:
        """Some faults at some rates, each fault in every second world; the same from one seed."""
        lot = Random(f"faults {seed}")

        def some(most: float) -> float:
            return lot.uniform(0, most) if lot.random() < 0.5 else 0.0

        return cls(
            seed=seed,
            lost=some(0.3),
            doubled=some(0.2),
            removal=(0.0, max(0.3, some(2.0))),
            stale=some(0.3),
            torn=some(0.3),
            popups=some(12),
            covers=some(8),
            moves=some(8),
            shuffles=some(3),
            hints=some(12),
            changes=some(12),
            tints=some(6),
            noise=some(3) if lot.random() < 0.5 else 0.0,
            pointer=lot.random() < 0.5,
            press=some(0.025),
            rest=some(1.0),
            pause=some(0.6),
            fall=some(0.6),
            hides=some(4),
        )

    def lot(self, name: str) -> Random:
        """The source of chance of that name; each call starts it anew."""
        return Random(f"fault {self.seed} {name}")

    def spells(self, name: str) -> Spells:
        """When a fault is there that comes so many times a minute."""
        return Spells(getattr(self, name), self.stay, self.lot(name), self.calm)


class Spell(NamedTuple):
    """A while in which a fault is there: from `start` until before `end`, s.

    All that is drawn for it comes from its seed.
    """

    start: float
    end: float
    seed: int

    def lot(self, name: str) -> Random:
        """A source of chance for what is drawn in this spell."""
        return Random(f"{self.seed} {name}")


class Spells:
    """The spells of one fault, one after the other, by a Poisson process with pauses between.

    Ask for the one that is there, or for those that have begun, but not for both. Times must not
    fall from one call to the next.

    Parameters
    ----------
    rate
        spells a minute, on the mean, while there is none
    stay
        the least and the most time that one lasts, s
    lot
        source of chance
    calm
        spells that would begin earlier are left out, s

    Examples
    --------
    >>> Spells(0, (1, 2), Random(1)).at(3600.0) is None
    True
    """

    def __init__(
        self, rate: float, stay: tuple[float, float], lot: Random, calm: float = 0.0
    ) -> None:
        self._rate, self._stay, self._lot = rate, stay, lot
        self._next = self._draw(0.0) if rate > 0 else None
        while self._next is not None and self._next.start < calm:
            self._next = self._draw(self._next.end)

    def at(self, time: float) -> Spell | None:
        """The spell at a time, s; whatever came and went since the last call is left out."""
        if self._next is None:
            return None
        while time >= self._next.end:
            self._next = self._draw(self._next.end)
        return self._next if time >= self._next.start else None

    def begun(self, time: float) -> list[Spell]:
        """All spells that have begun by a time, s, and were not told of before."""
        met = []
        while self._next is not None and time >= self._next.start:
            met.append(self._next)
            self._next = self._draw(self._next.end)
        return met

    def _draw(self, after: float) -> Spell:
        start = after + self._lot.expovariate(self._rate / 60)
        # A spell of no length would never be met, and an endless row of them hang the clock.
        length = max(1e-3, self._lot.uniform(*self._stay))
        return Spell(start, start + length, self._lot.getrandbits(48))
