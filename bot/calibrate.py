"""Learning a skin from frames of a game not seen before.

Each picture is read by itself; faces that look alike in several pictures are one. What a face
shows is the median of all its tiles, so that the pointer, a shadow or the ground behind one of
them leaves no trace. Where tiles have no body of their own, the places in which twins differ are
ground that shows around them, and get little weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY, UNKNOWN, Board
from bot.classify import block_differences, core, cut, differences, linked_groups
from bot.errors import BoardNotFoundError, InputError
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.laying import Layer
from bot.reader import Reading, read
from bot.sighting import Sight
from bot.skin import Rules, Skin, resized

_SAME_SCALE = 0.25
"""Share by which the pitches of pictures of one game may differ."""
_LOOSE = 0.003
"""Share by which the pitch that was read may be off."""
_GROUND = 8
"""Looks of the ground that are kept, the commonest first."""
_SPREAD = 10.0
"""Grey levels by which twins may differ where the picture is the tile's own, halfway."""
_TWINS = 4
"""Tiles of a face that must be seen before what differs among them counts as ground."""
_NEAR = 2.0
"""Limits within which two faces are near each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What was learned, and how sure it is.

    Parameters
    ----------
    skin : the skin
    counts : int array of shape (F,); tiles that show each face, in all pictures
    odd : bool array of shape (F,); whether a picture shows the face an odd number of times
    nearest : int array of shape (F,); the face most like each, itself if there is no other
    apart : float32 array of shape (F,); how far that is, in limits
    boards : rows and columns of the board in each picture
    read : the board of each picture, as it was read without the skin
    tile : share of a cell, along x and y, that a tile takes, about
    """

    skin: Skin
    counts: NDArray[np.int64]
    odd: NDArray[np.bool_]
    nearest: NDArray[np.intp]
    apart: NDArray[np.float32]
    boards: tuple[tuple[int, int], ...]
    read: tuple[Board, ...]
    tile: tuple[float, float]

    def doubts(self, face: int) -> tuple[str, ...]:
        """Why a face should be looked at."""
        found = []
        if self.counts[face] == 1:
            found.append("seen once")
        elif self.odd[face]:
            found.append("odd count")
        if self.apart[face] < _NEAR:
            found.append(f"near k{self.nearest[face] + 1:02}")
        return tuple(found)

    def reads_back(self, frames: Sequence[Frame], skin: Skin) -> list[bool]:
        """Whether each picture is read alike with the skin and without it."""
        sight = Sight.of(skin)
        return [
            _reads_alike(sight, frame, board)
            for frame, board in zip(frames, self.read, strict=True)
        ]


def learn(
    frames: Sequence[Frame],
    name: str,
    size: tuple[int | None, int | None] = (None, None),
    titles: Sequence[str] = (),
) -> Lesson:
    """Learn a skin.

    Parameters
    ----------
    frames : pictures of one game, each with a board on it
    name : what the skin is called
    size : rows and columns of the board, where they are known
    titles : what the pictures are called in complaints

    Raises
    ------
    BoardNotFoundError
        if a picture shows no board
    InputError
        if a board is larger than the size given, or the pictures are not of one game
    """
    titles = titles or [f"picture {number}" for number in range(1, len(frames) + 1)]
    readings = _read_all(frames, titles)
    for reading, title in zip(readings, titles, strict=True):
        _check(reading, title, size, readings[0])
    # The largest picture has the most detail; the others are scaled to it.
    base = max(readings, key=lambda reading: reading.lattice.pitch[0])
    height, width = base.skin.faces.shape[1:3]
    if len(frames) > 1:
        sight = Sight.of(replace(base.skin, pitch=base.lattice.pitch))
        pairs = zip(frames, readings, strict=True)
        readings = [_aligned(frame, reading, base, sight) for frame, reading in pairs]
    readings = [_scaled(reading, width, height) for reading in readings]
    names = _merged(readings, base)
    looks = np.concatenate([reading.looks for reading in readings]).astype(np.float32)
    plain = np.concatenate([_plain(reading) for reading in readings])
    every = np.concatenate(names)
    faces, weights = _faces(looks, every, plain, body=base.skin.body is not None)
    skin = replace(
        base.skin,
        faces=faces,
        kinds=np.arange(1, len(faces) + 1),
        name=name,
        pitch=base.lattice.pitch,
        ground=_ground(looks[every == EMPTY], base.skin),
        weights=weights,
        rules=Rules(),
    )
    counts = [np.bincount(found[found > 0], minlength=len(faces) + 1)[1:] for found in names]
    nearest, apart = _neighbours(skin)
    return Lesson(
        skin,
        np.sum(counts, axis=0),
        np.any([count % 2 > 0 for count in counts], axis=0),
        nearest,
        apart,
        tuple((reading.lattice.rows, reading.lattice.cols) for reading in readings),
        tuple(reading.board for reading in readings),
        _tile_of(skin),
    )


def _reads_alike(sight: Sight, frame: Frame, board: Board) -> bool:
    try:
        again = sight.read(frame).board
    except BoardNotFoundError:
        return False
    pairs = set(zip(again.kinds, board.kinds, strict=False))
    same = (again.rows, again.cols) == (board.rows, board.cols)
    return same and UNKNOWN not in again.kinds and len({a for a, _ in pairs}) == len(pairs)


def _tile_of(skin: Skin) -> tuple[float, float]:
    """Share of a cell that a tile takes, along x and y: what is its own, from end to end."""
    height, width = skin.faces.shape[1:3]
    own = np.ones((height, width), np.bool_)
    if skin.body is not None:
        own = skin.body.mask
    elif skin.weights is not None:
        own = np.median(skin.weights, axis=0) > 0.5
    down, across = np.flatnonzero(own.any(axis=1)), np.flatnonzero(own.any(axis=0))
    if not len(down) or not len(across):
        return 1.0, 1.0
    return (
        round(float(across[-1] - across[0] + 1) / width, 3),
        round(float(down[-1] - down[0] + 1) / height, 3),
    )


def _read_all(frames: Sequence[Frame], titles: Sequence[str]) -> list[Reading]:
    """Every picture read; what only a skin can read is read with that of another picture."""
    found: list[Reading | None] = []
    complaints = []
    for frame, title in zip(frames, titles, strict=True):
        try:
            found.append(_settled(frame, read(frame)))
        except BoardNotFoundError as error:
            found.append(None)
            complaints.append(BoardNotFoundError(f"{title}: {error}"))
    known = [reading for reading in found if reading is not None]
    if not known:
        raise complaints[0]
    sights: list[Sight] = []
    if complaints:
        skins = [replace(one.skin, pitch=one.lattice.pitch, name=titles[0]) for one in known]
        sights = [Sight.of(skin) for skin in skins]
    each = zip(frames, titles, found, strict=True)
    return [reading or _read_with(sights, frame, title) for frame, title, reading in each]


def _read_with(sights: Sequence[Sight], frame: Frame, title: str) -> Reading:
    for sight in sights:
        with suppress(BoardNotFoundError):
            return sight.read(frame)
    raise BoardNotFoundError(f"{title}: no board like those in the other pictures")


def _settled(frame: Frame, reading: Reading) -> Reading:
    """The reading on a lattice that is laid upon its own faces, to a tenth of a pixel."""
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    for _ in range(2):
        layer = Layer.of(replace(reading.skin, pitch=reading.lattice.pitch))
        tiles = np.flatnonzero((reading.kinds > 0) & _plain(reading))
        row, col = np.divmod(tiles, reading.lattice.cols)
        face = np.searchsorted(reading.skin.kinds, reading.kinds[tiles])
        ground = layer.on(grey, reading.lattice.pitch)
        lattice = ground.laid(reading.lattice, row, col, face, _LOOSE)
        reading = reading if lattice is None else _moved(frame, reading, lattice)
    return reading


def _moved(frame: Frame, reading: Reading, lattice: Lattice) -> Reading:
    """The reading with its cells cut out anew, a little elsewhere."""
    looks = cut(frame, lattice)
    if looks.shape != reading.looks.shape:
        return reading
    kinds, plain = reading.kinds, _plain(reading)
    faces = []
    for kind in reading.skin.kinds.tolist():
        shown = (kinds == kind) & plain
        faces.append(np.median(looks[shown if shown.any() else kinds == kind], axis=0))
    skin = replace(reading.skin, faces=np.asarray(faces, np.float32))
    return replace(reading, lattice=lattice, looks=_whole(looks), skin=skin)


def _aligned(frame: Frame, reading: Reading, base: Reading, sight: Sight) -> Reading:
    """The reading with its tiles as they lie in the cells of another one.

    What of a tile's surroundings is in its cell does not matter, but it must be the same in all
    pictures, or no face of one would be found in the other.
    """
    if reading is base:
        return reading
    try:
        seen = sight.read(frame).lattice
    except BoardNotFoundError:
        return reading
    x, y = (
        (there - here + pitch / 2) % pitch - pitch / 2
        for there, here, pitch in zip(seen.origin, reading.lattice.origin, seen.pitch, strict=True)
    )
    origin = Pixel(reading.lattice.origin.x + x, reading.lattice.origin.y + y)
    return _moved(frame, reading, replace(reading.lattice, origin=origin, pitch=seen.pitch))


def _check(
    reading: Reading, title: str, size: tuple[int | None, int | None], first: Reading
) -> None:
    """Refuse a board that is larger than it can be, or of tiles in other proportions."""
    found = reading.lattice.rows, reading.lattice.cols
    if any(given is not None and seen > given for seen, given in zip(found, size, strict=True)):
        wanted = " x ".join("any" if given is None else str(given) for given in size)
        raise InputError(f"{title} shows a board of {found[0]} x {found[1]}, larger than {wanted}")
    ratio = [r.lattice.pitch[0] / r.lattice.pitch[1] for r in (reading, first)]
    if abs(ratio[0] / ratio[1] - 1) > _SAME_SCALE:
        raise InputError(
            f"{title} has cells of {reading.lattice.pitch[0]:.1f} x "
            f"{reading.lattice.pitch[1]:.1f}, the first one of {first.lattice.pitch[0]:.1f} x "
            f"{first.lattice.pitch[1]:.1f}: they are not of one game"
        )


def _scaled(reading: Reading, width: int, height: int) -> Reading:
    """The reading with faces and looks of another size, px."""
    if reading.looks.shape[1:3] == (height, width):
        return reading
    looks = resized(reading.looks.astype(np.float32), width, height)
    return replace(reading, skin=reading.skin.resized(width, height), looks=_whole(looks))


def _whole(looks: NDArray[np.float32]) -> NDArray[np.uint8]:
    return np.rint(looks).clip(0, 255).astype(np.uint8)


def _plain(reading: Reading) -> NDArray[np.bool_]:
    """Which cells are not drawn as selected: bool (rows * cols,)."""
    plain = np.ones(len(reading.looks), np.bool_)
    plain[reading.marks] = False
    return plain


def _merged(readings: Sequence[Reading], base: Reading) -> list[NDArray[np.int64]]:
    """Kinds by cell of each reading, numbered alike: equal faces have one number, from 1."""
    faces = np.concatenate([reading.skin.faces for reading in readings])
    groups = linked_groups(faces, base.skin.tolerance, base.skin.limit) + 1
    found, start = [], 0
    for reading in readings:
        numbers = dict(zip(reading.skin.kinds.tolist(), groups[start:].tolist(), strict=False))
        start += len(reading.skin.kinds)
        found.append(
            np.asarray([numbers.get(kind, kind) for kind in reading.kinds.tolist()], np.int64)
        )
    return found


def _faces(
    looks: NDArray[np.float32], kinds: NDArray[np.int64], plain: NDArray[np.bool_], *, body: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]:
    """What each kind shows, and how much of that is its own."""
    faces, weights = [], []
    for kind in range(1, int(kinds.max()) + 1):
        shown = (kinds == kind) & plain
        tiles = looks[shown if shown.any() else kinds == kind]
        face = np.median(tiles, axis=0)
        off = np.sqrt(((tiles - face) ** 2).mean(axis=(0, 3)))
        faces.append(face)
        weights.append(1 / (1 + (off / _SPREAD) ** 2) if len(tiles) >= _TWINS else off * 0 + 1)
    own = np.asarray(weights, np.float32)
    return np.asarray(faces, np.float32), None if body or own.mean() > 0.97 else own


def _ground(empty: NDArray[np.float32], skin: Skin) -> NDArray[np.float32]:
    """The looks of empty cells, one for those that are alike: float32 (G, h, w, 3)."""
    if not len(empty):
        return empty
    groups = linked_groups(empty, skin.tolerance, skin.limit)
    counts = np.bincount(groups)
    common = np.argsort(-counts, kind="stable")[:_GROUND]
    found = [np.median(empty[groups == group], axis=0) for group in common]
    return np.asarray(found, np.float32)


def _neighbours(skin: Skin) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """For each face the one most like it, and how far that is, in limits."""
    count = len(skin.faces)
    inner = core(skin.faces)
    apart = np.full((count, count), np.inf, np.float32)
    one, other = np.triu_indices(count, 1)
    apart[one, other] = differences(
        block_differences(inner, inner, one, other), skin.tolerance
    ) / max(skin.limit, 0.1)
    apart = np.minimum(apart, apart.T)
    nearest = apart.argmin(axis=1)
    return np.where(np.isinf(apart.min(axis=1)), np.arange(count), nearest), apart.min(axis=1)
