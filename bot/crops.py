"""Crops: the middles of tiles in the picture's own pixels, and which of them are copies.

Many games draw all tiles of a kind the same, pixel by pixel, at whole pixels, though their pitch
may be none. Where most tiles have such a copy, what has none tells something: it is another
drawing, or something lies over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.channels import worst_channel
from bot.frame import Frame
from bot.geometry import Lattice

_SIDE = 0.76
"""Share of a pitch that is compared, in the middle: farther out neighbours cast shadows."""
_SQUARE = 3
"""px; the side of the squares whose mean colours are compared, where noise cancels out."""
_ROUNDED, _MOST, _TIMES = 2.0, 24.0, 1.5
"""Grey levels by which copies differ, in the worst channel of the worst place: what was rounded
otherwise; the most that noise makes of it; and how many times more than most."""
COMMON = 90
"""Percentile of the tiles that are most."""
ASKED = 4
"""Tiles of its kind in which the nearest to a tile is looked for."""
_COPIES, ONE = 0.9, 0.75
"""Share of the tiles that have a copy in their kind, and of the kinds that are of one drawing, at
least, where a game draws tiles as copies."""
_PARTS, _STAYS = (-0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75), 0.6
"""Pixels by which a tile is moved to where another may have been drawn, and share of what they
differ by in the worst place that is left of two drawings then, at least; and the same of what is
left beyond what the pixels beside it show, and of the way from the darkest around to the lightest
that one changes by."""
_AROUND = 5
"""px; the side of squares in which pixels around one are seen where an edge may have been
smoothed."""
_STRIP, _ALONG, _ALL_ALONG = 0.15, 0.3, 0.9
"""Share of a side, from the edge on, in which marks run around a tile; share of the length of one
side along which they do at least, for the sign of a card in two of its corners does not; and share
along which one that lies along a single side does."""
_FEWEST = 3
"""Kinds, at least, that tell how a game draws."""
_SHIFTS = sorted(
    ((down, across) for down in (-1, 0, 1) for across in (-1, 0, 1)),
    key=lambda way: abs(way[0]) + abs(way[1]),
)
"""px; how much farther down and across a tile may have been drawn, the likeliest first."""


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """The middles of tiles, in the picture's own pixels.

    Parameters
    ----------
    pictures : uint8 array of shape (N, h + 2, w + 2, 3), RGB; with a pixel around
    sharp : uint8 array of shape (N, h + 2, w + 2, 3), RGB; the same without being smoothed
    mask : bool array of shape (h, w); what is compared
    """

    pictures: NDArray[np.uint8]
    sharp: NDArray[np.uint8]
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
        ways = [worst_channel(cv2.absdiff(first, moved)) > limit for moved in self._moved(other)]
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

    def is_at_edges(self, one: int, other: int, limit: float) -> bool:
        """Whether all that two tiles differ by, beyond a limit, is how edges of lines are smoothed.

        There each pixel lies between those beside it in the other tile, or mostly, and changes by
        a part of the way from the darkest to the lightest around.
        """
        first, mask = self.pictures[one, 1:-1, 1:-1], self.mask.view(np.uint8)
        ways = [cv2.norm(first, each, cv2.NORM_INF, mask) for each in self._moved(other)]
        way = _SHIFTS[ways.index(min(ways))]
        near, around = np.ones((_SQUARE, _SQUARE), np.uint8), np.ones((_AROUND, _AROUND), np.uint8)
        first, moved = self.sharp[one, 1:-1, 1:-1], self._laid(self.sharp[other], way)
        beyond = cv2.max(
            cv2.subtract(first, cv2.dilate(moved, near)),
            cv2.subtract(cv2.erode(moved, near), first),
        )
        span = cv2.dilate(cv2.max(first, moved), around) - cv2.erode(cv2.min(first, moved), around)
        differs = worst_channel(cv2.absdiff(first, moved))
        most = np.maximum(limit, _STAYS * cv2.dilate(differs, around))
        drawn = (worst_channel(beyond) > most) | (differs > _STAYS * worst_channel(span))
        return not (drawn & (differs > limit) & self.mask).any()

    def _moved(self, tile: int) -> Iterator[NDArray[np.uint8]]:
        return (self._laid(self.pictures[tile], way) for way in _SHIFTS)

    def _laid(self, picture: NDArray[np.uint8], way: tuple[int, int]) -> NDArray[np.uint8]:
        (down, across), (height, width) = way, self.mask.shape
        return picture[1 + down :, 1 + across :][:height, :width]


def runs_around(apart: NDArray[np.bool_]) -> bool:
    """Whether the part in which two tiles differ, (h, w), runs around them, as marks do."""
    y, x = _strip(apart)
    sides = apart[:y].T, apart[-y:].T, apart[:, :x], apart[:, -x:]
    along = [side.any(axis=1).mean() for side in sides]
    return bool(min(along) > 0 and max(along) > _ALONG)


def is_around(apart: NDArray[np.bool_]) -> bool:
    """Whether the part in which two tiles differ, (h, w), runs around them and is not within."""
    y, x = _strip(apart)
    return runs_around(apart) and not apart[y:-y, x:-x].any()


def is_along_a_side(apart: NDArray[np.bool_]) -> bool:
    """Whether two tiles differ, (h, w), all along a side and nowhere within, as where marks end."""
    y, x = _strip(apart)
    sides = apart[:y].T, apart[-y:].T, apart[:, :x], apart[:, -x:]
    along = max(side.any(axis=1).mean() for side in sides)
    return bool(along > _ALL_ALONG and not apart[y:-y, x:-x].any())


def _strip(apart: NDArray[np.bool_]) -> tuple[int, int]:
    """How far the edge of a tile reaches into it, down and across, px."""
    height, width = apart.shape
    return max(1, round(_STRIP * height)), max(1, round(_STRIP * width))


@dataclass(frozen=True, slots=True, eq=False)
class Copies:
    """A board whose tiles are drawn as copies.

    Parameters
    ----------
    crops : the middles of all cells
    limit : by how much copies differ at most, in the worst place, grey levels
    drawings : for each kind the numbers of its tiles by what is drawn on them, most of one drawing
        first
    """

    crops: Crops
    limit: float
    drawings: dict[int, list[list[int]]]


def copies_among(
    frame: Frame,
    lattice: Lattice,
    of_kind: dict[int, NDArray[np.intp]],
    common: float = COMMON,
    *,
    one: float = ONE,
    copied: float = _COPIES,
) -> Copies | None:
    """What copies tell of a board; None if its tiles are not drawn as such.

    Parameters
    ----------
    frame, lattice : the picture, and where its cells lie
    of_kind : for each kind the numbers of its tiles, two at least
    common : percentile of the tiles that differ from another of their kind as copies do
    one : share of the kinds that are of one drawing, at least
    copied : share of the tiles that have a copy in their kind, at least
    """
    if len(of_kind) < _FEWEST:
        return None
    for crops in _cropped(frame.pixels, lattice):
        limit = _limit(crops, of_kind.values(), common)
        if limit > _MOST:
            continue
        drawings = {kind: _drawings(crops, each, limit) for kind, each in of_kind.items()}
        if _are_copies(drawings, one, copied):
            return Copies(crops, limit, drawings)
    return None


def _windows(
    pixels: NDArray[np.uint8], corners: NDArray[np.intp], size: tuple[int, int]
) -> NDArray[np.uint8]:
    """Parts of a picture: uint8 (N, h, w, 3). Past its edges these are repeated.

    Parameters
    ----------
    pixels : uint8 array of shape (H, W, 3)
    corners : int array of shape (N, 2); row and column of the first pixel of each
    size : rows and columns
    """
    before = np.maximum(0, -corners.min(axis=0))
    after = np.maximum(0, (corners + size).max(axis=0) - pixels.shape[:2])
    if before.any() or after.any():
        (top, left), (bottom, right) = before.tolist(), after.tolist()
        pixels = np.asarray(
            cv2.copyMakeBorder(pixels, top, bottom, left, right, cv2.BORDER_REPLICATE), np.uint8
        )
    height, width = size
    found = np.empty((len(corners), *size, 3), np.uint8)
    for part, (y, x) in zip(found, (corners + before).tolist(), strict=True):
        part[:] = pixels[y : y + height, x : x + width]
    return found


def _cropped(pixels: NDArray[np.uint8], lattice: Lattice) -> Iterator[Crops]:
    """The middles of all cells, whole, and as discs: past the corners of one the ground is seen."""
    width, height = (max(1, int(_SIDE * pitch)) for pitch in lattice.pitch)
    row, col = np.divmod(np.arange(lattice.rows * lattice.cols), lattice.cols)
    x = lattice.origin.x + col * lattice.pitch[0] - width / 2
    y = lattice.origin.y + row * lattice.pitch[1] - height / 2
    corners = np.stack([np.rint(y), np.rint(x)], axis=1).astype(np.intp) - 1
    smooth = np.asarray(cv2.blur(pixels, (_SQUARE, _SQUARE)), np.uint8)
    pictures, sharp = (
        _windows(each, corners, (height + 2, width + 2)) for each in (smooth, pixels)
    )
    yield Crops(pictures, sharp, np.ones((height, width), np.bool_))
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, height))
    yield Crops(pictures, sharp, np.asarray(disc > 0, np.bool_))


def _limit(crops: Crops, of_kind: Iterable[NDArray[np.intp]], common: float) -> float:
    """By how much copies differ at most, grey levels: by more than most tiles from the nearest."""
    nearest = []
    for tiles in of_kind:
        for at, tile in enumerate(tiles.tolist()):
            least = np.inf
            for other in np.roll(tiles, -at - 1)[: min(ASKED, len(tiles) - 1)].tolist():
                if least > _ROUNDED:
                    least = min(least, crops.distance(tile, other, _ROUNDED))
            nearest.append(least)
    return max(_ROUNDED, _TIMES * float(np.percentile(nearest, common)))


def _drawings(crops: Crops, tiles: NDArray[np.intp], limit: float) -> list[list[int]]:
    """Tiles of a kind by what is drawn on them, most of one drawing first.

    All by themselves where more than half are.
    """
    found: list[list[int]] = []
    for tile in tiles.tolist():
        for own in found:
            if any(crops.distance(each, tile, limit) <= limit for each in own[:ASKED]):
                own.append(tile)
                break
        else:
            if 2 * len(found) > len(tiles):
                return [[each] for each in tiles.tolist()]
            found.append([tile])
    return sorted(found, key=len, reverse=True)


def _are_copies(drawings: dict[int, list[list[int]]], one: float, least: float) -> bool:
    """Whether most tiles have a copy in their kind, and most kinds show one drawing."""
    sizes = [[len(each) for each in several] for several in drawings.values()]
    copied = sum(size for several in sizes for size in several if size > 1)
    of_one = sum(len([size for size in several if size > 1]) == 1 for several in sizes)
    return copied >= least * sum(map(sum, sizes)) and of_one >= one * len(sizes)
