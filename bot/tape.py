"""A tape: what happened in a game, line by line, written while it is played or played back.

A loop that asks the world everything through a tape can be run again without the world. While the
tape is written, each question is passed on, and the answer noted; when it is played back, each
question is compared with the one on the tape, and answered from there. So a game runs the same way
to the last bit, or the first question shows where it does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from math import isfinite
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bot.errors import InputError, LinkupError
from bot.frame import load, save
from bot.pen import Pen
from bot.unwritten import not_written

TAPE = "tape.jsonl"
"""What the file is called in the folder of a recording."""
MOST_BYTES = 256 << 20
"""What a recording takes at most; a game of an hour takes a tenth."""

LONGEST = 4 << 20
"""Characters of a line; more is no tape."""

_LAST = ("full", "interrupted")
"""Lines after which there is nothing to play again."""
_LATER = ("rules",)
"""Lines that older tapes do not have."""

Said = dict[str, Any]
"""A question, an answer or a remark, as JSON carries it. What is laborious to tell may stand there
as a function that tells it: it is asked only where the line is written."""


class TapeEndedError(LinkupError):
    """The tape ends here, for its game was broken off."""


class TapeDiffersError(LinkupError):
    """What is asked or said is not what stands on the tape.

    Parameters
    ----------
    line : of the tape, from 1
    recorded, now : what stands there, and what came instead
    """

    def __init__(self, line: int, recorded: str, now: str) -> None:
        super().__init__(f"line {line}: recorded was {recorded}, but now {now}")
        self.line, self.recorded, self.now = line, recorded, now


class Tape(Protocol):
    """What happened in a game, in order."""

    def ask(self, what: str, question: Said, answer: Callable[[], Said]) -> Said:
        """The answer to a question: of the world, or from the tape.

        Parameters
        ----------
        what : kind of question
        question : what is asked
        answer : asks the world; not called when the tape is played back
        """
        ...

    def tell(self, what: str, said: Said) -> None:
        """Note something that follows from all before."""
        ...

    def may(self, what: str, answer: Callable[[], Said | None]) -> Said | None:
        """The answer to a question that is only noted where there is one."""
        ...

    def moment(self, clock: Callable[[], float]) -> float:
        """The time, s."""
        ...

    def keep(self, name: str, pixels: NDArray[np.uint8]) -> None:
        """Keep a picture, uint8 of shape (H, W, 3), RGB; nothing where it is kept already."""
        ...

    def kept(self, name: str) -> NDArray[np.uint8]:
        """A picture that was kept."""
        ...


class BlankTape:
    """A tape that is written.

    Lines are written by a thread of their own, in order, and go to the operating system at once, so
    that all but the last of them are there whatever becomes of this process. A tape that has
    reached its greatest length, or its disk's, is not written any further; `broken` says why.

    Parameters
    ----------
    folder : new, or without a tape
    most : bytes that the tape and its pictures may take

    Raises
    ------
    InputError
        if there is a tape already, or the folder cannot be written to
    """

    def __init__(self, folder: Path, most: int = MOST_BYTES) -> None:
        self._folder, self._most = folder, most
        self._size = 0
        self._moments: list[float] = []
        self.has_pictures = False
        """Whether a picture is kept beside the tape."""
        self.broken = ""
        """Why it was not written to its end; empty where it is whole. Read it when it is closed."""
        self._made = [each for each in (folder, *folder.parents) if not _is_there(each)]
        try:
            _make(folder)
            self._file: IO[bytes] | None = (folder / TAPE).open("xb")
        except FileExistsError:
            raise InputError(f"{folder}: holds a recording already; name another folder") from None
        except OSError as error:
            raise not_written(folder, error, instead="--record") from None
        self._pen: Pen | None = Pen()

    def ask(self, what: str, question: Said, answer: Callable[[], Said]) -> Said:
        """See `Tape.ask`."""
        given = answer()
        self._write({"what": what, "asked": question, "answer": given})
        return given

    def tell(self, what: str, said: Said) -> None:
        """See `Tape.tell`."""
        self._write({"what": what, "said": said})

    def may(self, what: str, answer: Callable[[], Said | None]) -> Said | None:
        """See `Tape.may`."""
        given = answer()
        if given is not None:
            self._write({"what": what, "answer": given})
        return given

    def moment(self, clock: Callable[[], float]) -> float:
        """See `Tape.moment`; noted with the next line."""
        now = clock()
        if self._file is not None:
            self._moments.append(now)
        return now

    def keep(self, name: str, pixels: NDArray[np.uint8]) -> None:
        """See `Tape.keep`; for functions in what is said, in whose thread it writes."""
        if self._file is None:
            return
        path = self._folder / name
        try:
            save(path, pixels, lasting=False)
            self._size += path.stat().st_size
            self.has_pictures = True
        except (LinkupError, OSError) as error:
            self._break(str(error))

    def kept(self, name: str) -> NDArray[np.uint8]:
        """See `Tape.kept`."""
        return load(self._folder / name).pixels

    def close(self) -> None:
        """Write what is left, and no more."""
        pen, self._pen = self._pen, None
        try:
            if pen is not None:
                pen.close()
        finally:
            self._end()

    def discard(self) -> None:
        """Take the tape away again if there is no picture beside it, so that it is in nobody's way.

        Call it when all is closed. Folders that it made go with it, if they are empty.
        """
        if self.has_pictures:
            return
        with suppress(OSError):
            (self._folder / TAPE).unlink()
            for folder in self._made:
                folder.rmdir()

    def _write(self, line: Said) -> None:
        if self._file is None or self._pen is None:
            return
        if self._moments:
            line["moments"], self._moments = self._moments, []
        self._pen.do(lambda: self._put(line))

    def _put(self, line: Said) -> None:
        if self._size > self._most:
            line = {"what": "full", "said": {"bytes": self._size}}
        data = _as_bytes(line)
        if self._file is None:
            return
        try:
            self._file.write(data)
            self._file.flush()
        except OSError as error:
            # The disk is full, say: the game matters more than its recording.
            self._break(str(not_written(self._folder / TAPE, error, instead="--record")))
            return
        self._size += len(data)
        if line["what"] == "full":
            self._break(f"it takes at most {self._most >> 20} MB")

    def _break(self, why: str) -> None:
        self.broken = self.broken or why
        self._end()

    def _end(self) -> None:
        """Write nothing from now on."""
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # what is left to be written finds no room either
                file.close()


class RecordedTape:
    """A tape that is played back.

    Parameters
    ----------
    folder : of a recording

    Raises
    ------
    InputError
        if there is no tape, or it is none
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lines = _lines(folder / TAPE)
        self._tells = {line["what"] for line in self._lines}
        self._at, self._moment = 0, 0
        self.looked_at = 1
        """Number of the line that was looked at last, from 1."""

    @property
    def line(self) -> int:
        """Number of the line that comes next, from 1."""
        return self._at + 1

    def ask(self, what: str, question: Said, answer: Callable[[], Said]) -> Said:
        """See `Tape.ask`.

        Raises
        ------
        TapeDiffersError
            if something else was asked here
        TapeEndedError
            if the tape ends here
        """
        del answer  # the tape knows
        return self._next(what, "asked", question)["answer"]  # type: ignore[no-any-return]

    def tell(self, what: str, said: Said) -> None:
        """See `Tape.tell`; raises as `ask` does. Of what older tapes do not tell they hold none."""
        if what in self._tells or what not in _LATER:
            self._next(what, "said", said)

    def may(self, what: str, answer: Callable[[], Said | None]) -> Said | None:
        """See `Tape.may`."""
        del answer  # as in `ask`
        if self._at < len(self._lines) and self._lines[self._at]["what"] == what:
            return self._next(what, "asked", None)["answer"]  # type: ignore[no-any-return]
        return None

    def moment(self, clock: Callable[[], float]) -> float:
        """See `Tape.moment`; raises as `ask` does."""
        del clock  # as in `ask`
        line = self._peek()
        moments = line.get("moments", [])
        if self._moment >= len(moments):
            raise TapeDiffersError(self.line, _told(line), "the time is asked once more")
        moment = float(moments[self._moment])
        if not isfinite(moment):
            raise ValueError(f"{moment} is no time")
        self._moment += 1
        return moment

    def keep(self, name: str, pixels: NDArray[np.uint8]) -> None:
        """See `Tape.keep`."""

    def kept(self, name: str) -> NDArray[np.uint8]:
        """See `Tape.kept`.

        Raises
        ------
        InputError
            if there is no such picture beside the tape
        """
        if Path(name).name != name:
            raise InputError(f"{self._folder / TAPE}: {name!r} is no name of a picture beside it")
        return load(self._folder / name).pixels

    def first(self) -> Said:
        """What is said in the first line, before it is compared with anything."""
        said = self._peek().get("said")
        return said if isinstance(said, dict) else {}

    def _peek(self) -> Said:
        if self._at >= len(self._lines) or self._lines[self._at]["what"] in _LAST:
            raise TapeEndedError(f"the tape ends before line {self.line}")
        self.looked_at = self.line
        return self._lines[self._at]

    def _next(self, what: str, key: str, said: Said | None) -> Said:
        line = self._peek()
        # As it comes out of JSON, where a tuple is a list.
        now = json.loads(json.dumps(said))
        if line["what"] != what or line.get(key) != now:
            raise TapeDiffersError(self.line, _told(line), _told({"what": what, key: now}))
        if self._moment < len(line.get("moments", [])):
            raise TapeDiffersError(self.line, "the time asked once more", _told(line))
        self._at, self._moment = self._at + 1, 0
        return line


def _is_there(folder: Path) -> bool:
    """Whether there is something of a name; so it is taken to be where that cannot be told."""
    try:
        return folder.exists()
    except OSError:
        return True


def _make(folder: Path) -> None:
    """A folder, if it is not there; a device such as /dev/null is none, though it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError(f"{folder}: no folder, and a recording is one; name another") from None


def _as_bytes(line: Said) -> bytes:
    """A line as it stands in the file.

    Half a sign, as some systems allow in names and titles, stands as an escape of JSON.
    """
    text = json.dumps(line, ensure_ascii=False, separators=(",", ":"), default=_asked) + "\n"
    return text.encode(errors="backslashreplace")


def _asked(tells: Callable[[], object]) -> object:
    """What stands for a function in what is said."""
    return tells()


def _told(line: Said) -> str:
    """A line in short, for a person."""
    said = line.get("said", line.get("asked"))
    text = json.dumps(said, ensure_ascii=False) if said else ""
    return f"{line['what']} {text[:200]}{'…' if len(text) > 200 else ''}".rstrip()


def as_line(text: str) -> Said | None:
    """A line of a tape; None if it is none."""
    try:
        line = json.loads(text) if len(text) <= LONGEST else None
    except (ValueError, RecursionError):
        return None
    is_line = isinstance(line, dict) and isinstance(line.get("what"), str)
    return line if is_line else None


def _lines(path: Path) -> list[Said]:
    """The lines of a tape; the last is left out where the pen was taken away."""
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: is no file, and a tape is one")
    try:
        texts = path.read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    lines: list[Said] = []
    for number, text in enumerate(texts, start=1):
        if not text:
            continue
        line = as_line(text)
        if line is None:
            if number == len(texts):
                break
            raise InputError(f"{path}: line {number} is no line of a recording")
        lines.append(line)
    if not lines:
        raise InputError(f"{path}: an empty recording")
    return lines
