"""Writing a skin: a folder that a person can look at, correct, and pass on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np
import tomlkit
from numpy.typing import NDArray
from tomlkit.items import Table

from bot.calibrate import Lesson
from bot.contact import contact_sheet
from bot.errors import SkinError
from bot.lens import Lens
from bot.plural import counted
from bot.skinfile import FORMAT, GRAVITIES, read_skin
from bot.skinfolders import FILE
from bot.skinkeeper import add_button, keep_button
from bot.skinparts import as_text
from bot.unwritten import not_written

SHEET = "sheet.png"
"""What the contact sheet in a skin's folder is called."""

_ASIDE = 0.15
"""Share of a cell, at each side, by which a face may lie elsewhere in it than before."""
_UNLIKE = 25.0
"""Grey levels from which on a face is surely not the one that was there before."""

_HEAD = """\
The look of a game: which faces its tiles show, and what else is known of it.
sheet.png shows at one glance whether it is right. Read a screenshot of the game with
    linkup read --skin NAME screenshot.png
Do different faces match each other (any flower any flower)? Name them in one list of `same`.
Is a face wrong, or no tile at all? Delete its line in [faces].
"""


@dataclass(frozen=True, slots=True)
class Source:
    """A picture that a skin was learned from.

    Parameters
    ----------
    file : its name, without the folder; "window" where it was not saved
    width, height : its size, px
    """

    file: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Same:
    """Which faces a person put into one kind, in a skin that is made anew.

    Parameters
    ----------
    groups : numbers of the new faces, from 0, that are of one kind
    lost : what the old faces were called that none of the new ones shows
    """

    groups: tuple[tuple[int, ...], ...] = ()
    lost: tuple[str, ...] = ()


def same_before(folder: Path, lesson: Lesson) -> Same:
    """What a skin in a folder says of faces of one kind, told of the faces of a new lesson."""
    try:
        old = read_skin(folder)
        names = list(tomlkit.parse((folder / FILE).read_text(encoding="utf-8"))["faces"])
    except (SkinError, OSError, ValueError):
        return Same()
    kinds, counts = np.unique(old.kinds, return_counts=True)
    several = np.flatnonzero(np.isin(old.kinds, kinds[counts > 1]))
    if not len(several):
        return Same()
    new = lesson.skin
    size = new.faces.shape[2], new.faces.shape[1]
    face, found = _found_again(old.resized(*size).faces[several], new.faces)
    groups = {
        kind: {int(face[at]) for at in np.flatnonzero(found & (old.kinds[several] == kind))}
        for kind in kinds[counts > 1].tolist()
    }
    return Same(
        tuple(tuple(sorted(group)) for group in groups.values() if len(group) > 1),
        tuple(names[several[at]] for at in np.flatnonzero(~found).tolist()),
    )


def _found_again(
    old: NDArray[np.float32], new: NDArray[np.float32]
) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Which new face each old one is most like, wherever it lies in its cell, and whether clearly.

    Cells may be cut out a few pixels elsewhere than before, for all faces alike.
    """
    height, width = old.shape[1:3]
    y, x = round(height * _ASIDE), round(width * _ASIDE)
    inner = np.ascontiguousarray(old[:, y : height - y, x : width - x])
    apart = np.asarray(
        [[cv2.matchTemplate(there, face, cv2.TM_SQDIFF).min() for there in new] for face in inner]
    )
    apart = np.sqrt(np.maximum(apart, 0) / inner[0].size)
    best = apart.argmin(axis=1)
    least = apart.min(axis=1)
    apart[np.arange(len(apart)), best] = np.inf
    return best, np.asarray(least < np.minimum(apart.min(axis=1, initial=_UNLIKE) / 2, _UNLIKE))


def save_skin(
    folder: Path,
    lesson: Lesson,
    sources: Sequence[Source],
    day: date,
    version: str,
    *,
    same: Same = Same(),
) -> Path:
    """Write a skin, over one that was written there before; what a person filled in stays.

    That is its rules, its licence and its buttons. What it said of faces of one kind stays if it is
    handed in, from `same_before`.

    Returns
    -------
    sheet : the contact sheet

    Raises
    ------
    SkinError
        if the folder cannot be written
    """
    before = _before(folder / FILE)
    names = [f"k{number:02}" for number in range(1, len(lesson.skin.faces) + 1)]
    source = _source(sources, day, version, before.get("source", {}))
    document = _document(lesson, names, source, before, same)
    # The text comes last, and names only what is there.
    files = _pictures(lesson, names) | {FILE: tomlkit.dumps(document).encode("utf-8")}
    try:
        _put(folder, files)
        for old in [
            folder / "body.png",
            *folder.glob("faces/k[0-9]*.png"),
            *folder.glob("empty/e[0-9]*.png"),
        ]:
            if old.relative_to(folder).as_posix() not in files:
                old.unlink(missing_ok=True)
        if not len(lesson.skin.ground):
            with suppress(OSError):  # something of a person's, or of the system's, is in it
                (folder / "empty").rmdir()
        for button in lesson.skin.buttons:
            keep_button(folder, button)
    except OSError as error:
        raise not_written(folder, error, SkinError, instead="--out") from None
    return folder / SHEET


def _pictures(lesson: Lesson, names: list[str]) -> dict[str, bytes]:
    """The pictures of a skin, as files by their places in its folder."""
    skin = lesson.skin
    files: dict[str, bytes] = {}
    for number, name in enumerate(names):
        alpha = None if skin.weights is None else skin.weights[number] * 255
        files[f"faces/{name}.png"] = _png(skin.faces[number], alpha)
    for number, look in enumerate(skin.ground, start=1):
        files[f"empty/e{number}.png"] = _png(look, None)
    if skin.body is not None:
        files["body.png"] = _png(skin.body.colour, skin.body.mask.astype(np.float32) * 255)
    # Every eighth grey level will do to look at, and halves the file.
    sheet = contact_sheet(lesson, names) & 0xF8 | 4
    files[SHEET] = _png(sheet.astype(np.float32), None)
    return files


def _put(folder: Path, files: dict[str, bytes]) -> None:
    """Put files in place of older ones once all are on the disk: half of them are no skin."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".linkup-", dir=folder) as new:
        for place, data in files.items():
            path = Path(new, place)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        for place in files:
            target = (folder / place).resolve()
            target.parent.mkdir(exist_ok=True)
            Path(new, place).replace(target)


def _png(picture: NDArray[np.float32], alpha: NDArray[np.float32] | None) -> bytes:
    """A picture, RGB, as PNG, with how opaque it is where that is known."""
    pixels = np.rint(picture[..., ::-1]).clip(0, 255).astype(np.uint8)
    if alpha is not None:
        opaque = np.rint(alpha).clip(0, 255).astype(np.uint8)
        pixels = np.dstack([pixels, opaque])
    _, data = cv2.imencode(".png", np.ascontiguousarray(pixels), [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return data.tobytes()


def _before(path: Path) -> dict[str, Any]:
    """What a person may have filled in, in a skin that is written anew."""
    try:
        found = tomlkit.parse(path.read_text(encoding="utf-8")).unwrap()
    except (OSError, ValueError):
        return {}
    kept = {key: found[key] for key in ("rules", "source") if isinstance(found.get(key), dict)}
    listed = found.get("buttons")
    if isinstance(listed, list) and all(isinstance(button, dict) for button in listed):
        kept["buttons"] = listed
    return kept


def _document(
    lesson: Lesson, names: list[str], source: Table, before: dict[str, Any], same: Same
) -> tomlkit.TOMLDocument:
    """The text of a skin."""
    skin = lesson.skin
    document = tomlkit.document()
    for line in _HEAD.replace("NAME", skin.name).splitlines():
        document.add(tomlkit.comment(line))
    document.add(tomlkit.nl())
    document.add("format", tomlkit.item(FORMAT))
    assert skin.pitch is not None
    document.add("pitch", _line(skin.pitch, "px from one tile to the next, x and y"))
    document.add("tile", _line(lesson.tile, "share of that which the tile itself takes, about"))
    boards = sorted(set(lesson.boards))
    document.add("boards", _line([list(size) for size in boards], "rows and columns seen"))
    kinds = [[names[face] for face in group] for group in same.groups]
    document.add(
        "same", _line(kinds, 'faces of one kind, such as [["k34", "k35"], ["k36", "k37"]]')
    )
    if len(skin.ground):
        looks = [f"empty/e{number}.png" for number in range(1, len(skin.ground) + 1)]
        document.add("empty", _line(looks, "how empty cells look"))
    document.add("faces", _faces(lesson, names))
    document.add("rules", _rules(before.get("rules", {})))
    document.add("source", source)
    if skin.lens is not None:
        document.add("lens", _lens(skin.lens))
    document.add("matching", _matching(lesson))
    for button in before.get("buttons", []):
        add_button(document, button)
    return document


def _line(value: object, comment: str) -> tomlkit.items.Item:
    """A value with a comment behind it."""
    if isinstance(value, tuple):
        value = [round(float(number), 4) for number in value]
    return tomlkit.item(value).comment(comment)


def _faces(lesson: Lesson, names: list[str]) -> Table:
    table = tomlkit.table()
    for number, name in enumerate(names):
        seen = [f"seen {counted(int(lesson.counts[number]), 'time')}", *lesson.doubts(number)]
        table.add(name, _line(f"faces/{name}.png", "; ".join(seen)))
    return table


def _rules(before: dict[str, Any]) -> Table:
    table = tomlkit.table()
    known = {"gravity": "auto", "margin": "auto", "max_turns": 2} | before
    ways = ", ".join(way for way in GRAVITIES if way != "auto")
    table.add("gravity", _line(known["gravity"], f"{ways}; auto: find out"))
    table.add("margin", _line(known["margin"], "yes, no: may a path leave the board? or auto"))
    table.add("max_turns", _line(known["max_turns"], "turns that a path may take"))
    return table


def _source(sources: Sequence[Source], day: date, version: str, before: dict[str, Any]) -> Table:
    table = tomlkit.table()
    pictures = tomlkit.array()
    for source in sources:
        entry = tomlkit.inline_table()
        # A name need not be text on every system, but the skin is.
        file = source.file.encode("utf-8", "replace").decode("utf-8")
        entry.update({"file": file, "width": source.width, "height": source.height})
        pictures.append(entry)
    table.add("pictures", pictures.multiline(len(sources) > 1))
    table.add("date", tomlkit.item(day))
    table.add("made_with", tomlkit.item(f"linkup {version}"))
    table.add("game", _line(before.get("game", ""), "its name and where it comes from"))
    table.add("licence", _line(before.get("licence", ""), "of the game's art; fill in"))
    return table


def _lens(lens: Lens) -> Table:
    """The colours of the papers of tiles, and the one as which all are seen; or those of signs."""
    table = tomlkit.table()
    if len(lens.inks):
        table.add(
            tomlkit.comment("Signs on a picture: colours near to none of `inks` are not seen.")
        )
        table.add("reach", _line(round(lens.reach, 1), "how far colours are near, grey levels"))
        table.add("inks", _line([as_text(ink) for ink in lens.inks.tolist()], "of all signs"))
        return table
    comment = (
        "The game tints its tiles: colours near to one of `papers` are seen as near to `paper`."
    )
    table.add(tomlkit.comment(comment))
    table.add("paper", _line(as_text(lens.paper), "as in the pictures of the faces"))
    table.add("reach", _line(round(lens.reach, 1), "how far colours are near, grey levels"))
    if lens.ink is not None:
        table.add("ink", _line(as_text(lens.ink), "of all that is drawn"))
    papers = tomlkit.array()
    papers.extend(as_text(paper) for paper in lens.papers.tolist())
    table.add("papers", papers.multiline(True))
    return table


def _matching(lesson: Lesson) -> Table:
    """What was measured; nothing in it is for people."""
    skin = lesson.skin
    table = tomlkit.table()
    table.add(tomlkit.comment("Measured when the skin was made; there is no need to edit it."))
    if skin.body is not None:
        table.add("body", tomlkit.item("body.png"))
    table.add("limit", tomlkit.item(round(float(skin.limit), 3)))
    rows = tomlkit.array()
    for row in skin.tolerance.tolist():
        rows.append([round(number, 2) for number in row])
    table.add("tolerance", rows.multiline(True))
    return table
