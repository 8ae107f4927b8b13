"""The board: which kind of tile lies in each cell."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import index
from string import ascii_lowercase, ascii_uppercase

from bot.errors import BoardError
from bot.geometry import Cell

EMPTY = 0
"""Kind of a cell without a tile."""
UNKNOWN = -1
"""Kind of a cell that could not be told: it blocks paths and links with nothing."""

WALL = -2
"""Kind of a cell that is no part of play: it holds no tile, and no path or fall goes through."""

LETTERS = ascii_lowercase + ascii_uppercase
"""Kinds 1 to 52 in the text form of a board."""
MAX_CELLS = 1_000_000
"""More cells than any game has; a larger board is refused before it fills the memory."""

_KIND_OF = {
    ".": EMPTY,
    "?": UNKNOWN,
    "#": WALL,
    **{sign: i for i, sign in enumerate(LETTERS, start=1)},
}
_SIGN_OF = {kind: sign for sign, kind in _KIND_OF.items()}


@dataclass(frozen=True, slots=True)
class Board:
    r"""Kinds of tiles in a rectangle of cells; it knows no rules.

    Parameters
    ----------
    rows, cols
        size in cells, at least 1 each
    kinds
        `rows * cols` integers, row by row: `EMPTY` 0, tiles 1 and up, `UNKNOWN` -1, `WALL` -2

    Raises
    ------
    BoardError
        if the sizes do not fit, or a kind is no whole number or below -2

    Examples
    --------
    >>> board = Board.from_text("a b\nb .")
    >>> board[Cell(1, 0)], board.tiles
    (2, 3)
    >>> print(board.without([Cell(0, 1), Cell(1, 0)]))
    a .
    . .
    """

    rows: int
    cols: int
    kinds: tuple[int, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.kinds, tuple):
            raise BoardError(
                f"kinds must be a tuple of whole numbers, but got {type(self.kinds).__name__}"
            )
        if self.rows < 1 or self.cols < 1:
            raise BoardError(f"a board needs a cell, but got {self.rows} x {self.cols}")
        if self.rows * self.cols > MAX_CELLS:
            raise BoardError(f"{self.rows} x {self.cols} is more than {MAX_CELLS} cells")
        if len(self.kinds) != self.rows * self.cols:
            raise BoardError(
                f"a board of {self.rows} x {self.cols} needs {self.rows * self.cols} kinds, "
                f"but got {len(self.kinds)}"
            )
        if not {*map(type, self.kinds)} <= {int}:
            odd = next(kind for kind in self.kinds if type(kind) is not int)
            raise BoardError(f"a kind is an int, but got {type(odd).__name__} {odd}")
        lowest = min(self.kinds)
        if lowest < WALL:
            raise BoardError(
                f"a kind is -2 (wall), -1 (unknown), 0 (empty) or more, but got {lowest}"
            )

    @classmethod
    def from_rows(cls, rows: Iterable[Sequence[int]]) -> Board:
        """Board from its rows of kinds; every row must be as long as the first.

        Whole numbers of NumPy are taken, too, so that the rows may be an array.
        """
        try:
            lines = [tuple(map(index, row)) for row in rows]
        except TypeError:
            raise BoardError("a board is made from rows of whole numbers") from None
        if not lines or not lines[0]:
            raise BoardError("a board needs at least one row with one cell")
        for number, line in enumerate(lines, start=1):
            if len(line) != len(lines[0]):
                raise BoardError(
                    f"row {number} has {len(line)} cell{'s'[: len(line) != 1]}, "
                    f"but row 1 has {len(lines[0])}"
                )
        return cls(len(lines), len(lines[0]), tuple(kind for line in lines for kind in line))

    @classmethod
    def from_text(cls, text: str) -> Board:
        r"""Board from its text: a line a row, a token a cell.

        Tokens are `.` empty, `?` unknown, `#` wall, `a`-`z` and `A`-`Z` for kinds 1 to 52, or
        integers.
        Letters need no space between them. JSON `{"board": [[...]], "walls": [[row, col], ...]}`,
        or a bare list of rows, is taken too.

        Raises
        ------
        BoardError
            naming the row and the token that cannot be read

        Examples
        --------
        >>> Board.from_text("ab\nba") == Board.from_text("1 2\n2 1")
        True
        """
        if not isinstance(text, str):
            raise BoardError(f"a board is read from a text, but got {type(text).__name__}")
        stripped = text.strip()
        if not stripped:
            raise BoardError("the board is empty: a line a row is expected, a letter a cell")
        if stripped[0] in "{[":
            return cls._from_json(stripped)
        lines = [line.strip() for line in stripped.splitlines()]
        if "" in lines:
            raise BoardError(
                f"row {lines.index('') + 1} is blank; a row of empty cells is written with dots"
            )
        return cls.from_rows(
            [_parse_row(line, number) for number, line in enumerate(lines, start=1)]
        )

    @classmethod
    def _from_json(cls, text: str) -> Board:
        try:
            found = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BoardError(f"the board is no valid JSON: {error}") from None
        rows = found.get("board") if isinstance(found, dict) else found
        walls = found.get("walls", []) if isinstance(found, dict) else []
        if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
            raise BoardError('JSON must be {"board": [[...], ...]}, a list of rows of integers')
        for number, row in enumerate(rows, start=1):
            for kind in row:
                if type(kind) is not int:
                    raise BoardError(f"row {number}: {kind!r} is no integer")
                _refuse_negative(kind, number)
        return _walled(cls.from_rows(rows), walls)

    def __getitem__(self, cell: Cell) -> int:
        """The kind in a cell; `BoardError` outside the board, where paths may run, too."""
        return self.kinds[self._number(cell)]

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell.row < self.rows and 0 <= cell.col < self.cols

    def _number(self, cell: Cell) -> int:
        row, col = cell
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            # Else a cell of the margin would be taken for one at the other edge.
            raise BoardError(f"a board of {self.rows} x {self.cols} has no cell ({row}, {col})")
        return row * self.cols + col

    def is_empty(self, cell: Cell) -> bool:
        """Whether a path may run through the cell; False outside the board."""
        return cell in self and self[cell] == EMPTY

    def cells(self) -> Iterator[Cell]:
        """All cells in reading order."""
        return (Cell(row, col) for row in range(self.rows) for col in range(self.cols))

    def by_kind(self) -> dict[int, list[Cell]]:
        """Cells of each kind of tile, in reading order; without all other cells."""
        found: dict[int, list[Cell]] = {}
        for cell, kind in zip(self.cells(), self.kinds, strict=True):
            if kind > EMPTY:
                found.setdefault(kind, []).append(cell)
        return found

    @property
    def tiles(self) -> int:
        """How many cells hold a tile; unknown ones count."""
        return len(self.kinds) - self.kinds.count(EMPTY) - self.kinds.count(WALL)

    @property
    def odd_kinds(self) -> list[int]:
        """Kinds that occur an odd number of times, which no deal does: something was misread."""
        counts = Counter(kind for kind in self.kinds if kind > EMPTY)
        return sorted(kind for kind, count in counts.items() if count % 2)

    def with_walls(self, kinds: Iterable[int]) -> Board:
        """The board with walls in place of the tiles of some kinds."""
        own = frozenset(kinds)
        if own.isdisjoint(self.kinds):
            return self
        return Board(self.rows, self.cols, tuple(WALL if k in own else k for k in self.kinds))

    def is_sized_as(self, other: Board) -> bool:
        """Whether both have as many rows, and as many columns: the cells of one are the other's."""
        return (self.rows, self.cols) == (other.rows, other.cols)

    def without(self, cells: Iterable[Cell]) -> Board:
        """The board with these cells emptied."""
        kinds = list(self.kinds)
        for cell in cells:
            kinds[self._number(cell)] = EMPTY
        return Board(self.rows, self.cols, tuple(kinds))

    def merged(self, groups: Iterable[Iterable[int]]) -> Board:
        """The board with each group of kinds made one, its smallest: any season fits any season.

        Raises
        ------
        BoardError
            if a group holds what is no kind, or a kind is in two groups

        Examples
        --------
        >>> print(Board.from_text("a b c d").merged([[2, 4]]))
        a b c b
        """
        into: dict[int, int] = {}
        for group in map(sorted, groups):
            if group and group[0] < 1:
                raise BoardError(f"a group holds kinds from 1 up, but got {group[0]}")
            for kind in group:
                if into.setdefault(kind, group[0]) != group[0]:
                    raise BoardError(f"kind {kind} is in two groups")
        return Board(self.rows, self.cols, tuple(into.get(kind, kind) for kind in self.kinds))

    def to_rows(self) -> list[list[int]]:
        """Kinds as a list of rows, as JSON carries them: 0 where a wall stands."""
        kinds = [kind if kind != WALL else EMPTY for kind in self.kinds]
        return [kinds[start : start + self.cols] for start in range(0, len(kinds), self.cols)]

    def walls(self) -> list[Cell]:
        """Cells of walls, in reading order."""
        return [cell for cell in self.cells() if self[cell] == WALL]

    def sign(self, kind: int) -> str:
        """How the text of this board writes a kind."""
        return _sign(kind, max(self.kinds))

    def __str__(self) -> str:
        most = max(self.kinds)
        sign_of = {kind: _sign(kind, most) for kind in set(self.kinds)}
        width = max(map(len, sign_of.values()))
        signs = [sign_of[kind].rjust(width) for kind in self.kinds]
        return "\n".join(
            " ".join(signs[start : start + self.cols]) for start in range(0, len(signs), self.cols)
        )


def _sign(kind: int, most: int) -> str:
    """How a kind is written on a board on which this is the highest."""
    lettered = most <= len(LETTERS) or kind == WALL
    return _SIGN_OF[kind] if lettered else str(kind)


def _walled(board: Board, walls: object) -> Board:
    """The board with the walls that JSON names."""
    kinds = list(board.kinds)
    for wall in walls if isinstance(walls, list) else [walls]:
        if not (isinstance(wall, list) and [*map(type, wall)] == [int, int]):
            raise BoardError(f"a wall is [row, col], but got {wall!r}")
        if not board.is_empty(Cell(*wall)):
            raise BoardError(f"a wall stands in an empty cell of the board, not in {wall}")
        kinds[wall[0] * board.cols + wall[1]] = WALL
    return Board(board.rows, board.cols, tuple(kinds))


def _parse_row(line: str, number: int) -> list[int]:
    tokens = line.split()
    if len(tokens) == 1 and not _is_integer(line):
        tokens = list(line)
    kinds = []
    for token in tokens:
        if token in _KIND_OF:
            kinds.append(_KIND_OF[token])
        elif _is_integer(token) and len(token) < 19:
            kinds.append(int(token))
            _refuse_negative(kinds[-1], number)
        else:
            shown = token if len(token) < 20 else token[:20] + "…"
            raise BoardError(
                f"row {number}: {shown!r} is no cell; use a letter, '.', '?', '#' or an integer"
            )
    return kinds


def _refuse_negative(kind: int, number: int) -> None:
    """Input knows -1 alone: a wall is written as a sign, or named apart."""
    if kind < UNKNOWN:
        raise BoardError(f"row {number}: a kind is -1 (unknown), 0 (empty) or more, not {kind}")


def _is_integer(token: str) -> bool:
    return token.removeprefix("-").isascii() and token.removeprefix("-").isdigit()
