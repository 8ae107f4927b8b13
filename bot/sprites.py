"""Sprites: drawings without a plate, on a ground that varies, told by what hides it.

Past the outline of a sprite another part of the ground is seen around each tile, and what equal
faces differ by there is more than what others do by a stroke. Within it nothing of the ground is
seen. Its outline is where most tiles of a kind no longer look like the ground: none of them tells
that for sure, for a part of it may have the colours of what is behind; many do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.aligning import aligned
from bot.board import EMPTY, UNKNOWN
from bot.cutting import core, middle, usual_look
from bot.distances import contrast
from bot.outlines import Outlines, likeness_among
from bot.silhouettes import AREA, STROKE, hidden
from bot.skin import Skin
from bot.under import Under

SAME, _CLEARLY = 40.0, 0.65
"""Grey levels that a stroke of equal faces differs by at most, each seen past other grounds; and as
a share of what the two others differ by that are most alike."""
_PART = 20.0
"""Grey levels that a stroke of a sprite which is a part of another differs by from that at most."""
_TIMES = 3
"""How many times more than tiles of one kind usually do, if they are of one."""
_BEYOND = 60.0
"""Grey levels that it differs by up to their outlines, through which the ground shines."""
_MOSTLY = 0.75
"""Share of the kinds that have sprites, if these tell how far apart kinds are."""
_FAR_FROM, _NEAR, _NEAREST, _EVERY = 3.0, 4.0, 4, 3
"""How many times more than the face most alike, and by how many grey levels more, another differs
in the mean at most that may be shown; how many others may be; and every which pixel tells that."""
_EVEN = 12.0
"""Spread of the colours of a sprite on which something is drawn."""
_TELLING = 3
"""Sprites of which the most alike tell what equal ones differ by."""
_COVERS, _SHAPED, _SURELY = 0.85, 0.5, 0.8
"""Share of what one of two faces hides that both do, if they are one; likeness in outlines that
they have; and that no piece of the ground has by chance."""
_BY_CHANCE, _MORE, _USUAL = 0.4, 0.2, 0.6
"""Likeness in outlines below which a tile is of a kind by what is around it alone; how much more
the likest of several pieces of ground may have; and what tiles usually have to one of their kind
where that tells."""
_ALL = 0.5
"""Share of a kind's tiles that have the colours of the ground, if it is one that is drawn in
them."""
_TELLS, _FAINTEST, _BARE = 4.0, 5, 0.25
"""Grey levels by which tiles differ from all colours of the ground where that tells; percentile of
the tiles that are taken for the faintest; and share of what they do, below which a cell is bare."""
_BLANK = 2.0
"""Contrast of a tile on which nothing is drawn, grey levels."""
_FAR_LESS, _NEARLY_SO = 0.5, 0.7
"""Share of what the faintest tiles differ by from the ground beside them that empty cells do, at
most, where that tells; and share from which on a cell then is a tile."""


def sprites_shown(
    cells: NDArray[np.float32], skin: Skin
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """The face whose sprite each cell shows, on whatever ground, and how doubtful that is.

    Parameters
    ----------
    cells : float32 array of shape (N, h, w, 3), RGB
    skin : how the tiles look

    Returns
    -------
    face : int array of shape (N,)
    doubt : float array of shape (N,), in [0, 1); infinite where none is shown, or none for sure
    """
    face, doubt = np.zeros(len(cells), np.intp), np.full(len(cells), np.inf)
    if skin.hides is None or not len(cells):
        return face, doubt
    apart, hides = np.full((len(cells), len(skin.faces)), np.inf), skin.hides
    # Ground, too, may be as even as a sprite on which nothing is drawn.
    drawn = [
        at
        for at, (look, own) in enumerate(zip(skin.faces, hides, strict=True))
        if own.any() and look[own].std(axis=0).max() > _EVEN
    ]
    if not drawn:
        return face, doubt
    off = _usually_apart(cells, skin.faces[drawn], hides[drawn])
    # Aligning takes long, and what is far more unlike than other faces is not the one shown.
    near = np.sort(off, axis=1)[:, : _NEAREST + 1]
    least = np.minimum(SAME, _FAR_FROM * near[:, 0] + _NEAR)
    maybe = (off < least[:, None]) & (off <= near[:, -1:])
    for at, some in zip(drawn, maybe.T, strict=True):
        if some.any():
            apart[some, at] = strokes_apart(cells[some], skin.faces[at], hides[at])
    _leave_parts(apart, cells, skin)
    face, least = apart.argmin(axis=1), apart.min(axis=1)
    for own in np.unique(face[least < SAME]):
        # A face of which it is not told what it hides may look the same where this one does.
        some = np.flatnonzero((face == own) & (least < SAME))
        for other in np.flatnonzero((skin.kinds != skin.kinds[own]) & ~hides.any(axis=(1, 2))):
            apart[some, other] = _maybe_apart(cells[some], skin.faces[other], hides[own])
    others = np.where(skin.kinds[None] == skin.kinds[face][:, None], np.inf, apart).min(axis=1)
    clear = (least < SAME) & (least < _CLEARLY * others)
    return face, np.where(clear, least / SAME, np.inf)


def _leave_parts(apart: NDArray[np.float64], cells: NDArray[np.float32], skin: Skin) -> None:
    """Let no cell show a sprite that is a part of another where it shows all of that one.

    Of gems that are shaded alike a round one shows all that a pointed one does, and more. What is
    set to infinite is `apart`, (N, F), how far cells are from faces.
    """
    assert skin.hides is not None
    fits, hides, faces = apart < SAME, skin.hides, skin.faces
    for part in np.flatnonzero(fits.any(axis=0)):
        inside = hides[part]
        both = (fits & fits[:, [part]]).any(axis=0) & (skin.kinds != skin.kinds[part])
        for whole in np.flatnonzero(both):
            beyond = hides[whole] & ~inside
            if (hides[whole] & inside).sum() < _COVERS * inside.sum() or not beyond.any():
                continue
            if strokes_apart(faces[[whole]], faces[part], inside)[0] < _PART:
                at = np.flatnonzero(fits[:, part] & fits[:, whole])
                of_whole, of_part = (
                    np.abs(cells[at][:, beyond] - faces[face][beyond]).mean(axis=(1, 2))
                    for face in (whole, part)
                )
                apart[at[of_whole < of_part], part] = np.inf


def _usually_apart(
    cells: NDArray[np.float32], faces: NDArray[np.float32], hides: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Grey levels by which cells differ from faces, in the mean where these hide: (N, F)."""
    off = np.empty((len(cells), len(faces)), np.float32)
    flat = cells.reshape(len(cells), -1, 3)
    for at, (face, own) in enumerate(zip(faces.reshape(len(faces), -1, 3), hides, strict=True)):
        places = np.flatnonzero(own)[::_EVERY]
        off[:, at] = np.abs(flat[:, places] - face[places]).mean(axis=(1, 2))
    return off


def _maybe_apart(
    cells: NDArray[np.float32], face: NDArray[np.float32], hides: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """The same as `strokes_apart`, infinite where much differs: (N,)."""
    apart = np.full(len(cells), np.inf)
    maybe = np.abs(cells[:, hides] - face[hides]).mean(axis=(1, 2)) < SAME
    if maybe.any():
        apart[maybe] = strokes_apart(cells[maybe], face, hides)
    return apart


def strokes_apart(
    cells: NDArray[np.float32], face: NDArray[np.float32], hides: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Grey levels by which cells differ from a face in their worst stroke where it hides: (N,)."""
    rows, cols = (slice(each[0], each[-1] + 1) for each in map(_spanned, (hides.T, hides)))
    faces = np.broadcast_to(face, cells.shape)
    own = np.broadcast_to(hides.astype(np.float32), cells.shape[:3])
    left = (aligned(cells, faces, own) - face)[:, rows, cols]
    left = np.asarray([cv2.blur(each, (STROKE, STROKE)) for each in left])
    size = np.sqrt((left * left).sum(axis=-1)) * hides[rows, cols]
    return np.asarray(size.max(axis=(1, 2)), np.float64)


def _spanned(hides: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The columns in which anything is hidden, from (h, w), one at least: (M,)."""
    return np.flatnonzero(hides.any(axis=0))


def as_sprites(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    grounds: Sequence[Under],
    most: int,
) -> NDArray[np.int64]:
    """The kinds, with those that show one sprite as one.

    Tiles that only the ground makes like others are unknown, as are empty cells that may be the
    twins of such; and cells in the colours of the ground are empty, but for kinds that are drawn in
    them.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    grounds : what is told of the ground under them, and maybe more; the first is all that it may
        look like
    most : the highest of the kinds that may be one with another; others were told apart from one
    """
    raised = _raised(kinds, grounds[-1].shown())
    blank = raised[contrast(middle(cells[raised])) < _BLANK]
    found = _without_chance(kinds, cells)
    found[blank] = kinds[blank]  # nothing is drawn on them that might be alike
    sprites = _Sprites.of(found, cells, [ground.core() for ground in grounds])
    if (pair := sprites.equal(found, cells, most)) is not None:
        found[found == pair[1]] = pair[0]
    clear = np.setdiff1d(bare(found, grounds[0].shown()), _raised(found, grounds[-1].shown()))
    own = [name for name in np.unique(found[clear]) if name > 0]
    ground = [name for name in own if np.isin(np.flatnonzero(found == name), clear).mean() > _ALL]
    clear = clear[~np.isin(found[clear], ground)]
    found[clear[~_show_their_kind(found, cells, clear)]] = EMPTY
    lonely, empty = np.flatnonzero(found == UNKNOWN), np.flatnonzero(found == EMPTY)
    if lonely.size and empty.size:
        likeness = Outlines.of(cells[lonely]).likeness(cells[empty])
        twins = likeness.argmax(axis=0)[likeness.max(axis=0) > _SHAPED]
        found[empty[twins]] = UNKNOWN
    return found


def sprites_gap(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], grounds: Sequence[Under]
) -> float:
    """How many times more sprites of two kinds differ than those of one, in their worst stroke.

    As far as is told: 1 where most kinds have none, or no other tile. Equal cells are as unlike as
    the grounds around their sprites are, which says nothing of these.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells, grounds : as for `as_sprites`
    """
    sprites = _Sprites.of(kinds, cells, [ground.core() for ground in grounds])
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    several = names[counts > 1]
    told = np.isin(sprites.names, several)
    if np.count_nonzero(told) < max(_TELLING, _MOSTLY * len(names)):
        return 1.0
    within = sprites.within(kinds, cells)
    return max(1.0, float(sprites.apart().min()) / (max(within) + _NEAR))


def _show_their_kind(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], some: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Which of some cells, (M,), show what the others of their kind do, several of them: (M,)."""
    shows = np.zeros(len(some), np.bool_)
    for name in np.unique(kinds[some]):
        others = np.setdiff1d(np.flatnonzero(kinds == name), some)
        if name > 0 and len(others) > 1:
            own = kinds[some] == name
            face = usual_look(cells[others])[None]
            shows[own] = Outlines.of(face).likeness(cells[some[own]])[:, 0] > _SURELY
    return shows


def _raised(kinds: NDArray[np.int64], shown: NDArray[np.float32]) -> NDArray[np.intp]:
    """The cells that differ from the ground beside them as tiles do, if no empty one does: (M,).

    A face may have the colours that the ground has elsewhere.
    """
    shown = shown[: len(kinds)]
    if not (kinds > 0).any():
        return np.empty(0, np.intp)
    least = float(np.percentile(shown[kinds > 0], _FAINTEST))
    tells = shown[kinds == EMPTY].max(initial=0) < _FAR_LESS * least
    return np.flatnonzero(shown > (_NEARLY_SO * least if tells else np.inf))


def bare(kinds: NDArray[np.int64], shown: NDArray[np.float32]) -> NDArray[np.intp]:
    """The cells that show nothing but the colours of the ground, if tiles have others: (M,).

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    shown : float32 array of shape (N or more,); by how much cells differ from all that the ground
        may look like
    """
    shown, tiles = shown[: len(kinds)], kinds > 0
    if not tiles.any():
        return np.empty(0, np.intp)
    faintest = float(np.percentile(shown[tiles], _FAINTEST))
    return np.flatnonzero(shown < (_BARE * faintest if faintest > _TELLS else 0))


def _without_chance(kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> NDArray[np.int64]:
    """The kinds, but that tiles whose drawings have nothing in common with others are unknown."""
    best = np.ones(len(kinds))
    for name in np.unique(kinds[kinds > 0]):
        alike = np.flatnonzero(kinds == name)
        if len(alike) > 1:
            likeness = likeness_among(cells[alike])
            np.fill_diagonal(likeness, -1)
            best[alike] = likeness.max(axis=1)
            every = likeness[np.triu_indices(len(alike), 1)]
            if max(float(np.median(best[alike])), float(np.median(every)) + _MORE) < _SHAPED:
                best[alike] = 0  # what some of many pieces of ground have in common
    if not (kinds > 0).any() or np.median(best[kinds > 0]) < _USUAL:
        return kinds.copy()
    return np.where((kinds > 0) & (best < _BY_CHANCE), UNKNOWN, kinds)


@dataclass(frozen=True, slots=True, eq=False)
class _Sprites:
    """The sprites of kinds.

    Parameters
    ----------
    names : int array of shape (K,)
    looks : float32 array of shape (K, h, w, 3), RGB; of whole cells
    hide : bool array of shape (K, h, w); where they surely hide the ground, in cells without edges
    reach : bool array of shape (K, h, w); where they do as far as their outlines, and where they
        differ from the ground beside them: this may have colours elsewhere that they are drawn in
    """

    names: NDArray[np.int64]
    looks: NDArray[np.float32]
    hide: NDArray[np.bool_]
    reach: NDArray[np.bool_]

    @classmethod
    def of(
        cls, kinds: NDArray[np.int64], cells: NDArray[np.float32], grounds: Sequence[Under]
    ) -> _Sprites:
        """The sprites of those kinds that hide enough of the ground, seen without cells' edges."""
        names, looks, hide, reach = [], [], [], []
        for name in np.unique(kinds[kinds > 0]).tolist():
            alike = np.flatnonzero(kinds == name)
            own = hidden(grounds, alike)
            if own.mean() > AREA:
                names.append(name)
                looks.append(usual_look(cells[alike]))
                hide.append(own)
                reach.append(hidden(grounds, alike, 1) | hidden(grounds[-1:], alike, 1))
        shape = grounds[0].apart.shape[1:]
        return cls(
            np.asarray(names, np.int64),
            np.asarray(looks, np.float32).reshape(-1, *cells.shape[1:]),
            np.asarray(hide, np.bool_).reshape(-1, *shape),
            np.asarray(reach, np.bool_).reshape(-1, *shape),
        )

    def equal(
        self, kinds: NDArray[np.int64], cells: NDArray[np.float32], most: int
    ) -> tuple[int, int] | None:
        """The two kinds that show one sprite, more alike than any others by far; None without such.

        They differ little more than equal tiles do. Of both together there are no more tiles than
        of another kind.
        """
        if len(self.names) < _TELLING:
            return None
        apart = self.apart()
        at, to = (int(each) for each in np.unravel_index(int(apart.argmin()), apart.shape))
        least, apart[at, to], apart[to, at] = float(apart[at, to]), np.inf, np.inf
        one, other = sorted((int(self.names[at]), int(self.names[to])))
        counts = {name: np.count_nonzero(kinds == name) for name in self.names.tolist()}
        if least >= min(SAME, _CLEARLY * float(apart.min())) or other > most:
            return None
        if counts[one] + counts[other] > max(counts.values()) or self._cover(at, to) < _COVERS:
            return None
        if max(self._beyond(at, to), self._beyond(to, at)) > _BEYOND:
            return None
        if least > _TIMES * float(np.median(self.within(kinds, cells) or [0.0])) + _NEAR:
            return None
        shaped = Outlines.of(self.looks[[at]]).likeness(self.looks[[to]])[0, 0]
        return (one, other) if shaped > _SHAPED else None

    def within(self, kinds: NDArray[np.int64], cells: NDArray[np.float32]) -> list[float]:
        """Grey levels by which tiles of a kind differ from its first in a stroke, at most.

        For each kind that has several.
        """
        looks, apart = core(cells), list[float]()
        for name, own in zip(self.names.tolist(), self.hide, strict=True):
            first, *alike = np.flatnonzero(kinds == name).tolist()
            if alike:
                apart.append(float(strokes_apart(looks[alike], looks[first], own).max()))
        return apart

    def _beyond(self, one: int, other: int) -> float:
        """Grey levels by which one differs from another in its worst stroke, up to its outline."""
        looks = core(self.looks)
        return float(strokes_apart(looks[[other]], looks[one], self.reach[one])[0])

    def _cover(self, one: int, other: int) -> float:
        """Share of what one of two sprites hides that both do."""
        a, b = self.hide[one], self.hide[other]
        return float((a & b).sum() / (a | b).sum())

    def apart(self) -> NDArray[np.float64]:
        """Grey levels by which near sprites differ in their worst stroke: (K, K); else infinite."""
        looks, hide = core(self.looks), self.hide
        apart = np.full((len(looks), len(looks)), np.inf)
        flat = looks.reshape(len(looks), -1, 3)
        some = enumerate(np.flatnonzero(own)[::_EVERY] for own in hide)
        far = [np.abs(flat[:, own] - flat[at, own]).mean(axis=(1, 2)) for at, own in some]
        near = np.argsort(far, axis=1).argsort(axis=1) <= _NEAREST
        for at, others in enumerate(near | near.T):
            apart[at, others] = strokes_apart(looks[others], looks[at], hide[at])
        np.fill_diagonal(apart, np.inf)
        return np.asarray(np.maximum(apart, apart.T), np.float64)
