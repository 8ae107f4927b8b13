"""Hearing: whether a game has heard the clicks on a link, told by the tiles that it marks."""

from __future__ import annotations

from collections.abc import Collection
from math import inf

from bot.geometry import Cell
from bot.matcher import Link
from bot.pace import Pace


class Hearing:
    """What the marks tell while a link is waited for.

    Where only the tile clicked last is selected, the game has refused the link, or the click before
    was lost. A game that marks both tiles of each link until they go has not heard a link whose
    tiles it does not mark. Either way no tile will go.

    Parameters
    ----------
    pace
        of the game; knows how it marks links
    link, last
        that was clicked, and the tile clicked last
    began
        when it was looked at first, s
    """

    def __init__(self, pace: Pace, link: Link, last: Cell | None, began: float) -> None:
        self._pace, self._link, self._last = pace, {link.a, link.b}, last
        self._began = began
        self._looked, self._marked_at, self._first = False, -inf, inf

    def is_vain(self, selected: Collection[Cell], now: float) -> bool:
        """Whether no tile will go, after a look at a board that is as it was.

        Parameters
        ----------
        selected
            tiles that are marked
        now
            s
        """
        if self._link <= set(selected):
            self._marked_at, self._first = now, min(self._first, now)
        refusal = self._pace.refusal
        marked_at = max(self._began, self._marked_at)
        # A picture that lags behind, or is taken at once, may show no mark yet.
        self._looked |= self._first < inf or now - self._began > refusal
        # Tiles that go lose their marks one before the other.
        refused = tuple(selected) == (self._last,) and now - marked_at > refusal
        return refused or (self._pace.marks_links and now - marked_at > refusal)

    def gone(self) -> None:
        """The link has gone: remember whether it was marked, if it was looked at before."""
        if self._looked:
            marked = self._marked_at > -inf
            self._pace.saw(marked=marked, after=self._first - self._began if marked else 0.0)
