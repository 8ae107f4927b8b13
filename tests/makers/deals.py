"""Boards for the makers: dealt by lot, then cleared pair by pair."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

LEFT_AT_LEAST = 6  # with fewer tiles nobody can see where the lattice lies


@dataclass(frozen=True, slots=True)
class Deal:
    """A dealt board, and the order in which its tiles leave it.

    Parameters
    ----------
    rows, cols
        size of the board, cells
    kinds
        kind of each cell row by row, from 1
    leaves
        cells in the order they are cleared: two of one kind after another
    """

    rows: int
    cols: int
    kinds: tuple[int, ...]
    leaves: tuple[int, ...]

    def cleared(self, share: float) -> list[list[int]]:
        """Rows of kinds once a share of the tiles, in [0, 1], has left; 0 is empty."""
        gone = min(int(len(self.kinds) * share), max(len(self.kinds) - LEFT_AT_LEAST, 0))
        empty = set(self.leaves[: gone // 2 * 2])
        left = [0 if cell in empty else kind for cell, kind in enumerate(self.kinds)]
        return [left[row * self.cols : (row + 1) * self.cols] for row in range(self.rows)]


def deal(rows: int, cols: int, kinds: int, copies: int, seed: int) -> Deal:
    """Deal ``copies`` of one kind after another until the board is full.

    When the tiles of all kinds do not fill it, kinds come again from the first; the number of
    cells and of copies must be even.
    """
    if rows * cols % 2 or copies % 2:
        raise ValueError(f"cells and copies must be even, but got {rows * cols} and {copies}")
    lot = Random(seed)
    order = lot.sample(range(1, kinds + 1), kinds)
    tiles = [order[pair * 2 // copies % kinds] for pair in range(rows * cols // 2) for _ in "ab"]
    lot.shuffle(tiles)
    cells = lot.sample(range(len(tiles)), len(tiles))
    waiting: dict[int, int] = {}
    leaves: list[int] = []
    for cell in cells:
        other = waiting.pop(tiles[cell], None)
        if other is None:
            waiting[tiles[cell]] = cell
        else:
            leaves += [other, cell]
    return Deal(rows, cols, tuple(tiles), tuple(leaves))
