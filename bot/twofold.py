"""Kinds that are two, and kinds that are one: what outlines say of the groups that were found.

Faces that differ in a small part of their drawing, spade and club, may be taken for one kind; and a
hint, which marks both tiles of a pair alike, makes them a kind of their own. Outlines see what is
drawn better than areas do, but change, too, with the ground behind a face; so they are asked only
where the numbers of tiles, or their rims, speak for it, and are believed if areas agree.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

from bot.board import EMPTY, UNKNOWN
from bot.channels import worst_channel
from bot.closeup import shows_another
from bot.cutting import middle, usual_look
from bot.distances import squared
from bot.halves import LEAST, Halves, areas_agree, aside, lie_on_others, parted_sharply
from bot.marked import outliers, unlike_most
from bot.outlines import Outlines
from bot.rims import rim_differences
from bot.swatches import of_one_colour

_COMMONER, _COMMON = 1.5, 75
"""How many times commoner than other kinds one is that may be two, and percentile of these."""
_FAR, _TIMES = 0.1, 2.0
"""Unlikeness of the outlines of two faces, and how many times more than usual among tiles of one
face that is, at least."""
_BESIDE = 0.45
"""Share of that which is left, at least, if one is moved to where it is most like the other."""
_HALF = 0.3
"""Share of the tiles that show the rarer of the two, at least."""
_EVEN = 0.01
"""Unlikeness that says nothing."""
_SEVERAL, _MOSTLY = 6, 0.5
"""Kinds that tell how many tiles each was dealt, and share of them that has so many."""
_SHARPLY = 3.0
"""How many times farther apart tiles of two faces are than the cores of each are within."""
_FAR_COMMONER = 2.5
"""How many times commoner than others a kind is that is surely several."""
_CLEARLY = 0.6
"""Of a few tiles, share of the limit by which two faces usually differ."""
_HINTED, _FAIRLY, _SURELY, _EQUAL, _LEAD = 0.5, 0.85, 0.9, 0.95, 0.15
"""Likeness of marked tiles to the face they show: where pairs are rare, where many are left, and
where that makes a kind commoner than others or other faces are shaped alike, or all other kinds
are pairs; and lead over any other shape."""
_AHEAD, _FRAMED = 0.1, 8.0
"""Lead over any other shape of tiles that are like those of no other colour; and grey levels by
which their rims differ from those of their kind, at least."""
_THROUGH = 0.3, 0.85
"""Shares of the colours of a tile that are seen through the veil of a mark."""
_OTHERWISE, _HALF_CHANGED = 24.0, 0.5
"""Grey levels, in any channel, by which a pixel shows something else; and share of those changed
by a mark that no other face shows so."""
_MANY_PAIRS = 0.25
"""Share of the kinds that have two tiles, where many pairs are left."""
_CLEAR = 0.5
"""Share of the squared difference from the next face in the same shape that is clearly less."""
_HELD, _FRESH, _RARE, _MARKS, _OFTEN = 0.4, 0.9, 0.25, 4, 0.25
"""Share of the cells of a line of the board that hold a tile, share of all on a board nearly as it
was dealt, share of its kinds, if they are more than two, that may be as small as a part of one,
and how many at most, for few are marked; and share that are as large as all of it."""
_PART, _ALONE = 0.9, 0.15
"""Likeness of a part to the kind that it is of, and lead over any other that has room for it; less
likeness joined two kinds of which there were no more tiles."""


def parted(
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    apart: Callable[[NDArray[np.intp]], NDArray[np.float32]],
    limit: float,
) -> NDArray[np.int64]:
    """The kinds, where one that shows two faces is two.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    apart : how far some tiles are from each other, (M, M) from their numbers (M,)
    limit : how far, at most, tiles of one face are
    """
    found = parted_sharply(kinds, cells, apart)
    names, counts = np.unique(found[found > 0], return_counts=True)
    common = _COMMONER * np.percentile(counts, _COMMON) if len(counts) else 0
    dealt = _dealt(counts)
    asked = names[(counts >= common) | ((counts > dealt) & bool(dealt))].tolist()
    while asked:
        tiles = np.flatnonzero(found == asked.pop())
        part = _part(cells[tiles])
        if part.size and areas_agree(apart(tiles), part, _CLEARLY * limit):
            found[tiles[part]] = found.max() + 1
            asked += [n for n in set(found[tiles].tolist()) if (found == n).sum() >= common]
            continue
        faces = np.ones(len(tiles), np.int64)
        if dealt and len(tiles) % dealt == 0:
            faces = _by_cores(cells[tiles], apart(tiles), len(tiles) // dealt)
        if faces.max(initial=1) == 1 and len(tiles) >= _FAR_COMMONER * common / _COMMONER:
            faces = _by_areas(apart(tiles), limit)
        found[tiles[faces > 1]] = found.max() + faces[faces > 1]
    return found


def _dealt(counts: NDArray[np.int64]) -> int:
    """How many tiles each kind has in an even-handed deal; 0 if it is none.

    As many as most have; the others have so many times as many, for they are several.
    """
    if len(counts) < _SEVERAL:
        return 0
    most = int(np.bincount(counts).argmax())
    is_dealt = most >= LEAST and not (counts % most).any()
    return most if is_dealt and (counts == most).mean() > _MOSTLY else 0


def _by_cores(
    cells: NDArray[np.float32], apart: NDArray[np.float32], count: int
) -> NDArray[np.int64]:
    """Which of so many faces of equally many tiles are shown, from 1; all the same if not clear.

    Most tiles of a face are alike, by far more than those of two. The others, which are drawn
    otherwise for a moment, tilted say, are each of the face that they are nearest to, usually.
    """
    one, size = np.ones(len(apart), np.int64), len(apart) // count
    tree = linkage(squareform(apart, checks=False), "average")
    for cut in range(count, len(apart)):
        cluster = fcluster(tree, cut, "maxclust")
        names = np.argsort(-np.bincount(cluster), kind="stable")[:count]
        cores = [np.flatnonzero(cluster == name) for name in names]
        if min(map(len, cores)) <= size / 2:
            continue
        within = max(float(apart[np.ix_(core, core)].max()) for core in cores)
        across = min(float(apart[np.ix_(a, b)].min()) for a, b in combinations(cores, 2))
        if across > _SHARPLY * max(within, _EVEN):
            far = np.stack([apart[:, core].mean(axis=1) for core in cores])
            face = far.argmin(axis=0) + 1
            is_dealt = (np.bincount(face)[1:] == size).all()
            is_one = any(_is_one_face(cells[a], cells[b]) for a, b in combinations(cores, 2))
            return face if is_dealt and not is_one else one
    return one


def _is_one_face(some: NDArray[np.float32], others: NDArray[np.float32]) -> bool:
    """Whether two lots of tiles show one face, on another ground or a part of a pixel aside."""
    if lie_on_others(some, others):
        return True
    looks = np.stack([usual_look(some), usual_look(others)])
    usual = 1 - float(Outlines.of(looks[:1]).likeness(looks[1:]).max())
    return usual > _EVEN and aside(some, others) <= _BESIDE * usual


def _by_areas(apart: NDArray[np.float32], limit: float) -> NDArray[np.int64]:
    """Which of several faces tiles show, from 1, by areas alone; all the same if it is not clear.

    As few clusters as make all of them even and closer within than any two are to each other; and
    these are apart by a good part of the limit up to which tiles are of one kind.
    """
    tree = linkage(squareform(apart, checks=False), "average")
    one, other = np.triu_indices(len(apart), 1)
    least = _CLEARLY * limit
    for count in range(2, len(apart) // 2 + 1):
        face = fcluster(tree, count, "maxclust")
        same = face[one] == face[other]
        even = not (np.bincount(face) % 2).any()
        if (
            even
            and not same.all()
            and apart[one, other][~same].min() > max(apart[one, other][same].max(), least)
        ):
            return np.asarray(face, np.int64)
    return np.ones(len(apart), np.int64)


def _part(cells: NDArray[np.float32]) -> NDArray[np.intp]:
    """Which of the tiles of a kind show another face than the others; none if all show one."""
    none = np.empty(0, np.intp)
    if len(cells) < LEAST:
        return none
    two = Halves.of(cells)
    fair = min(len(two.one), len(two.other)) >= _HALF * len(cells)
    clear = two.usual > _FAR and two.usual + _EVEN > _TIMES * (two.within + _EVEN)
    if not (fair and two.is_even and clear):
        return none
    moved = aside(cells[two.one], cells[two.other])
    return two.one if moved > _BESIDE * two.usual else none


def with_hints(
    kinds: NDArray[np.int64], cells: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """The kinds, where a pair that a hint has marked is of the kind it shows, and such tiles.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    """
    none = np.empty(0, np.intp)
    tiles = np.flatnonzero(kinds > 0)
    pair = tiles[outliers(unlike_most(cells[tiles]))]
    if not pair.size:
        return _with_frames(kinds, cells)
    if len(pair) != 2 or len(set(kinds[pair])) > 1:
        return kinds, none
    own = int(kinds[pair[0]])
    names, counts = np.unique(kinds[tiles], return_counts=True)
    others = names != own
    if counts[~others] != 2 or np.count_nonzero(others) < 2:
        return kinds, none
    names, counts = names[others], counts[others]
    faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
    scores = Outlines.of(faces).likeness(cells[pair]).min(axis=0)
    near = np.flatnonzero(scores > max(_HINTED, float(scores.max()) - _LEAD))
    if not near.size:
        return kinds, none
    # Among faces of one shape the colours tell, in the middle, where marks change them least.
    inside = np.ascontiguousarray(middle(faces[near]))
    apart = squared(np.ascontiguousarray(middle(cells[pair])), inside, None).max(axis=0)
    best = int(apart.argmin())
    name, score = int(names[near[best]]), float(scores[near[best]])
    clear = len(near) == 1 or apart[best] <= _CLEAR * np.delete(apart, best).min()
    clear &= score >= _SURELY or not _too_common(kinds, name)
    # Where many pairs are left, the two may be the last of their kind.
    many = (counts == 2).mean() > _MANY_PAIRS
    own_face = _is_drawn_so(cells[pair], faces, int(near[best]))
    # On a board of nothing but pairs they are one more, unless they are no less than equal.
    pairs = len(counts) >= _SEVERAL and bool((counts == len(pair)).all()) and score < _EQUAL
    unsure = (many and not clear) or own_face or pairs
    if unsure or shows_another(cells[pair], cells[kinds == name]):
        return kinds, none if unsure else pair
    found = kinds.copy()
    enough = score >= (_FAIRLY if len(near) == 1 else _SURELY)
    found[pair] = name if clear and (enough or not many) else UNKNOWN
    return found, pair


def _with_frames(
    kinds: NDArray[np.int64], cells: NDArray[np.float32]
) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """As `with_hints`, where tiles have so many colours that a mark is like the rims of some.

    The two show the face of another kind, in shape and in colours, and their rims are like each
    other's and not like those of that kind. Nothing is told if more pairs than one are so.
    """
    names, counts = np.unique(kinds[kinds > 0], return_counts=True)
    few = names[counts == 2]
    marks: list[tuple[NDArray[np.intp], int]] = []
    if len(names) > 2 and len(few) <= _MANY_PAIRS * len(names):
        faces = np.asarray([usual_look(cells[kinds == name]) for name in names], np.float32)
        for own in few:
            pair, others = np.flatnonzero(kinds == own), names != own
            scores = Outlines.of(faces[others]).likeness(cells[pair]).min(axis=0)
            inside = np.ascontiguousarray(middle(faces[others]))
            shown = np.ascontiguousarray(middle(cells[pair]))
            if (plain := of_one_colour(cells[pair], faces[others])) is not None:
                framed = _are_framed(cells[pair], faces[others][plain])
                if framed and not _is_drawn_so(cells[pair], faces[others], plain):
                    marks.append((pair, int(names[others][plain])))
                continue
            best = int(scores.argmax())
            rivals = np.delete(scores, best).max()
            for apart, lead in (
                (squared(shown, inside, None), _AHEAD),
                (_veiled(shown, inside), 0),
            ):
                worst = apart.max(axis=0)
                if (
                    scores[best] > max(_FAIRLY, float(rivals) + lead)
                    and worst[best] < _CLEAR * np.delete(worst, best).min()
                    and _are_framed(cells[pair], faces[others][best])
                    and not _is_drawn_so(cells[pair], faces[others], best)
                ):
                    marks.append((pair, int(names[others][best])))
                    break
    if len(marks) != 1:
        return kinds, np.empty(0, np.intp)
    (pair, name), found = marks[0], kinds.copy()
    found[pair] = name
    return found, pair


def _veiled(cells: NDArray[np.float32], faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mean squared difference of cells from faces under a veil of one colour: (N, F).

    Of all colours of a face the same share shows through one. It is infinite where that is nearly
    all, or hardly any.
    """
    one, other = (
        (each - each.mean(axis=(1, 2), keepdims=True)).reshape(len(each), -1)
        for each in (faces, cells)
    )
    own = (one * one).sum(axis=1)
    share = other @ one.T / np.maximum(1.0, own)
    left = (other * other).sum(axis=1)[:, None] - share * share * own
    left[(share < _THROUGH[0]) | (share > _THROUGH[1])] = np.inf
    return np.asarray(left / faces[0].size, np.float32)


def _are_framed(pair: NDArray[np.float32], face: NDArray[np.float32]) -> bool:
    """Whether the rims of two cells are like each other's, and not like the rim of a face."""
    one, other, usual = (each.clip(0, 255).astype(np.uint8)[None] for each in (*pair, face))
    unlike = min(rim_differences(one, usual)[0], rim_differences(other, usual)[0])
    return bool(unlike > _FRAMED and unlike > _TIMES * rim_differences(one, other)[0])


def _is_drawn_so(pair: NDArray[np.float32], faces: NDArray[np.float32], number: int) -> bool:
    """Whether what two tiles differ by from one face is as another has it, in the same places.

    A mark has colours of its own there: the two show one face in the colours of others.
    """
    own = usual_look(pair)
    apart = worst_channel(np.abs(faces - own)) > _OTHERWISE
    changed = apart[number]
    if not changed.any():
        return False
    left = (apart & changed).sum(axis=(1, 2)) / np.count_nonzero(changed)
    return bool(left.min() < _HALF_CHANGED)


def _is_marked(part: NDArray[np.float32], face: NDArray[np.float32]) -> bool:
    """Whether the rims of tiles, (M, h, w, 3), differ from that of a face, as marks make them.

    The same shape in another colour, on the same plate, is another face.
    """
    tiles = part.clip(0, 255).astype(np.uint8)
    usual = np.broadcast_to(face.clip(0, 255).astype(np.uint8), tiles.shape)
    return bool(np.median(rim_differences(tiles, usual)) > _FRAMED)


def rejoined(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], shape: tuple[int, int]
) -> tuple[NDArray[np.int64], int]:
    """The kinds, where parts of one that were told apart are one again, and how many such parts.

    Tiles marked alike are even, as kinds are. But where hardly a tile is gone, kinds are as large
    as they were dealt: a small one, and another that is too small by just as much and shows the
    same outlines, are one.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    shape : rows and columns of the lattice that they are of; some may lie around the board
    """
    found, parts = kinds, 0
    held = (kinds != EMPTY).reshape(shape)
    held = held[held.mean(axis=1) > _HELD][:, held.mean(axis=0) > _HELD]
    if not held.size or held.mean() < _FRESH:
        return found, parts
    asked: set[int] = set()
    while True:
        names, counts = np.unique(found[found > 0], return_counts=True)
        sizes, shares = np.unique(counts, return_counts=True)
        often = sizes[shares >= _OFTEN * len(counts)]
        few = names[counts <= np.median(counts) / 2].tolist()
        small = [name for name in few if name not in asked]
        if not small or len(few) > max(2, min(_MARKS, _RARE * len(counts))):
            return found, parts
        asked.add(small[0])
        own = names == small[0]
        faces = np.asarray([usual_look(cells[found == name]) for name in names], np.float32)
        scores = Outlines.of(faces).likeness(cells[found == small[0]]).min(axis=0)
        scores[own] = -1
        best = int(scores.argmax())
        room = np.isin(counts + counts[own], often) & ~own
        others = np.flatnonzero(room & (np.arange(len(names)) != best))
        lead = float(scores[best]) - float(scores[others].max(initial=-1))
        like = room[best] and scores[best] > _PART and lead > _ALONE
        if like and _is_marked(cells[found == small[0]], faces[best]):
            found = np.where(found == small[0], names[best], found)
            parts += 1


def _too_common(kinds: NDArray[np.int64], name: int) -> bool:
    """Whether two tiles more make a kind far commoner than others are."""
    counts = np.unique(kinds[kinds > 0], return_counts=True)[1]
    usual = float(np.percentile(counts, _COMMON))
    return bool(np.count_nonzero(kinds == name) + 2 > _COMMONER * usual)
