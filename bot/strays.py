"""Cells that grouping left without a name: tinted tiles, bare ground, and what cannot be told.

All functions here name cells in place, in an int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.blocks import block_differences, differences
from bot.board import EMPTY, UNKNOWN
from bot.channels import worst_channel
from bot.classify import linked_groups
from bot.cutting import core, middle, usual_look
from bot.distances import halved, squared
from bot.drawn import shape_scores
from bot.ground import (
    HAS_BODY,
    LACKS_BODY,
    agreement,
    contrast,
    inner_colours,
    is_paper,
    lie_on_stripes,
    nearest_colours,
)
from bot.marked import AT_A_TIME, doubt_dimmed
from bot.naming_closed import adopt, is_drawn
from bot.outlines import Outlines, missing
from bot.rims import are_crossed, are_lit_from_beside, rim_differences
from bot.skin import Body, Skin

_FLAT = 0.4
"""Contrast, as a share of what the faintest tenth of the tiles have, below which a cell is flat."""
_FLAT_ON_GROUND = 0.5
"""The same where tiles have no body, and ground is seen around every face."""
_COMMON = 1.5
"""How many times commoner than any kind a flat picture must be to mark an empty cell; once, where
nothing else is bare."""
_EVENER = 2.5
"""How many times the contrast of the evener ground around a face has, however pale."""
_FAINTER = 0.9
"""Contrast, as a share of the faintest tile's, below which a cell like no other is ground, if it
has the colours of ground."""
_BARE = 0.5
"""The same whatever its colours are."""
_TINTED = 0.8
"""Likeness in other colours above which a tinted tile shows the same face."""
_SURELY, _SPARSE = 0.4, 0.5
"""Likeness to the only kind that lacks a tile, above which the only tile like no other is it; and
share of the cells that hold one, below which there may be others outside."""
_FADED = 0.4
"""Contrast, as a share of the faintest tenth of the tiles, that one keeps however tinted."""
_CLAIMED, _LEAD, _CLAIM = 0.8, 0.25, 3.0
"""Correlation with a face, lead over the next, difference in limits, of a tile that shows it."""
_FEW_LONELY = 12
"""Cells like no other among which tinted ones are looked for: games mark one or two."""
_PAIRED, _FACELESS, _SHOWS = 0.75, 0.5, 0.6
"""Likeness of two such cells that show one face, and to any face of a cell that shows none, and of
one that surely shows some."""
_STROKE = 6.0
"""Grey levels, usually and along their rims, by which tiles differ less that no mark parts."""
_TWINS = 4.0
"""Tolerances; tiles of which nothing but their likeness is known differ less."""
_GROUND = 2.5
"""Tolerances; what differs more from the ground around is not called ground for its looks alone."""

_FAINTEST, _TWIN_OUTSIDE = 10, 4
"""Percentile of the tiles that are taken for the faintest; and cells, inside and around, that look
alike, which may be tiles if no more do."""
_PLAIN = 5.0
"""Contrast in the middle of tiles, grey levels, up to which nothing is drawn on them."""
_OTHER = 40.0
"""Grey levels, in mean or spread of the worst channel, between cells that look otherwise."""

_NEARER = 2.0
"""How many times nearer to the colours of tiles than of ground a pair is that shows a face of its
own."""

_NONE = np.empty(0, np.intp)


def claim(kinds: NDArray[np.int64], cells: NDArray[np.float32], look: Skin) -> None:
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


def name_ground(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    ring: NDArray[np.float32],
    look: Skin,
    risen: NDArray[np.bool_],
) -> None:
    """Call empty what looks as the surroundings do, unless these have `risen` as tiles do: (G,)."""
    rest = np.flatnonzero(kinds == UNKNOWN)
    if not rest.size or not len(ring):
        return
    limit = min(look.limit, _GROUND)
    groups = linked_groups(np.concatenate([cells[rest], ring]), look.tolerance, limit)
    ground = np.isin(groups[: len(rest)], groups[len(rest) :])
    if look.body is None:
        ground &= ~is_drawn(cells, np.flatnonzero(kinds > 0), ring)[rest]
        # A tile whose twin lies around is drawn as strongly as tiles are; ground has more places.
        inside = contrast(middle(cells))
        strong = inside[rest] > np.percentile(inside[kinds > 0], _FAINTEST)
        strong |= ~np.isin(groups[: len(rest)], groups[len(rest) :][~risen])
        if _are_plain(inside[kinds > 0]):
            strong |= _in_colours_of_their_own(cells, rest, ring, kinds, groups)
        ground &= ~strong | (np.bincount(groups)[groups[: len(rest)]] > _TWIN_OUTSIDE)
    else:
        ground &= agreement(cells[rest], look.body) <= HAS_BODY
    kinds[rest[ground]] = EMPTY


def _are_plain(inside: NDArray[np.floating]) -> bool:
    """Whether tiles, by the contrast in their middles, (N,), are of one colour each."""
    return bool(np.median(inside) < _PLAIN)


def _in_colours_of_their_own(
    cells: NDArray[np.float32],
    rest: NDArray[np.intp],
    ring: NDArray[np.float32],
    kinds: NDArray[np.int64],
    groups: NDArray[np.int64],
) -> NDArray[np.bool_]:
    """Which of the rest, (M,), have a colour that no cell has but those of their group.

    Among plain tiles the last two of a kind may lie one on the board and one beyond its edge. The
    groups are those of the rest and of the ring.
    """
    colours, around = inner_colours(cells), inner_colours(ring)
    empty = colours[kinds == EMPTY]
    own = np.zeros(len(rest), np.bool_)
    for at, cell in enumerate(rest.tolist()):
        others = np.concatenate([empty, around[groups[len(rest) :] != groups[at]]])
        own[at] = len(others) > 0 and nearest_colours(colours[[cell]], others)[0] > _OTHER
    return own


def _not_lit(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], ring: NDArray[np.float32]
) -> NDArray[np.intp]:
    """The cells left but for bare ones into which a neighbour shines: they are named."""
    rest = np.flatnonzero(kinds == UNKNOWN)
    grounds = np.concatenate([inner_colours(ring), inner_colours(cells[kinds == EMPTY])])
    lit = rest[are_lit_from_beside(cells[rest])]
    kinds[lit[nearest_colours(inner_colours(cells[lit]), grounds) <= _OTHER]] = EMPTY
    return np.flatnonzero(kinds == UNKNOWN)


def name_groups(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    ring: NDArray[np.float32],
    look: Skin,
    *,
    cols: int,
) -> None:
    """Name what occurs more than once among the cells left: kinds, and marks of empty cells."""
    rest = _not_lit(kinds, cells, ring)
    if not rest.size:
        return
    groups = linked_groups(cells[rest], look.tolerance, min(look.limit, _TWINS))
    tiles, contrasts = cells[kinds > 0], contrast(cells)
    inside, colours, empty = contrast(middle(cells)), inner_colours(cells), kinds == EMPTY
    faint = float(np.percentile(inside[kinds > 0], 10))
    flat = float(np.percentile(contrasts[kinds > 0], 10))
    flat *= _FLAT if look.body is not None else _FLAT_ON_GROUND
    counts = np.unique(kinds[kinds > 0], return_counts=True)[1]
    agreed = np.zeros(len(cells)) if look.body is None else agreement(cells, look.body)
    has_body = agreed > HAS_BODY
    known = int(kinds.max())
    even = _EVENER * float(np.percentile(contrast(ring), 25)) if len(ring) else np.inf
    bare = bool((~has_body[kinds == EMPTY]).any() or (~has_body[rest]).any())
    grounds = np.concatenate([inner_colours(ring), colours[empty]])
    for number in np.unique(groups).tolist():
        members = rest[groups == number]
        bodied = has_body[members].mean() > 0.5
        strength = float(np.median(contrasts[members]))
        # A pale face on a pale tile is as flat as ground often is, but not as the ground here is.
        pale = strength > even and not len(members) % 2 and len(members) <= counts.max()
        plain = strength < flat and not pale
        if len(members) == 1:
            # A plain tile without a twin has a colour of its own; empty cells have one another's.
            own = empty.any() and nearest_colours(colours[members], colours[empty])[0] > _OTHER
            own &= _are_plain(inside[kinds > 0])
            kinds[members] = EMPTY if plain and not bodied and not own else UNKNOWN
        elif not plain:
            tile = look.body is None or agreed[members].mean() >= LACKS_BODY
            tile = tile or _shows(cells[members], look)
            # A picture that fills its tile leaves nothing of what tiles share: where no other cell
            # may be empty, or all that are look otherwise, it is a kind like the others. What games
            # mark at a time may be a pair of its own, tinted through and through.
            drawn = float(np.median(inside[members]))
            usual = not len(members) % 2 and len(members) <= counts.max()
            full = not empty.any() and has_body[np.setdiff1d(rest, members)].all()
            other = empty.any() and nearest_colours(colours[members], colours[empty]).min() > _OTHER
            likely = drawn > _FLAT * faint and usual and (full or other)
            marked = len(members) <= AT_A_TIME
            tile = tile or (likely and not (other and marked))
            pair = marked and drawn > faint and not bodied
            tile = tile or (pair and _is_own(members, kinds, cells, grounds, look))
            tile &= not (marked and are_crossed(cells[members], tiles).all())
            # The rims of blank tiles are stripes, too, but where others show bare ground, tiles'.
            tile &= (bodied and bare) or not lie_on_stripes(cells[members], members, cols)
            doubt = marked and (drawn > faint or likely)
            kinds[members] = kinds.max() + 1 if tile else UNKNOWN if doubt else EMPTY
        elif not bodied or len(members) > (_COMMON if bare else 1) * counts.max():
            kinds[members] = EMPTY
        else:
            # Blank tiles, or the marks of empty cells; where others show bare ground, tiles.
            blank = bare or is_paper(cells[members], tiles, look)
            kinds[members] = kinds.max() + 1 if blank else EMPTY
    # With the ground told apart, what is seen of it around one face may differ more.
    new = np.flatnonzero(kinds > known)
    kinds[new] = known + 1 + linked_groups(cells[new], look.tolerance, look.limit)
    adopt(kinds, cells, look.tolerance, look.limit, look.body)
    doubt_dimmed(kinds, cells, rest, look.faces)


def _shows(cells: NDArray[np.float32], look: Skin, least: float = _SHOWS) -> bool:
    """Whether cells all show one of the faces in some colours."""
    return bool(Outlines.of(look.faces).likeness(cells).min(axis=0).max() > least)


def _is_own(
    members: NDArray[np.intp],
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    grounds: NDArray[np.float64],
    look: Skin,
) -> bool:
    """Whether equal cells are a kind: in colours of tiles, not of grounds, and no face tinted."""
    own = inner_colours(cells[members])
    near = nearest_colours(own, inner_colours(cells[kinds > 0])).max()
    apart = nearest_colours(own, grounds).min() if len(grounds) else np.inf
    return bool(_NEARER * near < apart) and not _shows(cells[members], look, _FACELESS)


def find_tinted(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], body: Body | None
) -> NDArray[np.intp]:
    """Name tiles that show a face in other colours, and return those whose face is known.

    Only where it pairs up a kind that is odd without it, or two cells like no other: a face that
    comes again in another colour is another kind, and such kinds are even.
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    alone = np.flatnonzero((kinds == UNKNOWN) | np.isin(kinds, names[counts == 1]))
    contrasts, names = contrast(cells), names[counts > 1]
    if not alone.size or not names.size:
        return _NONE
    lonely = alone.size
    alone = alone[contrasts[alone] > _FADED * np.percentile(contrasts[kinds > 0], 10)]
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    scores = Outlines.of(faces).likeness(cells[alone])
    apart = squared(halved(cells[alone]), halved(faces), None)
    order = np.argsort(-scores.max(axis=1), kind="stable").tolist()
    found: list[int] = []
    few = (kinds != EMPTY).mean() < _SPARSE
    single = _NONE if few or lonely > 1 else names[counts[counts > 1] % 2 == 1]

    def name(at: int) -> None:
        lacking = [kind for kind in names.tolist() if np.count_nonzero(kinds == kind) % 2]
        face = missing(scores[at], apart[at], names, np.asarray(lacking, np.int64))
        if face is not None:
            kinds[alone[at]] = names[face]
            found.append(int(alone[at]))

    for at in order:
        if scores[at].max() > _TINTED:
            name(at)
    paired = _pair_up(kinds, cells, np.setdiff1d(alone, found), body)
    # Less likeness will do for one tile: games mark one at a time.
    for at in order:
        if not found and alone[at] not in paired:
            name(at)
    # One cell like no other, and one kind that lacks a tile, belong together, unless more of the
    # board may lie outside.
    told = single.size == alone.size == 1 and not (found or paired)
    if told and scores[0, names == single] > _SURELY:
        kinds[alone] = single
        found = alone.tolist()
    return np.asarray(found, np.intp)


def _pair_up(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], rest: NDArray[np.intp], body: Body | None
) -> set[int]:
    """Name pairs of cells like no other that show one face in two colours; return these cells.

    One of them has the body that tiles share, if they share one. In one colour they are two faces.
    """
    paired: set[int] = set()
    has = np.ones(len(rest), np.bool_) if body is None else agreement(cells[rest], body) > HAS_BODY
    tiles = np.flatnonzero(has)
    if rest.size < 2 or not 0 < tiles.size <= _FEW_LONELY:
        return paired
    scores = Outlines.of(cells[rest[tiles]]).likeness(cells[rest])
    scores[tiles, np.arange(len(tiles))] = -1
    # What is marked may be so, but not its twin.
    crossed = are_crossed(cells[rest], cells[kinds > 0])
    scores[np.ix_(crossed, crossed[tiles])] = -1
    while scores.max() > _PAIRED:
        one, at = np.unravel_index(int(scores.argmax()), scores.shape)
        pair = {int(rest[one]), int(rest[tiles[at]])}
        if not _of_one_colour(*cells[list(pair)]):
            kinds[list(pair)] = kinds.max() + 1
            paired |= pair
        both = np.isin(rest, list(pair)), np.isin(rest[tiles], list(pair))
        if pair <= paired:
            scores[both[0]] = -1
            scores[:, both[1]] = -1
        else:
            scores[np.ix_(*both)] = -1
    return paired


def _of_one_colour(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether neither of two cells, (h, w, 3), is tinted or framed: they differ by a stroke."""
    apart = float(np.median(worst_channel(np.abs(one - other))))
    rims = (each.clip(0, 255).astype(np.uint8)[None] for each in (one, other))
    return apart < _STROKE and float(rim_differences(*rims)[0]) < _STROKE


def _of_ground(ring: NDArray[np.float64], empty: NDArray[np.float64]) -> NDArray[np.float64]:
    """The colours of ground: of empty cells, and of those around but for a few like no other.

    A tile may lie just beyond the edge of what was taken for the board.

    Parameters
    ----------
    ring, empty : float arrays of shape (G, 6) and (E, 6), as of `ground.inner_colours`
    """
    every = np.concatenate([ring, empty])
    far = worst_channel(np.abs(ring[:, None] - every[None]))
    far[np.arange(len(ring)), np.arange(len(ring))] = np.inf
    alone = far.min(axis=1, initial=np.inf) > _OTHER
    return np.asarray(
        every if alone.sum() > _TWIN_OUTSIDE else np.delete(every, alone.nonzero()[0], axis=0)
    )


def settle(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    ring: NDArray[np.float32],
    look: Skin,
) -> None:
    """Tell empty cells from tiles among the cells like no other, where it can be told."""
    rest = np.flatnonzero(kinds == UNKNOWN)
    if not rest.size:
        return
    inside, colours = contrast(middle(cells)), inner_colours(cells)
    faint = inside < _FLAT * np.percentile(inside[kinds > 0], 10)
    grounds = _of_ground(inner_colours(ring), colours[kinds == EMPTY])
    tile = nearest_colours(colours[rest], colours[kinds > 0])
    like_ground = nearest_colours(colours[rest], grounds) < tile
    if look.body is not None:
        agreed = agreement(cells[rest], look.body)
        lacks = agreed < LACKS_BODY
        bodied = np.flatnonzero(agreed > HAS_BODY)  # one is marked
        faces = np.concatenate([look.faces, cells[rest[bodied]]])
        alike = Outlines.of(faces).likeness(cells[rest])
        alike[bodied, len(look.faces) + np.arange(len(bodied))] = 0  # each is like itself
        shown = alike.max(axis=1)
        faceless = lacks & (shown < _FACELESS)
        faceless &= faceless.sum() > AT_A_TIME  # or it may be a tile drawn as selected
        bare = lacks & (like_ground | faceless | faint[rest])
        # A single cell cannot be a tile if all that are have twins: a deal of odd size has a hole.
        others_paired = rest.size == 1 and not (np.bincount(kinds[kinds > 0]) % 2).any()
        bare |= others_paired & like_ground & faint[rest]
        kinds[rest[bare & (shown < _SHOWS)]] = EMPTY
        return
    contrasts = contrast(cells[rest])
    least = contrast(cells[kinds > 0]).min()
    bare = (contrasts < _FAINTER * least) & (like_ground | (contrasts < _BARE * least))
    # The mark of an empty cell may have a frame of its own, of the pointer or the last click.
    bare |= like_ground & faint[rest]
    kinds[rest[bare]] = EMPTY
