"""Of what make tiles are: buttons in line with a board are of another.

Their faces do not tell, for all tiles of a kind may lie in one line. What surrounds the faces does:
buttons in a row share a ground of their own, which no tile and no empty cell shows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.board import EMPTY
from bot.channels import worst_channel
from bot.evening import chance_apart

_RIM = 0.15
"""Share of a cell, from each side, that few drawings reach."""
_ALIKE, _UNLIKE = 16.0, 28.0
"""Grey levels, in the worst channel, within which all have the colour that strangers share in a
place; and from which on others have another there."""
_OTHERS = 0.9
"""Share of the tiles, and of the empty cells, that have another colour there."""
_SHARE = 0.2
"""Share of the rim in which strangers share a colour of their own."""
_FEWEST, _PAIR = 4, 2
"""Tiles that tell what their make is, at least: of the board, and of a line next to it; and of
lines past an empty one."""
_SIDES, _BY_CHANCE = 4, 0.05
"""Sides of a board, and how likely tiles may be to lie in a line at any of them by chance."""
_MOSTLY = 0.5
"""Share of these places in which the tiles have a colour of their own, if a single kind is strange:
what it shares is drawn on it, otherwise."""


class Make:
    """Tells lines of tiles of another make from a board.

    Parameters
    ----------
    cells
        float32 array of shape (N, h, w, 3), RGB
    kinds
        int array of shape (N,), their names
    """

    def __init__(self, cells: NDArray[np.float32], kinds: NDArray[np.int64]) -> None:
        self._cells, self._kinds = cells, kinds

    def strange_rows(self, numbers: NDArray[np.intp]) -> int:
        """How many of the first rows are of another make: all before an empty one, or only one.

        None, if one of their faces is seen in the rest.

        Parameters
        ----------
        numbers : int array of shape (rows, cols); the cells of a board, by their numbers
        """
        kinds = self._kinds[numbers]
        gaps = np.flatnonzero((kinds == EMPTY).all(axis=1))
        if gaps.size and self._are_strange(numbers, int(gaps[0])):
            return int(gaps[0])
        return int(_lie_there_alone(kinds[0], kinds[1:]) and self._are_strange(numbers, 1))

    def _are_strange(self, numbers: NDArray[np.intp], rows: int) -> bool:
        """Whether so many of the first rows of a board are of another make than the rest."""
        kinds = self._kinds[numbers]
        few, rest = kinds[:rows], kinds[rows:]
        strangers, tiles = numbers[:rows][few != EMPTY], numbers[rows:][rest != EMPTY]
        if len(strangers) < _PAIR or len(tiles) < max(_FEWEST, len(strangers)):
            return False
        if np.isin(few[few > EMPTY], rest).any():
            return False
        return self._are_apart(strangers, tiles, numbers[kinds == EMPTY])

    def _are_apart(
        self, strangers: NDArray[np.intp], tiles: NDArray[np.intp], empty: NDArray[np.intp]
    ) -> bool:
        """Whether strangers share a colour, in enough of their rims, that nothing else seen has."""
        some = self._rims(strangers)
        colour = np.median(some, axis=0)
        shared = _off(some, colour).max(axis=0) < _ALIKE
        own = shared
        for others in (tiles, empty) if empty.size else (tiles,):
            own &= (_off(self._rims(others), colour) > _UNLIKE).mean(axis=0) > _OTHERS
        if own.mean() < _SHARE:
            return False
        if np.unique(self._kinds[strangers]).size > 1:
            return True
        rims = self._rims(tiles)
        agreed = (_off(rims, np.median(rims, axis=0)) < _UNLIKE).mean(axis=0) > _OTHERS
        return bool(agreed[own].mean() > _MOSTLY)

    def _rims(self, numbers: NDArray[np.intp]) -> NDArray[np.float32]:
        """The outer parts of some cells: (N, P, 3)."""
        height, width = self._cells.shape[1:3]
        rim = np.ones((height, width), np.bool_)
        y, x = round(_RIM * height), round(_RIM * width)
        rim[y : height - y, x : width - x] = False
        return self._cells[numbers][:, rim]


def _lie_there_alone(line: NDArray[np.int64], rest: NDArray[np.int64]) -> bool:
    """Whether it is no chance that the kinds of several tiles of a line lie nowhere else."""
    few, others = line[line > EMPTY], rest[rest > EMPTY]
    if len(few) < _FEWEST or np.isin(few, others).any():
        return False
    return _SIDES * chance_apart(line, rest) < _BY_CHANCE


def _off(cells: NDArray[np.float32], colour: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(worst_channel(np.abs(cells - colour)), np.float32)
