"""Naming the cells of a lattice never seen before: equal faces, empty cells, selected tiles.

Nothing is known of the game. Cells that surely hold tiles are grouped by face, and what looks like
one of them is taken in. Of the rest, what looks like the surroundings of the board is empty, what
has the body that all tiles share is a tile, and what cannot be told stays unknown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN
from bot.classify import (
    best_faces,
    block_differences,
    differences,
    group,
    linked_groups,
    shape_likeness,
    shape_scores,
)
from bot.cutting import core
from bot.ground import (
    HAS_BODY,
    LACKS_BODY,
    agreement,
    body_of,
    contrast,
    inner_colours,
    is_paper,
    middle,
    nearest_colours,
)
from bot.skin import Body, Skin

_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the tiles have, below which a cell is flat."""
_DRAWN = 0.7
"""Contrast, as a share of what the faintest tenth of the tiles have, above which a body surely has
a face drawn on it."""
_NEARER = 0.5
"""How much nearer to the ground around than to any tile the colours of bare ground are."""
_FLAT_ON_GROUND = 0.5
"""The same where tiles have no body, and ground is seen around every face."""
_COMMON = 1.5
"""How many times commoner than any kind a flat picture must be to mark an empty cell."""
_FAINTER = 0.9
"""Contrast, as a share of the faintest tile's, below which a cell like no other is ground."""
_SHOWS = 0.6
"""Correlation with its face that a tile which is no other's surroundings has."""
_SAME_SHAPE = 0.9
"""Correlation above which a tinted tile shows the same face."""
_MAYBE_SAME = 0.5
"""Correlation that will do for the first such tile: games mark one at a time."""
_FADED = 0.4
"""Contrast, as a share of its twin's, that a tile keeps however it is tinted."""
_CLAIMED, _LEAD, _CLAIM = 0.8, 0.25, 3.0
"""Correlation with a face, lead over the next, difference in limits, of a tile that shows it."""
_FEW_LONELY = 12
"""Cells like no other among which tinted ones are looked for: games mark one or two."""
_PAIRED, _FACELESS = 0.7, 0.5
"""Correlation of two such cells of one face, and of a cell with any face if it shows none."""
_MARKED = 2
"""Tiles that a game marks at a time."""
_TWINS = 4.0
"""Tolerances; tiles of which nothing but their likeness is known differ less."""
_GROUND = 2.5
"""Tolerances; what differs more from the ground around is not called ground for its looks alone."""
_ROUNDS = 3
"""How often tiles taken in may bring others that look like them."""

_NONE = np.empty(0, np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """Cells with names.

    Parameters
    ----------
    kinds : int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind, 1 and up
    selected : int array of shape (M,), numbers of the cells drawn as selected
    skin : how the tiles look
    """

    kinds: NDArray[np.int64]
    selected: NDArray[np.intp]
    skin: Skin


def name_cells(
    cells: NDArray[np.float32], sure: NDArray[np.intp], ring: NDArray[np.float32]
) -> Named:
    """Name the cells of a lattice.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    sure : int array of shape (M,), numbers of the cells that surely hold tiles, two at least
    ring : float32 array of shape (G, h, w, 3), RGB; cells around the board
    """
    body = body_of(cells[sure], ring)
    told = sure
    sure = _drawn(cells, sure, body, ring)
    groups, tolerance, limit = group(cells[sure])
    slots = sure[_is_slot(groups, contrast(cells[sure]))]
    if slots.size:
        return _without_slots(cells, np.setdiff1d(sure, slots), slots, ring)
    kinds = np.full(len(cells), UNKNOWN, np.int64)
    kinds[sure] = groups + 1
    alone = sure[np.bincount(groups)[groups] == 1]
    kinds[np.setdiff1d(alone, told)] = UNKNOWN
    for _ in range(_ROUNDS):
        if not _adopt(kinds, cells, tolerance, limit, body):
            break
    look = Skin(*_faces(kinds, cells), tolerance, limit, body)
    _claim(kinds, cells, look)
    _name_ground(kinds, cells, ring, look)
    _name_groups(kinds, cells, look)
    selected = np.union1d(_select_lonely(kinds, cells), _pair_lonely(kinds, cells, body))
    _settle(kinds, cells, ring, look)
    kinds = _numbered(kinds)
    return Named(kinds, selected, Skin(*_faces(kinds, cells, selected), tolerance, limit, body))


def _without_slots(
    cells: NDArray[np.float32],
    sure: NDArray[np.intp],
    slots: NDArray[np.intp],
    ring: NDArray[np.float32],
) -> Named:
    """The names, where some cells are known to show the mark of an empty cell."""
    others = np.setdiff1d(np.arange(len(cells)), slots)
    named = name_cells(cells[others], np.searchsorted(others, sure), _joined(ring, cells[slots]))
    kinds = np.full(len(cells), EMPTY, np.int64)
    kinds[others] = named.kinds
    return Named(kinds, others[named.selected], named.skin)


def _joined(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.concatenate([a, b])


def _drawn(
    cells: NDArray[np.float32],
    sure: NDArray[np.intp],
    body: Body | None,
    ring: NDArray[np.float32],
) -> NDArray[np.intp]:
    """The cells on which something is drawn as on those that surely hold tiles, and these.

    Where the tiles have a body in common, those that lack it are left out.
    """
    if body is None:
        return np.union1d(sure, np.flatnonzero(_is_drawn(cells, sure, ring)))
    sure = sure[~_is_bare(cells[sure], body, ring)]
    inside = contrast(middle(cells))
    others = np.flatnonzero(agreement(cells, body) > HAS_BODY)
    return np.union1d(sure, others[inside[others] > _DRAWN * np.percentile(inside[sure], 10)])


def _is_drawn(
    cells: NDArray[np.float32], tiles: NDArray[np.intp], ring: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which cells have contrast and colours as tiles have, rather than the ground around: (N,)."""
    inside, colours = contrast(middle(cells)), inner_colours(cells)
    like_tile = nearest_colours(colours, colours[tiles])
    like_ground = nearest_colours(colours, inner_colours(ring))
    strong = inside > _DRAWN * np.percentile(inside[tiles], 10)
    return np.asarray(strong & (like_tile < like_ground), dtype=np.bool_)


def _is_bare(
    cells: NDArray[np.float32], body: Body, ring: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Which cells are no tiles though they repeat: walls and shadows fall alike on the ground."""
    agreed = agreement(cells, body)
    inside = contrast(middle(cells))
    faint = _FLAT * np.percentile(inside[agreed > HAS_BODY], 10)
    flat = (agreed < LACKS_BODY) & (inside < faint)
    colours = inner_colours(cells)
    nearer = nearest_colours(colours, inner_colours(ring)) < _NEARER * nearest_colours(
        colours, colours[agreed > HAS_BODY]
    )
    return np.asarray(flat | ((agreed < HAS_BODY) & nearer), dtype=np.bool_)


def _is_slot(groups: NDArray[np.int64], contrasts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which cells show the mark of an empty cell: a flat picture far commoner than the others."""
    counts = np.bincount(groups)
    strength = np.asarray([np.median(contrasts[groups == kind]) for kind in range(len(counts))])
    most = int(counts.argmax())
    common = counts[most] > _COMMON * np.partition(counts, -2)[-2] if len(counts) > 2 else False
    slot = np.zeros(len(counts), np.bool_)
    slot[most] = common and strength[most] < _FLAT * np.median(strength)
    return np.asarray(slot[groups], dtype=np.bool_)


def _adopt(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    tolerance: NDArray[np.float32],
    limit: float,
    body: Body | None,
) -> bool:
    """Give cells that look like a tile already named the same kind; whether there were any."""
    rest, named = np.flatnonzero(kinds == UNKNOWN), np.flatnonzero(kinds > 0)
    if not rest.size or not named.size:
        return False
    twin, difference = best_faces(cells[rest], cells[named], tolerance, limit)
    near = np.flatnonzero(difference <= limit)
    fits = near[shape_likeness(cells[rest[near]], cells[named[twin[near]]]) > _SHOWS]
    if body is not None:
        bare = agreement(cells[rest[fits]], body) < LACKS_BODY
        fits = fits[~bare | (agreement(cells[named[twin[fits]]], body) < HAS_BODY)]
    kinds[rest[fits]] = kinds[named[twin[fits]]]
    return bool(fits.size)


def _claim(kinds: NDArray[np.int64], cells: NDArray[np.float32], look: Skin) -> None:
    """Name cells that show one face clearly, though what is seen around it differs more."""
    rest = np.flatnonzero(kinds == UNKNOWN)
    if not rest.size or len(look.faces) < 2:
        return
    scores = shape_scores(cells[rest], look.faces)
    best = scores.argmax(axis=1)
    lead = scores.max(axis=1) - np.partition(scores, -2, axis=1)[:, -2]
    clear = np.flatnonzero((scores.max(axis=1) > _CLAIMED) & (lead > _LEAD))
    blocks = block_differences(
        core(cells[rest[clear]]), core(look.faces), np.arange(len(clear)), best[clear]
    )
    near = differences(blocks, look.tolerance) <= _CLAIM * look.limit
    kinds[rest[clear[near]]] = look.kinds[best[clear[near]]]


def _name_ground(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], ring: NDArray[np.float32], look: Skin
) -> None:
    """Call empty what looks as the surroundings of the board do, little by little."""
    rest = np.flatnonzero(kinds == UNKNOWN)
    if not rest.size or not len(ring):
        return
    limit = min(look.limit, _GROUND)
    groups = linked_groups(_joined(cells[rest], ring), look.tolerance, limit)
    ground = np.isin(groups[: len(rest)], groups[len(rest) :])
    if look.body is None:
        ground &= ~_is_drawn(cells, np.flatnonzero(kinds > 0), ring)[rest]
    else:
        ground &= agreement(cells[rest], look.body) <= HAS_BODY
    kinds[rest[ground]] = EMPTY


def _name_groups(kinds: NDArray[np.int64], cells: NDArray[np.float32], look: Skin) -> None:
    """Name what occurs more than once among the cells left: kinds, and marks of empty cells."""
    rest = np.flatnonzero(kinds == UNKNOWN)
    if not rest.size:
        return
    groups = linked_groups(cells[rest], look.tolerance, min(look.limit, _TWINS))
    tiles, contrasts = cells[kinds > 0], contrast(cells)
    flat = float(np.percentile(contrasts[kinds > 0], 10))
    flat *= _FLAT if look.body is not None else _FLAT_ON_GROUND
    counts = np.unique(kinds[kinds > 0], return_counts=True)[1]
    has_body = np.zeros(len(cells), np.bool_)
    if look.body is not None:
        has_body = agreement(cells, look.body) > HAS_BODY
    known = int(kinds.max())
    bare = bool((~has_body[kinds == EMPTY]).any() or (~has_body[rest]).any())
    for number in np.unique(groups).tolist():
        members = rest[groups == number]
        bodied = has_body[members].mean() > 0.5
        plain = float(np.median(contrasts[members])) < flat
        if len(members) == 1:
            kinds[members] = EMPTY if plain and not bodied else UNKNOWN
        elif not plain:
            kinds[members] = kinds.max() + 1 if bodied or look.body is None else EMPTY
        elif not bodied or len(members) > _COMMON * counts.max():
            kinds[members] = EMPTY
        else:
            # Blank tiles, or the marks of empty cells; where others show bare ground, tiles.
            blank = bare or is_paper(cells[members], tiles, look)
            kinds[members] = kinds.max() + 1 if blank else EMPTY
    # With the ground told apart, what is seen of it around one face may differ more.
    new = np.flatnonzero(kinds > known)
    kinds[new] = known + 1 + linked_groups(cells[new], look.tolerance, look.limit)
    _adopt(kinds, cells, look.tolerance, look.limit, look.body)


def _select_lonely(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> NDArray[np.intp]:
    """Find tiles that show a known face tinted, name them, and return their cells.

    Only where it pairs up a kind that is odd without it: a face that comes again in another
    colour is another kind, and such kinds are even.
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    lonely = names[counts == 1]
    candidates = np.flatnonzero((kinds == UNKNOWN) | np.isin(kinds, lonely))
    tiles = np.flatnonzero(kinds > 0)
    if not candidates.size or not tiles.size:
        return _NONE
    scores = shape_scores(cells[candidates], cells[tiles])
    scores[candidates[:, None] == tiles] = -1  # a tile is no twin of its own
    contrasts = contrast(cells)
    found: list[int] = []
    for at in np.argsort(-scores.max(axis=1), kind="stable").tolist():
        cell, twin = int(candidates[at]), int(tiles[scores[at].argmax()])
        name = kinds[twin]
        odd = np.count_nonzero(kinds == name) % 2 and name != kinds[cell]
        strong = contrasts[cell] > _FADED * contrasts[twin]
        clear = scores[at].max() > (_MAYBE_SAME if not found else _SAME_SHAPE)
        if odd and strong and clear:
            kinds[cell] = name
            found.append(cell)
    return np.asarray(found, dtype=np.intp)


def _pair_lonely(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], body: Body | None
) -> NDArray[np.intp]:
    """Find pairs of cells like no other that show one face, one of them tinted; name the pairs.

    Returns
    -------
    tinted : int array of shape (M,); of each pair the cell that has less of the tiles' body
    """
    rest = np.flatnonzero(kinds == UNKNOWN)
    if body is None or not 2 <= rest.size <= _FEW_LONELY:
        return _NONE
    scores = shape_scores(cells[rest], cells[rest])
    np.fill_diagonal(scores, -1)
    strong = contrast(cells[rest]) > _FADED * np.percentile(contrast(cells[kinds > 0]), 10)
    has = agreement(cells[rest], body)
    found: list[int] = []
    while scores.max() > _PAIRED:
        one, other = np.unravel_index(int(scores.argmax()), scores.shape)
        scores[[one, other]] = scores[:, [one, other]] = -1
        if strong[one] and strong[other] and max(has[one], has[other]) > HAS_BODY:
            kinds[rest[[one, other]]] = kinds.max() + 1
            found.append(int(rest[one] if has[one] < has[other] else rest[other]))
    return np.asarray(found, dtype=np.intp)


def _settle(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    ring: NDArray[np.float32],
    look: Skin,
) -> None:
    """Tell empty cells from tiles among the cells like no other, where it can be told."""
    rest = np.flatnonzero(kinds == UNKNOWN)
    if not rest.size:
        return
    inside = contrast(middle(cells))
    faint = _FLAT * np.percentile(inside[kinds > 0], 10)
    if look.body is not None:
        colours = inner_colours(cells)
        grounds = np.concatenate([inner_colours(ring), colours[kinds == EMPTY]])
        tile = nearest_colours(colours[rest], colours[kinds > 0])
        like_ground = nearest_colours(colours[rest], grounds) < tile
        lacks = agreement(cells[rest], look.body) < LACKS_BODY
        faceless = lacks & (shape_scores(cells[rest], look.faces).max(axis=1) < _FACELESS)
        faceless &= faceless.sum() > _MARKED  # or it may be a tile drawn as selected
        kinds[rest[lacks & (like_ground | faceless | (inside[rest] < faint))]] = EMPTY
        return
    contrasts = contrast(cells)
    fainter = contrasts < _FAINTER * contrasts[kinds > 0].min()
    kinds[(kinds == UNKNOWN) & fainter] = EMPTY


def _faces(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    without: NDArray[np.intp] = _NONE,
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """One face for each kind, the median of its tiles, and the kinds.

    Tiles to be left `without` count only where a kind has no others.
    """
    names = np.unique(kinds[kinds > 0])
    faces = []
    for name in names:
        alike = np.flatnonzero(kinds == name)
        plain = np.setdiff1d(alike, without)
        faces.append(np.median(cells[plain if plain.size else alike], axis=0))
    return np.asarray(faces, dtype=np.float32), names


def _numbered(kinds: NDArray[np.int64]) -> NDArray[np.int64]:
    """Kinds renumbered from 1 as they come in reading order."""
    order: dict[int, int] = {EMPTY: EMPTY, UNKNOWN: UNKNOWN}
    for kind in kinds.tolist():
        order.setdefault(kind, len(order) - 1)
    return np.asarray([order[kind] for kind in kinds.tolist()], dtype=np.int64)
