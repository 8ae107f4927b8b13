"""A closer look at the tiles of a kind: faces that differ in a stroke are two.

Spade and club of a dozen pixels differ in two or three of them. In the mean of an area that is less
than what tiles differ by which a game has drawn between two pixels. But that is known: it is the
slope of the drawing times the way that the tile lies beside its place. Once that is taken off, as
is what the ground explains, hardly anything is left of equal faces, and a stroke stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist, squareform

from bot.board import EMPTY
from bot.channels import worst_channel
from bot.cutting import core, usual_look
from bot.marked import outliers, unlike_most
from bot.seams import bare_sides
from bot.sense import even_handed
from bot.silhouettes import AREA, STROKE, hidden
from bot.under import Under, Ways, dot

_INNER = 0.16
"""Share of a cell without its edges left out at each side: rims, and marks along them."""
_SEEN, _CLEARLY = 25.0, 1.8
"""Grey levels that a stroke differs by at least, and how many times more than tiles of one face
do."""
_MOSTLY = 90
"""Percentile of the most that tiles of one kind differ by, over all kinds."""
_WITHIN = 1.5
"""How many times more than that a stroke differs by if only what hides the ground is looked at."""
_STILL, _STAYS = 1.3, 10.0
"""The same, at least, once what the ground explains is taken off, which takes some of a stroke; and
grey levels that stay of one."""
_OUTER, _TOGETHER, _TWICE = 0.05, 3, 2
"""The share that is left out where strokes near the edges are looked for; kinds that show such at
least, if any does; and how many times commoner than the rarest they are, for each is two."""
_BAND, _FADED = 8, 0.1
"""Share, one in so many, of what is looked at in which a frame fades out, at each side; and share
of what it differs by at the edge that is left there."""
_INK, _BOLDLY = 0.5, 0.33
"""Percentile of what differs, and of what is drawn, that tells how bold it is; and share of the
second that the first is at least if it is of a face: a tile that shines through has less."""
_FEWEST, _MOST = 4, 48
"""Tiles of a kind that may be two, and of one that is looked at."""


def told_apart(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    under: Under | None = None,
    grounds: Sequence[Under] = (),
) -> NDArray[np.int64]:
    """The kinds, where one whose tiles show several faces is as many.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    under : the ground under them, where it is seen and varies
    grounds : the same, told in one way or several, for `sprites.hidden`
    """
    inner, tiles = core(cells), np.flatnonzero(kinds > 0)
    marks = tiles[outliers(unlike_most(cells[tiles]))]
    ground = None if under is None else under.core()
    if grounds:
        kinds = _told(kinds, inner, marks, ground, hidden_from=[each.core() for each in grounds])
    return _told(kinds, inner, marks, ground)


def _told(
    kinds: NDArray[np.int64],
    inner: NDArray[np.float32],
    marks: NDArray[np.intp],
    ground: Under | None = None,
    *,
    hidden_from: Sequence[Under] = (),
) -> NDArray[np.int64]:
    """The same, told by all of the tiles but their edges, or by what surely hides the ground.

    Parameters
    ----------
    kinds, inner : as there, of cells without their edges
    marks : int array of shape (M,); tiles that are marked
    ground : what lies under the tiles, if it is to explain none of what they are told by
    hidden_from : the ground, if only what hides it is to tell; then it explains something where
        the faces lie on grounds of as many colours, for what a drawing encloses may be ground
    """
    found, (rows, cols) = kinds.copy(), _inside(inner)
    parts: list[tuple[NDArray[np.intp], NDArray[np.int64], float]] = []
    usual: list[float] = []
    plain: list[tuple[NDArray[np.intp], NDArray[np.bool_] | None]] = []
    for every in _several(kinds):
        alike, marked = _without_mark(every, marks)
        drawn = hidden(hidden_from, alike)[rows, cols] if hidden_from else None
        if drawn is not None and drawn.mean() <= AREA:
            continue
        if _most(inner[alike]) <= _SEEN:
            plain.append((alike, drawn))
            continue
        face, least, most = _faces(_apart(_left(inner[alike], drawn), None), odd=len(marked))
        usual.append(most)
        if not least > 0 or _is_mark(inner[alike], face, np.isin(alike, marks)):
            continue
        below = None if ground is None else ground[alike]
        if below is not None and (drawn is None or _differ_below(below, face)):
            least = least if _holds(inner[alike], below, face) else 0.0
        if least > 0:
            odd = np.flatnonzero(np.bincount(face) % 2)
            parts.append((np.append(alike, marked), np.append(face, odd), least))
    if parts:
        usual += [_faces(_apart(_left(inner[alike], drawn), None))[2] for alike, drawn in plain]
    clearly = _WITHIN if hidden_from else _CLEARLY
    for alike, face, least in _as_dealt(kinds, parts):
        if least > clearly * float(np.percentile(usual, _MOSTLY)):
            found[alike[face > 1]] = found.max() + face[face > 1] - 1
    return found


def _as_dealt(
    kinds: NDArray[np.int64], parts: list[tuple[NDArray[np.intp], NDArray[np.int64], float]]
) -> list[tuple[NDArray[np.intp], NDArray[np.int64], float]]:
    """Those of the parts that the deal allows.

    What leaves some of the kinds of an even-handed deal in parts that are not as large as each
    other is not the face: squares of two colours, say, lie under them as it happens.
    """
    sizes = np.bincount(kinds[kinds > 0])
    if not even_handed(sizes):
        return parts
    dealt = int(np.bincount(sizes[sizes > 0]).argmax())
    whole = [len(face) == dealt for _, face, _ in parts]
    uneven = [np.ptp(np.bincount(face)[1:]) > 0 for _, face, _ in parts]
    if not any(a and b for a, b in zip(whole, uneven, strict=True)):
        return parts
    return [part for part, is_whole in zip(parts, whole, strict=True) if not is_whole]


def shows_another(pair: NDArray[np.float32], tiles: NDArray[np.float32]) -> bool:
    """Whether tiles that a frame or a glow marks show another face than some others do.

    Parameters
    ----------
    pair, tiles : float32 arrays of shape (M, h, w, 3) and (K, h, w, 3), RGB
    """
    inner = core(np.concatenate([pair, tiles]))
    face = np.repeat(np.asarray([1, 2], np.int64), (len(pair), len(tiles)))
    apart = _apart(_left(inner), None)
    one, other = np.triu_indices(len(apart), 1)
    pairs, same = apart[one, other], face[one] == face[other]
    clearly = max(_SEEN, _CLEARLY * float(pairs[same].max(initial=0)))
    return bool(pairs[~same].min() > clearly) and not _is_mark(inner, face, face == 1)


def told_by_rims(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], cols: int
) -> NDArray[np.int64]:
    """The kinds, where several whose tiles differ in strokes near their edges are twice as many.

    As where signs stand alone and between two lines. Marks, and neighbours that have gone, show
    there as well: of no kind are two parts told only by which tiles lie beside empty cells, and it
    is believed of several kinds together, or of none.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    cols : columns of the lattice
    """
    inner, bare = core(cells), bare_sides(kinds.reshape(-1, cols) != EMPTY)
    within = np.flatnonzero(~bare.any(axis=1))
    parts, usual = list[tuple[NDArray[np.intp], NDArray[np.int64], float]](), list[float]()
    rarest = np.unique(kinds[kinds > 0], return_counts=True)[1].min(initial=len(kinds))
    for alike in (each for each in _several(kinds) if len(each) >= _TWICE * rarest):
        face, least, most = _faces(_apart(_left(inner[alike], share=_OUTER), None))
        usual.append(most)
        inside = np.unique(face[np.isin(alike, within)])
        if least > 0 and len(inside) == face.max():
            parts.append((alike, face, least))
    clear = [each for each in parts if each[2] > _CLEARLY * np.percentile(usual, _MOSTLY)]
    found = kinds.copy()
    for alike, face, _ in clear if len(clear) >= _TOGETHER else ():
        found[alike[face > 1]] = found.max() + face[face > 1] - 1
    return found


def _is_mark(
    cells: NDArray[np.float32], face: NDArray[np.int64], marked: NDArray[np.bool_]
) -> bool:
    """Whether a mark may be all that sets some tiles of a kind, (M, h, w, 3), apart from the rest.

    A frame or a glow is not, if it shows along the edges, fades out there, and strokes differ
    further in, in whatever light, nearly as boldly as what is drawn. Nor is another paper, if
    strokes differ so.
    """
    rows, cols = _inside(cells)
    y, x = (max(2, (each.stop - each.start) // _BAND) for each in (rows, cols))
    edge, within, fading = (np.zeros(cells.shape[1:3], np.bool_) for _ in range(3))
    edge[[0, -1]] = edge[:, [0, -1]] = within[rows, cols] = fading[rows, cols] = True
    fading[rows.start + y : rows.stop - y, cols.start + x : cols.stop - x] = False
    for one in np.unique(face):
        if not marked[face == one].all():
            continue
        look, usual = usual_look(cells[face == one]), usual_look(cells[face != one])
        paper = np.median((look - usual)[within], axis=0)
        apart = look - _in_light_of(usual, look, within)
        apart = worst_channel(np.abs(apart - np.median(apart[within], axis=0)))
        frame = float(np.median(apart[edge]))
        low, high = np.percentile(usual[within], (_INK, 100 - _INK), axis=0)
        strokes = float(np.percentile(apart[within], 100 - _INK))
        faint = strokes < _BOLDLY * float((high - low).max())
        if frame < _SEEN:
            faint |= np.abs(paper).max() < _SEEN
        else:
            faint |= np.median(apart[fading]) > _FADED * frame
        if faint:
            return True
    return False


def _in_light_of(
    usual: NDArray[np.float32], look: NDArray[np.float32], within: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """A face, (h, w, 3), as bright and as strong in each colour as another is in some pixels."""
    ink, other = usual[within] - usual[within].mean(axis=0), look[within].mean(axis=0)
    strength = (ink * (look[within] - other)).sum(axis=0) / np.maximum((ink * ink).sum(axis=0), 1)
    return np.asarray((usual - usual[within].mean(axis=0)) * strength + other, np.float32)


def _without_mark(
    alike: NDArray[np.intp], marks: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The tiles of a kind without the only one of it that is marked, if one is, and that one.

    It differs from all; what face it shows is told by their numbers.
    """
    marked = np.intersect1d(alike, marks)
    if len(marked) != 1:
        return alike, alike[:0]
    return np.setdiff1d(alike, marked), marked


def _several(kinds: NDArray[np.int64]) -> Iterator[NDArray[np.intp]]:
    """The tiles of each kind that may be several."""
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    for name in names[(counts >= _FEWEST) & (counts <= _MOST)]:
        yield np.flatnonzero(kinds == name)


def _inside(cells: NDArray[np.float32], share: float = _INNER) -> tuple[slice, slice]:
    """Rows and columns of cells, (M, h, w, 3), that are looked at; a share at each side is not."""
    y, x = (max(2, round(side * share)) for side in cells.shape[1:3])
    return slice(y, cells.shape[1] - y), slice(x, cells.shape[2] - x)


def _most(cells: NDArray[np.float32]) -> float:
    """Grey levels that no stroke of any two tiles of a kind, (M, h, w, 3), can differ by more."""
    rows, cols = _inside(cells)
    part = cells[:, rows, cols]
    spread = cv2.blur(part.max(axis=0) - part.min(axis=0), (STROKE, STROKE))
    return float(np.sqrt((spread * spread).sum(axis=-1).max()))


def _left(
    cells: NDArray[np.float32], drawn: NDArray[np.bool_] | None = None, share: float = _INNER
) -> NDArray[np.float32]:
    """What the tiles of a kind differ by from their usual look, strokes only, (M, h, w, 3).

    Or nothing but where they are drawn, bool (h, w), in the brightness that they have there.
    """
    rows, cols = _inside(cells, share)
    if drawn is None or not drawn.any():
        return _strokes(_rest(cells, rows, cols, np.ones_like(cells[0, rows, cols, 0], np.bool_)))
    return _strokes(_rest(cells, rows, cols, drawn)) * drawn[..., None]


def _strokes(left: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is left of a difference, (M, h, w, 3), that is as large as a stroke."""
    return np.stack([cv2.blur(each, (STROKE, STROKE)) for each in left])


def _apart(left: NDArray[np.float32], ground: Under | None) -> NDArray[np.float32]:
    """How far tiles are from each other where they differ most: (M, M), grey levels.

    Parameters
    ----------
    left : float32 array of shape (M, h, w, 3), from `_left`
    ground : what lies under it, if that is not to count
    """
    apart = np.zeros((len(left), len(left)), np.float32)
    for at in range(len(left) - 1):
        others = slice(at + 1, None)
        differ = np.ascontiguousarray(np.moveaxis(left[others] - left[at], -1, 0))
        if ground is None:
            size = np.sqrt(dot(differ, differ))
        else:
            way = np.ascontiguousarray(
                np.moveaxis(ground.colour[others] - ground.colour[at], -1, 0)
            )
            size = Ways.of(way).beyond(differ)
            np.minimum(size, np.maximum(ground.apart[others], ground.apart[at]), out=size)
        apart[at, others] = size.max(axis=(1, 2))
    return apart + apart.T


def _differ_below(ground: Under, face: NDArray[np.int64]) -> bool:
    """Whether the ground under tiles, (M,), has one colour for each face, and another for others.

    As where they lie on the squares of a chessboard; and now and then on a photograph, by chance.
    """
    colours = np.asarray(ground.colour.mean(axis=(1, 2)), np.float64)
    pairs = pdist(colours, "chebyshev")
    one, other = np.triu_indices(len(face), 1)
    same = face[one] == face[other]
    return bool(pairs[~same].min(initial=np.inf) > max(_SEEN, pairs[same].max(initial=0)))


def _holds(cells: NDArray[np.float32], ground: Under, face: NDArray[np.int64]) -> bool:
    """Whether tiles, (M, h, w, 3), are farther apart across faces if the ground does not count.

    Their places and brightness are taken off, or not, as makes them less far apart: where they lie
    on squares of two colours these are told wrongly.
    """
    inside = _inside(cells)
    part, whole = ground.part(*inside), np.ascontiguousarray(cells[:, inside[0], inside[1]])
    apart = np.minimum(_apart(_left(cells), part), _apart(_strokes(whole), part))
    one, other = np.triu_indices(len(apart), 1)
    pairs, same = apart[one, other], face[one] == face[other]
    return bool(pairs[~same].min() > max(_STILL * pairs[same].max(), _STAYS))


def _rest(
    cells: NDArray[np.float32], rows: slice, cols: slice, drawn: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """What tiles differ by from their usual look, but for their place and brightness.

    How far a tile lies beside its place is told by least squares from the slopes of the drawing
    (B. D. Lucas and T. Kanade, "An iterative image registration technique", IJCAI 1981).

    Returns
    -------
    left : float32 array of shape (M, h, w, 3), grey levels; of those rows and columns
    """
    usual = usual_look(cells)
    across, down = (np.gradient(usual, axis=axis)[rows, cols] for axis in (1, 0))
    slopes, own = np.stack([down.ravel(), across.ravel()]), np.stack([down[drawn], across[drawn]])
    own = own.reshape(2, -1)
    solve = np.linalg.pinv(own @ own.T) @ own
    left = np.empty((len(cells), *down.shape), np.float32)
    for cell, rest in zip(cells, left, strict=True):
        apart = cell[rows, cols] - usual[rows, cols]
        way = solve @ apart[drawn].ravel()
        whole = np.rint(way).clip(-1, 1).astype(int)
        if whole.any():
            moved = np.roll(cell, (int(whole[0]), int(whole[1])), axis=(0, 1))
            apart = moved[rows, cols] - usual[rows, cols]
            way = solve @ apart[drawn].ravel()
        apart = apart - (way.clip(-1, 1) @ slopes).reshape(apart.shape)
        rest[...] = apart - np.median(apart[drawn], axis=0)
    return left


def _faces(apart: NDArray[np.float32], odd: int = 0) -> tuple[NDArray[np.int64], float, float]:
    """Which of several faces tiles show, from 1, by how far they are from each other.

    As few clusters (average linkage) as make all of them even and clearly closer within than any
    two are to each other. Also the least that two of them are apart, or 0 if all are one face; and
    the most that tiles of one face are. Of as many clusters as are to be `odd` each lacks a tile,
    and shows what it has in common by two at least.
    """
    pairs = squareform(apart, checks=False)
    tree = linkage(pairs, "average")
    one, other = np.triu_indices(len(apart), 1)
    for count in range(2, len(apart) // 2 + 1):
        face = fcluster(tree, count, "maxclust")
        sizes = np.bincount(face)
        if (sizes % 2).sum() != odd or (sizes == 1).any() or face.max() < count:
            continue
        same = face[one] == face[other]
        least, most = float(pairs[~same].min()), float(pairs[same].max())
        if least > max(_SEEN, _CLEARLY * most):
            return np.asarray(face, np.int64), least, most
    return np.ones(len(apart), np.int64), 0.0, float(pairs.max(initial=0))
