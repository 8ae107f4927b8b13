"""Clearer cells: the same lattice laid around its tiles, or between the seams of its ground."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bot.board import EMPTY
from bot.centring import recentred
from bot.looks import Eye, Look, lonely
from bot.refitting import refitted
from bot.seams import seamed
from bot.sense import COPIES, evidence

_WAYS = tuple((x, y) for by in (-0.06, 0.06, -0.12, 0.12) for x, y in ((by, 0.0), (0.0, by)))
"""Pitches by which the cells of a board are moved of which too much was guessed."""
_PAIRED, _ASIDE, _LONGER = 0.6, 0.04, 0.02
"""Share of the tiles that must have twins for these to tell where cells lie, and pitches by which
cells may lie beside their tiles: all of them alike, and the outer ones of a pitch that is wrong."""


def clearly_centred(eye: Eye, look: Look) -> Look:
    """The same with cells around their tiles, if those told to be equal show that they were not.

    A pitch that was measured anew is believed unless it leaves more tiles lonely; a place is only
    estimated, and the clearer board of the two is kept.
    """
    kinds = look.named.kinds
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    if not look.tiles.any() or len(names) < 2 or counts.sum() < _PAIRED * np.count_nonzero(kinds):
        return look
    fitted = refitted(eye.frame.pixels, look.lattice, kinds)
    lattice = recentred(eye.frame.pixels, fitted, kinds)
    off = np.subtract(lattice.origin, fitted.origin) / lattice.pitch
    longer = np.subtract(fitted.bounds(), look.lattice.bounds()) / np.tile(lattice.pitch, 2)
    if np.abs(off).max() <= _ASIDE and np.abs(longer).max() <= _LONGER:
        return look
    again = eye.look(lattice, look.tiles)
    if np.abs(longer).max() > _LONGER:
        return again if lonely(again.board) <= lonely(look.board) else look
    return max(look, again, key=_clear_and_full)


def _clear_and_full(look: Look) -> tuple[float, int, float]:
    """How clear a board is, up to one of copies; how many tiles it has; and how clear it is."""
    return clarity(look, most=2 * COPIES), look.board.tiles, clarity(look)


def clearly_seamed(eye: Eye, look: Look) -> Look:
    """The same with cells between the seams that a painted ground shows, if that is clearer."""
    if look.named.gap > COPIES and not (look.named.guessed or lonely(look.board)):
        return look
    lattice = seamed(eye.frame.pixels, look.lattice, look.named.kinds != EMPTY)
    if lattice == look.lattice:
        return look
    return max(look, eye.look(lattice, look.tiles), key=clarity)


def clarity(look: Look, most: float = np.inf) -> float:
    """How clear a board is: what it is worth but for its kinds, for more of them may be halves.

    A gap tells no more than one of so many times does at most.
    """
    board, named = look.board, look.named
    return evidence(board, min(named.gap, most), named.guessed) - len(board.by_kind())


def nudged(eye: Eye, look: Look) -> Iterator[Look]:
    """The look, and others with the cells a little aside, up to one of which nothing is guessed."""
    yield look
    for way in _WAYS:
        each = eye.nudged(look, way)
        if lonely(each.board) <= lonely(look.board):
            yield each
        if not (each.named.guessed or each.named.hopeless or lonely(each.board)):
            break
