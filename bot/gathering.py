"""Gathering: the pictures of one game read, and brought to one size and place."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.board import UNKNOWN
from bot.cutting import cut
from bot.errors import BoardNotFoundError, InputError
from bot.frame import Frame
from bot.geometry import Lattice, Pixel
from bot.inks import inks_of
from bot.laying import Layer
from bot.lens import Lens, through
from bot.reader import Reading, read
from bot.sampling import snapped
from bot.sighting import Sight
from bot.skin import resized

_SAME_SCALE = 0.25
"""Share by which the pitches of pictures of one game may differ."""
_LOOSE = 0.003
"""Share by which the pitch that was read may be off."""


def read_all(frames: Sequence[Frame], titles: Sequence[str]) -> list[Reading]:
    """Every picture read, with the skin of another one where that knows all its tiles.

    So read, a picture teaches more looks of known faces, and is never read worse than the other.
    """
    found: dict[int, Reading] = {}
    sights: list[Sight] = []
    complaints = []
    for number, frame in enumerate(frames):
        reading = known(sights, frame, whole=True)
        if reading is None:
            try:
                reading = _settled(frame, read(frame))
            except BoardNotFoundError as error:
                complaints.append(BoardNotFoundError(f"{titles[number]}: {error}"))
                continue
            skin = replace(reading.skin, pitch=reading.lattice.pitch, name=titles[number])
            sights.append(Sight.of(skin))
        found[number] = reading
    # The lens of some may hide a part of the others' tiles.
    sights.sort(key=lambda each: 0 if each.skin.lens is None else -len(each.skin.lens.inks))
    for number, frame in enumerate(frames):
        if number not in found:
            reading = known(sights, frame, whole=False)
            if reading is None:
                raise complaints[0]
            found[number] = reading
    return _in_one_light(frames, [found[number] for number in range(len(frames))])


def _in_one_light(frames: Sequence[Frame], readings: list[Reading]) -> list[Reading]:
    """The readings as seen through one lens, if there are several.

    That of all inks, for a picture may show none of a kind's; or that of the most papers.
    """
    lenses = [reading.skin.lens for reading in readings if reading.skin.lens is not None]
    lens = max(lenses, key=lambda each: (len(each.inks), len(each.papers)), default=None)
    if lens is not None and len(lens.inks):
        inks = np.unique(np.concatenate([each.inks for each in lenses]), axis=0)
        lens = lens if len(inks) == len(lens.inks) else Lens.of_inks(inks, lens.reach)
    return [
        reading
        if reading.skin.lens is lens
        else _moved(frame, replace(reading, skin=replace(reading.skin, lens=lens)), reading.lattice)
        for frame, reading in zip(frames, readings, strict=True)
    ]


def known(sights: Sequence[Sight], frame: Frame, *, whole: bool) -> Reading | None:
    """The reading with the first of some skins that fits; `whole` if it must know all tiles."""
    for sight in sights:
        if whole and not _shows_all(sight, frame):
            continue
        with suppress(BoardNotFoundError):
            reading = sight.read(frame)
            if not whole or UNKNOWN not in reading.board.kinds:
                return reading
    return None


def _shows_all(sight: Sight, frame: Frame) -> bool:
    """Whether nothing that is drawn on a picture may be hidden by the lens of a skin."""
    lens = sight.skin.lens
    if lens is None or not len(lens.inks):
        return True
    own = {tuple(ink) for ink in inks_of(frame.pixels).tolist()}
    return own <= {tuple(ink) for ink in lens.inks.tolist()}


def _settled(frame: Frame, reading: Reading) -> Reading:
    """The reading on a lattice that is laid upon its own faces, to a tenth of a pixel."""
    frame = through(reading.skin.lens, frame)
    grey = np.asarray(cv2.cvtColor(frame.pixels, cv2.COLOR_RGB2GRAY), np.uint8)
    for _ in range(2):
        layer = Layer.of(replace(reading.skin, pitch=reading.lattice.pitch))
        tiles = np.flatnonzero((reading.kinds > 0) & plain_cells(reading))
        row, col = np.divmod(tiles, reading.lattice.cols)
        face = np.searchsorted(reading.skin.kinds, reading.kinds[tiles])
        bed = layer.on(grey, reading.lattice.pitch)
        lattice = bed.laid(reading.lattice, row, col, face, _LOOSE)
        if lattice is None:
            return reading
        reading = _moved(frame, reading, snapped(lattice))
    return reading


def _moved(frame: Frame, reading: Reading, lattice: Lattice) -> Reading:
    """The reading with its cells cut out anew, a little elsewhere."""
    looks = cut(through(reading.skin.lens, frame), lattice)
    reading = replace(reading, skin=reading.skin.resized(looks.shape[2], looks.shape[1]))
    kinds, plain = reading.kinds, plain_cells(reading)
    faces = []
    for kind, face in zip(reading.skin.kinds.tolist(), reading.skin.faces, strict=True):
        shown = (kinds == kind) & plain
        shown = shown if shown.any() else kinds == kind
        # A skin from elsewhere may know faces that this picture does not show.
        faces.append(np.median(looks[shown], axis=0) if shown.any() else face)
    skin = replace(reading.skin, faces=np.asarray(faces, np.float32))
    return replace(reading, lattice=lattice, looks=_whole(looks), skin=skin)


def in_place(frame: Frame, reading: Reading, base: Reading, sight: Sight) -> Reading:
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


def check(
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


def scaled(reading: Reading, width: int, height: int) -> Reading:
    """The reading with faces and looks of another size, px."""
    if reading.looks.shape[1:3] == (height, width):
        return reading
    looks = resized(reading.looks.astype(np.float32), width, height)
    return replace(reading, skin=reading.skin.resized(width, height), looks=_whole(looks))


def _whole(looks: NDArray[np.float32]) -> NDArray[np.uint8]:
    return np.rint(looks).clip(0, 255).astype(np.uint8)


def plain_cells(reading: Reading) -> NDArray[np.bool_]:
    """Which cells are not drawn as selected: bool (rows * cols,)."""
    plain = np.ones(len(reading.looks), np.bool_)
    plain[reading.marks] = False
    return plain
