"""A witness: told what a player sees, decides and finds out, while it plays."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from bot.beliefs import Beliefs
from bot.matcher import Link
from bot.policy import Decision
from bot.reading import Reading


class Outcome(StrEnum):
    """What became of a link that was clicked."""

    REMOVED = "removed"
    PRESUMED = "seen to give way, and not read yet"
    LOST = "no tile went"
    REFUSED = "no tile went, however often it was clicked"
    UNSEEN = "not clicked, for it was hidden"
    ELSE = "something else happened"


class Witness(Protocol):
    """Told what a player sees, decides and finds out."""

    def saw(self, reading: Reading) -> None:
        """The board was looked at."""
        ...

    def decided(self, decision: Decision) -> None:
        """A board was thought about."""
        ...

    def judged(self, link: Link, outcome: Outcome) -> None:
        """A link was clicked, or was meant to be."""
        ...

    def believed(self, beliefs: Beliefs) -> None:
        """That is believed of the game's rules from now on, maybe as before."""
        ...


class Nobody:
    """A witness that does not listen."""

    def saw(self, reading: Reading) -> None:
        """See `Witness.saw`."""

    def decided(self, decision: Decision) -> None:
        """See `Witness.decided`."""

    def judged(self, link: Link, outcome: Outcome) -> None:
        """See `Witness.judged`."""

    def believed(self, beliefs: Beliefs) -> None:
        """See `Witness.believed`."""
