"""Patience: how long the loop waits for what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait for what, s.

    Parameters
    ----------
    look
        between two looks
    quick, slow
        between two looks while a tile is about to go, and at most while none can have gone yet
    fresh
        a look may be so long ago to stand for one now
    first
        for the first link to be removed, before the game's pace is known
    least
        for any later link
    refusal
        where only the tile clicked last is selected
    ratio
        waits for a link as many times as long as one took of late
    still
        a board that is not as expected must stand still that long to be believed
    board
        for a board to be seen at all
    away
        for a window that is minimised or off the screen, or a screen that is black, to come back
    cover
        for whatever covers the window to go away
    hurries
        whether a click in the middle of a removal may find out if the game takes such: one that
        does not reckon with them may lose count of its tiles
    """

    look: float = 0.015
    quick: float = 0.0005
    slow: float = 0.05
    fresh: float = 0.03
    first: float = 3.0
    least: float = 1.0
    refusal: float = 0.4
    ratio: float = 4.0
    still: float = 1.2
    board: float = 5.0
    away: float = 60.0
    cover: float = 10.0
    hurries: bool = False
