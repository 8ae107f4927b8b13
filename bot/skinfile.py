"""Skins on disk: a folder with a text that a person can edit, and the faces as pictures.

A folder may come from anywhere, so nothing in it is believed: sizes are looked at before anything
is decoded, and no file outside the folder is opened. Every complaint is one line that names the
file, what was expected and what was found.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
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
from bot.planes import BLOCKS
from bot.skin import Body, Rules, Skin

FILE = "skin.toml"
"""What the text in a skin's folder is called."""
FORMAT = 1
"""Version of the text; a later one is not read."""
GRAVITIES = (
    *("auto", "none", "down", "up", "left", "right"),
    *("center-horizontal", "center-vertical", "apart-horizontal", "apart-vertical"),
)
"""What a skin may say about the way tiles fall."""

_MAX_TEXT = 1 << 20
"""Bytes of the text."""
_MAX_PICTURE = 1 << 18
"""Bytes of a picture; a face of 64 x 64 takes 16 thousand at most."""
_SIDES = (8, 128)
"""px; the smallest and the largest side of a face."""
_MAX_FACES = 400
"""More faces than any game has."""
_MAX_GROUND = 64
_PITCHES = (8.0, 1000.0)
_PNG = b"\x89PNG\r\n\x1a\n"


def load_skin(name: str, folders: tuple[Path, ...] | None = None) -> Skin:
    """Skin from its name or its folder.

    Parameters
    ----------
    name : a folder, the skin.toml in it, or a name that is looked up
    folders : where names are looked up; `folders_of_skins` by default

    Raises
    ------
    SkinError
        if there is no such skin, or what is there is none
    """
    return read_skin(find_skin(name, folders_of_skins() if folders is None else folders))


def folders_of_skins() -> tuple[Path, ...]:
    """Where skins are looked up by name: in the current folder, then among those that we ship."""
    package = Path(__file__).parent
    # In a wheel they lie in the package, in a checkout beside it.
    shipped = package / "templates"
    if not shipped.is_dir():
        shipped = package.parent / "templates"
    return Path("templates"), shipped


def find_skin(name: str, folders: tuple[Path, ...]) -> Path:
    """The folder of a skin.

    Raises
    ------
    SkinError
        if there is none
    """
    if not name or "\0" in name:
        raise SkinError(f"{name!r} is no name of a skin")
    given = Path(name)
    if given.name == FILE:
        given = given.parent
    if _is_folder(given) and (len(given.parts) > 1 or (given / FILE).is_file()):
        return given
    if len(given.parts) == 1:
        for folder in folders:
            if _is_folder(folder / name):
                return folder / name
    known = sorted({path.parent.name for folder in folders for path in folder.glob(f"*/{FILE}")})
    hint = f"known skins: {', '.join(known)}" if known else "make one with `linkup calibrate`"
    raise SkinError(f"there is no skin {name}, neither as a folder nor in ./templates; {hint}")


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def read_skin(folder: Path) -> Skin:
    """Skin from its folder.

    Raises
    ------
    SkinError
        if it cannot be read, or is no skin
    """
    text = _text(folder / FILE)
    where = f"{folder / FILE}: "
    if text.get("format") != FORMAT:
        raise SkinError(
            f"{where}format = {FORMAT} is expected, but got {_short(text.get('format'))}"
        )
    faces_of = _table(text, "faces", where)
    if not 1 <= len(faces_of) <= _MAX_FACES:
        raise SkinError(
            f"{where}[faces] must list 1 to {_MAX_FACES} faces, but got {len(faces_of)}"
        )
    pictures = _pictures(folder, faces_of, where)
    faces = np.asarray([picture[..., :3] for picture in pictures], np.float32)
    weights = None
    if any(picture.shape[2] == 4 for picture in pictures):
        weights = np.asarray([_alpha(picture) for picture in pictures], np.float32) / np.float32(
            255
        )
    matching = _table(text, "matching", where)
    return Skin(
        faces,
        _kinds(list(faces_of), text.get("same", []), where),
        _tolerance(matching.get("tolerance"), where),
        _number(matching.get("limit"), "matching.limit", (0.0, 1000.0), where),
        _body(folder, matching.get("body"), faces.shape[1:3], where),
        name=folder.resolve().name,
        pitch=_pitch(text.get("pitch"), where),
        ground=_ground(folder, text.get("empty", []), faces.shape[1:3], where),
        weights=weights,
        rules=_rules(text.get("rules", {}), where),
    )


def _text(path: Path) -> dict[str, Any]:
    data = _bytes(path, _MAX_TEXT)
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise SkinError(f"{path}: this is no TOML text: {' '.join(str(error).split())}") from error


def _bytes(path: Path, most: int) -> bytes:
    """What a file holds, if that is not too much."""
    try:
        there = path.is_file()
        with path.open("rb") if there else BytesIO() as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SkinError(f"{path}: {reason}") from error
    if not there:
        raise SkinError(f"{path}: there is no such file")
    if len(data) > most:
        raise SkinError(f"{path}: {most} bytes at most are expected, but there are more")
    return data


def _pictures(folder: Path, listed: Mapping[str, Any], where: str) -> list[NDArray[np.uint8]]:
    """The pictures of a table of faces, all of one size."""
    pictures: list[NDArray[np.uint8]] = []
    paths: dict[Path, str] = {}
    for name, value in listed.items():
        path = _inside(folder, value, f"faces.{_short(name)}", where)
        if path in paths:
            raise SkinError(
                f"{where}faces {paths[path]} and {_short(name)} are the same file {value}"
            )
        paths[path] = _short(name)
        pictures.append(_picture(path, pictures[0].shape[:2] if pictures else None))
    return pictures


def _inside(folder: Path, value: object, key: str, where: str) -> Path:
    """A file in the folder of a skin; links and ways out of it are refused."""
    if not isinstance(value, str) or not value or "\0" in value:
        raise SkinError(f"{where}{key} must be the path of a PNG, but got {_short(value)}")
    if len(value) > 200 or "\\" in value or Path(value).is_absolute() or ".." in Path(value).parts:
        raise SkinError(
            f"{where}{key} must stay in the folder of the skin, but got {_short(value)}"
        )
    path = folder / value
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            raise SkinError(f"{where}{key} leads out of the folder of the skin: {_short(value)}")
    except (OSError, RuntimeError) as error:
        raise SkinError(f"{where}{key} cannot be followed: {_short(value)}") from error
    return path


def _picture(path: Path, size: tuple[int, ...] | None) -> NDArray[np.uint8]:
    """A small PNG, RGB or RGBA: uint8 of shape (h, w, 3 or 4)."""
    data = _bytes(path, _MAX_PICTURE)
    if not data.startswith(_PNG) or len(data) < 24:
        raise SkinError(f"{path}: a PNG is expected, but this is none")
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if not all(_SIDES[0] <= side <= _SIDES[1] for side in (width, height)):
        raise SkinError(
            f"{path}: sides of {_SIDES[0]} to {_SIDES[1]} px are expected, but got "
            f"{width} x {height}"
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


def _alpha(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How opaque a picture is, all of it where it does not say."""
    return picture[..., 3] if picture.shape[2] == 4 else np.full(picture.shape[:2], 255, np.uint8)


def _kinds(names: list[str], same: object, where: str) -> NDArray[np.int64]:
    """The kind of each face, from 1: faces that `same` names together share one."""
    leader = {name: name for name in names}
    groups = same if isinstance(same, list) else [same]
    seen: set[str] = set()
    for group in groups:
        if not isinstance(group, list) or not all(isinstance(name, str) for name in group):
            raise SkinError(
                f'{where}same must hold lists of faces such as [["k34", "k35"]], but got '
                f"{_short(same)}"
            )
        for name in group:
            if name not in leader:
                raise SkinError(f"{where}same names {_short(name)}, which is no face of [faces]")
            if name in seen:
                raise SkinError(f"{where}same names {_short(name)} twice")
            seen.add(name)
            leader[name] = group[0]
    numbers: dict[str, int] = {}
    kinds = [numbers.setdefault(leader[name], len(numbers) + 1) for name in names]
    return np.asarray(kinds, np.int64)


def _body(folder: Path, value: object, size: tuple[int, ...], where: str) -> Body | None:
    if value is None:
        return None
    path = _inside(folder, value, "matching.body", where)
    picture = _picture(path, size)
    if picture.shape[2] != 4 or not (picture[..., 3] > 127).any():
        raise SkinError(f"{path}: what tiles share must be opaque, and the rest transparent")
    return Body(picture[..., :3].astype(np.float32), picture[..., 3] > 127)


def _ground(folder: Path, listed: object, size: tuple[int, ...], where: str) -> NDArray[np.float32]:
    if not isinstance(listed, list) or len(listed) > _MAX_GROUND:
        raise SkinError(f"{where}empty must list {_MAX_GROUND} pictures at most")
    found = [_picture(_inside(folder, value, "empty", where), size)[..., :3] for value in listed]
    return np.asarray(found, np.float32).reshape(len(found), *size, 3)


def _pitch(value: object, where: str) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise SkinError(f"{where}pitch must be two numbers, but got {_short(value)}")
    x, y = (_number(each, "pitch", _PITCHES, where) for each in value)
    return x, y


def _tolerance(value: object, where: str) -> NDArray[np.float32]:
    side = BLOCKS - 1
    rows = value if isinstance(value, list) else []
    if len(rows) != side or not all(isinstance(row, list) and len(row) == side for row in rows):
        raise SkinError(f"{where}matching.tolerance must have {side} rows of {side} numbers")
    numbers = [
        [_number(each, "matching.tolerance", (0.1, 255.0), where) for each in row] for row in rows
    ]
    return np.asarray(numbers, np.float32)


def _number(value: object, key: str, within: tuple[float, float], where: str) -> float:
    usable = isinstance(value, (int, float)) and not isinstance(value, bool)
    # Compared before it is converted: a whole number may be larger than any float.
    if not usable or not within[0] <= value <= within[1] or not isfinite(value):  # type: ignore[arg-type,operator]
        raise SkinError(
            f"{where}{key} must be a number from {within[0]:g} to {within[1]:g}, but got "
            f"{_short(value)}"
        )
    return float(value)  # type: ignore[arg-type]


def _rules(value: object, where: str) -> Rules:
    if not isinstance(value, dict):
        raise SkinError(f"{where}[rules] must be a table, but got {_short(value)}")
    gravity = value.get("gravity", "auto")
    margin = value.get("margin", "auto")
    turns = value.get("max_turns", 2)
    if gravity not in GRAVITIES:
        raise SkinError(
            f"{where}rules.gravity must be one of {', '.join(GRAVITIES)}, but got {_short(gravity)}"
        )
    if margin not in ("auto", "yes", "no"):
        raise SkinError(f"{where}rules.margin must be auto, yes or no, but got {_short(margin)}")
    if not isinstance(turns, int) or isinstance(turns, bool) or not 0 <= turns <= 100:
        raise SkinError(f"{where}rules.max_turns must be 0 to 100, but got {_short(turns)}")
    return Rules(gravity, margin, turns)


def _table(text: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    value = text.get(key)
    if not isinstance(value, dict):
        raise SkinError(f"{where}a table [{key}] is expected, but got {_short(value)}")
    return value


def _short(value: object) -> str:
    """What was found, on one line, and not all of it where it is long."""
    if value is None:
        return "nothing"
    try:
        text = " ".join(repr(value).split())
    except (ValueError, RecursionError):  # a number of thousands of digits, tables without end
        return f"a {type(value).__name__} too long to show"
    return text if len(text) <= 60 else f"{text[:57]}..."
