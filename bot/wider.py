"""Two looks at a board, one of them at more cells: which of them shows more of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from bot.board import EMPTY, UNKNOWN, Board
from bot.extent import moved
from bot.frame import Frame
from bot.geometry import is_spanned
from bot.ground import HAS_BODY, agreement
from bot.looks import Look, lonely
from bot.shownpath import shown_path

_ENDS = 2
"""Tiles that a path joins, a pair; and how many more may lack a twin where others were found."""


def has_twins(wider: Look, look: Look) -> bool:
    """Whether any tile that only the wider look shows is of a kind that is seen elsewhere, too."""
    inside = moved(np.ones(len(look.tiles), np.bool_), look.lattice, wider.lattice)
    kinds = wider.named.kinds
    return bool(np.isin(kinds[~inside & (kinds > EMPTY)], kinds[inside]).any())


def is_more(wider: Look, look: Look, frame: Frame) -> bool:
    """Whether a look at more cells shows more of the board, and what was seen before.

    A tile that was overlooked there is seen as soon as its twin outside is; and two that a path
    joins are a pair, though it hides what they show.
    """
    if _shows_more(wider, look):
        return True
    kinds = wider.named.kinds.copy()
    if np.count_nonzero(kinds == UNKNOWN) < _ENDS:
        return False
    path = shown_path(frame, wider.lattice)
    if not path or (kinds[path.ends] != UNKNOWN).any() or (kinds[path.between] != EMPTY).any():
        return False
    kinds[path.ends] = max(kinds.max(), EMPTY) + 1
    return _shows_more(replace(wider, named=replace(wider.named, kinds=kinds)), look)


def _shows_more(wider: Look, look: Look) -> bool:
    """The same, told by the names of its tiles alone."""
    if not is_spanned(look.lattice, wider.lattice):
        return False
    inside = moved(np.ones(len(look.tiles), np.bool_), look.lattice, wider.lattice)
    again, outside = wider.named.kinds[inside], wider.named.kinds[~inside]
    held, found = look.named.kinds != EMPTY, [EMPTY, *outside[outside > 0].tolist()]
    same = (again[held] != EMPTY).all() and np.isin(again[~held], found).all()
    # Each twin that was found outside pays for what was guessed; more so one with the tiles' body.
    twins, body = max(0, lonely(look.board) - lonely(wider.board)), look.named.skin.body
    cells = wider.cells[~inside][outside != EMPTY]
    bodied = body is not None and bool((agreement(cells, body) > HAS_BODY).all())
    surely = wider.named.guessed <= look.named.guessed + twins // (1 if bodied else 2)
    strange = np.setdiff1d(outside[outside != EMPTY], again[again > EMPTY])
    alike = (bodied or body is None) and not strange.size
    scattered = look.named.skin.hides is not None
    fuller = _is_fuller(wider.board, look.board, alike=alike, scattered=scattered)
    return bool(same and surely and fuller)


def _is_fuller(board: Board, other: Board, *, alike: bool, scattered: bool) -> bool:
    """Whether a board has more tiles than another, and fewer of them, or none, lack a twin.

    Or no more, where what was found is `alike` to what was seen before: of its kinds, and of the
    body of the tiles if they have one. And one more for each pair that was found among tiles that
    are `scattered` over a photograph: the few that were seen may be even by themselves.
    """
    named, before = (each.tiles - each.kinds.count(UNKNOWN) for each in (board, other))
    most = lonely(other) if alike else max(0, lonely(other) - 1)
    most += min(_ENDS, (named - before) // _ENDS) if scattered else 0
    return lonely(board) <= most and named > before
