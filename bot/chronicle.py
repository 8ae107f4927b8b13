"""A chronicle: what stands on a tape, line by line, for whoever tells of a game.

Nothing is played here, so a game can be told that this version would play otherwise, and one whose
tape is damaged is told as far as it can be read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bot.errors import InputError
from bot.frame import Frame, load
from bot.geometry import ScreenPoint
from bot.patches import patched
from bot.plural import counted
from bot.tape import LONGEST, TAPE, Said, as_line

_LATEST = 1e10
"""s; no clock has run for three hundred years."""
_MOST_RECORDINGS = 1000
"""Recordings that are looked for in a folder."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of a tape.

    Parameters
    ----------
    line : its number, from 1
    time : when it was written, s since the game began; never earlier than the line before
    look : number of pictures taken by then
    what : kind of line
    said : what was told, or asked
    answer : to what was asked; empty where nothing was
    """

    line: int
    time: float
    look: int
    what: str
    said: Said
    answer: Said

    @property
    def error(self) -> str:
        """What went wrong with what was asked; empty if nothing did."""
        if "moved" in self.answer:
            return f"the window {str(self.answer['moved']['title'])!r} has moved"
        return str(self.answer["error"][1]) if "error" in self.answer else ""


class Chronicle:
    """What stands on a tape.

    Parameters
    ----------
    folder : of the recording

    Raises
    ------
    InputError
        if there is no tape
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damage = ""
        """Why the tape was read no further, once it was; empty if it was read to its end."""
        self.unread = 0
        """Looks whose pictures are missing or broken, of those that `pictures` has come to."""
        self.share = 0.0
        """How much of the tape was read so far, 0 to 1."""
        try:
            self._size = max(1, (folder / TAPE).stat().st_size)
        except OSError as error:
            raise InputError(f"{folder / TAPE}: {error.strerror or error}") from None

    def __iter__(self) -> Iterator[Entry]:
        """Every line that can be read, in order; the last one of a killed process is left out."""
        self.damage, began, time, look = "", None, 0.0, 0
        for number, line in enumerate(self._lines(), start=1):
            try:
                if moments := _moments(line):
                    began = moments[0] if began is None else began
                    time = max(time, max(moments) - began)
                entry = _entry(number, line, time, look)
            except (KeyError, TypeError, ValueError, OverflowError):
                self.damage = f"line {number} is broken"
                return
            look = entry.look
            yield entry

    def _lines(self) -> Iterator[Said]:
        try:
            yield from self._read()
        except OSError as error:  # a file that is not ours, a disk that fails
            self.damage = f"the tape cannot be read: {error.strerror or error}"

    def _read(self) -> Iterator[Said]:
        with (self.folder / TAPE).open("rb") as file:
            number = 0
            while text := file.readline(LONGEST + 2):
                number += 1
                self.share = file.tell() / self._size
                if not text.strip():
                    continue
                line = as_line(text.decode("utf-8", "replace"))
                if line is None:
                    if text.endswith(b"\n") or len(text) > LONGEST:
                        self.damage = f"line {number} is no line of a recording"
                    return
                yield line

    def lacks(self) -> str:
        """What is missing of the pictures that were looked at; empty if nothing is."""
        if not self.unread:
            return ""
        looks = counted(self.unread, "look")
        return f"pictures of {looks} are missing or broken; what was seen before is shown instead"


def _moments(line: Said) -> list[float]:
    """The moments that the clock gave before a line, s."""
    moments = [float(moment) for moment in line.get("moments", [])]
    if not all(abs(moment) <= _LATEST for moment in moments):
        raise ValueError
    return moments


def _entry(number: int, line: Said, time: float, look: int) -> Entry:
    said, answer = line.get("said", line.get("asked", {})), line.get("answer", {})
    if not isinstance(said, dict) or not isinstance(answer, dict):
        raise TypeError
    return Entry(number, time, look + (line["what"] == "look"), line["what"], said, answer)


def pictures(
    chronicle: Chronicle, wanted: Collection[int] | None = None
) -> Iterator[tuple[Entry, Frame | None]]:
    """Every entry, with what the screen showed at a look that is wanted.

    Parameters
    ----------
    chronicle
        of the game
    wanted
        numbers of looks; by default all

    Yields
    ------
    entry
        of the tape
    frame
        None where nothing was looked at, or it is not wanted. Where a picture beside the tape is
        missing or broken it shows what was there before.
    """
    last: NDArray[np.uint8] | None = None
    for entry in chronicle:
        frame = None
        if entry.what == "look" and "patches" in entry.answer:
            try:
                last = _patched(chronicle.folder, last, entry.answer)
            except (InputError, KeyError, TypeError, ValueError, OverflowError):
                chronicle.unread += 1
            if last is not None and (wanted is None or entry.look in wanted):
                frame = _frame(last, entry)
        yield entry, frame


def _patched(
    folder: Path, last: NDArray[np.uint8] | None, answer: dict[str, Any]
) -> NDArray[np.uint8]:
    """What the screen showed, from what it showed before; read-only."""
    patches = []
    for left, top, name in answer["patches"]:
        if Path(name).name != name:
            raise InputError(f"{folder / TAPE}: {name!r} is no name of a picture beside it")
        patches.append(((int(left), int(top)), load(folder / name).pixels))
    width, height = answer["size"]
    return patched(last, (int(width), int(height)), patches)


def _frame(pixels: NDArray[np.uint8], entry: Entry) -> Frame | None:
    try:
        x, y = entry.answer["origin"]
        return Frame(pixels, ScreenPoint(float(x), float(y)), float(entry.answer["scale"]))
    except (InputError, KeyError, TypeError, ValueError, OverflowError):
        return None


def recordings(folder: Path) -> list[Path]:
    """The recordings in a folder: itself, or those of a series, in order.

    Raises
    ------
    InputError
        if there is none, or none can be reached
    """
    try:
        return _recordings(folder)
    except OSError as error:  # a name that is too long, a folder that is not ours
        raise InputError(f"{folder}: {error.strerror or error}") from None


def _recordings(folder: Path) -> list[Path]:
    if folder.name == TAPE and folder.is_file():
        folder = folder.parent
    if (folder / TAPE).is_file():
        return [folder]
    if not folder.is_dir():
        what = "a file" if folder.exists() else "no such folder"
        raise InputError(f"{folder}: {what}; the folder that --record wrote is expected")
    found = sorted(tape.parent for tape in folder.glob(f"*/{TAPE}"))[:_MOST_RECORDINGS]
    if not found:
        raise InputError(f"{folder}: holds no recording; what --record wrote is expected")
    return found
