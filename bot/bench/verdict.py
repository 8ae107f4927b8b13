"""What a reading is worth: held against the truth, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from scipy.optimize import linear_sum_assignment

from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.geometry import Cell, Lattice
from bot.reading import Reading

_PLACE = 0.3
"""Pitches by which a cell may be found beside its place: a click there still hits the tile."""
_PITCH = 0.05
"""Share by which a pitch may be wrong where hardly any tile is left to measure it by."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What a picture shows.

    Parameters
    ----------
    board, lattice
        the tiles, and where they lie
    selected
        cells drawn as selected
    hidden
        cells that a pointer or a path hides, of which anything may be read
    """

    board: Board
    lattice: Lattice
    selected: frozenset[Cell] = frozenset()
    hidden: frozenset[Cell] = frozenset()


class Grade(StrEnum):
    """What became of one picture."""

    EXACT = "exact"
    NOT_FOUND = "not found"
    WRONG_PLACE = "wrong place"
    WRONG_CELLS = "wrong cells"
    DOUBTS = "doubts"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A reading judged.

    Parameters
    ----------
    grade
        the worst that is true of it; wrong cells are worse than unknown ones
    wrong, unknown
        cells named wrongly, and cells left open, where the lattice is right
    marked
        whether just the selected tiles were told as such
    why
        what is wrong, for a person
    """

    grade: Grade
    wrong: int = 0
    unknown: int = 0
    marked: bool = True
    why: str = ""


def not_found(why: str) -> Verdict:
    """The verdict where no reading was made, as the reader said itself."""
    return Verdict(Grade.NOT_FOUND, marked=False, why=why)


def judged(seen: Reading, truth: Truth) -> Verdict:
    """Judge a reading.

    Empty lines around the tiles count for nothing: where the board ends cannot be seen there.
    The numbers of kinds mean nothing but equality: they are mapped one to one onto the true ones
    so that the fewest cells are wrong (an assignment problem, solved exactly). Walls are a kind of
    their own: that they never go is not seen in one picture.
    """
    shift = _shift(seen.lattice, truth)
    if shift is None:
        return Verdict(Grade.WRONG_PLACE, marked=False, why=_places(seen.lattice, truth.lattice))
    names = {
        Cell(cell.row + shift.row, cell.col + shift.col): seen.board[cell]
        for cell in seen.board.cells()
    }
    outside = [
        *(cell for cell in _tiles(truth) if cell not in names),
        *(cell for cell, name in names.items() if name != EMPTY and cell not in truth.board),
    ]
    if outside:
        why = f"{_places(seen.lattice, truth.lattice)}; outside: {_list(outside)}"
        return Verdict(Grade.WRONG_PLACE, marked=False, why=why)
    board = _with_walls_as_kind(truth.board)
    pairs = {
        cell: (name, board[cell])
        for cell, name in names.items()
        if cell in truth.board and cell not in truth.hidden
    }
    unknown = [cell for cell, (name, _) in pairs.items() if name == UNKNOWN]
    wrong = _wrong(pairs)
    marks = {Cell(cell.row + shift.row, cell.col + shift.col) for cell in seen.selected}
    marked = marks - truth.hidden == truth.selected - truth.hidden
    grade = Grade.WRONG_CELLS if wrong else Grade.DOUBTS if unknown else Grade.EXACT
    said = [f"wrong: {_list(wrong)}"] * bool(wrong) + [f"unknown: {_list(unknown)}"] * bool(unknown)
    if not marked:
        said.append(f"selected: {_list(sorted(marks))}, not {_list(sorted(truth.selected))}")
    return Verdict(grade, len(wrong), len(unknown), marked, "; ".join(said))


def _with_walls_as_kind(board: Board) -> Board:
    """The board with a kind of its own in place of walls."""
    own = max(board.kinds) + 1
    kinds = tuple(own if kind == WALL else kind for kind in board.kinds)
    return Board(board.rows, board.cols, kinds)


def _tiles(truth: Truth) -> list[Cell]:
    """The cells of the tiles to be found."""
    return [
        cell
        for cell in truth.board.cells()
        if truth.board[cell] not in {EMPTY, WALL} and cell not in truth.hidden
    ]


def _shift(seen: Lattice, truth: Truth) -> Cell | None:
    """What to add to a seen cell for the true one; None if the lattices do not agree."""
    tiles = _tiles(truth)
    if not tiles or any(
        abs(a / b - 1) > _PITCH for a, b in zip(seen.pitch, truth.lattice.pitch, strict=True)
    ):
        return None
    rows, cols = zip(*tiles, strict=True)
    shifts = set()
    for corner in (Cell(min(rows), min(cols)), Cell(max(rows), max(cols))):
        place = truth.lattice.center(corner)
        row = corner.row - (place.y - seen.origin.y) / seen.pitch[1]
        col = corner.col - (place.x - seen.origin.x) / seen.pitch[0]
        if max(abs(row - round(row)), abs(col - round(col))) > _PLACE:
            return None
        shifts.add(Cell(round(row), round(col)))
    return shifts.pop() if len(shifts) == 1 else None


def _wrong(pairs: dict[Cell, tuple[int, int]]) -> list[Cell]:
    """Cells named wrongly under the best mapping of seen names (first) onto true ones."""
    both = [pair for pair in pairs.values() if min(pair) > EMPTY]
    names, columns = ({kind: at for at, kind in enumerate(sorted(set(s)))} for s in _sides(both))
    counts = np.zeros((len(names), len(columns)), np.int64)
    for name, kind in both:
        counts[names[name], columns[kind]] += 1
    best = {
        (list(names)[row], list(columns)[column])
        for row, column in zip(*linear_sum_assignment(counts, maximize=True), strict=True)
    }
    right = best | {(EMPTY, EMPTY)}
    return [cell for cell, pair in pairs.items() if pair[0] != UNKNOWN and pair not in right]


def _sides(pairs: list[tuple[int, int]]) -> tuple[list[int], list[int]]:
    return [one for one, _ in pairs], [other for _, other in pairs]


def _places(seen: Lattice, true: Lattice) -> str:
    return f"{_place(seen)}, not {_place(true)}"


def _place(lattice: Lattice) -> str:
    (x, y), (across, down) = lattice.origin, lattice.pitch
    size = f"{lattice.rows} x {lattice.cols}"
    return f"{size} cells of {across:.2f} x {down:.2f} from {x:.1f}, {y:.1f}"


def _list(cells: list[Cell]) -> str:
    """The first few cells, and how many more there are."""
    shown = " ".join(f"{cell.row},{cell.col}" for cell in cells[:8])
    return f"{shown} and {len(cells) - 8} more" if len(cells) > 8 else shown or "none"
