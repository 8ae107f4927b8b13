"""What was done in a game, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.beliefs import Beliefs
from bot.position import Gravity

HOPELESS = "no order of links clears this deal"
"""Said where that was proved on the first board."""
SURPRISED = "the board is not as expected"
RESIZED = "the window has changed its size"
"""How lines begin that are said then; the story of a recording knows by them that it happened."""
_LOSSY = 8
"""Links for each lost click: where there are fewer, clicks get lost."""


class Ending(StrEnum):
    """How a game ended."""

    CLEARED = "cleared"
    DEADLOCK = "deadlock"
    LOST = "lost"
    TIMEOUT = "timeout"
    STOPPED = "stopped"


_NO_BELIEFS = Beliefs()


@dataclass(frozen=True, slots=True)
class Tally:
    """What was done in a game.

    Parameters
    ----------
    rows, cols, tiles
        of the board as it was found
    links
        pairs seen to be removed
    clicks
        clicks made
    missed
        pairs that had to be clicked again
    refused
        how many of these for a link that was taken to be refused, in the end, and not for clicks
        that were lost
    pending
        pairs clicked last of which it was not seen what became
    shuffles
        times that the game laid its tiles anew because it was asked to
    looks
        pictures taken
    seconds
        since the first look
    playing
        from the first click until the last link was first seen to be gone, s
    beliefs
        what was found out about the rules
    proved
        ways of falling with which no order clears the first board
    """

    rows: int = 0
    cols: int = 0
    tiles: int = 0
    links: int = 0
    clicks: int = 0
    missed: int = 0
    refused: int = 0
    pending: int = 0
    shuffles: int = 0
    looks: int = 0
    seconds: float = 0.0
    playing: float = 0.0
    beliefs: Beliefs = _NO_BELIEFS
    proved: frozenset[Gravity] = frozenset()

    @property
    def gained(self) -> tuple[int, int]:
        """Links and shuffles: fewer tiles seen are no gain, for a message hides some, too."""
        return self.links, self.shuffles

    @property
    def is_hopeless(self) -> bool:
        """Whether it is proved that no order of links clears the deal, by what is known by now."""
        return not self.shuffles and self.proved.issuperset(self.beliefs.gravities)

    @property
    def loses_clicks(self) -> bool:
        """Whether so many clicks were lost that the last ones may have been lost as well."""
        return (self.missed - self.refused) * _LOSSY > self.links

    @property
    def gravity(self) -> str:
        """Which way tiles fall, as far as it was found out; else ``auto``."""
        return self.beliefs.gravity.value if len(self.beliefs.gravities) == 1 else "auto"

    @property
    def margin(self) -> str:
        """Whether paths may run outside the board, as far as it was found out; else ``auto``."""
        margins = self.beliefs.margins
        return "no" if not margins[0] else "auto" if len(margins) > 1 else "yes"
