"""Groupings: cells that show the same face, and how clearly that was told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.sense import BY_GAP, even_handed

_CLEAR, _CLEARLY = 6.0, 1.5
"""Gap beyond which groups that are mostly even need not be told by drawings, and throws of a coin
that they must be clearer by if they are."""
_MOST = 0.75
"""Share of the tiles that are of one kind at most, for it to be told by another way."""
_A_KIND, _ALL_EVEN_HANDED = 0.3, 8.0
"""Throws of a coin that a kind is worth where two groupings are compared, and that it is if all
kinds have as many tiles."""


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """Which cells show the same face.

    Parameters
    ----------
    groups : int array of shape (N,), from 0
    tolerance : float32 array of shape (n, n), grey levels
    limit : difference, in tolerances, at which joining stopped
    gap : how many times farther apart than within a group cells of two groups are
    guessed : joins that the limit alone would have told otherwise; see `treecut.Cut`
    by_drawings : whether what is drawn on cells was compared by itself as well
    around : whether all that the ground may look like explained differences
    """

    groups: NDArray[np.int64]
    tolerance: NDArray[np.float32]
    limit: float
    gap: float
    guessed: int
    by_drawings: bool = False
    around: bool = False

    @property
    def is_clear(self) -> bool:
        """Whether another way to tell them need not be tried."""
        return self.gap > _CLEAR and self.clarity > 0

    def is_clearer_than(self, other: Grouping) -> bool:
        """Whether these groups are to be believed where another way told those.

        What explains every difference makes one group of all, which is clear, and wrong.
        """
        lopsided = self.largest > max(_MOST, other.largest)
        return self.clarity > other.clarity + _CLEARLY and not lopsided

    def is_finer_than(self, other: Grouping) -> bool:
        """Whether there are as many groups as those, or those were in doubt rather."""
        return bool(self.groups.max() >= other.groups.max() or self.doubts < other.doubts)

    @property
    def largest(self) -> float:
        """Share of the cells that are of the largest group."""
        return float(np.bincount(self.groups).max() / len(self.groups))

    @property
    def doubts(self) -> int:
        """Groups that no deal has, tiles like no other, and joins that were guessed."""
        sizes = np.bincount(self.groups)
        return int(np.count_nonzero(sizes % 2)) + self.guessed

    @property
    def clarity(self) -> float:
        """What the groups are worth as kinds, as in `sense`, but that their number counts less.

        Of kinds that were parted there are more.
        """
        sizes = np.bincount(self.groups)
        odd, alone = np.count_nonzero(sizes % 2 & (sizes > 1)), np.count_nonzero(sizes == 1)
        kinds = _A_KIND * np.count_nonzero(sizes > 1) + _ALL_EVEN_HANDED * even_handed(sizes)
        return float(kinds + BY_GAP * np.log2(self.gap) - 2 * (odd + self.guessed) - alone)
