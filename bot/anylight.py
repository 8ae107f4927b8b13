"""Reading in any light: what is found on a lattice, or is seen there through a lens."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bot.board import EMPTY
from bot.cutting import cut
from bot.lens import Lens
from bot.likely import Sighting
from bot.looks import Eye, Look, lonely
from bot.objections import Objection
from bot.proposal import Proposal
from bot.sense import MIN_TILES, evidence

_FEW_GUESSES, _GUESSED = 2, 0.1
"""Joins that were guessed, and share of the kinds, up to which it is tried first without a lens."""
_MORE = 1.1
"""How many times more tiles must be found through a lens for their papers to make a better one."""
_NO_LENS = Objection("its tiles lie on one paper")

Answer = Proposal | Objection
"""What a look at a lattice comes to: what may be the board, or why there is none."""
_Reader = Callable[[Eye, Sighting], Answer]


def in_any_light(eye: Eye, seen: Sighting, read_near: _Reader) -> Answer:
    """What is found on a lattice, or seen there through a lens if that is clearer.

    It is looked through one where what is found leaves doubts and tiles have papers that vary.

    Parameters
    ----------
    eye, seen
        what is looked at, and where cells may lie
    read_near
        reads it there: the board, or why it is none
    """
    if np.count_nonzero(seen.tiles) < MIN_TILES or not eye.lenses:
        return read_near(eye, seen)
    before = eye.named
    look = eye.look(seen.lattice, seen.tiles)
    eye.named, named, plainly = before, look.named, None  # it is looked at once more, and counted
    few = max(_FEW_GUESSES, _GUESSED * len(look.board.by_kind()))
    if not named.hopeless and named.guessed <= few:
        # The colour of a card may be a part of its kind: what is even so needs no lens.
        plainly = read_near(eye, seen)
        if isinstance(plainly, Proposal) and _is_even(plainly):
            eye.lenses = 0
            return plainly
    found = _through_lenses(eye, seen, look, read_near)
    if isinstance(found, Proposal) and found.sure and found.worth > _worth(look):
        return found
    plainly = plainly or read_near(eye, seen)
    return found if isinstance(plainly, Objection) and isinstance(found, Proposal) else plainly


def _is_even(found: Proposal) -> bool:
    """Whether nothing of a board was guessed, and no tile lacks a twin."""
    return not (found.guessed or lonely(found.reading.board))


def _through_lenses(eye: Eye, seen: Sighting, look: Look, read_near: _Reader) -> Answer:
    """What is seen on a lattice through a lens over the papers of its tiles, or why it is none.

    Where each tile has a paper of its own, more tiles are found through the lens over some of them.
    """
    tiles = look.cells[look.tiles]
    found: Answer = _NO_LENS
    while eye.lenses and (lens := Lens.over(tiles)) is not None:
        eye.lenses -= 1
        other = eye.through(lens)
        if _worth(other.look(seen.lattice, seen.tiles)) <= _worth(look):
            break
        again = read_near(other, seen)
        if isinstance(found, Objection) or (
            not isinstance(again, Objection) and again.worth > found.worth
        ):
            found = again
        told = other.last
        shown = np.flatnonzero(told.named.kinds != EMPTY) if told else np.arange(0)
        if told is None or len(shown) <= _MORE * len(tiles):
            break
        tiles = cut(eye.frame, told.lattice, shown)
    return found


def _worth(look: Look) -> float:
    """What a board is worth as it is seen at first, whatever speaks against it."""
    return evidence(look.board, look.named.gap, look.named.guessed)
