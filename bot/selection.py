"""Selection: which tiles are marked for a click on them, and which were so before.

A tile that is marked when nothing is selected shows something else: a hint, where the pointer is,
or ground that shines through and is another one since the tile fell.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from bot.geometry import Cell

_AT_A_TIME = 4
"""Tiles that a game may mark at a time: two that a hint shows, one that is selected, and one under
the pointer."""


@dataclass(slots=True)
class Selection:
    """The tiles of a game that may be selected.

    Parameters
    ----------
    others
        tiles that are marked, but for no click

    Examples
    --------
    >>> selection = Selection()
    >>> selection.among([Cell(0, 0)], anew=True)
    set()
    >>> selection.among([Cell(0, 0), Cell(1, 2)])
    {Cell(row=1, col=2)}
    """

    others: frozenset[Cell] = frozenset()

    def among(self, marked: Collection[Cell], *, anew: bool = False) -> set[Cell]:
        """Those of the marked tiles that are taken to be selected.

        None are where more are marked than games mark. A tile whose mark has gone may be selected
        from then on.

        Parameters
        ----------
        marked
            as was seen
        anew
            whether none can be selected, for nothing was clicked since the last link went
        """
        self.others = frozenset(marked) if anew else self.others.intersection(marked)
        fresh = set(marked) - self.others
        return fresh if len(fresh) <= _AT_A_TIME else set()
