"""A glance: reading a known board again, looking only at the cells that changed.

What a cell was a moment ago says much about what it is now: the same tile, the same tile drawn as
selected, nothing, or, where tiles fall, another face that was seen before.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.blanket import lies_over_all
from bot.board import EMPTY, UNKNOWN
from bot.classify import best_faces
from bot.colouring import OF_MIDDLE, drawn_shares, shares
from bot.cutting import cut, middle
from bot.displaced import is_raised, shows_middle
from bot.errors import BoardNotFoundError
from bot.frame import Frame
from bot.geometry import Cell, Lattice
from bot.ground import (
    alike_by_quarters,
    are_detailed,
    around,
    body_by_quarters,
    drawn_by_quarters,
)
from bot.lens import through
from bot.marks import marked
from bot.reading import Reading, board_of, cells_of
from bot.recoloured import STILL_ALIKE, recoloured
from bot.renaming import Renaming
from bot.ringed import may_be_ringed, ringed
from bot.shades import is_shade
from bot.study import study

_IN_SIGHT, _GONE = 0.3, 0.1
"""Share of what tiles share, or of its own look, that a quarter of a tile shows if its middle is in
sight; and that is left where something lies over it."""
_UNDRAWN, _DRAWN = 0.25, 0.7
"""Correlation with its own look, in another light, of a quarter that something lies over, and of
one that nothing does."""
_BY_OUTLINES, _AS_RIVALS, _RIVALS = 0.5, 0.65, 0.15
"""Likeness of outlines to the face that is known to be there, the same where other kinds have as
good outlines, and lead up to which they have."""
_AGAIN = 0.9
"""Confidence that a cell shows the very tile which lay elsewhere before."""
_DOUBTFUL = 0.5
"""Confidence up to which a tile was known only by a part of it, or in other colours."""


def read_again(frame: Frame, known: Reading) -> Reading:
    """Read another frame of a game whose lattice and faces are known.

    Raises
    ------
    BoardNotFoundError
        if the frame has another size than the one that was read
    """
    frame = through(known.skin.lens, frame)
    if frame.pixels.shape != known.pixels.shape:
        height, width = known.pixels.shape[:2]
        raise BoardNotFoundError(
            f"the board was found in a picture of {width} x {height}, which says nothing about "
            f"one of {frame.width} x {frame.height}: read it anew"
        )
    lattice, skin, before = known.lattice, known.skin, known.kinds
    changed = _changed_cells(frame.pixels, known.pixels, lattice)
    if skin.lens is not None and len(skin.lens.inks):
        # The lens hides what becomes of a sign in another colour.
        changed = np.union1d(changed, known.marks)
    if not changed.size:
        return replace(known, pixels=frame.pixels, outset=known.first_pixels)
    cells, last = _cut_apart(frame, lattice, changed), known.looks[changed].astype(np.float32)
    if lies_over_all(cells, last, changed, before, study(skin).faint):
        return _unseen(frame, known)
    renamed = Renaming(
        cells,
        last,
        before[changed],
        skin,
        ground=lambda: around(frame, lattice)[0],
        bare=lambda: _bare(known),
        shaded=lambda at: _shaded(cells[at], changed[at], known),
    )
    kinds = before.copy()
    kinds[changed] = renamed.kinds
    shown, copied = known.first_looks.again(cells, last, changed)
    # Where no tile is seen nothing less than a copy is one.
    other = (shown != UNKNOWN) & (shown != renamed.kinds) & (renamed.kinds != EMPTY)
    again = copied | other
    kinds[changed[again]] = shown[again]
    altered, covered = renamed.altered & ~again, renamed.covered & ~again
    lost = changed[(before[changed] > EMPTY) & (kinds[changed] <= EMPTY)]
    lost = lost[recoloured(frame, known, lost, before[lost])]
    kinds[lost] = before[lost]
    alone = lost[_lacks_twin(frame, known, kinds, lost)]
    kinds[alone], lost = EMPTY, np.setdiff1d(lost, alone)
    shape = lattice.rows, lattice.cols
    marks = marked(
        cells, last, changed, before=before.reshape(shape), now=kinds.reshape(shape), skin=skin
    )
    # Another tile of the same kind, as it was elsewhere, is not the one that was here, and marked.
    marks = (marks & ~copied) | np.isin(changed, lost)
    stays = (kinds[changed] == before[changed]) & (kinds[changed] > EMPTY) & ~copied
    # What comes and goes inside a line is no reason to forget it, and what lay over a tile none to
    # see one. Where a mark is seen in the tile itself, none is looked for around it.
    bare = changed[stays & ~marks]
    if np.isin(bare, known.marks).any() or may_be_ringed(frame.pixels, known.pixels, lattice, bare):
        marks |= np.isin(changed, ringed(frame.pixels, lattice, kinds))
    if skin.body is None:
        # Around an icon there is only ground, which need not change when the icon does.
        marks |= altered
    # What covers a tile, a dialog or a banner, is not how the tile looks.
    plain = ~(marks & (kinds[changed] == before[changed])) & (kinds[changed] != UNKNOWN)
    plain &= ~covered
    looks = known.looks.copy()
    looks[changed[plain]] = _not_drifting(cells, last, stays)[plain]
    # Nor is how the tile looked that lay there before: another one fell under what covers it.
    for at in np.flatnonzero(covered & (kinds[changed] != before[changed])):
        faces = skin.faces[skin.kinds == kinds[changed[at]]]
        looks[changed[at]] = faces[best_faces(cells[at][None], faces, skin.tolerance)[0][0]]
    confidence = known.confidence.copy()
    confidence[changed] = renamed.confidence
    confidence[changed[again]] = np.maximum(renamed.confidence[again], _AGAIN)
    confidence[lost] = STILL_ALIKE  # that they are empty was sure
    selected = np.concatenate([np.setdiff1d(known.marks, changed), changed[marks]])
    return replace(
        known,
        board=board_of(kinds, lattice),
        selected=cells_of(selected, lattice),
        pixels=frame.pixels,
        looks=looks,
        confidence=confidence,
        outset=known.first_pixels,
    )


def _lacks_twin(
    frame: Frame, known: Reading, kinds: NDArray[np.int64], some: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Whether some tiles, (M,), are one too many of their kinds, (N,), and no other may be: (M,).

    What is left of a sign whose twin has gone is a part of the picture behind it.
    """
    unread = np.flatnonzero(kinds == UNKNOWN)
    found = np.zeros(len(some), np.bool_)
    for at, kind in enumerate(kinds[some].tolist()):
        # Of two that may both be there it cannot be told which is not.
        if np.count_nonzero(kinds == kind) % 2 and np.count_nonzero(kinds[some] == kind) == 1:
            found[at] = not recoloured(frame, known, unread, np.full(len(unread), kind)).any()
    return found


def _unseen(frame: Frame, known: Reading) -> Reading:
    """What is known where nothing is seen: which cells were empty, and how they looked."""
    kinds = np.where(known.kinds == EMPTY, EMPTY, UNKNOWN)
    return replace(
        known,
        board=board_of(kinds, known.lattice),
        selected=(),
        pixels=frame.pixels,
        confidence=np.zeros_like(known.confidence),
        outset=known.first_pixels,
    )


def is_seen(
    frame: Frame, reading: Reading, cell: Cell, kind: int, first: Reading | None = None
) -> bool:
    """Whether a tile is seen as it is known.

    One that could never be read is seen if nothing lies over it; and one that cannot be read where
    it lies now, if it resembles what it is known to be.

    Parameters
    ----------
    frame, reading, cell, first
        as for `is_bare`
    kind
        as it is known
    """
    seen = reading.board[cell]
    if seen == UNKNOWN != kind:
        return resembles(frame, reading, cell, kind)
    return seen != EMPTY and kind in {seen, UNKNOWN} and is_bare(frame, reading, cell, first)


def is_bare(frame: Frame, reading: Reading, cell: Cell, first: Reading | None = None) -> bool:
    """Whether nothing lies over the middle of a tile, as far as can be told.

    The edge of a message may hide the middle of a tile of which enough is seen to know it. A tile
    that cannot be named is told by what all tiles share; where they share nothing it cannot be.

    Parameters
    ----------
    frame, reading
        a picture, and what was read of it
    cell
        holds a tile
    first
        of the same board, when nothing lay over it
    """
    number, body = cell.row * reading.lattice.cols + cell.col, reading.skin.body
    kind, doubtful = reading.board[cell], reading.confidence[number] <= _DOUBTFUL
    seen = cut(frame, reading.lattice, np.asarray([number], np.intp))[0]
    if first is not None and kind == first.board[cell] != UNKNOWN:
        # On a photograph a tile may look unlike its kind wherever it lies.
        doubtful = doubtful and not shows_middle(seen, first.looks[number].astype(np.float32))
    if body is not None and kind == UNKNOWN:
        return bool((body_by_quarters(seen, body) >= _IN_SIGHT).all())
    if body is not None and first is not None and kind in first.board.kinds:
        # Where tiles fall this one may have lain elsewhere; any of its kind looked like it.
        same = number if first.board[cell] == kind else first.board.kinds.index(kind)
        look = first.looks[same].astype(np.float32)
        shares = alike_by_quarters(seen, look)
        # A mark or another light changes all of a tile; the edge of a message hides a part of it.
        marked = cell in reading.selected or (shares < _IN_SIGHT).all()
        drawn, gone = drawn_by_quarters(seen, look), shares < _GONE
        if same != number:
            # Where light differs from place to place one that fell has other colours by now.
            gone &= ~((drawn > _DRAWN) & are_detailed(look))
        if gone.any() and not marked:
            return False
        if (shares < _IN_SIGHT).all() and drawn.min() < _UNDRAWN and drawn.max() > _DRAWN:
            return False
    faces = reading.skin.faces[reading.skin.kinds == kind]
    return (
        not doubtful
        or kind == UNKNOWN
        or any(shows_middle(seen, face) or is_raised(face, seen) for face in faces)
        or resembles(frame, reading, cell, kind)
    )


def resembles(frame: Frame, reading: Reading, cell: Cell, kind: int) -> bool:
    """Whether what cannot be named is drawn like a kind, and clearly like no other, of bare icons.

    On a photograph one may look little like itself for as long as it lies in a place.
    """
    skin = reading.skin
    if skin.body is not None or kind not in skin.kinds:
        return False
    number = cell.row * reading.lattice.cols + cell.col
    seen = cut(frame, reading.lattice, np.asarray([number], np.intp))
    alike = study(skin).outlines.likeness(seen)[0]
    own = float(alike[skin.kinds == kind].max())
    other = float(alike[skin.kinds != kind].max(initial=0.0))
    # On whatever ground, what is drawn keeps its colours unless a veil lies over it.
    faces = skin.faces[skin.kinds == kind]
    coloured = max(shares(faces, seen[0]).max(), drawn_shares(faces, seen[0]).max()) > OF_MIDDLE
    drawn = own > (_BY_OUTLINES if own > other + _RIVALS else _AS_RIVALS)
    return coloured and drawn and own > other - _RIVALS


def _bare(known: Reading) -> NDArray[np.float32]:
    """The empty cells as they last looked: (B, h, w, 3)."""
    return np.asarray(known.looks[known.kinds == EMPTY], np.float32)


def _shaded(
    cells: NDArray[np.float32], numbers: NDArray[np.intp], known: Reading
) -> NDArray[np.bool_]:
    """Which cells have the colour of the ground that the first picture shows around their place."""
    places = list(cells_of(numbers, known.lattice))
    return is_shade(cells, places, _bare(known), *around(Frame(known.first_pixels), known.lattice))


def _not_drifting(
    cells: NDArray[np.float32], last: NDArray[np.float32], stays: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """How cells look from now on: a tile that stays keeps the middle that it had.

    Or one that fades, a little from picture to picture, would be taken to be there for ever. Around
    it shadows go with the neighbours that threw them.
    """
    looks = cells.copy()
    middle(looks)[stays] = middle(last)[stays]
    return looks


def _changed_cells(
    now: NDArray[np.uint8], before: NDArray[np.uint8], lattice: Lattice
) -> NDArray[np.intp]:
    """Numbers of the cells of which any pixel changed."""
    left, top, right, bottom = lattice.bounds()
    x = np.rint(np.linspace(left, right, lattice.cols + 1)).astype(int).clip(0, now.shape[1])
    y = np.rint(np.linspace(top, bottom, lattice.rows + 1)).astype(int).clip(0, now.shape[0])
    changed = []
    for row in range(lattice.rows):
        part = slice(y[row], y[row + 1]), slice(x[0], x[-1])
        if _differ(now[part], before[part]):
            apart = cv2.absdiff(now[part], before[part]).max(axis=0).any(axis=1)
            count = np.concatenate([[0], np.cumsum(apart)])[x - x[0]]
            changed.append(row * lattice.cols + np.flatnonzero(np.diff(count)))
    return np.concatenate(changed) if changed else np.empty(0, np.intp)


def _differ(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> bool:
    """Whether any value of two pictures differs; several times as fast as comparing arrays."""
    return bool(a.size) and cv2.norm(a, b, cv2.NORM_INF) > 0


def _cut_apart(frame: Frame, lattice: Lattice, chosen: NDArray[np.intp]) -> NDArray[np.float32]:
    """The cells, in order, cut out a run at a time, for what lies between them costs time, too."""
    row, col = np.divmod(chosen, lattice.cols)
    ends = np.flatnonzero((np.diff(row) != 0) | (np.diff(col) != 1)) + 1
    return np.concatenate([cut(frame, lattice, run) for run in np.split(chosen, ends)])
