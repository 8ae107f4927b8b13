"""Keeping what is found out about a game in a skin that is there: its rules, its buttons.

The text is changed where it must be and nowhere else: comments and order stay. It is written beside
the old one and then put in its place, so that it is whole at any moment.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from dataclasses import asdict
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import Array, InlineTable, Table

from bot.buttons import Button
from bot.errors import SkinError
from bot.skin import Rules
from bot.skinfile import folders_of_skins, read_skin
from bot.skinfolders import FILE
from bot.skinparts import inside, text_of
from bot.unwritten import not_written
from bot.whole import write_whole

_NAME = re.compile(r"\w[\w.-]{0,63}")


def is_shipped(folder: Path) -> bool:
    """Whether a skin came with linkup or another package; what is found out goes into a copy.

    In a checkout, used right where it lies, the skins that we ship are the person's own.
    """
    own, *given = (each.resolve() for each in folders_of_skins())
    parent = folder.resolve().parent
    return parent != own and parent in given


def own_copy(folder: Path, into: Path) -> Path:
    """Copy a skin into another folder, under its name.

    Returns
    -------
    copy : its folder

    Raises
    ------
    SkinError
        if there is something of that name, or it cannot be written
    """
    copy = into / folder.resolve().name
    if copy.exists():
        raise SkinError(f"{copy}: a free place for a copy of {folder} is expected")
    try:
        # A link is copied as a link: what it leads to is not of the skin.
        shutil.copytree(folder, copy, symlinks=True)
    except OSError as error:
        shutil.rmtree(copy, ignore_errors=True)
        raise not_written(copy, error, SkinError) from None
    return copy


def keep_rules(folder: Path, rules: Rules) -> bool:
    """Write the rules that were found out into a skin.

    Parameters
    ----------
    folder : the skin's
    rules : what is known; what is "auto" is not, and leaves what the skin says

    Returns
    -------
    changed : whether the skin said something else before

    Raises
    ------
    SkinError
        if there is no skin, it cannot be written, or its text not be changed in place
    """
    before = asdict(read_skin(folder).rules)
    new = {key: value for key, value in asdict(rules).items() if value not in {"auto", before[key]}}
    if not new:
        return False
    document = _document(folder)
    if "rules" not in document:
        document.add("rules", tomlkit.table())
    for key, value in new.items():
        document["rules"][key] = value
    text = text_of(folder / FILE)
    _write_text(folder, document, text | {"rules": text.get("rules", {}) | new})
    return True


def keep_button(folder: Path, button: Button) -> None:
    """Write a button into a skin, in place of the one of the same name, if there is any.

    Raises
    ------
    SkinError
        if there is no skin, it cannot be written, or its text not be changed in place; or if the
        button's name is none for a file
    """
    if not _NAME.fullmatch(button.name):
        raise SkinError(
            f"a button's name is of letters, digits, '_', '-', '.'; got {button.name!r}"
        )
    names = [each.name for each in read_skin(folder).buttons]
    place = f"buttons/{button.name}.png"
    path = inside(folder, place, f"the picture of {button.name}", f"{folder / FILE}: ")
    entry: dict[str, Any] = {"for": button.role.value, "picture": place}
    if button.click is not None:
        entry["click"] = [_plain(value) for value in button.click]
    document, text = _document(folder), text_of(folder / FILE)
    listed = text.get("buttons", [])
    if button.name in names:
        index = names.index(button.name)
        listed = [*listed[:index], listed[index] | entry, *listed[index + 1 :]]
        if button.click is None:
            listed[index].pop("click", None)
        _fill(document["buttons"][index], listed[index])
    else:
        listed = [*listed, entry]
        add_button(document, entry)
    _, data = cv2.imencode(".png", np.ascontiguousarray(button.picture[:, :, ::-1]))
    try:
        path.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise not_written(path.parent, error, SkinError) from None
    _replace(path, data.tobytes())
    _write_text(folder, document, text | {"buttons": listed})


def _plain(value: float) -> float | int:
    return int(value) if value == int(value) else round(float(value), 2)


def add_button(document: tomlkit.TOMLDocument, entry: dict[str, Any]) -> None:
    """Add what a skin says of one button to its text."""
    listed = document.get("buttons")
    if isinstance(listed, Array):
        inline = tomlkit.inline_table()
        inline.update(entry)
        listed.append(inline)
        return
    table = tomlkit.table()
    _fill(table, entry)
    if "for" in entry:
        table["for"].comment("popup, next, shuffle or hint")
    if "click" in entry:
        table["click"].comment("px from the picture's top left corner; its middle if left out")
    if listed is None:
        document.add("buttons", tomlkit.aot())
    table.trivia.indent = "\n"  # an empty line before it
    document["buttons"].append(table)


def _fill(table: Table | InlineTable, entry: dict[str, Any]) -> None:
    """Let a table say what an entry says."""
    for key in table.keys() - entry.keys():
        table.remove(key)
    for key, value in entry.items():
        if table.get(key) != value:
            table[key] = value


def _document(folder: Path) -> tomlkit.TOMLDocument:
    """The text of a skin with its comments."""
    path = folder / FILE
    try:
        # Read as bytes: line ends stay as they are.
        return tomlkit.parse(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise SkinError(f"{path}: {error.strerror or error}") from None
    except (TOMLKitError, ValueError, RecursionError) as error:
        raise _not_editable(path) from error


def _write_text(folder: Path, document: tomlkit.TOMLDocument, wanted: dict[str, Any]) -> None:
    """Put a changed text in place of the old one, if it says what it should."""
    path = folder / FILE
    try:
        data = tomlkit.dumps(document).encode("utf-8")
        said = tomllib.loads(data.decode("utf-8"))
    except (TOMLKitError, ValueError, RecursionError) as error:
        raise _not_editable(path) from error
    if said != wanted:
        raise _not_editable(path)
    _replace(path.resolve(), data)


def _not_editable(path: Path) -> SkinError:
    return SkinError(
        f"{path}: a text that can be changed in one place is expected; write it in a simpler form"
    )


def _replace(path: Path, data: bytes) -> None:
    """Write a file of a skin."""
    try:
        write_whole(path, data)
    except OSError as error:
        raise not_written(path, error, SkinError) from None
