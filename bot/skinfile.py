"""Skins on disk: a folder with a text that a person can edit, and the faces as pictures.

Nothing in it is believed: every complaint is one line that names the file, what was expected and
what was found.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.buttons import SIDES, Button, Role
from bot.errors import SkinError
from bot.geometry import Pixel
from bot.lens import MOST_PAPERS, Lens
from bot.planes import BLOCKS
from bot.position import Gravity
from bot.skin import Body, Rules, Skin
from bot.skinfolders import FILE, find_skin, folders_of_skins
from bot.skinparts import colour, inside, number, picture_of, short, table, text_of

__all__ = ["FORMAT", "GRAVITIES", "find_skin", "folders_of_skins", "load_skin", "read_skin"]

FORMAT = 1
"""Version of the text; a later one is not read."""
GRAVITIES = ("auto", *(gravity.value for gravity in Gravity))
"""What a skin may say about the way tiles fall."""

_RULES = tuple(each.name for each in fields(Rules))
_NEAR = 0.75
"""Likeness of a name to that of a rule from which on it is taken for that, misspelt."""
_MAX_FACES = 400
"""More faces than any game has."""
_MAX_GROUND = 64
_MAX_BUTTONS = 32
_REACHES = (1.0, 450.0)
"""Grey levels that a lens may reach: the whole of all colours."""
_PITCHES = (8.0, 1000.0)
_REACH = (-4000.0, 4000.0)
"""px; from a button's picture to where it is clicked: no screen is larger."""


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


def read_skin(folder: Path) -> Skin:
    """Skin from its folder.

    Raises
    ------
    SkinError
        if it cannot be read, or is no skin
    """
    text = text_of(folder / FILE)
    where = f"{folder / FILE}: "
    said = text.get("format")
    if said != FORMAT or type(said) is not int:  # True is equal to 1
        raise SkinError(f"{where}format = {FORMAT} is expected, but got {short(said)}")
    faces_of = table(text, "faces", where)
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
    matching = table(text, "matching", where)
    return Skin(
        faces,
        _kinds(list(faces_of), text.get("same", []), where),
        _tolerance(matching.get("tolerance"), where),
        number(matching.get("limit"), "matching.limit", (0.0, 1000.0), where),
        _body(folder, matching.get("body"), faces.shape[1:3], where),
        name=folder.resolve().name,
        pitch=_pitch(text.get("pitch"), where),
        ground=_ground(folder, text.get("empty", []), faces.shape[1:3], where),
        weights=weights,
        lens=_lens(text.get("lens"), where),
        rules=_rules(text.get("rules", {}), where),
        buttons=_buttons(folder, text.get("buttons", []), where),
    )


def _pictures(folder: Path, listed: Mapping[str, Any], where: str) -> list[NDArray[np.uint8]]:
    """The pictures of a table of faces, all of one size."""
    pictures: list[NDArray[np.uint8]] = []
    paths: dict[Path, str] = {}
    for name, value in listed.items():
        path = inside(folder, value, f"faces.{short(name)}", where)
        if path in paths:
            raise SkinError(
                f"{where}faces {paths[path]} and {short(name)} are the same file {value}"
            )
        paths[path] = short(name)
        pictures.append(picture_of(path, pictures[0].shape[:2] if pictures else None))
    return pictures


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
                f"{short(same)}"
            )
        for name in group:
            if name not in leader:
                raise SkinError(f"{where}same names {short(name)}, which is no face of [faces]")
            if name in seen:
                raise SkinError(f"{where}same names {short(name)} twice")
            seen.add(name)
            leader[name] = group[0]
        if len(group) < 2:
            alone = f"{short(group[0])} alone" if group else "an empty list"
            raise SkinError(f"{where}same names {alone}: a list of it joins two faces or more")
    numbers: dict[str, int] = {}
    kinds = [numbers.setdefault(leader[name], len(numbers) + 1) for name in names]
    return np.asarray(kinds, np.int64)


def _body(folder: Path, value: object, size: tuple[int, ...], where: str) -> Body | None:
    if value is None:
        return None
    path = inside(folder, value, "matching.body", where)
    picture = picture_of(path, size)
    if picture.shape[2] != 4 or not (picture[..., 3] > 127).any():
        raise SkinError(f"{path}: what tiles share must be opaque, and the rest transparent")
    return Body(picture[..., :3].astype(np.float32), picture[..., 3] > 127)


def _lens(value: object, where: str) -> Lens | None:
    """The lens through which a skin looks at its game, if it does."""
    if value is None:
        return None
    if not isinstance(value, dict):
        raise SkinError(f"{where}[lens] must be a table, but got {short(value)}")
    reach = number(value.get("reach"), "lens.reach", _REACHES, where)
    if "inks" in value:
        if given := {"papers", "paper", "ink"} & value.keys():
            raise SkinError(f"{where}lens.inks excludes lens.{min(given)}: it is one or the other")
        return Lens.of_inks(_colours(value["inks"], "lens.inks", where), reach)
    return Lens(
        _colours(value.get("papers"), "lens.papers", where),
        colour(value.get("paper"), "lens.paper", where),
        reach,
        colour(value["ink"], "lens.ink", where) if "ink" in value else None,
    )


def _colours(listed: object, key: str, where: str) -> NDArray[np.uint8]:
    """The colours that a lens lists, all different and in order: (N, 3)."""
    if not isinstance(listed, list) or not 1 <= len(listed) <= MOST_PAPERS:
        raise SkinError(
            f"{where}{key} must list 1 to {MOST_PAPERS} colours, but got {short(listed)}"
        )
    return np.asarray(sorted({colour(each, key, where) for each in listed}), np.uint8)


def _ground(folder: Path, listed: object, size: tuple[int, ...], where: str) -> NDArray[np.float32]:
    if not isinstance(listed, list) or len(listed) > _MAX_GROUND:
        raise SkinError(f"{where}empty must list {_MAX_GROUND} pictures at most")
    found = [picture_of(inside(folder, value, "empty", where), size)[..., :3] for value in listed]
    return np.asarray(found, np.float32).reshape(len(found), *size, 3)


def _pitch(value: object, where: str) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise SkinError(f"{where}pitch must be two numbers, but got {short(value)}")
    x, y = (number(each, "pitch", _PITCHES, where) for each in value)
    return x, y


def _tolerance(value: object, where: str) -> NDArray[np.float32]:
    side = BLOCKS - 1
    rows = value if isinstance(value, list) else []
    if len(rows) != side or not all(isinstance(row, list) and len(row) == side for row in rows):
        raise SkinError(f"{where}matching.tolerance must have {side} rows of {side} numbers")
    numbers = [
        [number(each, "matching.tolerance", (0.1, 255.0), where) for each in row] for row in rows
    ]
    return np.asarray(numbers, np.float32)


def _rules(value: object, where: str) -> Rules:
    if not isinstance(value, dict):
        raise SkinError(f"{where}[rules] must be a table, but got {short(value)}")
    for name in value:  # a rule of another version is left alone, a misspelt one is not
        if name not in _RULES and (
            near := get_close_matches(name.lower(), _RULES, n=1, cutoff=_NEAR)
        ):
            raise SkinError(f"{where}[rules] has {short(name)}; did you mean {near[0]}?")
    gravity = value.get("gravity", "auto")
    margin = value.get("margin", "auto")
    turns = value.get("max_turns", 2)
    if gravity not in GRAVITIES:
        raise SkinError(
            f"{where}rules.gravity must be one of {', '.join(GRAVITIES)}, but got {short(gravity)}"
        )
    if margin not in ("auto", "yes", "no"):
        raise SkinError(f"{where}rules.margin must be auto, yes or no, but got {short(margin)}")
    if not isinstance(turns, int) or isinstance(turns, bool) or not 0 <= turns <= 100:
        raise SkinError(f"{where}rules.max_turns must be 0 to 100, but got {short(turns)}")
    return Rules(gravity, margin, turns)


def _buttons(folder: Path, listed: object, where: str) -> tuple[Button, ...]:
    """The buttons that a skin lists, each called as the file of its picture."""
    if not isinstance(listed, list) or len(listed) > _MAX_BUTTONS:
        raise SkinError(f"{where}[[buttons]] must be {_MAX_BUTTONS} tables at most")
    buttons: list[Button] = []
    for position, value in enumerate(listed, start=1):
        key = f"button {position} of [[buttons]]: "
        if not isinstance(value, dict):
            raise SkinError(f"{where}{key}a table is expected, but got {short(value)}")
        role = value.get("for")
        if role not in list(Role):
            raise SkinError(
                f"{where}{key}for must be one of {', '.join(Role)}, but got {short(role)}"
            )
        path = inside(folder, value.get("picture"), f"{key}picture", where)
        picture = picture_of(path, sides=SIDES)
        if (_alpha(picture) < 255).any():
            raise SkinError(f"{path}: a button must not be transparent; cut it out smaller")
        name = PurePosixPath(value["picture"]).stem
        if any(button.name == name for button in buttons):
            raise SkinError(f"{where}{key}another picture is called {short(name)}, too")
        pixels = np.ascontiguousarray(picture[..., :3])
        buttons.append(Button(Role(role), name, pixels, _click(value.get("click"), key, where)))
    return tuple(buttons)


def _click(value: object, key: str, where: str) -> Pixel | None:
    """Where a button is clicked, px from the top left corner of its picture; None: its middle."""
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2:
        raise SkinError(f"{where}{key}click must be two numbers, but got {short(value)}")
    x, y = (number(each, f"{key}click", _REACH, where) for each in value)
    return Pixel(x, y)
