"""Faces from a folder of somebody's own pictures, of any size and any format that is read.

A picture with transparent parts is shown whole, without the empty rim around it; any other one is
cut to the shape of the tile, or shown whole where that would cut off too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.errors import FrameError, InputError
from bot.frame import MAX_BYTES, MAX_PIXELS, decode
from bot.header import FORMATS, declared_size
from bot.plural import counted

FEWEST = 2
"""Pictures that a game needs: with fewer all tiles would be of one kind."""
KEPT = 256
"""Longest side at which a picture is kept, px; tiles are smaller."""
_SMALLEST = 8
"""px; a picture with a shorter side shows nothing."""
_MOST_STRETCH = 1.6
"""How many times longer than the tile's shape a picture may be for its ends to be cut off."""
_ALIKE = 3.0
"""Mean difference of two pictures' colours up to which they are one, 0 to 255."""
_SUFFIXES = (
    *(".png", ".apng", ".jpg", ".jpeg", ".jpe", ".jfif", ".webp", ".bmp", ".dib", ".gif"),
    *(".tif", ".tiff", ".avif", ".heic", ".heif", ".jp2", ".jxl", ".ico", ".svg", ".psd", ".tga"),
    *(".ppm", ".pgm", ".pnm", ".hdr", ".exr", ".raw", ".dng"),
)
"""What names of pictures end with, also of those that are not read."""
_PNG = b"\x89PNG\r\n\x1a\n"
_LOOKED_AT = 2000
"""Files of a folder; whoever has more pictures gets the first of them."""


@dataclass(frozen=True, slots=True, eq=False)
class OwnFaces:
    """Pictures for kinds 1, 2, 3 and so on.

    Parameters
    ----------
    pictures
        uint8 arrays of shape (h, w, 4), RGBA; made read-only
    """

    pictures: tuple[NDArray[np.uint8], ...]

    def __post_init__(self) -> None:
        for picture in self.pictures:
            picture.setflags(write=False)

    def __len__(self) -> int:
        return len(self.pictures)

    def draw(self, kind: int, width: int, height: int) -> NDArray[np.uint8]:
        """A face in the middle of a rectangle.

        Returns
        -------
        face : uint8 array of shape (height, width, 4), RGBA
        """
        picture = self.pictures[kind - 1]
        if (picture[:, :, 3] == 255).all():
            picture = _cut(picture, width / height)
        across = min(width, round(height * picture.shape[1] / picture.shape[0])) or 1
        down = min(height, round(across * picture.shape[0] / picture.shape[1])) or 1
        small = _resized(picture, across, down)
        face = np.zeros((height, width, 4), np.uint8)
        left, top = (width - across) // 2, (height - down) // 2
        face[top : top + down, left : left + across] = small
        return face


@dataclass(frozen=True, slots=True)
class Gallery:
    """What a folder has.

    Parameters
    ----------
    faces
        the pictures that can be told apart
    left_out
        a line for each picture that is not among them, and why; what is none goes without
    """

    faces: OwnFaces
    left_out: tuple[str, ...]


def _nobody(looked_at: int) -> None:
    del looked_at


def load_gallery(
    folder: Path,
    wanted: int,
    seed: int | None = None,
    *,
    tell: Callable[[int], None] = _nobody,
) -> Gallery:
    """Read pictures from a folder until there are enough.

    Parameters
    ----------
    folder
        its files are looked at, not those of folders in it; names that start with a dot are not
    wanted
        how many pictures at most
    seed
        which of them, where there are more; None draws anew each time
    tell
        is told before each file how many have been looked at

    Raises
    ------
    InputError
        if the folder cannot be read, or has fewer than `FEWEST` pictures
    """
    files = _files(folder)
    names = [file.name for file in files]
    Random(seed).shuffle(files)
    found: dict[str, NDArray[np.uint8]] = {}
    left_out: dict[str, str] = {}
    for number, file in enumerate(files):
        tell(number)
        if len(found) == wanted:
            break
        try:
            picture = read_picture(file)
        except FrameError as error:
            if _looks_like_one(file):
                left_out[file.name] = str(error)
            continue
        if twin := _twin(picture, found):
            left_out[file.name] = f"{file.name}: the same picture as {twin}"
        else:
            found[file.name] = picture
    if len(found) < FEWEST:
        why = f"; {next(iter(left_out.values()))}" if left_out else ""
        raise InputError(
            f"a game needs {FEWEST} pictures in {FORMATS} that differ, "
            f"but {folder} has {len(found)}{why}"
        )
    ordered = sorted(found, key=names.index)
    lines = [left_out[name] for name in names if name in left_out]
    return Gallery(OwnFaces(tuple(found[name] for name in ordered)), tuple(lines))


def _looks_like_one(path: Path) -> bool:
    """Whether somebody may take a file for a picture: by its name, or by how it begins."""
    if path.suffix.lower() in _SUFFIXES:
        return True
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(_PNG)).startswith((_PNG, b"\xff\xd8\xff", b"GIF8"))
    return False


def _files(folder: Path) -> list[Path]:
    """The ordinary files of a folder, by their names."""
    try:
        files = [
            path
            for path in sorted(folder.iterdir())
            if path.is_file() and not path.name.startswith(".")
        ]
    except OSError as error:
        raise InputError(
            f"{folder}: {error.strerror or error}; a folder with pictures is expected"
        ) from None
    return files[:_LOOKED_AT]


def read_picture(path: Path) -> NDArray[np.uint8]:
    """A picture as a face keeps it: small, without a transparent rim, turned as its file says.

    Returns
    -------
    picture : uint8 array of shape (h, w, 4), RGBA

    Raises
    ------
    FrameError
        if there is none; the message starts with the file's name
    """
    try:
        data = path.read_bytes() if path.stat().st_size <= MAX_BYTES else b""
    except OSError as error:
        raise FrameError(f"{path.name}: {error.strerror or error}") from None
    size = declared_size(data)
    if size is None:
        raise FrameError(f"{path.name}: no picture in {FORMATS}")
    if size[0] * size[1] > MAX_PIXELS:
        raise FrameError(f"{path.name}: {size[0]} x {size[1]} is too large")
    decoded = decode(data, _how(data, size))
    if decoded is not None and decoded.ndim == 2 and (hole := _transparent_grey(data)) is not None:
        alpha = (decoded != hole).astype(decoded.dtype) * (65535 if decoded.itemsize == 2 else 255)
        decoded = np.dstack([decoded, decoded, decoded, alpha])
    elif decoded is not None and (decoded.ndim == 2 or decoded.shape[2] != 4):
        decoded = decode(data, cv2.IMREAD_COLOR)  # turned as its file says
    if decoded is None:
        raise FrameError(f"{path.name}: the picture is broken or cut off")
    picture = _rgba(decoded)
    rows, cols = (picture[:, :, 3].max(axis=axis).nonzero()[0] for axis in (1, 0))
    if not len(rows):
        raise FrameError(f"{path.name}: all of the picture is transparent")
    picture = picture[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    height, width = picture.shape[:2]
    if min(height, width) < _SMALLEST:
        raise FrameError(f"{path.name}: {width} x {height} is too small to be seen")
    shrink = min(1.0, KEPT / max(height, width))
    return _resized(picture, max(1, round(width * shrink)), max(1, round(height * shrink)))


def _transparent_grey(data: bytes) -> int | None:
    """Which grey of a PNG is transparent, as OpenCV decodes it; OpenCV itself does not tell."""
    if not data.startswith(_PNG) or data[25] != 0:
        return None
    depth, at = data[24], len(_PNG)
    while (name := data[at + 4 : at + 8]) not in {b"IDAT", b"IEND", b""}:
        if name == b"tRNS":
            grey = int.from_bytes(data[at + 8 : at + 10], "big")
            return grey * (255 // (2**depth - 1)) if depth < 8 else grey
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    return None


def _how(data: bytes, size: tuple[int, int]) -> int:
    """How to decode: a large photograph at a part of its size, which takes a part of the time."""
    if not data.startswith(b"\xff\xd8"):  # other formats than JPEG may be transparent
        return cv2.IMREAD_UNCHANGED
    for times, how in (
        (8, cv2.IMREAD_REDUCED_COLOR_8),
        (4, cv2.IMREAD_REDUCED_COLOR_4),
        (2, cv2.IMREAD_REDUCED_COLOR_2),
    ):
        if min(size) >= 2 * KEPT * times:
            return how
    return cv2.IMREAD_COLOR


def _rgba(decoded: NDArray[np.generic]) -> NDArray[np.uint8]:
    """Eight bits a channel, RGBA, of what OpenCV decodes."""
    bgr: NDArray[Any] = np.asarray(decoded)
    if bgr.dtype == np.uint16:
        bgr = bgr >> 8
    elif bgr.dtype != np.uint8:  # a TIFF may hold floats from 0 to 1
        bgr = np.nan_to_num(bgr.astype(np.float32)).clip(0, 1) * np.float32(255)
    bgr = bgr.astype(np.uint8)
    code = cv2.COLOR_BGRA2RGBA if bgr.shape[2] == 4 else cv2.COLOR_BGR2RGBA
    return np.asarray(cv2.cvtColor(bgr, code), np.uint8)


def _resized(picture: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    """Another size; what is transparent has no share in the colours."""
    if picture.shape[:2] == (height, width):
        return picture.copy()
    how = cv2.INTER_AREA if picture.shape[1] >= width else cv2.INTER_CUBIC
    solid = picture.astype(np.float32)
    solid[:, :, :3] *= solid[:, :, 3:] / 255
    sized = np.asarray(cv2.resize(solid, (width, height), interpolation=how), np.float32)
    sized[:, :, :3] *= 255 / np.maximum(sized[:, :, 3:], 1)
    return np.asarray(np.rint(sized).clip(0, 255), np.uint8)


def _cut(picture: NDArray[np.uint8], ratio: float) -> NDArray[np.uint8]:
    """The middle of a picture, of this ratio of width to height, unless most of it would go."""
    height, width = picture.shape[:2]
    if max(width / height / ratio, ratio * height / width) > _MOST_STRETCH:
        return picture
    across, down = min(width, round(height * ratio)), min(height, round(width / ratio))
    left, top = (width - across) // 2, (height - down) // 2
    return picture[top : top + down, left : left + across]


def _twin(picture: NDArray[np.uint8], known: dict[str, NDArray[np.uint8]]) -> str:
    """The name of a picture that a person could not tell from this one; empty if there is none."""
    small = _resized(picture, 24, 24).astype(np.int16)
    ratio = picture.shape[1] / picture.shape[0]
    for name, other in known.items():
        same_shape = abs(other.shape[1] / other.shape[0] - ratio) < 0.1
        if same_shape and np.abs(small - _resized(other, 24, 24)).mean() < _ALIKE:
            return name
    return ""


def shown(lines: Sequence[str], most: int = 8) -> Iterator[str]:
    """The first lines, and how many there are besides."""
    yield from lines[:most]
    if len(lines) > most:
        yield f"and {counted(len(lines) - most, 'file')} more"
