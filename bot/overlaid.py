"""What a game does to single tiles: it draws a path, lifts one, lays a badge or a ring over some.

Such tiles look like no other, or like others than their own. Here they get the kinds that they
show.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.blemished import Blemished, blemished
from bot.board import UNKNOWN
from bot.facsimile import told_by_pixels
from bot.frame import Frame
from bot.geometry import Lattice
from bot.inverted import as_negative
from bot.lifted import lifted
from bot.naming import Named
from bot.ringed import ringed
from bot.shownpath import shown_path, without_path


def overlaid(frame: Frame, lattice: Lattice, cells: NDArray[np.float32], named: Named) -> Named:
    """The names of cells, those of tiles to which something was done as well.

    Parameters
    ----------
    frame, lattice : the picture, and where its cells lie
    cells : float32 array of shape (N, h, w, 3), RGB
    named : their names, each tile by its own look
    """
    marked = named.selected
    if path := shown_path(frame, lattice):
        named = replace(named, kinds=without_path(named.kinds, path))
        marked = np.union1d(marked, path.ends)
    if raised := lifted(frame, lattice, named.kinds, cells, named.skin, but=marked):
        marked, guessed = np.union1d(named.selected, raised.tiles), named.guessed + 1
        named = replace(
            named, kinds=raised.kinds, skin=raised.skin, selected=marked, guessed=guessed
        )
    elif found := _blemished(frame, lattice, cells, named, marked):
        selected = np.setdiff1d(named.selected, found.badged)
        # All other tiles are copies of each other, and all kinds are even: they are no guesses.
        guessed = len(found.guessed)
        named = replace(
            named, kinds=found.kinds, skin=found.skin, selected=selected, guessed=guessed
        )
        marked = np.union1d(marked, [*found.tiles, *found.guessed]).astype(np.intp)
    kinds, skin = told_by_pixels(frame, lattice, named.kinds, cells, named.skin, but=marked)
    named = _upright(replace(named, kinds=kinds, skin=skin), cells)
    rings = ringed(frame.pixels, lattice, named.kinds)
    twins = np.setdiff1d(named.kinds[rings], [UNKNOWN])  # they differ from the ringed ones, too
    marked = named.selected[~np.isin(named.kinds[named.selected], twins)]
    return replace(named, selected=np.union1d(marked, rings))


def _upright(named: Named, cells: NDArray[np.float32]) -> Named:
    """The names, where a pair in inverted colours is of the kind it shows.

    How it looks is one more face of that kind.
    """
    kinds, pair = as_negative(named.kinds, cells)
    if not pair.size:
        return named
    own = named.skin.kinds == named.kinds[pair[0]]
    skin = replace(named.skin, kinds=np.where(own, kinds[pair[0]], named.skin.kinds))
    return replace(named, kinds=kinds, skin=skin, selected=np.union1d(named.selected, pair))


def _blemished(
    frame: Frame,
    lattice: Lattice,
    cells: NDArray[np.float32],
    named: Named,
    marked: NDArray[np.intp],
) -> Blemished | None:
    """The board without what lies over tiles, if some lack a twin, or were told by that."""
    kinds = named.kinds
    is_even = not (np.unique(kinds[kinds > 0], return_counts=True)[1] % 2).any()
    if is_even and not named.guessed and UNKNOWN not in kinds:
        return None
    return blemished(frame, lattice, kinds, cells, named.skin, marked=marked)
