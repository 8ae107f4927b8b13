"""Trimming: a look at a lattice without the outer lines that are no part of the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.cutting import cut
from bot.evening import evened
from bot.extent import kept
from bot.geometry import Cell, Lattice
from bot.lens import lens_of, plain
from bot.looks import Eye, Look, lonely
from bot.sense import MIN_TILES

_TRIMMINGS = 3
"""How often lines that are no part of it are left out of a lattice."""


def without_lines(eye: Eye, look: Look, *, several: bool = True) -> Look | None:
    """A look without the outer lines that are no part of the board; None if nothing is left.

    If `several`, several lines may be left out at once.
    """
    bare = cut(plain(eye.frame), look.lattice) if lens_of(eye.frame) else None
    for _ in range(_TRIMMINGS):
        inside = kept(look.lattice, look.cells, look.named, several=several, plain_cells=bare)
        if inside.all():
            break
        if not inside.any():
            return None
        foreign = bool((look.named.kinds[~inside.ravel()] != EMPTY).any())
        look = _part(eye, look, inside, anew=foreign)
        bare = bare if bare is None else bare[inside.ravel()]
    return look


def without_odd_line(eye: Eye, look: Look) -> Look:
    """A look without an outer line that is no part of the board, if that is even then."""
    inside = evened(look.named.kinds.reshape(look.lattice.rows, look.lattice.cols))
    if inside.all():
        return look
    rest = without_lines(eye, _part(eye, look, inside, anew=True))
    return look if rest is None or lonely(rest.board) else rest


def _part(eye: Eye, look: Look, part: NDArray[np.bool_], *, anew: bool) -> Look:
    """The cells of a rectangle of a lattice, named anew if what lies around was misleading."""
    rows, cols = np.flatnonzero(part.any(axis=1)), np.flatnonzero(part.any(axis=0))
    corner = look.lattice.center(Cell(int(rows[0]), int(cols[0])))
    lattice = Lattice(corner, look.lattice.pitch, len(rows), len(cols))
    inside = np.flatnonzero(part)
    tiles = look.tiles[inside]
    if anew and np.count_nonzero(tiles) >= MIN_TILES:
        return eye.look(lattice, tiles)
    named = look.named
    kinds = named.kinds[inside]
    present = np.isin(named.skin.kinds, kinds)
    skin = named.skin.with_faces(present, named.skin.faces[:0], named.skin.kinds[:0])
    selected = np.flatnonzero(np.isin(inside, named.selected))
    return Look(
        lattice,
        tiles,
        look.cells[inside],
        replace(named, kinds=kinds, skin=skin, selected=selected),
        (),
    )
