"""Naming cells that changed, on a board whose faces and former tiles are known.

The rules are tried in turn, the surest first; what none of them names stays unknown.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from bot.blocks import differences, same_place
from bot.board import EMPTY, UNKNOWN
from bot.classify import best_faces
from bot.colouring import by_colours, far_from
from bot.cutting import core, middle
from bot.displaced import is_raised, same_but_a_corner, same_inside, shows_any, shows_middle
from bot.ground import agreement, is_nearer_ground
from bot.outlines import edges
from bot.overlying import ENOUGH, OTHER, is_covered, is_drawn_on
from bot.repapered import repapered
from bot.skin import Skin
from bot.sprites_again import sprites_gone, sprites_known
from bot.study import shapes_of, study

_HARDLY = 0.3
"""Share of the allowed difference up to which a tile is the one that was there, without a doubt."""
_SHOWS = 0.6
"""Correlation with its face that a tile surely has, unless the face is flat."""
_STILL = 0.45
"""Correlation with the face that lay there a moment ago, if no other face comes closer: a tile
whose look was changed. Chance brings ground no nearer than 0.4, and seldom to that very face."""
_TINTED, _PLAINLY, _LEAD = 0.8, 0.9, 0.1
"""Correlation, and lead over the second kind, of a changed tile that was not there before."""
_DRAWN = 0.7
"""Likeness of outlines to the face that was there, of a tile whose colours all changed; what is
no tile seldom reaches 0.5."""
_HALF_DRAWN, _CLEARLY = 0.5, 0.15
"""The same where it is like no other face by so much."""
_BARELY, _CLEARER = 0.5, 0.15
"""The same of an icon that may lie on other ground than it did, and lead over the second kind."""
_INVERTED = 0.9
"""Correlation, turned round, with the face that was there, of a tile in opposite colours."""
_PART = 0.3
"""Share of the parts of a face that shows the tile is there, whatever hides the others."""
_FADED = 0.4
"""Contrast, as a share of its face's, that a tile keeps however it is tinted."""
_WORN = 0.4
"""Strength of the edges in its middle, as a share of what they were, below which an icon that does
not resemble its face either is gone. Ground of a photograph has up to 0.36."""
_WEAK = 0.6
"""Contrast, as a share of what it was, below which what does not resemble its face either may be
light and shade of the ground; a veil or a tint weakens a tile, and it resembles its face well."""
_LITTLE = 0.35
"""Share of the body's colours below which a cell holds no tile."""
_LIT = 16
"""Cells at most that a game may draw in another light at once; more are under something else."""
_DOUBT = 0.5
"""Confidence in a name that only just passed the rule which gave it."""


class Renaming:
    """Names for cells, and how sure they are.

    Parameters
    ----------
    cells, looks
        float32 arrays of shape (N, h, w, 3), RGB; the cells, and how they last looked
    before
        int array of shape (N,); their kinds a moment ago
    skin
        how the tiles look
    ground
        gives the cells around the board, float32 of shape (G, h, w, 3), RGB, when asked for them
    bare
        gives all empty cells as they last looked, of the same shape
    shaded
        tells which of the cells, by number, have the colour that ground has in their place

    Attributes
    ----------
    kinds
        int array of shape (N,): `EMPTY`, `UNKNOWN` or a kind
    confidence
        float32 array of shape (N,), in [0, 1]; 0 where the kind is unknown
    altered
        bool array of shape (N,); tiles that were there, inverted, lifted or on another ground
    covered
        bool array of shape (N,); tiles that were there, over whose middle something else lies
    """

    def __init__(
        self,
        cells: NDArray[np.float32],
        looks: NDArray[np.float32],
        before: NDArray[np.int64],
        skin: Skin,
        *,
        ground: Callable[[], NDArray[np.float32]],
        bare: Callable[[], NDArray[np.float32]],
        shaded: Callable[[NDArray[np.intp]], NDArray[np.bool_]],
    ) -> None:
        self.kinds = np.full(len(cells), UNKNOWN, np.int64)
        self.confidence = np.zeros(len(cells), np.float32)
        self.altered = np.zeros(len(cells), np.bool_)
        self.covered = np.zeros(len(cells), np.bool_)
        self._cells, self._looks, self._before = cells, looks, before
        self._skin, self._ground, self._bare, self._study = skin, ground, bare, study(skin)
        self._shaded = shaded
        apart, rest = self._name_unchanged(), self._rest()
        some, kinds, doubt, lit = sprites_known(cells[rest], looks[rest], before[rest], skin)
        self._name(rest[some], kinds, _DOUBT * doubt)
        self.altered[rest[some]] = lit & (before[rest[some]] == kinds)
        rest = self._rest()
        if not rest.size:
            return
        self._contrasts = np.zeros(len(cells), np.float32)
        self._scores = np.zeros((len(cells), len(skin.faces)), np.float32)
        shapes = shapes_of(cells[rest])
        self._contrasts[rest], self._scores[rest] = shapes.contrasts, self._study.scores(shapes)
        self._shows = (self._scores > _SHOWS) | self._study.blank
        of_kind = skin.kinds[None] == before[:, None]
        self._own = np.where(of_kind, self._scores, -2).argmax(axis=1)
        self._same_as_before(apart)
        self._a_known_face()
        self._worn, self._weak = self._without_its_edges()
        self._gone = sprites_gone(cells, looks, self._own, skin) & (before > EMPTY)
        self._in_other_colours()
        self._on_other_paper()
        self._maybe = self._on_other_ground()
        self._same_drawing()
        self._beside_its_place()
        self._partly_covered()
        self.covered[rest] = self._hides_middle(rest)
        self._empty()

    def _rest(self) -> NDArray[np.intp]:
        return np.flatnonzero(self.kinds == UNKNOWN)

    def _rest_of_tiles(self) -> NDArray[np.intp]:
        """Those of the rest where a tile was, and may be still."""
        rest = self._rest()
        return rest[(self._before[rest] > EMPTY) & ~self._weak[rest]]

    def _without_its_edges(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Whether an icon that was there has gone, or may have, its drawing not seen: (N,) each.

        On a photograph light and shade go on where it was, as they are in its face.
        """
        worn, rest = np.zeros(len(self.kinds), np.bool_), self._rest()
        weak = worn.copy()
        rest = rest[self._before[rest] > EMPTY]
        if self._skin.body is None and rest.size:
            share = edges(self._cells[rest]) / np.maximum(edges(self._looks[rest]), 1e-3)
            # Under a dark veil there is less of everything, and the face is known as it was.
            then = shapes_of(self._looks[rest]).contrasts
            veil = np.minimum(1, self._contrasts[rest] / np.maximum(then, 1e-3))
            known = self._shows[rest, self._own[rest]]
            worn[rest] = share < _WORN * np.where(known, veil, 1)
            alike = self._scores[rest, self._own[rest]] > _TINTED
            weak[rest] = worn[rest] | ((veil < _WEAK) & ~alike)
        return worn, weak

    def _name(
        self,
        at: NDArray[np.intp],
        kinds: NDArray[np.int64] | int,
        doubt: NDArray[np.floating] | float,
    ) -> None:
        """Give names; a doubt of 1 is as much as the rule allows."""
        self.kinds[at] = kinds
        self.confidence[at] = 1 - (1 - _DOUBT) * np.clip(doubt, 0, 1)

    def _name_unchanged(self) -> NDArray[np.float32]:
        """Name tiles that hardly changed; the differences from the last looks, in tolerances.

        Most cells that change at all are neighbours of what really changed.
        """
        apart = np.full(len(self.kinds), np.inf, np.float32)
        at = np.flatnonzero(self._before > EMPTY)
        now, then = self._cells[at], self._looks[at]
        apart[at] = differences(same_place(core(now), core(then)), self._skin.tolerance)
        at = at[same_inside(now, then)]
        self._name(at, self._before[at], _DOUBT)
        at = np.flatnonzero(apart <= _HARDLY * self._skin.limit)
        self._name(at, self._before[at], self._share(apart[at]))
        return apart

    def _same_as_before(self, apart: NDArray[np.float32]) -> None:
        """The tile that was there, as it last looked."""
        rest = self._rest()
        at = rest[(apart[rest] <= self._skin.limit) & self._shows[rest, self._own[rest]]]
        self._name(at, self._before[at], self._share(apart[at]))

    def _a_known_face(self) -> None:
        """A tile whose face was seen before; or the one that was there, under another badge."""
        rest, skin = self._rest(), self._skin
        rest = rest[self._shows[rest].any(axis=1)]
        if rest.size:
            face, apart = best_faces(self._cells[rest], skin.faces, skin.tolerance, skin.limit)
            fits = (apart <= skin.limit) & self._shows[rest, face]
            self._name(rest[fits], skin.kinds[face[fits]], self._share(apart[fits]))
        rest = self._rest()
        same = same_but_a_corner(self._cells[rest], self._looks[rest])
        at = rest[same & (self._before[rest] > EMPTY)]
        self._name(at, self._before[at], 1.0)

    def _share(self, apart: NDArray[np.float32]) -> NDArray[np.float32]:
        """Differences in tolerances as shares of what is allowed."""
        return apart / np.float32(max(self._skin.limit, 1e-6))

    def _in_other_colours(self) -> None:
        """A face in changed colours: the one that was there, or clearly another."""
        rest = self._rest()
        if not rest.size:
            return
        each, kinds, before = np.arange(len(rest)), self._skin.kinds, self._before[rest]
        # Smooth ground correlates with anything: what holds a tile has some contrast of its own.
        strength = self._contrasts[rest, None] / self._study.shapes.contrasts
        scores = np.where(strength > _FADED, self._scores[rest], -1)
        best = scores.argmax(axis=1)
        top = scores[each, best]
        lead = top - np.where(kinds[None] == kinds[best][:, None], -1, scores).max(axis=1)
        clear = (top > _TINTED) & (lead > _LEAD)
        still = (before > EMPTY) & (kinds[best] == before) & (top > _STILL)
        # Among faces of one shape in several colours, only the colours tell which it is.
        unclear = np.flatnonzero(still & (lead <= _LEAD))
        still[unclear] = self._nearest(rest[unclear]) == before[unclear]
        still &= ~(self._weak | self._gone)[rest]
        if self._skin.hides is not None:  # what is seen of a ground may be as bright there
            still[still] = self._study.outlined(self._cells[rest[still]], self._own[rest[still]])
        own = self._scores[rest, self._own[rest]]
        inverted = (before > EMPTY) & (own < -_INVERTED) & (top < -own)
        self.altered[rest] = inverted
        still |= inverted
        at = still | clear
        at[at] = ~self._is_plain_ground(rest[at], np.where(still, self._own[rest], best)[at])
        self._name(rest[at], np.where(still, before, kinds[best])[at], 1.0)

    def _on_other_paper(self) -> None:
        """A tile that fell to a place where the game lights it, as under the pointer."""
        rest = self._rest()
        rest = rest[self._scores[rest].max(axis=1, initial=-1) > _TINTED]
        if 0 < rest.size <= _LIT:
            kinds = repapered(self._cells[rest], self._scores[rest] > _SHOWS, self._skin)
            self._name(rest[kinds != UNKNOWN], kinds[kinds != UNKNOWN], 1.0)

    def _on_other_ground(self) -> NDArray[np.bool_]:
        """An icon that fell to where a photograph shows something else; what may be one: (N,)."""
        maybe, rest = np.zeros(len(self.kinds), np.bool_), self._rest()
        if self._skin.body is not None or not rest.size:
            return maybe
        alike, kinds = self._study.drawn(self._cells[rest], self._scores[rest]), self._skin.kinds
        face, each = alike.argmax(axis=1), np.arange(len(rest))
        best, top = kinds[face], alike.max(axis=1)
        lead = top - np.where(kinds[None] == best[:, None], -1, alike).max(axis=1)
        # What fades is drawn as it was until it is gone.
        stays = ~(self._weak[rest] & (best == self._before[rest]))
        # An icon keeps its strength on whatever ground, and in whatever light its own look.
        stays &= (self._contrasts[rest] > _WEAK * self._study.shapes.contrasts[face]) | (
            self._scores[rest][each, face] > _TINTED
        )
        shows = (top > _DRAWN) & (lead > _CLEARER)
        shows |= (top > _BARELY) & (lead > 2 * _CLEARER)
        for at in np.flatnonzero((top > _DRAWN) & ~shows & stays):
            rivals = kinds[alike[at] >= top[at] - _CLEARER]
            here, faces = self._cells[rest[at]], self._skin.faces
            seen = {kind for kind in set(rivals.tolist()) if shows_any(faces[kinds == kind], here)}
            if not seen:
                of = np.isin(kinds, rivals)
                told = by_colours(self._skin.faces[of], kinds[of], self._cells[rest[at]])
                best[at], seen = (best[at], seen) if told is None else (told, {told})
            shows[at] = seen == {best[at]}
        self._name(rest[shows & stays], best[shows & stays], 1.0)
        maybe[rest] = (top > _BARELY) & ((lead > _CLEARER) | (top > _DRAWN)) & stays
        return maybe

    def _is_plain_ground(self, at: NDArray[np.intp], face: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether cells that resemble a face, (M,), do so because it is blank, and are ground."""
        found, body = np.zeros(len(at), np.bool_), self._skin.body
        plain = np.flatnonzero(self._study.blank[face])
        if body is not None and plain.size:
            cells, ground = self._cells[at[plain]], self._plain_ground()
            found[plain] = is_nearer_ground(cells, body, ground, to_one=True)
        return found

    def _plain_ground(self) -> NDArray[np.float32]:
        """Ground as it is known on the board, and what is like it around; not bars and buttons."""
        bare, ring = self._bare(), self._ground()
        if len(bare) < ENOUGH or not len(ring):
            return ring
        return np.concatenate([bare, ring[far_from(ring, bare) <= OTHER]])

    def _nearest(self, cells: NDArray[np.intp]) -> NDArray[np.int64]:
        """Kinds of the faces nearest to cells, however far: int (M,)."""
        if not cells.size:
            return np.empty(0, np.int64)
        face, _ = best_faces(self._cells[cells], self._skin.faces, self._skin.tolerance)
        return self._skin.kinds[face]

    def _same_drawing(self) -> None:
        """The tile that was there, in another frame and on other paper, but drawn as it was.

        Of drawings that are thin little may be left in other colours, if that is like no other.
        """
        rest = self._rest_of_tiles()
        rest = rest[~self._bare_middle(rest)]
        if not rest.size:
            return
        alike, before = self._study.outlines.likeness(self._cells[rest]), self._before[rest]
        own = self._skin.kinds[None] == before[:, None]
        top, others = (np.where(some, alike, -1).max(axis=1) for some in (own, ~own))
        shows = (top > _DRAWN) | ((top > _HALF_DRAWN) & (top - others > _CLEARLY) & (others >= 0))
        self._name(rest[shows], before[shows], 1.0)
        self.altered[rest[shows]] = True

    def _beside_its_place(self) -> None:
        """The tile that was there, lifted or larger, or with another colour around it."""
        for at in self._rest_of_tiles().tolist():
            own = self._scores[at, self._own[at]]
            if self._scores[at].max() > max(_TINTED, own + _LEAD):
                continue  # what fell there may be of nearly the same shape
            if is_raised(self._skin.faces[self._own[at]], self._cells[at]):
                self._name(np.asarray([at]), self._before[at], 1.0)
                self.altered[at] = True

    def _partly_covered(self) -> None:
        """The tile that was there, of which a line leaves only a part."""
        rest = self._rest_of_tiles()
        # The edge of an empty slot can be like that of a tile; its middle is bare.
        rest = rest[~self._gone[rest] & ~self._bare_middle(rest)]
        if rest.size and self._skin.body is not None:
            # Nor is the shadow of a neighbour on the ground a line.
            cells, body, ground = self._cells[rest], self._skin.body, self._plain_ground()
            nearer = is_nearer_ground(cells, body, ground, to_one=True)
            rest = rest[(agreement(cells, body) >= _LITTLE) | ~nearer]
        if not rest.size:
            return
        shares = self._study.remains(self._cells[rest], self._own[rest])
        for at, share in zip(rest.tolist(), shares.tolist(), strict=True):
            if share > _PART:
                others = np.flatnonzero(self._study.related[self._own[at]])
                cell = np.broadcast_to(self._cells[at], (len(others), *self._cells[at].shape))
                if share > self._study.remains(cell, others).max(initial=0.0):
                    self._name(np.asarray([at]), self._before[at], 1.0)

    def _hides_middle(self, at: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether tiles named with little confidence do not show the middle of their face."""
        doubtful = at[(self.kinds[at] > EMPTY) & (self.confidence[at] <= _DOUBT)]
        both = zip(self._cells[doubtful], self._skin.faces[self._own[doubtful]], strict=True)
        hidden = [not shows_middle(cell, face) for cell, face in both]
        return np.isin(at, doubtful[np.asarray(hidden, np.bool_)])

    def _bare_middle(self, at: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether there is nothing in the middle of cells: bool (M,)."""
        return shapes_of(middle(self._cells[at])).contrasts < self._study.faint

    def _empty(self) -> None:
        """Nothing: flat, or without the body that tiles have."""
        rest, faint, body = self._rest(), self._study.faint, self._skin.body
        if not rest.size:
            return
        # A frame around an empty slot, as around what was clicked last, leaves its middle bare.
        middle_bare = self._bare_middle(rest)
        bare = (self._contrasts[rest] < faint) | (middle_bare & self._study.filled)
        if body is not None:
            lacks = np.flatnonzero(~bare)
            lacks = lacks[agreement(self._cells[rest[lacks]], body) < _LITTLE]
            bare[lacks] = middle_bare[lacks]
            lacks = lacks[~bare[lacks]]
            if lacks.size:
                bare[lacks] = is_nearer_ground(self._cells[rest[lacks]], body, self._ground())
                bare[lacks] &= ~self._is_drawn(rest[lacks])
        else:
            bare |= (self._before[rest] != UNKNOWN) & ~self._shows[rest].any(axis=1)
            bare |= self._worn[rest] | self._gone[rest]
            bare &= ~self._maybe[rest]
            for at in np.flatnonzero(bare & (self._scores[rest].max(axis=1) > _STILL)):
                # Where the ground changes under a falling tile, its inside is what stays the same.
                bare[at] = not shows_any(self._skin.faces, self._cells[rest[at]])
        bare[bare] = ~self._lies_over(rest[bare])
        self._name(rest[bare], EMPTY, self._contrasts[rest[bare]] / max(faint, 1e-6))

    def _is_drawn(self, at: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether cells show the drawing of a face, and as strongly, on whatever paper: (M,)."""
        scores = np.where(self._study.blank, -1, self._scores[at])
        strength = self._contrasts[at] / self._study.shapes.contrasts[scores.argmax(axis=1)]
        return np.asarray((scores.max(axis=1) > _PLAINLY) & (strength > _WEAK), np.bool_)

    def _lies_over(self, at: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Whether cells that show no tile show no ground either: bool (M,)."""
        if not at.size:
            return np.zeros(0, np.bool_)
        cells, bare = self._cells[at], self._bare()
        over = is_covered(cells, self._before[at], bare, lambda among: self._shaded(at[among]))
        if self._skin.body is not None:
            over[~over] = is_drawn_on(cells[~over], bare, self._skin.faces)
        return over
