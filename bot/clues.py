"""Clues: what clicks have told of tiles whose kinds are in doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.board import EMPTY, UNKNOWN, WALL, Board
from bot.geometry import Cell
from bot.position import Gravity, remove

Two = tuple[Cell, Cell]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What clicks have told of the tiles; a tile is known by the cell where it lies now.

    Parameters
    ----------
    differ
        tiles, the first before the second in reading order, that were clicked and do not match
    never
        a tile and a kind that it is not, for the tile it was tried with is gone
    refused
        tiles whose link the game would not play, for whatever reason: not to be clicked again while
        they lie there
    vain
        those of them that were refused once more since a pair has gone
    gone
        the kind of each pair taken, as far as it was known
    stones
        kinds that are left alone, for tests of theirs have failed: their tiles may be walls
    """

    differ: frozenset[Two] = frozenset()
    never: frozenset[tuple[Cell, int]] = frozenset()
    refused: frozenset[Two] = frozenset()
    vain: frozenset[Two] = frozenset()
    gone: tuple[int, ...] = ()
    stones: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """What is not refused any more is not in vain either."""
        object.__setattr__(self, "vain", self.vain & self.refused)

    def failed(self, a: Cell, b: Cell) -> Evidence:
        """The evidence after two tiles were clicked that a path joins, and stayed.

        >>> Evidence().failed(Cell(0, 1), Cell(0, 0)).differ
        frozenset({(Cell(row=0, col=0), Cell(row=0, col=1))})
        """
        return replace(self, differ=self.differ | {(min(a, b), max(a, b))})

    def refusing(self, a: Cell, b: Cell, *, in_vain: bool = True) -> Evidence:
        """The evidence after a link was refused, where the rule may be to blame.

        A second time is `in_vain`, unless it may not have been heard.

        >>> once = Evidence().refusing(Cell(0, 0), Cell(0, 1))
        >>> len(once.vain), len(once.refusing(Cell(0, 1), Cell(0, 0)).vain)
        (0, 1)
        """
        two = {(min(a, b), max(a, b))}
        again = self.refused & two if in_vain else frozenset[Two]()
        return replace(self, refused=self.refused | two, vain=self.vain | again)

    def removed(self, board: Board, a: Cell, b: Cell, gravity: Gravity) -> Evidence:
        """The evidence after two tiles of this board went, and what fell has come to rest.

        Where they were read as two kinds, the one that lacked a tile is the true one, for the
        other had one too many; where that does not tell, nothing is learnt.
        """
        kind = self._true_kind(board, {board[a], board[b]} - {UNKNOWN})
        never = set(self.never)
        for one, two in self.differ:
            for tile, other in ((one, two), (two, one)):
                if other in (a, b) and kind != UNKNOWN:
                    never.add((tile, kind))
        now = moves(board, a, b, gravity)
        return Evidence(
            frozenset(_moved(two, now) for two in self.differ if now.keys() >= set(two)),
            frozenset((now[cell], kind) for cell, kind in never if cell in now),
            frozenset(two for two in self.refused if all(now.get(cell) == cell for cell in two)),
            frozenset(),
            (*self.gone, kind) if kind != UNKNOWN else self.gone,
            self.stones - {board[a], board[b]},
        )

    def _true_kind(self, board: Board, kinds: set[int]) -> int:
        counts = {kind: board.kinds.count(kind) + 2 * self.gone.count(kind) for kind in kinds}
        fewest = [kind for kind in kinds if counts[kind] == min(counts.values())]
        return fewest[0] if len(fewest) == 1 else UNKNOWN


NOTHING = Evidence()


def moves(board: Board, a: Cell, b: Cell, gravity: Gravity) -> dict[Cell, Cell]:
    """Where every other tile lies after two are taken, by where it lay.

    >>> moves(Board.from_text("a . / b . / b .".replace("/", chr(10))), Cell(1, 0), Cell(2, 0),
    ...       Gravity.DOWN)
    {Cell(row=0, col=0): Cell(row=2, col=0)}
    """
    cells = list(board.cells())
    if gravity is Gravity.NONE:
        return {c: c for c in cells if board[c] not in (EMPTY, WALL) and c not in (a, b)}
    numbered = tuple(n if kind > EMPTY or kind == UNKNOWN else kind
                     for n, kind in enumerate(board.kinds, start=1))  # fmt: skip
    after = remove(Board(board.rows, board.cols, numbered), a, b, gravity)
    return {cells[n - 1]: cell for cell, n in zip(cells, after.kinds, strict=True) if n > EMPTY}


def _moved(two: Two, now: dict[Cell, Cell]) -> Two:
    one, other = sorted(now[cell] for cell in two)
    return one, other
