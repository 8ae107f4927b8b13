"""Hearing: whether a game has heard the clicks on a link, told by the tiles that it marks."""

from __future__ import annotations

from collections.abc import Collection
from math import inf

import numpy as np
from numpy.typing import NDArray

from bot.geometry import Cell
from bot.glimpse import inside
from bot.matcher import Link
from bot.pace import Pace
from bot.pointer import Pointer
from bot.reading import Reading

_OTHER, _REACTS, _CALM = 12, 0.02, 0.01
"""Grey levels by which a pixel changed; share of a tile's pixels that do where the game shows that
it has heard a click on it; and share that does at most once that is over."""


class Hearing:
    """What the marks tell while a link is waited for.

    Where only the tile clicked last is selected, the game has refused the link, or the click before
    was lost. A game that marks both tiles of each link until they go has not heard a link whose
    tiles it does not mark. Either way no tile will go.

    Where both tiles change, and the one that is not under the pointer is soon as it was, both
    clicks were heard, and the link was refused: many games shake it. Others lay a message over the
    board, and take it away again.

    Parameters
    ----------
    pace
        of the game; knows how it marks links
    link
        that was clicked
    pointer
        that clicked it; a tile that was marked before tells nothing
    began
        when it was looked at first, s
    """

    def __init__(self, pace: Pace, link: Link, pointer: Pointer, began: float) -> None:
        self._pace, self._link, self._last = pace, {link.a, link.b}, pointer.cell
        self._others = pointer.selection.others
        self._began = began
        self._looked, self._marked_at, self._first = False, -inf, inf
        self._reacted = self._is_calm = self._answered = False

    @property
    def is_refused(self) -> bool:
        """Whether the game has shown that it heard both clicks, and is done with that."""
        return self._answered or (self._reacted and self._is_calm)

    def is_answered(self, *, over_board: bool) -> bool:
        """Whether anything has come `over` the `board` since it was clicked, as an answer does."""
        self._answered |= over_board
        return self._answered

    def look(self, reading: Reading, before: NDArray[np.uint8] | None) -> None:
        """Look at the tiles, which are still there.

        Parameters
        ----------
        reading
            what is seen
        before : uint8 array of shape (H, W, 3), RGB
            a picture taken before the clicks, if there is one
        """
        now, lattice = reading.pixels, reading.lattice
        if before is None or before.shape != now.shape or self._last not in self._link:
            return
        (first,) = self._link - {self._last}
        changed = {cell: _share_changed(now, before, inside(lattice, cell)) for cell in self._link}
        self._reacted |= min(changed.values()) > _REACTS
        self._is_calm = changed[first] < _CALM

    def is_vain(self, selected: Collection[Cell], now: float) -> bool:
        """Whether no tile will go, after a look at a board that is as it was.

        Parameters
        ----------
        selected
            tiles that are marked
        now
            s
        """
        if self._link <= self._others | set(selected):
            self._marked_at, self._first = now, min(self._first, now)
        refusal = self._pace.refusal
        marked_at = max(self._began, self._marked_at)
        # A picture that lags behind, or is taken at once, may show no mark yet.
        self._looked |= self._first < inf or now - self._began > refusal
        # Tiles that go lose their marks one before the other.
        alone = self._link.isdisjoint(self._others) and set(selected) - self._others == {self._last}
        refused = alone and now - marked_at > refusal
        return refused or (self._pace.marks_links and now - marked_at > refusal)

    def gone(self) -> None:
        """The link has gone: remember whether it was marked, if it was looked at before."""
        if self._looked and self._link.isdisjoint(self._others):
            marked = self._marked_at > -inf
            self._pace.saw(marked=marked, after=self._first - self._began if marked else 0.0)


def _share_changed(
    now: NDArray[np.uint8], before: NDArray[np.uint8], part: tuple[slice, slice]
) -> float:
    """Share of the pixels of a part of two pictures, (H, W, 3), that differ."""
    apart = np.abs(now[part].astype(np.int16) - before[part]).max(axis=-1, initial=0)
    return float((apart > _OTHER).mean()) if apart.size else 0.0
