"""What a skin's folder holds, read with mistrust: its text, numbers in it, and small pictures.

A folder may come from anywhere, so nothing in it is believed: sizes are looked at before anything
is decoded, and no file outside the folder is opened. Every complaint is one line that names the
file, what was expected and what was found.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from bot.errors import SkinError
from bot.frame import decode
from bot.header import declared_size

SIDES = (8, 128)
"""px; the smallest and the largest side of a face."""

_MAX_TEXT = 1 << 20
"""Bytes of the text."""
_PIXEL = 16
"""Bytes of a picture for each pixel of the largest one; a face of 64 x 64 takes 4 at most."""
_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_PNG = b"\x89PNG\r\n\x1a\n"


def text_of(path: Path) -> dict[str, Any]:
    """What the text of a skin says.

    Raises
    ------
    SkinError
        if it cannot be read, or is no TOML
    """
    data = _bytes(path, _MAX_TEXT)
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise SkinError(f"{path}: this is no TOML text: {' '.join(str(error).split())}") from None


def _bytes(path: Path, most: int) -> bytes:
    """What a file holds, if that is not too much."""
    try:
        there = path.is_file()
        with path.open("rb") if there else BytesIO() as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SkinError(f"{path}: {reason}") from None
    if not there:
        raise SkinError(f"{path}: there is no such file")
    if len(data) > most:
        raise SkinError(f"{path}: {most} bytes at most are expected, but there are more")
    return data


def inside(folder: Path, value: object, key: str, where: str) -> Path:
    """A file in the folder of a skin, by what the text says under a key.

    Raises
    ------
    SkinError
        if it is no path, or leads out of the folder, by a link too
    """
    if not isinstance(value, str) or not value or "\0" in value:
        raise SkinError(f"{where}{key} must be the path of a PNG, but got {short(value)}")
    if len(value) > 200 or "\\" in value or Path(value).is_absolute() or ".." in Path(value).parts:
        raise SkinError(f"{where}{key} must stay in the folder of the skin, but got {short(value)}")
    path = folder / value
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            raise SkinError(f"{where}{key} leads out of the folder of the skin: {short(value)}")
    except (OSError, RuntimeError) as error:
        raise SkinError(f"{where}{key} cannot be followed: {short(value)}") from error
    return path


def picture_of(
    path: Path, size: tuple[int, ...] | None = None, *, sides: tuple[int, int] = SIDES
) -> NDArray[np.uint8]:
    """A small PNG, RGB or RGBA.

    Parameters
    ----------
    path : the file
    size : height and width that it must have, px, if they are known
    sides : px; the smallest and the largest side that it may have

    Returns
    -------
    picture : uint8 array of shape (h, w, 3 or 4)

    Raises
    ------
    SkinError
        if it is none
    """
    data = _bytes(path, _PIXEL * sides[1] ** 2)
    if not data.startswith(_PNG) or len(data) < 24:
        raise SkinError(f"{path}: a PNG is expected, but this is none")
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if not all(sides[0] <= side <= sides[1] for side in (width, height)):
        raise SkinError(
            f"{path}: sides of {sides[0]} to {sides[1]} px are expected, but got {width} x {height}"
        )
    if size is not None and (height, width) != tuple(size):
        raise SkinError(
            f"{path}: {size[1]} x {size[0]} px are expected, as of the first face, but got "
            f"{width} x {height}"
        )
    # A chunk that says it is longer than the file would cost as much memory as it says.
    whole = declared_size(data) is not None
    decoded = decode(data, cv2.IMREAD_UNCHANGED) if whole else None
    if decoded is None or decoded.shape[:2] != (height, width):
        raise SkinError(f"{path}: the picture is broken")
    if decoded.dtype != np.uint8 or decoded.ndim != 3 or decoded.shape[2] not in (3, 4):
        raise SkinError(f"{path}: 8 bits of red, green and blue are expected")
    order = [2, 1, 0, 3][: decoded.shape[2]]
    return np.ascontiguousarray(decoded[..., order], dtype=np.uint8)


def number(value: object, key: str, within: tuple[float, float], where: str) -> float:
    """A number that lies within limits; `where` and `key` are named where it does not.

    Raises
    ------
    SkinError
        if it is none, or lies elsewhere
    """
    usable = isinstance(value, (int, float)) and not isinstance(value, bool)
    # Compared before it is converted: a whole number may be larger than any float.
    if not usable or not within[0] <= value <= within[1] or not isfinite(value):  # type: ignore[arg-type,operator]
        raise SkinError(
            f"{where}{key} must be a number from {within[0]:g} to {within[1]:g}, but got "
            f"{short(value)}"
        )
    return float(value)  # type: ignore[arg-type]


def colour(value: object, key: str, where: str) -> tuple[int, int, int]:
    """A colour from its text, such as "#ff8000": red, green and blue.

    Raises
    ------
    SkinError
        if it is none
    """
    if not isinstance(value, str) or not _COLOUR.fullmatch(value):
        raise SkinError(f'{where}{key} must be a colour such as "#ff8000", but got {short(value)}')
    red, green, blue = bytes.fromhex(value[1:])
    return red, green, blue


def as_text(value: Iterable[int]) -> str:
    """A colour, red, green and blue, as `colour` takes it."""
    return f"#{bytes(value).hex()}"


def table(text: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    """A table of a text.

    Raises
    ------
    SkinError
        if there is none of that name
    """
    value = text.get(key)
    if not isinstance(value, dict):
        raise SkinError(f"{where}a table [{key}] is expected, but got {short(value)}")
    return value


def short(value: object) -> str:
    """What was found, on one line, and not all of it where it is long."""
    if value is None:
        return "nothing"
    try:
        text = " ".join(repr(value).split())
    except (ValueError, RecursionError):  # a number of thousands of digits, tables without end
        return f"a {type(value).__name__} too long to show"
    return text if len(text) <= 60 else f"{text[:57]}..."
