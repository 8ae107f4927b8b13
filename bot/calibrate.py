"""Learning a skin from frames of a game not seen before.

Each picture is read by itself; faces that look alike in several pictures are one. What a face
shows is the median of all its tiles, so that the pointer, a shadow or the ground behind one of
them leaves no trace. Where tiles have no body of their own, the places in which twins differ are
ground that shows around them, and get little weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.aligning import aligned
from bot.blocks import block_differences, differences
from bot.board import EMPTY, UNKNOWN, Board
from bot.classify import best_faces, linked_groups
from bot.cutting import core, middle
from bot.distances import contrast
from bot.errors import BoardNotFoundError, InputError
from bot.frame import Frame
from bot.gathering import check, in_place, known, plain_cells, read_all, scaled
from bot.joining import joined
from bot.reading import Reading
from bot.sighting import Sight
from bot.skin import Rules, Skin

_GROUND = 8
"""Looks of the ground that are kept, the commonest first."""
_UNLIKE = 3.0
"""Limits by which ground must differ from every face."""
_FLAT = 0.4
"""Contrast in the middle, as a share of what the faintest tenth of the faces have, below which a
look is no tile's."""
_SPREAD, _STEEP = 8.0, 4
"""Grey levels by which twins may differ where the picture is the tile's own, halfway; and the power
that they count with: what is left of ground must count far less than it differs."""
_TWINS = 4
"""Tiles of a face that must be seen before what differs among them counts as ground."""
_ALL_OWN, _AROUND = 0.97, 0.1
"""Share of faces that is their own above which no ground is seen around them; and share of a cell
without its edges that ground takes where it is seen around tiles with a body.
"""
_SAME = 0.4
"""Share of the difference between the two faces most alike in one picture, up to which faces in
two pictures are one."""
_MUCH = 0.8
"""Share of the kinds and of the tiles by which two readings are of much the same board."""
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
    tiles : bool array of shape (G,); looks of empty cells that may be tiles
    """

    skin: Skin
    counts: NDArray[np.int64]
    odd: NDArray[np.bool_]
    nearest: NDArray[np.intp]
    apart: NDArray[np.float32]
    boards: tuple[tuple[int, int], ...]
    read: tuple[Board, ...]
    tile: tuple[float, float]
    tiles: NDArray[np.bool_]

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
        """Whether each picture is read alike with the skin and without it.

        Faces that a person put into one kind are told apart for it.
        """
        sight = Sight.of(replace(skin, kinds=np.arange(1, len(skin.faces) + 1)))
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
    readings = read_all(frames, titles)
    lesson = _lesson(frames, readings, name, titles)
    # What was misread without a skin is read again with it, and taught anew.
    sight = Sight.of(lesson.skin)
    again = [
        _no_worse(known([sight], frame, whole=True), reading)
        for frame, reading in zip(frames, readings, strict=True)
    ]
    for reading, title in zip(again, titles, strict=True):
        check(reading, title, size, again[0])
    return _lesson(frames, again, name, titles)


def _no_worse(again: Reading | None, before: Reading) -> Reading:
    """What was read again with the skin, if it is much the same board, or else what it was.

    Tiles come in pairs: what leaves more kinds odd than before was misread with the skin.
    """
    if again is None:
        return before
    kinds = [len(reading.board.by_kind()) for reading in (again, before)]
    tiles = [reading.board.tiles for reading in (again, before)]
    alike = kinds[0] >= _MUCH * kinds[1] and _MUCH <= tiles[0] / tiles[1] <= 1 / _MUCH
    odd = [len(reading.board.odd_kinds) for reading in (again, before)]
    return again if alike and odd[0] <= odd[1] else before


def _lesson(
    frames: Sequence[Frame], readings: Sequence[Reading], name: str, titles: Sequence[str]
) -> Lesson:
    """What pictures teach once they are read."""
    # The largest picture has the most detail; the others are scaled to it.
    base = max(readings, key=lambda reading: reading.lattice.pitch[0])
    height, width = base.skin.faces.shape[1:3]
    if len(frames) > 1:
        sight = Sight.of(replace(base.skin, pitch=base.lattice.pitch))
        pairs = zip(frames, readings, strict=True)
        readings = [in_place(frame, reading, base, sight) for frame, reading in pairs]
    readings = [scaled(reading, width, height) for reading in readings]
    names = _merged(readings, base)
    _check_common(names, titles)
    looks = np.concatenate([reading.looks for reading in readings]).astype(np.float32)
    plain = np.concatenate([plain_cells(reading) for reading in readings])
    every = np.concatenate(names)
    faces, weights = _faces(looks, every, plain, body=base.skin.body is not None)
    ground, tiles = _ground(looks[every == EMPTY], faces, base.skin)
    skin = replace(
        base.skin,
        faces=faces,
        kinds=np.arange(1, len(faces) + 1),
        name=name,
        pitch=base.lattice.pitch,
        ground=ground,
        weights=weights,
        hides=None,
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
        tiles,
    )


def _check_common(names: Sequence[NDArray[np.int64]], titles: Sequence[str]) -> None:
    """Refuse a picture that shows no face of any other."""
    shown = [set(kinds[kinds > 0].tolist()) for kinds in names]
    for at, title in enumerate(titles[: len(shown)]):
        others = set().union(*shown[:at], *shown[at + 1 :])
        if others and shown[at].isdisjoint(others):
            raise InputError(
                f"{title} shows no face that another picture shows: they are not of one game, or "
                "too few tiles are left; take fuller boards of one tile set"
            )


def _reads_alike(sight: Sight, frame: Frame, board: Board) -> bool:
    try:
        again = sight.read(frame).board
    except BoardNotFoundError:
        return False
    pairs = set(zip(again.kinds, board.kinds, strict=False))
    same = again.is_sized_as(board)
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


def _merged(readings: Sequence[Reading], base: Reading) -> list[NDArray[np.int64]]:
    """Kinds by cell of each reading, numbered alike: equal faces have one number, from 1."""
    _, apart = _neighbours(base.skin)
    limit = base.skin.limit * max(1.0, _SAME * float(apart.min()))
    groups = joined(readings, base, limit)
    found = []
    for reading, own in zip(readings, groups, strict=True):
        numbers = dict(zip(reading.skin.kinds.tolist(), own, strict=True))
        found.append(
            np.asarray([numbers.get(kind, kind) for kind in reading.kinds.tolist()], np.int64)
        )
    # A face that no tile showed, once it was looked at again, leaves no gap.
    shown = np.unique(np.concatenate(found))
    shown = shown[shown > 0]
    return [np.where(kinds > 0, np.searchsorted(shown, kinds) + 1, kinds) for kinds in found]


def _faces(
    looks: NDArray[np.float32], kinds: NDArray[np.int64], plain: NDArray[np.bool_], *, body: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]:
    """What each kind shows, and how much of that is its own."""
    faces, weights = [], []
    for kind in range(1, int(kinds.max()) + 1):
        shown = (kinds == kind) & plain
        tiles = looks[shown if shown.any() else kinds == kind]
        face = np.median(tiles, axis=0)
        if len(tiles) > 1:  # laid upon each other to a part of a pixel they are sharper
            tiles = aligned(tiles, np.repeat(face[None], len(tiles), axis=0))
            face = np.median(tiles, axis=0)
        faces.append(face)
        weights.append(_own(tiles, face) if len(tiles) >= _TWINS else np.ones(face.shape[:2]))
    own = np.asarray(weights, np.float32)
    if body:
        # All tiles have one outline, and where ground is seen around it beyond the rims of their
        # cells, as around round ones, it may be another one at each.
        # A pixel of that outline shows some of it.
        own[:] = cv2.erode(np.median(own, axis=0), np.ones((3, 3), np.uint8))
        varied = bool((core(own[:1, ..., None]) < 0.5).mean() > _AROUND)
    else:
        varied = bool(own.mean() <= _ALL_OWN)
    return np.asarray(faces, np.float32), own if varied else None


def _own(tiles: NDArray[np.float32], face: NDArray[np.float32]) -> NDArray[np.floating]:
    """How much of a face is its own, by what its tiles differ by: (h, w)."""
    off = np.sqrt(((tiles - face) ** 2).mean(axis=(0, 3)))
    return np.asarray(1 / (1 + (off / _SPREAD) ** _STEEP))


def _ground(
    empty: NDArray[np.float32], faces: NDArray[np.float32], skin: Skin
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """The looks of empty cells, one for those that are alike, and which of them may be tiles.

    The looks are float32 of shape (G, h, w, 3). Ground hardly repeats what has something in its
    middle, as faces have.
    """
    if not len(empty):
        return empty, np.zeros(0, np.bool_)
    groups = linked_groups(empty, skin.tolerance, skin.limit)
    counts = np.bincount(groups)
    common = np.argsort(-counts, kind="stable")[:_GROUND]
    found = np.asarray([np.median(empty[groups == group], axis=0) for group in common], np.float32)
    # What looks like a face was a tile that was taken for ground.
    apart = best_faces(found, faces, skin.tolerance)[1]
    other = apart > _UNLIKE * skin.limit
    full = contrast(middle(found)) > _FLAT * np.percentile(contrast(middle(faces)), 10)
    tiles = full & (counts[common] % 2 == 0)
    return found[other], tiles[other]


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
