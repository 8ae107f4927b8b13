"""Seeking a known game: from a picture and a skin to lattices.

Every face is correlated with the whole picture, made so small that a tile is a few pixels wide
(normalised cross-correlation, Lewis 1995). Where tiles lie there are tops, a pitch apart; folded
by the pitch they lie upon each other and give the phase.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.geometry import Lattice, Pixel
from bot.laying import grey_faces, scaled_faces
from bot.skin import Skin

LARGER, SMALL, SMALLER = 18.0, 9.0, 7.0
"""px; the size of a tile, the mean of width and height, where faces are sought: the larger finds
more, the smaller is fast. Words need the largest."""
INNER = 0.86
"""Share of a cell's width and height that is compared; neighbours and shadows reach into the
rest."""
_WITHIN = 0.6
"""Share of a cell's width and height, about its middle, that lies in the picture where it may hold
a tile: a game may end where its tiles do, and gaps take the rest of a cell."""
_FLAT = 0.35
"""Contrast, as a share of the faintest face's, below which chance is held down."""
_STEEP = 10
"""Power of the correlation that a place counts with where tops are folded."""
_PHASES = 5
"""Phases followed up."""
_SEEN = 0.6
"""Correlation, in small, from which a cell is laid upon its face."""
_CLOSELY = 16
"""Cells that are looked at."""
_SCALES = (0.5, 2.8)
"""The smallest and the largest scale tried blindly."""
_STEP = 1.1
"""From one blind scale to the next."""
_GUESSES = 4
"""Scales followed up."""
_FACES = 12
"""Faces that are sought at all scales."""
_LEAST_CELLS, _MOST_CELLS = 4, 4000
"""Cells over a whole picture, at a scale worth trying."""
_TOPS = 12
"""Tops that tell how well faces are seen at a scale."""


@dataclass(frozen=True, slots=True, eq=False)
class Seeker:
    """A skin, prepared to be sought in pictures.

    Parameters
    ----------
    pitch : the skin's, (x, y), px
    scale : at which faces are sought
    small : float32 array of shape (F, h, w); faces for the first search, mean 0 and length 1
    contrast : grey levels; standard deviation that a place must have to count in full
    numbers : int array of shape (F,); which faces of the skin these are: blank ones say nothing
    """

    pitch: tuple[float, float]
    scale: float
    small: NDArray[np.float32]
    contrast: float
    numbers: NDArray[np.intp]

    @classmethod
    def of(cls, skin: Skin, size: float = SMALL) -> Seeker:
        """The seeker of a skin, with tiles made as small as the size, px."""
        height, width = skin.faces.shape[1:3]
        pitch = skin.pitch or (float(width), float(height))
        grey = grey_faces(skin)
        scale = min(1.0, size / float(np.sqrt(pitch[0] * pitch[1])))
        small = scaled_faces(grey, pitch, scale, INNER)
        small = small - small.mean(axis=(1, 2), keepdims=True)
        spread = small.std(axis=(1, 2))
        small /= np.maximum(np.sqrt((small**2).sum(axis=(1, 2), keepdims=True)), 1e-3)
        # A blank face correlates with anything.
        shown = spread > 0.25 * np.median(spread)
        if not shown.any():
            shown[:] = True
        contrast = max(1.0, _FLAT * float(np.percentile(spread[shown], 10)))
        small = np.ascontiguousarray(small[shown])
        return cls(pitch, scale, small, contrast, np.flatnonzero(shown))

    def some(self) -> Seeker:
        """The same with a few faces, each as unlike the others as can be."""
        flat = self.small.reshape(len(self.small), -1)
        chosen = most_unlike(flat @ flat.T)
        return replace(self, small=self.small[chosen], numbers=self.numbers[chosen])

    def afar(self, picture: NDArray[np.uint8], pitch: tuple[float, float]) -> Afar:
        """How much each place of a grey picture, (H, W), looks like each face."""
        height, width = self.small.shape[1:]
        small = shrunk(picture, self, pitch, (width, height))
        count = width * height
        mean = cv2.blur(small, (width, height), borderType=cv2.BORDER_REPLICATE)
        square = cv2.sqrBoxFilter(small, -1, (width, height), borderType=cv2.BORDER_REPLICATE)
        spread = np.sqrt(np.maximum(square - mean * mean, self.contrast**2) * count)
        scores = np.empty((len(self.small), *small.shape), np.float32)
        for face, into in zip(self.small, scores, strict=True):
            cv2.filter2D(small, cv2.CV_32F, face, into, borderType=cv2.BORDER_REPLICATE)
        return Afar.of(scores, spread, picture, (width, height))


class Seeks(Protocol):
    """A skin, prepared to be sought in pictures of the form that it takes."""

    @property
    def pitch(self) -> tuple[float, float]:
        """The skin's, (x, y), px."""

    @property
    def scale(self) -> float:
        """At which faces are sought."""

    @property
    def numbers(self) -> NDArray[np.intp]:
        """Which faces of the skin are sought: int (F,)."""

    def some(self) -> Self:
        """The same with a few faces."""

    def afar(self, picture: NDArray[np.uint8], pitch: tuple[float, float]) -> Afar:
        """How much each place of a picture looks like each face, at this pitch."""


def most_unlike(alike: NDArray[np.floating]) -> list[int]:
    """Some faces, each as unlike the others as can be, by how alike they are, (F, F)."""
    chosen = [int(alike.sum(axis=1).argmax())]
    while len(chosen) < min(_FACES, len(alike)):
        chosen.append(int(alike[chosen].max(axis=0).argmin()))
    return chosen


@dataclass(frozen=True, slots=True, eq=False)
class Afar:
    """The picture made small, and how much each place of it looks like each face.

    Parameters
    ----------
    scores : float32 array of shape (F, h, w), covariances with the faces, or likenesses to them
    spread : float32 array of shape (h, w), what makes covariances correlations; else 1
    best : float32 array of shape (h, w), the highest of these
    weight : float32 array of shape (h, w), its power `_STEEP`; what a place counts where tops are
        folded
    step : px of the picture for one px here, (x, y)
    offset : from the corner of a px to the middle of the cell it stands for, (x, y)
    """

    scores: NDArray[np.float32]
    spread: NDArray[np.float32]
    best: NDArray[np.float32]
    weight: NDArray[np.float32]
    step: tuple[float, float]
    offset: tuple[float, float]

    @classmethod
    def of(
        cls,
        scores: NDArray[np.float32],
        spread: NDArray[np.float32],
        picture: NDArray[np.uint8],
        face: tuple[int, int],
    ) -> Afar:
        """What scores and their spread tell of a picture; `face` is the width and height of one."""
        best = scores.max(axis=0) / spread
        height, width = spread.shape
        step = picture.shape[1] / width, picture.shape[0] / height
        weight = cv2.pow(np.maximum(best, 0), _STEEP)
        offset = face[0] % 2 / 2, face[1] % 2 / 2
        return cls(scores, spread, best, np.asarray(weight, np.float32), step, offset)


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A lattice over a whole picture, and cells of it that look like faces, to be looked at.

    Parameters
    ----------
    lattice : where the cells may lie
    row, col, face : int arrays of shape (N,); cells, and the face each looks like from afar
    """

    lattice: Lattice
    row: NDArray[np.intp]
    col: NDArray[np.intp]
    face: NDArray[np.intp]


def seek(picture: NDArray[np.uint8], seeker: Seeks, pitch: tuple[float, float]) -> Iterator[Guess]:
    """Where tiles of this pitch may lie, the likeliest first.

    Parameters
    ----------
    picture : uint8 array of shape (H, W), or (H, W, 3) in RGB, as the seeker takes it
    seeker : what is sought
    pitch : (x, y), px
    """
    height, width = picture.shape[:2]
    if pitch[0] * 2 > width or pitch[1] * 2 > height:
        return
    afar = seeker.afar(picture, pitch)
    for x, y in _phases(afar, pitch):
        lattice = over(width, height, pitch, x, y)
        row, col, face = _seen(lattice, afar)
        yield Guess(lattice, row, col, seeker.numbers[face])


def pitches(picture: NDArray[np.uint8], seeker: Seeks) -> list[tuple[float, float]]:
    """Pitches at which the tiles may stand, whatever their scale, the likeliest first.

    At the right scale, give or take a twentieth, faces are seen best; how far apart they are seen
    then tells the pitch.
    """
    found = []
    for scale in np.exp(np.arange(np.log(_SCALES[0]), np.log(_SCALES[1]), np.log(_STEP))).tolist():
        pitch = seeker.pitch[0] * scale, seeker.pitch[1] * scale
        cells = picture.shape[0] * picture.shape[1] / (pitch[0] * pitch[1])
        if _LEAST_CELLS <= cells <= _MOST_CELLS:
            found.append((_tops(seeker.afar(picture, pitch)), pitch))
    found.sort(key=lambda one: -one[0])
    best = [pitch for _, pitch in found[:_GUESSES]]
    return [_fitted(seeker.afar(picture, pitch), pitch) for pitch in best]


def unlike(some: Iterable[tuple[float, float]], off: float) -> list[tuple[float, float]]:
    """Pitches without those that are the same as one before, but for a share of it."""
    found: list[tuple[float, float]] = []
    for pitch in some:
        if all(np.abs(np.divide(pitch, each) - 1).max() > off for each in found):
            found.append(pitch)
    return found


def in_reach(scale: float) -> bool:
    """Whether a skin is sought at this scale."""
    return _SCALES[0] <= scale <= _SCALES[1]


def _tops(afar: Afar) -> float:
    """Mean of the highest tops that lie a tile apart."""
    around = np.ones((5, 5), np.uint8)
    tops = afar.best[afar.best >= cv2.dilate(afar.best, around)]
    return float(np.sort(tops)[-_TOPS:].mean())


def _fitted(afar: Afar, pitch: tuple[float, float]) -> tuple[float, float]:
    """The pitch near this one, in nearly these proportions, at which the tops coincide best."""
    x, y = pitch

    def height(across: float, down: float) -> float:
        return float(_folded(afar, (across, down)).max())

    wide, fine = 1 + np.arange(-0.06, 0.061, 0.005), 1 + np.arange(-0.02, 0.0201, 0.0025)
    by = max(wide, key=lambda by: height(x * by, y * by))
    x, y = x * by, y * by
    for _ in range(2):
        x *= max(fine, key=lambda by: height(x * by, y))
        y *= max(fine, key=lambda by: height(x, y * by))
    return float(x), float(y)


def shrunk(
    picture: NDArray[np.uint8], seeker: Seeks, pitch: tuple[float, float], least: tuple[int, int]
) -> NDArray[np.float32]:
    """A picture made so small that tiles of a pitch have the size at which faces are sought.

    It is no smaller than the least width and height.
    """
    size = tuple(
        max(fewest, round(length * seeker.scale * own / here))
        for length, own, here, fewest in zip(
            picture.shape[1::-1], seeker.pitch, pitch, least, strict=True
        )
    )
    # Halving is fast, and what is left to do then costs a quarter.
    twice = tuple(length // 2 for length in picture.shape[1::-1])
    large = twice[0] >= size[0] and twice[1] >= size[1]
    half = cv2.resize(picture, twice, interpolation=cv2.INTER_AREA) if large else picture
    small = cv2.resize(half, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def _phases(afar: Afar, pitch: tuple[float, float]) -> list[tuple[float, float]]:
    """Where the middle of a cell may lie, px of the picture, the likeliest first."""
    folded = _folded(afar, pitch)
    rows, cols = folded.shape
    found = []
    for _ in range(_PHASES):
        y, x = divmod(int(folded.argmax()), cols)
        found.append((x / cols * pitch[0], y / rows * pitch[1]))
        near = np.ix_(np.arange(y - 2, y + 3) % rows, np.arange(x - 2, x + 3) % cols)
        folded[near] = -np.inf
    return found


def _folded(afar: Afar, pitch: tuple[float, float]) -> NDArray[np.float32]:
    """How much the picture looks like tiles at each phase: half a px a step, (y, x)."""
    weight = afar.weight
    across = _fold(weight.shape[1], afar.offset[0], pitch[0] / afar.step[0])
    down = _fold(weight.shape[0], afar.offset[1], pitch[1] / afar.step[1])
    folded = down.T @ weight @ across
    # A line along the edge of a window repeats at every place along it, and tells no phase.
    folded -= folded.mean(axis=0) + folded.mean(axis=1, keepdims=True)
    return np.asarray(folded, np.float32)


def _fold(length: int, offset: float, period: float) -> NDArray[np.float32]:
    """Which px go to which phase, each shared by two: float32 (length, bins)."""
    bins = max(6, round(2 * period))
    place = (np.arange(length) + offset) / period % 1 * bins
    low = place.astype(int)
    share = (place - low).astype(np.float32)
    fold = np.zeros((length, bins), np.float32)
    fold[np.arange(length), low % bins] = 1 - share
    fold[np.arange(length), (low + 1) % bins] += share
    return fold


def over(width: int, height: int, pitch: tuple[float, float], x: float, y: float) -> Lattice:
    """The lattice through a middle of a cell that covers a picture."""
    cols, left = _line(width, pitch[0], x)
    rows, top = _line(height, pitch[1], y)
    return Lattice(Pixel(left, top), pitch, rows, cols)


def _line(length: int, pitch: float, middle: float) -> tuple[int, float]:
    """How many cells lie in a length, less an edge, and the middle of the first."""
    first = middle - pitch * np.floor((middle - _WITHIN / 2 * pitch) / pitch)
    return max(1, int((length - _WITHIN / 2 * pitch - first) / pitch) + 1), float(first)


def _seen(
    lattice: Lattice, afar: Afar
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Rows, columns and faces of the cells that look most like a face from afar: (N,) each."""
    height, width = afar.best.shape
    table, down, across = _near(lattice, afar)
    near = table.ravel()
    order = np.argsort(-near, kind="stable")[:_CLOSELY]
    row, col = np.divmod(order[near[order] > _SEEN], lattice.cols)
    around = []
    for dy in (-1, 0, 1):
        y = np.clip(down[row] + dy, 0, height - 1)
        for dx in (-1, 0, 1):
            x = np.clip(across[col] + dx, 0, width - 1)
            around.append(afar.scores[:, y, x] / afar.spread[y, x])
    face = np.max(around, axis=0).argmax(axis=0) if len(row) else row
    return row, col, face


def _near(
    lattice: Lattice, afar: Afar
) -> tuple[NDArray[np.float32], NDArray[np.intp], NDArray[np.intp]]:
    """How much each cell looks like some face from afar, (rows, cols), and where it lies there."""
    height, width = afar.best.shape
    x = lattice.origin.x + np.arange(lattice.cols) * lattice.pitch[0]
    y = lattice.origin.y + np.arange(lattice.rows) * lattice.pitch[1]
    across = np.rint(x / afar.step[0] - afar.offset[0]).astype(int).clip(0, width - 1)
    down = np.rint(y / afar.step[1] - afar.offset[1]).astype(int).clip(0, height - 1)
    near = cv2.dilate(afar.best, np.ones((3, 3), np.uint8))[np.ix_(down, across)]
    return np.asarray(near, np.float32), down, across
