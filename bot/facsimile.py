"""Facsimiles: tiles that are the same pixel by pixel, where a game draws all of a kind so.

Where most tiles have such a copy in their kind, what has none in it is of another: two smiling
faces, one of which frowns a little, differ by less than tiles of one kind do where a game is scaled
or a photograph shines through. Here nothing is scaled: the picture's own pixels are compared, for
games draw tiles at whole ones, though their pitch may be none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.cutting import usual_look
from bot.frame import Frame
from bot.geometry import Lattice
from bot.skin import Skin

_SIDE = 0.76
"""Share of a pitch that is compared, in the middle: farther out neighbours cast shadows."""
_SQUARE = 3
"""px; the side of the squares whose mean colours are compared, where noise cancels out."""
_ROUNDED, _MOST, _TIMES, _COMMON = 2.0, 24.0, 1.5, 90
"""Grey levels by which copies differ, in the worst channel of the worst place: what was rounded
otherwise; the most that noise makes of it; how many times more than most; and the percentile of
tiles that are most."""
_ASKED = 4
"""Tiles of its kind in which the nearest to a tile is looked for."""
_LEAST = 4
"""Tiles of a kind that may be two."""
_COPIES, _ONE = 0.9, 0.75
"""Share of the tiles that have a copy in their kind, and of the kinds that are of one drawing, at
least, where a game draws tiles as copies."""
_CLEARLY, _FAINT = 2.0, 12.0
"""How many times more than copies may two drawings differ, in the worst place, and by how many grey
levels at least."""
_SPOT, _PART = 0.01, 0.25
"""Share of a tile in which two drawings differ at least, and at most if they were taken for one."""
_STRIP, _ALONG = 0.15, 0.3
"""Share of a side, from the edge on, in which marks run around a tile, and share of the length of
one side along which they do at least: the sign of a card in two of its corners does not."""
_PARTS, _STAYS = (-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75), 0.6
"""Pixels by which a tile is moved to where another may have been drawn, and share of what they
differ by in the worst place that is left of two drawings then, at least."""
_FEWEST = 3
"""Kinds, at least, that tell how a game draws."""
_SHIFTS = sorted(product((-1, 0, 1), repeat=2), key=lambda way: abs(way[0]) + abs(way[1]))
"""px; how much farther down and across a tile may have been drawn, the likeliest first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Crops:
    """The middles of tiles, in the picture's own pixels.

    Parameters
    ----------
    pictures : uint8 array of shape (N, h + 2, w + 2, 3), RGB; with a pixel around
    mask : bool array of shape (h, w); what is compared
    """

    pictures: NDArray[np.uint8]
    mask: NDArray[np.bool_]

    def distance(self, one: int, other: int, enough: float = 0.0) -> float:
        """By how much two tiles differ in the worst place, one laid upon the other, grey levels.

        So little as is `enough` need not be the least.
        """
        first, mask = self.pictures[one, 1:-1, 1:-1], self.mask.view(np.uint8)
        least = np.inf
        for moved in self._moved(other):
            least = min(least, cv2.norm(first, moved, cv2.NORM_INF, mask))
            if least <= enough:
                break
        return least

    def apart(self, one: int, other: int, limit: float) -> NDArray[np.bool_]:
        """Where two tiles differ by more, (h, w), the second laid where that is least."""
        first = self.pictures[one, 1:-1, 1:-1]
        ways = [cv2.absdiff(first, moved).max(axis=-1) > limit for moved in self._moved(other)]
        return min((way & self.mask for way in ways), key=np.count_nonzero)

    def is_aside(self, one: int, other: int) -> bool:
        """Whether a part of a pixel is all that two tiles differ by, or most of it.

        As where a browser draws at fractions of pixels.
        """
        first, mask = self.pictures[one, 1:-1, 1:-1], self.mask.view(np.uint8)
        size = self.pictures.shape[2], self.pictures.shape[1]
        least = np.inf
        for y, x in product(_PARTS, repeat=2):
            way = np.asarray([[1, 0, x], [0, 1, y]], np.float32)
            moved = cv2.warpAffine(self.pictures[other], way, size, borderMode=cv2.BORDER_REPLICATE)
            least = min(least, cv2.norm(first, moved[1:-1, 1:-1], cv2.NORM_INF, mask))
        return least < _STAYS * self.distance(one, other)

    def _moved(self, tile: int) -> Iterator[NDArray[np.uint8]]:
        height, width = self.mask.shape
        for down, across in _SHIFTS:
            yield self.pictures[tile, 1 + down :, 1 + across :][:height, :width]


def told_by_pixels(
    frame: Frame,
    lattice: Lattice,
    kinds: NDArray[np.int64],
    cells: NDArray[np.float32],
    skin: Skin,
    *,
    but: NDArray[np.intp],
) -> tuple[NDArray[np.int64], Skin]:
    """The kinds, where one that shows two drawings is two, if the game draws tiles as copies.

    Parameters
    ----------
    frame, lattice : the picture, and where its cells lie
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    skin : how the tiles look
    but : int array; numbers of tiles that are marked

    Returns
    -------
    kinds : int array of shape (N,)
    skin : with the faces of these kinds
    """
    tiles = np.setdiff1d(np.flatnonzero(kinds > 0), but)
    of_kind = {kind: tiles[kinds[tiles] == kind] for kind in np.unique(kinds[tiles]).tolist()}
    of_kind = {kind: each for kind, each in of_kind.items() if len(each) > 1}
    if len(of_kind) < _FEWEST or max(map(len, of_kind.values())) < _LEAST:
        return kinds, skin
    for crops in _cropped(frame.pixels, lattice):
        limit = _limit(crops, of_kind.values())
        if limit > _MOST:
            continue
        drawings = {kind: _drawings(crops, each, limit) for kind, each in of_kind.items()}
        if _are_copies(drawings):
            parts = _parts(kinds, crops, drawings, limit)
            return with_parts(kinds, cells, skin, parts) if parts else (kinds, skin)
    return kinds, skin


def with_parts(
    kinds: NDArray[np.int64], cells: NDArray[np.float32], skin: Skin, parts: list[list[int]]
) -> tuple[NDArray[np.int64], Skin]:
    """The kinds and the skin, where each of the parts is a kind by itself.

    Parameters
    ----------
    kinds : int array of shape (N,); tiles have a kind, 1 and up
    cells : float32 array of shape (N, h, w, 3), RGB
    skin : how the tiles look
    parts : numbers of tiles of one kind each, never all of them
    """
    found, own = kinds.copy(), list(range(len(skin.kinds)))
    names = skin.kinds.tolist()
    for part in parts:
        own.append(names.index(kinds[part[0]]))
        names.append(max(int(found.max()), *names) + 1)
        found[part] = names[-1]
    faces, changed = skin.faces[own], kinds[np.concatenate(parts)]
    for at, name in enumerate(names):
        if skin.kinds[own[at]] in changed:
            faces[at] = usual_look(cells[found == name])
    return found, replace(
        skin,
        faces=faces,
        kinds=np.asarray(names, np.int64),
        weights=None if skin.weights is None else skin.weights[own],
        hides=None if skin.hides is None else skin.hides[own],
    )


def _cropped(pixels: NDArray[np.uint8], lattice: Lattice) -> Iterator[_Crops]:
    """The middles of all cells, whole, and as discs: past the corners of one the ground is seen."""
    width, height = (max(1, int(_SIDE * pitch)) for pitch in lattice.pitch)
    row, col = np.divmod(np.arange(lattice.rows * lattice.cols), lattice.cols)
    x = lattice.origin.x + col * lattice.pitch[0] - width / 2
    y = lattice.origin.y + row * lattice.pitch[1] - height / 2
    left = np.rint(x).astype(np.intp)[:, None] + np.arange(width + 2) - 1
    top = np.rint(y).astype(np.intp)[:, None] + np.arange(height + 2) - 1
    left, top = left.clip(0, pixels.shape[1] - 1), top.clip(0, pixels.shape[0] - 1)
    smooth = np.asarray(cv2.blur(pixels, (_SQUARE, _SQUARE)), np.uint8)
    pictures = np.ascontiguousarray(smooth[top[:, :, None], left[:, None, :]])
    yield _Crops(pictures, np.ones((height, width), np.bool_))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, height))
    yield _Crops(pictures, np.asarray(disc > 0, np.bool_))


def _limit(crops: _Crops, of_kind: Iterable[NDArray[np.intp]]) -> float:
    """By how much copies differ at most, grey levels: by more than most tiles from the nearest."""
    nearest = []
    for tiles in of_kind:
        for at, tile in enumerate(tiles.tolist()):
            least = np.inf
            for other in np.roll(tiles, -at - 1)[: min(_ASKED, len(tiles) - 1)].tolist():
                if least > _ROUNDED:
                    least = min(least, crops.distance(tile, other, _ROUNDED))
            nearest.append(least)
    return max(_ROUNDED, _TIMES * float(np.percentile(nearest, _COMMON)))


def _drawings(crops: _Crops, tiles: NDArray[np.intp], limit: float) -> list[list[int]]:
    """Tiles of a kind by what is drawn on them, most of one drawing first.

    All by themselves where more than half are.
    """
    found: list[list[int]] = []
    for tile in tiles.tolist():
        for own in found:
            if any(crops.distance(each, tile, limit) <= limit for each in own[:_ASKED]):
                own.append(tile)
                break
        else:
            if 2 * len(found) > len(tiles):
                return [[each] for each in tiles.tolist()]
            found.append([tile])
    return sorted(found, key=len, reverse=True)


def _are_copies(drawings: dict[int, list[list[int]]]) -> bool:
    """Whether most tiles have a copy in their kind, and most kinds show one drawing."""
    sizes = [[len(each) for each in several] for several in drawings.values()]
    copied = sum(size for several in sizes for size in several if size > 1)
    of_one = sum(len([size for size in several if size > 1]) == 1 for several in sizes)
    return copied >= _COPIES * sum(map(sum, sizes)) and of_one >= _ONE * len(sizes)


def _parts(
    kinds: NDArray[np.int64], crops: _Crops, drawings: dict[int, list[list[int]]], limit: float
) -> list[list[int]]:
    """The tiles of each drawing of a kind but its commonest.

    Not if a mark that runs around tiles, or covers them, or a part of a pixel is all that they
    differ by; nor if they are one pair of the whole board, which may be a hint, where kinds have
    more tiles.
    """
    usual = median(sum(map(len, several)) for several in drawings.values())
    parts: list[list[int]] = []
    for kind, every in drawings.items():
        alone = [each for each in every if len(each) == 1]
        several = [each for each in every if len(each) > 1]
        odd = [each for each in several if len(each) % 2]
        whole = sum(map(len, every)) == np.count_nonzero(kinds == kind)
        if len(several) < 2 or len(alone) > len(odd) or len(odd) > 1 or not whole:
            continue
        first, *others = several
        if all(_are_two(crops, first, each, limit) for each in others):
            # A tile that lies otherwise, under the pointer or lifted, is of the one that lacks it.
            parts += [each + alone[0] if alone and each in odd else each for each in others]
    return [] if usual > _LEAST and [len(each) for each in parts] == [2] else parts


def _are_two(crops: _Crops, some: list[int], others: list[int], limit: float) -> bool:
    """Whether tiles differ as drawings do: all clearly, in a part that is seen, and not all around.

    And however they lie.
    """
    pairs = product(some[:_ASKED], others[:_ASKED])
    if any(crops.distance(*pair) <= max(_CLEARLY * limit, _FAINT) for pair in pairs):
        return False
    one, other = some[0], others[0]
    apart = crops.apart(one, other, limit)
    height, width = apart.shape
    y, x = max(1, round(_STRIP * height)), max(1, round(_STRIP * width))
    sides = apart[:y].T, apart[-y:].T, apart[:, :x], apart[:, -x:]
    along = [side.any(axis=1).mean() for side in sides]
    return bool(
        _SPOT <= np.count_nonzero(apart) / np.count_nonzero(crops.mask) <= _PART
        and not (min(along) > 0 and max(along) > _ALONG)
        and not (crops.is_aside(one, other) or crops.is_aside(other, one))
    )
