"""Labelled screenshots: a picture, and beside it what it shows, in a text that a person can check.

The text is a `.board` file: the board, and before it lines that begin with `#`.

| line | means |
| --- | --- |
| `# lattice: x y px py` | centre of the first cell of the board below, and the pitch, px |
| `# selected: row col` | a tile drawn as selected |
| `# known: name` | read again, with the board and the faces known from that picture beside it |

Kinds are named as they come; only which tiles are equal counts. The board is cut to the lines that
hold tiles, but for one that is known: where outer lines are empty, their place cannot be seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TypeVar

import numpy as np

from bot.board import EMPTY, UNKNOWN, Board
from bot.errors import InputError
from bot.frame import load, reduced
from bot.geometry import Cell, Pixel
from bot.reader import read, read_again
from bot.reading import Reading
from bot.unwritten import not_written
from bot.whole import write_whole

Number = TypeVar("Number", int, float)
NOTE = re.compile(r"#\s*[a-z]+:")
"""How a line of a `.board` file begins that is no row; a row of walls has no colon."""
_MOST_BYTES = 1_000_000
"""Of a file; the board of a screen takes a few thousand."""
_PLACE, _PITCH = 0.15, 0.003
"""Pitches by which the first cell may lie elsewhere, and share by which the pitch may differ."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a screenshot shows.

    Parameters
    ----------
    board : cut to the lines that hold tiles
    origin : centre of its first cell, px; None where nobody wrote it down
    pitch : (x, y), px; None as the origin
    selected : tiles drawn as selected
    known : name of the picture beside it from which board and faces are known
    """

    board: Board
    origin: Pixel | None = None
    pitch: tuple[float, float] | None = None
    selected: tuple[Cell, ...] = ()
    known: str | None = None

    @classmethod
    def of(cls, path: Path) -> Truth:
        """The truth in a `.board` file.

        Raises
        ------
        InputError
            if there is no such file, or it is none
        """
        try:
            with path.open("rb") as file:
                text = file.read(_MOST_BYTES + 1)
            lines = text.decode("utf-8-sig").splitlines()  # some editors put a mark before it
        except OSError as error:
            raise InputError(
                f"{path}: {error.strerror or error}; the text of a board is expected"
            ) from None
        except UnicodeError:
            raise InputError(
                f"{path}: no text; a board is written in letters or integers"
            ) from None
        if len(text) > _MOST_BYTES:
            raise InputError(f"{path}: more than {_MOST_BYTES} bytes are no board of a screenshot")
        notes = [line[1:].strip().split(":", 1) for line in lines if NOTE.match(line)]
        found = {note[0]: note[1].strip() for note in notes if len(note) == 2}
        marks = [note[1] for note in notes if note[0] == "selected" and len(note) == 2]
        try:
            board = Board.from_text("\n".join(line for line in lines if not NOTE.match(line)))
        except (ValueError, TypeError) as error:
            raise InputError(f"{path}: {error}") from None
        selected = tuple(Cell(*_numbers(mark, "selected: row col", path, int)) for mark in marks)
        if "lattice" not in found:
            return cls(board, None, None, selected, found.get("known"))
        x, y, wide, high = _numbers(found["lattice"], "lattice: x y px py", path, float)
        return cls(board, Pixel(x, y), (wide, high), selected, found.get("known"))

    @classmethod
    def seen(cls, reading: Reading, *, whole: bool = False) -> Truth:
        """What was read, cut to the lines that hold tiles unless the `whole` board is asked for."""
        grid = np.asarray(reading.board.to_rows())
        rows, cols = (np.flatnonzero((grid != EMPTY).any(axis=axis)) for axis in (1, 0))
        if whole or not rows.size:
            rows, cols = np.arange(grid.shape[0]), np.arange(grid.shape[1])
        top, left = int(rows[0]), int(cols[0])
        return cls(
            Board.from_rows(grid[top : rows[-1] + 1, left : cols[-1] + 1].tolist()),
            reading.lattice.center(Cell(top, left)),
            reading.lattice.pitch,
            tuple(Cell(cell.row - top, cell.col - left) for cell in reading.selected),
        )

    def write(self, path: Path) -> None:
        """Store it in a `.board` file, which is the same on every system.

        Raises
        ------
        LinkupError
            if the file cannot be written
        """
        try:
            write_whole(path, str(self).encode("utf-8"))
        except OSError as error:
            raise not_written(path, error) from None

    def __str__(self) -> str:
        """The text of the file."""
        notes = []
        if self.origin is not None and self.pitch is not None:
            place = " ".join(f"{value:.3f}" for value in (*self.origin, *self.pitch))
            notes.append(f"# lattice: {place}")
        notes += [f"# selected: {cell.row} {cell.col}" for cell in self.selected]
        notes += [f"# known: {self.known}"] if self.known else []
        return "\n".join([*notes, str(self.board)]) + "\n"

    def differs_from(self, seen: Truth) -> str:
        """In what the first difference lies from what is seen now; nothing where there is none."""
        mine, other = self.board, seen.board
        if not mine.is_sized_as(other):
            sizes = f"{other.rows} x {other.cols} cells, not {mine.rows} x {mine.cols}"
            return f"the board has {sizes}"
        for cell in mine.cells():
            is_seen, expected = _told(other, cell), _told(mine, cell)
            if is_seen != expected:
                return f"({cell.row}, {cell.col}) is {is_seen}, not {expected}"
        if self.origin and self.pitch and not self._lies_at(seen.origin, seen.pitch):
            return f"the cells lie at {seen.origin} with pitch {seen.pitch}"
        if sorted(self.selected) != sorted(seen.selected):
            return f"selected is {_cells(seen.selected)}, not {_cells(self.selected)}"
        return ""

    def _lies_at(self, origin: Pixel | None, pitch: tuple[float, float] | None) -> bool:
        """Whether cells lie where these do, as far as that can be seen."""
        if not (self.origin and self.pitch and origin and pitch):
            return False
        return all(
            abs(a - b) <= _PLACE * wide and abs(wide - other) <= _PITCH * wide
            for a, b, wide, other in zip(self.origin, origin, self.pitch, pitch, strict=True)
        )


def _numbers(said: str, form: str, path: Path, kind: type[Number]) -> tuple[Number, ...]:
    """The numbers of a note, as many as its form has."""
    words, wanted = said.split(), len(form.split()) - 1
    try:
        numbers = tuple(kind(word) for word in words)
    except ValueError:
        numbers = ()
    if len(numbers) != wanted or not all(map(isfinite, numbers)):
        raise InputError(f"{path}: `# {form}` is expected, but got {said[:40].strip()!r}")
    return numbers


def _told(board: Board, cell: Cell) -> str:
    """What lies in a cell, told by the first cell where the same lies: kinds have no names."""
    kind = board[cell]
    if kind == EMPTY:
        return "empty"
    if kind == UNKNOWN:
        return "unknown"
    first = next(other for other in board.cells() if board[other] == kind)
    return "another tile than all before" if first == cell else f"as ({first.row}, {first.col})"


def _cells(cells: tuple[Cell, ...]) -> str:
    return " ".join(f"({cell.row}, {cell.col})" for cell in cells) or "no tile"


def labelled(picture: Path) -> Path:
    """Where the truth of a picture lies: beside it.

    Raises
    ------
    InputError
        if that is no name of a file
    """
    if not picture.name:
        raise InputError(f"{picture}: a folder; the file of a picture is expected")
    return picture.with_suffix(".board")


def look(picture: Path, known: str | None = None) -> Reading:
    """Read a screenshot, with the board and the faces known from another one beside it.

    Raises
    ------
    InputError
        if a picture cannot be read
    BoardNotFoundError
        if it shows no board
    """
    frame, times = reduced(load(picture))
    if known is None:
        return read(frame).enlarged(times)
    before, _ = reduced(load(picture.with_name(Path(known).name).with_suffix(picture.suffix)))
    return read_again(frame, read(before)).enlarged(times)
